//! Messages with their expected outcome, an answer or silence: the corpus (`mails`), mails from
//! machines, broken mails, and attacks.

use std::collections::HashMap;

use super::mails::{self, Expected as Comes, Letter, To};
use super::*;
use crate::table::thats_life;

/// A message of an opponent in each game of the corpus. It does harm if the server takes it for the
/// writer's words.
const HARM: &str = "roll stop all vacation 25 days resign yes chat I give up yes";

/// The fewest letters of the corpus.
const FEWEST: usize = 400;

/// The tests of the folders of the corpus.
macro_rules! corpus {
    ($($group:ident)*) => {
        const GROUPS: &[&str] = &[$(stringify!($group)),*];
        $(
            #[tokio::test]
            async fn $group() {
                comes_of(mails::group(stringify!($group))).await;
            }
        )*
    };
}

corpus! { apple gmail odd outlook programs samsung ways webmail }

#[test]
fn corpus_tests_every_folder_and_has_at_least_400_mails() {
    assert_eq!(mails::groups(), GROUPS);
    let mut all = 0;
    for group in GROUPS {
        let count = mails::group(group).len();
        println!("{group}: {count}");
        all += count;
    }
    println!("all: {all}");
    assert!(all >= FEWEST, "{all}");
}

/// A letter, its writer, and the mail that it answers.
struct Written<'a> {
    letter: &'a Letter,
    name: String,
    game: String,
    answers: Option<Stored>,
}

/// Sends letters, each about a separate game, and compares the outcomes.
async fn comes_of(letters: Vec<Letter>) {
    let post = post_with(|_| {}, any_number_of_all).await;
    let mut written = tables(&post, &letters).await;
    post.works().await;
    let sent = post.letters().list(None, usize::MAX).await.unwrap();
    for it in &mut written {
        let to = address(&it.name);
        let mut mails = sent
            .iter()
            .filter(|mail| mail.to == to && mail.message_id.contains(&it.game));
        it.answers = match it.letter.to {
            To::Desk => None,
            To::Turn | To::Question => mails.find(|it| it.message_id.contains(".seq")).cloned(),
            To::Invitation => mails
                .find(|it| it.message_id.starts_with("invitation."))
                .cloned(),
        };
    }
    let (mut before, mut asked) = (0, Vec::new());
    for it in written.iter_mut().filter(|it| it.letter.to == To::Question) {
        let (to, raw) = reply(&it.name, it.answers.as_ref().unwrap(), "resign");
        post.sends(&address(&it.name), &to, &raw).await.unwrap();
        before += 1;
        asked.push((before, it));
    }
    post.works().await;
    let questions = answers(&post).await;
    for (n, it) in asked {
        it.answers = questions.get(&n).cloned();
    }
    for it in &written {
        let (to, raw) = it.letter.message(&it.name, it.answers.as_ref(), "roll");
        let sent = post.sends(&address(&it.name), &to, &raw).await;
        assert_eq!(sent, Ok(()), "{}", it.letter.name);
    }
    post.works().await;
    let outcomes = post.outcomes().await;
    assert_eq!(outcomes.len(), before + written.len());
    let answers = answers(&post).await;
    let mut wrong = Vec::new();
    for (n, it) in (before..).zip(&written) {
        let answer = answers.get(&(n + 1));
        let told = answer.map_or_else(|| outcomes[n].clone(), said);
        if !is_right(&post, it, &told).await {
            let told: String = told.chars().take(300).collect();
            wrong.push(format!(
                "{}\n  {:?}, and not {told}",
                it.letter.name, it.letter.expected
            ));
        }
    }
    let (all, count) = (written.len(), wrong.len());
    assert!(wrong.is_empty(), "{count} of {all}:\n{}", wrong.join("\n"));
}

