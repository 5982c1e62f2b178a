//! Reads and plays golden replays (`REPLAYS.md`).

use std::path::{Path, PathBuf};

use rules::{Dice, GameSeed, Kind, Outcome, Position, Seat, Viewer, canonical};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::options::option_values;

/// Returns the folder of the golden replays of a version of a game. `home` is the folder of the
/// game's crate.
pub fn folder(home: &Path, version: u16) -> PathBuf {
    home.join(format!("tests/replays/v{version}"))
}

/// The first line of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The game and its version.
    pub rules: String,
    /// All options.
    pub options: Value,
    /// The number of seats.
    pub seats: u8,
    /// The game's seed, in hex.
    pub game_seed: String,
}

/// The line of an entry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// The number of the entry, from 1.
    pub n: u64,
    /// The seat of the entry.
    pub seat: Seat,
    /// The move, as JSON.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<Box<RawValue>>,
    /// Whether the seat leaves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leave: bool,
    /// The hash of the position after the entry.
    pub state: String,
}

/// The last line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The outcome of the game.
    pub outcome: Outcome,
}

/// A feature that a file covers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shows {
    /// A number of seats.
    Seats(u8),
    /// An option and its value.
    Option(String, String),
    /// A kind of move, by its type.
    Move(String),
    /// A kind of ending.
    Ending(&'static str),
}

/// The kinds of endings.
const ENDINGS: [&str; 2] = ["finished", "left"];

/// Returns the kind of ending.
pub fn ending(outcome: &Outcome) -> &'static str {
    let left = outcome.standings.iter().any(|it| it.left);
    ENDINGS[usize::from(left)]
}

/// Returns the features that a game with these options, moves and outcome covers.
pub fn shows(start: &Start, plies: &[Ply], outcome: &Outcome) -> Vec<Shows> {
    let options = start.options.as_object().into_iter().flatten();
    let mut shows: Vec<Shows> = options
        .map(|(name, value)| Shows::Option(name.clone(), value.to_string()))
        .chain([Shows::Seats(start.seats), Shows::Ending(ending(outcome))])
        .collect();
    for mv in plies.iter().filter_map(|ply| ply.mv.as_ref()) {
        let form = serde_json::from_str(mv.get()).map(|mv: Value| form(&mv));
        shows.extend(form.ok());
    }
    shows.sort();
    shows.dedup();
    shows
}

fn form(mv: &Value) -> Shows {
    Shows::Move(mv["type"].as_str().unwrap_or_default().to_owned())
}

/// Returns the features that the replays of a game must cover together.
pub fn wanted(kind: &dyn Kind) -> Vec<Shows> {
    let mut wanted: Vec<Shows> = kind.info().seats.map(Shows::Seats).collect();
    for (name, values) in option_values(kind) {
        for value in values {
            wanted.push(Shows::Option(name.clone(), value.to_string()));
        }
    }
    wanted.extend(ENDINGS.map(Shows::Ending));
    wanted.extend(kind.examples().iter().map(form));
    wanted.dedup();
    wanted
}

/// Returns the hash of a position, as in the files.
pub fn state(position: &dyn Position) -> String {
    let view = canonical::to_string(&position.view(Viewer::Afterwards));
    hex::encode(&Sha256::digest(view)[..8])
}

/// Sets up the position before the first entry.
pub fn deal(kind: &dyn Kind, start: &Start) -> Result<(Box<dyn Position>, GameSeed), String> {
    let rules = kind.info().rules();
    if start.rules != rules {
        return Err(format!("a game of {}, and not of {rules}", start.rules));
    }
    let mut seed = [0; 32];
    hex::decode_to_slice(&start.game_seed, &mut seed).map_err(|error| error.to_string())?;
    let full = kind
        .options(&start.options)
        .map_err(|illegal| illegal.to_string())?;
    if full != start.options {
        return Err(format!("the options are not complete: {full}"));
    }
    let seed = GameSeed(seed);
    let (position, _) = kind
        .setup(&start.options, start.seats, &mut Dice::new(seed, 0))
        .map_err(|illegal| illegal.to_string())?;
    Ok((position, seed))
}

/// Plays a file. The error is the number of the first line with a different result, and the
/// difference.
pub fn replay(kind: &dyn Kind, text: &str) -> Result<Vec<Shows>, (usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let [first, middle @ .., last] = &lines[..] else {
        return Err((1, "a file has a first and a last line".to_owned()));
    };
    let start: Start = read(first).map_err(|what| (1, what))?;
    let (mut position, seed) = deal(kind, &start).map_err(|what| (1, what))?;
    let mut plies = Vec::new();
    for (i, line) in middle.iter().enumerate() {
        plies.push(step(position.as_mut(), seed, i, line).map_err(|what| (i + 2, what))?);
    }
    let end: End = read(last).map_err(|what| (lines.len(), what))?;
    match position.turn().outcome() {
        Some(outcome) if *outcome == end.outcome => Ok(shows(&start, &plies, outcome)),
        outcome => Err((lines.len(), format!("the outcome is {outcome:?}"))),
    }
}

fn step(position: &mut dyn Position, seed: GameSeed, i: usize, line: &str) -> Result<Ply, String> {
    let ply: Ply = read(line)?;
    if ply.n != i as u64 + 1 {
        return Err(format!("entry {} was to follow", i + 1));
    }
    let mut dice = Dice::new(seed, ply.n);
    match (&ply.mv, ply.leave) {
        (Some(mv), false) => position.replay(ply.seat, mv.get(), &mut dice),
        (None, true) => position.leave(ply.seat, &mut dice).map(drop),
        _ => return Err("an entry is a move or that a seat leaves".to_owned()),
    }
    .map_err(|illegal| format!("the entry is refused: {illegal}"))?;
    let seen = state(position);
    if seen != ply.state {
        let view = canonical::to_string(&position.view(Viewer::Afterwards));
        return Err(format!(
            "the state was {} and now is {seen}: {view}",
            ply.state
        ));
    }
    Ok(ply)
}

fn read<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| format!("not a line of a replay: {error}"))
}

/// Returns all files of a version of a game, in order.
pub fn files(home: &Path, version: u16) -> std::io::Result<Vec<PathBuf>> {
    let folder = folder(home, version);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|it| it.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()?;
    files.sort();
    Ok(files)
}

/// Reads a file.
#[expect(clippy::disallowed_methods, reason = "golden replays are files")]
pub fn text_of(file: &Path) -> std::io::Result<String> {
    std::fs::read_to_string(file)
}
