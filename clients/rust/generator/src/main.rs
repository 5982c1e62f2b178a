//! Writes `src/api` from the contract: all calls, and all types under their names there.

use std::{error::Error, fs, mem, path::Path};

use openapi_to_rust::{
    CodeGenerator, DerivesConfig, GeneratorConfig, SchemaAnalyzer, config::BuildersSection,
    spec_source::parse_spec,
};
use serde_json::{Map, Value, json};

/// A constructor with the client's own transport, for which the generator has no setting.
const TRANSPORT: &str = "
impl HttpClient {
    /// Sends requests with this client.
    pub(crate) fn with_transport(self, http_client: ClientWithMiddleware) -> Self {
        Self { http_client, ..self }
    }
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = here.join("../../../openapi.yaml");
    let mut contract = parse_spec(&fs::read_to_string(&path)?, &path.to_string_lossy())?;
    fit(&mut contract);
    // All members of a new game are optional except its kind, which the type determines.
    let new_games =
        members(&mut contract["components"]["schemas"]["NewGameBody"]["discriminator"]["mapping"])
            .filter_map(|it| {
                Some((
                    it.as_str()?.rsplit('/').next()?.to_owned(),
                    vec!["Default".to_owned()],
                ))
            })
            .collect();

    let generator = CodeGenerator::new(GeneratorConfig {
        output_dir: here.join("../src/api"),
        module_name: "api".into(),
        enable_sse_client: false,
        tracing_enabled: false,
        // A newer server may have more codes.
        extensible_enum_overrides: [("ProblemCode".into(), true)].into(),
        builders: BuildersSection {
            enabled: true,
            threshold: 0,
        },
        derives: DerivesConfig {
            types: new_games,
            ..DerivesConfig::default()
        },
        ..GeneratorConfig::default()
    });
    let mut written = generator.generate_all(&mut SchemaAnalyzer::new(contract)?.analyze()?)?;
    for file in &mut written.files {
        file.content = file.content.replace(&format!("{KEYWORD:?}"), "\"as\"");
        if file.path.ends_with("client.rs") {
            file.content.push_str(TRANSPORT);
        }
    }
    generator.write_files(&written)?;
    Ok(())
}

/// A placeholder for `as`: the generator does not know that this is a keyword of Rust.
const KEYWORD: &str = "as-value";

/// Headers that `src/transport.rs` adds to a request, or that no call needs.
const HEADERS: [&str; 3] = ["If-None-Match", "Idempotency-Key", "Prefer"];

/// Rewrites the contract for the generator.
fn fit(contract: &mut Value) {
    let shared = contract["components"]["parameters"].clone();
    for call in members(&mut contract["paths"]).flat_map(members) {
        // A problem has the same type everywhere. `src/transport.rs` handles the headers that
        // change the response.
        if let Some(responses) = call["responses"].as_object_mut() {
            responses.retain(|status, _| status.starts_with('2'));
            responses.values_mut().for_each(fit_lines);
        }
        retain(call, "parameters", |it| {
            let at = it["$ref"].as_str().and_then(|it| it.rsplit('/').next());
            let own = at.map_or(&it["name"], |at| &shared[at]["name"]);
            !HEADERS.iter().any(|name| own == *name)
        });
    }
    let mut events = Map::new();
    if let Some(schemas) = contract["components"]["schemas"].as_object_mut() {
        for (name, schema) in schemas.iter_mut() {
            name_events(name, schema, &mut events);
            fit_members(schema);
            list(schema, "allOf").for_each(fit_members);
        }
        schemas.append(&mut events);
    }
}

/// Records in lines are bytes. The caller splits them.
fn fit_lines(response: &mut Value) {
    let content = response.get_mut("content").and_then(Value::as_object_mut);
    if let Some(content) = content.filter(|it| it.contains_key("application/x-ndjson")) {
        let bytes = json!({ "schema": { "type": "string", "format": "binary" } });
        *content = Map::from_iter([("application/octet-stream".into(), bytes)]);
    }
}

/// Names the variants of a stream's events after the events, and makes the name the discriminator.
fn name_events(stream: &str, schema: &mut Value, named: &mut Map<String, Value>) {
    let mut mapping = Map::new();
    for variant in list(schema, "oneOf") {
        if let Some(event) = variant["properties"]["event"]["enum"][0].as_str() {
            let (initial, rest) = event.split_at(1);
            let name = format!("{stream}{}{rest}", initial.to_uppercase());
            let path = format!("#/components/schemas/{name}");
            mapping.insert(event.into(), json!(path));
            named.insert(name, mem::replace(variant, json!({ "$ref": path })));
        }
    }
    if !mapping.is_empty() {
        schema["discriminator"] = json!({ "propertyName": "event", "mapping": mapping });
    }
}

/// Removes `null` from the type of optional members: the server does not distinguish it from a
/// missing member.
fn fit_members(schema: &mut Value) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        required
            .as_array()
            .is_some_and(|it| it.contains(&json!(name)))
    };
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
        retain(property, "type", |it| it != "null");
        retain(property, "oneOf", |it| it["type"] != "null");
        if let [one] = property
            .get("oneOf")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice)
        {
            *property = one.clone();
        }
    }
    if let Some(value) = properties.remove("as") {
        properties.insert(KEYWORD.into(), value);
        list(schema, "required")
            .filter(|it| *it == "as")
            .for_each(|it| *it = KEYWORD.into());
    }
}

fn members(of: &mut Value) -> impl Iterator<Item = &mut Value> {
    of.as_object_mut().into_iter().flat_map(Map::values_mut)
}

fn list<'a>(of: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> + use<'a> {
    of.get_mut(name)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

fn retain(of: &mut Value, name: &str, is_good: impl FnMut(&Value) -> bool) {
    if let Some(list) = of.get_mut(name).and_then(Value::as_array_mut) {
        list.retain(is_good);
    }
}
