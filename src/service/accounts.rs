//! Accounts: signing up, addresses and their confirmation, passwords, leaving for good.
//!
//! Names are public, addresses are not: nobody can learn here whether an address belongs to
//! somebody. An address belongs to one account once it is confirmed, and confirming takes a code
//! that only its mailbox shows.

use std::net::IpAddr;
use std::time::Duration;

use chrono_tz::Tz;
use diesel_async::{AsyncConnection, AsyncPgConnection};
use rules::{Language, Seat};

use super::access::Caller;
use super::bounces;
use super::codes::{self, Purpose};
use super::identity::{Email, FORMER_PLAYER, NewPassword, PlayerName};
use super::notices::GameNotice;
use super::play;
use super::sessions::{self as signing, Tokens};
use super::tx::Failure;
use crate::app::App;
use crate::clock::Moment;
use crate::ids;
use crate::problem::{Problem, database};
use crate::store::players::{self, Confirmed, NewPlayer, Player};
use crate::store::{departures, mail_codes, outbox, sessions};

/// The least time in which a request for a reset is answered: longer than finding an account and
/// writing a mail takes, so that the time tells nothing.
const RESET_TAKES: Duration = Duration::from_millis(250);

/// Accounts of one address that a request for a reset writes to.
const RESETS_AT_ONCE: i64 = 5;

/// What the codes that prove an old address are good for.
const RECOVERY: [&str; 2] = [Purpose::SignIn.word(), Purpose::Reset.word()];

/// An account, as its owner sees it. No `Debug`: it holds addresses.
pub struct Account {
    /// The name.
    pub name: String,
    /// The address that mail goes to.
    pub email: String,
    /// Whether game mail goes there.
    pub email_confirmed: bool,
    /// The address that replaces it once it is confirmed.
    pub pending_email: Option<String>,
    /// When the player signed up.
    pub created_at: Moment,
    /// Where the player's days begin and end.
    pub time_zone: Tz,
    /// The language that the player is written to in.
    pub language: Language,
    /// Why no game mail goes to the address any more, if it does not.
    pub suspension: Option<Suspension>,
}

/// Why no game mail goes to an address any more. Confirming it again lifts that.
pub struct Suspension {
    /// Since when.
    pub since: Moment,
    /// `bounced` or `complained`.
    pub reason: String,
}

/// A player, as everybody sees them.
pub struct Profile {
    /// The name.
    pub name: String,
    /// When the player signed up.
    pub created_at: Moment,
    /// How many games the player has finished.
    pub games_finished: i64,
}

/// What a player changes; what is `None` stays.
pub struct Change {
    /// The password, to show that it is not somebody at an unlocked screen: for a new password or
    /// address.
    pub current_password: Option<String>,
    /// The new password.
    pub password: Option<NewPassword>,
    /// The new address.
    pub email: Option<Email>,
    /// The new time zone.
    pub time_zone: Option<Tz>,
    /// The new language.
    pub language: Option<Language>,
}

/// The player's time zone: what was chosen, or UTC.
pub fn zone_of(player: &Player) -> Tz {
    let chosen = player.time_zone.as_deref();
    chosen.and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC)
}

/// The language that the player is written to in.
pub fn language_of(player: &Player) -> Language {
    player.language.parse().unwrap_or_default()
}

/// Whether game mail goes to the player's address. Where mail stays on the machine there is
/// nothing to confirm.
pub fn is_confirmed(app: &App, player: &Player) -> bool {
    app.config.mail_is_local() || player.email_confirmed_at.is_some()
}

/// Signs up a new player, and in.
///
/// It makes no difference whether somebody has the address already: only its confirmation does.
pub async fn sign_up(
    app: &App,
    client: IpAddr,
    name: PlayerName,
    email: Email,
    password: NewPassword,
    language: Language,
) -> Result<(Profile, Tokens), Problem> {
    app.limits.sign_up(client)?;
    let key = name.key();
    if signing::find(app, Some(&key)).await?.is_some() {
        return Err(Problem::NameTaken);
    }
    let hash = app.passwords.hash(password).await?;
    let now = app.clock.now();
    // The account is made even when its address had enough mail: the player can ask again later.
    let confirm = !app.config.mail_is_local() && app.limits.mail(email.as_str()).is_ok();
    let new = NewPlayer {
        name: name.as_str(),
        name_key: &key,
        email: email.as_str(),
        password_hash: &hash,
        created_at: now,
        language: language.code(),
    };
    let (player, opened) = app
        .db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
            let id = players::insert(conn, &new)
                .await?
                .ok_or(Problem::NameTaken)?;
            if confirm {
                codes::send(conn, Purpose::Confirm, (id, new.name), new.email, now).await?;
            }
            let opened = signing::open(conn, id, now).await?;
            let player = players::by_id(conn, id).await?.ok_or(Problem::Internal)?;
            Ok((player, opened))
        })
        .await?;
    app.outbox.notify_one();
    let tokens = signing::tokens(app, &player, opened, now)?;
    let profile = Profile {
        name: player.name,
        created_at: player.created_at,
        games_finished: 0,
    };
    Ok((profile, tokens))
}

