//! Requests with an `Idempotency-Key`: the server performs a repeated request once and repeats the
//! answer.

use std::io::Write;
use std::sync::Arc;

use accounts::access::Caller;
use accounts::store::players;
use base::config::Settings;
use base::idempotency::{self, Asker, Request, Sent};
use base::listeners::{Most, Topic};
use chrono::{NaiveDate, TimeDelta};
use common::ids::GameId;
use db::schema::answers;
use db::signals;
use diesel::QueryDsl;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::FutureExt;
use play::holidays;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;

const K1: &str = "8e03978e-40d5-43e8-bc93-6894a57f9324";
const K2: &str = "f1f6a4d2-5a7b-4a83-9d0c-2f2a4f1f7c11";

/// Posts with a key.
async fn keyed(
    server: &Server,
    token: Option<&str>,
    path: &str,
    key: &str,
    body: &Value,
) -> Answer {
    let mut request = server
        .request(Method::POST, path)
        .header("Idempotency-Key", key)
        .json(body);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    answer(request).await
}

/// A client that lost the answer gets it again, with its secret.
#[tokio::test]
async fn request_repeated_with_same_key_is_performed_once() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.post("/v1/games", json!({"kind": "buttons"})).await.ok();
    let chat = format!("/v1/games/{}/chat", game["id"].as_str().unwrap());
    let token =
        json!({"name": "It", "scopes": ["chat"], "reauthentication": {"password": PASSWORD}});
    let hook = json!({"url": "https://8.8.8.8/", "events": ["game.turn"]});
    let holiday = json!({"from": "2026-07-01", "until": "2026-07-02"});
    for (path, body, list, member) in [
        ("/v1/me/tokens", token, "/v1/me/tokens", "tokens"),
        ("/v1/me/webhooks", hook, "/v1/me/webhooks", "webhooks"),
        ("/v1/me/holidays", holiday, "/v1/me/holidays", "holidays"),
        (&chat, json!({"text": "Hello"}), &chat, "messages"),
    ] {
        let key = format!("new-{member}-0123456789");
        let first = keyed(
            &server,
            Some(&ann.token),
            path,
            &format!("\"{key}\""),
            &body,
        )
        .await;
        assert_eq!(first.status, 201, "{path}: {}", first.text);
        // Members in another order and in other spaces say the same; so do quotes around the key.
        let spelled = serde_json::to_string_pretty(&body).unwrap();
        let again = server
            .request(Method::POST, path)
            .bearer_auth(&ann.token)
            .header("Idempotency-Key", &key)
            .header("Content-Type", "application/json")
            .body(spelled);
        let again = answer(again).await;
        assert_eq!(again.status, 201, "{path}");
        assert_eq!(again.text, first.text, "{path}");
        assert_eq!(again.headers["content-type"], first.headers["content-type"]);
        let listed = ann.get(list).await.ok();
        assert_eq!(
            listed[member].as_array().unwrap().len(),
            1,
            "{path}: {listed}"
        );
        // A day later it is another one.
        server
            .app
            .clock
            .forward(TimeDelta::days(1) + TimeDelta::seconds(1));
        let ann = server.session("ann").await;
        let anew = keyed(&server, ann["access_token"].as_str(), path, &key, &body).await;
        assert_ne!(anew.text, first.text, "{path}");
        server
            .app
            .clock
            .forward(-(TimeDelta::days(1) + TimeDelta::seconds(1)));
    }
}

/// Without the key, the second attempt would find the name taken.
#[tokio::test]
async fn sign_up_repeated_with_same_key_returns_same_session() {
    let server = server().await;
    let new = json!({"name": "ann", "email": "ann@example.org", "password": PASSWORD});
    let first = keyed(&server, None, "/v1/players", K1, &new).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let again = keyed(&server, None, "/v1/players", K1, &new).await;
    assert_eq!(again.status, 201);
    assert_eq!(again.text, first.text);
    // The session in it is not available for long: a new password would not end it.
    server
        .app
        .clock
        .forward(TimeDelta::minutes(10) + TimeDelta::seconds(1));
    let late = keyed(&server, None, "/v1/players", K1, &new).await;
    late.problem(409, "name-taken");
    // A request of another player is a different one, even with the same key.
    let mut other = new.clone();
    other["password"] = json!("another long password");
    let refused = keyed(&server, None, "/v1/players", K1, &other).await;
    refused.problem(409, "name-taken");
}

