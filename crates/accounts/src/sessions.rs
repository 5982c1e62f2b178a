//! Sessions: sign in, refresh, sign out.
//!
//! A session is one signed-in client. Its access tokens are checked in memory ([`crate::access`]).
//! Its refresh token works once. Using an old one again ends the session, because then two clients
//! hold it.
//!
//! Within 30 seconds, and while its successor is unused, an old refresh token works once more,
//! because a client that lost the response has no other.

use std::net::IpAddr;

use chrono::Duration;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use common::notice::Changed;
use db::Conn;
use diesel_async::AsyncConnection;

use crate::access::{ACCESS_MINUTES, Caller};
use crate::account::{find, tell, with_email};
use crate::attempts::{self, Asked, Guess, Guesser};
use crate::codes::{self, Purpose};
use crate::devices::Device;
use crate::identity::PlayerName;
use crate::passkeys::{self, Shown};
use crate::refusal::{Refusal, Result};
use crate::store::mail_codes::{self, Tries};
use crate::store::players::{self, Player};
pub use crate::store::sessions::OpenSession;
use crate::store::sessions::{RefreshToken, Session};
use crate::store::{self, sessions};
use crate::store::{admins, suspensions};
use crate::{Accounts, second_factor};

/// How long an unused session lasts, in days.
const SESSION_DAYS: i64 = 60;

/// How long a client that lost the response may send the same refresh token again, in seconds.
const GRACE_SECONDS: i64 = 30;

/// How long ended sessions, codes and replaced refresh tokens are kept, in days. Using a replaced
/// token within this time ends its session. Later it is only rejected.
const KEPT_DAYS: i64 = 7;

/// The most sessions of a player, so that the list stays readable. Another one ends the session
/// that was unused for longest.
const MOST: i64 = 100;

/// A proof of the player's identity.
pub enum Proof {
    /// The name and the password.
    Password {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
    /// The name and a code from a mail.
    Code {
        /// The name.
        name: String,
        /// The code.
        code: String,
    },
    /// The secret in a mailed link, which also identifies the player.
    Link(String),
    /// A passkey, which also identifies the player and provides both factors.
    Passkey(Box<Shown>),
}

/// The tokens of a session. They are secrets, so there is no `Debug`.
pub struct Tokens {
    /// The name of the player.
    pub name: String,
    /// Whether game mail goes to the player's address.
    pub email_confirmed: bool,
    /// Whether the player is an admin.
    pub admin: bool,
    /// The access token.
    pub access_token: String,
    /// The refresh token for the next refresh.
    pub refresh_token: String,
    /// A token that identifies the client's device at its next sign-in.
    pub device_token: Option<String>,
}

/// A session that a transaction has opened or refreshed. Its access token is issued after the
/// commit.
pub struct Opened {
    caller: Caller,
    admin: bool,
    refresh_token: String,
}

/// Opens a session for a locked player. Fails if the account is suspended.
pub async fn open(
    conn: &mut Conn,
    player: PlayerId,
    device: &Device,
    now: Moment,
) -> Result<Opened> {
    if let Some(reason) = suspensions::suspension(conn, player).await? {
        return Err(Refusal::Suspended(reason));
    }
    let admin = admins::is_admin(conn, player).await?;
    let (session, refresh_token) = (ids::short_id(), ids::secret_token());
    let hash = ids::secret_hash(&refresh_token);
    let expires = now + Duration::days(SESSION_DAYS);
    let name = device.name.as_deref();
    sessions::revoke_beyond(conn, player, MOST - 1, now).await?;
    sessions::insert(conn, &session, player, name, &hash, (now, expires)).await?;
    let caller = Caller { player, session };
    Ok(Opened {
        caller,
        admin,
        refresh_token,
    })
}

/// Opens the first session of a new player.
pub async fn let_in(
    conn: &mut Conn,
    id: PlayerId,
    device: &Device,
    now: Moment,
) -> Result<(Player, Opened)> {
    let opened = open(conn, id, device, now).await?;
    let player = players::by_id(conn, id).await?;
    let player = player.ok_or_else(|| Refusal::internal("a new player is gone"))?;
    Ok((player, opened))
}

/// Issues the tokens of an opened session, after the commit.
pub fn tokens(
    app: &Accounts,
    player: &Player,
    opened: Opened,
    device_token: Option<String>,
    now: Moment,
) -> Result<Tokens> {
    Ok(Tokens {
        name: player.name.clone(),
        email_confirmed: crate::account::is_confirmed(app, player),
        admin: opened.admin,
        access_token: app
            .access
            .issue(&opened.caller, opened.admin, now)
            .map_err(Refusal::internal)?,
        refresh_token: opened.refresh_token,
        device_token,
    })
}

/// Returns the player whom the proof claims.
async fn claimed(app: &Accounts, proof: &Proof, now: Moment) -> Result<Option<Player>> {
    let mut conn = app.db.get().await?;
    let owner = match proof {
        Proof::Password { name, .. } | Proof::Code { name, .. } => match PlayerName::key_of(name) {
            Some(key) => return Ok(players::by_name(&mut conn, &key).await?),
            None => None,
        },
        Proof::Link(link) => codes::owner_of_link(&mut conn, Purpose::SignIn, link, now).await?,
        Proof::Passkey(shown) => shown.claims(&mut conn).await?,
    };
    match owner {
        Some(id) => Ok(players::by_id(&mut conn, id).await?),
        None => Ok(None),
    }
}

/// Counts the guess that a proof is. Links and passkeys cannot be guessed, so they are not counted,
/// and other people's guesses cannot lock out their owner.
async fn count(
    app: &Accounts,
    client: IpAddr,
    known: Option<&str>,
    proof: &Proof,
) -> Result<Option<Guess>> {
    let name = match proof {
        Proof::Password { name, .. } | Proof::Code { name, .. } => name,
        Proof::Link(_) | Proof::Passkey(_) => return Ok(None),
    };
    let key = PlayerName::key_of(name);
    let who = known.map_or(Guesser::Named(key.as_deref()), Guesser::Known);
    attempts::guess(app, client, who).await.map(Some)
}

/// The credentials of a sign-in.
struct Presented<'a> {
    proof: &'a Proof,
    /// The password hash that was verified.
    verified: Option<String>,
    totp: Option<&'a str>,
    device: &'a Device,
}

