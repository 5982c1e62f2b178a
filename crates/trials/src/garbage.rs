//! Generates invalid moves, most of which resemble valid ones.

use rules::Dice;
use serde_json::{Value, json};

use crate::tables::pick;

/// Returns texts that every game must reject as moves, without a panic.
pub(crate) fn malformed() -> Vec<String> {
    let deep = r#"{"type":"#.repeat(5_000);
    let texts = [
        "",
        " ",
        "{",
        "}",
        "null",
        "true",
        "0",
        "-1",
        "1e999",
        "\"\"",
        "\"roll\"",
        "[]",
        "[[]]",
        "{}",
        r#"{"type":null}"#,
        r#"{"type":""}"#,
        r#"{"type":0}"#,
        r#"{"type":"no such move"}"#,
        r#"{"type":["roll"]}"#,
        r#"{"type":"leave"}"#,
        r#"{"text":"roll"}"#,
        "{\"type\":\"\u{0}\"}",
        r#"{"type":"\ud800"}"#,
        "\u{feff}{}",
        &deep,
    ];
    texts.map(str::to_owned).to_vec()
}

/// Changes a random part of a move. `words` are strings that games may know.
pub(crate) fn mutated(mv: &Value, words: &[String], chance: &mut Dice) -> Value {
    let mut mutated = mv.clone();
    mutate(&mut mutated, words, chance);
    mutated
}

fn mutate(value: &mut Value, words: &[String], chance: &mut Dice) {
    match chance.below(24) {
        0 => {
            *value = other(words, chance);
            return;
        }
        // Serde also reads the members of an object from an array.
        1 => {
            if let Some(members) = value.as_object() {
                *value = members.values().rev().cloned().collect();
                return;
            }
        }
        _ => {}
    }
    match value {
        Value::Number(number) => {
            let was = number.as_i64().unwrap_or_default();
            let near = [was - 1, was + 1, 0, 1, -1, was + 256, i64::from(i32::MAX)];
            *value = match chance.below(9) {
                7 => json!(u64::MAX),
                8 => json!(1.5),
                i => json!(near[i as usize]),
            };
        }
        Value::String(text) => {
            *value = match chance.below(5) {
                0 => json!(text.to_uppercase()),
                1 => json!(format!("{text} ")),
                _ => json!(pick(chance, words)),
            };
        }
        Value::Array(items) => match chance.below(4) {
            0 => items.push(json!(0)),
            1 => drop(items.pop()),
            _ if items.is_empty() => items.push(Value::Null),
            2 => items.rotate_left(1),
            _ => {
                let i = chance.below(items.len() as u32) as usize;
                mutate(&mut items[i], words, chance);
            }
        },
        Value::Object(members) => {
            let names: Vec<String> = members.keys().cloned().collect();
            match chance.below(8) {
                0 => drop(members.insert(pick(chance, words).clone(), json!(0))),
                _ if names.is_empty() => drop(members.insert("type".to_owned(), json!(""))),
                1 => drop(members.remove(pick(chance, &names))),
                2 => {
                    let (from, to) = (pick(chance, &names), pick(chance, &names));
                    let copy = members[from].clone();
                    members.insert(to.clone(), copy);
                }
                _ => {
                    let name = pick(chance, &names).clone();
                    mutate(&mut members[&name], words, chance);
                }
            }
        }
        Value::Null | Value::Bool(_) => *value = other(words, chance),
    }
}

fn other(words: &[String], chance: &mut Dice) -> Value {
    match chance.below(7) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!([]),
        3 => json!({}),
        4 => json!(chance.below(20)),
        5 => json!([0, 1]),
        _ => json!(pick(chance, words)),
    }
}

/// Collects the strings in a value, including member names.
pub(crate) fn words_of(value: &Value, words: &mut Vec<String>) {
    let mut learn = |word: &str| {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    };
    match value {
        Value::String(text) => learn(text),
        Value::Array(items) => items.iter().for_each(|it| words_of(it, words)),
        Value::Object(members) => {
            for (name, value) in members {
                if !words.iter().any(|known| known == name) {
                    words.push(name.clone());
                }
                words_of(value, words);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Changes a line of move notation at random, so that it is no longer valid.
pub(crate) fn garbled(text: &str, chance: &mut Dice) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let i = chance.below(words.len() as u32) as usize;
    match chance.below(9) {
        0 => drop(words.remove(i)),
        1 => words.insert(i, words[i].clone()),
        2 => words.rotate_left(1),
        3 => words[i] = "99999999999999999999".to_owned(),
        4 => words[i] = "-1".to_owned(),
        5 => words[i] = "ß\u{301}\u{0}\u{202e}".to_owned(),
        6 => drop(words[i].pop()),
        7 => words[i].push('x'),
        _ => words = vec![" \t ".to_owned()],
    }
    words.join(" ")
}
