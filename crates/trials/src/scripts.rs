//! Runs the scripts of a game and checks that they cover the rules (`SCRIPTS.md`).
//!
//! All failures are reported together, each with its location.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rules::{Kind, Kinds};

use crate::script::{self, Case, Failure};
use crate::stage;

/// Returns the folder of a game's scripts. `home` is the folder of the game's crate.
fn folder(home: &Path) -> PathBuf {
    home.join("tests/scripts")
}

/// Collects all files below a folder, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a game has scripts")
        .map(|entry| entry.expect("a folder can be read").path())
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

/// Returns all cases of a game's scripts, and failures for invalid lines and files.
fn cases(home: &Path) -> (Vec<Case>, Vec<Failure>) {
    let (mut cases, mut failures, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let folder = folder(home);
    files(&folder, &mut found);
    for path in found {
        let file = path.strip_prefix(&folder).unwrap_or(&path).to_owned();
        if path.extension().is_none_or(|it| it != "game") {
            failures.push(Failure {
                file,
                line: 0,
                what: "a script is called `….game`".to_owned(),
            });
            continue;
        }
        #[expect(clippy::disallowed_methods, reason = "scripts are files")]
        let text = std::fs::read_to_string(&path).expect("a script is a text");
        cases.extend(script::read(&file, &text, &mut failures));
    }
    (cases, failures)
}

/// Checks that every script of the game passes.
pub fn hold(kind: &'static dyn Kind, home: &Path) {
    let (cases, mut failures) = cases(home);
    assert!(!cases.is_empty(), "there is a game and no script");
    // A panic of a game is caught and reported with its line; its own message would only distract.
    let (here, loud) = (std::thread::current().id(), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() != here {
            loud(panic);
        }
    }));
    for case in &cases {
        stage::play(case, Kinds(&[kind]), &mut failures);
    }
    let _ = std::panic::take_hook();
    let lines: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert!(
        failures.is_empty(),
        "{} of what {} cases in {} say is not so:\n{}\n",
        failures.len(),
        cases.len(),
        folder(home).display(),
        lines.join("\n")
    );
}

/// A numbered heading of an `en/rules.md`.
pub(crate) struct Heading {
    pub(crate) section: String,
    /// The reason why no script covers it, if the heading has one.
    exempt: Option<String>,
}

