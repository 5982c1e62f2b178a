//! `turnpike migrate`: bring a database of one's own up to date, and stop.

use std::process::ExitCode;

use crate::store;

/// Which database.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The PostgreSQL database.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    super::runtime()?.block_on(store::migrate(&args.database_url))?;
    super::print("The database is up to date.\n")?;
    Ok(ExitCode::SUCCESS)
}
