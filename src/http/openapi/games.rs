//! The games' part of the OpenAPI document: the schemas of their options, moves, events and views.
//! A resource that contains one of these gets a variant for each kind of game.
//!
//! The table [`CARRIERS`] lists these resources. A new game needs no change here. The document
//! describes the current version of each game's rules.
//!
//! The games derive their schemas with `schemars`, so that the rules crates need neither utoipa nor
//! any other web library.

use std::collections::BTreeSet;
use std::iter::zip;

use ::games::KINDS;
use rules::{Kind, KindInfo};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::http::openapi::{SCHEMAS, pascal, reference};

/// The content of a carrier's member, for one kind of game.
#[derive(Clone, Copy)]
enum Holds {
    /// The id of the kind.
    Kind,
    /// All options.
    Options,
    /// Options, some of which may be missing.
    GivenOptions,
    /// The number of seats.
    Seats,
    /// A move.
    Move,
    /// An event.
    Event,
    /// A view.
    View,
}

/// A schema that differs for each kind of game.
struct Carrier {
    name: &'static str,
    /// Whether the schema itself names its kind of game. Other schemas occur inside those that do.
    tells_kind: bool,
    /// The members that differ. Members that are carriers themselves are found by their names.
    members: &'static [(&'static str, Holds)],
}

