//! API tokens for connected apps, with scopes and an expiry.
//!
//! The database stores a hash of each token. Each request looks it up, so a revoked token is
//! rejected at once on every node. A new password, "sign out everywhere" and deletion of the
//! account end all of a player's tokens. `http::policy` has the scope that each call needs.

use std::net::IpAddr;

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use common::notice::Changed;
use common::texts::message;
use db::Conn;
use schemars::JsonSchema;
use serde::Deserialize;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::Accounts;
use crate::access::Caller;
use crate::account::{self, tell};
use crate::reauthentication::{self, Reauthentication};
use crate::refusal::{Refusal, Result};
use crate::store::players::Player;
pub use crate::store::tokens::Token;
use crate::store::{admins, sessions, tokens};
use base::typed_text;

/// The prefix of each token. It makes tokens recognisable, also to scanners of published code.
const PREFIX: &str = "turnpike_";

/// The number of characters after the prefix: 256 bits in base64.
const SECRET: usize = 43;

/// The most tokens of a player.
const MOST: i64 = 50;

/// The longest name of a token, in characters.
const MAX_NAME: usize = 60;

/// The default lifetime of a token in days.
pub const DAYS: u16 = 90;

/// The longest lifetime of a token in days.
pub const MOST_DAYS: u16 = 366;

/// The precision of a token's last-used time.
const USED: TimeDelta = TimeDelta::minutes(5);

/// The permission of a token.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Deserialize,
    JsonSchema,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
pub enum Scope {
    /// Read games, as the player sees them.
    #[serde(rename = "games:read")]
    #[strum(serialize = "games:read")]
    GamesRead,
    /// Create and join games, and play in them.
    #[serde(rename = "games:play")]
    #[strum(serialize = "games:play")]
    GamesPlay,
    /// Chat, notes, reports, and muted, blocked and followed players.
    #[serde(rename = "chat")]
    #[strum(serialize = "chat")]
    Chat,
    /// The player's mail settings.
    #[serde(rename = "mail:manage")]
    #[strum(serialize = "mail:manage")]
    MailManage,
    /// Read the account, and manage holidays.
    #[serde(rename = "account")]
    #[strum(serialize = "account")]
    Account,
    /// The actions of admins, if the player is one.
    #[serde(rename = "admin")]
    #[strum(serialize = "admin")]
    Admin,
}

impl Scope {
    /// Whether apps can request this scope by OAuth.
    pub fn is_for_apps(self) -> bool {
        self != Scope::Admin
    }
}

/// The holder of a valid token that covers the call.
#[derive(Clone, Debug)]
pub struct Bearer {
    /// The token's id.
    pub id: String,
    /// The token's player.
    pub caller: Caller,
    /// All its scopes.
    pub scopes: Vec<Scope>,
}

/// The parameters of a new token.
pub struct NewToken {
    /// The name.
    pub name: String,
    /// The scopes.
    pub scopes: Vec<Scope>,
    /// The lifetime in days.
    pub days: u16,
    /// The player's reauthentication.
    pub sure: Reauthentication,
}

/// Whether this text has the form of an API token.
pub fn is_one(token: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let secret = token.strip_prefix(PREFIX);
    secret.is_some_and(|it| it.len() == SECRET && it.bytes().all(is_sign))
}

/// Creates a token. Returns it with its secret, which is shown only once.
pub async fn make(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    new: NewToken,
) -> Result<(Token, String)> {
    let name = typed_text::plain("name", &new.name, MAX_NAME, false)?;
    if new.scopes.is_empty() {
        return Err(Refusal::invalid("why-token-scopes"));
    }
    if !(1..=MOST_DAYS).contains(&new.days) {
        return Err(Refusal::out_of_range("days", 1, MOST_DAYS));
    }
    let seen = reauthentication::check(app, client, caller, &new.sure).await?;
    let now = app.clock.now();
    let scopes = Scope::VARIANTS.iter().filter(|it| new.scopes.contains(it));
    let scopes: Vec<&str> = scopes.map(|scope| scope.into()).collect();
    let scopes = scopes.join(" ");
    let made = app
        .once(async |conn| {
            let player = account::lock_verified(conn, &seen).await?;
            // Only admins may grant the admin scope. Otherwise, an app would gain admin rights when
            // its player becomes an admin later.
            if new.scopes.contains(&Scope::Admin) && !admins::is_admin(conn, player.id).await? {
                return Err(Refusal::forbidden("why-admin-scope"));
            }
            // The session may have been closed meanwhile, by a suspension or by "sign out
            // everywhere".
            if !sessions::hold_open(conn, &caller.session).await? {
                return Err(Refusal::NOT_SIGNED_IN);
            }
            issue(app, conn, &player, (&name, &scopes, new.days), None, now).await
        })
        .await?;
    app.outbox.notify_one();
    Ok(made)
}

