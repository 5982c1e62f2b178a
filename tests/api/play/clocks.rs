//! Clocks: deadlines, reminders, time-outs, holidays and pauses, on several nodes and across
//! restarts. The tests set the time and never wait for it.

use ::games::KINDS;
use accounts::limits::{Limits, Quotas};
use chrono::TimeDelta;
use common::clock::Moment;
use db::schema::games;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use mail::mailbox::Stored;
use play::bots;
use play::clocks::deadlines::look_at_all;
use rules::record::{self, Record};
use rules::{Body, Entry};
use serde_json::{Value, json};
use turnpike::App;

use crate::database_helpers::few;
use crate::helpers::*;
use crate::inbound::{address, ply, post, reply};
use crate::play::paced_games::*;
use crate::table::*;

impl Server {
    /// Breaks the clocks of a game: code that uses them panics.
    async fn spoils(&self, game: &str, clocks: Value) {
        diesel::update(games::table.find(game))
            .set((
                games::clocks.eq(clocks),
                games::revision.eq(games::revision + 1),
            ))
            .execute(&mut self.app.db.get().await.unwrap())
            .await
            .unwrap();
    }
}

/// Returns the expected clock of the first player if no player moves.
struct Row {
    what: &'static str,
    pace: Value,
    /// When the game begins.
    begins: &'static str,
    /// Days that the player takes off just after.
    holiday: Option<Value>,
    reminders: &'static [&'static str],
    deadline: &'static str,
    /// When the seat is timed out: at the deadline if there is no grace period.
    out: Option<&'static str>,
}

fn row(
    what: &'static str,
    pace: Value,
    begins: &'static str,
    reminders: &'static [&'static str],
    deadline: &'static str,
) -> Row {
    Row {
        what,
        pace,
        begins,
        holiday: None,
        reminders,
        deadline,
        out: None,
    }
}

fn pausing(days: u8, pause: Value) -> Value {
    json!({"days_per_move": days, "pause": pause})
}

fn table() -> Vec<Row> {
    let paris = |from: &str, to: &str| {
        let night = json!({"from": from, "to": to});
        pausing(1, json!({"time_zone": "Europe/Paris", "nightly": night}))
    };
    let weekends =
        |days: u8, zone: &str| pausing(days, json!({"time_zone": zone, "weekends": true}));
    vec![
        row(
            "three days",
            json!({"days_per_move": 3}),
            "2026-03-01T12:00",
            &["2026-03-03T00:00", "2026-03-03T12:00"],
            "2026-03-04T12:00",
        ),
        row(
            "one day: the last call would be the turn mail itself",
            json!({"days_per_move": 1}),
            "2026-03-01T12:00",
            &["2026-03-02T00:00"],
            "2026-03-02T12:00",
        ),
        row(
            "two days: half time is a day before",
            json!({"days_per_move": 2}),
            "2026-03-01T12:00",
            &["2026-03-02T12:00"],
            "2026-03-03T12:00",
        ),
        Row {
            out: Some("2026-03-03T00:00"),
            ..row(
                "grace",
                json!({"days_per_move": 1, "grace_hours": 12}),
                "2026-03-01T12:00",
                &["2026-03-02T00:00"],
                "2026-03-02T12:00",
            )
        },
        row(
            "a bank",
            json!({"bank_days": 2, "increment_hours": 12}),
            "2026-03-01T12:00",
            &["2026-03-02T12:00"],
            "2026-03-03T12:00",
        ),
        row(
            "over a weekend",
            weekends(3, "UTC"),
            "2026-03-06T12:00",
            &["2026-03-10T00:00", "2026-03-10T12:00"],
            "2026-03-11T12:00",
        ),
        row(
            "from a weekend",
            weekends(1, "UTC"),
            "2026-03-07T12:00",
            &["2026-03-09T12:00"],
            "2026-03-10T00:00",
        ),
        row(
            "over a weekend that is an hour short",
            weekends(1, "Europe/Paris"),
            "2026-03-27T12:00",
            &["2026-03-29T23:00"],
            "2026-03-30T11:00",
        ),
        row(
            "over a weekend that is an hour long",
            weekends(1, "Europe/Paris"),
            "2026-10-23T12:00",
            &["2026-10-26T01:00"],
            "2026-10-26T13:00",
        ),
        row(
            "nights, one of them short",
            paris("22:00", "08:00"),
            "2026-03-27T12:00",
            &["2026-03-28T10:00"],
            "2026-03-29T07:00",
        ),
        row(
            "nights, one of them long",
            paris("22:00", "08:00"),
            "2026-10-23T12:00",
            &["2026-10-24T10:00"],
            "2026-10-25T09:00",
        ),
        row(
            "a window that ends in the hour that comes twice",
            paris("01:00", "02:30"),
            "2026-10-24T22:00",
            &["2026-10-25T12:30"],
            "2026-10-26T02:00",
        ),
        row(
            "a window in the hour that is left out",
            paris("02:15", "02:45"),
            "2026-03-28T23:00",
            &["2026-03-29T11:00"],
            "2026-03-29T23:00",
        ),
        Row {
            holiday: Some(json!({"from": "2026-03-03", "until": "2026-03-05"})),
            ..row(
                "a holiday announced",
                json!({"days_per_move": 3}),
                "2026-03-01T12:00",
                &["2026-03-03T00:00", "2026-03-06T12:00"],
                "2026-03-07T12:00",
            )
        },
        Row {
            holiday: Some(json!({"until": "2026-03-02"})),
            ..row(
                "a holiday at once",
                json!({"days_per_move": 1}),
                "2026-03-01T12:00",
                &["2026-03-03T12:00"],
                "2026-03-04T00:00",
            )
        },
        Row {
            holiday: Some(json!({"until": "2026-03-02"})),
            ..row(
                "a holiday that does not count",
                json!({"days_per_move": 1, "holidays": false}),
                "2026-03-01T12:00",
                &["2026-03-02T00:00"],
                "2026-03-02T12:00",
            )
        },
    ]
}

