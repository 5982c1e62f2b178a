//! The checks of every move in their order (R7), and the lists of legal moves.

use super::MESSAGES;
use super::cells::{Cell, Cells};
use super::moves::{Move, Spot};
use super::state::{Phase, Sealed, State, Status};
use rules::{Branch, Dice, Illegal, Legal, Message, Seat, Word, refused, told};

/// The maximum number of sets of stars in a list.
const MOST_LISTED: usize = 300;

/// A move that has passed every check.
#[derive(Clone, Copy, Debug)]
pub(super) enum Checked {
    Roll,
    OptOut,
    /// A decision that is sealed: a button, a pass or stars.
    Decide(Sealed),
}

/// Checks a move in the order of R7. Returns the first failure.
pub(super) fn check(state: &State, seat: Seat, mv: &Move) -> Result<Checked, Illegal> {
    if state.phase == Phase::GameOver {
        return Err(Illegal::game_over());
    }
    let due = match mv {
        Move::Roll {} | Move::OptOut {} => Phase::TurnDecision,
        Move::Place { .. } | Move::Pass {} => Phase::Placement,
        Move::PlaceStars { .. } => Phase::StarPlacement,
    };
    let decides = seat.number() < state.seats && state.open.contains(seat);
    if due != state.phase {
        return Err(wrong_phase(state, seat, decides));
    }
    if !decides {
        let text = why_not(state, seat);
        return Err(Illegal::not_your_turn("NotYourDecision", text));
    }
    match mv {
        Move::Roll {} => Ok(Checked::Roll),
        Move::OptOut {} if state.player(seat).buttons.is_empty() => Err(
            refused!("OptOutNeedsButton", "opt-out-needs-button", legal: say_legal(state, seat)),
        ),
        Move::OptOut {} => Ok(Checked::OptOut),
        Move::Pass {} if seat == state.active => {
            Err(refused!("MustPlace", "must-place", legal: say_legal(state, seat)))
        }
        Move::Pass {} => Ok(Checked::Decide(Sealed::Pass)),
        Move::Place { col } => placing(state, seat, *col),
        Move::PlaceStars { cells } => stars(state, seat, cells),
    }
}

/// Returns the refusal of a move that belongs to another phase. A seat that has nothing to decide
/// gets a different reason.
fn wrong_phase(state: &State, seat: Seat, decides: bool) -> Illegal {
    let now = match state.phase {
        Phase::TurnDecision => told!("time-to-roll"),
        Phase::Placement => told!("time-to-place"),
        Phase::StarPlacement => told!("time-for-stars"),
        Phase::GameOver => return Illegal::game_over(),
    };
    if decides {
        Illegal::new("WrongPhase", now.with("more", say_legal(state, seat)))
    } else {
        Illegal::not_your_turn("WrongPhase", now.with("more", why_not(state, seat)))
    }
}

/// Returns the reason why a seat has nothing to decide.
fn why_not(state: &State, seat: Seat) -> Message {
    if seat.number() >= state.seats {
        return told!("no-such-seat");
    }
    if state.gone.contains(seat) {
        return told!("you-have-left");
    }
    let player = state.player(seat);
    match state.phase {
        Phase::TurnDecision => Illegal::turn_of(state.active).text,
        _ if player.sealed != Sealed::Nothing => told!("you-have-decided"),
        Phase::StarPlacement => told!("no-stars-earned"),
        _ if player.status == Status::In => told!("no-cell-offered"),
        _ => told!("out-of-round"),
    }
}

fn placing(state: &State, seat: Seat, col: i32) -> Result<Checked, Illegal> {
    let refuse = |code: &'static str, why: Message| {
        let text = why.with("legal", say_legal(state, seat));
        Err(Illegal::new(code, text))
    };
    let Some(roll) = &state.roll else {
        return Err(wrong_phase(state, seat, true));
    };
    let offered = if seat == state.active {
        roll.black()
    } else {
        roll.golden()
    };
    let Some(cell) = Cell::at(roll.white.into(), col).filter(|cell| offered.contains(*cell)) else {
        let why = if seat == state.active {
            told!("no-black-die")
        } else {
            told!("golden-die", gold: roll.gold)
        };
        return refuse("ColumnNotAvailable", why.with("col", col));
    };
    let player = state.player(seat);
    if player.buttons.contains(cell) {
        return refuse("HasButton", told!("has-button", cell: cell.to_string()));
    }
    if player.stars.contains(cell) {
        return refuse("HasStar", told!("has-star", cell: cell.to_string()));
    }
    if player.buttons.neighbours().contains(cell) {
        return refuse(
            "AdjacentButton",
            told!("adjacent-button", cell: cell.to_string()),
        );
    }
    Ok(Checked::Decide(Sealed::Place(cell.col())))
}

fn stars(state: &State, seat: Seat, spots: &[Spot]) -> Result<Checked, Illegal> {
    let player = state.player(seat);
    let (award, listed) = (player.award(), said(player.buttons));
    // The cells of a move are sorted, but a hand-written move may contain a duplicate.
    let twice = spots
        .iter()
        .enumerate()
        .find(|(i, spot)| spots[..*i].contains(spot));
    if let Some((_, spot)) = twice {
        return Err(refused!("DuplicateCell", "twice", cell: spot.to_string(), buttons: listed));
    }
    if spots.len() != award {
        return Err(refused!("WrongStarCount", "wrong-star-count", stars: award, buttons: listed));
    }
    let mut stars = Cells::EMPTY;
    for spot in spots {
        match spot.cell().filter(|cell| player.buttons.contains(*cell)) {
            Some(cell) => stars.insert(cell),
            None => {
                let cell = spot.to_string();
                return Err(
                    refused!("NotYourButton", "no-button-there", cell: cell, buttons: listed),
                );
            }
        }
    }
    Ok(Checked::Decide(Sealed::Stars(stars)))
}

