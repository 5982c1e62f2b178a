//! A stranger at every call: what somebody without a token gets, and what somebody who is signed
//! in gets, on games that are none of theirs. Every call of the contract has a row here.

use reqwest::Method;
use serde_json::{Value, json};

use crate::contract::Contract;
use crate::helpers::*;

/// A call, and the statuses that strangers get.
struct Row {
    method: Method,
    path: &'static str,
    body: Option<Value>,
    /// Without a token.
    nobody: u16,
    /// Signed in, on somebody else's private game where the path has one.
    stranger: u16,
}

fn row(method: Method, path: &'static str, nobody: u16, stranger: u16) -> Row {
    Row {
        method,
        path,
        body: None,
        nobody,
        stranger,
    }
}

fn with(body: Value, row: Row) -> Row {
    Row {
        body: Some(body),
        ..row
    }
}

fn rows() -> Vec<Row> {
    let get = |path, nobody, stranger| row(Method::GET, path, nobody, stranger);
    let post = |path, body, nobody, stranger| with(body, row(Method::POST, path, nobody, stranger));
    let delete = |path, nobody, stranger| row(Method::DELETE, path, nobody, stranger);
    let wrong_code = json!({"code": "ABCD2345"});
    let wrong_sign_in = json!({"name": "ann", "password": "wrong password"});
    let wrong_reset = json!({"name": "ann", "code": "ABCD2345", "password": PASSWORD});
    let moves = json!({"seq": 1, "moves": [{"type": "leave"}]});
    vec![
        get("/v1/kinds", 200, 200),
        get("/v1/kinds/{kind}", 200, 200),
        get("/v1/games", 200, 200),
        post("/v1/games", json!({"kind": "ferry-follies"}), 401, 201),
        get("/v1/games/{id}", 404, 404),
        delete("/v1/games/{id}", 401, 404),
        post("/v1/games/{id}/seats", json!({}), 401, 404),
        delete("/v1/games/{id}/seats/me", 401, 404),
        delete("/v1/games/{id}/seats/{seat}", 401, 404),
        post(
            "/v1/games/{id}/invitations",
            json!({"player": "ben"}),
            401,
            404,
        ),
        post("/v1/games/{id}/rematch", json!({}), 401, 404),
        post(
            "/v1/games/{id}/seats/{seat}/extension",
            json!({"days": 1}),
            401,
            404,
        ),
        post(
            "/v1/games/{id}/seats/me/replacement",
            json!({"bot": "greedy"}),
            401,
            404,
        ),
        delete("/v1/games/{id}/seats/me/replacement", 401, 404),
        row(
            Method::POST,
            "/v1/games/{id}/seats/{seat}/replacement",
            401,
            404,
        ),
        delete("/v1/games/{id}/seats/{seat}/replacement", 401, 404),
        get("/v1/games/{id}/orders", 401, 404),
        with(
            json!({"forced": true}),
            row(Method::PUT, "/v1/games/{id}/orders", 401, 404),
        ),
        get("/v1/games/{id}/mail", 401, 404),
        with(
            json!({"turns": "off"}),
            row(Method::PUT, "/v1/games/{id}/mail", 401, 404),
        ),
        get("/v1/games/{id}/chat", 404, 404),
        post("/v1/games/{id}/chat", json!({"text": "x"}), 401, 404),
        get("/v1/games/{id}/note", 401, 404),
        with(
            json!({"text": "x"}),
            row(Method::PUT, "/v1/games/{id}/note", 401, 404),
        ),
        // Without an operator there is nobody to report to, in no game.
        post(
            "/v1/games/{id}/reports",
            json!({"player": "ann", "reason": "x"}),
            401,
            403,
        ),
        get("/v1/games/{id}/legal", 401, 404),
        get("/v1/games/{id}/legal/branch", 401, 404),
        post("/v1/games/{id}/moves", moves, 401, 404),
        get("/v1/games/{id}/log", 404, 404),
        get("/v1/games/{id}/at/{ply}", 404, 404),
        get("/v1/games/{id}/board.txt", 404, 404),
        get("/v1/games/{id}/board.svg", 404, 404),
        get("/v1/games/{id}/board.png", 404, 404),
        get("/v1/games/{id}/export", 404, 404),
        // Open to everybody, so a body that says nothing is what is refused.
        post("/v1/players", json!({}), 400, 400),
        get("/v1/players/{name}", 200, 200),
        post("/v1/sessions", wrong_sign_in, 401, 401),
        post("/v1/sessions/code", json!({"name": "nobody"}), 202, 202),
        post(
            "/v1/sessions/refresh",
            json!({"refresh_token": "x"}),
            401,
            401,
        ),
        post(
            "/v1/password-resets",
            json!({"email": "no@example.org"}),
            202,
            202,
        ),
        post("/v1/password-resets/confirm", wrong_reset, 422, 422),
        // A player is no admin.
        post(
            "/v1/admin/acts",
            json!({"act": {"type": "resend-mail"}, "reason": "x"}),
            401,
            403,
        ),
        get("/v1/admin/acts", 401, 403),
        get("/v1/admin/reports", 401, 403),
        // A player's token is not the secret of a mail server.
        row(Method::POST, "/v1/inbound/mime", 401, 401),
        get("/v1/me", 401, 200),
        get("/v1/me/sessions", 401, 200),
        delete("/v1/me/sessions/{session}", 401, 404),
        get("/v1/me/mail", 401, 200),
        with(
            json!({"news": "off"}),
            row(Method::PUT, "/v1/me/mail", 401, 200),
        ),
        get("/v1/me/muted", 401, 200),
        row(Method::PUT, "/v1/me/muted/{name}", 401, 204),
        delete("/v1/me/muted/{name}", 401, 204),
        get("/v1/me/blocked", 401, 200),
        row(Method::PUT, "/v1/me/blocked/{name}", 401, 204),
        delete("/v1/me/blocked/{name}", 401, 204),
        get("/v1/me/holidays", 401, 200),
        post("/v1/me/holidays", json!({"until": "1999-12-31"}), 401, 409),
        delete("/v1/me/holidays/{holiday}", 401, 404),
        post("/v1/me/confirmation", wrong_code, 401, 422),
        row(Method::POST, "/v1/me/confirmation/mail", 401, 202),
        with(
            json!({"current_password": PASSWORD, "email": "cleo@example.net"}),
            row(Method::PATCH, "/v1/me", 401, 200),
        ),
        // These two end what the rows before need.
        with(
            json!({"password": PASSWORD}),
            row(Method::DELETE, "/v1/me", 401, 204),
        ),
        delete("/v1/sessions", 401, 204),
    ]
}

