//! Web Push over HTTP, with a push service on this machine: pushes to browsers and phones, before
//! mails are sent.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection;
use integrations::pushes::forget;
use integrations::webhooks::worker::deliver_due;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use letters::mailer;
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::rand_core::OsRng;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use crate::database_helpers::{mails, told};
use crate::helpers::*;
use crate::integrations::webhooks::a_server;
use crate::receiver::{Got, Receiver};
use crate::table::*;

/// The secrets of a browser.
pub struct Own {
    secret: SecretKey,
    auth: [u8; 16],
}

/// Returns the subscription of a browser with this push service, as `PushSubscription.toJSON()`
/// returns it, and the secrets of the browser.
pub fn browser(endpoint: &str) -> (Value, Own) {
    let own = Own {
        secret: SecretKey::random(&mut OsRng),
        auth: common::ids::random_bytes(),
    };
    let public = own.secret.public_key().to_encoded_point(false);
    let [public, auth] = [public.as_bytes(), &own.auth].map(|it| URL_SAFE_NO_PAD.encode(it));
    let keys = json!({"p256dh": public, "auth": auth});
    let given = json!({"endpoint": endpoint, "expirationTime": null, "keys": keys});
    (given, own)
}

impl Own {
    /// Returns the pushes that it got.
    fn reads(&self, got: &Got) -> Value {
        assert_eq!(got.header("content-encoding"), "aes128gcm");
        let opened = decrypt(got.body.clone(), &self.secret, &Auth::from(self.auth)).unwrap();
        let told: Value = serde_json::from_slice(&opened).unwrap();
        assert_eq!(told["web_push"], 8030);
        told["notification"].clone()
    }
}

#[derive(Deserialize)]
struct Claims {
    aud: String,
    exp: i64,
    sub: String,
}

/// The identity of the sender, from the key that the browsers got.
fn vapid(server: &Server, got: &Got, key: &str) -> Claims {
    let header = got.header("authorization");
    let (token, shown) = header
        .strip_prefix("vapid t=")
        .unwrap()
        .split_once(", k=")
        .unwrap();
    assert_eq!(shown, key);
    let point = URL_SAFE_NO_PAD.decode(key).unwrap();
    let [x, y] = [&point[1..33], &point[33..]].map(|it| URL_SAFE_NO_PAD.encode(it));
    let key = DecodingKey::from_ec_components(&x, &y).unwrap();
    let mut validation = Validation::new(Algorithm::ES256);
    validation.validate_exp = false;
    validation.validate_aud = false;
    let read = jsonwebtoken::decode::<Claims>(token, &key, &validation);
    let claims = read.unwrap().claims;
    let left = claims.exp - server.app.clock.now().timestamp();
    assert!((0..=24 * 3600).contains(&left), "{left}");
    claims
}

impl Player<'_> {
    /// Subscribes a browser with this push service.
    async fn is_pushed_to(&self, service: &Receiver) -> (String, Own) {
        let (wanted, own) = browser(&service.url);
        let made = self.post("/v1/me/push-subscriptions", wanted).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        let id = made.ok()["id"].as_str().unwrap().to_owned();
        (id, own)
    }

    async fn devices(&self) -> Vec<Value> {
        let list = self.get("/v1/me/push-subscriptions").await.ok();
        list["subscriptions"].as_array().unwrap().clone()
    }
}

impl Server {
    /// Sends all due mail: pushes first, and then the mails that they release.
    async fn tells(&self) {
        mailer::deliver_due(&self.app).await.unwrap();
        deliver_due(&self.app).await.unwrap();
        mailer::deliver_due(&self.app).await.unwrap();
    }

    /// Returns the number of mails to a player, except those about the account.
    async fn mails_to(&self, name: &str) -> usize {
        let mailbox = self.app.mail.mailbox().unwrap();
        let address = format!("{name}@example.org");
        let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
        mails.retain(|mail| !mail.message_id.starts_with("account_changed."));
        mails.len()
    }

    /// Subscribes the program with this token.
    async fn pushes_by(&self, token: &str, service: &Receiver) -> Own {
        let (wanted, own) = browser(&service.url);
        let made = self.send(
            Method::POST,
            "/v1/me/push-subscriptions",
            Some(token),
            Some(&wanted),
        );
        let made = made.await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        own
    }

