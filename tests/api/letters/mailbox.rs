//! The local mailbox: only the machine that sent the mails can read them there.

use base::config::Settings;
use chrono::Duration;
use db::schema::outbox as rows;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use letters::mailer::deliver_due;
use notices::AccountNotice;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::letters::mail::{ADDRESS, CODE, code, node};

/// A server that is for this machine only.
async fn local() -> Server {
    let local = |settings: &mut Settings| settings.public_url = None;
    server_with(fresh_database().await, local, |_| {}).await
}

#[tokio::test]
async fn local_mailbox_shows_sent_mails() {
    let server = local().await;
    let node = node(&server.database, None).await;
    let ann = node.player("ann", false).await;
    node.put_code(ann).await;
    assert_eq!(deliver_due(&server.app).await.unwrap(), 1);
    server.app.clock.forward(Duration::seconds(1));
    let empty = in_mailbox(&server, "?to=ben@example.org").await;
    assert_eq!(empty, json!([]));

    let mails = in_mailbox(&server, "?to=ANN@example.org").await;
    assert_eq!(mails.as_array().unwrap().len(), 1);
    let mail = &mails[0];
    assert_eq!(mail["to"], ADDRESS);
    assert_eq!(mail["subject"], "[Turnpike] Confirm your address");
    assert_eq!(mail["date"], "2026-03-01T12:00:00.000Z");
    assert!(mail["text"].as_str().unwrap().contains(CODE));
    assert!(
        mail["message_id"]
            .as_str()
            .unwrap()
            .starts_with("confirm_address.")
    );
    let file = mail["file"].as_str().unwrap();
    assert!(
        file.starts_with("20260301T120000.000Z-confirm_address."),
        "{file}"
    );

    let token = server.app.mailbox_key.as_ref().unwrap().token().unwrap();
    let list = server
        .send(Method::GET, "/mailbox", Some(&token), None)
        .await;
    assert_eq!(list.status, 200);
    assert!(
        list.text.contains(&format!("href=\"/mailbox/{file}\"")),
        "{}",
        list.text
    );
    let page = server
        .send(Method::GET, &format!("/mailbox/{file}"), Some(&token), None)
        .await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains(CODE) && page.text.contains("Message-ID: "));
    assert!(
        page.text.contains("srcdoc=\"&#60;!DOCTYPE html&#62;"),
        "{}",
        page.text
    );
    assert!(
        page.headers["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("default-src 'none'")
    );
}

