//! Webhooks over HTTP, with a receiver on this machine: their creation, delivery, retries and end.

use std::time::Duration;

use base::permits::PermitPool;
use chrono::TimeDelta;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use egress::sender::{Sender, Ways};
use egress::signature::{Secret, verify};
use integrations::webhooks::limit;
use integrations::webhooks::store::{self, Room, lease};
use integrations::webhooks::worker::deliver_due;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::{TcpListener, UdpSocket};

use crate::conformance;
use crate::database_helpers::told;
use crate::helpers::*;
use crate::integrations::pushes::browser;
use crate::receiver::{Got, Receiver};
use crate::table::*;

impl Got {
    /// The body, which the contract describes if it is in the format `standard`.
    fn json(&self) -> Value {
        let body: Value = serde_json::from_slice(&self.body).unwrap();
        if let Some(event) = body["type"].as_str() {
            conformance::check_webhook(event, self, &body);
        }
        body
    }

    /// Whether this secret has signed it, at this moment of the server's.
    fn is_signed(&self, server: &Server, secret: &str) -> bool {
        let seconds = self.header("webhook-timestamp").parse().unwrap();
        let at = common::clock::Moment::from_timestamp(seconds, 0).unwrap();
        let (id, signature) = (self.header("webhook-id"), self.header("webhook-signature"));
        let (secret, now) = (Secret::read(secret).unwrap(), server.app.clock.now());
        let body = std::str::from_utf8(&self.body).unwrap();
        verify(&secret, id, at, body, signature, now)
    }
}

impl Receiver {
    fn types(&self) -> Vec<String> {
        let got = self.got();
        got.iter()
            .map(|it| it.json()["type"].as_str().unwrap().to_owned())
            .collect()
    }

    fn wanted(&self, events: &[&str]) -> Value {
        json!({"url": self.url, "events": events})
    }
}

/// Starts a server that may send to this machine.
pub async fn a_server() -> Server {
    let local = |settings: &mut base::config::Settings| {
        settings.webhooks_allow = "127.0.0.0/8".into();
    };
    server_with(fresh_database().await, local, |_| {}).await
}

const ALL: [&str; 7] = [
    "game.started",
    "game.turn",
    "game.reminder",
    "game.finished",
    "game.changed",
    "game.invitation",
    "chat.message",
];

impl Player<'_> {
    pub async fn makes_webhook(&self, wanted: Value) -> (String, String) {
        let made = self.post("/v1/me/webhooks", wanted).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        let made = made.ok();
        let text = |member: &str| made[member].as_str().unwrap().to_owned();
        (format!("/v1/me/webhooks/{}", text("id")), text("secret"))
    }

    async fn says_at(&self, game: &str, key: &str) {
        let body = json!({"id": key, "text": "Hidden words"});
        let path = format!("/v1/games/{game}/chat");
        self.post(&path, body).await.ok();
    }

    /// The newest delivery of a webhook.
    async fn newest(&self, webhook: &str) -> Value {
        let list = self.get(&format!("{webhook}/deliveries")).await.ok();
        list["deliveries"][0].clone()
    }
}

#[tokio::test]
async fn webhook_receives_signed_turn_events() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let (webhook, secret) = ben.makes_webhook(receiver.wanted(&ALL)).await;
    let game = thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.types(), ["game.started"]);
    server.app.clock.forward(TimeDelta::seconds(1));
    play_on(&[&ann, &ben], &game, 1).await;
    while ben.sees(&game).await["to_act"] != json!([1]) {
        play_on(&[&ann, &ben], &game, 1).await;
    }
    deliver_due(&server.app).await.unwrap();
    let got = receiver.got();
    assert_eq!(got.len(), 1, "{got:?}");
    let ply = ben.sees(&game).await["ply"].clone();
    let at = common::clock::rfc3339(server.app.clock.now());
    assert_eq!(
        got[0].json(),
        json!({"type": "game.turn", "timestamp": at, "data": {
            "game_id": game, "kind": "thats-life", "status": "running", "ply": ply, "to_act": [1], "seat": 1,
            "deadline": null, "url": format!("http://turnpike.test/games/{game}")}})
    );
    assert!(got[0].head.starts_with("POST /hidden-path HTTP/1.1"));
    assert_eq!(got[0].header("content-type"), "application/json");
    assert!(got[0].header("webhook-id").starts_with("msg_"));
    assert!(got[0].is_signed(&server, &secret));
    assert!(!got[0].is_signed(&server, &Secret::draw().written()));
    let newest = ben.newest(&webhook).await;
    assert_eq!(newest["id"], got[0].header("webhook-id"));
    assert_eq!(
        (
            &newest["status"],
            &newest["response_status"],
            &newest["attempts"],
            &newest["next_attempt_at"]
        ),
        (&json!("delivered"), &json!(200), &json!(1), &Value::Null)
    );
    // No other player sees or changes it.
    for path in [webhook.clone(), format!("{webhook}/deliveries")] {
        assert_eq!(ann.get(&path).await.status, 404);
    }
    assert_eq!(ann.delete(&webhook).await.status, 404);
    assert_eq!(
        ann.post(&format!("{webhook}/test"), json!({})).await.status,
        404
    );
    // The secret is shown once.
    assert!(!ben.get(&webhook).await.text.contains("whsec_"));
    assert!(!ben.get("/v1/me/webhooks").await.text.contains("whsec_"));
    play_on(&[&ann, &ben], &game, usize::MAX).await;
    deliver_due(&server.app).await.unwrap();
    let all = receiver.got();
    let over = all
        .iter()
        .map(Got::json)
        .filter(|it| it["type"] == "game.finished");
    let over: Vec<Value> = over.collect();
    assert_eq!(
        (over.len(), &over[0]["data"]["status"]),
        (1, &json!("finished"))
    );
    let log = server.log();
    assert!(!log.contains("hidden-path") && !log.contains("whsec_"));
}

