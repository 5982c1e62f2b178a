//! Mail that the server must not trust: quoted text, automatic replies, and unverified senders.

use chrono::TimeDelta;
use db::schema::mailed_commands;
use serde_json::{Value, json};

use super::*;

#[path = "../../../fuzz/targets/made_of_quotes.rs"]
mod made_of_quotes;

use made_of_quotes::{broken_at, says_nothing};

/// The text of a mail as a program that knows no quoting repeats it.
fn repeated(mail: &Stored) -> String {
    mail.text.replace('\n', "\r\n")
}

impl Post {
    /// Sends these lines as an answer to a mail, from this address and without a quotation. With an
    /// empty `head`, the mail server vouches for senders at `example.org`.
    async fn writes(&self, from: &str, to: &Stored, head: &str, lines: &str) {
        let head = match head {
            "" if from.ends_with("@example.org") => VOUCHED,
            head => head,
        };
        let (id, own) = (fresh_id(), &to.message_id);
        let raw = format!(
            "{head}From: {from}\r\nTo: {0}\r\nSubject: Re: x\r\nMessage-ID: <{id}>\r\n\
             In-Reply-To: <{own}>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{lines}\r\n",
            reply_address(to)
        );
        self.sends(from, &reply_address(to), &raw).await.unwrap();
        self.works().await;
    }

    /// Returns the text of the last answer to a player, in one line.
    async fn told(&self, name: &str) -> String {
        let answer = self.answers(name).await.pop().unwrap();
        answer.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the changes that a player's words by mail have made: messages, holidays, and mail
    /// settings.
    async fn done(&self, player: &Player<'_>, game: &str) -> (usize, usize, Value) {
        let name = player.name.as_str();
        let chat = player.get(&format!("/v1/games/{game}/chat")).await.ok();
        let said = chat["messages"].as_array().unwrap().iter();
        let holidays = player.get("/v1/me/holidays").await.ok();
        let wishes = player
            .get(&format!("/v1/games/{game}/mail-settings"))
            .await
            .ok();
        (
            said.filter(|it| it["author"] == name).count(),
            holidays["holidays"].as_array().unwrap().len(),
            wishes["turns"].clone(),
        )
    }
}

#[tokio::test]
async fn no_line_of_our_mails_begins_with_opponent_text() {
    let operator = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    let post = post_with(operator, |_| {}).await;
    let (game, mail) = a_game(&post).await;
    // Wherever a line is broken, the next one begins with a command.
    let words = "stop all vacation 25 days ".repeat(35);
    let ben = post.server.returns("ben").await;
    let path = format!("/v1/games/{game}/chat");
    ben.post(&path, json!({"text": words.trim()})).await.ok();
    let about = json!({"player": "ann", "reason": format!("x\n{words}\nstop all")});
    ben.post(&format!("/v1/games/{game}/reports"), about)
        .await
        .ok();
    post.replies("ann", &mail, "chat").await;
    post.replies("ann", &mail, &format!("note {}", &words[..900]))
        .await;
    post.server.app.clock.forward(TimeDelta::minutes(40));
    post.works().await;
    let ann = post.server.returns("ann").await;
    let mut mails = post.mailbox("ann").await;
    mails.extend(post.mailbox("operator").await);
    ann.takes_a_first_turn(&game).await;
    ben.post(&path, json!({"text": words.trim()})).await.ok();
    ben.takes_a_first_turn(&game).await;
    post.works().await;
    mails.extend(post.mailbox("ann").await);
    let mut seen = 0;
    for mail in &mails {
        for line in mail.text.lines() {
            let begins = ["stop", "all", "vacation", "days"];
            let first = line.split_whitespace().next().unwrap_or_default();
            assert!(!begins.contains(&first), "{}:\n{line}", mail.message_id);
            seen += usize::from(line.contains("stop all"));
        }
    }
    assert!(seen > 30, "{seen}");
}

#[tokio::test]
async fn mail_with_unknown_line_changes_nothing() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let ann = post.server.returns("ann").await;
    let nothing = (0, 0, post.done(&ann, &game).await.2);
    let words = "stop all\r\nvacation 25 days\r\nchat I give up\r\nnote x";
    for other in ["W dniu 1 marca Turek pisze", "vacation soon", "fly away"] {
        for lines in [format!("{other}\r\n{words}"), format!("{words}\r\n{other}")] {
            post.writes("ann@example.org", &mail, "", &lines).await;
            let told = post.told("ann").await;
            assert!(told.contains("We did "), "{told}");
            assert_eq!(post.done(&ann, &game).await, nothing, "{lines}");
        }
    }
    let note = ann.get(&format!("/v1/games/{game}/note")).await.ok();
    assert_eq!(note["text"], "");
    assert_eq!(ply(&post, &game).await, 0);
    // A message that cannot be posted stops the other lines, too, and so does a move that is not
    // played.
    let long = format!("chat {}\r\nstop all\r\nroll", "x".repeat(1001));
    post.writes("ann@example.org", &mail, "", &long).await;
    assert_eq!(post.done(&ann, &game).await, nothing);
    assert_eq!(ply(&post, &game).await, 0);
    post.writes("ann@example.org", &mail, "", words).await;
    let done = post.done(&ann, &game).await;
    assert_eq!((done.0, done.1, &done.2), (1, 1, &json!("off")));
}

