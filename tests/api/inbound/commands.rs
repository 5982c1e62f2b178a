//! Commands in mails: moves, the words of the server, and commands to the desk.

use chrono::Duration;
use common::clock::rfc3339;
use diesel_async::SimpleAsyncConnection;
use serde_json::json;

use super::*;
use crate::table::*;

/// The text of the last answer.
async fn heard(post: &Post, name: &str) -> String {
    let answer = post.answers(name).await.pop().unwrap();
    for line in answer.text.lines().filter(|line| !line.contains("http")) {
        assert!(line.chars().count() <= 78, "too wide: {line}");
    }
    answer.text
}

#[tokio::test]
async fn mailed_move_is_played_and_answered_with_board() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    assert!(mail.text.contains("Reply to this mail"));
    post.replies("ann", &mail, "roll").await;
    let text = heard(&post, "ann").await;
    assert!(text.contains("Played: “roll”.") && text.contains("WHAT HAPPENED"));
    assert!(text.contains("THE BOARD") && text.contains("YOUR MOVES"));
    // The player can answer the answer, which is in the same thread.
    let answer = post.answers("ann").await.pop().unwrap();
    assert!(
        answer.subject.starts_with("Re: [Turnpike]"),
        "{}",
        answer.subject
    );
    assert!(
        header(&answer, "References")
            .unwrap()
            .contains(&format!("<game.{game}.0@"))
    );
    post.replies("ann", &answer, "move start").await;
    let text = heard(&post, "ann").await;
    assert!(
        text.contains("It is not your turn. ben has to decide"),
        "{text}"
    );
    assert_eq!(ply(&post, &game).await, 2);
    audited(&post.server.database).await;
}

#[tokio::test]
async fn mail_from_suspended_player_changes_nothing() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let mut conn = post.server.app.db.get().await.unwrap();
    let suspend = "INSERT INTO suspensions SELECT id, now(), 'You cheated.' FROM players
         WHERE name = 'ann'";
    conn.batch_execute(suspend).await.unwrap();
    drop(conn);
    post.replies("ann", &mail, "roll").await;
    let text = heard(&post, "ann").await;
    assert!(text.contains("Your account is suspended."), "{text}");
    assert!(text.contains("You cheated."), "{text}");
    assert_eq!(ply(&post, &game).await, 0);
    post.asks("ann", "new buttons", true).await;
    let text = heard(&post, "ann").await;
    assert!(text.contains("Your account is suspended."), "{text}");
}

#[tokio::test]
async fn moves_of_a_mail_are_played_all_or_none() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "fly").await;
    let text = heard(&post, "ann").await;
    assert!(
        text.contains("Line 1 (“fly”) was rejected") && text.contains("roll"),
        "{text}"
    );
    post.replies("ann", &mail, "roll").await;
    let answer = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &answer, "move start\nmove start").await;
    let text = heard(&post, "ann").await.replace('\n', " ");
    assert!(
        text.contains("Line 2 (“move start”) cannot be played now"),
        "{text}"
    );
    assert!(text.contains("the server plays all moves of a mail, or none"));
    assert_eq!(ply(&post, &game).await, 1);
}

#[tokio::test]
async fn reply_to_old_board_is_not_played() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let [ann, ben] = [
        post.server.returns("ann").await,
        post.server.returns("ben").await,
    ];
    ann.takes_a_first_turn(&game).await;
    ben.takes_a_first_turn(&game).await;
    assert_eq!(ply(&post, &game).await, 4);
    // A move other than the one that was played with that number.
    post.replies("ann", &mail, "move start").await;
    let text = heard(&post, "ann").await.replace('\n', " ");
    assert!(
        text.contains("gone on since the mail that you answered"),
        "{text}"
    );
    assert!(text.contains("YOUR MOVES") && ply(&post, &game).await == 4);
    // The same move again gets the same answer, and is not played again.
    post.replies("ann", &mail, "roll").await;
    assert!(heard(&post, "ann").await.contains("Played: “roll”."));
    assert_eq!(ply(&post, &game).await, 4);
    // The answer with the board of now can be answered.
    let answer = post.answers("ann").await.remove(0);
    post.replies("ann", &answer, "roll").await;
    assert_eq!(ply(&post, &game).await, 5);
}

