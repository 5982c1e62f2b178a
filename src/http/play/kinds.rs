//! The kinds of games that players can play, and their rules.

use ::games::KINDS;
use actix_web::{Responder, get};
use rules::{Kind, KindSchemas as KindSchemasOf, Language, whole_schemas};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::At;
use crate::http::caller::{Anybody, Reads};
use crate::http::json::Json;
use crate::http::language::told_in;
use crate::http::openapi::schemas::{GameOptions, JsonSchema};
use crate::http::paths::KnownKind;
use crate::http::problem::{Problem, Result};

/// A kind of game.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindSummary {
    /// The permanent id of the kind.
    #[schema(example = "thats-life")]
    id: String,
    /// The name of the game.
    #[schema(example = "That's Life!")]
    name: String,
    /// The id with the version of the rules for new games.
    #[schema(example = "thats-life@1")]
    rules: String,
    /// A description of the game in one sentence, in the language that `Accept-Language` prefers.
    summary: String,
    /// The minimum number of seats.
    min_seats: u8,
    /// The maximum number of seats.
    max_seats: u8,
    /// All options with their defaults.
    #[schema(value_type = GameOptions)]
    default_options: Value,
    /// The JSON Schema (2020-12) of the options. Each option and value has its name (`title`) and
    /// its effect (`description`), in the same language as `summary`. The title of a value makes
    /// sense without that of its option.
    #[schema(value_type = JsonSchema)]
    options_schema: Value,
}

/// A kind of game with its texts and schemas.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindDetail {
    /// The members that lists contain.
    #[serde(flatten)]
    summary: KindSummary,
    /// The JSON Schema of a move.
    #[schema(value_type = JsonSchema)]
    move_schema: Value,
    /// A guide for new players, in Markdown and in the same language as `summary`. Replace the line
    /// `![board]()` with the picture at `/how-to-play/(kind)/board.svg`.
    how_to_play: String,
    /// The rules in Markdown, with numbered sections, in the same language as `summary`.
    rules_text: String,
    /// The conditional orders that the game supports (`PUT /v1/games/{id}/orders`).
    orders: Vec<KnownOrder>,
}

/// A conditional order that a game supports.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConditionalOrderForm)]
pub struct KnownOrder {
    /// An example, as players write it.
    #[schema(example = "roll until 3 stars")]
    example: String,
    /// The effect of the order, in the language that `Accept-Language` prefers.
    description: String,
}

/// The JSON Schemas of the open objects of a kind. Each is complete in itself.
#[derive(Serialize, ToSchema)]
pub struct KindSchemas {
    /// The kind with the version of its rules.
    #[schema(example = "thats-life@1")]
    rules: String,
    /// The schema of a game's `options`.
    #[schema(value_type = JsonSchema)]
    options: Value,
    /// The schema of a move.
    #[serde(rename = "move")]
    #[schema(value_type = JsonSchema)]
    mv: Value,
    /// The schema of an event.
    #[schema(value_type = JsonSchema)]
    event: Value,
    /// The schema of a game's `view`.
    #[schema(value_type = JsonSchema)]
    view: Value,
}

/// All kinds of games on this server.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindList {
    /// The kinds.
    kinds: Vec<KindSummary>,
}

impl KindSummary {
    fn of(kind: &dyn Kind, language: Language) -> Result<KindSummary> {
        let info = kind.info();
        let defaults = kind.options(&serde_json::json!({}));
        Ok(KindSummary {
            id: info.id.to_owned(),
            name: info.name.to_owned(),
            rules: info.rules(),
            summary: info.summary.to(language),
            min_seats: *info.seats.start(),
            max_seats: *info.seats.end(),
            default_options: defaults.map_err(Problem::internal)?,
            options_schema: kind.options_schema(language),
        })
    }
}

policy!(list_kinds: Any);
/// List the kinds of games
///
/// Returns every kind of game on this server, with the number of seats, the options and their
/// defaults. Texts are in the language that `Accept-Language` prefers. Needs no token.
#[utoipa::path(
    tag = "kinds",
    responses((status = 200, description = "The kinds.", body = KindList)),
    security((), ("access_token" = [])),
)]
#[get("/v1/kinds")]
pub(crate) async fn list_kinds(_: Anybody, Reads(language): Reads) -> Result<impl Responder> {
    let kinds = KINDS.current();
    let kinds = kinds.map(|kind| KindSummary::of(kind, language));
    let kinds = kinds.collect::<Result<_>>()?;
    Ok(told_in(language, Json(KindList { kinds })))
}

policy!(get_kind: Any);
/// Get a kind of game
///
/// Returns one entry of the list, with the rules, a short guide, a JSON Schema of the moves, and
/// the conditional orders that the kind supports. Texts are in the language that `Accept-Language`
/// prefers. Needs no token.
#[utoipa::path(
    tag = "kinds",
    params(("kind" = String, Path, description = "The kind's id.", example = "thats-life")),
    responses((status = 200, description = "The kind.", body = KindDetail)),
    security((), ("access_token" = [])),
)]
#[get("/v1/kinds/{kind}")]
pub(crate) async fn get_kind(
    _: Anybody,
    kind: At<KnownKind>,
    Reads(language): Reads,
) -> Result<impl Responder> {
    let kind = kind.0;
    let manual = kind.info().manual;
    let schemas = kind.schemas(&mut whole_schemas());
    let orders = kind.info().orders;
    let orders = orders.into_iter().map(|it| KnownOrder {
        example: it.example.to_owned(),
        description: it.does.to(language),
    });
    let kind = KindDetail {
        summary: KindSummary::of(kind, language)?,
        move_schema: schemas.mv.to_value(),
        how_to_play: guides::manual::how_to_play_source(&kind.info(), language),
        rules_text: manual.rules[language as usize].to_owned(),
        orders: orders.collect(),
    };
    Ok(told_in(language, Json(kind)))
}

policy!(get_kind_schema: Any);
/// Get the JSON Schemas of a kind of game
///
/// Returns the schemas of the options, moves, events and views of a kind. This document contains
/// them too, as `x-kinds` of `GameOptions`, `GameMove`, `GameEvent` and `GameView`. A program that
/// learns new kinds at run time reads them here. Needs no token.
#[utoipa::path(
    tag = "kinds",
    params(("kind" = String, Path, description = "The kind's id.", example = "thats-life")),
    responses((status = 200, description = "The schemas.", body = KindSchemas)),
    security((), ("access_token" = [])),
)]
#[get("/v1/kinds/{kind}/schema")]
pub(crate) async fn get_kind_schema(_: Anybody, kind: At<KnownKind>) -> Json<KindSchemas> {
    let KindSchemasOf {
        options,
        mv,
        event,
        view,
    } = kind.0.schemas(&mut whole_schemas());
    Json(KindSchemas {
        rules: kind.0.info().rules(),
        options: options.to_value(),
        mv: mv.to_value(),
        event: event.to_value(),
        view: view.to_value(),
    })
}
