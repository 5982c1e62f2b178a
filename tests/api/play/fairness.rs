//! Receipts, commitments and entropy: players can prove it if the operator manipulates a game.

use std::path::{Path, PathBuf};
use std::process::Command;

use ::games::KINDS;
use admin::secrets::Secret;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use ed25519_dalek::{Signature, VerifyingKey};
use letters::mailer::deliver_due;
use mail::mailbox::Stored;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::helpers::*;
use crate::inbound::{DOMAIN, Post, post};
use crate::table::*;

/// How a receipt begins.
const BEGINS: &str = "turnpike-receipt-1.";

/// The receipt that this text holds, as one line.
fn receipt_in(text: &str) -> String {
    let from = text
        .find(BEGINS)
        .unwrap_or_else(|| panic!("no receipt: {text}"));
    let mut line = String::new();
    for c in text[from..].chars().filter(|c| !c.is_whitespace()) {
        line.push(c);
        let parts: Vec<&str> = line.split('.').collect();
        if parts.len() == 3 && parts[2].len() == 86 {
            return line;
        }
    }
    panic!("no whole receipt: {line}");
}

/// The header of a mail with its receipts, and what follows.
fn header_of(mail: &Stored) -> &str {
    let (_, header) = mail.source.split_once("\nTurnpike-Receipt: ").unwrap();
    header
}

/// Returns the content of a receipt that this key has signed. Uses no code of the server.
fn said(receipt: &str, key: &str) -> Value {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(&URL_SAFE_NO_PAD.decode(key).unwrap());
    let key = VerifyingKey::from_bytes(&bytes).unwrap();
    let (signed, signature) = receipt.rsplit_once('.').unwrap();
    let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    key.verify_strict(signed.as_bytes(), &signature).unwrap();
    let json = URL_SAFE_NO_PAD.decode(&signed[BEGINS.len()..]).unwrap();
    let said: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(rules::canonical::to_string(&said).as_bytes(), json);
    said
}

/// The keys that a server publishes, the newest first.
async fn keys(server: &Server) -> Vec<Value> {
    let answer = server
        .send(reqwest::Method::GET, "/v1/receipt-keys", None, None)
        .await;
    answer.ok()["keys"].as_array().unwrap().clone()
}

/// The key that a server signs with.
async fn key(server: &Server) -> String {
    keys(server).await[0]["key"].as_str().unwrap().to_owned()
}

/// Returns the content of the receipt in a game resource.
async fn receipt_of(server: &Server, game: &Value) -> Value {
    let receipt = game["receipt"].as_str().expect("a receipt");
    said(receipt, &key(server).await)
}

#[tokio::test]
async fn taking_a_seat_returns_a_signed_receipt() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let new = json!({"kind": "thats-life", "entropy": ann.luck()});
    let made = ann.post("/v1/games", new).await.ok();
    let said = receipt_of(&server, &made).await;
    let game = id(&made);
    assert_eq!(said["game"], game);
    assert_eq!(said["rules"], "thats-life@1");
    assert_eq!(said["seed_commitment"], made["seed_commitment"]);
    assert_eq!(
        (&said["seat"], &said["entropy"]),
        (&json!(0), &json!(ann.luck()))
    );
    assert_eq!((&said["n"], &said["head"]), (&json!(0), &Value::Null));
    assert_eq!(said["at"], "2026-03-01T12:00:00.000Z");
    assert_eq!(said["key"], key(&server).await);

    let joined = ben.joins(&game).await;
    let said = receipt_of(&server, &joined).await;
    assert_eq!(
        (&said["seat"], &said["entropy"]),
        (&json!(1), &json!(ben.luck()))
    );
    assert_eq!(said["head"], joined["head"]);
    // A phone that lost the answer gets another one.
    assert_eq!(receipt_of(&server, &ben.joins(&game).await).await, said);
    assert_eq!(receipt_of(&server, &ben.sees(&game).await).await, said);

    ann.takes_a_first_turn(&game).await;
    // Spectators get the signed head, too.
    let seen = server
        .send(
            reqwest::Method::GET,
            &format!("/v1/games/{game}"),
            None,
            None,
        )
        .await
        .ok();
    let said = receipt_of(&server, &seen).await;
    assert_eq!((&said["n"], &said["head"]), (&json!(2), &seen["head"]));
    assert_eq!(
        (&said["seat"], &said["entropy"]),
        (&Value::Null, &Value::Null)
    );
}