#[tokio::test]
async fn quoted_server_mail_is_not_executed() {
    let post = post().await;
    let (game, _) = a_game(&post).await;
    let ben = post.server.returns("ben").await;
    let said = json!({"text": "stop all ".repeat(60).trim()});
    ben.post(&format!("/v1/games/{game}/chat"), said).await.ok();
    let ann = post.server.returns("ann").await;
    ann.takes_a_first_turn(&game).await;
    ben.takes_a_first_turn(&game).await;
    post.works().await;
    let mail = post.last_about("ann", &game).await;
    let nothing = (0, 0, post.done(&ann, &game).await.2);
    let text = repeated(&mail);
    let to = reply_address(&mail);
    let middle = &text[text.find("YOUR MOVES").unwrap()..];
    for quoted in [
        text.clone(),
        middle.to_owned(),
        // Programs with an unknown way of quoting.
        format!("W dniu 1 marca 2026 Turnpike <games@play.test> napisał:\r\n\r\n{text}"),
        format!("Dnia 1 marca 2026 12:15, Turnpike\r\n<{to}> napisał(a):\r\n\r\nstop all"),
        format!("2026-03-01 Turnpike kirjoitti:\r\n{text}"),
        format!("To: {to}\r\nstop all\r\n"),
        format!("http://turnpike.test/games/{game}\r\nstop all\r\n"),
        "| ben (1 March, 12:00): stop all\r\n| stop all".to_owned(),
    ] {
        let lines = format!("show\r\n\r\n{quoted}\r\nstop all\r\nvacation 25 days");
        let lines = if quoted.starts_with('|') {
            format!("show\r\n\r\n{quoted}")
        } else {
            lines
        };
        post.writes("ann@example.org", &mail, "", &lines).await;
        let told = post.told("ann").await;
        assert!(told.contains("THE BOARD"), "{quoted}:\n{told}");
        assert!(!told.contains("not understood"), "{quoted}:\n{told}");
        assert!(!told.contains("rejected"), "{quoted}:\n{told}");
        assert_eq!(post.done(&ann, &game).await, nothing, "{quoted}");
    }
    // Text below a marked quotation is the player's.
    let lines = format!("Dnia 1 marca Turnpike <{to}> napisał(a):\r\n> roll\r\n\r\nchat Hi");
    post.writes("ann@example.org", &mail, "", &lines).await;
    assert_eq!(post.done(&ann, &game).await.0, 1);
}

