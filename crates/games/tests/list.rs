//! The list of games.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test reads files and fails by panicking"
)]

use std::path::PathBuf;

use games::KINDS;
use rules::Rules;

/// The folders of the games' crates.
fn homes() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut homes: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    homes.retain(|home| home.join("en/rules.md").exists());
    homes
}

/// A version whose games are stored somewhere stays in the list, and replays them as it did: the
/// folders of golden replays tell which versions there were.
#[test]
fn every_version_with_replays_is_in_the_list() {
    let mut versions = 0;
    for home in homes() {
        let id = home.file_name().unwrap().to_str().unwrap();
        if id == pig::Pig::ID {
            continue;
        }
        for folder in std::fs::read_dir(home.join("tests/replays")).unwrap() {
            let name = folder.unwrap().file_name().into_string().unwrap();
            let version = name.strip_prefix('v').unwrap();
            let rules = format!("{id}@{version}");
            let kind = KINDS.find(&rules).unwrap_or_else(|| panic!("{rules}"));
            // The current one is played among the trials of its crate.
            if KINDS.latest(id).unwrap().info().version != kind.info().version {
                trials::replays::come_out(kind, &home);
            }
            versions += 1;
        }
    }
    assert!(versions >= KINDS.0.len());
}

/// Every game is held to what all are held to.
#[test]
fn every_game_has_its_trials() {
    let homes = homes();
    for kind in KINDS.current() {
        let home = homes.iter().find(|home| home.ends_with(kind.info().id));
        let trials = home.unwrap().join("tests/trials.rs");
        let text = std::fs::read_to_string(&trials).unwrap();
        assert!(text.contains("trials::hold!("), "{}", trials.display());
    }
}

/// The server stores no games of rules that it does not know: ids and versions are told apart.
#[test]
fn every_kind_has_a_name_of_its_own() {
    let mut names: Vec<String> = KINDS.0.iter().map(|kind| kind.info().rules()).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// Pig is there to be read, and to be held to the same.
#[test]
fn the_worked_example_is_not_offered() {
    assert!(KINDS.latest(pig::Pig::ID).is_none());
}
