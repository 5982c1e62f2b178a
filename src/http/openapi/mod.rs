//! The API contract: the OpenAPI document, made from the handlers and the games.
//!
//! utoipa collects the calls and their schemas from the handlers that [`crate::http::api`]
//! registers. This module adds everything that concerns the whole document. `takes` adds the
//! consequences of what a call takes, `headers` the headers of responses, `links` the links between
//! calls, `webhooks` the requests to webhooks, `games` the games' moves, views, events and options,
//! `unions` the names of variants, and `examples` the examples. `yaml` writes the document.
//! `requests` reads from it what requests look like, for the code samples of `samples` and the
//! collection of `postman`.
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
mod unions;
mod webhooks;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use accounts::tokens::Scope;
use actix_web::App;
use db::sets::PlayerResult;
use serde_json::{Map, Value, json};
use utoipa::PartialSchema;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::http::play::board::Theme;

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
    schemas["PlayerResult"] = json!(PlayerResult::schema());
    schemas["BoardTheme"] = json!(Theme::schema());
    schemas["BoardColours"] = json!(sets::BoardColours::schema());
    schemas["BoardRoutes"] = json!(sets::BoardRoutes::schema());
    schemas["BoardLayout"] = json!(sets::BoardLayout::schema());
    schemas["BoardWords"] = json!(sets::BoardWords::schema());
    schemas["BoardSheets"] = json!(sets::BoardSheets::schema());
    describe(&mut document);
    takes::add(&mut document);
    name_problems(&mut document);
    share_refusals(&mut document);
    webhooks::add(&mut document);
    games::add(&mut document);
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        unions::name_variants(schemas);
        unions::drop_null_of_optional_members(schemas);
    }
    for parameter in parameters(&mut document) {
        if let Some(schema) = parameter.get_mut("schema") {
            unions::drop_null(schema);
        }
    }
    for call in operations(&mut document) {
        let responses = call["responses"].as_object_mut().into_iter().flatten();
        responses.for_each(|(_, response)| read_lines_as_text(response));
        if let Some(body) = call.pointer_mut("/requestBody/content/application~1json/schema") {
            unions::drop_null(body);
        }
    }
    examples::add(&mut document);
    sets::plain(&mut document["components"]["schemas"]);
    open(&mut document["components"]["schemas"]);
    share_parameters(&mut document);
    fit_integers(&mut document["components"]);
    fit_integers(&mut document["paths"]);
    name_calls(&mut document);
    document
}

/// Gives integers the formats that OpenAPI knows. The limits of a Rust type say nothing to clients.
fn fit_integers(schema: &mut Value) {
    match schema {
        Value::Object(members) => members.values_mut().for_each(fit_integers),
        Value::Array(items) => items.iter_mut().for_each(fit_integers),
        _ => {}
    }
    let (format, most) = match schema["format"].as_str() {
        Some("uint8") => ("int32", u64::from(u8::MAX)),
        Some("uint16") => ("int32", u64::from(u16::MAX)),
        Some("uint32" | "uint" | "uint64") => ("int64", u64::from(u32::MAX)),
        _ => return,
    };
    schema["format"] = format.into();
    if let Some(members) = schema.as_object_mut()
        && members.get("maximum").is_some_and(|it| *it == most)
    {
        members.remove("maximum");
    }
}

/// Describes a body of many lines as a text. A client that reads it as JSON fails at the second line.
/// `x-itemSchema` is the schema of a line; OpenAPI 3.2 calls it `itemSchema`.
fn read_lines_as_text(response: &mut Value) {
    if let Some(lines) = response.pointer_mut("/content/application~1x-ndjson") {
        lines["x-itemSchema"] = lines["schema"].take();
        lines["schema"] = json!({"type": "string"});
    }
}

/// Names the calls in the usual form of the field: `list_games` becomes `listGames`.
fn name_calls(document: &mut Value) {
    for call in operations(document) {
        call["operationId"] = camel(call["operationId"].as_str().unwrap_or_default()).into();
        let responses = call["responses"].as_object_mut().into_iter().flatten();
        for (_, response) in responses {
            let Some(links) = response.get_mut("links").and_then(Value::as_object_mut) else {
                continue;
            };
            *links = mem::take(links)
                .into_iter()
                .map(|(name, mut link)| {
                    link["operationId"] = camel(&name).into();
                    (camel(&name), link)
                })
                .collect();
        }
    }
}

fn camel(words: &str) -> String {
    let name = pascal(words);
    name[..1].to_ascii_lowercase() + &name[1..]
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
    const FIRST: [&str; 6] = ["openapi", "info", "servers", "tags", "paths", "components"];
    yaml::write(document, &FIRST)
}

