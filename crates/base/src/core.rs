//! The state that all domains share.

use std::sync::Arc;

use common::chance::Chance;
use common::clock::Clock;
use db::{Conn, Database, signals};
use diesel_async::AsyncConnection;
use tokio::sync::Notify;

use crate::Refusal;
use crate::config::Config;
use crate::idempotency;
use crate::listeners::Listeners;
use crate::permits::Permits;
use crate::pictures::Rasteriser;

/// The state that all domains share. The state of each domain contains that of the domain below it
/// and dereferences to it, so a function takes the lowest state that has what it needs.
pub struct Core {
    /// The configuration.
    pub config: Config,
    /// The clock.
    pub clock: Clock,
    /// The source of randomness for games.
    pub chance: Chance,
    /// The connection pool.
    pub db: Database,
    /// The limits on concurrent work.
    pub permits: Permits,
    /// Wakes the mail worker when the outbox has new mail.
    pub outbox: Arc<Notify>,
    /// The clients that wait for changes.
    pub listeners: Listeners,
    /// Renders pictures of boards.
    pub raster: Rasteriser,
}

impl Core {
    /// Runs `what` in one transaction, and wakes the streams of the games that it changed. The
    /// connection returns to the pool before this function returns.
    pub async fn transaction<T, E, F>(&self, what: F) -> Result<T, E>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T, E>, Fut: Send> + Send,
        T: Send,
        E: From<Refusal> + From<diesel::result::Error> + Send,
    {
        let mut conn = self.db.get().await.map_err(Refusal::from)?;
        let body = async |conn: &mut Conn| {
            let done = what(conn).await?;
            idempotency::commits();
            Ok(done)
        };
        let (done, changed) = signals::noting((*conn).transaction(body)).await;
        // Even after a failure: the fate of the commit may be unknown, and a needless look is
        // cheap.
        self.listeners.changed(changed);
        done
    }
}

/// The body of a transaction. `AsyncFnOnce` alone cannot state that its future is `Send`.
pub trait Transaction<C, R>: AsyncFnOnce(C) -> R + FnOnce(C) -> Self::Fut {
    /// The future of the body.
    type Fut: Future<Output = R>;
}

impl<F, C, R, Fut> Transaction<C, R> for F
where
    F: AsyncFnOnce(C) -> R + FnOnce(C) -> Fut,
    Fut: Future<Output = R>,
{
    type Fut = Fut;
}
