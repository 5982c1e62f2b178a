//! The history of a game as one document, told piece by piece: however long a game is, no more of
//! it is in memory than a piece.

use std::collections::VecDeque;

use common::clock::Moment;
use common::ids::GameId;
use db::sets::GameStatus;
use rules::{Game, Hash, Viewer};

use super::access::Caller;
use super::damage::{self, Damage, Hitch};
use super::look::{self, Search, Underway};
use crate::lanes::Lane;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::entries;

/// How many entries a piece holds.
const PIECE: u64 = 100;

/// How many games of a player are looked up at once.
const PAGE: i64 = 100;

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

/// All finished games of a player, one a line, told piece by piece.
pub struct All {
    caller: Caller,
    /// Games that are told next.
    next: VecDeque<GameId>,
    /// Up to which game they were looked up; none when there are no more.
    after: Option<Option<(Moment, GameId)>>,
    /// The game that is being told.
    now: Option<Export>,
    /// How many games were told.
    told: usize,
}

impl All {
    /// Those of this player, the newest first.
    pub async fn begin(app: &App, caller: Caller) -> Result<All> {
        let mut all = All {
            caller,
            next: VecDeque::new(),
            after: Some(None),
            now: None,
            told: 0,
        };
        // Before anything is answered, so that what is refused is refused.
        all.look_up(app).await?;
        Ok(all)
    }

    /// How many games were told so far.
    pub fn told(&self) -> usize {
        self.told
    }

    /// The next piece; `None` after the last.
    pub async fn next(&mut self, app: &App) -> Result<Option<String>> {
        loop {
            if let Some(game) = &mut self.now {
                if let Some(piece) = game.next(app).await? {
                    return Ok(Some(piece));
                }
                self.now = None;
                self.told += 1;
                return Ok(Some("\n".to_owned()));
            }
            match self.next.pop_front() {
                // What is damaged rests, and the operator has been told: it keeps nobody from the others.
                Some(id) => match self.begin_game(app, &id).await {
                    Err(Refusal::DamagedGame) => {}
                    begun => self.now = Some(begun?),
                },
                None if self.after.is_none() => return Ok(None),
                None => self.look_up(app).await?,
            }
        }
    }

    async fn begin_game(&self, app: &App, id: &GameId) -> Result<Export> {
        // As for each piece, with no place while whoever reads takes their time.
        let _place = app.lanes.histories.take().await?;
        begin(app, Some(&self.caller), id).await
    }

    async fn look_up(&mut self, app: &App) -> Result<()> {
        let search = Search {
            status: Some(GameStatus::Finished),
            mine: true,
            after: self.after.take().flatten(),
            limit: PAGE,
            ..Search::default()
        };
        let page = look::list(app, Some(&self.caller), &search).await?;
        if let Some((row, _)) = page.games.last().filter(|_| page.more) {
            self.after = Some(Some((row.created_at, row.id.clone())));
        }
        self.next = page.games.into_iter().map(|(row, _)| row.id).collect();
        Ok(())
    }
}