#[tokio::test]
async fn confirmation_requires_a_clear_yes() {
    let post = busy_post().await;
    post.server.player("ann").await;
    let asked = async || {
        post.asks("ann", "new ferry-follies", false).await;
        post.answers("ann").await.pop().unwrap()
    };
    let games = || async {
        let games = post.server.get("/v1/games").await.ok();
        games["games"].as_array().unwrap().len()
    };
    for lines in [
        "",
        "-- \r\nAnn",
        "Thanks,\r\nAnn",
        "Sent from my iPhone",
        "> yes",
        "Hello,",
        "NO! I did not ask for that",
        "No, yes",
        "I am away until Monday.\r\nyes",
        "no\r\nyes",
    ] {
        let question = asked().await;
        post.writes("ann@example.org", &question, "", lines).await;
        assert_eq!(games().await, 0, "{lines}");
    }
    let question = asked().await;
    let auto = "Auto-Submitted: auto-replied\r\n";
    post.writes("ann@example.org", &question, auto, "yes").await;
    assert_eq!(games().await, 0);
    // The first word decides, in the languages that are served.
    let ways = [
        "Yes!",
        "Yes please",
        "y",
        "Oui, merci",
        "Ja.",
        "OK\r\nHugo",
        "“yes”",
    ];
    for (made, yes) in ways.iter().enumerate() {
        let question = asked().await;
        post.replies("ann", &question, yes).await;
        assert_eq!(games().await, made + 1, "{yes}");
    }
}

#[tokio::test]
async fn resign_yes_without_prior_question_does_not_resign() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let status = || async {
        let seen = post.server.get(&format!("/v1/games/{game}")).await.ok();
        seen["status"].as_str().unwrap().to_owned()
    };
    post.replies("ann", &mail, "resign yes").await;
    let told = post.told("ann").await;
    assert!(told.contains("answer this mail with “yes”"), "{told}");
    assert_eq!(status().await, "running");
    // After a long time, the server asks again.
    post.server.app.clock.forward(TimeDelta::days(4));
    post.replies("ann", &mail, "resign yes").await;
    assert_eq!(status().await, "running");
    // Only the same player can confirm.
    let bens = post.last_about("ben", &game).await;
    post.replies("ben", &bens, "resign yes").await;
    assert_eq!(status().await, "running");
    let asked = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &asked, "resign yes").await;
    assert_eq!(status().await, "finished");
}

#[tokio::test]
async fn mail_from_unknown_sender_to_seat_requires_confirmation() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    let ann = post.server.returns("ann").await;
    let ben = post.server.returns("ben").await;
    let fail = "Authentication-Results: mx.test; dmarc=fail header.from=example.org\r\n";
    for (from, head) in [("eve@evil.test", ""), ("ann@example.org", fail)] {
        post.writes(from, &mail, head, "roll").await;
        assert_eq!(ply(&post, &game).await, 0, "{from}");
        // Only the player gets the question.
        let told = post.told("ann").await;
        assert!(told.contains("We have not done anything yet"), "{told}");
        assert!(told.contains("| roll"), "{told}");
        let question = post.answers("ann").await.pop().unwrap();
        assert!(reply_address(&question).starts_with("confirm+"));
        post.replies("ann", &question, "no").await;
    }
    let evil = post.letters().list(Some("eve@evil.test"), 9).await.unwrap();
    assert!(evil.is_empty());
    // The answer to a query goes to the player.
    post.writes("eve@evil.test", &mail, "", "show").await;
    assert!(post.told("ann").await.contains("THE BOARD"));
    // The server asks once about her second address, and remembers a yes.
    post.writes("ann@work.test", &mail, "", "roll").await;
    assert_eq!(ply(&post, &game).await, 0);
    let question = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &question, "yes").await;
    assert_eq!(ply(&post, &game).await, 1);
    assert!(post.told("ann").await.contains("Played: “roll”."));
    let answer = post.answers("ann").await.pop().unwrap();
    post.writes("ann@work.test", &answer, "", "chat Hello")
        .await;
    assert_eq!(post.done(&ann, &game).await.0, 1);
    // That applies to that address and to Ann only.
    post.writes("eve@evil.test", &answer, "", "chat Hello")
        .await;
    let bens = post.last_about("ben", &game).await;
    post.writes("ann@work.test", &bens, "", "chat Hello").await;
    assert_eq!(post.done(&ann, &game).await.0, 1);
    assert_eq!(post.done(&ben, &game).await.0, 0);
}

