//! The games' part of the OpenAPI document: the schemas of their options, moves, events and views.
//!
//! The calls describe games of all kinds alike. What differs between the kinds is an open object:
//! `GameOptions`, `GameMove`, `GameEvent`, `GameView`. Every client can read it, so a new kind breaks
//! no client (decision 86). Beside it the document has a schema for each kind, such as
//! `ThatsLifeView`, which the open object names under `x-kinds`. A new game needs no change here. The
//! document describes the current version of each game's rules.
//!
//! The games derive their schemas with `schemars`, so that the rules crates need neither utoipa nor
//! any other web library.

use std::collections::BTreeSet;

use ::games::KINDS;
use rules::{Kind, KindInfo};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::http::openapi::SCHEMAS;

/// The open objects.
const OPEN: [&str; 5] = [
    "GameOptions",
    "GameOptionsInput",
    "GameMove",
    "GameEvent",
    "GameView",
];

/// A kind of game, with references to its schemas.
struct Typed {
    info: KindInfo,
    options: Value,
    given_options: Value,
    mv: Value,
    event: Value,
    view: Value,
}

type Schemas = Map<String, Value>;

/// Adds the games' schemas to the document, and names them in the open schemas.
pub(super) fn add(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    let kinds = typed(schemas);
    for kind in &kinds {
        for (open, schema) in [
            ("GameOptions", &kind.options),
            ("GameOptionsInput", &kind.given_options),
            ("GameMove", &kind.mv),
            ("GameEvent", &kind.event),
            ("GameView", &kind.view),
        ] {
            schemas[open]["x-kinds"][kind.info.id] = schema.clone();
        }
    }
    for open in OPEN {
        let of_kinds = schemas[open]["x-kinds"].as_object().into_iter().flatten();
        let names: Vec<String> = of_kinds
            .filter_map(|(_, schema)| Some(format!("`{}`", referred(schema)?)))
            .collect();
        let text = schemas[open]["description"].as_str().unwrap_or_default();
        let list = names.join(", ");
        schemas[open]["description"] = format!("{text}\n\nThe schemas by kind: {list}.").into();
    }
}

/// Adds the schemas of all games, and returns the references to them.
fn typed(schemas: &mut Schemas) -> Vec<Typed> {
    let settings = || {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings
    };
    let mut answers = settings().for_serialize().into_generator();
    let mut requests = settings().into_generator();
    let mut kinds = Vec::new();
    for kind in KINDS.current() {
        kinds.push(Typed::new(kind, &mut answers, &mut requests));
    }
    let mut defined = answers.take_definitions(true);
    // A request may omit options that an answer always has.
    let given = requests.take_definitions(true);
    let differing = differing(&given, &defined);
    for kind in &mut kinds {
        let mut needed = BTreeSet::new();
        reach(&kind.given_options, &given, &mut needed);
        for name in needed.intersection(&differing) {
            let mut schema = given[name].clone();
            rename(&mut schema, &|it| as_input(it, &differing));
            defined.insert(format!("{name}Input"), schema);
        }
        rename(&mut kind.given_options, &|it| as_input(it, &differing));
    }
    schemas.append(&mut defined);
    for kind in &kinds {
        add_examples(schemas, kind);
    }
    kinds
}

fn as_input(name: &str, differing: &BTreeSet<String>) -> Option<String> {
    differing.contains(name).then(|| format!("{name}Input"))
}

/// Returns the names whose schemas differ, either themselves or in a schema that they refer to.
fn differing(left: &Schemas, right: &Schemas) -> BTreeSet<String> {
    let differs = |name: &String| left.get(name) != right.get(name);
    let depends = |name: &String| {
        let mut reached = BTreeSet::from([name.clone()]);
        reach(&left[name], left, &mut reached);
        reached.iter().any(differs)
    };
    left.keys().filter(|name| depends(name)).cloned().collect()
}

/// Collects the names that a schema refers to, directly or indirectly.
fn reach(schema: &Value, schemas: &Schemas, reached: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            if let Some(name) = referred(schema)
                && reached.insert(name.to_owned())
                && let Some(schema) = schemas.get(name)
            {
                reach(schema, schemas, reached);
            }
            members.values().for_each(|it| reach(it, schemas, reached));
        }
        Value::Array(items) => items.iter().for_each(|it| reach(it, schemas, reached)),
        _ => {}
    }
}

fn referred(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(SCHEMAS)
}

/// Redirects references to other schemas.
fn rename(schema: &mut Value, to: &impl Fn(&str) -> Option<String>) {
    if let Some(name) = referred(schema).and_then(to) {
        schema["$ref"] = format!("{SCHEMAS}{name}").into();
    }
    match schema {
        Value::Object(members) => members.values_mut().for_each(|it| rename(it, to)),
        Value::Array(items) => items.iter_mut().for_each(|it| rename(it, to)),
        _ => {}
    }
}

fn add_examples(schemas: &mut Schemas, kind: &Typed) {
    let Some(latest) = KINDS.latest(kind.info.id) else {
        return;
    };
    let options = latest.options(&json!({})).unwrap_or_default();
    for (schema, examples) in [
        (&kind.mv, latest.examples()),
        (&kind.options, vec![options]),
    ] {
        let name = referred(schema).unwrap_or_default();
        if let Some(schema) = schemas.get_mut(name) {
            schema["examples"] = examples.into();
        }
    }
}

impl Typed {
    fn new(
        kind: &dyn Kind,
        answers: &mut SchemaGenerator,
        requests: &mut SchemaGenerator,
    ) -> Typed {
        let info = kind.info();
        let schemas = kind.schemas(answers);
        let value = Schema::to_value;
        Typed {
            given_options: value(kind.schemas(requests).options),
            options: value(schemas.options),
            mv: value(schemas.mv),
            event: value(schemas.event),
            view: value(schemas.view),
            info,
        }
    }
}
