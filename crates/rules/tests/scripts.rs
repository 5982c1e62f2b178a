//! Runs the scripts of all games and checks that they cover the rules (`scripts/README.md`).
//!
//! It knows no game. What is wrong anywhere is reported together, each with its place.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rules::registry;

#[path = "support/script.rs"]
mod script;
#[path = "support/stage.rs"]
mod stage;

use script::{Case, Failure};

fn scripts_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts")
}

/// All files below a folder, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// All cases of all scripts, and what cannot be read.
fn cases() -> (Vec<Case>, Vec<Failure>) {
    let folder = scripts_folder();
    let (mut cases, mut failures, mut found) = (Vec::new(), Vec::new(), Vec::new());
    files(&folder, &mut found);
    for path in found {
        let file = path.strip_prefix(&folder).unwrap().to_owned();
        if path.extension().is_none_or(|it| it != "game") {
            if file != Path::new("README.md") {
                failures.push(Failure {
                    file,
                    line: 0,
                    what: "a script is called `….game`".to_owned(),
                });
            }
            continue;
        }
        #[expect(clippy::disallowed_methods, reason = "scripts are files")]
        let text = std::fs::read_to_string(&path).unwrap();
        cases.extend(script::read(&file, &text, &mut failures));
    }
    (cases, failures)
}

/// The game whose folder a case lies in.
fn folder(case: &Case) -> String {
    let first = case.file.components().next();
    first.map_or_else(String::new, |it| it.as_os_str().to_string_lossy().into())
}

fn report(failures: &[Failure], cases: usize) {
    let lines: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert!(
        failures.is_empty(),
        "{} of what {cases} cases in {} say is not so:\n{}\n",
        failures.len(),
        scripts_folder().display(),
        lines.join("\n")
    );
}

#[test]
fn every_script_holds() {
    let (cases, mut failures) = cases();
    assert!(
        registry::current().next().is_none() || !cases.is_empty(),
        "there are games and no scripts"
    );
    // A panic of a game is caught and reported with its line; its own message would only distract.
    std::panic::set_hook(Box::new(|_| {}));
    for case in &cases {
        let of = folder(case);
        for (line, text) in &case.lines {
            if let script::Line::Kind(id) = text
                && *id != of
            {
                failures.push(Failure {
                    file: case.file.clone(),
                    line: *line,
                    what: format!("a script of {id} in the folder of {of}"),
                });
            }
        }
        stage::play(case, registry::latest, &mut failures);
    }
    let _ = std::panic::take_hook();
    report(&failures, cases.len());
}

/// A numbered heading of a `RULES.md`.
struct Heading {
    section: String,
    /// The reason why no script shows it, where it says so.
    exempt: Option<String>,
}

fn headings(rules: &str) -> Vec<Heading> {
    rules
        .lines()
        .filter(|line| line.starts_with("##"))
        .filter_map(|line| {
            let title = line.trim_start_matches('#').trim();
            let section = title
                .split_whitespace()
                .next()?
                .trim_end_matches([':', '.']);
            let exempt = title
                .split_once("(no script:")
                .map(|(_, reason)| reason.trim_end_matches(')').trim().to_owned());
            script::is_section(section).then(|| Heading {
                section: section.to_owned(),
                exempt,
            })
        })
        .collect()
}

#[test]
fn every_section_has_a_script() {
    let (cases, _) = cases();
    let mut wrong = Vec::new();
    for kind in registry::current() {
        let info = kind.info();
        let mut shown: BTreeMap<&str, &Case> = BTreeMap::new();
        for case in cases.iter().filter(|case| folder(case) == info.id) {
            for section in case.sections() {
                shown.entry(section).or_insert(case);
            }
        }
        let headings = headings(info.text);
        if headings.is_empty() {
            wrong.push(format!("{}: RULES.md has no numbered section", info.id));
        }
        for (i, heading) in headings.iter().enumerate() {
            let section = &heading.section;
            if headings[..i].iter().any(|it| it.section == *section) {
                wrong.push(format!("{}: {section} stands twice in RULES.md", info.id));
            }
            match (shown.remove(section.as_str()), &heading.exempt) {
                (None, None) => wrong.push(format!("{}: no script shows {section}", info.id)),
                (None, Some(reason)) if reason.is_empty() => wrong.push(format!(
                    "{}: {section} says no reason why it has no script",
                    info.id
                )),
                (Some(case), Some(_)) => wrong.push(format!(
                    "{}: {section} is said to have no script, and {}:{} shows it",
                    info.id,
                    case.file.display(),
                    case.line
                )),
                _ => {}
            }
        }
        for (section, case) in shown {
            wrong.push(format!(
                "{}:{}: RULES.md has no section {section}",
                case.file.display(),
                case.line
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
