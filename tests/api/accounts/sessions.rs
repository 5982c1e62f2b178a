//! Sessions: signing in, staying signed in, signing out.

use accounts::sessions as service;
use chrono::Duration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;

async fn sign_in(server: &Server, body: Value) -> Answer {
    server.call(Method::POST, "/v1/sessions", body).await
}

async fn ask_code(server: &Server, name: &str) -> Answer {
    let body = json!({"name": name});
    server.call(Method::POST, "/v1/sessions/code", body).await
}

async fn refresh(server: &Server, token: &str) -> Answer {
    let body = json!({"refresh_token": token});
    server
        .call(Method::POST, "/v1/sessions/refresh", body)
        .await
}

fn refresh_token(session: &Value) -> &str {
    session["refresh_token"].as_str().unwrap()
}

fn access_token(session: &Value) -> Option<&str> {
    session["access_token"].as_str()
}

async fn me(server: &Server, token: Option<&str>) -> Answer {
    server.send(Method::GET, "/v1/me", token, None).await
}

#[tokio::test]
async fn player_signs_in_with_the_password() {
    let server = server().await;
    server.player("Ann").await;
    let body = json!({"name": "aNN", "password": PASSWORD});
    let answer = sign_in(&server, body).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let session = answer.ok();
    assert_eq!(session["player"], json!({"name": "Ann"}));
    assert_eq!(session["token_type"], "Bearer");
    assert_eq!(session["expires_in"], 900);
    me(&server, access_token(&session)).await.ok();
    server.app.clock.forward(Duration::seconds(900));
    me(&server, access_token(&session))
        .await
        .problem(401, "not-signed-in");
}

#[tokio::test]
async fn wrong_name_and_wrong_password_return_the_same_problem() {
    let server = server().await;
    server.player("ann").await;
    let mut answers = Vec::new();
    for body in [
        json!({"name": "ann", "password": "wrong password"}),
        json!({"name": "ann", "password": ""}),
        json!({"name": "nobody", "password": PASSWORD}),
        json!({"name": "no such name!", "password": PASSWORD}),
        json!({"name": "", "password": PASSWORD}),
        json!({"name": "a\u{0}b", "password": "\u{0}"}),
        json!({"name": "ann", "code": "ABCD2345"}),
        json!({"name": "nobody", "code": "ABCD2345"}),
    ] {
        let answer = sign_in(&server, body).await;
        answers.push(answer.problem(401, "bad-credentials"));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    // One from signing up, one from signing in.
    assert_eq!(sessions(&server).await, 2);
}

#[tokio::test]
async fn malformed_sign_in_returns_400() {
    let server = server().await;
    server.player("ann").await;
    for body in [
        json!({"name": "ann"}),
        json!({"name": "ann", "password": PASSWORD, "code": "ABCD2345"}),
        json!({"name": "ann", "password": 12345678}),
        json!({"name": ["ann"], "password": PASSWORD}),
        json!({"name": "ann", "password": PASSWORD, "remember": true}),
        json!({"password": PASSWORD}),
        json!("ann"),
    ] {
        sign_in(&server, body).await.problem(400, "invalid-request");
    }
    refresh(&server, "").await.problem(401, "bad-refresh-token");
    let body = json!({"refresh_token": 7});
    server
        .call(Method::POST, "/v1/sessions/refresh", body)
        .await
        .problem(400, "invalid-request");
    assert_eq!(sessions(&server).await, 2);
}

#[tokio::test]
async fn player_signs_in_with_a_mailed_code() {
    let server = server().await;
    server.player("ann").await;
    let (known, unknown) = (
        ask_code(&server, "ANN").await,
        ask_code(&server, "nobody").await,
    );
    assert_eq!(known.status, StatusCode::ACCEPTED);
    assert_eq!((known.status, known.text), (unknown.status, unknown.text));
    ask_code(&server, "no such name!").await.ok();
    assert_eq!(mails(&server).await.len(), 1);
    let code = code_for(&server, "sign_in_code", "ann@example.org").await;
    let body = json!({"name": "ann", "code": code});
    let session = sign_in(&server, body.clone()).await.ok();
    me(&server, access_token(&session)).await.ok();
    // It is good for one use.
    sign_in(&server, body).await.problem(401, "bad-credentials");
}

#[tokio::test]
async fn code_is_valid_for_15_minutes_and_one_player() {
    let server = server().await;
    server.player("ann").await;
    server.player("ben").await;
    ask_code(&server, "ann").await.ok();
    let code = code_for(&server, "sign_in_code", "ann@example.org").await;
    sign_in(&server, json!({"name": "ben", "code": code}))
        .await
        .problem(401, "bad-credentials");
    server.app.clock.forward(Duration::minutes(15));
    sign_in(&server, json!({"name": "ann", "code": code}))
        .await
        .problem(401, "bad-credentials");
}

#[tokio::test]
async fn code_is_void_after_five_wrong_guesses_across_nodes() {
    let server = server().await;
    let other = server_on(server.database.clone()).await;
    server.player("ann").await;
    ask_code(&server, "ann").await.ok();
    let code = code_for(&server, "sign_in_code", "ann@example.org").await;
    for node in [&server, &other, &server, &other, &server] {
        sign_in(node, json!({"name": "ann", "code": "AAAAAAAA"}))
            .await
            .problem(401, "bad-credentials");
    }
    sign_in(&other, json!({"name": "ann", "code": code}))
        .await
        .problem(401, "bad-credentials");
}

#[tokio::test]
async fn concurrent_sign_ins_use_a_code_once() {
    let server = server().await;
    server.player("ann").await;
    ask_code(&server, "ann").await.ok();
    let code = code_for(&server, "sign_in_code", "ann@example.org").await;
    let body = json!({"name": "ann", "code": code});
    let (one, two) = tokio::join!(sign_in(&server, body.clone()), sign_in(&server, body));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 401]);
}

