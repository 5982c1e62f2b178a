//! Reads script files (`SCRIPTS.md`) into cases and lines. It plays nothing.

use std::fmt;
use std::path::{Path, PathBuf};

use rules::{Seat, Viewer};
use serde_json::Value;

/// A failure, with the location of its line.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.what)
    }
}

/// An action as written in a script.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Json(Value),
    Text(String),
    Leave,
}

/// One line of a case.
#[derive(Clone, Debug)]
pub(crate) enum Line {
    Kind(String),
    Seats(u8),
    Options(Value),
    Seed([u8; 32]),
    Dice(Vec<u32>),
    Position(Value),
    Play(Seat, Act),
    Refuse(Seat, Act, String),
    Expect(Viewer, Value),
    Says(String),
    Legal(Seat, Vec<String>),
    Turn(Vec<Seat>),
    Over,
    Ranks(Vec<u8>),
    Scores(Vec<i32>),
}

/// A case of a file: its title, and its numbered lines.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) file: PathBuf,
    /// The line number of the title.
    pub(crate) line: usize,
    /// The first line without its `#`.
    pub(crate) title: String,
    pub(crate) lines: Vec<(usize, Line)>,
}

impl Case {
    /// Returns the sections that the title names (`R5.4`).
    pub(crate) fn sections(&self) -> Vec<&str> {
        self.title
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
            .map(|word| word.trim_end_matches('.'))
            .filter(|word| is_section(word))
            .collect()
    }
}

/// Whether a word is the number of a section: `R5`, `R5.4`, `R12.3.1`.
pub(crate) fn is_section(word: &str) -> bool {
    word.strip_prefix('R').is_some_and(|number| {
        number
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// Reads a file. An invalid line is a failure, and the other lines are still read.
pub(crate) fn read(file: &Path, text: &str, failures: &mut Vec<Failure>) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut open = false;
    for (line, text) in joined(text) {
        let mut fail = |what: String| {
            failures.push(Failure {
                file: file.to_owned(),
                line,
                what,
            });
        };
        if text == "---" {
            if !open {
                fail("an empty case".to_owned());
            }
            open = false;
        } else if let Some(comment) = text.strip_prefix('#') {
            if !open {
                open = true;
                let case = Case {
                    file: file.to_owned(),
                    line,
                    title: comment.trim().to_owned(),
                    lines: Vec::new(),
                };
                if case.sections().is_empty() {
                    fail("the first line of a case names no section (`# R5.4 …`)".to_owned());
                }
                cases.push(case);
            }
        } else if let (true, Some(case)) = (open, cases.last_mut()) {
            match read_line(&text) {
                Ok(read) => case.lines.push((line, read)),
                Err(what) => fail(what),
            }
        } else {
            fail("a case opens with a line `# R… what it shows`".to_owned());
        }
    }
    if cases.is_empty() {
        failures.push(Failure {
            file: file.to_owned(),
            line: 1,
            what: "the file holds no case".to_owned(),
        });
    }
    cases
}

/// Returns the numbered lines that are not blank. An indented line continues the one before.
fn joined(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some((_, before))
                if line.starts_with([' ', '\t']) && !before.starts_with(['#', '-']) =>
            {
                before.push(' ');
                before.push_str(trimmed);
            }
            _ => lines.push((i + 1, trimmed.to_owned())),
        }
    }
    lines
}

fn read_line(text: &str) -> Result<Line, String> {
    if let Some(refused) = text.strip_prefix('!') {
        let (action, code) = refused
            .rsplit_once('=')
            .ok_or("a refused action ends with ` = CODE`")?;
        let code = code.trim();
        if code.is_empty() || !code.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(format!("“{code}” is no code of a refusal"));
        }
        let (seat, act) = read_action(action)?;
        return Ok(Line::Refuse(seat, act, code.to_owned()));
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let (seat, act) = read_action(text)?;
        return Ok(Line::Play(seat, act));
    }
    let (word, rest) = text
        .split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "kind" if !rest.is_empty() => Ok(Line::Kind(rest.to_owned())),
        "seats" => number(rest).map(Line::Seats),
        "options" => json(rest).map(Line::Options),
        "seed" => {
            let mut seed = [0; 32];
            hex::decode_to_slice(rest, &mut seed)
                .map_err(|_| "a seed is 64 hex digits".to_owned())?;
            Ok(Line::Seed(seed))
        }
        "dice" => numbers(rest).map(Line::Dice),
        "position" => json(rest).map(Line::Position),
        "says" if !rest.is_empty() => Ok(Line::Says(rest.to_owned())),
        "legal" => {
            let (seat, moves) = rest
                .split_once('=')
                .ok_or("a line `legal` is `legal SEAT = A | B`")?;
            let moves = moves.trim();
            let moves = if moves.is_empty() {
                Vec::new()
            } else {
                moves.split('|').map(|it| it.trim().to_owned()).collect()
            };
            Ok(Line::Legal(self::seat(seat)?, moves))
        }
        "turn" if rest == "over" => Ok(Line::Over),
        "turn" => list(rest, seat).map(|seats| Line::Turn(seats.into_iter().collect())),
        "ranks" => numbers(rest).map(Line::Ranks),
        "scores" => numbers(rest).map(Line::Scores),
        _ => {
            let viewer = match word.strip_prefix("expect") {
                Some("") => Viewer::Afterwards,
                Some("@spectator") => Viewer::Spectator,
                Some(at) if at.starts_with('@') => Viewer::Seat(seat(&at[1..])?),
                _ => return Err(format!("a line of no known form: “{text}”")),
            };
            json(rest).map(|value| Line::Expect(viewer, value))
        }
    }
}

fn read_action(text: &str) -> Result<(Seat, Act), String> {
    let (seat, action) = text
        .split_once(':')
        .ok_or("an action is `SEAT: TEXT` or `SEAT: {…}`")?;
    let action = action.trim();
    let act = if action == "leave" {
        Act::Leave
    } else if action.starts_with('{') {
        Act::Json(json(action)?)
    } else if action.is_empty() {
        return Err("the action is missing".to_owned());
    } else {
        Act::Text(action.to_owned())
    };
    Ok((self::seat(seat)?, act))
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))
}

fn seat(text: &str) -> Result<Seat, String> {
    let number: u8 = number(text)?;
    Seat::of(number).ok_or_else(|| format!("no table has a seat {number}"))
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    let text = text.trim();
    text.parse().map_err(|_| format!("“{text}” is no number"))
}

fn numbers<N: std::str::FromStr>(text: &str) -> Result<Vec<N>, String> {
    list(text, number)
}

fn list<N>(text: &str, read: impl Fn(&str) -> Result<N, String>) -> Result<Vec<N>, String> {
    let numbers = text
        .split_whitespace()
        .map(read)
        .collect::<Result<Vec<N>, String>>()?;
    if numbers.is_empty() {
        return Err("a number is missing".to_owned());
    }
    Ok(numbers)
}
