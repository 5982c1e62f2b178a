//! Draws a board to look at, without a server: `draw KIND SEATS MOVES SEED FOLDER`.
//!
//! It plays MOVES random moves (or fewer, if the game ends), seeded with the text SEED. Then it
//! writes the board of the seat to move for both layouts and themes: `wide-light.svg` and so on.

use std::path::Path;

use games::KINDS;
use rules::svg::{Layout, Preferences, Theme, Words};
use rules::{Action, Dice, Game, Hash, Header, Names, Seat, SeedSource, ServerSeed, Viewer};
use trials::tables::{pick, seed_of, tables};

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [id, seats, moves, seed, folder] = args.as_slice() else {
        return Err("draw KIND SEATS MOVES SEED FOLDER".into());
    };
    let kind = KINDS.latest(id).ok_or(format!("no game is called {id}"))?;
    let mut all = tables(kind);
    let seats: u8 = seats.parse()?;
    all.retain(|table| table.seats == seats);
    if all.is_empty() {
        return Err(format!("{id} is not for {seats} players").into());
    }
    let mut chance = Dice::new(seed_of(seed), 0);
    let table = pick(&mut chance, &all).clone();
    let server_seed = ServerSeed(seed_of(seed).0);
    let header = Header {
        id: "k7Qd2xPz9Wb".to_owned(),
        rules: kind.info().rules(),
        options: table.options.into(),
        entropies: vec![String::new(); usize::from(seats)],
        seed_commitment: Hash(server_seed.commitment()),
        seed_source: SeedSource::Secret,
        blinding_commitment: None,
        deal: None,
    };
    let (mut game, _) = Game::start(kind, header, &server_seed, None)?;
    let mut seat = Seat(0);
    for _ in 0..moves.parse::<u64>()? {
        let acting: Vec<Seat> = game.acting().iter().collect();
        if acting.is_empty() {
            break;
        }
        seat = *pick(&mut chance, &acting);
        let mv = pick(&mut chance, &game.legal(seat).moves).clone();
        game.submit(seat, &Action::Move(mv), "2026-03-01T12:00:00.000Z")?;
    }
    seat = game.acting().iter().next().unwrap_or(seat);
    let names = ["Ann", "Émile & Co", "Maximiliane", "Deniz", "Eve", "Finn"];
    let names = Names::new(names.into_iter().cycle().take(seats.into()));
    std::fs::create_dir_all(folder)?;
    for (layout, width) in [(Layout::Wide, "wide"), (Layout::Narrow, "narrow")] {
        let words = if width == "wide" {
            Words::On
        } else {
            Words::Off
        };
        let likes = Preferences {
            layout,
            words,
            ..Preferences::default()
        };
        let drawing = game.position().drawing(Viewer::Seat(seat), &names, likes);
        for (theme, shade) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let file = Path::new(folder).join(format!("{width}-{shade}.svg"));
            std::fs::write(file, drawing.svg(theme))?;
        }
    }
    Ok(())
}
