//! The stars that a round earns, the score, and the ranking (R5.8, R6).

use super::faces::Colour;
use super::state::{Player, State, Status};
use rules::{Outcome, Standing};

/// The number of buttons that complete a colour.
pub(super) const COMPLETE: usize = 3;

/// The number of stars that ends the game.
pub(super) const ENOUGH_STARS: usize = 12;

/// The score for five stars in a line.
const LINE: i32 = 100;

/// The note of a standing with a line, as stored in records.
pub(super) const LINE_NOTE: &str = "five in a line";

impl Player {
    /// The number of buttons that lie on a colour.
    pub(super) const fn count(&self, colour: Colour) -> usize {
        self.buttons.and(self.face.cells(colour)).len()
    }

    /// The colours with enough buttons on them.
    pub(super) fn complete(&self) -> impl Iterator<Item = Colour> {
        Colour::ALL
            .into_iter()
            .filter(|colour| self.count(*colour) >= COMPLETE)
    }

    /// Returns the stars that the buttons on the board earn if the player opts out. Returns 0
    /// without buttons, because opting out requires one.
    pub(super) fn earned(&self) -> usize {
        if self.buttons.is_empty() {
            return 0;
        }
        let of = |colour: Colour| 1 + usize::from(self.cards.contains(colour));
        1 + self.complete().map(of).sum::<usize>()
    }

    /// Returns the stars that the player gets for this round.
    pub(super) fn award(&self) -> usize {
        match self.status {
            Status::OptedOut => self.earned(),
            Status::In | Status::Busted => 0,
        }
    }

    /// Returns the number of stars, plus the score for a line.
    pub(super) const fn score(&self) -> i32 {
        let line = if self.stars.has_line() { LINE } else { 0 };
        self.stars.len() as i32 + line
    }
}

/// Whether any player has a line or enough stars.
pub(super) fn is_won(state: &State) -> bool {
    state.all_seats().any(|seat| {
        let stars = state.player(seat).stars;
        stars.has_line() || stars.len() >= ENOUGH_STARS
    })
}

/// Returns the ranking: players who stayed rank first, then by score.
pub(super) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.all_seats().map(|seat| {
        let (player, left) = (state.player(seat), state.gone.contains(seat));
        let standing = Standing {
            note: player.stars.has_line().then(|| LINE_NOTE.to_owned()),
            ..Standing::new(seat, player.score(), left)
        };
        ((!left, player.score()), standing)
    }))
}
