//! The life of a move: check, carry out in memory, commit, answer.
//!
//! `docs/ARCHITECTURE.md`, "A move arrives", walks through this module. The happy path reads
//! nothing from the database and writes one statement, which it may share with other games.

use rules::{Action, Entry, Game, Illegal, LegalMoves, Refusal, Seat, SeatSet, Told, Turn, Viewer};
use serde_json::{Value, json};

use super::look;
use super::notices::GameNotice;
use super::tables::{self, SNAPSHOT_EVERY, Sitter, Table};
use crate::app::App;
use crate::clock::{Moment, rfc3339};
use crate::problem::{Problem, Refused, database};
use crate::store::committer::{Commit, Outcome as Committed};
use crate::store::outbox::NewMail;
use crate::store::{departures, entries};

/// The most moves that one request may hold.
pub const MAX_MOVES: usize = 64;

/// How often a move is tried again when another process was faster.
const TRIES: usize = 8;

/// What a request to play led to.
pub struct Played {
    /// The game after the last move of the request.
    pub game: Game,
    /// The caller's seat.
    pub seat: Seat,
    /// What happened, entry by entry.
    pub told: Vec<(u64, Vec<Box<dyn Told>>)>,
    /// The players' names.
    pub names: rules::Names,
}

impl Played {
    /// Through whose eyes the answer is made.
    pub fn viewer(&self) -> Viewer {
        tables::viewer(&self.game, Some(self.seat))
    }
}

/// For whom moves are played.
#[derive(Clone, Copy, Debug)]
pub enum Mover {
    /// A player, who may turn out to have no seat.
    Player(i64),
    /// The bot in this seat.
    Bot(Seat),
}

/// Plays a list of moves: all of them or none.
///
/// `seq` is the number that the mover's next entry carries. Sent again with the same moves, it
/// gets the same answer as the first time.
pub async fn play(
    app: &App,
    mover: Mover,
    id: &str,
    seq: u32,
    moves: Vec<Value>,
) -> Result<Played, Problem> {
    let actions: Vec<Action> = moves.into_iter().flat_map(Action::read).collect();
    if actions.is_empty() || actions.len() > MAX_MOVES {
        return Err(Problem::InvalidRequest(format!(
            "“moves” holds 1 to {MAX_MOVES} moves."
        )));
    }
    let mut place = app.tables.lock(id).await;
    let was_loaded = place.is_some();
    let table = match tables::seated(&mut place, &app.db, id).await {
        Ok(table) => table,
        Err(Problem::NotStarted) => {
            // Nobody has a table of a game that has not started: ask who may know of it.
            if let Mover::Player(player) = mover {
                look::glance(app, Some(player), id, None).await?;
            }
            return Err(Problem::NotStarted);
        }
        Err(problem) => return Err(problem),
    };
    let seat = match mover {
        Mover::Bot(seat) => Some(seat),
        Mover::Player(player) => table.seat_of(player),
    };
    let seat = match seat {
        Some(seat) => seat,
        None if table.public => return Err(Problem::NotSeated),
        None => return Err(Problem::NotFound),
    };
    let mut certain = !was_loaded;
    for _ in 0..TRIES {
        let next = table.game.next_seq(seat);
        let tried = if seq == next {
            attempt(table, seat, &actions, app.clock.now())
        } else {
            Err(Problem::Stale { seq: next })
        };
        let (moved, told, commit) = match tried {
            Ok(tried) => tried,
            Err(refusal) if certain => {
                return match refusal {
                    Problem::Stale { .. } if seq > 0 && seq < next => {
                        repeat(app, table, seat, seq, &actions).await
                    }
                    refusal => Err(refusal),
                };
            }
            Err(_) => {
                // The table may be behind: look before saying no.
                let mut conn = app.db.get().await?;
                table.catch_up(&mut conn).await?;
                certain = true;
                continue;
            }
        };
        let (ply, head) = (moved.ply(), moved.head());
        let tells = !commit.mails.is_empty();
        let entries = commit.entries.len() as u64;
        let outcome = app.tables.committer.commit(commit).await;
        if outcome != Committed::Written {
            let mut conn = app.db.get().await?;
            let own = entries::since(&mut conn, id, ply - entries)
                .await
                .map_err(database)?
                .into_iter()
                .find(|entry| entry.n == ply)
                .is_some_and(|entry| entry.hash == head);
            if !own && outcome == Committed::Failed {
                return Err(Problem::Unavailable);
            }
            if !own {
                table.catch_up(&mut conn).await?;
                certain = true;
                continue;
            }
        }
        table.game = moved.clone();
        if tells {
            app.outbox.notify_one();
        }
        if matches!(mover, Mover::Player(_)) && table.acting_bot().is_some() {
            app.bots.wake(id);
        }
        metrics::counter!("turnpike_moves_total", "kind" => moved.kind().info().id)
            .increment(entries);
        return Ok(Played {
            game: moved,
            seat,
            told,
            names: table.names.clone(),
        });
    }
    Err(Problem::Unavailable)
}

