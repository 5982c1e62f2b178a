//! OAuth: authorization codes, device codes, tokens, and rejected requests.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::database_helpers::told;
use crate::helpers::*;

const CLIENT: &str = "Phone client";
const BACK: &str = "https://phone.example.org/back";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";

fn challenge() -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))
}

/// The scopes that a player agrees to.
fn grant() -> Value {
    json!({
        "client_id": CLIENT, "redirect_uri": BACK, "scope": "games:read account",
        "code_challenge": challenge(), "code_challenge_method": "S256", "state": "a&b",
        "reauthentication": {"password": PASSWORD},
    })
}

/// Posts a form, as programs do.
async fn form(server: &Server, path: &str, token: Option<&str>, fields: &[(&str, &str)]) -> Answer {
    let mut request = server.request(Method::POST, path).form(fields);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    answer(request).await
}

/// Returns the code after a player agrees.
async fn code(ann: &Player<'_>) -> String {
    let granted = ann.post("/v1/me/grants", grant()).await;
    assert_eq!(granted.status, 201, "{}", granted.text);
    let location = Url::parse(granted.ok()["location"].as_str().unwrap()).unwrap();
    let told: Vec<(String, String)> = location.query_pairs().into_owned().collect();
    assert!(location.as_str().starts_with(BACK));
    let of = |name: &str| told.iter().find(|it| it.0 == name).unwrap().1.clone();
    assert_eq!(of("state"), "a&b");
    of("code")
}

/// Returns the response to the form for a code, with some fields changed.
async fn exchange(server: &Server, code: &str, otherwise: &[(&str, &str)]) -> Answer {
    let mut fields = vec![
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("redirect_uri", BACK),
        ("code", code),
        ("code_verifier", VERIFIER),
    ];
    for (name, value) in otherwise {
        fields.retain(|it| it.0 != *name);
        fields.push((name, value));
    }
    form(server, "/oauth/token", None, &fields).await
}

fn error(answer: &Answer) -> String {
    assert_eq!(answer.status, 400, "{}", answer.text);
    assert_eq!(answer.headers["cache-control"], "no-store");
    answer.json()["error"].as_str().unwrap().to_owned()
}

async fn me(server: &Server, token: &str) -> u16 {
    let answer = server.send(Method::GET, "/v1/me", Some(token), None).await;
    answer.status.as_u16()
}

#[tokio::test]
async fn code_exchange_returns_token_and_replay_revokes_it() {
    let server = server().await;
    let ann = server.player("ann").await;
    let code = code(&ann).await;
    let answer = exchange(&server, &code, &[]).await;
    assert_eq!(answer.headers["cache-control"], "no-store");
    let got = answer.ok();
    let token = got["access_token"].as_str().unwrap();
    assert_eq!(
        (&got["token_type"], &got["scope"], &got["expires_in"]),
        (
            &json!("Bearer"),
            &json!("games:read account"),
            &json!(366 * 86400)
        )
    );
    assert_eq!(me(&server, token).await, 200);
    let chat = server.send(Method::GET, "/v1/me/muted", Some(token), None);
    chat.await.problem(403, "insufficient-scope");
    // The player gets a mail. The list shows the name and the address of the program.
    assert_eq!(told(&server).await, ["token_made"]);
    let list = ann.get("/v1/me/tokens").await.ok();
    assert_eq!(
        list["tokens"][0]["name"],
        "Phone client (phone.example.org)"
    );
    // The code was shown twice, so one of the two programs has intercepted it: the token ends.
    assert_eq!(error(&exchange(&server, &code, &[]).await), "invalid_grant");
    assert_eq!(me(&server, token).await, 401);
    assert_eq!(ann.get("/v1/me/tokens").await.ok()["tokens"], json!([]));
}

#[tokio::test]
async fn code_is_bound_to_its_client_and_expires_after_two_minutes() {
    let server = server().await;
    let ann = server.player("ann").await;
    let code = code(&ann).await;
    for (otherwise, word) in [
        (
            [("code_verifier", "another-verifier-another-verifier-another")],
            "invalid_grant",
        ),
        ([("client_id", "Another client")], "invalid_grant"),
        (
            [("redirect_uri", "https://phone.example.org/other")],
            "invalid_grant",
        ),
        ([("code", "abc")], "invalid_grant"),
        ([("code", "")], "invalid_request"),
        ([("code_verifier", "")], "invalid_request"),
        ([("grant_type", "password")], "unsupported_grant_type"),
        ([("grant_type", "")], "invalid_request"),
    ] {
        let refused = exchange(&server, &code, &otherwise).await;
        assert_eq!(error(&refused), word, "{otherwise:?}");
    }
    // None of these has used it up; OAuth 2.1 leaves the address out.
    let fields = [
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("code", &code),
        ("code_verifier", VERIFIER),
    ];
    form(&server, "/oauth/token", None, &fields).await.ok();
    let late = self::code(&ann).await;
    server.app.clock.forward(TimeDelta::minutes(2));
    assert_eq!(error(&exchange(&server, &late, &[]).await), "invalid_grant");
    // A code of an unsupported form.
    let twice = server
        .request(Method::POST, "/oauth/token")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("grant_type=a&grant_type=b");
    assert_eq!(error(&answer(twice).await), "invalid_request");
    let json = json!({"code": "x"});
    let json = server.send(Method::POST, "/oauth/token", None, Some(&json));
    assert_eq!(error(&json.await), "invalid_request");
}

