//! HTTP features that save requests: ETags, long polling, lists by id, pagination links, rate-limit
//! headers, and the export of all games.

use std::time::Duration;

use admin::secrets::Secret;
use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::http::contract::Contract;
use crate::play::archive_files::make_files;

/// Sends a GET with these headers.
async fn asks(player: &Player<'_>, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = player.server.request(Method::GET, path);
    request = request.bearer_auth(&player.token);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    answer(request).await
}

/// Tests every GET whose contract lists status 304.
#[tokio::test]
async fn get_with_current_etag_returns_304() {
    let server = server().await;
    // The archive has one game and one file.
    let ben = server.player("ben").await;
    let over = ben.makes(json!({"kind": "ferry-follies"})).await;
    ben.plays(&over, "leave").await;
    server.app.clock.forward(TimeDelta::days(40));
    make_files(&server).await;
    let ann = server.admin("ann").await;
    let game = ann
        .post("/v1/games", json!({"kind": "ferry-follies"}))
        .await
        .ok();
    let closes = json!({"kind": "ferry-follies", "closes_at": "2026-04-18T12:00:00Z"});
    let deal = ann.post("/v1/deals", closes).await.ok();
    let hook = json!({"url": "https://8.8.8.8/", "events": ["game.turn"]});
    let hook = ann.post("/v1/me/webhooks", hook).await.ok();
    let program = [("client_id", "It"), ("scope", "chat")];
    let request = server.request(Method::POST, "/oauth/device").form(&program);
    let device = answer(request).await.ok();
    let feeds = ann.post("/v1/me/feeds", json!({})).await.ok();
    let secret = feeds["feed_url"]
        .as_str()
        .unwrap()
        .split_once('?')
        .unwrap()
        .1;
    let text = |of: &Value| of["id"].as_str().unwrap().to_owned();
    let contract = Contract::new();
    let mut tagged = 0;
    for (path, method, operation) in contract.operations() {
        let is_sandbox = path.starts_with("/v1/sandbox/");
        if method != Method::GET || operation["responses"].get("304").is_none() || is_sandbox {
            continue;
        }
        let path = path
            .replace("{id}", &text(&game))
            .replace("{deal}", &text(&deal))
            .replace("{webhook}", &text(&hook))
            .replace("{user_code}", device["user_code"].as_str().unwrap())
            .replace("{ply}", "0")
            .replace("{kind}", "buttons")
            .replace("{file}", "archive-2026-03.ferry-follies.ndjson.zst")
            .replace("{name}", "ann");
        let parameters = operation["parameters"].to_string();
        let path = if parameters.contains("parameters/Secret") {
            format!("{path}?{secret}")
        } else if path == "/v1/players" {
            format!("{path}?prefix=an")
        } else {
            path
        };
        let first = asks(&ann, &path, &[]).await;
        assert_eq!(first.status, 200, "{path}: {}", first.text);
        let tag = first.headers["etag"].to_str().unwrap();
        let again = asks(&ann, &path, &[("If-None-Match", tag)]).await;
        assert_eq!(again.status, 304, "{path}");
        assert_eq!(again.text, "", "{path}");
        assert_eq!(again.headers["etag"], tag, "{path}");
        let cache = again.headers["cache-control"].to_str().unwrap();
        assert_eq!(first.headers["cache-control"], cache, "{path}");
        let own = path.starts_with("/v1/me") && !path.contains("secret=");
        assert_eq!(cache == "no-store", own, "{path}: {cache}");
        let other = asks(&ann, &path, &[("If-None-Match", "W/\"other\"")]).await;
        assert_eq!(other.status, 200, "{path}");
        tagged += 1;
    }
    assert!(tagged >= 30, "{tagged}");
}

/// A game of two in which it is ann's turn, and ben waits for her.
async fn waits<'a>(ann: &Player<'a>, ben: &Player<'a>) -> String {
    let new = json!({"kind": "buttons", "seats": 2, "invite": [{"player": ben.name}]});
    let made = ann.post("/v1/games", new).await.ok();
    let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
    ben.post(&format!("{game}/seats"), json!({})).await.ok();
    while ann.get(&game).await.ok()["to_act"] != json!([0]) {
        ben.plays_first(&game).await;
    }
    game
}

