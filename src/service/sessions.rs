//! Sessions: signing in, staying signed in, signing out.
//!
//! A session is one signed-in client. Its access tokens are checked in memory
//! ([`super::access`]); its refresh token is good for one use, and using an old one again ends
//! the session, because then two clients hold it.

use std::net::IpAddr;

use chrono::Duration;
use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{ACCESS_MINUTES, Caller};
use super::codes::{self, Purpose};
use super::identity::PlayerName;
use super::tx::Failure;
use crate::app::App;
use crate::clock::Moment;
use crate::ids;
use crate::problem::{Problem, database};
use crate::store::admin;
use crate::store::mail_codes;
use crate::store::players::{self, Player};
use crate::store::sessions::{self, RefreshToken, Session};

/// How long a session lasts without being used.
const SESSION_DAYS: i64 = 60;

/// How long a client that lost the answer may send the same refresh token again.
const GRACE_SECONDS: i64 = 30;

/// How long sessions, codes and replaced refresh tokens are kept after they are over. Using a
/// replaced token within this time still ends its session; later it is merely refused.
const KEPT_DAYS: i64 = 7;

/// How a player shows who they are.
pub enum Proof {
    /// By the password.
    Password(String),
    /// By a code from a mail.
    Code(String),
}

/// The tokens of a session. No `Debug`: they are secrets.
pub struct Tokens {
    /// The name of the player.
    pub name: String,
    /// Whether game mail goes to the player's address.
    pub email_confirmed: bool,
    /// The access token.
    pub access_token: String,
    /// The refresh token that is good for the next refresh.
    pub refresh_token: String,
}

/// A session that was opened or refreshed in a transaction, before its access token is made.
pub(super) struct Opened {
    caller: Caller,
    admin: bool,
    refresh_token: String,
}

/// Opens a session for a player, who is told so when the account is suspended.
pub(super) async fn open(
    conn: &mut AsyncPgConnection,
    player: i64,
    now: Moment,
) -> Result<Opened, Failure> {
    if let Some(reason) = admin::suspension(conn, player).await? {
        return Err(Problem::Suspended(reason).into());
    }
    let admin = admin::is_admin(conn, player).await?;
    let (session, refresh_token) = (ids::short_id(), ids::secret_token());
    let hash = ids::secret_hash(&refresh_token);
    let expires = now + Duration::days(SESSION_DAYS);
    sessions::insert(conn, &session, player, &hash, now, expires).await?;
    let caller = Caller { player, session };
    Ok(Opened {
        caller,
        admin,
        refresh_token,
    })
}

/// The tokens of an opened session, once it is committed.
pub(super) fn tokens(
    app: &App,
    player: &Player,
    opened: Opened,
    now: Moment,
) -> Result<Tokens, Problem> {
    Ok(Tokens {
        name: player.name.clone(),
        email_confirmed: super::accounts::is_confirmed(app, player),
        access_token: app
            .access
            .issue(&opened.caller, opened.admin, now)
            .map_err(Problem::internal)?,
        refresh_token: opened.refresh_token,
    })
}

/// Signs a player in. An unknown name and a wrong proof are the same to the caller.
pub async fn sign_in(
    app: &App,
    client: IpAddr,
    name: &str,
    proof: Proof,
) -> Result<Tokens, Problem> {
    let key = PlayerName::key_of(name);
    app.limits.guess(client, key.as_deref())?;
    let player = find(app, key.as_deref()).await?;
    let id = player.as_ref().map(|player| player.id);
    let verified = match &proof {
        Proof::Password(password) => {
            let hash = player.and_then(|player| player.password_hash);
            let fits = app.passwords.verify(password, hash.as_deref()).await?;
            if !fits {
                return Err(Problem::BadCredentials);
            }
            hash
        }
        Proof::Code(_) => None,
    };
    let (Some(id), now) = (id, app.clock.now()) else {
        return Err(Problem::BadCredentials);
    };
    let mut conn = app.db.get().await?;
    let opened = conn
        .transaction::<_, Failure, _>(async |conn| {
            let Some(player) = players::lock(conn, id).await? else {
                return Ok(None);
            };
            let proven = match &proof {
                // The password may have been changed since it was verified.
                Proof::Password(_) => player.password_hash == verified,
                Proof::Code(code) => codes::take(conn, Purpose::SignIn, id, code, now)
                    .await?
                    .is_some(),
            };
            if !proven {
                return Ok(None);
            }
            let opened = open(conn, id, now).await?;
            Ok(Some((player, opened)))
        })
        .await?;
    let (player, opened) = opened.ok_or(Problem::BadCredentials)?;
    tokens(app, &player, opened, now)
}

