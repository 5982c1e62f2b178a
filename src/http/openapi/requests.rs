//! What the requests of a call look like: for code samples and collections, from the document.

use serde_json::Value;

use crate::http::openapi::{SCHEMAS, followed};

/// The address of the server in the document's examples. The reader's server has another one.
pub(super) const ADDRESS: &str = "https://turnpike.example.org";

/// A call of the document.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) document: &'a Value,
    pub(super) path: &'a str,
    /// In lower case.
    pub(super) method: &'a str,
    pub(super) operation: &'a Value,
}

/// A body, with its first example.
pub(super) struct Body<'a> {
    pub(super) media: &'a str,
    pub(super) schema: &'a Value,
    pub(super) example: &'a Value,
}

/// The token that a call takes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Token {
    /// Tokens change nothing.
    No,
    /// A player's.
    Player,
    /// The secret of mail servers.
    Secret,
}

/// Returns all calls of a document.
pub(super) fn calls(document: &Value) -> impl Iterator<Item = Call<'_>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(move |(path, calls)| {
        let calls = calls.as_object().into_iter().flatten();
        calls.map(move |(method, operation)| Call {
            document,
            path,
            method,
            operation,
        })
    })
}

impl<'a> Call<'a> {
    /// Returns the parameters in this place (`path`, `query` or `header`).
    pub(super) fn parameters(self, place: &str) -> impl Iterator<Item = &'a Value> {
        let all = self.operation["parameters"].as_array().into_iter();
        let all = all.flatten().map(move |it| followed(self.document, it));
        all.filter(move |it| it["in"] == place)
    }

    /// Returns the parameters in the path, in its order.
    pub(super) fn in_path(self) -> Vec<&'a Value> {
        let mut all: Vec<&Value> = self.parameters("path").collect();
        all.sort_by_key(|it| self.path.find(&format!("{{{}}}", name(it))));
        all
    }

    /// Returns the query parameters without which the server rejects the call.
    pub(super) fn needed_query(self) -> Vec<&'a Value> {
        let all = self.parameters("query");
        all.filter(|it| it["required"] == true).collect()
    }

    pub(super) fn body(self) -> Option<Body<'a>> {
        let content = self.operation["requestBody"]["content"].as_object()?;
        let (media, body) = content.iter().next()?;
        let (_, example) = body["examples"].as_object()?.iter().next()?;
        Some(Body {
            media,
            schema: &body["schema"],
            example: &followed(self.document, example)["value"],
        })
    }

    /// Returns the media type of the response, if that has a body.
    pub(super) fn answer(self) -> Option<&'a str> {
        let responses = self.operation["responses"].as_object()?;
        let (_, answer) = responses.iter().find(|(it, _)| it.starts_with('2'))?;
        let content = followed(self.document, answer)["content"].as_object()?;
        content.keys().next().map(String::as_str)
    }

    pub(super) fn token(self) -> Token {
        let ways = || self.operation["security"].as_array().into_iter().flatten();
        let kinds = || ways().filter_map(Value::as_object).flatten();
        let is_optional = ways().any(|it| it.as_object().is_some_and(serde_json::Map::is_empty));
        let is_scoped = kinds().any(|(_, it)| it.as_array().is_some_and(|it| !it.is_empty()));
        match kinds().next() {
            None => Token::No,
            Some((kind, _)) if kind == "inbound_secret" => Token::Secret,
            // Without a scope, a token does not change the response.
            Some(_) if is_optional && !is_scoped => Token::No,
            Some(_) => Token::Player,
        }
    }

    /// Returns the path with a value for each parameter.
    pub(super) fn filled(self) -> String {
        let parameters = self.in_path().into_iter();
        parameters.fold(self.path.to_owned(), |path, it| {
            let value = value(self.document, it);
            let text = value.as_str().map_or(value.to_string(), str::to_owned);
            path.replace(&format!("{{{}}}", name(it)), &text)
        })
    }
}

pub(super) fn name(parameter: &Value) -> &str {
    parameter["name"].as_str().unwrap_or_default()
}

/// Returns the example of a parameter. Without one, a number is the smallest, and a text is the
/// parameter's name in capitals.
pub(super) fn value(document: &Value, parameter: &Value) -> Value {
    let schema = followed(document, &parameter["schema"]);
    let examples = [
        &parameter["example"],
        &schema["example"],
        &schema["examples"][0],
    ];
    if let Some(example) = examples.into_iter().find(|it| !it.is_null()) {
        return example.clone();
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(0.into()),
        _ => name(parameter).to_uppercase().into(),
    }
}

/// Returns the name of the schema of a body. If the schema is a choice, returns the choice that the
/// example has made.
pub(super) fn schema_of<'a>(document: &'a Value, body: &Body<'a>) -> Option<&'a str> {
    let choices = |schema: &'a Value| schema["oneOf"].as_array().into_iter().flatten();
    let mut found = body.schema;
    // An optional body is a choice between a schema and `null`.
    if let Some(choice) = choices(found).find(|it| it["$ref"].is_string()) {
        found = choice;
    }
    let whole = followed(document, found);
    let choice = whole["discriminator"]["propertyName"]
        .as_str()
        .and_then(|it| body.example[it].as_str())
        .and_then(|it| whole["discriminator"]["mapping"][it].as_str());
    choice.or(found["$ref"].as_str())?.strip_prefix(SCHEMAS)
}
