//! Buttons: push your luck with the dice, cover buttons of one colour, turn them into stars.
//!
//! `en/rules.md` is the rulebook; the files follow it: `cells` and `faces` (R2), `options` (R3),
//! `state` (R4, R5.1), `legal` (R5.2, R7), `play` (R5, R6.1), `score` (R5.8, R6), `view` (R9),
//! `events` (R10). The crate knows nothing about people, time or storage.

use std::ops::RangeInclusive;

use rules::{
    Branch, Catalogue, Dice, Events, Illegal, KnownOrder, Legal, Manual, Ordered, Rules, Seat,
    SeatSet, Turn, Viewer, each_language,
};

mod arrange;
mod cells;
mod check;
mod draw;
mod events;
mod faces;
mod greedy;
mod legal;
mod moves;
mod odds;
mod options;
mod orders;
mod picture;
mod play;
mod read;
mod score;
mod state;
mod view;

pub use cells::Cell;
pub use events::{Award, Event, Placement, SeatEnd};
pub use faces::{Colour, Face};
pub use moves::{Move, Spot};
pub use options::{DicePerLeaver, Options};
pub use state::{Phase, State, Status};
pub use view::{Counts, PendingView, PlayerView, RollView, View};

/// The game's messages, in all languages.
static MESSAGES: Catalogue = Catalogue::new(&[each_language!("/", "/texts.ftl")]);

/// The game Buttons.
#[derive(Clone, Copy, Debug)]
pub struct Buttons;

impl Rules for Buttons {
    const ID: &'static str = "buttons";
    const NAME: &'static str = "Buttons";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;
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
            Phase::GameOver => Turn::Over(score::outcome(state)),
            _ => Turn::Act(state.open),
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

    fn sealed(state: &State) -> SeatSet {
        state.decided()
    }

    fn orders() -> Vec<KnownOrder> {
        orders::known()
    }

    fn order(state: &State, seat: Seat, text: &str) -> Result<String, Illegal> {
        orders::order(state, seat, text)
    }

    fn ordered(state: &State, seat: Seat, order: &str) -> Ordered<Move> {
        orders::ordered(state, seat, order)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn read(state: &State, seat: Seat, text: &str) -> Result<Move, Illegal> {
        read::read(state, seat, text)
    }
}