/// Rejects another token if the player has the maximum number.
pub async fn has_room(conn: &mut Conn, player: PlayerId) -> Result<()> {
    match tokens::count(conn, player).await? < MOST {
        true => Ok(()),
        false => {
            Err(base::Refusal::Forbidden(message("why-tokens-many").with("most", MOST)).into())
        }
    }
}

/// Issues a token with this name, these scopes and this lifetime for a locked player, and notifies
/// the player. `client` is the `client_id` of the app that requested it.
pub async fn issue(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    (name, scopes, days): (&str, &str, u16),
    client: Option<&str>,
    now: Moment,
) -> Result<(Token, String)> {
    has_room(conn, player.id).await?;
    let secret = format!("{PREFIX}{}", ids::secret_token());
    let token = Token {
        id: ids::short_id(),
        player_id: player.id,
        name: name.to_owned(),
        hash: ids::secret_hash(&secret),
        scopes: scopes.to_owned(),
        created_at: now,
        expires_at: now + TimeDelta::days(i64::from(days)),
        last_used_at: None,
        client_id: client.map(str::to_owned),
    };
    tokens::insert(conn, &token).await?;
    let told = format!("{name} ({})", scopes.replace(' ', ", "));
    tell(app, conn, player, Changed::TokenMade, Some(&told), now).await?;
    Ok((token, secret))
}

/// Returns the caller's tokens, oldest first.
pub async fn list(app: &Accounts, caller: &Caller) -> Result<Vec<Token>> {
    let mut conn = app.db.get().await?;
    Ok(tokens::of_player(&mut conn, caller.player).await?)
}

/// Revokes a token of the caller.
pub async fn revoke(app: &Accounts, caller: &Caller, id: &str) -> Result<()> {
    let mut conn = app.db.get().await?;
    match tokens::remove(&mut conn, caller.player, id).await? {
        true => Ok(()),
        false => Err(Refusal::NOT_FOUND),
    }
}

/// Returns the token with this secret, if it has not expired.
pub async fn found(conn: &mut Conn, secret: &str, now: Moment) -> Result<Option<Token>> {
    let found = tokens::by_hash(conn, &ids::secret_hash(secret)).await?;
    Ok(found.filter(|token| token.expires_at > now))
}

/// Returns the holder of this token, and records its use. Rejects an unknown, revoked or expired
/// token, and one without the scope. `None` stands for a call that accepts any token.
pub async fn bearer(app: &Accounts, secret: &str, scope: Option<Scope>) -> Result<Bearer> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let token = found(&mut conn, secret, now).await?;
    let token = token.ok_or(Refusal::NOT_SIGNED_IN)?;
    // Scopes of a later version are ignored.
    let words = token.scopes.split(' ');
    let scopes: Vec<Scope> = words.filter_map(|scope| scope.parse().ok()).collect();
    if let Some(scope) = scope
        && !scopes.contains(&scope)
    {
        return Err(Refusal::InsufficientScope(Some(scope.into())));
    }
    let is_due = |used: Moment| now - used >= USED;
    if token.last_used_at.is_none_or(is_due)
        && let Err(error) = tokens::touch(&mut conn, &token.id, now).await
    {
        // Reads must work even if the database does not accept writes.
        tracing::warn!(%error, "the last use of a token could not be stored");
    }
    Ok(Bearer {
        caller: Caller::without_session(token.player_id),
        id: token.id,
        scopes,
    })
}

/// Whether the token with this id is still valid.
pub async fn holds(app: &Accounts, id: &str) -> Result<bool> {
    let expires = tokens::expires(&mut *app.db.get().await?, id).await?;
    Ok(expires.is_some_and(|expires| expires > app.clock.now()))
}

/// Deletes tokens that expired a month ago. Until then, the owner sees them in the list.
pub async fn forget(app: &Accounts) -> Result<()> {
    let before = app.clock.now() - TimeDelta::days(30);
    let mut conn = app.db.get().await?;
    tokens::forget(&mut conn, before).await?;
    Ok(())
}