/// Events are queued in the transaction that causes them, for the webhooks that subscribe to them.
#[tokio::test]
async fn webhook_receives_all_events_but_own_and_muted_chat() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    ann.makes_webhook(receiver.wanted(&ALL)).await;
    let invites = json!({"kind": "thats-life", "seats": 2, "invite": [{"player": "ann"}]});
    cleo.makes(invites).await;
    let game = thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    let mut types = receiver.types();
    types.sort();
    assert_eq!(types, ["game.invitation", "game.started", "game.turn"]);
    ben.says_at(&game, "one").await;
    ben.says_at(&game, "two").await;
    ann.says_at(&game, "three").await;
    deliver_due(&server.app).await.unwrap();
    let got = receiver.got();
    assert_eq!(got.len(), 2, "{got:?}");
    let messages: Vec<Value> = got
        .iter()
        .map(|it| it.json()["data"]["message"].clone())
        .collect();
    assert!(
        messages.contains(&json!({"n": 1, "author": "ben"})),
        "{messages:?}"
    );
    assert!(
        got.iter()
            .all(|it| !String::from_utf8_lossy(&it.body).contains("Hidden"))
    );
    // Ann gets no events about players whom she has muted.
    ann.put("/v1/me/muted/ben", json!({})).await;
    ben.says_at(&game, "four").await;
    let open = cleo.makes(json!({"kind": "thats-life", "seats": 3})).await;
    ann.joins(&open).await;
    cleo.delete(&format!("/v1/games/{open}")).await.ok();
    deliver_due(&server.app).await.unwrap();
    let got = receiver.got();
    assert_eq!(got.len(), 1, "{got:?}");
    let over = got[0].json();
    assert_eq!(
        (&over["type"], &over["data"]["status"]),
        (&json!("game.finished"), &json!("cancelled"))
    );
}

/// A server of the previous release queues with a trigger, and may run beside this one.
#[tokio::test]
async fn notice_of_a_server_of_the_previous_release_is_queued_by_the_trigger() {
    let server = a_server().await;
    let [ann, ben] = server.two_players().await;
    let wanted = json!({"url": "http://127.0.0.1:9/", "events": ["game.invitation"]});
    let (webhook, _) = ann.makes_webhook(wanted).await;
    let game = ben.makes(json!({"kind": "thats-life", "seats": 2})).await;
    let mut old = db::connect::owner(&server.database).await.unwrap();
    let put = format!(
        "INSERT INTO outbox (game_id, key, kind, player_id, seat, payload, created_at, due_at)
         SELECT '{game}', 'invitation/1', 'invitation', id, 1, '{{}}', now(), now()
         FROM players WHERE name = 'ann'"
    );
    old.batch_execute(&put).await.unwrap();
    let list = ann.get(&format!("{webhook}/deliveries")).await.ok();
    let events: Vec<&Value> = list["deliveries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["event"])
        .collect();
    assert_eq!(events, ["game.invitation"]);
}

#[tokio::test]
async fn webhook_for_one_game_receives_no_events_of_others() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let [one, other] = [
        ann.makes(json!({"kind": "thats-life", "seats": 2})).await,
        ann.makes(json!({"kind": "thats-life", "seats": 2})).await,
    ];
    let mut wanted = receiver.wanted(&["game.started"]);
    wanted["game_id"] = json!(one);
    ann.makes_webhook(wanted.clone()).await;
    ben.joins(&other).await;
    deliver_due(&server.app).await.unwrap();
    assert!(receiver.got().is_empty());
    ben.joins(&one).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.got()[0].json()["data"]["game_id"], json!(one));
    let secret = ben
        .makes(json!({"kind": "thats-life", "seats": 2, "visibility": "private"}))
        .await;
    for unknown in [secret.as_str(), "nothing", "no id at all"] {
        wanted["game_id"] = json!(unknown);
        ann.post("/v1/me/webhooks", wanted.clone())
            .await
            .problem(404, "not-found");
    }
}

