//! Players lose no time while the server or the incoming mail is down.

use chrono::TimeDelta;
use play::clocks::deadlines::watch;
use play::clocks::outages::{Watch, see};
use serde_json::json;

use crate::helpers::*;
use crate::inbound::{address, ply, post, reply};
use crate::play::paced_games::*;

#[tokio::test]
async fn deadlines_are_extended_by_server_downtime() {
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
    // From here to half past three the server is down. The deadline is at noon.
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
    // A player who does nothing while the server runs is timed out.
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
async fn player_actions_after_outage_keep_the_time_owed() {
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
    // All deadlines are at noon. From ten to half past three the server is down: each player is
    // owed five hours and a half, of which two are left. The players are faster than the first
    // check.
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
    // No time is given twice, and players who did nothing have as much.
    watch(&server.app).await.unwrap();
    assert_eq!(of(moved, "seconds_left").await, 2 * 3600);
    assert_eq!(of(extended, "deadline").await, longer);
    assert_eq!(of(left, "deadline").await, "2026-03-02T17:30:00.000Z");
    // Time used while the server ran is used.
    server.at(moment("2026-03-02T16:30"));
    watch(&server.app).await.unwrap();
    ann.takes_a_first_turn(left).await;
    assert_eq!(of(left, "seconds_left").await, 3600);
}

#[tokio::test]
async fn no_timeout_while_incoming_mail_is_down() {
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
    // The mail intake is down. The clocks are handled.
    for time in ["2026-03-02T12:01", "2026-03-02T14:00", "2026-03-03T08:00"] {
        assert_eq!(at(time).await, 0, "{time}");
    }
    // It is back after 24 hours, and the deadline moves by as much as the server was down since
    // noon of the day before.
    server.at(moment("2026-03-03T09:00"));
    see(&server.app, Watch::Mail).await.unwrap();
    for time in ["2026-03-03T09:01", "2026-03-03T11:59"] {
        see(&server.app, Watch::Mail).await.unwrap();
        server.at(moment(time));
        see(&server.app, Watch::Mail).await.unwrap();
        assert_eq!(at(time).await, 0, "{time}");
    }
    ann.sees(&game).await;
    // If it never returns, the clocks go on in the end.
    server.at(moment("2026-03-10T12:00"));
    assert_eq!(at("2026-03-10T12:01").await, 1);
}
