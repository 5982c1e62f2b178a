//! What games say is there in every language, and all of it is said.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rules::{Catalogue, Kind};

/// The source text of all `.rs` files below a folder.
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

/// The words in quotation marks.
fn quoted(source: &str) -> BTreeSet<&str> {
    source.split('"').skip(1).collect()
}

/// What follows `.message(`, `told!(` and `refused!(`, there perhaps behind a code, where that is a
/// word in quotation marks.
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
    let used = quoted(source);
    let unused: Vec<_> = ids
        .iter()
        .filter(|id| !used.contains(id.as_str()))
        .collect();
    assert_eq!(unused, [""; 0], "{whose}: there and never named");
}

/// Everything that the game says is there in every language, and all that is there is said.
pub fn speaks(kind: &dyn Kind, home: &Path) {
    let info = kind.info();
    check(info.messages, &sources(&home.join("src")), info.id);
    assert!(!info.messages.ids().is_empty(), "{} says nothing", info.id);
}
