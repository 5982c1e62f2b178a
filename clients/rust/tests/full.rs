//! A full server. Runs alone, so that no other test frees connections.

#[path = "suite/helpers.rs"]
#[expect(dead_code, reason = "the other tests use the rest")]
mod helpers;

use std::time::Duration;

use helpers::{Proxy, server};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use turnpike_client::{Error, Settings, Turnpike, api::ProblemCode};

#[tokio::test]
async fn request_to_a_full_server_is_retried() {
    let proxy = Proxy::start().await;
    let server = server();
    let address = server.trim_start_matches("http://");
    let mut held = Vec::new();
    // One connection more than a client may have is closed, with an answer.
    loop {
        assert!(held.len() < 1000);
        let connection = TcpStream::connect(address).await.unwrap();
        let answered = timeout(Duration::from_millis(5), connection.readable()).await;
        held.push(connection);
        if answered.is_ok() {
            break;
        }
    }
    let hasty = Settings {
        patience: Duration::ZERO,
        ..Settings::default()
    };
    let hasty = Turnpike::new(&proxy.url, &hasty).unwrap();
    let refused = Error::from(hasty.api.list_kinds().await.unwrap_err());
    assert_eq!(refused.code(), Some(&ProblemCode::Unavailable));

    proxy.forget();
    let asked = proxy.clone();
    tokio::spawn(async move {
        while asked.count("GET /v1/kinds ") < 2 {
            sleep(Duration::from_millis(10)).await;
        }
        drop(held);
    });
    let patient = Turnpike::new(&proxy.url, &Settings::default()).unwrap();
    assert!(!patient.api.list_kinds().await.unwrap().kinds.is_empty());
    assert!(proxy.count("GET /v1/kinds ") > 1);
}