#[tokio::test]
async fn webhook_created_by_a_token_ends_with_the_token() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let token = ann.token_for(&["games:read"]).await;
    let call = async |method: Method, path: &str, body: Option<&Value>| {
        server.send(method, path, Some(&token), body).await
    };
    let all = "/v1/me/webhooks";
    let (own, _) = ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    server.app.clock.forward(TimeDelta::seconds(1));
    let made = call(Method::POST, all, Some(&receiver.wanted(&["game.turn"]))).await;
    let made = made.ok();
    // It sees its own, and its player sees both.
    let listed = call(Method::GET, all, None).await.ok();
    assert_eq!(listed["webhooks"].as_array().unwrap().len(), 1);
    assert_eq!(listed["webhooks"][0]["id"], made["id"]);
    let of_player = ann.get(all).await.ok();
    assert_eq!(of_player["webhooks"][0]["token_id"], Value::Null);
    assert_eq!(of_player["webhooks"][1]["token_id"], made["token_id"]);
    call(Method::DELETE, &own, None)
        .await
        .problem(404, "not-found");
    let chat = receiver.wanted(&["chat.message"]);
    call(Method::POST, all, Some(&chat))
        .await
        .problem(403, "insufficient-scope");
    thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    let mut told = receiver.types();
    told.sort();
    assert_eq!(told, ["game.started", "game.turn"]);
    let revoked = format!("/v1/me/tokens/{}", made["token_id"].as_str().unwrap());
    ann.delete(&revoked).await.ok();
    assert_eq!(
        ann.get(all).await.ok()["webhooks"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.types(), ["game.started"]);
}

#[tokio::test]
async fn webhook_of_an_expired_token_receives_nothing() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let token = ann.token_for(&["games:read"]).await;
    let wanted = receiver.wanted(&["game.started"]);
    let made = server.send(Method::POST, "/v1/me/webhooks", Some(&token), Some(&wanted));
    made.await.ok();
    server.app.clock.forward(TimeDelta::days(91));
    thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.types(), [""; 0]);
}

#[tokio::test]
async fn chat_webhooks_use_the_language_of_the_player() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let french = json!({"language": "fr", "time_zone": "Europe/Paris"});
    ann.patch("/v1/me", french).await.ok();
    for format in ["discord", "slack", "matrix"] {
        let mut wanted = receiver.wanted(&["game.turn"]);
        wanted["format"] = json!(format);
        ann.makes_webhook(wanted).await;
    }
    let paced = json!({"kind": "thats-life", "seats": 2, "entropy": ann.luck(), "pace": {"days_per_move": 3}});
    let game = ann.makes(paced).await;
    ben.joins(&game).await;
    deliver_due(&server.app).await.unwrap();
    let mut bodies: Vec<Value> = receiver.got().iter().map(Got::json).collect();
    bodies.sort_by_key(Value::to_string);
    let until =
        "That's Life!\u{a0}: c’est à vous de jouer, jusqu’au mercredi 4 mars 2026, 13:00 CET.";
    let until = format!("{until} http://turnpike.test/games/{game}");
    assert_eq!(
        bodies,
        [
            json!({"allowed_mentions": {"parse": []}, "content": until}),
            json!({"text": until}),
            json!({"text": until}),
        ]
    );
}

