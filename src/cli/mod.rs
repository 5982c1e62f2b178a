//! The command line: one executable, a subcommand for each role.

mod admin;
mod backup;
mod database;
mod doctor;
mod draw;
mod environment;
mod manual;
mod migrate;
mod openapi;
mod postgres;
mod progress;
mod ratings;
mod receipt;
mod records;
mod replay;
mod serve;
mod table;
mod verify;

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::error::ErrorKind as Fault;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use mail::Line;
use rules::Names;
use rules::record::Record;

use base::config::{Config, Settings};
use tokio::signal::unix::{SignalKind, signal};

/// The exit status for invalid settings (`EX_CONFIG`): a service manager does not start the program again.
const EX_CONFIG: u8 = 78;

/// The end of the help of a command that uses the server's settings.
const SETTINGS_APPLY: &str = "The settings of the server apply here, too (`turnpike serve --help`). \
    Give them in the environment,\nin a settings file, or as options.";

/// A server for correspondence play of board games.
#[derive(Parser)]
#[command(
    name = "turnpike",
    version,
    about,
    args_conflicts_with_subcommands = true,
    after_help = "To read settings from a file, give --env-file FILE. The file has one NAME=value a line.\n\
        To read a secret from a file, set NAME_FILE to its path instead of NAME:\n\
        DATABASE_URL_FILE, TURNPIKE_MIGRATE_URL_FILE, SMTP_URL_FILE or TURNPIKE_INBOUND_SECRET_FILE."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Settings,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server (the default).
    Serve(Box<Settings>),
    /// Manage accounts, games, reports and mail as the operator.
    Admin(Box<admin::Args>),
    /// Check the settings, the database, mail, DNS and the machine.
    Doctor(Box<doctor::Args>),
    /// Write all that the server stores into one file, while it runs.
    Backup(Box<backup::Args>),
    /// Restore a backup into an empty database.
    Restore(Box<backup::restore::Args>),
    /// Run a command on the private database (dump, restore, check) while the server is stopped.
    Database(database::Args),
    /// Run the database migrations and exit.
    Migrate(migrate::Args),
    /// Print the OpenAPI document.
    Openapi(openapi::Args),
    /// Check an exported history, receipts, or all stored games.
    Verify(verify::Args),
    /// Compute all ratings again from the results of the games.
    Ratings(ratings::Args),
    /// Step through an exported history.
    Replay(replay::Args),
    /// Draw the board of an exported history as a picture.
    Draw(draw::Args),
    /// Play in the terminal against bots, without a server.
    Table(table::Args),
    /// Write the manual pages to a folder.
    #[command(hide = true)]
    Man(manual::Pages),
    /// Print the completions of a shell.
    #[command(hide = true)]
    Completions(manual::Completions),
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let (cli, doubts) = match parsed() {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    let command = cli.command.unwrap_or(Command::Serve(Box::new(cli.serve)));
    if matches!(
        command,
        Command::Admin(_) | Command::Backup(_) | Command::Migrate(_) | Command::Restore(_)
    ) {
        tell(&doubts);
    }
    let done = match command {
        Command::Serve(settings) => serve::run(&settings, &doubts),
        Command::Admin(args) => admin::run(&args),
        Command::Doctor(args) => doctor::run(&args, &doubts),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => backup::restore::run(&args),
        Command::Database(args) => database::run(&args),
        Command::Migrate(args) => migrate::run(&args),
        Command::Openapi(args) => openapi::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Ratings(args) => ratings::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Man(args) => manual::write(&args, Cli::command()),
        Command::Completions(args) => manual::complete(&args, Cli::command()),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("turnpike: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the arguments, with the settings that files give, and names settings that do not exist.
fn parsed() -> Result<(Cli, Vec<String>), ExitCode> {
    let invalid = |faults: &[String]| {
        tell(faults);
        ExitCode::from(EX_CONFIG)
    };
    let (file, arguments) = environment::env_file(std::env::args_os());
    let environment = environment::Environment::read(file.as_deref());
    let environment = environment.map_err(|fault| invalid(&[fault]))?;
    let command = Cli::command();
    let doubts = environment.unknown(&command);
    let command = environment.completes(command);
    let matches = command
        .map_err(|faults| invalid(&faults))?
        .try_get_matches_from(arguments);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = cli.map_err(|error| {
        drop(error.print());
        match error.kind() {
            // Of a setting in the environment as well.
            Fault::InvalidValue | Fault::ValueValidation => ExitCode::from(EX_CONFIG),
            _ => u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from),
        }
    })?;
    Ok((cli, doubts))
}

fn tell(sentences: &[String]) {
    sentences.iter().for_each(|it| eprintln!("turnpike: {it}"));
}

/// The settings, checked. Invalid ones are named on standard error.
fn checked(settings: &Settings) -> Option<Config> {
    settings.check().map_err(|faults| tell(&faults)).ok()
}

/// The names of the players in a history, without control characters.
fn names(record: &Record) -> Names {
    let players = record.seats.iter();
    Names::new(players.map(|seat| Line::new(&seat.player).as_str().to_owned()))
}

/// Writes to standard output. A reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    // A prompt has no end of line that would send it.
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Opens a file, or standard input for `-`.
fn open(file: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let opened = File::open(file);
    let opened = opened.with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(Box::new(BufReader::new(opened)))
}

/// The text of a file, or of standard input for `-`.
fn read(file: &Path) -> anyhow::Result<String> {
    let text = std::io::read_to_string(open(file)?);
    text.with_context(|| format!("{} cannot be read", file.display()))
}

/// Does this work, and gives up when the terminal or the system asks the process to stop. What the
/// work holds is then dropped in order.
async fn interrupted<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        done = work => done,
        _ = terminate.recv() => anyhow::bail!("stopped"),
        _ = interrupt.recv() => anyhow::bail!("stopped"),
    }
}

/// A runtime for all but requests, pictures and passwords, which have threads of their own: with half as many threads
/// as the machine has cores. Whoever waits alone for the database is not woken by another that waits as well.
/// A GET then costs the server 24 to 25 µs of CPU in place of 25 to 28.
fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    Ok(tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.div_ceil(2))
        .enable_all()
        .build()?)
}
