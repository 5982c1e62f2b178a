//! Holidays: their cost, the notices about them, and how often players may book them.

use mail::mailbox::Stored;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::play::paced_games::*;
use crate::table::*;

#[tokio::test]
async fn holidays_reduce_allowance_and_notify_each_opponent_once() {
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
        take(bad).await.problem(409, "holiday-not-allowed");
    }
    take(json!({"until": "soon"}))
        .await
        .problem(400, "invalid-request");
    let taken = take(days("2026-03-02", "2026-03-11")).await.ok();
    assert_eq!(taken["begins_at"], "2026-03-02T00:00:00.000Z");
    assert_eq!(taken["ends_at"], "2026-03-12T00:00:00.000Z");
    take(days("2026-03-11", "2026-03-12"))
        .await
        .problem(409, "holiday-not-allowed");
    take(days("2026-12-20", "2027-01-10")).await.ok();
    let left = ann.get("/v1/me/holidays").await.ok();
    assert_eq!(
        (&left["days_per_year"], &left["days_left"]),
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
    assert_eq!(seen["paused_until"], "2026-03-12T00:00:00.000Z");
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
    // A player who was notified of a stopped clock is also notified when it runs: once, not for
    // each game.
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
    let off = |it: &Stored| it.text.contains("ann has cancelled the holiday.");
    assert_eq!(letters.iter().filter(|it| off(it)).count(), 1);
    server.at(moment("2026-03-07T18:00"));
    server.ticks().await;
    assert_eq!(server.entries("timeout").await, 2);
}

#[tokio::test]
async fn too_many_holiday_bookings_return_429() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    paced(&[&ann, &ben], json!({"days_per_move": 3})).await;
    let days = |from: &str, until: &str| json!({"from": from, "until": until});
    let take = async |body: Value| ann.post("/v1/me/holidays", body).await;
    for _ in 0..10 {
        let taken = take(days("2026-03-05", "2026-03-06")).await.ok();
        let path = format!("/v1/me/holidays/{}", id(&taken));
        assert_eq!(ann.delete(&path).await.status, 204);
        // Rejected requests do not count.
        let refused = take(days("2026-03-06", "2026-03-05")).await;
        refused.problem(409, "holiday-not-allowed");
    }
    let refused = take(days("2026-03-05", "2026-03-06")).await;
    refused.problem(429, "rate-limited");
    let body = days("2026-03-05", "2026-03-06");
    ben.post("/v1/me/holidays", body).await.ok();
    assert_eq!(server.told("holiday").await.len(), 11);
}
