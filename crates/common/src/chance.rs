//! The only source of randomness for games: ids and seeds of games and deals, and the choices of
//! bots.
//!
//! Services use the [`Chance`] that they receive. Tests set it, so that a game takes the same
//! course each time. Tokens, codes and other secrets always come from the operating system (`ids`).

use std::sync::{Arc, Mutex, PoisonError};

use rules::{Dice, GameSeed};

use crate::ids::{self, DealId, GameId};

/// A source of randomness. No `Debug`, because it may hold a seed.
#[derive(Clone, Default)]
pub struct Chance(Source);

#[derive(Clone, Default)]
enum Source {
    #[default]
    System,
    Set(Arc<Mutex<Dice>>),
}

impl Chance {
    /// Returns the generator of the operating system.
    pub const fn system() -> Chance {
        Chance(Source::System)
    }

    /// Returns a source that repeats the same sequence for the same seed.
    pub fn set(seed: [u8; 32]) -> Chance {
        let dice = Dice::new(GameSeed(seed), 0);
        Chance(Source::Set(Arc::new(Mutex::new(dice))))
    }

    /// Draws 32 bytes for a secret of a game or a deal: its seed or its blinding.
    pub fn seed(&self) -> [u8; 32] {
        match &self.0 {
            Source::System => ids::random_bytes(),
            Source::Set(dice) => {
                let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
                let mut bytes = [0; 32];
                for four in bytes.chunks_exact_mut(4) {
                    four.copy_from_slice(&dice.word().to_le_bytes());
                }
                bytes
            }
        }
    }

    /// Draws the id of a game, as long as [`ids::short_id`].
    pub fn game_id(&self) -> GameId {
        GameId::of(self.bytes())
    }

    /// Draws the id of a deal, as long as [`ids::short_id`].
    pub fn deal_id(&self) -> DealId {
        DealId::of(self.bytes())
    }

    fn bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.seed()[..16]);
        bytes
    }

    /// Draws dice for a choice outside the rules of a game, such as a bot's.
    pub fn dice(&self) -> Dice {
        Dice::new(GameSeed(self.seed()), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Chance;

    #[test]
    fn seeded_chance_is_reproducible() {
        let course = |seed: u8| {
            let chance = Chance::set([seed; 32]);
            (chance.game_id(), chance.seed(), chance.game_id())
        };
        let (first, seed, next) = course(7);
        assert_eq!(course(7), (first.clone(), seed, next.clone()));
        assert_ne!(first, next);
        assert_ne!(course(8), (first, seed, next));
    }

    #[test]
    fn system_chance_does_not_repeat() {
        let chance = Chance::system();
        assert_ne!(chance.seed(), chance.seed());
        assert_eq!(chance.game_id().len(), 11);
    }
}
