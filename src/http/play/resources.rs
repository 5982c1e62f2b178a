//! Games as JSON, as clients read them.
//!
//! In the OpenAPI document, `options`, `view`, moves and events have a type for each kind of game,
//! under the schemas named here.

use std::sync::Arc;

use common::clock::rfc3339;
use db::sets::{GameStatus, Visibility};
use play::clocks::shown::{SeatTimes, Times, seat_times};
use play::look::{self, Choice, Log, LogLine, Look};
use play::moves::Played;
use play::store::games::{GameRow, SeatRow};
use play::tables;
use rules::{
    Bot, Branch, EntryKind, Game, LeadsTo, LegalMoves, Names, Outcome, Seat, SeatSet, SeedSource,
    Successor, Told, Viewer,
};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::App;
use crate::http::DateTime;
use crate::http::openapi::schemas::{GameEvent, GameMove, GameOptions, GameView, OutcomeResource};
use crate::http::openapi::sets;
use crate::http::play::pace::PaceBody;
use crate::http::problem::Result;

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub struct GameSummary {
    /// The game's id.
    pub id: String,
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The kind with the version of the rules.
    #[schema(example = "thats-life@1")]
    pub rules: String,
    /// The game's status.
    pub status: GameStatus,
    /// Who can see the game.
    pub visibility: Visibility,
    /// Whether the creator chose the seed, and so can know all dice and cards in advance.
    pub practice: bool,
    /// The deal of the game; null if it is not on a deal.
    #[schema(required)]
    pub deal: Option<DealOfGame>,
    /// All options with their values.
    #[schema(value_type = GameOptions)]
    pub options: Arc<Value>,
    /// The clocks of the game; null if it has none.
    #[schema(required)]
    pub pace: Option<PaceBody>,
    /// The seats in order.
    pub seats: Vec<SeatResource>,
    /// The number of log entries.
    pub ply: i64,
    /// The seats that have to decide.
    pub to_act: Vec<u8>,
    /// The result; null until the game finishes.
    #[schema(value_type = Option<OutcomeResource>, required)]
    pub result: Option<Value>,
    /// When the game was created.
    pub created_at: DateTime,
    /// When the last seat was taken; null before.
    #[schema(required)]
    pub started_at: Option<DateTime>,
    /// When the game last changed.
    pub changed_at: DateTime,
    /// When the game finished; null before, and for a cancelled game.
    #[schema(required)]
    pub finished_at: Option<DateTime>,
    /// Since when the operator has paused the game, so that no player moves and no clock runs; null
    /// if it is not paused.
    #[schema(required)]
    pub paused_at: Option<DateTime>,
}

/// A seat.
#[derive(Serialize, ToSchema)]
#[schema(as = Seat)]
pub struct SeatResource {
    /// The seat's number, from 0 in the order of play.
    pub seat: u8,
    /// The player's name; null for a bot and for a free seat.
    #[schema(required)]
    pub player: Option<String>,
    /// Whether a program plays with the player's account.
    pub automated: bool,
    /// The server's bot in the seat; null for a player and for a free seat.
    #[schema(value_type = Option<sets::Bot>, required)]
    pub bot: Option<Bot>,
    /// The player for whom the seat is reserved or, in a running game, to whom it is offered; null
    /// if there is none.
    #[schema(required)]
    pub invited: Option<String>,
    /// The address for which the seat is reserved, shown only to the game's creator; null if there
    /// is none.
    #[schema(required)]
    pub invited_email: Option<String>,
    /// Whether the seat is reserved for a player or an address.
    pub reserved: bool,
    /// The player's contribution to the seed.
    pub entropy: String,
    /// The clock; null if the game has no clocks.
    #[schema(required)]
    pub clock: Option<ClockResource>,
}

/// The deal of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealOfGame {
    /// The deal's id, for `GET /v1/deals/{deal}`.
    pub id: String,
    /// When the deal closes. Then its seed becomes public, and others see the game.
    pub closes_at: DateTime,
    /// Whether the deal is closed. Nobody can take a seat any more.
    pub closed: bool,
}

