//! Edge cases of HTTP: `HEAD`, headers, invalid tokens, content codings, numbers and languages.

use reqwest::Method;
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::helpers::*;
use crate::http::contract::Contract;
use crate::table::*;

/// Reads a head off a connection.
async fn head(connection: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(connection.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

#[tokio::test]
async fn head_of_stream_leaves_connection_usable() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    let address = server.address.strip_prefix("http://").unwrap();
    let mut connection = TcpStream::connect(address).await.unwrap();
    let events = format!("/v1/games/{game}/events");
    for (method, path) in [
        ("HEAD", &*events),
        ("HEAD", "/v1/kinds"),
        ("GET", "/v1/kinds"),
    ] {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: turnpike.test\r\n\r\n");
        connection.write_all(request.as_bytes()).await.unwrap();
        let head = head(&mut connection).await;
        assert!(
            head.starts_with("HTTP/1.1 200 OK\r\n"),
            "{method} {path}: {head}"
        );
    }
    assert_eq!(server.app.listeners.count(), 0);
}

#[tokio::test]
async fn response_to_an_upgrade_request_says_that_the_connection_closes() {
    let server = server().await;
    let address = server.address.strip_prefix("http://").unwrap();
    let mut connection = TcpStream::connect(address).await.unwrap();
    let request = "GET /v1/kinds HTTP/1.1\r\nHost: turnpike.test\r\nUpgrade: h2c\r\n\
        Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAAA\r\n\r\n";
    connection.write_all(request.as_bytes()).await.unwrap();
    let head = head(&mut connection).await;
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains("connection: close\r\n"), "{head}");
}

#[tokio::test]
async fn request_for_websocket_is_answered_without_its_body() {
    let server = server().await;
    let address = server.address.strip_prefix("http://").unwrap();
    let mut connection = TcpStream::connect(address).await.unwrap();
    let request = "GET /v1/kinds/nothing HTTP/1.1\r\nHost: turnpike.test\r\n\
        Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    connection.write_all(request.as_bytes()).await.unwrap();
    let head = head(&mut connection).await;
    assert!(head.starts_with("HTTP/1.1 404 Not Found\r\n"), "{head}");
}

#[tokio::test]
async fn null_in_place_of_a_word_is_named_with_its_member() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    let body = json!({"text": "Hello", "room": null});
    let refused = ann.post(&format!("/v1/games/{game}/chat"), body).await;
    let problem = refused.problem(400, "invalid-request");
    assert_eq!(problem["errors"][0]["pointer"], "#/room");
}

#[tokio::test]
async fn every_header_is_exposed_to_other_origins() {
    let server = server().await;
    let request = server.request(Method::GET, "/v1/games");
    let answer = answer(request.header("Origin", "https://elsewhere.test")).await;
    assert_eq!(answer.headers["access-control-expose-headers"], "*");
}

#[tokio::test]
async fn vary_is_one_header_that_lists_every_request_header_used() {
    let server = server().await;
    for path in ["/v1/kinds", "/v1/games", "/v1/games/AAAAAAAAAAA", "/v1/me"] {
        for origin in ["", "https://elsewhere.test"] {
            let request = server.request(Method::GET, path).header("Origin", origin);
            let answer = answer(request).await;
            let all: Vec<_> = answer.headers.get_all("vary").iter().collect();
            let names = "Accept-Encoding, Accept-Language, Authorization, Origin";
            assert_eq!(all, [names], "{path}");
        }
    }
}

/// Invalid tokens: a random one, one that another server signed, and a revoked one.
fn bad_tokens() -> [String; 3] {
    let forged =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwic2lkIjoiYSIsImlhdCI6MCwiZXhwIjo5OTk5OTk5OTk5fQ";
    [
        "nonsense".to_owned(),
        format!("{forged}.{}", "A".repeat(43)),
        format!("turnpike_{}", "A".repeat(43)),
    ]
}

/// Every call of the contract, including those without authentication.
#[tokio::test]
async fn invalid_token_returns_401_at_every_call() {
    let server = server().await;
    let contract = Contract::new();
    for token in bad_tokens() {
        for (path, method, _) in contract.operations() {
            let target = path.replace(['{', '}'], "x");
            let body = (method != Method::GET).then(|| json!({}));
            let asked = server.send(method.clone(), &target, Some(&token), body.as_ref());
            let answer = asked.await;
            let what = format!("{method} {path}: {}", answer.text);
            assert_eq!(answer.status, 401, "{what}");
            assert_eq!(
                answer.headers["www-authenticate"], "Bearer error=\"invalid_token\"",
                "{what}"
            );
        }
    }
}

#[tokio::test]
async fn expired_access_token_is_accepted_only_at_refresh() {
    let server = server().await;
    let ann = server.player("ann").await;
    server.app.clock.forward(chrono::TimeDelta::minutes(20));
    let body = json!({"refresh_token": ann.refresh_token});
    let path = "/v1/sessions/refresh";
    let token = Some(&*ann.token);
    server
        .send(Method::POST, path, token, Some(&body))
        .await
        .ok();
    let kinds = server.send(Method::GET, "/v1/kinds", token, None).await;
    kinds.problem(401, "not-signed-in");
}

#[tokio::test]
async fn missing_token_returns_401_without_error_code() {
    let server = server().await;
    let body = json!({"name": "ann", "password": "wrong password"});
    for (method, path, body) in [
        (Method::GET, "/v1/me", None),
        (Method::POST, "/v1/sessions", Some(&body)),
    ] {
        let answer = server.send(method, path, None, body).await;
        assert_eq!(answer.status, 401, "{path}");
        assert_eq!(answer.headers["www-authenticate"], "Bearer", "{path}");
    }
}

