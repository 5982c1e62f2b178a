//! Examples for the document, one or more for a schema. They lie in `components/examples`, and
//! every call whose body has the schema refers to them.
//!
//! Those of games are taken from a game that is begun, and its first move played: of one kind, the
//! one with the shortest position. Of each kind there are a new game and all forms of moves, at
//! their schemas. A test checks every example against its schema.

use ::games::KINDS;
use rules::{Action, Game, Hash, Header, Kind, Names, Seat, SeedSource, ServerSeed};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{SCHEMAS, operations, pascal};
use crate::http::games::resources::{LegalResource, PastResource, PlayedResource};
use crate::service::play::{self, Played};

const AT: &str = "2026-03-01T12:00:00.000Z";
const GAME: &str = "Xk3mPq7RtZ2";
const PLAYERS: [&str; 10] = [
    "ann", "ben", "cleo", "dan", "eve", "finn", "gus", "hana", "ida", "jo",
];

/// An example of a schema. A call has at most two.
struct Example {
    schema: &'static str,
    /// What tells it from other examples of the schema.
    name: &'static str,
    summary: String,
    value: Value,
}

fn example(schema: &'static str, name: &'static str, summary: &str, value: Value) -> Example {
    Example {
        schema,
        name,
        summary: summary.to_owned(),
        value,
    }
}

/// Adds the examples, and refers to them.
pub(super) fn add(document: &mut Value) {
    let examples: Vec<Example> = accounts()
        .into_iter()
        .chain(tables())
        .chain(one_game())
        .collect();
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        new_games(schemas);
    }
    for operation in operations(document) {
        if let Some(body) = operation.get_mut("requestBody") {
            refer(body, &examples);
        }
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        responses.for_each(|(_, response)| refer(response, &examples));
    }
    let stored: Map<String, Value> = examples
        .into_iter()
        .map(|it| {
            let value = json!({"summary": it.summary, "value": it.value});
            (format!("{}-{}", it.schema, it.name), value)
        })
        .collect();
    document["components"]["examples"] = stored.into();
}

fn refer(body: &mut Value, examples: &[Example]) {
    let content = body.get_mut("content").and_then(Value::as_object_mut);
    for (_, body) in content.into_iter().flatten() {
        let Some(schema) = body["schema"]["$ref"].as_str() else {
            continue;
        };
        let schema = schema.trim_start_matches(SCHEMAS);
        let referring: Map<String, Value> = examples
            .iter()
            .filter(|it| it.schema == schema)
            .map(|it| {
                let at = format!("#/components/examples/{}-{}", it.schema, it.name);
                (it.name.to_owned(), json!({"$ref": at}))
            })
            .collect();
        if !referring.is_empty() {
            body["examples"] = referring.into();
        }
    }
}

