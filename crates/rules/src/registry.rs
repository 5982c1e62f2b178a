//! The games that this program can play, by name and version.
//!
//! A stored game names its version. An old version stays here while a stored game uses it.

use crate::games::buttons::Buttons;
use crate::games::ferry_follies::FerryFollies;
use crate::games::flip_freighters::FlipFreighters;
use crate::games::paris_connection::ParisConnection;
use crate::games::thats_life::ThatsLife;
use crate::{Kind, erase};

/// Every version of every game; of each game the current version first.
static KINDS: &[&dyn Kind] = &[
    &erase::<Buttons>(),
    &erase::<FerryFollies>(),
    &erase::<FlipFreighters>(),
    &erase::<ParisConnection>(),
    &erase::<ThatsLife>(),
];

/// The current version of every game, in the order they are listed to players.
pub fn current() -> impl Iterator<Item = &'static dyn Kind> {
    KINDS.iter().copied().filter(|kind| {
        latest(kind.info().id).is_some_and(|it| it.info().version == kind.info().version)
    })
}

/// The current version of the game with this id (`thats-life`).
pub fn latest(id: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.info().id == id)
}

/// The game and version that a stored game names (`thats-life@1`).
pub fn find(rules: &str) -> Option<&'static dyn Kind> {
    KINDS
        .iter()
        .copied()
        .find(|kind| kind.info().rules() == rules)
}
