//! Tables before the game begins: create, join, leave, cancel. A game begins when the last seat is
//! taken.
//!
//! - `making`: creates a table with its guests, or a rematch;
//! - `guests`: whom seats are reserved for, and how many invitations are allowed;
//! - `seats`: takes, frees and reserves seats;
//! - `on_deal`: restricts seats in games on a deal;
//! - `choice`: the kind, options and number of seats of a game;
//! - `once`: idempotent requests;
//! - this module: shared helpers, the beginning of a game, and its cancellation.
//!
//! An account is always locked before a game, because the deletion of an account uses that order
//! too.

mod choice;
mod guests;
mod making;
mod on_deal;
mod once;
mod seats;

use ::games::KINDS;
use accounts::access::Caller;
use accounts::account::{self, own_address};
use base::typed_text;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::seated::note_changes;
use db::sets::GameStatus;
use notices::{GameNotice, Place, outbox};
use rules::dice::entropy_is_valid;
use rules::{Game, Hash, Seat, SeatSet, ServerSeed};
use sha2::{Digest, Sha256};

use crate::clocks::seat::Change;
use crate::clocks::{Calendar, Clocks};
use crate::refusal::{Refusal, Result};
use crate::store::games::{self, GameRow, SeatRow, Started};
use crate::store::orders as stored_orders;
use crate::{Play, look, orders, tables};

pub use choice::Choice;
pub use guests::Guest;
pub use making::{NewGame, Origin, Reservation, create, forget_requests, rematch, reserve};
pub use once::Once;
pub(crate) use seats::may_join;
pub use seats::{decline_for, free_seat, invite, join, keeps_for, leave};

/// Returns a bot's contribution to the seed. It follows from public data, so nobody can choose it.
/// `docs/VERIFYING.md` defines it.
fn bot_entropy(id: &GameId, seed_commitment: &Hash, seat: Seat) -> String {
    let message = format!("turnpike-bot/1\n{id}\n{seed_commitment}\n{seat}\n");
    hex::encode(Sha256::digest(message))
}

fn check_entropy(entropy: &str) -> Result<()> {
    if !entropy_is_valid(entropy) {
        return Err(Refusal::invalid("why-entropy"));
    }
    Ok(typed_text::shows("entropy", entropy)?)
}

/// Wakes the mail worker. If the game has begun, also plays the orders and wakes the bots.
async fn follow_up(app: &Play, id: &GameId, begun: bool) {
    if begun {
        orders::take_up(app, std::slice::from_ref(id)).await;
    }
    app.outbox.notify_one();
}

/// Begins an open game whose seats are all taken. Returns whether it has begun.
async fn begin_if_full(conn: &mut Conn, id: &GameId, now: Moment) -> Result<bool> {
    let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
    let seats = games::seats(conn, &[id]).await?;
    if !seats.iter().all(SeatRow::is_taken) {
        return Ok(false);
    }
    let bots: SeatSet = seats
        .iter()
        .filter(|seat| seat.bot.is_some())
        .map(|seat| seat.seat)
        .collect();
    let header = tables::header(&row, &seats)?;
    let seed = ServerSeed(tables::bytes(&row.server_seed)?);
    let kind = KINDS.of(&header).map_err(Refusal::internal)?;
    let (game, _) =
        Game::start(kind, header, &seed, tables::blinding(&row)?).map_err(Refusal::internal)?;
    let clocks = first_clocks(conn, &row, &seats, &game, now).await?;
    games::start(
        conn,
        id,
        &Started {
            status: GameStatus::Running,
            game_seed: &game.secrets().seed.0,
            start: &game.head().0,
            head: &game.head().0,
            acting: game.acting().bits().into(),
            started_at: Some(now),
            changed_at: now,
            bots: bots.bits().into(),
            look_at: clocks.as_ref().and_then(|(_, look_at)| *look_at),
            clocks: clocks.map(|(clocks, _)| clocks.to_json()),
        },
    )
    .await?;
    let forced: SeatSet = stored_orders::begin(conn, id).await?.into_iter().collect();
    // The server plays forced moves for a seat that asked for that. It notifies that player at the
    // first real decision.
    let decides = |seat: Seat| {
        let is_played = forced.contains(seat) && game.position().forced(seat).is_some();
        game.acting().contains(seat) && !is_played
    };
    let mails: Vec<_> = seats
        .iter()
        .filter_map(|seat| Some((seat.seat, seat.player_id?)))
        .map(|(seat, player)| {
            let notice = match decides(seat) {
                true => GameNotice::Turn,
                false => GameNotice::Started,
            };
            notice.mail(id, Place::of(&game), seat, player, now)
        })
        .collect();
    outbox::put(conn, &mails).await?;
    Ok(true)
}