fn accounts() -> Vec<Example> {
    let session = json!({
        "access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
        "refresh_token": "pYqJ0Zt1b2x1c2UtdGhpcy1vbmx5LW9uY2U",
        "token_type": "Bearer",
        "expires_in": 900,
        "player": {"name": "ann"},
        "email_confirmed": true,
    });
    let password = "correct horse battery";
    let shown = json!({
        "id": "AQEBAQEBAQEBAQEBAQEBAQ",
        "rawId": "AQEBAQEBAQEBAQEBAQEBAQ",
        "type": "public-key",
        "response": {
            "clientDataJSON": "eyJ0eXBlIjoi…",
            "authenticatorData": "SZYN5YgOjGh0…",
            "signature": "MEUCIQDx…",
            "userHandle": "b64lDqcvV0Y",
        },
        "clientExtensionResults": {},
    });
    vec![
        example(
            "SignUp",
            "ann",
            "A new player",
            json!({"name": "ann", "email": "ann@example.org", "password": password}),
        ),
        example(
            "SignedUp",
            "ann",
            "Ann, signed in",
            json!({"name": "ann", "created_at": AT, "session": session}),
        ),
        example(
            "SignIn",
            "password",
            "With the password",
            json!({"name": "ann", "password": password}),
        ),
        example(
            "SignIn",
            "second-factor",
            "With the password and a code of the app",
            json!({"name": "ann", "password": password, "totp": "492039"}),
        ),
        example("Sure", "ann", "Ann is sure", json!({"password": password})),
        example(
            "Sure",
            "passkey",
            "Ann has shown a passkey",
            json!({"passkey": shown}),
        ),
        example(
            "NewPasskey",
            "ann",
            "Ann's phone",
            json!({"name": "My phone", "credential": {
                "id": "AQEBAQEBAQEBAQEBAQEBAQ",
                "rawId": "AQEBAQEBAQEBAQEBAQEBAQ",
                "type": "public-key",
                "response": {"clientDataJSON": "eyJ0eXBlIjoi…", "attestationObject": "o2NmbXRk…"},
                "clientExtensionResults": {},
            }}),
        ),
        example(
            "FirstCode",
            "ann",
            "What Ann's app shows",
            json!({"totp": "492039"}),
        ),
        example(
            "SessionList",
            "ann",
            "Ann's desk and phone",
            json!({"sessions": [
                {"id": "Gx3kPq7LmZ2", "device": "Firefox on Linux", "created_at": AT,
                 "last_used_at": AT, "current": true},
                {"id": "7LmZ2Gx3kPq", "device": "Safari on iPhone", "created_at": AT,
                 "last_used_at": AT, "current": false},
            ]}),
        ),
        example(
            "CodeRequest",
            "ann",
            "A code for Ann",
            json!({"name": "ann"}),
        ),
        example(
            "RefreshRequest",
            "token",
            "The last refresh token",
            json!({"refresh_token": session["refresh_token"]}),
        ),
        example("SessionBody", "ann", "Ann is signed in", session),
        example(
            "AccountBody",
            "ann",
            "Ann's account",
            json!({
                "name": "ann",
                "email": "ann@example.org",
                "email_confirmed": true,
                "pending_email": null,
                "mail_suspended": null,
                "created_at": AT,
                "time_zone": "Europe/Paris",
                "language": "en",
            }),
        ),
        example(
            "AccountChange",
            "time-zone",
            "Where Ann lives",
            json!({"time_zone": "Europe/Paris"}),
        ),
        example(
            "AccountChange",
            "email",
            "Another address",
            json!({"current_password": password, "email": "ann@example.net"}),
        ),
        example(
            "AccountDeletion",
            "ann",
            "Ann is sure",
            json!({"password": password}),
        ),
        example(
            "Confirmation",
            "code",
            "The code from the mail",
            json!({"code": "ABCD2345"}),
        ),
        example(
            "ResetRequest",
            "ann",
            "Ann forgot",
            json!({"email": "ann@example.org"}),
        ),
        example(
            "Reset",
            "ann",
            "A new password",
            json!({"name": "ann", "code": "ABCD2345", "password": "staple correct horse"}),
        ),
        example(
            "PlayerBody",
            "ann",
            "Ann",
            json!({"name": "ann", "created_at": AT, "games_finished": 12}),
        ),
    ]
}

fn tables() -> Vec<Example> {
    vec![
        example("JoinBody", "plain", "Just a seat", json!({})),
        example(
            "JoinBody",
            "entropy",
            "With something of one's own in the seed",
            json!({"entropy": "Ben was here"}),
        ),
        example(
            "Guest",
            "player",
            "A player, by name",
            json!({"player": "ben"}),
        ),
        example(
            "Guest",
            "email",
            "Somebody, by address",
            json!({"email": "cleo@example.org"}),
        ),
        example(
            "HolidayBody",
            "ahead",
            "Two weeks in summer",
            json!({"from": "2026-07-01", "until": "2026-07-14"}),
        ),
        example(
            "HolidayBody",
            "at-once",
            "From now on",
            json!({"until": "2026-07-14"}),
        ),
        example(
            "MailBody",
            "digest",
            "A digest at seven, and none at night but reminders",
            json!({"turns": "digest", "news": "digest", "digest_hour": 7,
                "quiet": {"from": 22, "to": 7}}),
        ),
        example(
            "GameMailBody",
            "stop",
            "No turn mails of this game",
            json!({"turns": "off"}),
        ),
        example("ExtensionBody", "days", "Two days more", json!({"days": 2})),
        example(
            "ReplacementBody",
            "player",
            "Cleo is asked",
            json!({"player": "cleo"}),
        ),
        example(
            "ReplacementBody",
            "bot",
            "A bot takes it at once",
            json!({"bot": "greedy"}),
        ),
        example(
            "OrdersBody",
            "forced",
            "Whatever is the only legal move",
            json!({"forced": true}),
        ),
        example(
            "OrdersBody",
            "queue",
            "The next moves",
            json!({"moves": [{"text": "roll"}]}),
        ),
        example(
            "MessageBody",
            "table",
            "To the others at the table",
            json!({"text": "Good luck, everybody!", "id": "m-17"}),
        ),
        example(
            "MessageBody",
            "spectators",
            "Among those who look on",
            json!({"room": "spectators", "text": "What a roll!"}),
        ),
        example(
            "NoteBody",
            "plan",
            "A plan",
            json!({"text": "Ben always saves his sixes.\nKeep the wall for last."}),
        ),
        example(
            "ReportBody",
            "message",
            "Something that was said",
            json!({"message": 12, "reason": "This is an insult."}),
        ),
        example(
            "ReportBody",
            "player",
            "A player",
            json!({"player": "ben", "reason": "Ben threatens everybody who wins."}),
        ),
        example(
            "NewActBody",
            "suspend",
            "An account is suspended",
            json!({
                "act": {"type": "suspend", "player": "ben"},
                "reason": "Ben threatens everybody who wins.",
            }),
        ),
        example("RematchBody", "plain", "Just a rematch", json!({})),
        example(
            "MovesBody",
            "text",
            "A move in words",
            json!({"seq": 1, "moves": [{"text": "roll"}]}),
        ),
        example(
            "MovesBody",
            "leave",
            "Leaving the game",
            json!({"seq": 7, "moves": [{"type": "leave"}]}),
        ),
    ]
}

