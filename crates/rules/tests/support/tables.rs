//! Tables to play at: every combination of a game's options and seat counts, and seeded chance.

use rules::{Dice, GameSeed, Kind};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// A game with its options and number of seats.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) kind: &'static dyn Kind,
    pub(crate) options: Value,
    pub(crate) seats: u8,
}

/// Every combination of option values and seat counts of a game.
pub(crate) fn tables(kind: &'static dyn Kind) -> Vec<Table> {
    let mut tables = Vec::new();
    for seats in kind.info().seats {
        for options in combinations(kind) {
            tables.push(Table {
                kind,
                options,
                seats,
            });
        }
    }
    tables
}

/// A seed of one's own for every text.
pub(crate) fn seed_of(text: &str) -> GameSeed {
    GameSeed(Sha256::digest(text).into())
}

/// One of the items.
pub(crate) fn pick<'a, T>(chance: &mut Dice, items: &'a [T]) -> &'a T {
    &items[chance.below(items.len() as u32) as usize]
}

/// The names of a game's options with all the values that each may have.
///
/// # Panics
/// When the schema of an option does not say what its values are.
pub(crate) fn option_values(kind: &dyn Kind) -> Vec<(String, Vec<Value>)> {
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

fn combinations(kind: &dyn Kind) -> Vec<Value> {
    let mut all = vec![Map::new()];
    for (name, values) in option_values(kind) {
        let mut longer = Vec::new();
        for value in values {
            for options in &all {
                let mut options = options.clone();
                options.insert(name.clone(), value.clone());
                longer.push(options);
            }
        }
        all = longer;
    }
    all.into_iter().map(Value::Object).collect()
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
