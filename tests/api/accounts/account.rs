//! Accounts: sign-up, addresses, passwords and deletion.

use chrono::Duration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;

async fn sign_up(server: &Server, name: &str, email: &str) -> Answer {
    let body = json!({"name": name, "email": email, "password": PASSWORD});
    server.call(Method::POST, "/v1/players", body).await
}

async fn sign_in(server: &Server, name: &str, password: &str) -> Answer {
    let body = json!({"name": name, "password": password});
    server.call(Method::POST, "/v1/sessions", body).await
}

async fn ask_reset(server: &Server, email: &str) -> Answer {
    let body = json!({"email": email});
    server.call(Method::POST, "/v1/password-resets", body).await
}

async fn reset(server: &Server, name: &str, code: &str, password: &str) -> Answer {
    let body = json!({"name": name, "code": code, "password": password});
    server
        .call(Method::POST, "/v1/password-resets/confirm", body)
        .await
}

impl Player<'_> {
    async fn confirms(&self, code: &str) -> Answer {
        self.post("/v1/me/confirmation", json!({"code": code}))
            .await
    }

    async fn leaves(&self, password: &str) -> Answer {
        let body = json!({"password": password});
        self.server
            .send(Method::DELETE, "/v1/me", Some(&self.token), Some(&body))
            .await
    }
}

#[tokio::test]
async fn sign_up_returns_account_and_session() {
    let server = server().await;
    let answer = sign_up(&server, "Ann", "ann@example.org").await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert_eq!(answer.headers["location"], "/v1/players/Ann");
    let ann = answer.ok();
    assert_eq!(ann["name"], "Ann");
    assert_eq!(ann["created_at"], "2026-03-01T12:00:00.000Z");
    assert_eq!(ann["session"]["token_type"], "Bearer");
    assert_eq!(ann["session"]["expires_in"], 900);
    assert_eq!(ann["session"]["player"]["name"], "Ann");
    assert_eq!(ann["session"]["email_confirmed"], true);

    let token = ann["session"]["access_token"].as_str();
    let me = server.send(Method::GET, "/v1/me", token, None).await.ok();
    assert_eq!(
        me,
        json!({
            "name": "Ann",
            "email": "ann@example.org",
            "email_confirmed": true, "play_forced_moves": true, "automated": false,
            "guest": false,
            "pending_email": null,
            "mail_suspended": null,
            "created_at": "2026-03-01T12:00:00.000Z",
            "time_zone": "UTC",
            "language": "en",
        })
    );
    let profile = server.get("/v1/players/aNN").await.ok();
    assert_eq!(
        profile,
        json!({"name": "Ann", "created_at": "2026-03-01T12:00:00.000Z", "games_finished": 0, "automated": false, "guest": false})
    );
    // With the local mailbox there is nothing to confirm.
    assert_eq!(mails(&server).await, []);
}

#[tokio::test]
async fn sign_up_with_taken_name_in_other_case_returns_409() {
    let server = server().await;
    server.player("Ann").await;
    sign_up(&server, "aNN", "other@example.org")
        .await
        .problem(409, "name-taken");
    assert_eq!(players(&server).await, 1);
}

