//! A position (R3), and the deal (R4).
//!
//! Everything has a fixed size, so that copying is a plain memory copy. `build.rs` and `trade.rs`
//! have the legal actions, and `play.rs` the sequence of play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MESSAGES;
use super::board::Board;
use super::company::{COMPANIES, Company};
use super::hexes::Hex;
use rules::{Dice, Message, Seat, SeatSet, told};

/// The maximum number of players.
pub(super) const MOST_SEATS: usize = 6;

/// The maximum number of locomotives in one build.
pub(super) const MOST_BUILT: usize = 5;

/// The number of locomotives of a company: 31 in the bag, one on its start hex, one on the value
/// track.
const LOCOMOTIVES: u8 = 33;

/// The number of locomotives of a company in the bag at the start.
const BAGGED: u8 = 31;

/// A number for each company.
pub(super) type Tally = [u8; COMPANIES];

/// A position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) seats: u8,
    /// The seat whose turn it is; has no meaning once the game is over.
    pub(super) active: Seat,
    pub(super) over: Option<Ending>,
    pub(super) gone: SeatSet,
    pub(super) board: Board,
    /// The locomotives on the storing boards.
    pub(super) stock: Tally,
    /// The shares of each seat; 0 for seats that do not exist.
    pub(super) shares: [Tally; MOST_SEATS],
    /// The number of locomotives of each company. It differs from [`LOCOMOTIVES`] only in diagrams.
    pub(super) pieces: Tally,
    pub(super) last: Option<Last>,
}

/// The reason for the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ParisConnectionEnding")]
pub enum Ending {
    /// A locomotive reached Marseille.
    Marseille,
    /// At most one storing board had locomotives left.
    Stock,
    /// All players but one had left the game.
    Deserted,
}

impl Ending {
    /// Returns the reason for the end, as the beginning of a sentence.
    pub(super) fn told(self) -> Message {
        match self {
            Ending::Marseille => {
                let map = super::map::map();
                let city = map.info(map.last).name.as_str();
                told!("marseille", city: city)
            }
            Ending::Stock => told!("stock"),
            Ending::Deserted => told!("deserted"),
        }
    }
}

/// The latest action, for pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Last {
    Build {
        seat: Seat,
        company: Company,
        count: u8,
        /// Beyond the count, filled with the Eiffel tower, where nothing is built.
        hexes: [Hex; MOST_BUILT],
    },
    Trade {
        seat: Seat,
        give: Company,
        take: Company,
        count: u8,
    },
}

/// Returns how many shares each player is dealt (R2).
pub(super) const fn dealt(seats: u8) -> u8 {
    match seats {
        ..=3 => 10,
        4 => 8,
        5 => 6,
        6.. => 5,
    }
}

/// Returns how many shares are free of penalty at the end (R2).
pub(super) const fn limit(seats: u8) -> u8 {
    match seats {
        ..=3 => 20,
        4 => 15,
        5 => 12,
        6.. => 10,
    }
}

impl State {
    /// Returns the position before the first action (R4). The draws are defined in R11.
    pub(super) fn dealt(seats: u8, dice: &mut Dice) -> State {
        let mut assignment = Company::ALL;
        dice.shuffle(&mut assignment);
        let mut bag: Vec<Company> = Company::ALL
            .into_iter()
            .flat_map(|company| [company; BAGGED as usize])
            .collect();
        dice.shuffle(&mut bag);
        let mut stock = [BAGGED; COMPANIES];
        let mut shares = [[0; COMPANIES]; MOST_SEATS];
        let hands = bag.chunks(usize::from(dealt(seats)));
        for (hand, shares) in hands.zip(&mut shares[..usize::from(seats)]) {
            for company in hand {
                shares[company.index()] += 1;
                stock[company.index()] -= 1;
            }
        }
        State {
            seats,
            active: Seat(dice.below(u32::from(seats)) as u8),
            over: None,
            gone: SeatSet::EMPTY,
            board: Board::begun(&assignment),
            stock,
            shares,
            pieces: [LOCOMOTIVES; COMPANIES],
            last: None,
        }
    }

    /// Deals the shares of these seats again among them. Each seat keeps its number of shares.
    pub(super) fn redeal(&mut self, hidden: impl Fn(Seat) -> bool, dice: &mut Dice) {
        let mut bag = Vec::new();
        for seat in self.all_seats().filter(|seat| hidden(*seat)) {
            for company in Company::ALL {
                let count = self.shares_of(seat)[company.index()];
                bag.extend([company].repeat(usize::from(count)));
            }
        }
        dice.shuffle(&mut bag);
        let mut bag = bag.into_iter();
        for seat in self.all_seats().filter(|seat| hidden(*seat)) {
            let hand = bag.by_ref().take(usize::from(self.total(seat)));
            let mut shares = [0; COMPANIES];
            hand.for_each(|company| shares[company.index()] += 1);
            self.shares[seat.index()] = shares;
        }
    }

    /// All seats of the table.
    pub(super) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats)
    }

    /// The seats that have not left.
    pub(super) const fn staying(&self) -> SeatSet {
        SeatSet::first(self.seats).without(self.gone)
    }

    /// Whether it is this seat's turn.
    pub(super) fn acts(&self, seat: Seat) -> bool {
        self.over.is_none() && self.active == seat
    }

    pub(super) const fn shares_of(&self, seat: Seat) -> &Tally {
        &self.shares[seat.index()]
    }

    /// Returns the total shares of a seat.
    pub(super) fn total(&self, seat: Seat) -> u8 {
        self.shares_of(seat).iter().sum()
    }

    pub(super) const fn stock_of(&self, company: Company) -> u8 {
        self.stock[company.index()]
    }

    /// Returns how many storing boards have locomotives.
    pub(super) fn boards_in_stock(&self) -> usize {
        self.stock.iter().filter(|stock| **stock > 0).count()
    }
}
