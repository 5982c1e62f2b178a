//! Defence against account takeover: recovering an account voids changes that a thief has begun,
//! and the owner is notified of every change.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;

const NEW_PASSWORD: &str = "staple of the owner";

/// Creates a player with a confirmed address.
async fn confirmed<'a>(server: &'a Server, name: &str) -> Player<'a> {
    let player = server.player(name).await;
    let address = format!("{name}@example.org");
    let code = code_for(server, "confirm_address", &address).await;
    let body = json!({"code": code});
    player.post("/v1/me/confirmation", body).await.ok();
    player
}

/// Starts to move the account to the address of a thief, who knows the password. Returns the code
/// from the mail to that address.
async fn begin_takeover(server: &Server, thief: &Player<'_>) -> String {
    let change = json!({"current_password": PASSWORD, "email": "thief@example.org"});
    thief.patch("/v1/me", change).await.ok();
    code_for(server, "confirm_address", "thief@example.org").await
}

/// Checks that the code does nothing, with or without a session.
async fn is_worthless(server: &Server, code: &str, password: &str) {
    let form = format!("player=ann&code={code}");
    let by_name = server.form("/confirm", &form).await;
    assert_eq!(by_name.status.as_u16(), 422, "the code still confirms");
    let body = json!({"name": "ann", "password": password});
    let session = server.call(Method::POST, "/v1/sessions", body).await.ok();
    let ann = Player::of(server, "ann", &session);
    ann.post("/v1/me/confirmation", json!({"code": code}))
        .await
        .problem(422, "bad-code");
    let account = ann.get("/v1/me").await.ok();
    assert_eq!(account["email"], "ann@example.org");
    assert_eq!(account["pending_email"], Value::Null);
}

async fn reset(server: &Server, code: &str) {
    let body = json!({"name": "ann", "code": code, "password": NEW_PASSWORD});
    let path = "/v1/password-resets/confirm";
    server.call(Method::POST, path, body).await.ok();
}

async fn ask_reset(server: &Server) {
    let body = json!({"email": "ann@example.org"});
    let path = "/v1/password-resets";
    server.call(Method::POST, path, body).await.ok();
}

#[tokio::test]
async fn pending_address_change_ends_with_a_password_reset() {
    let server = smtp_server().await;
    let thief = confirmed(&server, "ann").await;
    let code = begin_takeover(&server, &thief).await;
    ask_reset(&server).await;
    let own = code_for(&server, "password_reset", "ann@example.org").await;
    reset(&server, &own).await;
    is_worthless(&server, &code, NEW_PASSWORD).await;
}

#[tokio::test]
async fn pending_address_change_ends_with_a_new_password() {
    let server = smtp_server().await;
    let thief = confirmed(&server, "ann").await;
    let code = begin_takeover(&server, &thief).await;
    let owner = server.returns("ann").await;
    let change = json!({"current_password": PASSWORD, "password": NEW_PASSWORD});
    let account = owner.patch("/v1/me", change).await.ok();
    assert_eq!(account["pending_email"], Value::Null);
    is_worthless(&server, &code, NEW_PASSWORD).await;
}

#[tokio::test]
async fn pending_address_change_ends_with_signing_out_everywhere() {
    let server = smtp_server().await;
    let thief = confirmed(&server, "ann").await;
    let code = begin_takeover(&server, &thief).await;
    let owner = server.returns("ann").await;
    owner.delete("/v1/sessions?all=true").await.ok();
    is_worthless(&server, &code, PASSWORD).await;
}

#[tokio::test]
async fn codes_are_void_after_signing_out_everywhere() {
    let server = smtp_server().await;
    let owner = confirmed(&server, "ann").await;
    let body = json!({"name": "ann"});
    let path = "/v1/sessions/code";
    server.call(Method::POST, path, body).await.ok();
    let sign_in = code_for(&server, "sign_in_code", "ann@example.org").await;
    ask_reset(&server).await;
    let mail = payload_of(&server, "password_reset", "ann@example.org").await;
    let mail = mail.unwrap();
    owner.delete("/v1/sessions?all=true").await.ok();
    let body = json!({"name": "ann", "code": sign_in});
    server
        .call(Method::POST, "/v1/sessions", body)
        .await
        .problem(401, "bad-credentials");
    for body in [
        json!({"name": "ann", "code": mail["code"], "password": NEW_PASSWORD}),
        json!({"link": mail["link"], "password": NEW_PASSWORD}),
    ] {
        server
            .call(Method::POST, "/v1/password-resets/confirm", body)
            .await
            .problem(422, "bad-code");
    }
}

#[tokio::test]
async fn new_address_is_not_confirmed_by_player_name_and_code() {
    let server = smtp_server().await;
    let ann = confirmed(&server, "ann").await;
    let code = begin_takeover(&server, &ann).await;
    let form = format!("player=ann&code={code}");
    let by_name = server.form("/confirm", &form).await;
    assert_eq!(by_name.status.as_u16(), 422, "confirmed by name");
    let account = ann.get("/v1/me").await.ok();
    assert_eq!(account["email"], "ann@example.org");
    // A signed-in caller may confirm it, because starting the change took the password.
    let body = json!({"code": code});
    ann.post("/v1/me/confirmation", body).await.ok();
    let account = ann.get("/v1/me").await.ok();
    assert_eq!(account["email"], "thief@example.org");
}

