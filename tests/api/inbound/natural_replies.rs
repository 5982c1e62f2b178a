//! Replies as people write them, in conversations of several mails. `corpus` has the single mails.

use diesel_async::SimpleAsyncConnection;

use super::*;
use crate::table::*;

#[tokio::test]
async fn lines_after_a_revealing_move_are_tried_and_reported() {
    let post = post().await;
    let [ann, ben] = post.server.two_players().await;
    for (lines, plies, told) in [
        ("roll\nmove start", 2, "Played: “roll”, then “move start”."),
        ("roll; move start", 2, "Played: “roll”, then “move start”."),
        (
            "1. roll\n2. move start\n3. move start",
            2,
            "Played: “roll”, then “move start”. Line 3 (“move start”) was rejected:",
        ),
        ("roll\nHugo", 0, "Line 2 (“Hugo”) was rejected"),
        (
            "roll\nmove finish",
            1,
            "Played: “roll”. Line 2 (“move finish”) was rejected:",
        ),
        (
            "roll\nmove finish\nmove start\nroll",
            1,
            "Not tried: “move start”, then “roll”.",
        ),
        ("Hugo\nroll", 0, "Line 1 (“Hugo”) was rejected"),
    ] {
        let game = thats_life(&[&ann, &ben]).await;
        post.works().await;
        let mail = post.last_about("ann", &game).await;
        post.replies("ann", &mail, lines).await;
        let answer = post.answers("ann").await.pop().unwrap();
        let text = answer.text.split_whitespace().collect::<Vec<_>>();
        let text = text.join(" ");
        assert!(text.contains(told), "{lines:?}: {text}");
        let is_refused = told.contains("was rejected") || told.contains("Not tried");
        let subject = match (is_refused, plies) {
            (false, _) => "Re: [Turnpike] Your turn: ",
            (true, 0) => "[Turnpike] Not played: ",
            (true, _) => "[Turnpike] Only partly done: ",
        };
        assert!(answer.subject.starts_with(subject), "{}", answer.subject);
        assert!(answer.subject.ends_with(&format!("({game})")));
        assert_eq!(ply(&post, &game).await, plies, "{lines}");
    }
    audited(&post.server.database).await;
}

/// A move that reveals something is in the log before the server tries the next line, so it reads
/// all lines first.
#[tokio::test]
async fn mail_with_retracted_move_plays_nothing() {
    let post = busy_post().await;
    let [ann, ben] = post.server.two_players().await;
    let tables: [(&str, &[&Player<'_>]); 4] = [
        ("ferry-follies", &[&ann]),
        ("flip-freighters", &[&ann, &ben]),
        ("buttons", &[&ann, &ben]),
        ("thats-life", &[&ann, &ben]),
    ];
    for (kind, players) in tables {
        let game = a_game_of(kind, json!({}), players).await;
        post.works().await;
        let mail = post.last_about("ann", &game).await;
        let legal = ann.may_play(&game).await;
        let moves = legal["texts"].as_array().unwrap();
        let mv = moves
            .iter()
            .filter_map(Value::as_str)
            .find(|it| *it != "out")
            .unwrap();
        for correction in [
            "no wait, {} instead",
            "Sorry, I meant {}",
            "{} rather",
            "the other one please",
            "Halt, doch lieber {}",
            "doch {}",
            "non, plutôt {}",
            "undo",
        ] {
            let lines = format!("{mv}\n{}", correction.replace("{}", mv));
            post.replies("ann", &mail, &lines).await;
            let text = post.answers("ann").await.pop().unwrap().text;
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains("Line 2 (“"), "{kind}: {lines}: {text}");
            assert_eq!(ply(&post, &game).await, 0, "{kind}: {lines}");
        }
    }
    audited(&post.server.database).await;
}

#[tokio::test]
async fn move_list_in_reply_to_old_board_is_not_played() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "roll").await;
    post.replies("ann", &mail, "roll\nmove start").await;
    let text = post.answers("ann").await.pop().unwrap().text;
    assert!(text.contains("The game has gone on since"), "{text}");
    assert_eq!(ply(&post, &game).await, 1);
}