/// A game of each kind that somebody makes, at its schema: it says which options there are.
fn new_games(schemas: &mut Map<String, Value>) {
    for kind in KINDS.current() {
        let name = format!("NewGameBody{}", pascal(kind.info().id));
        if let (Some(schema), Some(stage)) = (schemas.get_mut(&name), begin(kind)) {
            schema["examples"] = json!([new_game(&stage)]);
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

/// How a game goes, shown on the kind that needs the fewest words for it.
fn one_game() -> Vec<Example> {
    let games = KINDS
        .current()
        .filter_map(|kind| Some((kind, begin(kind)?)));
    let shortest = games.min_by_key(|(_, stage)| past(stage).to_string().len());
    let Some((kind, stage)) = shortest else {
        return Vec::new();
    };
    let info = kind.info();
    let example = |schema, summary: &str, value: Value| {
        example(schema, info.id, &format!("{}: {summary}", info.name), value)
    };
    let mut examples = vec![
        example("NewGameBody", "a public game", new_game(&stage)),
        example("GameResource", "it begins", game(&stage.game)),
        example("PastResource", "the first position", past(&stage)),
    ];
    let legal = play::legal(&stage.game, stage.seat);
    let mv = legal.moves.first().cloned();
    examples.push(example(
        "LegalResource",
        "what may be played first",
        json(LegalResource::new(&stage.game, stage.seat, legal)),
    ));
    if let Some(played) = mv.and_then(|mv| played(stage, &mv)) {
        examples.push(example("PlayedResource", "after the first move", played));
    }
    examples
}

/// A game that has begun, and who is to move.
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
        options: kind.options(&json!({})).ok()?,
        entropies: vec![String::new(); usize::from(*info.seats.start())],
        seed_commitment: Hash(seed.commitment()),
        seed_source: SeedSource::Secret,
        blinding_commitment: None,
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

fn played(stage: Stage, mv: &Value) -> Option<Value> {
    let Stage { mut game, seat } = stage;
    let names = Names::new(PLAYERS.iter().take(game.header().entropies.len()).copied());
    let done = game.submit(seat, &Action::Move(mv.clone()), AT).ok()?;
    let played = Played {
        told: vec![(done.entry.n, done.told)],
        game,
        seat,
        names,
    };
    Some(json(PlayedResource::from(&played)))
}

/// A game as its first player finds it. The lobby's side of it comes out of the database, so it
/// is written down here.
fn game(game: &Game) -> Value {
    let header = game.header();
    let seats: Vec<Value> = PLAYERS
        .iter()
        .zip(Seat::all(header.entropies.len() as u8))
        .map(|(name, seat)| {
            json!({
                "seat": seat,
                "player": name,
                "bot": null,
                "invited": null,
                "invited_email": null,
                "kept": false,
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