/// What everybody may know of the player called `name`.
pub async fn profile(app: &App, name: &str) -> Result<Profile, Problem> {
    let key = PlayerName::key_of(name).ok_or(Problem::NotFound)?;
    let mut conn = app.db.get().await?;
    let player = players::by_name(&mut conn, &key)
        .await
        .map_err(database)?
        .ok_or(Problem::NotFound)?;
    let games_finished = players::games_finished(&mut conn, player.id)
        .await
        .map_err(database)?;
    Ok(Profile {
        name: player.name,
        created_at: player.created_at,
        games_finished,
    })
}

/// The caller's own account.
pub async fn me(app: &App, caller: &Caller) -> Result<Account, Problem> {
    let player = caller_row(app, caller).await?;
    account(app, player).await
}

async fn account(app: &App, player: Player) -> Result<Account, Problem> {
    Ok(Account {
        suspension: suspension(app, &player).await?,
        email_confirmed: is_confirmed(app, &player),
        time_zone: zone_of(&player),
        language: language_of(&player),
        name: player.name,
        email: player.email.unwrap_or_default(),
        pending_email: player.pending_email,
        created_at: player.created_at,
    })
}

async fn suspension(app: &App, player: &Player) -> Result<Option<Suspension>, Problem> {
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

async fn caller_row(app: &App, caller: &Caller) -> Result<Player, Problem> {
    players::by_id(&mut *app.db.get().await?, caller.player)
        .await
        .map_err(database)?
        .ok_or(Problem::NotSignedIn)
}

/// Checks the caller's password; answers the player as checked.
async fn verified(
    app: &App,
    client: IpAddr,
    caller: &Caller,
    password: &str,
) -> Result<Player, Problem> {
    let player = caller_row(app, caller).await?;
    app.limits.guess_of(client, player.id)?;
    let hash = player.password_hash.as_deref();
    if app.passwords.verify(password, hash).await? {
        Ok(player)
    } else {
        Err(Problem::BadCredentials)
    }
}

/// Locks a player whose password was verified, unless it was changed since.
async fn lock_verified(conn: &mut AsyncPgConnection, seen: &Player) -> Result<Player, Failure> {
    let player = players::lock(conn, seen.id)
        .await?
        .ok_or(Problem::NotSignedIn)?;
    if player.password_hash == seen.password_hash {
        Ok(player)
    } else {
        Err(Problem::BadCredentials.into())
    }
}

/// Changes the caller's password, address, time zone. A new password signs out all other clients; a
/// new address replaces the old one when it is confirmed.
pub async fn change(
    app: &App,
    client: IpAddr,
    caller: &Caller,
    change: Change,
) -> Result<Account, Problem> {
    let needs_password = change.password.is_some() || change.email.is_some();
    let seen = match &change.current_password {
        Some(password) => verified(app, client, caller, password).await?,
        None if needs_password => {
            let text = "A new password or address takes “current_password”.";
            return Err(Problem::invalid(text));
        }
        None => caller_row(app, caller).await?,
    };
    let hash = match change.password {
        Some(password) => Some(app.passwords.hash(password).await?),
        None => None,
    };
    let email = change.email;
    if let Some(email) = email.as_ref().filter(|email| mails_for(app, &seen, email)) {
        app.limits.mail(&seen.name)?;
        app.limits.mail(email.as_str())?;
    }
    let now = app.clock.now();
    let (player, ended) = app
        .db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
            let player = lock_verified(conn, &seen).await?;
            let mut ended = Vec::new();
            if let Some(hash) = &hash {
                players::set_password(conn, player.id, hash).await?;
                mail_codes::void(conn, player.id, &RECOVERY, now).await?;
                let except = Some(caller.session.as_str());
                ended = sessions::revoke_all(conn, player.id, except, now).await?;
            }
            if let Some(email) = &email {
                change_email(app, conn, &player, email, now).await?;
            }
            if let Some(zone) = change.time_zone {
                players::set_time_zone(conn, player.id, zone.name()).await?;
            }
            if let Some(language) = change.language {
                players::set_language(conn, player.id, language.code()).await?;
            }
            let player = players::by_id(conn, player.id).await?;
            Ok((player.ok_or(Problem::NotSignedIn)?, ended))
        })
        .await?;
    app.access.revoke(ended, now);
    app.outbox.notify_one();
    account(app, player).await
}

