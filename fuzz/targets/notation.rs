//! Text that a player types at a position of any game: it is a move, or is rejected with a message.
//! A legal move can be written and read again.
#![no_main]

use ::games::KINDS;
use libfuzzer_sys::fuzz_target;
use rules::{Action, Bot, Dice, GameSeed, Language};

fuzz_target!(|data: &[u8]| {
    let [kind, seats, plies, text @ ..] = data else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let kinds: Vec<_> = KINDS.current().collect();
    let kind = kinds[usize::from(*kind) % kinds.len()];
    let range = kind.info().seats;
    let seats = range.start() + seats % (range.end() - range.start() + 1);
    let options = kind.options(&serde_json::json!({})).unwrap();
    let seed = GameSeed([7; 32]);
    let (mut position, _) = kind
        .setup(&options, seats, &mut Dice::new(seed, 0))
        .unwrap();
    let mut chance = Dice::new(GameSeed([9; 32]), 0);
    for ply in 0..u64::from(plies % 64) {
        let Some(seat) = position.turn().acting().iter().next() else {
            break;
        };
        let mv = position.choose(Bot::Random, seat, &mut chance).unwrap();
        position
            .play(seat, &mv.to_string(), &mut Dice::new(seed, ply + 1))
            .unwrap();
    }
    let _ = Action::read_text(text);
    if let Ok(json) = serde_json::from_str(text) {
        let _ = position.parse(&json);
    }
    for seat in rules::Seat::all(seats) {
        let _ = position.branch(seat, text);
        let Ok(mv) = position.read(seat, text) else {
            continue;
        };
        let mut copy = position.boxed();
        match copy.play(seat, &mv.to_string(), &mut Dice::new(seed, 1_000)) {
            Ok(_) => {
                copy.check().unwrap();
                let spelled = position.text(&mv.to_string()).unwrap();
                assert_eq!(position.read(seat, &spelled).as_ref(), Ok(&mv), "{text:?}");
            }
            Err(illegal) => {
                let told = illegal.text.to(Language::English);
                assert!(told.ends_with(['.', '!', '?']), "{told}");
            }
        }
    }
});