/// Runs the program.
fn turnpike(args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(args)
        .env_clear()
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    (output.status.success(), text + &errors)
}

/// Puts this into a file.
fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the mails about a game to a player, the oldest first.
async fn mails_to(server: &Server, name: &str) -> Vec<Stored> {
    deliver_due(&server.app).await.unwrap();
    let mailbox = server.app.mail.mailbox().unwrap();
    let address = format!("{name}@example.org");
    let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
    mails.retain(|mail| !mail.message_id.starts_with("confirm"));
    mails.reverse();
    mails
}

#[tokio::test]
async fn start_turn_and_end_mails_contain_a_receipt() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let pace = json!({"days_per_move": 2});
    let new = json!({"kind": "thats-life", "options": {"pawns": "2"}, "entropy": ann.luck(), "pace": pace});
    let game = ann.makes(new).await;
    ben.joins(&game).await;
    deliver_due(&server.app).await.unwrap();
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    ben.plays(&game, "leave").await;
    let key = key(&server).await;
    let mut kinds = Vec::new();
    for (seat, player) in [&ann, &ben].into_iter().enumerate() {
        for mail in mails_to(&server, &player.name).await {
            let said = said(&receipt_in(&mail.text), &key);
            assert_eq!(said, self::said(&receipt_in(header_of(&mail)), &key));
            assert!(!mail.html.contains(BEGINS));
            assert_eq!((&said["game"], &said["seat"]), (&json!(game), &json!(seat)));
            assert_eq!(said["entropy"], player.luck());
            assert!(mail.text.contains(said["head"].as_str().unwrap()));
            assert!(
                mail.text
                    .lines()
                    .all(|line| line.contains("http") || line.chars().count() <= 78)
            );
            kinds.push(mail.message_id.split('.').next().unwrap().to_owned());
        }
    }
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds, ["game_over", "game_started", "your_turn"]);
}

#[tokio::test]
async fn digest_mail_contains_a_receipt_for_each_game() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let digest = json!({"turns": "digest", "news": "digest", "digest_hour": 18});
    ben.put("/v1/me/mail-settings", digest).await.ok();
    let waits = thats_life(&[&ann, &ben]).await;
    let over = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&waits).await;
    ann.plays(&over, "leave").await;
    assert!(mails_to(&server, "ben").await.is_empty());
    server.app.clock.forward(TimeDelta::hours(7));
    let mail = mails_to(&server, "ben").await.pop().unwrap();
    let key = key(&server).await;
    for game in [waits, over] {
        let head = ann.sees(&game).await["head"].clone();
        let mut rest = header_of(&mail);
        let found = loop {
            let said = said(&receipt_in(rest), &key);
            rest = rest.split_once(BEGINS).unwrap().1;
            if said["game"] == game {
                break said;
            }
        };
        assert_eq!(found["head"], head);
        assert_eq!(found["entropy"], ben.luck());
    }
}

/// Forges an export with other dice or moves whose hashes all match.
fn rewritten(export: &Value) -> Value {
    let mut other = export.clone();
    let entries = other["entries"].as_array_mut().unwrap();
    entries[0]["at"] = json!("2026-03-01T12:00:00.001Z");
    let record: rules::record::Record = serde_json::from_value(other.clone()).unwrap();
    let mut game = record.start(KINDS).unwrap();
    for entry in &record.entries {
        let mut entry = entry.clone();
        entry.hash = entry.hash_after(game.head(), &game.secrets().blinding);
        game.replay(&entry).unwrap();
        other["entries"][entry.n as usize - 1] = json!(entry);
    }
    other["head"] = json!(game.head());
    other
}