/// Returns the state after two nodes and a newly started one have each looked once.
async fn so_far(one: &Server, two: &Server, at: Moment) -> (usize, i64) {
    let three = server_on(one.database.clone()).await;
    for node in [one, two, &three] {
        node.at(at);
    }
    tokio::join!(one.ticks(), two.ticks(), three.ticks());
    one.ticks().await;
    (
        one.told("reminder").await.len(),
        one.entries("timeout").await,
    )
}

#[tokio::test]
async fn deadlines_reminders_and_timeouts_match_the_table() {
    let minute = TimeDelta::minutes(1);
    for row in table() {
        let one = server().await;
        let two = server_on(one.database.clone()).await;
        for node in [&one, &two] {
            node.at(moment(row.begins));
        }
        let [ann, ben] = one.two_players().await;
        let game = paced(&[&ann, &ben], row.pace).await;
        if let Some(holiday) = row.holiday {
            ann.post("/v1/me/holidays", holiday).await.ok();
        }
        let (deadline, out) = (
            moment(row.deadline),
            moment(row.out.unwrap_or(row.deadline)),
        );
        let shown = clock(&ben.at(&two), &game, 0).await;
        let at = |member: &str| shown[member].as_str().unwrap().parse::<Moment>().unwrap();
        assert_eq!(
            (at("deadline"), at("times_out_at")),
            (deadline, out),
            "{}",
            row.what
        );
        assert_eq!(
            clock(&ann, &game, 1).await["deadline"],
            Value::Null,
            "{}",
            row.what
        );
        for (count, reminder) in row.reminders.iter().enumerate() {
            let reminder = moment(reminder);
            let before = so_far(&one, &two, reminder - minute).await;
            assert_eq!(before, (count, 0), "{}, before {reminder}", row.what);
            let after = so_far(&one, &two, reminder).await;
            assert_eq!(after, (count + 1, 0), "{}, at {reminder}", row.what);
        }
        let count = row.reminders.len();
        let before = so_far(&one, &two, out - minute).await;
        assert_eq!(before, (count, 0), "{}, before the end", row.what);
        let after = so_far(&one, &two, out).await;
        assert_eq!(after, (count, 1), "{}, at the end", row.what);
        let later = so_far(&one, &two, out + TimeDelta::days(9)).await;
        assert_eq!(later, (count, 1), "{}, later", row.what);
        assert_eq!(ben.sees(&game).await["status"], "finished", "{}", row.what);
        audited(&one.database).await;
    }
}

