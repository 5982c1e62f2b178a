//! A position, and the deal that makes the first one (R2).

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::card::{CARDS, Card};
use super::options::Options;
use super::players::Player;
use rules::{Dice, MAX_SEATS, Seat, SeatSet};

/// Weeks of a game.
pub(super) const WEEKS: usize = 3;
/// Days of a week.
pub(super) const DAYS: usize = 5;
/// Cards of a day.
pub(super) const FACE_UP: usize = 3;
/// Cards that are never turned up.
const BOXED: usize = CARDS - WEEKS * DAYS * FACE_UP;
/// How many days have closed when the game is over.
const ALL_DAYS: u8 = (WEEKS * DAYS) as u8;

/// The cards of one week, day by day.
pub(super) type Week = [[Card; FACE_UP]; DAYS];

/// A position. What the players have done on the open day is in their sheets, and hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) options: Options,
    /// How many days have closed; 15 when the game is over.
    pub(super) closed: u8,
    /// The three piles in the order in which they are turned up.
    pub(super) weeks: [Week; WEEKS],
    /// The cards that are not used in this game.
    pub(super) boxed: [Card; BOXED],
    /// Who has ended the open day.
    pub(super) ended: SeatSet,
    /// Who has left the game.
    pub(super) gone: SeatSet,
    /// Who has an entry in the log of the open day.
    pub(super) acted: SeatSet,
    /// One for each seat of the table.
    pub(super) players: ArrayVec<[Player; MAX_SEATS]>,
}

impl State {
    /// R2: the piles and the box from a shuffled deck, empty sheets.
    pub(super) fn dealt(options: Options, seats: u8, dice: &mut Dice) -> State {
        let mut deck = Card::all();
        dice.shuffle(&mut deck);
        State::with_deck(options, seats, &deck)
    }

    /// The first position with the deck in this order.
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

    /// The cards that lie face up; none when the game is over.
    pub(super) fn cards(&self) -> &[Card] {
        if self.is_over() {
            &[]
        } else {
            &self.weeks[self.week()][self.day()]
        }
    }

    /// The cards of closed days, in the order in which they were turned up.
    pub(super) fn discard(&self) -> impl Iterator<Item = Card> + Clone {
        self.deck().take(FACE_UP * usize::from(self.closed))
    }

    /// The cards that have not been turned up, in the order of the deal.
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

    /// The seats that have still to end the day; none when the game is over.
    pub(super) fn awaited(&self) -> SeatSet {
        if self.is_over() {
            SeatSet::EMPTY
        } else {
            self.staying().without(self.ended)
        }
    }

    /// What belongs to a seat; to one that nobody sits in, as little as at the beginning.
    pub(super) fn player(&self, seat: Seat) -> &Player {
        self.players.get(seat.index()).unwrap_or(&Player::NEW)
    }

    /// What belongs to a seat, to change it.
    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The cards that a seat may still use, with their places.
    pub(super) fn unused(&self, seat: Seat) -> impl Iterator<Item = (usize, Card)> {
        let player = *self.player(seat);
        let cards = self.cards().iter().copied().enumerate();
        cards.filter(move |(place, _)| !player.has_used(*place))
    }
}