/// Opens a session for a locked player if both factors are right.
async fn enter(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    shown: &Presented<'_>,
    now: Moment,
) -> Result<Option<Opened>> {
    let id = player.id;
    let proven = match shown.proof {
        // The password may have been changed since it was verified.
        Proof::Password { .. } => player.password_hash == shown.verified,
        Proof::Code { code, .. } => {
            let taken = codes::take(conn, Purpose::SignIn, id, code, Tries::ByName, now).await?;
            taken.is_some()
        }
        Proof::Link(link) => codes::take_link(conn, Purpose::SignIn, id, link, now)
            .await?
            .is_some(),
        Proof::Passkey(answer) => passkeys::take(app, conn, id, answer, now).await?,
    };
    if !proven {
        return Ok(None);
    }
    if !matches!(shown.proof, Proof::Passkey(_)) {
        second_factor::pass(app, conn, player, shown.totp, now).await?;
    }
    let opened = open(conn, id, shown.device, now).await?;
    if player.reset_at.is_some() {
        let name = shown.device.name.as_deref();
        tell(app, conn, player, Changed::Session, name, now).await?;
        players::set_reset(conn, id, None).await?;
    }
    Ok(Some(opened))
}

/// Signs a player in, with a second factor if it is on. The response does not distinguish an
/// unknown name from a wrong proof.
pub async fn sign_in(
    app: &Accounts,
    client: IpAddr,
    device: &Device,
    proof: &Proof,
    totp: Option<&str>,
) -> Result<Tokens> {
    let outcome = try_to_sign_in(app, client, device, proof, totp).await;
    // Counted afterwards, so that other people's wrong answers cannot block a valid passkey.
    if let (Proof::Passkey(_), Err(Refusal::BadCredentials)) = (proof, &outcome) {
        attempts::client(app, client).await?;
    }
    if app.config.log_failed_sign_ins
        && let Err(
            Refusal::BadCredentials
            | Refusal::BadCode
            | Refusal::BadPasskey
            | Refusal::General(base::Refusal::RateLimited { .. }),
        ) = outcome
    {
        tracing::warn!(client = %client.to_canonical(), "a sign-in failed");
    }
    outcome
}

