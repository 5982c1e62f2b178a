//! Plays the golden replays of a game (`REPLAYS.md`).

use std::path::{Path, PathBuf};

use rules::Kind;

use crate::golden::{self, Shows};

fn files(kind: &dyn Kind, home: &Path) -> Vec<(PathBuf, String)> {
    let files = golden::files(home, kind.info().version).expect("the replays can be read");
    files
        .into_iter()
        .map(|file| {
            let text = golden::text_of(&file).expect("a replay is a text");
            (file, text)
        })
        .collect()
}

/// Checks that each replay has the recorded result.
pub fn come_out(kind: &dyn Kind, home: &Path) {
    let mut wrong = Vec::new();
    for (file, text) in files(kind, home) {
        if let Err((line, what)) = golden::replay(kind, &text) {
            wrong.push(format!("{}:{line}: {what}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Checks that the replays cover seats, options, moves and endings.
pub fn cover(kind: &dyn Kind, home: &Path) {
    let mut shown: Vec<Shows> = Vec::new();
    for (_, text) in files(kind, home) {
        shown.extend(golden::replay(kind, &text).unwrap_or_default());
    }
    let mut missing = golden::wanted(kind);
    missing.retain(|it| !shown.contains(it));
    assert!(missing.is_empty(), "no replay shows {missing:?}");
}

/// Checks that any change to a file is noticed.
pub fn are_sealed(kind: &dyn Kind, home: &Path) {
    for (_, text) in files(kind, home).iter().take(2) {
        let lines: Vec<&str> = text.lines().collect();
        for i in (0..lines.len()).step_by((lines.len() / 8).max(1)) {
            let mut fewer = lines.clone();
            fewer.remove(i);
            let replayed = golden::replay(kind, &fewer.join("\n"));
            assert!(replayed.is_err(), "without {i}");
        }
        let state = text.find("\"state\":\"").expect("a replay has states") + 9;
        let mut bytes = text.clone().into_bytes();
        bytes[state] = if bytes[state] == b'0' { b'1' } else { b'0' };
        let changed = String::from_utf8(bytes).expect("a replay is a text");
        assert!(matches!(golden::replay(kind, &changed), Err((2, _))));
    }
}
