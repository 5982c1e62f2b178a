//! Schemas in the OpenAPI document for answers that are not serialised from a type of their own.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::DateTime;
use crate::http::openapi::sets::{self, ProblemCode};

/// A refusal or failure (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// `/problems/<code>`; never changes for a code.
    #[serde(rename = "type")]
    #[schema(example = "/problems/not-found")]
    kind: String,
    /// The stable code.
    #[schema(value_type = ProblemCode)]
    code: String,
    /// What the code means.
    title: String,
    /// The HTTP status.
    status: u16,
    /// What went wrong this time.
    detail: String,
    /// With `rate-limited`: seconds to wait.
    retry_after: Option<u64>,
    /// With `invalid-request`, where the place is known: what is wrong with the body or the query, and where.
    errors: Option<Vec<FaultBody>>,
}

/// What is wrong with one member of the body, or one parameter of the query.
#[derive(Serialize, ToSchema)]
#[schema(as = FieldError)]
pub struct FaultBody {
    /// What is wrong, in the language asked for.
    #[schema(example = "“seats” is missing.")]
    detail: String,
    /// The member of the body: a JSON pointer (RFC 6901) as the fragment of a URI.
    #[schema(example = "#/seats")]
    pointer: Option<String>,
    /// The parameter of the query.
    #[schema(example = "limit")]
    parameter: Option<String>,
}

/// A 409 on a move: with `stale` the next `seq`; with `not-your-turn` and `game-over` what a
/// refused move carries.
#[derive(Serialize, ToSchema)]
#[schema(as = MoveConflict)]
pub struct StaleBody {
    #[serde(flatten)]
    problem: ProblemBody,
    /// The number that your next entry carries.
    seq: Option<u32>,
    /// The rules' own code.
    rule: Option<String>,
    /// Which move of the list was refused, from 0. For orders: of `moves`, or, where all of those are moves of the
    /// game, of `conditional`.
    index: Option<usize>,
    /// What you may play now.
    legal: Option<LegalBody>,
}

/// A list of moves of which the rules refuse one, or one turns up something new before its end.
#[derive(Serialize, ToSchema)]
#[schema(as = RefusedMove)]
pub struct RefusedBody {
    #[serde(flatten)]
    problem: ProblemBody,
    /// Which move of the list it is, from 0.
    index: usize,
    /// With `illegal-move`: the rules' own code, from the game's rules text.
    #[schema(example = "WrongPhase")]
    rule: Option<String>,
    /// With `illegal-move`: the number that your next entry carries.
    seq: Option<u32>,
    /// With `illegal-move`: what you may play now.
    legal: Option<LegalBody>,
}

/// The options of a game, every one of them. Which there are depends on `kind`.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; the games write it.")]
pub struct GameOptions(Value);

/// The options of a new game; those left out have their defaults. Which there are depends on
/// `kind`: `options_schema` of `GET /v1/kinds/{kind}` describes them.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; the games read it.")]
pub struct GameOptionsInput(Value);

/// A move. Its `type` names it, and depends on `kind`. Send a legal move as the server lists it.
/// In requests and orders, these moves exist in every game:
///
/// - `{"type": "text", "text": "…"}`: a move in the text notation, as `texts` of the legal moves
///   show it. Case and spaces do not matter, and words may be shortened. Several moves stand on one
///   line with semicolons between them.
/// - `{"type": "leave"}`: leaves the game for good.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(
    dead_code,
    reason = "The document describes it; the games read and write it."
)]
pub struct GameMove(Value);

/// An event of a game. Its `type` names it, and depends on `kind`.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; the games write it.")]
pub struct GameEvent(Value);

/// The position as one viewer may see it. Its members depend on `kind`.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; the games write it.")]
pub struct GameView(Value);

/// A JSON Schema of the version 2020-12.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; the games write it.")]
pub struct JsonSchema(Value);

/// The options for `navigator.credentials`, as WebAuthn defines them in JSON
/// (`parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`).
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; a library writes it.")]
pub struct PasskeyOptions(Value);

