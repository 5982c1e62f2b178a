//! The events of the game (R10), and a sentence for each.

use schemars::JsonSchema;
use serde::Serialize;

use super::Buttons;
use super::MESSAGES;
use super::cells::{Cell, Cells};
use super::faces::{Colour, Face};
use super::moves::{Move, Spot};
use super::score;
use super::state::{Sealed, State};
use rules::{Catalogue, Message, Names, Seat, Tell, Viewer, Word, told};

/// An event. All are public except the `choice` of a sealed decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ButtonsEvent")]
pub enum Event {
    /// The game was set up, and the first round began.
    Dealt {
        /// The board face of each seat.
        faces: Vec<Face>,
        /// The button cards of each seat: the colours that earn a bonus star in this round.
        cards: Vec<Vec<Colour>>,
        /// The unused card, with three players; null with two or four.
        card_out: Option<Colour>,
        /// The first player's seat: the holder of the red card.
        first: Seat,
    },
    /// The active player rolled the dice.
    Rolled {
        /// The player's seat.
        seat: Seat,
        /// The white die: the row for all players, 1 to 6.
        white: u8,
        /// The golden die: a column for all players, 1 to 6.
        gold: u8,
        /// The plain dice in the order of drawing: columns for only the active player.
        plain: Vec<u8>,
    },
    /// The active player had no legal cell, and is out of the round with nothing.
    Busted {
        /// The player's seat.
        seat: Seat,
        /// The cells whose buttons left the board.
        lost: Vec<Cell>,
        /// The number of plain dice set aside, 0 to 4.
        plain_set_aside: u8,
    },
    /// The active player left the round in time.
    OptedOut {
        /// The player's seat.
        seat: Seat,
        /// The number of plain dice set aside, 0 to 4.
        plain_set_aside: u8,
    },
    /// A player made a sealed decision. Other players still have to decide.
    Decided {
        /// The player's seat.
        seat: Seat,
        /// The decision; null except for the player.
        choice: Option<Move>,
    },
    /// All players have decided, and the buttons are placed together.
    Placed {
        /// The decisions, in seat order.
        placements: Vec<Placement>,
    },
    /// The round is over. The players have to place these stars.
    StarsEarned {
        /// The earned stars, in seat order, with no cells yet.
        awards: Vec<Award>,
    },
    /// All players have placed the stars of the round. All other buttons left the boards.
    StarsPlaced {
        /// The earned stars with their cells, in seat order.
        awards: Vec<Award>,
    },
    /// Each player passed all button cards to the next seat, and a new round began.
    RoundBegan {
        /// The number of the round.
        round: u32,
        /// The button cards of each seat in this round.
        cards: Vec<Vec<Colour>>,
        /// The first player's seat: the holder of the red card, or the next player who has not left
        /// the game.
        first: Seat,
    },
    /// A player left the game for good.
    Left {
        /// The player's seat.
        seat: Seat,
        /// The cells whose buttons left the board.
        lost: Vec<Cell>,
        /// The number of plain dice set aside, 0 to 4.
        plain_set_aside: u8,
    },
    /// The game ended.
    Ended {
        /// The results, in seat order.
        results: Vec<SeatEnd>,
    },
}

/// A player's decision on a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsPlacement")]
pub struct Placement {
    /// The player's seat.
    pub seat: Seat,
    /// The cell of the button; null for a pass.
    pub cell: Option<Cell>,
    /// The colour under the button; null for a pass.
    pub colour: Option<Colour>,
}

/// The stars that a seat earned in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsAward")]
pub struct Award {
    /// The seat.
    pub seat: Seat,
    /// The number of stars: one for opting out in time, one for each of `complete`, one more for
    /// each of `bonus`. 0 for a player who busted.
    pub stars: u8,
    /// The colours with at least three buttons.
    pub complete: Vec<Colour>,
    /// The colours in `complete` that are on the player's cards.
    pub bonus: Vec<Colour>,
    /// The cells of the stars; empty until they are placed.
    pub cells: Vec<Cell>,
}