    /// Creates Ann and Ben, and a game in which Ben is to move. He has got all earlier
    /// notifications.
    async fn ben_is_to_move(&self) -> ([Player<'_>; 2], String) {
        let [ann, ben] = self.two_players().await;
        let game = thats_life(&[&ann, &ben]).await;
        self.app.clock.forward(TimeDelta::minutes(20));
        mailer::deliver_due(&self.app).await.unwrap();
        ann.takes_a_first_turn(&game).await;
        ([ann, ben], game)
    }

    /// Moves to the time when Ben, who has just been here, is notified of his turn.
    async fn tells_of_the_turn(&self) {
        self.app.clock.forward(TimeDelta::minutes(6));
        self.tells().await;
    }
}

const QUARTER: TimeDelta = TimeDelta::minutes(15);

#[tokio::test]
async fn turn_mail_is_not_sent_when_the_player_looks_after_the_push() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], game) = server.ben_is_to_move().await;
    let (id, own) = ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    server.tells_of_the_turn().await;

    let got = service.got();
    assert_eq!(got.len(), 1, "{got:?}");
    let told = own.reads(&got[0]);
    assert_eq!(
        told["navigate"],
        format!("http://turnpike.test/games/{game}")
    );
    assert_eq!((&told["lang"], &told["tag"]), (&json!("en"), &json!(game)));
    let title = told["title"].as_str().unwrap();
    assert!(
        title.starts_with("Your turn: That's Life! with ann"),
        "{title}"
    );
    let body = told["body"].as_str().unwrap();
    assert!(body.contains("ann"), "{body}");
    assert_eq!(
        (got[0].header("urgency"), got[0].header("ttl")),
        ("high", "900")
    );
    assert_eq!(got[0].header("topic").len(), 32);
    let key = ben.get("/v1/me/push-subscriptions").await.ok()["application_server_key"].clone();
    let claims = vapid(&server, &got[0], key.as_str().unwrap());
    let origin = service.url.split("/hidden").next().unwrap();
    assert_eq!(claims.aud, origin);
    assert!(claims.sub.starts_with("mailto:"), "{}", claims.sub);
    let devices = ben.devices().await;
    assert_eq!(
        (&devices[0]["id"], devices[0]["last_notified_at"].is_null()),
        (&json!(id), false)
    );
    assert_eq!(server.mails_to("ben").await, before, "the mail waits");

    // He comes to look.
    server.app.clock.forward(TimeDelta::seconds(1));
    ben.devices().await;
    server.app.clock.forward(QUARTER);
    server.tells().await;
    assert_eq!(server.mails_to("ben").await, before, "he has seen it");
    assert!(service.got().is_empty(), "nothing is told twice");
}

#[tokio::test]
async fn turn_mail_is_sent_15_minutes_after_a_push_without_a_visit() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    server.tells_of_the_turn().await;
    assert_eq!(service.got().len(), 1);
    server.app.clock.forward(QUARTER - TimeDelta::seconds(1));
    server.tells().await;
    assert_eq!(server.mails_to("ben").await, before);
    server.app.clock.forward(TimeDelta::seconds(1));
    server.tells().await;
    assert_eq!(server.mails_to("ben").await, before + 1);
    assert!(service.got().is_empty(), "one notice");
}

#[tokio::test]
async fn turn_is_mailed_at_once_when_the_push_returns_410() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    service.answers(&["410 Gone"]);
    server.tells_of_the_turn().await;
    assert_eq!(service.got().len(), 1);
    assert_eq!(server.mails_to("ben").await, before + 1);
    assert!(ben.devices().await.is_empty(), "the browser has ended it");
}

#[tokio::test]
async fn failed_push_is_retried_twice_before_the_mail_is_sent() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    service.answers(&["500 Oh", "500 Oh", "500 Oh"]);
    server.app.clock.forward(TimeDelta::minutes(6));
    for seconds in [0, 7, 25] {
        assert_eq!(server.mails_to("ben").await, before);
        server.app.clock.forward(TimeDelta::seconds(seconds));
        server.tells().await;
        assert_eq!(service.got().len(), 1, "{seconds}");
    }
    assert_eq!(server.mails_to("ben").await, before + 1, "it is given up");
    assert_eq!(ben.devices().await.len(), 1);
}

