//! Tokens for programs: what each scope allows, and how tokens end.

use accounts::tokens::Scope;
use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection;
use reqwest::Method;
use serde_json::{Value, json};
use turnpike::http::policy::{self, Needs};

use crate::database_helpers::told;
use crate::helpers::*;
use crate::http::contract::Contract;

const SCOPES: [&str; 6] = [
    "games:read",
    "games:play",
    "chat",
    "mail:manage",
    "account",
    "admin",
];

fn wanted(scopes: &[&str]) -> Value {
    json!({"name": "My robot", "scopes": scopes, "reauthentication": {"password": PASSWORD}})
}

impl Player<'_> {
    /// A token with these scopes.
    pub async fn token_for(&self, scopes: &[&str]) -> String {
        let made = self.post("/v1/me/tokens", wanted(scopes)).await.ok();
        made["token"].as_str().unwrap().to_owned()
    }
}

async fn by(server: &Server, token: &str, method: Method, path: &str) -> Answer {
    server.send(method, path, Some(token), None).await
}

/// Tries every scope at every call that authenticates its caller.
#[tokio::test]
async fn token_without_the_scope_of_a_call_returns_403() {
    let server = server().await;
    let ann = server.admin("ann").await;
    let contract = Contract::new();
    let mut refused = 0;
    for scope in SCOPES {
        let token = ann.token_for(&[scope]).await;
        let parsed: Scope = scope.parse().unwrap();
        for (path, method, operation) in contract.operations() {
            let ways = operation["security"].to_string();
            let needs = policy::of(method.as_str(), path).unwrap().needs;
            let reads_token = matches!(needs, Needs::Scope(_) | Needs::Any | Needs::Session);
            assert_eq!(
                reads_token,
                ways.contains("access_token"),
                "{method} {path} in the contract"
            );
            if !reads_token {
                continue;
            }
            let covers = [Needs::Scope(parsed), Needs::Any].contains(&needs);
            let listed = [
                "\"personal_token\":[]",
                &format!("\"personal_token\":[\"{scope}\"]"),
            ]
            .iter()
            .any(|it| ways.contains(it));
            assert_eq!(covers, listed, "{method} {path} in the contract");
            let target = path.replace(['{', '}'], "x");
            // However the path is written, it is the same call.
            let escaped = |at: usize| {
                let byte = target.as_bytes()[at];
                format!("{}%{byte:02x}{}", &target[..at], &target[at + 1..])
            };
            for way in [&escaped(4), &escaped(1)] {
                let answer = by(&server, &token, method.clone(), way).await;
                let is_refused = answer.text.contains("insufficient-scope");
                assert_eq!(
                    is_refused, !covers,
                    "{scope} {method} {way}: {}",
                    answer.text
                );
            }
            let answer = by(&server, &token, method.clone(), &target).await;
            assert!(answer.headers.contains_key("x-frame-options"), "{path}");
            let is_refused = answer.text.contains("insufficient-scope");
            assert_eq!(
                is_refused, !covers,
                "{scope} {method} {path}: {}",
                answer.text
            );
            assert_ne!(answer.status, 401, "{scope} {method} {path}");
            if !is_refused {
                continue;
            }
            refused += 1;
            assert_eq!(answer.status, 403);
            let lacks = answer.headers["www-authenticate"].to_str().unwrap();
            assert!(
                lacks.starts_with("Bearer error=\"insufficient_scope\""),
                "{lacks}"
            );
            if let Needs::Scope(scope) = needs {
                assert!(lacks.ends_with(&format!(", scope=\"{scope}\"")), "{lacks}");
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

#[tokio::test]
async fn token_with_play_scope_plays_a_whole_game() {
    let server = server().await;
    let ann = server.player("ann").await;
    let token = ann.token_for(&["games:play", "games:read"]).await;
    let new = json!({"kind": "ferry-follies"});
    let path = "/v1/games";
    let game = server
        .send(Method::POST, path, Some(&token), Some(&new))
        .await
        .ok();
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let mut seen = by(&server, &token, Method::GET, &path).await.ok();
    for _ in 0..200 {
        if seen["status"] == "finished" {
            break;
        }
        let legal = by(&server, &token, Method::GET, &format!("{path}/legal"))
            .await
            .ok();
        let body = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
        let moves = format!("{path}/moves");
        let played = server.send(Method::POST, &moves, Some(&token), Some(&body));
        seen = played.await.ok();
    }
    assert_eq!(seen["status"], "finished", "{seen}");
}

#[tokio::test]
async fn token_is_listed_until_its_owner_revokes_it() {
    let server = server().await;
    let ann = server.player("ann").await;
    let made = ann
        .post("/v1/me/tokens", wanted(&["chat", "account"]))
        .await;
    assert_eq!(made.status, 201);
    let made = made.ok();
    let token = made["token"].as_str().unwrap();
    assert!(
        token.starts_with("turnpike_") && token.len() > 40,
        "{token}"
    );
    assert_eq!(made["scopes"], json!(["chat", "account"]));
    assert_eq!(told(&server).await, ["token_made"]);
    let me = async || by(&server, token, Method::GET, "/v1/me").await.status;
    assert_eq!(me().await, 200);
    let list = ann.get("/v1/me/tokens").await.ok();
    let only = &list["tokens"][0];
    assert_eq!(
        (&only["id"], &only["name"]),
        (&made["id"], &json!("My robot"))
    );
    assert!(
        only["last_used_at"].is_string() && only["token"].is_null(),
        "{only}"
    );
    // Only its owner can revoke it.
    let path = format!("/v1/me/tokens/{}", made["id"].as_str().unwrap());
    let ben = server.player("ben").await;
    assert_eq!(ben.delete(&path).await.status, 404);
    assert_eq!(me().await, 200);
    assert_eq!(ann.delete(&path).await.status, 204);
    assert_eq!(ann.delete(&path).await.status, 404);
    assert_eq!(me().await, 401);
    assert_eq!(ann.get("/v1/me/tokens").await.ok()["tokens"], json!([]));
}

#[tokio::test]
async fn token_expires_after_its_days() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut new = wanted(&["account"]);
    new["days"] = json!(2);
    let made = ann.post("/v1/me/tokens", new).await.ok();
    let token = made["token"].as_str().unwrap();
    let me = async || by(&server, token, Method::GET, "/v1/me").await.status;
    server
        .app
        .clock
        .forward(TimeDelta::days(2) - TimeDelta::seconds(1));
    assert_eq!(me().await, 200);
    server.app.clock.forward(TimeDelta::seconds(1));
    assert_eq!(me().await, 401);
}

#[tokio::test]
async fn tokens_end_with_a_new_password_or_signing_out_everywhere() {
    let server = server().await;
    let ann = server.player("ann").await;
    let token = ann.token_for(&["account"]).await;
    let me = async |token: &str| by(&server, token, Method::GET, "/v1/me").await.status;
    let new = json!({"password": "another long password", "current_password": PASSWORD});
    ann.patch("/v1/me", new).await.ok();
    assert_eq!(me(&token).await, 401);
    let ben = server.player("ben").await;
    let token = ben.token_for(&["account"]).await;
    assert_eq!(ben.delete("/v1/sessions?all=true").await.status, 204);
    assert_eq!(me(&token).await, 401);
}

#[tokio::test]
async fn invalid_token_requests_and_unknown_tokens_are_rejected() {
    let server = server().await;
    let ann = server.player("ann").await;
    for (name, value, status) in [
        ("scopes", json!([]), 400),
        ("scopes", json!(["everything"]), 400),
        ("scopes", json!(["chat", "admin"]), 403),
        ("days", json!(0), 400),
        ("days", json!(367), 400),
        ("name", json!(""), 400),
        (
            "reauthentication",
            json!({"password": "a wrong password"}),
            401,
        ),
        ("reauthentication", json!({}), 400),
    ] {
        let mut new = wanted(&["chat"]);
        new[name] = value.clone();
        let answer = ann.post("/v1/me/tokens", new).await;
        assert_eq!(answer.status, status, "{name} {value}: {}", answer.text);
    }
    for unknown in [
        "turnpike_",
        "turnpike_abc",
        &format!("turnpike_{}", "x".repeat(43)),
    ] {
        let answer = by(&server, unknown, Method::GET, "/v1/me").await;
        assert_eq!(answer.status, 401, "{unknown}");
        let shown = &answer.headers["www-authenticate"];
        assert_eq!(shown, "Bearer error=\"invalid_token\"");
    }
}

#[tokio::test]
async fn unsupported_method_with_a_token_returns_405() {
    let server = server().await;
    let token = server.player("ann").await.token_for(&["chat"]).await;
    for (method, path) in [
        ("PROPFIND", "/v1/me"),
        ("PUT", "/v1/me"),
        ("PATCH", "/v1/%67ames"),
    ] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let answer = by(&server, &token, method.clone(), path).await;
        assert_eq!(answer.status, 405, "{method} {path}");
        assert!(answer.headers.contains_key("allow"), "{method} {path}");
    }
}

#[tokio::test]
async fn public_calls_accept_a_token_of_any_scope() {
    let server = server().await;
    let ann = server.player("ann").await;
    let token = ann.token_for(&["chat"]).await;
    for path in ["/v1/kinds", "/v1/kinds/buttons", "/v1/receipt-keys"] {
        assert_eq!(by(&server, &token, Method::GET, path).await.status, 200);
    }
}

/// The server records a use without delaying the request. A rejected request is not a use.
#[tokio::test]
async fn last_use_of_a_token_is_recorded_without_delaying_the_request() {
    let server = server().await;
    let ann = server.player("ann").await;
    let token = ann.token_for(&["account"]).await;
    let used = async || {
        let list = ann.get("/v1/me/tokens").await.ok();
        list["tokens"][0]["last_used_at"].clone()
    };
    let refused = by(&server, &token, Method::GET, "/v1/me/mail-settings").await;
    assert_eq!(refused.status, 403);
    assert_eq!(used().await, Value::Null);
    let mut held = superuser(&server.database).await;
    held.batch_execute("BEGIN; SELECT 1 FROM tokens FOR UPDATE")
        .await
        .unwrap();
    assert_eq!(by(&server, &token, Method::GET, "/v1/me").await.status, 200);
    assert_eq!(used().await, Value::Null);
    held.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(by(&server, &token, Method::GET, "/v1/me").await.status, 200);
    assert!(used().await.is_string());
}
