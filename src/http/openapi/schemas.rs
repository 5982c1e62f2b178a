//! Schemas in the OpenAPI document for answers that are not serialised from a type of their own.

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::DateTime;
use crate::http::openapi::sets::{self, ProblemCode};

/// An error (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// `/problems/<code>`; never changes for a code.
    #[serde(rename = "type")]
    #[schema(example = "/problems/not-found")]
    kind: String,
    /// The code, which never changes its meaning.
    #[schema(value_type = ProblemCode)]
    code: String,
    /// The meaning of the code.
    title: String,
    /// The HTTP status.
    status: u16,
    /// The error of this request.
    detail: String,
    /// With `rate-limited`: the seconds to wait.
    retry_after: Option<u64>,
    /// With `invalid-request`, if the place is known: the errors in the body or the query.
    errors: Option<Vec<FaultBody>>,
}

/// An error in one member of the body or one parameter of the query.
#[derive(Serialize, ToSchema)]
#[schema(as = FieldError)]
pub struct FaultBody {
    /// The error, in the language that `Accept-Language` prefers.
    #[schema(example = "“seats” is missing.")]
    detail: String,
    /// The member of the body: a JSON pointer (RFC 6901) as the fragment of a URI.
    #[schema(example = "#/seats")]
    pointer: Option<String>,
    /// The parameter of the query.
    #[schema(example = "limit")]
    parameter: Option<String>,
}

/// A 409 on a move: with `stale` the next `seq`, with `not-your-turn` and `game-over` the members
/// of a rejected move.
#[derive(Serialize, ToSchema)]
#[schema(as = MoveConflict)]
pub struct StaleBody {
    #[serde(flatten)]
    problem: ProblemBody,
    /// The number of your next log entry.
    seq: Option<u32>,
    /// The code of the broken rule.
    rule: Option<String>,
    /// The index of the rejected move in the list, from 0. For orders: in `moves`, or in
    /// `conditional` if all `moves` are valid.
    index: Option<usize>,
    /// Your legal moves.
    legal: Option<LegalBody>,
}

/// A rejected list of moves: the rules forbid one, or one reveals something before the end of the
/// list.
#[derive(Serialize, ToSchema)]
#[schema(as = RefusedMove)]
pub struct RefusedBody {
    #[serde(flatten)]
    problem: ProblemBody,
    /// The index of the rejected move in the list, from 0.
    index: usize,
    /// With `illegal-move`: the code of the broken rule, from the game's rules.
    #[schema(example = "WrongPhase")]
    rule: Option<String>,
    /// With `illegal-move`: the number of your next log entry.
    seq: Option<u32>,
    /// With `illegal-move`: your legal moves.
    legal: Option<LegalBody>,
}