#[tokio::test]
async fn push_taken_by_one_of_two_devices_holds_the_mail() {
    let server = a_server().await;
    let (phone, desk) = (Receiver::start().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&phone).await;
    ben.is_pushed_to(&desk).await;
    let before = server.mails_to("ben").await;
    desk.answers(&["404 Not Found"]);
    server.tells_of_the_turn().await;
    assert_eq!((phone.got().len(), desk.got().len()), (1, 1));
    assert_eq!(server.mails_to("ben").await, before, "the phone has it");
    assert_eq!(ben.devices().await.len(), 1);
}

#[tokio::test]
async fn mail_preferences_apply_to_pushes() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([ann, ben], game) = server.ben_is_to_move().await;
    ben.put(
        "/v1/me/mail-settings",
        json!({"turns": "off", "news": "digest"}),
    )
    .await
    .ok();
    ben.is_pushed_to(&service).await;
    ann.post(
        &format!("/v1/games/{game}/chat"),
        json!({"id": "a", "text": "Hello"}),
    )
    .await
    .ok();
    server.app.clock.forward(TimeDelta::hours(1));
    server.tells().await;
    assert!(
        service.got().is_empty(),
        "one is not wanted, the other in a digest"
    );
}

#[tokio::test]
async fn player_without_a_confirmed_address_gets_pushes() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], game) = server.ben_is_to_move().await;
    let (_, own) = ben.is_pushed_to(&service).await;
    let mut owner = superuser(&server.database).await;
    let gone = "UPDATE players SET email = NULL, email_confirmed_at = NULL WHERE name = 'ben'";
    owner.batch_execute(gone).await.unwrap();
    server.tells_of_the_turn().await;
    let got = service.got();
    assert_eq!(own.reads(&got[0])["tag"], json!(game));
    server.app.clock.forward(QUARTER);
    server.tells().await;
    assert!(service.got().is_empty());
}

#[tokio::test]
async fn browser_subscription_ends_with_its_session() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    // Signed out before it is pushed.
    assert_eq!(ben.delete("/v1/sessions").await.status, 204);
    server.tells_of_the_turn().await;
    assert!(service.got().is_empty());
    assert_eq!(server.mails_to("ben").await, before + 1);
    forget(&server.app).await.unwrap();
    let again = server.session("ben").await;
    let token = again["access_token"].as_str();
    let list = server
        .send(Method::GET, "/v1/me/push-subscriptions", token, None)
        .await;
    assert_eq!(list.ok()["subscriptions"], json!([]));
}

#[tokio::test]
async fn push_subscription_of_a_token_ends_with_the_token() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ben = server.player("ben").await;
    let wanted = json!({"name": "A phone", "scopes": ["games:read"], "days": 1,
        "reauthentication": {"password": PASSWORD}});
    let made = ben.post("/v1/me/tokens", wanted).await.ok();
    let token = made["token"].as_str();
    let (wanted, own) = browser(&service.url);
    let path = "/v1/me/push-subscriptions";
    let device = server
        .send(Method::POST, path, token, Some(&wanted))
        .await
        .ok();
    let id = device["id"].as_str().unwrap();
    // A token for reading cannot end subscriptions of others.
    let (desk, _) = ben.is_pushed_to(&Receiver::start().await).await;
    let theirs = format!("{path}/{desk}");
    let ends = server.send(Method::DELETE, &theirs, token, None).await;
    ends.problem(404, "not-found");
    let tries = format!("{theirs}/test");
    let tries = server.send(Method::POST, &tries, token, None).await;
    tries.problem(404, "not-found");
    let seen = server.send(Method::GET, path, token, None).await.ok();
    assert_eq!(seen["subscriptions"].as_array().unwrap().len(), 1);
    assert_eq!(ben.devices().await.len(), 2);
    let test = format!("/v1/me/push-subscriptions/{id}/test");
    assert_eq!(ben.post(&test, json!({})).await.status, 202);
    deliver_due(&server.app).await.unwrap();
    let got = service.got();
    let told = own.reads(&got[0]);
    assert_eq!(
        (&told["title"], got[0].header("urgency")),
        (&json!("This is a test"), "normal")
    );
    let path = format!("/v1/me/tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(ben.delete(&path).await.status, 204);
    assert_eq!(ben.devices().await.len(), 1, "the desk");
    ben.post(&test, json!({})).await.problem(404, "not-found");
}