/// The clock of a seat, at most a minute old. It runs while the seat has to decide.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Clock)]
pub struct ClockResource {
    /// When the time for the current decision ends; null if the seat has none to make.
    #[schema(required)]
    pub deadline: Option<DateTime>,
    /// When the seat times out: `deadline` plus the grace period; null with `deadline`.
    #[schema(required)]
    pub times_out_at: Option<DateTime>,
    /// The remaining seconds; null while the clock does not run, except for a bank.
    #[schema(required)]
    pub seconds_left: Option<i64>,
    /// When the current pause of the clock ends; null if the clock is not paused.
    #[schema(required)]
    pub paused_until: Option<DateTime>,
    /// The player's current and future holidays that stop the clock.
    pub holidays: Vec<AwayResource>,
}

/// A holiday of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Absence)]
pub struct AwayResource {
    /// When the clock stops.
    pub from: DateTime,
    /// When the clock resumes.
    pub until: DateTime,
}

impl From<&SeatTimes> for ClockResource {
    fn from(times: &SeatTimes) -> ClockResource {
        ClockResource {
            deadline: times.deadline.map(rfc3339),
            times_out_at: times.times_out_at.map(rfc3339),
            seconds_left: times.left.map(|left| left.num_seconds()),
            paused_until: times.stands_still_until.map(rfc3339),
            holidays: times
                .holidays
                .iter()
                .map(|away| AwayResource {
                    from: rfc3339(away.begins),
                    until: rfc3339(away.ends),
                })
                .collect(),
        }
    }
}

/// A game, as you may see it.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameResource {
    /// The members that lists contain.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// Your seat; null for a spectator.
    #[schema(required)]
    pub seat: Option<u8>,
    /// The number of your next log entry; null for a spectator and before the start.
    #[schema(required)]
    pub seq: Option<u32>,
    /// Whether a seat is reserved for you or for the `invitation` in the request.
    pub invited: bool,
    /// Whether you created the game.
    pub creator: bool,
    /// The secret of the game's invitation link. Others send it as `invitation` to see the game and
    /// take a free seat, until it starts. Null except for the creator of a private, open game.
    #[schema(required)]
    pub invitation: Option<String>,
    /// Your view of the position; null before the start.
    #[schema(value_type = Option<GameView>, required)]
    pub view: Option<Box<RawValue>>,
    /// The hash of the last log entry, in hex; null before the start.
    #[schema(required)]
    pub head: Option<String>,
    /// SHA-256 of the server seed, in hex. Public from the start.
    pub seed_commitment: String,
    /// The source of the server seed: `chosen` in a practice game, `deal` in a game on a deal.
    #[schema(value_type = sets::SeedSource)]
    pub seed_source: SeedSource,
    /// The server seed, in hex; null until the game is over and its deal, if any, is closed.
    #[schema(required)]
    pub server_seed: Option<String>,
    /// SHA-256 of the secret that blinds the hashes of the log, in hex; null except in a practice
    /// game or a game on a deal.
    #[schema(required)]
    pub blinding_commitment: Option<String>,
    /// The secret that blinds the hashes of the log, in hex; null if the game has none or
    /// `server_seed` is null.
    #[schema(required)]
    pub blinding_secret: Option<String>,
    /// A signed receipt of the game's state and of your contribution to the seed.
    /// `GET /v1/receipt-keys` returns the key. A response with the same state may repeat an earlier
    /// receipt.
    #[schema(example = "turnpike-receipt-1.eyJhdCI6…")]
    pub receipt: String,
    /// The id of the game before this rematch; null if it is no rematch.
    #[schema(required)]
    pub rematch_of: Option<String>,
    /// The id of the rematch of this game; null if there is none.
    #[schema(required)]
    pub rematch: Option<String>,
}

/// A page of games.
#[derive(Serialize, ToSchema)]
#[schema(as = GameList)]
pub struct GamePage {
    /// The games, the newest first.
    pub games: Vec<GameSummary>,
    /// The `cursor` of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<String>,
}

