//! What games say is there in every language, and all of it is said.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test reads the sources and fails by panicking"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rules::{Catalogue, registry};

/// The source text of all `.rs` files below a folder.
fn sources(folder: &Path) -> String {
    let mut all = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.push_str(&sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            all.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    all
}

/// The words in quotation marks.
fn quoted(source: &str) -> BTreeSet<&str> {
    source.split('"').skip(1).collect()
}

/// What follows `.message(`, where that is a word in quotation marks.
fn named(source: &str) -> BTreeSet<&str> {
    let calls = source.split(".message(").skip(1);
    calls
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
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

#[test]
fn every_game_says_everything_in_every_language() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    for kind in registry::current() {
        let info = kind.info();
        let folder = games.join(info.id.replace('-', "_"));
        check(info.messages, &sources(&folder), info.id);
        assert!(!info.messages.ids().is_empty(), "{} says nothing", info.id);
    }
}
