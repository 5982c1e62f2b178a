//! Benchmarks of the server, in comparison with hand-written SQL on the same PostgreSQL in the same
//! run.
//!
//! `cargo run --release -p bench` builds the server, starts a PostgreSQL with durable commits, and
//! runs pgbench and the server in turn. Only the ratio of the two is comparable between machines.
//! docs/PERFORMANCE.md explains the measurements.
#![expect(clippy::unwrap_used, reason = "a benchmark stops when something fails")]

mod client;
mod counts;
mod cpu;
mod growth;
mod idle;
mod load;
mod mails;
mod nodes;
mod pgbench;
mod play;
mod server;
mod sink;
mod subject;
mod table;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::{Parser, Subcommand};
use serde_json::{Value, json};

use self::cpu::Meter;
use self::pgbench::{Pgbench, Script};
use self::server::Database;
use self::sink::Sink;
use self::subject::{Pace, Subject};
use self::table::Results;

/// Measures the server beside hand-written SQL.
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Options {
    #[command(subcommand)]
    part: Option<Part>,
    /// How often everything is measured; the table has the medians.
    #[arg(long, default_value = "3")]
    rounds: usize,
    /// For how many seconds each thing is measured in a round.
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// How many requests a second are sent, whether or not those before are answered; without it
    /// each of 64 readers or games sends the next when it has the answer to the last.
    #[arg(long)]
    rate: Option<f64>,
    /// How many stored games are looked at.
    #[arg(long, default_value = "1800")]
    games: usize,
    /// A program of the server; without it, this one is built. Given more than once, all are measured
    /// in turn.
    #[arg(long)]
    turnpike: Vec<PathBuf>,
    /// Where all figures are written.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// What is measured apart.
#[derive(Subcommand)]
enum Part {
    /// Measures with so many stored games, with long logs, and over time.
    Growth(growth::Options),
    /// Measures one, two and three processes on one PostgreSQL, behind haproxy.
    Nodes(nodes::Options),
    /// Measures a server with many connections on which nothing comes.
    Idle(idle::Options),
    /// Counts instructions, statements, rows and bytes, and compares them with a table.
    Counts(counts::Options),
}

fn main() -> ExitCode {
    let options = Options::parse();
    // One thread, because the client shares the cores with the server.
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().unwrap();
    runtime.block_on(async {
        match options.part {
            Some(Part::Nodes(options)) => nodes::run(options).await,
            Some(Part::Idle(options)) => idle::run(options).await,
            Some(Part::Counts(options)) => counts::run(options).await,
            None => run(options).await,
            Some(Part::Growth(options)) => growth::run(options).await,
        }
    })
}

async fn run(options: Options) -> ExitCode {
    let pace = Pace {
        time: Duration::from_secs(options.seconds),
        rate: options.rate,
    };
    let mut programs = options.turnpike;
    if programs.is_empty() {
        programs.push(server::build());
    }
    let machine = machine();
    println!("{machine}");
    let sink = Sink::start();
    let database = Database::start().await;
    database.vacuum_by_hand().await;
    let meter = Meter {
        server: None,
        postmaster: database.postmaster(),
    };
    let mut subjects = Vec::new();
    for (i, program) in programs.into_iter().enumerate() {
        let name = format!("turnpike_{i}");
        subjects.push(Subject::new(program, &database, name, pace, options.games).await);
    }
    let (state, snapshot) = subjects[0].state().await;
    let name = "pgbench".to_owned();
    let sql = Pgbench::new(&database, name, options.games, &state, &snapshot).await;
    let mut by_hand = Results::default();

    for round in 1..=options.rounds {
        eprintln!("round {round}");
        for subject in &mut subjects {
            subject.refresh().await;
        }
        let mut run = async |script: Script| {
            by_hand.add(script.name(), sql.run(script, pace.time, &meter));
            sql.clear().await;
        };
        run(Script::Textbook).await;
        for subject in &mut subjects {
            subject.moves().await;
        }
        run(Script::Jsonb).await;
        for subject in &mut subjects {
            subject.superseded(&sink).await;
            subject.moves_with_mail(&sink).await;
        }
        run(Script::Bytea).await;
        for subject in &mut subjects {
            subject.unchanged().await;
        }
        run(Script::Select).await;
        for subject in &mut subjects {
            subject.looks().await;
        }
        for subject in &mut subjects {
            subject.other_moves().await;
            subject.others().await;
            subject.mails(&sink).await;
            subject.starts(&sink).await;
        }
    }
    for subject in &mut subjects {
        subject.refresh().await;
        subject.memory(&sink).await;
    }

    let mut told = Vec::new();
    for subject in &subjects {
        let rows = table::rows(&by_hand, &subject.results);
        println!("\n{}\n", version(&subject.program));
        table::print(&rows, [&by_hand, &subject.results]);
        told.push(json!({
            "program": version(&subject.program),
            "table": rows,
            "measured": subject.results.figures(),
        }));
    }
    if let Some(file) = options.json {
        let all = json!({
            "machine": machine,
            "postgresql": database.version().await,
            "rounds": options.rounds,
            "seconds": options.seconds,
            "rate": options.rate,
            "games": options.games,
            "state_bytes": [state.to_string().len(), snapshot.len()],
            "sql": by_hand.figures(),
            "servers": told,
        });
        fs::write(file, format!("{all:#}\n")).unwrap();
    }
    drop(subjects);
    database.stop().await;
    ExitCode::SUCCESS
}

/// Returns the machine, the time, and the load before the run.
fn machine() -> Value {
    let first = |file: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        text.lines().next().unwrap_or_default().to_owned()
    };
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    json!({
        "processor": model.map(|it| it.trim_start_matches(['\t', ' ', ':'])),
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "kernel": first("/proc/sys/kernel/osrelease"),
        "load before": first("/proc/loadavg"),
        "at": said(Command::new("date").args(["-u", "+%F %R UTC"])),
    })
}

/// Returns the version of a program.
fn version(program: &PathBuf) -> String {
    format!(
        "{} ({})",
        said(Command::new(program).arg("--version")),
        program.display()
    )
}

fn said(command: &mut Command) -> String {
    let said = command.output().unwrap().stdout;
    String::from_utf8_lossy(&said).trim().to_owned()
}
