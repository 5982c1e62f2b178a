//! OAuth 2.1 for connected apps: authorization codes with PKCE, and the device flow.
//!
//! Apps are not registered. An app states its own name. The server relies on the redirect URI,
//! which it shows to the player, and on the secret behind the code, which only the app knows (RFC
//! 7636). The app gets an ordinary API token ([`crate::tokens`]). Players list and revoke it like
//! tokens that they created themselves.

mod asked;
mod codes;
mod devices;

use std::net::IpAddr;

use base::refusal::Rejection;
use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;

use crate::Accounts;
use crate::access::Caller;
use crate::reauthentication::{self, Reauthentication};
use crate::refusal::{Refusal, Result};
use crate::store::grants::{self, Grant};
use crate::store::players::{self, Player};
use crate::store::{sessions, suspensions};
use crate::tokens::{self, MOST_DAYS, Token};

pub use crate::oauth::asked::{Asked, Redirect, client, scopes};
pub use crate::oauth::codes::{agree, by_code};
pub use crate::oauth::devices::{Begun, Pending, begin, by_device, decide, pending};

/// The lifetime of such a token in days.
pub const DAYS: u16 = MOST_DAYS;

/// The error of a token request (RFC 6749 section 5.2, RFC 8628 section 3.5).
#[derive(Clone)]
pub enum Fault {
    /// A parameter is missing or invalid.
    InvalidRequest(String),
    /// The code is unknown, used, expired, or issued to another app.
    InvalidGrant,
    /// A scope is unknown or not available to apps.
    InvalidScope,
    /// The grant type is unknown.
    UnsupportedGrantType,
    /// The player has not decided yet.
    AuthorizationPending,
    /// The player has not decided yet, and the app polls too often.
    SlowDown,
    /// The player has denied the request.
    AccessDenied,
    /// The player has not decided in time.
    ExpiredToken,
    /// A general refusal that applies to any call.
    Refused(Refusal),
}

impl<E> From<E> for Fault
where
    Refusal: From<E>,
{
    fn from(error: E) -> Fault {
        Fault::Refused(error.into())
    }
}

impl Fault {
    /// Returns the error code.
    pub const fn word(&self) -> &'static str {
        match self {
            Fault::InvalidRequest(_) | Fault::Refused(_) => "invalid_request",
            Fault::InvalidGrant => "invalid_grant",
            Fault::InvalidScope => "invalid_scope",
            Fault::UnsupportedGrantType => "unsupported_grant_type",
            Fault::AuthorizationPending => "authorization_pending",
            Fault::SlowDown => "slow_down",
            Fault::AccessDenied => "access_denied",
            Fault::ExpiredToken => "expired_token",
        }
    }

    /// Returns a description for the app's developer.
    pub fn detail(&self) -> String {
        let detail = match self {
            Fault::InvalidRequest(detail) => return detail.clone(),
            Fault::Refused(refusal) => return refusal.detail(),
            Fault::InvalidGrant => {
                "The code is unknown, used or expired, or was made for another client, redirect_uri or code_challenge."
            }
            Fault::InvalidScope => {
                "“scope” lists some of games:read, games:play, chat, mail:manage and account, with a space between them."
            }
            Fault::UnsupportedGrantType => {
                "“grant_type” is authorization_code or urn:ietf:params:oauth:grant-type:device_code."
            }
            Fault::AuthorizationPending => "The player has not decided yet.",
            Fault::SlowDown => "Ask less often: wait five seconds more from now on.",
            Fault::AccessDenied => "The player has said no.",
            Fault::ExpiredToken => "The player has not decided in time. Begin again.",
        };
        detail.to_owned()
    }
}

/// A token issued to an app. It holds the secret, so it has no `Debug`.
pub struct Issued {
    /// The stored token.
    pub token: Token,
    /// The token's secret, which the app sends.
    pub secret: String,
}

/// The details of a token for an app that holds it.
pub struct Known {
    /// The stored token.
    pub token: Token,
    /// The name of its player.
    pub player: String,
}

/// Returns the details of a valid token of the caller. Returns `None` for any other token.
pub async fn introspect(app: &Accounts, caller: &Caller, secret: &str) -> Result<Option<Known>> {
    let mut conn = app.db.get().await?;
    let token = tokens::found(&mut conn, secret, app.clock.now()).await?;
    let Some(token) = token.filter(|it| it.player_id == caller.player) else {
        return Ok(None);
    };
    let player = players::by_id(&mut conn, token.player_id).await?;
    Ok(player.map(|player| Known {
        token,
        player: player.name,
    }))
}

/// Revokes this token, if it exists. Anyone who holds a token may revoke it.
pub async fn revoke(app: &Accounts, secret: &str) -> Result<()> {
    let mut conn = app.db.get().await?;
    if let Some(token) = tokens::found(&mut conn, secret, app.clock.now()).await? {
        crate::store::tokens::remove(&mut conn, token.player_id, &token.id).await?;
    }
    Ok(())
}

/// Deletes grants that ended an hour ago. Until then, the second use of a code revokes its token.
/// Several servers may do so at once.
pub async fn forget(app: &Accounts) -> Result<()> {
    let before = app.clock.now() - chrono::TimeDelta::hours(1);
    grants::forget(&mut *app.db.get().await?, before).await?;
    Ok(())
}

/// Locks the player, and checks in the transaction that the player has not changed since
/// reauthentication. Also checks that the session is open, keeps it open until the transaction
/// ends, and checks that there is room for a token.
async fn agrees(conn: &mut Conn, caller: &Caller, seen: &Player) -> Result<()> {
    let player = crate::account::lock_verified(conn, seen).await?;
    if !sessions::hold_open(conn, &caller.session).await? {
        return Err(Refusal::NOT_SIGNED_IN);
    }
    tokens::has_room(conn, player.id).await
}

/// Reauthenticates the caller by password or passkey, before the transaction.
async fn is_sure(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    sure: &Reauthentication,
) -> Result<Player> {
    reauthentication::check(app, client, caller, sure).await
}

/// Exchanges a grant for a token. The caller has locked the player.
async fn issue(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    grant: &Grant,
    now: Moment,
) -> Result<Result<Issued, Fault>> {
    if suspensions::suspension(conn, player.id).await?.is_some() {
        return Ok(Err(Fault::InvalidGrant));
    }
    let name = name_of(grant);
    let about = (&*name, &*grant.scopes, DAYS);
    let (token, secret) = tokens::issue(app, conn, player, about, Some(&grant.client), now).await?;
    grants::used(conn, &grant.hash, &token.id).await?;
    Ok(Ok(Issued { token, secret }))
}

/// Returns the token's name in the list: the app's name, and the target of its redirect, which is
/// the part that the player can trust.
fn name_of(grant: &Grant) -> String {
    let redirect = grant.redirect_uri.as_deref();
    let place = redirect.and_then(|it| Redirect::parse(it).ok());
    match place {
        Some(place) => format!("{} ({})", grant.client, place.place()),
        None => format!("{} (a device)", grant.client),
    }
}

/// Locks the player of a grant, if it has one.
async fn lock(conn: &mut Conn, player: Option<PlayerId>) -> Result<Option<Player>> {
    match player {
        Some(player) => Ok(players::lock(conn, player).await?),
        None => Ok(None),
    }
}
