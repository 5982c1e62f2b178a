//! `turnpike openapi`: the contract, as checked in under `openapi.yaml`.

use std::process::ExitCode;

use crate::http::openapi;

/// The format of the document.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Print JSON instead of YAML.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let document = openapi::document();
    let text = if args.json {
        format!("{}\n", serde_json::to_string_pretty(&document)?)
    } else {
        openapi::yaml(&document)
    };
    crate::cli::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
