//! Names the folder that is embedded: a new migration is a reason to build again.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