type Attempt = (Game, Vec<(u64, Vec<Box<dyn Told>>)>, Commit);

/// Carries the actions out on a copy and gathers what is to be written.
fn attempt(table: &Table, seat: Seat, actions: &[Action], now: Moment) -> Result<Attempt, Problem> {
    let before = &table.game;
    let mut game = before.clone();
    let at = rfc3339(now);
    let (mut told, mut entries) = (Vec::new(), Vec::new());
    for (index, action) in actions.iter().enumerate() {
        let played = game
            .submit(seat, action, &at)
            .map_err(|illegal| refused(before, seat, index, illegal))?;
        if played.reveals && index + 1 < actions.len() {
            return Err(Problem::Reveals { index });
        }
        told.push((played.entry.n, played.told));
        entries.push(played.entry);
    }
    let turn = game.turn();
    let snapshot =
        (before.ply() / SNAPSHOT_EVERY < game.ply() / SNAPSHOT_EVERY).then(|| game.snapshot());
    let commit = Commit {
        game_id: game.header().id.clone(),
        expected: before.ply(),
        entries,
        head: game.head(),
        acting: turn.acting(),
        result: turn.outcome().map(|outcome| json!(outcome)),
        at: now,
        mails: mails(table, seat, before.acting(), &turn, game.ply(), now),
        snapshot,
    };
    Ok((game, told, commit))
}

/// Who is to be told. Whoever moved is at the game and needs no mail; who owed a decision before
/// has had one.
fn mails(
    table: &Table,
    mover: Seat,
    acting_before: SeatSet,
    turn: &Turn,
    ply: u64,
    now: Moment,
) -> Vec<NewMail> {
    let notice = match turn {
        Turn::Over(_) => GameNotice::Over,
        Turn::Act(_) => GameNotice::Turn,
    };
    let wanted = |seat: Seat| match turn {
        Turn::Over(_) => true,
        Turn::Act(acting) => {
            seat != mover && acting.contains(seat) && !acting_before.contains(seat)
        }
    };
    let id = &table.game.header().id;
    table
        .sitters()
        .filter(|(seat, _)| wanted(*seat))
        .filter_map(|(seat, sitter)| match sitter {
            Sitter::Player(player) => Some(notice.mail(id, ply, seat, player, now)),
            Sitter::Bot(_) | Sitter::Nobody => None,
        })
        .collect()
}

/// The answer to a move, or to words of one, that the rules refuse.
pub(super) fn refused(game: &Game, seat: Seat, index: usize, illegal: Illegal) -> Problem {
    let refusal = illegal.refusal;
    let refused = Box::new(Refused {
        illegal,
        index,
        seq: game.next_seq(seat),
        legal: legal(game, seat),
    });
    match refusal {
        Refusal::GameOver => Problem::GameOver(refused),
        Refusal::NotYourTurn => Problem::NotYourTurn(refused),
        Refusal::Malformed | Refusal::Forbidden => Problem::IllegalMove(refused),
    }
}

