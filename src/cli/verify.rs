//! `turnpike verify`: derive a history again, or many of them, offline; check receipts; or audit
//! every stored game.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::games::KINDS;
use anyhow::Context;
use base::receipt::PublicKey;
use mail::Line;
use play::audit;
use rules::record::{self, Record, Verified};

use crate::cli::{progress, records};

/// The history, receipts or database to check.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Exported history (`GET /v1/games/{id}/export`), or a file with many: `.ndjson`, or an
    /// archive file (`GET /v1/archive/files`). `-` is standard input.
    #[arg(required_unless_present_any = ["database", "receipt"])]
    file: Option<PathBuf>,
    /// Check the receipts in a mail or another file; `-` is standard input. With a history, compare
    /// it with the receipts of its game.
    #[arg(long, value_name = "MAIL", conflicts_with = "database")]
    receipt: Option<PathBuf>,
    /// Public key that must have signed the receipts (`GET /v1/receipt-keys`).
    #[arg(long, requires = "receipt", allow_hyphen_values = true)]
    key: Option<PublicKey>,
    /// Check all started games in the database, with their snapshots.
    #[arg(long, conflicts_with = "file")]
    database: bool,
    /// PostgreSQL database for `--database`.
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        requires = "database"
    )]
    database_url: Option<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(source) = &args.receipt {
        return crate::cli::receipt::check(source, args.key, args.file.as_ref());
    }
    match &args.file {
        Some(file) => file_is_true(file),
        None => {
            let url = args
                .database_url
                .as_deref()
                .context("no database given; set DATABASE_URL")?;
            database_is_true(url)
        }
    }
}

fn file_is_true(file: &Path) -> anyhow::Result<ExitCode> {
    let mut source = crate::cli::open(file)?;
    if let Some(code) = records::are_true(file, &mut source)? {
        return Ok(code);
    }
    let text = std::io::read_to_string(source);
    let text = text.with_context(|| format!("{} cannot be read", file.display()))?;
    let checked = Record::from_json(&text).and_then(|record| {
        let verified = record::verify(&record, KINDS)?;
        Ok((record, verified))
    });
    match checked {
        Ok((record, verified)) => {
            crate::cli::print(&praise(&record, &verified))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            crate::cli::print(&format!("false: {}\n", Line::new(&fault.to_string())))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What a true history shows. What stands in the file is shown without control characters.
fn praise(record: &Record, verified: &Verified) -> String {
    let mut text = format!(
        "true: game {} of {}\n  seed      hashes to the commitment {}\n  \
         log       {} entries, every move legal, every die derived again\n  head      {}\n",
        Line::new(&record.id),
        Line::new(&record.rules),
        record.seed_commitment,
        verified.entries,
        verified.head
    );
    if let Some(deal) = &record.deal {
        let deal = Line::new(deal);
        text.push_str(&format!(
            "  deal      {deal}, if that has this commitment: compare it with GET /v1/deals/{deal}\n"
        ));
    }
    if let Some(commitment) = record.blinding_commitment {
        text.push_str(&format!(
            "  blinding  hashes to the commitment {commitment}\n"
        ));
    }
    let standings = verified
        .result
        .iter()
        .flat_map(|outcome| &outcome.standings);
    for standing in standings {
        let seat = record.seats.get(standing.seat.index());
        let player = seat.map(|seat| Line::new(&seat.player)).unwrap_or_default();
        text.push_str(&format!(
            "  result    seat {} ({player}): rank {}, score {}\n",
            standing.seat, standing.rank, standing.score
        ));
    }
    text
}

fn database_is_true(url: &str) -> anyhow::Result<ExitCode> {
    let (text, is_true) = crate::cli::runtime()?.block_on(audited(url))?;
    crate::cli::print(&text)?;
    Ok(if is_true {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Checks all started games in the database at `url`. Returns the report, and whether all is true.
pub(super) async fn audited(url: &str) -> anyhow::Result<(String, bool)> {
    let bar = progress::spinner("Checking")?;
    let watch = |report: &audit::Report| {
        bar.set_message(format!(
            "Checking: {} games, {} entries",
            report.games, report.entries
        ));
    };
    let report = audit::database(url, watch).await?;
    bar.finish_and_clear();
    let mut text = String::new();
    for fault in &report.faults {
        text.push_str(&format!("false: {fault}\n"));
    }
    let verdict = match report.faults.len() {
        0 => "all true".to_owned(),
        faults => format!("{faults} faults"),
    };
    text.push_str(&format!(
        "{} games, {} entries, {} snapshots: {verdict}\n",
        report.games, report.entries, report.snapshots
    ));
    Ok((text, report.faults.is_empty()))
}
