//! A full server. Runs alone, so that no other test frees connections.

#[path = "suite/helpers.rs"]
#[expect(dead_code, reason = "the other tests use the rest")]
mod helpers;

use std::time::Duration;

use helpers::{Proxy, TIME_LIMIT, server};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use turnpike_client::{Error, Options, Turnpike, api::ProblemCode};

/// More connections than the server accepts from one client.
const MOST: usize = 500;

/// Opens connections until the server responds to an excess one and closes it.
async fn fill(address: &str) -> Vec<TcpStream> {
    let mut held: Vec<TcpStream> = Vec::new();
    // A busy server is late.
    while !held.iter().any(|it| it.try_read(&mut [0]).is_ok()) {
        if held.len() < MOST {
            held.push(TcpStream::connect(address).await.expect("a connection"));
        }
        sleep(Duration::from_millis(5)).await;
    }
    held
}

/// Returns the error of a full server. Some requests get no response while it rejects many.
async fn refusal(turnpike: &Turnpike) -> Error {
    loop {
        let refused = Error::from(turnpike.api.list_kinds().await.expect_err("no room"));
        if !matches!(refused, Error::Network(_)) {
            return refused;
        }
    }
}

#[tokio::test]
async fn request_to_a_full_server_is_retried() {
    let proxy = Proxy::start().await;
    let server = server();
    let address = server.trim_start_matches("http://");
    let held = timeout(TIME_LIMIT, fill(address)).await.unwrap();
    let hasty = Options {
        retry_timeout: Duration::ZERO,
        ..Options::default()
    };
    let hasty = Turnpike::new(&proxy.url, &hasty).unwrap();
    let refused = timeout(TIME_LIMIT, refusal(&hasty)).await.unwrap();
    assert_eq!(refused.code(), Some(&ProblemCode::Unavailable));

    proxy.forget();
    let asked = proxy.clone();
    tokio::spawn(async move {
        while asked.count("GET /v1/kinds ") < 2 {
            sleep(Duration::from_millis(10)).await;
        }
        drop(held);
    });
    let patient = Turnpike::new(&proxy.url, &Options::default()).unwrap();
    assert!(!patient.api.list_kinds().await.unwrap().kinds.is_empty());
    assert!(proxy.count("GET /v1/kinds ") > 1);
}
