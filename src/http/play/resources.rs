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
use crate::http::openapi::schemas::OutcomeResource;
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
    /// The kind with the version of its rules.
    #[schema(example = "thats-life@1")]
    pub rules: String,
    /// Where it stands.
    pub status: GameStatus,
    /// Who may see it.
    pub visibility: Visibility,
    /// Whether somebody chose the seed, and so can know all dice and cards in advance.
    pub practice: bool,
    /// The deal that the game is on; null in all others.
    #[schema(required)]
    pub deal: Option<DealOfGame>,
    /// The options, every one of them.
    #[schema(value_type = Object)]
    pub options: Arc<Value>,
    /// How much time there is; null when there are no clocks.
    #[schema(required)]
    pub pace: Option<PaceBody>,
    /// The seats in order.
    pub seats: Vec<SeatResource>,
    /// The number of entries in the log.
    pub ply: i64,
    /// The seats that owe a decision.
    pub to_act: Vec<u8>,
    /// How it ended.
    #[schema(value_type = Option<OutcomeResource>, required)]
    pub result: Option<Value>,
    /// When the game was made.
    pub created_at: DateTime,
    /// When the last seat was taken.
    #[schema(required)]
    pub started_at: Option<DateTime>,
    /// When the last entry was added.
    pub changed_at: DateTime,
    /// When the game was over.
    #[schema(required)]
    pub finished_at: Option<DateTime>,
    /// Since when the operator has stopped the game: nobody moves, and no clock runs.
    #[schema(required)]
    pub paused_at: Option<DateTime>,
}

/// A seat.
#[derive(Serialize, ToSchema)]
pub struct SeatResource {
    /// The seat's number, from 0 in the order of play.
    pub seat: u8,
    /// The player; null for a bot, and while nobody has the seat.
    #[schema(required)]
    pub player: Option<String>,
    /// Whether a program plays with the player's account.
    pub automated: bool,
    /// The bot of this server, when one has the seat.
    #[schema(value_type = Option<sets::Bot>, required)]
    pub bot: Option<Bot>,
    /// The player for whom it is kept, or, in a running game, to whom it is offered.
    #[schema(required)]
    pub invited: Option<String>,
    /// The address for which it is kept; shown to the game's creator only.
    #[schema(required)]
    pub invited_email: Option<String>,
    /// Whether it is kept for somebody.
    pub kept: bool,
    /// What the player gave towards the seed.
    pub entropy: String,
    /// The clock; null when there are no clocks.
    #[schema(required)]
    pub clock: Option<ClockResource>,
}

/// The deal that a game is on.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealOfGame {
    /// Its id: `GET /v1/deals/{id}` shows it.
    pub id: String,
    /// When it closes: the seed is shown then, and others see the game.
    pub closes_at: DateTime,
    /// Whether it is closed: nobody takes a seat any more.
    pub closed: bool,
}

/// The clock of a seat. It runs while the seat owes a decision; times are those of at most a minute
/// before the answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockResource {
    /// When the time for the decision that is owed is over; null when none is owed.
    #[schema(required)]
    pub deadline: Option<DateTime>,
    /// When the seat is timed out: `deadline` and the grace.
    #[schema(required)]
    pub times_out_at: Option<DateTime>,
    /// Seconds that are left, while the clock runs; of a bank, also while it does not.
    #[schema(required)]
    pub seconds_left: Option<i64>,
    /// Until when the clock stands still, when it does so at this moment.
    #[schema(required)]
    pub stands_still_until: Option<DateTime>,
    /// The player's holidays that are not over, where they count.
    pub holidays: Vec<AwayResource>,
}

/// When a player is on holiday.
#[derive(Debug, Serialize, ToSchema)]
pub struct AwayResource {
    /// From when on the clock stands still.
    pub from: DateTime,
    /// When it goes on.
    pub until: DateTime,
}

