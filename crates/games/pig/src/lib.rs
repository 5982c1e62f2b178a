//! Pig: roll as often as you dare, and hold before a 1 takes it all.
//!
//! The worked example of `docs/ADDING-A-GAME.md`: a complete game that passes the tests of all
//! games, but that servers do not offer. `en/rules.md` is the rulebook; the files follow it:
//! `options` (R3), `state` (R4), `moves` and `play` (R5), `score` (R6), `legal` (R7), `view` (R8),
//! `events` (R9). `picture` and `draw` show the board. The crate knows nothing about people, time
//! or storage.

use std::ops::RangeInclusive;

use rules::{
    Catalogue, Dice, Events, Illegal, KnownOrder, Legal, Manual, Ordered, Rules, Seat, SeatSet,
    Turn, Viewer, each_language,
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
mod view;

pub use events::Event;
pub use moves::Move;
pub use options::{Goal, Options};
pub use state::State;
pub use view::View;

use state::Phase;

/// The game's messages, in all languages.
static MESSAGES: Catalogue = Catalogue::new(&[each_language!("/", "/texts.ftl")]);

/// The game Pig.
#[derive(Clone, Copy, Debug)]
pub struct Pig;

impl Rules for Pig {
    const ID: &'static str = "pig";
    const NAME: &'static str = "Pig";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=state::MOST_SEATS as u8;
    const MANUAL: Manual = rules::manual!();

    type Options = Options;
    type State = State;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn setup(options: &Options, seats: u8, _dice: &mut Dice, events: &mut Events<Event>) -> State {
        let goal = options.goal.points();
        events.push(|| Event::Began { goal });
        State::fresh(*options, seats)
    }

    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Turn { active, .. } => Turn::Act(SeatSet::one(active)),
            Phase::Over => Turn::Over(score::outcome(state)),
        }
    }

    fn legal(state: &State, seat: Seat) -> Legal<Move> {
        legal::legal(state, seat)
    }

    fn greedy(state: &State, seat: Seat, _dice: &mut Dice) -> Option<Move> {
        greedy::greedy(state, seat)
    }

    fn orders() -> Vec<KnownOrder> {
        orders::known()
    }

    fn order(_state: &State, _seat: Seat, text: &str) -> Result<String, Illegal> {
        orders::order(text)
    }

    fn ordered(state: &State, seat: Seat, order: &str) -> Ordered<Move> {
        orders::ordered(state, seat, order)
    }

    fn view(state: &State, _viewer: Viewer) -> View {
        view::view(state)
    }

    fn read(_state: &State, _seat: Seat, text: &str) -> Result<Move, Illegal> {
        read::read(text)
    }
}
