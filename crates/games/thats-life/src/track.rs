//! The track: the remaining tiles, their order, and the distance of a roll.
//!
//! Every tile keeps its slot for the whole game. Removing a tile only clears the slot's bit, and
//! nothing is renumbered. `state.rs` has the positions of the pieces.

use serde::{Deserialize, Serialize};

use super::options::Sorting;
use super::tile::{COLLECTABLE, Tile, TileKind};
use rules::Dice;

/// A slot of the initial track: 0 is the start and 37 the finish. In between are four groups of
/// eight collectable tiles, each followed by the slot of an action tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Slot(u8);

/// The number of tiles in each group, including the action tile.
const GROUP: u8 = 9;

impl Slot {
    pub(super) const START: Slot = Slot(0);
    pub(super) const FINISH: Slot = Slot(37);

    /// Returns the slot of the collectable tile with this index in the order.
    const fn collectable(i: usize) -> Slot {
        Slot((1 + i + i / 8) as u8)
    }

    /// Returns the slot of the action tile with this number, from 0.
    const fn action(n: usize) -> Slot {
        Slot(GROUP * (n as u8 + 1))
    }

    const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The tiles of the track in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Track {
    /// The collectable tiles in their initial order.
    order: [Tile; COLLECTABLE],
    /// The slots that still have their tile, one bit each.
    present: u64,
}

/// Returns the order of the collectable tiles (R3). Only the random order draws from the dice
/// (R11).
pub(super) fn sorted(sorting: Sorting, dice: &mut Dice) -> [Tile; COLLECTABLE] {
    const MINUS: usize = 8;
    const LUCKY: usize = 6;
    const PLUS: usize = 8;
    let mut order = Tile::collectable();
    match sorting {
        Sorting::Standard => {}
        Sorting::Random => dice.shuffle(&mut order),
        Sorting::Variant1 | Sorting::Variant2 => {
            // The reversals turn lucky, +8 to +1 into +1 to +8, lucky. Variant 2 then moves the
            // last minus tiles before the lucky ones.
            order[MINUS..MINUS + LUCKY + PLUS].reverse();
            order[MINUS + PLUS..MINUS + PLUS + LUCKY].reverse();
            if sorting == Sorting::Variant2 {
                order[MINUS + PLUS..].rotate_left(LUCKY);
            }
        }
    }
    order
}

impl Track {
    /// Creates the initial track (R4.1).
    pub(super) fn laid(order: [Tile; COLLECTABLE], action_tiles: bool) -> Track {
        let mut present = (Slot::FINISH.bit() << 1) - 1;
        if !action_tiles {
            for n in 0..4 {
                present &= !Slot::action(n).bit();
            }
        }
        Track { order, present }
    }

    /// Returns the tile of a slot, whether it is still there or not.
    pub(super) fn tile(&self, slot: Slot) -> Tile {
        match slot {
            Slot::START => Tile::START,
            Slot(n) if n >= Slot::FINISH.0 => Tile::FINISH,
            Slot(n) if n % GROUP == 0 => Tile::action(usize::from(n / GROUP - 1)),
            Slot(n) => self.order[usize::from((n - 1) - (n - 1) / GROUP)],
        }
    }

    /// Returns the slot of a tile, or `None` if it is not on the track.
    pub(super) fn slot(&self, tile: Tile) -> Option<Slot> {
        let slot = match tile.kind() {
            TileKind::Start => Slot::START,
            TileKind::Finish => Slot::FINISH,
            TileKind::Action(n) => Slot::action(n),
            _ => Slot::collectable(self.order.iter().position(|it| *it == tile)?),
        };
        (self.present & slot.bit() != 0).then_some(slot)
    }

    /// Whether the slot's tile is still there.
    pub(super) const fn has(&self, slot: Slot) -> bool {
        self.present & slot.bit() != 0
    }

    /// Removes a tile, which closes the gap.
    pub(super) const fn remove(&mut self, slot: Slot) {
        self.present &= !slot.bit();
    }

    /// Returns the slot of a piece after moving `die` steps from `from`. Every remaining tile is
    /// one step. Points beyond the finish lapse (R5.3).
    pub(super) const fn ahead(&self, from: Slot, die: u8) -> Slot {
        if from.0 >= Slot::FINISH.0 {
            return Slot::FINISH;
        }
        let mut ahead = self.present & !((from.bit() << 1) - 1);
        let mut steps = die;
        while steps > 1 && ahead & (ahead - 1) != 0 {
            ahead &= ahead - 1;
            steps -= 1;
        }
        Slot(ahead.trailing_zeros() as u8)
    }

    /// Returns the slots of the remaining tiles, from start to finish.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot> + Clone + use<> {
        let present = self.present;
        (0..=Slot::FINISH.0)
            .map(Slot)
            .filter(move |slot| present & slot.bit() != 0)
    }

    /// Returns the remaining tiles, from start to finish.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Tile> {
        self.slots().map(|slot| self.tile(slot))
    }

    /// Checks the invariants of the track itself.
    pub(super) fn check(&self, action_tiles: bool) -> Result<(), String> {
        let mut sorted = self.order;
        sorted.sort_unstable();
        if sorted != Tile::collectable() {
            return Err("the order does not hold each collectable tile once".to_owned());
        }
        if self.present >> Slot::FINISH.0 != 1 || !self.has(Slot::START) {
            return Err("the track lacks its start or its finish, or goes on beyond it".to_owned());
        }
        if (0..4).any(|n| self.has(Slot::action(n)) != action_tiles) {
            return Err("the four action tiles stay on the track for the whole game".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_layouts_are_those_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/tiles.json")).unwrap();
        for (name, codes) in data["layouts"].as_object().unwrap() {
            let sorting = serde_json::from_value(Value::from(name.as_str())).unwrap();
            let order = sorted(sorting, &mut Dice::given(vec![]));
            assert_eq!(serde_json::to_value(order).unwrap(), *codes, "{name}");
        }
    }

    #[test]
    fn the_action_tiles_follow_the_positions_of_the_data() {
        let data: Value = serde_json::from_str(include_str!("data/tiles.json")).unwrap();
        let track = Track::laid(Tile::collectable(), true);
        let tiles: Vec<Tile> = track.tiles().collect();
        for (n, position) in data["action_tile_after_positions"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            // The start tile and the `n` earlier action tiles come before it as well.
            let index = position.as_u64().unwrap() as usize + n + 1;
            assert_eq!(tiles[index], Tile::action(n));
        }
        assert_eq!(tiles.len(), 38);
        assert_eq!(Track::laid(Tile::collectable(), false).tiles().count(), 34);
    }

    #[test]
    fn every_tile_is_found_in_its_slot() {
        let track = Track::laid(Tile::collectable(), true);
        for slot in track.slots() {
            assert_eq!(track.slot(track.tile(slot)), Some(slot));
        }
    }
}
