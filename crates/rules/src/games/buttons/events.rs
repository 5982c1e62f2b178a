//! What happens (R10), and each thing as a sentence.

use schemars::JsonSchema;
use serde::Serialize;

use super::cells::{Cell, Cells};
use super::faces::{Colour, Face};
use super::legal::said;
use super::moves::Move;
use super::score;
use super::state::{Sealed, State};
use crate::{Names, Seat, Viewer};

/// Something that happened. All of it is public but what a sealed decision says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ButtonsEvent")]
pub enum Event {
    /// The game was set up; the first round begins.
    Dealt {
        /// The board face of each seat.
        faces: Vec<Face>,
        /// The button cards of each seat: the colours that earn it a bonus star in this round.
        cards: Vec<Vec<Colour>>,
        /// The card that is out of the game, with three players; null with two or four.
        card_out: Option<Colour>,
        /// Who begins: the holder of the red card.
        first: Seat,
    },
    /// The active player rolled.
    Rolled {
        /// Who rolled.
        seat: Seat,
        /// The white die: the row, 1 to 6.
        white: u8,
        /// The golden die: a column for everybody, 1 to 6.
        gold: u8,
        /// The plain dice in the order of drawing: columns for the active player.
        plain: Vec<u8>,
    },
    /// The active player had no legal cell and is out of the round with nothing.
    Busted {
        /// Who busted.
        seat: Seat,
        /// The cells of the buttons that left the board.
        lost: Vec<Cell>,
        /// The plain dice that are set aside now, 0 to 4.
        plain_set_aside: u8,
    },
    /// The active player left the round in time.
    OptedOut {
        /// Who opted out.
        seat: Seat,
        /// The plain dice that are set aside now, 0 to 4.
        plain_set_aside: u8,
    },
    /// A player made a sealed decision, and others are still to decide.
    Decided {
        /// Who decided.
        seat: Seat,
        /// What was decided: told to the player alone, null for everybody else.
        choice: Option<Move>,
    },
    /// Everybody has decided on a roll: the buttons are put down together.
    Placed {
        /// Everybody who had a decision, by seat.
        placements: Vec<Placement>,
    },
    /// The round is over, and these stars are to be placed.
    StarsEarned {
        /// What each seat earned, in seat order; no stars are placed yet.
        awards: Vec<Award>,
    },
    /// Everybody has placed the stars of the round, and all other buttons left the boards.
    StarsPlaced {
        /// What each seat earned and placed, in seat order.
        awards: Vec<Award>,
    },
    /// Every player handed all button cards to the next seat, and a new round begins.
    RoundBegan {
        /// The number of the round.
        round: u32,
        /// The button cards of each seat in this round.
        cards: Vec<Vec<Colour>>,
        /// Who begins: the holder of the red card, or the next seat that has not left the game.
        first: Seat,
    },
    /// A player left the game for good.
    Left {
        /// Who left.
        seat: Seat,
        /// The cells of the buttons that left the board.
        lost: Vec<Cell>,
        /// The plain dice that are set aside now, 0 to 4.
        plain_set_aside: u8,
    },
    /// The game ended.
    Ended {
        /// How each seat ended, in seat order.
        results: Vec<SeatEnd>,
    },
}

/// What a seat did with a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsPlacement")]
pub struct Placement {
    /// The seat.
    pub seat: Seat,
    /// Where it placed a button; null when it passed.
    pub cell: Option<Cell>,
    /// The colour that the button covers; null when it passed.
    pub colour: Option<Colour>,
}

/// What a seat earned in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsAward")]
pub struct Award {
    /// The seat.
    pub seat: Seat,
    /// How many stars: one for opting out in time, one for each of `complete`, one more for each
    /// of `bonus`. 0 for a player who busted.
    pub stars: u8,
    /// The colours with three buttons or more.
    pub complete: Vec<Colour>,
    /// Those of them that are on the player's own cards.
    pub bonus: Vec<Colour>,
    /// Where the stars were placed; empty while they are not.
    pub cells: Vec<Cell>,
}