impl Player<'_> {
    /// Plays the first legal move.
    async fn plays_first(&self, game: &str) {
        let legal = self.get(&format!("{game}/legal")).await.ok();
        let mv = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
        self.post(&format!("{game}/moves"), mv).await.ok();
    }
}

#[tokio::test]
async fn long_poll_returns_when_game_changes() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let game = waits(&ann, &ben).await;
    let path = format!("{game}/log");
    let seen = ben.get(&path).await;
    let tag = seen.headers["etag"].to_str().unwrap().to_owned();
    let wants = [("If-None-Match", &*tag), ("Prefer", "wait=30")];
    let waiting = asks(&ben, &path, &wants);
    let playing = async {
        // He waits, and is subscribed.
        while server.app.listeners.count() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        ann.plays_first(&game).await;
    };
    let (answer, ()) = tokio::join!(waiting, playing);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["preference-applied"], "wait=30");
    assert_ne!(answer.headers["etag"], tag.as_str());
    assert_eq!(server.app.listeners.count(), 0);
    // A client with another version gets a response at once, and so does the one that waited.
    let other = [("If-None-Match", "W/\"other\""), ("Prefer", "wait=30")];
    assert_eq!(asks(&ben, &path, &other).await.status, 200);
    let tag = answer.headers["etag"].to_str().unwrap();
    let short = [("If-None-Match", tag), ("Prefer", "wait=1")];
    assert_eq!(asks(&ben, &path, &short).await.status, 304);
}

