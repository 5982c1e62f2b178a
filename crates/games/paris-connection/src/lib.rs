//! Paris Connection: railways grow out of Paris, and every share that a player holds is track that
//! is not built.
//!
//! `en/rules.md` is the rulebook; the files follow it: `map` (R2.2), `state` (R3, R4), `board` and
//! `build` (R6), `trade` (R7), `play` (R5, R8), `score` (R8.4), `view` and `events` (R10). The
//! crate knows nothing about people, time or storage.

use std::ops::RangeInclusive;

use rules::{
    Branch, Catalogue, Dice, Events, Illegal, KnownOrder, Legal, Manual, Ordered, Rules, Seat,
    SeatSet, Turn, Viewer, each_language,
};

mod arrange;
mod board;
mod build;
mod check;
mod company;
mod draw;
mod events;
mod greedy;
mod hexes;
mod legal;
mod map;
mod moves;
mod options;
mod orders;
mod picture;
mod play;
mod read;
mod score;
mod state;
mod trade;
mod view;

pub use company::Company;
pub use events::{CityReached, Event, HandEnd};
pub use hexes::Hex;
pub use moves::Move;
pub use options::Options;
pub use state::{Ending, State};
pub use view::{BarrierView, CityView, Counts, LastView, MapView, StartView, Targets, View};

/// The game's messages, in all languages.
static MESSAGES: Catalogue = Catalogue::new(&[each_language!("/", "/texts.ftl")]);

/// The game Paris Connection.
#[derive(Clone, Copy, Debug)]
pub struct ParisConnection;

impl Rules for ParisConnection {
    const ID: &'static str = "paris-connection";
    const NAME: &'static str = "Paris Connection";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 3..=6;
    const MANUAL: Manual = rules::manual!();

    type Options = Options;
    type State = State;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn setup(_options: &Options, seats: u8, dice: &mut Dice, events: &mut Events<Event>) -> State {
        let state = State::dealt(seats, dice);
        events.push(|| events::dealt(&state));
        for seat in state.all_seats() {
            events.push(|| events::hand(&state, seat));
        }
        state
    }

    fn turn(state: &State) -> Turn {
        match state.over {
            Some(_) => Turn::Over(score::outcome(state)),
            None => Turn::Act(SeatSet::one(state.active)),
        }
    }

    fn legal(state: &State, seat: Seat) -> Legal<Move> {
        legal::legal(state, seat)
    }

    fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
        legal::branch(state, seat, partial)
    }

    fn greedy(state: &State, seat: Seat, _dice: &mut Dice) -> Option<Move> {
        greedy::choose(state, seat)
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

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn read(state: &State, _seat: Seat, text: &str) -> Result<Move, Illegal> {
        read::read(state, text)
    }

    fn names_nothing(mv: &Move) -> bool {
        mv.names_nothing()
    }
}
