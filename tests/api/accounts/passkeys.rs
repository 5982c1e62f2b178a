//! Passkeys, tested with an authenticator in software that can also misbehave.

use admin::acts::Act;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use chrono::Duration;
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{DerSignature, SigningKey};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::database_helpers::*;
use crate::helpers::*;

/// The flags of authenticator data: user present, user verified, credential included.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const ENCLOSED: u8 = 0x40;

/// An authenticator with one key, and the browser around it.
#[derive(Clone)]
pub struct Authenticator {
    key: SigningKey,
    credential: Vec<u8>,
    /// The user handle of the player at the server.
    handle: String,
    count: u32,
    origin: String,
    party: String,
    flags: u8,
}

impl Authenticator {
    /// One of its own for each number.
    pub fn new(number: u8) -> Authenticator {
        Authenticator {
            key: SigningKey::from_slice(&[number; 32]).unwrap(),
            credential: vec![number; 32],
            handle: String::new(),
            count: 0,
            origin: "http://turnpike.test".to_owned(),
            party: "turnpike.test".to_owned(),
            flags: PRESENT | VERIFIED,
        }
    }

    fn client_data(&self, deed: &str, options: &Value) -> String {
        let data = json!({
            "type": deed,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string()
    }

    fn data(&mut self, flags: u8) -> Vec<u8> {
        self.count += 1;
        let mut data = Sha256::digest(&self.party).to_vec();
        data.push(flags);
        data.extend(self.count.to_be_bytes());
        data
    }

    /// Makes its key known to a server that asks for one.
    pub fn registers(&mut self, options: &Value) -> Value {
        self.handle = options["user"]["id"].as_str().unwrap().to_owned();
        let client = self.client_data("webauthn.create", options);
        let mut data = self.data(self.flags | ENCLOSED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential.len()).unwrap().to_be_bytes());
        data.extend(&self.credential);
        let point = self.key.verifying_key().to_encoded_point(false);
        // A COSE key: EC2, ES256, P-256, x, y.
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 32]);
        data.extend(point.y().unwrap());
        // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        json!({
            "id": BASE64.encode(&self.credential),
            "rawId": BASE64.encode(&self.credential),
            "type": "public-key",
            "response": {
                "clientDataJSON": BASE64.encode(client),
                "attestationObject": BASE64.encode(object),
                "transports": ["internal"],
            },
            "clientExtensionResults": {},
        })
    }

    /// Signs the challenge of a server.
    pub fn signs(&mut self, options: &Value) -> Value {
        let client = self.client_data("webauthn.get", options);
        let data = self.data(self.flags);
        let signed = [data.as_slice(), &Sha256::digest(&client)].concat();
        let signature: DerSignature = self.key.sign(&signed);
        json!({
            "id": BASE64.encode(&self.credential),
            "rawId": BASE64.encode(&self.credential),
            "type": "public-key",
            "response": {
                "clientDataJSON": BASE64.encode(client),
                "authenticatorData": BASE64.encode(data),
                "signature": BASE64.encode(signature.as_bytes()),
                "userHandle": self.handle,
            },
            "clientExtensionResults": {},
        })
    }

    /// Shows its key at a server.
    async fn shows(&mut self, server: &Server) -> Value {
        let options = asked(server).await;
        self.signs(&options)
    }

    /// Signs in with it.
    async fn signs_in(&mut self, server: &Server) -> Answer {
        let shown = self.shows(server).await;
        sign_in(server, &shown).await
    }
}

/// Requests the options for a sign-in with a passkey.
async fn asked(server: &Server) -> Value {
    let path = "/v1/sessions/passkey";
    let asked = server.send(Method::POST, path, None, None).await.ok();
    asked["options"].clone()
}

async fn sign_in(server: &Server, shown: &Value) -> Answer {
    let body = json!({"passkey": shown});
    server.call(Method::POST, "/v1/sessions", body).await
}

fn sure() -> Value {
    json!({"password": PASSWORD})
}

