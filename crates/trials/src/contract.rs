//! The contract suite: checks the promises of every game in random play.
//!
//! `TURNPIKE_GAMES=1000 cargo test --release --workspace --test trials` plays 1000 random games of
//! each title, spread over all its options and seat counts, at least one for each combination.
//! `TURNPIKE_SEED` is any text; another text gives other games.
//!
//! The checks are in `walk.rs` (positions) and `chronicle.rs` (logs).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rules::{Dice, Kind, ServerSeed};
use serde_json::json;

use crate::chronicle::{Chronicle, chronicle};
use crate::options::option_values;
use crate::tables::{Table, header, seed_of, tables};
use crate::walk::{self, Manner, Walked, walk};

/// The default number of games of each title. In a default run, only every fifth game is also
/// logged, exported and verified, to save time.
const GAMES: usize = 40;
/// The smallest number of characters to change in an export.
const CHANGES: u32 = 60;
/// In a default run, one position in this many is checked thoroughly.
const EVERY: u32 = 150;
/// Up to this number of games, one position in 25 is checked thoroughly. With more games, the share
/// decreases.
const CLOSELY: usize = 200;
/// A thread stops after a failure if there are this many failures.
const ENOUGH: usize = 12;

#[expect(clippy::disallowed_methods, reason = "the tests are not the rules")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn games() -> usize {
    setting("TURNPIKE_GAMES").map_or(GAMES, |games| {
        games.parse().expect("TURNPIKE_GAMES is a number")
    })
}

/// Whether the number of games was requested, so that the run may take its time.
fn is_thorough() -> bool {
    setting("TURNPIKE_GAMES").is_some()
}

/// A random game: its table, and the text that its random choices depend on.
#[derive(Clone)]
struct Job {
    table: Table,
    name: String,
    leaving: u32,
    /// Whether it is also played as a game with a log.
    logged: bool,
}

/// Returns the random games of one title, with each table at least once.
fn jobs(kind: &'static dyn Kind, games: usize) -> Vec<Job> {
    jobs_of(kind, games, &setting("TURNPIKE_SEED").unwrap_or_default())
}

/// Returns the random games that depend on a seed.
fn jobs_of(kind: &'static dyn Kind, games: usize, seed: &str) -> Vec<Job> {
    let tables = tables(kind);
    (0..games.max(tables.len()))
        .map(|i| {
            let table = tables[i % tables.len()].clone();
            let rules = kind.info().rules();
            // In every third game, players leave: rarely, occasionally or often.
            let leaving = match (i + i / tables.len()) % 9 {
                0 => 60,
                3 => 15,
                6 => 3,
                _ => 0,
            };
            Job {
                name: format!("{rules} {} {} {seed}{i}", table.seats, table.options),
                table,
                leaving,
                logged: is_thorough() || i % 5 == 0,
            }
        })
        .collect()
}

impl Job {
    fn server_seed(&self) -> ServerSeed {
        ServerSeed(seed_of(&format!("{} server", self.name)).0)
    }

    fn chance(&self, what: &str) -> Dice {
        Dice::new(seed_of(&format!("{} {what}", self.name)), 0)
    }

    fn walk(&self, every: u32) -> Result<Walked, String> {
        let server_seed = self.server_seed();
        let header = header(&self.table, &server_seed);
        let entropies = header.entropies.iter().map(String::as_str);
        let manner = Manner {
            seed: server_seed.game_seed(&header.id, entropies),
            choices: seed_of(&self.name),
            every,
            leaving: self.leaving,
        };
        walk(&self.table, manner)
    }

    fn chronicle(&self) -> Result<Chronicle, String> {
        let walked = self.walk(u32::MAX)?;
        self.chronicle_of(&walked)
    }

    fn chronicle_of(&self, walked: &Walked) -> Result<Chronicle, String> {
        let chronicle = chronicle(
            &self.table,
            self.server_seed(),
            &walked.steps,
            &mut self.chance("log"),
        )?;
        walk::same_bytes(
            walked.position.as_ref(),
            chronicle.game.position(),
            "playing as a game",
        )?;
        Ok(chronicle)
    }

