//! The contract as a document: checked in, complete, and true to itself. What the server answers
//! is held against it in `tests/api/contract.rs`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use ::games::KINDS;
use serde_json::{Value, json};
use turnpike::http::openapi;
use turnpike::problem::Problem;

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

/// A validator for the schema at a place in the document, whose references it follows.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": {"schemas": document["components"]["schemas"]},
        "allOf": [schema],
    });
    jsonschema::draft202012::new(&whole).unwrap()
}

fn faults(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    let faults = validator.iter_errors(value);
    faults
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect()
}

#[test]
fn the_checked_in_document_is_the_one_that_the_program_writes() {
    let written = openapi::yaml(&openapi::document()).unwrap();
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
fn every_call_is_described() {
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
        assert!(operation["summary"].is_string(), "{name}: no summary");
        let tag = operation["tags"][0].as_str().unwrap();
        assert!(tags.contains(tag), "{name}: unknown tag {tag}");
        assert!(operation["security"].is_array(), "{name}: no security");
        let responses = operation["responses"].as_object().unwrap();
        assert!(
            responses.keys().any(|status| status.starts_with('2')),
            "{name}: no success"
        );
        for (status, response) in responses {
            assert!(response["description"].is_string(), "{name} {status}");
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
        // A raw mail may be of any media type.
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
fn every_problem_that_a_call_answers_is_one_of_its_status() {
    let document = openapi::document();
    let every = Problem::every();
    let codes = &document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"];
    assert_eq!(codes.as_array().unwrap().len(), every.len());
    for (path, method, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            if !status.starts_with(['4', '5']) {
                continue;
            }
            // A description is a list of codes, each perhaps with a remark: `bad-code: …; …`.
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
fn every_schema_is_one_and_all_references_lead_somewhere() {
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
fn unions_lead_to_the_variant_that_the_discriminator_names() {
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
    assert!(seen >= 8, "the resources of games are unions");
}

#[test]
fn every_body_to_send_has_an_example_and_all_examples_fit() {
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
        let responses = operation["responses"].as_object().unwrap().values();
        let answers = responses.filter_map(|response| response["content"].as_object());
        for body in request
            .into_iter()
            .chain(answers)
            .flat_map(|it| it.values())
        {
            for (name, example) in body["examples"].as_object().into_iter().flatten() {
                let example = match example["$ref"].as_str() {
                    Some(at) => document.pointer(at.trim_start_matches('#')).unwrap(),
                    None => example,
                };
                let value = &example["value"];
                let faults = faults(&validator(&document, &body["schema"]), value);
                assert_eq!(faults, [""; 0], "{method} {path}: {name}");
            }
        }
    }
}

#[test]
fn every_form_of_every_move_fits() {
    let document = openapi::document();
    let any = validator(&document, &json!({"$ref": "#/components/schemas/AnyMove"}));
    let sent = validator(&document, &json!({"$ref": "#/components/schemas/SentMove"}));
    for kind in KINDS.current() {
        for mv in kind.examples() {
            assert_eq!(faults(&any, &mv), [""; 0], "{mv}");
            assert_eq!(faults(&sent, &mv), [""; 0], "{mv}");
        }
    }
    let nonsense = json!({"type": "fly", "to": "the moon"});
    assert!(!any.is_valid(&nonsense) && !sent.is_valid(&nonsense));
    assert!(sent.is_valid(&json!({"text": "roll"})) && sent.is_valid(&json!({"type": "leave"})));
}
