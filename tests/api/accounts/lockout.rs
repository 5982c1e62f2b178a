//! Strangers cannot lock players out: failed attempts by strangers use up no limit that the owner
//! needs.

use accounts::limits::{Limits, Quotas};
use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;

const NEW_PASSWORD: &str = "staple of the owner";

/// A server behind a proxy, with other limits.
async fn server_behind_a_proxy(change: impl FnOnce(&mut Quotas)) -> Server {
    behind_a_proxy_on(fresh_database().await, change).await
}

async fn behind_a_proxy_on(database: String, change: impl FnOnce(&mut Quotas)) -> Server {
    let mut quotas = Quotas::default();
    change(&mut quotas);
    server_with(
        database,
        |settings| settings.behind_proxy = Ok(true),
        |app| app.limits = Limits::new(quotas),
    )
    .await
}

async fn sign_in_from(server: &Server, client: &str, body: &Value) -> Answer {
    let request = server
        .request(Method::POST, "/v1/sessions")
        .header("x-forwarded-for", client)
        .json(body);
    answer(request).await
}

fn wrong() -> Value {
    json!({"name": "ann", "password": "not the password"})
}

fn right() -> Value {
    json!({"name": "ann", "password": PASSWORD})
}

/// Strangers at many addresses guess until the server rejects them.
async fn guess_until_refused(server: &Server) {
    for n in 0..1000 {
        let client = format!("198.51.{}.{}", n / 250, n % 250 + 1);
        let tried = sign_in_from(server, &client, &wrong()).await;
        if tried.status.as_u16() == 429 {
            return;
        }
        tried.problem(401, "bad-credentials");
    }
    panic!("guessing is not limited");
}

#[tokio::test]
async fn guessing_stranger_does_not_lock_out_known_device() {
    let server = server_behind_a_proxy(|quotas| quotas.guesses_from_anywhere = few(5)).await;
    server.player("ann").await;
    let first = sign_in_from(&server, "192.0.2.1", &right()).await.ok();
    let device = first["device_token"].clone();
    guess_until_refused(&server).await;
    sign_in_from(&server, "203.0.113.9", &right())
        .await
        .problem(429, "rate-limited");
    let mut known = right();
    known["device_token"] = device.clone();
    for client in ["192.0.2.1", "203.0.113.9"] {
        sign_in_from(&server, client, &known).await.ok();
    }
    // A token of another player, or a random one, does not help.
    for token in [
        json!("x"),
        json!("abc.def"),
        json!(""),
        first["refresh_token"].clone(),
    ] {
        let mut body = right();
        body["device_token"] = token;
        sign_in_from(&server, "192.0.2.1", &body)
            .await
            .problem(429, "rate-limited");
    }
    server.player("ben").await;
    let body = json!({"name": "ben", "password": PASSWORD});
    let ben = sign_in_from(&server, "192.0.2.2", &body).await.ok();
    let mut body = right();
    body["device_token"] = ben["device_token"].clone();
    sign_in_from(&server, "192.0.2.1", &body)
        .await
        .problem(429, "rate-limited");
}

#[tokio::test]
async fn known_device_with_too_many_wrong_passwords_returns_429() {
    let server = server_behind_a_proxy(|quotas| quotas.guesses_per_name = few(3)).await;
    server.player("ann").await;
    let first = sign_in_from(&server, "192.0.2.1", &right()).await.ok();
    let mut body = wrong();
    body["device_token"] = first["device_token"].clone();
    for n in 1..=3 {
        let client = format!("192.0.2.{n}");
        sign_in_from(&server, &client, &body)
            .await
            .problem(401, "bad-credentials");
    }
    sign_in_from(&server, "192.0.2.4", &body)
        .await
        .problem(429, "rate-limited");
}

#[tokio::test]
async fn guessing_stranger_does_not_block_sign_in_by_mail_link() {
    let server = server_behind_a_proxy(|quotas| quotas.guesses_from_anywhere = few(5)).await;
    server.player("ann").await;
    guess_until_refused(&server).await;
    let path = "/v1/sessions/code";
    let body = json!({"name": "ann"});
    server.call(Method::POST, path, body).await.ok();
    let link = link_for(&server, "sign_in_code", "ann@example.org").await;
    let body = json!({"link": link});
    let session = sign_in_from(&server, "203.0.113.9", &body).await.ok();
    assert_eq!(session["player"]["name"], "ann");
    // It is good for one use.
    sign_in_from(&server, "203.0.113.9", &body)
        .await
        .problem(401, "bad-credentials");
}