#[tokio::test]
async fn failed_delivery_is_retried_until_it_succeeds() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let (webhook, secret) = ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    thats_life(&[&ann, &ben]).await;
    receiver.answers(&[
        "503 Busy\r\nretry-after: 600",
        "302 Found\r\nlocation: http://127.0.0.1:9/",
        "404 Not Found",
    ]);
    deliver_due(&server.app).await.unwrap();
    let first = receiver.got().remove(0);
    let tried = ann.newest(&webhook).await;
    assert_eq!(
        (
            &tried["status"],
            &tried["response_status"],
            &tried["next_attempt_at"]
        ),
        (
            &json!("waiting"),
            &json!(503),
            &json!("2026-03-01T12:10:00.000Z")
        )
    );
    assert_eq!(
        ann.get(&webhook).await.ok()["failing_since"],
        "2026-03-01T12:00:00.000Z"
    );
    server.app.clock.forward(TimeDelta::seconds(599));
    deliver_due(&server.app).await.unwrap();
    assert!(receiver.got().is_empty());
    // The same, with the time of the attempt.
    server.app.clock.forward(TimeDelta::seconds(1));
    deliver_due(&server.app).await.unwrap();
    let again = receiver.got().remove(0);
    assert_eq!(first.header("webhook-id"), again.header("webhook-id"));
    assert_eq!(first.body, again.body);
    assert_ne!(
        first.header("webhook-timestamp"),
        again.header("webhook-timestamp")
    );
    assert!(again.is_signed(&server, &secret));
    assert!(!first.is_signed(&server, &secret), "it is outdated");
    assert_eq!(ann.newest(&webhook).await["response_status"], 302);
    // With a success all is well.
    server.app.clock.forward(TimeDelta::minutes(10));
    deliver_due(&server.app).await.unwrap();
    assert_eq!(ann.newest(&webhook).await["response_status"], 404);
    server.app.clock.forward(TimeDelta::hours(1));
    deliver_due(&server.app).await.unwrap();
    let done = ann.newest(&webhook).await;
    assert_eq!(
        (&done["status"], &done["attempts"]),
        (&json!("delivered"), &json!(4))
    );
    assert_eq!(ann.get(&webhook).await.ok()["failing_since"], Value::Null);
    // Nothing of it is kept for ever.
    receiver.got();
    server.app.clock.forward(TimeDelta::days(31));
    integrations::webhooks::forget(&server.app).await.unwrap();
    assert_eq!(ann.newest(&webhook).await, Value::Null);
}

#[tokio::test]
async fn webhook_failing_for_three_days_is_disabled_until_reenabled() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let wanted = receiver.wanted(&["game.started"]);
    let (webhook, _) = ann.makes_webhook(wanted.clone()).await;
    thats_life(&[&ann, &ben]).await;
    let mut attempts = 0;
    for _ in 0..40 {
        receiver.answers(&["500 Error"]);
        deliver_due(&server.app).await.unwrap();
        attempts += receiver.got().len();
        let Some(next) = ann.newest(&webhook).await["next_attempt_at"]
            .as_str()
            .map(str::to_owned)
        else {
            break;
        };
        let next: common::clock::Moment = next.parse().unwrap();
        server.app.clock.forward(next - server.app.clock.now());
    }
    assert!((9..=10).contains(&attempts), "{attempts}");
    let off = ann.get(&webhook).await.ok();
    assert_eq!(
        (&off["enabled"], &off["disabled_by"]),
        (&json!(false), &json!("failing"))
    );
    assert_eq!(told(&server).await, ["webhook_made", "webhook_failing"]);
    let days = server.app.clock.now()
        - "2026-03-01T12:00:00Z"
            .parse::<common::clock::Moment>()
            .unwrap();
    assert!(
        days >= TimeDelta::days(3) && days < TimeDelta::days(4),
        "{days}"
    );
    // While it is off nothing is kept for it; a test goes out all the same.
    receiver.answers.lock().unwrap().clear();
    thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    assert!(receiver.got().is_empty());
    let test = ann.post(&format!("{webhook}/test"), json!({})).await;
    assert_eq!(test.status, 202);
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.got()[0].json()["type"], "webhook.test");
    let on = ann.put(&webhook, wanted).await.ok();
    assert_eq!(
        (&on["enabled"], &on["failing_since"]),
        (&json!(true), &Value::Null)
    );
    thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.types(), ["game.started"]);
}

#[tokio::test]
async fn many_deliveries_leave_database_connections_to_requests() {
    let receiver = Receiver::start().await;
    let small = |settings: &mut base::config::Settings| {
        settings.webhooks_allow = "127.0.0.0/8".into();
        settings.pool = "2".into();
    };
    let server = server_with(fresh_database().await, small, |_| {}).await;
    let [ann, ben] = server.two_players().await;
    for player in [&ann, &ben] {
        for _ in 0..8 {
            let (webhook, _) = player
                .makes_webhook(receiver.wanted(&["game.started"]))
                .await;
            player
                .post(&format!("{webhook}/test"), json!({}))
                .await
                .ok();
        }
    }
    let asks = async {
        for _ in 0..30 {
            ann.get("/v1/me").await.ok();
        }
    };
    let (dealt, ()) = tokio::join!(deliver_due(&server.app), asks);
    assert_eq!((dealt.unwrap(), receiver.got().len()), (16, 16));
}

