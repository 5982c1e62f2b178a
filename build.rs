//! Says what is embedded besides sources: a new file there is a reason to build again.

fn main() {
    println!("cargo::rerun-if-changed=web/src");
}
