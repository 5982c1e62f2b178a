//! Lets the greedy bots play against the random ones, and formats the results as rows of a Markdown
//! table (`docs/BOTS.md`).
//!
//! At a table for several players, one bot is greedy and all others are random. The greedy one sits
//! in each seat equally often. Both bots play a game for one player, on the same seeds. All
//! combinations of options take turns. The games are the same on every machine.

use std::collections::BTreeMap;

use rules::{Bot, Dice, Kind, Outcome, Seat};

use crate::tables::{Table, pick, seed_of, tables};

type Fault = Box<dyn std::error::Error>;

/// The number of moves after which a game counts as endless.
const ENDLESS: u64 = 10_000;

/// The head of the table.
pub const HEAD: &str = "\
| game | seats | greedy wins | random in its place | mean score of greedy | of random |
| --- | --- | --- | --- | --- | --- |";

/// Returns the row of a game with this number of seats, after this number of games.
pub fn row(kind: &'static dyn Kind, seats: u8, games: usize) -> Result<String, Fault> {
    let mut all = tables(kind);
    all.retain(|table| table.seats == seats);
    let result = match seats {
        1 => alone(&all, games)?,
        _ => together(&all, games)?,
    };
    Ok(format!("| {} | {seats} | {result} |", kind.info().name))
}

/// The results of one bot.
#[derive(Default)]
struct Tally {
    games: i64,
    /// The games won, in twelfths, because players who share the first place share the win.
    twelfths: i64,
    score: i64,
    notes: BTreeMap<String, i64>,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome, seat: Seat) {
        let standing = &outcome.standings[seat.index()];
        let first = outcome.standings.iter().filter(|it| it.rank == 1).count();
        self.games += 1;
        self.score += i64::from(standing.score);
        if standing.rank == 1 {
            self.twelfths += 12 / first as i64;
        }
        if let Some(note) = &standing.note {
            *self.notes.entry(note.clone()).or_default() += 1;
        }
    }

    fn mean_score(&self) -> String {
        let tenths = 10 * self.score / self.games.max(1);
        let sign = if tenths < 0 { "-" } else { "" };
        format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    }

    /// Returns a share of all games.
    fn share(&self, twelfths: i64) -> String {
        let tenths = 1000 * twelfths / (12 * self.games.max(1));
        format!("{}.{} %", tenths / 10, tenths % 10)
    }

    /// Returns the share of each note: `won 31.0 %`.
    fn noted(&self) -> String {
        let notes: Vec<String> = self
            .notes
            .iter()
            .map(|(note, games)| format!("{note} {}", self.share(12 * games)))
            .collect();
        notes.join(", ")
    }
}

/// Plays games with one greedy bot among random ones, in each seat in turn.
fn together(tables: &[Table], games: usize) -> Result<String, Fault> {
    let (mut greedy, mut random) = (Tally::default(), Tally::default());
    for i in 0..games {
        let table = &tables[i % tables.len()];
        let at = Seat((i / tables.len() % usize::from(table.seats)) as u8);
        let outcome = game(
            table,
            i,
            |seat| if seat == at { Bot::Greedy } else { Bot::Random },
        )?;
        for seat in Seat::all(table.seats) {
            let tally = if seat == at { &mut greedy } else { &mut random };
            tally.add(&outcome, seat);
        }
    }
    let equal = 12 * greedy.games / i64::from(tables[0].seats);
    Ok(format!(
        "{} | {} | {} | {}",
        greedy.share(greedy.twelfths),
        greedy.share(equal),
        greedy.mean_score(),
        random.mean_score(),
    ))
}

/// Plays games with each bot alone, on the same seeds.
fn alone(tables: &[Table], games: usize) -> Result<String, Fault> {
    let play = |bot: Bot| -> Result<Tally, Fault> {
        let mut tally = Tally::default();
        for i in 0..games {
            tally.add(&game(&tables[i % tables.len()], i, |_| bot)?, Seat(0));
        }
        Ok(tally)
    };
    let (greedy, random) = (play(Bot::Greedy)?, play(Bot::Random)?);
    Ok(format!(
        "{} | {} | {} | {}",
        greedy.noted(),
        random.noted(),
        greedy.mean_score(),
        random.mean_score(),
    ))
}

/// Plays one game to its end. `i` selects its seed, and `bot` the bot of each seat.
pub fn game(table: &Table, i: usize, bot: impl Fn(Seat) -> Bot) -> Result<Outcome, Fault> {
    let name = format!("{} {} tournament {i}", table.kind.info().id, table.seats);
    let seed = seed_of(&name);
    let mut chance = Dice::new(seed_of(&format!("{name} bots")), 0);
    let (mut position, _) =
        table
            .kind
            .setup(&table.options, table.seats, &mut Dice::new(seed, 0))?;
    for n in 1..ENDLESS {
        let turn = position.turn();
        if let Some(outcome) = turn.outcome() {
            return Ok(outcome.clone());
        }
        let acting: Vec<Seat> = turn.acting().iter().collect();
        let seat = *pick(&mut chance, &acting);
        let mv = position
            .choose(bot(seat), seat, &mut chance)
            .ok_or(format!("the {} bot plays nothing", bot(seat)))?;
        position.replay(seat, &mv.to_string(), &mut Dice::new(seed, n))?;
    }
    Err(format!("{name} has not ended").into())
}