#[tokio::test]
async fn move_stops_own_clock_and_starts_opponents_clock() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = paced(&[&ann, &ben], json!({"days_per_move": 3})).await;
    let bank = paced(&[&ann, &ben], json!({"bank_days": 2, "increment_hours": 6})).await;
    server.at(moment("2026-03-02T12:00"));
    // Half a turn is a move, and there are three days for the next.
    ann.plays(&game, "roll").await;
    assert_eq!(
        clock(&ann, &game, 0).await["deadline"],
        "2026-03-05T12:00:00.000Z"
    );
    ann.plays(&game, "move start").await;
    assert_eq!(clock(&ann, &game, 0).await["deadline"], Value::Null);
    assert_eq!(
        clock(&ann, &game, 1).await["deadline"],
        "2026-03-05T12:00:00.000Z"
    );
    // Of a bank of two days one is used, and each of two moves adds six hours.
    ann.takes_a_first_turn(&bank).await;
    let hours = |clock: &Value| clock["seconds_left"].as_i64().unwrap() / 3600;
    assert_eq!(hours(&clock(&ben, &bank, 0).await), 24 + 12);
    assert_eq!(hours(&clock(&ben, &bank, 1).await), 48);
    server.at(moment("2026-03-02T13:00"));
    assert_eq!(hours(&clock(&ben, &bank, 1).await), 47);
    // It never exceeds its initial value.
    ben.takes_a_first_turn(&bank).await;
    assert_eq!(hours(&clock(&ben, &bank, 1).await), 48);
    let list = ann.get("/v1/games").await.ok();
    let listed = list["games"].as_array().unwrap();
    let listed = listed.iter().find(|it| it["id"] == bank.as_str()).unwrap();
    assert_eq!(listed["seats"][0]["clock"]["seconds_left"], 36 * 3600);
    assert_eq!(listed["pace"]["bank_days"], 2);
    assert_eq!(ann.makes(json!({"kind": "thats-life"})).await.len(), 11);
    assert_eq!(
        ann.get("/v1/games").await.ok()["games"][0]["pace"],
        Value::Null
    );
}

/// Plays a game until Ann's time has run out, and returns the log.
async fn timed_out(server: &Server, on_timeout: &str, players: &[&Player<'_>]) -> (String, Value) {
    let pace = json!({"days_per_move": 1, "on_timeout": on_timeout});
    let game = paced(players, pace).await;
    server.app.clock.forward(TimeDelta::days(1));
    server.ticks().await;
    let log = players[1].get(&format!("/v1/games/{game}/log")).await.ok();
    (game, log["entries"].clone())
}

/// The exported record of a finished game, verified without the server.
async fn verified(player: &Player<'_>, game: &str) {
    let export = player.get(&format!("/v1/games/{game}/export")).await.ok();
    let record = Record::from_json(&export.to_string()).unwrap();
    record::verify(&record, KINDS).unwrap();
    // Neither may be left out or put differently.
    let is_timeout = |it: &Entry| matches!(it.body, Body::Timeout(_));
    let at = record.entries.iter().position(is_timeout).unwrap();
    for forge in [json!("leave"), json!("move"), Value::Null] {
        let mut export = export.clone();
        let entry = &mut export["entries"][at];
        if entry["leads_to"] == forge {
            continue;
        }
        entry["leads_to"] = forge.clone();
        let read = Record::from_json(&export.to_string());
        let fault = read.and_then(|it| record::verify(&it, KINDS)).unwrap_err();
        let lacks = format!("entry {} is a timeout without `leads_to`", at + 1);
        assert_eq!(fault.what.starts_with(&lacks), forge.is_null(), "{fault}");
    }
}

#[tokio::test]
async fn timeout_with_leave_policy_removes_the_player() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo"]).await;
    let [ann, ben, cleo] = players.each_ref();
    let (game, log) = timed_out(&server, "leave", &[ann, ben, cleo]).await;
    assert_eq!(log[0]["kind"], "timeout");
    assert_eq!(
        (&log[0]["leads_to"], &log[0]["seat"]),
        (&json!("leave"), &json!(0))
    );
    assert_eq!(log.as_array().unwrap().len(), 1);
    let seen = ben.sees(&game).await;
    assert_eq!(
        (&seen["status"], &seen["to_act"]),
        (&json!("running"), &json!([1]))
    );
    let told = server.told("timed_out").await;
    let hash = log[0]["hash"].as_str().unwrap();
    assert_eq!(told, [format!("timed_out/1-{}/0", &hash[..8])]);
    let letter = &server.letters("ann", "timed_out").await[0];
    assert!(
        letter.text.contains("You have left the game."),
        "{}",
        letter.text
    );
    let turn = &server.letters("ben", "your_turn").await[0];
    assert!(
        turn.text.contains("The time of ann runs out."),
        "{}",
        turn.text
    );
    // The next is timed out, and the game is over.
    server.app.clock.forward(TimeDelta::days(1));
    server.ticks().await;
    let over = ben.sees(&game).await;
    assert_eq!(over["result"]["standings"][2]["rank"], 1);
    verified(ann, &game).await;
    audited(&server.database).await;
}

