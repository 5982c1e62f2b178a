//! Ferry Follies: a solo card game of runs that total 19.
//!
//! A turn uses `legal::allowed` (checks the move and determines its effect), `play` (carries it
//! out, checks the row, draws) and `sets`. The rules are in `en/rules.md`; the cards' texts are in
//! `data`.
//!
//! The crate does not handle races of several people on one seed. Each of them plays a separate
//! game.

mod arrange;
mod cards;
mod check;
mod draw;
mod events;
mod greedy;
mod legal;
mod moves;
mod options;
mod picture;
mod play;
mod read;
mod score;
mod sets;
mod state;
mod view;

use std::ops::RangeInclusive;

pub use self::events::Event;
pub use self::moves::Move;
pub use self::options::Options;
pub use self::state::{Phase, State};
pub use self::view::{CardView, SetView, View};
use rules::{
    Branch, Catalogue, Dice, Events, Illegal, Legal, Manual, Rules, Seat, Turn, Viewer,
    each_language,
};
/// The game's messages, in all languages.
static MESSAGES: Catalogue = Catalogue::new(&[each_language!("/", "/texts.ftl")]);

/// The game Ferry Follies.
#[derive(Debug)]
pub struct FerryFollies;

impl Rules for FerryFollies {
    const ID: &'static str = "ferry-follies";
    const NAME: &'static str = "Ferry Follies";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 1..=1;
    const MANUAL: Manual = rules::manual!();

    type Options = Options;
    type State = State;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn setup(_options: &Options, _seats: u8, dice: &mut Dice, events: &mut Events<Event>) -> State {
        state::setup(dice, events)
    }

    fn turn(state: &State) -> Turn {
        score::turn(state)
    }

    fn legal(state: &State, seat: Seat) -> Legal<Move> {
        legal::legal(state, seat)
    }

    fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
        legal::branch(state, seat, partial)
    }

    fn greedy(state: &State, seat: Seat, _dice: &mut Dice) -> Option<Move> {
        greedy::greedy(state, seat)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn read(state: &State, _seat: Seat, text: &str) -> Result<Move, Illegal> {
        read::read(state, text)
    }
}