/// Returns all moves of a seat, or only a sample if there are many sets of stars.
pub(super) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    if seat.number() >= state.seats || !state.open.contains(seat) {
        return Legal::none();
    }
    let player = state.player(seat);
    match state.phase {
        Phase::TurnDecision if player.buttons.is_empty() => Legal::all(vec![Move::Roll {}]),
        Phase::TurnDecision => Legal::all(vec![Move::Roll {}, Move::OptOut {}]),
        Phase::Placement => {
            let mut moves: Vec<Move> = state
                .cells_of(seat)
                .iter()
                .map(|cell| Move::Place {
                    col: cell.col().into(),
                })
                .collect();
            if seat != state.active {
                moves.push(Move::Pass {});
            }
            Legal::all(moves)
        }
        Phase::StarPlacement => star_sets(player.buttons, player.award()),
        Phase::GameOver => Legal::none(),
    }
}

/// Returns all ways to choose `award` cells, or an even sample of them.
fn star_sets(buttons: Cells, award: usize) -> Legal<Move> {
    let cells: Vec<Cell> = buttons.iter().collect();
    let total = (0..award).fold(1, |ways, i| ways * (cells.len() - i) / (i + 1));
    let step = total.div_ceil(MOST_LISTED).max(1);
    let mut chosen: Vec<usize> = (0..award).collect();
    let mut moves = Vec::with_capacity(total.div_ceil(step));
    for way in 0..total {
        if way % step == 0 {
            moves.push(Move::stars(chosen.iter().map(|at| cells[*at])));
        }
        next_set(&mut chosen, cells.len());
    }
    Legal {
        moves,
        complete: step == 1,
    }
}

/// Advances to the next ascending choice out of `n`, in lexicographic order.
fn next_set(chosen: &mut [usize], n: usize) {
    let k = chosen.len();
    if let Some(i) = (0..k).rev().find(|i| chosen[*i] < n - k + i) {
        chosen[i] += 1;
        for j in i + 1..k {
            chosen[j] = chosen[j - 1] + 1;
        }
    }
}

/// Returns the legal moves as a tree of prefixes. It offers stars in ascending order, so that
/// exactly one path leads to each set. It accepts given words in any order.
pub(super) fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
    let stars_due = state.phase == Phase::StarPlacement && state.open.contains(seat);
    let mut words = partial.split_whitespace();
    match words.next() {
        Some(word) if stars_due && word.eq_ignore_ascii_case("stars") => {}
        Some(_) => return Branch::among(legal(state, seat).moves, partial),
        None if stars_due => {
            return Ok(Branch {
                next: vec!["stars".to_owned()],
                ..Branch::none()
            });
        }
        None => return Branch::among(legal(state, seat).moves, partial),
    }
    let player = state.player(seat);
    let (buttons, award) = (player.buttons, player.award());
    let mut chosen = Cells::EMPTY;
    for word in words {
        let cell = buttons.iter().find(|cell| cell.to_string() == word);
        match cell.filter(|cell| !chosen.contains(*cell)) {
            Some(cell) => chosen.insert(cell),
            None => return Err(Illegal::no_such_beginning(partial)),
        }
    }
    let last = chosen.iter().last();
    let later: Vec<Cell> = buttons.iter().filter(|cell| Some(*cell) > last).collect();
    let Some(missing) = award
        .checked_sub(chosen.len())
        .filter(|missing| *missing <= later.len())
    else {
        return Err(Illegal::no_such_beginning(partial));
    };
    let offered = if missing == 0 {
        &[]
    } else {
        &later[..=later.len() - missing]
    };
    let mv = Move::stars(chosen.iter());
    Ok(Branch {
        text: mv.to_string(),
        mv: (missing == 0).then_some(mv),
        next: offered.iter().map(Cell::to_string).collect(),
    })
}

/// Replaces the sealed decision of a seat with a random one.
pub(super) fn decide_by_lot(state: &mut State, seat: Seat, dice: &mut Dice) {
    state.players[seat.index()].sealed = Sealed::Nothing;
    state.open.insert(seat);
    let moves = legal(state, seat).moves;
    let mv = &moves[dice.below(moves.len() as u32) as usize];
    if let Ok(Checked::Decide(sealed)) = check(state, seat, mv) {
        state.players[seat.index()].sealed = sealed;
    }
    state.open.remove(seat);
}

/// Returns cells for a sentence.
pub(super) fn said(cells: Cells) -> Word {
    if cells.is_empty() {
        return told!("no-cell").into();
    }
    Word::and(cells.iter().map(|cell| cell.to_string()))
}

/// Returns the legal moves of the seat as a sentence.
pub(super) fn say_legal(state: &State, seat: Seat) -> Message {
    if state.phase == Phase::StarPlacement && state.open.contains(seat) {
        let player = state.player(seat);
        return told!("legal-stars", stars: player.award(), buttons: said(player.buttons));
    }
    legal(state, seat).said(told!("legal-none"))
}
