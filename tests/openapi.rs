//! The OpenAPI document: up to date, complete and consistent. `tests/api/http/contract.rs` compares the
//! server's responses with it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use ::games::KINDS;
use serde_json::{Map, Value, json};
use turnpike::http::openapi;
use turnpike::http::problem::Problem;

const COMMAND: &str = "cargo run -- openapi > openapi.yaml";

/// Every call: path, method, operation.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            found.push((path.as_str(), method.as_str(), operation));
        }
    }
    found
}

/// Collects every object of the document with its path, except in examples and defaults.
fn objects<'a>(value: &'a Value, place: &str, found: &mut Vec<(String, &'a Map<String, Value>)>) {
    match value {
        Value::Object(members) => {
            found.push((place.to_owned(), members));
            for (name, value) in members {
                if !matches!(name.as_str(), "examples" | "example" | "default") {
                    objects(value, &format!("{place}/{name}"), found);
                }
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                objects(item, &format!("{place}/{i}"), found);
            }
        }
        _ => {}
    }
}

/// A validator for this schema, which resolves references to the document's schemas.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": {"schemas": document["components"]["schemas"]},
        "allOf": [schema],
    });
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&whole)
        .unwrap()
}

fn faults(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    let faults = validator.iter_errors(value);
    faults
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect()
}

#[test]
fn checked_in_openapi_document_is_up_to_date() {
    let written = openapi::yaml(&openapi::document());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");
    let checked_in = std::fs::read_to_string(path).unwrap();
    let line = written
        .lines()
        .zip(checked_in.lines())
        .position(|(new, old)| new != old);
    assert!(
        written == checked_in,
        "openapi.yaml is out of date (first at line {}). Run: {COMMAND}",
        line.unwrap_or(written.lines().count().min(checked_in.lines().count())) + 1
    );
}

#[test]
fn openapi_document_stays_under_its_line_limit() {
    let lines = openapi::yaml(&openapi::document()).lines().count();
    assert!(lines < 14_000, "{lines} lines");
}

/// Client generators understand a set only if it is an `enum` with values of one type.
#[test]
fn every_closed_set_is_a_plain_enum() {
    let document = openapi::document();
    let mut found = Vec::new();
    objects(&document, "", &mut found);
    let mut seen = 0;
    for (place, schema) in found {
        for forms in ["oneOf", "anyOf"].iter().filter_map(|it| schema.get(*it)) {
            let is_constant = |form: &Value| form.get("const").or(form.get("enum")).is_some();
            let mut forms = forms.as_array().into_iter().flatten();
            assert!(!forms.all(is_constant), "{place}: constants");
        }
        let Some(values) = schema.get("enum").and_then(Value::as_array) else {
            continue;
        };
        let is_right = match schema["type"].as_str() {
            Some("string") => Value::is_string,
            Some("integer") => Value::is_i64,
            _ => panic!("{place}: an enum of no type"),
        };
        assert!(values.iter().all(is_right), "{place}: {values:?}");
        seen += 1;
    }
    assert!(seen > 30, "only {seen} sets");
}

