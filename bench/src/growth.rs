//! Growth: the effect of a million stored games and of long logs, and the data on the disk.
//!
//! The same moves and reads run with few stored games and with many, alternating with hand-written
//! SQL on tables of the same size. Each is compared with itself, and the two ratios are compared
//! with each other.

mod disk;
mod seed;
mod site;
mod stored;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;

use self::site::{Manner, Site};
use self::stored::{Plot, Set};
use crate::cpu::Meter;
use crate::pgbench::{Pgbench, Script};
use crate::server::{self, Database};
use crate::sink::Sink;
use crate::table::{self, Asked, Results, Row};
use crate::{machine, version};

/// The lengths of the logs to compare.
const LENGTHS: [u64; 3] = [10, 100, 1_000];

/// The number of games of each length.
const LONG: usize = 1_024;

/// The moves in an hour in a million games, with one turn of two moves a day in each.
const HOUR: f64 = 2.0 * 1e6 / 24.0;

/// Measures few stored games and many, short logs and long ones, and what stays on the disk.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A program of the server; without it, this one is built.
    #[arg(long)]
    turnpike: Option<PathBuf>,
    /// How many games are stored: two sizes or more, the smallest first.
    #[arg(long, num_args = 1, default_values = ["10000", "1000000"])]
    games: Vec<usize>,
    /// For how many seconds each thing is measured in a round.
    #[arg(long, default_value = "6", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// How often everything is measured; the table has the medians.
    #[arg(long, default_value = "3")]
    rounds: usize,
    /// In how many minutes what a million games do in an hour is played, with all jobs running.
    #[arg(long, default_value = "5")]
    minutes: u64,
    /// Where all figures are written.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// Runs all measurements, and prints the tables.
pub(crate) async fn run(options: Options) -> ExitCode {
    let program = options.turnpike.unwrap_or_else(server::build);
    let (machine, time) = (machine(), Duration::from_secs(options.seconds));
    println!("{machine}\n{}", version(&program));
    let database = Database::start().await;
    let sink = Sink::start();
    let (mut ours, mut by_hand) = (Results::default(), Results::default());

    let mut sizes = Vec::new();
    for count in options.games {
        let (plot, name) = (Plot::Mixed, format!("turnpike_{count}"));
        let mut site = Site::new(&program, &database, name, vec![Set { plot, count }]).await;
        let (state, snapshot) = site.state().await;
        let name = format!("pgbench_{count}");
        let sql = Pgbench::new(&database, name, count, &state, &snapshot).await;
        sizes.push((count, site, sql));
    }
    let (least, most) = (sizes[0].0, sizes[sizes.len() - 1].0);
    sizes[0].1.audit();
    let stored = disk::stored(&database, &sizes[sizes.len() - 1].1.name, most).await;
    let meter = Meter {
        server: None,
        postmaster: database.postmaster(),
    };
    for round in 1..=options.rounds {
        eprintln!("round {round}");
        for (_, site, _) in &mut sizes {
            site.plan(options.seconds);
        }
        for script in [
            Script::Textbook,
            Script::Jsonb,
            Script::Bytea,
            Script::Select,
        ] {
            for (count, site, sql) in &mut sizes {
                let measured = sql.run(script, time, &meter);
                by_hand.add(&of(script.name(), *count), measured);
                if script == Script::Jsonb {
                    let server = site.open("web", None).await;
                    for (what, manner) in MANNERS {
                        let moves = site.moves(&server, manner, time, None).await;
                        ours.add(&of(what, *count), moves);
                    }
                    ours.add(&of(table::LOOK, *count), site.looks(&server, time).await);
                }
            }
        }
    }
    for (_, site, _) in &sizes {
        site.examine();
    }

    let sets = LENGTHS.map(|length| Set {
        plot: Plot::Long(length),
        count: LONG,
    });
    let name = "turnpike_lengths".to_owned();
    let mut long = Site::new(&program, &database, name, sets.to_vec()).await;
    for _ in 0..options.rounds {
        let server = long.open("web", None).await;
        for which in [LOADED, LIVE] {
            for (set, length) in LENGTHS.into_iter().enumerate() {
                let moves = if which == LOADED { 1 } else { 9 };
                ours.add(
                    &long_of(which, length),
                    long.each(&server, set, moves).await,
                );
            }
        }
    }
    long.examine();
    drop(long);

    let (_, largest, _) = sizes.last_mut().unwrap();
    let aged = largest.age(options.minutes, HOUR, &sink).await;

    let rows = rows(&by_hand, &ours, least, most);
    println!();
    table::print(&rows, [&by_hand, &ours]);
    println!();
    disk::print(&stored, &aged);
    if let Some(file) = options.json {
        let all = json!({
            "machine": machine,
            "postgresql": database.version().await,
            "program": version(&program),
            "seconds": options.seconds,
            "rounds": options.rounds,
            "table": rows,
            "sql": by_hand.figures(),
            "measured": ours.figures(),
            "stored": stored,
            "an hour": aged,
        });
        fs::write(file, format!("{all:#}\n")).unwrap();
    }
    drop(sizes);
    database.stop().await;
    ExitCode::SUCCESS
}