/// The result of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ButtonsSeatEnd")]
pub struct SeatEnd {
    /// The seat.
    pub seat: Seat,
    /// The rank: 1 is best. Equal seats share a rank, and the next rank is skipped.
    pub rank: u8,
    /// The number of stars, plus 100 for a line.
    pub score: i32,
    /// The number of stars.
    pub stars: u8,
    /// Whether five stars form a line in a row or a column.
    pub line: bool,
    /// Whether the player left before the end. Such seats rank behind all others.
    pub left: bool,
}

/// Returns a sealed decision as the move that the player made.
pub(super) fn choice(sealed: Sealed) -> Option<Move> {
    match sealed {
        Sealed::Nothing => None,
        Sealed::Pass => Some(Move::Pass {}),
        Sealed::Place(col) => Some(Move::Place { col: col.into() }),
        Sealed::Stars(cells) => Some(Move::stars(cells.iter())),
    }
}

/// Returns the cards of each seat.
pub(super) fn cards(state: &State) -> Vec<Vec<Colour>> {
    let of = |seat| state.player(seat).cards.iter().collect();
    state.all_seats().map(of).collect()
}

/// Returns the decisions of all seats on the roll.
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

/// Returns the stars that each seat has earned in the round, and the cells decided so far.
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
                .filter(|colour| player.cards.contains(*colour))
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

/// Returns the event of the setup.
pub(super) fn dealt(state: &State) -> Event {
    Event::Dealt {
        faces: state.all_seats().map(|it| state.player(it).face).collect(),
        cards: cards(state),
        card_out: state.card_out(),
        first: state.active,
    }
}

/// Returns the event of the end of the game.
pub(super) fn ended(state: &State) -> Event {
    let result = |standing: rules::Standing| {
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

impl Tell for Buttons {
    const MESSAGES: &'static Catalogue = &MESSAGES;

    /// Returns the part of an event that the viewer may see. This event shows a sealed decision
    /// only to its own seat, even after the game, because the event that opens the decision shows
    /// it to all (R9).
    fn tell(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Decided { seat, choice } => Event::Decided {
                seat: *seat,
                choice: choice.clone().filter(|_| viewer == Viewer::Seat(*seat)),
            },
            public => public.clone(),
        })
    }

    /// Returns an event as one sentence.
    fn say(event: &Event, names: &Names) -> Message {
        match event {
            Event::Dealt {
                cards,
                card_out,
                first,
                ..
            } => say_dealt(cards, *card_out, *first, names),
            Event::Rolled {
                seat,
                white,
                gold,
                plain,
            } => {
                let text = if plain.is_empty() {
                    told!("rolled")
                } else {
                    let plain = plain.iter().map(u8::to_string);
                    told!("rolled-plain", plain: Word::comma(plain))
                };
                text.with("name", names.of(*seat))
                    .with("white", *white)
                    .with("gold", *gold)
            }
            Event::Busted { seat, lost, .. } => {
                told!("busted-now", name: names.of(*seat), lost: lost.len())
            }
            Event::OptedOut { seat, .. } => {
                told!("opts-out", name: names.of(*seat))
            }
            Event::Decided { seat, choice } => say_decided(names.of(*seat), choice.as_ref()),
            Event::Placed { placements } => {
                let placed = placements.iter().map(|it| {
                    let text = match (it.cell, it.colour) {
                        (Some(cell), Some(colour)) => {
                            told!("places", column: cell.col(), colour: colour.told())
                        }
                        _ => told!("passes"),
                    };
                    text.with("name", names.of(it.seat))
                });
                // The white die selects one row for all players.
                let row = placements.iter().find_map(|it| it.cell).map(Cell::row);
                match row {
                    Some(row) => told!("placed", row: row),
                    None => told!("sentence"),
                }
                .with("all", Word::comma(placed))
            }
            Event::StarsEarned { awards } => {
                let earned = awards
                    .iter()
                    .filter(|award| award.stars > 0)
                    .map(|award| say_award(award, names));
                told!("stars-earned", all: Word::comma(earned))
            }
            Event::StarsPlaced { awards } => {
                let placed = awards
                    .iter()
                    .filter(|award| !award.cells.is_empty())
                    .map(|award| {
                        let cells: Cells = award.cells.iter().copied().collect();
                        let said = cells
                            .iter()
                            .map(|it| say_cell(it.row().into(), it.col().into()));
                        told!(
                            "places-stars", name: names.of(award.seat), n: cells.len(),
                            cells: Word::and(said)
                        )
                    });
                let joined =
                    placed.reduce(|before, next| told!("one-and-next", before: before, next: next));
                match joined {
                    None => told!("no-stars"),
                    Some(all) => told!("sentence", all: all),
                }
            }
            Event::RoundBegan {
                round,
                cards,
                first,
            } => told!(
                "round-began", round: *round, first: names.of(*first),
                cards: say_cards(cards, names)
            ),
            Event::Left { seat, .. } => told!("left", name: names.of(*seat)),
            Event::Ended { results } => {
                let mut results: Vec<&SeatEnd> = results.iter().collect();
                results.sort_by_key(|end| end.rank);
                let results = results.into_iter().map(|end| {
                    let id = if end.line { "result-line" } else { "result" };
                    MESSAGES
                        .message(id)
                        .with("rank", end.rank)
                        .with("name", names.of(end.seat))
                        .with("score", end.score)
                });
                told!("ended", results: Word::comma(results))
            }
        }
    }

    fn note(note: &str) -> Message {
        match note {
            score::LINE_NOTE => told!("five-in-a-line"),
            other => Message::verbatim(other),
        }
    }
}