/// Returns the clocks at the beginning of a game, and the time at which they next need attention.
async fn first_clocks(
    conn: &mut Conn,
    row: &GameRow,
    seats: &[SeatRow],
    game: &Game,
    now: Moment,
) -> Result<Option<(Clocks, Option<Moment>)>> {
    let Some(pace) = tables::pace(row)? else {
        return Ok(None);
    };
    let away = tables::holidays_of(conn, &pace, row, seats).await?;
    let calendar = |seat| Calendar::of_seat(pace.pause.as_ref(), &away, seat);
    let owing = game
        .acting()
        .iter()
        .filter(|seat| seats[seat.index()].player_id.is_some())
        .collect();
    let change = Change {
        owing,
        moves: &[],
        afresh: SeatSet::EMPTY,
        handed: &[],
        outages: &[],
        ply: 0,
        now,
    };
    let clocks = Clocks::new(&pace, game.seats()).after(&pace, calendar, change);
    let look_at = clocks.look_at(calendar);
    Ok(Some((clocks, look_at)))
}

fn creator_stays() -> Refusal {
    Refusal::forbidden("why-creator-stays")
}

/// Locks and returns the open game. Fails if the caller did not create it.
async fn own_table(
    conn: &mut Conn,
    app: &Play,
    caller: &Caller,
    id: &GameId,
    now: Moment,
) -> Result<(GameRow, Vec<SeatRow>)> {
    let player = account::held(conn, caller.player).await?;
    let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
    let seats = games::seats(conn, &[id]).await?;
    if row.creator_id != caller.player {
        let known = seats.iter().any(|seat| {
            [seat.player_id, seat.invited_id].contains(&Some(caller.player))
                || seat.is_kept_for(own_address(app, &player))
        });
        look::may_know(row.is_public(now), known)?;
        return Err(Refusal::forbidden("why-only-creator"));
    }
    if row.status != GameStatus::Open {
        return Err(Refusal::GameNotOpen);
    }
    Ok((row, seats))
}

/// Cancels a game that has not begun, and notifies the other players. Only the creator may do so.
/// Cancelling again changes nothing.
pub async fn cancel(app: &Play, caller: &Caller, id: &GameId) -> Result<()> {
    let now = app.clock.now();
    let again = app.transaction(async |conn| {
        match games::find(conn, id).await? {
            Some(row) if row.creator_id == caller.player && row.status == GameStatus::Cancelled => {
                return Ok(true);
            }
            _ => {}
        }
        let (_, seats) = own_table(conn, app, caller, id, now).await?;
        note_changes(conn, std::slice::from_ref(id)).await?;
        games::cancel(conn, id, now).await?;
        outbox::put(conn, &cancelled(id, &seats, caller.player, now)).await?;
        Ok(false)
    });
    let again = again.await?;
    if again {
        // The game is cancelled already, but a standby may not know it yet.
        app.tables.committer.settle().await?;
    }
    app.outbox.notify_one();
    Ok(())
}

/// Returns the mails that notify the other players at a table of its cancellation.
pub fn cancelled(
    id: &GameId,
    seats: &[SeatRow],
    creator: PlayerId,
    now: Moment,
) -> Vec<outbox::NewMail> {
    seats
        .iter()
        .filter_map(|seat| Some((seat.seat, seat.player_id?)))
        .filter(|(_, player)| *player != creator)
        .map(|(seat, player)| GameNotice::Cancelled.mail(id, Place::NONE, seat, player, now))
        .collect()
}
