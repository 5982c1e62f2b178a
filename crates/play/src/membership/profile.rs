//! Profiles, and the changes that players make to their accounts.

use std::net::IpAddr;

use accounts::access::Caller;
use accounts::account::{
    Account, account, caller_row, change_email, lock_verified, locked, refuse_guest, tell, verified,
};
use accounts::identity::{Email, NewPassword, PlayerName};
use accounts::store::players::{self, Player};
use accounts::store::sessions;
use accounts::{codes, mail_domains, reply_addresses};
use chrono_tz::Tz;
use common::clock::Moment;
use common::notice::Changed;
use db::sets::Stored;
use rules::Language;

use crate::refusal::{Refusal, Result};
use crate::{Play, orders};

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

/// A player whom a search found.
pub struct Found {
    /// The name.
    pub name: String,
    /// Whether a program plays with this account.
    pub automated: bool,
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

/// Returns the public profile of this player.
pub fn shown(player: Player, games_finished: i64) -> Profile {
    Profile {
        name: player.name,
        created_at: player.created_at,
        games_finished,
        automated: player.automated,
        guest: player.guest,
    }
}

/// Returns the public profile of the player called `name`.
pub async fn profile(app: &Play, name: &str) -> Result<Profile> {
    let key = PlayerName::key_of(name).ok_or(Refusal::NOT_FOUND)?;
    let mut conn = app.db.get().await?;
    let player = players::by_name(&mut conn, &key)
        .await?
        .ok_or(Refusal::NOT_FOUND)?;
    let games_finished = players::games_finished(&mut conn, player.id).await?;
    Ok(shown(player, games_finished))
}

/// Returns at most `limit` accounts whose keys begin with `key`. Guests may not search.
pub async fn find(app: &Play, caller: &Caller, key: &str, limit: i64) -> Result<Vec<Found>> {
    let mut conn = app.db.get().await?;
    let me = players::by_id(&mut conn, caller.player).await?;
    refuse_guest(&me.ok_or(Refusal::NOT_SIGNED_IN)?)?;
    let found = players::beginning_with(&mut conn, key, limit).await?;
    let found = found.into_iter().map(|player| Found {
        name: player.name,
        automated: player.automated,
    });
    Ok(found.collect())
}

/// Changes the caller's account. A new password signs out all other clients and voids pending
/// codes. A new address replaces the old one when it is confirmed. The server reports both changes
/// to the old address.
pub async fn change(
    app: &Play,
    client: IpAddr,
    caller: &Caller,
    change: Change,
) -> Result<Account> {
    let needs_password = change.password.is_some() || change.email.is_some();
    let seen = match &change.current_password {
        Some(password) => verified(app, client, caller, password).await?,
        None => caller_row(app, caller).await?,
    };
    if let Some(email) = &change.email {
        mail_domains::refuse_blocked(app, email.as_str())?;
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
            Ok((player.ok_or(Refusal::NOT_SIGNED_IN)?, ended, games))
        })
        .await?;
    app.access.revoke(ended, now);
    app.outbox.notify_one();
    orders::take_up(app, &games).await;
    Ok(account(app, player).await?)
}

/// Sets for all games whether the server plays moves for the caller that decide nothing.
pub async fn set_forced(app: &Play, caller: &Caller, forced: bool) -> Result<()> {
    let games = app
        .transaction(async |conn| {
            let player = locked(conn, caller.player).await?;
            orders::set_forced_everywhere(conn, player.id, forced).await
        })
        .await?;
    orders::take_up(app, &games).await;
    Ok(())
}
