//! Whole games of every kind by mail alone, with SMTP in both directions. The tests take the moves
//! from the mails, and reply in the formats of common mail programs.

use ::games::KINDS;
use rules::synonyms;
use serde_json::json;

use super::{mails, *};
use crate::table::*;

const NAMES: [&str; 6] = ["ann", "ben", "cleo", "dora", "emil", "finn"];

/// The kinds of the whole games below.
const PLAYED: [&str; 5] = [
    "buttons",
    "ferry-follies",
    "flip-freighters",
    "paris-connection",
    "thats-life",
];

#[test]
fn every_kind_has_a_whole_game_test_by_mail() {
    let mut kinds: Vec<&str> = KINDS.current().map(|kind| kind.info().id).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, PLAYED);
}

#[tokio::test]
async fn whole_game_of_buttons_can_be_played_by_mail() {
    whole_game(PLAYED[0], "").await;
}

#[tokio::test]
async fn whole_game_of_ferry_follies_can_be_played_by_mail() {
    whole_game(PLAYED[1], "").await;
}

#[tokio::test]
async fn whole_game_of_flip_freighters_can_be_played_by_mail() {
    whole_game(PLAYED[2], "").await;
}

#[tokio::test]
async fn whole_game_of_paris_connection_can_be_played_by_mail() {
    whole_game(PLAYED[3], "").await;
}

#[tokio::test]
async fn whole_game_of_thats_life_can_be_played_by_mail() {
    whole_game(PLAYED[4], "pawns=2").await;
}

async fn whole_game(kind: &str, options: &str) {
    let info = KINDS.latest(kind).unwrap().info();
    let seats = usize::from(*info.seats.start())
        .max(2)
        .min(usize::from(*info.seats.end()));
    let post = post_through_smtp().await;
    let mut players = Vec::new();
    for name in &NAMES[..seats] {
        players.push(post.player(name).await);
    }
    // Made and joined by mail as well, with entropy that is the same each time.
    let line = format!("new {kind} seats {seats} {options}\nentropy ann");
    post.asks("ann", &line, true).await;
    let made = post.answers("ann").await.pop().unwrap();
    let game = made.text.split("Game ").nth(1).unwrap();
    let game = game.split_whitespace().next().unwrap().to_owned();
    for name in &NAMES[1..seats] {
        post.asks(name, &format!("join {game}\nentropy {name}"), true)
            .await;
    }
    let letters = mails::programs();
    let mut turns = 0;
    loop {
        // So that no seat exceeds the daily limit of moves.
        post.server.app.clock.forward(chrono::Duration::minutes(2));
        let seen = post.server.get(&format!("/v1/games/{game}")).await.ok();
        if seen["status"] == "finished" {
            break;
        }
        assert_eq!(seen["status"], "running", "{seen}");
        let seat = seen["to_act"][0].as_u64().unwrap() as usize;
        let name = seen["seats"][seat]["player"].as_str().unwrap().to_owned();
        let mut mails = post.newest(&name).await;
        mails.retain(|mail| mail.text.contains("YOUR MOVES"));
        let mail = mails.remove(0);
        let mut moves = match kind {
            "flip-freighters" => choices(&mail.text),
            _ => offered(&mail),
        };
        // Taking back moves at random would never end.
        if moves.iter().any(|it| it != "restart") {
            moves.retain(|it| it != "restart");
        }
        assert!(!moves.is_empty(), "{}", mail.text);
        let pick = &moves[(turns * 7919 + 3) % moves.len()];
        let letter = &letters[turns % letters.len()];
        let (address, raw) = letter.message(&name, Some(&mail), pick);
        post.sends(&super::address(&name), &address, &raw)
            .await
            .unwrap();
        post.works().await;
        let mut answers = post.newest(&name).await;
        answers.retain(|mail| mail.message_id.starts_with("reply."));
        let answer = answers.remove(0);
        assert!(
            answer.text.contains("Played: "),
            "{} as {}: {}\n{}",
            pick,
            letter.name,
            answer.text,
            String::from_utf8_lossy(&raw)
        );
        turns += 1;
        assert!(turns < 3000, "it does not end");
    }
    assert!(turns > 5);
    for name in &NAMES[..seats] {
        let last = post.mailbox(name).await;
        let over = last
            .iter()
            .filter(|mail| mail.message_id.starts_with("game_over."));
        assert_eq!(over.count(), 1, "{name}");
    }
    // The address is dead, and says so.
    let mail = post.last_about("ann", &game).await;
    post.replies("ann", &mail, "roll").await;
    let answer = post.answers("ann").await.pop().unwrap();
    assert!(answer.text.contains("game is over"), "{}", answer.text);
    audited(&post.server.database).await;
}