#[tokio::test]
async fn pending_deliveries_per_webhook_are_limited_to_the_newest_500() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let ann = server.player("ann").await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.turn"])).await;
    let many = "INSERT INTO webhook_deliveries (player_id, webhook_id, id, event, created_at, due_at)
        SELECT player_id, id, 'msg_' || n, 'game.turn', created_at + n * interval '1 s', created_at + interval '1 day'
        FROM webhooks, generate_series(1, 600) AS n";
    let mut owner = superuser(&server.database).await;
    owner.batch_execute(many).await.unwrap();
    limit(&server.app).await.unwrap();
    // The newest 500 wait, and nothing else.
    let newest = "UPDATE webhook_deliveries SET due_at = due_at WHERE status = 'waiting' AND substr(id, 5)::int > 100";
    assert_eq!(
        diesel::sql_query(newest).execute(&mut owner).await.unwrap(),
        500
    );
    let waiting = integrations::webhooks::store::waiting(&mut owner)
        .await
        .unwrap();
    assert_eq!(waiting, 500);
    assert_eq!(ann.newest(&webhook).await["id"], "msg_600");
}

#[tokio::test]
async fn webhook_with_a_new_url_delivers_pending_events_there() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    thats_life(&[&ann, &ben]).await;
    receiver.answers(&["503 Busy"]);
    deliver_due(&server.app).await.unwrap();
    let other = Receiver::start().await;
    let mut wanted = other.wanted(&["game.started"]);
    wanted["format"] = "slack".into();
    let changed = ann.put(&webhook, wanted).await.ok();
    assert_eq!(changed["failing_since"], Value::Null);
    assert_eq!(told(&server).await, ["webhook_made", "webhook_made"]);
    server.app.clock.forward(TimeDelta::minutes(10));
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.got().len(), 1);
    let got = other.got().remove(0).json();
    assert!(got["text"].is_string() && got["type"].is_null(), "{got}");
}

#[tokio::test]
async fn attempt_from_before_a_change_of_the_webhook_stores_no_body() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    thats_life(&[&ann, &ben]).await;
    let mut conn = superuser(&server.database).await;
    let room = Room {
        places: [1; 3],
        of_player: 1,
        to_host: 1,
        players: Default::default(),
        hosts: Default::default(),
    };
    let now = server.app.clock.now();
    let until = now + TimeDelta::minutes(5);
    let leased = lease(&mut conn, now, until, &room, &["game.begun"], &[]).await;
    let leased = leased.unwrap();
    let found = store::of_leased(&mut conn, &leased, now).await.unwrap();
    let before = &found[&leased[0].webhook_id];
    let kept = store::keep(&mut conn, before, &leased[0], "{}").await;
    assert_eq!(kept.unwrap(), 1);
    let other = Receiver::start().await;
    let mut wanted = other.wanted(&["game.started"]);
    wanted["format"] = "slack".into();
    ann.put(&webhook, wanted).await.ok();
    let kept = store::keep(&mut conn, before, &leased[0], "{}").await;
    assert_eq!(kept.unwrap(), 0);
    server.app.clock.forward(TimeDelta::minutes(5));
    deliver_due(&server.app).await.unwrap();
    let got = other.got().remove(0).json();
    assert!(got["text"].is_string(), "{got}");
}

#[tokio::test]
async fn delivery_that_cannot_be_written_is_a_failed_attempt() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    thats_life(&[&ann, &ben]).await;
    let mut conn = superuser(&server.database).await;
    let spoil = r#"UPDATE webhook_deliveries SET facts = facts || '{"message": "none"}'"#;
    conn.batch_execute(spoil).await.unwrap();
    deliver_due(&server.app).await.unwrap();
    let tried = ann.newest(&webhook).await;
    let next = tried["next_attempt_at"].as_str().unwrap();
    assert!(
        ("2026-03-01T12:00:05".."2026-03-01T12:00:07").contains(&next),
        "{tried}"
    );
    assert_eq!(
        (
            &tried["status"],
            &tried["attempts"],
            &tried["response_status"]
        ),
        (&json!("waiting"), &json!(1), &Value::Null)
    );
    assert_eq!(
        ann.get(&webhook).await.ok()["failing_since"],
        "2026-03-01T12:00:00.000Z"
    );
    let mend = "UPDATE webhook_deliveries SET facts = facts - 'message'";
    conn.batch_execute(mend).await.unwrap();
    server.app.clock.forward(TimeDelta::seconds(10));
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.types(), ["game.started"]);
    assert_eq!(ann.get(&webhook).await.ok()["failing_since"], Value::Null);
}