#[tokio::test]
async fn seat_address_expires_on_password_change_and_reset_command() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let bens = post.last_about("ben", &game).await;
    let dies = async |mail: &Stored| {
        let (to, raw) = reply("ann", mail, "show");
        assert_eq!(post.sends("ann@example.org", &to, &raw).await, Err(550));
    };
    let ann = post.server.returns("ann").await;
    let change = json!({"current_password": PASSWORD, "password": "another horse battery"});
    ann.patch("/v1/me", change).await.ok();
    dies(&mail).await;
    post.replies("ben", &bens, "show").await;
    assert!(post.told("ben").await.contains("THE BOARD"));
    post.replies("ben", &bens, "reset addresses").await;
    let answer = post.answers("ben").await.pop().unwrap();
    dies(&bens).await;
    // The answer has the new one.
    post.replies("ben", &answer, "show").await;
    assert!(post.told("ben").await.contains("THE BOARD"));
    post.asks("ben", "reset addresses", true).await;
    dies(&answer).await;
}

#[tokio::test]
async fn automatic_responders_are_not_answered() {
    let post = busy_post().await;
    let (_, mail) = a_game(&post).await;
    for head in [
        "X-Autoresponder: yes\r\n",
        "X-Auto-Reply: yes\r\n",
        "X-AutoReply-From: x@y.test\r\n",
        "X-Mail-Autoreply: yes\r\n",
        "X-Vacation: yes\r\n",
        "Precedence: auto-reply\r\n",
        "Precedence: auto_reply\r\n",
        "Preference: auto_reply\r\n",
        "Delivered-To: Autoresponder\r\n",
        "X-MS-Exchange-Inbox-Rules-Loop: x@y.test\r\n",
        "X-POST-MessageClass: 9; Autoresponder\r\n",
        "Subject: Automatic reply: Your turn\r\n",
        "Subject: Out of Office: Your turn\r\n",
        "Subject: Out of office Re: Your turn\r\n",
        "Subject: Autoreply: Your turn\r\n",
        "Subject: Auto: Your turn\r\n",
        "Subject: =?utf-8?Q?R=C3=A9ponse_automatique_: x?=\r\n",
        "Subject: Automatische Antwort: x\r\n",
        "Subject: Abwesenheitsnotiz: x\r\n",
        "Subject: Respuesta =?utf-8?Q?autom=C3=A1tica?=: x\r\n",
        "Subject: Risposta automatica: x\r\n",
        "From: autoreply@shop.test\r\n",
        "From: noreply+7@shop.test\r\n",
    ] {
        let from = match head.starts_with("From") {
            true => "",
            false => "Authentication-Results: mx.test; dmarc=pass\r\nFrom: ann@example.org\r\n",
        };
        let raw = format!("{from}{head}Message-ID: <{}>\r\n\r\nhelp\r\n", fresh_id());
        let to = reply_address(&mail);
        post.sends("ann@example.org", &to, &raw).await.unwrap();
        post.works().await;
        let last = post.outcomes().await.pop().unwrap();
        assert!(last.starts_with("silent: "), "{head}: {last}");
    }
    for subject in ["Autobahn", "Re: Automatic transmission", "Out of ideas"] {
        let head = format!("{VOUCHED}Subject: {subject}\r\nFrom: ann@example.org\r\n");
        let raw = format!("{head}Message-ID: <{}>\r\n\r\nshow\r\n", fresh_id());
        let to = reply_address(&mail);
        post.sends("ann@example.org", &to, &raw).await.unwrap();
        post.works().await;
        assert_eq!(post.outcomes().await.pop().unwrap(), "answered");
    }
}