#[tokio::test]
async fn concurrent_sign_ups_with_one_name_create_one_account() {
    let server = server().await;
    let (one, two) = tokio::join!(
        sign_up(&server, "ann", "one@example.org"),
        sign_up(&server, "ANN", "two@example.org"),
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!((players(&server).await, sessions(&server).await), (1, 1));
}

#[tokio::test]
async fn invalid_sign_up_is_rejected_and_stores_nothing() {
    let server = smtp_server().await;
    let good = json!({"name": "ann", "email": "ann@example.org", "password": PASSWORD});
    let with = |key: &str, value: Value| {
        let mut body = good.clone();
        body[key] = value;
        body
    };
    let without = |key: &str| {
        let mut body = good.clone();
        body.as_object_mut().unwrap().remove(key);
        body
    };
    for body in [
        with("name", json!("a")),
        with("name", json!("a".repeat(25))),
        with("name", json!("an n")),
        with("name", json!("-ann")),
        with("name", json!("änn")),
        with("name", json!("ann\n")),
        with("name", json!("me")),
        with("name", json!("System")),
        with("name", json!("former-player-1")),
        with("name", json!(7)),
        with("name", json!(null)),
        with("email", json!("ann")),
        with("email", json!("ann\u{0}@example.org")),
        with("email", json!("ann@example.org\r\nBcc: ben@example.org")),
        with("email", json!("ann@example.org, ben@example.org")),
        with("email", json!(["ann@example.org"])),
        with("email", json!(format!("{}@example.org", "a".repeat(250)))),
        with("password", json!("1234567")),
        with("password", json!("x".repeat(257))),
        with("password", json!({"is": "secret"})),
        with("admin", json!(true)),
        without("name"),
        without("email"),
        without("password"),
        json!([]),
        json!(null),
    ] {
        let problem = server
            .call(Method::POST, "/v1/players", body.clone())
            .await
            .problem(400, "invalid-request");
        assert!(!problem.to_string().contains("Bcc"), "{body}");
    }
    let request = || {
        server
            .request(Method::POST, "/v1/players")
            .header("content-type", "application/json")
    };
    answer(request().body("{\"name\": "))
        .await
        .problem(400, "malformed-json");
    answer(request().body(vec![0xff, 0xfe]))
        .await
        .problem(400, "malformed-json");
    answer(request().body(" ".repeat(70_000)))
        .await
        .problem(413, "too-large");
    answer(server.request(Method::POST, "/v1/players").body("name=ann"))
        .await
        .problem(415, "unsupported-media-type");
    assert_eq!((players(&server).await, sessions(&server).await), (0, 0));
    assert_eq!(mails(&server).await, []);
}

#[tokio::test]
async fn password_may_use_any_script_up_to_256_characters() {
    let server = server().await;
    for (name, password) in [("ann", "пароль🔑!".to_owned()), ("ben", "é".repeat(256))] {
        let body = json!({"name": name, "email": "x@example.org", "password": password});
        server.call(Method::POST, "/v1/players", body).await.ok();
        sign_in(&server, name, &password).await.ok();
    }
}

#[tokio::test]
async fn sign_up_response_does_not_reveal_that_address_is_in_use() {
    let server = smtp_server().await;
    let shape = |answer: Answer, name: &str| {
        let status = answer.status;
        let mut body = answer.ok();
        body["session"]["access_token"] = json!("");
        body["session"]["refresh_token"] = json!("");
        body["session"]["device_token"] = json!("");
        (status, body.to_string().replace(name, "NAME"))
    };
    let ann = server.player("ann").await;
    let code = code_for(&server, "confirm_address", "ann@example.org").await;
    ann.confirms(&code).await.ok();
    let known = sign_up(&server, "eve", "ANN@example.org").await;
    let unknown = sign_up(&server, "joe", "joe@example.org").await;
    assert_eq!(shape(known, "eve"), shape(unknown, "joe"));
}

#[tokio::test]
async fn address_goes_to_first_account_that_confirms_it() {
    let server = smtp_server().await;
    let ann = server.signs_up("ann", "shared@example.org").await;
    let ben = server.signs_up("ben", "Shared@example.org").await;
    let anns = code_for(&server, "confirm_address", "shared@example.org").await;
    let bens = code_for(&server, "confirm_address", "Shared@example.org").await;
    assert_eq!(ann.get("/v1/me").await.ok()["email_confirmed"], false);
    // Everybody has a code of their own.
    ben.confirms(&anns).await.problem(422, "bad-code");
    ann.confirms(&anns).await.ok();
    assert_eq!(ann.get("/v1/me").await.ok()["email_confirmed"], true);
    ben.confirms(&bens).await.problem(409, "address-taken");
    assert_eq!(ben.get("/v1/me").await.ok()["email_confirmed"], false);
    // A code is good for one use.
    ann.confirms(&anns).await.problem(422, "bad-code");
}

#[tokio::test]
async fn confirmation_code_ignores_case_and_separators_and_expires() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    let first = code_for(&server, "confirm_address", "ann@example.org").await;
    let again = ann.post("/v1/me/confirmation/mail", json!({})).await;
    assert_eq!(again.status, StatusCode::ACCEPTED);
    let second = code_for(&server, "confirm_address", "ann@example.org").await;
    assert_ne!(first, second);
    // A new code makes the old one void.
    ann.confirms(&first).await.problem(422, "bad-code");
    server.app.clock.forward(Duration::days(7));
    let ann = server.returns("ann").await;
    ann.confirms(&second).await.problem(422, "bad-code");
    ann.post("/v1/me/confirmation/mail", json!({})).await.ok();
    let third = code_for(&server, "confirm_address", "ann@example.org").await;
    let typed = format!(" {}-{} ", &third[..4].to_lowercase(), &third[4..]);
    ann.confirms(&typed).await.ok();
    // Now there is nothing to confirm, and nothing is sent.
    ann.post("/v1/me/confirmation/mail", json!({})).await.ok();
    assert_eq!(mails(&server).await.len(), 3);
}