#[tokio::test]
async fn new_subscription_replaces_same_browser_or_the_oldest() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let (first, _) = ben.is_pushed_to(&service).await;
    let (second, _) = ben.is_pushed_to(&service).await;
    let ids = |devices: Vec<Value>| {
        devices
            .into_iter()
            .map(|it| it["id"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(ben.devices().await), [json!(second)]);
    let gone = format!("/v1/me/push-subscriptions/{first}");
    ben.delete(&gone).await.problem(404, "not-found");
    let theirs = format!("/v1/me/push-subscriptions/{second}");
    ann.delete(&theirs).await.problem(404, "not-found");
    ann.post(&format!("{theirs}/test"), json!({}))
        .await
        .problem(404, "not-found");
    for n in 0..20 {
        server.app.clock.forward(TimeDelta::seconds(10));
        let (wanted, _) = browser(&format!("{}/{n}", service.url));
        assert_eq!(
            ben.post("/v1/me/push-subscriptions", wanted).await.status,
            201
        );
    }
    let now = ids(ben.devices().await);
    assert_eq!((now.len(), now.contains(&json!(second))), (20, false));
}

#[tokio::test]
async fn invalid_push_subscription_is_rejected() {
    let server = a_server().await;
    let ann = server.player("ann").await;
    for endpoint in [
        "http://example.org/",
        "https://10.0.0.1/",
        "https://8.8.8.8:25/",
        "nothing",
    ] {
        let refused = ann
            .post("/v1/me/push-subscriptions", browser(endpoint).0)
            .await;
        let refused = refused.problem(422, "bad-url");
        assert_eq!(refused["errors"][0]["pointer"], "#/endpoint");
    }
    let (good, _) = browser("https://8.8.8.8/");
    // No point of the curve, too short, no base64url, a compressed point.
    let public = good["keys"]["p256dh"].as_str().unwrap();
    let point = URL_SAFE_NO_PAD.decode(public).unwrap();
    let compressed = [&[2 + (point[64] & 1)], &point[1..33]].concat();
    for (key, value) in [
        ("p256dh", URL_SAFE_NO_PAD.encode([4; 65])),
        ("p256dh", URL_SAFE_NO_PAD.encode(&point[..64])),
        ("p256dh", URL_SAFE_NO_PAD.encode(compressed)),
        ("p256dh", "ä".into()),
        ("auth", URL_SAFE_NO_PAD.encode([0; 15])),
        ("auth", String::new()),
    ] {
        let mut bad = good.clone();
        bad["keys"][key] = value.into();
        ann.post("/v1/me/push-subscriptions", bad)
            .await
            .problem(400, "invalid-request");
    }
    let mut padded = good;
    padded["keys"]["auth"] = json!(format!("{}==", padded["keys"]["auth"].as_str().unwrap()));
    assert_eq!(
        ann.post("/v1/me/push-subscriptions", padded).await.status,
        201
    );
}

/// The server mails a requested code even if other mails to the player wait. It pushes a mail once.
#[tokio::test]
async fn code_is_mailed_while_a_turn_is_pushed() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([ann, ben], game) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    server.app.clock.forward(TimeDelta::minutes(6));
    let before = server.mails_to("ben").await;
    let code = json!({"name": "ben"});
    server.call(Method::POST, "/v1/sessions/code", code).await;
    server.tells().await;
    assert_eq!(service.got().len(), 1, "the turn");
    assert_eq!(server.mails_to("ben").await, before + 1, "the code");
    // Another notification is due before the turn mail.
    let said = json!({"id": "a", "text": "Are you there?"});
    ann.post(&format!("/v1/games/{game}/chat"), said).await.ok();
    let mut owner = superuser(&server.database).await;
    let now = "UPDATE outbox SET due_at = created_at WHERE status = 'waiting'";
    owner
        .batch_execute(&format!("{now} AND kind = 'chat'"))
        .await
        .unwrap();
    server.tells().await;
    assert_eq!(service.got().len(), 1, "what was said");
    assert_eq!(server.mails_to("ben").await, before + 1);
    owner
        .batch_execute(&format!("{now} AND kind <> 'chat'"))
        .await
        .unwrap();
    server.tells().await;
    assert_eq!(server.mails_to("ben").await, before + 2, "the turn");
}

