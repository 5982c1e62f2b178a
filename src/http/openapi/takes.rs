//! The consequences of what a call takes: its security, its path parameters, and the errors that
//! result. This module describes them once for all calls. It keeps what a handler describes itself.

use base::idempotency::SHORTEST_KEY;
use serde_json::{Value, json};

use crate::http::openapi::{calls, headers, links, reference};
use crate::http::policy::{self, Key, Needs, Policy};
use crate::http::server::idempotency::{self, LONGEST_KEY, SHORTEST_HANDLED};

/// The media type of forms.
const FORM: &str = "application/x-www-form-urlencoded";

pub(super) fn add(document: &mut Value) {
    let mut usual = not_modified(&json!({"ETag": {}}));
    headers::add("304", &mut usual);
    for (path, method, call) in calls(document) {
        let Some(policy) = policy::of(&method.to_uppercase(), path) else {
            continue;
        };
        tokens_do(policy, call);
        if call.get("security").is_none() {
            call["security"] = json!([{"access_token": []}]);
        } else if call["security"] == json!([{}]) {
            call["security"] = json!([]);
        }
        if path.contains("{id}") && !has(call, "name", "id") {
            let id = json!({"name": "id", "in": "path", "description": "The game's id.",
                "required": true, "schema": {"type": "string"}});
            match call["parameters"].as_array_mut() {
                Some(parameters) => parameters.insert(0, id),
                None => call["parameters"] = json!([id]),
            }
        }
        let is_open = call["security"] == json!([]);
        let in_game = path.contains("{id}");
        let has_body = !call["requestBody"]["content"]["application/json"].is_null();
        let is_form = !call["requestBody"]["content"][FORM].is_null();
        let refusals = [
            // Also if no token is needed, because the server rejects an invalid one.
            (true, "401", "not-signed-in"),
            (!is_open, "403", "suspended, insufficient-scope"),
            (path.contains('{'), "404", "not-found"),
            (has_body, "400", "malformed-json, invalid-request"),
            (has_body || is_form, "408", "request-timeout"),
            (has_body || is_form, "413", "too-large"),
            (true, "414", "uri-too-long"),
            (
                has_body,
                "415",
                "unsupported-media-type, unsupported-encoding",
            ),
            (is_form, "415", "unsupported-encoding"),
            // For an unknown parameter.
            (!has_body, "400", "invalid-request"),
            (true, "429", "rate-limited"),
            (true, "500", "internal"),
            (in_game, "503", "unavailable, damaged-game"),
            (!in_game, "503", "unavailable"),
        ];
        // Errors that occur before the call's own code runs have the same form as everywhere.
        if let Some(content) = call.pointer_mut("/responses/400/content")
            && content["application/json"]["schema"] == reference("OAuthError")
        {
            content["application/problem+json"] = json!({"schema": reference("Problem")});
        }
        match policy.key {
            Key::Ignored => {}
            Key::Handled => takes(call, "ShortIdempotencyKey"),
            Key::Reserved | Key::Together => goes_again(call),
        }
        let whole = call["responses"]["200"]["content"]
            .get("application/json")
            .is_some();
        if method == "get" && path.starts_with("/v1/") && whole && !path.ends_with("/export") {
            call["responses"]["304"] = json!({});
        }
        if !call["responses"]["304"].is_null() {
            takes(call, "IfNoneMatch");
            let whole = &mut call["responses"]["200"];
            headers::name(whole, "ETag");
            if policy.waits {
                headers::name(whole, "Preference-Applied");
            }
            let kept = whole["headers"].clone();
            call["responses"]["304"] = not_modified(&kept);
        }
        if policy.waits {
            takes(call, "Prefer");
        }
        if has(call, "name", "If-Match") {
            headers::name(&mut call["responses"]["200"], "ETag");
        }
        links::add(call);
        let Some(responses) = call["responses"].as_object_mut() else {
            continue;
        };
        for (_, status, codes) in refusals.into_iter().filter(|(follows, ..)| *follows) {
            responses.entry(status).or_insert_with(|| {
                let content = json!({"application/json": {"schema": reference("Problem")}});
                json!({"description": codes, "content": content})
            });
        }
        for (status, response) in responses.iter_mut() {
            headers::add(status, response);
        }
        if let Some(response) = responses.get_mut("304").filter(|it| **it == usual) {
            *response = json!({"$ref": "#/components/responses/NotModified"});
        }
    }
    document["components"]["parameters"] = parameters();
    document["components"]["responses"]["NotModified"] = usual;
    document["components"]["headers"] = headers::described();
}

