//! A fault in a body or a query. It consists of its place, a JSON pointer (RFC 6901) or the name of
//! a parameter, and a description in the terms of JSON. Serde's own messages use the terms of Rust,
//! so callers never see them.

use rules::{Language, Message, Word};
use serde_json::{Value, json};
use serde_path_to_error::{Path, Segment};

use common::texts::message;

/// A fault: its place and its description.
#[derive(Clone)]
pub struct Fault {
    place: Place,
    detail: Message,
}

#[derive(Clone)]
enum Place {
    /// In the body: the path of the member.
    Pointer(String),
    /// In the query: the parameter's name.
    Parameter(String),
}

impl Fault {
    /// Makes the fault for an unknown parameter; `known` lists the parameters of the call.
    pub(super) fn unknown_parameter(name: &str, known: &[&str]) -> Fault {
        let detail = match known {
            [] => message("fault-parameter-none"),
            _ => message("fault-parameter").with("known", Word::comma(known.iter().map(quoted))),
        };
        Fault {
            place: Place::Parameter(name.to_owned()),
            detail: detail.with("what", named(name)),
        }
    }

    /// Makes the fault for an error that serde reports about a parameter.
    pub(super) fn of_query(name: &str, found: &str) -> Fault {
        let (missing, detail) = in_words(found);
        let name = missing.as_deref().unwrap_or(name);
        Fault {
            place: Place::Parameter(name.to_owned()),
            detail: detail.with("what", named(name)),
        }
    }

    /// Makes the fault for a parameter whose value the call does not accept, for this reason.
    pub(super) fn of_parameter(name: &str, detail: Message) -> Fault {
        Fault {
            place: Place::Parameter(name.to_owned()),
            detail,
        }
    }

    /// Makes the fault for an error that serde reports about a body, at this path.
    pub(super) fn of_body(path: &Path, found: &str) -> Fault {
        let mut pointer = String::new();
        let mut name = String::new();
        let (member, detail) = in_words(found);
        for segment in path {
            match segment {
                Segment::Seq { index } => {
                    pointer.push_str(&format!("/{index}"));
                    name.push_str(&format!("[{index}]"));
                }
                Segment::Map { key } => push(&mut pointer, &mut name, key),
                Segment::Enum { .. } | Segment::Unknown => {}
            }
        }
        // For a missing member, serde reports the path of the object; for an unknown one, its own
        // path.
        if let Some(member) = member
            && !pointer.ends_with(&format!("/{}", escaped(&member)))
        {
            push(&mut pointer, &mut name, &member);
        }
        let what = match name.is_empty() {
            true => message("fault-body"),
            false => named(&name),
        };
        Fault {
            place: Place::Pointer(pointer),
            detail: detail.with("what", what),
        }
    }

    /// Makes the fault for a body that is not an object.
    pub(super) fn no_object() -> Fault {
        let detail = message("fault-wanted").with("wanted", message("json-object"));
        Fault {
            place: Place::Pointer(String::new()),
            detail: detail.with("what", message("fault-body")),
        }
    }

    /// Returns the description, a sentence.
    pub const fn detail(&self) -> &Message {
        &self.detail
    }

    /// Returns an entry for the `errors` of a problem.
    pub fn to_json(&self, language: Language) -> Value {
        let detail = self.detail.to(language);
        match &self.place {
            Place::Pointer(pointer) => json!({"pointer": format!("#{pointer}"), "detail": detail}),
            Place::Parameter(name) => json!({"parameter": name, "detail": detail}),
        }
    }
}

fn named(name: &str) -> Message {
    message("fault-name").with("name", name)
}

fn quoted(word: &&str) -> Word {
    Word::Text(format!("`{word}`"))
}

fn push(pointer: &mut String, name: &mut String, key: &str) {
    pointer.push('/');
    pointer.push_str(&escaped(key));
    if !name.is_empty() {
        name.push('.');
    }
    name.push_str(key);
}

/// Escapes a key for a pointer (RFC 6901 section 3).
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Returns the words in backquotes in one of serde's messages.
fn words(found: &str) -> Vec<Word> {
    let all = found.split('`').skip(1).step_by(2);
    all.map(|word| quoted(&word)).collect()
}

