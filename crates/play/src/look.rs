//! Reads games: the caller's view, the log, earlier positions, and lists. [`crate::export`] exports
//! games.
//!
//! Every view is for one viewer. A game that the caller may not see is reported as not found.

use std::sync::Arc;

use accounts::access::Caller;
use accounts::account;
use accounts::store::{avoided, players};
use base::permits::PermitPool;
use common::clock::Moment;
use common::ids::{GameId, PlayerId, random_bytes};
use db::Conn;
use db::sets::{GameStatus, PlayerResult, Visibility};
use rules::record::Record;
use rules::svg::{Drawing, Preferences};
use rules::{Body, Branch, Entry, Game, Hash, Language, LegalMoves, Names, Seat, Told, Viewer};
use serde_json::Value;

use crate::Play;
use crate::cached_rows::{Revision, Rows};
use crate::clocks::shown::Times;
use crate::moves::{legal as legal_moves, refused};
use crate::refusal::{Refusal, Result};
use crate::replay::{self, Origin, Span};
use crate::store::freshness::Standing;
use crate::store::games::{self, GameRow, SeatRow};
use crate::store::holidays::{self, Holiday};
use crate::store::lists::{self, Filter};
pub use crate::store::lists::{Order, Position};
use crate::store::loader::Loaded;
use crate::tables::{self, Table};

/// How often a game is read again if it changes meanwhile.
const TRIES: usize = 4;

/// A caller's view of a game.
pub struct Look {
    /// The game's row, from the same state as `game`.
    pub row: Arc<GameRow>,
    /// Its seats.
    pub seats: Arc<[SeatRow]>,
    /// The game itself, once it has begun.
    pub game: Option<Game>,
    /// The caller's seat.
    pub seat: Option<Seat>,
    /// Whether a seat is reserved for the caller.
    pub invited: bool,
    /// Whether the caller created the game.
    pub creator: bool,
    /// The data for showing the clocks.
    pub times: Times,
    /// The language of sentences.
    pub language: Language,
    /// The proposed rematch of this game.
    pub rematch: Option<GameId>,
    /// All stored data of the game, if this view read it.
    loaded: Option<Arc<Loaded>>,
    /// The revision of the cached rows, if they are cached. While it is the same, all viewers in
    /// the same seat see the same, except for the remaining time of the clocks.
    pub revision: Option<Revision>,
}

impl Look {
    /// Returns the viewer for the caller.
    pub fn viewer(&self) -> Viewer {
        match &self.game {
            Some(game) => tables::viewer(game, self.seat),
            None => Viewer::Spectator,
        }
    }

    /// Returns the view with a revision that also changes each minute if there are clocks. The
    /// remaining time depends on the current moment. A client may show it for the rest of that
    /// minute.
    pub fn on_the_minute(mut self) -> Look {
        let is_paced = self.row.pace.is_some() && self.row.finished_at.is_none();
        if let Some(revision) = self.revision.as_mut().filter(|_| is_paced) {
            revision.minute = Some(self.times.now.timestamp() / 60);
        }
        self
    }

    /// Returns the secret of the link to a private table, for its creator.
    pub fn table_link(&self, app: &Play) -> Option<String> {
        (self.creator && has_table_link(&self.row)).then(|| app.mail_tokens.table(&self.row.id))
    }

    /// Returns the players' names, for sentences in the view's language and for the caller.
    pub fn names(&self) -> Names {
        tables::names(&self.seats)
            .in_language(self.language)
            .read_by(self.seat)
    }
}

/// Returns the game if the caller may see it. The secret of an invitation opens a private game.
pub async fn game(
    app: &Play,
    caller: Option<&Caller>,
    id: &GameId,
    invitation: Option<&str>,
) -> Result<Look> {
    let me = caller.map(|caller| caller.player);
    let look = glance(app, me, id, invitation).await?;
    whole(app, look, me, invitation).await
}

/// Adds the game itself to the rows of [`glance`].
pub async fn whole(
    app: &Play,
    mut look: Look,
    me: Option<PlayerId>,
    invitation: Option<&str>,
) -> Result<Look> {
    let id = look.row.id.clone();
    for _ in 0..TRIES {
        if look.row.game_seed.is_none() {
            break;
        }
        let game = current(app, &look).await?;
        let as_old = game.ply() == look.row.ply.unsigned_abs();
        look.game = Some(game);
        if as_old {
            break;
        }
        // A move was played in between, so the row is read again.
        look = Look {
            game: look.game,
            ..glance(app, me, &id, invitation).await?
        };
    }
    Ok(look)
}