/// Returns the notices about the account that went to an address, oldest first.
async fn told(server: &Server, address: &str) -> Vec<String> {
    let mails = mails(server).await.into_iter();
    let news = mails.filter(|mail| mail.kind == "account_changed");
    let news = news.filter(|mail| mail.address.as_deref() == Some(address));
    news.map(|mail| mail.payload["what"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn old_address_is_notified_of_password_and_address_changes() {
    let server = smtp_server().await;
    let ann = confirmed(&server, "ann").await;
    let change = json!({"current_password": PASSWORD, "password": NEW_PASSWORD});
    ann.patch("/v1/me", change).await.ok();
    assert_eq!(told(&server, "ann@example.org").await, ["password"]);
    let later = || server.app.clock.forward(chrono::Duration::minutes(1));

    later();
    let change = json!({"current_password": NEW_PASSWORD, "email": "new@example.org"});
    ann.patch("/v1/me", change).await.ok();
    let code = code_for(&server, "confirm_address", "new@example.org").await;
    later();
    let body = json!({"code": code});
    ann.post("/v1/me/confirmation", body).await.ok();
    let expected = ["password", "address_begun", "address"];
    assert_eq!(told(&server, "ann@example.org").await, expected);
    assert!(told(&server, "new@example.org").await.is_empty());
}

#[tokio::test]
async fn owner_is_notified_of_a_reset_and_the_first_session_after_it() {
    let server = smtp_server().await;
    confirmed(&server, "ann").await;
    ask_reset(&server).await;
    let code = code_for(&server, "password_reset", "ann@example.org").await;
    reset(&server, &code).await;
    assert_eq!(told(&server, "ann@example.org").await, ["password"]);
    server.app.clock.forward(chrono::Duration::minutes(1));
    let body = json!({"name": "ann", "password": NEW_PASSWORD});
    for _ in 0..2 {
        let path = "/v1/sessions";
        server.call(Method::POST, path, body.clone()).await.ok();
    }
    // The first session after it, and no mail for each that follows.
    let expected = ["password", "session"];
    assert_eq!(told(&server, "ann@example.org").await, expected);
}

#[tokio::test]
async fn old_address_is_notified_of_a_new_one_with_a_local_mailbox() {
    let server = server().await;
    let ann = server.player("ann").await;
    let change = json!({"current_password": PASSWORD, "email": "new@example.org"});
    ann.patch("/v1/me", change).await.ok();
    assert_eq!(told(&server, "ann@example.org").await, ["address"]);
}

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn signs_in_with(server: &Server, agent: &str) -> Value {
    let body = json!({"name": "ann", "password": PASSWORD});
    let request = server
        .request(Method::POST, "/v1/sessions")
        .header("user-agent", agent)
        .json(&body);
    answer(request).await.ok()
}

#[tokio::test]
async fn owner_can_list_and_end_every_session() {
    let server = server().await;
    let ann = server.player("ann").await;
    let ben = server.player("ben").await;
    ann.delete("/v1/sessions?all=true").await.ok();
    server.app.clock.forward(chrono::Duration::minutes(1));
    let desk = Player::of(&server, "ann", &signs_in_with(&server, FIREFOX).await);
    server.app.clock.forward(chrono::Duration::minutes(1));
    let thief = Player::of(
        &server,
        "ann",
        &signs_in_with(&server, "curl/8.1 evil").await,
    );
    server.app.clock.forward(chrono::Duration::minutes(1));
    let body = json!({"refresh_token": desk.refresh_token});
    let path = "/v1/sessions/refresh";
    let session = server.call(Method::POST, path, body).await.ok();
    let desk = Player::of(&server, "ann", &session);

    let list = desk.get("/v1/me/sessions").await.ok();
    let list = list["sessions"].as_array().unwrap();
    assert_eq!(list.len(), 2, "{list:?}");
    assert_eq!(list[0]["device"], "Firefox (Linux)");
    assert_eq!(list[0]["current"], true);
    assert_eq!(list[0]["created_at"], "2026-03-01T12:01:00.000Z");
    assert_eq!(list[0]["last_used_at"], "2026-03-01T12:03:00.000Z");
    assert_eq!(list[1]["device"], "curl");
    assert_eq!(list[1]["current"], false);

    let other = list[1]["id"].as_str().unwrap();
    let path = format!("/v1/me/sessions/{other}");
    // No other player ends it, or learns that it exists.
    ben.delete(&path).await.problem(404, "not-found");
    thief.get("/v1/me").await.ok();
    let ended = desk.delete(&path).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    thief.get("/v1/me").await.problem(401, "not-signed-in");
    desk.delete(&path).await.problem(404, "not-found");
    let list = desk.get("/v1/me/sessions").await.ok();
    assert_eq!(list["sessions"].as_array().unwrap().len(), 1);
    desk.get("/v1/me").await.ok();
}
