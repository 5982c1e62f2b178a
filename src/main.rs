//! The `turnpike` program.

use std::process::ExitCode;

/// An answer is made of hundreds of small pieces: a third of a move's time went into the system's
/// allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    turnpike::cli::run()
}