#[tokio::test]
async fn timeout_with_bot_policy_gives_seat_to_bot_permanently() {
    let server = server().await;
    let two = server_on(server.database.clone()).await;
    let [ann, ben] = server.two_players().await;
    let (game, log) = timed_out(&server, "bot", &[&ann, &ben]).await;
    assert_eq!(
        (&log[0]["kind"], &log[0]["leads_to"]),
        (&json!("timeout"), &json!("bot"))
    );
    let seen = ben.sees(&game).await;
    assert_eq!(seen["seats"][0]["bot"], "greedy");
    assert_eq!(seen["seats"][0]["player"], Value::Null);
    assert_eq!(seen["seats"][0]["clock"]["deadline"], Value::Null);
    let roll = || json!([{"text": "roll"}]);
    let late = ann.sends(&game, &json!(1), roll()).await;
    late.problem(409, "not-seated");
    bots::answer_all(&server.app).await.unwrap();
    assert_eq!(ben.sees(&game).await["to_act"], json!([1]));
    // Another node knows the new player, too, even if it had the former one in memory.
    let late = ann.at(&two).sends(&game, &json!(1), roll()).await;
    late.problem(409, "not-seated");
    while ben.sees(&game).await["status"] == "running" {
        play_on(&[&ben], &game, 1).await;
        bots::answer_all(&server.app).await.unwrap();
    }
    verified(&ben, &game).await;
    audited(&server.database).await;
}

#[tokio::test]
async fn timeout_with_move_policy_plays_the_turn_and_keeps_the_seat() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let (game, log) = timed_out(&server, "move", &[&ann, &ben]).await;
    let kinds: Vec<&str> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["timeout", "move", "move"]);
    let seen = ben.sees(&game).await;
    assert_eq!(seen["to_act"], json!([1]));
    assert_eq!(seen["seats"][0]["player"], "ann");
    assert_eq!(server.letters("ben", "your_turn").await.len(), 1);
    ben.takes_a_first_turn(&game).await;
    ann.takes_a_first_turn(&game).await;
    ben.plays(&game, "leave").await;
    verified(&ann, &game).await;
    audited(&server.database).await;
}

#[tokio::test]
async fn timeout_with_end_policy_finishes_the_game() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo"]).await;
    let [ann, ben, cleo] = players.each_ref();
    let (game, log) = timed_out(&server, "end", &[ann, ben, cleo]).await;
    assert_eq!(log[0]["leads_to"], "end");
    let seen = ben.sees(&game).await;
    assert_eq!(seen["status"], "finished");
    let ranks: Vec<(u64, bool)> = seen["result"]["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["rank"].as_u64().unwrap(), it["left"].as_bool().unwrap()))
        .collect();
    assert_eq!(ranks, [(3, true), (1, false), (1, false)]);
    ben.tries(&game, "roll").await.problem(409, "game-over");
    assert_eq!(ben.may_play(&game).await["moves"], json!([]));
    assert_eq!(server.told("game_over").await.len(), 3);
    verified(ann, &game).await;
    // A node that was just started finds it as it is.
    let two = server_on(server.database.clone()).await;
    assert_eq!(ben.at(&two).sees(&game).await["result"], seen["result"]);
    audited(&server.database).await;
}