/// Whether changing to this address sends a mail.
fn mails_for(app: &App, player: &Player, email: &Email) -> bool {
    !app.config.mail_is_local() && !has_email(player, email)
}

fn has_email(player: &Player, email: &Email) -> bool {
    player.email.as_deref().is_some_and(|now| email.is(now))
}

async fn change_email(
    app: &App,
    conn: &mut AsyncPgConnection,
    player: &Player,
    email: &Email,
    now: Moment,
) -> diesel::QueryResult<()> {
    if has_email(player, email) {
        // Back to the address that stands: the other one is forgotten.
        if player.pending_email.is_some() {
            players::set_pending_email(conn, player.id, None).await?;
            mail_codes::void(conn, player.id, &[Purpose::Confirm.word()], now).await?;
        }
    } else if app.config.mail_is_local() {
        players::set_email(conn, player.id, email.as_str()).await?;
        mail_codes::void(conn, player.id, &RECOVERY, now).await?;
    } else {
        players::set_pending_email(conn, player.id, Some(email.as_str())).await?;
        let whom = (player.id, player.name.as_str());
        codes::send(conn, Purpose::Confirm, whom, email.as_str(), now).await?;
    }
    Ok(())
}

/// Sends another code to confirm the caller's address with: the new one where one waits. It also
/// lifts a suspension. Nothing is sent when there is nothing to confirm.
pub async fn send_confirmation(app: &App, caller: &Caller) -> Result<(), Problem> {
    let player = caller_row(app, caller).await?;
    let suspended = suspension(app, &player).await?.is_some();
    let Some(email) = to_confirm(app, &player, suspended) else {
        return Ok(());
    };
    app.limits.mail(&player.name)?;
    app.limits.mail(email)?;
    let now = app.clock.now();
    app.db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
            let player = players::lock(conn, player.id)
                .await?
                .ok_or(Problem::NotSignedIn)?;
            if let Some(email) = to_confirm(app, &player, suspended) {
                let whom = (player.id, player.name.as_str());
                codes::send(conn, Purpose::Confirm, whom, email, now).await?;
            }
            Ok(())
        })
        .await?;
    app.outbox.notify_one();
    Ok(())
}

fn to_confirm<'a>(app: &App, player: &'a Player, suspended: bool) -> Option<&'a str> {
    let unconfirmed = player
        .email
        .as_deref()
        .filter(|_| suspended || !is_confirmed(app, player));
    player.pending_email.as_deref().or(unconfirmed)
}

/// Confirms the caller's address with the code that was sent there.
pub async fn confirm(
    app: &App,
    client: IpAddr,
    caller: &Caller,
    code: &str,
) -> Result<(), Problem> {
    let player = caller_row(app, caller).await?;
    app.limits.guess_of(client, player.id)?;
    confirm_player(app, player.id, code).await
}

/// Confirms the address of the player called `name`: for the link in the mail, which works
/// without signing in.
pub async fn confirm_by_name(
    app: &App,
    client: IpAddr,
    name: &str,
    code: &str,
) -> Result<(), Problem> {
    let key = PlayerName::key_of(name);
    app.limits.guess(client, key.as_deref())?;
    let player = signing::find(app, key.as_deref()).await?;
    confirm_player(app, player.ok_or(Problem::BadCode)?.id, code).await
}

async fn confirm_player(app: &App, id: i64, code: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    let confirmed = app
        .db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
            let player = players::lock(conn, id).await?.ok_or(Problem::BadCode)?;
            let Some(email) = codes::take(conn, Purpose::Confirm, id, code, now).await? else {
                return Ok(false);
            };
            let changes = player.pending_email.as_deref() == Some(&email);
            if !changes && player.email.as_deref() != Some(&email) {
                return Ok(false);
            }
            if players::confirm_email(conn, id, &email, now).await? == Confirmed::Taken {
                return Err(Problem::AddressTaken.into());
            }
            bounces::lift(app, conn, &email).await?;
            if changes {
                players::set_pending_email(conn, id, None).await?;
                // Whoever reads the old mailbox must not get in any more.
                mail_codes::void(conn, id, &RECOVERY, now).await?;
            }
            Ok(true)
        })
        .await?;
    confirmed.then_some(()).ok_or(Problem::BadCode)
}