#[test]
fn every_time_member_has_the_date_time_format() {
    let document = openapi::document();
    let mut found = Vec::new();
    objects(&document["components"]["schemas"], "", &mut found);
    let mut seen = 0;
    for (place, members) in found {
        let is_properties = place.ends_with("/properties");
        for (name, member) in members.iter().filter(|_| is_properties) {
            if name == "at" || name.ends_with("_at") {
                assert_eq!(member["format"], "date-time", "{place}/{name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} times");
}

/// Many parsers read YAML 1.1, where an unquoted `off` is false and a date is not a string.
#[test]
fn yaml_means_the_same_in_versions_1_1_and_1_2() {
    let document = openapi::document();
    let yaml = openapi::yaml(&document);
    let read: Value = yaml_serde::from_str(&yaml).unwrap();
    assert_eq!(read, document);

    let is_misread = |word: &str| {
        let truth = ["y", "n", "yes", "no", "on", "off"];
        let date = word.len() > 9 && word.is_char_boundary(10) && {
            let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
            let parts: Vec<&str> = word[..10].split('-').collect();
            parts.len() == 3 && parts.iter().all(|it| digits(it))
        };
        truth.contains(&word.to_ascii_lowercase().as_str()) || date
    };
    assert!(is_misread("Off") && is_misread("2026-03-01T12:00:00.000Z") && !is_misread("of"));
    let mut prose = None;
    for line in yaml.lines() {
        let words = line.trim_start_matches([' ', '-']);
        let indent = line.len() - words.len();
        if words.is_empty() || prose.is_some_and(|begins| indent > begins) {
            continue;
        }
        prose = words.ends_with(": |-").then_some(indent);
        let (name, value) = words.split_once(": ").unwrap_or(("", words));
        let value = value.trim_end_matches(':');
        let list = value.trim_matches(['[', ']', ',']).split(", ");
        let is_list = value.starts_with('[') || name.is_empty();
        for word in list.filter(|_| is_list).chain([name, value]) {
            assert!(!is_misread(word), "{line}");
        }
    }
    for quoted in ["\"on\":", "\"off\"", "\"2026-03-01T12:00:00.000Z\""] {
        assert!(yaml.contains(quoted), "{quoted}");
    }
}

#[test]
fn every_operation_has_id_prose_tag_security_and_responses() {
    let document = openapi::document();
    let tags: BTreeSet<&str> = document["tags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| tag["name"].as_str().unwrap())
        .collect();
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        let name = format!("{method} {path}");
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id), "{name}: {id} is another call's id");
        for prose in ["summary", "description"] {
            let text = operation[prose].as_str();
            assert!(text.is_some_and(|it| !it.is_empty()), "{name}: no {prose}");
        }
        let tag = operation["tags"][0].as_str().unwrap();
        assert!(tags.contains(tag), "{name}: unknown tag {tag}");
        assert!(operation["security"].is_array(), "{name}: no security");
        let responses = operation["responses"].as_object().unwrap();
        assert!(
            responses.keys().any(|status| status.starts_with('2')),
            "{name}: no success"
        );
        for (status, response) in responses {
            let response = openapi::followed(&document, response);
            assert!(response["description"].is_string(), "{name} {status}");
            let headers = response["headers"].as_object();
            assert!(
                headers.is_some_and(|it| it.contains_key("X-Request-Id")),
                "{name} {status}: no X-Request-Id"
            );
            if status.starts_with('4') || status.starts_with('5') {
                let body = &response["content"]["application/problem+json"]["schema"];
                assert!(body["$ref"].is_string(), "{name} {status}: no problem");
            }
        }
        let needs_token = operation["security"] == json!([{"access_token": []}]);
        assert!(
            !needs_token || responses.contains_key("401"),
            "{name}: no 401"
        );
        // A raw mail can have any media type.
        let body = operation["requestBody"]["content"].as_object();
        let takes_json = body.is_some_and(|it| it.contains_key("application/json"));
        let takes_body = body.is_some();
        for (status, takes_body) in [
            ("400", takes_body),
            ("413", takes_body),
            ("415", takes_json),
        ] {
            assert!(
                !takes_body || responses.contains_key(status),
                "{name}: no {status}"
            );
        }
    }
}

#[test]
fn every_documented_problem_has_the_status_of_its_response() {
    let document = openapi::document();
    let every = Problem::every();
    let codes = &document["components"]["schemas"]["ProblemCode"]["enum"];
    assert_eq!(codes.as_array().unwrap().len(), every.len());
    for (path, method, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            if !status.starts_with(['4', '5']) {
                continue;
            }
            // A description is a list of codes with optional remarks: `bad-code: …; …`.
            let response = openapi::followed(&document, response);
            let text = response["description"].as_str().unwrap();
            for part in text.split([',', ';']) {
                let code = part.split(':').next().unwrap().trim();
                let problem = every.iter().find(|it| it.code() == code);
                let problem = problem
                    .unwrap_or_else(|| panic!("{method} {path} {status}: no problem “{code}”"));
                assert_eq!(problem.status().to_string(), *status, "{method} {path}");
            }
        }
    }
}

#[test]
fn every_schema_is_valid_and_used_and_every_reference_resolves() {
    let document = openapi::document();
    let text = document.to_string();
    for part in text.split("\"$ref\":\"#").skip(1) {
        let target = part.split('"').next().unwrap();
        assert!(document.pointer(target).is_some(), "nothing at {target}");
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        validator(&document, schema);
        assert!(
            text.contains(&format!("\"#/components/schemas/{name}\"")),
            "nothing refers to {name}"
        );
    }
}

#[test]
fn every_webhook_event_has_a_callback() {
    let document = openapi::document();
    let events = document["components"]["schemas"]["WebhookEvent"]["enum"].as_array();
    let events = events.unwrap().iter().map(|it| it.as_str().unwrap());
    let events: BTreeSet<&str> = events.chain(["webhook.test"]).collect();
    let callbacks = document["paths"]["/v1/me/webhooks"]["post"]["callbacks"].as_object();
    let described: BTreeSet<&str> = callbacks.unwrap().keys().map(String::as_str).collect();
    assert_eq!(described, events);
}

/// A program can ask its player for each scope that a call takes, except that of admins.
#[test]
fn every_call_that_takes_a_scope_takes_it_from_oauth() {
    let document = openapi::document();
    let flow = &document["components"]["securitySchemes"]["oauth2"]["flows"]["authorizationCode"];
    for (path, method, operation) in operations(&document) {
        let ways = operation["security"].as_array().unwrap();
        let scopes = |scheme| ways.iter().find_map(|way| way.get(scheme)?.as_array());
        let expected = scopes("personal_token").filter(|it| !it.contains(&json!("admin")));
        assert_eq!(scopes("oauth2"), expected, "{method} {path}");
        for scope in expected.into_iter().flatten() {
            let meaning = &flow["scopes"][scope.as_str().unwrap()];
            assert!(meaning.is_string(), "{method} {path}: {scope}");
        }
    }
}