#[tokio::test]
async fn verify_rejects_history_that_differs_from_the_receipt() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let early = ann.get(&format!("/v1/games/{game}/export")).await.text;
    ann.takes_a_first_turn(&game).await;
    let mail = mails_to(&server, "ben").await.pop().unwrap();
    play_on(&[&ann, &ben], &game, 2000).await;
    let export = ann.get(&format!("/v1/games/{game}/export")).await.ok();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = file(folder.path(), name, text);
        path.to_str().unwrap().to_owned()
    };
    let (mail, key) = (file("mail.eml", &mail.source), key(&server).await);
    let true_game = file("game.json", &export.to_string());
    let verify = |receipt: &str, rest: &[&str]| {
        let mut args = vec!["verify", "--receipt", receipt];
        args.extend(rest);
        turnpike(&args)
    };

    // The mail alone, with the key, with the history.
    let (good, text) = verify(&mail, &[]);
    assert!(
        good && text.starts_with("true: ") && text.contains(&key),
        "{text}"
    );
    assert!(text.contains("whose key"), "{text}");
    let (good, text) = verify(&mail, &["--key", &key]);
    assert!(good && text.contains(&game), "{text}");
    assert!(!text.contains("whose key"), "{text}");
    let (good, text) = verify(&mail, &["--key", &key, &true_game]);
    assert!(good && text.contains("entry 2"), "{text}");
    assert!(text.contains(&ben.luck()), "{text}");
    // In the middle of a game its hashes can be compared, and nothing else.
    let running = file("running.json", &early);
    let (good, text) = verify(&mail, &["--key", &key, &running]);
    assert!(!good && text.contains("has no entry 2"), "{text}");

    // A history that is true in itself, and another one.
    let other = file("other.json", &rewritten(&export).to_string());
    let (good, text) = turnpike(&["verify", &other]);
    assert!(good, "{text}");
    let (good, text) = verify(&mail, &["--key", &key, &other]);
    assert!(!good && text.contains("false: "), "{text}");
    assert!(text.contains("entry 2"), "{text}");

    // A signature with another key.
    let stranger = URL_SAFE_NO_PAD.encode(
        ed25519_dalek::SigningKey::from_bytes(&[7; 32])
            .verifying_key()
            .to_bytes(),
    );
    let (good, text) = verify(&mail, &["--key", &stranger]);
    assert!(!good && text.contains("another key"), "{text}");

    // A word changed in it.
    let receipt = receipt_in(&std::fs::read_to_string(&mail).unwrap());
    let (signed, signature) = receipt.rsplit_once('.').unwrap();
    let mut body: Value =
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(&signed[BEGINS.len()..]).unwrap()).unwrap();
    body["n"] = json!(3);
    let changed = URL_SAFE_NO_PAD.encode(rules::canonical::to_string(&body));
    let forged = file("forged.txt", &format!("{BEGINS}{changed}.{signature}"));
    let (good, text) = verify(&forged, &["--key", &key]);
    assert!(!good && text.contains("signature"), "{text}");

    // As a mail program quotes it, and as the API answers it.
    let quoted: String = receipt
        .as_bytes()
        .chunks(60)
        .fold(String::new(), |quoted, line| {
            quoted + "> > " + std::str::from_utf8(line).unwrap() + "\r\n"
        });
    let quoted = file("quoted.txt", &format!("Look, Ben:\n{quoted}> and so on.\n"));
    let (good, text) = verify(&quoted, &["--key", &key, &true_game]);
    assert!(good, "{text}");
    let seen = file("seen.json", &ann.sees(&game).await.to_string());
    let (good, text) = verify(&seen, &["--key", &key, &true_game]);
    assert!(good, "{text}");

    // Nothing in it, or not all of it.
    let none = file("none.txt", "Hello");
    assert!(!verify(&none, &[]).0);
    let half = file("half.txt", &receipt[..receipt.len() - 5]);
    assert!(!verify(&half, &[]).0);
}