#[tokio::test]
async fn failed_push_is_mailed_even_if_the_player_looked_meanwhile() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    service.answers(&["500 Oh", "500 Oh", "500 Oh"]);
    server.tells_of_the_turn().await;
    server.app.clock.forward(TimeDelta::seconds(1));
    ben.devices().await;
    for seconds in [7, 25] {
        server.app.clock.forward(TimeDelta::seconds(seconds));
        server.tells().await;
    }
    assert_eq!(server.mails_to("ben").await, before + 1);
}

#[tokio::test]
async fn stale_turn_is_not_pushed_again() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], game) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    service.answers(&["500 Oh"]);
    server.tells_of_the_turn().await;
    assert_eq!(service.got().len(), 1);
    ben.takes_a_first_turn(&game).await;
    server.app.clock.forward(TimeDelta::seconds(7));
    deliver_due(&server.app).await.unwrap();
    assert!(service.got().is_empty(), "he has moved");
}

#[tokio::test]
async fn push_is_not_retried_after_403_413_or_a_long_retry_after() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ben = server.player("ben").await;
    for (answer, tries, stays) in [
        ("403 Forbidden", 1, false),
        ("413 Too Large", 1, true),
        ("503 Oh\r\nretry-after: 3600", 1, true),
    ] {
        let (id, _) = ben.is_pushed_to(&service).await;
        service.answers(&[answer]);
        let test = format!("/v1/me/push-subscriptions/{id}/test");
        ben.post(&test, json!({})).await;
        for _ in 0..3 {
            server.app.clock.forward(TimeDelta::minutes(4));
            deliver_due(&server.app).await.unwrap();
        }
        assert_eq!(service.got().len(), tries, "{answer}");
        assert_eq!(ben.devices().await.len(), usize::from(stays), "{answer}");
    }
}

#[tokio::test]
async fn chat_is_pushed_only_to_tokens_with_the_chat_scope() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    mailer::deliver_due(&server.app).await.unwrap();
    for (scopes, is_told) in [
        (&["games:read"][..], false),
        (&["games:read", "chat"], true),
    ] {
        let token = ben.token_for(scopes).await;
        let (wanted, own) = browser(&service.url);
        let made = server
            .send(
                Method::POST,
                "/v1/me/push-subscriptions",
                Some(&token),
                Some(&wanted),
            )
            .await;
        assert_eq!(made.status, 201, "{}", made.text);
        server.tells().await;
        let said = json!({"id": scopes.len().to_string(), "text": "A secret"});
        ann.post(&format!("/v1/games/{game}/chat"), said).await.ok();
        let before = server.mails_to("ben").await;
        server.app.clock.forward(TimeDelta::hours(1));
        server.tells().await;
        let got = service.got();
        assert_eq!(got.len(), usize::from(is_told));
        let told = got.iter().map(|it| own.reads(it)["body"].clone());
        assert!(
            told.into_iter()
                .all(|it| it.as_str().unwrap().contains("A secret"))
        );
        assert_eq!(
            server.mails_to("ben").await,
            before + 1,
            "neither manages mail"
        );
    }
}

#[tokio::test]
async fn push_to_a_token_without_mail_scope_does_not_delay_mail() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], game) = server.ben_is_to_move().await;
    let token = ben.token_for(&["games:read", "chat"]).await;
    let own = server.pushes_by(&token, &service).await;
    let before = server.mails_to("ben").await;
    server.tells_of_the_turn().await;
    assert_eq!(own.reads(&service.got()[0])["tag"], json!(game));
    assert_eq!(server.mails_to("ben").await, before + 1);
}

#[tokio::test]
async fn push_to_a_token_with_mail_scope_delays_mail() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    let token = ben.token_for(&["games:read", "mail:manage"]).await;
    server.pushes_by(&token, &service).await;
    let before = server.mails_to("ben").await;
    server.tells_of_the_turn().await;
    assert_eq!(server.mails_to("ben").await, before);
}

#[tokio::test]
async fn token_request_does_not_cancel_the_turn_mail() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    let token = ben.token_for(&["games:read"]).await;
    ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    server.tells_of_the_turn().await;
    server.app.clock.forward(TimeDelta::seconds(1));
    let polls = server.send(Method::GET, "/v1/games", Some(&token), None);
    assert_eq!(polls.await.status, 200);
    server.app.clock.forward(QUARTER);
    server.tells().await;
    assert_eq!(server.mails_to("ben").await, before + 1);
}