#[tokio::test]
async fn confirmation_code_is_void_after_five_wrong_attempts() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    let code = code_for(&server, "confirm_address", "ann@example.org").await;
    for wrong in ["", "AAAAAAAA", "0", "🂡", "WRONGONE"] {
        ann.confirms(wrong).await.problem(422, "bad-code");
    }
    ann.confirms(&code).await.problem(422, "bad-code");
}

#[tokio::test]
async fn confirmation_link_confirms_only_after_form_is_submitted() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    let code = code_for(&server, "confirm_address", "ann@example.org").await;
    let page = server
        .get(&format!("/confirm?player=ann&code={code}"))
        .await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    assert!(
        page.text
            .contains(&format!("name=\"code\" value=\"{code}\""))
    );
    assert_eq!(ann.get("/v1/me").await.ok()["email_confirmed"], false);

    let wrong = server.form("/confirm", "player=ann&code=AAAAAAAA").await;
    assert_eq!(wrong.status.as_u16(), 422);
    let nobody = server.form("/confirm", "player=nobody&code=AAAAAAAA").await;
    assert_eq!((nobody.status, nobody.text), (wrong.status, wrong.text));
    let form = format!("player=Ann&code={code}");
    let done = server.form("/confirm", &form).await;
    assert_eq!(done.status, StatusCode::OK);
    assert_eq!(ann.get("/v1/me").await.ok()["email_confirmed"], true);
    assert_eq!(server.form("/confirm", &form).await.status.as_u16(), 422);
}

#[tokio::test]
async fn link_parameters_are_escaped_in_pages() {
    let server = server().await;
    let evil = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
    for path in ["/confirm", "/reset-password"] {
        let page = server
            .get(&format!("{path}?player={evil}&code={evil}"))
            .await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text.contains("<script>"), "{}", page.text);
        assert!(page.headers["content-security-policy"].to_str().is_ok());
        // Without a link the code can be typed.
        let typed = server.get(path).await;
        assert_eq!(typed.status, StatusCode::OK);
        assert!(typed.text.contains("<label for=\"code\">"));
        let empty = server.form(path, "").await;
        assert!(empty.status.is_client_error(), "{}", empty.status);
        assert!(empty.text.starts_with("<!doctype html>"));
    }
}

#[tokio::test]
async fn new_address_replaces_old_one_once_confirmed() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    let code = code_for(&server, "confirm_address", "ann@example.org").await;
    ann.confirms(&code).await.ok();
    let change = json!({"current_password": PASSWORD, "email": "new@example.org"});
    let account = ann.patch("/v1/me", change).await.ok();
    assert_eq!(account["email"], "ann@example.org");
    assert_eq!(account["email_confirmed"], true);
    assert_eq!(account["pending_email"], "new@example.org");

    // The old address still gets a player back in; afterwards such a code is void.
    ask_reset(&server, "new@example.org").await.ok();
    ask_reset(&server, "ann@example.org").await.ok();
    assert!(
        code_of(&server, "password_reset", "new@example.org")
            .await
            .is_none()
    );
    let old_reset = code_for(&server, "password_reset", "ann@example.org").await;

    let code = code_for(&server, "confirm_address", "new@example.org").await;
    ann.confirms(&code).await.ok();
    let account = ann.get("/v1/me").await.ok();
    assert_eq!(account["email"], "new@example.org");
    assert_eq!(account["email_confirmed"], true);
    assert_eq!(account["pending_email"], Value::Null);
    reset(&server, "ann", &old_reset, "another password")
        .await
        .problem(422, "bad-code");
}

