//! `turnpike replay`: step through an exported history in the terminal.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use ::games::KINDS;
use mail::{Line, Picture};
use rules::record::Record;
use rules::{Game, Names, Viewer};

/// The history, and the position to show.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Exported history; `-` is standard input.
    file: PathBuf,
    /// Show only the position after this many entries.
    #[arg(long)]
    ply: Option<u64>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let record = Record::from_json(&crate::cli::read(&args.file)?).map_err(shown)?;
    let names = crate::cli::names(&record);
    let mut game = record.start(KINDS).map_err(shown)?;
    let wanted = |ply: u64| args.ply.is_none_or(|only| only == ply);
    if let Some(ply) = args.ply
        && ply > record.entries.len() as u64
    {
        anyhow::bail!(
            "the log has {} entries, fewer than {ply}",
            record.entries.len()
        );
    }
    let pause = args.ply.is_none()
        && args.file.as_os_str() != "-"
        && std::io::stdin().is_terminal()
        && std::io::stdout().is_terminal();
    let mut text = format!(
        "{} · game {}\n",
        Line::new(&record.rules),
        Line::new(&record.id)
    );
    if wanted(0) {
        text.push_str(&board(&game, &names));
    }
    for entry in &record.entries {
        crate::cli::print(&std::mem::take(&mut text))?;
        if pause && !goes_on()? {
            return Ok(ExitCode::SUCCESS);
        }
        let action = entry
            .body
            .mv()
            .and_then(|mv| game.position().text(mv.get()))
            .map_or_else(|| Line::new(entry.body.kind().word()), Line::from);
        let told = game.retell(entry).map_err(shown)?;
        if wanted(entry.n) {
            text.push_str(&format!(
                "\n{}. {} · {action} · {}\n",
                entry.n,
                names.of(entry.seat),
                Line::new(&entry.at)
            ));
            for sentence in told
                .iter()
                .filter_map(|told| told.say(Viewer::Afterwards, &names))
            {
                text.push_str(&format!("   {}\n", Line::new(&sentence)));
            }
            text.push_str(&board(&game, &names));
        }
    }
    if args.ply.is_none()
        && let Some(outcome) = game.turn().outcome()
    {
        text.push('\n');
        for standing in &outcome.standings {
            text.push_str(&format!(
                "{}. {}: {}\n",
                standing.rank,
                names.of(standing.seat),
                standing.score
            ));
        }
    }
    crate::cli::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What is wrong with the file, in one line.
fn shown(fault: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{}", Line::new(&fault.to_string()))
}

/// Waits for Return; `q` stops.
fn goes_on() -> anyhow::Result<bool> {
    crate::cli::print("\n[Return: next, q: quit] ")?;
    std::io::stdout().flush()?;
    let mut line = String::new();
    let read = std::io::stdin().read_line(&mut line)?;
    Ok(read > 0 && line.trim() != "q")
}

fn board(game: &Game, names: &Names) -> String {
    let picture = Picture::new(&game.position().picture(Viewer::Afterwards, names));
    let acting: Vec<&str> = game.acting().iter().map(|seat| names.of(seat)).collect();
    let mut text = format!("\n{picture}\n");
    if !acting.is_empty() {
        text.push_str(&format!("To act: {}\n", acting.join(", ")));
    }
    text
}
