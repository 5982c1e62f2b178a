//! The program must free memory after a peak, and must not store what strangers send.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]
#![expect(dead_code, reason = "other tests need more of what they share")]

mod process;

use std::fs;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use process::{Player, Server};
use serde_json::json;

/// Number of people who sign up at the same time.
const PEOPLE: usize = 48;

/// Memory limit. The server computes two hashes at a time, each with 19 MiB, and keeps that memory.
const MOST_MEGABYTES: u64 = 90;

#[tokio::test]
async fn password_hashing_memory_is_freed_after_a_peak() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let people = (0..PEOPLE).map(|n| format!("player{n}"));
    let signed_in = people.map(|name| {
        let url = &server.url;
        async move { Player::sign_in(url, &name, true).await }
    });
    join_all(signed_in).await;
    let megabytes = megabytes(&server);
    server.stop();
    assert!(megabytes < MOST_MEGABYTES, "{megabytes} MB");
}

/// The server's memory in megabytes, without the pages of the executable.
fn megabytes(server: &Server) -> u64 {
    // The shell replaced itself with the server, so this is the server's process id.
    let status = fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
    let own = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = own.unwrap().trim().trim_end_matches(" kB");
    kilobytes.parse::<u64>().unwrap() / 1024
}

/// Number of requests that a stranger sends, all different.
const REQUESTS: usize = 4_000;

/// Length of the query of each request. Together they exceed the memory limit of the test.
const LONG: usize = 8_000;

#[tokio::test]
async fn long_queries_do_not_grow_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let ann = Player::sign_in(&server.url, "ann", true).await;
    let game = json!({"kind": "ferry-follies"});
    let game = ann.post("/v1/games", &game).await.unwrap();
    let path = format!("{}/v1/games/{}", server.url, game["id"].as_str().unwrap());
    let client = reqwest::Client::new();
    let ask = async |n: usize| {
        let url = format!("{path}?invitation={n:0>LONG$}");
        let answer = client.get(url).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.bytes().await.unwrap();
    };
    let ask_all = async |all: std::ops::Range<usize>| {
        stream::iter(all).for_each_concurrent(8, &ask).await;
    };
    // Fill all other caches first.
    ask_all(0..REQUESTS / 4).await;
    let before = megabytes(&server);
    ask_all(REQUESTS / 4..REQUESTS).await;
    let grown = megabytes(&server).saturating_sub(before);
    server.stop();
    assert!(grown < 16, "{grown} MB");
}