/// Returns the rows of a game that this player may see, without the game itself.
pub async fn glance(
    app: &Play,
    me: Option<PlayerId>,
    id: &GameId,
    invitation: Option<&str>,
) -> Result<Look> {
    let Rows {
        row,
        mut seats,
        holidays,
        rematch,
        loaded,
        mut revision,
    } = rows(app, id).await?;
    let seat = seats
        .iter()
        .find(|seat| me.is_some() && seat.player_id == me)
        .map(|seat| seat.seat);
    let mut invited = seats
        .iter()
        .any(|seat| me.is_some() && seat.invited_id == me);
    if let (Some(me), None, false) = (me, seat, invited)
        && seats.iter().any(|seat| seat.invited_email.is_some())
    {
        let _permit = app.permits.to_read().await?;
        let address = account::address_of(&mut *app.db.get().await?, app, me).await?;
        invited = seats
            .iter()
            .any(|seat| seat.is_kept_for(address.as_deref()));
    }
    let creator = me == Some(row.creator_id);
    let shown = invitation.map(common::ids::secret_hash);
    invited |= shown.is_some() && seats.iter().any(|seat| seat.invitation_hash == shown);
    let has_link = opens(app, &row, invitation);
    // A former player may still see the game.
    let was_here = me.is_some() && seats.iter().any(|seat| seat.former_id == me);
    let known = seat.is_some() || invited || creator || has_link || was_here;
    let now = app.clock.now();
    may_know(row.is_public(now), known)?;
    if let Some(me) = me
        && row.status == GameStatus::Open
        && !creator
    {
        let _permit = app.permits.to_read().await?;
        if avoided::has_blocked(&mut *app.db.get().await?, row.creator_id, me).await? {
            hide_free(Arc::make_mut(&mut seats));
        }
    }
    let times = Times { holidays, now };
    if let Some(revision) = &mut revision {
        revision.is_on_open_deal = row.is_on_open_deal(now);
    }
    Ok(Look {
        row,
        seats,
        game: None,
        seat,
        invited,
        creator,
        rematch,
        loaded,
        times,
        language: Language::default(),
        revision,
    })
}

/// Returns the current rows of a game. The rows of a started game are cached until they change.
/// `play::store::freshness` lists the rows that a game view depends on. If this function reads
/// further rows, add them there.
async fn rows(app: &Play, id: &GameId) -> Result<Rows> {
    let known = &app.tables.known;
    let entry = known.get(id);
    let fresh = match (
        app.freshness
            .of(id, entry.as_ref().map(|it| it.epoch))
            .await?,
        entry,
    ) {
        (Standing::Still, Some(entry)) if !entry.is_forgotten() => return Ok(entry.rows.clone()),
        (Standing::Now(fresh), entry) => {
            if let Some(rows) = entry.and_then(|entry| known.renew(entry, &fresh)) {
                return Ok(rows);
            }
            fresh
        }
        _ => return Box::pin(read(app, id)).await,
    };
    let rows = Box::pin(read(app, id)).await?;
    // Before a game starts, columns of its row may change that the cache does not track.
    if rows.row.game_seed.is_none() {
        return Ok(rows);
    }
    // Cache the rows only if nothing changed while they were read. A holiday that began and ended
    // meanwhile shows as one row too many.
    Ok(match app.freshness.of(id, Some(fresh.epoch)).await? {
        Standing::Still => known.keep(&fresh, rows),
        Standing::Now(again)
            if again.around == fresh.around
                && rows.holidays.len() == again.around.holidays.len() =>
        {
            known.keep(&again, rows)
        }
        _ => rows,
    })
}

