//! Examples for the OpenAPI document, one or more for a schema. They are in `components/examples`.
//! Every call whose body has the schema refers to them. A call has at most two.
//!
//! The examples of games come from a game that has just begun, and from its first move. They are of
//! one kind, the one with the shortest position. In addition, the schemas of each kind have
//! examples of its options and of all forms of moves. A test checks every example against its
//! schema.

use ::games::KINDS;
use play::analysis::Analysis;
use play::moves::{self, Played};
use rules::{Action, Game, Hash, Header, Kind, Names, Seat, SeedSource, ServerSeed};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::http::openapi::{SCHEMAS, operations};
use crate::http::play::analysis::AnalysisResource;
use crate::http::play::resources::{LegalResource, PastResource, PlayedResource};

const AT: &str = "2026-03-01T12:00:00.000Z";
const GAME: &str = "Xk3mPq7RtZ2";
const PLAYERS: [&str; 10] = [
    "ann", "ben", "cleo", "dan", "eve", "finn", "gus", "hana", "ida", "jo",
];

/// Examples that do not depend on a game, by their schema and a word that distinguishes them:
/// `SignUp-ann`.
const WRITTEN: &str = include_str!("examples.json");

/// Adds the examples and the references to them.
pub(super) fn add(document: &mut Value) {
    let mut examples: Map<String, Value> = serde_json::from_str(WRITTEN).unwrap_or_default();
    examples.extend(one_game());
    for operation in operations(document) {
        if let Some(body) = operation.get_mut("requestBody") {
            refer(body, &examples);
        }
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        responses.for_each(|(_, response)| refer(response, &examples));
    }
    document["components"]["examples"] = examples.into();
}

/// Returns the target of a reference to a schema.
fn reference(schema: &Value) -> Option<String> {
    schema["$ref"].as_str().map(str::to_owned)
}

fn refer(body: &mut Value, examples: &Map<String, Value>) {
    let content = body.get_mut("content").and_then(Value::as_object_mut);
    for (_, body) in content.into_iter().flatten() {
        // The schema of an optional body is an alternative to `null`.
        let among = |schema: &Value| schema["oneOf"].as_array()?.iter().find_map(reference);
        let Some(schema) = reference(&body["schema"]).or_else(|| among(&body["schema"])) else {
            continue;
        };
        let schema = schema.trim_start_matches(SCHEMAS);
        let referring: Map<String, Value> = examples
            .keys()
            .filter_map(|key| Some((key, key.strip_prefix(schema)?.strip_prefix('-')?)))
            .map(|(key, name)| {
                let at = format!("#/components/examples/{key}");
                (name.to_owned(), json!({"$ref": at}))
            })
            .collect();
        if !referring.is_empty() {
            body["examples"] = referring.into();
        }
    }
}

fn new_game(stage: &Stage) -> Value {
    let header = stage.game.header();
    json!({
        "kind": stage.game.kind().info().id,
        "options": header.options,
        "seats": header.entropies.len(),
        "visibility": "public",
        "pace": {"days_per_move": 3},
    })
}

/// Returns examples of how a game proceeds, for the kind with the shortest position.
fn one_game() -> Vec<(String, Value)> {
    let games = KINDS
        .current()
        .filter_map(|kind| Some((kind, begin(kind)?)));
    let shortest = games.min_by_key(|(_, stage)| past(stage).to_string().len());
    let Some((kind, stage)) = shortest else {
        return Vec::new();
    };
    let info = kind.info();
    let example = |schema, summary: &str, value: Value| {
        let summary = format!("{}: {summary}", info.name);
        let example = json!({"summary": summary, "value": value});
        (format!("{schema}-{}", info.id), example)
    };
    let mut examples = vec![
        example("GameInput", "a public game", new_game(&stage)),
        example("Game", "the start", game(&stage.game)),
        example("Position", "the first position", past(&stage)),
    ];
    let legal = moves::legal(&stage.game, stage.seat);
    let mv = legal.moves.first().cloned();
    examples.push(example(
        "LegalMoves",
        "the first legal moves",
        json(LegalResource::new(&stage.game, stage.seat, legal)),
    ));
    let Some((mv, played)) = mv.and_then(|mv| Some((mv.clone(), played(stage, &mv)?))) else {
        return examples;
    };
    let moves = json!([{"seat": played.seat, "move": mv}]);
    let resource = json(PlayedResource::from(&played));
    examples.push(example("PlayedMoves", "after the first move", resource));
    let asked = json!({"ply": 0, "moves": moves});
    examples.push(example("AnalysisInput", "another first move", asked));
    let analysis = Analysis {
        game: played.game,
        moves: vec![(played.seat, mv)],
        told: played.told,
        names: played.names,
    };
    let resource = json(AnalysisResource::new(analysis));
    examples.push(example("Analysis", "after another first move", resource));
    examples
}

