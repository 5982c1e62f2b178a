//! Orders: what a player wants played when the turn comes, kept secret from everybody else.
//!
//! Orders are followed in the write that makes it the player's turn, so that no turn mail goes out
//! for a decision that is made already. The first queued move that is not legal at its moment
//! cancels the rest of the queue, and the player is told.

use rules::{Action, Game, Seat};
use serde_json::{Value, json};

use super::access::Caller;
use super::draft::Draft;
use super::look;
use super::tables::{Change, First};
use super::text;
use crate::ids::{GameId, PlayerId};
use crate::lanes;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::orders::{self as stored, OrdersRow};
use crate::store::sets::Stored;
use crate::store::{Conn, clocks, games, players};

/// The most moves in a queue.
pub const MOST: usize = 32;

/// What a player wants played.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Orders {
    /// Whether a move is played where it decides nothing.
    pub forced: bool,
    /// The moves to be played, the next one first.
    pub moves: Vec<Value>,
}

impl Orders {
    /// What is stored.
    pub fn read(row: &OrdersRow) -> Orders {
        Orders {
            forced: row.forced,
            moves: row.moves.as_array().cloned().unwrap_or_default(),
        }
    }

    /// Takes what is to be played now.
    pub(super) fn next(&self, game: &Game, seat: Seat) -> Option<Action> {
        if let Some(next) = self.moves.first() {
            return Action::read(next.clone()).into_iter().next();
        }
        let forced = self.forced.then(|| game.position().forced(seat))?;
        forced.map(Action::Move)
    }

    /// Takes the move that was played, or tried, off the queue.
    pub(super) fn advance(&mut self) {
        if !self.moves.is_empty() {
            self.moves.remove(0);
        }
    }
}

/// The caller's own orders in a game that runs.
pub async fn show(app: &App, caller: &Caller, id: &GameId) -> Result<Orders> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    let seat = look.seat.ok_or(Refusal::NotSeated)?;
    let conn = app.db.get().await?;
    let rows = stored::of(&conn, &[id]).await?;
    let own = rows.iter().find(|row| row.seat.0 == seat);
    Ok(own.map(Orders::read).unwrap_or_default())
}

/// Replaces the caller's queue, and where `forced` is given, whether what decides nothing is played. If it is the
/// caller's turn, the orders are followed at once.
pub async fn put(
    app: &App,
    caller: &Caller,
    id: &GameId,
    forced: Option<bool>,
    moves: Vec<Value>,
) -> Result<Orders> {
    moves
        .iter()
        .try_for_each(|mv| text::value_shows("moves", mv))?;
    // One action each, so that a queue can be cut anywhere.
    let moves: Vec<Value> = moves
        .into_iter()
        .flat_map(Action::read)
        .map(|action| match action {
            Action::Move(mv) => mv,
            Action::Text(text) => json!({"text": text}),
            Action::Leave => json!({"type": "leave"}),
        })
        .collect();
    if moves.len() > MOST {
        return Err(Refusal::invalid(format!(
            "“moves” holds at most {MOST} moves."
        )));
    }
    change(app, caller, id, |orders| {
        orders.forced = forced.unwrap_or(orders.forced);
        orders.moves = moves;
    })
    .await?;
    show(app, caller, id).await
}

/// Sets whether what decides nothing is played for the caller in this game. The queue stays as it is.
pub async fn set_forced(app: &App, caller: &Caller, id: &GameId, forced: bool) -> Result<()> {
    change(app, caller, id, |orders| orders.forced = forced).await
}

/// Changes the caller's orders in a game that runs, and follows them.
async fn change(
    app: &App,
    caller: &Caller,
    id: &GameId,
    change: impl FnOnce(&mut Orders) + Send,
) -> Result<()> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    let seat = look.seat.ok_or(Refusal::NotSeated)?;
    app.transaction(async |conn| {
        if !clocks::revise(conn, id).await? {
            return Err(Refusal::NotRunning);
        }
        // Whoever had the seat a moment ago may have been replaced.
        let seats = games::seats(conn, &[id]).await?;
        if seats[seat.index()].player_id != Some(caller.player) {
            return Err(Refusal::NotSeated);
        }
        let rows = stored::of(conn, &[id]).await?;
        let own = rows.iter().find(|row| row.seat.0 == seat);
        let mut orders = own.map(Orders::read).unwrap_or_default();
        change(&mut orders);
        if orders == Orders::default() {
            stored::remove(conn, id, seat).await?;
            return Ok(());
        }
        let row = OrdersRow {
            game_id: id.to_owned(),
            seat: Stored(seat),
            forced: orders.forced,
            moves: Value::from(orders.moves),
        };
        stored::put(conn, &row).await?;
        Ok(())
    })
    .await?;
    lanes::done();
    follow(app, id, Called::Not).await
}

/// Sets whether what decides nothing is played for a player, whose account is locked: in all games that run, and in
/// those that begin from now on. Answers the games in which orders are to be [followed](take_up) then.
pub(super) async fn set_forced_everywhere(
    conn: &mut Conn,
    player: PlayerId,
    forced: bool,
) -> Result<Vec<GameId>> {
    players::set_forced(conn, player, forced).await?;
    let mut games = Vec::new();
    for id in clocks::running_games(conn, player).await? {
        if clocks::revise(conn, &id).await? {
            games.push(id);
        }
    }
    stored::set_forced(conn, player, &games, forced).await?;
    Ok(if forced { games } else { Vec::new() })
}

/// Follows the orders in games that have just begun or go on again, or whose player has just come or given them:
/// whoever is still to decide is told. What goes wrong is done with the next move of the game.
pub(super) async fn take_up(app: &App, games: &[GameId]) {
    // Nobody is refused what is done already.
    lanes::done();
    for id in games {
        match follow(app, id, Called::WhoDecides).await {
            Ok(()) | Err(Refusal::NotStarted | Refusal::DamagedGame) => {}
            Err(refusal) => tracing::warn!(%refusal, game.id = %id, "orders were not followed"),
        }
    }
}

/// Who is told of a turn once orders were followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Called {
    /// Nobody who was called before: whoever gave them is at the game.
    Not,
    /// Whoever has a decision left.
    WhoDecides,
}

/// Follows the orders in a game for whoever's turn it is, if it goes on.
async fn follow(app: &App, id: &GameId, called: Called) -> Result<()> {
    let mut change = Change::begin(app, id, First::Database).await?;
    loop {
        let table = change.table()?;
        if table.stands.goes_on().is_err() {
            return Ok(());
        }
        let mut draft = Draft::on(table, app.clock.now());
        draft.follow_orders(table);
        if called == Called::WhoDecides {
            draft.call_followed();
        }
        if draft.is_empty() || draft.write(app, table).await? {
            if table.acting_bot().is_some() {
                app.bots.wake(id);
            }
            return Ok(());
        }
    }
}
