//! What the program keeps of memory that it needed for a moment.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]
#![expect(dead_code, reason = "other tests need more of what they share")]

mod process;

use std::fs;

use futures_util::future::join_all;
use process::{Player, Server};

/// How many people sign up at once.
const PEOPLE: usize = 48;

/// A hash takes 19 MiB, and two are computed at once: so much is kept.
const MOST_MEGABYTES: u64 = 90;

#[tokio::test]
async fn no_more_memory_is_kept_for_passwords_than_two_take() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let people = (0..PEOPLE).map(|n| format!("player{n}"));
    let signed_in = people.map(|name| {
        let url = &server.url;
        async move { Player::sign_in(url, &name, true).await }
    });
    join_all(signed_in).await;
    // The shell that started it has become it.
    let status = fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
    // Without the pages of the program itself.
    let own = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = own.unwrap().trim().trim_end_matches(" kB");
    let megabytes = kilobytes.parse::<u64>().unwrap() / 1024;
    server.stop();
    assert!(megabytes < MOST_MEGABYTES, "{megabytes} MB");
}