async fn read(app: &Play, id: &GameId) -> Result<Rows> {
    let loaded = match app.loader.of(id).await {
        Err(error) if error.is_passing() => return Err(error.into()),
        // The log may be the unreadable part. The rows still decide who may see that error.
        Err(_) => return read_without_log(app, id).await,
        Ok(told) => told.ok_or(Refusal::NOT_FOUND)?,
    };
    Ok(Rows {
        holidays: loaded.holidays.clone().into(),
        rematch: loaded.rematch.clone(),
        row: loaded.row.clone().into(),
        seats: loaded.seats.clone().into(),
        loaded: Some(loaded),
        revision: None,
    })
}

async fn read_without_log(app: &Play, id: &GameId) -> Result<Rows> {
    let _permit = app.permits.to_read().await?;
    let mut conn = app.db.get().await?;
    let row = games::find(&mut conn, id)
        .await?
        .ok_or(Refusal::NOT_FOUND)?;
    let seats = games::seats(&conn, &[id]).await?;
    let rematch = games::rematches(&conn, &[id]).await?.pop();
    Ok(Rows {
        holidays: away(&mut conn, &[&row], &seats).await?,
        rematch: rematch.map(|(_, rematch)| rematch),
        row: row.into(),
        seats: seats.into(),
        loaded: None,
        revision: None,
    })
}

/// Rejects a caller who may not know of a game. Private games exist only for people involved in
/// them.
pub(super) fn may_know(public: bool, known: bool) -> Result<()> {
    match public || known {
        true => Ok(()),
        false => Err(Refusal::NOT_FOUND),
    }
}

/// Whether the game has a link that lets its holders join.
fn has_table_link(row: &GameRow) -> bool {
    row.status == GameStatus::Open && row.visibility == Visibility::Private
}

/// Whether this is the secret of that link.
pub fn opens(app: &Play, row: &GameRow, invitation: Option<&str>) -> bool {
    has_table_link(row)
        && invitation.is_some_and(|secret| app.mail_tokens.is_table(&row.id, secret))
}

/// The refusal for a caller without a seat. Private games return 404.
pub(super) fn not_seated(public: bool) -> Refusal {
    may_know(public, false).err().unwrap_or(Refusal::NotSeated)
}

/// Shows free seats as reserved, for a player whom the creator has blocked.
fn hide_free(seats: &mut [SeatRow]) {
    for seat in seats.iter_mut().filter(|seat| seat.is_free()) {
        seat.invited_email = Some(String::new());
    }
}

/// Returns the holidays that are needed to show the clocks of these games. `seats` has all their
/// seats.
async fn away(conn: &mut Conn, rows: &[&GameRow], seats: &[SeatRow]) -> Result<Arc<[Holiday]>> {
    let paced = |row: &&&GameRow| row.pace.is_some() && row.finished_at.is_none();
    let since = rows.iter().filter(paced).map(|row| row.created_at).min();
    Ok(match since {
        Some(since) => holidays::of(conn, seats, since).await?.into(),
        None => Arc::default(),
    })
}

/// Returns the game in memory, at least as new as the row.
///
/// The caller must not hold a database connection while it waits for a table, because the holder of
/// the table may need one.
async fn current(app: &Play, look: &Look) -> Result<Game> {
    let mut slot = app.tables.lock(&look.row.id).await?;
    match &mut *slot {
        // A table ahead of the row may be correct, or may hold lost entries.
        Some(table) if !table.is_at(&look.row) => table.catch_up(app).await?,
        Some(_) => {}
        None => {
            // A move may have been played since this was read. The row shows that.
            let as_new = |loaded: &&Arc<Loaded>| {
                (loaded.row.ply, &loaded.row.head) == (look.row.ply, &look.row.head)
            };
            let table = match look.loaded.as_ref().filter(as_new) {
                Some(loaded) => Table::of(app, loaded).await?,
                None => Table::load(app, &look.row.id).await?,
            };
            *slot = Some(table);
        }
    }
    slot.as_ref()
        .map(|table| table.game.clone())
        .ok_or_else(|| Refusal::internal("a table is gone"))
}

/// A started game in its current state, with the caller's view of it.
pub struct Underway {
    pub(super) look: Look,
    pub(super) game: Game,
    pub(super) viewer: Viewer,
}

/// Returns the game, or an error if it has not started.
pub(super) async fn underway(app: &Play, look: Look) -> Result<Underway> {
    if look.row.game_seed.is_none() {
        return Err(Refusal::NotStarted);
    }
    let game = current(app, &look).await?;
    let viewer = tables::viewer(&game, look.seat);
    Ok(Underway { look, game, viewer })
}