async fn try_to_sign_in(
    app: &Accounts,
    client: IpAddr,
    device: &Device,
    proof: &Proof,
    totp: Option<&str>,
) -> Result<Tokens> {
    let now = app.clock.now();
    let player = claimed(app, proof, now).await?;
    let known = player
        .as_ref()
        .and_then(|player| app.devices.known(player, device.token.as_deref()?));
    let guess = count(app, client, known, proof).await?;
    let id = player.as_ref().map(|player| player.id);
    let mut verified = None;
    if let Proof::Password { password, .. } = proof {
        let hash = player.and_then(|player| player.password_hash);
        if !app.passwords.verify(password, hash.as_deref()).await? {
            return Err(Refusal::BadCredentials);
        }
        verified = hash;
    }
    let id = id.ok_or(Refusal::BadCredentials)?;
    let shown = Presented {
        proof,
        verified,
        totp,
        device,
    };
    let outcome = app
        .transaction(async |conn| {
            let Some(player) = players::lock(conn, id).await? else {
                return Ok(Ok(None));
            };
            // Counted before it is checked. Unless the first factor is right, the guess is refunded
            // below.
            let guess = match totp.filter(|totp| second_factor::can_be_guessed(totp)) {
                Some(_) => Some(attempts::second_factor(conn, app, id).await?),
                None => None,
            };
            // If the second factor is wrong, this savepoint restores the first proof, and the guess
            // stays counted.
            let entered = conn
                .transaction(async |conn| enter(app, conn, &player, &shown, now).await)
                .await;
            if matches!(entered, Err(Refusal::BadCode)) {
                let name = device.name.as_deref();
                second_factor::was_wrong(app, conn, &player, name, now).await?;
            } else if let Some(guess) = guess {
                guess.was_right_in(conn).await?;
            }
            Ok(entered.map(|opened| opened.map(|opened| (player, opened))))
        })
        .await
        .unwrap_or_else(Err);
    let was_right = matches!(outcome, Ok(Some(_)) | Err(Refusal::SecondFactorRequired));
    if let Some(guess) = guess.filter(|_| was_right) {
        guess.was_right(app).await;
    }
    // A refusal may have queued a mail as well.
    app.outbox.notify_one();
    let (player, opened) = outcome?.ok_or(Refusal::BadCredentials)?;
    let token = app.devices.token(&player, known);
    tokens(app, &player, opened, Some(token), now)
}