/// Sends a code to set a new password with to each account that has this address. The caller
/// learns nothing, not even by the time it takes.
pub async fn request_reset(app: &App, client: IpAddr, email: &Email) -> Result<(), Problem> {
    app.limits.mail_from(client, Some(email.as_str()))?;
    let (sent, ()) = tokio::join!(send_resets(app, email), tokio::time::sleep(RESET_TAKES));
    sent
}

async fn send_resets(app: &App, email: &Email) -> Result<(), Problem> {
    let now = app.clock.now();
    app.db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
            for found in players::by_email(conn, email.as_str(), RESETS_AT_ONCE).await? {
                let player = players::lock(conn, found.id).await?;
                if let Some((player, email)) = player
                    .as_ref()
                    .filter(|player| has_email(player, email))
                    .and_then(signing::with_email)
                {
                    codes::send(conn, Purpose::Reset, player, email, now).await?;
                }
            }
            Ok(())
        })
        .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Sets a new password with a code from a mail, and signs the player out everywhere.
pub async fn reset(
    app: &App,
    client: IpAddr,
    name: &str,
    code: &str,
    password: NewPassword,
) -> Result<(), Problem> {
    let key = PlayerName::key_of(name);
    app.limits.guess(client, key.as_deref())?;
    // Hashed before anything is looked up, so that it takes as long for everybody.
    let hash = app.passwords.hash(password).await?;
    let player = signing::find(app, key.as_deref()).await?;
    let (id, now) = (player.ok_or(Problem::BadCode)?.id, app.clock.now());
    let ended = app
        .db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
            let player = players::lock(conn, id).await?.ok_or(Problem::BadCode)?;
            let Some(email) = codes::take(conn, Purpose::Reset, id, code, now).await? else {
                return Ok(None);
            };
            players::set_password(conn, id, &hash).await?;
            mail_codes::void(conn, id, &RECOVERY, now).await?;
            bounces::lift(app, conn, &email).await?;
            // The code came through this mailbox, which proves the address as well.
            if player.email_confirmed_at.is_none() && player.email.as_deref() == Some(&email) {
                players::confirm_email(conn, id, &email, now).await?;
            }
            sessions::revoke_all(conn, id, None, now)
                .await
                .map(Some)
                .map_err(Failure::Database)
        })
        .await?;
    app.access.revoke(ended.ok_or(Problem::BadCode)?, now);
    Ok(())
}

/// Deletes the caller's account. Histories keep the seat under an anonymous name; open tables are
/// left, those that the caller created are cancelled, and running games are left for good.
pub async fn delete(
    app: &App,
    client: IpAddr,
    caller: &Caller,
    password: &str,
) -> Result<(), Problem> {
    let seen = verified(app, client, caller, password).await?;
    let now = app.clock.now();
    let ended = app
        .db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
            let id = lock_verified(conn, &seen).await?.id;
            leave_open_tables(conn, id, now).await?;
            departures::forget_mail(conn, id).await?;
            departures::forget_offers(conn, id).await?;
            departures::forget_words(conn, id).await?;
            let former = format!("{FORMER_PLAYER}-{}", ids::short_id());
            players::anonymise(conn, id, &former, now).await?;
            sessions::revoke_all(conn, id, None, now)
                .await
                .map_err(Failure::Database)
        })
        .await?;
    app.access.revoke(ended, now);
    app.outbox.notify_one();
    // The account is gone whether or not this works; what fails here the job makes good.
    if let Err(problem) = play::leave_for_departed(app).await {
        tracing::warn!(%problem, "games of a deleted account were not left yet");
    }
    Ok(())
}

pub(super) async fn leave_open_tables(
    conn: &mut AsyncPgConnection,
    player: i64,
    now: Moment,
) -> diesel::QueryResult<()> {
    let mut mails = Vec::new();
    let open = departures::lock_open_games(conn, player).await?;
    for stranded in departures::cancel_open_games(conn, &open, player, now).await? {
        if let (Some(whom), Ok(seat)) = (stranded.player_id, u8::try_from(stranded.seat)) {
            let notice = GameNotice::Cancelled;
            mails.push(notice.mail(&stranded.game_id, 0, Seat(seat), whom, now));
        }
    }
    outbox::put(conn, &mails).await?;
    departures::free_open_seats(conn, &open, player).await?;
    Ok(())
}
