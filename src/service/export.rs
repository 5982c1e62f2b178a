//! The history of a game as one document, told piece by piece: however long a game is, no more of
//! it is in memory than a piece.

use rules::{Game, Viewer};

use super::access::Caller;
use super::look;
use crate::app::App;
use crate::lanes::Lane;
use crate::problem::{Problem, database};
use crate::store::entries;

/// How many entries a piece holds.
const PIECE: u64 = 500;

/// What stands where the entries belong, in a record without any.
const NO_ENTRIES: &str = "\"entries\":[]";

/// A history that is being told.
pub struct Export {
    game: Game,
    viewer: Viewer,
    /// How many entries were told.
    told: u64,
    /// The document up to its entries, until it is told.
    head: Option<String>,
    /// The document from behind its entries on, until it is told.
    tail: Option<String>,
}

/// The whole history as one document. While the game runs it lacks the seed, and moves that are
/// sealed for the caller.
pub async fn begin(app: &App, caller: Option<&Caller>, id: &str) -> Result<Export, Problem> {
    let (look, game, viewer) = look::now(app, caller, id).await?;
    let record = look::record(&look.row, &look.seats, Vec::new(), &game, viewer)?;
    let record = serde_json::to_string(&record).map_err(Problem::internal)?;
    let (head, tail) = record
        .split_once(NO_ENTRIES)
        .ok_or_else(|| Problem::internal("a record has no entries"))?;
    Ok(Export {
        game,
        viewer,
        told: 0,
        head: Some(format!("{head}\"entries\":[")),
        tail: Some(format!("]{tail}")),
    })
}

impl Export {
    /// The next piece of the document, in JSON; `None` after the last.
    pub async fn next(&mut self, app: &App) -> Result<Option<String>, Problem> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        if self.told >= self.game.ply() {
            return Ok(self.tail.take());
        }
        let to = self.game.ply().min(self.told + PIECE);
        let entries = {
            let mut conn = app.db.get().await?;
            entries::between(&mut conn, &self.game.header().id, self.told, to)
                .await
                .map_err(database)?
        };
        let readable: Vec<_> = entries
            .into_iter()
            .map(|entry| look::readable(&self.game, self.viewer, entry))
            .collect();
        if readable.len() as u64 != to - self.told {
            return Err(Problem::internal("entries are missing from a log"));
        }
        let is_first = self.told == 0;
        // Somebody waits for the rest of what has begun: it is not broken off for being late.
        let place = app.lanes.replays.wait().await?;
        let piece = Lane::work(place, move || serde_json::to_string(&readable)).await?;
        let piece = piece.map_err(Problem::internal)?;
        let inner = piece
            .strip_prefix('[')
            .and_then(|piece| piece.strip_suffix(']'))
            .ok_or_else(|| Problem::internal("a list has no brackets"))?;
        self.told = to;
        Ok(Some(match is_first {
            true => inner.to_owned(),
            false => format!(",{inner}"),
        }))
    }
}