fn any_number_of_all(app: &mut turnpike::App) {
    let any = Quota::per_hour(NonZeroU32::new(1_000_000).unwrap());
    app.limits = Limits::new(Quotas {
        inbound: any,
        vain: any,
        holidays: any,
        messages: any,
        guesses_from_anywhere: any,
        guesses_per_address: any,
        invitations: any,
        invitations_to: any,
        games: any,
        sign_ups: any,
        ..Quotas::default()
    });
}

/// Creates a game for each letter in which it is the writer's turn, or to which the writer is
/// invited. Letters that change nothing share a game.
async fn tables<'a>(post: &Post, letters: &'a [Letter]) -> Vec<Written<'a>> {
    let [ann, ben] = post.server.two_players().await;
    // Mails to the opponent are nothing that counts here.
    let none = json!({"turns": "off", "news": "off"});
    ben.put("/v1/me/mail-settings", none).await.ok();
    let mut shared = None;
    let mut written = Vec::new();
    for (n, letter) in letters.iter().enumerate() {
        let own = match letter.is_new {
            true => Some(post.server.player(&format!("ann-{n}")).await),
            false => None,
        };
        let ann = own.as_ref().unwrap_or(&ann);
        let is_idle =
            !letter.is_new && matches!(letter.expected, Comes::Says(_) | Comes::Silent(_));
        let (name, game) = match (letter.to, &shared) {
            (To::Desk, _) => (&ann.name, String::new()),
            (To::Turn, Some(game)) if is_idle => (&ann.name, String::clone(game)),
            (To::Turn | To::Question, _) => {
                let game = thats_life(&[ann, &ben]).await;
                let said = [HARM; 6].join(" ");
                let path = format!("/v1/games/{game}/chat");
                ben.post(&path, json!({"text": said})).await.ok();
                if is_idle && letter.to == To::Turn {
                    shared = Some(game.clone());
                }
                (&ann.name, game)
            }
            (To::Invitation, _) => {
                let invite = json!([{"player": "ben"}]);
                let game = json!({"kind": "thats-life", "seats": 2, "invite": invite});
                (&ben.name, ann.makes(game).await)
            }
        };
        written.push(Written {
            letter,
            name: name.clone(),
            game,
            answers: None,
        });
    }
    written
}

/// All answers, by the number of the mail that each answers.
async fn answers(post: &Post) -> HashMap<usize, Stored> {
    let all = post.letters().list(None, usize::MAX).await.unwrap();
    let numbered = all.into_iter().filter_map(|mail| {
        let rest = mail.message_id.strip_prefix("reply.")?;
        let number = rest.split(['.', '@']).next()?.parse().ok()?;
        Some((number, mail))
    });
    numbered.collect()
}

/// Returns the text of an answer after its greeting, in one line.
fn said(mail: &Stored) -> String {
    let text = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, said) = text.split_once("Hello ").unwrap_or(("", &text));
    said.split_once(", ")
        .map_or(said, |(_, said)| said)
        .to_owned()
}

async fn is_right(post: &Post, it: &Written<'_>, told: &str) -> bool {
    if let Comes::Silent(why) = &it.letter.expected {
        return *told == format!("silent: {why}");
    }
    let seen = match it.letter.to {
        To::Desk => Value::Null,
        _ => post
            .server
            .get(&format!("/v1/games/{}", it.game))
            .await
            .ok(),
    };
    let ply = seen["ply"].as_u64().unwrap_or(0);
    match &it.letter.expected {
        Comes::Plays(moves, says) => {
            let count = moves.len() as u64;
            let moves: Vec<String> = moves.iter().map(|it| format!("“{it}”")).collect();
            let played = format!("Played: {}. {says}", moves.join(", then "));
            told.to_lowercase().starts_with(&played.to_lowercase()) && ply == count
        }
        Comes::Says(words) => told.starts_with(words) && ply == 0 && seen["status"] != "finished",
        Comes::Leaves => seen["status"] == "finished",
        Comes::Joins => seen["seats"][1]["player"] == it.name.as_str(),
        Comes::Declines => {
            seen["seats"][1]["player"].is_null() && seen["seats"][1]["invited"].is_null()
        }
        Comes::Silent(_) => false,
    }
}