#[tokio::test]
async fn idempotency_key_is_bound_to_one_request_of_one_player() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let (path, hook) = (
        "/v1/me/webhooks",
        json!({"url": "https://8.8.8.8/", "events": ["game.turn"]}),
    );
    let other = json!({"url": "https://8.8.4.4/", "events": ["game.turn"]});
    let first = keyed(&server, Some(&ann.token), path, K1, &hook).await.ok();
    let reused = keyed(&server, Some(&ann.token), path, K1, &other).await;
    reused.problem(422, "key-reused");
    let bens = keyed(&server, Some(&ben.token), path, K1, &hook).await.ok();
    assert_ne!(first["id"], bens["id"]);
    // The server does not store a rejected request.
    let bad = json!({"url": "http://8.8.8.8/", "events": ["game.turn"]});
    let refused = keyed(&server, Some(&ann.token), path, K2, &bad).await;
    refused.problem(422, "bad-url");
    assert_eq!(
        keyed(&server, Some(&ann.token), path, K2, &hook)
            .await
            .status,
        201
    );
    let bad_key = keyed(&server, Some(&ann.token), path, &"x".repeat(256), &hook).await;
    bad_key.problem(400, "invalid-request");
    let short = keyed(&server, Some(&ann.token), path, "guessed", &hook).await;
    short.problem(400, "invalid-request");
    let nobody = keyed(&server, None, path, "guessed", &hook).await;
    nobody.problem(401, "not-signed-in");
}

/// Returns the stored row of a player's request for a holiday with this key.
async fn a_holiday(player: &Player<'_>, key: &str) -> (Caller, Arc<Sent>) {
    let mut conn = player.server.app.db.get().await.unwrap();
    let row = players::by_name(&mut conn, &player.name)
        .await
        .unwrap()
        .unwrap();
    let asked = "/v1/me/holidays {\"from\":\"2026-07-01\",\"until\":\"2026-07-02\"}";
    let caller = Caller {
        player: row.id,
        session: String::new(),
    };
    (
        caller,
        Sent::new(Request::new(Asker::Player(row.id), key, asked)),
    )
}

/// Takes this holiday, and does not answer.
async fn takes(player: &Player<'_>, caller: &Caller, sent: &Arc<Sent>) {
    let day = |day| NaiveDate::from_ymd_opt(2026, 7, day).unwrap();
    let taken = holidays::take(&player.server.app, caller, Some(day(1)), day(2));
    sent.during(taken).await.unwrap();
}

/// Asks for the same holiday under this key, and counts the player's holidays then.
async fn retries(player: &Player<'_>, key: &str) -> (Answer, usize) {
    let (path, holiday) = (
        "/v1/me/holidays",
        json!({"from": "2026-07-01", "until": "2026-07-02"}),
    );
    let again = keyed(player.server, Some(&player.token), path, key, &holiday).await;
    let all = player.get(path).await.ok();
    (again, all["holidays"].as_array().unwrap().len())
}

#[tokio::test]
async fn retry_performs_request_that_was_not_committed() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (caller, sent) = a_holiday(&ann, K1).await;
    takes(&ann, &caller, &sent).await;
    // As when the database goes away before the commit.
    drop(sent);
    let (again, holidays) = retries(&ann, K1).await;
    assert_eq!((again.status.as_u16(), holidays), (201, 1));
}

#[tokio::test]
async fn retry_after_lost_response_returns_stored_response() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (caller, sent) = a_holiday(&ann, K1).await;
    takes(&ann, &caller, &sent).await;
    let first = json!({"id": "the first", "from": "2026-07-01", "until": "2026-07-02",
        "begins_at": "2026-07-01T00:00:00.000Z", "ends_at": "2026-07-03T00:00:00.000Z"});
    let answer = idempotency::Answer {
        status: 201,
        headers: vec![("content-type".to_owned(), "application/json".to_owned())],
        body: first.to_string(),
    };
    sent.finish(&server.app, &answer).await.unwrap();
    let (again, holidays) = retries(&ann, K1).await;
    assert_eq!((again.status.as_u16(), holidays), (201, 1));
    assert_eq!(again.json(), first);
}

