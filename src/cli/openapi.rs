//! `turnpike openapi`: the contract, as checked in under `openapi.yaml`.

use std::process::ExitCode;

use crate::http::openapi;

/// In which form.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Write JSON instead of YAML.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let document = openapi::document();
    if args.json {
        println!("{}", serde_json::to_string_pretty(&document)?);
    } else {
        print!("{}", openapi::yaml(&document)?);
    }
    Ok(ExitCode::SUCCESS)
}