/// How one seat ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsSeatEnd")]
pub struct SeatEnd {
    /// The seat.
    pub seat: Seat,
    /// 1 is best; equal seats share a rank and the next rank is skipped.
    pub rank: u8,
    /// The stars, and 100 for a line.
    pub score: i32,
    /// How many stars it has.
    pub stars: u8,
    /// Whether five of them follow one another in a row or a column.
    pub line: bool,
    /// Whether the seat left before the end. Such seats rank behind all that stayed.
    pub left: bool,
}

/// A sealed decision as it is told: the move that it was.
pub(super) fn choice(sealed: Sealed) -> Option<Move> {
    match sealed {
        Sealed::Nothing => None,
        Sealed::Pass => Some(Move::Pass {}),
        Sealed::Place(col) => Some(Move::Place { col: col.into() }),
        Sealed::Stars(cells) => Some(Move::stars(cells.iter())),
    }
}

/// The cards of each seat.
pub(super) fn cards(state: &State) -> Vec<Vec<Colour>> {
    let of = |seat| state.player(seat).cards.iter().collect();
    state.all_seats().map(of).collect()
}

/// What everybody has decided to do with the roll.
pub(super) fn placements(state: &State) -> Vec<Placement> {
    let chosen = |seat: Seat| {
        let player = state.player(seat);
        let cells = state.roll.map(|roll| roll.chosen(player.sealed));
        let cell = cells.and_then(|cells| cells.iter().next());
        Placement {
            seat,
            cell,
            colour: cell.map(|cell| player.face.colour(cell)),
        }
    };
    state.decided().iter().map(chosen).collect()
}

/// What everybody has earned in the round, and the stars that have been decided on.
pub(super) fn awards(state: &State) -> Vec<Award> {
    let award = |seat: Seat| {
        let player = state.player(seat);
        let stars = player.award();
        let complete: Vec<Colour> = player.complete().filter(|_| stars > 0).collect();
        Award {
            seat,
            stars: stars as u8,
            bonus: complete
                .iter()
                .copied()
                .filter(|colour| player.cards.has(*colour))
                .collect(),
            complete,
            cells: match player.sealed {
                Sealed::Stars(cells) => cells.iter().collect(),
                _ => Vec::new(),
            },
        }
    };
    state.all_seats().map(award).collect()
}

/// What happened while setting up.
pub(super) fn dealt(state: &State) -> Event {
    Event::Dealt {
        faces: state.all_seats().map(|it| state.player(it).face).collect(),
        cards: cards(state),
        card_out: state.card_out(),
        first: state.active,
    }
}

/// How the game ended.
pub(super) fn ended(state: &State) -> Event {
    let result = |standing: crate::Standing| {
        let stars = state.player(standing.seat).stars;
        SeatEnd {
            seat: standing.seat,
            rank: standing.rank,
            score: standing.score,
            stars: stars.len() as u8,
            line: stars.has_line(),
            left: standing.left,
        }
    };
    let standings = score::outcome(state).standings;
    Event::Ended {
        results: standings.into_iter().map(result).collect(),
    }
}

/// What the viewer may learn of an event. What a sealed decision says nobody else ever learns from
/// here, not even afterwards: the event that opens it tells (R9).
pub(super) fn tell(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Decided { seat, choice } => Event::Decided {
            seat: *seat,
            choice: choice.clone().filter(|_| viewer == Viewer::Seat(*seat)),
        },
        public => public.clone(),
    }
}