#[tokio::test]
async fn setting_old_address_again_cancels_pending_address() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    for email in ["new@example.org", "ANN@example.org"] {
        let change = json!({"current_password": PASSWORD, "email": email});
        ann.patch("/v1/me", change).await.ok();
    }
    assert_eq!(ann.get("/v1/me").await.ok()["pending_email"], Value::Null);
    let code = code_for(&server, "confirm_address", "new@example.org").await;
    ann.confirms(&code).await.problem(422, "bad-code");
    assert_eq!(ann.get("/v1/me").await.ok()["email"], "ann@example.org");
}

#[tokio::test]
async fn new_address_takes_effect_immediately_with_local_mailbox() {
    let server = server().await;
    let ann = server.player("ann").await;
    server.player("ben").await;
    // The response is the same even for an address of another account.
    let change = json!({"current_password": PASSWORD, "email": "ben@example.org"});
    let account = ann.patch("/v1/me", change).await.ok();
    assert_eq!(account["email"], "ben@example.org");
    assert_eq!(account["pending_email"], Value::Null);
    let told = mails(&server).await;
    assert!(told.iter().all(|mail| mail.kind == "account_changed"));
}

#[tokio::test]
async fn account_change_requires_current_password() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    let sent = mails(&server).await.len();
    for change in [
        json!({"current_password": "wrong password", "email": "new@example.org"}),
        json!({"current_password": "", "password": "another password"}),
    ] {
        ann.patch("/v1/me", change)
            .await
            .problem(401, "bad-credentials");
    }
    for change in [
        json!({"current_password": PASSWORD}),
        json!({"email": "new@example.org"}),
        json!({"current_password": PASSWORD, "email": "new"}),
        json!({"current_password": PASSWORD, "password": "short"}),
        json!({"current_password": PASSWORD, "email": "new@example.org", "password": "short"}),
        json!({"current_password": PASSWORD, "name": "eve"}),
    ] {
        ann.patch("/v1/me", change)
            .await
            .problem(400, "invalid-request");
    }
    assert_eq!(ann.get("/v1/me").await.ok()["pending_email"], Value::Null);
    assert_eq!(mails(&server).await.len(), sent);
    sign_in(&server, &ann.name, PASSWORD).await.ok();
}

#[tokio::test]
async fn password_change_signs_out_other_sessions() {
    let server = server().await;
    let phone = server.player("ann").await;
    let desk = server.returns("ann").await;
    let change = json!({"current_password": PASSWORD, "password": "another password"});
    desk.patch("/v1/me", change).await.ok();
    desk.get("/v1/me").await.ok();
    phone.get("/v1/me").await.problem(401, "not-signed-in");
    let body = json!({"refresh_token": phone.refresh_token});
    server
        .call(Method::POST, "/v1/sessions/refresh", body)
        .await
        .problem(401, "bad-refresh-token");
    sign_in(&server, "ann", PASSWORD)
        .await
        .problem(401, "bad-credentials");
    sign_in(&server, "ann", "another password").await.ok();
}

