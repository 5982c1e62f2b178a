//! Plays moves: checks them, applies them in memory, commits, and responds.
//!
//! `docs/ARCHITECTURE.md`, "A move arrives", walks through this module. The happy path reads
//! nothing from the database and writes one statement, which it may share with other games.
//!
//! A dry run ([`consider`]) rejects a move that reveals something. Otherwise, players could use it
//! to peek.
//!
//! # When something goes wrong
//!
//! - The move is illegal or not in turn, or `seq` is not the next: the table is brought up to date,
//!   and the move is tried again. Then the caller gets 422 or 409, and nothing is written.
//! - `seq` was played before: `repeat` replays the game to that point. The same moves get the first
//!   answer again, others `stale`. This costs as much as a look back, so the request gives up its
//!   permit for moves.
//! - Another node was first: the commit is `Lost`. The table catches up, and the move is tried
//!   again, 8 times at most.
//! - The commit is `Lost` or `Failed`, but an attempt got through before the connection broke: the
//!   log has the hash of the move, so it was written. `Committer::settle` makes sure that a standby
//!   has it, too, before the answer.
//! - The process dies: before the commit, nothing happened. After it, entry and mails are stored,
//!   and the same `seq` gets the answer.
//! - The code that builds the answer panics while the database writes: the caller gets 500. The
//!   move is written all the same, and the next request brings the table up to date.
//! - The caller disconnects: the request runs to its end all the same (`http::server`).

use accounts::limits::{Looks, Reader};
use base::permits;
use chrono::Timelike;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use common::texts::message;
use futures_util::future::join;
use rules::{
    Action, Body, Entry, Game, Hash, Illegal, Language, LegalMoves, Names, Seat, Told, Unplayed,
    Viewer,
};
use serde_json::Value;

use crate::draft::{Draft, MOST_A_DAY};
use crate::refusal::{Refusal, Refused, Result};
use crate::replay::{self, Origin, Span};
use crate::store::{departures, entries};
use crate::tables::{self, Change, First, Sitter, Table};
use crate::{Play, look};

/// The most moves that one request may hold.
pub const MAX_MOVES: usize = 64;

/// The result of a request to play.
pub struct Played {
    /// The game after the last move of the request.
    pub game: Game,
    /// The caller's seat.
    pub seat: Seat,
    /// The events, entry by entry.
    pub told: Vec<(u64, Vec<Box<dyn Told>>)>,
    /// The players' names.
    pub names: Names,
}

impl Played {
    /// Sets the language of the texts.
    #[must_use]
    pub fn in_language(mut self, language: Language) -> Played {
        self.names = self.names.in_language(language);
        self
    }

    /// The viewer for whom the response is made.
    pub fn viewer(&self) -> Viewer {
        tables::viewer(&self.game, Some(self.seat))
    }
}

/// The author of moves.
#[derive(Clone, Copy, Debug)]
pub enum Mover {
    /// A player, who may have no seat in the game.
    Player(PlayerId),
    /// The bot in this seat.
    Bot(Seat),
}

/// Plays a list of moves: all of them or none.
///
/// `seq` is the number of the mover's next entry. A retry with the same `seq` and the same moves
/// gets the same response.
///
/// `show` builds the response while the database writes. The game stays locked meanwhile. If
/// another node writes first, the response is discarded and built again. Together with smaller
/// futures, this raised the rate of moves by 8.7 %.
pub async fn play<T>(
    app: &Play,
    mover: Mover,
    id: &GameId,
    seq: u32,
    moves: Vec<Value>,
    show: impl Fn(Played) -> T,
) -> Result<T> {
    let actions = read(moves)?;
    let played = carry_out(app, mover, id, Some(seq), actions, show).await;
    or_unknown(app, mover, id, played).await
}

/// Previews a list of moves without playing it, before any orders of other players.
///
/// Rejects what [`play`] would reject. Also rejects moves that reveal something or end the game,
/// because their outcome shows only once they are played. Even the response time reveals nothing
/// about orders.
pub async fn consider(
    app: &Play,
    player: PlayerId,
    id: &GameId,
    seq: u32,
    moves: Vec<Value>,
) -> Result<Considered> {
    let actions = read(moves)?;
    app.limits.look(Reader::Player(player), Looks::Now)?;
    let considered = tried_out(app, player, id, seq, &actions).await;
    or_unknown(app, Mover::Player(player), id, considered).await
}

