//! `turnpike verify`: derive a history again, offline; or audit every stored game.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use rules::record::{self, Record};

use crate::service::audit;

/// What to check.
#[derive(clap::Args)]
pub(super) struct Args {
    /// An exported history (`GET /v1/games/{id}/export`); `-` for standard input.
    #[arg(required_unless_present = "database")]
    file: Option<PathBuf>,
    /// Check all games in the database, their snapshots included.
    #[arg(long, conflicts_with = "file")]
    database: bool,
    /// The PostgreSQL database, with `--database`.
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        requires = "database"
    )]
    database_url: Option<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.file {
        Some(file) => file_is_true(file),
        None => {
            let url = args
                .database_url
                .as_deref()
                .context("--database needs DATABASE_URL")?;
            database_is_true(url)
        }
    }
}

/// The text of a file, or of standard input for `-`.
pub(super) fn read(file: &PathBuf) -> anyhow::Result<String> {
    if file.as_os_str() == "-" {
        Ok(std::io::read_to_string(std::io::stdin())?)
    } else {
        std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))
    }
}

fn file_is_true(file: &PathBuf) -> anyhow::Result<ExitCode> {
    let text = read(file)?;
    let checked = Record::from_json(&text).and_then(|record| {
        let verified = record::verify(&record)?;
        Ok((record, verified))
    });
    match checked {
        Ok((record, verified)) => {
            println!("true: game {} of {}", record.id, record.rules);
            println!(
                "  seed      hashes to the commitment {}",
                record.seed_commitment
            );
            println!(
                "  log       {} entries, every move legal, every die derived again",
                verified.entries
            );
            println!("  head      {}", verified.head);
            if let Some(outcome) = verified.result {
                for standing in outcome.standings {
                    let player = record
                        .seats
                        .get(standing.seat.index())
                        .map_or("", |seat| seat.player.as_str());
                    println!(
                        "  result    seat {} ({player}): rank {}, score {}",
                        standing.seat, standing.rank, standing.score
                    );
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            println!("false: {fault}");
            Ok(ExitCode::FAILURE)
        }
    }
}

fn database_is_true(url: &str) -> anyhow::Result<ExitCode> {
    let report = super::runtime()?.block_on(audit::database(url))?;
    for fault in &report.faults {
        println!("false: {fault}");
    }
    println!(
        "{} games, {} entries, {} snapshots: {}",
        report.games,
        report.entries,
        report.snapshots,
        if report.faults.is_empty() {
            "all true".to_owned()
        } else {
            format!("{} faults", report.faults.len())
        }
    );
    Ok(if report.faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