#[tokio::test]
async fn all_nodes_sign_with_the_same_key() {
    let database = fresh_database().await;
    let (one, two) = tokio::join!(server_on(database.clone()), server_on(database.clone()));
    let published = keys(&one).await;
    assert_eq!(published.len(), 1);
    assert_eq!(published, keys(&two).await);
    let fingerprint = URL_SAFE_NO_PAD
        .decode(published[0]["key"].as_str().unwrap())
        .unwrap();
    let fingerprint = hex::encode(Sha256::digest(fingerprint));
    assert_eq!(published[0]["id"], fingerprint[..16]);
    assert_eq!(published[0]["since"], "2026-03-01T12:00:00.000Z");
    let ann = one.player("ann").await;
    let game = ann
        .post("/v1/games", json!({"kind": "thats-life"}))
        .await
        .ok();
    let seen = ann.at(&two).sees(&id(&game)).await;
    assert_eq!(seen["receipt"], game["receipt"]);
    // Nor after a restart.
    drop((one, two));
    let again = server_on(database).await;
    assert_eq!(keys(&again).await, published);
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

#[tokio::test]
async fn signing_key_is_never_exposed() {
    let server = server().await;
    let mut conn = superuser(&server.database).await;
    let hidden = diesel::sql_query("SELECT encode(secret, 'hex') AS line FROM signing_keys");
    let hidden: Vec<Line> = hidden.load(&mut conn).await.unwrap();
    let secret = &hidden[0].line;
    assert_eq!(secret.len(), 64);
    // No other login reads it, and the server's does not change it.
    conn.batch_execute("CREATE ROLE curious").await.unwrap();
    conn.batch_execute("SET ROLE curious").await.unwrap();
    let refused = conn.batch_execute("SELECT secret FROM signing_keys").await;
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("permission denied")
    );
    conn.batch_execute("RESET ROLE; DROP ROLE curious")
        .await
        .unwrap();
    let mut own = server.app.db.get().await.unwrap();
    for deed in [
        "UPDATE signing_keys SET secret = secret",
        "DELETE FROM signing_keys",
    ] {
        let refused = own.batch_execute(deed).await.unwrap_err().to_string();
        assert!(refused.contains("permission denied"), "{refused}");
    }
    drop(own);
    let ann = server.player("ann").await;
    let game = ann
        .post("/v1/games", json!({"kind": "ferry-follies"}))
        .await
        .ok();
    ann.plays(&id(&game), "leave").await;
    let export = ann
        .get(&format!("/v1/games/{}/export", id(&game)))
        .await
        .text;
    let raw = hex::decode(secret).unwrap();
    for text in [
        export,
        game.to_string(),
        format!("{:?}", keys(&server).await),
        server.log(),
    ] {
        assert!(!text.contains(secret) && !text.contains(&URL_SAFE_NO_PAD.encode(&raw)));
    }
}

/// Asks for an id and a commitment.
async fn reserves(player: &Player<'_>) -> Value {
    let answer = player.post("/v1/games/reservations", json!({})).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()
}

#[tokio::test]
async fn reservation_commits_to_seed_before_creator_gives_entropy() {
    let server = server().await;
    let ann = server.player("ann").await;
    // A game for one begins in the request that makes it.
    let reserved = reserves(&ann).await;
    let key = key(&server).await;
    let promise = said(reserved["receipt"].as_str().unwrap(), &key);
    assert_eq!(promise["game"], reserved["id"]);
    assert_eq!(promise["seed_commitment"], reserved["seed_commitment"]);
    assert_eq!(reserved["expires_at"], "2026-03-02T12:00:00.000Z");
    let entropy = format!(
        "after {}",
        &reserved["seed_commitment"].as_str().unwrap()[..8]
    );
    let new = json!({"kind": "ferry-follies", "reservation": reserved["id"], "entropy": entropy});
    let made = ann.post("/v1/games", new).await.ok();
    assert_eq!(made["status"], "running");
    assert_eq!(
        (&made["id"], &made["seed_commitment"]),
        (&reserved["id"], &reserved["seed_commitment"])
    );
    ann.plays(&id(&made), "leave").await;
    let export = ann
        .get(&format!("/v1/games/{}/export", id(&made)))
        .await
        .ok();
    assert_eq!(export["seats"][0]["entropy"], entropy);
    let folder = tempfile::tempdir().unwrap();
    let game = file(folder.path(), "game.json", &export.to_string());
    let promise = file(folder.path(), "promise.json", &reserved.to_string());
    let (game, promise) = (game.to_str().unwrap(), promise.to_str().unwrap());
    let (good, text) = turnpike(&["verify", "--receipt", promise, "--key", &key, game]);
    assert!(good && text.contains("commitment"), "{text}");
    // A game under the same id with another seed breaks the promise.
    let mut other = export.clone();
    other["seed_commitment"] = json!("0".repeat(64));
    let other = file(folder.path(), "other.json", &other.to_string());
    let (good, text) = turnpike(&["verify", "--receipt", promise, other.to_str().unwrap()]);
    assert!(!good && text.contains("false: "), "{text}");

    // A rematch is made as well.
    let reserved = reserves(&ann).await;
    let body = json!({"reservation": reserved["id"], "entropy": "again"});
    let rematch = ann
        .post(&format!("/v1/games/{}/rematch", id(&made)), body)
        .await
        .ok();
    assert_eq!(
        (&rematch["id"], &rematch["seed_commitment"]),
        (&reserved["id"], &reserved["seed_commitment"])
    );
    audited(&server.database).await;
}