#[tokio::test]
async fn authorization_without_a_bearer_token_returns_401_at_every_call() {
    let server = server().await;
    for header in [
        &b"Basic YW5uOnNlY3JldA=="[..],
        b"Bearer",
        b"Token x",
        b"Bearer \xfc",
    ] {
        for (method, path) in [
            (Method::POST, "/v1/players/guest"),
            (Method::POST, "/v1/sessions/passkey"),
            (Method::GET, "/v1/kinds"),
            (Method::GET, "/v1/games"),
        ] {
            let header = HeaderValue::from_bytes(header).unwrap();
            let request = server.request(method, path);
            let refused = request.header("Authorization", &header).send().await;
            let refused = refused.unwrap();
            assert_eq!(refused.status(), 401, "{path}: {header:?}");
            assert!(refused.headers().contains_key("www-authenticate"));
        }
    }
}

#[tokio::test]
async fn unknown_content_encoding_returns_415() {
    let server = server().await;
    let ann = server.player("ann").await;
    for (path, encoding) in [
        ("/v1/games", "foo"),
        ("/v1/games", "gzip, br"),
        ("/oauth/token", "br"),
    ] {
        let request = server
            .request(Method::POST, path)
            .bearer_auth(&ann.token)
            .header("Content-Encoding", encoding)
            .json(&json!({"kind": "buttons"}));
        let refused = answer(request).await;
        assert_eq!(
            refused.headers["accept-encoding"],
            "gzip, deflate, identity"
        );
        refused.problem(415, "unsupported-encoding");
    }
}

#[tokio::test]
async fn legal_moves_response_has_status_and_seats_to_act() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let legal = async |player: &Player<'_>| {
        let legal = player.may_play(&game).await;
        (legal["status"].clone(), legal["to_act"].clone())
    };
    let seen = ann.sees(&game).await;
    assert_eq!(
        legal(&ben).await,
        (json!("running"), seen["to_act"].clone())
    );
    play_on(&[&ann, &ben], &game, usize::MAX).await;
    assert_eq!(legal(&ben).await, (json!("finished"), json!([])));
}

#[tokio::test]
async fn first_event_of_stream_has_retry_delay() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    for path in [
        format!("/v1/games/{game}/events"),
        "/v1/me/events".to_owned(),
    ] {
        let answer = ann.get(&path).await;
        let first = answer.text.split("\n\n").next().unwrap();
        assert!(first.starts_with("retry: "), "{first}");
        assert!(
            first.contains("\nid: ") && first.contains("\ndata: "),
            "{first}"
        );
    }
}

#[tokio::test]
async fn whole_number_written_with_fraction_is_accepted_as_integer() {
    let server = server().await;
    let ann = server.player("ann").await;
    let post = async |body: &str| {
        let request = server
            .request(Method::POST, "/v1/games")
            .bearer_auth(&ann.token);
        answer(
            request
                .header("Content-Type", "application/json")
                .body(body.to_owned()),
        )
        .await
    };
    let made = post(r#"{"kind": "thats-life", "seats": 2.0, "pace": {"days_per_move": 3e0}}"#);
    let made: Value = made.await.ok();
    assert_eq!(made["seats"].as_array().unwrap().len(), 2);
    assert_eq!(made["pace"]["days_per_move"], 3);
    post(r#"{"kind": "thats-life", "seats": 2.5}"#)
        .await
        .problem(400, "invalid-request");
}

/// Faults of a request are described in the requested language, and never in Rust's words.
#[tokio::test]
async fn problem_detail_is_in_the_requested_language() {
    let server = server().await;
    let ann = server.player("ann").await;
    for (language, method, path, body, detail) in [
        (
            "de",
            Method::GET,
            "/v1/games?limit=x",
            "",
            "„limit“: Erwartet wird eine ganze Zahl.",
        ),
        (
            "fr",
            Method::GET,
            "/v1/games?limit=0",
            "",
            "«\u{a0}limit\u{a0}» va de 1 à 100.",
        ),
        (
            "en",
            Method::GET,
            "/v1/games?mine=1",
            "",
            "“mine” is true or false.",
        ),
        (
            "de",
            Method::POST,
            "/v1/games",
            "{",
            "Der Inhalt ist kein gültiges JSON: Zeile 1, Spalte 1.",
        ),
        (
            "de",
            Method::POST,
            "/v1/games",
            "[]",
            "Der Inhalt: Erwartet wird ein Objekt.",
        ),
        (
            "fr",
            Method::POST,
            "/v1/games",
            r#"{"kind": "buttons", "seats": "two"}"#,
            "«\u{a0}seats\u{a0}» ne peut pas être \"two\". Il faut un nombre entier de 0 à 255.",
        ),
        (
            "de",
            Method::POST,
            "/v1/games",
            r#"{"kind": "buttons", "seed": "1", "deal": "2"}"#,
            "Gib höchstens eines von „seed“, „reservation“, „deal“ an.",
        ),
        (
            "de",
            Method::DELETE,
            "/v1/kinds",
            "",
            "Diese Adresse kennt diese Methode nicht.",
        ),
    ] {
        let request = server
            .request(method, path)
            .bearer_auth(&ann.token)
            .header("Accept-Language", language)
            .header("Content-Type", "application/json")
            .body(body);
        let answer = answer(request).await;
        assert_eq!(answer.headers["content-language"], language);
        assert_eq!(answer.json()["detail"], detail, "{path} {body}");
    }
}