/// Makes an open object of the OpenAPI document for each of these names. No Rust type describes
/// its members.
macro_rules! open_objects {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {$(
        $(#[doc = $doc])*
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let lines = [$($doc),*].map(|line| line.strip_prefix(' ').unwrap_or(line));
                ObjectBuilder::new()
                    .schema_type(Type::Object)
                    .description(Some(lines.join("\n")))
                    .into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

open_objects! {
    /// All options of a game with their values. The members depend on `kind`.
    GameOptions;
    /// The options of a new game. Omitted options have their defaults. The members depend on `kind`:
    /// `options_schema` of `GET /v1/kinds/{kind}` describes them.
    GameOptionsInput;
    /// An event of a game. Its `type` and its members depend on `kind`.
    GameEvent;
    /// A position as one viewer may see it. Its members depend on `kind`.
    GameView;
    /// A JSON Schema of the version 2020-12.
    JsonSchema;
    /// The options for `navigator.credentials`, as WebAuthn defines them in JSON
    /// (`parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`).
    PasskeyOptions;
    /// A new passkey: a `PublicKeyCredential` of WebAuthn, as its `toJSON` returns it.
    PasskeyCredential;
    /// A proof with a passkey: a `PublicKeyCredential` of WebAuthn, as its `toJSON` returns it.
    PasskeyAssertion;
    /// A move. Its `type` and its members depend on `kind`. Send a legal move as the server lists it. In
    /// requests and orders, these moves exist in every game:
    ///
    /// - `{"type": "text", "text": "…"}`: a move in the text notation, as in `texts` of the legal moves.
    ///   Case and spaces do not matter, and you may shorten words. Semicolons separate several moves.
    /// - `{"type": "leave"}`: leaves the game for good.
    GameMove;
}

/// The legal moves in place of a rejected one.
#[derive(Serialize, ToSchema)]
#[schema(as = LegalAlternatives)]
pub struct LegalBody {
    /// The kind of game.
    kind: String,
    /// The moves.
    #[schema(value_type = Vec<GameMove>)]
    moves: Vec<Value>,
    /// The same moves in the text notation, in the same order.
    texts: Vec<String>,
    /// Whether the list contains all legal moves.
    complete: bool,
}

/// The exported record of a game. `docs/VERIFYING.md` defines each byte.
#[derive(Serialize, ToSchema)]
#[schema(as = GameRecord)]
pub struct RecordBody {
    /// The format: `turnpike-record/1`.
    format: String,
    /// The game's id.
    id: String,
    /// The kind of game.
    kind: String,
    /// The kind with the version of the rules.
    rules: String,
    /// The version of the method that derives dice and shuffles from the seed.
    randomness: u32,
    /// All options with their values.
    #[schema(value_type = GameOptions)]
    options: Value,
    /// The seats in order.
    seats: Vec<RecordSeatBody>,
    /// The source of the server seed.
    #[schema(value_type = sets::SeedSource)]
    seed_source: String,
    /// SHA-256 of the server seed, in hex.
    seed_commitment: String,
    /// The id of the deal; only in a game on a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<String>,
    /// The server seed, in hex; null until the game is over and its deal, if any, is closed.
    #[schema(required)]
    server_seed: Option<String>,
    /// SHA-256 of the secret that blinds the hashes of the log, in hex. Only in a practice game or
    /// a game on a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    blinding_commitment: Option<String>,
    /// The secret that blinds the hashes of the log, in hex. Only with `server_seed`, in such a
    /// game.
    #[serde(skip_serializing_if = "Option::is_none")]
    blinding_secret: Option<String>,
    /// The hash of the log before the first entry, in hex.
    start: String,
    /// The number of log entries.
    ply: u64,
    /// The hash of the last log entry, in hex.
    head: String,
    /// The log entries.
    entries: Vec<RecordEntryBody>,
    /// The result; null while the game runs.
    #[schema(required)]
    result: Option<OutcomeResource>,
}

/// The result of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameResult)]
pub struct OutcomeResource {
    /// The standing of each seat, in seat order.
    pub standings: Vec<StandingResource>,
}

/// The result of a seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Standing)]
pub struct StandingResource {
    /// The seat.
    pub seat: u8,
    /// The rank: 1 is best. Equal seats share a rank, and the next rank is skipped (1, 1, 3).
    pub rank: u8,
    /// The final score, in the game's own points.
    pub score: i32,
    /// Whether the seat left before the end.
    pub left: bool,
    /// The game's rating of the score, in games that rate it.
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
    /// The player's contribution to the seed.
    entropy: String,
}

/// A log entry in a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordEntry)]
pub struct RecordEntryBody {
    /// The entry's number, from 1.
    n: u64,
    /// The kind of the entry.
    #[schema(value_type = sets::LogEntryKind)]
    kind: String,
    /// The seat that the entry belongs to.
    seat: u8,
    /// The seat's own number of the entry, from 1.
    seq: u32,
    /// The move, if `kind` is `move`. Omitted while the move is sealed for you.
    #[serde(rename = "move")]
    #[schema(value_type = Option<GameMove>)]
    mv: Option<Value>,
    /// The consequence of a time-out.
    #[schema(value_type = Option<sets::TimeoutAction>)]
    leads_to: Option<String>,
    /// The successor after a takeover.
    #[schema(value_type = Option<sets::Successor>)]
    by: Option<String>,
    /// When the server accepted the entry. The hash covers this exact text.
    at: DateTime,
    /// The hash of the log up to and including the entry, in hex.
    hash: String,
}