#[tokio::test]
async fn right_passwords_do_not_count_towards_guess_limit() {
    let server = limited_server(|quotas| {
        quotas.guesses_per_name = few(2);
        quotas.guesses_from_anywhere = few(2);
        quotas.guesses_per_address = few(2);
    })
    .await;
    let ann = server.player("ann").await;
    for n in 0..4 {
        let tried = server.call(Method::POST, "/v1/sessions", right()).await;
        assert_eq!(tried.status.as_u16(), 201, "sign-in {n}: {}", tried.text);
        let change = json!({"current_password": PASSWORD, "email": format!("{n}@example.org")});
        ann.patch("/v1/me", change).await.ok();
    }
    for _ in 0..2 {
        server
            .call(Method::POST, "/v1/sessions", wrong())
            .await
            .problem(401, "bad-credentials");
    }
    server
        .call(Method::POST, "/v1/sessions", right())
        .await
        .problem(429, "rate-limited");
}

#[tokio::test]
async fn guess_limit_is_shared_between_nodes() {
    let few_guesses = |quotas: &mut Quotas| quotas.guesses_from_anywhere = few(4);
    let server = server_behind_a_proxy(few_guesses).await;
    let other = behind_a_proxy_on(server.database.clone(), few_guesses).await;
    server.player("ann").await;
    for (n, node) in [&server, &other, &server, &other].into_iter().enumerate() {
        let client = format!("192.0.2.{n}");
        sign_in_from(node, &client, &wrong())
            .await
            .problem(401, "bad-credentials");
    }
    for node in [&server, &other] {
        sign_in_from(node, "192.0.2.100", &wrong())
            .await
            .problem(429, "rate-limited");
    }
}

async fn ask_reset(server: &Server) -> Answer {
    let body = json!({"email": "ann@example.org"});
    server.call(Method::POST, "/v1/password-resets", body).await
}

async fn reset(server: &Server, body: Value) -> Answer {
    let path = "/v1/password-resets/confirm";
    server.call(Method::POST, path, body).await
}

#[tokio::test]
async fn wrong_codes_do_not_invalidate_password_reset_link() {
    let server = server().await;
    server.player("ann").await;
    ask_reset(&server).await.ok();
    let link = link_for(&server, "password_reset", "ann@example.org").await;
    for _ in 0..5 {
        let body = json!({"name": "ann", "code": "AAAAAAAA", "password": NEW_PASSWORD});
        reset(&server, body).await.problem(422, "bad-code");
    }
    // Nor does asking for another one, or making links up.
    ask_reset(&server).await.ok();
    for _ in 0..5 {
        let body = json!({"link": "made up", "password": NEW_PASSWORD});
        reset(&server, body).await.problem(422, "bad-code");
    }
    let page = server.get(&format!("/reset-password?link={link}")).await;
    assert!(page.text.contains("type=\"password\"") && page.text.contains(&link));
    let form = format!("link={link}&password={}", NEW_PASSWORD.replace(' ', "+"));
    let done = server.form("/reset-password", &form).await;
    assert_eq!(done.status.as_u16(), 200, "{}", done.text);
    let body = json!({"name": "ann", "password": NEW_PASSWORD});
    server.call(Method::POST, "/v1/sessions", body).await.ok();
    let body = json!({"link": link, "password": PASSWORD});
    reset(&server, body).await.problem(422, "bad-code");
}

#[tokio::test]
async fn resets_for_unknown_addresses_do_not_use_up_player_limit() {
    let server = server().await;
    server.player("ann").await;
    for n in 0..5 {
        let body = json!({"email": format!("ann+{n}@example.org")});
        server
            .call(Method::POST, "/v1/password-resets", body)
            .await
            .ok();
    }
    ask_reset(&server).await.ok();
    link_for(&server, "password_reset", "ann@example.org").await;
}

#[tokio::test]
async fn wrong_codes_do_not_invalidate_sign_in_link() {
    let server = server().await;
    server.player("ann").await;
    let body = json!({"name": "ann"});
    let path = "/v1/sessions/code";
    server.call(Method::POST, path, body).await.ok();
    let link = link_for(&server, "sign_in_code", "ann@example.org").await;
    for _ in 0..5 {
        let body = json!({"name": "ann", "code": "AAAAAAAA"});
        server
            .call(Method::POST, "/v1/sessions", body)
            .await
            .problem(401, "bad-credentials");
    }
    let body = json!({"link": link});
    server.call(Method::POST, "/v1/sessions", body).await.ok();
}

