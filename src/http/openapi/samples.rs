//! Code samples of each call, as `x-codeSamples`, which the page that shows the document reads:
//! curl, and the clients in TypeScript and Python, in the manner of their READMEs.
//!
//! Everything in them comes from the document. The checks of the two clients compile them.

use serde_json::{Value, json};

use crate::http::openapi::requests::{self, ADDRESS, Body, Call, Token, name, schema_of, value};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const STREAM: &str = "text/event-stream";

/// The longest line of a value. A longer value has a line for each of its parts.
const WIDTH: usize = 48;

/// Adds samples to all calls of the document.
pub(super) fn add(document: &mut Value) {
    let samples = requests::calls(document).map(samples).collect::<Vec<_>>();
    for (operation, samples) in super::operations(document).zip(samples) {
        operation["x-codeSamples"] = samples;
    }
}

fn samples(call: Call<'_>) -> Value {
    let mut samples = vec![json!({"lang": "shell", "label": "curl", "source": curl(call)})];
    // The clients send no other bodies.
    if call
        .body()
        .is_none_or(|it| [JSON, FORM].contains(&it.media))
    {
        samples
            .push(json!({"lang": "typescript", "label": "TypeScript", "source": typescript(call)}));
        samples.push(json!({"lang": "python", "label": "Python", "source": python(call)}));
    }
    samples.into()
}

fn curl(call: Call<'_>) -> String {
    let body = call.body();
    let query = call.needed_query().into_iter().map(|it| {
        let value = value(call.document, it);
        format!("{}={}", name(it), value.as_str().unwrap_or_default())
    });
    let query: Vec<String> = query.collect();
    let mut address = format!("{ADDRESS}{}", call.filled());
    if !query.is_empty() {
        address = format!("'{address}?{}'", query.join("&"));
    }
    let verb = match (call.method, &body) {
        ("get", _) | ("post", Some(_)) => String::new(),
        (method, _) => format!("-X {} ", method.to_uppercase()),
    };
    let mut lines = vec![format!("curl {verb}{address}")];
    match call.token() {
        Token::No => {}
        Token::Player => lines.push("-H \"Authorization: Bearer $TOKEN\"".to_owned()),
        Token::Secret => {
            lines.push("-H \"Authorization: Bearer $TURNPIKE_INBOUND_SECRET\"".to_owned());
        }
    }
    match body {
        Some(Body { media, .. }) if ![JSON, FORM].contains(&media) => {
            lines.push(format!("-H 'Content-Type: {media}'"));
            lines.push("--data-binary @message.eml".to_owned());
        }
        Some(Body {
            media: FORM,
            example,
            ..
        }) => {
            let members = example.as_object().into_iter().flatten();
            lines.extend(members.map(|(name, value)| {
                let value = value.as_str().unwrap_or_default();
                format!("--data-urlencode {}", quoted(&format!("{name}={value}")))
            }));
        }
        Some(Body { example, .. }) => {
            lines.push(format!("-H 'Content-Type: {JSON}'"));
            lines.push(format!("-d {}", quoted(&written(example, Tongue::Json, 1))));
        }
        None => {}
    }
    match call.answer() {
        Some(STREAM) => lines.push("--no-buffer".to_owned()),
        Some(media) if is_file(media) => lines.push("--remote-name".to_owned()),
        _ => {}
    }
    lines.join(" \\\n  ")
}

/// Quotes a text for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Whether a response is a file, which a terminal cannot show.
fn is_file(media: &str) -> bool {
    media == "image/png"
}

fn typescript(call: Call<'_>) -> String {
    let me = match call.token() {
        Token::No => format!("new Turnpike(\"{ADDRESS}\")"),
        _ => format!("Turnpike.withToken(\"{ADDRESS}\", \"TOKEN\")"),
    };
    if call.answer() == Some(STREAM) {
        let asked = call.in_path().into_iter();
        let asked: Vec<String> = asked
            .map(|it| written(&value(call.document, it), Tongue::TypeScript, 0))
            .collect();
        let stream = match call.path {
            "/v1/me/events" => "myEvents",
            "/v1/events" => "publicEvents",
            _ => "gameEvents",
        };
        return format!(
            "import {{ Turnpike }} from \"turnpike-client\";\n\n\
             const turnpike = {me};\n\
             for await (const event of turnpike.{stream}({})) {{\n  \
             console.log(event.event, event.data);\n}}",
            asked.join(", ")
        );
    }
    let mut with = Vec::new();
    let mut params = Vec::new();
    for (place, all) in [("path", call.in_path()), ("query", call.needed_query())] {
        let members = all
            .iter()
            .map(|it| (name(it).to_owned(), value(call.document, it)));
        let members: serde_json::Map<String, Value> = members.collect();
        if !members.is_empty() {
            let members = written(&members.into(), Tongue::TypeScript, 1);
            params.push(format!("{place}: {members}"));
        }
    }
    if !params.is_empty() {
        with.push(format!("params: {{ {} }}", params.join(", ")));
    }
    let body = call.body();
    if let Some(body) = &body {
        if body.media == FORM {
            with.push(format!("headers: {{ \"Content-Type\": \"{FORM}\" }}"));
        }
        with.push(format!(
            "body: {}",
            written(body.example, Tongue::TypeScript, 1)
        ));
    }
    match call.answer() {
        None | Some(JSON) => {}
        Some(media) if media.starts_with("image/png") => with.push("parseAs: \"blob\"".to_owned()),
        Some(_) => with.push("parseAs: \"text\"".to_owned()),
    }
    let with = match with.is_empty() {
        true => String::new(),
        false if with.concat().contains('\n') || call.path.len() + with.concat().len() > WIDTH => {
            format!(", {{\n  {},\n}}", with.join(",\n  "))
        }
        false => format!(", {{ {} }}", with.join(", ")),
    };
    let verb = call.method.to_uppercase();
    let asked = format!("await unwrap(api.{verb}(\"{}\"{with}))", call.path);
    let done = match call.answer() {
        None => format!("{asked};"),
        Some(_) => format!("const data = {asked};\nconsole.log(data);"),
    };
    format!(
        "import {{ Turnpike, unwrap }} from \"turnpike-client\";\n\n\
         const {{ api }} = {me};\n{done}"
    )
}