/// The preview of a list of moves.
pub struct Considered {
    /// The result, as if the moves had been played.
    pub played: Played,
    /// The hash of the last stored entry.
    pub head: Hash,
}

async fn tried_out(
    app: &Play,
    player: PlayerId,
    id: &GameId,
    seq: u32,
    actions: &[Action],
) -> Result<Considered> {
    // Only a write would notice a stale table, and nothing is written here.
    let mut change = Change::begin(app, id, First::Database).await?;
    let (table, now) = (change.table()?, app.clock.now());
    // A move before the end of the list has ended the game, which a preview must not reveal.
    let attempt = attempt_as_meant(table, Mover::Player(player), Some(seq), actions, now);
    let attempt = attempt.map_err(|refusal| match refusal {
        Refusal::GameOver(refused) if refused.index > 0 => Refusal::RevealsInformation {
            index: refused.index - 1,
            last: true,
        },
        refusal => refusal,
    })?;
    if !attempt.is_foreseen {
        let index = actions.len() - 1;
        return Err(Refusal::RevealsInformation { index, last: true });
    }
    Ok(Considered {
        head: table.game.head(),
        played: attempt.played,
    })
}

/// Parses a list of moves.
fn read(moves: Vec<Value>) -> Result<Vec<Action>> {
    let actions: Vec<Action> = moves.into_iter().flat_map(Action::read).collect();
    if actions.is_empty() || actions.len() > MAX_MOVES {
        return Err(
            base::Refusal::InvalidRequest(message("why-moves").with("most", MAX_MOVES)).into(),
        );
    }
    Ok(actions)
}

/// Returns `done`, or 404 if the game has not started and the player may not see it. Only started
/// games have a table that knows who may see them.
async fn or_unknown<T>(app: &Play, mover: Mover, id: &GameId, done: Result<T>) -> Result<T> {
    if let (Err(Refusal::NotStarted), Mover::Player(player)) = (&done, mover) {
        Box::pin(look::glance(app, Some(player), id, None)).await?;
    }
    done
}

/// Plays a list of actions: all of them or none. Without `seq`, they continue from the mover's next
/// entry.
async fn carry_out<T>(
    app: &Play,
    mover: Mover,
    id: &GameId,
    seq: Option<u32>,
    actions: Vec<Action>,
    show: impl Fn(Played) -> T,
) -> Result<T> {
    let mut change = Change::begin(app, id, First::Memory).await?;
    loop {
        let (table, now) = (change.table()?, app.clock.now());
        let attempt = match attempt_as_meant(table, mover, seq, &actions, now) {
            Ok(attempt) => attempt,
            Err(refusal) => {
                let again = Again::of(table, mover, seq, &refusal, now);
                // The table may be stale, so update it before rejecting the request.
                if Box::pin(change.doubt(app)).await? {
                    continue;
                }
                // Unlocks the game for other players.
                drop(change);
                return match again {
                    Some(again) => {
                        let repeated = Box::pin(repeat(app, mover, id, again, actions));
                        repeated.await.map(show)
                    }
                    None => Err(refusal),
                };
            }
        };
        let Attempt {
            played, mut draft, ..
        } = attempt;
        // Other players' orders are not part of the response, so a retry gets the same one.
        draft.follow_orders(table);
        let shown = async { show(played) };
        let (written, shown) = join(draft.write(app, table), shown).await;
        if written? {
            if matches!(mover, Mover::Player(_)) && table.acting_bot().is_some() {
                app.bots.wake(id);
            }
            return Ok(shown);
        }
    }
}

/// Returns the mover's seat.
fn seat_of(table: &Table, mover: Mover, now: Moment) -> Result<Seat> {
    let seat = match mover {
        Mover::Bot(seat) => {
            matches!(table.sitters.get(seat.index()), Some(Sitter::Bot(_))).then_some(seat)
        }
        Mover::Player(player) => table.seat_of(player),
    };
    seat.ok_or_else(|| look::not_seated(table.is_public(now)))
}