#[tokio::test]
async fn reservation_creates_one_game_for_its_owner_only() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let reserved = reserves(&ann).await;
    let new = json!({"kind": "thats-life", "reservation": reserved["id"], "entropy": "mine"});
    ben.post("/v1/games", new.clone())
        .await
        .problem(409, "reservation-invalid");
    let refused = json!({"kind": "thats-life", "seats": 99, "reservation": reserved["id"]});
    ann.post("/v1/games", refused)
        .await
        .problem(422, "invalid-game");
    let mut seeded = new.clone();
    seeded["seed"] = json!("07".repeat(32));
    ann.post("/v1/games", seeded)
        .await
        .problem(400, "invalid-request");
    // A phone sends it twice.
    let (one, two) = tokio::join!(
        ann.post("/v1/games", new.clone()),
        ann.post("/v1/games", new.clone())
    );
    assert_eq!(
        (one.status.as_u16(), two.status.as_u16()),
        (201, 201),
        "{} {}",
        one.text,
        two.text
    );
    assert_eq!(
        (id(&one.json()), id(&two.json())),
        (id(&reserved), id(&reserved))
    );
    assert_eq!(ann.lists("?mine=true").await, [id(&reserved)]);
    let mut other = new.clone();
    other["entropy"] = json!("another one");
    ann.post("/v1/games", other)
        .await
        .problem(409, "reservation-invalid");
    ben.post("/v1/games", new)
        .await
        .problem(409, "reservation-invalid");

    // Reservations expire, and old ones are deleted.
    let old = reserves(&ann).await;
    server.app.clock.forward(TimeDelta::hours(24));
    let late = json!({"kind": "thats-life", "reservation": old["id"]});
    ann.post("/v1/games", late)
        .await
        .problem(409, "reservation-invalid");
    play::lobby::forget_requests(&server.app).await.unwrap();
    let mut conn = superuser(&server.database).await;
    let left = diesel::sql_query("SELECT id AS line FROM reservations");
    let left: Vec<Line> = left.load(&mut conn).await.unwrap();
    assert!(left.is_empty());
}

/// Makes a game under a name for the request.
async fn makes_once(player: &Player<'_>, key: &str, game: &Value) -> Answer {
    let request = player
        .server
        .request(reqwest::Method::POST, "/v1/games")
        .bearer_auth(&player.token)
        .header("Idempotency-Key", key)
        .json(game);
    answer(request).await
}