/// The outcome of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    /// An answer with these words.
    Says(&'static str),
    /// No answer, for this reason.
    Silent(&'static str),
    /// The server rejects it during the SMTP session, with this code.
    Refused(u16),
}
use Expected::{Refused, Says, Silent};

/// The answer to the line `help`.
const HELP: Expected = Says("HOW TO PLAY BY MAIL");

/// The answer to a mail without a line.
const NOTHING: Expected = Says("Your mail has no line");

struct Case {
    name: String,
    sender: String,
    raw: String,
    expected: Expected,
}

/// A handwritten message: headers, body, and outcome. `{to}` and `{id}` are filled in.
fn by_hand(name: &str, head: &str, body: &str, expected: Expected) -> Case {
    let with = |line: &str| match head.to_lowercase().contains(&line.to_lowercase()) {
        true => String::new(),
        false => format!("{line} "),
    };
    let mut raw = String::new();
    for (header, value) in [
        ("From:", "Ann <ann@example.org>"),
        ("To:", "<{to}>"),
        ("Message-ID:", "<{id}>"),
    ] {
        let start = with(header);
        if !start.is_empty() {
            raw.push_str(&format!("{start}{value}\r\n"));
        }
    }
    raw.push_str(head);
    raw.push_str("\r\n");
    raw.push_str(body);
    Case {
        name: name.to_owned(),
        sender: address("ann"),
        raw: raw.replace("{id}", &fresh_id()),
        expected,
    }
}

fn machines() -> Vec<Case> {
    let mut cases = Vec::new();
    for (head, why) in [
        ("Auto-Submitted: auto-replied", "automatic"),
        ("Auto-Submitted: auto-generated", "automatic"),
        ("Auto-Submitted: auto-notified; owner=x", "automatic"),
        ("AUTO-SUBMITTED: Auto-Replied (holiday)", "automatic"),
        ("X-Autoreply: yes", "automatic"),
        ("X-Autorespond: away", "automatic"),
        ("X-Auto-Response-From: a@b.test", "automatic"),
        ("X-Autogenerated: Reply", "automatic"),
        ("X-Failed-Recipients: x@y.test", "automatic"),
        ("Precedence: bulk", "bulk"),
        ("Precedence: junk", "bulk"),
        ("Precedence: LIST", "bulk"),
        ("Precedence: auto_reply", "bulk"),
        ("List-Id: <chess.lists.test>", "list"),
        ("List-Post: <mailto:x@lists.test>", "list"),
        ("List-Unsubscribe: <mailto:x@lists.test>", "list"),
        ("Mailing-List: contact x", "list"),
        ("X-Loop: support@shop.test", "automatic"),
        ("X-OTRS-Loop: support@shop.test", "automatic"),
        ("X-RT-Originator: ann@example.org", "automatic"),
        ("RT-Originator: ann@example.org", "automatic"),
        ("X-RT-Loop-Prevention: shop.test", "automatic"),
        ("RT-Ticket: shop.test #7", "automatic"),
        ("X-JIRA-FingerPrint: 0a1b2c3d", "automatic"),
        ("X-Zendesk-From-Account-Id: 7", "automatic"),
        ("X-ZENDESK-Priority-Mail: true", "automatic"),
        (
            "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent",
            "automatic",
        ),
        (
            "Content-Type: text/calendar; method=REPLY; charset=utf-8",
            "meeting",
        ),
        ("Return-Path: <>", "bounce"),
        ("From: MAILER-DAEMON@mx.test", "machine"),
        ("From: Mail System <postmaster@mx.test>", "machine"),
        ("From: noreply@shop.test", "machine"),
        ("From: no-reply@shop.test", "machine"),
        ("Message-ID: <reply.9.Gx3kPq7LmZ2.seq3@play.test>", "own"),
        (
            "Message-ID: <your_turn.4.0.Gx3kPq7LmZ2@turnpike.test>",
            "own",
        ),
        ("Message-ID: <invitation.1.x.Gx3kPq7LmZ2@PLAY.test>", "own"),
        (
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
            "report",
        ),
        (
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
            "report",
        ),
        ("Content-Type: message/disposition-notification", "report"),
    ] {
        let head = format!("{head}\r\n");
        cases.push(by_hand(head.trim(), &head, "help\r\n", Silent(why)));
    }
    let mut bounce = by_hand("null sender", "", "help\r\n", Silent("bounce"));
    bounce.sender = String::new();
    cases.push(bounce);
    // Mail that looks like a machine's, but is not.
    for head in [
        "Auto-Submitted: no",
        "Precedence: first-class",
        "X-Priority: 1",
        "Message-ID: <your_turn.4@elsewhere.test>",
        "Message-ID: <x@play.test>",
    ] {
        let head = format!("{head}\r\n");
        cases.push(by_hand(head.trim(), &head, "help\r\n", HELP));
    }
    cases
}

fn broken() -> Vec<Case> {
    let plain = "Content-Type: text/plain; charset=utf-8\r\n";
    let case = by_hand;
    vec![
        case("no type", "", "help\r\n", HELP),
        case("no end", plain, "help", HELP),
        case("upper case", plain, "HELP\r\n", HELP),
        case("blanks", plain, "\r\n\r\n   help  \r\n\r\n", HELP),
        case("unseen", plain, "\u{feff}\u{200b}help\u{a0}\r\n", HELP),
        case("tabs", plain, "\thelp\t\r\n", HELP),
        case("line feeds alone", plain, "Hi!\n\nhelp\n\n-- \nAnn\n", HELP),
        case("nul", plain, "help\0\r\n", HELP),
        case("empty", plain, "", NOTHING),
        case("only quoted", plain, "> help\r\n> help\r\n", NOTHING),
        case("only signature", plain, "-- \r\nhelp\r\n", NOTHING),
        case(
            "only courtesy",
            plain,
            "Hello!\r\n\r\nThanks\r\nAnn\r\n",
            NOTHING,
        ),
        case(
            "bonjour",
            plain,
            "Bonjour,\r\n\r\nhelp\r\n\r\nCordialement,\r\nAnn\r\n",
            HELP,
        ),
        case(
            "hallo",
            plain,
            "Hallo,\r\n\r\nhelp\r\n\r\nViele Grüße\r\nAnn\r\n",
            HELP,
        ),
        case(
            "unknown charset",
            "Content-Type: text/plain; charset=klingon\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "no charset",
            "Content-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "wrong charset",
            "Content-Type: text/plain; charset=utf-8\r\n",
            "help\r\n\r\n-- \r\n\u{fffd}\r\n",
            HELP,
        ),
        case(
            "type is rubbish",
            "Content-Type: ;;;=/\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "coding is rubbish",
            "Content-Type: text/plain\r\nContent-Transfer-Encoding: rot13\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "base64",
            "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n",
            "aGVscA0K\r\n",
            HELP,
        ),
        case(
            "base64 without padding",
            "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n",
            "aGVscAo\r\n",
            Says("was rejected"),
        ),
        case(
            "quoted printable broken",
            "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n",
            "he=\r\nlp\r\n\r\n-- \r\n=ZZ=\r\n",
            HELP,
        ),
        case(
            "multipart without boundary",
            "Content-Type: multipart/mixed\r\n",
            "help\r\n",
            Says(""),
        ),
        case(
            "multipart without end",
            "Content-Type: multipart/mixed; boundary=b\r\n",
            "--b\r\nContent-Type: text/plain\r\n\r\nhelp\r\n",
            HELP,
        ),
        case(
            "multipart in multipart",
            "Content-Type: multipart/mixed; boundary=a\r\n",
            "--a\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nhelp\r\n--b--\r\n--a--\r\n",
            HELP,
        ),
        case(
            "text after html",
            "Content-Type: multipart/alternative; boundary=b\r\n",
            "--b\r\nContent-Type: text/html\r\n\r\n<p>show</p>\r\n--b\r\nContent-Type: text/plain\r\n\r\nhelp\r\n--b--\r\n",
            HELP,
        ),
        case(
            "empty text, html",
            "Content-Type: multipart/alternative; boundary=b\r\n",
            "--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>help</p>\r\n--b--\r\n",
            HELP,
        ),
        case(
            "html unclosed",
            "Content-Type: text/html\r\n",
            "<html><body><div><b>help<br><i>",
            HELP,
        ),
        case(
            "html with a script",
            "Content-Type: text/html\r\n",
            "<script>show</script><style>x</style><p>help</p>",
            HELP,
        ),
        case(
            "html of blocks",
            "Content-Type: text/html\r\n",
            "<div>Hi</div><div><br></div><div>help</div><blockquote><div>show</div></blockquote>",
            HELP,
        ),
        case(
            "html entities",
            "Content-Type: text/html\r\n",
            "<p>&nbsp;h&#101;lp&nbsp;</p>",
            HELP,
        ),
        case(
            "html in a table",
            "Content-Type: text/html\r\n",
            "<table><tr><td>help</td></tr></table>",
            HELP,
        ),
        case(
            "only an attachment",
            "Content-Type: application/pdf\r\nContent-Disposition: attachment\r\n",
            "help\r\n",
            // No sentence was repeated.
            Silent("repeated"),
        ),
        case(
            "text with an attachment",
            "Content-Type: multipart/mixed; boundary=b\r\n",
            "--b\r\nContent-Type: text/plain\r\n\r\nhelp\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b--\r\n",
            HELP,
        ),
        case(
            "calendar",
            "Content-Type: text/calendar\r\n",
            "BEGIN:VCALENDAR\r\n",
            Says(""),
        ),
        case(
            "subject coded",
            "Subject: =?utf-8?B?w6l0w6k=?=\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "subject coded wrongly",
            "Subject: =?utf-8?B?%%%?= =?x?q?=FF?=\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "two senders",
            "From: a@b.test, ann@example.org\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "sender is rubbish",
            "From: @@@\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "id is rubbish",
            "Message-ID: what?\r\nContent-Type: text/plain\r\n",
            "help\r\n\r\n-- \r\n1\r\n",
            HELP,
        ),
        case(
            "id is empty",
            "Message-ID: <>\r\nContent-Type: text/plain\r\n",
            "help\r\n\r\n-- \r\n2\r\n",
            HELP,
        ),
        case(
            "references without end",
            "In-Reply-To: <<<>>\r\nReferences: <a@b <c@d>> x\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "a mail forwarded",
            "Content-Type: multipart/mixed; boundary=b\r\n",
            "--b\r\nContent-Type: text/plain\r\n\r\nhelp\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: x@y.test\r\nSubject: x\r\n\r\nshow\r\n--b--\r\n",
            HELP,
        ),
        case("a dot", plain, "help\r\n\r\n-- \r\n.\r\n..\r\n", HELP),
        case(
            "wide",
            plain,
            &format!("{}\r\n", "x ".repeat(400)),
            Says("was rejected"),
        ),
        case(
            "many lines",
            plain,
            &"roll\r\n".repeat(65),
            Says("The server reads at most 64"),
        ),
    ]
}

fn attacks() -> Vec<Case> {
    let plain = "Content-Type: text/plain\r\n";
    let nested = |depth: usize| -> (String, String) {
        let head = "Content-Type: multipart/mixed; boundary=b0\r\n".to_owned();
        let mut body = String::new();
        for n in 0..depth {
            body.push_str(&format!(
                "--b{n}\r\nContent-Type: multipart/mixed; boundary=b{}\r\n\r\n",
                n + 1
            ));
        }
        body.push_str(&format!(
            "--b{depth}\r\nContent-Type: text/plain\r\n\r\nhelp\r\n"
        ));
        (head, body)
    };
    let (shallow_head, shallow) = nested(20);
    let (deep_head, deep) = nested(5_000);
    let mails = "Content-Type: message/rfc822\r\n\r\n".repeat(5_000);
    let divs = format!("{}help", "<div>".repeat(50_000));
    let tables = format!("{}help", "<table><tr><td>".repeat(350));
    let fonts: String = (0..390).map(|n| format!("<font a{n}>")).collect();
    let grows = format!("<p>{fonts}help{}", "<p>&nbsp;".repeat(19_500));
    let case = by_hand;
    vec![
        case(
            "header in the subject",
            "Subject: =?utf-8?Q?x=0D=0ABcc:_evil@evil.test?=\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "header in the subject, raw",
            "Subject: x\rBcc: evil@evil.test\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "header in the id",
            "Message-ID: <x\rBcc: evil@evil.test>\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "nothing in the subject",
            "Subject: =?utf-8?q?x=00?=\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "nothing in the subject, raw",
            "Subject: x\0\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "nothing in the id",
            "Message-ID: <x\0y@evil.test>\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "nothing in what it answers",
            "In-Reply-To: <x\0y@evil.test>\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "nothing in the sender",
            "From: =?utf-8?q?a=00?= <ann\0@example.org>\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "nothing in the text",
            "Content-Type: text/html\r\n",
            "<p>help&#0;<p>&#0;",
            HELP,
        ),
        case(
            "header in the name",
            "From: =?utf-8?Q?x=0D=0ABcc:_evil@evil.test?= <ann@example.org>\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "the name turns round",
            "From: \u{202e}Ann <ann@example.org>\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "reply to somebody else",
            "Reply-To: evil@evil.test\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "sent by somebody else",
            "From: evil@evil.test\r\nContent-Type: text/plain\r\n",
            "help\r\n",
            HELP,
        ),
        case(
            "an id of five hundred",
            &format!("Message-ID: <{}@x.test>\r\n", "x".repeat(500)),
            "help\r\n",
            HELP,
        ),
        case(
            "a subject of fifty thousand",
            &format!("Subject: {}\r\n", "x ".repeat(25_000)),
            "help\r\n",
            HELP,
        ),
        case(
            "a head too large",
            &format!("X-Large: {}\r\n", "x".repeat(300_000)),
            "help\r\n",
            Refused(554),
        ),
        case(
            "references by thousands",
            &format!("References: {}\r\n", "<a@b.test> ".repeat(5_000)),
            "help\r\n",
            HELP,
        ),
        case("nested somewhat", &shallow_head, &shallow, HELP),
        case("nested too deeply", &deep_head, &deep, Refused(554)),
        case(
            "parts by a hundred thousand",
            "Content-Type: multipart/mixed; boundary=b\r\n",
            &"--b\r\n\r\n".repeat(100_000),
            Refused(554),
        ),
        case(
            "parts by thousands, somewhere in their lines",
            "Content-Type: multipart/mixed; boundary=b\r\n",
            &format!("--b\r\n\r\nhelp{}", "x--b\r\n\r\n".repeat(15_000)),
            Silent("too much"),
        ),
        case(
            "many rules",
            plain,
            &format!("help\r\n{}", format!("{}\r\n", "-".repeat(70)).repeat(500)),
            HELP,
        ),
        case(
            "mails in mails",
            "Content-Type: message/rfc822\r\n",
            &mails,
            Refused(554),
        ),
        case("html of divs", "Content-Type: text/html\r\n", &divs, HELP),
        case(
            "html of divs that look closed",
            "Content-Type: text/html\r\n",
            &format!("{}help", "<div/></x>".repeat(20_000)),
            HELP,
        ),
        case(
            "html that grows",
            "Content-Type: text/html\r\n",
            &grows,
            HELP,
        ),
        case(
            "html of tables",
            "Content-Type: text/html\r\n",
            &tables,
            HELP,
        ),
        case(
            "html too long",
            "Content-Type: text/html\r\n",
            &format!("help<br>{}", "<p>x</p>".repeat(40_000)),
            Says("The server reads at most 64"),
        ),
        case(
            "text too long",
            plain,
            &format!("help\r\n-- \r\n{}", "x\r\n".repeat(300_000)),
            HELP,
        ),
        case(
            "a message too large",
            plain,
            &"x".repeat(2_200_000),
            Refused(552),
        ),
        case(
            "a line without end",
            plain,
            &"x".repeat(1_000_000),
            Says("was rejected"),
        ),
        case(
            "markup in a line",
            plain,
            "<img src=x onerror=alert(1)>\r\n",
            Says("was rejected"),
        ),
        case(
            "sql in a line",
            plain,
            "'; DROP TABLE games; --\r\n",
            Says("was rejected"),
        ),
        case(
            "control characters",
            plain,
            "fly\u{1b}[2J\u{7}\r\n",
            Says("was rejected"),
        ),
        case(
            "resign and more",
            plain,
            "resign yes\r\nroll\r\n",
            Says("send a mail with only that line"),
        ),
        case(
            "leave in between",
            plain,
            "roll; leave\r\n",
            Says("resign yes"),
        ),
    ]
}

#[tokio::test]
async fn machine_broken_and_hostile_mails_get_expected_outcome() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    let to = reply_address(&mail);
    let mut cases = machines();
    cases.extend(broken());
    cases.extend(attacks());
    let (mut refused, mut accepted) = (0, Vec::new());
    for case in &cases {
        let raw = format!("{VOUCHED}{}", case.raw.replace("{to}", &to));
        match (&case.expected, post.sends(&case.sender, &to, &raw).await) {
            (Refused(code), Err(got)) => {
                assert_eq!(got, *code, "{}", case.name);
                refused += 1;
            }
            (Refused(_), Ok(())) => panic!("{} was taken", case.name),
            (_, Err(code)) => panic!("{} was refused: {code}", case.name),
            (_, Ok(())) => accepted.push(case),
        }
    }
    assert!(refused > 3);
    post.works().await;
    let outcomes = post.outcomes().await;
    assert_eq!(outcomes.len(), accepted.len());
    let answers = post.answers("ann").await;
    let mut wrong = Vec::new();
    for (n, (case, outcome)) in accepted.iter().zip(&outcomes).enumerate() {
        let prefix = format!("reply.{}.", n + 1);
        let mut own = answers
            .iter()
            .filter(|mail| mail.message_id.starts_with(&prefix));
        let (answer, second) = (own.next(), own.next());
        assert!(second.is_none(), "{}: two answers", case.name);
        let text = answer.map_or(String::new(), |mail| mail.text.replace('\n', " "));
        let is_right = match (&case.expected, answer) {
            (Silent(why), None) => *outcome == format!("silent: {why}"),
            (Says(words), Some(answer)) => {
                let head = answer.source.split("\n\n").next().unwrap();
                assert!(!head.lines().any(|line| line.starts_with("Bcc")), "{head}");
                assert!(head.contains("Auto-Submitted: auto-replied"), "{head}");
                text.contains(words)
            }
            _ => false,
        };
        if !is_right {
            let expected = &case.expected;
            wrong.push(format!(
                "{}: {expected:?}, and not {outcome} {text}",
                case.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(ply(&post, &game).await, 0);
    let evil = post.server.app.mail.mailbox().unwrap();
    let evil = evil.list(Some("evil@evil.test"), 9).await.unwrap();
    assert!(evil.is_empty());
}