const fn whole(name: &'static str, members: &'static [(&'static str, Holds)]) -> Carrier {
    Carrier {
        name,
        tells_kind: true,
        members,
    }
}

const fn part(name: &'static str, members: &'static [(&'static str, Holds)]) -> Carrier {
    Carrier {
        name,
        tells_kind: false,
        members,
    }
}

const CARRIERS: [Carrier; 15] = [
    whole(
        "NewGameBody",
        &[
            ("kind", Holds::Kind),
            ("options", Holds::GivenOptions),
            ("seats", Holds::Seats),
        ],
    ),
    whole(
        "NewDealBody",
        &[
            ("kind", Holds::Kind),
            ("options", Holds::GivenOptions),
            ("seats", Holds::Seats),
        ],
    ),
    whole(
        "Deal",
        &[("kind", Holds::Kind), ("options", Holds::Options)],
    ),
    whole(
        "GameSummary",
        &[("kind", Holds::Kind), ("options", Holds::Options)],
    ),
    whole("GameResource", &[("view", Holds::View)]),
    whole(
        "LegalResource",
        &[("kind", Holds::Kind), ("moves", Holds::Move)],
    ),
    whole(
        "LegalList",
        &[("kind", Holds::Kind), ("moves", Holds::Move)],
    ),
    whole(
        "BranchResource",
        &[("kind", Holds::Kind), ("move", Holds::Move)],
    ),
    whole(
        "PlayedResource",
        &[("kind", Holds::Kind), ("view", Holds::View)],
    ),
    whole("LogPage", &[("kind", Holds::Kind)]),
    whole(
        "PastResource",
        &[("kind", Holds::Kind), ("view", Holds::View)],
    ),
    whole(
        "GameRecord",
        &[("kind", Holds::Kind), ("options", Holds::Options)],
    ),
    part("EventResource", &[("event", Holds::Event)]),
    part("LogEntry", &[("move", Holds::Move)]),
    part("RecordEntry", &[("move", Holds::Move)]),
];

impl Carrier {
    /// Returns the name of the schema with everything that all kinds of games share.
    fn common(&self) -> String {
        format!("{}Common", self.name)
    }

    /// Removes everything that all kinds share from the carrier's schema, and puts a reference in
    /// its place. So the document contains it once. Returns the removed part, or `None` if the
    /// schema rejects unknown members and so cannot be split.
    fn take_common(&self, general: &mut Value) -> Option<Value> {
        let description = general["description"].clone();
        let object = objects(general).pop()?;
        if object["additionalProperties"] == false {
            return None;
        }
        let members = object["properties"].as_object()?.clone();
        let (own, common): (Schemas, Schemas) = members
            .into_iter()
            .partition(|(name, schema)| self.differs(name, schema));
        let required = object["required"].as_array().cloned().unwrap_or_default();
        let (own_required, common_required): (Vec<Value>, Vec<Value>) = required
            .into_iter()
            .partition(|name| name.as_str().is_some_and(|name| own.contains_key(name)));
        *object = json!({"type": "object", "properties": own});
        if !own_required.is_empty() {
            object["required"] = own_required.into();
        }
        match general.get_mut("allOf").and_then(Value::as_array_mut) {
            Some(parts) => parts.insert(0, reference(&self.common())),
            None => {
                let parts = json!([reference(&self.common()), general.take()]);
                *general = json!({"description": description, "allOf": parts});
            }
        }
        Some(json!({
            "description": format!("What `{}` holds for every kind of game.", self.name),
            "type": "object",
            "properties": common,
            "required": common_required,
        }))
    }

    /// Whether a member differs between the kinds of games.
    fn differs(&self, name: &str, schema: &Value) -> bool {
        let mut reached = BTreeSet::new();
        reach(schema, &Schemas::new(), &mut reached);
        self.members.iter().any(|(member, _)| *member == name)
            || CARRIERS.iter().any(|it| reached.contains(it.name))
    }
}

/// A kind of game, with references to its schemas.
struct Typed {
    info: KindInfo,
    /// The id as a part of schema names: `ThatsLife`.
    name: String,
    options: Value,
    given_options: Value,
    mv: Value,
    event: Value,
    view: Value,
}

type Schemas = Map<String, Value>;

/// Adds the games' schemas to the document, and makes the variants.
pub(super) fn add(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    let kinds = typed(schemas);
    add_sent_move(schemas, &kinds);
    let whole: Schemas = CARRIERS
        .iter()
        .filter_map(|it| Some((it.name.to_owned(), schemas.remove(it.name)?)))
        .collect();
    for carrier in &CARRIERS {
        let Some(mut general) = whole.get(carrier.name).cloned() else {
            continue;
        };
        if let Some(common) = carrier.take_common(&mut general) {
            schemas.insert(carrier.common(), common);
        }
        for kind in &kinds {
            schemas.insert(
                kind.variant(carrier.name),
                kind.specialise(carrier, &general),
            );
        }
        if carrier.tells_kind {
            schemas.insert(carrier.name.to_owned(), union(carrier, &general, &kinds));
        }
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
    schemas.append(&mut hoisted(defined));
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

/// Gives the variants of unions names of their own. A name ends with the variant's `type`, and with
/// the variant's fixed numbers if the `type` alone is ambiguous.
fn hoisted(mut defined: Schemas) -> Schemas {
    let mut variants = Schemas::new();
    for (name, schema) in &mut defined {
        let forms = schema.get("oneOf").and_then(Value::as_array);
        let forms = forms.cloned().unwrap_or_default();
        let tags: Option<Vec<String>> = forms.iter().map(tag).collect();
        let Some(tags) = tags.filter(|it| !it.is_empty()) else {
            continue;
        };
        let tells = distinct(&tags);
        let tails: Vec<String> = match tells {
            true => tags.iter().map(|tag| pascal(tag)).collect(),
            false => zip(&tags, &forms)
                .map(|(tag, form)| pascal(tag) + &only(form))
                .collect(),
        };
        if !distinct(&tails) {
            continue;
        }
        let named = tails.iter().map(|tail| format!("{name}{tail}"));
        variants.extend(named.clone().zip(forms));
        schema["oneOf"] = named.clone().map(|name| reference(&name)).collect();
        if tells {
            let mapping: Schemas = tags.iter().cloned().zip(named.map(target)).collect();
            schema["discriminator"] = json!({"propertyName": "type", "mapping": mapping});
        }
    }
    defined.append(&mut variants);
    defined
}

/// Returns the value of `type` in a variant.
fn tag(form: &Value) -> Option<String> {
    Some(form["properties"]["type"]["const"].as_str()?.to_owned())
}

/// Returns the numbers of a variant's members that can have only one number as their value.
fn only(form: &Value) -> String {
    let members = form["properties"].as_object().into_iter().flatten();
    let values = members.filter_map(|(_, schema)| match schema["enum"].as_array()?.as_slice() {
        [Value::Number(only)] => Some(only.to_string()),
        _ => None,
    });
    values.collect()
}

fn distinct(names: &[String]) -> bool {
    names.iter().collect::<BTreeSet<_>>().len() == names.len()
}

fn target(name: String) -> Value {
    format!("{SCHEMAS}{name}").into()
}

fn add_examples(schemas: &mut Schemas, kind: &Typed) {
    let name = referred(&kind.mv).unwrap_or_default();
    if let (Some(schema), Some(latest)) = (schemas.get_mut(name), KINDS.latest(kind.info.id)) {
        schema["examples"] = latest.examples().into();
    }
}

/// Completes the schema of a sent move with the moves of all games.
fn add_sent_move(schemas: &mut Schemas, kinds: &[Typed]) {
    let moves: Vec<Value> = kinds.iter().map(|kind| kind.mv.clone()).collect();
    if let Some(sent) = schemas.get_mut("SentMove").and_then(Value::as_object_mut)
        && let Some(Value::Array(others)) = sent.remove("oneOf")
    {
        let forms: Vec<Value> = moves.into_iter().chain(others).collect();
        sent.insert("anyOf".to_owned(), forms.into());
    }
}

/// Returns the union of the variants of all kinds. `kind` distinguishes them.
fn union(carrier: &Carrier, general: &Value, kinds: &[Typed]) -> Value {
    let names = kinds.iter().map(|kind| kind.variant(carrier.name));
    let mapping: Schemas = kinds
        .iter()
        .map(|kind| kind.info.id.to_owned())
        .zip(names.clone().map(target))
        .collect();
    json!({
        "description": general["description"],
        "oneOf": names.map(|name| reference(&name)).collect::<Vec<_>>(),
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    })
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
            name: pascal(info.id),
            given_options: value(kind.schemas(requests).options),
            options: value(schemas.options),
            mv: value(schemas.mv),
            event: value(schemas.event),
            view: value(schemas.view),
            info,
        }
    }

    fn variant(&self, carrier: &str) -> String {
        format!("{carrier}{}", self.name)
    }

    /// Returns the carrier's schema for this kind.
    fn specialise(&self, carrier: &Carrier, general: &Value) -> Value {
        let mut schema = general.clone();
        rename(&mut schema, &|name| {
            let is_carrier = CARRIERS.iter().any(|it| it.name == name);
            is_carrier.then(|| self.variant(name))
        });
        if carrier.tells_kind {
            let text = schema["description"].as_str().unwrap_or_default();
            schema["description"] = format!("{}: {text}", self.info.name).into();
        }
        for (member, holds) in carrier.members {
            for object in objects(&mut schema) {
                if let Some(member) = object["properties"].get_mut(*member) {
                    self.replace(member, *holds);
                }
            }
        }
        schema
    }

    fn replace(&self, member: &mut Value, holds: Holds) {
        let schema = match holds {
            Holds::Kind => {
                member["const"] = self.info.id.into();
                member["example"] = self.info.id.into();
                return;
            }
            Holds::Seats => {
                member["minimum"] = json!(self.info.seats.start());
                member["maximum"] = json!(self.info.seats.end());
                return;
            }
            Holds::Options => &self.options,
            Holds::GivenOptions => &self.given_options,
            Holds::Move => &self.mv,
            Holds::Event => &self.event,
            Holds::View => &self.view,
        };
        if member["type"] == "array" {
            member["items"] = schema.clone();
            return;
        }
        let is_nullable = member["type"].is_array();
        let mut typed = match is_nullable {
            true => json!({"oneOf": [schema, {"type": "null"}]}),
            false => schema.clone(),
        };
        typed["description"] = member["description"].clone();
        *member = typed;
    }
}

/// Returns the objects that make up a schema.
fn objects(schema: &mut Value) -> Vec<&mut Value> {
    if schema.get("allOf").is_none() {
        return vec![schema];
    }
    let parts = schema["allOf"].as_array_mut().into_iter().flatten();
    parts
        .filter(|part| part.get("properties").is_some())
        .collect()
}
