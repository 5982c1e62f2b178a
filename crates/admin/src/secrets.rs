//! The secrets that all servers on one database share. Replaces them, and switches a running server
//! to new ones.
//!
//! Anyone who has a dump of the database has these secrets. Only the owner of the tables may
//! replace them; the server's login may not. Each server checks for new ones every second
//! ([`take_up`]), so forged tokens are soon rejected.
//!
//! Secrets that are stored as hashes (sessions, API tokens, codes) are not here, because a dump
//! does not reveal them.

use std::sync::{Mutex, PoisonError};

use accounts::store::strangers;
use clap::ValueEnum;
use common::ids;
use db::{Conn, settings};
use diesel_async::AsyncConnection;
use egress::push::Identity;
use integrations::feeds::store;
use letters::store::pushes;
use play::receipts;
use play::refusal::{Refusal, Result};
use play::store::signing_keys;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::Admin;

/// A secret that can be replaced.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ValueEnum,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Secret {
    /// Signs access tokens. All access tokens expire at once. Sessions stay, and clients get new
    /// tokens by themselves.
    AccessTokens,
    /// Derives the addresses that players answer to. The server rejects answers to earlier mails,
    /// and drops pending sign-ups by mail. The next mail of each game has a new address.
    ReplyAddresses,
    /// Signs the links and bounce addresses in mails, and the links to private tables. Unsubscribe
    /// links in earlier mails stop working, and the server ignores bounces of these mails. Players
    /// must copy new links to their private tables.
    MailLinks,
    /// Signs the tokens of known devices. Each player's next sign-in counts as one from a new device.
    Devices,
    /// Signs notifications to browsers and phones. The server ends all subscriptions, and players
    /// must turn notifications on again.
    Pushes,
    /// Signs receipts. `GET /v1/receipt-keys` still lists the old public keys, marked as leaked.
    Receipts,
    /// Opens calendars and feeds. All their addresses stop working, and players must create new ones.
    Feeds,
    /// Opens the local mailbox. The link with the old token stops working.
    Mailbox,
}

/// The names of the secrets in the database, in the order of [`Stored`].
const KEYS: [&str; 6] = [
    "access_token_secret",
    "reply_address_key",
    "mail_token_key",
    "mail_link_key",
    "device_key",
    "push_key",
];

/// The secrets in the database, in the order of [`KEYS`]. No `Debug`.
pub type Stored = [Vec<u8>; KEYS.len()];

/// The secrets that this server uses. No `Debug`.
pub struct Secrets(Mutex<Stored>);

impl Secrets {
    /// Remembers the secrets that the database had at the start.
    pub fn new(stored: Stored) -> Secrets {
        Secrets(Mutex::new(stored))
    }
}

/// Reads the secrets of this database. The first server creates them.
pub async fn open(conn: &mut Conn) -> anyhow::Result<Stored> {
    let fresh = [
        ids::random_bytes::<32>().to_vec(),
        key(),
        key(),
        key(),
        key(),
        Identity::fresh()?,
    ];
    let mut fresh = fresh.into_iter();
    let wanted = KEYS.map(|key| (key, fresh.next().unwrap_or_default()));
    Ok(settings::get_or_insert(conn, wanted).await?)
}

fn key() -> Vec<u8> {
    ids::random_bytes::<64>().to_vec()
}

impl Secret {
    /// The secret's name on the command line.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns the name and a new value of the setting, if the secret is stored as one.
    fn fresh(self) -> Result<Option<(&'static str, Vec<u8>)>> {
        Ok(Some(match self {
            Secret::AccessTokens => ("access_token_secret", ids::random_bytes::<32>().to_vec()),
            Secret::ReplyAddresses => ("reply_address_key", key()),
            Secret::MailLinks => ("mail_link_key", key()),
            Secret::Devices => ("device_key", key()),
            Secret::Pushes => ("push_key", Identity::fresh().map_err(Refusal::internal)?),
            Secret::Receipts | Secret::Feeds | Secret::Mailbox => return Ok(None),
        }))
    }
}

/// Replaces these secrets, over a connection of the owner of the tables: all of them or none.
pub async fn rotate(app: &Admin, owner: &mut Conn, secrets: &[Secret]) -> Result<()> {
    let now = app.clock.now();
    if !settings::may_replace(owner).await? {
        return Err(Refusal::forbidden("why-owner-replaces"));
    }
    owner
        .transaction::<_, Refusal, _>(async |conn| {
            for secret in secrets {
                if let Some((key, value)) = secret.fresh()? {
                    settings::replace(conn, key, &value).await?;
                }
                match secret {
                    // These questions are stored under hashes of secrets that the old key derives.
                    Secret::ReplyAddresses => drop(strangers::remove_unanswered(conn).await?),
                    // Push services reject messages signed with another key.
                    Secret::Pushes => drop(pushes::remove_everybodys(conn).await?),
                    Secret::Feeds => drop(store::remove_everybodys(conn).await?),
                    Secret::Receipts => {
                        let fresh = ids::random_bytes::<32>();
                        if signing_keys::put_next(conn, &fresh, true, now).await? == 0 {
                            return Err(Refusal::unavailable(
                                "another server replaced the key at the same time",
                            ));
                        }
                    }
                    Secret::AccessTokens
                    | Secret::MailLinks
                    | Secret::Devices
                    | Secret::Mailbox => {}
                }
            }
            Ok(())
        })
        .await?;
    if secrets.contains(&Secret::Mailbox)
        && let Some(key) = &app.mailbox_key
    {
        key.replace().map_err(Refusal::internal)?;
    }
    take_up(app).await
}

/// Switches to the secrets in the database, if they have been replaced.
pub async fn take_up(app: &Admin) -> Result<()> {
    let mut conn = app.db.get().await?;
    let Some(stored) = settings::stored(&mut conn, KEYS).await? else {
        return Err(Refusal::internal("a secret is missing in the database"));
    };
    receipts::take_up(app, &mut conn).await?;
    drop(conn);
    let mut known = app.secrets.0.lock().unwrap_or_else(PoisonError::into_inner);
    if *known == stored {
        return Ok(());
    }
    let [access, reply, addresses, links, device, push] = &stored;
    app.access.set_secret(access);
    app.reply_addresses.set_key(&sized(reply)?);
    app.mail_tokens.set_keys(&sized(addresses)?, &sized(links)?);
    app.devices.set_key(&sized(device)?);
    let identity = Identity::stored(push, app.config.contact()).map_err(Refusal::internal)?;
    app.pushes.set(identity);
    *known = stored;
    tracing::info!("this process uses new secrets: they were rotated");
    Ok(())
}

/// Checks the length of a key.
pub fn sized(stored: &[u8]) -> Result<[u8; 64]> {
    stored
        .try_into()
        .map_err(|_| Refusal::internal("a stored key is not 64 bytes long"))
}