fn say_dealt(
    cards: &[Vec<Colour>],
    card_out: Option<Colour>,
    first: Seat,
    names: &Names,
) -> Message {
    let text = match card_out {
        None => told!("dealt"),
        Some(colour) => told!("dealt-out", out: colour.told()),
    };
    text.with("first", names.of(first))
        .with("cards", say_cards(cards, names))
}

fn say_cards(cards: &[Vec<Colour>], names: &Names) -> Word {
    let of = |(seat, cards): (Seat, &Vec<Colour>)| {
        told!(
            "cards-of", name: names.of(seat), cards: Word::and(cards.iter().map(|it| it.told()))
        )
    };
    Word::comma(Seat::all(cards.len() as u8).zip(cards).map(of))
}

fn say_decided(name: &str, choice: Option<&Move>) -> Message {
    match choice {
        None => told!("decided", name: name),
        Some(Move::Place { col }) => told!("decided-place", name: name, column: *col),
        Some(Move::Pass {}) => told!("decided-pass", name: name),
        Some(Move::PlaceStars { cells }) => {
            let said = cells.iter().map(|Spot(row, col)| say_cell(*row, *col));
            told!("decided-stars", name: name, n: cells.len(), cells: Word::and(said))
        }
        // These moves are public immediately.
        Some(Move::Roll {} | Move::OptOut {}) => told!("decided", name: name),
    }
}

/// Returns a phrase such as `row 2 column 5`, for the cell with the notation `2-5`.
fn say_cell(row: i32, column: i32) -> Message {
    told!("cell", row: row, column: column)
}

/// Returns a phrase such as “Ann earns 4 stars (opting out, red, bonus red, blue)”.
fn say_award(award: &Award, names: &Names) -> Message {
    let mut parts = vec![told!("for-opting-out")];
    for colour in &award.complete {
        parts.push(colour.told());
        if award.bonus.contains(colour) {
            parts.push(told!("bonus", colour: colour.told()));
        }
    }
    told!("earns", name: names.of(award.seat), stars: award.stars, parts: Word::comma(parts))
}
