//! The history of a game as one document, told piece by piece: however long a game is, no more of
//! it is in memory than a piece.

use rules::{Game, Hash, Viewer};

use super::access::Caller;
use super::damage::{self, Damage, Hitch};
use super::look::{self, Underway};
use crate::ids::GameId;
use crate::lanes::Lane;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::entries;

/// How many entries a piece holds.
const PIECE: u64 = 100;

/// What stands where the entries belong, in a record without any.
const NO_ENTRIES: &str = "\"entries\":[]";

/// A history that is being told.
pub struct Export {
    id: GameId,
    game: Game,
    viewer: Viewer,
    /// The hash of the last entry that was told.
    link: Hash,
    /// How many entries were told.
    told: u64,
    /// The document up to its entries, until it is told.
    head: Option<String>,
    /// The document from behind its entries on, until it is told.
    tail: Option<String>,
}

/// The whole history as one document. While the game runs it lacks the seed, and moves that are
/// sealed for the caller; on a deal it lacks the seed until that is closed.
pub async fn begin(app: &App, caller: Option<&Caller>, id: &GameId) -> Result<Export> {
    let me = caller.map(|caller| caller.player);
    let look = look::glance(app, me, id, None).await?;
    let Underway { look, game, viewer } = look::underway(app, look).await?;
    let seed = look::published(&look.row, &game, look.times.now)?;
    let record = look::record(&look.seats, Vec::new(), &game, viewer, seed);
    let record = serde_json::to_string(&record).map_err(Refusal::internal)?;
    let (head, tail) = record
        .split_once(NO_ENTRIES)
        .ok_or_else(|| Refusal::internal("a record has no entries"))?;
    let mut export = Export {
        id: look.row.id.clone(),
        link: game.header().hash(),
        game,
        viewer,
        told: 0,
        head: None,
        tail: Some(format!("]{tail}")),
    };
    // Before anything is answered, so that a game that is damaged there is refused.
    let first = export.piece(app).await?;
    export.head = Some(format!("{head}\"entries\":[{first}"));
    Ok(export)
}

impl Export {
    /// The next piece of the document, in JSON; `None` after the last.
    pub async fn next(&mut self, app: &App) -> Result<Option<String>> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        if self.told >= self.game.ply() {
            return Ok(self.tail.take());
        }
        // The request has left its lane with the beginning of its answer. Each piece takes a place of
        // its own: who reads slowly holds none meanwhile, and nothing is broken off for being late.
        let _place = app.lanes.histories.take().await?;
        let piece = self.piece(app).await?;
        Ok(Some(format!(",{piece}")))
    }

    /// The next entries, each of which follows from the one before it, without brackets.
    async fn piece(&mut self, app: &App) -> Result<String> {
        let id = self.id.clone();
        let to = self.game.ply().min(self.told + PIECE);
        let entries = {
            let mut conn = app.db.get().await?;
            match entries::between(&mut conn, &id, self.told, to).await {
                Ok(entries) => entries,
                Err(error) => return Err(damage::answer(app, &mut conn, &id, error.into()).await),
            }
        };
        if entries.len() as u64 != to - self.told {
            return Err(Refusal::internal("entries are missing from a log"));
        }
        let (mut link, blinding) = (self.link, self.game.secrets().blinding);
        let (now, viewer) = (self.game.clone(), self.viewer);
        let place = app.lanes.replays.take().await?;
        let piece = Lane::work(place, move || {
            for entry in &entries {
                if entry.hash != entry.hash_after(link, &blinding) {
                    return Err(Hitch::from(Damage::Entry(entry.n)));
                }
                link = entry.hash;
            }
            let readable = entries.into_iter();
            let readable: Vec<_> = readable
                .map(|entry| look::readable(&now, viewer, entry))
                .collect();
            Ok((serde_json::to_string(&readable), link))
        });
        let (piece, link) = match piece.await? {
            Ok(told) => told,
            Err(hitch) => return Err(damage::found(app, &id, hitch).await),
        };
        let piece = piece.map_err(Refusal::internal)?;
        let inner = piece
            .strip_prefix('[')
            .and_then(|piece| piece.strip_suffix(']'))
            .ok_or_else(|| Refusal::internal("a list has no brackets"))?;
        (self.told, self.link) = (to, link);
        Ok(inner.to_owned())
    }
}
