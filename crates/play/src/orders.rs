//! Orders: moves that a player wants the server to play at their next turns. They are secret from
//! everybody else.
//!
//! The server follows orders in the same write that makes it the player's turn, so no turn mail is
//! sent for a decision that is already made. If a queued move is not legal at its turn, the rest of
//! the queue is cancelled and the player is notified. Conditional orders, which the game
//! interprets, come after the queue: the server follows the first one that applies to a decision.

use accounts::access::Caller;
use accounts::store::players;
use base::{permits, typed_text};
use common::ids::{GameId, PlayerId};
use common::texts::message;
use db::seated::note_changes;
use db::sets::Stored;
use db::{Conn, signals};
use notices::outbox;
use rules::{Action, Game, Illegal, Names, Ordered, Refusal as Because, Seat};
use serde_json::{Value, json};

use crate::draft::{Cancelled, Draft};
use crate::moves::refused;
use crate::refusal::{Refusal, Result};
use crate::store::orders::OrdersRow;
use crate::store::{clocks, games, orders as stored};
use crate::tables::{Change, First, Table};
use crate::{Play, look};

/// The most moves in a queue.
pub const MOST: usize = 32;

/// The most conditional orders of a seat.
pub const MOST_CONDITIONAL: usize = 16;

/// A player's orders in a game.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Orders {
    /// Whether the server plays moves that decide nothing.
    pub forced: bool,
    /// The queued moves, next one first.
    pub moves: Vec<Value>,
    /// Conditional orders in the game's full form. The first that applies to a decision is
    /// followed.
    pub conditional: Vec<String>,
}

/// The next step by orders, and the orders after it.
pub struct Step {
    /// The move; `None` if a conditional order is only removed because its time is past.
    pub action: Option<Action>,
    /// The source of the move.
    pub from: Source,
    /// The orders after this step.
    pub left: Orders,
}

/// The source of an ordered move.
#[derive(Clone, PartialEq, Eq)]
pub enum Source {
    /// The queue of moves.
    Queue,
    /// This conditional order.
    Conditional(String),
    /// It is the only legal move.
    Forced,
}

impl Orders {
    /// Reads stored orders.
    pub fn read(row: &OrdersRow) -> Orders {
        Orders {
            forced: row.forced,
            moves: row.moves.as_array().cloned().unwrap_or_default(),
            conditional: texts(&row.conditional),
        }
    }

    /// Whether there is neither a queued move nor a conditional order.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.conditional.is_empty()
    }

    /// Returns the orders' next step for a decision of this seat.
    pub fn next(&self, game: &Game, seat: Seat) -> Option<Step> {
        self.queued()
            .or_else(|| self.by_condition(game, seat))
            .or_else(|| {
                Some(Step {
                    action: Some(self.without_choice(game, seat)?),
                    from: Source::Forced,
                    left: self.clone(),
                })
            })
    }

    /// Returns the only legal move, if the player wants such moves played.
    pub(super) fn without_choice(&self, game: &Game, seat: Seat) -> Option<Action> {
        let forced = self.forced.then(|| game.position().forced(seat))?;
        forced.map(Action::Move)
    }

    fn queued(&self) -> Option<Step> {
        let (first, rest) = self.moves.split_first()?;
        let mut left = self.clone();
        left.moves = rest.to_vec();
        Some(Step {
            action: Action::read(first.clone()).into_iter().next(),
            from: Source::Queue,
            left,
        })
    }

    fn by_condition(&self, game: &Game, seat: Seat) -> Option<Step> {
        self.conditional.iter().find_map(|order| {
            let (mv, stays) = match game.position().ordered(seat, order) {
                Ordered::Nothing => return None,
                Ordered::Past => (None, false),
                Ordered::Once(mv) => (Some(mv), false),
                Ordered::Play(mv) => (Some(mv), true),
            };
            let mut left = self.clone();
            left.conditional.retain(|it| stays || it != order);
            Some(Step {
                action: mv.map(Action::Move),
                from: Source::Conditional(order.clone()),
                left,
            })
        })
    }

    /// Removes the conditional orders whose time is past.
    fn forget_past(&mut self, game: &Game, seat: Seat) {
        let is_past = |order: &str| game.position().ordered(seat, order) == Ordered::Past;
        self.conditional.retain(|order| !is_past(order));
    }

    /// Inserts conditional orders before the existing ones, each once.
    fn add(&mut self, new: Vec<String>) {
        let before = std::mem::take(&mut self.conditional);
        for order in new.into_iter().chain(before) {
            if !self.conditional.contains(&order) {
                self.conditional.push(order);
            }
        }
    }
}