impl From<&SeatTimes> for ClockResource {
    fn from(times: &SeatTimes) -> ClockResource {
        ClockResource {
            deadline: times.deadline.map(rfc3339),
            times_out_at: times.times_out_at.map(rfc3339),
            seconds_left: times.left.map(|left| left.num_seconds()),
            stands_still_until: times.stands_still_until.map(rfc3339),
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

/// A game as the caller finds it.
#[derive(Serialize, ToSchema)]
pub struct GameResource {
    /// What lists show too.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The caller's seat; null for a spectator.
    #[schema(required)]
    pub seat: Option<u8>,
    /// The number that the caller's next entry carries; null for a spectator and before the start.
    #[schema(required)]
    pub seq: Option<u32>,
    /// Whether a seat is kept for the caller, or for whoever shows the secret of a mail as they do.
    pub invited: bool,
    /// Whether the caller made the game.
    pub creator: bool,
    /// The secret of the link that invites whoever has it: what others send as `invitation` to see the
    /// game and take a free seat, until it begins. Shown to whoever made a private game that is open;
    /// else null.
    #[schema(required)]
    pub invitation: Option<String>,
    /// What the caller may see of the position; null before the start.
    #[schema(value_type = Option<Object>, required)]
    pub view: Option<Box<RawValue>>,
    /// The hash of the log's last entry, in hex; null before the start.
    #[schema(required)]
    pub head: Option<String>,
    /// SHA-256 of the server seed, in hex; shown from the beginning.
    pub seed_commitment: String,
    /// Where the seed came from; it is chosen in a practice game, and a deal's in a game on one.
    #[schema(value_type = sets::SeedSource)]
    pub seed_source: SeedSource,
    /// The server seed in hex, once the game is over; on a deal, once that is closed as well.
    #[schema(required)]
    pub server_seed: Option<String>,
    /// In a practice game or one on a deal, SHA-256 of what blinds the hashes of the log, in hex; else
    /// null.
    #[schema(required)]
    pub blinding_commitment: Option<String>,
    /// What blinds the hashes of such a game, in hex, when the server seed is shown.
    #[schema(required)]
    pub blinding_secret: Option<String>,
    /// A signed line that says how the game stands and what the caller gave towards the seed:
    /// `GET /v1/keys` has the key. It may have been signed when the same was answered before.
    #[schema(example = "turnpike-receipt-1.eyJhdCI6…")]
    pub receipt: String,
    /// The game that this one is a rematch of.
    #[schema(required)]
    pub rematch_of: Option<String>,
    /// The rematch of this game.
    #[schema(required)]
    pub rematch: Option<String>,
}

/// A page of games.
#[derive(Serialize, ToSchema)]
pub struct GamePage {
    /// Games, newest first.
    pub games: Vec<GameSummary>,
    /// What to send as `cursor` for the next page; null on the last.
    #[schema(required)]
    pub next: Option<String>,
}

/// What the caller may play.
#[derive(Serialize, ToSchema)]
pub struct LegalResource {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// Where the game stands: `running`, `finished` or `cancelled`.
    pub status: GameStatus,
    /// The seats that owe a decision now.
    pub to_act: Vec<u8>,
    /// The number that the caller's next entry carries.
    pub seq: u32,
    /// The moves.
    #[schema(value_type = Vec<Object>)]
    pub moves: Vec<Value>,
    /// The same moves in the text notation, in the same order.
    pub texts: Vec<String>,
    /// Whether these are all. Leaving (`{"type": "leave"}`) is always possible and not listed.
    pub complete: bool,
}

/// Legal moves that begin with the same words of the text notation.
#[derive(Serialize, ToSchema)]
pub struct BranchResource {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The number that the caller's next entry carries.
    pub seq: u32,
    /// The words so far, in normal form.
    #[schema(example = "move")]
    pub text: String,
    /// The move that these words are; null while more words are needed.
    #[serde(rename = "move")]
    #[schema(value_type = Option<Object>, required)]
    pub mv: Option<Value>,
    /// The words that may come next; none when the move is complete, or it is not your turn.
    pub next: Vec<String>,
}

/// Something that happened.
#[derive(Serialize, ToSchema)]
pub struct EventResource {
    /// The number of the entry that made it happen; 0 for the setup.
    pub n: u64,
    /// The event.
    #[schema(value_type = Object)]
    pub event: Box<RawValue>,
    /// The event as a sentence.
    #[schema(example = "Ann rolls a 4.")]
    pub text: String,
}

/// The answer to moves that were played.
#[derive(Serialize, ToSchema)]
pub struct PlayedResource {
    /// The game's id.
    pub id: String,
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// Whether it goes on: `running` or `finished`.
    pub status: GameStatus,
    /// The number of entries in the log.
    pub ply: u64,
    /// The hash of the last of them, in hex.
    pub head: String,
    /// The seats that owe a decision now.
    pub to_act: Vec<u8>,
    /// The caller's seat.
    pub seat: u8,
    /// The number that the caller's next entry carries.
    pub seq: u32,
    /// What the caller sees now.
    #[schema(value_type = Object)]
    pub view: Box<RawValue>,
    /// What happened, as far as the caller may know.
    pub events: Vec<EventResource>,
    /// What the caller may play next.
    pub legal: LegalResource,
    /// How the game ended, if it did.
    #[schema(value_type = Option<OutcomeResource>, required)]
    pub result: Option<Value>,
}

/// An entry of the log.
#[derive(Serialize, ToSchema)]
pub struct LogEntry {
    /// The entry's number, from 1.
    pub n: u64,
    /// What it says.
    #[schema(value_type = sets::EntryKind)]
    pub kind: EntryKind,
    /// Whose entry it is.
    pub seat: u8,
    /// The seat's own number for it.
    pub seq: u32,
    /// When it was accepted.
    pub at: DateTime,
    /// The hash of the log up to it, in hex.
    pub hash: String,
    /// Whether it lies sealed before the caller: then what it says is left out.
    pub sealed: bool,
    /// The move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub mv: Option<Value>,
    /// What came of a time-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<sets::OnTimeout>)]
    pub leads_to: Option<LeadsTo>,
    /// Who has the seat after a takeover.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<sets::Successor>)]
    pub by: Option<Successor>,
    /// The move in the text notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What happened, as far as the caller may know.
    pub events: Vec<EventResource>,
}

/// A page of a log.
#[derive(Serialize, ToSchema)]
pub struct LogPage {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The number of entries in the whole log.
    pub ply: u64,
    /// The hash of the last of them, in hex; null before the start.
    #[schema(required)]
    pub head: Option<String>,
    /// What happened while setting up; only on the page from the beginning.
    pub setup: Vec<EventResource>,
    /// The entries after `since`.
    pub entries: Vec<LogEntry>,
}

/// A game as it stood earlier.
#[derive(Serialize, ToSchema)]
pub struct PastResource {
    /// The kind of game.
    #[schema(example = "thats-life")]
    pub kind: String,
    /// The number of entries it had.
    pub ply: u64,
    /// The hash of the last of them, in hex.
    pub head: String,
    /// The seats that owed a decision.
    pub to_act: Vec<u8>,
    /// What the caller may see of it.
    #[schema(value_type = Object)]
    pub view: Box<RawValue>,
}

fn seats_of(set: SeatSet) -> Vec<u8> {
    set.iter().map(|seat| seat.number()).collect()
}

/// Returns the seats in the bit mask of a game's row.
pub fn seats_to_act(acting: i32) -> Vec<u8> {
    seats_of(SeatSet::from_bits(acting as u16))
}

fn outcome(game: &Game) -> Option<Value> {
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

fn events(n: u64, told: &[Box<dyn Told>], viewer: Viewer, names: &Names) -> Vec<EventResource> {
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
            kept: row.invited_id.is_some() || row.invited_email.is_some(),
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
