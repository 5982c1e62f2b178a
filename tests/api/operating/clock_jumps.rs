//! The database's clock jumps ahead and back. Nothing waits for the time that never came.

use admin::health::follow_clock;
use chrono::{TimeDelta, Utc};
use common::clock::{Clock, Moment};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use integrations::webhooks::worker;
use letters::mailer;
use play::clocks::deadlines::{look_at_all, watch};
use reqwest::Method;
use serde_json::json;

use crate::helpers::*;
use crate::play::paced_games::*;
use crate::receiver::Receiver;
use crate::table::*;

const A_DAY: TimeDelta = TimeDelta::days(1);

#[derive(QueryableByName)]
struct Late {
    #[diesel(sql_type = Text)]
    what: String,
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// The stored times after this moment, as counts per kind.
async fn later_than(server: &Server, moment: Moment) -> Vec<String> {
    let late: Vec<Late> = diesel::sql_query(
        "SELECT what, count(*) AS rows FROM (
             SELECT 'mail' AS what, due_at AS at FROM outbox WHERE status = 'waiting'
             UNION ALL SELECT 'lease of mail', leased_until FROM outbox
             UNION ALL SELECT 'delivery', due_at FROM webhook_deliveries WHERE status = 'waiting'
             UNION ALL SELECT 'watch', seen_at FROM watches
             UNION ALL SELECT 'presence', seen_at FROM presence
             UNION ALL SELECT 'outage', ended_at FROM outages
             UNION ALL SELECT 'code', created_at FROM mail_codes
         ) AS times WHERE at > $1 GROUP BY what ORDER BY what",
    )
    .bind::<Timestamptz, _>(moment)
    .load(&mut server.app.db.get().await.unwrap())
    .await
    .unwrap();
    late.into_iter()
        .map(|it| format!("{} x {}", it.rows, it.what))
        .collect()
}

/// A server that may send webhooks to this machine, and sends no mail.
async fn a_server(clock: Option<Clock>) -> Server {
    server_with(
        fresh_database().await,
        |settings| {
            settings.webhooks_allow = "127.0.0.0/8".into();
            settings.smtp_url = Some("smtp://127.0.0.1:1".into());
        },
        |app| app.clock = clock.unwrap_or_else(|| app.clock.clone()),
    )
    .await
}

#[tokio::test]
async fn sign_in_works_after_clock_jumps_ahead_and_back() {
    let server = server().await;
    server.player("ann").await;
    let asks = async || {
        let body = json!({"name": "ann"});
        server.call(Method::POST, "/v1/sessions/code", body).await
    };
    let guesses = async |password: &str| {
        let body = json!({"name": "ann", "password": password});
        server.call(Method::POST, "/v1/sessions", body).await
    };
    server.app.clock.forward(A_DAY);
    while asks().await.status.is_success() {}
    while guesses("wrong password").await.status == 401 {}
    server.app.clock.forward(-A_DAY);
    asks().await.ok();
    guesses(PASSWORD).await.ok();
    // The limit holds again: five mails an hour.
    let mut more = 0;
    while asks().await.status.is_success() {
        more += 1;
    }
    assert_eq!(more, 4);
}

#[tokio::test]
async fn mails_and_webhooks_are_not_delayed_after_clock_jumps_back() {
    let (server, receiver) = (a_server(None).await, Receiver::start().await);
    let [_, ben] = server.two_players().await;
    let wanted = json!({"url": receiver.url, "events": ["game.started"]});
    ben.post("/v1/me/webhooks", wanted).await.ok();
    receiver.answers(&["500 No"]);
    watch(&server.app).await.unwrap();
    server.app.clock.forward(A_DAY);
    watch(&server.app).await.unwrap();
    let [ann, ben] = [server.returns("ann").await, server.returns("ben").await];
    thats_life(&[&ann, &ben]).await;
    mailer::deliver_due(&server.app).await.unwrap();
    worker::deliver_due(&server.app).await.unwrap();
    social::presence::write_down(&server.app).await.unwrap();
    server.app.clock.forward(TimeDelta::seconds(30) - A_DAY);
    watch(&server.app).await.unwrap();
    let a_moment = server.app.clock.now() + TimeDelta::seconds(90);
    assert_eq!(later_than(&server, a_moment).await, Vec::<String>::new());
}

