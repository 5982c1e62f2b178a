//! What a bad day may do to the database, and what must hold all the same.
//!
//! Each fault is a real one: processes that are killed, sessions that are cut, rows that are
//! locked, disks that are full, bytes that are changed behind the server's back. `full` makes a table of them.
#![expect(unreachable_pub, reason = "a test binary exports nothing")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
mod disk;
#[path = "../api/ears.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod ears;
mod failover;
mod full;
#[path = "../api/helpers.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod helpers;
mod locks;
mod postgres;
#[path = "../api/promised.rs"]
mod promised;
#[path = "../api/proxy.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod proxy;
#[path = "../api/receiver.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod receiver;
mod replication;
#[path = "../api/secrets.rs"]
mod secrets;
mod streams;
#[path = "../api/table.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod table;

impl helpers::Server {
    /// Asks as a stranger.
    pub async fn get(&self, path: &str) -> helpers::Answer {
        self.send(reqwest::Method::GET, path, None, None).await
    }
}
