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