#[tokio::test]
async fn deadline_is_within_pace_after_clock_jumps_back() {
    let server = server().await;
    let [ann, _] = server.two_players().await;
    watch(&server.app).await.unwrap();
    server.app.clock.forward(A_DAY);
    watch(&server.app).await.unwrap();
    let players = [server.returns("ann").await, server.returns("ben").await];
    let pace = json!({"days_per_move": 2});
    let game = paced(&[&players[0], &players[1]], pace).await;
    server.app.clock.forward(-A_DAY);
    watch(&server.app).await.unwrap();
    look_at_all(&server.app).await.unwrap();
    let deadline = clock(&ann, &game, 0).await["deadline"].clone();
    let deadline: Moment = deadline.as_str().unwrap().parse().unwrap();
    assert_eq!(deadline, server.app.clock.now() + A_DAY * 2);
}

#[tokio::test]
async fn stored_future_times_are_corrected_after_clock_is_set_back() {
    let ahead = Clock::following(tokio::time::Instant::now(), Utc::now() + A_DAY);
    let server = a_server(Some(ahead)).await;
    server.player("ann").await;
    mailer::deliver_due(&server.app).await.unwrap();
    let a_moment = Utc::now() + TimeDelta::hours(1);
    assert_ne!(later_than(&server, a_moment).await, Vec::<String>::new());
    follow_clock(&server.app).await.unwrap();
    assert_eq!(later_than(&server, a_moment).await, Vec::<String>::new());
}

/// When the mail of a turn is due, as seconds after `from`.
async fn due(server: &Server, from: Moment) -> i64 {
    #[derive(QueryableByName)]
    struct Due {
        #[diesel(sql_type = Timestamptz)]
        due_at: Moment,
    }
    let due: Due = diesel::sql_query("SELECT due_at FROM outbox WHERE kind = 'your_turn'")
        .get_result(&mut server.app.db.get().await.unwrap())
        .await
        .unwrap();
    (due.due_at - from).num_seconds()
}

#[tokio::test]
async fn untried_mail_from_clock_jump_is_due_at_once() {
    let server = server().await;
    server.two_players().await;
    watch(&server.app).await.unwrap();
    server.app.clock.forward(A_DAY);
    watch(&server.app).await.unwrap();
    let players = [server.returns("ann").await, server.returns("ben").await];
    thats_life(&players.each_ref()).await;
    server.app.clock.forward(-A_DAY);
    watch(&server.app).await.unwrap();
    assert_eq!(due(&server, server.app.clock.now()).await, 0);
}

#[tokio::test]
async fn mail_from_before_clock_jump_keeps_due_time() {
    let server = server().await;
    let players = server.two_players().await;
    thats_life(&players.each_ref()).await;
    let began = server.app.clock.now();
    diesel::sql_query("UPDATE outbox SET due_at = $1")
        .bind::<Timestamptz, _>(began + A_DAY * 2)
        .execute(&mut server.app.db.get().await.unwrap())
        .await
        .unwrap();
    watch(&server.app).await.unwrap();
    server.app.clock.forward(A_DAY);
    watch(&server.app).await.unwrap();
    server.app.clock.forward(-A_DAY);
    watch(&server.app).await.unwrap();
    assert_eq!(due(&server, began).await, 2 * 24 * 3600);
}

#[tokio::test]
async fn node_with_uncertain_clock_corrects_no_stored_times() {
    let clock = Clock::following(tokio::time::Instant::now(), Utc::now());
    let server = a_server(Some(clock.clone())).await;
    let ahead = Utc::now() + TimeDelta::minutes(5);
    diesel::sql_query("INSERT INTO watches (what, seen_at) VALUES ('clocks', $1)")
        .bind::<Timestamptz, _>(ahead)
        .execute(&mut server.app.db.get().await.unwrap())
        .await
        .unwrap();
    clock.correct(tokio::time::Instant::now(), ahead);
    watch(&server.app).await.unwrap();
    let almost = ahead - TimeDelta::seconds(1);
    assert_eq!(later_than(&server, almost).await, ["1 x watch"]);
}
