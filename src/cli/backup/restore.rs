//! `turnpike restore`: puts a backup into an empty database, and its files into the data directory.
//!
//! It checks everything that it can before it changes anything. It never overwrites data: the
//! operator moves an old database away first.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use base::config::{Config, Settings};
use db::{connect, facts};
use embedded_postgres::Clients;
use sha2::{Digest, Sha256};

use crate::cli::backup::archive::Backup;
use crate::cli::backup::manifest::{Manifest, Part};
use crate::cli::backup::{feed, list};
use crate::cli::{EX_CONFIG, SETTINGS_APPLY, admin, interrupted, postgres, progress, verify};
use crate::cluster::{self, DATABASE};

/// The file to restore.
#[derive(clap::Args)]
#[command(mut_args = admin::without_settings, after_help = SETTINGS_APPLY)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// File that `turnpike backup` wrote.
    file: PathBuf,
    /// Only check the file.
    #[arg(long)]
    check_only: bool,
}

pub(in crate::cli) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(config) = crate::cli::checked(&args.settings) else {
        return Ok(ExitCode::from(EX_CONFIG));
    };
    let bar = progress::spinner("Checking the file")?;
    let backup = Backup::open(&args.file)?;
    bar.finish_and_clear();
    let manifest = &backup.manifest;
    let (made_at, version) = (&manifest.made_at, &manifest.version);
    anyhow::ensure!(
        db::supports(&manifest.schema)?,
        "the backup is from Turnpike {version} and has the migration {}, which this program does not \
         know: restore it with the program that made it, or a newer one",
        manifest.schema
    );
    let about = format!(
        "{} is a whole backup of {made_at}, from Turnpike {version}, with {}.\n",
        args.file.display(),
        manifest.in_words()
    );
    crate::cli::runtime()?.block_on(async {
        if args.check_only {
            list(&postgres::programs(&config, manifest.postgres)?, &backup).await?;
            crate::cli::print(&about)?;
            return Ok(ExitCode::SUCCESS);
        }
        let work = async {
            files_are_free(&config, &backup)?;
            match &config.database_url {
                Some(url) => {
                    let owner = config.migrate_url.as_ref().unwrap_or(url);
                    restore(&config, &backup, Place { url, owner }).await
                }
                None => restore_private(&config, &backup).await,
            }
        };
        let (told, is_true) = interrupted(work).await?;
        let end = match is_true {
            true => {
                "The restore is complete. Start the server. Moves after that moment are lost: tell your \
                 players.\n"
            }
            false => {
                "The database is restored, but not all of it is true. Read \"Verify the games\" in \
                 docs/OPERATING.md before you start the server.\n"
            }
        };
        crate::cli::print(&format!("{about}{told}{end}"))?;
        Ok(match is_true {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    })
}

/// A database to restore into.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// Its URL with the server's login.
    url: &'a str,
    /// Its URL with the owner's login.
    owner: &'a str,
}

/// Restores into the private cluster, which nobody else uses meanwhile.
async fn restore_private(config: &Config, backup: &Backup) -> anyhow::Result<(String, bool)> {
    // Root would make a cluster and files that the service cannot read.
    if let Ok(folder) = fs::metadata(&config.data_dir)
        && nix::unistd::geteuid().is_root()
        && folder.uid() != 0
    {
        let user = nix::unistd::User::from_uid(nix::unistd::Uid::from_raw(folder.uid()));
        let user = user.ok().flatten().map(|user| user.name);
        anyhow::bail!(
            "{} belongs to the user {}; run this command as that user",
            config.data_dir.display(),
            user.unwrap_or_else(|| folder.uid().to_string())
        );
    }
    let cluster = cluster::start(&config.data_dir).await?;
    let (url, owner) = (cluster.app_url(DATABASE), cluster.url(DATABASE));
    let place = Place {
        url: &url,
        owner: &owner,
    };
    let done = restore(config, backup, place).await;
    cluster.stop().await?;
    done
}

/// Restores the database and the files. Returns the report of the check, and whether all is true.
async fn restore(
    config: &Config,
    backup: &Backup,
    place: Place<'_>,
) -> anyhow::Result<(String, bool)> {
    let mut conn = connect::owner(place.owner).await?;
    if config.database_url.is_some() {
        let others = facts::other_sessions(&mut conn).await?;
        anyhow::ensure!(
            others.is_empty(),
            "other programs are connected to the database: {}; stop all servers, and every program that \
             uses it",
            others.join(", ")
        );
    }
    if !facts::is_empty(&mut conn).await? {
        let found = facts::contents(&mut conn).await;
        let found = found.map_or_else(
            |_| String::new(),
            |it| format!(": it has {} games and {} accounts", it.games, it.players),
        );
        let folder = config.data_dir.join("postgres");
        let folder = folder.display();
        let way_out = match &config.database_url {
            Some(_) => "create an empty database, and name it in the settings".to_owned(),
            None => format!("move the old one away (mv {folder} {folder}-old), and restore again"),
        };
        anyhow::bail!("the database is not empty{found}; {way_out}");
    }
    let server = facts::server(&mut conn).await?;
    let programs = postgres::programs(config, server.major())?;
    list(&programs, backup).await?;
    progress::during(
        "Restoring the database",
        load(&programs, place.owner, backup),
    )
    .await?;
    facts::revoke_temporary(&mut conn).await?;
    db::migrate(place.owner).await?;
    for (part, path) in backup.manifest.files() {
        put(&config.data_dir, path, backup.read(&part.name)?)?;
    }
    let (mut told, is_true) = verify::audited(place.url).await?;
    let found = facts::contents(&mut conn).await?;
    let Manifest {
        games,
        entries,
        accounts,
        ..
    } = backup.manifest;
    let is_whole = (found.games, found.entries, found.players) == (games, entries, accounts);
    if !is_whole {
        told.push_str(&format!(
            "false: the database has {} games, {} entries and {} accounts\n",
            found.games, found.entries, found.players
        ));
    }
    Ok((told, is_true && is_whole))
}

/// Loads the dump, in one transaction.
async fn load(programs: &Clients, owner: &str, backup: &Backup) -> anyhow::Result<()> {
    let mut command = postgres::on_database(&programs.folder.join("pg_restore"), owner)?;
    command.args(["--exit-on-error", "--single-transaction"]);
    feed(command.args(["--no-owner", "--schema=public"]), backup).await
}

/// Checks that the data directory has no other files in the places of those in the backup.
fn files_are_free(config: &Config, backup: &Backup) -> anyhow::Result<()> {
    for (part, path) in backup.manifest.files() {
        let path = config.data_dir.join(path);
        anyhow::ensure!(
            !path.exists() || is_same(&path, part)?,
            "{} exists, with other contents than in the backup; move it away",
            path.display()
        );
    }
    Ok(())
}

fn is_same(path: &Path, part: &Part) -> anyhow::Result<bool> {
    let bytes = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(hex::encode(Sha256::digest(bytes)) == part.sha256)
}

/// Writes a file into the data directory, and waits until it is on the disk.
fn put(data_dir: &Path, path: &str, mut contents: impl Read) -> anyhow::Result<()> {
    let path = data_dir.join(path);
    let failed = || format!("{} cannot be written", path.display());
    if path.exists() {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(data_dir);
    let mut folders = DirBuilder::new();
    folders.recursive(true).mode(0o700).create(folder)?;
    let mut bytes = Vec::new();
    contents.read_to_end(&mut bytes)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let mut file = options.open(&path).with_context(failed)?;
    file.write_all(&bytes).with_context(failed)?;
    file.sync_all().with_context(failed)
}