#[tokio::test]
async fn reservation_reused_with_other_invitations_returns_409() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo"]).await;
    let [ann, ben, _] = players.each_ref();
    let reserved = reserves(ann).await;
    let new = |invite: Value| {
        json!({"kind": "thats-life", "seats": 3, "visibility": "private", "invite": invite,
            "reservation": reserved["id"], "entropy": "mine"})
    };
    let both = json!([{"player": "ben"}, {"player": "cleo"}]);
    let first = ann.post("/v1/games", new(both.clone())).await.ok();
    assert_eq!(id(&first), id(&reserved));
    for other in [
        json!([]),
        json!([{"player": "ben"}]),
        json!([{"player": "cleo"}, {"player": "ben"}]),
        json!([{"player": "ben"}, {"email": "cleo@example.org"}]),
        json!([{"player": "ben"}, {"bot": "greedy"}]),
    ] {
        ann.post("/v1/games", new(other))
            .await
            .problem(409, "reservation-invalid");
    }
    // Changes of the guests and another spelling do not make it another request.
    ben.delete(&format!("/v1/games/{}/seats/me", id(&first)))
        .await
        .ok();
    let mut again = new(json!([{"player": "Ben"}, {"player": "cleo"}]));
    again["options"] = first["options"].clone();
    let again = ann.post("/v1/games", again).await;
    assert_eq!(again.status, 201, "{}", again.text);
    assert_eq!(id(&again.json()), id(&first));

    // A repeated request for a game that was cancelled since gets the cancelled game.
    let game = json!({"kind": "thats-life", "invite": [{"player": "ben"}]});
    let by_key = id(&makes_once(ann, "key", &game).await.ok());
    for game in [&by_key, &id(&first)] {
        ann.delete(&format!("/v1/games/{game}")).await.ok();
    }
    let reserved = ann.post("/v1/games", new(both)).await;
    for again in [makes_once(ann, "key", &game).await, reserved] {
        assert_eq!(again.status, 201, "{}", again.text);
        assert_eq!(again.json()["status"], "cancelled");
    }
    assert_eq!(ann.lists("?mine=true").await.len(), 2);
}

#[tokio::test]
async fn reservation_request_with_members_is_rejected() {
    let server = server().await;
    let ann = server.player("ann").await;
    let path = "/v1/games/reservations";
    // A client that sends entropy here reveals it before the server is committed.
    for said in [
        json!({"entropy": ann.luck()}),
        json!({"kind": "thats-life"}),
        json!([]),
    ] {
        ann.post(path, said).await.problem(400, "invalid-request");
    }
    let sends = async |media: &str, body: &'static str| {
        let request = server
            .request(reqwest::Method::POST, path)
            .bearer_auth(&ann.token)
            .header("Content-Type", media)
            .body(body);
        answer(request).await
    };
    let broken = sends("application/json", "{").await;
    broken.problem(400, "malformed-json");
    let form = sends("application/x-www-form-urlencoded", "entropy=mine").await;
    form.problem(415, "unsupported-media-type");
    // Nothing at all, or nothing in it.
    assert_eq!(sends("application/json", "").await.status, 201);
    let request = server
        .request(reqwest::Method::POST, path)
        .bearer_auth(&ann.token);
    assert_eq!(answer(request).await.status, 201);
    reserves(&ann).await;
}

