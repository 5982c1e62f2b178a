//! The API contract: the OpenAPI document, made from the handlers and the games.
//!
//! utoipa collects the calls and their schemas from the handlers that [`crate::http::api`]
//! registers. This module adds everything that concerns the whole document. `takes` adds the
//! consequences of what a call takes, `headers` the headers of responses, `links` the links between
//! calls, `webhooks` the requests to webhooks, `games` the games' moves, views, events and options,
//! and `examples` the examples. `yaml` writes the document. `requests` reads from it what requests
//! look like, for the code samples of `samples` and the collection of `postman`.
//!
//! `openapi.yaml` is this document, checked in; a test compares the two. Nothing here is specific
//! to one game, and no call is described here: its handler describes it.

pub mod docs;
mod examples;
mod games;
mod guides;
mod headers;
mod links;
mod postman;
mod requests;
mod samples;
pub mod schemas;
pub mod sets;
mod takes;
mod webhooks;
mod yaml;

use std::collections::BTreeMap;

use accounts::tokens::Scope;
use actix_web::App;
use serde_json::{Map, Value, json};
use utoipa::PartialSchema;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::http::play::board::Theme;

/// The version of the API contract, which is not the version of the program.
/// `docs/CONTRACT-CHANGES.md` says when it is raised.
const VERSION: &str = "0.2.0";

/// The path of the schemas in the document.
const SCHEMAS: &str = "#/components/schemas/";

/// Builds the document.
pub fn document() -> Value {
    let (_, collected) = App::new()
        .into_utoipa_app()
        .configure(|calls: &mut ServiceConfig<'_>| crate::http::api(calls))
        .split_for_parts();
    let mut document = json!(collected);
    // Only parameters use these schemas, and utoipa does not collect the schemas of parameters.
    let schemas = &mut document["components"]["schemas"];
    schemas["Theme"] = json!(Theme::schema());
    schemas["Colours"] = json!(sets::Colours::schema());
    schemas["Routes"] = json!(sets::Routes::schema());
    schemas["Layout"] = json!(sets::Layout::schema());
    schemas["Words"] = json!(sets::Words::schema());
    schemas["Sheets"] = json!(sets::Sheets::schema());
    describe(&mut document);
    takes::add(&mut document);
    name_problems(&mut document);
    share_refusals(&mut document);
    webhooks::add(&mut document);
    games::add(&mut document);
    examples::add(&mut document);
    sets::plain(&mut document["components"]["schemas"]);
    open(&mut document["components"]["schemas"]);
    document
}

/// Marks objects of unknown structure as open. Otherwise, client generators take them for empty
/// objects.
fn open(schema: &mut Value) {
    match schema {
        Value::Object(members) => members.values_mut().for_each(open),
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
    let told = [
        "properties",
        "additionalProperties",
        "oneOf",
        "anyOf",
        "allOf",
    ];
    if let Value::Object(members) = schema
        && members.get("type").is_some_and(|it| *it == "object")
        && !told.iter().any(|it| members.contains_key(*it))
    {
        members.insert("additionalProperties".to_owned(), true.into());
    }
}

/// Writes the document as YAML, with its sections in the order in which people read them.
pub fn yaml(document: &Value) -> String {
    const FIRST: [&str; 7] = [
        "openapi",
        "info",
        "servers",
        "tags",
        "paths",
        "webhooks",
        "components",
    ];
    yaml::write(document, &FIRST)
}

fn describe(document: &mut Value) {
    document["info"] = json!({
        "title": "Turnpike",
        "version": VERSION,
        "summary": env!("CARGO_PKG_DESCRIPTION"),
        "description": DESCRIPTION,
        "license": {"name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE")},
    });
    document["servers"] = json!([{"url": "/", "description": "The server that you read this on."}]);
    document["tags"] = TAGS
        .iter()
        .map(|(name, description)| json!({"name": name, "description": description}))
        .collect();
    let scopes: Map<String, Value> = sets::described::<Scope>()
        .into_iter()
        .filter(|(scope, _)| scope.parse().is_ok_and(Scope::is_for_apps))
        .map(|(scope, meaning)| (scope, meaning.into()))
        .collect();
    document["components"]["securitySchemes"] = json!({
        "access_token": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "The `access_token` of a session. It expires after a few minutes: \
                refresh it with `POST /v1/sessions/refresh`.",
        },
        "personal_token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token that you made for a program (`POST /v1/me/tokens`), with the scope that is \
                named. It is good until it expires or you revoke it.",
        },
        "inbound_secret": {
            "type": "http",
            "scheme": "bearer",
            "description": "The secret that the server was started with \
                (`TURNPIKE_INBOUND_SECRET`), for mail servers.",
        },
        "oauth2": {
            "type": "oauth2",
            "description": OAUTH,
            "flows": {"authorizationCode": {
                "authorizationUrl": "/oauth/authorize",
                "tokenUrl": "/oauth/token",
                "scopes": scopes,
            }},
        },
    });
}

