//! Moves the seats of a guest to the account of the same person, who signs in to it.
//!
//! Finished games stay with the guest. So does the seat in a game in which the account sits already
//! or had another seat: nobody plays two hands of one game.

use std::net::IpAddr;

use accounts::access::Caller;
use accounts::account::{self, own_address};
use accounts::devices::Device;
use accounts::sessions::{self, Proof, Tokens};
use accounts::store::players::{self, Player};
use base::refusal::Rejection;
use common::ids::{GameId, PlayerId};
use db::sets::GameStatus;
use db::signals;

use crate::Play;
use crate::lobby::may_join;
use crate::refusal::{Refusal, Result};
use crate::replacement;
use crate::store::departures;
use crate::store::games::{self, SeatRow};

/// Signs a player in. `guest` is the access token of the guest account that the player has used so
/// far. The player gets the guest's seats in open and running games.
///
/// If the database fails meanwhile, the player signs in again. Seats that have moved by then have
/// moved for good.
pub async fn sign_in(
    app: &Play,
    client: IpAddr,
    device: &Device,
    (proof, totp): (&Proof, Option<&str>),
    guest: Option<&str>,
) -> Result<Tokens> {
    let guest = match guest {
        Some(token) => Some(guest_of(app, token).await?),
        None => None,
    };
    let tokens = sessions::sign_in(app, client, device, proof, totp).await?;
    if let (Some(guest), Some(caller)) = (guest, caller_of(app, &tokens.access_token)) {
        adopt(app, &guest, caller.player).await?;
    }
    Ok(tokens)
}

/// Returns the caller of an access token; `None` if it is not valid.
fn caller_of(app: &Play, token: &str) -> Option<Caller> {
    let claims = app.access.read(token)?;
    app.access.caller(&claims, app.clock.now())
}

/// Returns the guest with this access token.
async fn guest_of(app: &Play, token: &str) -> Result<Player> {
    let caller = caller_of(app, token).ok_or(Refusal::invalid("why-guest-token"))?;
    let guest = account::caller_row(app, &caller).await?;
    match guest.guest {
        true => Ok(guest),
        false => Err(Refusal::invalid("why-guest-token")),
    }
}

/// Moves the guest's seats to the account, one game after the other. A seat that cannot move stays
/// with the guest.
async fn adopt(app: &Play, guest: &Player, account: PlayerId) -> Result<()> {
    let mut conn = app.db.get().await?;
    let seated = departures::seated_games(&mut conn, guest.id).await?;
    drop(conn);
    for (id, status) in seated {
        let moved = match status {
            GameStatus::Open => move_open(app, guest.id, account, &id).await,
            _ => replacement::adopt(app, &id, guest.id, account).await,
        };
        match moved {
            Err(refusal) if refusal.is_failure() => return Err(refusal),
            Err(refusal) => tracing::info!(%refusal, game.id = %id, "a guest's seat stays"),
            Ok(()) => {}
        }
    }
    app.outbox.notify_one();
    Ok(())
}

/// Gives the guest's seat at a table that still fills to the account.
async fn move_open(app: &Play, guest: PlayerId, account: PlayerId, id: &GameId) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = players::hold(conn, account).await?;
        let player = player.ok_or(Refusal::NOT_SIGNED_IN)?;
        let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
        let seats = games::seats(conn, &[id]).await?;
        if row.status != GameStatus::Open {
            return Err(Refusal::GameNotOpen);
        }
        if seats.iter().any(|seat| seat.player_id == Some(account)) {
            return Err(Refusal::AlreadySeated);
        }
        let Some(own) = seats.iter().find(|seat| seat.player_id == Some(guest)) else {
            return Err(Refusal::NotSeated);
        };
        may_join(conn, account, row.creator_id).await?;
        let address = own_address(app, &player);
        let is_kept =
            |seat: &&SeatRow| seat.invited_id == Some(account) || seat.is_kept_for(address);
        if !seats.iter().any(|it| is_kept(&it)) && games::was_sent_away(conn, id, account).await? {
            return Err(Refusal::forbidden("why-sent-away"));
        }
        // The account sits in the guest's seat, and no longer has one that is kept for it.
        for kept in seats.iter().filter(is_kept) {
            games::keep(conn, id, kept.seat, None, None, None).await?;
        }
        games::sit(conn, id, own.seat, account, &own.entropy, now).await?;
        signals::changed(id, games::involved(&seats).chain([account]));
        Ok(())
    })
    .await
}
