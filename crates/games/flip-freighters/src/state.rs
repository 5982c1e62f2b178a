//! A position, and the deal that makes the first one (R2).

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::card::{CARDS, Card};
use super::options::Options;
use super::sheet::Sheet;
use rules::{Dice, MAX_SEATS, Seat, SeatSet};

/// The number of weeks in a game.
pub(super) const WEEKS: usize = 3;
/// The number of days in a week.
pub(super) const DAYS: usize = 5;
/// The number of cards of a day.
pub(super) const FACE_UP: usize = 3;
/// The number of cards that are never turned up.
const BOXED: usize = CARDS - WEEKS * DAYS * FACE_UP;
/// The number of closed days when the game is over.
const ALL_DAYS: u8 = (WEEKS * DAYS) as u8;

/// The cards of one week, day by day.
pub(super) type Week = [[Card; FACE_UP]; DAYS];

/// The state of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    /// The sheet at the opening of the day, which the other players see.
    pub(super) opening: Sheet,
    /// The sheet that its own player sees.
    pub(super) sheet: Sheet,
    /// The player's used cards of the day, one bit each.
    pub(super) used: u8,
    /// The scores of the closed weeks; 0 for the others.
    pub(super) weeks: [u16; WEEKS],
}

impl Player {
    pub(super) const NEW: Player = Player {
        opening: Sheet::EMPTY,
        sheet: Sheet::EMPTY,
        used: 0,
        weeks: [0; WEEKS],
    };

    /// Whether the card in this place of the day's cards is used.
    pub(super) const fn has_used(&self, place: usize) -> bool {
        self.used & 1 << place != 0
    }

    /// Undoes all actions on the open day.
    pub(super) const fn restart(&mut self) {
        self.sheet = self.opening;
        self.used = 0;
    }

    /// Makes the actions on the day final.
    pub(super) const fn commit(&mut self) {
        self.opening = self.sheet;
        self.used = 0;
    }
}

impl Default for Player {
    fn default() -> Player {
        Player::NEW
    }
}

/// A position. The players' sheets contain their actions on the open day, which are hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) options: Options,
    /// The number of closed days; 15 when the game is over.
    pub(super) closed: u8,
    /// The three piles, in the order in which the cards are turned up.
    pub(super) weeks: [Week; WEEKS],
    /// The cards that are not used in this game.
    pub(super) boxed: [Card; BOXED],
    /// The seats that have ended the open day.
    pub(super) ended: SeatSet,
    /// The seats that have left the game.
    pub(super) gone: SeatSet,
    /// The seats that have an entry in the log of the open day.
    pub(super) acted: SeatSet,
    /// The state of each seat of the table.
    pub(super) players: ArrayVec<[Player; MAX_SEATS]>,
}

impl State {
    /// R2: returns the first position with the piles and the box from a shuffled deck, and with
    /// empty sheets.
    pub(super) fn dealt(options: Options, seats: u8, dice: &mut Dice) -> State {
        let mut deck = Card::all();
        dice.shuffle(&mut deck);
        State::with_deck(options, seats, &deck)
    }

    /// Returns the first position with the deck in this order.
    pub(super) fn with_deck(options: Options, seats: u8, deck: &[Card; CARDS]) -> State {
        let mut state = State {
            options,
            closed: 0,
            weeks: Default::default(),
            boxed: Default::default(),
            ended: SeatSet::EMPTY,
            gone: SeatSet::EMPTY,
            acted: SeatSet::EMPTY,
            players: Seat::all(seats).map(|_| Player::NEW).collect(),
        };
        state.lay(deck.iter().copied());
        state
    }

    /// Puts the cards of a whole deck into the piles and the box.
    pub(super) fn lay(&mut self, deck: impl IntoIterator<Item = Card>) {
        let piles = self.weeks.as_flattened_mut().as_flattened_mut();
        for (place, card) in piles.iter_mut().chain(&mut self.boxed).zip(deck) {
            *place = card;
        }
    }

    /// The deck in the order of the deal: the piles, then the box.
    pub(super) fn deck(&self) -> impl Iterator<Item = Card> + Clone {
        let piles = self.weeks.into_iter().flatten().flatten();
        piles.chain(self.boxed)
    }

    /// Whether the game is over.
    pub(super) const fn is_over(&self) -> bool {
        self.closed >= ALL_DAYS
    }

    /// The open week, from 0; the last one when the game is over.
    pub(super) fn week(&self) -> usize {
        usize::from(self.closed.min(ALL_DAYS - 1)) / DAYS
    }

    /// The open day of its week, from 0; the last one when the game is over.
    pub(super) fn day(&self) -> usize {
        usize::from(self.closed.min(ALL_DAYS - 1)) % DAYS
    }

    /// Returns the face-up cards; none when the game is over.
    pub(super) fn cards(&self) -> &[Card] {
        if self.is_over() {
            &[]
        } else {
            &self.weeks[self.week()][self.day()]
        }
    }

    /// Returns the cards of closed days, in the order in which they were turned up.
    pub(super) fn discard(&self) -> impl Iterator<Item = Card> + Clone {
        self.deck().take(FACE_UP * usize::from(self.closed))
    }

    /// Returns the cards that have not been turned up, in the order of the deal.
    pub(super) fn unseen(&self) -> impl Iterator<Item = Card> + Clone {
        let seen = FACE_UP * usize::from(self.closed) + self.cards().len();
        self.deck().skip(seen)
    }

    /// Every seat of the table.
    pub(super) fn all_seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats())
    }

    /// How many seats the table has.
    pub(super) fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// Whether this is a seat of the table whose player has not left.
    pub(super) fn is_there(&self, seat: Seat) -> bool {
        seat.number() < self.seats() && !self.gone.contains(seat)
    }

    /// The seats that have not left.
    pub(super) fn staying(&self) -> SeatSet {
        SeatSet::first(self.seats()).without(self.gone)
    }

    /// Returns the seats that have not ended the day yet; none when the game is over.
    pub(super) fn awaited(&self) -> SeatSet {
        if self.is_over() {
            SeatSet::EMPTY
        } else {
            self.staying().without(self.ended)
        }
    }

    /// Returns the state of a seat, or an empty one for a seat that the table does not have.
    pub(super) fn player(&self, seat: Seat) -> &Player {
        self.players.get(seat.index()).unwrap_or(&Player::NEW)
    }

    /// Returns the state of a seat for changes.
    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Returns the unused cards of a seat, with their places.
    pub(super) fn unused(&self, seat: Seat) -> impl Iterator<Item = (usize, Card)> {
        let player = *self.player(seat);
        let cards = self.cards().iter().copied().enumerate();
        cards.filter(move |(place, _)| !player.has_used(*place))
    }
}
