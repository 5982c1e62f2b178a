//! What is wrong with a body or a query: where, as a JSON pointer (RFC 6901) or the name of a parameter, and in
//! words for whoever writes a client.

use serde_json::{Value, json};
use serde_path_to_error::{Path, Segment};

/// Where a fault is, and what it is.
#[derive(Clone)]
pub struct Fault {
    place: Place,
    detail: String,
}

#[derive(Clone)]
enum Place {
    /// In the body: the member's path.
    Pointer(String),
    /// In the query: the parameter's name.
    Parameter(String),
}

impl Fault {
    /// A parameter of the query.
    pub(super) fn parameter(name: &str, detail: &str) -> Fault {
        Fault {
            place: Place::Parameter(name.to_owned()),
            detail: format!("“{name}” {detail}"),
        }
    }

    /// What serde found wrong with a parameter.
    pub(super) fn of_query(name: &str, found: &str) -> Fault {
        let (missing, words) = in_words(found);
        Fault::parameter(missing.as_deref().unwrap_or(name), &words)
    }

    /// What serde found wrong with a body, at this path of it.
    pub(super) fn of_body(path: &Path, found: &str) -> Fault {
        let mut pointer = String::new();
        let mut name = String::new();
        let (member, words) = in_words(found);
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
        // Of a member that is missing the path is that of the object; of one too many it is its own.
        if let Some(member) = member
            && !pointer.ends_with(&format!("/{}", escaped(&member)))
        {
            push(&mut pointer, &mut name, &member);
        }
        let detail = match name.is_empty() {
            true => format!("The body {words}"),
            false => format!("“{name}” {words}"),
        };
        Fault {
            place: Place::Pointer(pointer),
            detail,
        }
    }

    /// The sentence.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// One of the `errors` of a problem.
    pub fn to_json(&self) -> Value {
        match &self.place {
            Place::Pointer(pointer) => {
                json!({"pointer": format!("#{pointer}"), "detail": self.detail})
            }
            Place::Parameter(name) => json!({"parameter": name, "detail": self.detail}),
        }
    }
}

fn push(pointer: &mut String, name: &mut String, key: &str) {
    pointer.push('/');
    pointer.push_str(&escaped(key));
    if !name.is_empty() {
        name.push('.');
    }
    name.push_str(key);
}

/// A key as part of a pointer (RFC 6901 section 3).
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// What serde says, as the end of a sentence about the member; and which member, where it is told by name alone.
fn in_words(found: &str) -> (Option<String>, String) {
    let found = found
        .rsplit_once(" at line ")
        .map_or(found, |(found, _)| found);
    let named = |rest: &str| rest.split('`').next().unwrap_or_default().to_owned();
    if let Some(rest) = found.strip_prefix("missing field `") {
        return (Some(named(rest)), "is missing.".to_owned());
    }
    if let Some(rest) = found.strip_prefix("duplicate field `") {
        return (Some(named(rest)), "stands there twice.".to_owned());
    }
    if let Some(rest) = found.strip_prefix("unknown field `") {
        let known = rest.split_once(", expected ").map(|(_, known)| known);
        let known = known.map_or(String::new(), |known| format!(": it takes {known}"));
        return (
            Some(named(rest)),
            format!("is nothing that this call knows{known}."),
        );
    }
    if let Some(rest) = found.strip_prefix("unknown variant ") {
        let (value, set) = rest.split_once(", expected ").unwrap_or((rest, "another"));
        return (None, format!("cannot be {value}: it may be {set}."));
    }
    for begins in ["invalid type: ", "invalid value: ", "invalid length "] {
        let Some(rest) = found.strip_prefix(begins) else {
            continue;
        };
        let (value, wanted) = rest.split_once(", expected ").unwrap_or((rest, "another"));
        let value = match begins {
            "invalid length " => format!("of length {value}"),
            _ => of_json(value),
        };
        return (
            None,
            format!("cannot be {value}: it is {}.", wanted_in_words(wanted)),
        );
    }
    (None, format!("is not right: {found}."))
}

/// A value as serde names it, in the words of JSON.
fn of_json(value: &str) -> String {
    let (kind, shown) = value.split_once(' ').unwrap_or((value, ""));
    match kind {
        "null" => "null".to_owned(),
        "map" => "an object".to_owned(),
        "sequence" => "an array".to_owned(),
        "string" | "boolean" | "integer" => shown.to_owned(),
        "floating" => shown.trim_start_matches("point ").to_owned(),
        _ => value.to_owned(),
    }
}

/// What serde expects, in the words of JSON.
fn wanted_in_words(wanted: &str) -> String {
    let whole = match wanted {
        "u8" => Some((0, u64::from(u8::MAX))),
        "u16" => Some((0, u64::from(u16::MAX))),
        "u32" => Some((0, u64::from(u32::MAX))),
        _ => None,
    };
    if let Some((least, most)) = whole {
        return format!("a whole number from {least} to {most}");
    }
    match wanted {
        "u64" | "i8" | "i16" | "i32" | "i64" | "usize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a sequence" => "an array".to_owned(),
        "a map" => "an object".to_owned(),
        "a boolean" => "true or false".to_owned(),
        _ if wanted.starts_with("struct ") => "an object".to_owned(),
        _ if wanted.contains("enum ") => "a word of a closed set".to_owned(),
        _ => wanted.to_owned(),
    }
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
    fn a_fault_is_told_with_its_place() {
        for (body, pointer, detail) in [
            ("{}", "#/seats", "“seats” is missing."),
            (
                r#"{"seats": 300}"#,
                "#/seats",
                "“seats” cannot be `300`: it is a whole number from 0 to 255.",
            ),
            (
                r#"{"seats": null}"#,
                "#/seats",
                "“seats” cannot be null: it is a whole number from 0 to 255.",
            ),
            (
                r#"{"seats": 1, "a/b": 2}"#,
                "#/a~1b",
                "“a/b” is nothing that this call knows: it takes one of `seats`, `list`, `colour`.",
            ),
            (
                r#"{"seats": 1, "list": [{"name": "x", "on": true}, {"name": 1}]}"#,
                "#/list/1/name",
                "“list[1].name” cannot be `1`: it is a string.",
            ),
            (
                r#"{"seats": 1, "list": [{"name": "x"}]}"#,
                "#/list/0/on",
                "“list[0].on” is missing.",
            ),
            (
                r#"{"seats": 1, "list": {}}"#,
                "#/list",
                "“list” cannot be an object: it is an array.",
            ),
            (
                r#"{"seats": 1, "colour": "pink"}"#,
                "#/colour",
                "“colour” cannot be `pink`: it may be `red` or `blue`.",
            ),
            ("7", "#", "The body cannot be `7`: it is an object."),
        ] {
            let json = &mut serde_json::Deserializer::from_str(body);
            let error = serde_path_to_error::deserialize::<_, Body>(json).err();
            let error = error.unwrap_or_else(|| panic!("{body} is taken"));
            let fault = Fault::of_body(error.path(), &error.inner().to_string());
            assert_eq!(fault.detail(), detail, "{body}");
            assert_eq!(fault.to_json()["pointer"], pointer, "{body}");
        }
    }
}