/// The server crashes after both moves or after the first one. Each move is played once.
#[tokio::test]
async fn moves_after_a_revealing_move_are_played_once_after_crash() {
    use mail_commands as service;
    let post = post().await;
    let app = &post.server.app;
    let [ann, ben] = post.server.two_players().await;
    for dies_after in [2, 1] {
        let game = thats_life(&[&ann, &ben]).await;
        post.works().await;
        let mail = post.last_about("ann", &game).await;
        let (address, raw) = reply("ann", &mail, "roll\nmove start");
        post.sends(&self::address("ann"), &address, &raw)
            .await
            .unwrap();
        let leased = service::lease(app, 1).await.unwrap();
        if dies_after == 2 {
            service::deal_with(app, &leased[0]).await.unwrap();
        } else {
            let conn = &mut *app.db.get().await.unwrap();
            let now = app.clock.now();
            mail_commands::store::begin(conn, leased[0].id, now)
                .await
                .unwrap();
            ann.plays(&game, "roll").await;
        }
        assert_eq!(ply(&post, &game).await, dies_after);
        app.clock.forward(chrono::Duration::minutes(6));
        post.works().await;
        let text = post.answers("ann").await.pop().unwrap().text;
        let told = "Played: “roll”, then “move start”.";
        assert!(text.contains(told), "{dies_after}: {text}");
        assert_eq!(ply(&post, &game).await, 2);
    }
    audited(&post.server.database).await;
}

#[tokio::test]
async fn yes_to_invitation_without_game_id_joins_after_confirmation() {
    let post = post().await;
    let [ann, ben] = post.server.two_players().await;
    let game = json!({"kind": "thats-life", "seats": 2, "invite": [{"player": "ben"}]});
    let game = ann.makes(game).await;
    post.works().await;
    let mail = post.invitation("ben", &game).await;
    post.replies("ben", &mail, "yes").await;
    let question = post.answers("ben").await.pop().unwrap();
    assert!(
        question.text.contains(&format!("| accept {game}")),
        "{}",
        question.text
    );
    post.replies("ben", &question, "yes").await;
    assert_eq!(ben.sees(&game).await["status"], "running");
    audited(&post.server.database).await;
}

#[tokio::test]
async fn resign_question_is_answered_with_yes_or_no() {
    let post = busy_post().await;
    for (way, left) in [
        ("no", false),
        ("No, sorry!", false),
        ("roll", false),
        ("yes", true),
    ] {
        let name = |it: &str| format!("{it}-{}", way.len());
        let ann = post.server.player(&name("ann")).await;
        let ben = post.server.player(&name("ben")).await;
        let game = thats_life(&[&ann, &ben]).await;
        post.works().await;
        let turn = post.last_about(&name("ann"), &game).await;
        // The server has not asked any player yet.
        post.replies(&name("ann"), &turn, "yes").await;
        assert_eq!(ann.sees(&game).await["status"], "running");
        post.replies(&name("ann"), &turn, "resign").await;
        let asked = post.answers(&name("ann")).await.pop().unwrap();
        // It is an answer to the question alone.
        post.replies(&name("ann"), &turn, "yes").await;
        assert_eq!(ann.sees(&game).await["status"], "running");
        post.replies(&name("ann"), &asked, way).await;
        let is_over = ann.sees(&game).await["status"] == "finished";
        assert_eq!(is_over, left, "{way}");
        // A player who said no is asked again.
        if way.to_lowercase().starts_with("no") {
            let text = post.answers(&name("ann")).await.pop().unwrap().text;
            assert!(text.contains("You stay in the game"), "{text}");
            post.replies(&name("ann"), &asked, "resign yes").await;
            assert_eq!(ann.sees(&game).await["status"], "running");
        }
    }
    audited(&post.server.database).await;
}

#[tokio::test]
async fn auto_command_turns_forced_moves_on_and_off() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    for (line, forced, said) in [
        (
            "auto on",
            true,
            "In this game, the server plays moves without a choice for you at once",
        ),
        (
            "auto off",
            false,
            "In this game you make every move yourself",
        ),
        (
            "auto on all",
            true,
            "In all your games, the server plays moves without a choice",
        ),
        (
            "Auto off all.",
            false,
            "In all your games you make every move yourself",
        ),
        ("auto maybe", false, "Write “auto on” or “auto off”"),
    ] {
        let turn = post.last_about("ann", &game).await;
        post.replies("ann", &turn, line).await;
        let text = post.answers("ann").await.pop().unwrap().text;
        assert!(text.replace('\n', " ").contains(said), "{line}: {text}");
        let ann = post.server.returns("ann").await;
        let orders = ann.get(&format!("/v1/games/{game}/orders")).await.ok();
        assert_eq!(orders["play_forced_moves"], forced, "{line}");
    }
    drop(mail);
    audited(&post.server.database).await;
}

