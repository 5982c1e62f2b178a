//! Checks that a game's messages and its manual exist in every language, and that the game uses all
//! its messages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rules::record::Record;
use rules::{BOARD, Catalogue, Kind, Kinds, Language};
use serde_json::Value;

use super::scripts::headings;

/// Returns the source text of all `.rs` files below a folder.
#[expect(clippy::disallowed_methods, reason = "the tests are not the rules")]
fn sources(folder: &Path) -> String {
    let mut all = String::new();
    for entry in fs::read_dir(folder).expect("a game has sources") {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            all.push_str(&sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            all.push_str(&fs::read_to_string(path).expect("a source is a text"));
        }
    }
    all
}

/// Returns the text between quotation marks.
fn quoted(source: &str) -> BTreeSet<&str> {
    source.split('"').skip(1).collect()
}

/// Returns the message ids after `.message(`, `told!(` and `refused!(`, in the last perhaps after a
/// code, if they are string literals.
fn named(source: &str) -> BTreeSet<&str> {
    let calls = |call| source.split(call).skip(1);
    fn word(rest: &str) -> Option<(&str, &str)> {
        rest.trim_start().strip_prefix('"')?.split_once('"')
    }
    let refused = calls("refused!(").filter_map(word);
    let refused = refused.map(|(id, rest)| {
        let second = rest.trim_start_matches([',', ' ', '\n']);
        word(second).map_or(id, |(second, _)| second)
    });
    let others = calls(".message(").chain(calls("told!("));
    others
        .filter_map(word)
        .map(|(id, _)| id)
        .chain(refused)
        .collect()
}

fn check(catalogue: &Catalogue, source: &str, whose: &str) {
    assert_eq!(catalogue.faults(), [""; 0], "{whose}");
    let ids = catalogue.ids();
    let missing: Vec<_> = named(source)
        .into_iter()
        .filter(|id| !ids.contains(*id))
        .collect();
    assert_eq!(missing, [""; 0], "{whose}: named and not there");
}

/// Collects the titles and descriptions in the schema of the options.
fn told_of_options(schema: &Value, told: &mut BTreeSet<String>) {
    for (name, member) in schema.as_object().into_iter().flatten() {
        match (name.as_str(), member) {
            ("title" | "description", Value::String(text)) => drop(told.insert(text.clone())),
            (_, Value::Array(parts)) => parts.iter().for_each(|it| told_of_options(it, told)),
            _ => told_of_options(member, told),
        }
    }
}

/// Checks that all messages of the game exist in every language, and that the game uses each
/// message.
pub fn speaks(kind: &dyn Kind, home: &Path) {
    let info = kind.info();
    let source = sources(&home.join("src"));
    check(info.messages, &source, info.id);
    let ids = info.messages.ids();
    assert!(!ids.is_empty(), "{} says nothing", info.id);
    let mut used = quoted(&source);
    used.insert("summary");
    let mut told = BTreeSet::new();
    told_of_options(&kind.options_schema(Language::English), &mut told);
    let is_told = |id: &'static str| {
        let text = info.messages.message(id);
        id.starts_with("option-") && told.contains(&text.to(Language::English))
    };
    let unused = ids
        .into_iter()
        .filter(|id| !used.contains(id) && !is_told(id));
    let unused: Vec<_> = unused.collect();
    assert_eq!(unused, [""; 0], "{}: there and never named", info.id);
}

/// The number of sections in [`rules::Manual::how_to_play`]: the goal, a turn, the notation, an
/// example, the end, tips.
const SECTIONS: usize = 6;

/// Checks that the manual of the game exists in every language, and that its example can be set up.
pub fn explains(kind: &'static dyn Kind) {
    let manual = kind.info().manual;
    let numbers = |language: Language| -> Vec<String> {
        let headings = headings(manual.rules[language as usize]);
        headings.into_iter().map(|it| it.section).collect()
    };
    for language in Language::ALL {
        assert_eq!(numbers(language), numbers(Language::English), "{language}");
        let page = manual.how_to_play[language as usize];
        let sections = page.lines().filter(|line| line.starts_with("## "));
        assert_eq!(sections.count(), SECTIONS, "{language}");
        assert!(page.starts_with("# "), "{language}: a page has a title");
        let boards = page.lines().filter(|line| *line == BOARD);
        assert_eq!(boards.count(), 1, "{language}");
        let mut known = BTreeSet::new();
        for line in manual.words[language as usize].lines() {
            let (notation, own) = line.split_once(" = ").expect("a line is `roll = throw`");
            for own in own.split(", ").chain([notation]) {
                assert!(known.insert(own), "{language}: {own} twice");
                assert_eq!(own, own.trim().to_lowercase(), "{language}");
            }
        }
    }
    assert_eq!(manual.plain_blanks(), [""; 0]);
    let record = Record::from_json(manual.example).expect("the example is a history");
    let list = [kind];
    let mut game = record.start(Kinds(&list)).expect("the example begins");
    for entry in &record.entries {
        game.replay(entry).expect("the example can be played");
    }
    assert!(
        !game.acting().is_empty(),
        "in the example there is something to decide"
    );
}