/// Translates one of serde's messages into a message about `$what`. Also returns the member that
/// serde names, if any.
fn in_words(found: &str) -> (Option<String>, Message) {
    let found = found
        .rsplit_once(" at line ")
        .map_or(found, |(found, _)| found);
    let first = |rest: &str| rest.split('`').next().unwrap_or_default().to_owned();
    if let Some(rest) = found.strip_prefix("missing field `") {
        return (Some(first(rest)), message("fault-missing"));
    }
    if let Some(rest) = found.strip_prefix("duplicate field `") {
        return (Some(first(rest)), message("fault-twice"));
    }
    if let Some(rest) = found.strip_prefix("unknown field `") {
        let known = rest
            .split_once(", expected ")
            .map(|(_, known)| words(known));
        let detail = match known.filter(|known| !known.is_empty()) {
            Some(known) => message("fault-unknown").with("known", Word::Comma(known)),
            None => message("fault-unknown-none"),
        };
        return (Some(first(rest)), detail);
    }
    if let Some(rest) = found.strip_prefix("unknown variant ") {
        let (value, set) = rest.split_once(", expected ").unwrap_or((rest, ""));
        let detail = message("fault-set").with("value", value);
        return (None, detail.with("known", Word::Comma(words(set))));
    }
    for begins in ["invalid type: ", "invalid value: ", "invalid length "] {
        let Some(rest) = found.strip_prefix(begins) else {
            continue;
        };
        let Some((value, wanted)) = rest.split_once(", expected ") else {
            break;
        };
        let wanted = of_rust(wanted);
        let detail = match begins {
            "invalid length " => message("fault-wanted"),
            _ => message("fault-value").with("value", of_json(value)),
        };
        return (None, detail.with("wanted", wanted));
    }
    let detail = match of_text(found) {
        Some(wanted) => message("fault-wanted").with("wanted", wanted),
        None => message("fault-other"),
    };
    (None, detail)
}

/// Returns the type that Rust expected when it failed to parse a text. The parameters of a query
/// are texts.
fn of_text(found: &str) -> Option<Message> {
    let is = |words: &[&str]| words.iter().any(|it| found.contains(it));
    if is(&["`true` or `false`"]) {
        Some(message("json-bool"))
    } else if is(&["RFC 3339"]) {
        Some(message("json-time"))
    } else if is(&["float literal"]) {
        Some(message("json-number"))
    } else if is(&[
        "invalid digit",
        "integer",
        "too large to fit",
        "too small to fit",
    ]) {
        Some(message("json-whole"))
    } else {
        None
    }
}

/// Translates serde's name of a value into the terms of JSON.
fn of_json(value: &str) -> Word {
    let (kind, shown) = value.split_once(' ').unwrap_or((value, ""));
    match kind {
        "null" => "null".into(),
        "map" => message("json-object").into(),
        "sequence" => message("json-array").into(),
        "string" | "boolean" | "integer" => shown.into(),
        "floating" => shown.trim_start_matches("point ").into(),
        _ => message("json-other").into(),
    }
}

/// Translates the type that serde expects into the terms of JSON.
fn of_rust(wanted: &str) -> Message {
    let most = match wanted {
        "u8" => u64::from(u8::MAX),
        "u16" => u64::from(u16::MAX),
        "u32" => u64::from(u32::MAX),
        "u64" | "i8" | "i16" | "i32" | "i64" | "usize" => return message("json-whole"),
        "f32" | "f64" => return message("json-number"),
        "a sequence" => return message("json-array"),
        "a map" => return message("json-object"),
        "a string" | "a borrowed string" | "a character" => return message("json-text"),
        "a boolean" => return message("json-bool"),
        _ if wanted.starts_with("struct ") => return message("json-object"),
        _ if wanted.contains("enum ") => return message("json-word"),
        _ => return message("json-other"),
    };
    message("json-between")
        .with("least", 0_u32)
        .with("most", most)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Body {
        seats: u8,
        list: Option<Vec<Inner>>,
        colour: Option<Colour>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Inner {
        name: String,
        on: bool,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        Blue,
    }

    #[test]
    fn fault_of_a_body_has_a_pointer_and_a_detail() {
        for (body, pointer, detail) in [
            ("{}", "#/seats", "“seats” is missing."),
            (
                r#"{"seats": 300}"#,
                "#/seats",
                "“seats” cannot be `300`. It is a whole number from 0 to 255.",
            ),
            (
                r#"{"seats": null}"#,
                "#/seats",
                "“seats” cannot be null. It is a whole number from 0 to 255.",
            ),
            (
                r#"{"seats": 1, "a/b": 2}"#,
                "#/a~1b",
                "“a/b” is not a member of this call. It takes `seats`, `list`, `colour`.",
            ),
            (
                r#"{"seats": 1, "list": [{"name": "x", "on": true}, {"name": 1}]}"#,
                "#/list/1/name",
                "“list[1].name” cannot be `1`. It is a text.",
            ),
            (
                r#"{"seats": 1, "list": [{"name": "x"}]}"#,
                "#/list/0/on",
                "“list[0].on” is missing.",
            ),
            (
                r#"{"seats": 1, "list": {}}"#,
                "#/list",
                "“list” cannot be an object. It is an array.",
            ),
            (
                r#"{"seats": 1, "colour": "pink"}"#,
                "#/colour",
                "“colour” cannot be `pink`. It may be `red`, `blue`.",
            ),
            ("7", "#", "The body cannot be `7`. It is an object."),
        ] {
            let json = &mut serde_json::Deserializer::from_str(body);
            let error = serde_path_to_error::deserialize::<_, Body>(json).err();
            let error = error.unwrap_or_else(|| panic!("{body} is taken"));
            let fault = Fault::of_body(error.path(), &error.inner().to_string());
            assert_eq!(fault.detail().to(Language::English), detail, "{body}");
            assert_eq!(
                fault.to_json(Language::English)["pointer"],
                pointer,
                "{body}"
            );
        }
    }
}