#[tokio::test]
async fn mailed_move_that_was_already_forced_is_not_rejected() {
    let post = busy_post().await;
    let ann = post.server.player_as_they_come("ann").await;
    let ben = post.server.player_as_they_come("ben").await;
    for (lines, plays) in [
        ("roll\n{}", true),
        ("Roll; {}", true),
        ("roll", false),
        ("roll\nfly", false),
    ] {
        let game = thats_life(&[&ann, &ben]).await;
        post.works().await;
        let seen = ann.sees(&game).await;
        let (player, name) = match seen["to_act"][0].as_u64() {
            Some(0) => (&ann, "ann"),
            _ => (&ben, "ben"),
        };
        let legal = player.may_play(&game).await;
        let mv = legal["texts"][0].as_str().unwrap();
        let mail = post.last_about(name, &game).await;
        let before = post.answers(name).await.len();
        post.replies(name, &mail, &lines.replace("{}", mv)).await;
        let ply = ann.sees(&game).await["ply"].as_u64().unwrap();
        let moved = ply > seen["ply"].as_u64().unwrap();
        assert_eq!(moved, plays, "{lines}");
        let answers = post.answers(name).await;
        assert_eq!(answers.len(), before + 1, "{lines}");
        let text = &answers.last().unwrap().text;
        let flat = text.replace('\n', " ");
        assert!(
            flat.contains("oll” for you, because it was your only choice."),
            "{text}"
        );
        assert_eq!(
            flat.contains("(“fly”) was rejected"),
            lines.contains("fly"),
            "{text}"
        );
    }
    audited(&post.server.database).await;
}

#[tokio::test]
async fn interrupted_mail_with_a_forced_move_is_continued_behind_it() {
    let post = busy_post().await;
    let ann = post.server.player_as_they_come("ann").await;
    let ben = post.server.player_as_they_come("ben").await;
    let game = thats_life(&[&ann, &ben]).await;
    post.works().await;
    let (player, name) = match ann.sees(&game).await["to_act"][0].as_u64() {
        Some(0) => (&ann, "ann"),
        _ => (&ben, "ben"),
    };
    let legal = player.may_play(&game).await;
    let mv = legal["texts"][0].as_str().unwrap();
    let mail = post.last_about(name, &game).await;
    let (to, raw) = reply(name, &mail, &format!("roll\n{mv}"));
    post.sends(&address(name), &to, &raw).await.unwrap();
    // The worker died after it had played the second move.
    player.plays(&game, mv).await;
    let mut conn = post.server.app.db.get().await.unwrap();
    let interrupt = "UPDATE inbound SET begun_at = received_at";
    conn.batch_execute(interrupt).await.unwrap();
    drop(conn);
    post.works().await;
    let text = post.answers(name).await.pop().unwrap().text;
    let flat = text.replace('\n', " ");
    assert!(
        flat.contains("The server already played “roll” for you"),
        "{text}"
    );
    assert!(flat.contains(&format!("Played: “{mv}”.")), "{text}");
    audited(&post.server.database).await;
}

#[tokio::test]
async fn mailed_forced_move_with_one_database_connection_is_handled() {
    let post = post_with(|settings| settings.pool = "1".into(), |_| {}).await;
    let ann = post.server.player_as_they_come("ann").await;
    let ben = post.server.player_as_they_come("ben").await;
    let game = thats_life(&[&ann, &ben]).await;
    post.works().await;
    let name = match ann.sees(&game).await["to_act"][0].as_u64() {
        Some(0) => "ann",
        _ => "ben",
    };
    let mail = post.last_about(name, &game).await;
    post.replies(name, &mail, "roll").await;
    assert_eq!(post.outcomes().await, ["answered"]);
}

