//! How many mails a game takes, to each player and from each.

use std::collections::BTreeMap;

use common::ids::GameId;
use play::tables;
use rules::{Action, Bot, Dice, Game, Seat, Unplayed};

use super::*;
use crate::table::*;

/// Average number of mails per player and game.
#[derive(Debug, PartialEq)]
struct Mails {
    to: f64,
    from: f64,
    /// Total number of mails to the players, by kind.
    kinds: BTreeMap<String, usize>,
}

/// Returns the lines that a bot in this seat would write, up to the first move that reveals
/// something.
fn decision(game: &Game, seat: Seat, dice: &mut Dice) -> Vec<String> {
    let (mut actions, mut lines, mut stands) = (Vec::new(), Vec::new(), game.clone());
    while stands.acting().contains(seat) {
        let mv = stands.position().choose(Bot::Greedy, seat, dice).unwrap();
        let line = stands.position().text(&mv.to_string()).unwrap();
        actions.push(Action::Move(mv));
        match game
            .clone()
            .submit_all(seat, &actions, "2026-03-01T12:00:00.000Z")
        {
            Ok((after, _)) => stands = after,
            Err(Unplayed::Reveals { .. }) => break,
            Err(Unplayed::Illegal { illegal, .. }) => panic!("{line}: {illegal}"),
        }
        lines.push(line);
    }
    lines
}

/// Plays whole games by mail alone. Players have default settings, unless `every` decision takes a
/// mail and every mail is answered.
async fn mails(kind: &str, seats: usize, games: usize, every: bool) -> Mails {
    let post = busy_post().await;
    let names: Vec<String> = (0..seats).map(|n| format!("p{n}")).collect();
    let mut players = Vec::new();
    for name in &names {
        players.push(match every {
            true => post.server.player(name).await,
            false => post.server.player_as_they_come(name).await,
        });
    }
    let mut dice = post.server.app.chance.dice();
    let (mut to, mut from, mut kinds) = (0, 0, BTreeMap::<String, usize>::new());
    for _ in 0..games {
        let game = a_game_of(kind, json!({}), &players.iter().collect::<Vec<_>>()).await;
        let id = GameId::try_from(game.clone()).unwrap();
        post.works().await;
        loop {
            let stands = {
                let mut place = post.server.app.tables.lock(&id).await.unwrap();
                let table = tables::seated(&mut place, &post.server.app, &id).await;
                table.unwrap().game.clone()
            };
            let Some(seat) = stands.acting().iter().next() else {
                break;
            };
            let name = &names[seat.index()];
            let lines = decision(&stands, seat, &mut dice);
            let mail = post.last_about(name, &game).await;
            post.replies(name, &mail, &lines.join("\n")).await;
            from += 1;
        }
        for name in &names {
            let mails = post.mailbox(name).await;
            let mails = mails.iter().filter(|mail| mail.message_id.contains(&game));
            for mail in mails {
                let kind = mail.message_id.split('.').next().unwrap();
                *kinds.entry(kind.to_owned()).or_default() += 1;
                to += 1;
            }
        }
    }
    let each = |count: usize| count as f64 / (games * seats) as f64;
    Mails {
        to: each(to),
        from: each(from),
        kinds,
    }
}

#[tokio::test]
async fn two_player_game_stays_within_mail_volume_limits() {
    let mails = mails("thats-life", 2, 2, false).await;
    assert!(mails.to <= 26.0 && mails.from <= 23.0, "{mails:?}");
    assert!(mails.to >= 8.0 && mails.from >= 6.0, "{mails:?}");
}

/// `cargo test --test api -- --ignored --nocapture print_mails_per_player_and_game`
#[tokio::test]
#[ignore = "prints a table"]
async fn print_mails_per_player_and_game() {
    println!("| game | seats | before: to, from | now: to, from |");
    println!("| --- | --- | --- | --- |");
    for kind in ::games::KINDS.current() {
        let info = kind.info();
        for seats in info.seats.clone().filter(|seats| *seats <= 6) {
            let seats = usize::from(seats);
            let before = mails(info.id, seats, 2, true).await;
            let now = mails(info.id, seats, 2, false).await;
            println!(
                "| {} | {seats} | {:.1}, {:.1} | {:.1}, {:.1} |",
                info.name, before.to, before.from, now.to, now.from
            );
        }
    }
}
