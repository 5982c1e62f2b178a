//! The `turnpike` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    turnpike::cli::run()
}
