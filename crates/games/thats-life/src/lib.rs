//! That's Life!: the player who is last to leave a tile takes it, good or bad.
//!
//! `en/rules.md` is the rulebook; the files follow it: `options` (R3), `track` and `state` (R4,
//! R5.1), `legal` (R7), `play` (R5), `score` (R6), `view` (R9), `events` (R10). `picture` and
//! `draw` show the board. The crate knows nothing about people, time or storage.

use std::ops::RangeInclusive;

use rules::{
    Catalogue, Dice, Events, Illegal, KnownOrder, Legal, Manual, Message, Ordered, Rules, Seat,
    SeatSet, Turn, Viewer, each_language,
};

mod arrange;
mod check;
mod draw;
mod events;
mod greedy;
mod legal;
mod moves;
mod options;
mod orders;
mod picture;
mod play;
mod read;
mod score;
mod state;
mod tile;
mod track;
mod view;

pub use events::{Event, TowerEnd};
pub use moves::{Move, Piece};
pub use options::{Options, Pawns, Scoring, Sorting};
pub use state::{Face, State};
pub use tile::Tile;
pub use view::{Effect, KindName, PhaseName, StepView, TargetView, TileView, View};

/// The game's messages, in all languages.
static MESSAGES: Catalogue = Catalogue::new(&[each_language!("/", "/texts.ftl")]);

/// The game That's Life!
#[derive(Clone, Copy, Debug)]
pub struct ThatsLife;

impl Rules for ThatsLife {
    const ID: &'static str = "thats-life";
    const NAME: &'static str = "That's Life!";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=6;
    const MANUAL: Manual = rules::manual!();

    type Options = Options;
    type State = State;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn setup(options: &Options, seats: u8, dice: &mut Dice, events: &mut Events<Event>) -> State {
        let state = State::dealt(*options, seats, dice);
        events.push(|| events::dealt(&state));
        state
    }

    fn turn(state: &State) -> Turn {
        match state.phase {
            state::Phase::GameOver => Turn::Over(score::outcome(state)),
            _ => Turn::Act(SeatSet::one(state.active)),
        }
    }

    fn legal(state: &State, seat: Seat) -> Legal<Move> {
        legal::legal(state, seat)
    }

    /// Returns players' names, because moves only have their numbers.
    fn choices(state: &State, seat: Seat) -> Option<Vec<Message>> {
        legal::choices(state, seat)
    }

    fn greedy(state: &State, seat: Seat, _dice: &mut Dice) -> Option<Move> {
        greedy::greedy(state, seat)
    }

    fn orders() -> Vec<KnownOrder> {
        orders::known()
    }

    fn order(state: &State, _seat: Seat, text: &str) -> Result<String, Illegal> {
        orders::order(state, text)
    }

    fn ordered(state: &State, seat: Seat, order: &str) -> Ordered<Move> {
        orders::ordered(state, seat, order)
    }

    fn view(state: &State, _viewer: Viewer) -> View {
        view::view(state)
    }

    fn read(state: &State, _seat: Seat, text: &str) -> Result<Move, Illegal> {
        read::read(state, text)
    }

    fn names_nothing(mv: &Move) -> bool {
        matches!(mv, Move::MovePawn { from } | Move::MoveGuard { from } if from.0.is_none())
    }
}