#[tokio::test]
async fn seq_survives_mail_servers_that_rewrite_message_ids() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let (to, raw) = reply("ann", &mail, "roll");
    let own = format!("<{}>", mail.message_id);
    let raw = raw.replace(&own, "<0102018a@email.ses.test>");
    post.sends("ann@example.org", &to, &raw).await.unwrap();
    post.works().await;
    assert_eq!(ply(&post, &game).await, 1);
    let again = raw.replace("Message-ID: <", "Message-ID: <x");
    post.sends("ann@example.org", &to, &again).await.unwrap();
    post.works().await;
    // It names the number that was played: the same answer, and nothing new.
    assert_eq!(ply(&post, &game).await, 1);
}

#[tokio::test]
async fn query_commands_are_answered() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    for (line, words) in [
        ("help", "HOW TO PLAY BY MAIL"),
        ("Rules", "THE RULES OF THAT'S LIFE!"),
        ("rules 5.1", "THE RULES OF THAT'S LIFE!"),
        ("rules 99", "no section"),
        ("show", "THE BOARD"),
        ("legal", "YOUR MOVES"),
        ("legal roll", "“roll” is a whole move."),
        ("legal RO", "LEGAL MOVES THAT BEGIN LIKE THIS"),
        ("legal fly", "No legal move begins with “fly”"),
        ("history", "Hello"),
        ("games", "your turn"),
        ("help\nshow\ngames", "YOUR GAMES"),
    ] {
        post.replies("ann", &mail, line).await;
        let text = heard(&post, "ann").await;
        assert!(text.contains(words), "{line}: {text}");
    }
    // A word and a move.
    post.replies("ann", &mail, "roll\nhistory").await;
    let text = heard(&post, "ann").await;
    assert!(text.contains("Played") && text.contains("WHAT HAPPENED SO FAR"));
    assert_eq!(ply(&post, &game).await, 1);
}

#[tokio::test]
async fn resigning_by_mail_requires_confirmation() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    for line in ["resign", "leave", "Resign"] {
        post.replies("ann", &mail, line).await;
        assert!(heard(&post, "ann").await.contains("resign"), "{line}");
        assert_eq!(ply(&post, &game).await, 0);
    }
    let answer = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &answer, "resign yes").await;
    assert!(
        heard(&post, "ann")
            .await
            .contains("You have left the game.")
    );
    let seen = post.server.get(&format!("/v1/games/{game}")).await.ok();
    assert_eq!(seen["status"], "finished");
    post.replies("ann", &answer, "resign").await;
    assert!(heard(&post, "ann").await.contains("nothing to resign"));
}

#[tokio::test]
async fn seat_address_serves_only_its_player() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    // A writer who only has the address gets no answer. The player does.
    let (to, raw) = reply("ann", &mail, "show");
    let raw = raw.replace("From: ann@", "From: other@");
    post.sends("other@example.org", &to, &raw).await.unwrap();
    post.works().await;
    assert!(post.mailbox("other").await.is_empty());
    assert_eq!(post.answers("ann").await.len(), 1);
    // Seats have different addresses, and only hashes of them are stored.
    let bens = post.last_about("ben", &game).await;
    assert_ne!(reply_address(&bens), to);
    let conn = &mut *post.server.app.db.get().await.unwrap();
    use db::schema::seats;
    let hashes: Vec<Option<Vec<u8>>> = seats::table
        .select(seats::reply_hash)
        .load(conn)
        .await
        .unwrap();
    let secret = to.split(['+', '-', '@']).nth(1).unwrap();
    assert!(hashes.contains(&Some(common::ids::secret_hash(secret))));
    // When the seat changes hands, the address is dead.
    diesel::update(seats::table)
        .filter(seats::player_id.is_not_null())
        .filter(seats::seat.eq(0))
        .set(seats::player_id.eq(None::<i64>))
        .execute(conn)
        .await
        .unwrap();
    let (_, raw) = reply("ann", &mail, "roll");
    assert_eq!(post.sends("ann@example.org", &to, &raw).await, Err(550));
}

#[tokio::test]
async fn crash_between_move_and_answer_plays_move_once() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let app = &post.server.app;
    // Without a number in it, so that it must be remembered.
    let to = reply_address(&mail);
    let raw = format!("{VOUCHED}From: ann@example.org\r\nMessage-ID: <c@x.test>\r\n\r\nroll\r\n");
    post.sends("ann@example.org", &to, &raw).await.unwrap();
    use mail_commands as service;
    let leased = service::lease(app, 1).await.unwrap();
    service::deal_with(app, &leased[0]).await.unwrap();
    assert_eq!(ply(&post, &game).await, 1);
    // Here it dies. The lease runs out, and it is dealt with again.
    app.clock.forward(chrono::Duration::minutes(6));
    post.works().await;
    assert_eq!(ply(&post, &game).await, 1);
    assert!(heard(&post, "ann").await.contains("Played: “roll”."));
    assert_eq!(post.answers("ann").await.len(), 1);
}

