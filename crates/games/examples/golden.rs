//! Makes golden replays by random play (`crates/trials/REPLAYS.md`).
//!
//! `golden KIND` writes what is still missing: games until every number of seats, value of an
//! option, form of move and way to end is shown. `golden KIND COUNT SEED` writes `COUNT` more games whose
//! chances come from the text `SEED`. A file that exists is never overwritten.

use std::path::Path;

use games::KINDS;
use rules::{Kinds, erase};
use trials::making;

type Fault = Box<dyn std::error::Error>;

/// Games that have replays and are not offered: the worked example of `docs/ADDING-A-GAME.md`.
static OTHERS: Kinds<'static> = Kinds(&[&erase::<pig::Pig>()]);

fn main() -> Result<(), Fault> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let id = args
        .first()
        .ok_or("golden KIND, or golden KIND COUNT SEED")?;
    let kind = KINDS.latest(id).or_else(|| OTHERS.latest(id));
    let kind = kind.ok_or(format!("no game is called {id}"))?;
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join(id);
    match &args[1..] {
        [] => making::complete(kind, &home, "golden"),
        [count, seed] => making::more(kind, &home, count.parse()?, seed),
        _ => Err("golden KIND, or golden KIND COUNT SEED".into()),
    }
}