impl Player<'_> {
    /// Requests the options for a new passkey.
    async fn is_asked(&self) -> Value {
        let asked = self.post("/v1/me/passkeys/challenge", sure()).await.ok();
        asked["options"].clone()
    }

    /// Adds the key of an authenticator, called so; its id.
    pub async fn adds(&self, authenticator: &mut Authenticator, name: &str) -> String {
        let credential = authenticator.registers(&self.is_asked().await);
        let body = json!({"name": name, "credential": credential});
        let added = self.post("/v1/me/passkeys", body).await.ok();
        assert_eq!(added["name"], name);
        added["id"].as_str().unwrap().to_owned()
    }

    async fn removes(&self, id: &str, body: Value) -> Answer {
        let (token, path) = (Some(self.token.as_str()), format!("/v1/me/passkeys/{id}"));
        self.server
            .send(Method::DELETE, &path, token, Some(&body))
            .await
    }

    async fn passkeys(&self) -> Value {
        self.get("/v1/me/passkeys").await.ok()["passkeys"].clone()
    }
}

#[tokio::test]
async fn passkey_signs_in_without_password_or_second_factor() {
    let server = server().await;
    let ann = server.player("ann").await;
    assert_eq!(ann.passkeys().await, json!([]));
    let mut phone = Authenticator::new(1);
    let id = ann.adds(&mut phone, "My phone").await;
    let session = phone.signs_in(&server).await.ok();
    assert_eq!(session["player"]["name"], "ann");
    ann.turns_on().await;
    let session = phone.signs_in(&server).await.ok();
    assert!(session["device_token"].is_string());
    let listed = ann.passkeys().await;
    assert_eq!(
        (&listed[0]["id"], &listed[0]["name"]),
        (&json!(id), &json!("My phone"))
    );
    assert!(listed[0]["last_used_at"].is_string() && listed[1].is_null());
    // The authenticator gets the list of its existing keys.
    let options = ann.is_asked().await;
    assert_eq!(
        options["excludeCredentials"][0]["id"],
        BASE64.encode(&phone.credential)
    );
    assert_eq!(options["rp"]["id"], "turnpike.test");
    assert_eq!(
        options["authenticatorSelection"]["userVerification"],
        "required"
    );
    assert_eq!(options["timeout"], 300_000);
    // Nothing is insisted on that many authenticators do not know.
    assert_eq!(options["extensions"], json!({}));
}

#[tokio::test]
async fn sign_in_with_an_invalid_passkey_assertion_returns_401() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut phone = Authenticator::new(1);
    ann.adds(&mut phone, "My phone").await;
    let refused = async |mut fake: Authenticator| {
        let answer = fake.signs_in(&server).await;
        answer.problem(401, "bad-credentials");
    };
    // Without user verification; for another site; with another key's signature; with an unknown
    // key.
    refused(Authenticator {
        flags: PRESENT,
        ..phone.clone()
    })
    .await;
    refused(Authenticator {
        origin: "https://turnpike.example".into(),
        ..phone.clone()
    })
    .await;
    refused(Authenticator {
        origin: "http://turnpike.test:8080".into(),
        ..phone.clone()
    })
    .await;
    refused(Authenticator {
        party: "turnpike.example".into(),
        ..phone.clone()
    })
    .await;
    refused(Authenticator {
        key: Authenticator::new(2).key,
        ..phone.clone()
    })
    .await;
    refused(Authenticator {
        credential: vec![2; 32],
        ..phone.clone()
    })
    .await;
    refused(Authenticator {
        handle: BASE64.encode([9; 16]),
        ..phone.clone()
    })
    .await;
    for nonsense in [
        json!({}),
        json!("x"),
        json!({"response": {}}),
        json!(null),
        json!([]),
    ] {
        let answer = sign_in(&server, &nonsense).await;
        assert!(
            [400, 401].contains(&answer.status.as_u16()),
            "{}",
            answer.text
        );
    }
    phone.signs_in(&server).await.ok();
    // A copy of the key has a counter of its own.
    refused(Authenticator {
        count: 1,
        ..phone.clone()
    })
    .await;
    phone.signs_in(&server).await.ok();
    let player = "ann".to_owned();
    server.operator_does(Act::Suspend { player }).await.unwrap();
    phone.signs_in(&server).await.problem(403, "suspended");
}