/// Your legal moves.
#[derive(Serialize, ToSchema)]
#[schema(as = LegalMoves)]
pub struct LegalResource {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The status of the game: `running`, `finished` or `cancelled`.
    pub status: GameStatus,
    /// The seats that have to decide.
    pub to_act: Vec<u8>,
    /// The number of your next log entry.
    pub seq: u32,
    /// The moves.
    #[schema(value_type = Vec<GameMove>)]
    pub moves: Vec<Value>,
    /// The same moves in the text notation, in the same order.
    pub texts: Vec<String>,
    /// Whether the list contains all legal moves, except `{"type": "leave"}`, which is always
    /// legal.
    pub complete: bool,
}

/// Legal moves that begin with the same words of the text notation.
#[derive(Serialize, ToSchema)]
#[schema(as = MoveCompletion)]
pub struct BranchResource {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The number of your next log entry.
    pub seq: u32,
    /// The words of the request, in normal form.
    #[schema(example = "move")]
    pub text: String,
    /// The move that these words form; null while more words are required.
    #[serde(rename = "move")]
    #[schema(value_type = Option<GameMove>, required)]
    pub mv: Option<Value>,
    /// The words that may follow; none if the move is complete or it is not your turn.
    pub next: Vec<String>,
}

/// An event.
#[derive(Serialize, ToSchema)]
#[schema(as = GameEventEntry)]
pub struct EventResource {
    /// The number of the event's log entry; 0 for the setup.
    pub n: u64,
    /// The event.
    #[schema(value_type = GameEvent)]
    pub event: Box<RawValue>,
    /// The event as a sentence.
    #[schema(example = "Ann rolls a 4.")]
    pub text: String,
}

/// The state after your moves.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayedMoves)]
pub struct PlayedResource {
    /// The game's id.
    pub id: String,
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The status of the game: `running` or `finished`.
    pub status: GameStatus,
    /// The number of log entries.
    pub ply: u64,
    /// The hash of the last log entry, in hex.
    pub head: String,
    /// The seats that have to decide.
    pub to_act: Vec<u8>,
    /// Your seat.
    pub seat: u8,
    /// The number of your next log entry.
    pub seq: u32,
    /// Your view of the position.
    #[schema(value_type = GameView)]
    pub view: Box<RawValue>,
    /// The events that you may see.
    pub events: Vec<EventResource>,
    /// Your next legal moves, before the server plays forced moves and orders.
    pub legal: LegalResource,
    /// The result; null while the game runs.
    #[schema(value_type = Option<OutcomeResource>, required)]
    pub result: Option<Value>,
}

/// A log entry.
#[derive(Serialize, ToSchema)]
pub struct LogEntry {
    /// The entry's number, from 1.
    pub n: u64,
    /// The kind of the entry.
    #[schema(value_type = sets::LogEntryKind)]
    pub kind: EntryKind,
    /// The seat that the entry belongs to.
    pub seat: u8,
    /// The seat's own number of the entry, from 1.
    pub seq: u32,
    /// When the server accepted the entry.
    pub at: DateTime,
    /// The hash of the log up to and including the entry, in hex.
    pub hash: String,
    /// Whether the move is still sealed for you. Then the entry has no `move`.
    pub sealed: bool,
    /// The move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<GameMove>)]
    pub mv: Option<Value>,
    /// The consequence of a time-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<sets::TimeoutAction>)]
    pub leads_to: Option<LeadsTo>,
    /// The successor after a takeover.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<sets::Successor>)]
    pub by: Option<Successor>,
    /// The move in the text notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The events that you may see.
    pub events: Vec<EventResource>,
}

/// A page of the log.
#[derive(Serialize, ToSchema)]
pub struct LogPage {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The number of entries in the whole log.
    pub ply: u64,
    /// The hash of the last entry of the whole log, in hex; null before the start.
    #[schema(required)]
    pub head: Option<String>,
    /// The events of the setup; only on the first page.
    pub setup: Vec<EventResource>,
    /// The entries after `since`.
    pub entries: Vec<LogEntry>,
}

/// An earlier position.
#[derive(Serialize, ToSchema)]
#[schema(as = Position)]
pub struct PastResource {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The number of log entries of the position.
    pub ply: u64,
    /// The hash of the last of these entries, in hex.
    pub head: String,
    /// The seats that had to decide.
    pub to_act: Vec<u8>,
    /// Your view of the position.
    #[schema(value_type = GameView)]
    pub view: Box<RawValue>,
}