/// The SHA-256 of this text in hex.
fn hash(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// A mail to the desk with this id.
async fn writes(post: &Post, name: &str, id: &str, lines: &str) {
    let from = format!("{name}@example.org");
    let raw = format!(
        "Authentication-Results: mx.test; dmarc=pass header.from=example.org\r\nFrom: {from}\r\n\
         To: games@{DOMAIN}\r\nSubject: hello\r\nMessage-ID: <{id}>\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{lines}\r\n"
    );
    post.sends(&from, &format!("games@{DOMAIN}"), &raw)
        .await
        .unwrap();
    post.works().await;
}

/// Returns the games of a player with all data from the API.
async fn only_game(player: &Player<'_>) -> Value {
    let games = player.lists("?mine=true").await;
    assert_eq!(games.len(), 1);
    player.sees(&games[0]).await
}

#[tokio::test]
async fn seat_taken_by_mail_has_entropy() {
    let post = post().await;
    let [ann, ben, cleo] = post.server.players(["ann", "ben", "cleo"]).await;
    let key = key(&post.server).await;
    writes(
        &post,
        "ann",
        "made.1@laptop.ann.example",
        "new thats-life seats 3",
    )
    .await;
    let game = only_game(&ann).await;
    assert_eq!(
        game["seats"][0]["entropy"],
        hash("made.1@laptop.ann.example")
    );
    let answer = post.answers("ann").await.pop().unwrap();
    let receipt = said(&receipt_in(header_of(&answer)), &key);
    assert_eq!(receipt["entropy"], game["seats"][0]["entropy"]);
    assert!(answer.text.contains("Message-ID"), "{}", answer.text);
    // Other players do not learn which machine a player uses.
    assert!(!game.to_string().contains("laptop"));

    let game = id(&game);
    let join = format!("entropy rain on the roof ☘\njoin {game}");
    writes(&post, "ben", "joined.1@laptop.ben.example", &join).await;
    let seen = ben.sees(&game).await;
    assert_eq!(seen["seats"][1]["entropy"], "rain on the roof ☘");
    let answer = post.answers("ben").await.pop().unwrap();
    assert_eq!(
        said(&receipt_in(header_of(&answer)), &key)["entropy"],
        "rain on the roof ☘"
    );
    assert!(
        answer.text.contains("rain on the roof ☘"),
        "{}",
        answer.text
    );
    // A repeated entropy line is accepted.
    writes(
        &post,
        "ben",
        "joined.2@laptop.ben.example",
        &format!("join {game}"),
    )
    .await;
    let answer = post.answers("ben").await.pop().unwrap();
    assert!(answer.text.contains("You have a seat"), "{}", answer.text);
    assert_eq!(
        ben.sees(&game).await["seats"][1]["entropy"],
        "rain on the roof ☘"
    );

    // Too long, or nothing to give it to: nothing is done.
    writes(
        &post,
        "cleo",
        "long.1@x",
        &format!("entropy {}\njoin {game}", "x".repeat(65)),
    )
    .await;
    writes(&post, "cleo", "alone.1@x", "entropy of my own").await;
    assert!(cleo.lists("?mine=true").await.is_empty());

    // The server asks the player about a mail of uncertain origin. The “yes” counts as the mail.
    post.asks("cleo", &format!("join {game}"), false).await;
    let asked = post.answers("cleo").await.pop().unwrap();
    post.replies("cleo", &asked, "yes").await;
    let entropy = cleo.sees(&game).await["seats"][2]["entropy"].clone();
    assert_eq!(entropy.as_str().unwrap().len(), 64);
    let answer = post.answers("cleo").await.pop().unwrap();
    assert_eq!(
        said(&receipt_in(header_of(&answer)), &key)["entropy"],
        entropy
    );
}

#[tokio::test]
async fn entropy_of_bot_is_derived_from_the_seed_commitment() {
    let server = server().await;
    let ann = server.player("ann").await;
    let new = json!({"kind": "thats-life", "seats": 3, "invite": [{"bot": "greedy"}]});
    let made = ann.post("/v1/games", new).await.ok();
    let game = id(&made);
    let path = format!("/v1/games/{game}/invitations");
    let full = ann.post(&path, json!({"bot": "random"})).await.ok();
    assert_eq!(full["status"], "running");
    let commitment = made["seed_commitment"].as_str().unwrap();
    for seat in [1, 2] {
        let derived = hash(&format!("turnpike-bot/1\n{game}\n{commitment}\n{seat}\n"));
        assert_eq!(full["seats"][seat]["entropy"], derived);
    }
    audited(&server.database).await;
}

#[tokio::test]
async fn replaced_receipt_key_stays_published_and_is_marked_as_leaked() {
    let server = server().await;
    let ann = server.player("ann").await;
    let receipt = async || {
        let game = ann.post("/v1/games", json!({"kind": "thats-life"})).await;
        receipt_in(game.ok()["receipt"].as_str().unwrap())
    };
    let (before, old_receipt) = (keys(&server).await, receipt().await);
    assert_eq!(before[0]["compromised_at"], Value::Null);
    server.rotates(&[Secret::Receipts]).await;
    let (after, new_receipt) = (keys(&server).await, receipt().await);
    assert_eq!(after.len(), 2);
    assert_eq!(after[1]["key"], before[0]["key"]);
    assert_ne!(after[0]["key"], before[0]["key"]);
    assert_eq!(after[0]["compromised_at"], Value::Null);
    assert_eq!(after[1]["compromised_at"], after[0]["since"]);
    let said_by = |receipt, key: &Value| said(receipt, key["key"].as_str().unwrap());
    assert_eq!(said_by(&new_receipt, &after[0])["key"], after[0]["key"]);
    said_by(&old_receipt, &after[1]);
}