/// The server died before it stored an answer, so the outcome is unknown. It is not retried.
#[tokio::test]
async fn retry_of_interrupted_request_returns_in_doubt() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut conn = server.app.db.get().await.unwrap();
    let row = players::by_name(&mut conn, "ann").await;
    let id = row.unwrap().unwrap().id;
    drop(conn);
    let game = ann
        .post("/v1/games", json!({"kind": "buttons", "seats": 2}))
        .await
        .ok();
    let game = format!("/v1/games/{}", game["id"].as_str().unwrap());
    server.player("ben").await;
    let (path, guest) = (format!("{game}/invitations"), json!({"player": "ben"}));
    let asked = format!("{path} {{\"player\":\"ben\"}}");
    let sent = Request::new(Asker::Player(id), K1, &asked);
    assert!(
        idempotency::begin(&server.app, &sent)
            .await
            .unwrap()
            .is_none()
    );
    let send = async || keyed(&server, Some(&ann.token), &path, K1, &guest).await;
    send().await.problem(409, "request-in-progress");
    server.app.clock.forward(TimeDelta::minutes(1));
    send().await.problem(409, "outcome-unknown");
    let seen = ann.get(&game).await.ok();
    assert_eq!(seen["seats"][1]["invited"], Value::Null);
}

#[tokio::test]
async fn concurrent_requests_with_same_key_are_performed_once() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (path, hook) = (
        "/v1/me/webhooks",
        json!({"url": "https://8.8.8.8/", "events": ["game.turn"]}),
    );
    let send = || keyed(&server, Some(&ann.token), path, K1, &hook);
    let all = futures_util::future::join_all((0..8).map(|_| send())).await;
    let made = all.iter().filter(|it| it.status == 201).count();
    assert!(made >= 1);
    for answer in all.into_iter().filter(|it| it.status != 201) {
        answer.problem(409, "request-in-progress");
    }
    let listed = ann.get(path).await.ok();
    assert_eq!(listed["webhooks"].as_array().unwrap().len(), 1);
}

/// A rejected request releases its key. The others are rejected, too, or have to wait.
#[tokio::test]
async fn concurrent_invalid_requests_with_same_key_are_all_rejected() {
    let server = server().await;
    let ann = server.player("ann").await;
    let bad = json!({"from": "2026-07-02", "until": "2026-07-01"});
    for _ in 0..10 {
        let send = || keyed(&server, Some(&ann.token), "/v1/me/holidays", K1, &bad);
        let all = futures_util::future::join_all((0..8).map(|_| send())).await;
        for answer in all {
            assert!(
                [400, 409].contains(&answer.status.as_u16()),
                "{}",
                answer.text
            );
        }
    }
}

/// Two guests on two networks choose the same key: neither gets the other's session.
#[tokio::test]
async fn same_key_from_two_networks_makes_two_guests() {
    let proxied = |settings: &mut Settings| settings.behind_proxy = Ok(true);
    let server = server_with(fresh_database().await, proxied, |_| {}).await;
    let guest = async |client: &str| {
        let request = server
            .request(Method::POST, "/v1/players/guest")
            .header("X-Forwarded-For", client)
            .header("Idempotency-Key", K1)
            .json(&json!({}));
        answer(request).await.ok()["name"].clone()
    };
    let first = guest("192.0.2.1").await;
    assert_eq!(guest("192.0.2.1").await, first);
    assert_ne!(guest("198.51.100.1").await, first);
}

#[tokio::test]
async fn stored_responses_of_one_player_are_limited() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut conn = superuser(&server.database).await;
    let many = "INSERT INTO answers (name, request, created_at, player_id) \
                SELECT sha256(n::text::bytea), '', '2026-03-01 11:00Z', (SELECT id FROM players) \
                FROM generate_series(1, 500) AS n";
    conn.batch_execute(many).await.unwrap();
    let hook = json!({"url": "https://8.8.8.8/", "events": ["game.turn"]});
    let path = "/v1/me/webhooks";
    let first = keyed(&server, Some(&ann.token), path, K1, &hook).await;
    let again = keyed(&server, Some(&ann.token), path, K1, &hook).await;
    assert_eq!(first.text, again.text);
    let kept: i64 = answers::table.count().get_result(&mut conn).await.unwrap();
    assert_eq!(kept, 300);
}