fn describe(document: &mut Value) {
    document["info"] = json!({
        "title": "Turnpike",
        "version": env!("CARGO_PKG_VERSION"),
        "summary": env!("CARGO_PKG_DESCRIPTION"),
        "description": DESCRIPTION,
        "license": {"name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE")},
    });
    document["servers"] = json!([{"url": "/", "description": "This server."}]);
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
            "description": "The `access_token` of a session. The token expires after a few minutes: \
                refresh the session with `POST /v1/sessions/refresh`.",
        },
        "personal_token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token that you created for a program (`POST /v1/me/tokens`), with the listed \
                scope. The token is valid until it expires or you revoke it.",
        },
        "inbound_secret": {
            "type": "http",
            "scheme": "bearer",
            "description": "The secret from the server's settings \
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
A token that an app gets from its player by OAuth 2.1, with the scopes that the player has granted. \
The app sends it like a token that the player has created.

- With a browser: the authorization code flow with PKCE. `code_challenge_method` is `S256`. Apps do \
not register: `client_id` is the app's name, and there is no client secret.
- Without a browser: the device flow (RFC 8628), which OpenAPI 3.1 cannot describe here. Begin with \
`POST /oauth/device`, then poll `POST /oauth/token` with the `grant_type` \
`urn:ietf:params:oauth:grant-type:device_code`.

There are no refresh tokens. A token is valid for a year. `GET /.well-known/oauth-authorization-server` \
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

/// Moves parameters that several calls share to `components/parameters`.
fn share_parameters(document: &mut Value) {
    let mut shared: Map<String, Value> = Map::new();
    let mut several = BTreeSet::new();
    for parameter in parameters(document) {
        let Some(name) = parameter["name"].as_str().map(pascal) else {
            continue;
        };
        match shared.get(&name) {
            Some(same) if same == parameter => _ = several.insert(name),
            Some(_) => {}
            None => _ = shared.insert(name, parameter.clone()),
        }
    }
    shared.retain(|name, _| several.contains(name));
    for parameter in parameters(document) {
        let name = parameter["name"].as_str().map(pascal).unwrap_or_default();
        if shared.get(&name) == Some(parameter) {
            *parameter = json!({"$ref": format!("#/components/parameters/{name}")});
        }
    }
    for (name, parameter) in shared {
        document["components"]["parameters"][name] = parameter;
    }
}

/// Returns all parameters of all calls.
fn parameters(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let lists = operations(document).filter_map(|call| call.get_mut("parameters")?.as_array_mut());
    lists.flatten()
}

/// Returns a name for the codes and remarks of an error response: `GameNotOpenOrSeatUnavailable`,
/// `ForbiddenYouAreNotAnAdmin`.
fn group(response: &Value) -> Option<String> {
    let codes = response["description"].as_str()?;
    let words = codes.replace(", ", "-or-");
    let words = words.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    Some(pascal(&words))
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
with any program that uses this API.

**Begin** with `POST /v1/players` (sign up), then `POST /v1/games` (create a game) or \
`POST /v1/games/{id}/seats` (join one). When it is your turn, `GET /v1/games/{id}/legal` lists \
your moves and `POST /v1/games/{id}/moves` plays them. Games of all kinds have the same schema. Their options, \
moves, events and views are open objects; `x-kinds` of `GameView` and so on names the schema for \
each `kind`.

**Tokens.** Send `Authorization: Bearer <access_token>`. The server rejects an invalid token \
even if the call needs none.

**Secrets.** A response contains only what the caller may know at that moment. A game that the \
caller may not see returns `404`.

**Problems** are `application/problem+json` (RFC 9457). Their `code` never changes its meaning. \
Any call may return `rate-limited`, `internal` or `unavailable`, the first and the last with \
`Retry-After`. A call with a body may return `request-timeout`. A request whose path and query \
together are longer than 8,192 bytes is `uri-too-long`.

**Compatibility.** Within `v1`, responses may gain members and unions may gain variants. The \
server rejects requests with unknown members.
";

const TAGS: [(&str, &str); 13] = [
    ("kinds", "The kinds of games and their rules."),
    ("games", "Create, find, join and read games."),
    ("play", "Play moves."),
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
        "Chat about a game, private notes, muted, blocked and followed players.",
    ),
    ("accounts", "Sign up, and manage your account."),
    ("sessions", "Sign in, refresh sessions, sign out."),
    (
        "oauth",
        "Tokens that apps get from their players by OAuth 2.1.",
    ),
    (
        "webhooks",
        "Notifications to programs and chat services, signed according to Standard Webhooks.",
    ),
    (
        "mail",
        "Mail settings, and incoming mail from mail servers.",
    ),
    ("admin", "Actions of admins, whom the operator appoints."),
    ("sandbox", "A test server whose clock you can move."),
];