/// A player's legal moves.
pub struct Choice<T> {
    /// The game.
    pub game: Game,
    /// The seat.
    pub seat: Seat,
    /// The legal moves.
    pub moves: T,
}

impl<T> Choice<T> {
    async fn of(
        app: &Play,
        caller: &Caller,
        look: Look,
        moves: impl FnOnce(&Game, Seat) -> Result<T>,
    ) -> Result<Choice<T>> {
        let look = whole(app, look, Some(caller.player), None).await?;
        let seat = look.seat.ok_or(Refusal::NotSeated)?;
        let game = look.game.ok_or(Refusal::NotStarted)?;
        let moves = moves(&game, seat)?;
        Ok(Choice { game, seat, moves })
    }
}

/// Returns the caller's current legal moves.
pub async fn legal(app: &Play, caller: &Caller, look: Look) -> Result<Choice<LegalMoves>> {
    Choice::of(app, caller, look, |game, seat| Ok(legal_moves(game, seat))).await
}

/// Returns the caller's legal moves that begin with these words of the text notation.
pub async fn branch(
    app: &Play,
    caller: &Caller,
    id: &GameId,
    words: &str,
) -> Result<Choice<Branch<Value>>> {
    let look = glance(app, Some(caller.player), id, None).await?;
    let names = look.names();
    let branch = |game: &Game, seat| {
        game.branch(seat, words)
            .map_err(|illegal| refused(game, seat, &names, 0, illegal))
    };
    Choice::of(app, caller, look, branch).await
}

/// A log entry as a viewer may read it.
pub struct LogLine {
    /// The entry; `None` for the setup.
    pub entry: Option<Entry>,
    /// Whether the viewer may read the entry's content.
    pub open: bool,
    /// The move in the text notation.
    pub text: Option<String>,
    /// The events.
    pub told: Vec<Box<dyn Told>>,
}

/// A page of the log.
pub struct Log {
    /// The view of the game.
    pub look: Look,
    /// The entries after the requested one, up to the requested limit.
    pub lines: Vec<LogLine>,
}

/// Passes `show` the log after entry `since`, or from the setup if that is `None`. Returns its
/// result.
pub async fn log<T: Send + 'static>(
    app: &Play,
    mut look: Look,
    since: Option<u64>,
    limit: usize,
    show: impl FnOnce(&Log) -> Result<T> + Send + 'static,
) -> Result<T> {
    if look.row.game_seed.is_none() {
        return show(&Log {
            look,
            lines: Vec::new(),
        });
    }
    let now = current(app, &look).await?;
    let viewer = tables::viewer(&now, look.seat);
    let from = since.unwrap_or(0).min(now.ply());
    // The setup is not an entry and does not count.
    let to = from.saturating_add(limit as u64).min(now.ply());
    let origin = Origin::of(&look.row, &look.seats)?;
    replay::replay(app, origin, Span { from, to }, move |past| {
        let mut game = past.game;
        let mut lines = Vec::new();
        if since.is_none() {
            lines.push(LogLine {
                entry: None,
                open: true,
                text: None,
                told: past.setup,
            });
        }
        for entry in past.entries {
            let told = game.retell(&entry).map_err(Refusal::internal)?;
            let open = now.may_read(&entry, viewer);
            let text = entry
                .body
                .mv()
                .filter(|_| open)
                .and_then(|mv| game.position().text(mv.get()));
            lines.push(LogLine {
                entry: Some(entry),
                open,
                text,
                told,
            });
        }
        look.game = Some(now);
        show(&Log { look, lines })
    })
    .await
}

/// Passes `show` the game after `ply` entries, and returns its result. In a running game, callers
/// see what they could see then. In a finished game, everybody sees everything.
pub async fn at<T: Send + 'static>(
    app: &Play,
    look: Look,
    ply: u64,
    show: impl FnOnce(&Board) -> Result<T> + Send + 'static,
) -> Result<T> {
    let Underway { look, game, viewer } = underway(app, look).await?;
    if ply > game.ply() {
        return Err(Refusal::NOT_FOUND);
    }
    let (origin, names) = (Origin::of(&look.row, &look.seats)?, look.names());
    replay::replay(app, origin, Span::at(ply), move |past| {
        show(&Board {
            game: past.game,
            viewer,
            names,
        })
    })
    .await
}