#[tokio::test]
async fn webhook_is_disabled_when_its_receiver_returns_410() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    thats_life(&[&ann, &ben]).await;
    receiver.answers(&["410 Gone"]);
    deliver_due(&server.app).await.unwrap();
    assert_eq!(ann.newest(&webhook).await["status"], "failed");
    let off = ann.get(&webhook).await.ok();
    assert_eq!(
        (&off["enabled"], &off["disabled_by"]),
        (&json!(false), &json!("gone"))
    );
    assert_eq!(told(&server).await, ["webhook_made", "webhook_gone"]);
    // A test is tried once.
    server.app.clock.forward(TimeDelta::seconds(1));
    receiver.answers(&["500 Error"]);
    ann.post(&format!("{webhook}/test"), json!({})).await.ok();
    deliver_due(&server.app).await.unwrap();
    let test = ann.newest(&webhook).await;
    assert_eq!(
        (&test["event"], &test["status"]),
        (&json!("webhook.test"), &json!("failed"))
    );
}

#[tokio::test]
async fn previous_secret_signs_for_24_hours_after_rotation() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let ann = server.player("ann").await;
    let (webhook, old) = ann.makes_webhook(receiver.wanted(&["game.turn"])).await;
    let rotated = ann.post(&format!("{webhook}/secret"), json!({})).await.ok();
    let new = rotated["secret"].as_str().unwrap();
    assert_eq!(rotated["old_secret_expires_at"], "2026-03-02T12:00:00.000Z");
    let test = async || {
        ann.post(&format!("{webhook}/test"), json!({})).await.ok();
        deliver_due(&server.app).await.unwrap();
        receiver.got().remove(0)
    };
    let got = test().await;
    assert_eq!(got.header("webhook-signature").split(' ').count(), 2);
    assert!(got.is_signed(&server, &old) && got.is_signed(&server, new));
    server.app.clock.forward(TimeDelta::hours(24));
    let got = test().await;
    assert!(!got.is_signed(&server, &old) && got.is_signed(&server, new));
}

#[tokio::test]
async fn invalid_webhook_is_rejected() {
    let server = a_server().await;
    let ann = server.player("ann").await;
    for (url, detail) in [
        ("http://example.org/", "not on the public internet"),
        ("ftp://127.0.0.1/", "https://"),
        ("https://me:secret@8.8.8.8/", "https://"),
        ("https://10.0.0.1/", "public internet"),
        ("https://localhost.localdomain/", ""),
        ("https://8.8.8.8:25/", "port 443"),
        ("nothing", "https://"),
    ] {
        let wanted = json!({"url": url, "events": ["game.turn"]});
        let refused = ann
            .post("/v1/me/webhooks", wanted)
            .await
            .problem(422, "bad-url");
        assert_eq!(refused["errors"][0]["pointer"], "#/url");
        let told = refused["detail"].as_str().unwrap();
        // Without a name server, the name cannot be resolved.
        assert!(
            told.contains(detail) || told.contains("cannot be resolved"),
            "{url}: {told}"
        );
    }
    let good = json!({"url": "http://127.0.0.1:9/", "events": ["game.turn"]});
    for (member, value) in [
        ("events", json!([])),
        ("events", json!(["game.moved"])),
        ("format", json!("irc")),
        ("more", json!(1)),
    ] {
        let mut wanted = good.clone();
        wanted[member] = value;
        ann.post("/v1/me/webhooks", wanted)
            .await
            .problem(400, "invalid-request");
    }
    for _ in 0..10 {
        ann.makes_webhook(good.clone()).await;
    }
    ann.post("/v1/me/webhooks", good.clone())
        .await
        .problem(403, "forbidden");
    let list = ann.get("/v1/me/webhooks").await.ok();
    let list = list["webhooks"].as_array().unwrap();
    assert_eq!(list.len(), 10);
    let path = format!("/v1/me/webhooks/{}", list[0]["id"].as_str().unwrap());
    let inside = json!({"url": "https://192.168.0.1/", "events": ["game.turn"]});
    ann.put(&path, inside).await.problem(422, "bad-url");
    let off = json!({"url": "http://127.0.0.1:9/", "events": ["game.finished"], "enabled": false});
    let off = ann.put(&path, off).await.ok();
    assert_eq!(
        (&off["disabled_by"], &off["events"]),
        (&json!("player"), &json!(["game.finished"]))
    );
    assert_eq!(ann.delete(&path).await.status, 204);
    assert_eq!(ann.get(&path).await.status, 404);
}

