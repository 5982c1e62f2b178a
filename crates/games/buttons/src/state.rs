//! A position (R5.1): boards, cards, dice, and the open and sealed decisions.
//!
//! Everything has a fixed size, so that copying is a plain memory copy. `legal.rs` has the legal
//! moves and `play.rs` their effects.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cells::{Cells, SIDE};
use super::faces::{Cards, Colour, Face};
use super::options::Options;
use rules::{Dice, Seat, SeatSet};

/// The maximum number of players.
pub(super) const MOST_SEATS: usize = 4;

/// The number of plain dice.
pub(super) const PLAIN_DICE: u8 = 4;

/// A position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) options: Options,
    pub(super) seats: u8,
    pub(super) phase: Phase,
    /// The seat whose turn it is, or was last in a phase without turns.
    pub(super) active: Seat,
    /// Plain dice set aside in this round.
    pub(super) set_aside: u8,
    pub(super) round: u32,
    /// The roll on the table, in the phase `Placement`.
    pub(super) roll: Option<Roll>,
    /// The seats that have left the game.
    pub(super) gone: SeatSet,
    /// The seats that had left the game before this round began.
    pub(super) absent: SeatSet,
    /// The seats that owe a decision.
    pub(super) open: SeatSet,
    /// Entries beyond the table's seats are [`Player::NOBODY`].
    pub(super) players: [Player; MOST_SEATS],
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ButtonsPhase")]
pub enum Phase {
    /// The active player rolls or opts out.
    TurnDecision,
    /// The dice are rolled. The players place a button or pass.
    Placement,
    /// The round is over. The players turn buttons into stars.
    StarPlacement,
    /// The game is over.
    GameOver,
}

/// A player's state in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ButtonsStatus")]
pub enum Status {
    /// Still in the round.
    In,
    /// Left the round in time, and keeps the buttons for scoring.
    OptedOut,
    /// Out of the round with nothing, or has left the game.
    Busted,
}

/// The values of a roll, each 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Roll {
    pub(super) white: u8,
    pub(super) gold: u8,
    /// The plain dice in the order of drawing; 0 for a die that was set aside.
    pub(super) plain: [u8; PLAIN_DICE as usize],
}

impl Roll {
    /// The plain dice that were rolled.
    pub(super) fn plain(&self) -> impl Iterator<Item = u8> {
        self.plain.into_iter().take_while(|die| *die > 0)
    }

    /// Returns the cells of its row that the black dice select.
    pub(super) fn black(&self) -> Cells {
        let columns = self.plain().fold(Cells::column(self.gold), |cells, die| {
            cells.or(Cells::column(die))
        });
        columns.and(Cells::row(self.white))
    }

    /// Returns the cell of its row that a sealed placement is for; else no cell.
    pub(super) const fn chosen(&self, sealed: Sealed) -> Cells {
        match sealed {
            Sealed::Place(col) => Cells::column(col).and(Cells::row(self.white)),
            Sealed::Nothing | Sealed::Pass | Sealed::Stars(_) => Cells::EMPTY,
        }
    }

    /// Returns the one cell that the golden die selects.
    pub(super) const fn golden(&self) -> Cells {
        Cells::column(self.gold).and(Cells::row(self.white))
    }
}

/// A player's board, cards and part in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) face: Face,
    pub(super) cards: Cards,
    pub(super) status: Status,
    /// The cells with stars, which stay for the whole game.
    pub(super) stars: Cells,
    /// The cells with buttons, which stay for this round only.
    pub(super) buttons: Cells,
    pub(super) sealed: Sealed,
}

/// A decision that was made but not carried out yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Sealed {
    /// No decision was made.
    Nothing,
    Pass,
    /// The column, 1 to 6.
    Place(u8),
    Stars(Cells),
}

impl Player {
    /// The filler for seats that the table does not have.
    pub(super) const NOBODY: Player = Player {
        face: Face::A1,
        cards: Cards::EMPTY,
        status: Status::Busted,
        stars: Cells::EMPTY,
        buttons: Cells::EMPTY,
        sealed: Sealed::Nothing,
    };

    /// Returns the cells that could take a button (R5.2).
    pub(super) const fn free(&self) -> Cells {
        Cells::free(self.buttons, self.stars)
    }
}