/// A new credential: a `PublicKeyCredential` of WebAuthn, as its `toJSON` returns it.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; a library reads it.")]
pub struct PasskeyCredential(Value);

/// A proof that the caller has a passkey: a `PublicKeyCredential` of WebAuthn, as its `toJSON` returns
/// it.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "The document describes it; a library reads it.")]
pub struct PasskeyAssertion(Value);

/// What may be played instead.
#[derive(Serialize, ToSchema)]
#[schema(as = LegalAlternatives)]
pub struct LegalBody {
    /// The kind of game.
    kind: String,
    /// The moves.
    #[schema(value_type = Vec<GameMove>)]
    moves: Vec<Value>,
    /// The same moves in the text notation.
    texts: Vec<String>,
    /// Whether these are all.
    complete: bool,
}

/// The exported history of a game. `docs/VERIFYING.md` defines it to the bit.
#[derive(Serialize, ToSchema)]
#[schema(as = GameRecord)]
pub struct RecordBody {
    /// `turnpike-record/1`.
    format: String,
    /// The game's id.
    id: String,
    /// The kind of game.
    kind: String,
    /// The kind with the version of its rules.
    rules: String,
    /// The version of the derivation of dice.
    randomness: u32,
    /// The options.
    #[schema(value_type = GameOptions)]
    options: Value,
    /// The seats in order.
    seats: Vec<RecordSeatBody>,
    /// Where the seed came from.
    #[schema(value_type = sets::SeedSource)]
    seed_source: String,
    /// SHA-256 of the server seed, in hex.
    seed_commitment: String,
    /// The deal that the game is on; only in such a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<String>,
    /// The server seed in hex; null while the game runs, or the deal is open that it is on.
    #[schema(required)]
    server_seed: Option<String>,
    /// In a practice game or one on a deal, SHA-256 of what blinds the hashes of the log, in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    blinding_commitment: Option<String>,
    /// What blinds the hashes of such a game, in hex, with the server seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    blinding_secret: Option<String>,
    /// The hash before the first entry, in hex.
    start: String,
    /// The number of entries.
    ply: u64,
    /// The hash of the last entry, in hex.
    head: String,
    /// The log.
    entries: Vec<RecordEntryBody>,
    /// How the game ended; null while it runs.
    #[schema(required)]
    result: Option<OutcomeResource>,
}

/// How a game ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameResult)]
pub struct OutcomeResource {
    /// One standing a seat, in seat order.
    pub standings: Vec<StandingResource>,
}

/// How one seat finished.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Standing)]
pub struct StandingResource {
    /// The seat.
    pub seat: u8,
    /// 1 is best; equal seats share a rank and the next rank is skipped (1, 1, 3).
    pub rank: u8,
    /// The final score, in the game's own points.
    pub score: i32,
    /// Whether the seat left before the end.
    pub left: bool,
    /// What the game says of the score, where it rates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A seat of a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordSeat)]
pub struct RecordSeatBody {
    /// The seat's number.
    seat: u8,
    /// The player's name.
    player: String,
    /// What the player gave towards the seed.
    entropy: String,
}

/// An entry of a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordEntry)]
pub struct RecordEntryBody {
    /// The entry's number, from 1.
    n: u64,
    /// What it says.
    #[schema(value_type = sets::LogEntryKind)]
    kind: String,
    /// Whose entry it is.
    seat: u8,
    /// The seat's own number for it.
    seq: u32,
    /// The move, for `kind` `move`; left out while it lies sealed before the reader.
    #[serde(rename = "move")]
    #[schema(value_type = Option<GameMove>)]
    mv: Option<Value>,
    /// What came of a time-out.
    #[schema(value_type = Option<sets::TimeoutAction>)]
    leads_to: Option<String>,
    /// Who has the seat after a takeover.
    #[schema(value_type = Option<sets::Successor>)]
    by: Option<String>,
    /// When it was accepted. The hash is of this text as it is written.
    at: DateTime,
    /// The hash of the log up to it, in hex.
    hash: String,
}