#[tokio::test]
async fn session_lasts_as_long_as_it_is_refreshed() {
    let server = server().await;
    let mut token = server.player("ann").await.refresh_token;
    for _ in 0..3 {
        server.app.clock.forward(Duration::days(59));
        let session = refresh(&server, &token).await.ok();
        assert_eq!(session["player"]["name"], "ann");
        me(&server, access_token(&session)).await.ok();
        assert_ne!(refresh_token(&session), token);
        token = refresh_token(&session).to_owned();
    }
    server.app.clock.forward(Duration::days(60));
    refresh(&server, &token)
        .await
        .problem(401, "bad-refresh-token");
}

#[tokio::test]
async fn refresh_may_be_repeated_within_30_seconds() {
    let server = server().await;
    let token = server.player("ann").await.refresh_token;
    let lost = refresh(&server, &token).await.ok();
    server.app.clock.forward(Duration::seconds(30));
    let second = refresh(&server, &token).await.ok();
    assert_ne!(refresh_token(&lost), refresh_token(&second));
    me(&server, access_token(&second)).await.ok();
    // The new pair works as usual.
    server.app.clock.forward(Duration::minutes(10));
    let third = refresh(&server, refresh_token(&second)).await.ok();
    me(&server, access_token(&third)).await.ok();
    // Using the lost pair ends the session.
    refresh(&server, refresh_token(&lost))
        .await
        .problem(401, "bad-refresh-token");
    me(&server, access_token(&third))
        .await
        .problem(401, "not-signed-in");
}

#[tokio::test]
async fn refresh_token_reused_late_ends_the_session() {
    let server = server().await;
    let ann = server.player("ann").await;
    let desk = server.returns("ann").await;
    let session = refresh(&server, &ann.refresh_token).await.ok();
    server.app.clock.forward(Duration::milliseconds(30_001));
    refresh(&server, &ann.refresh_token)
        .await
        .problem(401, "bad-refresh-token");
    // One of the two is a thief: both are signed out.
    me(&server, access_token(&session))
        .await
        .problem(401, "not-signed-in");
    ann.get("/v1/me").await.problem(401, "not-signed-in");
    refresh(&server, refresh_token(&session))
        .await
        .problem(401, "bad-refresh-token");
    // The player's other sessions go on.
    desk.get("/v1/me").await.ok();
}

