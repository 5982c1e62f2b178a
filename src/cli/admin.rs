//! `turnpike admin`: what the operator does to accounts and games, on the server's machine.
//!
//! It works against the database, with the settings of the server; servers that run notice. The same
//! acts are offered to admins over HTTP.

use std::path::PathBuf;
use std::process::ExitCode;

use admin::acts::{self, Act, Operator};
use base::config::{Config, Settings};
use base::refusal::Rejection;
use common::clock::rfc3339;
use db::{Database, pulse};
use mail::Line;
use play::clocks::sandbox;
use play::refusal::{Refusal, Result};
use tokio::io::AsyncWriteExt;

use crate::cli::EX_CONFIG;
use crate::{App, cluster};

/// The command, and the reason for it.
#[derive(clap::Args)]
#[command(
    mut_args = without_settings,
    after_help = "The settings of the server apply here, too (`turnpike serve --help`). Give them in the environment,\n\
        in a settings file, or as options before the command."
)]
pub(super) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// Reason, required except for lists, `export` and `test-mail`. The server records it and mails
    /// it to the players concerned.
    #[arg(long, global = true, default_value = "")]
    reason: String,
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    #[command(flatten)]
    Act(Act),
    /// List the newest players, or those with a text in their name or address.
    Players {
        /// Text to find.
        text: Option<String>,
        /// Length of the list.
        #[arg(long, default_value = "50")]
        limit: u16,
    },
    /// Export a player's account and finished games to a file, one JSON value a line (NDJSON).
    Export {
        /// The player's name.
        player: String,
        /// File to create. It must not exist yet.
        file: PathBuf,
    },
    /// Send a test mail, and report whether the mail server accepted it.
    TestMail {
        /// The recipient's address.
        address: String,
    },
    /// List the admins.
    Admins,
    /// List the 50 newest actions.
    Actions,
    /// List the open reports, the oldest first.
    Reports,
    /// List the mails that the server could not deliver, the newest first.
    FailedMails,
}

/// Hides the settings of the server from the help. There are far more of them than commands.
pub(super) fn without_settings(argument: clap::Arg) -> clap::Arg {
    let is_setting = argument.get_env().is_some();
    argument.hide(is_setting)
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(mut config) = crate::cli::checked(&args.settings) else {
        return Ok(ExitCode::from(EX_CONFIG));
    };
    let told = crate::cli::runtime()?.block_on(async {
        let (mut private, mut owner) = (None, None);
        if config.database_url.is_none() {
            let (running, started) = cluster::for_command(&config.data_dir).await?;
            config.database_url = Some(running.app_url);
            owner = Some(running.url.clone());
            config.migrate_url = Some(running.url);
            private = started;
        }
        let told = on_database(config, args, owner.as_deref()).await;
        if let Some(cluster) = private {
            cluster.stop().await?;
        }
        told
    })?;
    match told {
        Ok(lines) => {
            crate::cli::print(&lines)?;
            Ok(ExitCode::SUCCESS)
        }
        // Whoever types here may read what the log may not hold, and why something failed.
        Err(refusal) if refusal.is_failure() => anyhow::bail!("{refusal}"),
        Err(Refusal::General(base::Refusal::NotFound)) => anyhow::bail!("{}", missing(&args.what)),
        Err(Refusal::NotSeated) => anyhow::bail!("no player has that seat"),
        Err(refusal) => anyhow::bail!("{}", refusal.detail()),
    }
}

/// Carries a command out. Migrates only the private database, whose login is `owner`: an operator
/// may run a command on another database before the backup.
async fn on_database(
    config: Config,
    args: &Args,
    owner: Option<&str>,
) -> anyhow::Result<Result<String>> {
    let url = config.database_url.clone().unwrap_or_default();
    db::prepare(&url, owner).await?;
    let db = Database::new(&url, config.pool)?;
    let mut conn = db.get().await?;
    let clock = pulse::clock(&mut conn).await?;
    if config.sandbox {
        sandbox::resume(&mut conn, &clock).await?;
    }
    let app = App::on(db, &mut conn, config, &url, clock).await?;
    // It may be the only one that there may be.
    drop(conn);
    Ok(tell(&app, args).await)
}

/// What there is not, in words.
fn missing(what: &What) -> String {
    let nobody = |name: &str| format!("no player is called {name}");
    let no_game = |id: &str| format!("there is no game {id}");
    match what {
        What::Export { player, .. } => nobody(player),
        What::Act(act) => match act {
            Act::Suspend { player }
            | Act::Reinstate { player }
            | Act::Rename { player, .. }
            | Act::UnlockSignIn { player, .. }
            | Act::DisableSecondFactor { player }
            | Act::Appoint { player }
            | Act::Dismiss { player }
            | Act::Delete { player } => nobody(player),
            Act::DeleteMessage { game, n } => format!("there is no message {n} in a game {game}"),
            Act::ResolveReport { report } => format!("there is no report {report}"),
            Act::Pause { game }
            | Act::Resume { game }
            | Act::End { game }
            | Act::Verify { game } => no_game(game),
            Act::Replace { game, seat, by } => {
                let or = by.as_ref().map(|by| format!(", or {}", nobody(by)));
                format!(
                    "there is no game {game} with a seat {seat}{}",
                    or.unwrap_or_default()
                )
            }
            Act::ResendMail | Act::DiscardFailedMails | Act::RotateSecrets { .. } => nothing(),
        },
        What::Players { .. }
        | What::TestMail { .. }
        | What::Admins
        | What::Actions
        | What::Reports
        | What::FailedMails => nothing(),
    }
}

