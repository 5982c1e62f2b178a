//! The options of a game and their values, read from its schema.

use rules::{Kind, Language, whole_schemas};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// Returns the names of a game's options, with all values of each.
///
/// # Panics
/// If the schema of an option does not contain its values.
pub fn option_values(kind: &dyn Kind) -> Vec<(String, Vec<Value>)> {
    let mut generator = SchemaGenerator::default();
    let schema = kind.schemas(&mut generator).options;
    let definitions = Value::Object(generator.definitions().clone());
    let schema = resolved(schema.as_value(), &definitions);
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    properties
        .iter()
        .map(|(name, schema)| {
            let values = values(schema, &definitions).unwrap_or_else(|| {
                panic!("the values of the option {name} are not in its schema: {schema}")
            });
            (name.clone(), values)
        })
        .collect()
}

/// Checks that the options have the names, defaults and values in the member `options` of a data
/// file.
pub fn are_those_of(kind: &dyn Kind, data: &str) {
    let data: Value = serde_json::from_str(data).expect("a data file is JSON");
    let told = data["options"].as_object().expect("it tells the options");
    let default = kind.options(&json!({})).expect("a game has defaults");
    assert_eq!(default.as_object().map(|it| it.len()), Some(told.len()));
    for (name, option) in told {
        assert_eq!(option["default"], default[name], "{name}");
        for value in option["values"].as_array().expect("values are a list") {
            let full = kind
                .options(&json!({ name: value }))
                .expect("a value of it");
            assert_eq!(full[name], *value);
        }
    }
}

/// Checks that each option has its own name and sentence in every language, and also each value of
/// an option that is not a number. Checks that the schema with these texts allows the same as the
/// contract.
pub fn are_told(kind: &dyn Kind) {
    for language in Language::ALL {
        let mut schema = kind.options_schema(language);
        assert_told_in(language, &schema["description"], "the options");
        for (name, values) in option_values(kind) {
            let option = &schema["properties"][&name];
            assert_reads(language, option, &name);
            if option["type"] == "integer" {
                continue;
            }
            for value in values {
                let choices = option["oneOf"].as_array().into_iter().flatten();
                let choice = choices.clone().find(|it| it["const"] == value);
                let choice = choice.unwrap_or_else(|| panic!("{name} has no place for {value}"));
                assert_reads(language, choice, &format!("{name}: {value}"));
            }
        }
        let mut contract = kind.schemas(&mut whole_schemas()).options.to_value();
        strip(&mut schema);
        strip(&mut contract);
        assert_eq!(schema, contract, "{language}");
    }
    let [english, others @ ..] = Language::ALL.map(|it| (it, kind.options_schema(it)));
    for (language, schema) in others {
        assert_differs(&english.1, &schema, &format!("{language}"));
    }
}

/// Checks that a part of the schema has a readable title and description.
fn assert_reads(language: Language, schema: &Value, what: &str) {
    let title = assert_told_in(language, &schema["title"], what);
    assert!(
        title.starts_with(|it: char| !it.is_lowercase()),
        "{language}: {what} is called “{title}”, which reads like an identifier"
    );
    let about = assert_told_in(language, &schema["description"], what);
    assert!(
        about.contains(' ') && about.ends_with('.'),
        "{language}: {what}: “{about}” is no sentence"
    );
}

fn assert_told_in<'a>(language: Language, text: &'a Value, what: &str) -> &'a str {
    let text = text.as_str().unwrap_or_default();
    assert!(!text.is_empty(), "{language}: {what} has no words");
    assert!(
        !text.contains(['_', '{', '}', '`']),
        "{language}: {what}: “{text}” reads like an identifier"
    );
    text
}

/// Checks that no description is the same in both languages, which would mean a missing
/// translation. Names may be the same: `Options`.
fn assert_differs(english: &Value, other: &Value, path: &str) {
    for (name, member) in english.as_object().into_iter().flatten() {
        let (path, other) = (format!("{path}/{name}"), &other[name]);
        match member {
            Value::String(_) if name == "description" => assert_ne!(member, other, "{path}"),
            Value::Array(parts) => {
                let others = other.as_array().into_iter().flatten();
                parts
                    .iter()
                    .zip(others)
                    .for_each(|(part, other)| assert_differs(part, other, &path));
            }
            _ => assert_differs(member, other, &path),
        }
    }
}

/// Removes the texts for people, and the choice of two that carries such texts for a boolean.
fn strip(schema: &mut Value) {
    if schema["type"] == "boolean" {
        schema.as_object_mut().map(|it| it.remove("oneOf"));
    }
    match schema {
        Value::Object(members) => {
            members.retain(|name, member| {
                !(member.is_string() && matches!(name.as_str(), "title" | "description"))
            });
            members.values_mut().for_each(strip);
        }
        Value::Array(parts) => parts.iter_mut().for_each(strip),
        _ => {}
    }
}

fn resolved<'a>(schema: &'a Value, definitions: &'a Value) -> &'a Value {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(path) => {
            let name = path.rsplit('/').next().unwrap_or_default();
            resolved(&definitions[name], definitions)
        }
        None => schema,
    }
}

/// Returns the values that a schema with few values allows.
fn values(schema: &Value, definitions: &Value) -> Option<Vec<Value>> {
    let schema = resolved(schema, definitions);
    if let Some(value) = schema.get("const") {
        return Some(vec![value.clone()]);
    }
    if let Some(values) = schema.get("enum") {
        return values.as_array().cloned();
    }
    for union in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema.get(union).and_then(Value::as_array) {
            let parts: Option<Vec<Vec<Value>>> =
                parts.iter().map(|it| values(it, definitions)).collect();
            return Some(parts?.concat());
        }
    }
    match schema.get("type")?.as_str()? {
        "boolean" => Some(vec![json!(false), json!(true)]),
        "null" => Some(vec![Value::Null]),
        "integer" => {
            let least = schema.get("minimum")?.as_i64()?;
            let most = schema.get("maximum")?.as_i64()?;
            if most - least < 8 {
                return Some((least..=most).map(Value::from).collect());
            }
            let default = schema.get("default").and_then(Value::as_i64);
            let values = [Some(least), default, Some(most)];
            Some(values.into_iter().flatten().map(Value::from).collect())
        }
        _ => None,
    }
}
