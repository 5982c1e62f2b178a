//! Players whom a player has muted or blocked.
//!
//! Who is muted is not heard: chat is left out for the one who muted (`store::messages`). Who is
//! blocked is not heard either, and the two have nothing to do with each other's tables any more:
//! neither invites the other, neither joins what the other made. The one who blocked is told so in
//! plain words. The other is not told: an invitation seems to go out, and to be left unanswered;
//! the tables have no free seat. Games that run go on.

use common::clock::Moment;
use common::ids::PlayerId;
use common::texts::message;
use db::Conn;
use db::sets::Avoidance;

use super::access::Caller;
use super::accounts::is_confirmed;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::outbox::Mail;
use crate::store::{avoided, players};

/// The most players on one list.
const MOST: i64 = 1000;

/// Whom the caller avoids so, and since when.
pub async fn list(app: &App, caller: &Caller, how: Avoidance) -> Result<Vec<(String, Moment)>> {
    let mut conn = app.db.get().await?;
    Ok(avoided::list(&mut conn, caller.player, how).await?)
}

/// Mutes or blocks a player; again, it changes nothing.
pub async fn begin(app: &App, caller: &Caller, name: &str, how: Avoidance) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let other = players::by_name(conn, &name.to_lowercase())
            .await?
            .ok_or(Refusal::NotFound)?;
        if other.id == caller.player {
            return Err(Refusal::InvalidRequest(message("why-yourself")));
        }
        // Both stay while this is written; in the order of their numbers.
        for id in [caller.player.min(other.id), caller.player.max(other.id)] {
            let gone = if id == other.id {
                Refusal::NotFound
            } else {
                Refusal::NotSignedIn
            };
            players::hold(conn, id).await?.ok_or(gone)?;
        }
        avoided::put(conn, caller.player, other.id, how, now).await?;
        if avoided::count(conn, caller.player, how).await? > MOST {
            return Err(Refusal::InvalidRequest(
                message("why-list-full").with("most", MOST),
            ));
        }
        if how == Avoidance::Blocked {
            avoided::take_invitations_back(conn, caller.player, other.id).await?;
        }
        Ok(())
    })
    .await
}

/// Ends it; where there is nothing to end, that is fine.
pub async fn end(app: &App, caller: &Caller, name: &str, how: Avoidance) -> Result<()> {
    let mut conn = app.db.get().await?;
    let other = players::by_name(&mut conn, &name.to_lowercase()).await?;
    if let Some(other) = other {
        avoided::remove(&mut conn, caller.player, other.id, how).await?;
    }
    Ok(())
}

/// Whether a mail goes to somebody who has blocked `from`: to a player, or to an address that is a
/// player's own.
pub async fn is_unwelcome(app: &App, conn: &mut Conn, mail: &Mail, from: PlayerId) -> Result<bool> {
    /// Addresses that are not confirmed may belong to several accounts.
    const MOST_ACCOUNTS: i64 = 10;
    let mut readers: Vec<PlayerId> = mail.player_id.into_iter().collect();
    if let Some(address) = &mail.address {
        let owners = players::by_email(conn, address, MOST_ACCOUNTS).await?;
        readers.extend(
            owners
                .iter()
                .filter(|owner| is_confirmed(app, owner))
                .map(|owner| owner.id),
        );
    }
    for reader in readers {
        if avoided::has_blocked(conn, reader, from).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses what a player wants to do together with another whom that player has blocked.
pub(super) async fn refuse_blocked(
    conn: &mut Conn,
    player: PlayerId,
    other: (PlayerId, &str),
) -> Result<()> {
    let (other, name) = other;
    if avoided::has_blocked(conn, player, other).await? {
        return Err(Refusal::Forbidden(
            message("why-blocked").with("name", name),
        ));
    }
    Ok(())
}

/// Refuses that a player joins a table of somebody, if one of the two has blocked the other.
pub(super) async fn may_join(conn: &mut Conn, player: PlayerId, creator: PlayerId) -> Result<()> {
    if player == creator {
        return Ok(());
    }
    if avoided::has_blocked(conn, player, creator).await? {
        return Err(Refusal::Forbidden(message("why-blocked-creator")));
    }
    if avoided::has_blocked(conn, creator, player).await? {
        return Err(Refusal::NoSeat);
    }
    Ok(())
}