/// The server sends nothing if the operator no longer allows the address, or if the name now
/// resolves to a forbidden one.
#[tokio::test]
async fn webhook_url_is_checked_at_each_delivery() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let ann = server.player("ann").await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.turn"])).await;
    ann.post(&format!("{webhook}/test"), json!({})).await.ok();
    let strict = server_on(server.database.clone()).await;
    deliver_due(&strict.app).await.unwrap();
    assert!(receiver.got().is_empty());
    let test = ann.newest(&webhook).await;
    assert_eq!(
        (&test["status"], &test["response_status"]),
        (&json!("failed"), &Value::Null)
    );
    // A name that leads to this machine is made to do so after it was looked at.
    let port = receiver.url.split(':').nth(2).unwrap();
    let mut owner = superuser(&server.database).await;
    let rebound = format!("UPDATE webhooks SET url = 'https://localhost.:{port}'");
    owner.batch_execute(&rebound).await.unwrap();
    ann.post(&format!("{webhook}/test"), json!({})).await.ok();
    deliver_due(&strict.app).await.unwrap();
    assert_eq!(ann.newest(&webhook).await["response_status"], Value::Null);
    assert!(receiver.got().is_empty());
}

#[tokio::test]
async fn webhooks_of_suspended_and_deleted_players_receive_nothing() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let root = server.admin("warden").await;
    let [ann, ben] = server.two_players().await;
    ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    ben.makes_webhook(receiver.wanted(&["game.started"])).await;
    thats_life(&[&ann, &ben]).await;
    let act = json!({"type": "suspend", "player": "ann"});
    let act = json!({"action": act, "reason": "a reason"});
    root.post("/v1/admin/actions", act).await.ok();
    let body = json!({"password": PASSWORD});
    let gone = server.send(
        reqwest::Method::DELETE,
        "/v1/me",
        Some(&ben.token),
        Some(&body),
    );
    gone.await.ok();
    deliver_due(&server.app).await.unwrap();
    assert!(receiver.got().is_empty());
    let mut owner = superuser(&server.database).await;
    #[derive(diesel::QueryableByName)]
    struct Left {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        left: i64,
    }
    let left = "SELECT count(*) AS left FROM webhooks JOIN players ON players.id = player_id \
                WHERE deleted_at IS NOT NULL";
    let left: Left = diesel::sql_query(left)
        .get_result(&mut owner)
        .await
        .unwrap();
    assert_eq!(left.left, 0);
}

/// Two nodes deliver each event once, and deliveries of a node that died go to another node.
#[tokio::test]
async fn nodes_share_deliveries_and_take_over_expired_leases() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let other = server_with(
        server.database.clone(),
        |settings| settings.webhooks_allow = "127.0.0.0/8".into(),
        |_| {},
    )
    .await;
    let [ann, ben] = server.two_players().await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.started"])).await;
    for _ in 0..9 {
        thats_life(&[&ann, &ben]).await;
    }
    let (here, there) = tokio::join!(deliver_due(&server.app), deliver_due(&other.app));
    assert_eq!(here.unwrap() + there.unwrap(), 9);
    assert_eq!(receiver.got().len(), 9);
    ann.post(&format!("{webhook}/test"), json!({})).await.ok();
    let mut owner = superuser(&server.database).await;
    owner
        .batch_execute("UPDATE webhook_deliveries SET leased_until = '2026-03-01T12:05:00Z' WHERE status = 'waiting'")
        .await
        .unwrap();
    deliver_due(&server.app).await.unwrap();
    assert!(receiver.got().is_empty());
    server.app.clock.forward(TimeDelta::minutes(5));
    deliver_due(&server.app).await.unwrap();
    assert_eq!(receiver.types(), ["webhook.test"]);
}

#[tokio::test]
async fn second_webhook_test_while_one_is_pending_returns_the_same() {
    let (server, receiver) = (a_server().await, Receiver::start().await);
    let ann = server.player("ann").await;
    let (webhook, _) = ann.makes_webhook(receiver.wanted(&["game.turn"])).await;
    let path = format!("{webhook}/test");
    let first = ann.post(&path, json!({})).await.ok();
    let second = ann.post(&path, json!({})).await.ok();
    assert_eq!(first["id"], second["id"]);
    deliver_due(&server.app).await.unwrap();
    let third = ann.post(&path, json!({})).await.ok();
    assert_ne!(first["id"], third["id"]);
}

/// Starts a server that may send to this machine, with short time limits for receivers and for this
/// DNS server.
async fn impatient(dns: Option<&UdpSocket>) -> Server {
    let ways = Ways {
        dns: dns.map(|it| it.local_addr().unwrap()),
        looking_up: Duration::from_millis(200),
        connecting: Duration::from_secs(2),
        answering: Duration::from_secs(2),
    };
    server_with(
        fresh_database().await,
        |settings| settings.webhooks_allow = "127.0.0.0/8".into(),
        |app| app.webhooks = Sender::new("127.0.0.0/8".parse().unwrap(), ways).unwrap(),
    )
    .await
}