/// A position as a viewer may see it.
pub struct Board {
    /// The game in this position.
    pub game: Game,
    /// The viewer.
    pub viewer: Viewer,
    names: Names,
}

impl Board {
    /// Draws the board as plain text.
    pub fn text(&self) -> String {
        self.game.position().picture(self.viewer, &self.names)
    }

    /// Draws the board with the viewer's preferences.
    pub fn drawing(&self, likes: Preferences) -> Drawing {
        let position = self.game.position();
        position.drawing(self.viewer, &self.names, likes)
    }
}

/// Passes `show` the current board, or the board after `ply` entries. Returns its result.
pub async fn board<T: Send + 'static>(
    app: &Play,
    look: Look,
    ply: Option<u64>,
    show: impl FnOnce(&Board) -> T + Send + 'static,
) -> Result<T> {
    if let Some(ply) = ply {
        return at(app, look, ply, |board| Ok(show(board))).await;
    }
    let Underway { look, game, viewer } = underway(app, look).await?;
    let names = look.names();
    let board = Board {
        game,
        viewer,
        names,
    };
    let permit = app.permits.replays.take().await?;
    Ok(PermitPool::work(permit, move || show(&board)).await?)
}

/// Removes the content of an entry that the viewer may not read yet.
pub fn readable(game: &Game, viewer: Viewer, mut entry: Entry) -> Entry {
    if !game.may_read(&entry, viewer)
        && let Body::Move(mv) = &mut entry.body
    {
        *mv = None;
    }
    entry
}

/// Returns the record of a game at its current ply, as far as the viewer may read it. Includes
/// `server_seed` if there is one.
pub fn record(
    seats: &[SeatRow],
    entries: Vec<Entry>,
    game: &Game,
    viewer: Viewer,
    server_seed: Option<Hash>,
) -> Record {
    let entries = entries
        .into_iter()
        .take_while(|entry| entry.n <= game.ply())
        .map(|entry| readable(game, viewer, entry))
        .collect();
    let players = seats
        .iter()
        .map(|seat| seat.name().unwrap_or_default().into_owned());
    Record::of(game, players, entries, server_seed)
}

/// Returns the server seed if it is public: the game is over, and its deal, if any, is closed.
pub fn published(row: &GameRow, game: &Game, now: Moment) -> Result<Option<Hash>> {
    if game.turn().outcome().is_none() || row.is_on_open_deal(now) {
        return Ok(None);
    }
    Ok(Some(Hash(tables::bytes(&row.server_seed)?)))
}

/// Returns the server seed and the game's own blinding, if they are public.
pub fn revealed(look: &Look) -> Result<(Option<Hash>, Option<Hash>)> {
    let Some(game) = &look.game else {
        return Ok((None, None));
    };
    let seed = published(&look.row, game, look.times.now)?;
    let blinding = tables::blinding(&look.row)?.filter(|_| seed.is_some());
    Ok((seed, blinding.map(|it| Hash(it.0))))
}

/// The filters for a list of games.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Only games with this status. Open games are listed only if the caller may still take a seat.
    pub status: Option<GameStatus>,
    /// Only these games.
    pub ids: Option<Vec<GameId>>,
    /// Only games of this kind.
    pub kind: Option<String>,
    /// Only games with this player, by name.
    pub player: Option<String>,
    /// Only games with this opponent of `player`, by name.
    pub opponent: Option<String>,
    /// Only games that ended so for `player`.
    pub result: Option<PlayerResult>,
    /// Only games with this number of seats.
    pub seats: Option<i16>,
    /// Whether the list goes by creation or by end.
    pub order: Order,
    /// Only games created (or finished, by `order`) at this time or later.
    pub since: Option<Moment>,
    /// Only games created (or finished) before this time.
    pub until: Option<Moment>,
    /// Only the caller's games, including invitations.
    pub mine: bool,
    /// Only games in which a seat is reserved for the caller or offered to them.
    pub asked: bool,
    /// Only games that wait for the caller.
    pub waiting: bool,
    /// Only games after this position in the list.
    pub after: Option<Position>,
    /// The most games to return.
    pub limit: i64,
}

