//! The contract: the OpenAPI document, made from the handlers and the games.
//!
//! utoipa collects the calls and their schemas from the handlers that [`super::api`] registers.
//! What belongs to the whole document is added here; what the games say of their moves, views,
//! events and options in `games`; examples in `examples`.
//!
//! `openapi.yaml` is this document, checked in; a test compares the two. Nothing here is specific
//! to one game, and no call is described here: that stands at its handler.

mod examples;
mod games;

use actix_web::App;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use utoipa_actix_web::AppExt;

use crate::problem::Problem;

/// Where the schemas lie.
const SCHEMAS: &str = "#/components/schemas/";

/// The document.
pub fn document() -> Value {
    let (_, collected) = App::new()
        .into_utoipa_app()
        .configure(super::api)
        .split_for_parts();
    let mut document = json!(collected);
    describe(&mut document);
    name_problems(&mut document);
    games::add(&mut document);
    examples::add(&mut document);
    document
}

/// The document as YAML, in the order in which people read it.
pub fn yaml(document: &Value) -> anyhow::Result<String> {
    Ok(yaml_serde::to_string(&InOrder(document))?)
}

fn describe(document: &mut Value) {
    document["info"] = json!({
        "title": "Turnpike",
        "version": env!("CARGO_PKG_VERSION"),
        "summary": env!("CARGO_PKG_DESCRIPTION"),
        "description": DESCRIPTION,
        "license": {"name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE")},
    });
    document["servers"] = json!([{"url": "/", "description": "The server that you read this on."}]);
    document["tags"] = TAGS
        .iter()
        .map(|(name, description)| json!({"name": name, "description": description}))
        .collect();
    document["components"]["securitySchemes"] = json!({
        "access_token": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "The `access_token` of a session. It expires after a few minutes: \
                refresh it with `POST /v1/sessions/refresh`.",
        },
        "inbound_secret": {
            "type": "http",
            "scheme": "bearer",
            "description": "The secret that the server was started with \
                (`TURNPIKE_INBOUND_SECRET`), for mail servers.",
        }
    });
    for operation in operations(document) {
        if operation.get("security").is_none() {
            operation["security"] = json!([]);
        }
    }
}

/// Refusals have a media type of their own, and codes that are all known.
fn name_problems(document: &mut Value) {
    for operation in operations(document) {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (status, response) in responses {
            let content = response.get_mut("content").and_then(Value::as_object_mut);
            if let Some(content) = content
                && status.starts_with(['4', '5'])
                && let Some(body) = content.remove("application/json")
            {
                content.insert("application/problem+json".to_owned(), body);
            }
        }
    }
    let every = Problem::every();
    let codes: Vec<&str> = every.iter().map(Problem::code).collect();
    let list: String = every
        .iter()
        .map(|it| format!("\n- `{}` ({}): {}", it.code(), it.status(), it.title()))
        .collect();
    let members = &mut document["components"]["schemas"]["Problem"]["properties"];
    members["code"]["enum"] = json!(codes);
    members["code"]["description"] = format!("The stable code:\n{list}").into();
}

/// All calls of the document.
fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(_, path)| path.as_object_mut().into_iter().flatten().map(|(_, it)| it))
}

/// A reference to a schema of the document.
fn reference(name: &str) -> Value {
    json!({"$ref": format!("{SCHEMAS}{name}")})
}

/// Writes the members of the document itself in their usual order.
struct InOrder<'a>(&'a Value);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const FIRST: [&str; 6] = ["openapi", "info", "servers", "tags", "paths", "components"];
        let empty = Map::new();
        let members = self.0.as_object().unwrap_or(&empty);
        let mut map = serializer.serialize_map(Some(members.len()))?;
        let known = FIRST.iter().filter_map(|name| members.get_key_value(*name));
        let rest = members
            .iter()
            .filter(|(name, _)| !FIRST.contains(&name.as_str()));
        for (name, value) in known.chain(rest) {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

const DESCRIPTION: &str = "\
Turnpike is a server for correspondence play of board games: people play over days, by mail or \
with any program that speaks this API.

**Begin** with `POST /v1/players` (sign up), then `POST /v1/games` (make a game) or \
`POST /v1/games/{id}/seats` (join one). When it is your turn, `GET /v1/games/{id}/legal` lists \
your moves and `POST /v1/games/{id}/moves` plays some. Options, moves, events and views are typed \
for every kind of game; `kind` tells which.

**Tokens.** Send `Authorization: Bearer <access_token>`. A token that is not valid is refused \
even where none is needed.

**Secrets stay secret.** Every answer holds what the caller may know at that moment, and a game \
that the caller may not see is a `404`.

**Problems** are `application/problem+json` (RFC 9457). Their `code` never changes its meaning. \
Beside the problems that a call lists, any call may answer `too-many`, `internal` or \
`unavailable`, the first and the last with `Retry-After`, and a call with a body `too-slow`.

**Compatibility.** Within `v1`, answers may gain members and unions may gain variants; requests \
with unknown members are refused.
";

const TAGS: [(&str, &str); 9] = [
    ("kinds", "What there is to play, by which rules."),
    (
        "games",
        "Tables: making, finding, joining and looking at games.",
    ),
    ("play", "Playing."),
    (
        "time",
        "Clocks: more time, holidays, seats that change hands, orders.",
    ),
    (
        "history",
        "What happened, how it stood, and the proof of it.",
    ),
    (
        "chat",
        "What is said about a game; private notes; whom you don't want to hear.",
    ),
    ("accounts", "Signing up and one's own account."),
    ("sessions", "Signing in, staying signed in, signing out."),
    ("mail", "Mail that comes in, handed over by mail servers."),
];