/// Reads a stored list of texts.
fn texts(stored: &Value) -> Vec<String> {
    let texts = stored.as_array().into_iter().flatten();
    let texts = texts.filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// Orders that a player gives, parsed against the current game. They are secret, so there is no
/// `Debug`.
#[derive(Clone, Default, PartialEq)]
pub struct Given {
    /// Moves for the queue, one action each.
    pub moves: Vec<Value>,
    /// Conditional orders in full form.
    pub conditional: Vec<String>,
}

impl Given {
    /// Parses each part as a conditional order of the game or as a move. The error has the index of
    /// the first invalid part.
    pub fn read(
        game: &Game,
        seat: Seat,
        names: &Names,
        parts: &[String],
    ) -> Result<Given, (usize, Illegal)> {
        let most = MOST + MOST_CONDITIONAL;
        if parts.len() > most {
            let why = message("why-queue").with("most", MOST);
            return Err((most, Illegal::bad_move(why)));
        }
        let mut given = Given::default();
        for (at, part) in parts.iter().enumerate() {
            if let Some(order) = conditional(game, seat, part).map_err(|it| (at, it))? {
                given.conditional.push(order);
                continue;
            }
            let action = as_meant(game, seat, names, Action::Text(part.clone()));
            let action = action.map_err(|illegal| (at, illegal))?;
            given.moves.push(stored_form(action));
        }
        Ok(given)
    }
}

/// Parses a conditional order. Returns `None` if the text is something else, such as a move.
fn conditional(game: &Game, seat: Seat, text: &str) -> Result<Option<String>, Illegal> {
    let first = |text: &str| text.split_whitespace().next().map(str::to_lowercase);
    match game.position().order(seat, text) {
        Ok(order) => Ok(Some(order)),
        Err(illegal) => {
            let orders = game.kind().info().orders;
            let begins_one = orders.iter().any(|it| first(it.example) == first(text));
            // The text in the notation of a move, if it is one.
            let mv = game.position().read(seat, text).ok();
            let noted = mv.and_then(|mv| game.position().text(&mv.to_string()));
            let is_move = noted.is_some_and(|noted| noted.eq_ignore_ascii_case(text));
            match begins_one && !is_move {
                true => Err(illegal),
                false => Ok(None),
            }
        }
    }
}

/// Returns the error of an action that cannot be a move of this game in any position.
fn is_no_move(game: &Game, seat: Seat, action: &Action) -> Option<Illegal> {
    let read = match action {
        Action::Leave => return None,
        Action::Text(text) => game.position().read(seat, text).map(drop),
        Action::Move(mv) => game.position().parse(mv).map(drop),
    };
    read.err().filter(|it| it.refusal == Because::Malformed)
}

/// Returns an action that can be a move of this game. Replaces players' names by seat numbers if
/// that makes it one. The error says why the action can never be a move.
fn as_meant(game: &Game, seat: Seat, names: &Names, action: Action) -> Result<Action, Illegal> {
    let Some(illegal) = is_no_move(game, seat, &action) else {
        return Ok(action);
    };
    let numbered = Action::numbered(&[action], names);
    let numbered = numbered.and_then(|mut actions| actions.pop());
    let numbered = numbered.filter(|action| is_no_move(game, seat, action).is_none());
    numbered.ok_or(illegal)
}

/// Returns the caller's orders in a running game, without those whose time is past.
pub async fn show(app: &Play, caller: &Caller, id: &GameId) -> Result<Orders> {
    let look = look::game(app, Some(caller), id, None).await?;
    let seat = look.seat.ok_or(Refusal::NotSeated)?;
    let conn = app.db.get().await?;
    let rows = stored::of(&conn, &[id]).await?;
    let own = rows.iter().find(|row| row.seat.0 == seat);
    let mut orders = own.map(Orders::read).unwrap_or_default();
    if let Some(game) = &look.game {
        orders.forget_past(game, seat);
    }
    Ok(orders)
}

/// Replaces the caller's queue. Also replaces the conditional orders and the setting for moves that
/// decide nothing, if they are given. If it is the caller's turn, the orders are followed at once.
pub async fn put(
    app: &Play,
    caller: &Caller,
    id: &GameId,
    forced: Option<bool>,
    moves: Vec<Value>,
    conditional: Option<Vec<String>>,
) -> Result<Orders> {
    moves
        .iter()
        .try_for_each(|mv| typed_text::value_shows("moves", mv))?;
    let moves: Vec<Action> = moves.into_iter().flat_map(Action::read).collect();
    bounded("why-queue", moves.len(), MOST)?;
    let count = conditional.as_ref().map_or(0, Vec::len);
    bounded("why-conditional", count, MOST_CONDITIONAL)?;
    let (game, seat, names) = at_the_table(app, caller, id).await?;
    let mut queue = Vec::new();
    for (index, action) in moves.into_iter().enumerate() {
        let meant = as_meant(&game, seat, &names, action);
        queue.push(meant.map_err(|illegal| refused(&game, seat, &names, index, illegal))?);
    }
    let mut full = Vec::new();
    for (index, order) in conditional.iter().flatten().enumerate() {
        let read = game.position().order(seat, order);
        full.push(read.map_err(|illegal| refused(&game, seat, &names, index, illegal))?);
    }
    change(app, caller, id, |orders| {
        orders.forced = forced.unwrap_or(orders.forced);
        // One action per entry, so that a queue can be cut anywhere.
        orders.moves = queue.into_iter().map(stored_form).collect();
        if conditional.is_some() {
            orders.conditional.clear();
            orders.add(full);
        }
        Ok(())
    })
    .await?;
    show(app, caller, id).await
}

/// Adds conditional orders before the existing ones. Replaces the queue if a new one is given.
pub async fn give(app: &Play, caller: &Caller, id: &GameId, given: Given) -> Result<Orders> {
    bounded("why-queue", given.moves.len(), MOST)?;
    let (game, seat, _) = at_the_table(app, caller, id).await?;
    change(app, caller, id, |orders| {
        if !given.moves.is_empty() {
            orders.moves = given.moves;
        }
        orders.forget_past(&game, seat);
        orders.add(given.conditional);
        bounded(
            "why-conditional",
            orders.conditional.len(),
            MOST_CONDITIONAL,
        )
    })
    .await?;
    show(app, caller, id).await
}

/// Cancels the caller's queue and conditional orders.
pub async fn cancel(app: &Play, caller: &Caller, id: &GameId) -> Result<()> {
    change(app, caller, id, |orders| {
        orders.moves.clear();
        orders.conditional.clear();
        Ok(())
    })
    .await
}

/// Returns the running game in its current state, the caller's seat, and the players' names.
async fn at_the_table(app: &Play, caller: &Caller, id: &GameId) -> Result<(Game, Seat, Names)> {
    let look = look::game(app, Some(caller), id, None).await?;
    let seat = look.seat.ok_or(Refusal::NotSeated)?;
    let names = look.names();
    Ok((look.game.ok_or(Refusal::NotRunning)?, seat, names))
}

/// Returns the error `why` if `count` exceeds `most`.
fn bounded(why: &'static str, count: usize, most: usize) -> Result<()> {
    match count <= most {
        true => Ok(()),
        false => Err(base::Refusal::InvalidRequest(message(why).with("most", most)).into()),
    }
}

fn stored_form(action: Action) -> Value {
    match action {
        Action::Move(mv) => mv,
        Action::Text(text) => json!({"type": "text", "text": text}),
        Action::Leave => json!({"type": "leave"}),
    }
}

/// Sets whether the server plays moves for the caller in this game that decide nothing. The queue
/// stays unchanged.
pub async fn set_forced(app: &Play, caller: &Caller, id: &GameId, forced: bool) -> Result<()> {
    change(app, caller, id, |orders| {
        orders.forced = forced;
        Ok(())
    })
    .await
}

/// Changes the caller's orders in a running game, then follows them.
async fn change(
    app: &Play,
    caller: &Caller,
    id: &GameId,
    change: impl FnOnce(&mut Orders) -> Result<()> + Send,
) -> Result<()> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    let seat = look.seat.ok_or(Refusal::NotSeated)?;
    app.transaction(async |conn| {
        if !clocks::revise(conn, id).await? {
            return Err(Refusal::NotRunning);
        }
        // The caller may just have been replaced.
        let seats = games::seats(conn, &[id]).await?;
        if seats[seat.index()].player_id != Some(caller.player) {
            return Err(Refusal::NotSeated);
        }
        let rows = stored::of(conn, &[id]).await?;
        let own = rows.iter().find(|row| row.seat.0 == seat);
        let mut orders = own.map(Orders::read).unwrap_or_default();
        change(&mut orders)?;
        signals::changed(id, games::involved(&seats));
        store(conn, id, seat, orders).await
    })
    .await?;
    permits::done();
    follow(app, id, Called::Not).await
}