/// What the seat may play now: nothing when it is not to act.
pub fn legal(game: &Game, seat: Seat) -> LegalMoves {
    if game.acting().contains(seat) {
        game.legal(seat)
    } else {
        LegalMoves {
            complete: true,
            ..LegalMoves::default()
        }
    }
}

/// The answer to a request that was carried out before: the game is taken back to just after it.
async fn repeat(
    app: &App,
    table: &Table,
    seat: Seat,
    seq: u32,
    actions: &[Action],
) -> Result<Played, Problem> {
    let stale = Problem::Stale {
        seq: table.game.next_seq(seat),
    };
    let header = table.game.header().clone();
    let mut conn = app.db.get().await?;
    let log = entries::since(&mut conn, &header.id, 0)
        .await
        .map_err(database)?;
    let (mut game, _) = Game::deal(header, table.game.seed()).map_err(Problem::internal)?;
    let mut told = Vec::new();
    let mut asked = actions.iter();
    for entry in &log {
        if entry.seat != seat || entry.seq < seq {
            if !told.is_empty() {
                return Err(stale);
            }
            game.replay(entry).map_err(Problem::internal)?;
            continue;
        }
        let same = asked
            .next()
            .is_some_and(|action| is_same(&game, entry, action));
        if !same {
            return Err(stale);
        }
        told.push((entry.n, game.retell(entry).map_err(Problem::internal)?));
        if told.len() == actions.len() {
            return Ok(Played {
                game,
                seat,
                told,
                names: table.names.clone(),
            });
        }
    }
    Err(stale)
}

/// Whether an action, in this position, is what the entry says.
fn is_same(game: &Game, entry: &Entry, action: &Action) -> bool {
    let asked = match action {
        Action::Leave => return entry.mv.is_none(),
        Action::Move(value) => game.position().parse(value),
        Action::Text(text) => game.position().read(entry.seat, text),
    };
    let stored = entry
        .mv
        .as_ref()
        .map(|mv| serde_json::from_str::<Value>(mv.get()));
    matches!((asked, stored), (Ok(asked), Some(Ok(stored))) if asked == stored)
}

/// Takes the players whose accounts were deleted out of the games that still run.
///
/// Done at once when an account is deleted; a job repeats it, in case the server died in between.
pub async fn leave_for_departed(app: &App) -> Result<(), Problem> {
    let mut conn = app.db.get().await?;
    let seats = departures::abandoned_seats(&mut conn)
        .await
        .map_err(database)?;
    drop(conn);
    let mut done = Ok(());
    for (id, player) in seats {
        // One game that fails does not keep the others waiting.
        if let Err(problem) = leave(app, player, &id).await {
            tracing::warn!(%problem, game.id = id, "a deleted player could not leave");
            done = Err(problem);
        }
    }
    done
}

async fn leave(app: &App, player: i64, id: &str) -> Result<(), Problem> {
    for _ in 0..TRIES {
        let seq = {
            let mut place = app.tables.lock(id).await;
            let table = tables::seated(&mut place, &app.db, id).await?;
            let Some(seat) = table.seat_of(player) else {
                return Ok(());
            };
            table.game.next_seq(seat)
        };
        match play(
            app,
            Mover::Player(player),
            id,
            seq,
            vec![json!({"type": "leave"})],
        )
        .await
        {
            Err(Problem::Stale { .. }) => {}
            Ok(_) | Err(Problem::GameOver(_) | Problem::NotYourTurn(_)) => {
                // The table in memory still has the deleted player's name.
                app.tables.forget(id);
                return Ok(());
            }
            Err(problem) => return Err(problem),
        }
    }
    Err(Problem::Unavailable)
}
