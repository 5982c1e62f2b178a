//! `turnpike admin`: what the operator does to accounts and games, on the server's machine.
//!
//! It works against the database, with the settings of the server; servers that run notice. The same
//! acts are offered to admins over HTTP.

use std::process::ExitCode;

use anyhow::Context;

use crate::clock::rfc3339;
use crate::config::Settings;
use crate::mail::Line;
use crate::refusal::Result;
use crate::service::App;
use crate::service::admin::{self, Act, Operator};
use crate::store::{self, Database, pulse};

/// What to do, and why.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// Why: it is written down, and those whom it concerns are told.
    #[arg(long, global = true, default_value = "")]
    reason: String,
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    #[command(flatten)]
    Act(Act),
    /// List the admins.
    Admins,
    /// List the newest acts.
    Acts,
    /// List the reports that nobody has dealt with.
    Reports,
    /// List the mails that were given up.
    DeadMails,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(config) = super::checked(&args.settings) else {
        return Ok(ExitCode::from(2));
    };
    let url = config.database_url.clone().context(
        "turnpike admin needs DATABASE_URL; docs/OPERATING.md tells that of the private PostgreSQL",
    )?;
    let told = super::runtime()?.block_on(async {
        store::prepare(&url, None).await?;
        let db = Database::new(&url, config.pool)?;
        let mut conn = db.get().await?;
        let clock = pulse::clock(&mut conn).await?;
        let app = App::on(db, &mut conn, config, &url, clock).await?;
        // It may be the only one that there may be.
        drop(conn);
        let told = tell(&app, args).await;
        Ok::<_, anyhow::Error>(told)
    })?;
    match told {
        Ok(lines) => {
            super::print(&lines)?;
            Ok(ExitCode::SUCCESS)
        }
        // Whoever types here may read what the log may not hold, and why something failed.
        Err(refusal) if refusal.is_failure() => anyhow::bail!("{refusal}"),
        Err(refusal) => anyhow::bail!("{}: {}", refusal.code(), refusal.detail()),
    }
}

async fn tell(app: &App, args: &Args) -> Result<String> {
    Ok(match &args.what {
        What::Act(act) => {
            let operator = Operator::on_the_command_line(&account());
            let done = admin::carry_out(app, &operator, act, &args.reason).await?;
            format!("act {}: {}\n", done.id, Line::long(&done.outcome))
        }
        What::Admins => lines(admin::admins(app).await?),
        What::Acts => {
            let acts = admin::acts(app, None, None).await?;
            lines(acts.into_iter().map(|act| {
                let (at, failure) = (rfc3339(act.at), act.failure.unwrap_or_default());
                format!(
                    "{} {at} {} {} {} {failure}",
                    act.id, act.who, act.act, act.reason
                )
            }))
        }
        What::Reports => {
            let reports = admin::open_reports(app).await?;
            lines(reports.into_iter().map(|it| {
                let (at, said) = (rfc3339(it.created_at), it.said.unwrap_or_default());
                let message = it.message.map_or(String::new(), |n| n.to_string());
                format!(
                    "{} {at} {} in {} message {message}: {} ({said})",
                    it.id, it.reported, it.game_id, it.reason
                )
            }))
        }
        What::DeadMails => {
            let mails = admin::dead_mails(app).await?;
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

/// One line each, without what people may have typed to spoil a terminal.
fn lines(texts: impl IntoIterator<Item = String>) -> String {
    let lines = texts
        .into_iter()
        .map(|text| format!("{}\n", Line::long(&text)));
    lines.collect()
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
