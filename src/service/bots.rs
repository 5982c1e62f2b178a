//! Bots at the table: they answer within their turn, by the same path as everybody's moves.
//!
//! A move that makes it a bot's turn wakes the bots of its own process; what was moved elsewhere,
//! or before a restart, is found in the database. Two processes may answer for the same bot: the
//! compare on the log's length lets one of them win.
//!
//! Only games in which a bot is to act wake the bots. When all new games woke them, the server with
//! its worker played 0.74 of the moves that it plays without a worker, instead of 0.95.

use std::panic::AssertUnwindSafe;

use common::ids::GameId;
use futures_util::FutureExt;
use tokio::sync::{Mutex, mpsc};

use super::play::{self, Mover};
use super::tables;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::games;

/// How many games may be waiting to be looked at. One more is found in the database.
const QUEUE: usize = 1_024;

/// How many games are taken from the database at a time.
const BATCH: i64 = 200;

/// Games in which a bot may owe a decision.
pub struct Wakeup {
    games: mpsc::Sender<GameId>,
    woken: Mutex<mpsc::Receiver<GameId>>,
}

impl Wakeup {
    /// Nothing to do yet.
    pub fn new() -> Wakeup {
        let (games, woken) = mpsc::channel(QUEUE);
        Wakeup {
            games,
            woken: Mutex::new(woken),
        }
    }

    /// Has the bots look at this game.
    pub fn wake(&self, id: &GameId) {
        // A full queue drops it: the database is looked through now and then.
        let _ = self.games.try_send(id.to_owned());
    }

    /// Waits for a game to look at.
    pub async fn next(&self) -> GameId {
        match self.woken.lock().await.recv().await {
            Some(id) => id,
            // The sender lives as long as the receiver.
            None => std::future::pending().await,
        }
    }
}

impl Default for Wakeup {
    fn default() -> Wakeup {
        Wakeup::new()
    }
}

/// Answers in every running game that waits for a bot. Games that cannot be answered stay where they are
/// and keep no others waiting.
pub async fn answer_all(app: &App) -> Result<()> {
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

/// Plays for the bots of a game until none of them owes a decision. A panic ends it for this game
/// alone.
pub async fn answer(app: &App, id: &GameId) {
    loop {
        let stepped = AssertUnwindSafe(step(app, id)).catch_unwind().await;
        let stepped = stepped.unwrap_or_else(|_| Err(Refusal::internal("a bot panicked")));
        match stepped {
            Ok(true) => {}
            // A damaged game was reported.
            Ok(false)
            | Err(
                Refusal::NotStarted
                | Refusal::GameOver(_)
                | Refusal::Paused
                | Refusal::NotRunning
                | Refusal::DamagedGame,
            ) => return,
            // Another process was faster, and by now this one knows.
            Err(Refusal::Stale { .. } | Refusal::NotYourTurn(_)) => {}
            Err(refusal) => {
                tracing::warn!(%refusal, game.id = %id, "a bot could not move");
                return;
            }
        }
    }
}

/// Plays one move of a bot; says whether there was one to play.
async fn step(app: &App, id: &GameId) -> Result<bool> {
    let (seat, seq, mv) = {
        let mut place = app.tables.lock(id).await?;
        let remembered = place.is_some();
        let table = tables::seated(&mut place, app, id).await?;
        if remembered && table.acting_bot().is_none() {
            // The move that made it a bot's turn, or gave a seat to one, may be another process's.
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
    play::play(app, Mover::Bot(seat), id, seq, vec![mv], drop).await?;
    Ok(true)
}
