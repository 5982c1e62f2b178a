//! A list of games, and lookup by name.

use crate::{GameFault, Header, Kind};

/// The games that a program can play: every version of each, the current version first.
///
/// A stored game names its version. An old version stays in the list as long as a stored game uses
/// it.
#[derive(Clone, Copy)]
pub struct Kinds<'a>(pub &'a [&'static dyn Kind]);

impl<'a> Kinds<'a> {
    /// Returns the current version of every game, in the order of the list.
    pub fn current(self) -> impl Iterator<Item = &'static dyn Kind> + 'a {
        self.0.iter().copied().filter(move |kind| {
            self.latest(kind.info().id)
                .is_some_and(|it| it.info().version == kind.info().version)
        })
    }

    /// Returns the current version of the game with this id (`thats-life`).
    pub fn latest(self, id: &str) -> Option<&'static dyn Kind> {
        self.0.iter().copied().find(|kind| kind.info().id == id)
    }

    /// Returns the game and version that a stored game names (`thats-life@1`).
    pub fn find(self, rules: &str) -> Option<&'static dyn Kind> {
        self.0
            .iter()
            .copied()
            .find(|kind| kind.info().rules() == rules)
    }

    /// Returns the kind of the game with this header.
    pub fn of(self, header: &Header) -> Result<&'static dyn Kind, GameFault> {
        self.find(&header.rules)
            .ok_or_else(|| GameFault::UnknownRules(header.rules.clone()))
    }
}