/// Sends a code and a link for signing in to the address of the player called `name`, if there is
/// one.
pub async fn send_code(app: &Accounts, client: IpAddr, name: &str) -> Result<()> {
    attempts::client(app, client).await?;
    let Some(key) = PlayerName::key_of(name) else {
        return Ok(());
    };
    attempts::mail(&mut *app.db.get().await?, app, Asked::SignIn(&key)).await?;
    let Some(player) = find(app, Some(&key)).await? else {
        return Ok(());
    };
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = players::lock(conn, player.id).await?;
        if let Some((player, email)) = player.as_ref().and_then(with_email) {
            codes::send(conn, Purpose::SignIn, player, email, now).await?;
        }
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

enum Refresh {
    Done(Box<Player>, Opened),
    Refused,
    Reused(String),
}

/// Exchanges a refresh token for a new pair of tokens.
///
/// A token that was exchanged before ends its session. The exception is a recent exchange whose new
/// token was never used: the response was lost, and the client gets another one.
pub async fn refresh(app: &Accounts, refresh_token: &str) -> Result<Tokens> {
    let now = app.clock.now();
    let hash = ids::secret_hash(refresh_token);
    let outcome = app
        .transaction(async |conn| exchange(conn, &hash, now).await)
        .await?;
    match outcome {
        Refresh::Done(player, opened) => tokens(app, &player, opened, None, now),
        Refresh::Refused => Err(Refusal::BadRefreshToken),
        Refresh::Reused(session) => {
            tracing::warn!(session.id = %session, "a refresh token was used twice; its session is ended");
            app.access.revoke([session], now);
            Err(Refusal::BadRefreshToken)
        }
    }
}

async fn exchange(conn: &mut Conn, hash: &[u8], now: Moment) -> Result<Refresh> {
    let Some(session) = sessions::lock_by_token(conn, hash).await? else {
        return Ok(Refresh::Refused);
    };
    let player = players::by_id(conn, session.player_id).await?;
    let token = sessions::token(conn, hash).await?;
    let (Some(player), Some(token)) = (player, token) else {
        return Ok(Refresh::Refused);
    };
    if let Some(reason) = suspensions::suspension(conn, player.id).await? {
        return Err(Refusal::Suspended(reason));
    }
    if session.revoked_at.is_some() || session.expires_at <= now {
        return Ok(Refresh::Refused);
    }
    let Some(replaced) = replaceable(conn, &token, now).await? else {
        sessions::revoke(conn, &session.id, now).await?;
        return Ok(Refresh::Reused(session.id));
    };
    let opened = rotate(conn, &session, &replaced, now).await?;
    Ok(Refresh::Done(Box::new(player), opened))
}

/// Returns the tokens that a new one replaces; `None` if this one must not be used again.
async fn replaceable(
    conn: &mut Conn,
    token: &RefreshToken,
    now: Moment,
) -> diesel::QueryResult<Option<Vec<Vec<u8>>>> {
    let (Some(at), Some(successor)) = (token.replaced_at, &token.replaced_by) else {
        return Ok(Some(vec![token.hash.clone()]));
    };
    let unused = sessions::token(conn, successor)
        .await?
        .is_some_and(|successor| successor.replaced_at.is_none());
    let again = unused && now - at <= Duration::seconds(GRACE_SECONDS);
    Ok(again.then(|| vec![token.hash.clone(), successor.clone()]))
}

async fn rotate(
    conn: &mut Conn,
    session: &Session,
    replaced: &[Vec<u8>],
    now: Moment,
) -> diesel::QueryResult<Opened> {
    let refresh_token = ids::secret_token();
    let hash = ids::secret_hash(&refresh_token);
    sessions::insert_token(conn, &session.id, &hash, now).await?;
    sessions::replace_tokens(conn, replaced, &hash, now).await?;
    let expires = now + Duration::days(SESSION_DAYS);
    sessions::touch(conn, &session.id, now, expires).await?;
    Ok(Opened {
        caller: Caller {
            player: session.player_id,
            session: session.id.clone(),
        },
        admin: admins::is_admin(conn, session.player_id).await?,
        refresh_token,
    })
}

/// Signs the caller out, here or everywhere. "Everywhere" also voids pending codes, because the
/// player has lost a device or no longer trusts one.
pub async fn sign_out(app: &Accounts, caller: &Caller, everywhere: bool) -> Result<()> {
    let now = app.clock.now();
    let ended = app
        .transaction(async |conn| {
            if !everywhere {
                sessions::revoke(conn, &caller.session, now).await?;
                return Ok(vec![caller.session.clone()]);
            }
            players::lock(conn, caller.player).await?;
            codes::void_begun(conn, caller.player, now).await?;
            Ok(sessions::revoke_all(conn, caller.player, None, now).await?)
        })
        .await?;
    app.access.revoke(ended, now);
    Ok(())
}

/// Returns the caller's open sessions, most recently used first.
pub async fn list(app: &Accounts, caller: &Caller) -> Result<Vec<OpenSession>> {
    Ok(sessions::open_of(&mut *app.db.get().await?, caller.player, app.clock.now()).await?)
}

/// Ends one of the caller's sessions.
pub async fn end(app: &Accounts, caller: &Caller, id: &str) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let ended = sessions::revoke_of(&mut conn, caller.player, id, now).await?;
    if !ended {
        return Err(Refusal::NOT_FOUND);
    }
    app.access.revoke([id.to_owned()], now);
    Ok(())
}

/// Reads which sessions ended recently on any server, so that this server rejects their access
/// tokens.
pub async fn sync_revocations(app: &Accounts) -> Result<()> {
    read_revocations(app, &mut *app.db.get().await?).await
}

/// Does the same on a given connection.
pub async fn read_revocations(app: &Accounts, conn: &mut Conn) -> Result<()> {
    let now = app.clock.now();
    let since = now - Duration::minutes(ACCESS_MINUTES + 1);
    let ended = sessions::revoked_since(conn, since).await?;
    app.access.revoke(ended, now);
    Ok(())
}

/// Deletes sessions and codes that ended a while ago, unfinished passkey and second-factor set-ups,
/// and expired name reservations. Several servers may do so at once.
pub async fn remove_old(app: &Accounts) -> Result<()> {
    let before = app.clock.now() - Duration::days(KEPT_DAYS);
    let mut conn = app.db.get().await?;
    sessions::remove_old(&mut conn, before).await?;
    mail_codes::remove_old(&mut conn, before).await?;
    store::passkeys::remove_old(&mut conn, app.clock.now()).await?;
    second_factor::remove_old(&mut conn, app.clock.now()).await?;
    players::forget_names(&mut conn, app.clock.now()).await?;
    Ok(())
}