/// Sends a code to sign in with to the address of the player called `name`, if there is one.
pub async fn send_code(app: &App, client: IpAddr, name: &str) -> Result<(), Problem> {
    let key = PlayerName::key_of(name);
    app.limits.mail_from(client, key.as_deref())?;
    let Some(player) = find(app, key.as_deref()).await? else {
        return Ok(());
    };
    let now = app.clock.now();
    app.db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| {
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

/// Whom to write to, and where.
pub(super) fn with_email(player: &Player) -> Option<((i64, &str), &str)> {
    let email = player.email.as_deref()?;
    Some(((player.id, &player.name), email))
}

pub(super) async fn find(app: &App, key: Option<&str>) -> Result<Option<Player>, Problem> {
    match key {
        Some(key) => players::by_name(&mut *app.db.get().await?, key)
            .await
            .map_err(database),
        None => Ok(None),
    }
}

enum Refresh {
    Done(Box<Player>, Opened),
    Refused,
    Reused(String),
}

/// Exchanges a refresh token for a new pair of tokens.
///
/// A token that was exchanged before ends its session, unless it was exchanged a moment ago and
/// what it was exchanged for was never used: then the answer was lost on the way, and the client
/// gets another.
pub async fn refresh(app: &App, refresh_token: &str) -> Result<Tokens, Problem> {
    let now = app.clock.now();
    let hash = ids::secret_hash(refresh_token);
    let outcome = app
        .db
        .get()
        .await?
        .transaction::<_, Failure, _>(async |conn| exchange(conn, &hash, now).await)
        .await?;
    match outcome {
        Refresh::Done(player, opened) => tokens(app, &player, opened, now),
        Refresh::Refused => Err(Problem::BadRefreshToken),
        Refresh::Reused(session) => {
            tracing::warn!(session.id = %session, "a refresh token was used twice; its session is ended");
            app.access.revoke([session], now);
            Err(Problem::BadRefreshToken)
        }
    }
}

async fn exchange(
    conn: &mut AsyncPgConnection,
    hash: &[u8],
    now: Moment,
) -> Result<Refresh, Failure> {
    let Some(session) = sessions::lock_by_token(conn, hash).await? else {
        return Ok(Refresh::Refused);
    };
    let player = players::by_id(conn, session.player_id).await?;
    let token = sessions::token(conn, hash).await?;
    let (Some(player), Some(token)) = (player, token) else {
        return Ok(Refresh::Refused);
    };
    if let Some(reason) = admin::suspension(conn, player.id).await? {
        return Err(Problem::Suspended(reason).into());
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

/// The tokens that a fresh one takes the place of; `None` when this one must not be used again.
async fn replaceable(
    conn: &mut AsyncPgConnection,
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
    conn: &mut AsyncPgConnection,
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
        admin: admin::is_admin(conn, session.player_id).await?,
        refresh_token,
    })
}

/// Signs the caller out: here, or everywhere.
pub async fn sign_out(app: &App, caller: &Caller, everywhere: bool) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let ended = if everywhere {
        sessions::revoke_all(&mut conn, caller.player, None, now).await
    } else {
        sessions::revoke(&mut conn, &caller.session, now)
            .await
            .map(|_| vec![caller.session.clone()])
    };
    app.access.revoke(ended.map_err(database)?, now);
    Ok(())
}

/// Learns which sessions were ended lately, on whichever server, so that their access tokens are
/// refused here too.
pub async fn sync_revocations(app: &App) -> Result<(), Problem> {
    let now = app.clock.now();
    let since = now - Duration::minutes(ACCESS_MINUTES + 1);
    let ended = sessions::revoked_since(&mut *app.db.get().await?, since)
        .await
        .map_err(database)?;
    app.access.revoke(ended, now);
    Ok(())
}

/// Removes sessions and codes that have been over for a while. Several servers may do so at once.
pub async fn remove_old(app: &App) -> Result<(), Problem> {
    let before = app.clock.now() - Duration::days(KEPT_DAYS);
    let mut conn = app.db.get().await?;
    sessions::remove_old(&mut conn, before)
        .await
        .map_err(database)?;
    mail_codes::remove_old(&mut conn, before)
        .await
        .map_err(database)?;
    Ok(())
}
