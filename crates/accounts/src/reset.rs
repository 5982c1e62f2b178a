//! Resets a forgotten password by mail.

use std::net::IpAddr;
use std::time::Duration;

use common::notice::Changed;

use crate::account::{find, has_email, is_confirmed, tell, with_email};
use crate::attempts::{self, Asked, Guesser};
use crate::codes::{self, Purpose};
use crate::identity::{Email, NewPassword, PlayerName};
use crate::refusal::{Refusal, Result};
use crate::store::mail_codes::Tries;
use crate::store::{players, sessions};
use crate::{Accounts, bounces, reply_addresses};

/// The minimum time of a request for a reset. It is longer than finding an account and queuing a
/// mail takes, so the response time reveals nothing.
const TAKES: Duration = Duration::from_millis(250);

/// The most accounts of one address that get a mail for a request.
const AT_ONCE: i64 = 5;

/// The proof that the caller reads the account's mail.
pub enum Proof {
    /// The code from the mail, with the player's name.
    Code {
        /// The name.
        name: String,
        /// The code.
        code: String,
    },
    /// The secret in the link, which also identifies the player.
    Link(String),
}

/// Sends a code and a link for a reset to each account with this address. Neither the response nor
/// its time reveals whether there is one.
pub async fn request(app: &Accounts, client: IpAddr, email: &Email) -> Result<()> {
    attempts::client(app, client).await?;
    attempts::mail(&mut *app.db.get().await?, app, Asked::Reset(email.as_str())).await?;
    let (sent, ()) = tokio::join!(send(app, client, email), tokio::time::sleep(TAKES));
    sent
}

async fn send(app: &Accounts, client: IpAddr, email: &Email) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        for found in players::by_email(conn, email.as_str(), AT_ONCE).await? {
            let player = players::lock(conn, found.id).await?;
            let Some(player) = player.filter(|player| has_email(player, email)) else {
                continue;
            };
            // Prevents an attacker from flooding a mailbox by creating many accounts with its
            // address.
            let unproven = Asked::Unproven(email.as_str(), client);
            if !is_confirmed(app, &player) && attempts::mail(conn, app, unproven).await.is_err() {
                continue;
            }
            if let Some((player, email)) = with_email(&player) {
                codes::send(conn, Purpose::Reset, player, email, now).await?;
            }
        }
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Sets a new password, signs the player out everywhere and voids pending codes. The player gets a
/// mail about it, and another one about the first session after it.
pub async fn reset(
    app: &Accounts,
    client: IpAddr,
    proof: &Proof,
    password: NewPassword,
) -> Result<()> {
    let now = app.clock.now();
    let (id, hash, guess) = match proof {
        Proof::Code { name, .. } => {
            let key = PlayerName::key_of(name);
            let guess = attempts::guess(app, client, Guesser::Named(key.as_deref())).await?;
            // Hashed before any look-up, so that the time is the same for all names.
            let hash = app.passwords.hash(password).await?;
            let player = find(app, key.as_deref()).await?;
            let player = player.ok_or(Refusal::BadCode)?;
            (player.id, hash, Some(guess))
        }
        Proof::Link(link) => {
            let mut conn = app.db.get().await?;
            let owner = codes::owner_of_link(&mut conn, Purpose::Reset, link, now).await;
            drop(conn);
            let id = owner?.ok_or(Refusal::BadCode)?;
            (id, app.passwords.hash(password).await?, None)
        }
    };
    let ended = app
        .transaction(async |conn| {
            let player = players::lock(conn, id).await?.ok_or(Refusal::BadCode)?;
            let taken = match proof {
                Proof::Code { code, .. } => {
                    codes::take(conn, Purpose::Reset, id, code, Tries::ByName, now).await?
                }
                Proof::Link(link) => codes::take_link(conn, Purpose::Reset, id, link, now).await?,
            };
            let Some(email) = taken else {
                return Ok(None);
            };
            players::set_password(conn, id, &hash).await?;
            codes::void_begun(conn, id, now).await?;
            reply_addresses::void(conn, id).await?;
            bounces::lift(app, conn, &email).await?;
            // The mail arrived, which confirms the address too.
            if player.email_confirmed_at.is_none() && player.email.as_deref() == Some(&email) {
                players::confirm_email(conn, id, &email, now).await?;
            }
            tell(app, conn, &player, Changed::Password, None, now).await?;
            players::set_reset(conn, id, Some(now)).await?;
            Ok(Some(sessions::revoke_all(conn, id, None, now).await?))
        })
        .await?;
    app.access.revoke(ended.ok_or(Refusal::BadCode)?, now);
    app.outbox.notify_one();
    if let Some(guess) = guess {
        guess.was_right(app).await;
    }
    Ok(())
}
