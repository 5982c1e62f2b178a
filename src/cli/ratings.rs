//! `turnpike ratings`: compute all ratings again from the results of the games.

use std::process::ExitCode;

use anyhow::Context;
use ratings::Report;

use crate::cli::progress;

/// What to do, and the database.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Compute all ratings again, and store them in one transaction. Servers may run meanwhile.
    #[arg(long, required_unless_present = "check")]
    recompute: bool,
    /// Compute all ratings again, and print the differences to the stored ones. With a difference,
    /// the exit status is 1.
    #[arg(long, conflicts_with = "recompute")]
    check: bool,
    /// PostgreSQL database.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let url = args.database_url.as_deref();
    let url = url.context("no database given; set DATABASE_URL")?;
    let report = async {
        match args.recompute {
            true => ratings::recompute(url).await,
            false => ratings::check(url).await,
        }
    };
    let report = progress::during("Computing ratings", report);
    let report = crate::cli::runtime()?.block_on(report)?;
    crate::cli::print(&text(&report))?;
    Ok(match report.differences.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for difference in &report.differences {
        text.push_str(&format!("{difference}\n"));
    }
    let (games, ratings) = (report.games, report.ratings);
    let differences = report.differences.len();
    text.push_str(&format!(
        "{games} games, {ratings} ratings, {differences} differences\n"
    ));
    text
}