/// Sets whether the server plays moves for a locked player that decide nothing, in all running
/// games and in future ones. Returns the games in which the caller must [follow the
/// orders](take_up) afterwards.
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
    note_changes(conn, &games).await?;
    Ok(if forced { games } else { Vec::new() })
}

/// Follows the orders in games that have just begun or resumed, or in which a seat or orders have
/// changed. Notifies players who still have to decide. After a failure, the next move of the game
/// follows the orders.
pub async fn take_up(app: &Play, games: &[GameId]) {
    // The request has already succeeded, so it must not be rejected while it waits here.
    permits::done();
    for id in games {
        match follow(app, id, Called::WhoDecides).await {
            Ok(()) | Err(Refusal::NotStarted | Refusal::DamagedGame) => {}
            Err(refusal) => {
                tracing::warn!(%refusal, game.id = %id, "moves planned by players could not be made")
            }
        }
    }
}

/// The players to notify of a turn after orders were followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Called {
    /// Only players who were not notified before. The player who gave the orders is at the game.
    Not,
    /// All players who still have a decision.
    WhoDecides,
}

/// Follows the orders in a game for the seats that have to decide, unless the game is paused or
/// cancelled.
async fn follow(app: &Play, id: &GameId, called: Called) -> Result<()> {
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
        let is_done = match draft.cancels_only() {
            Ok(cancelled) => {
                cancel_at(app, table, cancelled).await?;
                false
            }
            Err(draft) => draft.is_empty() || draft.write(app, table).await?,
        };
        if is_done {
            if table.acting_bot().is_some() {
                app.bots.wake(id);
            }
            return Ok(());
        }
    }
}

/// Stores cancelled orders, unless the game has changed meanwhile. Then the table is up to date.
async fn cancel_at(app: &Play, table: &mut Table, cancelled: Cancelled) -> Result<()> {
    let (id, at) = (table.id.clone(), table.version());
    let players: Vec<PlayerId> = table.players().collect();
    app.transaction(async |conn| {
        if !clocks::revise_at(conn, &id, &at).await? {
            return Ok(());
        }
        for (seat, orders) in cancelled.orders {
            store(conn, &id, seat, orders).await?;
        }
        outbox::put(conn, &cancelled.mails).await?;
        signals::changed(&id, players);
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    table.catch_up(app).await
}

/// Stores the orders of a seat.
async fn store(conn: &mut Conn, id: &GameId, seat: Seat, orders: Orders) -> Result<()> {
    if orders == Orders::default() {
        stored::remove(conn, id, seat).await?;
        return Ok(());
    }
    let row = OrdersRow {
        game_id: id.to_owned(),
        seat: Stored(seat),
        forced: orders.forced,
        moves: Value::from(orders.moves),
        conditional: Value::from(orders.conditional),
    };
    stored::put(conn, &row).await?;
    Ok(())
}
