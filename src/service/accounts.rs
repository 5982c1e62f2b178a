//! Accounts: sign-up, changes of password and address, deletion.
//!
//! Names are public, addresses are not: no response reveals whether an address belongs to an
//! account. [`super::confirmation`] confirms addresses; [`super::reset`] resets passwords by mail.

use std::net::IpAddr;

use base::refusal::{Refusal, Result};
use chrono::TimeDelta;
use chrono_tz::Tz;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use common::notice::Changed;
use db::Conn;
use db::sets::{MailTrouble, Stored};
use notices::outbox;
use notices::{AccountNotice, GameNotice, Place};
use rules::Language;

use super::access::Caller;
use super::attempts::{self, Asked, Guesser};
use super::bounces;
use super::codes::{self, Purpose};
use super::devices::Device;
use super::identity::{Email, FORMER_PLAYER, NewPassword, PlayerName, looks_of};
use super::joining::{self, Invitation};
use super::orders;
use super::play;
use super::reply_addresses;
use super::sessions::{self as signing, Opened, Tokens};
use crate::service::App;
use crate::store::players::{self, NewPlayer, Player};
use crate::store::{
    departures, games, mail_codes, passkeys, pushes, second_factor, sessions, webhooks,
};

/// How long the name of a deleted account stays reserved, so that former opponents do not mistake a
/// new player for the old one.
const NAME_KEPT: TimeDelta = TimeDelta::days(365);

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

/// A player's public profile.
pub struct Profile {
    /// The name.
    pub name: String,
    /// When the player signed up.
    pub created_at: Moment,
    /// How many games the player has finished.
    pub games_finished: i64,
    /// Whether a program plays with this account.
    pub automated: bool,
    /// Whether the player is a guest.
    pub guest: bool,
}

