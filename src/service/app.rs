//! What all parts of a running server share.

use std::sync::Arc;

use anyhow::Context;
use common::chance::Chance;
use common::clock::Clock;
use db::{Conn, Connection, Database};
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
use crate::config::Config;
use crate::current::Current;
use crate::lanes::Lanes;
use crate::listeners::Listeners;
use crate::pictures::Rasteriser;
use crate::refusal::Result;
use crate::store::committer::Committer;
use crate::store::freshness::Freshness;
use crate::store::loader::Loader;

/// What all parts of a running server share; made once at the start.
pub struct App {
    /// The settings.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// The luck of games.
    pub chance: Chance,
    /// The database.
    pub db: Database,
    /// Whether what is remembered of games is still so.
    pub freshness: Freshness,
    /// What is stored of games that are not in memory.
    pub loader: Loader,
    /// Access tokens.
    pub access: Access,
    /// Where mail goes.
    pub mail: Transport,
    /// The live games, and the writer of their moves.
    pub tables: Tables,
    /// Hashing of passwords.
    pub passwords: Passwords,
    /// How often somebody may try.
    pub limits: Limits,
    /// How much is done at once.
    pub lanes: Lanes,
    /// Wakes the mail worker when something was put into the outbox.
    pub outbox: Arc<Notify>,
    /// Wakes the worker that deals with mail when some came in.
    pub inbound: Arc<Notify>,
    /// The addresses that players write to.
    pub reply_addresses: ReplyAddresses,
    /// Tokens in links and addresses of mails.
    pub mail_tokens: MailTokens,
    /// Tokens of devices that players have used before.
    pub devices: Devices,
    /// Who is active in another client just now.
    pub presence: Presence,
    /// What states of games are signed with.
    pub receipts: Receipts,
    /// What opens the pages of the local mailbox, where there are any.
    pub mailbox_key: Option<MailboxKey>,
    /// Makes pictures of boards.
    pub raster: Rasteriser,
    /// Wakes the bots when one of them owes a decision.
    pub bots: Wakeup,
    /// Who waits for what changes.
    pub listeners: Listeners,
    /// Sends to webhooks, and what is pushed.
    pub webhooks: Sender,
    /// Who pushes.
    pub pushes: Current<Identity>,
    /// The secrets that those above were made of.
    pub secrets: Secrets,
    /// Whether this process can do its work.
    pub health: Health,
}

impl App {
    /// Makes the parts, for the migrated database at `url`.
    pub async fn new(config: Config, url: &str, clock: Clock) -> anyhow::Result<App> {
        let db = Database::new(url, config.pool)?;
        let mut conn = db.get().await?;
        App::on(db, &mut conn, config, url, clock).await
    }

    /// The same over these connections to it, of which one was taken already.
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
            lanes: Lanes::new(config.pool),
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
            listeners: Listeners::start(url.to_owned(), &db),
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

    /// Does this in one transaction; the connection is free again before the answer.
    pub async fn transaction<T, F>(&self, what: F) -> Result<T>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T>, Fut: Send> + Send,
        T: Send,
    {
        let mut conn = self.db.get().await?;
        (*conn).transaction(what).await
    }
}

/// What is done in a transaction. `AsyncFnOnce` alone cannot say that it may go on in another
/// thread.
pub trait Transaction<C, R>: AsyncFnOnce(C) -> R + FnOnce(C) -> Self::Fut {
    /// What goes on.
    type Fut: Future<Output = R>;
}

impl<F, C, R, Fut> Transaction<C, R> for F
where
    F: AsyncFnOnce(C) -> R + FnOnce(C) -> Fut,
    Fut: Future<Output = R>,
{
    type Fut = Fut;
}

/// A server without it works all the same, and has no such pages.
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