#[tokio::test]
async fn mail_that_crashes_workers_is_given_up() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let app = &post.server.app;
    use mail_commands as service;
    let (to, deadly) = reply("ann", &mail, "roll");
    post.sends("ann@example.org", &to, &deadly).await.unwrap();
    for _ in 0..3 {
        assert!(!service::is_deadly(
            &service::lease(app, 1).await.unwrap()[0]
        ));
        // Here it dies, and the lease runs out.
        app.clock.forward(chrono::Duration::minutes(6));
    }
    let (_, other) = reply("ann", &mail, "help");
    post.sends("ann@example.org", &to, &other).await.unwrap();
    mail_commands::worker::deal_with_due(app).await.unwrap();
    assert_eq!(
        post.outcomes().await,
        ["dead: its workers died", "answered"]
    );
    assert_eq!(ply(&post, &game).await, 0);
}

#[tokio::test]
async fn mail_put_back_for_retry_is_processed() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let app = &post.server.app;
    use mail_commands as service;
    let (to, raw) = reply("ann", &mail, "roll");
    post.sends("ann@example.org", &to, &raw).await.unwrap();
    for _ in 0..5 {
        let leased = service::lease(app, 1).await.unwrap();
        service::put_back(app, &leased[0], "trouble").await.unwrap();
        app.clock.forward(chrono::Duration::hours(1));
    }
    post.works().await;
    assert_eq!(ply(&post, &game).await, 1);
}

#[tokio::test]
async fn nul_character_in_command_is_removed() {
    let post = post().await;
    post.server.player("ann").await;
    let raw = "From: ann@example.org\r\nMessage-ID: <n@x.test>\r\n\
               Subject: =?utf-8?q?new_thats=00?=\r\n\r\n-- \r\nAnn\r\n";
    post.sends("ann@example.org", "games@play.test", raw)
        .await
        .unwrap();
    post.works().await;
    let text = heard(&post, "ann").await;
    assert!(text.contains("new thats\n"), "{text}");
}

/// Nothing that a player gives enters the dice of a deal.
#[tokio::test]
async fn joining_a_deal_by_mail_reports_no_entropy() {
    let post = post().await;
    let [ann, _] = post.server.two_players().await;
    let closes_at = rfc3339(post.server.app.clock.now() + Duration::days(7));
    let deal = json!({"kind": "thats-life", "seats": 2, "closes_at": closes_at});
    let deal = ann.post("/v1/deals", deal).await.ok();
    let invite = json!([{"player": "ben"}]);
    for lines in ["join", "entropy my own words\njoin"] {
        let new = json!({"kind": "thats-life", "seats": 2, "invite": invite});
        let ordinary = ann.makes(new).await;
        post.asks("ben", &format!("{lines} {ordinary}"), true).await;
        let text = heard(&post, "ben").await;
        assert!(text.contains("You contributed"), "{text}");
    }
    let game = ann
        .makes(json!({"deal": deal["id"], "invite": invite}))
        .await;
    let lines = format!("entropy my own words\njoin {game}");
    post.asks("ben", &lines, true).await;
    let text = heard(&post, "ben").await;
    assert!(text.contains("You have a seat"), "{text}");
    assert!(!text.contains("You contributed"), "{text}");
}

#[tokio::test]
async fn desk_creates_and_joins_games() {
    let post = post().await;
    for name in ["ann", "ben"] {
        post.server.player(name).await;
    }
    post.asks("ann", "new thats with ben bot greedy", true)
        .await;
    let text = heard(&post, "ann").await;
    let game = text.split("Game ").nth(1).unwrap();
    let game = game.split_whitespace().next().unwrap().to_owned();
    post.asks("ben", "games", false).await;
    let text = heard(&post, "ben").await.replace("\n  ", " ");
    assert!(text.contains(&format!("join {game}")), "{text}");
    post.asks("ben", &format!("join {game}"), true).await;
    assert!(heard(&post, "ben").await.contains("You have a seat"));
    let seen = post.server.get(&format!("/v1/games/{game}")).await.ok();
    assert_eq!(
        (&seen["status"], seen["seats"].as_array().unwrap().len()),
        (&json!("running"), 3)
    );
    for (lines, words) in [
        ("help", "WHAT YOU CAN WRITE"),
        ("list", "There are no open games"),
        ("rules ferry", "THE RULES OF"),
        ("roll", "is not understood"),
        ("new chess", "Say which game"),
        ("join nowhere", "There is no such game"),
        ("new thats seats 9", "That was rejected"),
        ("", "one command a line"),
    ] {
        post.asks("ann", lines, true).await;
        let text = heard(&post, "ann").await.replace('\n', " ");
        assert!(text.contains(words), "{lines}: {text}");
    }
}

