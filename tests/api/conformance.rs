//! Checks every answer of every test against the contract: status, media type, headers and body.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use turnpike::http::openapi;

use crate::helpers::Answer;
use crate::receiver::Got;

static DOCUMENT: LazyLock<Value> = LazyLock::new(strict);

/// Returns the contract with schemas where it has open objects and lines of text.
pub fn strict() -> Value {
    let mut document = openapi::document();
    for schema in document["components"]["schemas"]
        .as_object_mut()
        .unwrap()
        .values_mut()
    {
        if let Some(kinds) = schema.get("x-kinds").and_then(Value::as_object) {
            schema["anyOf"] = kinds.values().cloned().collect();
        }
    }
    let common = json!({"required": ["type"], "properties": {"type": {"enum": ["text", "leave"]}}});
    let moves = &mut document["components"]["schemas"]["GameMove"]["anyOf"];
    moves.as_array_mut().unwrap().push(common);
    lines(&mut document["paths"]);
    document
}

fn lines(part: &mut Value) {
    let Some(members) = part.as_object_mut() else {
        return;
    };
    if let Some(line) = members.get("x-itemSchema").cloned() {
        members.insert("schema".to_owned(), line);
    }
    members.values_mut().for_each(lines);
}

/// The paths of the contract, split at their slashes.
static PATHS: LazyLock<Vec<(Vec<&'static str>, &'static str)>> = LazyLock::new(|| {
    let paths = DOCUMENT["paths"].as_object().unwrap().keys();
    let cut = |path: &'static String| (path.split('/').collect(), path.as_str());
    let mut paths: Vec<(Vec<&str>, &str)> = paths.map(cut).collect();
    // Fixed paths go before those with parameters.
    paths.sort_by_key(|(_, path)| path.matches('{').count());
    paths
});

/// The headers that an answer has only if the contract says so.
const DECLARED: [&str; 10] = [
    "accept-encoding",
    "etag",
    "link",
    "location",
    "preference-applied",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "www-authenticate",
    "x-request-id",
];

type Validators = HashMap<String, Arc<Validator>>;

static VALIDATORS: LazyLock<Mutex<Validators>> = LazyLock::new(Mutex::default);

/// Returns the path of the contract that matches a path.
fn template(path: &str) -> Option<&'static str> {
    let parts: Vec<&str> = path.split('/').collect();
    let is_it = |known: &Vec<&str>| {
        known.len() == parts.len()
            && known
                .iter()
                .zip(&parts)
                .all(|(known, part)| known == part || known.starts_with('{') && !part.is_empty())
    };
    let found = PATHS.iter().find(|(known, _)| is_it(known));
    found.map(|(_, path)| *path)
}

fn validator(schema: &Value) -> Arc<Validator> {
    let make = || {
        let whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "components": {"schemas": DOCUMENT["components"]["schemas"]},
            "allOf": [schema],
        });
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        Arc::new(options.build(&whole).unwrap())
    };
    let mut validators = VALIDATORS.lock().unwrap();
    Arc::clone(validators.entry(schema.to_string()).or_insert_with(make))
}

/// Checks an event of a stream against the schema of this name.
pub fn check_event(schema: &str, event: &Value) {
    let schema = json!({"$ref": format!("#/components/schemas/{schema}")});
    let validator = validator(&schema);
    let faults: Vec<String> = validator
        .iter_errors(event)
        .map(|fault| fault.to_string())
        .collect();
    assert_eq!(faults, [""; 0], "{event}");
}

/// Checks a request to a webhook of the format `standard`.
pub fn check_webhook(event: &str, got: &Got, body: &Value) {
    let callbacks = &DOCUMENT["paths"]["/v1/me/webhooks"]["post"]["callbacks"];
    let call = &callbacks[event]["{$request.body#/url}"]["post"];
    assert!(call.is_object(), "{event} is not in the contract");
    for parameter in call["parameters"].as_array().unwrap() {
        let parameter = openapi::followed(&DOCUMENT, parameter);
        // Fails without the header.
        got.header(parameter["name"].as_str().unwrap());
    }
    let validator = validator(&call["requestBody"]["content"]["application/json"]["schema"]);
    let faults: Vec<String> = validator
        .iter_errors(body)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert_eq!(faults, [""; 0], "{body}");
}

/// Checks an answer to a call of the contract.
pub fn check_answer(method: &Method, url: &Url, answer: &Answer) {
    let Some(path) = template(url.path()) else {
        return;
    };
    // The contract describes HEAD as GET.
    let told = match *method {
        Method::HEAD => "get".to_owned(),
        _ => method.as_str().to_lowercase(),
    };
    let operation = &DOCUMENT["paths"][path][told];
    if operation.is_null() {
        return;
    }
    let status = answer.status.as_str();
    let what = format!("{method} {path} {status}");
    let response = openapi::followed(&DOCUMENT, &operation["responses"][status]);
    assert!(
        response.is_object(),
        "{what} is not in the contract: {}",
        answer.text
    );
    let declared = response["headers"].as_object();
    for (name, header) in declared.into_iter().flatten() {
        let is_there = answer.headers.contains_key(name.to_lowercase());
        let header = openapi::followed(&DOCUMENT, header);
        assert!(
            is_there || header["required"] != true,
            "{what} has no {name}"
        );
    }
    for name in DECLARED {
        let is = |declared: &String| declared.eq_ignore_ascii_case(name);
        assert!(
            !answer.headers.contains_key(name) || declared.is_some_and(|it| it.keys().any(is)),
            "{what} has {name}, which is not in the contract"
        );
    }
    let Some(content) = response["content"].as_object() else {
        assert_eq!(answer.text, "", "{what} must have no body");
        return;
    };
    if *method == Method::HEAD {
        return;
    }
    let media = answer.headers.get("content-type");
    let media = media
        .and_then(|media| media.to_str().ok())
        .unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default();
    let documented = content.get(media);
    let documented =
        documented.unwrap_or_else(|| panic!("{what}: “{media}” is not in the contract"));
    // With `fields`, members are missing that the schema requires.
    if status == "200" && url.query_pairs().any(|(name, _)| name == "fields") {
        return;
    }
    // NDJSON has one value per line.
    let values: Vec<&str> = match media {
        "application/x-ndjson" => answer.text.lines().collect(),
        media if media.ends_with("json") => vec![&answer.text],
        _ => Vec::new(),
    };
    for value in values {
        let value: Value = serde_json::from_str(value).unwrap();
        let faults: Vec<String> = validator(&documented["schema"])
            .iter_errors(&value)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, [""; 0], "{what}: {value}");
    }
}
