//! Web Push: notifies browsers and phones of pending decisions, before a mail is sent.
//!
//! A subscription lasts as long as the session or token that created it. The player gets a mail
//! about each new one. `letters::pushes` decides what to push, and when to send the mail anyway.
//! `integrations::webhooks::worker` sends the messages.

pub mod delivery;

use accounts::access::Caller;
use accounts::account::tell;
use accounts::store::{players, sessions};
use base::permits;
use common::ids;
use common::notice::Changed;
use common::texts::message;
use db::Conn;
use egress::guard::{No, host};
use egress::push::Keys;
use letters::store::pushes;
use play::refusal::{Refusal, Result};

use crate::Integrations;
pub use letters::store::pushes::Subscription;

/// The most subscriptions from a player's sessions. Another one replaces the oldest.
const MOST: i64 = 20;

/// The most subscriptions of a token.
const MOST_OF_TOKEN: i64 = 5;

/// A browser's subscription request. The endpoint is a secret of its owner, so there is no `Debug`.
pub struct Wanted {
    /// The endpoint.
    pub endpoint: String,
    /// The keys that encrypt messages.
    pub keys: Keys,
    /// The browser's operating system or device, if known.
    pub device: Option<String>,
}

/// The caller's credential. Whatever the caller creates ends with it.
pub enum Until {
    /// The session of the caller.
    Session,
    /// The token with this id.
    Token {
        /// The token's id.
        id: String,
        /// Whether the token may read chat.
        chat: bool,
    },
}

/// Returns the refusal for an address that the server does not send to.
pub fn refused(member: &'static str, no: No) -> crate::Refusal {
    let detail = message(match no {
        No::Form => "why-url-form",
        No::Port => "why-url-port",
        No::Host => "why-url-host",
    });
    crate::Refusal::BadUrl { member, detail }
}

impl Until {
    /// Rejects a caller whose session or token has ended. Keeps it open until the transaction ends.
    pub async fn hold(&self, conn: &mut Conn, caller: &Caller) -> Result<()> {
        let holds = match self {
            Until::Session => sessions::hold_open(conn, &caller.session).await?,
            Until::Token { id, .. } => pushes::held(conn, id).await?.is_some(),
        };
        holds.then_some(()).ok_or(Refusal::NOT_SIGNED_IN)
    }

    /// Returns the token's id, if it is a token.
    pub fn token(&self) -> Option<&String> {
        match self {
            Until::Session => None,
            Until::Token { id, .. } => Some(id),
        }
    }

    /// Whether the caller may manage an item that was created with this token, or with a session. A
    /// session manages all items, a token only its own.
    pub fn manages(&self, token: Option<&String>) -> bool {
        self.token().is_none() || self.token() == token
    }
}

/// Creates a subscription for a browser or phone.
pub async fn subscribe(
    app: &Integrations,
    caller: &Caller,
    until: Until,
    wanted: Wanted,
) -> Result<Subscription, crate::Refusal> {
    app.limits.webhook(caller.player)?;
    // A slow DNS look-up must not block other requests.
    let checked = permits::outside(app.webhooks.check(&wanted.endpoint)).await?;
    let endpoint = checked.map_err(|no| refused("endpoint", no))?.into();
    let (session, token, chat) = match &until {
        Until::Session => (Some(caller.session.clone()), None, true),
        Until::Token { id, chat } => (None, Some(id.clone()), *chat),
    };
    let new = Subscription {
        id: ids::short_id(),
        player_id: caller.player,
        session_id: session,
        token_id: token,
        endpoint,
        public_key: wanted.keys.public(),
        auth: wanted.keys.auth(),
        device: wanted.device,
        chat,
        created_at: app.clock.now(),
        told_at: None,
    };
    app.once(async |conn| {
        // The lock prevents duplicates when a phone sends the request twice at once.
        let player = players::lock(conn, new.player_id).await?;
        let player = player.ok_or(Refusal::NOT_SIGNED_IN)?;
        // The session or token may have ended meanwhile, by a suspension or by "sign out
        // everywhere".
        let (name, most) = match (&new.session_id, &new.token_id) {
            (Some(session), _) if sessions::hold_open(conn, session).await? => {
                (new.device.clone(), MOST)
            }
            (None, Some(token)) => {
                let name = pushes::held(conn, token).await?;
                (Some(name.ok_or(Refusal::NOT_SIGNED_IN)?), MOST_OF_TOKEN)
            }
            _ => return Err(Refusal::NOT_SIGNED_IN),
        };
        if pushes::insert(conn, &new, most).await? {
            app.limits.subscription(player.id)?;
            let host = host(&new.endpoint).unwrap_or_default();
            let told = name.map_or_else(|| host.clone(), |name| format!("{name} ({host})"));
            let what = Changed::PushBegun;
            tell(app, conn, &player, what, Some(&told), new.created_at).await?;
        }
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(new)
}

/// Returns the caller's subscriptions, oldest first. A token lists, tests and ends only the
/// subscriptions that were created with it, because it may have read access only.
pub async fn list(app: &Integrations, caller: &Caller, until: &Until) -> Result<Vec<Subscription>> {
    let mut conn = app.db.get().await?;
    let mut all = pushes::of_player(&mut conn, caller.player, app.clock.now()).await?;
    all.retain(|it| until.manages(it.token_id.as_ref()));
    Ok(all)
}

async fn find(
    app: &Integrations,
    caller: &Caller,
    until: &Until,
    id: &str,
) -> Result<Subscription> {
    let mut all = list(app, caller, until).await?.into_iter();
    all.find(|it| it.id == id).ok_or(Refusal::NOT_FOUND)
}

/// Ends a subscription of the caller.
pub async fn end(app: &Integrations, caller: &Caller, until: &Until, id: &str) -> Result<()> {
    let found = find(app, caller, until, id).await?;
    let mut conn = app.db.get().await?;
    match pushes::remove(&mut conn, found.player_id, &found.id).await? {
        true => Ok(()),
        false => Err(Refusal::NOT_FOUND),
    }
}

/// Queues a test message to a subscription of the caller. While one is pending, no other is queued.
pub async fn test(app: &Integrations, caller: &Caller, until: &Until, id: &str) -> Result<()> {
    app.limits.webhook(caller.player)?;
    let found = find(app, caller, until, id).await?;
    let now = app.clock.now();
    app.once(async |conn| Ok(pushes::test(conn, &found, now).await?))
        .await
}

/// Deletes subscriptions whose session or token has ended.
pub async fn forget(app: &Integrations) -> Result<()> {
    let mut conn = app.db.get().await?;
    pushes::forget(&mut conn, app.clock.now()).await?;
    Ok(())
}