#[tokio::test]
async fn desk_asks_unverified_sender_to_confirm() {
    let post = post().await;
    post.server.player("ann").await;
    post.asks("ann", "new ferry-follies", false).await;
    let question = post.answers("ann").await.pop().unwrap();
    assert!(question.text.contains("Anybody can write in your name"));
    let games = || async {
        post.server.get("/v1/games").await.ok()["games"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(games().await, 0);
    let to = reply_address(&question);
    assert!(to.starts_with("confirm+"), "{to}");
    // Another answer is not a consent, and a new request withdraws nothing.
    post.replies("ann", &question, "What is this? Who are you?")
        .await;
    let text = heard(&post, "ann").await;
    assert!(
        text.contains("neither a clear “yes” nor a clear “no”"),
        "{text}"
    );
    assert_eq!(games().await, 0);
    let again = post.answers("ann").await.pop().unwrap();
    assert_eq!(reply_address(&again), to);
    post.asks("ann", "vacation 7 days", false).await;
    post.replies("ann", &question, "Yes.").await;
    assert!(heard(&post, "ann").await.contains("has begun"));
    assert_eq!(games().await, 1);
    // The secret is used up.
    let (_, raw) = reply("ann", &question, "yes");
    assert_eq!(post.sends("ann@example.org", &to, &raw).await, Err(550));
    // The server accepts a no, and deletes the old request.
    post.asks("ann", "new ferry-follies", false).await;
    let question = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &question, "No!").await;
    assert!(heard(&post, "ann").await.contains("deleted your request"));
    post.asks("ann", "new ferry-follies", false).await;
    let question = post.answers("ann").await.pop().unwrap();
    post.server.app.clock.forward(chrono::Duration::days(4));
    let (to, raw) = reply("ann", &question, "yes");
    assert_eq!(post.sends("ann@example.org", &to, &raw).await, Err(550));
    assert_eq!(games().await, 1);
    // A forged header of another server, or below the topmost, does not count.
    for forged in [
        "Authentication-Results: evil.test; dmarc=pass header.from=example.org\r\n",
        "Authentication-Results: mx.test; dmarc=fail header.from=example.org\r\n\
         Authentication-Results: mx.test; dmarc=pass header.from=example.org\r\n",
    ] {
        let raw = format!(
            "{forged}From: ann@example.org\r\nMessage-ID: <{}>\r\n\r\nnew ferry-follies\r\n",
            fresh_id()
        );
        post.sends("ann@example.org", "games@play.test", &raw)
            .await
            .unwrap();
        post.works().await;
        assert_eq!(games().await, 1);
    }
}

#[tokio::test]
async fn stranger_with_repeated_mails_is_answered_once() {
    let post = post().await;
    for _ in 0..4 {
        post.asks("stranger", "help", true).await;
    }
    assert_eq!(post.mailbox("stranger").await.len(), 1);
    let silent = "silent: strangers";
    let outcomes = post.outcomes().await;
    assert_eq!(outcomes, ["answered", silent, silent, silent]);
    let text = heard(&post, "stranger").await;
    assert!(text.contains("Somebody wrote from your address"), "{text}");
}

#[tokio::test]
async fn answers_to_unverified_mails_are_limited() {
    let post = post().await;
    post.server.player("ann").await;
    for _ in 0..24 {
        post.asks("ann", "rules buttons\nrules buttons", false)
            .await;
    }
    let outcomes = post.outcomes().await;
    assert_eq!(outcomes.iter().filter(|it| *it == "answered").count(), 20);
    assert_eq!(outcomes.last().unwrap(), "silent: unproven");
    let text = heard(&post, "ann").await;
    assert_eq!(text.matches("THE RULES OF BUTTONS").count(), 1);
    // If the mail server vouches for her, the server accepts the mail.
    post.asks("ann", "games", true).await;
    assert!(heard(&post, "ann").await.contains("YOUR GAMES"));
}

/// The game of an invitation.
fn invited_to(mail: &mail::mailbox::Stored) -> &str {
    let local = mail.message_id.split('@').next().unwrap();
    local.rsplit('.').next().unwrap()
}

#[tokio::test]
async fn answer_to_invitation_of_cancelled_game_is_rejected() {
    let post = post().await;
    for name in ["ann", "ben"] {
        post.server.player(name).await;
    }
    post.asks("ann", "new thats-life seats 3 with ben", true)
        .await;
    let mail = post.mailbox("ben").await.pop().unwrap();
    let game = invited_to(&mail);
    let accept = format!("accept {game}");
    let ann = post.server.returns("ann").await;
    assert_eq!(ann.delete(&format!("/v1/games/{game}")).await.status, 204);
    for line in [accept.clone(), format!("decline {game}")] {
        post.asks("ben", &line, true).await;
        let text = heard(&post, "ben").await;
        assert!(text.contains("The game is no longer open."), "{text}");
    }
}

#[tokio::test]
async fn crash_during_game_creation_creates_no_second_game() {
    let post = post().await;
    post.server.player("ann").await;
    let app = &post.server.app;
    let raw = "Authentication-Results: mx.test; dmarc=pass header.from=example.org\r\n\
        From: ann@example.org\r\nMessage-ID: <n@x.test>\r\n\r\nnew ferry-follies\r\n";
    post.sends("ann@example.org", "games@play.test", raw)
        .await
        .unwrap();
    use mail_commands as service;
    let leased = service::lease(app, 1).await.unwrap();
    service::deal_with(app, &leased[0]).await.unwrap();
    app.clock.forward(chrono::Duration::minutes(6));
    post.works().await;
    assert!(heard(&post, "ann").await.contains("The server stopped"));
    let games = post.server.get("/v1/games").await.ok();
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn invitation_can_be_accepted_or_declined_by_mail() {
    let post = post().await;
    for name in ["ann", "ben", "cleo"] {
        post.server.player(name).await;
    }
    for (word, taken) in [("accept", true), ("decline", false)] {
        let line = "new thats-life seats 3 with ben and cleo";
        post.asks("ann", line, true).await;
        let mail = post.mailbox("ben").await.pop().unwrap();
        assert_eq!(reply_address(&mail), format!("games@{DOMAIN}"));
        let game = invited_to(&mail);
        let line = format!("{word} {game}");
        post.asks("ben", &line, true).await;
        let seen = post.server.get(&format!("/v1/games/{game}")).await.ok();
        let seats = seen["seats"].as_array().unwrap();
        let sits = seats.iter().any(|seat| seat["player"] == "ben");
        assert_eq!(sits, taken, "{seen}");
        let kept = seats.iter().any(|seat| seat["invited"] == "ben");
        assert!(!kept, "{seen}");
        post.server.app.clock.forward(chrono::Duration::seconds(1));
    }
}

#[tokio::test]
async fn offered_seat_can_be_accepted_or_declined_by_mail() {
    let post = post().await;
    let [ann, ben] = post.server.two_players().await;
    for name in ["cleo", "dan"] {
        post.server.player(name).await;
    }
    let game = thats_life(&[&ann, &ben]).await;
    let mine = format!("/v1/games/{game}/seats/me/replacement");
    for (name, word, sits) in [("dan", "decline", "ann"), ("cleo", "accept", "cleo")] {
        ann.post(&mine, json!({"player": name})).await.ok();
        // A player is never offered two seats, because an answer could mean either.
        let twice = ben.post(&mine, json!({"player": name})).await;
        twice.problem(403, "forbidden");
        post.works().await;
        let mail = post.mailbox(name).await.pop().unwrap();
        assert_eq!(reply_address(&mail), format!("games@{DOMAIN}"));
        let text = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let how = format!("the line “accept {game}” or “decline {game}”");
        assert!(text.contains(&how), "{text}");
        post.replies(name, &mail, &format!("{word} {game}")).await;
        // The sender is not vouched for, and confirms it.
        let asked = post.answers(name).await.pop().unwrap();
        post.replies(name, &asked, "yes").await;
        let seen = post.server.get(&format!("/v1/games/{game}")).await.ok();
        assert_eq!(seen["seats"][0]["player"], sits, "{seen}");
        assert!(seen["seats"][0]["invited"].is_null(), "{seen}");
    }
    assert!(heard(&post, "cleo").await.contains("You have taken over a"));
    audited(&post.server.database).await;
}

#[tokio::test]
async fn holidays_can_be_booked_and_cancelled_by_mail() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let holidays = async || {
        let ann = post.server.returns("ann").await;
        let taken = ann.get("/v1/me/holidays").await.ok();
        let days = |it: &serde_json::Value| format!("{} {}", it["from"], it["until"]);
        let taken: Vec<String> = taken["holidays"]
            .as_array()
            .unwrap()
            .iter()
            .map(days)
            .collect();
        taken.join(", ").replace('"', "")
    };
    for (line, said, taken) in [
        ("vacation", "You have no holidays planned.", ""),
        (
            "vacation 7 days",
            "You are on holiday from 2026-03-01 to 2026-03-07.",
            "2026-03-01 2026-03-07",
        ),
        (
            "Vacation 2026-03-06 to 2026-03-20",
            "You cannot take these days off. You already have 2026-03-01 to 2026-03-07 off.",
            "2026-03-01 2026-03-07",
        ),
        (
            "vacation 2026-04-01 until 2026-04-02",
            "You are on holiday from 2026-04-01 to 2026-04-02.",
            "2026-03-01 2026-03-07, 2026-04-01 2026-04-02",
        ),
        (
            "vacation soon",
            "Write “vacation 7 days” (from now on)",
            "2026-03-01 2026-03-07, 2026-04-01 2026-04-02",
        ),
        ("vacation off", "Your holidays are cancelled", ""),
    ] {
        post.replies("ann", &mail, line).await;
        let text = heard(&post, "ann").await;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{line}: {text}");
        assert_eq!(holidays().await, taken, "{line}");
    }
    // Also to the desk if the mail server vouches for the sender. Queries need no proof.
    post.asks("ben", "vacation until 2026-03-03", true).await;
    let text = heard(&post, "ben").await;
    assert!(text.contains("You are on holiday from 2026-03-01 to 2026-03-03."));
    post.asks("ben", "vacation", false).await;
    let text = heard(&post, "ben").await;
    assert!(text.contains("You are on holiday from 2026-03-01 to 2026-03-03."));
}

#[tokio::test]
async fn too_many_holidays_by_mail_are_rejected_with_retry_time() {
    let one = |app: &mut turnpike::App| {
        app.limits = Limits::new(Quotas {
            holidays: Quota::per_hour(NonZeroU32::MIN),
            ..Quotas::default()
        });
    };
    let post = post_with(|_| {}, one).await;
    let (_, mail) = a_game(&post).await;
    post.replies("ann", &mail, "vacation 2 days").await;
    post.replies("ann", &mail, "vacation off").await;
    post.replies("ann", &mail, "vacation 3 days").await;
    let text = heard(&post, "ann").await;
    assert!(
        text.contains("You cannot take these days off. Try again in"),
        "{text}"
    );
}

#[tokio::test]
async fn move_with_game_id_prefix_is_played_at_seat_address() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, &format!("{game}: roll")).await;
    assert_eq!(ply(&post, &game).await, 1);
    audited(&post.server.database).await;
}

#[tokio::test]
async fn sender_whose_name_is_a_command_can_use_it() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let (address, raw) = reply("ann", &mail, "roll");
    let raw = raw.replacen("From: ann@", "From: Ann Roll <ann@", 1);
    let raw = raw.replacen("example.org\r\nTo", "example.org>\r\nTo", 1);
    post.sends(&self::address("ann"), &address, &raw)
        .await
        .unwrap();
    post.works().await;
    assert_eq!(ply(&post, &game).await, 1);
}

/// Both copies say the same. The one at the seat is answered.
#[tokio::test]
async fn reply_to_seat_and_desk_gets_one_answer() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let (address, raw) = reply("ann", &mail, "roll");
    let desk = format!("games@{DOMAIN}");
    let raw = raw.replacen("\r\nSubject", &format!("\r\nCc: {desk}\r\nSubject"), 1);
    for to in [&desk, &address] {
        post.sends(&self::address("ann"), to, &raw).await.unwrap();
    }
    post.works().await;
    assert_eq!(post.answers("ann").await.len(), 1);
    assert_eq!(ply(&post, &game).await, 1);
    let outcomes = post.outcomes().await;
    assert_eq!(outcomes, ["silent: answered at the seat", "answered"]);
}
