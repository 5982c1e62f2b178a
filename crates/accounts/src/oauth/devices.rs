//! The device flow (RFC 8628). An app without a browser shows a code, and its player types it on a
//! page.

use std::net::IpAddr;

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids;
use db::sets::GrantStatus;

use crate::access::Caller;
use crate::attempts::{self, Guesser};
use crate::oauth::{Fault, Issued};
use crate::reauthentication::Reauthentication;
use crate::refusal::{Refusal, Result};
use crate::store::grants::{self, Grant};
use crate::tokens::Scope;
use crate::{Accounts, codes};

/// How long the player may take to decide.
const GOOD_FOR: TimeDelta = TimeDelta::minutes(15);

/// The polling interval.
const PAUSE: TimeDelta = TimeDelta::seconds(5);

/// How much earlier a poll may come, because clocks and networks vary.
const SLACK: TimeDelta = TimeDelta::seconds(1);

/// The number of characters in a user code: 40 bits. A signed-in attacker can guess ten a minute.
const TYPED: usize = 8;

/// The response to a device authorization request. It holds the device code, so it has no `Debug`.
pub struct Begun {
    /// The code with which the app polls for its token.
    pub device_code: String,
    /// The code that the player types.
    pub user_code: String,
    /// Seconds until both expire.
    pub expires_in: i64,
    /// The polling interval in seconds.
    pub interval: i64,
}

/// A pending request for the player's decision.
pub struct Pending {
    /// The app's name.
    pub client: String,
    /// The requested scopes, separated by spaces.
    pub scopes: String,
    /// The time of the request.
    pub asked_at: Moment,
    /// The end of the time to decide.
    pub expires_at: Moment,
}

/// Starts a device authorization request.
pub async fn begin(app: &Accounts, from: IpAddr, client: &str, scopes: &[Scope]) -> Result<Begun> {
    app.limits.device(from)?;
    let now = app.clock.now();
    let (device_code, user_code) = (ids::secret_token(), codes::fresh::<TYPED>());
    let scopes: Vec<&str> = scopes.iter().map(|scope| scope.into()).collect();
    let grant = Grant {
        hash: ids::secret_hash(&device_code),
        user_code: Some(ids::secret_hash(&user_code)),
        redirect_uri: None,
        challenge: None,
        client: client.to_owned(),
        scopes: scopes.join(" "),
        player_id: None,
        status: GrantStatus::Asked,
        token_id: None,
        created_at: now,
        expires_at: now + GOOD_FOR,
        polled_at: None,
    };
    grants::insert(&mut *app.db.get().await?, &grant).await?;
    let (first, rest) = user_code.split_at(TYPED / 2);
    Ok(Begun {
        device_code,
        user_code: format!("{first}-{rest}"),
        expires_in: GOOD_FOR.num_seconds(),
        interval: PAUSE.num_seconds(),
    })
}

/// Returns the pending request with this code. Unknown codes count as guesses.
pub async fn pending(
    app: &Accounts,
    from: IpAddr,
    caller: &Caller,
    typed: &str,
) -> Result<Pending> {
    let guess = attempts::guess(app, from, Guesser::SignedIn(&caller.session)).await?;
    let hash = ids::secret_hash(&codes::normalise(typed));
    let grant = grants::of_user_code(&mut *app.db.get().await?, &hash).await?;
    let now = app.clock.now();
    let is_open = |it: &Grant| it.status == GrantStatus::Asked && it.expires_at > now;
    let grant = grant.filter(is_open).ok_or(Refusal::BadCode)?;
    guess.was_right(app).await;
    Ok(Pending {
        client: grant.client,
        scopes: grant.scopes,
        asked_at: grant.created_at,
        expires_at: grant.expires_at,
    })
}

/// Records the player's decision. Consent requires reauthentication.
pub async fn decide(
    app: &Accounts,
    from: IpAddr,
    caller: &Caller,
    typed: &str,
    agrees: Option<&Reauthentication>,
) -> Result<()> {
    pending(app, from, caller, typed).await?;
    let seen = match agrees {
        Some(sure) => Some(crate::oauth::is_sure(app, from, caller, sure).await?),
        None => None,
    };
    let now = app.clock.now();
    let hash = ids::secret_hash(&codes::normalise(typed));
    app.transaction(async |conn| {
        let status = match &seen {
            Some(seen) => {
                crate::oauth::agrees(conn, caller, seen).await?;
                GrantStatus::Granted
            }
            None => GrantStatus::Denied,
        };
        match grants::decide(conn, &hash, caller.player, status, now).await? {
            true => Ok(()),
            // The request has expired, or another player has decided it meanwhile.
            false => Err(Refusal::BadCode),
        }
    })
    .await
}

/// Returns the token for a device code, once the player has agreed.
pub async fn by_device(app: &Accounts, device_code: &str, client: &str) -> Result<Issued, Fault> {
    let now = app.clock.now();
    let hash = ids::secret_hash(device_code);
    let issued = app
        .transaction(async |conn| {
            let Some(seen) = grants::find(conn, &hash).await? else {
                return Ok(Err(Fault::InvalidGrant));
            };
            let player = crate::oauth::lock(conn, seen.player_id).await?;
            let grant = grants::lock(conn, &hash).await?;
            let Some(grant) = grant.filter(|it| it.user_code.is_some() && it.client == client)
            else {
                return Ok(Err(Fault::InvalidGrant));
            };
            if grant.status == GrantStatus::Used {
                return Ok(Err(Fault::InvalidGrant));
            }
            if grant.status == GrantStatus::Denied {
                return Ok(Err(Fault::AccessDenied));
            }
            if grant.expires_at <= now {
                return Ok(Err(Fault::ExpiredToken));
            }
            grants::polled(conn, &hash, now).await?;
            let is_early = |polled: Moment| now - polled < PAUSE - SLACK;
            match (player, grant.status) {
                (Some(player), GrantStatus::Granted) => {
                    crate::oauth::issue(app, conn, &player, &grant, now).await
                }
                _ if grant.polled_at.is_some_and(is_early) => Ok(Err(Fault::SlowDown)),
                _ => Ok(Err(Fault::AuthorizationPending)),
            }
        })
        .await??;
    app.outbox.notify_one();
    Ok(issued)
}
