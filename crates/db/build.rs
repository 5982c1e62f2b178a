//! Names the folders that are embedded: a new migration is a reason to build again.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
    println!("cargo::rerun-if-changed=upgrades");
}
