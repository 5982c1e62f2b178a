//! Waiting for conversations, a bounded number of them at a time.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use common::hosts::Hosts;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::session::{Postroom, converse};

/// How many conversations are held at once.
const AT_ONCE: usize = 256;

/// How many of them one host may hold: more than mail servers open to one another.
const PER_HOST: usize = 40;

/// How long a conversation may go on in all.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// How long the conversations under way may go on when the server stops.
const GOODBYE: Duration = Duration::from_secs(10);

/// Takes mail in until `stop`, then lets the conversations under way come to their end.
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
                tracing::warn!(%error, "a conversation could not be begun");
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
        };
        let place = Arc::clone(&places).try_acquire_owned().ok();
        let Some(place) = place.and_then(|place| Some((place, hosts.count(peer.ip())?))) else {
            // Whoever does not even take this in is no concern of ours.
            drop(stream.try_write(b"421 4.3.2 Too many conversations, try again\r\n"));
            drop(stream.shutdown().await);
            continue;
        };
        let (host, postroom) = (Arc::clone(&host), Arc::clone(&postroom));
        conversations.spawn(async move {
            let held = converse(stream, &host, &*postroom);
            match tokio::time::timeout(LONGEST, held).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "a conversation broke off"),
                Err(_) => tracing::debug!("a conversation took too long"),
            }
            drop(place);
        });
    }
    drop(listener);
    let all = async { while conversations.join_next().await.is_some() {} };
    drop(tokio::time::timeout(GOODBYE, all).await);
}
