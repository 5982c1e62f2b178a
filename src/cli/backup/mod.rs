//! `turnpike backup`: all that a server stores, in one file, while it runs. `turnpike restore`
//! ([`restore`]) reads it.
//!
//! The file contains the database, the local mailbox, and DKIM keys in the data directory. It does
//! not contain the settings and other files that they name.

mod archive;
mod manifest;
pub(super) mod restore;

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

use anyhow::Context;
use base::config::{Config, Settings};
use common::clock::rfc3339;
use common::ids;
use db::facts::Snapshot;
use embedded_postgres::Clients;
use indicatif::HumanBytes;
use tokio::io::AsyncWriteExt;

use crate::cli::backup::archive::{Backup, Writer};
use crate::cli::backup::manifest::{DATA, DATABASE, FORMAT, Manifest};
use crate::cli::{EX_CONFIG, SETTINGS_APPLY, admin, interrupted, postgres, progress};
use crate::cluster;

/// The file to write.
#[derive(clap::Args)]
#[command(mut_args = admin::without_settings, after_help = SETTINGS_APPLY)]
pub(super) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// File to create. It contains secrets: only its owner can read it.
    file: PathBuf,
    /// Replace the file if it exists.
    #[arg(long)]
    replace: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(config) = crate::cli::checked(&args.settings) else {
        return Ok(ExitCode::from(EX_CONFIG));
    };
    let shown = args.file.display();
    anyhow::ensure!(
        args.replace || !args.file.exists(),
        "{shown} exists; choose another name, or replace it with --replace"
    );
    let (files, others) = files(&config, &args.settings.dkim_key)?;
    let manifest = crate::cli::runtime()?.block_on(async {
        let (url, started) = database(&config).await?;
        let backup = write(&config, &url, &files, args);
        let made = interrupted(progress::during("Writing the backup", backup)).await;
        if let Some(cluster) = started {
            cluster.stop().await?;
        }
        made
    })?;
    let size = HumanBytes(fs::metadata(&args.file)?.len());
    let mut text = format!("{shown} ({size}, checked) has {}.\n", manifest.in_words());
    text.push_str("It does not have the settings");
    for key in others {
        text.push_str(&format!(" and the DKIM key {}", key.display()));
    }
    text.push_str(": copy them yourself.\n");
    crate::cli::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the URL of the database, and the private cluster if no server runs it.
async fn database(config: &Config) -> anyhow::Result<(String, Option<embedded_postgres::Cluster>)> {
    if let Some(url) = &config.database_url {
        return Ok((url.clone(), None));
    }
    let folder = &config.data_dir;
    // Without this check, the command would create an empty database.
    anyhow::ensure!(
        folder.join("postgres/PG_VERSION").exists(),
        "{} has no database; name the data folder with --data-dir, or set DATABASE_URL",
        folder.display()
    );
    let (running, started) = cluster::for_command(folder).await?;
    Ok((running.url, started))
}

/// Returns the files of the data directory that belong into a backup, by their paths in it. Also
/// returns the DKIM keys elsewhere.
fn files(config: &Config, keys: &[PathBuf]) -> anyhow::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut files, mut others) = (Vec::new(), Vec::new());
    for key in keys {
        let real = key.canonicalize().unwrap_or_else(|_| key.clone());
        let folder = config.data_dir.canonicalize();
        match folder
            .ok()
            .and_then(|it| Some(real.strip_prefix(it).ok()?.to_owned()))
        {
            Some(path) => files.push(path),
            None => others.push(key.clone()),
        }
    }
    if config.mail_is_local() {
        let token = PathBuf::from("mailbox-token");
        if config.data_dir.join(&token).exists() {
            files.push(token);
        }
    }
    Ok((files, others))
}

