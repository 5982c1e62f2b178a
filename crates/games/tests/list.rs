//! The list of games.

use std::path::Path;

use games::KINDS;
use rules::Rules;

/// A version whose games are stored somewhere stays in the list: the folders of golden replays tell
/// which versions there were.
#[test]
fn every_version_with_replays_is_in_the_list() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR"));
    for kind in KINDS.current() {
        let replays = games.join(kind.info().id).join("tests/replays");
        for folder in std::fs::read_dir(replays).unwrap() {
            let name = folder.unwrap().file_name().into_string().unwrap();
            let version = name.strip_prefix('v').unwrap();
            let rules = format!("{}@{version}", kind.info().id);
            assert!(KINDS.find(&rules).is_some(), "{rules}");
        }
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