/// The server ignores automatic replies of programs to a turn mail.
#[tokio::test]
async fn automatic_reply_with_command_words_changes_nothing() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    let ann = post.server.returns("ann").await;
    let text = "vacances jusqu'au 7 mars";
    let reaction = "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nvacation 7 days\r\n--b\r\n\
         Content-Type: text/vnd.google.email-reaction+json\r\n\r\n\
         {\"emoji\":\"👍\",\"version\":1}\r\n--b--";
    let meeting = "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nvacation 7 days\r\n--b\r\n\
         Content-Type: text/calendar; charset=utf-8\r\n\r\n\
         BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n--b--";
    for (head, body, why) in [
        ("Subject: En vacances jusqu'au 7\r\n", text, "automatic"),
        ("Subject: Absence : Re: Your turn\r\n", text, "automatic"),
        ("Subject: Urlaub\r\n", text, "automatic"),
        ("Subject: Out of office until Monday\r\n", text, "automatic"),
        ("X-Loop: ann@example.org\r\n", text, "automatic"),
        ("X-Vacation: yes\r\n", text, "automatic"),
        ("Auto-Submitted: auto-replied\r\n", text, "automatic"),
        ("", reaction, "reaction"),
        (
            "",
            "👍 Ann Example reacted to your message:\r\n\r\n> x",
            "reaction",
        ),
        ("", "Ann a réagi à votre message :", "reaction"),
        ("", "Ann hat auf Ihre Nachricht reagiert", "reaction"),
        ("", meeting, "meeting"),
    ] {
        let typed = match body.starts_with("Content-Type") {
            true => body.to_owned(),
            false => format!("Content-Type: text/plain; charset=utf-8\r\n\r\n{body}"),
        };
        let raw = format!(
            "{VOUCHED}From: ann@example.org\r\nMessage-ID: <{}>\r\nIn-Reply-To: <{}>\r\n\
             {head}{typed}\r\n",
            fresh_id(),
            mail.message_id
        );
        let to = reply_address(&mail);
        post.sends("ann@example.org", &to, &raw).await.unwrap();
        post.works().await;
        let last = post.outcomes().await.pop().unwrap();
        assert_eq!(last, format!("silent: {why}"), "{head}{body}");
    }
    assert_eq!(post.done(&ann, &game).await.1, 0);
    // The writer of a first mail may be away.
    let raw = format!(
        "{VOUCHED}From: ann@example.org\r\nMessage-ID: <{}>\r\nSubject: Vacances\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n",
        fresh_id()
    );
    post.sends("ann@example.org", "games@play.test", &raw)
        .await
        .unwrap();
    post.works().await;
    assert_eq!(post.done(&ann, &game).await.1, 1);
}

#[tokio::test]
async fn seat_gets_at_most_ten_answers_a_day_to_useless_mails() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let mut answered = mail.clone();
    let nothing = async |n: i32, to: &Stored| {
        let ticket = format!("Ticket {n} was opened.");
        post.writes("ann@example.org", to, "", &ticket).await;
        post.outcomes().await.pop().unwrap()
    };
    for n in 0..10 {
        assert_eq!(nothing(n, &answered).await, "answered", "{n}");
        answered = post.answers("ann").await.pop().unwrap();
    }
    assert_eq!(nothing(10, &answered).await, "silent: in vain");
    let [ann, ben] = [
        post.server.returns("ann").await,
        post.server.returns("ben").await,
    ];
    let other = crate::table::thats_life(&[&ann, &ben]).await;
    post.works().await;
    let elsewhere = post.last_about("ann", &other).await;
    assert_eq!(nothing(11, &elsewhere).await, "answered");
    // The server answers mails that have an effect, and others.
    post.writes("ann@example.org", &mail, "", "show").await;
    assert_eq!(post.outcomes().await.pop().unwrap(), "answered");
    post.asks("ben", "fly", true).await;
    assert_eq!(post.outcomes().await.pop().unwrap(), "answered");
    // Tomorrow is another day.
    post.server.app.clock.forward(TimeDelta::days(1));
    assert_eq!(nothing(12, &answered).await, "answered");
}

#[tokio::test]
async fn same_unknown_text_is_not_answered_a_third_time() {
    let post = busy_post().await;
    let (_, mail) = a_game(&post).await;
    let mut answered = mail.clone();
    for outcome in ["answered", "answered", "silent: repeated"] {
        let lines = "I am at the sea until Monday.\r\nIn urgent cases call my office.";
        post.writes("ann@example.org", &answered, "", lines).await;
        assert_eq!(post.outcomes().await.pop().unwrap(), outcome);
        answered = post.answers("ann").await.pop().unwrap();
    }
    // Also to the desk, and if nothing is asked.
    for (n, lines) in ["I am away", "", "> x"].iter().enumerate() {
        for outcome in ["answered", "answered", "silent: repeated"] {
            if n == 0 {
                post.asks("ann", lines, true).await;
            } else {
                post.writes("ann@example.org", &mail, "", lines).await;
            }
            assert_eq!(post.outcomes().await.pop().unwrap(), outcome, "{lines}");
        }
    }
    // Tomorrow it may be intended. The server always answers a mail that it understands.
    post.server.app.clock.forward(TimeDelta::days(2));
    post.asks("ann", "I am away", true).await;
    assert_eq!(post.outcomes().await.pop().unwrap(), "answered");
    for _ in 0..4 {
        post.writes("ann@example.org", &mail, "", "show").await;
        assert_eq!(post.outcomes().await.pop().unwrap(), "answered");
    }
}