/// Returns the response to a request whose copy is current. It has the headers that a call has named
/// for its 200.
fn not_modified(named: &Value) -> Value {
    json!({"description": "Your copy is current.", "headers": named})
}

/// Returns the request headers that many calls accept, described once.
fn parameters() -> Value {
    let header = |name: &str, description: &str| {
        json!({"name": name, "in": "header", "required": false, "description": description,
            "schema": {"type": "string"}})
    };
    let key = |shortest: usize| {
        let description = format!(
            "Your own key for this request: {shortest} to {LONGEST_KEY} visible ASCII characters, \
            in quotes or bare. Choose one that nobody can guess, such as a UUID. If you repeat the \
            request within 24 hours, the server returns its first response again."
        );
        let mut key = header("Idempotency-Key", &description);
        key["schema"]["pattern"] = idempotency::pattern(shortest).into();
        key["example"] = "\"8e03978e-40d5-43e8-bc93-6894a57f9324\"".into();
        key
    };
    json!({
        "IdempotencyKey": key(SHORTEST_KEY),
        "ShortIdempotencyKey": key(SHORTEST_HANDLED),
        "IfNoneMatch": header("If-None-Match", "The `ETag` of your copy."),
        "Prefer": header("Prefer", "`wait=30`, with `If-None-Match`: the seconds that the server \
            waits for a change while your copy is current, at most 30 (RFC 7240)."),
    })
}

/// Adds a reference to one of these headers to the parameters of a call.
fn takes(call: &mut Value, parameter: &str) {
    let parameter = json!({"$ref": format!("#/components/parameters/{parameter}")});
    match call["parameters"].as_array_mut() {
        Some(parameters) => parameters.push(parameter),
        None => call["parameters"] = json!([parameter]),
    }
}

/// Adds the key and its errors to a call that accepts an `Idempotency-Key`.
fn goes_again(call: &mut Value) {
    takes(call, "IdempotencyKey");
    for (status, codes) in [
        ("409", "request-in-progress, outcome-unknown"),
        ("422", "key-reused"),
    ] {
        let described = call["responses"][status]["description"].as_str();
        let described = match described {
            Some(text) if text.contains(codes) => text.to_owned(),
            Some(text) => format!("{text}, {codes}"),
            None => codes.to_owned(),
        };
        let content = json!({"application/json": {"schema": reference("Problem")}});
        match call["responses"].get_mut(status) {
            Some(response) => response["description"] = described.into(),
            None => {
                call["responses"][status] = json!({"description": described, "content": content})
            }
        }
    }
}

/// Adds the scope with which a program's token suffices in place of a session. Players make such a
/// token themselves, or a program gets one by OAuth.
fn tokens_do(policy: &Policy, call: &mut Value) {
    let (scopes, by_oauth) = match policy.needs {
        Needs::Scope(scope) => (vec![scope.to_string()], scope.is_for_apps()),
        Needs::Any => (Vec::new(), true),
        _ => return,
    };
    if call.get("security").is_none() {
        call["security"] = json!([{"access_token": []}]);
    }
    if let Some(ways) = call["security"].as_array_mut() {
        ways.push(json!({"personal_token": scopes}));
        if by_oauth {
            ways.push(json!({"oauth2": scopes}));
        }
    }
}

/// Whether a handler declares a parameter whose member `what` has this value.
fn has(call: &Value, what: &str, is: &str) -> bool {
    let mut parameters = call["parameters"].as_array().into_iter().flatten();
    parameters.any(|it| it[what] == is)
}
