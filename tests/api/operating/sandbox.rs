//! A sandbox: clients move its clock and read its mails.

use common::clock::{Clock, Moment};
use play::clocks::deadlines::watch;
use play::clocks::{outages, sandbox};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::helpers::*;
use crate::play::paced_games::*;

const A_DAY: u32 = 24 * 3600;

/// The clock of a database that shows this moment.
fn clock_of_database(now: Moment) -> Clock {
    Clock::following(Instant::now(), now)
}

/// A server that is a sandbox.
pub async fn a_sandbox() -> Server {
    server_with(
        fresh_database().await,
        |settings| {
            settings.sandbox = Ok(true);
            (settings.database_url, settings.migrate_url) = (None, None);
        },
        |app| app.clock = clock_of_database(app.clock.now()),
    )
    .await
}

impl Server {
    /// Sends a request to move the clock.
    async fn advances(&self, seconds: impl Into<i64>) -> Answer {
        let body = json!({"advance_seconds": seconds.into()});
        self.send(Method::POST, "/v1/sandbox/clock", None, Some(&body))
            .await
    }

    /// Returns the mails of a sandbox to an address.
    async fn lists_mails_to(&self, address: &str) -> Vec<Value> {
        let path = format!("/v1/sandbox/mails?to={address}");
        let list = self.send(Method::GET, &path, None, None).await.ok();
        list["mails"].as_array().unwrap().clone()
    }
}

/// Creates a game with a day for each move, in which Ann is on turn.
async fn a_game(server: &Server) -> String {
    let [ann, ben] = server.two_players().await;
    paced(&[&ann, &ben], json!({"days_per_move": 1})).await
}

#[tokio::test]
async fn advanced_clock_shows_its_offset_from_then_on() {
    let server = a_sandbox().await;
    assert_eq!(server.advances(A_DAY).await.ok()["offset_seconds"], A_DAY);
    let path = "/v1/sandbox/clock";
    let clock = server.send(Method::GET, path, None, None).await.ok();
    assert_eq!(clock["offset_seconds"], A_DAY);
    let now: Moment = clock["now"].as_str().unwrap().parse().unwrap();
    assert!(now >= moment("2026-03-02T12:00"), "{now}");
}

#[tokio::test]
async fn player_is_timed_out_once_clock_passes_deadline() {
    let server = a_sandbox().await;
    a_game(&server).await;
    server.advances(A_DAY - 60).await.ok();
    assert_eq!(server.entries("timeout").await, 0);
    server.advances(61).await.ok();
    assert_eq!(server.entries("timeout").await, 1);
}

#[tokio::test]
async fn move_of_clock_is_no_outage() {
    let server = a_sandbox().await;
    watch(&server.app).await.unwrap();
    server.advances(A_DAY).await.ok();
    watch(&server.app).await.unwrap();
    let mut conn = server.app.db.get().await.unwrap();
    assert!(outages::over(&mut conn).await.unwrap().is_empty());
}

#[tokio::test]
async fn reminder_is_among_mails_once_clock_passes_half_time() {
    let server = a_sandbox().await;
    a_game(&server).await;
    server.advances(A_DAY / 2 + 1).await.ok();
    let mails = server.lists_mails_to("ann@example.org").await;
    let subject = mails[0]["subject"].as_str().unwrap();
    assert!(subject.contains("Reminder"), "{subject}");
}

#[tokio::test]
async fn access_token_expires_once_clock_passes_its_lifetime() {
    let server = a_sandbox().await;
    let ann = server.player("ann").await;
    server.advances(16 * 60).await.ok();
    let me = server.send(Method::GET, "/v1/me", Some(&ann.token), None);
    me.await.problem(401, "not-signed-in");
}

#[tokio::test]
async fn clock_moves_only_forward_and_at_most_30_days() {
    let server = a_sandbox().await;
    for seconds in [-1, 0, i64::from(30 * A_DAY + 1)] {
        let refused = server.advances(seconds).await;
        refused.problem(400, "invalid-request");
    }
    assert_eq!(server.app.clock.ahead().num_seconds(), 0);
    server.advances(30 * A_DAY).await.ok();
}

#[tokio::test]
async fn clock_of_restarted_sandbox_goes_on_from_last_heartbeat() {
    let server = a_sandbox().await;
    watch(&server.app).await.unwrap();
    server.advances(A_DAY).await.ok();
    let clock = clock_of_database(moment("2026-03-01T12:00"));
    let mut conn = server.app.db.get().await.unwrap();
    sandbox::resume(&mut conn, &clock).await.unwrap();
    assert!(clock.now() >= moment("2026-03-02T12:00"), "{clock:?}");
}

#[tokio::test]
async fn server_without_sandbox_has_no_clock_to_move() {
    let server = server().await;
    server.advances(A_DAY).await.problem(404, "not-found");
}