/// An event as one sentence.
pub(super) fn say(event: &Event, names: &Names) -> String {
    match event {
        Event::Dealt {
            faces,
            cards,
            card_out,
            first,
        } => say_dealt(faces, cards, *card_out, *first, names),
        Event::Rolled {
            seat,
            white,
            gold,
            plain,
        } => {
            let plain = match plain.split_last() {
                None => String::new(),
                Some((only, [])) => format!(", or for the roller alone {only}"),
                Some((last, others)) => {
                    let others: Vec<String> = others.iter().map(u8::to_string).collect();
                    format!(", or for the roller alone {}, {last}", others.join(", "))
                }
            };
            let name = names.of(*seat);
            format!("{name} rolls: row {white}, golden column {gold}{plain}.")
        }
        Event::Busted { seat, lost, .. } => {
            let name = names.of(*seat);
            match lost.len() {
                0 => format!("{name} has no legal cell and busts."),
                1 => format!("{name} has no legal cell, busts and loses a button."),
                n => format!("{name} has no legal cell, busts and loses {n} buttons."),
            }
        }
        Event::OptedOut { seat, .. } => format!("{} opts out of the round.", names.of(*seat)),
        Event::Decided { seat, choice } => say_decided(names.of(*seat), choice.as_ref()),
        Event::Placed { placements } => {
            let placed: Vec<String> = placements
                .iter()
                .map(|it| match (it.cell, it.colour) {
                    (Some(cell), Some(colour)) => {
                        format!("{} places on {cell} ({colour})", names.of(it.seat))
                    }
                    _ => format!("{} passes", names.of(it.seat)),
                })
                .collect();
            format!("{}.", placed.join(", "))
        }
        Event::StarsEarned { awards } => {
            let earned: Vec<String> = awards
                .iter()
                .filter(|award| award.stars > 0)
                .map(|award| say_award(award, names))
                .collect();
            format!("The round is over: {}.", earned.join(", "))
        }
        Event::StarsPlaced { awards } => {
            let placed: Vec<String> = awards
                .iter()
                .filter(|award| !award.cells.is_empty())
                .map(|award| {
                    let cells: Cells = award.cells.iter().copied().collect();
                    format!("{} places stars on {}", names.of(award.seat), said(cells))
                })
                .collect();
            if placed.is_empty() {
                "The round is over, and nobody gets a star.".to_owned()
            } else {
                format!("{}.", placed.join("; "))
            }
        }
        Event::RoundBegan {
            round,
            cards,
            first,
        } => {
            let (first, cards) = (names.of(*first), say_cards(cards, names));
            format!("Round {round} begins with {first}; the cards move on: {cards}.")
        }
        Event::Left { seat, .. } => format!("{} leaves the game.", names.of(*seat)),
        Event::Ended { results } => {
            let mut results: Vec<&SeatEnd> = results.iter().collect();
            results.sort_by_key(|end| end.rank);
            let results: Vec<String> = results
                .into_iter()
                .map(|end| {
                    let line = if end.line { " with a line" } else { "" };
                    format!("{}. {} {}{line}", end.rank, names.of(end.seat), end.score)
                })
                .collect();
            format!("The game is over: {}.", results.join(", "))
        }
    }
}

fn say_dealt(
    faces: &[Face],
    cards: &[Vec<Colour>],
    card_out: Option<Colour>,
    first: Seat,
    names: &Names,
) -> String {
    let boards: Vec<String> = Seat::all(faces.len() as u8)
        .zip(faces)
        .map(|(seat, face)| format!("{} board {face:?}", names.of(seat)))
        .collect();
    let out = card_out.map_or_else(String::new, |colour| format!(" ({colour} is out)"));
    format!(
        "{} begins, holding the red card; boards: {}; cards: {}{out}.",
        names.of(first),
        boards.join(", "),
        say_cards(cards, names)
    )
}

fn say_cards(cards: &[Vec<Colour>], names: &Names) -> String {
    let of = |(seat, cards): (Seat, &Vec<Colour>)| format!("{} {}", names.of(seat), words(cards));
    let seats = Seat::all(cards.len() as u8);
    seats.zip(cards).map(of).collect::<Vec<_>>().join(", ")
}

fn words(colours: &[Colour]) -> String {
    let words: Vec<&str> = colours.iter().map(|colour| colour.word()).collect();
    words.join(" and ")
}

fn say_decided(name: &str, choice: Option<&Move>) -> String {
    match choice {
        None => format!("{name} has decided."),
        Some(mv) => format!("{name} has decided on “{mv}”."),
    }
}

/// As in “Ann earns 4 stars (opting out, red, bonus red, blue)”.
fn say_award(award: &Award, names: &Names) -> String {
    let mut parts = vec!["opting out".to_owned()];
    for colour in &award.complete {
        parts.push(colour.to_string());
        if award.bonus.contains(colour) {
            parts.push(format!("bonus {colour}"));
        }
    }
    let stars = if award.stars == 1 { "star" } else { "stars" };
    format!(
        "{} earns {} {stars} ({})",
        names.of(award.seat),
        award.stars,
        parts.join(", ")
    )
}