    /// Checks the whole contract on one game.
    fn holds(&self) -> Result<(), String> {
        let every = match is_thorough() {
            true => 25 * (games() / CLOSELY).max(1) as u32,
            false => EVERY,
        };
        let walked = self.walk(every)?;
        if self.logged {
            self.chronicle_of(&walked)?.verifies()?;
        }
        Ok(())
    }
}

/// Runs the jobs on all cores. A panic counts as a failure.
fn all_hold(jobs: &[Job], holds: impl Fn(&Job) -> Result<(), String> + Sync) {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let answer = catch_unwind(AssertUnwindSafe(|| holds(job)))
                        .unwrap_or_else(|_| Err("panicked, see above".to_owned()));
                    if let Err(what) = answer {
                        let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
                        failures.push(format!("{}:\n  {what}", job.name));
                        if failures.len() >= ENOUGH {
                            return;
                        }
                    }
                }
            });
        }
    });
    let failures = failures
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    assert!(
        failures.is_empty(),
        "at least {} of {} games break the contract:\n\n{}\n",
        failures.len(),
        jobs.len(),
        failures.join("\n\n")
    );
}

/// Checks the promises of a game in random play.
pub fn keeps(kind: &'static dyn Kind) {
    all_hold(&jobs(kind, games()), Job::holds);
}

/// Checks that verification notices tampering: with each character in one short game of a title,
/// with a sample in others.
pub fn notices_changes(kind: &'static dyn Kind) {
    let mut jobs = jobs(kind, 8);
    jobs.retain(|job| job.leaving != 3);
    let chosen: Vec<Job> = (0..8).map(|i| jobs[i * jobs.len() / 8].clone()).collect();
    all_hold(&chosen, |job| {
        job.chronicle()?
            .resists(
                CHANGES.max(games() as u32 / 2),
                &mut job.chance("tampering"),
            )
            .map(drop)
    });
    // All players leave early, so the record is short.
    let mut short = jobs[0].clone();
    short.leaving = 5;
    all_hold(&[short], |job| {
        job.chronicle()?
            .resists(0, &mut job.chance("tampering"))
            .map(drop)
    });
}

/// Checks that verification notices missing, duplicate and reordered entries, and forgeries with
/// valid hashes.
pub fn notices_forgery(kind: &'static dyn Kind) {
    let jobs = jobs(kind, 3);
    all_hold(&jobs[..1], |job| job.chronicle()?.unforgeable());
}

/// Checks that options have one complete form, and that invalid options are rejected.
pub fn has_full_options(kind: &'static dyn Kind) {
    let default = kind.options(&json!({})).expect("a game has defaults");
    assert_eq!(kind.options(&default), Ok(default.clone()));
    let names: Vec<String> = option_values(kind).into_iter().map(|it| it.0).collect();
    for name in &names {
        assert!(
            default.get(name).is_some(),
            "{name} is missing in {default}"
        );
    }
    for table in tables(kind) {
        assert_eq!(
            kind.options(&table.options),
            Ok(table.options.clone()),
            "options that are spelled out stay as they are"
        );
    }
    for wrong in [
        json!(null),
        json!([]),
        json!("x"),
        json!({"no such option": 1}),
    ] {
        assert!(kind.options(&wrong).is_err(), "{wrong} is accepted");
        assert!(
            kind.setup(&wrong, *kind.info().seats.start(), &mut Dice::given(vec![]))
                .is_err(),
            "{wrong} is dealt"
        );
    }
    for name in &names {
        for value in [json!(null), json!("no such value"), json!(-1), json!([])] {
            assert!(
                kind.options(&json!({name: value})).is_err(),
                "{name}: {value} is accepted"
            );
        }
    }
}

