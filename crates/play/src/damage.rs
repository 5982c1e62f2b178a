//! Damaged games: stored data differs from what was written, because of a flipped bit, a lost
//! block, or a manual change of the database.
//!
//! Damage is found when a game is loaded or replayed. The server rejects requests for such a game
//! ([`Refusal::DamagedGame`]). It reports the game from time to time, in the log, the metrics and
//! by mail to the operator. Other games continue. `turnpike verify --database` shows the details.
//! The server does not repair games.
//!
//! Loading checks the start, the entries after the snapshot and the row. Reading the log checks its
//! hashes. A snapshot with a wrong hash is skipped. A fault in an entry before the snapshot shows
//! only when the log is read or `turnpike verify --database` runs.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use common::ids::GameId;
use db::Conn;
use db::sets::GameStatus;
use notices::{DamageNotice, outbox};
use rules::{Entry, Game, GameFault, GameSeed, Hash, Header, ServerSeed};

use crate::Play;
use crate::refusal::{Refusal, Result};
use crate::store::games::GameRow;

/// The minimum interval between reports of a game.
const QUIET: Duration = Duration::from_secs(600);

/// The most games whose reports are remembered.
const MOST_REPORTED: usize = 10_000;

/// The kind of damage. It reveals nothing about the game's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The row contradicts the parameters that were fixed at the start.
    #[error("the row and the start of the game contradict each other")]
    Start,
    /// An entry is missing, or does not follow from the previous ones.
    #[error("entry {0} of the log does not follow")]
    Entry(u64),
    /// The row contradicts the end of the log.
    #[error("the row and the log contradict each other")]
    Row,
    /// The database cannot read the data.
    #[error("something of it cannot be read")]
    Unreadable,
}

/// The reason why a game could not be loaded or updated.
pub enum Hitch {
    /// The game is damaged.
    Damage(Damage),
    /// Any other error.
    Refusal(Refusal),
}

impl From<Damage> for Hitch {
    fn from(damage: Damage) -> Hitch {
        Hitch::Damage(damage)
    }
}

impl From<Refusal> for Hitch {
    fn from(refusal: Refusal) -> Hitch {
        Hitch::Refusal(refusal)
    }
}

impl From<base::Refusal> for Hitch {
    fn from(refusal: base::Refusal) -> Hitch {
        Hitch::Refusal(refusal.into())
    }
}

impl From<GameFault> for Hitch {
    fn from(fault: GameFault) -> Hitch {
        match fault {
            GameFault::Order(n) | GameFault::Illegal(n, _) => Damage::Entry(n).into(),
            // A later version of the program may know these rules.
            GameFault::UnknownRules(_) => Refusal::internal(fault).into(),
            _ => Damage::Start.into(),
        }
    }
}

impl From<db::Error> for Hitch {
    fn from(error: db::Error) -> Hitch {
        match error {
            db::Error::Unreadable(_) => Hitch::Damage(Damage::Unreadable),
            error => Hitch::Refusal(error.into()),
        }
    }
}

impl From<diesel::result::Error> for Hitch {
    fn from(error: diesel::result::Error) -> Hitch {
        db::Error::from(error).into()
    }
}

/// The games that were reported recently.
#[derive(Default)]
pub struct Reported(Mutex<HashMap<GameId, Instant>>);

impl Reported {
    /// Whether a game is due for a report. Records the report.
    fn is_due(&self, id: &GameId, now: Instant) -> bool {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reported.retain(|_, at| now.saturating_duration_since(*at) < QUIET);
        if reported.contains_key(id) {
            return false;
        }
        if reported.len() >= MOST_REPORTED {
            reported.clear();
        }
        reported.insert(id.to_owned(), now);
        true
    }
}

/// Returns the refusal for the caller. Reports the game if it is damaged.
pub async fn answer(app: &Play, conn: &mut Conn, id: &GameId, hitch: Hitch) -> Refusal {
    let damage = match hitch {
        Hitch::Damage(damage) => damage,
        Hitch::Refusal(refusal) => return refusal,
    };
    // The game must not continue from memory either.
    app.tables.forget(id);
    if !app.tables.damaged.is_due(id, Instant::now()) {
        return Refusal::DamagedGame;
    }
    tracing::error!(%damage, game.id = %id, "a game is damaged; the server stopped it");
    metrics::counter!("turnpike_damaged_games_total").increment(1);
    if let Some(operator) = &app.config.operator_email {
        let notice = DamageNotice {
            game: id.to_owned(),
        };
        let mail = notice.mail(operator.to_string(), app.clock.now());
        match outbox::put(conn, &[mail]).await {
            Ok(_) => app.outbox.notify_one(),
            Err(error) => {
                tracing::warn!(%error, game.id = %id, "the mail to the operator about a damaged game could not be stored")
            }
        }
    }
    Refusal::DamagedGame
}

/// Like [`answer`], for callers without a connection.
pub async fn found(app: &Play, id: &GameId, hitch: Hitch) -> Refusal {
    match app.db.get().await {
        Ok(mut conn) => answer(app, &mut conn, id, hitch).await,
        Err(error) => error.into(),
    }
}

/// Checks the parameters fixed at the start: id, rules, options, entropies, seats and both seeds.
/// Returns the faults.
pub(super) fn of_start(
    row: &GameRow,
    header: &Header,
    seed: GameSeed,
) -> Result<Vec<&'static str>> {
    let mut wrong = Vec::new();
    if row.start.as_deref() != Some(header.hash().0.as_slice()) {
        wrong.push("start: is not the hash of id, rules, options, entropies, commitments and deal");
    }
    let server_seed = ServerSeed(crate::tables::bytes(&row.server_seed)?);
    if header.seed_commitment != Hash(server_seed.commitment()) {
        wrong.push("seed_commitment: is not the hash of the seed");
    }
    if seed != header.game_seed(&server_seed) {
        wrong.push("game_seed: does not follow from the server's seed, and the id and the entropies or the deal");
    }
    Ok(wrong)
}

/// Checks the row against the game that follows from the log, if both have the same ply.
pub(super) fn of_row(row: &GameRow, game: &Game) -> Result<(), Damage> {
    if row.ply.unsigned_abs() != game.ply() {
        return Ok(());
    }
    let over = game.turn().outcome().is_some();
    let same = row.head.as_deref() == Some(game.head().0.as_slice())
        && row.acting == i32::from(game.acting().bits())
        && match row.status {
            GameStatus::Running => !over,
            GameStatus::Finished => over,
            GameStatus::Open | GameStatus::Cancelled => true,
        };
    same.then_some(()).ok_or(Damage::Row)
}

/// Replays a stored entry. Checks its hash and the rules.
pub fn replay(game: &mut Game, entry: &Entry) -> Result<(), Damage> {
    let follows = entry.hash == entry.hash_after(game.head(), &game.secrets().blinding);
    match game.replay(entry) {
        Ok(()) if follows => Ok(()),
        _ => Err(Damage::Entry(entry.n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_game_is_reported_once_per_quiet_period() {
        let (reported, now) = (Reported::default(), Instant::now());
        let is_due = |id: usize, later| {
            let id = GameId::stored(id.to_string());
            reported.is_due(&id, now + later)
        };
        assert!(is_due(1, Duration::ZERO) && is_due(2, QUIET / 2));
        assert!(!is_due(1, QUIET / 2) && !is_due(2, QUIET));
        assert!(is_due(1, QUIET));
        assert!((10..20 + MOST_REPORTED).all(|id| is_due(id, QUIET)));
        assert!(reported.0.lock().unwrap().len() <= MOST_REPORTED);
    }
}