#[tokio::test]
async fn forgotten_password_is_reset_with_mailed_code() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    let (known, unknown) = (
        ask_reset(&server, "ANN@example.org").await,
        ask_reset(&server, "nobody@example.org").await,
    );
    assert_eq!(known.status, StatusCode::ACCEPTED);
    assert_eq!((known.status, known.text), (unknown.status, unknown.text));
    let resets = mails(&server).await;
    let resets = resets.iter().filter(|mail| mail.kind == "password_reset");
    assert_eq!(resets.count(), 1);

    let code = code_for(&server, "password_reset", "ann@example.org").await;
    reset(&server, "nobody", &code, "another password")
        .await
        .problem(422, "bad-code");
    reset(&server, "ann", "AAAAAAAA", "another password")
        .await
        .problem(422, "bad-code");
    reset(&server, "ann", &code, "short")
        .await
        .problem(400, "invalid-request");
    reset(&server, "Ann", &code, "another password").await.ok();
    ann.get("/v1/me").await.problem(401, "not-signed-in");
    sign_in(&server, "ann", PASSWORD)
        .await
        .problem(401, "bad-credentials");
    let session = sign_in(&server, "ann", "another password").await.ok();
    // The mail arrived, so the address is the player's.
    assert_eq!(session["email_confirmed"], true);
    reset(&server, "ann", &code, "a third password")
        .await
        .problem(422, "bad-code");
}

#[tokio::test]
async fn reset_code_expires_after_an_hour_and_cannot_sign_in() {
    let server = server().await;
    server.player("ann").await;
    ask_reset(&server, "ann@example.org").await.ok();
    let code = code_for(&server, "password_reset", "ann@example.org").await;
    let body = json!({"name": "ann", "code": code});
    server
        .call(Method::POST, "/v1/sessions", body)
        .await
        .problem(401, "bad-credentials");
    server.app.clock.forward(Duration::hours(1));
    reset(&server, "ann", &code, "another password")
        .await
        .problem(422, "bad-code");
    sign_in(&server, "ann", PASSWORD).await.ok();
}

#[tokio::test]
async fn password_can_be_reset_on_the_page() {
    let server = server().await;
    server.player("ann").await;
    ask_reset(&server, "ann@example.org").await.ok();
    let code = code_for(&server, "password_reset", "ann@example.org").await;
    let link = format!("/reset-password?player=ann&code={code}");
    assert!(server.get(&link).await.text.contains("type=\"password\""));
    let short = format!("player=ann&code={code}&password=short");
    let again = server.form("/reset-password", &short).await;
    assert_eq!(again.status.as_u16(), 400);
    assert!(again.text.contains("8 to 256") && again.text.contains("<form"));
    assert!(!again.text.contains("short"));
    let good = format!("player=ann&code={code}&password=another+password");
    let done = server.form("/reset-password", &good).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    sign_in(&server, "ann", "another password").await.ok();
}

#[tokio::test]
async fn anonymous_caller_sees_only_public_profiles() {
    let server = server().await;
    server.player("ann").await;
    let profile = server.get("/v1/players/ann").await;
    assert!(!profile.text.contains('@'));
    for name in ["nobody", "a", "me", "..%2Fme", "a%00b", "%F0%9F%82%A1"] {
        server
            .get(&format!("/v1/players/{name}"))
            .await
            .problem(404, "not-found");
    }
    for (method, path) in [
        (Method::GET, "/v1/me"),
        (Method::PATCH, "/v1/me"),
        (Method::DELETE, "/v1/me"),
        (Method::POST, "/v1/me/confirmation"),
        (Method::POST, "/v1/me/confirmation/mail"),
        (Method::DELETE, "/v1/sessions"),
    ] {
        for token in [None, Some("forged"), Some("a.b.c")] {
            server
                .send(method.clone(), path, token, Some(&json!({})))
                .await
                .problem(401, "not-signed-in");
        }
    }
}