/// Checks that the example moves of a game are valid.
pub fn has_examples(kind: &'static dyn Kind) {
    let info = kind.info();
    let options = kind.options(&json!({})).expect("a game has defaults");
    let (position, _) = kind
        .setup(&options, *info.seats.start(), &mut Dice::given(vec![]))
        .expect("a game begins");
    let examples = kind.examples();
    assert!(!examples.is_empty(), "{} has no examples", info.id);
    for mv in examples {
        assert_eq!(position.parse(&mv), Ok(mv.clone()));
        assert!(position.text(&mv.to_string()).is_some());
    }
}

/// Tests of the suite itself: it notices each promise that a toy game breaks, and finds no fault in
/// a sound game.
#[cfg(test)]
mod of_the_suite_itself {
    use super::*;
    use crate::toy::{Fault, Toy};
    use rules::erase;

    fn kind<const FAULT: u8>() -> &'static dyn Kind {
        Box::leak(Box::new(erase::<Toy<FAULT>>()))
    }

    /// Returns the suite's verdict on a variant of the toy, in games from this seed.
    fn verdict(kind: &'static dyn Kind, seed: &str) -> Result<(), String> {
        for mut job in jobs_of(kind, 60, seed) {
            if job.leaving > 0 {
                job.leaving = 3;
            }
            catch_unwind(AssertUnwindSafe(|| job.walk(2)))
                .unwrap_or_else(|_| Err("panicked".to_owned()))?;
        }
        Ok(())
    }

    #[test]
    fn a_sound_game_passes() {
        assert_eq!(verdict(kind::<{ Fault::None as u8 }>(), ""), Ok(()));
    }

    macro_rules! noticed {
        ($($fault:ident: $text:literal,)*) => {
            const TRIED: &[Fault] = &[$(Fault::$fault),*];

            #[test]
            fn no_seed_hides_a_broken_promise() {
                for seed in ["", "s4", "s5"] {
                    $(
                        let answer = verdict(kind::<{ Fault::$fault as u8 }>(), seed);
                        let what = answer.expect_err(stringify!($fault));
                        assert!(what.contains($text), "{}, {seed}: {what}", stringify!($fault));
                    )*
                }
            }
        };
    }

    noticed! {
        RefusalChanges: "makes a difference to the bytes",
        RefusalDraws: "dice were drawn",
        RefusalIsSilent: "without a sentence",
        RefusesListed: "is listed and refused",
        AcceptsUnlisted: "not in the complete list",
        AcceptsStrangers: "accepted and not refused",
        LeaksView: "shows in the view",
        LeaksPicture: "shows in the picture",
        LeaksLegal: "shows in the legal moves",
        Endless: "has not ended",
        Stuck: "and has 0 legal moves",
        LeaverActs: "has left and has legal moves",
        LeavesTwice: "accepted and not refused",
        WidePicture: "too wide",
        NoSentence: "is no sentence",
        ToldUnevenly: "told to nobody",
        Ambient: "dealing twice",
        ReadsWrongly: "a move and its notation",
        CaseMatters: "In lower case",
        RanksWrongly: "wrong gaps",
        ForgetsLeavers: "left or not",
        BrokenInvariant: "one round is left",
        BotPeeks: "shows in the choice of the bot",
        BotCheats: "is listed and refused",
        BotRests: "the greedy bot of seat",
        DeadBranch: "nothing is offered",
        WildBranch: "was offered",
        LeaksBranch: "shows in the branches",
        LeaksDrawing: "shows in the drawing",
        DoubleId: "the id die is there twice",
        Idles: "is listed and refused",
        LeaksRefusal: "what becomes of the list",
        LeaksInLists: "what becomes of the list",
    }

    #[test]
    fn every_fault_is_tried() {
        let last = Fault::LeaksInLists as usize;
        assert_eq!(TRIED.len(), last, "the last of all faults");
    }

    #[test]
    fn options_are_enumerated() {
        assert_eq!(tables(kind::<0>()).len(), 3 * 2 * 2);
    }
}
