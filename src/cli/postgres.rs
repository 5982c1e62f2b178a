//! Runs PostgreSQL's own programs, `pg_dump` and `pg_restore`, on a database.
//!
//! Other users of the machine can read the arguments of a process, but not its environment, which
//! gets the password.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::Stdio;

use anyhow::Context;
use base::config::Config;
use db::connect::Shown;
use embedded_postgres::Clients;
use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};

use crate::cluster;

/// Where distributions keep the certificate authorities that the machine trusts.
const AUTHORITIES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// How many lines of a program's errors an error quotes.
const LINES: usize = 5;

/// Finds the programs for a server of this major version.
pub(super) fn programs(config: &Config, major: u32) -> anyhow::Result<Clients> {
    Clients::find(&cluster::settings(&config.data_dir), major).with_context(|| {
        format!(
            "this machine has no pg_dump and pg_restore of PostgreSQL {major} or newer; install \
             them (Debian, Ubuntu: postgresql-client-{major}; Fedora: postgresql{major})"
        )
    })
}

/// Prepares a program for the database at `url`. It ends with this process, and asks no questions.
pub(super) fn on_database(program: &Path, url: &str) -> anyhow::Result<Command> {
    let shown = Shown::of(url)?;
    let mut command = alone(program);
    command.args(["--no-password", "--dbname", &shown.address]);
    if let Some(password) = shown.password {
        command.env("PGPASSWORD", OsString::from_vec(password));
    }
    // The server checks certificates in each encrypted mode, and changes nothing on a standby.
    if shown.trusts_machine
        && std::env::var_os("PGSSLROOTCERT").is_none()
        && let Some(file) = AUTHORITIES.iter().find(|it| Path::new(it).exists())
    {
        command.env("PGSSLROOTCERT", file);
    }
    if std::env::var_os("PGTARGETSESSIONATTRS").is_none() {
        command.env("PGTARGETSESSIONATTRS", "read-write");
    }
    Ok(command)
}

/// Prepares a program that needs no database.
pub(super) fn alone(program: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// Waits for the end of a program. The error contains the end of its output.
pub(super) async fn ended(mut child: Child, name: &str) -> anyhow::Result<()> {
    let mut errors = Vec::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_end(&mut errors).await?;
    }
    let status = child.wait().await?;
    if status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&errors);
    let lines: Vec<&str> = errors.lines().collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    anyhow::bail!("{name} failed ({status}):\n{}", last.join("\n"))
}
