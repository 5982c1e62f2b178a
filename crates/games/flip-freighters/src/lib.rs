//! Flip Freighters: everybody uses the same three cards a day to load trucks and to drive them.
//!
//! `RULES.md` is the rulebook; the files follow it: `card` and `trucks` (R1), `sheet` and `state`
//! (R1, R2), `day` (R3, R4), `allowed` (R5 to R7) with `refuse` (R10), `score` (R8), `view` and
//! `events` (R9), `options` (R11). What a player does on the open day is in that player's sheet
//! beside the one that the others still see.
//!
//! Not here: the look of the printed sheet beyond its routes, and what belongs to people, time or
//! storage.

use std::ops::RangeInclusive;

use serde_json::Value;

use rules::svg::Drawing;
use rules::{
    Branch, Catalogue, Dice, Events, Illegal, Legal, Message, Names, Rules, Seat, SeatSet, Turn,
    Viewer,
};

mod allowed;
mod arrange;
mod branch;
mod card;
mod check;
mod day;
mod draw;
mod draw_truck;
mod events;
mod greedy;
mod legal;
mod moves;
mod options;
mod picture;
mod players;
mod read;
mod redeal;
mod refuse;
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

/// What the game says, in all languages.
static MESSAGES: Catalogue =
    Catalogue::new(&[include_str!("../en.ftl")], &[include_str!("../fr.ftl")]);

/// The game Flip Freighters.
#[derive(Clone, Copy, Debug)]
pub struct FlipFreighters;

impl Rules for FlipFreighters {
    const ID: &'static str = "flip-freighters";
    const NAME: &'static str = "Flip Freighters";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 1..=12;
    const SUMMARY: &'static str =
        "Load trucks and drive them home with the same three cards a day; early trucks pay again.";
    const TEXT: &'static str = include_str!("../RULES.md");
    const MESSAGES: &'static Catalogue = &MESSAGES;

    type Options = Options;
    type State = State;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn setup(options: &Options, seats: u8, dice: &mut Dice, events: &mut Events<Event>) -> State {
        let state = State::dealt(*options, seats, dice);
        day::open_first(&state, events);
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

    fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
        branch::branch(state, seat, partial)
    }

    fn greedy(state: &State, seat: Seat, dice: &mut Dice) -> Option<Move> {
        greedy::greedy(state, seat, dice)
    }

    fn play(
        state: &mut State,
        seat: Seat,
        mv: &Move,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        day::play(state, seat, mv, events)
    }

    fn leave(
        state: &mut State,
        seat: Seat,
        _dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        day::leave(state, seat, events)
    }

    /// Who has an entry today matters to the log alone, and else nothing may come of nothing.
    fn changes(before: &State, after: &State) -> bool {
        let acted = before.acted;
        *before != State { acted, ..*after }
    }

    /// The next cards, and what the others did.
    fn reveals(before: &State, after: &State) -> bool {
        before.closed != after.closed
    }

    fn sealed(state: &State) -> SeatSet {
        state.acted
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Event> {
        events::tell(event, viewer)
    }

    fn say(event: &Event, names: &Names) -> Message {
        events::say(event, names)
    }

    fn note(note: &str) -> Message {
        score::note(note)
    }

    fn picture(view: &View, names: &Names) -> String {
        picture::picture(view, names)
    }

    fn draw(view: &View, names: &Names) -> Drawing {
        draw::draw(view, names)
    }

    fn read(state: &State, seat: Seat, text: &str) -> Result<Move, Illegal> {
        read::read(state, seat, text)
    }

    fn arrange(
        options: &Options,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        arrange::arrange(options, seats, dice, position)
    }

    fn check(state: &State) -> Result<(), String> {
        check::check(state)
    }

    fn redeal(state: &mut State, viewer: Viewer, dice: &mut Dice) {
        redeal::redeal(state, viewer, dice);
    }

    fn examples() -> Vec<Move> {
        let leg = |truck: TruckId, to, deliver| Leg {
            truck: truck.into(),
            to,
            deliver,
        };
        vec![
            Move::Load {
                card: 20,
                truck: TruckId::Hearts.into(),
                square: 2,
                value: 5,
            },
            Move::Load {
                card: 48,
                truck: TruckId::SixOne.into(),
                square: 5,
                value: 6,
            },
            Move::Move {
                card: 8,
                legs: vec![leg(TruckId::Hearts, 5, true), leg(TruckId::Any, 3, false)],
            },
            Move::EndTurn {},
            Move::RestartTurn {},
        ]
    }
}