impl State {
    /// Returns the position before the first move (R4). The order of drawing is defined in R11.
    pub(super) fn dealt(options: Options, seats: u8, dice: &mut Dice) -> State {
        let mut players = [Player::NOBODY; MOST_SEATS];
        let table = &mut players[..usize::from(seats)];
        let mut boards = [0, 1, 2, 3];
        dice.shuffle(&mut boards);
        for (player, board) in table.iter_mut().zip(boards) {
            player.face = Face::ALL[2 * board + dice.below(2) as usize];
        }
        deal_cards(table, dice);
        let mut state = State {
            options,
            seats,
            phase: Phase::TurnDecision,
            active: Seat(0),
            set_aside: 0,
            round: 1,
            roll: None,
            gone: SeatSet::EMPTY,
            absent: SeatSet::EMPTY,
            open: SeatSet::EMPTY,
            players,
        };
        state.begin_round();
        state
    }

    /// Begins a round: every player is in, all dice are back, and the holder of the red card begins
    /// (R5.1). Seats that have left the game are out. If the holder has left, the next player
    /// begins (R6.1).
    pub(super) fn begin_round(&mut self) {
        let red = self
            .all_seats()
            .find(|seat| self.player(*seat).cards.contains(Colour::Red));
        self.phase = Phase::TurnDecision;
        self.set_aside = 0;
        self.roll = None;
        self.absent = self.gone;
        for seat in self.all_seats() {
            let player = &mut self.players[seat.index()];
            player.buttons = Cells::EMPTY;
            player.sealed = Sealed::Nothing;
            player.status = if self.gone.contains(seat) {
                Status::Busted
            } else {
                Status::In
            };
        }
        let red = red.unwrap_or(Seat(0));
        let is_in = self.player(red).status == Status::In;
        self.active = if is_in {
            red
        } else {
            self.next_in(red).unwrap_or(red)
        };
        self.open = SeatSet::one(self.active);
    }

    /// Returns the first seat clockwise after this one that is in the round, possibly this seat
    /// itself.
    pub(super) fn next_in(&self, seat: Seat) -> Option<Seat> {
        let mut others = SeatSet::first(self.seats).after(seat);
        others.find(|seat| self.player(*seat).status == Status::In)
    }

    /// All seats of the table.
    pub(super) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats)
    }

    /// The seats that have not left.
    pub(super) const fn staying(&self) -> SeatSet {
        SeatSet::first(self.seats).without(self.gone)
    }

    /// The player in a seat.
    pub(super) const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The seats that have a sealed decision.
    pub(super) fn decided(&self) -> SeatSet {
        self.all_seats()
            .filter(|seat| self.player(*seat).sealed != Sealed::Nothing)
            .collect()
    }

    /// Returns how many plain dice a player who leaves the round sets aside.
    pub(super) const fn dice_per_leaver(&self) -> u8 {
        self.options.dice_per_leaver.at(self.seats)
    }

    /// Returns the cells where the seat may place a button with the current roll (R5.4).
    pub(super) fn cells_of(&self, seat: Seat) -> Cells {
        let (Some(roll), player) = (&self.roll, self.player(seat)) else {
            return Cells::EMPTY;
        };
        let rolled = if seat == self.active {
            roll.black()
        } else {
            roll.golden()
        };
        match player.status {
            Status::In => player.free().and(rolled),
            Status::OptedOut | Status::Busted => Cells::EMPTY,
        }
    }

    /// Returns the one card that is out of the game with three players.
    pub(super) fn card_out(&self) -> Option<Colour> {
        let held = |colour: Colour| {
            self.all_seats()
                .any(|it| self.player(it).cards.contains(colour))
        };
        Colour::ALL.into_iter().find(|colour| !held(*colour))
    }
}

/// Deals the button cards (R4, step 3).
fn deal_cards(table: &mut [Player], dice: &mut Dice) {
    let mut cards = Colour::ALL.to_vec();
    if table.len() == 3 {
        cards.remove(1 + dice.below(3) as usize);
    }
    dice.shuffle(&mut cards);
    let each = cards.len() / table.len();
    for (player, cards) in table.iter_mut().zip(cards.chunks(each)) {
        player.cards = cards.iter().copied().collect();
    }
}

const _: () = assert!(SIDE == 6, "the dice have six faces");