#[tokio::test]
async fn wrong_codes_do_not_invalidate_address_confirmation() {
    let server = smtp_server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let anns = code_for(&server, "confirm_address", "ann@example.org").await;
    let bens = link_for(&server, "confirm_address", "ben@example.org").await;
    for name in ["ann", "ben"] {
        for _ in 0..5 {
            let form = format!("player={name}&code=AAAAAAAA");
            assert_eq!(server.form("/confirm", &form).await.status.as_u16(), 422);
        }
    }
    let body = json!({"code": anns});
    ann.post("/v1/me/confirmation", body).await.ok();
    let form = format!("link={bens}");
    assert_eq!(server.form("/confirm", &form).await.status.as_u16(), 200);
    assert_eq!(ben.get("/v1/me").await.ok()["email_confirmed"], true);
}

#[tokio::test]
async fn sign_ups_with_player_address_do_not_use_up_player_mail_limit() {
    let quotas = Quotas {
        mails: few(2),
        ..Quotas::default()
    };
    let smtp = |settings: &mut base::config::Settings| {
        settings.smtp_url = Some("smtp://127.0.0.1:9".into());
    };
    let exchange = |app: &mut turnpike::App| app.limits = Limits::new(quotas);
    let server = server_with(fresh_database().await, smtp, exchange).await;
    server.player("ann").await;
    for name in ["eve1", "eve2", "eve3"] {
        server.signs_up(name, "ann@example.org").await;
    }
    ask_reset(&server).await.ok();
    let body = json!({"name": "ann"});
    let path = "/v1/sessions/code";
    server.call(Method::POST, path, body).await.ok();
}

/// A client signs up with ever new addresses of one domain, all of which may lead to one mailbox.
#[tokio::test]
async fn mails_to_new_addresses_of_a_domain_are_limited_per_client() {
    let quotas = Quotas {
        new_addresses_of_domain: few(2),
        ..Quotas::default()
    };
    let proxied = |settings: &mut base::config::Settings| {
        settings.smtp_url = Some("smtp://127.0.0.1:9".into());
        settings.behind_proxy = Ok(true);
    };
    let exchange = |app: &mut turnpike::App| app.limits = Limits::new(quotas);
    let server = server_with(fresh_database().await, proxied, exchange).await;
    let signs_up = async |name: &str, client: &str, email: &str| {
        let body = json!({"name": name, "email": email, "password": PASSWORD});
        let request = server.request(Method::POST, "/v1/players").json(&body);
        answer(request.header("X-Forwarded-For", client)).await.ok();
    };
    for n in 0..4 {
        let email = format!("any{n}@sub{n}.example.org");
        signs_up(&format!("eve{n}"), "192.0.2.1", &email).await;
    }
    assert_eq!(mails(&server).await.len(), 2);
    signs_up("ann", "198.51.100.1", "ann@example.org").await;
    signs_up("ben", "192.0.2.1", "ben@example.com").await;
    assert_eq!(mails(&server).await.len(), 4);
}

#[tokio::test]
async fn plus_address_variants_share_one_mail_limit() {
    let quotas = Quotas {
        mails: few(2),
        ..Quotas::default()
    };
    let smtp = |settings: &mut base::config::Settings| {
        settings.smtp_url = Some("smtp://127.0.0.1:9".into());
    };
    let exchange = |app: &mut turnpike::App| app.limits = Limits::new(quotas);
    let server = server_with(fresh_database().await, smtp, exchange).await;
    for (n, address) in [
        "joe+a@example.org",
        "Joe+b@example.org",
        "JOE@example.org",
        "joe+c+d@Example.ORG",
    ]
    .into_iter()
    .enumerate()
    {
        server.signs_up(&format!("eve{n}"), address).await;
    }
    assert_eq!(mails(&server).await.len(), 2);
    // Dots without meaning do not count.
    for (n, address) in ["j.oe@gmail.com", "jo.e+x@googlemail.com", "joe@gmail.com"]
        .into_iter()
        .enumerate()
    {
        server.signs_up(&format!("dot{n}"), address).await;
    }
    assert_eq!(mails(&server).await.len(), 4);
}
