//! Writes the document as YAML that all parsers read alike. Texts that YAML 1.1 reads as booleans
//! (`on`, `no`) or times are quoted. Lists of words take few lines, and an object takes one if it fits.

use serde_json::{Map, Value};

/// How long a line with a list may be, in columns.
const WIDTH: usize = 100;

/// Writes an object. The members named in `first` come first.
pub(super) fn write(document: &Value, first: &[&str]) -> String {
    let empty = Map::new();
    let members = document.as_object().unwrap_or(&empty);
    let known = first.iter().filter_map(|name| members.get_key_value(*name));
    let rest = members
        .iter()
        .filter(|(name, _)| !first.contains(&name.as_str()));
    let mut out = String::new();
    known
        .chain(rest)
        .for_each(|(name, value)| member(name, value, 0, &mut out));
    out
}

fn member(name: &str, value: &Value, indent: usize, out: &mut String) {
    out.extend([&" ".repeat(indent), &scalar(name), ":"]);
    match value {
        Value::Object(members) if !members.is_empty() => match in_one_line(value, name, indent) {
            Some(line) => out.extend([" ", &line, "\n"]),
            None => {
                out.push('\n');
                nested(value, indent + 2, out);
            }
        },
        Value::Array(items) => {
            let few = in_few_lines(items, indent + 2, out);
            match few.or_else(|| in_one_line(value, name, indent)) {
                Some(list) => out.extend([" ", &list, "\n"]),
                None => {
                    out.push('\n');
                    nested(value, indent, out);
                }
            }
        }
        Value::String(text) => match literal(text, indent + 2) {
            Some(lines) => out.extend([" ", &lines]),
            None => out.extend([" ", &scalar(text), "\n"]),
        },
        other => out.extend([" ", &other.to_string(), "\n"]),
    }
}

/// Writes the lines of a list or an object, or one line for any other value.
fn nested(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (name, value) in members {
                member(name, value, indent, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                if let Some(line) = in_one_line(item, "", indent) {
                    out.extend([&" ".repeat(indent), "- ", &line, "\n"]);
                    continue;
                }
                let mut lines = String::new();
                nested(item, indent + 2, &mut lines);
                out.extend([&" ".repeat(indent), "- ", lines.trim_start_matches(' ')]);
            }
        }
        Value::String(text) => out.extend([&" ".repeat(indent), &scalar(text), "\n"]),
        other => out.extend([&" ".repeat(indent), &other.to_string(), "\n"]),
    }
}

/// Writes an object or a list on the line of its name. Returns `None` if it does not fit. A
/// reference always does.
fn in_one_line(value: &Value, name: &str, indent: usize) -> Option<String> {
    let line = match value {
        Value::Object(_) | Value::Array(_) => flow(value)?,
        _ => return None,
    };
    let is_reference = value.get("$ref").is_some() && value.as_object()?.len() == 1;
    let width = indent + name.chars().count() + 2 + line.chars().count();
    (is_reference || width <= WIDTH).then_some(line)
}

/// Writes a value in the flow style. Returns `None` if it contains a text of several lines.
fn flow(value: &Value) -> Option<String> {
    let word = |text: &str| match is_plain(text) && !text.contains(['[', ']', '{', '}', ',']) {
        true => text.to_owned(),
        false => quoted(text),
    };
    Some(match value {
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| Some(format!("{}: {}", word(name), flow(value)?)));
            format!("{{{}}}", members.collect::<Option<Vec<_>>>()?.join(", "))
        }
        Value::Array(items) => {
            let items = items.iter().map(flow).collect::<Option<Vec<_>>>()?;
            format!("[{}]", items.join(", "))
        }
        Value::String(text) if text.contains('\n') => return None,
        Value::String(text) => word(text),
        other => other.to_string(),
    })
}

/// Writes a list of words and numbers on as few lines as possible. Returns `None` for any other
/// list.
fn in_few_lines(items: &[Value], indent: usize, out: &str) -> Option<String> {
    let is_simple = |c: char| c.is_alphanumeric() || "_-./@ ".contains(c);
    let word = |item: &Value| match item {
        Value::Array(_) | Value::Object(_) => None,
        Value::String(text) if text.chars().all(is_simple) => Some(scalar(text)),
        Value::String(text) => Some(quoted(text)),
        other => Some(other.to_string()),
    };
    let words: Vec<String> = items.iter().map(word).collect::<Option<_>>()?;
    let mut list = "[".to_owned();
    let mut column = out.len() - out.rfind('\n').map_or(0, |at| at + 1) + 2;
    for (i, word) in words.iter().enumerate() {
        let length = word.chars().count() + 2;
        if i > 0 && column + length > WIDTH {
            list.extend([",\n", &" ".repeat(indent)]);
            column = indent;
        } else if i > 0 {
            list.push_str(", ");
        }
        list.push_str(word);
        column += length;
    }
    Some(list + "]")
}

/// Writes a text of several lines as a literal block. Returns `None` if that is impossible.
fn literal(text: &str, indent: usize) -> Option<String> {
    let is_text = |line: &str| !line.ends_with(' ') && !line.contains(char::is_control);
    let (body, mark) = match text.strip_suffix('\n') {
        Some(body) => (body, "|"),
        None => (text, "|-"),
    };
    let begins_well = !body.starts_with([' ', '\n']) && !body.ends_with('\n');
    if !text.contains('\n') || !begins_well || !body.lines().all(is_text) {
        return None;
    }
    let margin = " ".repeat(indent);
    let mut lines = format!("{mark}\n");
    for line in body.lines() {
        let margin = if line.is_empty() { "" } else { &margin };
        lines.extend([margin, line, "\n"]);
    }
    Some(lines)
}

fn scalar(text: &str) -> String {
    match is_plain(text) {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// Quotes a text as JSON does, which is valid YAML.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Whether a text needs no quotes. A text that begins with a letter is neither a number nor a time.
fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$' || c == '/')
        && !text.ends_with([':', ' '])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains(char::is_control)
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}