/// The ways to spread moves: the games in flight are played to their ends, or each move is in
/// another game.
const MANNERS: [(&str, Manner); 2] = [
    (table::MOVES, Manner::OnAndOn),
    (SCATTERED, Manner::Scattered),
];

/// Moves in games that are drawn at random from all.
const SCATTERED: &str = "moves, each in another game";

fn of(what: &str, games: usize) -> String {
    format!("{what}, {games} games")
}

/// The first moves after a start, for which the server loads each game.
const LOADED: &str = "loaded";
/// Moves in games that are in memory.
const LIVE: &str = "in memory";

fn long_of(which: &str, length: u64) -> String {
    format!("moves at length {length}, {which}")
}

fn rows(sql: &Results, ours: &Results, least: usize, most: usize) -> Vec<Row> {
    let slower = |results: &Results, what: &str| {
        let rate = |games| Some(results.of(&of(what, games))?.a_second);
        Some(rate(most)? / rate(least)?)
    };
    let beside = |what: &str, script: Script| {
        let ratios = [slower(ours, what), slower(sql, script.name())];
        let what = format!(
            "{what}: at {most} games ÷ at {least}, beside {}",
            script.name()
        );
        Row::ratio(&what, ratios, 0.85, 1.0)
    };
    let mut rows = vec![
        beside(table::MOVES, Script::Textbook),
        beside(table::MOVES, Script::Jsonb),
        beside(table::MOVES, Script::Bytea),
    ];
    // The server has to read games that are not in memory, which the hand-written SQL never does.
    // So there is no target.
    for (what, script) in [(SCATTERED, Script::Bytea), (table::LOOK, Script::Select)] {
        let ratios = [slower(ours, what), slower(sql, script.name())];
        let what = format!(
            "{what}: at {most} games ÷ at {least}, beside {}",
            script.name()
        );
        rows.push(Row::compared(&what, ratios));
    }
    for which in [LIVE, LOADED] {
        let cost = |length| {
            let it = ours.of(&long_of(which, length))?;
            Some(it.server + it.postgres)
        };
        let rate = |length| Some(ours.of(&long_of(which, length))?.a_second);
        let [short, .., long] = LENGTHS;
        let over = |a: Option<f64>, b: Option<f64>| Some(a? / b?);
        rows.push(Row::figure(
            &format!("CPU a move at length {long} ÷ at {short}, {which}"),
            over(cost(long), cost(short)),
            "",
            Asked::AtMost(1.25, 1.05),
        ));
        rows.push(Row::figure(
            &format!("moves/s at length {short} ÷ at {long}, {which}"),
            over(rate(short), rate(long)),
            "",
            Asked::AtMost(1.25, 1.05),
        ));
    }
    rows
}