/// Returns the numbers of these seats.
pub(super) fn seats_of(set: SeatSet) -> Vec<u8> {
    set.iter().map(|seat| seat.number()).collect()
}

/// Returns the seats in the bit mask of a game's row.
pub fn seats_to_act(acting: i32) -> Vec<u8> {
    seats_of(SeatSet::from_bits(acting as u16))
}

/// Returns how a game ended.
pub(super) fn outcome(game: &Game) -> Option<Value> {
    game.turn()
        .outcome()
        .map(|outcome: &Outcome| serde_json::json!(outcome))
}

fn status(game: &Game) -> GameStatus {
    match game.turn().outcome() {
        Some(_) => GameStatus::Finished,
        None => GameStatus::Running,
    }
}

/// Returns the events of an entry that the viewer may see.
pub(super) fn events(
    n: u64,
    told: &[Box<dyn Told>],
    viewer: Viewer,
    names: &Names,
) -> Vec<EventResource> {
    told.iter()
        .filter_map(|told| {
            let (event, text) = told.tell(viewer, names)?;
            Some(EventResource { n, event, text })
        })
        .collect()
}

impl SeatResource {
    fn new(row: &SeatRow, to_creator: bool, times: Option<&SeatTimes>) -> SeatResource {
        SeatResource {
            seat: row.seat.number(),
            player: row.player.clone(),
            automated: row.automated.unwrap_or(false),
            bot: row.bot(),
            invited: row.invited.clone(),
            invited_email: row.invited_email.clone().filter(|_| to_creator),
            reserved: row.invited_id.is_some() || row.invited_email.is_some(),
            entropy: row.entropy.clone(),
            clock: times.map(ClockResource::from),
        }
    }
}

impl GameSummary {
    /// Makes the entry of a game in a list. With `to_creator`, it contains the mail addresses that
    /// seats are kept for.
    pub fn new(
        row: &GameRow,
        seats: &[SeatRow],
        to_creator: bool,
        times: &Times,
    ) -> Result<GameSummary> {
        let (pace, clocks) = seat_times(row, seats, times)?.unzip();
        let clock = |seat: usize| clocks.as_ref()?.get(seat);
        Ok(GameSummary {
            id: row.id.to_string(),
            kind: row.kind.clone(),
            rules: row.rules.clone(),
            status: row.status,
            visibility: row.visibility,
            practice: row.is_practice(),
            deal: row.deal.as_ref().map(|deal| DealOfGame {
                id: deal.id.to_string(),
                closes_at: rfc3339(deal.closes_at),
                closed: deal.is_closed(times.now),
            }),
            options: row.options.clone(),
            seats: seats
                .iter()
                .enumerate()
                .map(|(at, seat)| SeatResource::new(seat, to_creator, clock(at)))
                .collect(),
            pace: pace.as_ref().map(PaceBody::from),
            ply: row.ply,
            to_act: seats_to_act(row.acting),
            result: row.result.clone(),
            created_at: rfc3339(row.created_at),
            started_at: row.started_at.map(rfc3339),
            changed_at: rfc3339(row.changed_at),
            finished_at: row.finished_at.map(rfc3339),
            paused_at: row.paused_at.map(rfc3339),
        })
    }
}

