//! Ratings in memory, to which games are applied one after the other.

use std::collections::{BTreeMap, BTreeSet};

use common::ids::PlayerId;
use db::sets::TableSize;

use crate::places::Places;
use crate::skill::{self, Skill};
use crate::store::{Finished, RatingRow};

/// What a rating belongs to: the player, the kind of game, and the size of the table.
pub(crate) type Key = (PlayerId, String, TableSize);

/// Ratings, and which of them have changed.
#[derive(Default)]
pub(crate) struct Book {
    ratings: BTreeMap<Key, RatingRow>,
    changed: BTreeSet<Key>,
}

impl Book {
    /// Creates a book of these ratings.
    pub(crate) fn of(rows: Vec<RatingRow>) -> Book {
        Book {
            ratings: rows.into_iter().map(|row| (row.key(), row)).collect(),
            changed: BTreeSet::new(),
        }
    }

    /// Applies the result of a game.
    pub(crate) fn apply(&mut self, game: &Finished, places: &Places) {
        let size = game.size();
        let key = |player: &PlayerId| (*player, game.kind.clone(), size);
        let now = |player: &PlayerId| {
            let row = self.ratings.get(&key(player));
            row.map_or(Skill::start(), |row| row.skill(game.finished_at))
        };
        let before: Vec<(Skill, u8)> = places
            .iter()
            .map(|(player, place)| (now(player), *place))
            .collect();
        for (player, skill) in places.keys().zip(skill::after_game(&before)) {
            let earlier = self.ratings.get(&key(player));
            // A game that was stored late may have ended before the last one.
            let last_at = earlier.map_or(game.finished_at, |it| it.last_at.max(game.finished_at));
            let row = RatingRow {
                player_id: *player,
                kind: game.kind.clone(),
                seats: size,
                rating: skill.rating,
                uncertainty: skill.uncertainty,
                games: 1 + earlier.map_or(0, |it| it.games),
                last_at,
                settled_until: skill.settled_until(last_at),
            };
            self.changed.insert(key(player));
            self.ratings.insert(key(player), row);
        }
    }

    /// Returns the changed ratings.
    pub(crate) fn changes(&self) -> Vec<&RatingRow> {
        let changed = self.changed.iter();
        changed.filter_map(|key| self.ratings.get(key)).collect()
    }

    /// Returns all ratings.
    pub(crate) fn into_rows(self) -> BTreeMap<Key, RatingRow> {
        self.ratings
    }
}
