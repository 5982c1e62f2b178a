//! Flip Freighters: each day, all players use the same three cards to load trucks and to move them.
//!
//! `en/rules.md` is the rulebook; the files follow it: `card` and `trucks` (R1), `sheet` and
//! `state` (R1, R2), `play` (R3, R4), `legal::allowed` (R5 to R7) with `refuse` (R10), `score`
//! (R8), `view` and `events` (R9), `options` (R11). Each player has two sheets: one with the
//! player's actions on the open day, and one as the other players still see it.
//!
//! The crate knows nothing about people, time or storage, nor about the appearance of the printed
//! sheet except for its routes.

use std::ops::RangeInclusive;

use rules::{
    Branch, Catalogue, Dice, Events, Illegal, Legal, Manual, Message, Rules, Seat, SeatSet, Turn,
    Viewer, each_language,
};

mod arrange;
mod card;
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
mod redeal;
mod score;
mod sheet;
mod state;
mod trucks;
mod view;

pub use card::Suit;
pub use events::{Event, Loading, SeatEnd, Trip};
pub use moves::{Leg, Move};
pub use options::{Options, OvertimeRule, ShowDiscard};
pub use state::State;
pub use trucks::TruckId;
pub use view::{Card, Figures, Phase, Player, Today, Truck, Trucks, View};

/// The game's messages, in all languages.
static MESSAGES: Catalogue = Catalogue::new(&[each_language!("/", "/texts.ftl")]);

/// The game Flip Freighters.
#[derive(Clone, Copy, Debug)]
pub struct FlipFreighters;

impl Rules for FlipFreighters {
    const ID: &'static str = "flip-freighters";
    const NAME: &'static str = "Flip Freighters";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 1..=12;
    const MANUAL: Manual = rules::manual!();

    type Options = Options;
    type State = State;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn setup(options: &Options, seats: u8, dice: &mut Dice, events: &mut Events<Event>) -> State {
        let state = State::dealt(*options, seats, dice);
        play::open_first(&state, events);
        state
    }

    fn turn(state: &State) -> Turn {
        if state.is_over() {
            Turn::Over(score::outcome(state))
        } else {
            Turn::Act(state.awaited())
        }
    }

    fn legal(state: &State, seat: Seat) -> Legal<Move> {
        legal::legal(state, seat)
    }

    /// A player who has used all cards of the day, or can use none of them, has only one way to
    /// continue: to end the day.
    fn forced(state: &State, seat: Seat) -> Option<Move> {
        if !state.awaited().contains(seat) {
            return None;
        }
        let is_used_up = state.unused(seat).next().is_none();
        (is_used_up || legal::is_stuck(state, seat)).then_some(Move::EndTurn {})
    }

    /// There are hundreds of moves, most of them with hours.
    fn choices(state: &State, seat: Seat) -> Option<Vec<Message>> {
        Some(legal::choices(state, seat)).filter(|lines| !lines.is_empty())
    }

    fn hint(state: &State, seat: Seat) -> Option<Message> {
        legal::hint(state, seat)
    }

    fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
        legal::branch(state, seat, partial)
    }

    fn greedy(state: &State, seat: Seat, dice: &mut Dice) -> Option<Move> {
        greedy::greedy(state, seat, dice)
    }

    fn sealed(state: &State) -> SeatSet {
        state.acted
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn read(state: &State, seat: Seat, text: &str) -> Result<Move, Illegal> {
        read::read(state, seat, text)
    }
}