#[tokio::test]
async fn invalid_grant_requests_are_rejected() {
    let server = server().await;
    let ann = server.player("ann").await;
    for (name, value, status) in [
        ("redirect_uri", json!("http://phone.example.org/"), 400),
        ("redirect_uri", json!("javascript:alert(1)"), 400),
        ("scope", json!("admin"), 400),
        ("scope", json!(""), 400),
        ("scope", json!("everything"), 400),
        ("code_challenge", json!("abc"), 400),
        ("code_challenge_method", json!("plain"), 400),
        ("state", json!("x".repeat(2_001)), 400),
        ("client_id", json!(" "), 400),
        ("client_id", json!("Phöne"), 400),
        (
            "reauthentication",
            json!({"password": "a wrong password"}),
            401,
        ),
    ] {
        let mut wanted = grant();
        wanted[name] = value.clone();
        let refused = ann.post("/v1/me/grants", wanted).await;
        assert_eq!(refused.status, status, "{name} {value}: {}", refused.text);
    }
    // A program makes no other one.
    let token = ann.token_for(&["account"]).await;
    let wanted = grant();
    let by_token = server.send(Method::POST, "/v1/me/grants", Some(&token), Some(&wanted));
    by_token.await.problem(403, "insufficient-scope");
}

/// The pages, as they are without a script.
#[tokio::test]
async fn authorize_page_shows_request_and_never_redirects_on_error() {
    let server = server().await;
    let page = async |query: &[(&str, &str)]| {
        let request = server.request(Method::GET, "/oauth/authorize").query(query);
        answer(request).await
    };
    let challenge = challenge();
    let good = [
        ("response_type", "code"),
        ("client_id", "<b>Phone</b>"),
        ("redirect_uri", BACK),
        ("scope", "games:play"),
        ("state", "\"><script>"),
        ("code_challenge", &*challenge),
        ("code_challenge_method", "S256"),
    ];
    let shown = page(&good).await;
    assert_eq!(shown.status, 200);
    for said in [
        "phone.example.org",
        "play in your name",
        "error=access_denied",
        "&#60;b&#62;Phone",
    ] {
        assert!(shown.text.contains(said), "{said}: {}", shown.text);
    }
    assert!(!shown.text.contains("<b>Phone") && !shown.text.contains("\"><script>"));
    for (name, value, leads) in [
        ("redirect_uri", "http://evil.example.org/", false),
        ("client_id", "", false),
        ("response_type", "token", true),
        ("scope", "admin", true),
        ("code_challenge_method", "plain", true),
    ] {
        let mut asked = good.to_vec();
        asked.retain(|it| it.0 != name);
        asked.push((name, value));
        let refused = page(&asked).await;
        assert_eq!(refused.status, 400, "{name}");
        assert!(!refused.headers.contains_key("location"));
        assert_eq!(
            refused.text.contains("Back to phone.example.org"),
            leads,
            "{name}"
        );
        assert!(!refused.text.contains("evil.example.org"));
    }
}

/// A device's codes: the one that it polls with, and the one that its player types.
async fn begun(server: &Server) -> (String, String) {
    let fields = [("client_id", "Terminal"), ("scope", "games:read account")];
    let begun = form(server, "/oauth/device", None, &fields).await.ok();
    let text = |name: &str| begun[name].as_str().unwrap().to_owned();
    assert!(text("verification_uri").ends_with("/device"));
    assert!(text("verification_uri_complete").ends_with(&text("user_code")));
    assert_eq!(
        (&begun["interval"], &begun["expires_in"]),
        (&json!(5), &json!(900))
    );
    (text("device_code"), text("user_code"))
}

async fn polls(server: &Server, device: &str) -> Answer {
    let fields = [
        ("grant_type", DEVICE),
        ("client_id", "Terminal"),
        ("device_code", device),
    ];
    form(server, "/oauth/token", None, &fields).await
}

#[tokio::test]
async fn device_gets_token_after_player_approves() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (device, typed) = begun(&server).await;
    assert_eq!(
        error(&polls(&server, &device).await),
        "authorization_pending"
    );
    assert_eq!(error(&polls(&server, &device).await), "slow_down");
    server.app.clock.forward(TimeDelta::seconds(5));
    assert_eq!(
        error(&polls(&server, &device).await),
        "authorization_pending"
    );
    let path = format!("/v1/me/grants/{}", typed.to_lowercase());
    let asked = ann.get(&path).await.ok();
    assert_eq!(
        (&asked["client_id"], &asked["scope"]),
        (&json!("Terminal"), &json!("games:read account"))
    );
    ann.post(&path, json!({"allow": true}))
        .await
        .problem(400, "invalid-request");
    let wrong = json!({"allow": true, "reauthentication": {"password": "a wrong password"}});
    ann.post(&path, wrong).await.problem(401, "bad-credentials");
    let right = json!({"allow": true, "reauthentication": {"password": PASSWORD}});
    assert_eq!(ann.post(&path, right.clone()).await.status, 204);
    // No player can decide again, not even another one.
    let ben = server.player("ben").await;
    ben.post(&path, right).await.problem(422, "bad-code");
    ben.get(&path).await.problem(422, "bad-code");
    let got = polls(&server, &device).await.ok();
    assert_eq!(
        me(&server, got["access_token"].as_str().unwrap()).await,
        200
    );
    assert_eq!(error(&polls(&server, &device).await), "invalid_grant");
    assert_eq!(
        ann.get("/v1/me/tokens").await.ok()["tokens"][0]["name"],
        "Terminal (a device)"
    );
}

