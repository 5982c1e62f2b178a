//! The shared state of a running server.

use std::sync::Arc;

use anyhow::Context;
use base::config::Config;
use base::current::Current;
use base::listeners::Listeners;
use base::permits::Permits;
use base::pictures::Rasteriser;
use base::refusal::Result;
use common::chance::Chance;
use common::clock::Clock;
use db::{Conn, Connection, Database, signals};
use diesel_async::AsyncConnection;
use egress::push::Identity;
use egress::sender::{Sender, Ways};
use mail::Transport;
use mail::mailbox_key::MailboxKey;
use tokio::sync::Notify;

use super::access::Access;
use super::bots::Wakeup;
use super::devices::Devices;
use super::health::Health;
use super::limits::{Limits, Quotas};
use super::mail_tokens::MailTokens;
use super::passwords::Passwords;
use super::presence::Presence;
use super::receipts::Receipts;
use super::reply_addresses::ReplyAddresses;
use super::secrets::{self, Secrets, sized};
use super::tables::Tables;
use crate::store::committer::Committer;
use crate::store::freshness::Freshness;
use crate::store::loader::Loader;

/// The shared state of a running server, created once at the start.
pub struct App {
    /// The configuration.
    pub config: Config,
    /// The clock.
    pub clock: Clock,
    /// The source of randomness for games.
    pub chance: Chance,
    /// The connection pool.
    pub db: Database,
    /// Tells whether cached views of games are up to date.
    pub freshness: Freshness,
    /// Loads games from the database.
    pub loader: Loader,
    /// Access tokens.
    pub access: Access,
    /// The transport for outgoing mail.
    pub mail: Transport,
    /// The live games, and the committer that writes their moves.
    pub tables: Tables,
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// The rate limits.
    pub limits: Limits,
    /// The limits on concurrent work.
    pub permits: Permits,
    /// Wakes the mail worker when the outbox has new mail.
    pub outbox: Arc<Notify>,
    /// Wakes the worker for inbound mail.
    pub inbound: Arc<Notify>,
    /// The addresses for replies by mail.
    pub reply_addresses: ReplyAddresses,
    /// The tokens in links and addresses of mails.
    pub mail_tokens: MailTokens,
    /// The tokens of devices that players have used before.
    pub devices: Devices,
    /// The players who are currently active in a client.
    pub presence: Presence,
    /// The keys that sign game states.
    pub receipts: Receipts,
    /// The key to the pages of the local mailbox, if there are any.
    pub mailbox_key: Option<MailboxKey>,
    /// Renders pictures of boards.
    pub raster: Rasteriser,
    /// Wakes the bots when one of them has to decide.
    pub bots: Wakeup,
    /// The clients that wait for changes.
    pub listeners: Listeners,
    /// Sends webhooks and push messages.
    pub webhooks: Sender,
    /// The server's identity for push services.
    pub pushes: Current<Identity>,
    /// The secrets from which the fields above are derived.
    pub secrets: Secrets,
    /// The health of this process.
    pub health: Health,
}

impl App {
    /// Creates the state for the migrated database at `url`.
    pub async fn new(config: Config, url: &str, clock: Clock) -> anyhow::Result<App> {
        let db = Database::new(url, config.pool)?;
        let mut conn = db.get().await?;
        App::on(db, &mut conn, config, url, clock).await
    }

    /// Creates the state on this pool. `conn` is a connection from it.
    pub async fn on(
        db: Database,
        conn: &mut Connection,
        config: Config,
        url: &str,
        clock: Clock,
    ) -> anyhow::Result<App> {
        let stored = secrets::open(conn).await?;
        let [access, reply, addresses, links, device, push] = &stored;
        let receipts = Receipts::open(conn, clock.now()).await?;
        Ok(App {
            access: Access::new(access),
            freshness: Freshness::start(url.to_owned()),
            loader: Loader::start(db.clone()),
            mail: Transport::new(&config.mail_out)?,
            tables: Tables::new(Committer::start(url.to_owned())),
            passwords: Passwords::default(),
            limits: Limits::new(
                Quotas::with_looks(config.reads).with_sign_ups(config.sign_ups_per_client),
            ),
            permits: Permits::new(config.pool),
            outbox: Arc::new(Notify::new()),
            inbound: Arc::new(Notify::new()),
            reply_addresses: ReplyAddresses::new(&sized(reply)?),
            mail_tokens: MailTokens::new(&sized(addresses)?, &sized(links)?),
            devices: Devices::new(&sized(device)?),
            receipts,
            presence: Presence::default(),
            mailbox_key: mailbox_key(&config),
            raster: Rasteriser::new(),
            bots: Wakeup::new(),
            listeners: Listeners::start(url.to_owned()),
            webhooks: Sender::new(config.webhooks_allow.clone(), Ways::default())
                .context("no thread can be started that sends to webhooks")?,
            pushes: Current::new(Identity::stored(push, config.contact())?),
            secrets: Secrets::new(stored),
            health: Health::new(),
            config,
            clock,
            chance: Chance::system(),
            db,
        })
    }

    /// Runs `what` in one transaction, and wakes the streams of the games that it changed. The
    /// connection returns to the pool before this function returns.
    pub async fn transaction<T, F>(&self, what: F) -> Result<T>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T>, Fut: Send> + Send,
        T: Send,
    {
        let mut conn = self.db.get().await?;
        let (done, changed) = signals::noting((*conn).transaction(what)).await;
        // Even after a failure: the fate of the commit may be unknown, and a needless look is cheap.
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

/// Opens the key of the local mailbox. Returns `None`, and the mailbox has no pages, if mail is not
/// local or the key cannot be stored.
fn mailbox_key(config: &Config) -> Option<MailboxKey> {
    if !config.mail_is_local() || !config.is_for_this_machine() {
        return None;
    }
    MailboxKey::read_or_make(&config.data_dir)
        .inspect_err(
            |error| tracing::warn!(%error, "the mailbox has no page: no token can be kept"),
        )
        .ok()
}
