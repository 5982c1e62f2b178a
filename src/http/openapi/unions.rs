//! Tagged unions: each variant gets a name of its own, and the union a discriminator. Otherwise,
//! client generators invent names for the variants, and have to guess which one they read.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::http::openapi::{SCHEMAS, pascal, reference};

/// The members that tell variants apart.
const TAGS: [&str; 2] = ["type", "event"];

/// Names the variants of all tagged unions. Variants with the same tag become one.
pub(super) fn name_variants(schemas: &mut Map<String, Value>) {
    let mut variants = Map::new();
    for (name, schema) in schemas.iter_mut() {
        let forms = schema.get("oneOf").and_then(Value::as_array);
        let forms: &[Value] = forms.map_or(&[], Vec::as_slice);
        let Some((member, by_tag)) = TAGS.iter().find_map(|tag| Some((tag, by_tag(forms, tag)?)))
        else {
            continue;
        };
        let mut references = Vec::new();
        let mut mapping = Map::new();
        for (tag, variant) in by_tag {
            let name = format!("{name}{}", pascal(&tag));
            references.push(reference(&name));
            mapping.insert(tag, format!("{SCHEMAS}{name}").into());
            variants.insert(name, variant);
        }
        schema["oneOf"] = references.into();
        schema["discriminator"] = json!({"propertyName": member, "mapping": mapping});
    }
    schemas.append(&mut variants);
}

/// Returns the variants by the values of their tag. Returns `None` if one has no such tag.
fn by_tag(forms: &[Value], tag: &str) -> Option<BTreeMap<String, Value>> {
    let mut found: BTreeMap<String, Value> = BTreeMap::new();
    for form in forms {
        let tag = value(&form["properties"][tag])?;
        match found.get_mut(tag) {
            Some(same) => merge(same, form),
            None => _ = found.insert(tag.to_owned(), form.clone()),
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Returns the only value that a schema allows.
fn value(schema: &Value) -> Option<&str> {
    let values = schema["enum"].as_array().map(Vec::as_slice);
    match values {
        Some([only]) => only.as_str(),
        _ => schema["const"].as_str(),
    }
}

/// Makes one variant of two: it may have the members of both, and needs those that both need.
fn merge(variant: &mut Value, other: &Value) {
    let texts = [&*variant, other].map(|it| it["description"].as_str().unwrap_or_default());
    variant["description"] = texts.join("\n").into();
    if let Some(required) = variant["required"].as_array_mut() {
        let needed = other["required"].as_array();
        required.retain(|name| needed.is_some_and(|it| it.contains(name)));
    }
    for (name, theirs) in other["properties"].as_object().into_iter().flatten() {
        match variant["properties"].get_mut(name) {
            Some(ours) => widen(ours, theirs),
            None => variant["properties"][name] = theirs.clone(),
        }
    }
}

/// Lets a set allow the values of another one too.
fn widen(ours: &mut Value, theirs: &Value) {
    let ours = ours.get_mut("enum").and_then(Value::as_array_mut);
    if let (Some(ours), Some(theirs)) = (ours, theirs["enum"].as_array()) {
        for value in theirs {
            if !ours.contains(value) {
                ours.push(value.clone());
            }
        }
        ours.sort_by_key(|value| (value.as_i64(), value.as_str().map(str::to_owned)));
    }
}
