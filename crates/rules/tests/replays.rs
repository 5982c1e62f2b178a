//! Plays the golden replays of all games (`replays/README.md`).

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use rules::registry;

#[path = "support/golden.rs"]
mod golden;
#[path = "support/options.rs"]
mod options;

use golden::Shows;

#[test]
fn every_replay_comes_out_as_it_did() {
    let mut wrong = Vec::new();
    for game in folders(&golden::folder()) {
        for version in folders(&game) {
            let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
            let rules = format!("{}@{}", name(&game), name(&version).replacen('v', "", 1));
            if registry::find(&rules).is_none() {
                wrong.push(format!("{rules} has replays and is not in the program"));
                continue;
            }
            for file in std::fs::read_dir(&version).unwrap() {
                let file = file.unwrap().path();
                let text = golden::text_of(&file).unwrap();
                let start: golden::Start =
                    serde_json::from_str(text.lines().next().unwrap()).unwrap();
                if start.rules != rules {
                    wrong.push(format!("{}: a game of {}", file.display(), start.rules));
                }
                if let Err((line, what)) = golden::replay(&text) {
                    wrong.push(format!("{}:{line}: {what}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn replays_cover_seats_options_moves_and_endings() {
    let mut missing = Vec::new();
    for kind in registry::current() {
        let info = kind.info();
        let mut shown: Vec<Shows> = Vec::new();
        for file in golden::files(info.id, info.version).unwrap() {
            shown.extend(golden::replay(&golden::text_of(&file).unwrap()).unwrap_or_default());
        }
        let lacks = golden::wanted(kind)
            .into_iter()
            .filter(|it| !shown.contains(it));
        missing.extend(lacks.map(|it| format!("{}: no replay shows {it:?}", info.rules())));
    }
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

/// A file that is changed anywhere is no longer the game that was played.
#[test]
fn a_changed_replay_is_noticed() {
    for kind in registry::current() {
        let info = kind.info();
        for file in golden::files(info.id, info.version).unwrap().iter().take(2) {
            let text = golden::text_of(file).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            for i in (0..lines.len()).step_by(lines.len() / 8) {
                let mut fewer = lines.clone();
                fewer.remove(i);
                assert!(golden::replay(&fewer.join("\n")).is_err(), "without {i}");
            }
            let state = text.find("\"state\":\"").unwrap() + 9;
            let mut bytes = text.clone().into_bytes();
            bytes[state] = if bytes[state] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(matches!(golden::replay(&changed), Err((2, _))));
        }
    }
}

fn folders(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut folders: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}