#[tokio::test]
async fn unauthenticated_mail_to_seat_requires_confirmation() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    let says = |words: &str| format!("Authentication-Results: {words}\r\n");
    for head in [
        says("evil.test; none"),
        says("mx.test; dmarc=none header.from=example.org; spf=none"),
        says("mx.test; dkim=pass header.d=evil.test; dmarc=none"),
        says("mx.test; spf=pass smtp.mailfrom=evil.test"),
        says("evil.test; dmarc=pass header.from=example.org"),
        says("mx.test; dmarc=fail header.from=example.org"),
    ] {
        post.writes("ann@example.org", &mail, &head, "roll").await;
        assert_eq!(ply(&post, &game).await, 0, "{head}");
        let question = post.answers("ann").await.pop().unwrap();
        assert!(reply_address(&question).starts_with("confirm+"), "{head}");
    }
    // The server asks once, and no more without a reason for doubt.
    let question = &post.answers("ann").await[0];
    post.replies("ann", question, "yes").await;
    assert_eq!(ply(&post, &game).await, 1);
    let next = post.answers("ann").await.pop().unwrap();
    let nothing = says("mx.test; none");
    post.writes("ann@example.org", &next, &nothing, "move start")
        .await;
    assert_eq!(ply(&post, &game).await, 2);
    let bens = post.last_about("ben", &game).await;
    let good = says("mx.test; dmarc=pass header.from=example.org");
    post.writes("ben@example.org", &bens, &good, "roll").await;
    assert_eq!(ply(&post, &game).await, 3);
    // That yes does not confirm a mail that the mail server marks as forged.
    let ann = post.server.returns("ann").await;
    let forged = says("mx.test; dmarc=fail header.from=example.org");
    post.writes("ann@example.org", &next, &forged, "chat Hello")
        .await;
    assert_eq!(post.done(&ann, &game).await.0, 0);
    // The server also asks once if the mail server always says so.
    let question = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &question, "yes").await;
    assert_eq!(post.done(&ann, &game).await.0, 1);
    post.writes("ann@example.org", &next, &forged, "chat Hello again")
        .await;
    assert_eq!(post.done(&ann, &game).await.0, 2);
}

#[tokio::test]
async fn without_authserv_id_known_sender_needs_no_confirmation() {
    let nobody = |settings: &mut base::config::Settings| settings.mail_authserv_id = None;
    let post = post_with(nobody, any_number).await;
    let (game, mail) = a_game(&post).await;
    let nothing = "X-Nothing: x\r\n";
    post.writes("ann@example.org", &mail, nothing, "roll").await;
    assert_eq!(ply(&post, &game).await, 1);
    let own = "Authentication-Results: mx.test; dmarc=pass header.from=evil.test\r\n";
    post.writes("eve@evil.test", &mail, own, "move start").await;
    assert_eq!(ply(&post, &game).await, 1);
}

#[test]
fn rewrapped_quotes_of_server_mails_contain_no_commands() {
    use common::wording::meant;
    use mail::inbound::own::OwnText;
    use mail::inbound::strip::own_lines;
    use mail_commands::words::{desk_word, seat_word};
    let host = "play.example.org";
    let (from, url) = (format!("games@{host}"), format!("https://{host}"));
    let ours = OwnText::new("Turnpike", &from, host, &url);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/mails");
    let (mut mails, mut empty, mut all) = (0, 0, 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|it| it != "txt") {
            continue;
        }
        let whole = std::fs::read_to_string(&path).unwrap();
        let body = whole.split_once("\n\n").unwrap().1;
        mails += 1;
        for above in [
            "",
            "Lähettäjä: Turnpike <games@play.example.org>\nAihe: Vuorosi\n",
            "1. maaliskuuta 2026 klo 12.15 Turnpike kirjoitti:\n\n",
            "Aihe: [Turnpike] Your turn\n",
        ] {
            for width in [1_000, 78, 60, 40, 30] {
                // As all of them have it that can be answered.
                let marked = format!("Write your answer above this line.\n\n{body}");
                let quoted = format!("{above}{}", broken_at(width, &marked));
                let lines = own_lines(&quoted, &ours, &[], |_| false).0;
                all += 1;
                empty += usize::from(lines.is_empty());
                for line in lines {
                    let said = meant(&line);
                    let is_word = seat_word(said).is_some() || desk_word(said).is_ok();
                    assert!(!is_word, "{} at {width}: {line}", path.display());
                }
            }
        }
    }
    assert!(
        mails > 40 && empty * 10 > all * 7,
        "{mails}, {empty} of {all}"
    );
}

