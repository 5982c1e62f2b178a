//! Week scores, running score, final ranking and solo stars (R8).

use super::MESSAGES;
use super::sheet::{HOUR_PAY, Sheet};
use super::state::{Player, State};
use rules::{Message, Outcome, Standing, told};

/// The minimum scores for 1, 2, 3, 4 and 5 stars.
const STARS: [u16; 5] = [200, 250, 300, 350, 400];

/// Returns the score with this sheet: the closed weeks, the open week as if it ended now, and the
/// hours left. At the end it is the final score.
pub(super) fn running(state: &State, player: &Player, sheet: &Sheet) -> u16 {
    let closed: u16 = player.weeks.iter().sum();
    let open = if state.is_over() { 0 } else { sheet.pay() };
    closed + open + HOUR_PAY * u16::from(sheet.hours)
}

/// Returns the stars of a solo game.
pub(super) fn stars(score: u16) -> u8 {
    STARS.iter().filter(|least| score >= **least).count() as u8
}

/// Returns the ranking: players who stayed rank first, then by score, then by delivered trucks.
/// With one seat the note contains the stars.
pub(super) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.all_seats().map(|seat| {
        let (left, player) = (state.gone.contains(seat), state.player(seat));
        let score = running(state, player, &player.sheet);
        let standing = Standing {
            note: (state.seats() == 1).then(|| noted(stars(score))),
            ..Standing::new(seat, score.into(), left)
        };
        ((!left, score, player.sheet.delivered()), standing)
    }))
}

/// Returns a number of stars in words.
pub(super) fn said(stars: u8) -> Message {
    told!("stars", stars: stars)
}

/// Translates the note into a message.
pub(super) fn note(note: &str) -> Message {
    (0..=STARS.len() as u8)
        .find(|stars| noted(*stars) == note)
        .map_or_else(|| Message::verbatim(note), said)
}

/// Returns a number of stars as the note of a standing. Records contain it, so it never changes.
fn noted(stars: u8) -> String {
    match stars {
        0 => "no stars".to_owned(),
        1 => "1 star".to_owned(),
        stars => format!("{stars} stars"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use rules::Language;

    #[test]
    fn a_note_is_told_in_each_language() {
        let told = |text| Language::ALL.map(|language| note(text).to(language));
        assert_eq!(
            told("no stars"),
            ["no stars", "aucune étoile", "keine Sterne"]
        );
        assert_eq!(told("1 star"), ["1 star", "1 étoile", "1 Stern"]);
        assert_eq!(told("something else"), ["something else"; 3]);
        for stars in 0..=STARS.len() as u8 {
            assert_eq!(said(stars).to(Language::English), noted(stars));
        }
    }

    #[test]
    fn the_stars_are_those_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/sheet.json")).unwrap();
        for (band, below) in data["solo_stars"].as_array().unwrap().iter().zip(0..) {
            let min = band["min"].as_u64().unwrap() as u16;
            assert_eq!(band["stars"], stars(min));
            assert!(min == 0 || stars(min - 1) + 1 == below);
        }
    }
}
