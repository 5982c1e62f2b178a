//! Creates golden replays by random play (`REPLAYS.md`), in the folder of a game's crate. It never
//! overwrites an existing file.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use rules::{Dice, Kind, Seat};
use serde_json::value::RawValue;

use crate::golden::{self, End, Ply, Shows, Start};
use crate::tables::{Table, pick, seed_of, tables};

type Fault = Box<dyn std::error::Error>;

/// Writes games until they cover every number of seats, option value, kind of move and kind of
/// ending. The random choices depend on the text `seed`. Of several games, it writes the one that
/// covers the most missing features.
pub fn complete(kind: &'static dyn Kind, home: &Path, seed: &str) -> Result<(), Fault> {
    let info = kind.info();
    let mut wanted = golden::wanted(kind);
    for file in golden::files(home, info.version)? {
        let shown = golden::replay(kind, &golden::text_of(&file)?)
            .map_err(|(line, what)| format!("{}:{line}: {what}", file.display()))?;
        wanted.retain(|it| !shown.contains(it));
    }
    let mut round = 0;
    while !wanted.is_empty() {
        let mut best: Option<(usize, Made)> = None;
        for i in 0..20 {
            let made = Made::at(kind, &format!("{seed} {round} {i}"), round % 2 == 1)?;
            let news = wanted.iter().filter(|it| made.shows.contains(it)).count();
            if best.as_ref().is_none_or(|(most, _)| news > *most) {
                best = Some((news, made));
            }
        }
        if let Some((1.., made)) = best {
            made.write(home)?;
            wanted.retain(|it| !made.shows.contains(it));
        }
        round += 1;
    }
    Ok(())
}

/// Writes `count` more games. Their random choices depend on the text `seed`.
pub fn more(kind: &'static dyn Kind, home: &Path, count: u32, seed: &str) -> Result<(), Fault> {
    (0..count).try_for_each(|i| Made::at(kind, &format!("{seed} {i}"), i % 2 == 1)?.write(home))
}

/// A game that was played.
struct Made {
    kind: &'static dyn Kind,
    start: Start,
    lines: Vec<String>,
    ending: &'static str,
    shows: Vec<Shows>,
}

impl Made {
    /// Plays a random game at a random table. The result depends only on the arguments.
    fn at(kind: &'static dyn Kind, text: &str, leaving: bool) -> Result<Made, Fault> {
        let rules = kind.info().rules();
        let mut chance = Dice::new(seed_of(&format!("{rules} choices {text}")), 0);
        let tables = tables(kind);
        let Table {
            kind,
            options,
            seats,
        } = pick(&mut chance, &tables).clone();
        let seed = seed_of(&format!("{rules} dice {text}"));
        let start = Start {
            rules,
            options,
            seats,
            game_seed: hex::encode(seed.0),
        };
        let mut lines = vec![serde_json::to_string(&start)?];
        let mut plies = Vec::new();
        let (mut position, seed) = golden::deal(kind, &start)?;
        while position.turn().outcome().is_none() {
            let n = lines.len() as u64;
            let mut dice = Dice::new(seed, n);
            let acting: Vec<Seat> = position.turn().acting().iter().collect();
            let seat = *pick(&mut chance, &acting);
            let mv = if leaving && chance.below(40) == 0 {
                position.leave(seat, &mut dice)?;
                None
            } else {
                let legal = position.legal(seat);
                let mv = pick(&mut chance, &legal.moves).to_string();
                position.replay(seat, &mv, &mut dice)?;
                Some(RawValue::from_string(mv)?)
            };
            let ply = Ply {
                n,
                seat,
                leave: mv.is_none(),
                mv,
                state: golden::state(position.as_ref()),
            };
            lines.push(serde_json::to_string(&ply)?);
            plies.push(ply);
        }
        let turn = position.turn();
        let outcome = turn.outcome().ok_or("the game is not over")?;
        lines.push(serde_json::to_string(&End {
            outcome: outcome.clone(),
        })?);
        Ok(Made {
            kind,
            ending: golden::ending(outcome),
            shows: golden::shows(&start, &plies, outcome),
            start,
            lines,
        })
    }

    fn write(&self, home: &Path) -> Result<(), Fault> {
        let info = self.kind.info();
        let folder = golden::folder(home, info.version);
        std::fs::create_dir_all(&folder)?;
        let (seats, ending) = (self.start.seats, self.ending);
        let file = folder.join(format!(
            "{seats}-seats-{ending}-{}.jsonl",
            &self.start.game_seed[..8]
        ));
        let text = self.lines.join("\n") + "\n";
        golden::replay(self.kind, &text).map_err(|(line, what)| format!("line {line}: {what}"))?;
        let mut open = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&file)?;
        open.write_all(text.as_bytes())?;
        println!("{}: {} entries", file.display(), self.lines.len() - 2);
        Ok(())
    }
}
