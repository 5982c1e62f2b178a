//! The composition of all domains: the state of a running server.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use accounts::Accounts;
use accounts::access::Access;
use accounts::devices::Devices;
use accounts::limits::{Limits, Quotas};
use accounts::mail_tokens::MailTokens;
use accounts::passwords::Passwords;
use accounts::reply_addresses::ReplyAddresses;
use admin::Admin;
use admin::health::Health;
use admin::secrets::{self, Secrets, sized};
use anyhow::Context;
use base::Core;
use base::config::Config;
use base::current::Current;
use base::listeners::Listeners;
use base::permits::Permits;
use base::pictures::Rasteriser;
use common::chance::Chance;
use common::clock::Clock;
use db::{Connection, Database};
use egress::push::Identity;
use egress::sender::{Sender, Ways};
use integrations::Integrations;
use letters::Letters;
use mail::Transport;
use mail::mailbox_key::MailboxKey;
use mail_commands::MailCommands;
use play::Play;
use play::bots::Wakeup;
use play::receipts::Receipts;
use play::store::committer::Committer;
use play::store::freshness::Freshness;
use play::store::loader::Loader;
use play::tables::Tables;
use social::Social;
use social::presence::Presence;
use tokio::sync::Notify;

/// The state of a running server, created once at the start.
pub struct App {
    /// The state of incoming mail, and with it that of all domains.
    pub mail_commands: MailCommands,
}

impl Deref for App {
    type Target = MailCommands;

    fn deref(&self) -> &MailCommands {
        &self.mail_commands
    }
}

impl DerefMut for App {
    fn deref_mut(&mut self) -> &mut MailCommands {
        &mut self.mail_commands
    }
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
        let mailbox_key = mailbox_key(&config);
        let mail = Transport::new(&config.mail_out)?;
        let webhooks = Sender::new(config.webhooks_allow.clone(), Ways::default())
            .context("no thread can be started that sends to webhooks")?;
        let pushes = Current::new(Identity::stored(push, config.contact())?);
        let freshness = Freshness::start(url.to_owned());
        let (loader, recent) = (Loader::start(db.clone()), Loader::start(db.clone()));
        let accounts = Accounts {
            access: Access::new(access),
            passwords: Passwords::default(),
            limits: Limits::new(
                Quotas::with_looks(config.reads).with_sign_ups(config.sign_ups_per_client),
            ),
            reply_addresses: ReplyAddresses::new(&sized(reply)?),
            mail_tokens: MailTokens::new(&sized(addresses)?, &sized(links)?),
            devices: Devices::new(&sized(device)?),
            core: Core {
                permits: Permits::new(config.pool),
                outbox: Arc::new(Notify::new()),
                listeners: Listeners::start(url.to_owned()),
                raster: Rasteriser::new(),
                chance: Chance::system(),
                config,
                clock,
                db,
            },
        };
        let play = Play {
            accounts,
            freshness,
            loader,
            recent,
            tables: Tables::new(Committer::start(url.to_owned())),
            receipts,
            bots: Wakeup::new(),
        };
        let social = Social {
            play,
            presence: Presence::default(),
        };
        let letters = Letters {
            social,
            mail,
            mailbox_key,
        };
        let integrations = Integrations {
            letters,
            webhooks,
            pushes,
        };
        let host = nix::unistd::gethostname().unwrap_or_default();
        let admin = Admin {
            integrations,
            secrets: Secrets::new(stored),
            health: Health::new(&host.to_string_lossy()),
        };
        Ok(App {
            mail_commands: MailCommands {
                admin,
                inbound: Arc::new(Notify::new()),
            },
        })
    }
}

/// Opens the key of the local mailbox. Returns `None`, and the mailbox has no pages, if mail is not
/// local or the key cannot be stored.
fn mailbox_key(config: &Config) -> Option<MailboxKey> {
    if !config.mail_is_local() || !config.is_for_this_machine() {
        return None;
    }
    MailboxKey::read_or_make(&config.data_dir)
        .inspect_err(
            |error| tracing::warn!(%error, "the page /mailbox is off: its token could not be stored"),
        )
        .ok()
}