fn nothing() -> String {
    "not found".to_owned()
}

async fn tell(app: &App, args: &Args) -> Result<String> {
    Ok(match &args.what {
        What::Act(act) => {
            let operator = Operator::on_the_command_line(&account());
            let done = acts::carry_out(app, &operator, act, &args.reason).await?;
            format!("act {}: {}\n", done.id, Line::long(&done.outcome))
        }
        What::Players { text, limit } => {
            let players = acts::players(app, text.as_deref(), Some((*limit).into())).await?;
            lines(players.into_iter().map(|(it, trouble)| {
                let address = match (it.email, it.confirmed) {
                    (None, _) => "no address".to_owned(),
                    (Some(email), true) => email,
                    (Some(email), false) => format!("{email} (not confirmed)"),
                };
                let marks = [
                    ("guest", it.guest),
                    ("automated", it.automated),
                    ("admin", it.admin),
                    ("suspended", it.suspended),
                    ("gets no mail", trouble.is_some()),
                ];
                let marks: String = marks
                    .iter()
                    .filter(|(_, is_so)| *is_so)
                    .map(|(mark, _)| format!(", {mark}"))
                    .collect();
                let since = rfc3339(it.created_at);
                format!("{}, {address}, since {since}{marks}", it.name)
            }))
        }
        What::Export { player, file } => export(app, player, file).await?,
        What::TestMail { address } => {
            let sent = acts::test_mail(app, address).await?;
            match (sent, app.config.mail_is_local()) {
                (Ok(()), true) => {
                    "The mail is in the local mailbox: SMTP_URL is not set.\n".to_owned()
                }
                (Ok(()), false) => format!(
                    "The mail server accepted a mail to {address}. If it does not arrive, check that server's log.\n"
                ),
                (Err(failure), _) => {
                    return Err(Refusal::unavailable(format_args!(
                        "the mail was not sent: {failure}"
                    )));
                }
            }
        }
        What::Admins => lines(acts::admins(app).await?),
        What::Actions => {
            let acts = acts::acts(app, None, None, None).await?;
            lines(acts.into_iter().map(|act| {
                let (at, failure) = (rfc3339(act.at), act.failure.unwrap_or_default());
                format!(
                    "{} {at} {} {} {} {failure}",
                    act.id, act.who, act.act, act.reason
                )
            }))
        }
        What::Reports => {
            let reports = acts::open_reports(app).await?;
            lines(reports.into_iter().map(|it| {
                let (at, said) = (rfc3339(it.created_at), it.said.unwrap_or_default());
                let message = it.message.map_or(String::new(), |n| n.to_string());
                format!(
                    "{} {at} {} in {} message {message}: {} ({said})",
                    it.id, it.reported, it.game_id, it.reason
                )
            }))
        }
        What::FailedMails => {
            let mails = acts::dead_mails(app).await?;
            lines(mails.into_iter().map(|(it, is_resent)| {
                let at = it.done_at.map(rfc3339).unwrap_or_default();
                let (whom, error) = (it.player.unwrap_or_default(), it.error.unwrap_or_default());
                let again = if is_resent {
                    "resend-mail sends it"
                } else {
                    "lost"
                };
                format!(
                    "{at} {} to {whom} about {} ({again}): {error}",
                    it.kind,
                    it.game.as_deref().unwrap_or_default()
                )
            }))
        }
    })
}

/// Writes all of a player into a new file; says what it holds.
async fn export(app: &App, player: &str, file: &std::path::Path) -> Result<String> {
    let failed =
        |error: std::io::Error| Refusal::internal(format_args!("{}: {error}", file.display()));
    let mut own = acts::Exported::of(app, player).await?;
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let mut out = options.open(file).await.map_err(failed)?;
    out.write_all(format!("{}\n", own.account()).as_bytes())
        .await
        .map_err(failed)?;
    while let Some(piece) = own.next(app).await? {
        out.write_all(piece.as_bytes()).await.map_err(failed)?;
    }
    out.sync_all().await.map_err(failed)?;
    Ok(format!(
        "{} holds the account and {} games.\n",
        file.display(),
        own.games()
    ))
}

/// One line each, without what people may have typed to spoil a terminal.
fn lines(texts: impl IntoIterator<Item = String>) -> String {
    let lines = texts
        .into_iter()
        .map(|text| format!("{}\n", Line::long(&text)));
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => "None.\n".to_owned(),
        false => lines,
    }
}

/// The account of the system that runs the program; with sudo, the one that asked for it.
fn account() -> String {
    let own = || {
        nix::unistd::User::from_uid(nix::unistd::geteuid())
            .ok()?
            .map(|it| it.name)
    };
    std::env::var("SUDO_USER")
        .ok()
        .or_else(own)
        .unwrap_or_else(|| nix::unistd::geteuid().to_string())
}