#[tokio::test]
async fn concurrent_move_and_timeout_never_both_succeed() {
    let often = |app: &mut App| {
        app.limits = Limits::new(Quotas {
            guesses_per_name: few(1_000),
            ..Quotas::default()
        });
    };
    let one = server_with(fresh_database().await, |_| {}, often).await;
    let two = server_with(one.database.clone(), |_| {}, often).await;
    let [ann, ben] = one.two_players().await;
    let (mut moved, mut out) = (0, 0);
    for round in 0..12 {
        let game = paced(&[&ann, &ben], json!({"days_per_move": 1, "grace_hours": 1})).await;
        let hours = TimeDelta::hours(25);
        one.app.clock.forward(hours);
        two.app.clock.forward(hours);
        let body = json!({"seq": 1, "moves": [{"text": "roll"}]});
        let ann_too = ann.at(&two);
        let mover = if round % 2 == 0 { &ann } else { &ann_too };
        // The token is renewed before the race begins.
        mover.sees(&game).await;
        let (answer, (), ()) =
            tokio::join!(mover.posts_moves(&game, &body), one.ticks(), two.ticks());
        let log = ben.get(&format!("/v1/games/{game}/log")).await.ok();
        let first = &log["entries"][0];
        if answer.status == 200 {
            moved += 1;
            assert_eq!(first["kind"], "move");
            assert_eq!(ben.sees(&game).await["status"], "running");
            ann.plays(&game, "leave").await;
        } else {
            out += 1;
            answer.problem(409, "stale");
            assert_eq!(first["kind"], "timeout");
        }
    }
    assert_eq!(moved + out, 12);
    audited(&one.database).await;
    // A move after the deadline still counts if no node has looked yet.
    let game = paced(&[&ann, &ben], json!({"days_per_move": 1})).await;
    one.app.clock.forward(TimeDelta::days(3));
    ann.takes_a_first_turn(&game).await;
    one.ticks().await;
    assert_eq!(ben.sees(&game).await["status"], "running");
}

#[tokio::test]
async fn reminder_is_not_sent_after_an_extension_or_a_move() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let zone = json!({"time_zone": "Europe/Paris"});
    assert_eq!(
        ann.patch("/v1/me", zone).await.ok()["time_zone"],
        "Europe/Paris"
    );
    let game = json!({"kind": "thats-life", "options": {"pawns": "2"}, "entropy": ann.luck(),
        "seed": "07".repeat(32), "pace": {"days_per_move": 3, "grace_hours": 6}});
    let game = ann.makes(game).await;
    server.renames(&game, "Gx3kPq7LmZ2").await;
    let game = "Gx3kPq7LmZ2";
    ben.joins(game).await;
    let letter = |mail: &Stored| mail.text.split("HOW IT BEGINS").next().unwrap().to_owned();
    let turn = &server.letters("ann", "your_turn").await[0];
    insta::assert_snapshot!("turn_with_a_clock", letter(turn));
    server.at(moment("2026-03-03T00:00"));
    server.ticks().await;
    let reminder = &server.letters("ann", "reminder").await[0];
    insta::assert_snapshot!("reminder", letter(reminder));
    assert!(reminder.source.contains("Reminder, your turn"));
    assert!(
        reminder
            .html
            .contains("<strong>1 day and 12 hours</strong>")
    );
    // More time makes a reminder wrong that was not sent yet.
    server.at(moment("2026-03-03T12:00"));
    server.ticks().await;
    let path = format!("/v1/games/{game}/seats/0/extension");
    ben.post(&path, json!({"days": 2})).await.ok();
    assert_eq!(server.letters("ann", "reminder").await.len(), 1);
    server.at(moment("2026-03-05T12:00"));
    server.ticks().await;
    // So does a move.
    ann.takes_a_first_turn(game).await;
    assert_eq!(server.letters("ann", "reminder").await.len(), 1);
    assert_eq!(server.told("reminder").await.len(), 3);
}

