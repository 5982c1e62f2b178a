//! Accounts: their rows, passwords and addresses.
//!
//! Names are public, addresses are not: no response reveals whether an address belongs to an
//! account. [`crate::confirmation`] confirms addresses; [`crate::reset`] resets passwords by mail.

use std::net::IpAddr;

use chrono::TimeDelta;
use chrono_tz::Tz;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use common::notice::Changed;
use db::Conn;
use db::sets::MailTrouble;
use notices::{AccountNotice, outbox};
use rules::Language;

use crate::access::Caller;
use crate::attempts::{self, Asked, Guesser};
use crate::codes::{self, Purpose};
use crate::identity::{Email, PlayerName, looks_of};
use crate::refusal::{Refusal, Result};
use crate::store::mail_codes;
use crate::store::players::{self, Player};
use crate::{Accounts, bounces};

/// How long the name of a deleted account stays reserved, so that former opponents do not mistake a
/// new player for the old one.
pub const NAME_KEPT: TimeDelta = TimeDelta::days(365);

/// An account, as its owner sees it. It holds addresses, so it has no `Debug`.
pub struct Account {
    /// The name.
    pub name: String,
    /// The address for mail; empty for a guest.
    pub email: String,
    /// Whether game mail goes to that address.
    pub email_confirmed: bool,
    /// The new address, which replaces `email` once it is confirmed.
    pub pending_email: Option<String>,
    /// When the player signed up.
    pub created_at: Moment,
    /// The player's time zone.
    pub time_zone: Tz,
    /// The language of mails to the player.
    pub language: Language,
    /// Whether the server plays moves for the player that decide nothing.
    pub forced: bool,
    /// Whether a program plays with this account.
    pub automated: bool,
    /// Whether the player is a guest.
    pub guest: bool,
    /// Why game mail to the address is suspended, if it is.
    pub suspension: Option<Suspension>,
}

/// Why game mail to an address is suspended. Confirming the address again lifts the suspension.
pub struct Suspension {
    /// The start of the suspension.
    pub since: Moment,
    /// The reason.
    pub reason: MailTrouble,
}

/// Returns the player's chosen time zone, or UTC.
pub fn zone_of(player: &Player) -> Tz {
    let chosen = player.time_zone.as_deref();
    chosen.and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC)
}

/// Returns the language of mails to the player.
pub fn language_of(player: &Player) -> Language {
    player.language.parse().unwrap_or_default()
}

/// Whether game mail goes to the player's address. Local mail needs no confirmation. A guest has no
/// address.
pub fn is_confirmed(app: &Accounts, player: &Player) -> bool {
    let local = app.config.mail_is_local() && player.email.is_some();
    local || player.email_confirmed_at.is_some()
}

/// Returns the address that counts as the player's own: a confirmed one, or any if mail is local.
pub fn own_address<'a>(app: &Accounts, player: &'a Player) -> Option<&'a str> {
    let counts = is_confirmed(app, player);
    player.email.as_deref().filter(|_| counts)
}

/// Rejects a guest. Guests may not do anything that needs a password or an address, outlasts the
/// session, or reaches people who did not ask for it.
pub fn refuse_guest(player: &Player) -> Result<()> {
    match player.guest {
        true => Err(Refusal::GuestNotAllowed),
        false => Ok(()),
    }
}

/// Returns the hash that reserves the name of a deleted account.
pub fn former_name(looks: &str) -> Vec<u8> {
    ids::secret_hash(&format!("former name/{looks}"))
}

/// Returns the player and their address for a mail, if they have one.
pub(super) fn with_email(player: &Player) -> Option<((PlayerId, &str), &str)> {
    let email = player.email.as_deref()?;
    Some(((player.id, &player.name), email))
}

/// Returns the player of this name key, if there is one.
pub async fn find(app: &Accounts, key: Option<&str>) -> Result<Option<Player>> {
    match key {
        Some(key) => Ok(players::by_name(&mut *app.db.get().await?, key).await?),
        None => Ok(None),
    }
}

/// Notifies the owner of an account of a change, at the current address. An unconfirmed address may
/// belong to somebody else, so the server limits the rate of mail to it.
pub async fn tell(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    what: Changed,
    device: Option<&str>,
    now: Moment,
) -> Result<()> {
    let Some((whom, email)) = with_email(player) else {
        return Ok(());
    };
    if !is_confirmed(app, player) {
        match attempts::mail(conn, app, Asked::Told(email)).await {
            Err(Refusal::General(base::Refusal::RateLimited { .. })) => return Ok(()),
            told => told?,
        }
    }
    let notice = AccountNotice::AccountChanged {
        name: whom.1.to_owned(),
        what,
        device: device.map(str::to_owned),
    };
    outbox::put(conn, &[notice.mail(whom.0, email, now)]).await?;
    Ok(())
}

/// Whether a player has this name or a similar-looking one, or had it until recently.
pub async fn is_taken(app: &Accounts, name: &PlayerName, now: Moment) -> Result<bool> {
    let looks = name.looks();
    Ok(find(app, Some(&name.key())).await?.is_some()
        || players::is_taken(&mut *app.db.get().await?, &looks, &former_name(&looks), now).await?)
}