/// Moves of Flip Freighters from the list in its mails: `5H on eq.0, eq.1`, `JK as 1-6 on eq.0`,
/// `5H drives up to 5 circles in all, at most: any>3`, `done (ends the day)`.
fn choices(mail: &str) -> Vec<String> {
    let list = mail.split("YOUR MOVES\n\n").nth(1).unwrap();
    let list = list.split("\n\n").next().unwrap().replace("\n      ", " ");
    let mut moves = Vec::new();
    for line in list.lines().map(str::trim) {
        let (what, where_to) = line
            .split_once(" on ")
            .or_else(|| line.split_once(": "))
            .unwrap_or((line, ""));
        let mut words = what.split_whitespace();
        let first = words.next().unwrap();
        match words.next() {
            None | Some("as" | "drives") => {
                let value = match what.split_once(" as ") {
                    Some((_, values)) => format!(" as {}", &values[..1]),
                    None => String::new(),
                };
                let all = where_to.split(", ");
                moves.extend(all.map(|it| format!("{first} {it}{value}")));
            }
            // “done (ends the day)” is a move.
            _ => moves.push(first.to_owned()),
        }
    }
    moves
}

/// No move of any game begins with a word of the server, or with text that the server takes for a
/// greeting, the end of a letter, or politeness.
#[tokio::test]
async fn server_words_do_not_shadow_moves() {
    use common::synonyms::at_the_terminal;
    use common::wording::meant;
    use mail::inbound::own::OwnText;
    use mail::inbound::strip::own_lines;
    use mail_commands::words::{SEAT_WORDS, seat_word};
    // Words of the table in a terminal alone.
    let is_typed = |line: &str| ["quit", "save"].contains(&line.split(' ').next().unwrap());
    let server = server().await;
    let ours = OwnText::new(
        "Turnpike",
        "games@play.test",
        "play.test",
        "https://play.test",
    );
    let mut players = Vec::new();
    for name in NAMES {
        players.push(server.player(name).await);
    }
    for kind in KINDS.current() {
        let info = kind.info();
        for (own, word) in info.manual.words.iter().flat_map(|it| synonyms(it)) {
            assert_eq!(seat_word(own), None, "{}: {own} for {word}", info.id);
            let typed = at_the_terminal(own).find(|line| is_typed(line));
            assert_eq!(typed, None, "{}: {own} for {word}", info.id);
        }
        let seats = usize::from(*info.seats.start())
            .max(2)
            .min(usize::from(*info.seats.end()));
        let players: Vec<&Player<'_>> = players[..seats].iter().collect();
        let game = a_game_of(info.id, json!({}), &players).await;
        for _ in 0..60 {
            let view = players[0].sees(&game).await;
            let Some(seat) = view["to_act"][0].as_u64() else {
                break;
            };
            let legal = player_in(&players, &view, seat).may_play(&game).await;
            for text in legal["texts"].as_array().unwrap() {
                let text = text.as_str().unwrap();
                assert_eq!(seat_word(text), None, "{}: {text}", info.id);
                assert!(!at_the_terminal(text).any(|line| is_typed(&line)), "{text}");
                assert_eq!(
                    own_lines(text, &ours, &[], |_| false).0,
                    [text],
                    "{}",
                    info.id
                );
                assert_eq!(meant(text), text, "{}", info.id);
                let first = text.split_whitespace().next().unwrap();
                assert!(SEAT_WORDS.iter().all(|(word, _)| *word != first), "{text}");
            }
            // The other way round: no word reads as a move, not even cut short.
            let id = game.clone().try_into().unwrap();
            let look = play::look::game(&server.app, None, &id, None).await;
            let position = look.ok().unwrap().game.unwrap();
            for (word, _) in &SEAT_WORDS {
                // Without its second word, this one is not a move.
                let word = match *word {
                    "reset" => "reset addresses",
                    word => word,
                };
                let read = position.position().read(rules::Seat(seat as u8), word);
                assert!(read.is_err(), "{}: {word}", info.id);
            }
            play_on(&players, &game, 1).await;
        }
    }
}
