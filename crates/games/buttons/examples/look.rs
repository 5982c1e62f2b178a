use rules::svg::{Layout, Preferences, Theme};
use rules::{Dice, GameSeed, Kind, Names, Seat, Viewer, erase};
use serde_json::json;
fn main() {
    let kind: &dyn Kind = &erase::<buttons::Buttons>();
    let names = Names::new(["Annabel Lee", "Ben", "Cleopatra", "Dan", "Eve", "Ferdinand"]);
    for (seats, plies, guards) in [
        (2u8, 3u64, false),
        (2, 300, false),
        (3, 45, true),
        (6, 10, true),
        (6, 81, true),
        (4, 60, false),
    ] {
        let seed = GameSeed([seats + plies as u8; 32]);
        let options = json!({});
        let mut chooser = Dice::new(seed, u64::MAX);
        let (mut position, _) = kind
            .setup(&options, seats, &mut Dice::new(seed, 0))
            .unwrap();
        for ply in 1..=plies {
            let Some(seat) = position.turn().acting().iter().next() else {
                break;
            };
            let legal = position.legal(seat);
            let mv = &legal.moves[if legal.moves.len() == 2 && ply % 5 > 0 {
                0
            } else {
                chooser.below(legal.moves.len() as u32) as usize
            }];
            position
                .play(seat, &mv.to_string(), &mut Dice::new(seed, ply))
                .unwrap();
        }
        for layout in [Layout::Wide, Layout::Narrow] {
            let likes = Preferences {
                layout,
                ..Preferences::default()
            };
            let svg = position.svg_as(Viewer::Seat(Seat(0)), &names, Theme::Auto, likes);
            std::fs::write(format!("/tmp/dev/btn-{seats}-{plies}-{layout}.svg"), svg).unwrap();
        }
    }
}