#[tokio::test]
async fn slow_receiver_is_paused() {
    let server = impatient(None).await;
    let [ann, ben] = server.two_players().await;
    // The machine accepts the connection, but does not respond.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let wanted = json!({"url": url, "events": ["game.started"]});
    let (webhook, _) = ann.makes_webhook(wanted).await;
    thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(ann.newest(&webhook).await["attempts"], 1);
    server.app.clock.forward(TimeDelta::seconds(7));
    thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    let newest = ann.newest(&webhook).await;
    assert_eq!(
        (&newest["status"], &newest["attempts"]),
        (&json!("waiting"), &json!(0))
    );
    server.app.clock.forward(TimeDelta::seconds(20));
    deliver_due(&server.app).await.unwrap();
    let list = ann.get(&format!("{webhook}/deliveries")).await.ok();
    let attempts = |n: usize| list["deliveries"][n]["attempts"].as_u64().unwrap();
    assert_eq!(attempts(0) + attempts(1), 3, "both are tried again");
}

#[tokio::test]
async fn host_that_does_not_resolve_is_paused() {
    let silent = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let server = impatient(Some(&silent)).await;
    let [ann, ben] = server.two_players().await;
    let wanted = json!({"url": "https://8.8.8.8/", "events": ["game.started"]});
    let (webhook, _) = ann.makes_webhook(wanted).await;
    let mut owner = superuser(&server.database).await;
    let renamed = "UPDATE webhooks SET url = 'https://hooks.example.org/'";
    owner.batch_execute(renamed).await.unwrap();
    for attempts in [1, 0] {
        thats_life(&[&ann, &ben]).await;
        deliver_due(&server.app).await.unwrap();
        let newest = ann.newest(&webhook).await;
        assert_eq!(
            (&newest["status"], &newest["attempts"]),
            (&json!("waiting"), &json!(attempts))
        );
        server.app.clock.forward(TimeDelta::seconds(1));
    }
}

/// Answers all queries to this DNS server: the name does not exist.
async fn knows_no_name(dns: &UdpSocket) {
    let mut packet = [0; 1500];
    loop {
        let (length, from) = dns.recv_from(&mut packet).await.unwrap();
        packet[2..4].copy_from_slice(&[0x81, 0x83]);
        dns.send_to(&packet[..length], from).await.unwrap();
    }
}

#[tokio::test]
async fn look_up_of_a_host_is_not_limited_by_the_patience_of_the_queue() {
    let dns = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let ways = Ways {
        dns: Some(dns.local_addr().unwrap()),
        ..Ways::default()
    };
    let hasty = |app: &mut turnpike::App| {
        app.permits.writes = PermitPool::new("writes", 8, 8, Duration::ZERO);
        app.webhooks = Sender::new("127.0.0.0/8".parse().unwrap(), ways).unwrap();
    };
    let server = server_with(fresh_database().await, |_| {}, hasty).await;
    let ann = server.player("ann").await;
    let (endpoint, _) = browser("https://hooks.example.org/");
    let wanted = json!({"url": "https://hooks.example.org/", "events": ["game.turn"]});
    for (path, body) in [
        ("/v1/me/webhooks", wanted),
        ("/v1/me/push-subscriptions", endpoint),
    ] {
        let refused = tokio::select! {
            refused = ann.post(path, body) => refused,
            () = knows_no_name(&dns) => unreachable!(),
        };
        refused.problem(422, "bad-url");
    }
}

#[tokio::test]
async fn test_of_a_paused_receiver_fails_at_once() {
    let silent = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let server = impatient(Some(&silent)).await;
    let ann = server.player("ann").await;
    let wanted = json!({"url": "https://8.8.8.8/", "events": ["game.started"]});
    let (webhook, _) = ann.makes_webhook(wanted).await;
    let mut owner = superuser(&server.database).await;
    let renamed = "UPDATE webhooks SET url = 'https://hooks.example.org/'";
    owner.batch_execute(renamed).await.unwrap();
    for attempts in [1, 0] {
        let path = format!("{webhook}/test");
        assert_eq!(ann.post(&path, json!({})).await.status, 202);
        deliver_due(&server.app).await.unwrap();
        let newest = ann.newest(&webhook).await;
        assert_eq!(
            (&newest["status"], &newest["attempts"]),
            (&json!("failed"), &json!(attempts))
        );
        server.app.clock.forward(TimeDelta::seconds(1));
    }
}