/// Returns the mails of the local mailbox, the oldest first.
fn mails(config: &Config) -> anyhow::Result<Vec<PathBuf>> {
    let folder = config.data_dir.join("mailbox");
    if !config.mail_is_local() || !folder.exists() {
        return Ok(Vec::new());
    }
    let mut mails = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = PathBuf::from(entry?.file_name());
        // The server writes a mail into a hidden file first.
        if name.extension().is_some_and(|it| it == "eml") {
            mails.push(Path::new("mailbox").join(name));
        }
    }
    mails.sort_unstable();
    Ok(mails)
}

/// A file that is deleted unless it gets its name.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

/// Writes a backup into a temporary file, checks it, and gives it its name.
async fn write(
    config: &Config,
    url: &str,
    files: &[PathBuf],
    args: &Args,
) -> anyhow::Result<Manifest> {
    let target = &args.file;
    let name = target.file_name().context("the path names no file")?;
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", ids::short_id()));
    let unfinished = Unfinished(folder.join(hidden));
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true).mode(0o600);
    let file = options
        .open(&unfinished.0)
        .with_context(|| format!("{} cannot be written", folder.display()))?;

    let snapshot = Snapshot::take(url).await?;
    let programs = postgres::programs(config, snapshot.major)?;
    let contents = &snapshot.contents;
    let mut manifest = Manifest {
        format: FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema: contents.revision.clone(),
        postgres: programs.major,
        made_at: rfc3339(snapshot.at),
        games: contents.games,
        entries: contents.entries,
        accounts: contents.players,
        parts: Vec::new(),
    };
    let time = u64::try_from(snapshot.at.timestamp())?;
    let mut writer = Writer::new(file, time);
    dump(&programs, url, &snapshot, &mut writer).await?;
    // After the dump: the server then sends no mail that the mailbox lacks.
    for path in files.iter().chain(&mails(config)?) {
        let part = path.to_str().context("the name of a file is not UTF-8")?;
        match File::open(config.data_dir.join(path)) {
            Ok(file) => {
                let file = tokio::fs::File::from_std(file);
                writer.add(&format!("{DATA}{part}"), file).await?;
            }
            // Somebody has just deleted it.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("{part} cannot be read")),
        }
    }
    writer.finish(&mut manifest).await?;
    list(&programs, &Backup::open(&unfinished.0)?).await?;
    anyhow::ensure!(
        args.replace || !target.exists(),
        "{} exists by now",
        target.display()
    );
    fs::rename(&unfinished.0, target)?;
    // The name of a file is stored in its folder.
    File::open(folder)?.sync_all()?;
    Ok(manifest)
}

/// Dumps the database at the moment of the snapshot.
async fn dump(
    programs: &Clients,
    url: &str,
    snapshot: &Snapshot,
    writer: &mut Writer,
) -> anyhow::Result<()> {
    let mut command = postgres::on_database(&programs.folder.join("pg_dump"), url)?;
    command.args(["--format=custom", "--snapshot", &snapshot.name]);
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("pg_dump has no output")?;
    let (added, ended) = tokio::join!(
        writer.add(DATABASE, output),
        postgres::ended(child, "pg_dump")
    );
    added.and(ended)
}

/// Checks that `pg_restore` can read the dump.
async fn list(programs: &Clients, backup: &Backup) -> anyhow::Result<()> {
    let mut command = postgres::alone(&programs.folder.join("pg_restore"));
    feed(command.arg("--list"), backup).await
}

/// Runs `pg_restore` with the dump as its input.
async fn feed(command: &mut tokio::process::Command, backup: &Backup) -> anyhow::Result<()> {
    let mut dump = backup.read(DATABASE)?;
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().context("pg_restore has no input")?;
    let fed = async {
        let mut piece = vec![0; 128 << 10];
        loop {
            let read = std::io::Read::read(&mut dump, &mut piece)?;
            // It stops reading when it has what it needs, or fails, which its status says.
            if read == 0 || input.write_all(&piece[..read]).await.is_err() {
                drop(input);
                return anyhow::Ok(());
            }
        }
    };
    let (fed, ended) = tokio::join!(fed, postgres::ended(child, "pg_restore"));
    fed.and(ended)
}
