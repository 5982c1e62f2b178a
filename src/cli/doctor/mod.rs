//! `turnpike doctor`: checks what a server needs, and says what to do.
//!
//! It changes nothing and sends no mail. It checks what it can reach from this machine, with the
//! settings of the server.

mod database;
mod dns;
mod machine;
mod mail_server;
mod web;

use std::process::ExitCode;
use std::time::Duration;

use base::config::{Config, Settings};
use mail::Line;
use serde::Serialize;

use crate::cli::{SETTINGS_APPLY, admin, progress};

/// How the result is printed.
#[derive(clap::Args)]
#[command(mut_args = admin::without_settings, after_help = SETTINGS_APPLY)]
pub(super) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// All is well.
    Ok,
    /// The server works, but not as well as it could, or the check was not possible.
    Warn,
    /// The server does not work.
    Fail,
}

/// A line of the result.
#[derive(Serialize)]
struct Finding {
    check: &'static str,
    state: State,
    message: String,
}

/// The results so far.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn ok(&mut self, check: &'static str, message: impl Into<String>) {
        self.add(check, State::Ok, message.into());
    }

    fn warn(&mut self, check: &'static str, message: impl Into<String>) {
        self.add(check, State::Warn, message.into());
    }

    fn fail(&mut self, check: &'static str, message: impl Into<String>) {
        self.add(check, State::Fail, message.into());
    }

    fn add(&mut self, check: &'static str, state: State, message: String) {
        self.0.push(Finding {
            check,
            state,
            message: Line::long(&message).to_string(),
        });
    }

    fn has(&self, state: State) -> bool {
        self.0.iter().any(|it| it.state == state)
    }

    /// Returns one line for each result.
    fn in_lines(&self) -> String {
        let line = |it: &Finding| {
            let state = match it.state {
                State::Ok => "ok",
                State::Warn => "warn",
                State::Fail => "fail",
            };
            format!("{state:<4}  {:<9} {}\n", it.check, it.message)
        };
        self.0.iter().map(line).collect()
    }
}

pub(super) fn run(args: &Args, doubts: &[String]) -> anyhow::Result<ExitCode> {
    let mut findings = Findings::default();
    for doubt in doubts.iter().chain(&args.settings.doubts()) {
        findings.warn("settings", doubt);
    }
    match args.settings.check() {
        Ok(config) => {
            if !findings.has(State::Warn) {
                findings.ok("settings", "all valid");
            }
            let runtime = crate::cli::runtime()?;
            runtime.block_on(check(&config, &mut findings))?;
            // A mail server that does not answer keeps a thread for longer.
            runtime.shutdown_timeout(Duration::ZERO);
        }
        Err(faults) => faults
            .iter()
            .for_each(|fault| findings.fail("settings", fault)),
    }
    let is_well = !findings.has(State::Fail);
    crate::cli::print(&match args.json {
        true => {
            let whole = serde_json::json!({"ok": is_well, "checks": findings.0});
            serde_json::to_string_pretty(&whole)? + "\n"
        }
        false => findings.in_lines(),
    })?;
    Ok(match is_well {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn checking(what: &str) -> String {
    format!("Checking {what}")
}

async fn check(config: &Config, findings: &mut Findings) -> anyhow::Result<()> {
    let bar = progress::spinner(checking("the database"))?;
    database::check(config, findings).await?;
    bar.set_message(checking("the mail server"));
    mail_server::check(config, findings).await;
    bar.set_message(checking("DNS"));
    dns::check(config, findings).await;
    bar.set_message(checking("the web server"));
    web::check(config, findings).await;
    machine::check(config, findings);
    bar.finish_and_clear();
    Ok(())
}
