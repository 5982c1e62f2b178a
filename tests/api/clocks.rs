//! Clocks: deadlines, reminders, time-outs, holidays, windows; on several nodes and over restarts.
//! Time is set and never waited for.

use ::games::KINDS;
use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use rules::record::{self, Record};
use rules::{Body, Entry};
use serde_json::{Value, json};
use turnpike::clock::Moment;
use turnpike::jobs::mailer::deliver_due;
use turnpike::mail::mailbox::Stored;
use turnpike::service::App;
use turnpike::service::bots;
use turnpike::service::clocks::deadlines::{look_at_all, watch};
use turnpike::service::clocks::outages::{Watch, see};
use turnpike::service::limits::{Limits, Quotas};
use turnpike::store::schema::{entries, games, outbox};

use crate::helpers::*;
use crate::inbound::{address, ply, post, reply};
use crate::mailbag::few;
use crate::table::*;

fn moment(text: &str) -> Moment {
    format!("{text}:00Z").parse().unwrap()
}

impl Server {
    /// Sets the clock of this node forward to a moment.
    fn at(&self, at: Moment) {
        let by = at - self.app.clock.now();
        assert!(by >= TimeDelta::zero(), "time goes forward: {at}");
        self.app.clock.forward(by);
    }

    /// Lets the clocks have what they want.
    async fn ticks(&self) {
        while look_at_all(&self.app).await.unwrap() > 0 {}
    }

    /// The mails of a kind that were ever put into the outbox: their keys.
    pub async fn told(&self, kind: &str) -> Vec<String> {
        outbox::table
            .filter(outbox::kind.eq(kind))
            .order((outbox::created_at, outbox::key))
            .select(outbox::key)
            .load(&mut self.app.db.get().await.unwrap())
            .await
            .unwrap()
    }

    /// Spoils the clocks of a game: whoever works with them panics.
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

    /// How many entries of a kind there are.
    async fn entries(&self, kind: &str) -> i64 {
        entries::table
            .filter(entries::kind.eq(kind))
            .count()
            .get_result(&mut self.app.db.get().await.unwrap())
            .await
            .unwrap()
    }

    /// The letters of a kind in somebody's mailbox, after what is due was sent.
    pub async fn letters(&self, name: &str, kind: &str) -> Vec<Stored> {
        deliver_due(&self.app).await.unwrap();
        let address = format!("{name}@example.org");
        let mailbox = self.app.mail.mailbox().unwrap();
        let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
        mails.retain(|mail| mail.message_id.starts_with(&format!("{kind}.")));
        mails
    }
}

/// A game of That's Life! with this pace; the first of the players begins.
async fn paced(players: &[&Player<'_>], pace: Value) -> String {
    let game = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": players.len(),
        "pace": pace});
    let game = players[0].makes(game).await;
    for player in &players[1..] {
        player.joins(&game).await;
    }
    game
}

/// The clock of a seat.
async fn clock(player: &Player<'_>, game: &str, seat: usize) -> Value {
    player.sees(game).await["seats"][seat]["clock"].clone()
}

/// What the first player's clock does, when nobody moves.
struct Row {
    what: &'static str,
    pace: Value,
    /// When the game begins.
    begins: &'static str,
    /// Days that the player takes off just after.
    holiday: Option<Value>,
    reminders: &'static [&'static str],
    deadline: &'static str,
    /// When the seat is timed out; at the deadline, where there is no grace.
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

