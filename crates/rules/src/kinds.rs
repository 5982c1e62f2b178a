//! Finding a game by its name.

use crate::{GameFault, Header, Kind};

/// Games that a program can play: every version of each, the current version first.
///
/// A stored game names its version. An old version stays in the list while a stored game uses it.
#[derive(Clone, Copy)]
pub struct Kinds<'a>(pub &'a [&'static dyn Kind]);

impl<'a> Kinds<'a> {
    /// The current version of every game, in the order of the list.
    pub fn current(self) -> impl Iterator<Item = &'static dyn Kind> + 'a {
        self.0.iter().copied().filter(move |kind| {
            self.latest(kind.info().id)
                .is_some_and(|it| it.info().version == kind.info().version)
        })
    }

    /// The current version of the game with this id (`thats-life`).
    pub fn latest(self, id: &str) -> Option<&'static dyn Kind> {
        self.0.iter().copied().find(|kind| kind.info().id == id)
    }

    /// The game and version that a stored game names (`thats-life@1`).
    pub fn find(self, rules: &str) -> Option<&'static dyn Kind> {
        self.0
            .iter()
            .copied()
            .find(|kind| kind.info().rules() == rules)
    }

    /// The kind of the game with this header.
    pub fn of(self, header: &Header) -> Result<&'static dyn Kind, GameFault> {
        self.find(&header.rules)
            .ok_or_else(|| GameFault::UnknownRules(header.rules.clone()))
    }
}
