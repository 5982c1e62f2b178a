//! `turnpike man` and `turnpike completions`: what packages install beside the program. Both come
//! from the definition of the command line.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;

/// Where the manual pages go.
#[derive(clap::Args)]
pub(super) struct Pages {
    /// The folder.
    folder: PathBuf,
}

/// Whose completions.
#[derive(clap::Args)]
pub(super) struct Completions {
    /// The shell.
    shell: Shell,
}

/// Writes a page for the program and for each of its commands.
pub(super) fn write(args: &Pages, command: Command) -> anyhow::Result<ExitCode> {
    clap_mangen::generate_to(command, &args.folder)
        .with_context(|| format!("{} cannot be written", args.folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the completions.
pub(super) fn complete(args: &Completions, mut command: Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "turnpike", &mut script);
    crate::cli::print(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}