/// The library accepts null for some members, and panicked later.
#[tokio::test]
async fn passkey_answer_with_a_null_member_is_rejected() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut phone = Authenticator::new(1);
    ann.adds(&mut phone, "phone").await;
    let places = [
        "/id",
        "/rawId",
        "/type",
        "/response",
        "/clientExtensionResults",
    ];
    let inner = [
        "userHandle",
        "clientDataJSON",
        "authenticatorData",
        "signature",
    ];
    let inner = inner.map(|it| format!("/response/{it}"));
    for place in places.map(str::to_owned).iter().chain(&inner) {
        let mut shown = phone.shows(&server).await;
        *shown.pointer_mut(place).unwrap() = Value::Null;
        let answer = sign_in(&server, &shown).await;
        assert!(answer.status.as_u16() < 500, "{place}: {}", answer.text);
        assert!(!place.starts_with("/response/") || answer.status.is_client_error());
    }
    let inner = ["clientDataJSON", "attestationObject", "transports"];
    let inner = inner.map(|it| format!("/response/{it}"));
    for place in places.map(str::to_owned).iter().chain(&inner) {
        let options = ann.is_asked().await;
        let mut made = Authenticator::new(2).registers(&options);
        *made.pointer_mut(place).unwrap() = Value::Null;
        let body = json!({"name": "second", "credential": made});
        let answer = ann.post("/v1/me/passkeys", body).await;
        assert!(answer.status.as_u16() < 500, "{place}: {}", answer.text);
    }
}

#[tokio::test]
async fn challenge_is_valid_once_and_until_it_expires() {
    let server = server().await;
    let other = server_on(server.database.clone()).await;
    let ann = server.player("ann").await;
    let mut phone = Authenticator::new(1);
    ann.adds(&mut phone, "My phone").await;
    // Asked by one node, answered to another: at both at once it is good at one.
    let shown = phone.shows(&server).await;
    let (one, two) = tokio::join!(sign_in(&server, &shown), sign_in(&other, &shown));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 401]);
    // A wrong answer uses it up as well.
    let options = asked(&server).await;
    let wrong = Authenticator {
        flags: PRESENT,
        ..phone.clone()
    }
    .signs(&options);
    sign_in(&other, &wrong)
        .await
        .problem(401, "bad-credentials");
    sign_in(&server, &phone.signs(&options))
        .await
        .problem(401, "bad-credentials");
    let late = phone.shows(&server).await;
    server.app.clock.forward(Duration::minutes(5));
    sign_in(&server, &late)
        .await
        .problem(401, "bad-credentials");
    accounts::sessions::remove_old(&server.app).await.unwrap();
    assert_eq!(count(&server, "ceremonies").await, 0);
    // A challenge for one purpose is invalid for another.
    let options = ann.is_asked().await;
    sign_in(&server, &phone.signs(&options))
        .await
        .problem(401, "bad-credentials");
}