#[tokio::test]
async fn questions_and_settings_in_mails_are_answered() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    for (line, said) in [
        ("who?", "- Seat 1: ann, to move"),
        (
            "rematch",
            "You can propose a rematch when the game is over.",
        ),
        (
            "zone europe/paris",
            "Your time zone is Europe/Paris from now on.",
        ),
        ("zone mars", "Write “zone” and the name of a time zone"),
        ("vacation 24.12. to 27.12.", "2026-12-24"),
        ("vacation 1/2 to 3/4", "Write “vacation 7 days”"),
        ("hsitory", "Did you mean “history”?"),
        ("answers off", "you get no answer"),
    ] {
        post.replies("ann", &mail, line).await;
        let text = post.answers("ann").await.pop().unwrap().text;
        assert!(text.replace('\n', " ").contains(said), "{line}: {text}");
    }
    let ann = post.server.returns("ann").await;
    assert_eq!(ann.get("/v1/me").await.ok()["time_zone"], "Europe/Paris");
    let ben = post.server.returns("ben").await;
    ben.plays(&game, "leave").await;
    post.works().await;
    let mut over = post.mailbox("ann").await;
    over.retain(|mail| mail.message_id.starts_with("game_over."));
    post.replies("ann", &over[0], "who").await;
    let text = post.answers("ann").await.pop().unwrap().text;
    assert!(text.contains("- Seat 2: ben, has left"), "{text}");
    post.replies("ann", &over[0], "Rematch!").await;
    let text = post.answers("ann").await.pop().unwrap().text;
    assert!(
        text.contains("is proposed, and you have a seat in it"),
        "{text}"
    );
    audited(&post.server.database).await;
}

#[tokio::test]
async fn answers_off_suppresses_answers_to_played_moves() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "answers off").await;
    let answers = async || post.answers("ann").await.len();
    let (ann, before) = (post.server.returns("ann").await, answers().await);
    let turn = post.last_about("ann", &game).await;
    // It is still the player's turn.
    post.replies("ann", &turn, "roll").await;
    assert_eq!(answers().await, before + 1);
    let turn = post.last_about("ann", &game).await;
    post.replies("ann", &turn, "move start\nchat Your turn, Ben")
        .await;
    assert_eq!(ann.sees(&game).await["to_act"], json!([1]));
    assert_eq!(answers().await, before + 1);
    assert_eq!(post.outcomes().await.pop().unwrap(), "silent: played");
    // The server answers rejected lines and questions.
    for (line, n) in [("fly", 2), ("show", 3)] {
        post.replies("ann", &turn, line).await;
        assert_eq!(answers().await, before + n, "{line}");
    }
    // The next turn mail shows the result of that move.
    let ben = post.server.returns("ben").await;
    ben.takes_a_first_turn(&game).await;
    post.works().await;
    let mail = post.last_about("ann", &game).await;
    assert!(
        mail.message_id.starts_with("your_turn"),
        "{}",
        mail.message_id
    );
    assert!(
        mail.text.contains("- ann moves a pawn from the start"),
        "{}",
        mail.text
    );
    assert!(
        mail.text.contains("- ben moves a pawn from the start"),
        "{}",
        mail.text
    );
    audited(&post.server.database).await;
}

#[tokio::test]
async fn command_words_in_french_and_german_are_understood() {
    let post = busy_post().await;
    let (game, mail) = a_game(&post).await;
    for (way, said) in [
        ("how", "HOW TO PLAY THAT'S LIFE!"),
        ("how to play", "HOW TO PLAY THAT'S LIFE!"),
        ("How to play?", "HOW TO PLAY THAT'S LIFE!"),
        ("Comment on joue ?", "HOW TO PLAY THAT'S LIFE!"),
        ("aide", "HOW TO PLAY BY MAIL"),
        ("Hilfe!", "HOW TO PLAY BY MAIL"),
        ("règles 1", "R1 AIM"),
        (
            "dire Bonjour à tous, merci",
            "Said at the table: “Bonjour à tous, merci”",
        ),
    ] {
        post.replies("ann", &mail, way).await;
        let text = post.answers("ann").await.pop().unwrap().text;
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{way:?}: {text}");
        assert_eq!(ply(&post, &game).await, 0, "{way}");
    }
    post.replies("ann", &mail, "Lancer").await;
    assert_eq!(ply(&post, &game).await, 1);
    let mail = post.last_about("ann", &game).await;
    post.replies("ann", &mail, "Figur start").await;
    let text = post.answers("ann").await.pop().unwrap().text;
    assert!(text.contains("Played: "), "{text}");
    assert_eq!(ply(&post, &game).await, 2);
}
