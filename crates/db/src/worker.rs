//! Tasks that run as long as the program does.

use tokio_util::task::AbortOnDropHandle;

/// Runs `work` until it ends without a panic. After a panic it starts `work` again, so that later
/// callers don't wait for ever. The callers that waited when it panicked get an error.
pub async fn replaced_when_it_panics<F>(work: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    while let Err(ended) = AbortOnDropHandle::new(tokio::spawn(work())).await
        && ended.is_panic()
    {
        tracing::error!(%ended, "a database worker panicked and was restarted");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn panicking_worker_is_replaced_until_its_work_is_done() {
        let begun = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&begun);
        replaced_when_it_panics(move || {
            let nth = begun.fetch_add(1, Ordering::Relaxed);
            async move { assert!(nth > 1, "the {nth}. one fails") }
        })
        .await;
        assert_eq!(seen.load(Ordering::Relaxed), 3);
    }
}