impl Search {
    /// Returns the filter for games that everybody may see, with this player and this opponent.
    pub(super) fn for_everybody(
        &self,
        player: Option<PlayerId>,
        opponent: Option<PlayerId>,
        now: Moment,
    ) -> Filter {
        Filter {
            status: self.status,
            ids: self.ids.clone(),
            kind: self.kind.clone(),
            player,
            opponent,
            result: self.result,
            seats: self.seats,
            order: self.order,
            since: self.since,
            until: self.until,
            mine: None,
            asked: None,
            waiting: None,
            viewer: None,
            now,
            address: None,
            barred: Vec::new(),
            before: self.after.clone(),
            limit: self.limit,
        }
    }
}

/// A page of games.
pub struct Page {
    /// The games, the latest first, with their seats.
    pub games: Vec<(GameRow, Vec<SeatRow>)>,
    /// The position of the last game if there are more; `None` on the last page.
    pub next: Option<Position>,
    /// The data for showing the clocks.
    pub times: Times,
}

impl Page {
    fn empty(app: &Play) -> Page {
        Page {
            games: Vec::new(),
            next: None,
            times: Times {
                holidays: Arc::default(),
                now: app.clock.now(),
            },
        }
    }
}

/// Returns a page of games.
pub async fn list(app: &Play, caller: Option<&Caller>, search: &Search) -> Result<Page> {
    let me = caller.map(|caller| caller.player);
    if (search.mine || search.waiting) && me.is_none() {
        return Err(Refusal::NOT_SIGNED_IN);
    }
    let mut conn = app.db.get().await?;
    let mut named = [None; 2];
    for (name, player) in [&search.player, &search.opponent]
        .into_iter()
        .zip(&mut named)
    {
        let Some(name) = name else { continue };
        match players::by_name(&mut conn, &name.to_lowercase()).await? {
            Some(found) => *player = Some(found.id),
            None => return Ok(Page::empty(app)),
        }
    }
    let [player, opponent] = named;
    let address = match me {
        Some(me) => account::address_of(&mut conn, app, me).await?,
        None => None,
    };
    let filter = Filter {
        mine: me.filter(|_| search.mine),
        asked: me.filter(|_| search.asked),
        waiting: me.filter(|_| search.waiting),
        viewer: me,
        address,
        barred: match me {
            Some(me) => avoided::barred(&mut conn, me).await?,
            None => Vec::new(),
        },
        ..search.for_everybody(player, opponent, app.clock.now())
    };
    page(app, &mut conn, filter).await
}

/// Returns the games that the filter selects, with all that lists show of them.
pub(super) async fn page(app: &Play, conn: &mut Conn, mut filter: Filter) -> Result<Page> {
    let limit = filter.limit;
    filter.limit += 1;
    let mut rows = lists::list(conn, &filter).await?;
    let more = rows.len() as i64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(0));
    let last = rows.last().filter(|_| more);
    let next = last.map(|row| filter.order.position_of(row));
    let page = with_seats(app, conn, rows).await?;
    Ok(Page { next, ..page })
}

/// Returns a page with a random finished game of this kind that everybody may see. The page is
/// empty if there is none.
pub async fn random(app: &Play, kind: &str) -> Result<Page> {
    let mut conn = app.db.get().await?;
    let near = GameId::of(random_bytes());
    let found = lists::finished_near(&mut conn, kind, &near, app.clock.now()).await?;
    with_seats(app, &mut conn, found.into_iter().collect()).await
}

/// Returns a page with these games alone.
async fn with_seats(app: &Play, conn: &mut Conn, rows: Vec<GameRow>) -> Result<Page> {
    let ids: Vec<&GameId> = rows.iter().map(|row| &row.id).collect();
    let mut seats = games::seats(conn, &ids).await?;
    let shown: Vec<&GameRow> = rows.iter().collect();
    let times = Times {
        holidays: away(conn, &shown, &seats).await?,
        now: app.clock.now(),
    };
    let games = rows
        .into_iter()
        .map(|row| {
            let own = seats.extract_if(.., |seat| seat.game_id == row.id);
            let own: Vec<SeatRow> = own.collect();
            (row, own)
        })
        .collect();
    Ok(Page {
        games,
        next: None,
        times,
    })
}