#[tokio::test]
async fn only_opponents_can_extend_a_deadline() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let [ann, ben, cleo, dan] = players.each_ref();
    let game = paced(&[ann, ben, cleo], json!({"days_per_move": 1})).await;
    let path = |seat: u8| format!("/v1/games/{game}/seats/{seat}/extension");
    let days = |n: u8| json!({"days": n});
    ann.post(&path(0), days(1)).await.problem(403, "forbidden");
    dan.post(&path(0), days(1)).await.problem(409, "not-seated");
    ben.post(&path(1), days(1)).await.problem(403, "forbidden");
    ben.post(&path(2), days(1)).await.problem(409, "no-clock");
    ben.post(&path(9), days(1)).await.problem(404, "not-found");
    for bad in [json!({"days": 0}), json!({"days": 31}), json!({})] {
        ben.post(&path(0), bad)
            .await
            .problem(400, "invalid-request");
    }
    let given = ben.post(&path(0), days(2)).await.ok();
    assert_eq!(
        given["seats"][0]["clock"]["deadline"],
        "2026-03-04T12:00:00.000Z"
    );
    // Sent again it changes nothing; another opponent may add to it.
    assert_eq!(ben.post(&path(0), days(2)).await.ok(), given);
    let given = cleo.post(&path(0), days(1)).await.ok();
    assert_eq!(
        given["seats"][0]["clock"]["deadline"],
        "2026-03-05T12:00:00.000Z"
    );
    assert_eq!(server.letters("ann", "extension").await.len(), 2);
    server.at(moment("2026-03-05T11:00"));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 0);
    let free = thats_life(&[ann, ben]).await;
    let path = format!("/v1/games/{free}/seats/0/extension");
    ben.post(&path, days(1)).await.problem(409, "no-clock");
    ann.plays(&free, "leave").await;
    ben.post(&path, days(1)).await.problem(409, "not-running");
}

#[tokio::test]
async fn clocks_run_independently_in_simultaneous_turn() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    for on_timeout in ["leave", "move", "end"] {
        let begins = server.app.clock.now();
        let game = json!({"kind": "flip-freighters", "seats": 2,
            "pace": {"days_per_move": 2, "on_timeout": on_timeout}});
        let game = ann.makes(game).await;
        ben.joins(&game).await;
        let deadline = |clock: &Value| clock["deadline"].as_str()?.parse::<Moment>().ok();
        let both = Some(begins + TimeDelta::days(2));
        assert_eq!(deadline(&clock(&ann, &game, 0).await), both);
        assert_eq!(deadline(&clock(&ann, &game, 1).await), both);
        server.app.clock.forward(TimeDelta::days(1));
        ann.plays(&game, "done").await;
        assert_eq!(deadline(&clock(&ann, &game, 0).await), None);
        assert_eq!(deadline(&clock(&ann, &game, 1).await), both);
        server.app.clock.forward(TimeDelta::days(1));
        server.ticks().await;
        let seen = ann.sees(&game).await;
        let log = ann.get(&format!("/v1/games/{game}/log?since=1")).await.ok();
        assert_eq!(log["entries"][0]["kind"], "timeout");
        assert_eq!(log["entries"][0]["seat"], 1);
        if on_timeout == "end" {
            let ranks = seen["result"]["standings"].as_array().unwrap().iter();
            let ranks: Vec<_> = ranks.map(|it| it["rank"].as_u64().unwrap()).collect();
            assert_eq!((&seen["status"], ranks), (&json!("finished"), vec![1, 2]));
        } else {
            // The next day begins, with a new clock for the remaining players.
            let next = Some(server.app.clock.now() + TimeDelta::days(2));
            assert_eq!(seen["status"], "running");
            assert_eq!(deadline(&clock(&ann, &game, 0).await), next);
            let there = on_timeout == "move";
            assert_eq!(
                deadline(&clock(&ann, &game, 1).await),
                next.filter(|_| there)
            );
            ann.plays(&game, "leave").await;
            if there {
                ben.tries(&game, "leave").await;
            }
        }
        verified(&ann, &game).await;
    }
    audited(&server.database).await;
}