#[tokio::test]
async fn strangers_see_nothing_and_change_nothing() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let cleo = server.player("cleo").await;
    let private = json!({"kind": "thats-life", "visibility": "private",
        "invite": [{"player": "ben"}]});
    let open = ann.post("/v1/games", private.clone()).await.ok();
    let running = ann.post("/v1/games", private).await.ok();
    let [open, running] = [&open, &running].map(|game| game["id"].as_str().unwrap());
    let seats = format!("/v1/games/{running}/seats");
    ben.post(&seats, json!({})).await.ok();
    let mut before = Vec::new();
    for id in [open, running] {
        before.push(ann.get(&format!("/v1/games/{id}")).await.ok());
    }

    let contract = Contract::new();
    let rows = rows();
    for (path, method, _) in contract.operations() {
        assert!(
            rows.iter()
                .any(|row| row.path == path && row.method == method),
            "{method} {path} has no row: say what strangers get"
        );
    }
    let operations = contract.operations();
    for row in &rows {
        let (_, _, operation) = operations
            .iter()
            .find(|(path, method, _)| *path == row.path && *method == row.method)
            .unwrap_or_else(|| panic!("{} {} is no call", row.method, row.path));
        let takes_token = operation["security"]
            .as_array()
            .is_some_and(|it| !it.is_empty());
        for id in [open, running] {
            let path = row
                .path
                .replace("{id}", id)
                .replace("{kind}", "thats-life")
                .replace("{seat}", "1")
                .replace("{ply}", "0")
                .replace("{holiday}", "HoL1dAyHoLi")
                .replace("{session}", "SeSs10nSeSs")
                .replace("{name}", "ann");
            let ends_session = row.method == Method::DELETE && !row.path.contains("{id}");
            let own;
            let stranger = if ends_session {
                let name = format!("dan{}{}", row.path.len(), usize::from(id == open));
                own = server.player(&name).await;
                &own
            } else {
                &cleo
            };
            let tries = [
                (None, row.nobody),
                (Some("nonsense"), 401),
                (Some(stranger.token.as_str()), row.stranger),
            ];
            for (token, status) in tries {
                if token == Some("nonsense") && !takes_token {
                    continue;
                }
                let sent = server.send(row.method.clone(), &path, token, row.body.as_ref());
                let answer = sent.await;
                assert_eq!(
                    answer.status, status,
                    "{} {path} with token {token:?}: {}",
                    row.method, answer.text
                );
                let leaks = answer.text.contains(open) || answer.text.contains(running);
                assert!(!leaks, "{} {path}: {}", row.method, answer.text);
            }
        }
    }

    for (id, before) in [open, running].into_iter().zip(before) {
        let after = ann.get(&format!("/v1/games/{id}")).await.ok();
        assert_eq!(after, before, "a stranger changed something");
    }
}