fn python(call: Call<'_>) -> String {
    let me = match call.token() {
        Token::No => format!("Turnpike(\"{ADDRESS}\")"),
        _ => format!("Turnpike.with_token(\"{ADDRESS}\", \"TOKEN\")"),
    };
    let in_path = call.in_path().into_iter();
    let mut asked: Vec<String> = in_path
        .map(|it| written(&value(call.document, it), Tongue::Python, 0))
        .collect();
    if call.answer() == Some(STREAM) {
        let stream = match call.path {
            "/v1/me/events" => "my_events",
            "/v1/events" => "public_events",
            _ => "game_events",
        };
        return format!(
            "from turnpike import Turnpike\n\n\
             me = {me}\n\
             for event in me.{stream}({}):\n    \
             print(event.event.event, event.event.data)",
            asked.join(", ")
        );
    }
    let tag = snake(call.operation["tags"][0].as_str().unwrap_or_default());
    let function = snake(call.operation["operationId"].as_str().unwrap_or_default());
    let mut imports = match call.answer() {
        Some(_) => "from turnpike import Turnpike, unwrap\n".to_owned(),
        None => "from turnpike import Turnpike\n".to_owned(),
    };
    imports += &format!("from turnpike_client.api.{tag} import {function}\n");
    asked.push("client=me".to_owned());
    let mut before = String::new();
    if let Some(body) = call.body()
        && let Some(class) = schema_of(call.document, &body)
    {
        imports += &format!("from turnpike_client.models import {class}\n");
        let example = written(body.example, Tongue::Python, 0);
        before = format!("body = {class}.from_dict({example})\n");
        asked.push("body=body".to_owned());
    }
    asked.extend(call.needed_query().into_iter().map(|it| {
        let value = written(&value(call.document, it), Tongue::Python, 0);
        format!("{}={value}", snake(name(it)))
    }));
    let asked = format!("{function}.sync({})", asked.join(", "));
    let done = match call.answer() {
        None => asked,
        Some(_) => format!("data = unwrap({asked})\nprint(data)"),
    };
    format!("{imports}\nme = {me}\n{before}{done}")
}

/// Converts `playMoves` to `play_moves`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(if letter == '-' {
            '_'
        } else {
            letter.to_ascii_lowercase()
        });
    }
    snake
}

/// How a language writes values.
#[derive(Clone, Copy, PartialEq)]
enum Tongue {
    Json,
    Python,
    TypeScript,
}

/// Writes a value, which is this many levels deep, in one line if it fits.
fn written(value: &Value, tongue: Tongue, depth: usize) -> String {
    let short = in_a_line(value, tongue);
    if short.len() <= WIDTH {
        return short;
    }
    let step = if tongue == Tongue::Python { 4 } else { 2 };
    let (inner, outer) = (" ".repeat(step * (depth + 1)), " ".repeat(step * depth));
    let last = if tongue == Tongue::Json { "" } else { "," };
    let lines = |parts: Vec<String>| {
        format!(
            "\n{inner}{}{last}\n{outer}",
            parts.join(&format!(",\n{inner}"))
        )
    };
    match value {
        Value::Array(items) => {
            let items = items.iter().map(|it| written(it, tongue, depth + 1));
            format!("[{}]", lines(items.collect()))
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                format!(
                    "{}: {}",
                    key(name, tongue),
                    written(value, tongue, depth + 1)
                )
            });
            format!("{{{}}}", lines(members.collect()))
        }
        _ => short,
    }
}

fn in_a_line(value: &Value, tongue: Tongue) -> String {
    match value {
        Value::Null if tongue == Tongue::Python => "None".to_owned(),
        Value::Bool(true) if tongue == Tongue::Python => "True".to_owned(),
        Value::Bool(false) if tongue == Tongue::Python => "False".to_owned(),
        Value::Array(items) => {
            let items = items.iter().map(|it| in_a_line(it, tongue));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                format!("{}: {}", key(name, tongue), in_a_line(value, tongue))
            });
            let members = members.collect::<Vec<_>>().join(", ");
            match tongue {
                Tongue::TypeScript => format!("{{ {members} }}"),
                _ => format!("{{{members}}}"),
            }
        }
        // Strings of JSON are strings of the other two.
        _ => value.to_string(),
    }
}

fn key(name: &str, tongue: Tongue) -> String {
    let is_word = name
        .chars()
        .all(|it| it == '_' || it.is_ascii_alphanumeric());
    match tongue {
        Tongue::TypeScript if is_word => name.to_owned(),
        _ => json!(name).to_string(),
    }
}
