//! Accepts connections from mail servers, a limited number at a time.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use common::hosts::Hosts;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::session::{Postroom, converse};

/// The largest number of sessions at once.
const AT_ONCE: usize = 256;

/// The largest number of sessions of one host. Mail servers open fewer to one another.
const PER_HOST: usize = 40;

/// The time limit for a whole session.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// How long the running sessions may continue when the server stops.
const GOODBYE: Duration = Duration::from_secs(10);

/// Receives mail until `stop` resolves, then waits for the running sessions to end.
pub async fn run<P: Postroom>(
    listener: TcpListener,
    host: String,
    postroom: Arc<P>,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let host: Arc<str> = host.into();
    let hosts = Hosts::new(PER_HOST);
    let mut conversations = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        while conversations.try_join_next().is_some() {}
        let (mut stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection for incoming mail could not be accepted");
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
        };
        let place = Arc::clone(&places).try_acquire_owned().ok();
        let Some(place) = place.and_then(|place| Some((place, hosts.count(peer.ip())?))) else {
            // If the client does not read even this reply, it gets none.
            drop(stream.try_write(b"421 4.3.2 Too many conversations, try again\r\n"));
            drop(stream.shutdown().await);
            continue;
        };
        let (host, postroom) = (Arc::clone(&host), Arc::clone(&postroom));
        conversations.spawn(async move {
            let held = converse(stream, &host, &*postroom);
            match tokio::time::timeout(LONGEST, held).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "a connection for incoming mail broke"),
                Err(_) => tracing::debug!("a connection for incoming mail took too long"),
            }
            drop(place);
        });
    }
    drop(listener);
    let all = async { while conversations.join_next().await.is_some() {} };
    drop(tokio::time::timeout(GOODBYE, all).await);
}