#[tokio::test]
async fn account_deletion_erases_personal_data() {
    let server = smtp_server().await;
    let ann = server.player("ann").await;
    let other = server.returns("ann").await;
    ask_reset(&server, "ann@example.org").await.ok();
    ann.leaves("wrong password")
        .await
        .problem(401, "bad-credentials");
    assert_eq!(mails(&server).await.len(), 2);
    let gone = ann.leaves(PASSWORD).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT, "{}", gone.text);

    ann.get("/v1/me").await.problem(401, "not-signed-in");
    other.get("/v1/me").await.problem(401, "not-signed-in");
    let body = json!({"refresh_token": other.refresh_token});
    server
        .call(Method::POST, "/v1/sessions/refresh", body)
        .await
        .problem(401, "bad-refresh-token");
    sign_in(&server, "ann", PASSWORD)
        .await
        .problem(401, "bad-credentials");
    server
        .get("/v1/players/ann")
        .await
        .problem(404, "not-found");
    assert_eq!(mails(&server).await, []);
    let row = player_row(&server).await;
    assert!(row.0.starts_with("former-player-"), "{}", row.0);
    assert_eq!((row.1, row.2), (None, None));
    // The address is free again. The name is not available yet.
    sign_up(&server, "ann", "ann@example.org")
        .await
        .problem(409, "name-taken");
    sign_up(&server, "cleo", "ann@example.org").await.ok();
}

#[tokio::test]
async fn tokens_of_deleted_account_are_rejected_on_every_node() {
    let server = server().await;
    let other = server_on(server.database.clone()).await;
    let ann = server.player("ann").await;
    ann.leaves(PASSWORD).await.ok();
    // Even before the other server hears of it.
    for (method, path, body) in [
        (Method::GET, "/v1/me", None),
        (
            Method::DELETE,
            "/v1/me",
            Some(json!({"password": PASSWORD})),
        ),
        (
            Method::POST,
            "/v1/me/confirmation",
            Some(json!({"code": "x"})),
        ),
    ] {
        other
            .send(method, path, Some(&ann.token), body.as_ref())
            .await
            .problem(401, "not-signed-in");
    }
    let body = json!({"refresh_token": ann.refresh_token});
    other
        .call(Method::POST, "/v1/sessions/refresh", body)
        .await
        .problem(401, "bad-refresh-token");
}

#[tokio::test]
async fn concurrent_account_deletions_succeed_once() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (one, two) = tokio::join!(ann.leaves(PASSWORD), ann.leaves(PASSWORD));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 401]);
}

#[tokio::test]
async fn account_deletion_cancels_own_open_games_and_frees_other_seats() {
    let server = server().await;
    let (ann, ben, cat) = (
        server.player("ann").await,
        server.player("ben").await,
        server.player("cat").await,
    );
    let anns = open_table(&server, "anns", &["ann", "ben"], "ann").await;
    let bens = open_table(&server, "bens", &["ben", "ann", "cat"], "ben").await;
    let runs = running_table(&server, "runs", &["ben", "ann"], "ben").await;
    ann.leaves(PASSWORD).await.ok();

    assert_eq!(status(&server, &anns).await, "cancelled");
    assert_eq!(status(&server, &bens).await, "open");
    assert_eq!(seated(&server, &bens).await, ["ben", "", "cat"]);
    let runs = seated(&server, &runs).await;
    assert_eq!(runs[0], "ben");
    assert!(runs[1].starts_with("former-player-"));
    let told = mails(&server).await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].kind.as_str(), told[0].game.as_str()),
        ("game_cancelled", "anns")
    );
    drop((ben, cat));
}

#[tokio::test]
async fn sign_ups_beyond_the_rate_limit_return_429() {
    let server = limited_server(|quotas| quotas.sign_ups = few(2)).await;
    for name in ["ann", "ben"] {
        sign_up(&server, name, "x@example.org").await.ok();
    }
    let refused = sign_up(&server, "cat", "x@example.org").await;
    let wait: u64 = refused.headers["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let problem = refused.problem(429, "rate-limited");
    assert_eq!(problem["retry_after"], wait);
    assert!((1..=3600).contains(&wait));
    assert_eq!(players(&server).await, 2);
}

#[tokio::test]
async fn reset_mails_are_rate_limited_for_known_and_unknown_addresses() {
    let server = limited_server(|quotas| quotas.mails = few(2)).await;
    server.player("ann").await;
    for email in ["ann@example.org", "nobody@example.org"] {
        ask_reset(&server, email).await.ok();
        ask_reset(&server, &email.to_uppercase()).await.ok();
        ask_reset(&server, email).await.problem(429, "rate-limited");
    }
    assert_eq!(mails(&server).await.len(), 2);
}