#[tokio::test]
async fn passkey_is_added_once_and_only_by_the_challenged_player() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let mut phone = Authenticator::new(1);
    let add = async |player: &Player<'_>, credential: &Value| {
        let body = json!({"name": "It", "credential": credential});
        player.post("/v1/me/passkeys", body).await
    };
    let options = ann.is_asked().await;
    let credential = phone.registers(&options);
    add(&ben, &credential).await.problem(422, "bad-passkey");
    add(&ann, &credential).await.ok();
    add(&ann, &credential).await.problem(422, "bad-passkey");
    // The same key, for another player.
    let again = Authenticator::new(1).registers(&ben.is_asked().await);
    add(&ben, &again).await.problem(422, "bad-passkey");
    let mut careless = Authenticator {
        flags: PRESENT,
        ..Authenticator::new(2)
    };
    let unverified = careless.registers(&ann.is_asked().await);
    add(&ann, &unverified).await.problem(422, "bad-passkey");
    let mut elsewhere = Authenticator {
        origin: "https://x.test".into(),
        ..Authenticator::new(3)
    };
    let phished = elsewhere.registers(&ann.is_asked().await);
    add(&ann, &phished).await.problem(422, "bad-passkey");
    let late = Authenticator::new(4).registers(&ann.is_asked().await);
    server.app.clock.forward(Duration::minutes(5));
    add(&ann, &late).await.problem(422, "bad-passkey");
    for name in ["", "  ", "a\u{202e}b", &"x".repeat(61)] {
        let credential = Authenticator::new(5).registers(&ann.is_asked().await);
        let body = json!({"name": name, "credential": credential});
        ann.post("/v1/me/passkeys", body)
            .await
            .problem(400, "invalid-request");
    }
    // A new password cancels what another person may have begun.
    let begun = Authenticator::new(6).registers(&ann.is_asked().await);
    let change = json!({"current_password": PASSWORD, "password": "staple of the owner"});
    ann.patch("/v1/me", change).await.ok();
    add(&ann, &begun).await.problem(422, "bad-passkey");
    assert_eq!(count(&server, "passkeys").await, 1);
}

#[tokio::test]
async fn passkey_change_needs_the_password_and_notifies_the_owner() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let wrong = json!({"password": "not the password"});
    let path = "/v1/me/passkeys/challenge";
    ann.post(path, wrong.clone())
        .await
        .problem(401, "bad-credentials");
    for neither in [json!({}), json!({"password": PASSWORD, "passkey": {}})] {
        ann.post(path, neither)
            .await
            .problem(400, "invalid-request");
    }
    let (mut phone, mut stick, mut bens) = (
        Authenticator::new(1),
        Authenticator::new(2),
        Authenticator::new(3),
    );
    let first = ann.adds(&mut phone, "My phone").await;
    let second = ann.adds(&mut stick, "A stick").await;
    ben.adds(&mut bens, "Ben's").await;
    ann.removes(&first, wrong)
        .await
        .problem(401, "bad-credentials");
    ben.removes(&first, sure()).await.problem(404, "not-found");
    // Another player's passkey proves nothing. The player's own is as good as the password, once.
    let shown = json!({"passkey": bens.shows(&server).await});
    ann.removes(&first, shown)
        .await
        .problem(401, "bad-credentials");
    let shown = json!({"passkey": stick.shows(&server).await});
    ann.removes(&first, shown.clone()).await.ok();
    ann.removes(&second, shown)
        .await
        .problem(401, "bad-credentials");
    phone
        .signs_in(&server)
        .await
        .problem(401, "bad-credentials");
    // It changes the second factor as well.
    let (_, codes) = ann.turns_on().await;
    let renewed = json!({"passkey": stick.shows(&server).await});
    let new = ann.post("/v1/me/totp/recovery-codes", renewed).await.ok();
    assert_ne!(new["recovery_codes"][0], json!(codes[0]));
    ann.removes(&second, sure()).await.ok();
    assert_eq!(ann.passkeys().await, json!([]));
    let news: Vec<String> = told(&server).await;
    let changes = |what: &str| news.iter().filter(|it| *it == what).count();
    assert_eq!(
        (changes("passkey_added"), changes("passkey_removed")),
        (3, 2)
    );
}

#[tokio::test]
async fn passkey_signs_in_after_too_many_password_guesses() {
    let server = limited_server(|quotas| {
        quotas.guesses_per_name = few(2);
        quotas.guesses_from_anywhere = few(2);
    })
    .await;
    let ann = server.player("ann").await;
    let mut phone = Authenticator::new(1);
    ann.adds(&mut phone, "My phone").await;
    let wrong = json!({"name": "ann", "password": "not the password"});
    for status in [401, 401, 429] {
        let tried = server
            .call(Method::POST, "/v1/sessions", wrong.clone())
            .await;
        assert_eq!(tried.status.as_u16(), status);
    }
    phone.signs_in(&server).await.ok();
}