impl GameResource {
    /// Makes the game as the caller may see it.
    pub fn new(app: &App, look: &Look) -> Result<GameResource> {
        let mut summary = GameSummary::new(&look.row, &look.seats, look.creator, &look.times)?;
        if let Some(game) = &look.game {
            // The game in memory may be newer than the row.
            summary.ply = game.ply() as i64;
            summary.to_act = seats_of(game.acting());
            if summary.status != GameStatus::Cancelled {
                summary.status = status(game);
            }
            summary.result = outcome(game);
        }
        let game = look.game.as_ref();
        let (server_seed, blinding_secret) = look::revealed(look)?;
        Ok(GameResource {
            summary,
            seat: look.seat.map(|seat| seat.number()),
            seq: game.and_then(|game| Some(game.next_seq(look.seat?))),
            invited: look.invited,
            creator: look.creator,
            invitation: look.table_link(app),
            view: game.map(|game| game.position().view_text(look.viewer())),
            head: game.map(|game| game.head().to_string()),
            seed_commitment: hex::encode(&look.row.seed_commitment),
            seed_source: look.row.seed_source.0,
            server_seed: server_seed.map(|seed| seed.to_string()),
            blinding_commitment: tables::blinding(&look.row)?
                .map(|blinding| hex::encode(blinding.commitment())),
            blinding_secret: blinding_secret.map(|secret| secret.to_string()),
            receipt: app.receipts.of_look(look, app.clock.now())?,
            rematch_of: look.row.rematch_of.as_deref().map(str::to_owned),
            rematch: look.rematch.as_deref().map(str::to_owned),
        })
    }
}

impl LegalResource {
    /// Makes the list of the moves that the seat may play in this game.
    pub fn new(game: &Game, seat: Seat, legal: LegalMoves) -> LegalResource {
        LegalResource {
            kind: game.kind().info().id.to_owned(),
            status: status(game),
            to_act: seats_of(game.acting()),
            seq: game.next_seq(seat),
            moves: legal.moves,
            texts: legal.texts,
            complete: legal.complete,
        }
    }
}

impl From<Choice<Branch<Value>>> for BranchResource {
    fn from(Choice { game, seat, moves }: Choice<Branch<Value>>) -> BranchResource {
        BranchResource {
            kind: game.kind().info().id.to_owned(),
            seq: game.next_seq(seat),
            text: moves.text,
            mv: moves.mv,
            next: moves.next,
        }
    }
}

impl From<&Played> for PlayedResource {
    fn from(played: &Played) -> PlayedResource {
        let (game, viewer) = (&played.game, played.viewer());
        let legal = play::moves::legal(game, played.seat);
        PlayedResource {
            id: game.header().id.clone(),
            kind: game.kind().info().id.to_owned(),
            status: status(game),
            ply: game.ply(),
            head: game.head().to_string(),
            to_act: seats_of(game.acting()),
            seat: played.seat.number(),
            seq: game.next_seq(played.seat),
            view: game.position().view_text(viewer),
            events: played
                .told
                .iter()
                .flat_map(|(n, told)| events(*n, told, viewer, &played.names))
                .collect(),
            legal: LegalResource::new(game, played.seat, legal),
            result: outcome(game),
        }
    }
}

impl From<&Log> for LogPage {
    fn from(log: &Log) -> LogPage {
        let (look, viewer, names) = (&log.look, log.look.viewer(), log.look.names());
        let line = |line: &LogLine| {
            let entry = line.entry.as_ref()?;
            let (kind, mv, leads_to, by) = entry.body.members();
            Some(LogEntry {
                n: entry.n,
                kind,
                leads_to,
                by,
                seat: entry.seat.number(),
                seq: entry.seq,
                at: entry.at.clone(),
                hash: entry.hash.to_string(),
                sealed: !line.open,
                mv: mv
                    .filter(|_| line.open)
                    .and_then(|mv| serde_json::from_str(mv.get()).ok()),
                text: line.text.clone(),
                events: events(entry.n, &line.told, viewer, &names),
            })
        };
        LogPage {
            kind: look.row.kind.clone(),
            ply: look.game.as_ref().map_or(0, Game::ply),
            head: look.game.as_ref().map(|game| game.head().to_string()),
            setup: log
                .lines
                .iter()
                .filter(|line| line.entry.is_none())
                .flat_map(|line| events(0, &line.told, viewer, &names))
                .collect(),
            entries: log.lines.iter().filter_map(line).collect(),
        }
    }
}

impl PastResource {
    /// Makes the game as the viewer may see it.
    pub fn new(game: &Game, viewer: Viewer) -> PastResource {
        PastResource {
            kind: game.kind().info().id.to_owned(),
            ply: game.ply(),
            head: game.head().to_string(),
            to_act: seats_of(game.acting()),
            view: game.position().view_text(viewer),
        }
    }
}