#[tokio::test]
async fn resent_mail_appears_once_in_mailbox() {
    let server = local().await;
    let node = node(&server.database, None).await;
    let ann = node.player("ann", false).await;
    node.put_code(ann).await;
    deliver_due(&server.app).await.unwrap();
    let mut conn = server.app.db.get().await.unwrap();
    // As if the worker had died between sending and marking.
    let notice = AccountNotice::ConfirmAddress(code());
    diesel::update(rows::table)
        .set((
            rows::status.eq("waiting"),
            rows::payload.eq(serde_json::to_value(notice).unwrap()),
        ))
        .execute(&mut conn)
        .await
        .unwrap();
    assert_eq!(deliver_due(&server.app).await.unwrap(), 1);
    let mails = in_mailbox(&server, "").await;
    assert_eq!(mails.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn mailbox_without_token_returns_404() {
    let server = local().await;
    let token = server.app.mailbox_key.as_ref().unwrap().token().unwrap();
    let file = server.app.mailbox_key.as_ref().unwrap().file();
    assert_eq!(std::fs::read_to_string(file).unwrap().trim(), token);
    for path in [
        "/mailbox",
        "/mailbox.json",
        "/mailbox/x.eml",
        "/mailbox?limit=x",
    ] {
        // Like a request of a proxy on this machine, with any version of HTTP.
        let none = server.send(Method::GET, path, None, None).await;
        none.problem(404, "not-found");
        let wrong = "x".repeat(token.len());
        let wrong = server.send(Method::GET, path, Some(&wrong), None).await;
        wrong.problem(404, "not-found");
        let half = server.request(Method::GET, path);
        let half = half.header("Cookie", "turnpike_mailbox=; turnpike_mailbox");
        answer(half).await.problem(404, "not-found");
    }
    let wrong = server.get("/mailbox?token=").await;
    wrong.problem(404, "not-found");
    for path in [
        "/mailbox/x.eml",
        "/mailbox/..%2f..%2fetc%2fpasswd",
        "/mailbox/.x.eml",
    ] {
        let answer = server.send(Method::GET, path, Some(&token), None).await;
        answer.problem(404, "not-found");
    }
}

#[tokio::test]
async fn mailbox_link_sets_cookie_and_redirects() {
    let server = local().await;
    let token = server.app.mailbox_key.as_ref().unwrap().token().unwrap();
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let link = format!("{}/mailbox?token={token}", server.address);
    let opened = answer(client.get(link)).await;
    assert_eq!(
        (opened.status.as_u16(), &opened.headers["location"]),
        (303, &"/mailbox".parse().unwrap())
    );
    let cookie = opened.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.ends_with("; Path=/mailbox; Max-Age=31536000; HttpOnly; SameSite=Strict"));
    let kept = cookie.split(';').next().unwrap();
    let request = server.request(Method::GET, "/mailbox");
    let again = answer(request.header("Cookie", format!("other=1; {kept}"))).await;
    assert!(again.text.contains("There are no mails."));
}

#[tokio::test]
async fn mailbox_json_is_paginated() {
    let server = local().await;
    let mut files = Vec::new();
    for n in 1..=3 {
        let mail =
            format!("From: games@turnpike.test\r\nTo: ann@example.org\r\nSubject: {n}\r\n\r\n");
        let mailbox = server.app.mail.mailbox().unwrap();
        std::fs::create_dir_all(mailbox.dir()).unwrap();
        let file = format!("2026030{n}T120000.000Z-turn.eml");
        std::fs::write(mailbox.dir().join(&file), mail).unwrap();
        files.push(file);
    }
    let mails = in_mailbox(&server, "?limit=2&to=ann@example.org").await;
    let subjects = |mails: &Value| -> Vec<String> {
        let mails = mails.as_array().unwrap().iter();
        mails
            .map(|mail| mail["subject"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(subjects(&mails), ["3", "2"]);
    let older = in_mailbox(
        &server,
        &format!("?limit=2&to=ann@example.org&before={}", files[1]),
    )
    .await;
    assert_eq!(subjects(&older), ["1"]);
    let token = server.app.mailbox_key.as_ref().unwrap().token().unwrap();
    for wrong in ["0", "201"] {
        let path = format!("/mailbox.json?limit={wrong}");
        let refused = server.send(Method::GET, &path, Some(&token), None).await;
        refused.problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn public_server_has_no_mailbox() {
    let public = |settings: &mut Settings| {
        settings.public_url = Some("https://play.test".into());
    };
    let behind_proxy = |settings: &mut Settings| {
        settings.public_url = None;
        settings.behind_proxy = Ok(true);
    };
    let database = fresh_database().await;
    let public = server_with(database.clone(), public, |_| {}).await;
    let behind_proxy = server_with(database, behind_proxy, |_| {}).await;
    for server in [public, behind_proxy] {
        assert!(server.app.mailbox_key.is_none());
        for host in ["localhost", "play.test"] {
            let request = server.request(Method::GET, "/mailbox").header("Host", host);
            answer(request).await.problem(404, "not-found");
        }
    }
}

/// Returns the page of the mailbox with its token.
async fn in_mailbox(server: &Server, query: &str) -> Value {
    let token = server.app.mailbox_key.as_ref().unwrap().token().unwrap();
    let path = format!("/mailbox.json{query}");
    server
        .send(Method::GET, &path, Some(&token), None)
        .await
        .ok()
}

/// Returns the mails for a player of the tests in the mailbox: their kinds, the oldest first.
async fn kinds(server: &Server, name: &str) -> Vec<String> {
    let mails = in_mailbox(server, &format!("?to={name}@example.org")).await;
    let kind = |mail: &Value| {
        let id = mail["message_id"].as_str().unwrap();
        id.split('.').next().unwrap().to_owned()
    };
    mails.as_array().unwrap().iter().rev().map(kind).collect()
}

#[tokio::test]
async fn local_mailbox_receives_start_and_turn_mails() {
    let server = local().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let game = ann
        .post("/v1/games", json!({"kind": "thats-life", "seats": 2}))
        .await
        .ok();
    let id = game["id"].as_str().unwrap();
    ben.post(&format!("/v1/games/{id}/seats"), json!({}))
        .await
        .ok();
    deliver_due(&server.app).await.unwrap();
    assert_eq!(kinds(&server, "ann").await, ["your_turn"]);
    assert_eq!(kinds(&server, "ben").await, ["game_started"]);

    // Ann's roll and her move are two of her turns. The mail between them is outdated.
    let path = format!("/v1/games/{id}/moves");
    ann.post(&path, json!({"seq": 1, "moves": [{"text": "roll"}]}))
        .await
        .ok();
    ann.post(&path, json!({"seq": 2, "moves": [{"text": "move start"}]}))
        .await
        .ok();
    server.app.clock.forward(Duration::seconds(1));
    deliver_due(&server.app).await.unwrap();
    assert_eq!(kinds(&server, "ann").await, ["your_turn"]);
    let told = ["game_started", "your_turn"];
    assert_eq!(kinds(&server, "ben").await, told);
    let mails = in_mailbox(&server, "?to=ben@example.org").await;
    let text = mails[0]["text"].as_str().unwrap();
    for part in [
        "it is your turn in That's Life! with ann",
        "HOW IT BEGINS",
        "- ann rolls a ",
        "  roll",
        "The log of the game has 2 entries.",
    ] {
        assert!(text.contains(part), "{part} not in {text}");
    }
}

#[tokio::test]
async fn local_mailbox_shows_pictures_of_a_mail() {
    let server = local().await;
    let ann = server.player("ann").await;
    let invite = json!([{"bot": "random"}]);
    let table = json!({"kind": "thats-life", "seats": 2, "invite": invite});
    ann.makes(table).await;
    server.app.clock.forward(Duration::hours(1));
    deliver_due(&server.app).await.unwrap();
    let mails = in_mailbox(&server, "").await;
    let is_turn = |mail: &&Value| {
        mail["message_id"]
            .as_str()
            .unwrap()
            .starts_with("your_turn.")
    };
    let mail = mails.as_array().unwrap().iter().find(is_turn);
    let mail = mail.unwrap_or_else(|| panic!("{mails}"));
    let token = server.app.mailbox_key.as_ref().unwrap().token().unwrap();
    let path = format!("/mailbox/{}", mail["file"].as_str().unwrap());
    let page = server.send(Method::GET, &path, Some(&token), None).await;
    let html = page.text.split("srcdoc=").nth(1).unwrap();
    let html = html.split("</iframe>").next().unwrap();
    assert!(html.contains("data:image/png;base64,"), "{html}");
    assert!(!html.contains("cid:"));
}