/// Changes to an account. A field that is `None` stays unchanged.
pub struct Change {
    /// The current password, required for a new password or address. It protects an unattended
    /// session.
    pub current_password: Option<String>,
    /// The new password.
    pub password: Option<NewPassword>,
    /// The new address.
    pub email: Option<Email>,
    /// The new time zone.
    pub time_zone: Option<Tz>,
    /// The new language.
    pub language: Option<Language>,
    /// Whether the server plays moves for the player that decide nothing.
    pub forced: Option<bool>,
    /// Marks the account permanently as played by a program.
    pub automated: bool,
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
pub fn is_confirmed(app: &App, player: &Player) -> bool {
    let local = app.config.mail_is_local() && player.email.is_some();
    local || player.email_confirmed_at.is_some()
}

/// Rejects a guest. Guests may not do anything that needs a password or an address, outlasts the
/// session, or reaches people who did not ask for it.
pub(super) fn refuse_guest(player: &Player) -> Result<()> {
    match player.guest {
        true => Err(Refusal::GuestsMayNot),
        false => Ok(()),
    }
}

/// Returns the hash that reserves the name of a deleted account.
pub(super) fn former_name(looks: &str) -> Vec<u8> {
    ids::secret_hash(&format!("former name/{looks}"))
}

/// Notifies the owner of an account of a change, at the current address. An unconfirmed address may
/// belong to somebody else, so mail to it is rate limited.
pub(super) async fn tell(
    app: &App,
    conn: &mut Conn,
    player: &Player,
    what: Changed,
    device: Option<&str>,
    now: Moment,
) -> Result<()> {
    let Some((whom, email)) = signing::with_email(player) else {
        return Ok(());
    };
    if !is_confirmed(app, player) {
        match attempts::mail(conn, app, Asked::Told(email)).await {
            Err(Refusal::TooMany { .. }) => return Ok(()),
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
pub(super) async fn is_taken(app: &App, name: &PlayerName, now: Moment) -> Result<bool> {
    let looks = name.looks();
    Ok(signing::find(app, Some(&name.key())).await?.is_some()
        || players::is_taken(&mut *app.db.get().await?, &looks, &former_name(&looks), now).await?)
}

/// Signs up a new player, and signs the player in.
///
/// The result does not depend on whether another account has the address. Only confirming an
/// address claims it.
#[expect(
    clippy::too_many_arguments,
    reason = "each is one thing that a new player gives"
)]
pub async fn sign_up(
    app: &App,
    client: IpAddr,
    name: PlayerName,
    email: Email,
    password: NewPassword,
    language: Language,
    device: &Device,
    invitation: Option<&Invitation>,
) -> Result<(Profile, Tokens)> {
    app.limits.sign_up(client)?;
    let (key, looks, now) = (name.key(), name.looks(), app.clock.now());
    let mut conn = app.db.get().await?;
    joining::admit(app, &mut conn, Some(email.as_str()), invitation).await?;
    drop(conn);
    if is_taken(app, &name, now).await? {
        return Err(Refusal::NameTaken);
    }
    let hash = app.passwords.hash(password).await?;
    let new = NewPlayer {
        name: name.as_str(),
        name_key: &key,
        looks: &looks,
        email: Some(email.as_str()),
        password_hash: Some(&hash),
        created_at: now,
        language: Stored(language),
        guest: false,
    };
    let (player, opened) = app
        .once(async |conn| {
            let id = players::insert(conn, &new)
                .await?
                .ok_or(Refusal::NameTaken)?;
            let address = (email.as_str(), client);
            ask_to_confirm(app, conn, (id, new.name), address, now).await?;
            let_in(conn, id, device, now).await
        })
        .await?;
    app.outbox.notify_one();
    welcome(app, player, opened, now)
}

/// Sends a confirmation code to the address of a new account. Does nothing if mail is local.
pub(super) async fn ask_to_confirm(
    app: &App,
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
        Err(Refusal::TooMany { .. }) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}

/// Opens the first session of a new player.
pub(super) async fn let_in(
    conn: &mut Conn,
    id: PlayerId,
    device: &Device,
    now: Moment,
) -> Result<(Player, Opened)> {
    let opened = signing::open(conn, id, device, now).await?;
    let player = players::by_id(conn, id).await?;
    let player = player.ok_or_else(|| Refusal::internal("a new player is gone"))?;
    Ok((player, opened))
}

/// Returns the profile and the tokens of a new player. Call it after the account is committed.
pub(super) fn welcome(
    app: &App,
    player: Player,
    opened: Opened,
    now: Moment,
) -> Result<(Profile, Tokens)> {
    let device = app.devices.token(&player, None);
    let tokens = signing::tokens(app, &player, opened, Some(device), now)?;
    Ok((shown(player, 0), tokens))
}

fn shown(player: Player, games_finished: i64) -> Profile {
    Profile {
        name: player.name,
        created_at: player.created_at,
        games_finished,
        automated: player.automated,
        guest: player.guest,
    }
}

/// Returns the public profile of the player called `name`.
pub async fn profile(app: &App, name: &str) -> Result<Profile> {
    let key = PlayerName::key_of(name).ok_or(Refusal::NotFound)?;
    let mut conn = app.db.get().await?;
    let player = players::by_name(&mut conn, &key)
        .await?
        .ok_or(Refusal::NotFound)?;
    let games_finished = players::games_finished(&mut conn, player.id).await?;
    Ok(shown(player, games_finished))
}

/// Returns the caller's own account.
pub async fn me(app: &App, caller: &Caller) -> Result<Account> {
    let player = caller_row(app, caller).await?;
    account(app, player).await
}

pub(super) async fn account(app: &App, player: Player) -> Result<Account> {
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

pub(super) async fn suspension(app: &App, player: &Player) -> Result<Option<Suspension>> {
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

pub(super) async fn caller_row(app: &App, caller: &Caller) -> Result<Player> {
    players::by_id(&mut *app.db.get().await?, caller.player)
        .await?
        .ok_or(Refusal::NotSignedIn)
}

/// Locks and returns the caller's account until the transaction ends.
///
/// The account may have been deleted while its last access token was still valid. Then the caller
/// is not signed in.
pub(super) async fn locked(conn: &mut Conn, id: PlayerId) -> Result<Player> {
    players::lock(conn, id).await?.ok_or(Refusal::NotSignedIn)
}

/// Returns the caller's account and prevents its deletion until the transaction ends. If it was
/// deleted before, the caller is not signed in.
pub(super) async fn held(conn: &mut Conn, id: PlayerId) -> Result<Player> {
    players::hold(conn, id).await?.ok_or(Refusal::NotSignedIn)
}

/// Checks the caller's password. Returns the player row with which it was checked.
pub(super) async fn verified(
    app: &App,
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
pub(super) async fn lock_verified(conn: &mut Conn, seen: &Player) -> Result<Player> {
    let player = locked(conn, seen.id).await?;
    if player.password_hash == seen.password_hash {
        Ok(player)
    } else {
        Err(Refusal::BadCredentials)
    }
}

/// Changes the caller's account. A new password signs out all other clients and voids pending
/// codes. A new address replaces the old one when it is confirmed. The server reports both changes
/// to the old address.
pub async fn change(app: &App, client: IpAddr, caller: &Caller, change: Change) -> Result<Account> {
    let needs_password = change.password.is_some() || change.email.is_some();
    let seen = match &change.current_password {
        Some(password) => verified(app, client, caller, password).await?,
        None => caller_row(app, caller).await?,
    };
    if let Some(email) = &change.email {
        joining::refuse_blocked(app, email.as_str())?;
    }
    if needs_password {
        refuse_guest(&seen)?;
        if change.current_password.is_none() {
            return Err(Refusal::invalid("why-current-password"));
        }
    }
    let hash = match change.password {
        Some(password) => Some(app.passwords.hash(password).await?),
        None => None,
    };
    let email = change.email;
    let now = app.clock.now();
    let (player, ended, games) = app
        .transaction(async |conn| {
            let player = lock_verified(conn, &seen).await?;
            let (mut ended, mut games) = (Vec::new(), Vec::new());
            if let Some(hash) = &hash {
                codes::void_begun(conn, player.id, now).await?;
                players::set_password(conn, player.id, hash).await?;
                reply_addresses::void(conn, player.id).await?;
                tell(app, conn, &player, Changed::Password, None, now).await?;
                let except = Some(caller.session.as_str());
                ended = sessions::revoke_all(conn, player.id, except, now).await?;
            }
            if let Some(email) = &email {
                change_email(app, conn, &player, (email, client), now).await?;
            }
            if let Some(zone) = change.time_zone {
                players::set_time_zone(conn, player.id, zone.name()).await?;
            }
            if let Some(language) = change.language {
                players::set_language(conn, player.id, Stored(language)).await?;
            }
            if change.automated && !players::set_automated(conn, player.id).await? {
                return Err(Refusal::forbidden("why-automated"));
            }
            if let Some(forced) = change.forced {
                games = orders::set_forced_everywhere(conn, player.id, forced).await?;
            }
            let player = players::by_id(conn, player.id).await?;
            Ok((player.ok_or(Refusal::NotSignedIn)?, ended, games))
        })
        .await?;
    app.access.revoke(ended, now);
    app.outbox.notify_one();
    orders::take_up(app, &games).await;
    account(app, player).await
}

/// Sets for all games whether the server plays moves for the caller that decide nothing.
pub async fn set_forced(app: &App, caller: &Caller, forced: bool) -> Result<()> {
    let games = app
        .transaction(async |conn| {
            let player = locked(conn, caller.player).await?;
            orders::set_forced_everywhere(conn, player.id, forced).await
        })
        .await?;
    orders::take_up(app, &games).await;
    Ok(())
}

/// Whether this is the player's current address.
pub(super) fn has_email(player: &Player, email: &Email) -> bool {
    player.email.as_deref().is_some_and(|now| email.is(now))
}

async fn change_email(
    app: &App,
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

/// Deletes the caller's account. Histories keep the seat under an anonymous name. The player leaves
/// open tables, and open tables that the player created are cancelled. The player leaves running
/// games for good. The name stays reserved for a while.
pub async fn delete(app: &App, client: IpAddr, caller: &Caller, password: &str) -> Result<()> {
    let seen = verified(app, client, caller, password).await?;
    let now = app.clock.now();
    let ended = app
        .transaction(async |conn| {
            let player = lock_verified(conn, &seen).await?;
            remove(conn, &player, now).await
        })
        .await?;
    removed(app, ended, now).await;
    Ok(())
}

/// Removes the account of a locked player. Returns the sessions that end with it.
pub(super) async fn remove(conn: &mut Conn, player: &Player, now: Moment) -> Result<Vec<String>> {
    let (id, name) = (player.id, former_name(&looks_of(&player.name)));
    players::keep_name(conn, &name, now + NAME_KEPT).await?;
    leave_open_tables(conn, id, now).await?;
    departures::forget_mail(conn, id).await?;
    departures::forget_offers(conn, id).await?;
    departures::forget_words(conn, id).await?;
    second_factor::remove(conn, id).await?;
    passkeys::remove_begun(conn, id).await?;
    passkeys::remove_all(conn, id).await?;
    webhooks::remove_all(conn, id).await?;
    pushes::remove_all(conn, id).await?;
    let former = format!("{FORMER_PLAYER}-{}", ids::short_id());
    players::anonymise(conn, id, &former, now).await?;
    Ok(sessions::revoke_all(conn, id, None, now).await?)
}

/// Completes the removal of accounts, after the transaction is committed.
pub(super) async fn removed(app: &App, ended: Vec<String>, now: Moment) {
    app.access.revoke(ended, now);
    app.outbox.notify_one();
    // The accounts are gone even if this fails. The background job retries it.
    if let Err(refusal) = play::leave_for_departed(app).await {
        tracing::warn!(%refusal, "games of a deleted account were not left yet");
    }
}

/// Renames a locked player. The old name stays reserved, like the name of a deleted account.
pub(super) async fn rename(
    conn: &mut Conn,
    player: &Player,
    to: &PlayerName,
    now: Moment,
) -> Result<()> {
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

pub(super) async fn leave_open_tables(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
) -> diesel::QueryResult<()> {
    let mut mails = Vec::new();
    let open = departures::lock_open_games(conn, player).await?;
    games::note_changes(conn, &open).await?;
    for other in departures::cancel_open_games(conn, &open, player, now).await? {
        let notice = GameNotice::Cancelled;
        mails.push(notice.mail(&other.game, Place::NONE, other.seat, other.player, now));
    }
    outbox::put(conn, &mails).await?;
    departures::free_open_seats(conn, &open, player).await?;
    Ok(())
}