/// A game that has begun, and the seat that is to move.
struct Stage {
    game: Game,
    seat: Seat,
}

fn begin(kind: &'static dyn Kind) -> Option<Stage> {
    let info = kind.info();
    let seed = ServerSeed([7; 32]);
    let header = Header {
        id: GAME.to_owned(),
        rules: info.rules(),
        options: kind.options(&json!({})).ok()?.into(),
        entropies: vec![String::new(); usize::from(*info.seats.start())],
        seed_commitment: Hash(seed.commitment()),
        seed_source: SeedSource::Secret,
        blinding_commitment: None,
        deal: None,
    };
    let (game, _) = Game::start(kind, header, &seed, None).ok()?;
    let seat = game.acting().iter().next()?;
    Some(Stage { game, seat })
}

fn json(value: impl Serialize) -> Value {
    json!(value)
}

fn past(stage: &Stage) -> Value {
    let viewer = rules::Viewer::Seat(stage.seat);
    json(PastResource::new(&stage.game, viewer))
}

fn played(stage: Stage, mv: &Value) -> Option<Played> {
    let Stage { mut game, seat } = stage;
    let names = Names::new(PLAYERS.iter().take(game.header().entropies.len()).copied());
    let done = game.submit(seat, &Action::Move(mv.clone()), AT).ok()?;
    Some(Played {
        told: vec![(done.entry.n, done.told)],
        game,
        seat,
        names,
    })
}

/// Returns a game as its first player sees it. The fields that usually come from the database are
/// written out here.
fn game(game: &Game) -> Value {
    let header = game.header();
    let seats: Vec<Value> = PLAYERS
        .iter()
        .zip(Seat::all(header.entropies.len() as u8))
        .map(|(name, seat)| {
            json!({
                "seat": seat,
                "player": name,
                "automated": false, "bot": null,
                "invited": null,
                "invited_email": null,
                "reserved": false,
                "entropy": "",
                "clock": null,
            })
        })
        .collect();
    json!({
        "id": header.id,
        "kind": game.kind().info().id,
        "rules": header.rules,
        "status": "running",
        "visibility": "public",
        "practice": false,
        "deal": null,
        "options": header.options,
        "pace": null,
        "seats": seats,
        "ply": game.ply(),
        "to_act": game.acting().iter().collect::<Vec<_>>(),
        "result": null,
        "created_at": AT,
        "started_at": AT,
        "changed_at": AT,
        "finished_at": null,
        "paused_at": null,
        "seat": 0,
        "seq": 1,
        "invited": false,
        "creator": true,
        "invitation": null,
        "view": game.position().view(rules::Viewer::Seat(Seat(0))),
        "head": game.head().to_string(),
        "seed_commitment": header.seed_commitment.to_string(),
        "seed_source": "secret",
        "server_seed": null,
        "blinding_commitment": null,
        "blinding_secret": null,
        "receipt": "turnpike-receipt-1.eyJhdCI6…",
        "rematch_of": null,
        "rematch": null,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document could be made without them, so this test checks that they parse.
    #[test]
    fn handwritten_examples_parse() {
        let written: Map<String, Value> = serde_json::from_str(WRITTEN).unwrap();
        assert!(!written.is_empty());
    }
}
