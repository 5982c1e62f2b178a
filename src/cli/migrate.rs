//! `turnpike migrate`: bring a database of one's own up to date, and stop.

use std::process::ExitCode;

use anyhow::Context;

use super::progress;

/// Which database.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The PostgreSQL database, for its owner.
    #[arg(long, env = "TURNPIKE_MIGRATE_URL", hide_env_values = true)]
    migrate_url: Option<String>,
    /// The same, where the owner's login is that of the server.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let url = args.migrate_url.as_ref().or(args.database_url.as_ref());
    let url = url.context("give the owner's address in TURNPIKE_MIGRATE_URL")?;
    let migrated = db::migrate(url);
    super::runtime()?.block_on(progress::during(
        "Bringing the database up to date",
        migrated,
    ))?;
    super::print("The database is up to date.\n")?;
    Ok(ExitCode::SUCCESS)
}
