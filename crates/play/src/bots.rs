//! Bots at the table. They move within their turn, through the same code as players.
//!
//! A move that makes it a bot's turn wakes the bots of its own process. The bots find moves of
//! other processes, and moves from before a restart, in the database. Two processes may move for
//! the same bot: the check of the log's length lets only one of them succeed.
//!
//! Only games in which a bot is to act wake the bots. When all new games woke them, the server with
//! its worker played 0.74 of the moves that it plays without a worker, instead of 0.95.

use std::panic::AssertUnwindSafe;

use common::ids::GameId;
use futures_util::FutureExt;
use tokio::sync::{Mutex, mpsc};

use crate::moves::{self, Mover};
use crate::refusal::{Refusal, Result};
use crate::store::games;
use crate::{Play, tables};

/// The capacity of the queue. The bots find further games in the database.
const QUEUE: usize = 1_024;

/// How many games are read from the database at a time.
const BATCH: i64 = 200;

/// The queue of games in which a bot may have to decide.
pub struct Wakeup {
    games: mpsc::Sender<GameId>,
    woken: Mutex<mpsc::Receiver<GameId>>,
}

impl Wakeup {
    /// Creates an empty queue.
    pub fn new() -> Wakeup {
        let (games, woken) = mpsc::channel(QUEUE);
        Wakeup {
            games,
            woken: Mutex::new(woken),
        }
    }

    /// Queues this game for the bots.
    pub fn wake(&self, id: &GameId) {
        // A full queue drops the game. The periodic scan of the database finds it.
        let _ = self.games.try_send(id.to_owned());
    }

    /// Waits for the next game in the queue.
    pub async fn next(&self) -> GameId {
        match self.woken.lock().await.recv().await {
            Some(id) => id,
            // Unreachable: the sender lives as long as the receiver.
            None => std::future::pending().await,
        }
    }
}

impl Default for Wakeup {
    fn default() -> Wakeup {
        Wakeup::new()
    }
}

/// Plays for the bots in every running game that waits for one. Games in which this fails do not
/// block the others.
pub async fn answer_all(app: &Play) -> Result<()> {
    let mut last = None;
    loop {
        let mut conn = app.db.get().await?;
        let mut waiting = games::waiting_for_bots(&mut conn, last.as_ref(), BATCH).await?;
        drop(conn);
        for id in &waiting {
            answer(app, id).await;
        }
        last = waiting.pop();
        if last.is_none() {
            return Ok(());
        }
    }
}

/// Plays for the bots of a game until none of them has to decide. A panic affects only this game.
pub async fn answer(app: &Play, id: &GameId) {
    loop {
        let stepped = AssertUnwindSafe(step(app, id)).catch_unwind().await;
        let stepped = stepped.unwrap_or_else(|_| Err(Refusal::internal("a bot panicked")));
        match stepped {
            Ok(true) => {}
            // A damaged game has already been reported.
            Ok(false)
            | Err(
                Refusal::NotStarted
                | Refusal::GameOver(_)
                | Refusal::GamePaused
                | Refusal::NotRunning
                | Refusal::DamagedGame,
            ) => return,
            // Another process was faster. This process is up to date now, so it tries again.
            Err(Refusal::Stale { .. } | Refusal::NotYourTurn(_)) => {}
            Err(refusal) => {
                tracing::warn!(%refusal, game.id = %id, "a bot could not move");
                return;
            }
        }
    }
}

/// Plays one move of a bot. Returns whether there was one to play.
async fn step(app: &Play, id: &GameId) -> Result<bool> {
    let (seat, seq, mv) = {
        let mut place = app.tables.lock(id).await?;
        let remembered = place.is_some();
        let table = tables::seated(&mut place, app, id).await?;
        if remembered && table.acting_bot().is_none() {
            // Another process may have made it a bot's turn, or given a seat to a bot.
            table.catch_up(app).await?;
        }
        let Some((seat, bot)) = table.acting_bot() else {
            return Ok(false);
        };
        let mut dice = app.chance.dice();
        let mv = table.game.position().choose(bot, seat, &mut dice);
        (seat, table.game.next_seq(seat), mv)
    };
    let mv = mv.ok_or_else(|| Refusal::internal("a bot owes a decision and has none"))?;
    moves::play(app, Mover::Bot(seat), id, seq, vec![mv], drop).await?;
    Ok(true)
}