#[tokio::test]
async fn push_taken_only_by_a_token_without_mail_scope_is_mailed() {
    let server = a_server().await;
    let (desk, program) = (Receiver::start().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&desk).await;
    let token = ben.token_for(&["games:read"]).await;
    server.pushes_by(&token, &program).await;
    let before = server.mails_to("ben").await;
    desk.answers(&["410 Gone"]);
    server.tells_of_the_turn().await;
    assert_eq!((desk.got().len(), program.got().len()), (1, 1));
    assert_eq!(server.mails_to("ben").await, before + 1);
}

#[tokio::test]
async fn mail_is_sent_after_a_minute_if_its_push_is_not() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    ben.is_pushed_to(&service).await;
    let before = server.mails_to("ben").await;
    server.app.clock.forward(TimeDelta::minutes(6));
    for (seconds, mails) in [(0, 0), (59, 0), (1, 1)] {
        server.app.clock.forward(TimeDelta::seconds(seconds));
        mailer::deliver_due(&server.app).await.unwrap();
        assert_eq!(server.mails_to("ben").await, before + mails, "{seconds}");
    }
    // A mailed notification is not pushed as well.
    deliver_due(&server.app).await.unwrap();
    assert!(service.got().is_empty());
}

#[tokio::test]
async fn second_test_push_while_one_is_pending_sends_nothing_more() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ben = server.player("ben").await;
    let (id, _) = ben.is_pushed_to(&service).await;
    let path = format!("/v1/me/push-subscriptions/{id}/test");
    for _ in 0..3 {
        assert_eq!(ben.post(&path, json!({})).await.status, 202);
    }
    deliver_due(&server.app).await.unwrap();
    assert_eq!(service.got().len(), 1);
}

#[tokio::test]
async fn push_that_delays_no_mail_is_tried_once() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ([_, ben], _) = server.ben_is_to_move().await;
    let token = ben.token_for(&["games:read"]).await;
    server.pushes_by(&token, &service).await;
    service.answers(&["500 Oh"]);
    server.tells_of_the_turn().await;
    server.app.clock.forward(TimeDelta::minutes(1));
    server.tells().await;
    assert_eq!(service.got().len(), 1);
}

#[tokio::test]
async fn subscriptions_of_a_token_do_not_displace_those_of_a_session() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ben = server.player("ben").await;
    let (desk, _) = ben.is_pushed_to(&service).await;
    let token = ben.token_for(&["games:read"]).await;
    for n in 0..21 {
        let (wanted, _) = browser(&format!("{}/{n}", service.url));
        let made = server.send(
            Method::POST,
            "/v1/me/push-subscriptions",
            Some(&token),
            Some(&wanted),
        );
        assert_eq!(made.await.status, 201);
    }
    let devices = ben.devices().await;
    assert!(devices.iter().any(|it| it["id"] == json!(desk)));
    assert_eq!(devices.len(), 6, "those of the token count apart");
}

#[tokio::test]
async fn new_push_subscription_is_mailed_to_its_player_once() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ben = server.player("ben").await;
    let (wanted, _) = browser(&service.url);
    for _ in 0..2 {
        assert_eq!(
            ben.post("/v1/me/push-subscriptions", wanted.clone())
                .await
                .status,
            201
        );
    }
    assert_eq!(told(&server).await, ["push_begun"]);
}

#[tokio::test]
async fn push_subscription_of_a_token_is_mailed_with_its_name() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ben = server.player("ben").await;
    let token = ben.token_for(&["games:read"]).await;
    server.pushes_by(&token, &service).await;
    let newest = mails(&server).await.pop().unwrap();
    assert_eq!(newest.payload["device"], "My robot (127.0.0.1)");
}

/// A phone repeats the request before it has an answer.
#[tokio::test]
async fn concurrent_subscriptions_of_one_browser_create_one_device() {
    let server = a_server().await;
    let ben = server.player("ben").await;
    let token = ben.token_for(&["games:read"]).await;
    let (wanted, _) = browser("https://8.8.8.8/");
    let send = || {
        server.send(
            Method::POST,
            "/v1/me/push-subscriptions",
            Some(&token),
            Some(&wanted),
        )
    };
    let answers = futures_util::future::join_all((0..6).map(|_| send())).await;
    assert!(answers.iter().all(|it| it.status == 201));
    assert_eq!(ben.devices().await.len(), 1);
}