const OAUTH: &str = "\
A token that a program gets from its player by OAuth 2.1, with the scopes that the player has agreed \
to. The program sends it like a token that the player has made.

- With a browser: the authorization code flow with PKCE. `code_challenge_method` is `S256`. Programs \
do not register: `client_id` is the program's name, and there is no client secret.
- Without a browser: the device flow (RFC 8628), which OpenAPI 3.1 cannot describe here. Begin with \
`POST /oauth/device`, then poll `POST /oauth/token` with the `grant_type` \
`urn:ietf:params:oauth:grant-type:device_code`.

There are no refresh tokens. A token lasts a year. `GET /.well-known/oauth-authorization-server` \
returns the endpoints with their addresses (RFC 8414).";

/// Gives error responses their own media type.
fn name_problems(document: &mut Value) {
    for response in refusals(document) {
        if let Some(content) = response.get_mut("content").and_then(Value::as_object_mut)
            && content["application/json"]["schema"] != reference("OAuthError")
            && let Some(body) = content.remove("application/json")
        {
            content.insert("application/problem+json".to_owned(), body);
        }
    }
}

/// Moves error responses that several calls share to `components/responses`.
fn share_refusals(document: &mut Value) {
    let mut seen: BTreeMap<String, (Value, usize)> = BTreeMap::new();
    for response in refusals(document) {
        if let Some(name) = group(response) {
            seen.entry(name).or_insert((response.clone(), 0)).1 += 1;
        }
    }
    seen.retain(|_, (_, times)| *times > 1);
    for response in refusals(document) {
        if let Some(name) = group(response)
            && seen.get(&name).is_some_and(|(same, _)| same == response)
        {
            *response = json!({"$ref": format!("#/components/responses/{name}")});
        }
    }
    for (name, (shared, _)) in seen {
        document["components"]["responses"][name] = shared;
    }
}

/// Returns a name for the codes that an error response lists: `GameNotOpenOrNoSeat`. Returns `None`
/// if the description contains remarks on them.
fn group(response: &Value) -> Option<String> {
    let codes = response["description"].as_str()?;
    let names: Vec<String> = codes.split(", ").map(pascal).collect();
    (!codes.contains([':', ';'])).then(|| names.join("Or"))
}

/// Returns the target of a part that is a reference, and any other part itself.
pub fn followed<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    let place = part["$ref"].as_str().map(|it| it.trim_start_matches('#'));
    place.and_then(|it| document.pointer(it)).unwrap_or(part)
}

/// Returns all calls of the document, with their paths and methods.
fn calls(document: &mut Value) -> impl Iterator<Item = (&str, &str, &mut Value)> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(path, calls)| {
        let calls = calls.as_object_mut().into_iter().flatten();
        calls.map(|(method, call)| (path.as_str(), method.as_str(), call))
    })
}

/// Returns all calls of the document.
fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    calls(document).map(|(_, _, call)| call)
}

/// Returns all error responses of all calls.
fn refusals(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    operations(document).flat_map(|it| {
        let responses = it["responses"].as_object_mut().into_iter().flatten();
        responses.filter_map(|(status, it)| status.starts_with(['4', '5']).then_some(it))
    })
}

/// Converts words such as `move_pawn` and `thats-life` to parts of a name.
fn pascal(words: &str) -> String {
    words
        .split(['_', '-'])
        .filter_map(|word| Some((word.chars().next()?, word)))
        .map(|(first, word)| {
            format!(
                "{}{}",
                first.to_ascii_uppercase(),
                &word[first.len_utf8()..]
            )
        })
        .collect()
}

/// Returns a reference to a schema of the document.
fn reference(name: &str) -> Value {
    json!({"$ref": format!("{SCHEMAS}{name}")})
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
`unavailable`, the first and the last with `Retry-After`, and a call with a body `too-slow`. \
A request whose path and query together are longer than 8,192 bytes is `uri-too-long`.

**Compatibility.** Within `v1`, answers may gain members and unions may gain variants; requests \
with unknown members are refused.
";

const TAGS: [(&str, &str); 12] = [
    ("kinds", "The kinds of games, and their rules."),
    ("games", "Making, finding, joining and looking at games."),
    ("play", "Playing moves."),
    (
        "time",
        "Clocks: more time, holidays, seats that change hands, orders.",
    ),
    (
        "history",
        "The log, earlier positions, and the proof of fairness.",
    ),
    (
        "chat",
        "Chat about a game, private notes, muted and blocked players.",
    ),
    ("accounts", "Signing up, and your own account."),
    ("sessions", "Signing in, staying signed in, signing out."),
    (
        "oauth",
        "Tokens that programs get from their players by OAuth 2.1.",
    ),
    (
        "webhooks",
        "Notifications to programs and chats, signed according to Standard Webhooks.",
    ),
    (
        "mail",
        "Mail settings, and incoming mail from mail servers.",
    ),
    ("admin", "Acts of admins, whom the operator appoints."),
];