#[test]
fn discriminator_mappings_match_the_variants_of_their_unions() {
    let document = openapi::document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut seen = 0;
    for (name, schema) in schemas {
        let Some(mapping) = schema["discriminator"]["mapping"].as_object() else {
            continue;
        };
        let variants: BTreeSet<&str> = schema["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .map(|variant| variant["$ref"].as_str().unwrap())
            .collect();
        let targets: BTreeSet<&str> = mapping.values().map(|it| it.as_str().unwrap()).collect();
        assert_eq!(variants, targets, "{name}");
        seen += 1;
    }
    assert!(seen >= 8, "moves, events and actions are unions");
}

#[test]
fn every_body_has_an_example_and_all_examples_are_valid() {
    const MOST: usize = 2;
    let document = openapi::document();
    for (path, method, operation) in operations(&document) {
        let request = operation["requestBody"]["content"].as_object();
        for (_, body) in request.into_iter().flatten() {
            let examples = body["examples"].as_object();
            assert!(
                examples.is_some_and(|it| !it.is_empty()),
                "{method} {path}: no example"
            );
        }
        let responses = operation["responses"].as_object().unwrap();
        for (status, response) in responses {
            let examples = &response["content"]["application/json"];
            assert!(
                !status.starts_with('2') || examples.is_null() || examples["examples"].is_object(),
                "{method} {path} {status}: no example"
            );
        }
        let answers = responses
            .values()
            .filter_map(|response| response["content"].as_object());
        for body in request
            .into_iter()
            .chain(answers)
            .flat_map(|it| it.values())
        {
            let examples = body["examples"].as_object();
            assert!(
                examples.is_none_or(|it| it.len() <= MOST),
                "{method} {path}: more than {MOST} examples"
            );
            for (name, example) in examples.into_iter().flatten() {
                let value = &openapi::followed(&document, example)["value"];
                let faults = faults(&validator(&document, &body["schema"]), value);
                assert_eq!(faults, [""; 0], "{method} {path}: {name}");
            }
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        for example in schema["examples"].as_array().into_iter().flatten() {
            let faults = faults(&validator(&document, schema), example);
            assert_eq!(faults, [""; 0], "{name}: {example}");
        }
    }
}

#[test]
fn every_example_move_is_valid_against_the_schema_of_its_kind() {
    let document = openapi::document();
    for kind in KINDS.current() {
        let id = kind.info().id;
        let schema = &document["components"]["schemas"]["GameMove"]["x-kinds"][id];
        let moves = validator(&document, schema);
        assert!(!moves.is_valid(&json!({"type": "fly", "to": "the moon"})));
        for mv in kind.examples() {
            assert_eq!(faults(&moves, &mv), [""; 0], "{mv}");
        }
    }
}

/// Client generators keep all members of an object only if the object lists none (decision 86).
#[test]
fn every_open_schema_lists_no_members_and_the_schemas_of_all_kinds() {
    let document = openapi::document();
    for name in [
        "GameOptions",
        "GameOptionsInput",
        "GameMove",
        "GameEvent",
        "GameView",
    ] {
        let schema = &document["components"]["schemas"][name];
        assert_eq!(schema["additionalProperties"], true, "{name}");
        assert!(schema["properties"].is_null(), "{name}");
        let kinds = schema["x-kinds"].as_object().unwrap();
        assert_eq!(kinds.len(), KINDS.current().count(), "{name}");
    }
}

/// openapi-generator makes a type `ListGamesRequest` for the parameters of `listGames`, and a Go
/// constructor `NewGame` for the schema `Game`; a file for Go that ends in `_test` is a test.
#[test]
fn no_schema_has_a_name_that_generators_make_from_others() {
    let document = openapi::document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let calls = operations(&document);
    let ids: BTreeSet<String> = calls
        .iter()
        .map(|(_, _, call)| call["operationId"].as_str().unwrap().to_lowercase())
        .collect();
    for name in schemas.keys() {
        let of_call = name.strip_suffix("Request").map(str::to_lowercase);
        assert!(!of_call.is_some_and(|it| ids.contains(&it)), "{name}");
        let made = name.strip_prefix("New");
        assert!(!made.is_some_and(|it| schemas.contains_key(it)), "{name}");
        assert!(!name.ends_with("Test"), "{name}");
    }
}

/// Generators number the variants that have no names, and cannot tell untagged ones apart.
#[test]
fn every_union_has_named_variants_and_a_discriminator() {
    let document = openapi::document();
    let mut found = Vec::new();
    objects(&document["components"]["schemas"], "", &mut found);
    for (place, schema) in found {
        for forms in ["oneOf", "anyOf"].iter().filter_map(|it| schema.get(*it)) {
            let forms = forms.as_array().unwrap();
            let is_nullable = forms.len() == 2 && forms.iter().any(|it| it["type"] == "null");
            let is_named = forms.iter().all(|it| it.get("$ref").is_some());
            let is_tagged = schema.contains_key("discriminator");
            assert!(is_nullable || is_named && is_tagged, "{place}");
        }
    }
}