/// Sends a confirmation code to the address of a new account. Does nothing if mail is local.
pub async fn ask_to_confirm(
    app: &Accounts,
    conn: &mut Conn,
    whom: (PlayerId, &str),
    (email, client): (&str, IpAddr),
    now: Moment,
) -> Result<()> {
    if app.config.mail_is_local() {
        return Ok(());
    }
    match attempts::mail(conn, app, Asked::Unproven(email, client)).await {
        Ok(()) => Ok(codes::send(conn, Purpose::Confirm, whom, email, now).await?),
        // The mailbox has received enough mail. The player can request a code later.
        Err(Refusal::General(base::Refusal::RateLimited { .. })) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}

/// Returns the caller's own account.
pub async fn me(app: &Accounts, caller: &Caller) -> Result<Account> {
    let player = caller_row(app, caller).await?;
    account(app, player).await
}

/// Returns the account of this row.
pub async fn account(app: &Accounts, player: Player) -> Result<Account> {
    Ok(Account {
        suspension: suspension(app, &player).await?,
        email_confirmed: is_confirmed(app, &player),
        time_zone: zone_of(&player),
        language: language_of(&player),
        forced: player.forced,
        automated: player.automated,
        guest: player.guest,
        name: player.name,
        email: player.email.unwrap_or_default(),
        pending_email: player.pending_email,
        created_at: player.created_at,
    })
}

/// Returns why game mail to the player's address is suspended, if it is.
pub async fn suspension(app: &Accounts, player: &Player) -> Result<Option<Suspension>> {
    let Some(email) = &player.email else {
        return Ok(None);
    };
    let known = bounces::known(app, email).await?;
    Ok(known.and_then(|row| {
        Some(Suspension {
            since: row.suspended_at?,
            reason: row.reason?,
        })
    }))
}

/// Returns the caller's row.
pub async fn caller_row(app: &Accounts, caller: &Caller) -> Result<Player> {
    players::by_id(&mut *app.db.get().await?, caller.player)
        .await?
        .ok_or(Refusal::NOT_SIGNED_IN)
}

/// Locks and returns the caller's account until the transaction ends.
///
/// The account may have been deleted while its last access token was still valid. Then the caller
/// is not signed in.
pub async fn locked(conn: &mut Conn, id: PlayerId) -> Result<Player> {
    players::lock(conn, id).await?.ok_or(Refusal::NOT_SIGNED_IN)
}

/// Returns the caller's account and prevents its deletion until the transaction ends. If it was
/// deleted before, the caller is not signed in.
pub async fn held(conn: &mut Conn, id: PlayerId) -> Result<Player> {
    players::hold(conn, id).await?.ok_or(Refusal::NOT_SIGNED_IN)
}

/// Returns the [own address](own_address) of this player.
pub async fn address_of(conn: &mut Conn, app: &Accounts, id: PlayerId) -> Result<Option<String>> {
    let player = players::by_id(conn, id).await?;
    let player = player.ok_or(Refusal::NOT_SIGNED_IN)?;
    Ok(own_address(app, &player).map(str::to_owned))
}

/// Checks the caller's password. Returns the player row with which it was checked.
pub async fn verified(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    password: &str,
) -> Result<Player> {
    let player = caller_row(app, caller).await?;
    refuse_guest(&player)?;
    let guess = attempts::guess(app, client, Guesser::SignedIn(&caller.session)).await?;
    let hash = player.password_hash.as_deref();
    if app.passwords.verify(password, hash).await? {
        guess.was_right(app).await;
        Ok(player)
    } else {
        Err(Refusal::BadCredentials)
    }
}

/// Locks a player whose password was verified. Fails if the password has changed since.
pub async fn lock_verified(conn: &mut Conn, seen: &Player) -> Result<Player> {
    let player = locked(conn, seen.id).await?;
    if player.password_hash == seen.password_hash {
        Ok(player)
    } else {
        Err(Refusal::BadCredentials)
    }
}

/// Whether this is the player's current address.
pub fn has_email(player: &Player, email: &Email) -> bool {
    player.email.as_deref().is_some_and(|now| email.is(now))
}

/// Changes the address, or asks the new address to confirm the change.
pub async fn change_email(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    (email, client): (&Email, IpAddr),
    now: Moment,
) -> Result<()> {
    if has_email(player, email) {
        // Back to the current address: the pending one is discarded.
        players::set_pending_email(conn, player.id, None).await?;
        mail_codes::void(conn, player.id, Purpose::NewAddress, now).await?;
    } else if app.config.mail_is_local() {
        codes::void_begun(conn, player.id, now).await?;
        players::set_email(conn, player.id, email.as_str()).await?;
        tell(app, conn, player, Changed::Address, None, now).await?;
    } else {
        attempts::mail(conn, app, Asked::Own(player.id)).await?;
        attempts::mail(conn, app, Asked::Unproven(email.as_str(), client)).await?;
        players::set_pending_email(conn, player.id, Some(email.as_str())).await?;
        let whom = (player.id, player.name.as_str());
        codes::send(conn, Purpose::NewAddress, whom, email.as_str(), now).await?;
        tell(app, conn, player, Changed::AddressBegun, None, now).await?;
    }
    Ok(())
}

/// Renames a locked player. The old name stays reserved, like the name of a deleted account.
pub async fn rename(conn: &mut Conn, player: &Player, to: &PlayerName, now: Moment) -> Result<()> {
    let (old, new) = (looks_of(&player.name), to.looks());
    if old != new {
        if players::is_taken(conn, &new, &former_name(&new), now).await? {
            return Err(Refusal::NameTaken);
        }
        players::keep_name(conn, &former_name(&old), now + NAME_KEPT).await?;
    }
    match players::rename(conn, player.id, to.as_str(), &to.key(), &new).await? {
        true => Ok(()),
        false => Err(Refusal::NameTaken),
    }
}
