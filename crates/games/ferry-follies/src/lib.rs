//! Ferry Follies: a solo card game of runs that total 19.
//!
//! A turn runs through `allowed` (may the move be played, and what exactly does it do), `turn` (do
//! it, check the row, draw) and `sets`. The rules are in `RULES.md`; the cards' texts in `data`.
//!
//! Not here: people who race on one seed. Each plays a game of their own.

mod allowed;
mod arrange;
mod branch;
mod cards;
mod check;
mod draw;
mod events;
mod greedy;
mod json;
mod legal;
mod moves;
mod notation;
mod picture;
mod pile;
mod schema;
mod score;
mod sets;
mod state;
mod turn;
mod view;

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::events::FerryFolliesEvent;
pub use self::moves::FerryFolliesMove;
use self::moves::{Shown, Side, Target};
use self::state::{Phase, State};
pub use self::view::{FerryFolliesCard, FerryFolliesPhase, FerryFolliesSet, FerryFolliesView};
use rules::svg::Drawing;
use rules::{
    Branch, Catalogue, Dice, Events, Illegal, Legal, Message, Names, Rules, Seat, Turn, Viewer,
};

/// What the game says, in all languages.
static MESSAGES: Catalogue =
    Catalogue::new(&[include_str!("../en.ftl")], &[include_str!("../fr.ftl")]);

/// The game.
#[derive(Debug)]
pub struct FerryFollies;

/// Ferry Follies has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FerryFolliesOptions {}

impl Rules for FerryFollies {
    const ID: &'static str = "ferry-follies";
    const NAME: &'static str = "Ferry Follies";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 1..=1;
    const SUMMARY: &'static str =
        "A solo card game: form runs that total 19 and ferry more cards across than stay behind.";
    const TEXT: &'static str = include_str!("../RULES.md");
    const MESSAGES: &'static Catalogue = &MESSAGES;

    type Options = FerryFolliesOptions;
    type State = State;
    type Move = FerryFolliesMove;
    type Event = FerryFolliesEvent;
    type View = FerryFolliesView;

    fn setup(
        _options: &FerryFolliesOptions,
        _seats: u8,
        dice: &mut Dice,
        events: &mut Events<FerryFolliesEvent>,
    ) -> State {
        state::setup(dice, events)
    }

    fn turn(state: &State) -> Turn {
        score::turn(state)
    }

    fn legal(state: &State, seat: Seat) -> Legal<FerryFolliesMove> {
        legal::legal(state, seat)
    }

    fn branch(
        state: &State,
        seat: Seat,
        partial: &str,
    ) -> Result<Branch<FerryFolliesMove>, Illegal> {
        branch::branch(state, seat, partial)
    }

    fn greedy(state: &State, seat: Seat, _dice: &mut Dice) -> Option<FerryFolliesMove> {
        greedy::greedy(state, seat)
    }

    fn play(
        state: &mut State,
        seat: Seat,
        mv: &FerryFolliesMove,
        dice: &mut Dice,
        events: &mut Events<FerryFolliesEvent>,
    ) -> Result<(), Illegal> {
        let step = allowed::step(state, seat, mv)?;
        turn::take(state, step, dice, events);
        Ok(())
    }

    fn leave(
        state: &mut State,
        seat: Seat,
        _dice: &mut Dice,
        events: &mut Events<FerryFolliesEvent>,
    ) -> Result<(), Illegal> {
        allowed::on_turn(state, seat)?;
        turn::leave(state, events);
        Ok(())
    }

    fn reveals(before: &State, after: &State) -> bool {
        // A card was drawn. A card that went on top of the deck and came back is no news.
        after.deck.len() < before.deck.len()
    }

    fn view(state: &State, viewer: Viewer) -> FerryFolliesView {
        view::view(state, viewer)
    }

    fn say(event: &FerryFolliesEvent, names: &Names) -> Message {
        events::say(event, names)
    }

    fn note(note: &str) -> Message {
        match note {
            "won" => MESSAGES.message("won"),
            "lost" => MESSAGES.message("lost"),
            other => Message::verbatim(other),
        }
    }

    fn picture(view: &FerryFolliesView, names: &Names) -> String {
        picture::picture(view, names)
    }

    fn draw(view: &FerryFolliesView, names: &Names) -> Drawing {
        draw::draw(view, names)
    }

    fn read(state: &State, _seat: Seat, text: &str) -> Result<FerryFolliesMove, Illegal> {
        notation::read(state, text)
    }

    fn arrange(
        _options: &FerryFolliesOptions,
        _seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        arrange::arrange(state::setup(dice, &mut Events::deaf()), position)
    }

    fn check(state: &State) -> Result<(), String> {
        check::check(state)
    }

    /// The order of the deck below a known top card is all that is hidden.
    fn redeal(state: &mut State, viewer: Viewer, dice: &mut Dice) {
        if viewer != Viewer::Afterwards && state.phase != Phase::Over {
            dice.shuffle(&mut state.deck[usize::from(state.top_known)..]);
        }
    }

    fn examples() -> Vec<FerryFolliesMove> {
        let discard = |card, on| FerryFolliesMove::Discard { card, on };
        vec![
            FerryFolliesMove::Play {
                card: 5,
                index: 0,
                shown: None,
            },
            FerryFolliesMove::Play {
                card: 9,
                index: 3,
                shown: Some(Shown::Six),
            },
            discard(1, Target::Order(vec![2, 0, 1])),
            discard(2, Target::two(0, 2)),
            discard(3, Target::Index(1)),
            discard(4, Target::Index(0)),
            discard(5, Target::IndexAndEnd(1, Side::Left)),
            discard(6, Target::two(0, 1)),
            discard(8, Target::IndexAndEnd(1, Side::Right)),
            discard(10, Target::two(0, 1)),
            discard(11, Target::IndexAndDirection(2, Side::Left)),
            discard(12, Target::Index(2)),
            discard(14, Target::Index(1)),
            discard(15, Target::two(0, 2)),
            discard(16, Target::two(1, 2)),
            FerryFolliesMove::Score { from: 1, to: 3 },
            FerryFolliesMove::Decline,
        ]
    }
}
