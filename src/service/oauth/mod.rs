//! Tokens that programs ask their players for: OAuth 2.1 with codes and PKCE, and the device flow.
//!
//! There are no clients that the server knows: a program says what it is called, and what counts is where its code
//! goes, which the player is shown, and that only it knows the secret behind the code (RFC 7636). What it gets in the
//! end is a token like those that players make by hand ([`super::tokens`]), listed and revoked beside them.

mod asked;
mod codes;
mod devices;

use std::net::IpAddr;

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;

use super::access::Caller;
use super::sure::{self, Sure};
use super::tokens::{self, MOST_DAYS, Token};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::grants::{self, Grant};
use crate::store::players::Player;
use crate::store::{admin, players, sessions};

pub use self::asked::{Asked, Redirect, client, scopes};
pub use self::codes::{agree, by_code};
pub use self::devices::{Begun, Pending, begin, by_device, decide, pending};

/// For how many days such a token is good.
pub const DAYS: u16 = MOST_DAYS;

/// Why a program gets no token (RFC 6749 section 5.2, RFC 8628 section 3.5).
#[derive(Clone)]
pub enum Fault {
    /// Something is missing, or is not what it should be.
    InvalidRequest(String),
    /// What the program shows is unknown, used, too late, or not its own.
    InvalidGrant,
    /// There are no such scopes, or no program gets them like this.
    InvalidScope,
    /// There is no such way to a token.
    UnsupportedGrantType,
    /// The player has not decided yet.
    AuthorizationPending,
    /// The same, and the program asks too often.
    SlowDown,
    /// The player has said no.
    AccessDenied,
    /// The player has not decided in time.
    ExpiredToken,
    /// It is refused as any call would be.
    Refused(Refusal),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Refused(refusal)
    }
}

impl Fault {
    /// The word for it.
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

    /// The same for whoever writes the program.
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

/// A token that a program gets. No `Debug`: it holds the token.
pub struct Issued {
    /// About the token.
    pub token: Token,
    /// What the program sends.
    pub secret: String,
}

/// What a program may know of a token that it shows.
pub struct Known {
    /// About the token.
    pub token: Token,
    /// Its player's name.
    pub player: String,
}

/// What this token is, where it is the caller's own and still good; nothing of anybody else's.
pub async fn introspect(app: &App, caller: &Caller, secret: &str) -> Result<Option<Known>> {
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

/// Revokes this token, if it is one: whoever has it may.
pub async fn revoke(app: &App, secret: &str) -> Result<()> {
    let mut conn = app.db.get().await?;
    if let Some(token) = tokens::found(&mut conn, secret, app.clock.now()).await? {
        crate::store::tokens::remove(&mut conn, token.player_id, &token.id).await?;
    }
    Ok(())
}

/// Removes what ended an hour ago: until then a code that is shown twice ends its token. Several servers may do so at once.
pub async fn forget(app: &App) -> Result<()> {
    let before = app.clock.now() - chrono::TimeDelta::hours(1);
    grants::forget(&mut *app.db.get().await?, before).await?;
    Ok(())
}

/// Makes sure that it is the player who agrees, in a session that is open and stays so until the transaction ends, and
/// that there is room for a token. The player is locked.
async fn agrees(conn: &mut Conn, caller: &Caller, seen: &Player) -> Result<()> {
    let player = super::accounts::lock_verified(conn, seen).await?;
    if !sessions::hold_open(conn, &caller.session).await? {
        return Err(Refusal::NotSignedIn);
    }
    tokens::has_room(conn, player.id).await
}

/// The same before anything is locked: the password or the passkey.
async fn is_sure(app: &App, client: IpAddr, caller: &Caller, sure: &Sure) -> Result<Player> {
    sure::check(app, client, caller, sure).await
}

/// Exchanges what was granted for a token. Its player is locked.
async fn issue(
    app: &App,
    conn: &mut Conn,
    player: &Player,
    grant: &Grant,
    now: Moment,
) -> Result<Result<Issued, Fault>> {
    if admin::suspension(conn, player.id).await?.is_some() {
        return Ok(Err(Fault::InvalidGrant));
    }
    let name = name_of(grant);
    let about = (&*name, &*grant.scopes, DAYS);
    let (token, secret) = tokens::issue(app, conn, player, about, Some(&grant.client), now).await?;
    grants::used(conn, &grant.hash, &token.id).await?;
    Ok(Ok(Issued { token, secret }))
}

/// How such a token is called in the list: as its program calls itself, and where its code went, which is what the player
/// can go by.
fn name_of(grant: &Grant) -> String {
    let redirect = grant.redirect_uri.as_deref();
    let place = redirect.and_then(|it| Redirect::parse(it).ok());
    match place {
        Some(place) => format!("{} ({})", grant.client, place.place()),
        None => format!("{} (a device)", grant.client),
    }
}

/// Locks a player who has granted something.
async fn lock(conn: &mut Conn, player: Option<PlayerId>) -> Result<Option<Player>> {
    match player {
        Some(player) => Ok(players::lock(conn, player).await?),
        None => Ok(None),
    }
}
