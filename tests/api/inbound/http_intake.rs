//! `POST /v1/inbound/mime`: incoming mail over HTTP.

use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use reqwest::Method;

use super::*;

async fn hands_over(post: &Post, secret: Option<&str>, to: &str, raw: &str) -> Answer {
    let mut request = post
        .server
        .request(Method::POST, "/v1/inbound/mime")
        .header("content-type", "message/rfc822")
        .header("x-envelope-from", "ann@example.org")
        .header("x-envelope-to", to)
        .body(raw.to_owned());
    if let Some(secret) = secret {
        request = request.bearer_auth(secret);
    }
    answer(request).await
}

#[tokio::test]
async fn inbound_mime_requires_secret_and_processes_mail_once() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let (to, raw) = reply("ann", &mail, "roll");
    hands_over(&post, None, &to, &raw)
        .await
        .problem(401, "not-signed-in");
    let wrong = hands_over(&post, Some("a secret of some lengtH"), &to, &raw);
    wrong.await.problem(401, "not-signed-in");
    let nobody = hands_over(&post, Some(SECRET), "x@play.test", &raw);
    nobody.await.problem(404, "not-found");
    for _ in 0..2 {
        let taken = hands_over(&post, Some(SECRET), &to, &raw).await;
        assert_eq!(taken.status, 202, "{}", taken.text);
    }
    post.works().await;
    assert_eq!(post.outcomes().await, ["answered"]);
    assert_eq!(ply(&post, &game).await, 1);
    let large = "x".repeat(3_000_000);
    hands_over(&post, Some(SECRET), &to, &large)
        .await
        .problem(413, "too-large");
}

#[tokio::test]
async fn envelope_can_be_in_query_or_mail_headers() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let (to, raw) = reply("ann", &mail, "help");
    let send = |query: String, raw: String| {
        let path = format!("/v1/inbound/mime{query}");
        let request = post.server.request(Method::POST, &path);
        answer(request.bearer_auth(SECRET).body(raw))
    };
    let query = format!("?to={}", to.replace('+', "%2B"));
    assert_eq!(send(query.clone(), raw).await.status, 202);
    let (_, bounce) = reply("ann", &mail, "help");
    let bounce = format!("Return-Path: <>\r\n{bounce}");
    assert_eq!(send(query, bounce).await.status, 202);
    send("?nobody=x".into(), String::new())
        .await
        .problem(400, "invalid-request");
    post.works().await;
    assert_eq!(post.outcomes().await, ["answered", "silent: bounce"]);
}

#[tokio::test]
async fn mail_with_nul_in_sender_returns_202() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    for (query, path) in [("", "<a\0@example.org>"), ("&from=a%00@example.org", "<>")] {
        let (to, raw) = reply("ann", &mail, "help");
        let path = format!("Return-Path: {path}\r\n{raw}");
        let query = format!("/v1/inbound/mime?to={}{query}", to.replace('+', "%2B"));
        let request = post.server.request(Method::POST, &query);
        let taken = answer(request.bearer_auth(SECRET).body(path)).await;
        assert_eq!(taken.status, 202, "{}", taken.text);
    }
    post.works().await;
    assert_eq!(post.outcomes().await, ["answered", "silent: bounce"]);
}

#[tokio::test]
async fn server_without_inbound_secret_returns_401() {
    let server = server().await;
    let request = server.request(Method::POST, "/v1/inbound/mime?to=x@y.test");
    let request = request.bearer_auth("").body("x");
    answer(request).await.problem(401, "not-signed-in");
}

#[tokio::test]
async fn request_without_secret_is_rejected_before_body_is_read() {
    let post = post().await;
    let address = post.server.address.strip_prefix("http://").unwrap();
    for secret in ["", "Authorization: Bearer a secret of some lengtH\r\n"] {
        let (mut read, mut write) = TcpStream::connect(address).await.unwrap().into_split();
        let head = format!(
            "POST /v1/inbound/mime?to=games@{DOMAIN} HTTP/1.1\r\nHost: x\r\n{secret}\
             Content-Type: message/rfc822\r\nContent-Length: 2000000\r\n\r\nFrom: "
        );
        write.write_all(head.as_bytes()).await.unwrap();
        let mut heard = Vec::new();
        tokio::io::AsyncReadExt::read_to_end(&mut read, &mut heard)
            .await
            .unwrap();
        let heard = String::from_utf8(heard).unwrap();
        assert!(heard.starts_with("HTTP/1.1 401 "), "{heard}");
        assert!(heard.contains("not-signed-in"), "{heard}");
    }
}

fn gzipped(plain: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    Write::write_all(&mut gzip, plain).unwrap();
    gzip.finish().unwrap()
}

fn deflated(plain: &[u8]) -> Vec<u8> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    Write::write_all(&mut zlib, plain).unwrap();
    zlib.finish().unwrap()
}

/// Delivers a mail whose body has this content coding.
async fn hands_over_coded(post: &Post, coding: &str, to: &str, body: Vec<u8>) -> Answer {
    let request = post
        .server
        .request(Method::POST, "/v1/inbound/mime")
        .header("content-encoding", coding)
        .header("x-envelope-from", "ann@example.org")
        .header("x-envelope-to", to)
        .bearer_auth(SECRET)
        .body(body);
    answer(request).await
}

#[tokio::test]
async fn compressed_mail_is_decoded() {
    let post = post().await;
    for coding in ["gzip", "deflate", "identity"] {
        let raw = format!(
            "From: {coding}@example.org\r\nMessage-ID: <{}>\r\n\r\nhelp\r\n",
            fresh_id()
        );
        let to = format!("games@{DOMAIN}");
        let body = match coding {
            "gzip" => gzipped(raw.as_bytes()),
            "deflate" => deflated(raw.as_bytes()),
            _ => raw.into_bytes(),
        };
        let taken = hands_over_coded(&post, coding, &to, body).await;
        assert_eq!(taken.status, 202, "{coding}: {}", taken.text);
        post.works().await;
        assert_eq!(post.mailbox(coding).await.len(), 1, "{coding}");
    }
}

#[tokio::test]
async fn compressed_mail_that_is_too_large_decoded_returns_413() {
    let post = post().await;
    let to = format!("games@{DOMAIN}");
    let large = gzipped(&vec![b'x'; 3_000_000]);
    let refused = hands_over_coded(&post, "gzip", &to, large).await;
    refused.problem(413, "too-large");
    assert!(post.outcomes().await.is_empty());
}

#[tokio::test]
async fn mail_that_is_not_compressed_as_it_claims_returns_400() {
    let post = post().await;
    let to = format!("games@{DOMAIN}");
    let plain = b"From: ann@example.org\r\n\r\nhelp\r\n".to_vec();
    let refused = hands_over_coded(&post, "gzip", &to, plain).await;
    refused.problem(400, "invalid-request");
    assert!(post.outcomes().await.is_empty());
}
