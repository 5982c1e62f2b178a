//! `turnpike migrate`: bring a database of one's own up to date, and stop.

use std::process::ExitCode;

use anyhow::Context;

use crate::cli::progress;

/// The database to migrate.
#[derive(clap::Args)]
pub(super) struct Args {
    /// PostgreSQL database, with the owner's login.
    #[arg(long, env = "TURNPIKE_MIGRATE_URL", hide_env_values = true)]
    migrate_url: Option<String>,
    /// The same, if the server uses the owner's login.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// Then distribute the tables over the nodes of Citus, once and for good.
    #[arg(long)]
    distribute: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let url = args.migrate_url.as_ref().or(args.database_url.as_ref());
    let url = url.context("no database given; set TURNPIKE_MIGRATE_URL to the owner's address")?;
    let migrated = db::migrate(url);
    crate::cli::runtime()?.block_on(progress::during("Migrating the database", migrated))?;
    crate::cli::print("The database is up to date.\n")?;
    if args.distribute {
        let distributed = db::distributed::distribute(url);
        crate::cli::runtime()?.block_on(progress::during("Distributing tables", distributed))?;
        crate::cli::print("The tables are distributed.\n")?;
    }
    Ok(ExitCode::SUCCESS)
}
