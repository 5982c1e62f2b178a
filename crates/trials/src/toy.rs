//! A small game for the tests of the suites: sealed bids, a hidden card, dice.
//!
//! Its parameter names a promise that the variant breaks, which the contract suite must notice. 0
//! breaks none.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU8, Ordering};

use rules::svg::{Drawing, Shapes, shape};
use rules::{
    Branch, Catalogue, Dice, Events, Illegal, Legal, Manual, Message, Names, Outcome, Play, Rules,
    Seat, SeatSet, Show, Standing, Tell, Trial, Turn, Viewer,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The promises that variants of the toy break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Fault {
    None,
    RefusalChanges,
    RefusalDraws,
    RefusalIsSilent,
    RefusesListed,
    AcceptsUnlisted,
    AcceptsStrangers,
    LeaksView,
    LeaksPicture,
    LeaksLegal,
    Endless,
    Stuck,
    LeaverActs,
    LeavesTwice,
    WidePicture,
    NoSentence,
    ToldUnevenly,
    Ambient,
    ReadsWrongly,
    CaseMatters,
    RanksWrongly,
    ForgetsLeavers,
    BrokenInvariant,
    BotPeeks,
    BotCheats,
    BotRests,
    DeadBranch,
    WildBranch,
    LeaksBranch,
    LeaksDrawing,
    DoubleId,
    Idles,
    LeaksRefusal,
    LeaksInLists,
}

static AMBIENT: AtomicU8 = AtomicU8::new(0);

/// The game. `FAULT` is one of [`Fault`].
pub(crate) struct Toy<const FAULT: u8>;

impl<const FAULT: u8> Toy<FAULT> {
    const fn has(fault: Fault) -> bool {
        FAULT == fault as u8
    }
}

/// How long a game takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToyLength {
    /// Two rounds.
    #[default]
    Short,
    /// Three rounds.
    Long,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ToyOptions {
    length: ToyLength,
    bonus: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ToyMove {
    Bid { number: u8 },
}

impl fmt::Display for ToyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ToyMove::Bid { number } = self;
        write!(f, "bid {number}")
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ToyEvent {
    Bid { seat: Seat, number: Option<u8> },
    Shown { die: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ToyState {
    seats: u8,
    gone: SeatSet,
    left: u8,
    bonus: bool,
    cards: [u8; 5],
    bids: [Option<u8>; 3],
    scores: [i32; 3],
    ambient: u8,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ToyView {
    left: u8,
    cards: Vec<Option<u8>>,
    bids: Vec<Option<u8>>,
    scores: Vec<i32>,
    /// What the fault of a variant carries into pictures.
    #[serde(skip)]
    secret: u8,
}

static MESSAGES: Catalogue = Catalogue::new(&[
    ["summary = Sealed bids."; 3],
    [
        "has-bid = { $name } has bid.
bids = { $name } bids { $number }.
shown = All bids are shown; the die shows { $die }.",
        "has-bid = { $name } a parié.
bids = { $name } parie { $number }.
shown = Les paris sont dévoilés ; le dé montre { $die }.",
        "has-bid = { $name } hat geboten.
bids = { $name } bietet { $number }.
shown = Alle Gebote liegen offen; der Würfel zeigt { $die }.",
    ],
]);

impl<const FAULT: u8> Rules for Toy<FAULT> {
    /// Variants that scripts play have their own ids.
    const ID: &'static str = if Self::has(Fault::RefusalChanges) {
        "loose"
    } else if Self::has(Fault::RefusalDraws) {
        "rash"
    } else if Self::has(Fault::BrokenInvariant) {
        "broken"
    } else {
        "toy"
    };
    const NAME: &'static str = "Toy";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 1..=3;
    const MANUAL: Manual = Manual {
        how_to_play: [""; 3],
        rules: ["## R1 Bidding"; 3],
        words: [""; 3],
        example: "",
    };

    type Options = ToyOptions;
    type State = ToyState;
    type Move = ToyMove;
    type Event = ToyEvent;
    type View = ToyView;

    fn setup(
        options: &ToyOptions,
        seats: u8,
        dice: &mut Dice,
        _events: &mut Events<ToyEvent>,
    ) -> ToyState {
        let mut cards = [1, 2, 3, 4, 5];
        dice.shuffle(&mut cards);
        let ambient = if Self::has(Fault::Ambient) {
            AMBIENT.fetch_add(1, Ordering::Relaxed)
        } else {
            0
        };
        ToyState {
            seats,
            gone: SeatSet::EMPTY,
            left: match options.length {
                ToyLength::Short => 2,
                ToyLength::Long => 3,
            },
            bonus: options.bonus,
            cards,
            bids: [None; 3],
            scores: [0; 3],
            ambient,
        }
    }

    fn turn(state: &ToyState) -> Turn {
        let staying = SeatSet::first(state.seats).without(state.gone);
        if state.left > 0 && !staying.is_empty() {
            let bid: SeatSet = Seat::all(state.seats)
                .filter(|seat| state.bids[seat.index()].is_some())
                .collect();
            return Turn::Act(if Self::has(Fault::LeaverActs) {
                SeatSet::first(state.seats).without(bid)
            } else {
                staying.without(bid)
            });
        }
        let rows = Seat::all(state.seats).map(|seat| {
            let left = state.gone.contains(seat) && !Self::has(Fault::ForgetsLeavers);
            let score = state.scores[seat.index()];
            ((!left, score), Standing::new(seat, score, left))
        });
        let mut outcome = Outcome::ranked(rows);
        if Self::has(Fault::RanksWrongly) {
            outcome.standings[0].rank += 1;
        }
        Turn::Over(outcome)
    }

    fn legal(state: &ToyState, seat: Seat) -> Legal<ToyMove> {
        if !Self::turn(state).acting().contains(seat) || Self::has(Fault::Stuck) {
            return Legal::none();
        }
        let mut most = 3;
        if Self::has(Fault::AcceptsUnlisted) {
            most = 2;
        }
        if Self::has(Fault::RefusesListed) {
            most = 4;
        }
        if Self::has(Fault::LeaksLegal) && state.cards[4] > 2 {
            return Legal {
                moves: (0..most).map(|number| ToyMove::Bid { number }).collect(),
                complete: false,
            };
        }
        Legal::all((0..most).map(|number| ToyMove::Bid { number }).collect())
    }

    fn branch(state: &ToyState, seat: Seat, partial: &str) -> Result<Branch<ToyMove>, Illegal> {
        let mut branch = Branch::among(Self::legal(state, seat).moves, partial)?;
        if Self::has(Fault::DeadBranch) && branch.text == "bid" {
            branch.next.clear();
        }
        if Self::has(Fault::WildBranch) && branch.text == "bid" {
            branch.next.push("much".to_owned());
        }
        if Self::has(Fault::LeaksBranch) && state.cards[4] > 2 {
            branch.next.reverse();
            branch.next.extend(branch.next.clone());
        }
        Ok(branch)
    }

    fn greedy(state: &ToyState, seat: Seat, _dice: &mut Dice) -> Option<ToyMove> {
        if !Self::turn(state).acting().contains(seat) || Self::has(Fault::BotRests) {
            return None;
        }
        Some(ToyMove::Bid {
            number: if Self::has(Fault::BotPeeks) {
                state.cards[4] / 2
            } else if Self::has(Fault::BotCheats) {
                3
            } else {
                2
            },
        })
    }

    fn sealed(state: &ToyState) -> SeatSet {
        Seat::all(state.seats)
            .filter(|seat| state.bids[seat.index()].is_some())
            .collect()
    }

    fn view(state: &ToyState, viewer: Viewer) -> ToyView {
        let seats = || Seat::all(state.seats);
        let open = Self::has(Fault::LeaksView);
        ToyView {
            left: state.left,
            cards: seats()
                .map(|seat| (open || viewer.sees(seat)).then_some(state.cards[seat.index()]))
                .collect(),
            bids: seats()
                .map(|seat| state.bids[seat.index()].filter(|_| viewer.sees(seat)))
                .collect(),
            scores: seats().map(|seat| state.scores[seat.index()]).collect(),
            secret: if Self::has(Fault::LeaksPicture) || Self::has(Fault::LeaksDrawing) {
                state.cards[4]
            } else {
                0
            },
        }
    }

    fn read(_state: &ToyState, _seat: Seat, text: &str) -> Result<ToyMove, Illegal> {
        if Self::has(Fault::CaseMatters) && text.contains('B') {
            return Err(Illegal::bad_move(Message::verbatim(
                "In lower case, please.",
            )));
        }
        let mut words = rules::notation::Words::of(text);
        words.choose("move", &[("bid", ())])?;
        let number = words.number("the bid")?;
        words.end()?;
        Ok(ToyMove::Bid {
            number: if Self::has(Fault::ReadsWrongly) {
                0
            } else {
                number
            },
        })
    }
}

impl<const FAULT: u8> Play for Toy<FAULT> {
    fn play(
        state: &mut ToyState,
        seat: Seat,
        mv: &ToyMove,
        dice: &mut Dice,
        events: &mut Events<ToyEvent>,
    ) -> Result<(), Illegal> {
        let ToyMove::Bid { number } = *mv;
        let turn = Self::turn(state);
        if turn.outcome().is_some() {
            return Err(Illegal::game_over());
        }
        let stranger = seat.number() >= state.seats && Self::has(Fault::AcceptsStrangers);
        if !turn.acting().contains(seat) && !stranger {
            let has_bid = state.bids.get(seat.index()).is_some_and(Option::is_some);
            let text = if Self::has(Fault::LeaksInLists) && has_bid {
                format!("You have bid, and the hidden card is {}.", state.cards[4])
            } else {
                "It is not your turn.".to_owned()
            };
            return Err(Illegal::not_your_turn(
                "NotYourTurn",
                Message::verbatim(text),
            ));
        }
        if Self::has(Fault::Idles) && number == 0 {
            return Ok(());
        }
        if number > 2 {
            if Self::has(Fault::RefusalChanges) {
                state.scores[0] += 1;
            }
            if Self::has(Fault::RefusalDraws) {
                dice.die(6);
            }
            if Self::has(Fault::RefusalIsSilent) {
                return Err(Illegal::new("TooMuch", Message::verbatim("")));
            }
            let text = if Self::has(Fault::LeaksRefusal) {
                format!(
                    "A bid is 0, 1 or 2, and the hidden card is {}.",
                    state.cards[4]
                )
            } else {
                "A bid is 0, 1 or 2.".to_owned()
            };
            return Err(Illegal::new("TooMuch", Message::verbatim(text)));
        }
        if stranger {
            state.scores[0] += 1;
            return Ok(());
        }
        state.bids[seat.index()] = Some(number);
        events.push(|| ToyEvent::Bid {
            seat,
            number: Some(number),
        });
        show::<FAULT>(state, dice, events);
        Ok(())
    }

    fn leave(
        state: &mut ToyState,
        seat: Seat,
        dice: &mut Dice,
        events: &mut Events<ToyEvent>,
    ) -> Result<(), Illegal> {
        if Self::turn(state).outcome().is_some() {
            return Err(Illegal::game_over());
        }
        let gone = state.gone.contains(seat) && !Self::has(Fault::LeavesTwice);
        if gone || seat.number() >= state.seats {
            return Err(Illegal::not_your_turn(
                "NotYourTurn",
                Message::verbatim("You have left."),
            ));
        }
        state.gone.insert(seat);
        state.bids[seat.index()] = None;
        show::<FAULT>(state, dice, events);
        Ok(())
    }
}

impl<const FAULT: u8> Tell for Toy<FAULT> {
    const MESSAGES: &'static Catalogue = &MESSAGES;

    fn tell(event: &ToyEvent, viewer: Viewer) -> Option<ToyEvent> {
        match event {
            ToyEvent::Bid { seat, .. } if !viewer.sees(*seat) => Some(ToyEvent::Bid {
                seat: *seat,
                number: None,
            }),
            ToyEvent::Shown { .. }
                if Self::has(Fault::ToldUnevenly) && viewer == Viewer::Afterwards =>
            {
                None
            }
            _ => Some(event.clone()),
        }
    }

    fn say(event: &ToyEvent, names: &Names) -> Message {
        match event {
            _ if Self::has(Fault::NoSentence) => Message::verbatim("bid"),
            ToyEvent::Bid { seat, number: None } => {
                MESSAGES.message("has-bid").with("name", names.of(*seat))
            }
            ToyEvent::Bid {
                seat,
                number: Some(number),
            } => MESSAGES
                .message("bids")
                .with("name", names.of(*seat))
                .with("number", *number),
            ToyEvent::Shown { die } => MESSAGES.message("shown").with("die", *die),
        }
    }
}

impl<const FAULT: u8> Show for Toy<FAULT> {
    fn picture(view: &ToyView, names: &Names) -> String {
        let mut picture = format!("{} rounds left", view.left);
        if Self::has(Fault::LeaksPicture) {
            picture.push_str(&view.secret.to_string());
        }
        picture.push('\n');
        for (seat, score) in Seat::all(view.scores.len() as u8).zip(&view.scores) {
            picture.push_str(&format!("{}: {score}\n", names.of(seat)));
        }
        if Self::has(Fault::WidePicture) {
            picture.push_str(&"-".repeat(79));
        }
        picture
    }

    fn draw(view: &ToyView, names: &Names) -> Drawing {
        let ids = if Self::has(Fault::DoubleId) { 2 } else { 1 };
        let mut body = Shapes::default();
        for seat in Seat::all(view.scores.len() as u8) {
            shape!(body, text at=(20, 20 * seat.number() + 20) => names.of(seat));
        }
        for _ in 0..ids {
            shape!(body, circle id="die" word=1 r=8);
        }
        if Self::has(Fault::LeaksDrawing) {
            body.title(view.secret);
        }
        Drawing {
            width: 200,
            height: 100,
            title: "Toy".to_owned(),
            colours: &[],
            body,
        }
    }
}

impl<const FAULT: u8> Trial for Toy<FAULT> {
    fn arrange(
        options: &ToyOptions,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<ToyState, String> {
        let mut state = Self::setup(options, seats, dice, &mut Events::deaf());
        for (name, value) in position.as_object().ok_or("a position is an object")? {
            match name.as_str() {
                "left" => state.left = value.as_u64().unwrap_or_default() as u8,
                _ => return Err(format!("a position has no member {name}")),
            }
        }
        Ok(state)
    }

    fn check(state: &ToyState) -> Result<(), String> {
        if Self::has(Fault::BrokenInvariant) && state.left == 1 {
            return Err("one round is left".to_owned());
        }
        Ok(())
    }

    fn redeal(state: &mut ToyState, viewer: Viewer, dice: &mut Dice) {
        let hidden: Vec<usize> = (0..5)
            .filter(|i| *i >= usize::from(state.seats) || !viewer.sees(Seat(*i as u8)))
            .collect();
        let mut cards: Vec<u8> = hidden.iter().map(|i| state.cards[*i]).collect();
        dice.shuffle(&mut cards);
        for (i, card) in hidden.into_iter().zip(cards) {
            state.cards[i] = card;
        }
        for seat in Seat::all(state.seats).filter(|seat| !viewer.sees(*seat)) {
            if let Some(bid) = &mut state.bids[seat.index()] {
                *bid = dice.below(3) as u8;
            }
        }
    }

    fn examples() -> Vec<ToyMove> {
        vec![ToyMove::Bid { number: 1 }]
    }
}

/// Ends the round once all remaining players have bid.
fn show<const FAULT: u8>(state: &mut ToyState, dice: &mut Dice, events: &mut Events<ToyEvent>) {
    let staying = SeatSet::first(state.seats).without(state.gone);
    let waits = |seat: Seat| state.bids[seat.index()].is_none();
    if staying.is_empty() || staying.iter().any(waits) {
        return;
    }
    let die = dice.die(6) as u8;
    events.push(|| ToyEvent::Shown { die });
    for seat in staying.iter() {
        let bid = i32::from(state.bids[seat.index()].take().unwrap_or_default());
        let bonus = if state.bonus {
            state.cards[seat.index()]
        } else {
            0
        };
        state.scores[seat.index()] += bid * i32::from(die) + i32::from(bonus);
    }
    if Toy::<FAULT>::has(Fault::Endless) {
        // The state still has to change.
        state.ambient = state.ambient.wrapping_add(1);
    } else {
        state.left -= 1;
    }
}
