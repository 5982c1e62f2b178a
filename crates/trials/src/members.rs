//! Checks moves that resemble those of a game: each has a member too many, a member too few, or a
//! member of another type.

use rules::{Dice, Kind};
use serde_json::{Value, json};

/// Checks that moves are read from JSON only with exactly their members. A `bool` may have a
/// default.
pub fn are_exact(kind: &'static dyn Kind) {
    let seats = *kind.info().seats.start();
    let options = kind.options(&json!({})).expect("a game has defaults");
    let (position, _) = kind
        .setup(&options, seats, &mut Dice::given(vec![]))
        .expect("a game begins");
    let accepted = accepted(&kind.examples(), |mv| position.text(mv).is_some());
    assert!(accepted.is_empty(), "these are read: {accepted:#?}");
}

/// Returns the variations of these moves that are wrongly accepted.
fn accepted(examples: &[Value], is_read: impl Fn(&str) -> bool) -> Vec<String> {
    let mut wrong: Vec<String> = Vec::new();
    let members = examples.iter().filter_map(Value::as_object).flatten();
    for mv in examples {
        wrong.extend(others(mv).iter().map(Value::to_string));
        let Some(own) = mv.as_object() else { continue };
        let form = &own["type"];
        let word = form.as_str().unwrap_or_default();
        wrong.push(form.to_string());
        for form in [json!({ word: null }), json!(word.to_uppercase())] {
            wrong.push(with(mv, "type", form).to_string());
        }
        for (name, value) in members.clone().filter(|(name, _)| !own.contains_key(*name)) {
            wrong.push(with(mv, name, value.clone()).to_string());
            wrong.push(with(mv, name, Value::Null).to_string());
        }
        let text = mv.to_string();
        let open = text.trim_end_matches('}');
        wrong.extend(
            own.iter()
                .map(|(name, value)| format!("{open},{}:{value}}}", json!(name))),
        );
    }
    wrong.retain(|mv| is_read(mv));
    wrong
}

/// Returns values of other types than this one, and values with another content.
fn others(value: &Value) -> Vec<Value> {
    let mut others = vec![Value::Null];
    match value {
        Value::Null => {}
        Value::Bool(_) => others.extend([json!(1), json!("true")]),
        Value::Number(it) => {
            others.extend([json!(it.to_string()), json!(1.5), json!([it]), json!(true)]);
        }
        Value::String(it) => {
            others.extend([0, 1, 4].map(Value::from));
            others.extend([json!(true), json!([it]), json!({ it: null })]);
        }
        Value::Array(items) => {
            others.extend([json!("x"), json!({"0": items.first()})]);
            for (i, item) in items.iter().enumerate() {
                others.extend(self::others(item).into_iter().map(|other| {
                    let mut items = items.clone();
                    items[i] = other;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(members) => {
            others.push(members.values().cloned().collect());
            others.push(with(value, "surplus", json!(3)));
            for (name, member) in members {
                let without = members.iter().filter(|(it, _)| *it != name);
                if !member.is_boolean() {
                    others.push(Value::Object(
                        without
                            .map(|(name, it)| (name.clone(), it.clone()))
                            .collect(),
                    ));
                }
                let changed = self::others(member).into_iter();
                others.extend(changed.map(|other| with(value, name, other)));
            }
        }
    }
    others
}

/// Returns the object with one member set.
fn with(object: &Value, name: &str, member: Value) -> Value {
    let mut object = object.clone();
    object[name] = member;
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    #[expect(dead_code, reason = "it is only read")]
    enum Lax {
        Roll,
        Step { by: Option<u8> },
    }

    /// Serde buffers an untagged value, and then accepts the index of a variant instead of its
    /// name.
    #[derive(Deserialize)]
    #[serde(untagged, deny_unknown_fields)]
    #[expect(dead_code, reason = "it is only read")]
    enum Numbered {
        Move {
            #[serde(rename = "type")]
            form: Form,
        },
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case", variant_identifier)]
    enum Form {
        Roll,
        Step,
    }

    #[test]
    fn the_number_of_a_form_is_noticed() {
        let is_read = |mv: &str| serde_json::from_str::<Numbered>(mv).is_ok();
        assert_eq!(
            accepted(&[json!({"type": "roll"})], is_read),
            [r#"{"type":0}"#, r#"{"type":1}"#]
        );
    }

    #[test]
    fn what_is_read_too_easily_is_noticed() {
        let examples = [json!({"type": "roll"}), json!({"type": "step", "by": 3})];
        let is_read = |mv: &str| serde_json::from_str::<Lax>(mv).is_ok();
        assert_eq!(
            accepted(&examples, is_read),
            [
                r#"["roll"]"#,
                r#"{"surplus":3,"type":"roll"}"#,
                r#"{"by":3,"type":"roll"}"#,
                r#"{"by":null,"type":"roll"}"#,
                r#"{"type":"step"}"#,
                r#"{"by":null,"type":"step"}"#,
            ]
        );
    }
}
