//! `turnpike database`: the private PostgreSQL without the server, for as long as a command runs.
//!
//! For dumps, restores, checks and a new major version of PostgreSQL, while nobody plays and no mail
//! leaves. What is done is the command's business: PostgreSQL's own programs, or this one.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitCode, ExitStatus};

use anyhow::Context;
use base::config::default_data_dir;
use embedded_postgres::Cluster;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

use crate::cluster::{self, DATABASE};

/// The database and the command to run on it.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder of the private database.
    #[arg(long, env = "TURNPIKE_DATA_DIR")]
    data_dir: Option<PathBuf>,
    /// Command to run, with its arguments. Its environment names the database (`PGHOST` and so on,
    /// `DATABASE_URL`, `TURNPIKE_MIGRATE_URL`). `PATH` begins with PostgreSQL's programs of the same
    /// version.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let status = crate::cli::runtime()?.block_on(alone(args))?;
    // As a shell says it of who was ended by a signal.
    let code = status.code().or_else(|| Some(128 + status.signal()?));
    Ok(code
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}

async fn alone(args: &Args) -> anyhow::Result<ExitStatus> {
    let data_dir = args.data_dir.clone().unwrap_or_else(default_data_dir);
    let cluster = cluster::start(data_dir).await?;
    let done = command(&cluster, &args.command).await;
    // Whatever became of it, and before anything is said: what was written is on the disk then.
    cluster.stop().await?;
    done
}

async fn command(cluster: &Cluster, command: &[OsString]) -> anyhow::Result<ExitStatus> {
    let (program, arguments) = command.split_first().context("no command")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(cluster.programs().to_owned()).chain(std::env::split_paths(&path));
    // Before there is anything to wait for: asked to stop, this process stops PostgreSQL after the
    // command.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut child = Command::new(program)
        .args(arguments)
        .env("PATH", std::env::join_paths(path)?)
        .envs(cluster.libpq_environment())
        .env("DATABASE_URL", cluster.app_url(DATABASE))
        .env("TURNPIKE_MIGRATE_URL", cluster.url(DATABASE))
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    loop {
        tokio::select! {
            status = child.wait() => return Ok(status?),
            _ = terminate.recv() => {
                if let Some(pid) = child.id() {
                    kill(Pid::from_raw(pid.cast_signed()), Signal::SIGTERM)?;
                }
            }
            // The terminal has told the command as well.
            _ = interrupt.recv() => {}
        }
    }
}