#[tokio::test]
async fn invalid_pace_is_rejected() {
    let server = server().await;
    let ann = server.player("ann").await;
    let make = async |pace: Value| {
        let game = json!({"kind": "thats-life", "pace": pace});
        ann.post("/v1/games", game).await
    };
    for pace in [
        json!({}),
        json!({"days_per_move": 1, "bank_days": 2}),
        json!({"increment_hours": 2}),
        json!({"days_per_move": 1, "on_timeout": "win"}),
        json!({"days_per_move": 1, "speed": 2}),
        json!([3]),
        json!({"days_per_move": 1, "pause": {"time_zone": "Mars/Olympus", "weekends": true}}),
        json!({"days_per_move": 1, "pause": {"time_zone": "UTC", "nightly": {"from": "7", "to": "9"}}}),
        json!({"days_per_move": 1, "pause": ["UTC"]}),
    ] {
        make(pace).await.problem(400, "invalid-request");
    }
    for pace in [
        json!({"days_per_move": 0}),
        json!({"days_per_move": 91}),
        json!({"bank_days": 181}),
        json!({"bank_days": 1, "increment_hours": 241}),
        json!({"days_per_move": 1, "grace_hours": 241}),
        json!({"days_per_move": 1, "pause": {"time_zone": "UTC"}}),
        json!({"days_per_move": 1, "pause": {"time_zone": "UTC", "nightly": {"from": "07:00", "to": "07:00"}}}),
    ] {
        make(pace).await.problem(422, "invalid-game");
    }
    let pace = json!({"days_per_move": 3, "on_timeout": "bot", "grace_hours": 2, "holidays": true,
        "pause": {"time_zone": "Asia/Tokyo", "weekends": true, "nightly": {"from": "23:00", "to": "07:30"}}});
    assert_eq!(make(pace.clone()).await.ok()["pace"], pace);
    ann.patch("/v1/me", json!({"time_zone": "Here"}))
        .await
        .problem(400, "invalid-request");
    ann.patch("/v1/me", json!({"email": "ann@example.net"}))
        .await
        .problem(400, "invalid-request");
}

#[tokio::test]
async fn panic_in_one_game_does_not_stop_clocks_of_other_games() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let spoilt = paced(&[&ann, &ben], json!({"days_per_move": 1})).await;
    paced(&[&ann, &ben], json!({"days_per_move": 1})).await;
    let running = json!({"ply": 0, "since": "2026-03-01T12:00:00Z", "left": i64::MIN,
        "deadline": "2026-03-02T12:00:00Z", "ends": "2026-03-02T12:00:00Z", "reminded": null,
        "extended_by": 0});
    server
        .spoils(&spoilt, json!([{"running": running}, {}]))
        .await;
    server.app.clock.forward(TimeDelta::days(1));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 1);
    // It is looked at again, but no longer before all others.
    server.app.clock.forward(TimeDelta::minutes(2));
    assert_eq!(look_at_all(&server.app).await.unwrap(), 1);
    assert_eq!(look_at_all(&server.app).await.unwrap(), 0);
}

#[tokio::test]
async fn panic_in_one_game_does_not_stop_bots_in_other_games() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut made = Vec::new();
    for _ in 0..3 {
        let game = json!({"kind": "thats-life", "options": {"pawns": "2"},
            "pace": {"bank_days": 2, "increment_hours": 6}, "invite": [{"bot": "greedy"}]});
        let game = id(&ann.post("/v1/games", game).await.ok());
        ann.takes_a_first_turn(&game).await;
        made.push(game);
    }
    server
        .spoils(&made[0], json!([{"bank": i64::MIN}, {"bank": 0}]))
        .await;
    let two = server_on(server.database.clone()).await;
    bots::answer_all(&two.app).await.unwrap();
    let ann = ann.at(&two);
    let log = ann.get(&format!("/v1/games/{}/log", made[0])).await.ok();
    assert_eq!(log["entries"].as_array().unwrap().len(), 2, "it does panic");
    assert_eq!(ann.sees(&made[1]).await["to_act"], json!([0]));
    assert_eq!(ann.sees(&made[2]).await["to_act"], json!([0]));
}

#[tokio::test]
async fn move_mailed_before_deadline_prevents_timeout() {
    let post = post().await;
    let server = &post.server;
    let [ann, ben] = server.two_players().await;
    let game = paced(&[&ann, &ben], json!({"days_per_move": 1})).await;
    post.works().await;
    let asked = post.last_about("ann", &game).await;
    let mails = async || {
        let (to, raw) = reply("ann", &asked, "roll");
        post.sends(&address("ann"), &to, &raw).await.unwrap();
    };
    server.at(moment("2026-03-02T11:50"));
    mails().await;
    server.at(moment("2026-03-02T12:10"));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 0);
    assert_eq!(ply(&post, &game).await, 0);
    post.works().await;
    server.at(moment("2026-03-02T12:20"));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 0);
    assert_eq!(ply(&post, &game).await, 1);
    // One that is stuck holds time-outs up for an hour.
    server.at(moment("2026-03-03T11:50"));
    mails().await;
    server.at(moment("2026-03-03T13:05"));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 0);
    server.at(moment("2026-03-03T13:10"));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 1);
}
