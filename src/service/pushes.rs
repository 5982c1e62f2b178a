//! Web Push: browsers and phones that are told what waits for their player, before a mail is.
//!
//! One lasts as long as the session, or the token, that asked for it. Its player gets a mail about each new one. What is pushed, and when its mail goes all the same,
//! is the business of `post::pushes`; sending it of `jobs::webhooks`.

use common::ids;
use common::texts::message;
use db::Conn;
use egress::guard::{No, host};
use egress::push::Keys;

use super::access::Caller;
use super::accounts::tell;
use super::notices::Changed;
use crate::lanes;
use crate::refusal::{Refusal, Result};
use crate::service::App;
pub use crate::store::pushes::Subscription;
use crate::store::{players, pushes, sessions};

/// How many the sessions of a player have at most: one more takes the place of the oldest.
const MOST: i64 = 20;

/// How many each token has.
const MOST_OF_TOKEN: i64 = 5;

/// What a browser asks for. The endpoint is its owner's secret: no `Debug`.
pub struct Wanted {
    /// Where to.
    pub endpoint: String,
    /// What is sealed with.
    pub keys: Keys,
    /// What it runs on, if it told.
    pub device: Option<String>,
}

/// By what somebody is known who asks for it: it ends with that.
pub enum Until {
    /// The session of the caller.
    Session,
    /// The token with this id.
    Token {
        /// Its id.
        id: String,
        /// Whether it may know what is said.
        chat: bool,
    },
}

/// Why nothing may go to an address, as a caller is told.
pub(super) fn refused(member: &'static str, no: No) -> Refusal {
    let detail = message(match no {
        No::Form => "why-url-form",
        No::Port => "why-url-port",
        No::Host => "why-url-host",
    });
    Refusal::BadUrl { member, detail }
}

impl Until {
    /// Refuses a caller whose session or token has ended. It does not end before the transaction does.
    pub(super) async fn hold(&self, conn: &mut Conn, caller: &Caller) -> Result<()> {
        let holds = match self {
            Until::Session => sessions::hold_open(conn, &caller.session).await?,
            Until::Token { id, .. } => pushes::held(conn, id).await?.is_some(),
        };
        holds.then_some(()).ok_or(Refusal::NotSignedIn)
    }

    /// The token, where it is one.
    pub(super) fn token(&self) -> Option<&String> {
        match self {
            Until::Session => None,
            Until::Token { id, .. } => Some(id),
        }
    }

    /// Whether the caller may manage what was made with this token, or with a session. A session manages all,
    /// a token its own.
    pub(super) fn manages(&self, token: Option<&String>) -> bool {
        self.token().is_none() || self.token() == token
    }
}

/// Has a browser or phone told from now on.
pub async fn subscribe(
    app: &App,
    caller: &Caller,
    until: Until,
    wanted: Wanted,
) -> Result<Subscription> {
    app.limits.webhook(caller.player)?;
    // A name that nobody answers for holds nobody up.
    let checked = lanes::aside(|| app.webhooks.check(&wanted.endpoint)).await?;
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
        // A phone that sends it twice at once has it once.
        let player = players::lock(conn, new.player_id).await?;
        let player = player.ok_or(Refusal::NotSignedIn)?;
        // Whoever is suspended or signed out everywhere just now gets none.
        let (name, most) = match (&new.session_id, &new.token_id) {
            (Some(session), _) if sessions::hold_open(conn, session).await? => {
                (new.device.clone(), MOST)
            }
            (None, Some(token)) => {
                let name = pushes::held(conn, token).await?;
                (Some(name.ok_or(Refusal::NotSignedIn)?), MOST_OF_TOKEN)
            }
            _ => return Err(Refusal::NotSignedIn),
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

/// What the caller has told, the oldest first. A token knows, tries and ends what was asked for with it, and nothing else:
/// it may do no more than read.
pub async fn list(app: &App, caller: &Caller, until: &Until) -> Result<Vec<Subscription>> {
    let mut conn = app.db.get().await?;
    let mut all = pushes::of_player(&mut conn, caller.player, app.clock.now()).await?;
    all.retain(|it| until.manages(it.token_id.as_ref()));
    Ok(all)
}

async fn find(app: &App, caller: &Caller, until: &Until, id: &str) -> Result<Subscription> {
    let mut all = list(app, caller, until).await?.into_iter();
    all.find(|it| it.id == id).ok_or(Refusal::NotFound)
}

/// Ends one of the caller's.
pub async fn end(app: &App, caller: &Caller, until: &Until, id: &str) -> Result<()> {
    let found = find(app, caller, until, id).await?;
    let mut conn = app.db.get().await?;
    match pushes::remove(&mut conn, found.player_id, &found.id).await? {
        true => Ok(()),
        false => Err(Refusal::NotFound),
    }
}

/// Has one of the caller's told something that tells nothing; once, while that waits.
pub async fn test(app: &App, caller: &Caller, until: &Until, id: &str) -> Result<()> {
    app.limits.webhook(caller.player)?;
    let found = find(app, caller, until, id).await?;
    let now = app.clock.now();
    app.once(async |conn| Ok(pushes::test(conn, &found, now).await?))
        .await
}

/// Throws away those that end with their sessions and tokens.
pub async fn forget(app: &App) -> Result<()> {
    let mut conn = app.db.get().await?;
    pushes::forget(&mut conn, app.clock.now()).await?;
    Ok(())
}