#[tokio::test]
async fn device_poll_returns_access_denied_or_expired_token() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (device, typed) = begun(&server).await;
    let path = format!("/v1/me/grants/{typed}");
    assert_eq!(ann.post(&path, json!({"allow": false})).await.status, 204);
    assert_eq!(error(&polls(&server, &device).await), "access_denied");
    let (device, typed) = begun(&server).await;
    server.app.clock.forward(TimeDelta::minutes(15));
    assert_eq!(error(&polls(&server, &device).await), "expired_token");
    ann.get(&format!("/v1/me/grants/{typed}"))
        .await
        .problem(422, "bad-code");
    for (client, scope, word) in [
        ("", "chat", "invalid_request"),
        ("x", "", "invalid_scope"),
        ("x", "admin", "invalid_scope"),
    ] {
        let fields = [("client_id", client), ("scope", scope)];
        let refused = form(&server, "/oauth/device", None, &fields).await;
        assert_eq!(error(&refused), word);
    }
    assert_eq!(error(&polls(&server, "abc").await), "invalid_grant");
}

/// Codes that are typed at random soon are too many; a right one counts for nothing.
#[tokio::test]
async fn guessing_device_codes_returns_429() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (_, typed) = begun(&server).await;
    for _ in 0..15 {
        ann.get(&format!("/v1/me/grants/{typed}")).await.ok();
    }
    let mut seen = Vec::new();
    for n in 0..15 {
        let guessed = ann.get(&format!("/v1/me/grants/BCDF-GH{n:02}")).await;
        seen.push(guessed.status.as_u16());
    }
    assert_eq!((seen[0], seen[14]), (422, 429), "{seen:?}");
}

#[tokio::test]
async fn password_change_or_sign_out_everywhere_revokes_codes() {
    let server = server().await;
    for way in ["password", "everywhere"] {
        let name = format!("ann-{way}");
        let ann = server.player(&name).await;
        let code = code(&ann).await;
        match way {
            "password" => {
                let new =
                    json!({"password": "another long password", "current_password": PASSWORD});
                ann.patch("/v1/me", new).await.ok();
            }
            _ => assert_eq!(ann.delete("/v1/sessions?all=true").await.status, 204),
        }
        assert_eq!(
            error(&exchange(&server, &code, &[]).await),
            "invalid_grant",
            "{way}"
        );
    }
}

#[tokio::test]
async fn token_is_introspected_by_owner_and_revoked_by_holder() {
    let server = server().await;
    let ann = server.player("ann").await;
    let ben = server.player("ben").await;
    let got = exchange(&server, &code(&ann).await, &[]).await.ok();
    let token = got["access_token"].as_str().unwrap();
    let shown = [("token", token)];
    let ask = async |caller: Option<&str>| form(&server, "/oauth/introspect", caller, &shown).await;
    for caller in [&*ann.token, token] {
        let told = ask(Some(caller)).await.ok();
        assert_eq!(
            (&told["active"], &told["username"], &told["scope"]),
            (&json!(true), &json!("ann"), &json!("games:read account"))
        );
        assert_eq!(told["client_id"], CLIENT, "as the program spelt it");
    }
    assert_eq!(ask(Some(&ben.token)).await.ok(), json!({"active": false}));
    ask(None).await.problem(401, "not-signed-in");
    for _ in 0..2 {
        assert_eq!(
            form(&server, "/oauth/revoke", None, &shown).await.status,
            200
        );
    }
    assert_eq!(me(&server, token).await, 401);
    assert_eq!(ask(Some(&ann.token)).await.ok(), json!({"active": false}));
}

#[tokio::test]
async fn well_known_metadata_lists_oauth_endpoints() {
    let server = server().await;
    let path = "/.well-known/oauth-authorization-server";
    let found = server.send(Method::GET, path, None, None).await.ok();
    let issuer = found["issuer"].as_str().unwrap();
    for (name, path) in [
        ("authorization_endpoint", "/oauth/authorize"),
        ("token_endpoint", "/oauth/token"),
        ("device_authorization_endpoint", "/oauth/device"),
    ] {
        assert_eq!(found[name], json!(format!("{issuer}{path}")));
    }
    assert_eq!(found["code_challenge_methods_supported"], json!(["S256"]));
    assert!(!found["scopes_supported"].to_string().contains("admin"));
}