#[tokio::test]
async fn games_can_be_listed_by_ids() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let mut ids = Vec::new();
    for visibility in ["public", "private", "public"] {
        let new = json!({"kind": "buttons", "visibility": visibility});
        let made = ann.post("/v1/games", new).await.ok();
        ids.push(made["id"].as_str().unwrap().to_owned());
        server.app.clock.forward(TimeDelta::seconds(1));
    }
    let asked = format!("/v1/games?ids={},none,{}", ids[1], ids[2]);
    let listed = async |who: &Player<'_>| {
        let page = who.get(&asked).await.ok();
        let games = page["games"].as_array().unwrap().iter();
        let ids = games.map(|it| it["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(listed(&ann).await, [ids[2].clone(), ids[1].clone()]);
    assert_eq!(listed(&ben).await, [ids[2].clone()]);
    let many = vec!["x"; 101].join(",");
    let path = format!("/v1/games?ids={many}");
    ann.get(&path).await.problem(400, "invalid-request");
}

#[tokio::test]
async fn list_page_has_link_header_to_next_page() {
    let server = server().await;
    let ann = server.player("ann").await;
    for _ in 0..3 {
        ann.post("/v1/games", json!({"kind": "buttons"})).await.ok();
    }
    let mut path = "/v1/games?mine=true&limit=2".to_owned();
    let mut seen = Vec::new();
    loop {
        let page = ann.get(&path).await;
        let link = page
            .headers
            .get("link")
            .map(|it| it.to_str().unwrap().to_owned());
        let page = page.ok();
        for game in page["games"].as_array().unwrap() {
            seen.push(game["id"].as_str().unwrap().to_owned());
        }
        assert_eq!(link.is_some(), page["next"].is_string());
        let Some(link) = link else { break };
        let next = link
            .strip_prefix('<')
            .and_then(|it| it.strip_suffix(">; rel=\"next\""));
        next.unwrap().clone_into(&mut path);
    }
    seen.dedup();
    assert_eq!(seen.len(), 3);
}

#[tokio::test]
async fn ratelimit_headers_show_remaining_quota() {
    let server = server().await;
    let ann = server.player("ann").await;
    let make = async || ann.post("/v1/games", json!({"kind": "buttons"})).await;
    let (first, second) = (make().await, make().await);
    assert_eq!(first.headers["ratelimit-policy"], "\"games\";q=500;w=1800");
    assert_eq!(first.headers["ratelimit"], "\"games\";r=499;t=3");
    assert_eq!(second.headers["ratelimit"], "\"games\";r=498;t=3");
    assert!(!ann.get("/v1/me").await.headers.contains_key("ratelimit"));
    let chat = format!("/v1/games/{}/chat", first.ok()["id"].as_str().unwrap());
    let mut last = ann.post(&chat, json!({"text": "1"})).await;
    assert_eq!(last.headers["ratelimit"], "\"messages\";r=29;t=6");
    for _ in 0..40 {
        last = ann.post(&chat, json!({"text": "2"})).await;
    }
    assert_eq!(last.status, 429);
    let limit = last.headers["ratelimit"].to_str().unwrap();
    let wait = last.headers["retry-after"].to_str().unwrap();
    assert_eq!(limit, format!("\"messages\";r=0;t={wait}"));
}

/// Each line is the export of one finished game.
#[tokio::test]
async fn export_returns_finished_games_as_ndjson() {
    let server = server().await;
    let ann = server.player("ann").await;
    let empty = ann.get("/v1/me/export").await;
    assert_eq!((empty.status.as_u16(), &*empty.text), (200, ""));
    let mut records = Vec::new();
    for _ in 0..2 {
        let made = ann
            .post("/v1/games", json!({"kind": "ferry-follies"}))
            .await
            .ok();
        let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
        let legal = ann.get(&format!("{game}/legal")).await.ok();
        let leave = json!({"seq": legal["seq"], "moves": [{"type": "leave"}]});
        ann.post(&format!("{game}/moves"), leave).await.ok();
        records.insert(0, ann.get(&format!("{game}/export")).await.ok());
        server.app.clock.forward(TimeDelta::seconds(1));
    }
    ann.post("/v1/games", json!({"kind": "ferry-follies"}))
        .await
        .ok();
    let all = ann.get("/v1/me/export").await;
    assert_eq!(all.headers["content-type"], "application/x-ndjson");
    let lines: Vec<Value> = all
        .text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(lines, records);
}

/// A game that is open or cancelled does not change while the request waits.
#[tokio::test]
async fn long_poll_on_unchanging_game_returns_304_in_time() {
    let server = server().await;
    let ann = server.player("ann").await;
    for cancelled in [false, true] {
        let new = json!({"kind": "buttons", "seats": 2});
        let made = ann.post("/v1/games", new).await.ok();
        let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
        if cancelled {
            assert_eq!(ann.delete(&game).await.status, 204);
        }
        let seen = ann.get(&game).await;
        let tag = seen.headers["etag"].to_str().unwrap();
        let wants = [("If-None-Match", tag), ("Prefer", "wait=1")];
        let waits = asks(&ann, &game, &wants);
        let answer = tokio::time::timeout(Duration::from_secs(20), waits).await;
        assert_eq!(answer.unwrap().status, 304, "cancelled: {cancelled}");
        assert_eq!(server.app.listeners.count(), 0);
    }
}

/// The player signs out while the request waits.
#[tokio::test]
async fn long_poll_after_sign_out_returns_401() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let game = waits(&ann, &ben).await;
    let path = format!("{game}/log");
    let tag = ben.get(&path).await.headers["etag"]
        .to_str()
        .unwrap()
        .to_owned();
    let wants = [("If-None-Match", &*tag), ("Prefer", "wait=30")];
    let leaving = async {
        while server.app.listeners.count() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(ben.delete("/v1/sessions").await.status, 204);
        ann.plays_first(&game).await;
    };
    let (answer, ()) = tokio::join!(asks(&ben, &path, &wants), leaving);
    answer.problem(401, "not-signed-in");
}

/// A token that was signed with the replaced secret is invalid.
#[tokio::test]
async fn long_poll_after_secret_rotation_returns_401() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let game = waits(&ann, &ben).await;
    let path = format!("{game}/log");
    let seen = ben.get(&path).await;
    let tag = seen.headers["etag"].to_str().unwrap();
    let wants = [("If-None-Match", tag), ("Prefer", "wait=30")];
    let replacing = async {
        while server.app.listeners.count() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        server.rotates(&[Secret::AccessTokens]).await;
        let session = server.session("ann").await;
        let token = session["access_token"].as_str();
        let legal = format!("{game}/legal");
        let legal = server.send(Method::GET, &legal, token, None).await.ok();
        let mv = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
        let moves = format!("{game}/moves");
        let played = server.send(Method::POST, &moves, token, Some(&mv)).await;
        played.ok();
    };
    let (answer, ()) = tokio::join!(asks(&ben, &path, &wants), replacing);
    answer.problem(401, "not-signed-in");
}
