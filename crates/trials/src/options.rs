//! The options of a game and their values, as its schema tells them.

use rules::Kind;
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// The names of a game's options with all the values that each may have.
///
/// # Panics
/// When the schema of an option does not say what its values are.
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

/// The options are those that a data file tells in its member `options`: their names, defaults and
/// values.
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

fn resolved<'a>(schema: &'a Value, definitions: &'a Value) -> &'a Value {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(path) => {
            let name = path.rsplit('/').next().unwrap_or_default();
            resolved(&definitions[name], definitions)
        }
        None => schema,
    }
}

/// The values that a schema of few values allows.
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