/// What there is by now, after two nodes and one that was just started have looked at once.
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
async fn clocks_run_by_the_table() {
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
async fn each_turn_starts_a_clock_and_stops_another() {
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
    // It never grows beyond what it was in the beginning.
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

/// Plays a game until Ann's time has run out, and says what the log holds then.
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
async fn who_is_timed_out_leaves() {
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
    assert_eq!(server.told("timed_out").await, ["timed_out/1/0"]);
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
async fn a_bot_takes_the_seat_for_good() {
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
    // Another node knows it too, whoever it thought sat there.
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
async fn a_bot_plays_what_is_owed() {
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
async fn a_game_can_end_with_a_time_out() {
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
async fn a_move_and_a_time_out_never_both_win() {
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
    // What comes late but before anybody has looked simply counts.
    let game = paced(&[&ann, &ben], json!({"days_per_move": 1})).await;
    one.app.clock.forward(TimeDelta::days(3));
    ann.takes_a_first_turn(&game).await;
    one.ticks().await;
    assert_eq!(ben.sees(&game).await["status"], "running");
}

#[tokio::test]
async fn a_reminder_is_a_turn_mail_that_is_still_true() {
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
async fn opponents_give_more_time() {
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
async fn holidays_count_against_an_allowance_and_are_told_once() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo"]).await;
    let [ann, ben, cleo] = players.each_ref();
    let pace = || json!({"days_per_move": 3});
    let game = paced(&[ann, ben, cleo], pace()).await;
    paced(&[ann, ben], pace()).await;
    thats_life(&[ann, ben]).await;
    let days = |from: &str, until: &str| json!({"from": from, "until": until});
    let take = async |body: Value| ann.post("/v1/me/holidays", body).await;
    for bad in [
        days("2026-02-28", "2026-03-02"),
        days("2026-03-09", "2026-03-08"),
        days("2029-01-01", "2029-01-02"),
        days("2026-04-01", "2026-05-01"),
    ] {
        take(bad).await.problem(409, "no-holiday");
    }
    take(json!({"until": "soon"}))
        .await
        .problem(400, "invalid-request");
    let taken = take(days("2026-03-02", "2026-03-11")).await.ok();
    assert_eq!(taken["begins_at"], "2026-03-02T00:00:00.000Z");
    assert_eq!(taken["ends_at"], "2026-03-12T00:00:00.000Z");
    take(days("2026-03-11", "2026-03-12"))
        .await
        .problem(409, "no-holiday");
    take(days("2026-12-20", "2027-01-10")).await.ok();
    let left = ann.get("/v1/me/holidays").await.ok();
    assert_eq!(
        (&left["days_a_year"], &left["days_left"]),
        (&json!(30), &json!(8))
    );
    // Twelve hours run before it, the rest after it.
    let seen = clock(ben, &game, 0).await;
    assert_eq!(seen["deadline"], "2026-03-14T12:00:00.000Z");
    assert_eq!(seen["holidays"][0]["until"], "2026-03-12T00:00:00.000Z");
    assert_eq!(
        server.letters("ben", "holiday").await.len(),
        2,
        "one for each holiday"
    );
    let letters = server.letters("cleo", "holiday").await;
    assert!(
        letters
            .iter()
            .any(|it| it.text.contains("Monday 2 March 2026, 00:00 UTC"))
    );
    server.at(moment("2026-03-05T06:00"));
    let seen = clock(ben, &game, 0).await;
    assert_eq!(seen["stands_still_until"], "2026-03-12T00:00:00.000Z");
    assert_eq!(seen["seconds_left"], 60 * 3600);
    // Back early: days that have begun stay taken.
    let path = format!("/v1/me/holidays/{}", taken["id"].as_str().unwrap());
    ben.delete(&path).await.problem(404, "not-found");
    assert_eq!(ann.delete(&path).await.status, 204);
    ann.delete(&path).await.problem(404, "not-found");
    assert_eq!(
        clock(ben, &game, 0).await["deadline"],
        "2026-03-07T18:00:00.000Z"
    );
    assert_eq!(ann.get("/v1/me/holidays").await.ok()["days_left"], 14);
    // Whoever was told that a clock stands is told that it runs: once, not in each game.
    for name in ["ben", "cleo"] {
        let letters = server.letters(name, "holiday").await;
        let back = letters
            .iter()
            .filter(|it| it.text.contains("is back from holiday"));
        let back: Vec<_> = back.collect();
        assert_eq!(back.len(), 1, "{name}");
        assert!(
            back[0].text.contains("ann’s clock runs again"),
            "{}",
            back[0].text
        );
    }
    // One that had not begun is called off.
    let later = ann.get("/v1/me/holidays").await.ok();
    let later = format!(
        "/v1/me/holidays/{}",
        later["holidays"][0]["id"].as_str().unwrap()
    );
    assert_eq!(ann.delete(&later).await.status, 204);
    let letters = server.letters("ben", "holiday").await;
    assert_eq!(letters.len(), 4);
    let off = |it: &Stored| it.text.contains("ann has called the holiday off.");
    assert_eq!(letters.iter().filter(|it| off(it)).count(), 1);
    server.at(moment("2026-03-07T18:00"));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 2);
}

#[tokio::test]
async fn a_seat_changes_hands_by_agreement() {
    let server = server().await;
    let two = server_on(server.database.clone()).await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let [ann, ben, cleo, dan] = players.each_ref();
    let game = json!({"kind": "thats-life", "options": {"pawns": "2"}, "visibility": "private",
        "invite": [{"player": "ben"}], "pace": {"days_per_move": 2}});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    let (cleo_too, ben_too) = (cleo.at(&two), ben.at(&two));
    ben_too.sees(&game).await;
    let mine = format!("/v1/games/{game}/seats/me/replacement");
    let seat = format!("/v1/games/{game}/seats/0/replacement");
    cleo.post(&seat, json!({})).await.problem(404, "not-found");
    ann.post(&mine, json!({"player": "ben"}))
        .await
        .problem(409, "already-seated");
    ann.post(&mine, json!({"player": "nobody"}))
        .await
        .problem(400, "invalid-request");
    let offered = ann.post(&mine, json!({"player": "cleo"})).await.ok();
    assert_eq!(offered["seats"][0]["invited"], "cleo");
    assert_eq!(ann.delete(&mine).await.status, 204);
    cleo.post(&seat, json!({})).await.problem(404, "not-found");
    assert!(
        server.letters("cleo", "seat_offered").await.is_empty(),
        "it was taken back"
    );
    ann.post(&mine, json!({"player": "cleo"})).await.ok();
    assert_eq!(server.letters("cleo", "seat_offered").await.len(), 1);
    // Who does not want it leaves nobody waiting.
    assert_eq!(cleo.delete(&seat).await.status, 204);
    let letters = server.letters("ann", "seat_declined").await;
    let told = "cleo does not take over your seat in";
    assert!(letters[0].text.contains(told), "{}", letters[0].text);
    ann.post(&mine, json!({"player": "cleo"})).await.ok();
    ben.post(&seat, json!({})).await.problem(403, "forbidden");
    dan.post(&seat, json!({})).await.problem(404, "not-found");
    server.app.clock.forward(TimeDelta::days(1));
    two.app.clock.forward(TimeDelta::days(1));
    let taken = cleo.post(&seat, json!({})).await.ok();
    assert_eq!((&taken["seat"], &taken["seq"]), (&json!(0), &json!(2)));
    assert_eq!(cleo.post(&seat, json!({})).await.ok()["ply"], taken["ply"]);
    assert_eq!(
        taken["seats"][0]["clock"]["deadline"],
        "2026-03-04T12:00:00.000Z"
    );
    let log = ben.get(&format!("/v1/games/{game}/log")).await.ok();
    assert_eq!(
        (&log["entries"][0]["kind"], &log["entries"][0]["by"]),
        (&json!("takeover"), &json!("player"))
    );
    // Who had it may look on, and no more; the new sitter plays at every node.
    ann.sees(&game).await;
    let roll = json!({"seq": 2, "moves": [{"text": "roll"}]});
    ann.posts_moves(&game, &roll)
        .await
        .problem(404, "not-found");
    ann.at(&two)
        .posts_moves(&game, &roll)
        .await
        .problem(404, "not-found");
    cleo_too.plays(&game, "roll").await;
    cleo.plays(&game, "move start").await;
    assert_eq!(
        server.letters("cleo", "your_turn").await.len(),
        0,
        "the turn is over"
    );
    assert_eq!(server.letters("ben", "seat_taken").await.len(), 1);
    // To a bot, at once.
    let given = ben.post(&mine, json!({"bot": "greedy"})).await.ok();
    assert_eq!(given["seats"][1]["bot"], "greedy");
    bots::answer_all(&server.app).await.unwrap();
    assert_eq!(cleo.sees(&game).await["to_act"], json!([0]));
    cleo.plays(&game, "leave").await;
    cleo.post(&mine, json!({"bot": "greedy"}))
        .await
        .problem(409, "not-running");
    let export = cleo.get(&format!("/v1/games/{game}/export")).await.ok();
    let record = Record::from_json(&export.to_string()).unwrap();
    record::verify(&record, KINDS).unwrap();
    audited(&server.database).await;
}

#[tokio::test]
async fn orders_are_secret_and_followed_when_the_turn_comes() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo"]).await;
    let [ann, ben, cleo] = players.each_ref();
    let game = thats_life(&[ann, ben, cleo]).await;
    let path = format!("/v1/games/{game}/orders");
    let none = json!({"forced": false, "moves": [], "conditional": []});
    assert_eq!(ben.get(&path).await.ok(), none);
    let queue = json!({"moves": [{"text": "roll; move start"}, {"text": "roll"}]});
    let given = ben.put(&path, queue).await.ok();
    assert_eq!(given["moves"].as_array().unwrap().len(), 3);
    assert_eq!(ann.get(&path).await.ok(), none, "nobody else sees them");
    assert!(!ann.sees(&game).await.to_string().contains("orders"));
    ann.plays(&game, "roll").await;
    let body = json!({"seq": 2, "moves": [{"text": "move start"}]});
    let first = ann.posts_moves(&game, &body).await;
    // Ben's turn was over in the same write: no mail, and the answer to Ann is her own.
    assert_eq!(first.json()["ply"], 2);
    assert_eq!(ann.posts_moves(&game, &body).await.text, first.text);
    let seen = ann.sees(&game).await;
    assert_eq!((&seen["ply"], &seen["to_act"]), (&json!(4), &json!([2])));
    assert!(
        server
            .told("your_turn")
            .await
            .iter()
            .all(|key| !key.ends_with("/1"))
    );
    assert_eq!(
        ben.get(&path).await.ok()["moves"],
        json!([{"text": "roll"}])
    );
    // A move that is not legal when the turn comes cancels the rest.
    ben.put(
        &path,
        json!({"moves": [{"text": "move start"}, {"text": "roll"}]}),
    )
    .await
    .ok();
    cleo.takes_a_first_turn(&game).await;
    ann.plays(&game, "leave").await;
    assert_eq!(ben.get(&path).await.ok(), none);
    assert_eq!(ben.sees(&game).await["to_act"], json!([1]));
    assert_eq!(server.letters("ben", "orders_cancelled").await.len(), 1);
    // The only legal move is played at once, if it is one's turn.
    ben.put(&path, json!({"forced": true})).await.ok();
    assert_eq!(
        ben.sees(&game).await["view"]["phase"]["type"],
        ben.sees(&game).await["view"]["phase"]["type"]
    );
    assert!(ben.sees(&game).await["ply"].as_u64().unwrap() > 7);
    let too_many: Vec<Value> = (0..33).map(|_| json!({"text": "roll"})).collect();
    ben.put(&path, json!({"moves": too_many}))
        .await
        .problem(400, "invalid-request");
    cleo.plays(&game, "leave").await;
    ben.put(&path, json!({"forced": true}))
        .await
        .problem(409, "not-running");
    audited(&server.database).await;
}

#[tokio::test]
async fn in_a_simultaneous_turn_each_clock_runs_by_itself() {
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
            // The next day begins, with a new clock for whoever is there.
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
async fn a_pace_that_makes_no_sense_is_refused() {
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
async fn a_game_that_panics_does_not_stop_the_clocks_of_others() {
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
async fn a_game_that_panics_does_not_stop_the_bots_in_others() {
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
async fn a_move_that_was_mailed_in_time_counts() {
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

#[tokio::test]
async fn holidays_are_not_taken_over_and_over() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    paced(&[&ann, &ben], json!({"days_per_move": 3})).await;
    let days = |from: &str, until: &str| json!({"from": from, "until": until});
    let take = async |body: Value| ann.post("/v1/me/holidays", body).await;
    for _ in 0..10 {
        let taken = take(days("2026-03-05", "2026-03-06")).await.ok();
        let path = format!("/v1/me/holidays/{}", id(&taken));
        assert_eq!(ann.delete(&path).await.status, 204);
        // What is refused anyway does not count.
        let refused = take(days("2026-03-06", "2026-03-05")).await;
        refused.problem(409, "no-holiday");
    }
    let refused = take(days("2026-03-05", "2026-03-06")).await;
    refused.problem(429, "too-many");
    let body = days("2026-03-05", "2026-03-06");
    ben.post("/v1/me/holidays", body).await.ok();
    assert_eq!(server.told("holiday").await.len(), 11);
}

#[tokio::test]
async fn nobody_is_timed_out_because_the_server_was_away() {
    let post = post().await;
    let server = &post.server;
    let [ann, ben] = server.two_players().await;
    let game = paced(
        &[&ann, &ben],
        json!({"days_per_move": 1, "on_timeout": "bot"}),
    )
    .await;
    post.works().await;
    let asked = post.last_about("ann", &game).await;
    watch(&server.app).await.unwrap();
    server.at(moment("2026-03-02T10:00"));
    watch(&server.app).await.unwrap();
    server.at(moment("2026-03-02T10:00") + TimeDelta::seconds(5));
    watch(&server.app).await.unwrap();
    // From here to half past three nobody looks. The deadline was at noon.
    let back = moment("2026-03-02T15:30");
    server.at(back);
    watch(&server.app).await.unwrap();
    watch(&server.app).await.unwrap();
    assert_eq!(server.entries("timeout").await, 0);
    let seen = ann.sees(&game).await;
    let deadline = &seen["seats"][0]["clock"]["deadline"];
    assert_eq!(deadline, "2026-03-02T17:29:55.000Z", "{seen}");
    // The mail server has the reply, and tries again in its own time.
    server.at(back + TimeDelta::minutes(40));
    watch(&server.app).await.unwrap();
    let (to, raw) = reply("ann", &asked, "roll");
    post.sends(&address("ann"), &to, &raw).await.unwrap();
    post.works().await;
    assert_eq!(ply(&post, &game).await, 1);
    // Whoever does nothing while somebody looks is timed out.
    ann.plays(&game, "move start").await;
    let next = server.app.clock.now() + TimeDelta::days(1);
    for seconds in [-10, 5] {
        server.at(next + TimeDelta::seconds(seconds));
        watch(&server.app).await.unwrap();
    }
    assert_eq!(server.entries("timeout").await, 1);
    // One process that looks is enough.
    let two = server_on(server.database.clone()).await;
    two.app
        .clock
        .forward(server.app.clock.now() - two.app.clock.now());
    let game = paced(&[&ann, &ben], json!({"days_per_move": 1})).await;
    watch(&server.app).await.unwrap();
    for n in 1..=25 {
        let at = next + TimeDelta::seconds(5 + n * 20);
        two.at(at);
        watch(&two.app).await.unwrap();
    }
    let deadline = ann.sees(&game).await["seats"][0]["clock"]["deadline"].clone();
    two.at(next + TimeDelta::seconds(5 + 25 * 20 + 25));
    watch(&two.app).await.unwrap();
    server.at(two.app.clock.now() + TimeDelta::seconds(1));
    watch(&server.app).await.unwrap();
    assert_eq!(
        ann.sees(&game).await["seats"][0]["clock"]["deadline"],
        deadline
    );
}

#[tokio::test]
async fn nothing_that_players_do_swallows_what_an_outage_took() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let bank = json!({"bank_days": 1, "increment_hours": 0});
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(paced(&[&ann, &ben], bank.clone()).await);
    }
    let [moved, extended, noted, left] = &games[..] else {
        panic!("four games");
    };
    server.at(moment("2026-03-02T10:00"));
    watch(&server.app).await.unwrap();
    // All deadlines are at noon. From ten to half past three nobody looks: everybody is owed five
    // hours and a half, of which two are left. The players are faster than the first look.
    server.at(moment("2026-03-02T15:30"));
    let of = async |game: &str, what: &str| clock(&ben, game, 0).await[what].clone();
    ann.takes_a_first_turn(moved).await;
    assert_eq!(of(moved, "seconds_left").await, 2 * 3600);
    let path = format!("/v1/games/{extended}/seats/0/extension");
    ben.post(&path, json!({"days": 1})).await.ok();
    let longer = "2026-03-03T17:30:00.000Z";
    assert_eq!(of(extended, "deadline").await, longer);
    // The outage is noted, and the games are not looked at yet.
    see(&server.app, Watch::Clocks).await.unwrap();
    ann.takes_a_first_turn(noted).await;
    assert_eq!(of(noted, "seconds_left").await, 2 * 3600);
    // Nothing is given twice, and who did nothing has as much.
    watch(&server.app).await.unwrap();
    assert_eq!(of(moved, "seconds_left").await, 2 * 3600);
    assert_eq!(of(extended, "deadline").await, longer);
    assert_eq!(of(left, "deadline").await, "2026-03-02T17:30:00.000Z");
    // What was used while somebody looked is used.
    server.at(moment("2026-03-02T16:30"));
    watch(&server.app).await.unwrap();
    ann.takes_a_first_turn(left).await;
    assert_eq!(of(left, "seconds_left").await, 3600);
}

#[tokio::test]
async fn nobody_is_timed_out_while_no_mail_can_come_in() {
    let post = post().await;
    let server = &post.server;
    let [ann, ben] = server.two_players().await;
    let game = paced(&[&ann, &ben], json!({"days_per_move": 1})).await;
    let at = async |time: &str| {
        server.at(moment(time));
        server.ticks().await;
        server.entries("timeout").await
    };
    server.at(moment("2026-03-02T09:00"));
    see(&server.app, Watch::Mail).await.unwrap();
    // Whoever takes mail in is away; the clocks are looked after.
    for time in ["2026-03-02T12:01", "2026-03-02T14:00", "2026-03-03T08:00"] {
        assert_eq!(at(time).await, 0, "{time}");
    }
    // It is back after 24 hours: so much later than noon of the day before nobody has moved.
    server.at(moment("2026-03-03T09:00"));
    see(&server.app, Watch::Mail).await.unwrap();
    for time in ["2026-03-03T09:01", "2026-03-03T11:59"] {
        see(&server.app, Watch::Mail).await.unwrap();
        server.at(moment(time));
        see(&server.app, Watch::Mail).await.unwrap();
        assert_eq!(at(time).await, 0, "{time}");
    }
    ann.sees(&game).await;
    // Where it never comes back, the clocks go on in the end.
    server.at(moment("2026-03-10T12:00"));
    assert_eq!(at("2026-03-10T12:01").await, 1);
}
