//! Unions that client generators understand. Each variant of a tagged union gets a name of its own,
//! and the union a discriminator: otherwise, generators invent names, and have to guess which
//! variant they read. And a member that may be missing is not null as well.

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
        let value = value(&form["properties"][tag])?;
        match found.get_mut(value) {
            Some(same) => merge(same, form),
            None => {
                let mut form = form.clone();
                form["properties"][tag] = json!({"const": value, "type": "string"});
                found.insert(value.to_owned(), form);
            }
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

/// Makes optional members of objects not nullable. Requests may contain null there, but no client
/// needs it; responses do not.
pub(super) fn drop_null_of_optional_members(schemas: &mut Map<String, Value>) {
    for schema in schemas.values_mut() {
        drop_in_object(schema);
        let parts = schema.get_mut("allOf").and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(drop_in_object);
    }
}

fn drop_in_object(schema: &mut Value) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        // Browsers write `"expirationTime": null` (Push API, section 8).
        if name != "expirationTime" && !required.iter().any(|it| it == name) {
            drop_null(property);
        }
    }
}

/// Removes null from what a schema allows.
pub(super) fn drop_null(schema: &mut Value) {
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    }
    let forms = ["oneOf", "anyOf"].map(|it| schema[it].as_array().cloned());
    let Some(forms) = forms.into_iter().flatten().next() else {
        return;
    };
    let is_null = |form: &&Value| form["type"] == "null";
    let others: Vec<&Value> = forms.iter().filter(|form| !is_null(form)).collect();
    if let [one] = others.as_slice()
        && forms.len() == 2
    {
        let mut one = (*one).clone();
        if let Some(description) = schema.get("description") {
            one["description"] = description.clone();
        }
        *schema = one;
    }
}
