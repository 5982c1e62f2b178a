//! Exports the history of a game as one document, and lists the games of a player, in pieces. Only
//! one piece is in memory at a time, independent of the length of the game or of the list.

use std::collections::VecDeque;

use accounts::access::Caller;
use accounts::identity::PlayerName;
use accounts::store::players;
use base::permits::PermitPool;
use common::ids::GameId;
use db::sets::GameStatus;
use rules::{Game, Hash, Viewer};

use crate::Play;
use crate::damage::{self, Damage, Hitch};
use crate::look::{self, Page, Search, Underway};
use crate::refusal::{Refusal, Result};
use crate::store::entries;
use crate::store::lists::{Filter, Position};

/// The number of entries in a piece.
const PIECE: u64 = 100;

/// How many games of a player are looked up at once.
const PAGE: i64 = 100;

/// The placeholder for the entries in a record without any.
const NO_ENTRIES: &str = "\"entries\":[]";

/// A running export.
pub struct Export {
    id: GameId,
    game: Game,
    viewer: Viewer,
    /// The hash of the last exported entry.
    link: Hash,
    /// The number of exported entries.
    told: u64,
    /// The document before its entries, until it is sent.
    head: Option<String>,
    /// The document after its entries, until it is sent.
    tail: Option<String>,
}

/// Starts the export of a game's whole history as one document. While the game runs, it omits the
/// seed and the moves that are hidden from the caller. In a game on a deal, it omits the seed until
/// the deal closes.
pub async fn begin(app: &Play, caller: Option<&Caller>, id: &GameId) -> Result<Export> {
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
    // The first piece is read before the response starts, so that damage there still returns an
    // error.
    let first = export.piece(app).await?;
    export.head = Some(format!("{head}\"entries\":[{first}"));
    Ok(export)
}

impl Export {
    /// Returns the next piece of the JSON document; `None` after the last.
    pub async fn next(&mut self, app: &Play) -> Result<Option<String>> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        if self.told >= self.game.ply() {
            return Ok(self.tail.take());
        }
        // The request has released its permit with the start of the response. Each piece takes its
        // own permit, so a slow reader holds none in between, and no export is cancelled for taking
        // long.
        let _permit = app.permits.histories.take().await?;
        let piece = self.piece(app).await?;
        Ok(Some(format!(",{piece}")))
    }

    /// Returns the next entries as JSON without brackets. Verifies their hash chain.
    async fn piece(&mut self, app: &Play) -> Result<String> {
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
            let missing = Damage::Entry(self.told + entries.len() as u64 + 1);
            return Err(damage::found(app, &id, missing.into()).await);
        }
        let (mut link, blinding) = (self.link, self.game.secrets().blinding);
        let (now, viewer) = (self.game.clone(), self.viewer);
        let permit = app.permits.replays.take().await?;
        let piece = PermitPool::work(permit, move || {
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

/// Exports all finished games of a player in pieces, one game per line.
pub struct All {
    caller: Caller,
    /// The next games to export.
    next: VecDeque<GameId>,
    /// The position after the last look-up; `None` if there are no more games.
    after: Option<Option<Position>>,
    /// The current game.
    now: Option<Export>,
    /// The number of exported games.
    told: usize,
}

impl All {
    /// Starts the export of this player's games, newest first.
    pub async fn begin(app: &Play, caller: Caller) -> Result<All> {
        let mut all = All {
            caller,
            next: VecDeque::new(),
            after: Some(None),
            now: None,
            told: 0,
        };
        // The look-up runs before the response starts, so that an error can still be returned.
        all.look_up(app).await?;
        Ok(all)
    }

    /// Returns the number of exported games.
    pub fn told(&self) -> usize {
        self.told
    }

    /// Returns the next piece; `None` after the last.
    pub async fn next(&mut self, app: &Play) -> Result<Option<String>> {
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
                // A damaged game is skipped, because the operator has been notified.
                Some(id) => match self.begin_game(app, &id).await {
                    Err(Refusal::DamagedGame) => {}
                    begun => self.now = Some(begun?),
                },
                None if self.after.is_none() => return Ok(None),
                None => self.look_up(app).await?,
            }
        }
    }

    async fn begin_game(&self, app: &Play, id: &GameId) -> Result<Export> {
        // As for each piece, no permit is held while the reader is slow.
        let _permit = app.permits.histories.take().await?;
        begin(app, Some(&self.caller), id).await
    }

    async fn look_up(&mut self, app: &Play) -> Result<()> {
        let search = Search {
            status: Some(GameStatus::Finished),
            mine: true,
            after: self.after.take().flatten(),
            limit: PAGE,
            ..Search::default()
        };
        let page = look::list(app, Some(&self.caller), &search).await?;
        self.after = page.next.map(Some);
        self.next = page.games.into_iter().map(|(row, _)| row.id).collect();
        Ok(())
    }
}

/// Lists the public games of a player in pages, newest first.
pub struct PlayerGames {
    filter: Filter,
    /// How many games may follow; `None` for all.
    left: Option<i64>,
    /// The first page, until it is sent.
    first: Option<Page>,
    /// Whether more pages follow.
    more: bool,
}

impl PlayerGames {
    /// Starts the list of the player called `name`: the games that `search` selects, at most
    /// `most`. `search` needs no player.
    pub async fn begin(
        app: &Play,
        name: &str,
        search: Search,
        most: Option<i64>,
    ) -> Result<PlayerGames> {
        let key = PlayerName::key_of(name).ok_or(Refusal::NOT_FOUND)?;
        let mut conn = app.db.get().await?;
        let player = players::by_name(&mut conn, &key).await?;
        let player = player.ok_or(Refusal::NOT_FOUND)?.id;
        let opponent = match &search.opponent {
            None => None,
            Some(name) => players::by_name(&mut conn, &name.to_lowercase()).await?,
        };
        drop(conn);
        let opponent = opponent.map(|found| found.id);
        let mut games = PlayerGames {
            filter: search.for_everybody(Some(player), opponent, app.clock.now()),
            left: most,
            first: None,
            // Nobody has played against an opponent who does not exist.
            more: search.opponent.is_none() || opponent.is_some(),
        };
        // The first page is read before the response starts, so that an error can still be
        // returned.
        games.first = games.page(app).await?;
        Ok(games)
    }

    /// Returns the next page; `None` after the last.
    pub async fn next(&mut self, app: &Play) -> Result<Option<Page>> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        // As for each piece of an export, no permit is held while the reader is slow.
        let _permit = app.permits.histories.take().await?;
        self.page(app).await
    }

    async fn page(&mut self, app: &Play) -> Result<Option<Page>> {
        if !self.more {
            return Ok(None);
        }
        self.filter.limit = self.left.unwrap_or(PAGE).min(PAGE);
        let page = look::page(app, &mut *app.db.get().await?, self.filter.clone()).await?;
        self.left = self.left.map(|left| left - page.games.len() as i64);
        self.more = page.next.is_some() && self.left != Some(0);
        self.filter.before.clone_from(&page.next);
        Ok(Some(page))
    }
}