pub(crate) fn headings(rules: &str) -> Vec<Heading> {
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

/// Checks that every section of the rules has a script, or a reason why it has none.
pub fn cover(kind: &'static dyn Kind, home: &Path) {
    let (cases, _) = cases(home);
    let mut wrong = Vec::new();
    let mut shown: BTreeMap<&str, &Case> = BTreeMap::new();
    for case in &cases {
        for section in case.sections() {
            shown.entry(section).or_insert(case);
        }
    }
    let headings = headings(kind.info().manual.rules[0]);
    if headings.is_empty() {
        wrong.push("en/rules.md has no numbered section".to_owned());
    }
    for (i, heading) in headings.iter().enumerate() {
        let section = &heading.section;
        if headings[..i].iter().any(|it| it.section == *section) {
            wrong.push(format!("{section} stands twice in en/rules.md"));
        }
        match (shown.remove(section.as_str()), &heading.exempt) {
            (None, None) => wrong.push(format!("no script shows {section}")),
            (None, Some(reason)) if reason.is_empty() => {
                wrong.push(format!("{section} says no reason why it has no script"));
            }
            (Some(case), Some(_)) => wrong.push(format!(
                "{section} is said to have no script, and {}:{} shows it",
                case.file.display(),
                case.line
            )),
            _ => {}
        }
    }
    for (section, case) in shown {
        wrong.push(format!(
            "{}:{}: en/rules.md has no section {section}",
            case.file.display(),
            case.line
        ));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Tests of the runner itself on scripts of a toy game: valid expectations pass, and wrong ones are
/// reported with their line.
#[cfg(test)]
mod of_the_runner_itself {
    use super::*;
    use crate::toy::{Fault, Toy};
    use rules::erase;

    const TOYS: Kinds<'static> = Kinds(&[
        &erase::<Toy<{ Fault::None as u8 }>>(),
        &erase::<Toy<{ Fault::RefusalChanges as u8 }>>(),
        &erase::<Toy<{ Fault::RefusalDraws as u8 }>>(),
        &erase::<Toy<{ Fault::BrokenInvariant as u8 }>>(),
    ]);

    /// Returns the failures of a script, as `LINE: WHAT`.
    fn wrong(script: &str) -> Vec<String> {
        let mut failures = Vec::new();
        for case in script::read(Path::new("x.game"), script, &mut failures) {
            stage::play(&case, TOYS, &mut failures);
        }
        let line = |failure: &Failure| format!("{}: {}", failure.line, failure.what);
        failures.iter().map(line).collect()
    }

    /// Checks that a script has exactly one failure, at this line.
    #[track_caller]
    fn assert_wrong(script: &str, line: usize, what: &str) {
        let wrong = wrong(script);
        let found = matches!(&wrong[..], [one]
            if one.starts_with(&format!("{line}: ")) && one.contains(what));
        assert!(found, "{line}: {what} was expected, seen was {wrong:#?}");
    }

    const SOUND: &str = r#"
# R1 bidding, all of it
kind toy
seats 2
options {"bonus": true}
dice 4 3 2 1

# A comment.
turn 0 1
legal 0 = bid 1 | bid 2 |
    bid 0
! 0: bid 3 = TooMuch
! 0: {"type": "bid"} = BadMove
! 0: pass = BadMove
! 2: leave = NotYourTurn
0: bid 2
says Seat 0 bids 2.
expect@0 {"bids": [2, null]}
expect@1 {"bids": [null, null], "cards": [null, 2]}
expect@spectator {"bids": [null, null]}
expect {"bids": [2, null], "cards": [1, 2]}
! 0: bid 1 = NotYourTurn
legal 0 =
dice 5
! 1: {"type": "bid", "number": 3} = TooMuch
1: {"type": "bid", "number": 1}
says All bids are shown; the die shows 6.
expect {"scores": [13, 8]}
0: leave
turn 1
dice 0
1: bid 0
turn over
scores 13 10
ranks 2 1
! 1: leave = GameOver
---
# R1, R2: a position
kind toy
seed 0000000000000000000000000000000000000000000000000000000000000000
position {"left": 1}
0: bid 2
turn over
"#;

    #[test]
    fn what_holds_passes() {
        assert_eq!(wrong(SOUND), Vec::<String>::new());
    }

    /// Each line with an expectation fails if it expects something else.
    #[test]
    fn what_does_not_hold_is_told() {
        for (line, other) in [
            ("turn 0 1", "turn 0"),
            ("    bid 0", "    bid 2"),
            ("! 0: bid 3 = TooMuch", "! 0: bid 3 = TooLittle"),
            ("! 0: bid 3 = TooMuch", "! 0: bid 2 = TooMuch"),
            ("says Seat 0 bids 2.", "says Seat 0 bids 1."),
            ("expect@0 {\"bids\": [2, null]}", "expect@0 {\"bids\": [2]}"),
            ("expect@0 {\"bids\": [2, null]}", "expect@0 {\"bid\": 2}"),
            ("legal 0 =", "legal 0 = bid 1"),
            (
                "expect {\"scores\": [13, 8]}",
                "expect {\"scores\": [13, 9]}",
            ),
            ("scores 13 10", "scores 13 11"),
            ("ranks 2 1", "ranks 1 2"),
            ("1: bid 0", "1: bid 3"),
            ("1: bid 0", "1: bid 0\n1: bid 0"),
            ("dice 5", "dice 5 5"),
            ("dice 5", "# no dice"),
            ("dice 5", "dice 6"),
            ("dice 4 3 2 1", "dice 4 3 2 1 1"),
            ("dice 4 3 2 1", "dice 4 3 2"),
            ("dice 4 3 2 1", "dice 4 3 2 1\ndice 1"),
            ("! 1: leave = GameOver", "dice 1"),
            ("turn over", "turn 0"),
            ("kind toy", "kind doll"),
            ("kind toy", "kind toy\nkind toy"),
            ("kind toy", "seed 00"),
            ("seats 2", "seats 4"),
            ("options {\"bonus\": true}", "options {\"bonuses\": true}"),
            ("turn 0 1", "seats 2"),
            ("position {\"left\": 1}", "position {\"right\": 1}"),
            ("turn over", "turns over"),
            ("# R1 bidding, all of it", "# Bidding"),
            ("# R1 bidding, all of it", "kind toy"),
        ] {
            let script = SOUND.replacen(&format!("\n{line}\n"), &format!("\n{other}\n"), 1);
            assert_ne!(script, SOUND, "{line} is not in the script");
            assert!(!wrong(&script).is_empty(), "{other} passes for {line}");
        }
    }

    #[test]
    fn the_line_is_named() {
        let head = "# R1 x\nkind toy\n";
        assert_wrong(&format!("{head}\n0: bid 3\nturn 7"), 4, "TooMuch");
        assert_wrong(
            &format!("{head}0: bid 1"),
            3,
            "1 dice were drawn and none given",
        );
        assert_wrong(
            &format!("{head}expect {{\"left\": 3}}"),
            3,
            "left: 3 was expected",
        );
        let turn = wrong(&format!("{head}turn 0 12"));
        assert_eq!(turn[0], "3: no table has a seat 12");
        assert_wrong(head, 1, "plays and checks nothing");
        assert_wrong("", 1, "holds no case");
        assert_wrong(
            &format!("{head}dice 9\nturn 0\n0: bid 1"),
            4,
            "panicked: the given answer 9 is not below 5",
        );
    }

    #[test]
    fn a_refusal_that_leaves_a_trace_is_told() {
        let refused = "seats 3\n! 0: bid 3 = TooMuch";
        let loose = wrong(&format!("# R1 x\nkind loose\n{refused}"));
        assert!(loose[0].contains("changed the bytes"), "{loose:?}");
        assert_eq!(loose.len(), 1 + 5, "a view is changed for each viewer");
        assert_wrong(&format!("# R1 x\nkind rash\n{refused}"), 4, "drew 1");
    }

    #[test]
    fn a_broken_invariant_is_told() {
        let script = "# R1 x\nkind broken\nseats 1\ndice 4 3 2 1\nturn 0\ndice 1\n0: bid 1";
        assert_wrong(script, 7, "one round is left");
    }

    #[test]
    fn headings_are_read() {
        let text = "# Game\n## R1 A\n### R1.1: B (no script: only words)\ntext\n## Sources\n";
        let read: Vec<(String, Option<String>)> = headings(text)
            .into_iter()
            .map(|it| (it.section, it.exempt))
            .collect();
        let exempt = Some("only words".to_owned());
        assert_eq!(read, [("R1".to_owned(), None), ("R1.1".to_owned(), exempt)]);
    }
}