#[tokio::test]
async fn compressed_body_with_a_key_is_read() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(b"{}").unwrap();
    let request = server
        .request(Method::POST, "/v1/games/reservations")
        .bearer_auth(&ann.token)
        .header("Idempotency-Key", K1)
        .header("Content-Encoding", "gzip")
        .header("Content-Type", "application/json")
        .body(gzip.finish().unwrap());
    assert_eq!(answer(request).await.status, 201);
}

/// Lets the connection of an invitation break while it is being stored: `when` it is carried out,
/// or when it commits.
async fn breaks_off(server: &Server, when: &str) {
    let mut conn = superuser(&server.database).await;
    let trigger = match when {
        "carried out" => "TRIGGER cut BEFORE UPDATE ON seats FOR EACH ROW",
        _ => {
            "CONSTRAINT TRIGGER cut AFTER UPDATE ON seats
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
        }
    };
    let cut = format!(
        "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
         CREATE {trigger} EXECUTE FUNCTION cut()"
    );
    conn.batch_execute(&cut).await.unwrap();
}

/// Invites Ben over a connection that breaks off. Returns the answer to a retry with the same key
/// once the database works again, and whether he is invited now.
async fn retry_after_broken_invitation(server: &Server, when: &str) -> (Answer, bool) {
    let ann = server.player("ann").await;
    server.player("ben").await;
    let game = json!({"kind": "buttons", "seats": 2});
    let game = ann.post("/v1/games", game).await.ok();
    let game = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let (path, guest) = (format!("{game}/invitations"), json!({"player": "ben"}));
    breaks_off(server, when).await;
    let send = async || keyed(server, Some(&ann.token), &path, K1, &guest).await;
    send().await.problem(503, "unavailable");
    let mut conn = superuser(&server.database).await;
    let mends = "DROP TRIGGER cut ON seats";
    conn.batch_execute(mends).await.unwrap();
    let again = send().await;
    let seen = ann.get(&game).await.ok();
    (again, seen["seats"][1]["invited"] == "ben")
}

#[tokio::test]
async fn retry_after_failed_commit_is_not_carried_out() {
    let server = server().await;
    let (again, is_invited) = retry_after_broken_invitation(&server, "committed").await;
    again.problem(409, "request-in-progress");
    assert!(!is_invited);
}

#[tokio::test]
async fn retry_after_failure_before_commit_is_carried_out() {
    let server = server().await;
    let (again, is_invited) = retry_after_broken_invitation(&server, "carried out").await;
    assert_eq!((again.status.as_u16(), is_invited), (200, true));
}

#[tokio::test]
async fn failed_commit_of_a_request_wakes_the_streams_of_its_game() {
    let server = server().await;
    let (game, app) = (GameId::stored("Gx3kPq7LmZ2".to_owned()), &server.app);
    let mut conn = superuser(&server.database).await;
    let reject = "CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''no commit''; END';
         CREATE CONSTRAINT TRIGGER reject AFTER INSERT ON answers DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION reject()";
    conn.batch_execute(reject).await.unwrap();
    let most = Most {
        per_player: 1,
        per_client: 1,
        all: 1,
    };
    let topic = Topic::Game(game.clone());
    let client = [192, 0, 2, 1].into();
    let mut listening = app.listeners.listen([topic], None, client, most).unwrap();
    let sent = Sent::new(Request::new(Asker::Client(client), K1, "POST /v1/x {}"));
    let changes = app.once(async |_| {
        signals::changed(&game, []);
        Ok(())
    });
    sent.during(changes).await.unwrap();
    listening.looks();
    let answer = idempotency::Answer {
        status: 201,
        headers: Vec::new(),
        body: String::new(),
    };
    assert!(sent.finish(app, &answer).await.is_err());
    assert_eq!(listening.hint().now_or_never(), Some(()));
}
