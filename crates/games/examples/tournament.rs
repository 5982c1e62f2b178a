//! The greedy bots against the random ones, in every game: `tournament [GAMES [KIND]]`.
//!
//! It prints a Markdown table; `docs/BOTS.md` holds the last one.

use games::KINDS;
use trials::tournament::{HEAD, row};

/// The games for each number of seats.
const GAMES: usize = 1200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = args.first().map_or(Ok(GAMES), |it| it.parse())?;
    println!("{HEAD}");
    for kind in KINDS.current() {
        let info = kind.info();
        if args.get(1).is_none_or(|id| id == info.id) {
            for seats in info.seats {
                println!("{}", row(kind, seats, games)?);
            }
        }
    }
    Ok(())
}