/// Runs the fuzz target. `TURNPIKE_SEED` changes the bytes.
#[test]
fn mutated_quote_only_mails_contain_no_commands() {
    use sha2::{Digest, Sha256};
    let seed = std::env::var("TURNPIKE_SEED").unwrap_or_default();
    println!("TURNPIKE_SEED={seed}");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds/quotes");
    for file in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        says_nothing(&bytes);
        for n in 0..400 {
            let chance = Sha256::digest(format!("{seed} {n}"));
            let mut bytes = bytes.clone();
            let count = 1 + usize::from(chance[31]) % 8;
            for it in chance.chunks(3).take(count) {
                let at = usize::from(it[0]) % 4;
                let far = usize::from(u16::from_be_bytes([it[0], it[1]])) % bytes.len();
                bytes[if n % 2 == 0 { at } else { far }] = it[2 % it.len()];
            }
            says_nothing(&bytes);
        }
    }
}

/// Answers the last question with this line. The server crashes before it ends the mail, and
/// handles it again.
async fn answers_and_crashes(post: &Post, line: &str) {
    let question = post.answers("ann").await.pop().unwrap();
    let (to, raw) = reply("ann", &question, line);
    post.sends("ann@example.org", &to, &raw).await.unwrap();
    let app = &post.server.app;
    let leased = mail_commands::lease(app, 1).await.unwrap();
    mail_commands::deal_with(app, &leased[0]).await.unwrap();
    app.clock.forward(TimeDelta::minutes(6));
    post.works().await;
}

#[tokio::test]
async fn confirmed_move_is_answered_after_crash() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let head = "Authentication-Results: mx.test; none\r\n";
    post.writes("ann@example.org", &mail, head, "roll").await;
    answers_and_crashes(&post, "yes").await;
    let told = post.told("ann").await;
    assert!(told.contains("Played: “roll”."), "{told}");
}

#[tokio::test]
async fn confirmed_game_is_answered_after_crash() {
    let post = post().await;
    post.server.player("ann").await;
    post.asks("ann", "new ferry-follies", false).await;
    answers_and_crashes(&post, "yes").await;
    let told = post.told("ann").await;
    assert!(told.contains("The server stopped"), "{told}");
}

#[tokio::test]
async fn rejected_command_is_answered_after_crash() {
    let post = post().await;
    post.server.player("ann").await;
    post.asks("ann", "new ferry-follies", false).await;
    answers_and_crashes(&post, "no").await;
    let told = post.told("ann").await;
    assert!(told.contains("deleted your request"), "{told}");
}

#[tokio::test]
async fn handled_confirmation_leaves_no_commands() {
    let post = post().await;
    post.server.player("ann").await;
    for line in ["yes", "no"] {
        post.asks("ann", "new ferry-follies", false).await;
        let question = post.answers("ann").await.pop().unwrap();
        post.replies("ann", &question, line).await;
    }
    let conn = &mut *post.server.app.db.get().await.unwrap();
    let kept = mailed_commands::table.count().get_result::<i64>(conn);
    assert_eq!(kept.await.unwrap(), 0);
}

#[tokio::test]
async fn confirmation_with_one_database_connection_is_handled() {
    let post = post_with(|settings| settings.pool = "1".into(), any_number).await;
    post.server.player("ann").await;
    for line in ["yes", "no", "perhaps"] {
        post.asks("ann", "new ferry-follies", false).await;
        let question = post.answers("ann").await.pop().unwrap();
        post.replies("ann", &question, line).await;
        assert_eq!(post.outcomes().await.pop().unwrap(), "answered", "{line}");
    }
}
