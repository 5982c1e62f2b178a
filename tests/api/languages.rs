//! What the server says is there in every language, and all of it is said.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use strum::VariantArray;
use turnpike::mail::letter_account::Changed;
use turnpike::texts::TEXTS;

/// The text of all files below a folder whose names end so.
fn files(folder: &str, ends: &[&str]) -> String {
    fn add(all: &mut String, folder: &Path, ends: &[&str]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(all, &path, ends);
            } else if ends
                .iter()
                .any(|end| path.extension().is_some_and(|it| it == *end))
            {
                all.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut all = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    add(&mut all, &folder, ends);
    all
}

/// What follows this call, where that is a word in quotation marks.
fn named<'a>(source: &'a str, call: &str) -> BTreeSet<&'a str> {
    let calls = source.split(call).skip(1);
    calls
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
        .collect()
}

#[test]
fn the_server_says_everything_in_every_language() {
    assert_eq!(TEXTS.faults(), [""; 0]);
}

#[test]
fn every_message_that_is_named_is_there_and_every_other_is_not() {
    let source = files("src", &["rs"]);
    let templates = files("templates", &["txt", "html"]);
    let ids = TEXTS.ids();
    let mut names = named(&source, "message(");
    names.extend(named(&templates, "message("));
    names.extend(named(&templates, "say("));
    let missing: Vec<_> = names.into_iter().filter(|id| !ids.contains(*id)).collect();
    assert_eq!(missing, [""; 0], "named and not there");
    let words = source.split('"').chain(templates.split('"'));
    let mut words: BTreeSet<&str> = words.collect();
    // Their names are made of those of their variants.
    for change in Changed::VARIANTS {
        words.insert(change.into());
    }
    let unused: Vec<_> = ids
        .iter()
        .filter(|id| !words.contains(id.as_str()))
        .collect();
    assert_eq!(unused, [""; 0], "there and never named");
}
