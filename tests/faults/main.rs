//! Faults of the database and its surroundings, and the guarantees that must still hold.
//!
//! All faults are real: killed processes, terminated sessions, locked rows, full disks, bytes
//! changed behind the server's back. `full` reports them in a table.
#![expect(unreachable_pub, reason = "a test binary exports nothing")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../api/conformance.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod conformance;
mod damage;
mod disk;
mod failover;
mod full;
#[path = "../api/helpers.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod helpers;
mod locks;
mod postgres;
#[path = "../api/proxy.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod proxy;
#[path = "../api/receiver.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod receiver;
mod replication;
#[path = "../api/secrets.rs"]
mod secrets;
#[path = "../api/stream_client.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod stream_client;
mod streams;
#[path = "../api/table.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod table;

impl helpers::Server {
    /// Sends a GET request without a token.
    pub async fn get(&self, path: &str) -> helpers::Answer {
        self.send(reqwest::Method::GET, path, None, None).await
    }
}
