//! The program starts. A package with an integration test has its program built by `cargo test`,
//! which `.ci/run` needs for the counts.

use std::process::Command;

#[test]
fn help_lists_the_parts() {
    let bench = Command::new(env!("CARGO_BIN_EXE_bench"))
        .arg("--help")
        .output();
    let help = String::from_utf8(bench.unwrap().stdout).unwrap();
    for part in ["growth", "nodes", "idle", "counts"] {
        assert!(help.contains(part), "{help}");
    }
}
