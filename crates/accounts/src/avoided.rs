//! Muted and blocked players.
//!
//! The server hides the chat of a muted player from the player who muted them
//! (`social::store::messages`). Blocking does that too, and it separates the two players at tables:
//! neither can invite the other or join the other's tables. The player who blocked gets a clear
//! error message. The blocked player does not learn of the block: invitations seem to go out and
//! stay unanswered, and the other's tables seem to be full. Running games continue. Neither follows
//! the other any longer.

use common::clock::Moment;
use common::ids::PlayerId;
use common::texts::message;
use db::Conn;
use db::sets::Avoidance;
use notices::outbox::Mail;

use crate::Accounts;
use crate::access::Caller;
use crate::account::is_confirmed;
use crate::refusal::{Refusal, Result};
use crate::store::{avoided, players};

/// The most players on one list.
const MOST: i64 = 1000;

/// Returns the players whom the caller mutes or blocks, with the start of each.
pub async fn list(
    app: &Accounts,
    caller: &Caller,
    how: Avoidance,
) -> Result<Vec<(String, Moment)>> {
    let mut conn = app.db.get().await?;
    Ok(avoided::list(&mut conn, caller.player, how).await?)
}

/// Mutes or blocks a player. Repeating it changes nothing.
pub async fn begin(app: &Accounts, caller: &Caller, name: &str, how: Avoidance) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let other = players::by_name(conn, &name.to_lowercase())
            .await?
            .ok_or(Refusal::NOT_FOUND)?;
        if other.id == caller.player {
            return Err(Refusal::invalid("why-yourself"));
        }
        // Locks both accounts in order of their ids, so that neither is deleted meanwhile.
        for id in [caller.player.min(other.id), caller.player.max(other.id)] {
            let gone = if id == other.id {
                Refusal::NOT_FOUND
            } else {
                Refusal::NOT_SIGNED_IN
            };
            players::hold(conn, id).await?.ok_or(gone)?;
        }
        avoided::put(conn, caller.player, other.id, how, now).await?;
        if avoided::count(conn, caller.player, how).await? > MOST {
            return Err(
                base::Refusal::InvalidRequest(message("why-list-full").with("most", MOST)).into(),
            );
        }
        if how == Avoidance::Blocked {
            avoided::take_invitations_back(conn, caller.player, other.id).await?;
            avoided::end_following(conn, caller.player, other.id).await?;
        }
        Ok(())
    })
    .await
}

/// Ends muting or blocking. Succeeds if there is nothing to end.
pub async fn end(app: &Accounts, caller: &Caller, name: &str, how: Avoidance) -> Result<()> {
    let mut conn = app.db.get().await?;
    let other = players::by_name(&mut conn, &name.to_lowercase()).await?;
    if let Some(other) = other {
        avoided::remove(&mut conn, caller.player, other.id, how).await?;
    }
    Ok(())
}

/// Whether a recipient of the mail has blocked `from`. The recipient is a player, or the owner of
/// the address.
pub async fn is_unwelcome(
    app: &Accounts,
    conn: &mut Conn,
    mail: &Mail,
    from: PlayerId,
) -> Result<bool> {
    /// Several accounts may have the same unconfirmed address.
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

/// Rejects an action of `player` with another player whom they have blocked.
pub async fn refuse_blocked(
    conn: &mut Conn,
    player: PlayerId,
    other: (PlayerId, &str),
) -> Result<()> {
    let (other, name) = other;
    if avoided::has_blocked(conn, player, other).await? {
        return Err(base::Refusal::Forbidden(message("why-blocked").with("name", name)).into());
    }
    Ok(())
}
