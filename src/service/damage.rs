//! Games of which something stored is not what was written: a flipped bit, a lost block, a hand in
//! the database.
//!
//! It is found when a game is loaded or replayed. Such a game is refused ([`Refusal::DamagedGame`])
//! and reported, once in a while, in the log, the metrics and by mail to the operator; the others
//! go on. What exactly is wrong, `turnpike verify --database` tells. Mending it is not here.
//!
//! Loading checks the start, the entries after the snapshot and the row; reading the log checks its
//! hashes. A snapshot with a wrong hash is skipped. A fault in an entry before the snapshot shows only
//! when the log is read or `turnpike verify --database` runs.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use common::ids::GameId;
use db::Conn;
use db::sets::GameStatus;
use rules::{Entry, Game, GameFault, GameSeed, Hash, Header, ServerSeed};

use super::notices::DamageNotice;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::games::GameRow;
use crate::store::outbox;

/// How long a game that was reported is not reported again.
const QUIET: Duration = Duration::from_secs(600);

/// Of how many games it is remembered that they were reported.
const MOST_REPORTED: usize = 10_000;

/// What is wrong with a game. It tells nothing of what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The row contradicts what was fixed at the start.
    #[error("the row and the start of the game contradict each other")]
    Start,
    /// An entry is missing, or does not follow from what is before it.
    #[error("entry {0} of the log does not follow")]
    Entry(u64),
    /// The row does not stand where the log ends.
    #[error("the row and the log contradict each other")]
    Row,
    /// The database cannot read it.
    #[error("something of it cannot be read")]
    Unreadable,
}

/// Why a game could not be brought to life, or up to date.
pub(super) enum Hitch {
    /// It is damaged.
    Damage(Damage),
    /// Anything else.
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

impl From<GameFault> for Hitch {
    fn from(fault: GameFault) -> Hitch {
        match fault {
            GameFault::Order(n) | GameFault::Illegal(n, _) => Damage::Entry(n).into(),
            // A later version of the program may know them.
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

/// The games that were reported lately.
#[derive(Default)]
pub struct Reported(Mutex<HashMap<GameId, Instant>>);

impl Reported {
    /// Whether a game is to be reported now: it was not in the time before.
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

/// The answer to whoever asked for the game; reports it where it is damaged.
pub(super) async fn answer(app: &App, conn: &mut Conn, id: &GameId, hitch: Hitch) -> Refusal {
    let damage = match hitch {
        Hitch::Damage(damage) => damage,
        Hitch::Refusal(refusal) => return refusal,
    };
    // Not to be played on from memory either.
    app.tables.forget(id);
    if !app.tables.damaged.is_due(id, Instant::now()) {
        return Refusal::DamagedGame;
    }
    tracing::error!(%damage, game.id = %id, "a game is damaged and rests");
    metrics::counter!("turnpike_damaged_games_total").increment(1);
    if let Some(operator) = &app.config.operator_email {
        let notice = DamageNotice {
            game: id.to_owned(),
        };
        let mail = notice.mail(operator.to_string(), app.clock.now());
        match outbox::put(conn, &[mail]).await {
            Ok(_) => app.outbox.notify_one(),
            Err(error) => tracing::warn!(%error, game.id = %id, "the operator could not be told"),
        }
    }
    Refusal::DamagedGame
}

/// The same, for whoever holds no connection.
pub(super) async fn found(app: &App, id: &GameId, hitch: Hitch) -> Refusal {
    match app.db.get().await {
        Ok(mut conn) => answer(app, &mut conn, id, hitch).await,
        Err(error) => error.into(),
    }
}

/// Checks what was fixed at the start: id, rules, options, entropies, seats and both seeds. Names
/// what contradicts it.
pub(super) fn of_start(
    row: &GameRow,
    header: &Header,
    seed: GameSeed,
) -> Result<Vec<&'static str>> {
    let mut wrong = Vec::new();
    if row.start.as_deref() != Some(header.hash().0.as_slice()) {
        wrong.push("start: is not the hash of id, rules, options, entropies, commitments and deal");
    }
    let server_seed = ServerSeed(super::tables::bytes(&row.server_seed)?);
    if header.seed_commitment != Hash(server_seed.commitment()) {
        wrong.push("seed_commitment: is not the hash of the seed");
    }
    if seed != header.game_seed(&server_seed) {
        wrong.push("game_seed: does not follow from the server's seed, and the id and the entropies or the deal");
    }
    Ok(wrong)
}

/// Checks the row against the game that its log leads to, where both are as old.
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

/// Carries out an entry out of the database: its hash follows, and the rules allow it.
pub(super) fn replay(game: &mut Game, entry: &Entry) -> Result<(), Damage> {
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
    fn a_game_is_reported_once_in_a_while() {
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
