//! A collection of all calls, for programs that send requests by hand: Postman, Bruno, Insomnia,
//! Hoppscotch. Its format is Postman's, version 2.1, which all of them import.

use serde_json::{Value, json};

use crate::http::openapi::requests::{self, Body, Call, Token, name, value};

const SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/// Runs after each response: keeps the token of a session, and the id of a new game.
const SCRIPT: [&str; 5] = [
    "const isJson = /json/.test(pm.response.headers.get(\"Content-Type\") ?? \"\");",
    "const body = pm.response.code < 300 && isJson ? pm.response.json() : {};",
    "const token = (body.session ?? body).access_token;",
    "if (token) pm.collectionVariables.set(\"token\", token);",
    "if (body.rules && body.seats) pm.collectionVariables.set(\"game\", body.id);",
];

/// Makes the collection: a folder for each tag, and variables for the address of the server, the
/// token and the game.
pub(super) fn collection(document: &Value, address: &str) -> Value {
    let tags = document["tags"].as_array().into_iter().flatten();
    let folders = tags.map(|tag| {
        let calls = requests::calls(document);
        let calls = calls.filter(|it| it.operation["tags"][0] == tag["name"]);
        json!({
            "name": tag["name"],
            "description": tag["description"],
            "item": calls.map(item).collect::<Vec<_>>(),
        })
    });
    json!({
        "info": {
            "name": document["info"]["title"],
            "description": document["info"]["description"],
            "version": document["info"]["version"],
            "schema": SCHEMA,
        },
        "auth": bearer("token"),
        "variable": [
            {"key": "baseUrl", "value": address},
            {"key": "token", "value": ""},
            {"key": "game", "value": ""},
            {"key": "inboundSecret", "value": ""},
        ],
        "event": [{"listen": "test", "script": {"type": "text/javascript", "exec": SCRIPT}}],
        "item": folders.collect::<Vec<_>>(),
    })
}

fn bearer(variable: &str) -> Value {
    let token = json!({"key": "token", "value": format!("{{{{{variable}}}}}"), "type": "string"});
    json!({"type": "bearer", "bearer": [token]})
}

fn item(call: Call<'_>) -> Value {
    let described = |parameter: &Value| {
        let value = value(call.document, parameter);
        json!({
            "key": name(parameter),
            "value": value.as_str().map_or(value.to_string(), str::to_owned),
            "description": parameter["description"],
        })
    };
    let in_path = |parameter: &Value| {
        let mut described = described(parameter);
        if name(parameter) == "id" {
            described["value"] = "{{game}}".into();
        }
        described
    };
    // The reader turns on the parameters that the call does not need.
    let optional = |parameter: &Value| {
        let mut optional = described(parameter);
        optional["disabled"] = (parameter["required"] != true).into();
        optional
    };
    let header = |parameter: &Value| {
        json!({
            "key": name(parameter),
            "value": parameter["example"].as_str().unwrap_or_default(),
            "description": parameter["description"],
            "disabled": true,
        })
    };
    // `{id}` is `:id` there.
    let path = call.path.replace('{', ":").replace('}', "");
    let mut request = json!({
        "method": call.method.to_uppercase(),
        "description": call.operation["description"],
        "url": {
            "raw": format!("{{{{baseUrl}}}}{path}"),
            "host": ["{{baseUrl}}"],
            "path": path.trim_start_matches('/').split('/').collect::<Vec<_>>(),
            "query": call.parameters("query").map(optional).collect::<Vec<_>>(),
            "variable": call.in_path().into_iter().map(in_path).collect::<Vec<_>>(),
        },
        "header": call.parameters("header").map(header).collect::<Vec<_>>(),
    });
    match call.token() {
        Token::No => request["auth"] = json!({"type": "noauth"}),
        Token::Secret => request["auth"] = bearer("inboundSecret"),
        Token::Player => {}
    }
    if let Some(body) = call.body() {
        if let Some(headers) = request["header"].as_array_mut() {
            headers.push(json!({"key": "Content-Type", "value": body.media}));
        }
        request["body"] = written(&body);
    }
    json!({"name": call.operation["summary"], "request": request, "response": []})
}

fn written(body: &Body<'_>) -> Value {
    if body.media == "application/x-www-form-urlencoded" {
        let members = body.example.as_object().into_iter().flatten();
        let members = members.map(|(key, value)| json!({"key": key, "value": value}));
        return json!({"mode": "urlencoded", "urlencoded": members.collect::<Vec<_>>()});
    }
    let raw = body
        .example
        .as_str()
        .map_or(format!("{:#}", body.example), str::to_owned);
    let language = if body.example.is_string() {
        "text"
    } else {
        "json"
    };
    json!({"mode": "raw", "raw": raw, "options": {"raw": {"language": language}}})
}
