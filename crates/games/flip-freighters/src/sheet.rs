//! One player's sheet: the loads, the positions of the trucks, and the hours left (R1.2).

use serde::{Deserialize, Serialize};

use super::trucks::{Pay, SQUARES, TRUCKS, TruckId};

/// The overtime hours of a game (R6).
pub(super) const HOURS: u8 = 5;
/// The worth of an hour at the end (R8.1).
pub(super) const HOUR_PAY: u16 = 2;

/// A truck on a sheet, packed into one word: four bits for each square (0 for empty), four for the
/// current circle (0 before the first), one for delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Truck(u32);

const POSITION: u32 = 4 * SQUARES as u32;
const DELIVERED: u32 = 1 << (POSITION + 4);
const GOODS: u32 = (1 << POSITION) - 1;

impl Truck {
    /// The value in a square.
    pub(super) const fn good(self, square: u8) -> Option<u8> {
        match (self.0 >> (4 * square as u32)) & 15 {
            0 => None,
            value => Some(value as u8),
        }
    }

    /// Writes a value in an empty square.
    pub(super) const fn load(&mut self, square: u8, value: u8) {
        self.0 |= (value as u32) << (4 * square as u32);
    }

    /// The values on the truck, from left to right, empty squares left out.
    pub(super) fn goods(self) -> impl Iterator<Item = u8> + Clone {
        (0..SQUARES as u8).filter_map(move |square| self.good(square))
    }

    /// Whether nothing is loaded.
    pub(super) const fn is_empty(self) -> bool {
        self.0 & GOODS == 0
    }

    /// Returns the bits of the filled squares, for comparisons.
    pub(super) const fn cargo(self) -> u32 {
        self.0 & GOODS
    }

    /// Returns the current circle; 0 before the first.
    pub(super) const fn position(self) -> u8 {
        (self.0 >> POSITION & 15) as u8
    }

    /// Puts it on a circle.
    pub(super) const fn put(&mut self, circle: u8) {
        self.0 = self.0 & !(15 << POSITION) | (circle as u32) << POSITION;
    }

    /// Whether it is delivered.
    pub(super) const fn is_delivered(self) -> bool {
        self.0 & DELIVERED != 0
    }

    /// Delivers it where it stands.
    pub(super) const fn deliver(&mut self) {
        self.0 |= DELIVERED;
    }

    /// Returns the pay of the goods if they are delivered on this circle.
    pub(super) fn pay_at(self, id: TruckId, circle: u8) -> u16 {
        let sum = || self.goods().map(u16::from).sum::<u16>();
        match id.printed().pay {
            Pay::Count(table) => match self.goods().count() {
                0 => 0,
                count => u16::from(table[count - 1]),
            },
            Pay::Sum => sum(),
            Pay::SumOrDouble if circle == id.last() => 2 * sum(),
            Pay::SumOrDouble => sum(),
        }
    }

    /// Returns the weekly pay; 0 before it is delivered.
    pub(super) fn pay(self, id: TruckId) -> u16 {
        if self.is_delivered() {
            self.pay_at(id, self.position())
        } else {
            0
        }
    }

    /// Whether an empty square can never be filled, because one further back is filled (R1.3).
    pub(super) fn is_lost(self, id: TruckId, square: u8) -> bool {
        id.value(square).is_some()
            && self.good(square).is_none()
            && (0..square).any(|back| self.good(back).is_some())
    }
}

/// A sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sheet {
    trucks: [Truck; TRUCKS],
    /// The hours left.
    pub(super) hours: u8,
    /// The number of cards that were used to move trucks.
    pub(super) move_cards: u8,
    /// The number of spent hours that were used to move trucks.
    pub(super) move_hours: u8,
}

impl Sheet {
    /// The sheet at the start of the game.
    pub(super) const EMPTY: Sheet = Sheet {
        trucks: [Truck(0); TRUCKS],
        hours: HOURS,
        move_cards: 0,
        move_hours: 0,
    };

    /// A truck.
    pub(super) const fn truck(&self, id: TruckId) -> Truck {
        self.trucks[id as usize]
    }

    /// Returns a truck for changes.
    pub(super) const fn truck_mut(&mut self, id: TruckId) -> &mut Truck {
        &mut self.trucks[id as usize]
    }

    /// All trucks in the order of the sheet.
    pub(super) fn trucks(&self) -> impl Iterator<Item = (TruckId, Truck)> + Clone {
        TruckId::ALL.into_iter().zip(self.trucks)
    }

    /// Returns the weekly pay of all delivered trucks.
    pub(super) fn pay(&self) -> u16 {
        self.trucks().map(|(id, truck)| truck.pay(id)).sum()
    }

    /// How many trucks are delivered.
    pub(super) fn delivered(&self) -> u8 {
        self.trucks
            .iter()
            .filter(|truck| truck.is_delivered())
            .count() as u8
    }

    /// How many squares are filled.
    pub(super) fn loads(&self) -> u8 {
        self.trucks
            .iter()
            .map(|truck| truck.goods().count() as u8)
            .sum()
    }
}
