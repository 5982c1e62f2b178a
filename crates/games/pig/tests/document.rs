//! What `docs/ADDING-A-GAME.md` shows of this crate is what stands in it, and nothing is left out.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

const DOCUMENT: &str = include_str!("../../../../docs/ADDING-A-GAME.md");

/// The fenced blocks of the document, each with its language; what is to be typed is only indented.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let fenced = DOCUMENT.split("\n```").skip(1).step_by(2);
    fenced
        .map(|block| block.split_once('\n').unwrap())
        .collect()
}

/// The files below a folder, by their path from there, with their text.
#[expect(clippy::disallowed_methods, reason = "the tests are not the rules")]
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files
}

/// Whether a block stands in a text, but for indentation and blank lines.
fn stands(block: &str, text: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    };
    let (block, text) = (lines(block), lines(text));
    !block.is_empty() && text.windows(block.len()).any(|part| part == block)
}

#[test]
fn every_block_stands_in_the_crate() {
    let files = files(Path::new(env!("CARGO_MANIFEST_DIR")));
    for (language, block) in blocks() {
        let ending = if language == "rust" { "rs" } else { language };
        let found = files.iter().any(|(path, text)| {
            path.extension().is_some_and(|it| it == ending) && stands(block, text)
        });
        assert!(found, "no file .{ending} of the crate holds:\n{block}");
    }
}

#[test]
fn every_source_is_shown() {
    let sources = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    for (path, text) in sources {
        let shown = blocks().iter().any(|(_, block)| stands(block, &text));
        assert!(shown, "no block shows a part of {}", path.display());
    }
}