#[tokio::test]
async fn deleted_account_leaves_no_passkeys_or_challenges() {
    let server = server().await;
    let ann = server.player("ann").await;
    ann.adds(&mut Authenticator::new(1), "My phone").await;
    ann.is_asked().await;
    let token = Some(ann.token.as_str());
    server
        .send(Method::DELETE, "/v1/me", token, Some(&sure()))
        .await
        .ok();
    assert_eq!(count(&server, "passkeys").await, 0);
    assert_eq!(count(&server, "ceremonies").await, 0);
}

#[tokio::test]
async fn passkey_challenges_do_not_count_as_password_guesses() {
    let server = limited_server(|quotas| quotas.guesses_per_address = few(3)).await;
    let ann = server.player("ann").await;
    let mut phone = Authenticator::new(1);
    ann.adds(&mut phone, "My phone").await;
    let password = |it: &str| json!({"name": "ann", "password": it});
    // Many tabs in one office: a client that only requests challenges has guessed nothing.
    for _ in 0..8 {
        asked(&server).await;
    }
    let path = "/v1/sessions";
    let right = server.call(Method::POST, path, password(PASSWORD)).await;
    right.ok();
    phone.signs_in(&server).await.ok();
    // A wrong answer counts, as a wrong password does.
    let mut fake = Authenticator {
        flags: PRESENT,
        ..phone.clone()
    };
    for _ in 0..3 {
        fake.signs_in(&server).await.problem(401, "bad-credentials");
    }
    fake.signs_in(&server).await.problem(429, "rate-limited");
    let wrong = server.call(Method::POST, path, password("wrong")).await;
    wrong.problem(429, "rate-limited");
    // Wrong answers of unknown players do not block a correct one.
    phone.signs_in(&server).await.ok();
}

#[tokio::test]
async fn challenges_per_client_are_rate_limited() {
    let server = limited_server(|quotas| quotas.challenges = few(3)).await;
    let ann = server.player("ann").await;
    let mut phone = Authenticator::new(1);
    ann.adds(&mut phone, "My phone").await;
    let shown = phone.shows(&server).await;
    asked(&server).await;
    let path = "/v1/sessions/passkey";
    let refused = server.send(Method::POST, path, None, None).await;
    refused.problem(429, "rate-limited");
    let path = "/v1/me/passkeys/challenge";
    ann.post(path, sure()).await.problem(429, "rate-limited");
    assert_eq!(count(&server, "ceremonies").await, 2);
    // An earlier challenge is still valid, and a password needs no challenge.
    sign_in(&server, &shown).await.ok();
    server.returns("ann").await;
}

#[tokio::test]
async fn player_cannot_add_more_than_20_passkeys() {
    let server = server().await;
    let ann = server.player("ann").await;
    let begun = ann.is_asked().await;
    let mut last = String::new();
    for number in 1..=20 {
        last = ann.adds(&mut Authenticator::new(number), "One").await;
    }
    let path = "/v1/me/passkeys/challenge";
    ann.post(path, sure()).await.problem(403, "forbidden");
    // A registration that began earlier does not bypass the limit.
    let credential = Authenticator::new(21).registers(&begun);
    let body = json!({"name": "More", "credential": credential});
    let more = ann.post("/v1/me/passkeys", body).await;
    more.problem(403, "forbidden");
    let wrong = json!({"password": "not the password"});
    ann.post(path, wrong).await.problem(401, "bad-credentials");
    ann.removes(&last, sure()).await.ok();
    ann.adds(&mut Authenticator::new(21), "Another").await;
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

async fn count(server: &Server, table: &str) -> i64 {
    let mut conn = superuser(&server.database).await;
    let sql = format!("SELECT count(*) AS n FROM {table}");
    let row = diesel::sql_query(sql).get_result::<Count>(&mut conn);
    row.await.unwrap().n
}
