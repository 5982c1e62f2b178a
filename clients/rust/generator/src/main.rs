//! Writes `src/api` from the contract: all calls, and all types under their names there.

use std::{error::Error, fs, path::Path};

use openapi_to_rust::{
    CodeGenerator, GeneratorConfig, SchemaAnalyzer, config::BuildersSection,
    spec_source::parse_spec,
};
use serde_json::{Map, Value};

/// A constructor with the client's own transport, for which the generator has no setting.
const TRANSPORT: &str = "
impl HttpClient {
    /// Sends requests with this client.
    pub(crate) fn with_transport(self, http_client: ClientWithMiddleware) -> Self {
        Self { http_client, ..self }
    }
}
";

/// The sets that may gain words (docs/CONTRACT-CHANGES.md). A client reads words that it does not know.
const GROWING: [&str; 7] = [
    "Bot",
    "Language",
    "ProblemCode",
    "Scope",
    "Successor",
    "WebhookEvent",
    "WebhookFormat",
];

/// Headers that `src/transport.rs` adds to a request, or that no call needs, by their names in the
/// contract.
const HEADERS: [&str; 4] = [
    "IdempotencyKey",
    "IfNoneMatch",
    "Prefer",
    "ShortIdempotencyKey",
];

/// What the generator does not support, and a replacement: a keyword of Rust as the name of a member,
/// and lines of JSON, which are text.
const REPLACED: [(&str, &str); 2] = [
    ("\"as\"", "\"as-value\""),
    ("application/x-ndjson", "text/plain"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = here.join("../../../openapi.yaml");
    let contract = parse_spec(&fs::read_to_string(&path)?, &path.to_string_lossy())?;
    let replace = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    let text = REPLACED.iter().fold(contract.to_string(), replace);
    let mut contract: Value = serde_json::from_str(&text)?;
    for call in members(&mut contract["paths"]).flat_map(members) {
        // A problem has the same type everywhere.
        if let Some(responses) = call["responses"].as_object_mut() {
            responses.retain(|status, _| status.starts_with('2'));
        }
        if let Some(parameters) = call["parameters"].as_array_mut() {
            parameters.retain(|it| !HEADERS.iter().any(|name| is_reference(it, name)));
        }
    }

    let generator = CodeGenerator::new(GeneratorConfig {
        output_dir: here.join("../src/api"),
        module_name: "api".into(),
        enable_sse_client: false,
        tracing_enabled: false,
        extensible_enum_overrides: GROWING.map(|name| (name.into(), true)).into(),
        builders: BuildersSection {
            enabled: true,
            threshold: 0,
        },
        ..GeneratorConfig::default()
    });
    let mut written = generator.generate_all(&mut SchemaAnalyzer::new(contract)?.analyze()?)?;
    for file in &mut written.files {
        let (keyword, placeholder) = REPLACED[0];
        file.content = file.content.replace(placeholder, keyword);
        if file.path.ends_with("client.rs") {
            file.content.push_str(TRANSPORT);
        }
    }
    generator.write_files(&written)?;
    Ok(())
}

fn members(of: &mut Value) -> impl Iterator<Item = &mut Value> {
    of.as_object_mut().into_iter().flat_map(Map::values_mut)
}

/// Whether a parameter is the one of this name in the contract's components.
fn is_reference(parameter: &Value, name: &str) -> bool {
    parameter["$ref"] == format!("#/components/parameters/{name}")
}