#[tokio::test]
async fn refresh_token_reused_after_its_successor_ends_the_session() {
    let server = server().await;
    let token = server.player("ann").await.refresh_token;
    let second = refresh(&server, &token).await.ok();
    let third = refresh(&server, refresh_token(&second)).await.ok();
    refresh(&server, &token)
        .await
        .problem(401, "bad-refresh-token");
    refresh(&server, refresh_token(&third))
        .await
        .problem(401, "bad-refresh-token");
}

#[tokio::test]
async fn concurrent_refreshes_leave_at_most_one_valid_refresh_token() {
    let server = server().await;
    let token = server.player("ann").await.refresh_token;
    let (one, two) = tokio::join!(refresh(&server, &token), refresh(&server, &token));
    let (one, two) = (one.ok(), two.ok());
    assert_ne!(refresh_token(&one), refresh_token(&two));
    server.app.clock.forward(Duration::minutes(1));
    let on = [
        refresh(&server, refresh_token(&one)).await.status,
        refresh(&server, refresh_token(&two)).await.status,
    ];
    assert!(on.contains(&StatusCode::UNAUTHORIZED), "{on:?}");
}

#[tokio::test]
async fn signing_out_ends_only_this_session() {
    let server = server().await;
    let phone = server.player("ann").await;
    let desk = server.returns("ann").await;
    let out = phone.delete("/v1/sessions").await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    phone.get("/v1/me").await.problem(401, "not-signed-in");
    phone
        .delete("/v1/sessions")
        .await
        .problem(401, "not-signed-in");
    refresh(&server, &phone.refresh_token)
        .await
        .problem(401, "bad-refresh-token");
    desk.get("/v1/me").await.ok();
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_sessions_on_all_nodes() {
    let server = server().await;
    let other = server_on(server.database.clone()).await;
    let phone = server.player("ann").await;
    let desk = server.returns("ann").await;
    let ben = server.player("ben").await;
    me(&other, Some(&desk.token)).await.ok();
    phone.delete("/v1/sessions?all=true").await.ok();
    desk.get("/v1/me").await.problem(401, "not-signed-in");
    service::sync_revocations(&other.app).await.unwrap();
    for token in [&phone.token, &desk.token] {
        me(&other, Some(token)).await.problem(401, "not-signed-in");
    }
    me(&other, Some(&ben.token)).await.ok();
    for token in [&phone.refresh_token, &desk.refresh_token] {
        refresh(&other, token)
            .await
            .problem(401, "bad-refresh-token");
    }
    server.returns("ann").await.get("/v1/me").await.ok();
}

#[tokio::test]
async fn sign_out_with_an_invalid_query_returns_400() {
    let server = server().await;
    let ann = server.player("ann").await;
    for query in ["all=maybe", "all", "everywhere=true"] {
        ann.delete(&format!("/v1/sessions?{query}"))
            .await
            .problem(400, "invalid-request");
    }
    ann.get("/v1/me").await.ok();
    ann.delete("/v1/sessions?all=false").await.ok();
}

#[tokio::test]
async fn cleanup_deletes_only_ended_sessions() {
    let server = server().await;
    let ann = server.player("ann").await;
    ask_code(&server, "ann").await.ok();
    ann.delete("/v1/sessions").await.ok();
    server.app.clock.forward(Duration::days(8));
    let ann = server.returns("ann").await;
    assert_eq!(sessions(&server).await, 3);
    service::remove_old(&server.app).await.unwrap();
    assert_eq!(sessions(&server).await, 2);
    refresh(&server, &ann.refresh_token).await.ok();
}

#[tokio::test]
async fn password_guesses_are_limited_per_name_and_per_client() {
    let server = limited_server(|quotas| {
        quotas.guesses_per_name = few(2);
        quotas.guesses_per_address = few(5);
    })
    .await;
    let wrong = |name: &str| json!({"name": name, "password": "wrong password"});
    for name in ["ann", "ANN"] {
        sign_in(&server, wrong(name))
            .await
            .problem(401, "bad-credentials");
    }
    let refused = sign_in(&server, wrong("ann")).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.problem(429, "rate-limited");
    for name in ["ben", "cat"] {
        sign_in(&server, wrong(name))
            .await
            .problem(401, "bad-credentials");
    }
    sign_in(&server, wrong("dan"))
        .await
        .problem(429, "rate-limited");
    ask_code(&server, "dan").await.problem(429, "rate-limited");
}