struct Attempt {
    played: Played,
    /// Whether the moves reveal nothing that the player could not know before.
    is_foreseen: bool,
    draft: Draft,
}

/// Plays the actions on a copy. If the rules reject them, tries again with seat numbers in place of
/// players' names.
fn attempt_as_meant(
    table: &Table,
    mover: Mover,
    seq: Option<u32>,
    actions: &[Action],
    now: Moment,
) -> Result<Attempt> {
    let refusal = match attempt(table, mover, seq, actions, now) {
        Err(refusal @ Refusal::IllegalMove(_)) => refusal,
        done => return done,
    };
    let numbered = Action::numbered(actions, &table.names).ok_or_else(|| refusal.clone())?;
    attempt(table, mover, seq, &numbered, now).map_err(|_| refusal)
}

/// Plays the actions on a copy.
fn attempt(
    table: &Table,
    mover: Mover,
    seq: Option<u32>,
    actions: &[Action],
    now: Moment,
) -> Result<Attempt> {
    let seat = seat_of(table, mover, now)?;
    let next = table.game.next_seq(seat);
    if seq.is_some_and(|seq| seq != next) {
        return Err(Refusal::Stale { seq: next });
    }
    table.stands.goes_on()?;
    let draft = Draft::on(table, now);
    // Bots only make moves that the rules require. Leaving is always allowed.
    let is_bounded = matches!(mover, Mover::Player(_)) && actions != [Action::Leave];
    if is_bounded && draft.allowance(seat) < u32::try_from(actions.len()).unwrap_or(u32::MAX) {
        return Err(Refusal::MoveLimitReached {
            most: MOST_A_DAY,
            retry_after: until_tomorrow(now),
        });
    }
    let (draft, all) = draft
        .submit_all(seat, actions)
        .map_err(|unplayed| match unplayed {
            Unplayed::Illegal { index, illegal } => {
                refused(&table.game, seat, &table.names, index, illegal)
            }
            Unplayed::Reveals { index } => Refusal::RevealsInformation { index, last: false },
        })?;
    let is_foreseen = draft.game().is_foreseen(&all);
    let told = all.into_iter().map(|played| (played.entry.n, played.told));
    let played = Played {
        game: draft.game().clone(),
        seat,
        told: told.collect(),
        names: table.names.clone(),
    };
    Ok(Attempt {
        played,
        is_foreseen,
        draft,
    })
}

/// Returns the seconds until the next day in UTC.
fn until_tomorrow(now: Moment) -> u64 {
    let passed = now.num_seconds_from_midnight();
    u64::from(86_400 - passed.min(86_399))
}

/// Builds the refusal of a move, or of the beginning of a move, that the rules reject. It lists the
/// legal moves in the stored position, before the moves that precede the rejected one in the list.
pub fn refused(
    game: &Game,
    seat: Seat,
    names: &Names,
    index: usize,
    mut illegal: Illegal,
) -> Refusal {
    illegal.text.called(&|seat| names.of(seat).to_owned());
    let refusal = illegal.refusal;
    let refused = Box::new(Refused {
        illegal,
        index,
        seq: game.next_seq(seat),
        kind: game.kind().info().id,
        legal: legal(game, seat),
    });
    match refusal {
        rules::Refusal::GameOver => Refusal::GameOver(refused),
        rules::Refusal::NotYourTurn => Refusal::NotYourTurn(refused),
        rules::Refusal::Malformed | rules::Refusal::Forbidden => Refusal::IllegalMove(refused),
    }
}

/// Returns the legal moves of a seat: none if it is not its turn.
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

/// Returns the legal moves of a seat as a person reads them in a mail: in the game's own list, if it
/// has one, or each in words.
pub fn listed(game: &Game, seat: Seat, names: &Names, language: Language) -> LegalMoves {
    let mut legal = legal(game, seat);
    let position = game.position();
    let choices = position.choices(seat, names);
    match choices.filter(|_| !legal.texts.is_empty()) {
        Some(lines) => {
            legal.texts = lines;
            legal.complete = false;
        }
        None => {
            for text in &mut legal.texts {
                *text = position.in_words(text, language);
            }
        }
    }
    legal
}

/// A request that may be a retry, with the data of its game.
struct Again {
    origin: Origin,
    names: Names,
    seat: Seat,
    seq: u32,
    next: u32,
}

impl Again {
    /// Returns `None` unless the refusal is for a `seq` that was played before.
    fn of(
        table: &Table,
        mover: Mover,
        seq: Option<u32>,
        refusal: &Refusal,
        now: Moment,
    ) -> Option<Again> {
        let &Refusal::Stale { seq: next } = refusal else {
            return None;
        };
        Some(Again {
            origin: Origin::of_table(table),
            names: table.names.clone(),
            seat: seat_of(table, mover, now).ok()?,
            seq: seq.filter(|seq| (1..next).contains(seq))?,
            next,
        })
    }
}

/// Answers a retry from the position just after its moves. This costs as much as a read of the
/// past, so the request gives up its permit for moves first.
async fn repeat(
    app: &Play,
    mover: Mover,
    id: &GameId,
    again: Again,
    actions: Vec<Action>,
) -> Result<Played> {
    if let (Mover::Player(player), true) = (mover, permits::is_request()) {
        app.limits.look(Reader::Player(player), Looks::Back)?;
    }
    permits::leave();
    let Again {
        origin,
        names,
        seat,
        seq,
        next,
    } = again;
    let stale = Refusal::Stale { seq: next };
    let first = entries::numbered(&mut *app.db.get().await?, id, seat, seq).await?;
    let Some(first) = first else {
        return Err(stale);
    };
    let span = Span {
        from: first.saturating_sub(1),
        to: first.saturating_sub(1) + actions.len() as u64,
    };
    let played = replay::replay(app, origin, span, move |past| {
        let mut game = past.game;
        let mut told = Vec::new();
        if past.entries.len() != actions.len() {
            return Err(stale);
        }
        for (entry, action) in past.entries.iter().zip(&actions) {
            if entry.seat != seat || !is_same(&game, entry, action, &names) {
                return Err(stale);
            }
            told.push((entry.n, game.retell(entry).map_err(Refusal::internal)?));
        }
        Ok(Played {
            game,
            seat,
            told,
            names,
        })
    })
    .await?;
    // The moves are in the log, but a standby may not have them yet.
    app.tables.committer.settle().await?;
    Ok(played)
}

/// Whether an action, read in this position, is the move of the entry.
fn is_same(game: &Game, entry: &Entry, action: &Action, names: &Names) -> bool {
    let asked = match action {
        Action::Leave => return matches!(entry.body, Body::Leave),
        Action::Move(value) => game.position().parse(value),
        Action::Text(text) => game.position().read(entry.seat, text).or_else(|illegal| {
            match Action::numbered(std::slice::from_ref(action), names).as_deref() {
                Some([Action::Text(text)]) => game.position().read(entry.seat, text),
                _ => Err(illegal),
            }
        }),
    };
    let stored = entry.body.mv();
    let stored = stored.map(|mv| serde_json::from_str::<Value>(mv.get()));
    matches!((asked, stored), (Ok(asked), Some(Ok(stored))) if asked == stored)
}

/// Makes players with deleted accounts leave their running games.
///
/// Deleting an account does this at once. A job repeats it in case the server died in between.
pub async fn leave_for_departed(app: &Play) -> Result<()> {
    let seats = departures::abandoned_seats(&mut *app.db.get().await?).await?;
    let mut done = Ok(());
    for (id, player) in seats {
        // One game that fails must not block the others.
        if let Err(refusal) = leave(app, player, &id).await {
            tracing::warn!(%refusal, game.id = %id, "a deleted player could not be removed from a game");
            done = Err(refusal);
        }
    }
    done
}

async fn leave(app: &Play, player: PlayerId, id: &GameId) -> Result<()> {
    let mover = Mover::Player(player);
    match carry_out(app, mover, id, None, vec![Action::Leave], drop).await {
        Ok(()) | Err(Refusal::GameOver(_) | Refusal::NotYourTurn(_)) => {
            // The table in memory still has the deleted player's name.
            app.tables.forget(id);
            Ok(())
        }
        // Another player has the seat now. Or the game is paused, and the job tries again later.
        Err(
            Refusal::NotSeated | Refusal::General(base::Refusal::NotFound) | Refusal::GamePaused,
        ) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}
