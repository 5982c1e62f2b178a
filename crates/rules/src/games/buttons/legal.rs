//! What may be done now: the checks of every move in their order (R7), and the lists of moves.

use super::cells::{Cell, Cells};
use super::moves::{Move, Spot};
use super::state::{Phase, Sealed, State, Status};
use crate::{Branch, Dice, Illegal, Legal, Seat};

/// The most sets of stars that are listed.
const MOST_LISTED: usize = 300;

/// A move that has passed every check.
#[derive(Clone, Copy, Debug)]
pub(super) enum Checked {
    Roll,
    OptOut,
    /// A decision that is sealed: a button, a pass or stars.
    Decide(Sealed),
}

/// Checks a move in the order of R7; the first failure is the answer.
pub(super) fn check(state: &State, seat: Seat, mv: &Move) -> Result<Checked, Illegal> {
    if state.phase == Phase::GameOver {
        return Err(Illegal::game_over());
    }
    let due = match mv {
        Move::Roll {} | Move::OptOut {} => Phase::TurnDecision,
        Move::Place { .. } | Move::Pass {} => Phase::Placement,
        Move::PlaceStars { .. } => Phase::StarPlacement,
    };
    let decides = seat.0 < state.seats && state.open.contains(seat);
    if due != state.phase {
        return Err(wrong_phase(state, seat, decides));
    }
    if !decides {
        let text = why_not(state, seat);
        return Err(Illegal::not_your_turn("NotYourDecision", text));
    }
    match mv {
        Move::Roll {} => Ok(Checked::Roll),
        Move::OptOut {} if state.player(seat).buttons.is_empty() => Err(Illegal::new(
            "OptOutNeedsButton",
            "You can opt out only with a button on your board. You can only play “roll”.",
        )),
        Move::OptOut {} => Ok(Checked::OptOut),
        Move::Pass {} if seat == state.active => {
            let text = format!(
                "In your own turn you must place a button. {}",
                say_legal(state, seat)
            );
            Err(Illegal::new("MustPlace", text))
        }
        Move::Pass {} => Ok(Checked::Decide(Sealed::Pass)),
        Move::Place { col } => placing(state, seat, *col),
        Move::PlaceStars { cells } => stars(state, seat, cells),
    }
}

/// The move belongs to another phase. Who has nothing to decide cannot do it right either.
fn wrong_phase(state: &State, seat: Seat, decides: bool) -> Illegal {
    let now = match state.phase {
        Phase::TurnDecision => "Now is the time to roll or to opt out.",
        Phase::Placement => "Now is the time to place a button by the dice on the table.",
        Phase::StarPlacement => "Now is the time to turn buttons into stars.",
        Phase::GameOver => "The game is over.",
    };
    if decides {
        let text = format!("{now} {}", say_legal(state, seat));
        Illegal::new("WrongPhase", text)
    } else {
        let text = format!("{now} {}", why_not(state, seat));
        Illegal::not_your_turn("WrongPhase", text)
    }
}

/// Why a seat has nothing to decide.
fn why_not(state: &State, seat: Seat) -> String {
    if seat.0 >= state.seats {
        return "There is no such seat.".to_owned();
    }
    if state.gone.contains(seat) {
        return "You have left this game.".to_owned();
    }
    let player = state.player(seat);
    match state.phase {
        Phase::TurnDecision => format!("It is the turn of seat {}.", state.active),
        _ if player.sealed != Sealed::Nothing => {
            "You have decided, and a decision stays as it is.".to_owned()
        }
        Phase::StarPlacement => "You have earned no stars in this round.".to_owned(),
        _ if player.status == Status::In => {
            "The dice offer you no legal cell, so you have nothing to decide.".to_owned()
        }
        _ => "You are out of this round.".to_owned(),
    }
}

fn placing(state: &State, seat: Seat, col: i32) -> Result<Checked, Illegal> {
    let refuse = |code: &'static str, why: String| {
        Err(Illegal::new(
            code,
            format!("{why} {}", say_legal(state, seat)),
        ))
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
            format!("No black die shows {col}.")
        } else {
            format!("The golden die shows {}, not {col}.", roll.gold)
        };
        return refuse("ColumnNotAvailable", why);
    };
    let player = state.player(seat);
    if player.buttons.contains(cell) {
        return refuse(
            "HasButton",
            format!("One of your buttons lies on {cell} already."),
        );
    }
    if player.stars.contains(cell) {
        return refuse("HasStar", format!("One of your stars lies on {cell}."));
    }
    if player.buttons.neighbours().contains(cell) {
        return refuse(
            "AdjacentButton",
            format!("One of your buttons lies next to {cell}."),
        );
    }
    Ok(Checked::Decide(Sealed::Place(cell.col())))
}

fn stars(state: &State, seat: Seat, spots: &[Spot]) -> Result<Checked, Illegal> {
    let player = state.player(seat);
    let (award, listed) = (player.award(), said(player.buttons));
    // The cells of a move are sorted, but a twin may have been made by hand.
    let twice = spots
        .iter()
        .enumerate()
        .find(|(i, spot)| spots[..*i].contains(spot));
    if let Some((_, spot)) = twice {
        let text = format!("You name {spot} twice. Your buttons lie on {listed}.");
        return Err(Illegal::new("DuplicateCell", text));
    }
    if spots.len() != award {
        let text = format!(
            "You have earned exactly {award}: turn so many of your buttons into stars. They lie on {listed}."
        );
        return Err(Illegal::new("WrongStarCount", text));
    }
    let mut stars = Cells::EMPTY;
    for spot in spots {
        match spot.cell().filter(|cell| player.buttons.contains(*cell)) {
            Some(cell) => stars.insert(cell),
            None => {
                let text = format!("None of your buttons lies on {spot}. They lie on {listed}.");
                return Err(Illegal::new("NotYourButton", text));
            }
        }
    }
    Ok(Checked::Decide(Sealed::Stars(stars)))
}

/// All moves of a seat; of many sets of stars only some.
pub(super) fn legal(state: &State, seat: Seat) -> Legal<Move> {
    if seat.0 >= state.seats || !state.open.contains(seat) {
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

/// All ways to choose so many cells, or an even sample of them.
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

/// The next ascending choice out of `n`, in the order of a dictionary.
fn next_set(chosen: &mut [usize], n: usize) {
    let k = chosen.len();
    if let Some(i) = (0..k).rev().find(|i| chosen[*i] < n - k + i) {
        chosen[i] += 1;
        for j in i + 1..k {
            chosen[j] = chosen[j - 1] + 1;
        }
    }
}

/// The legal moves as a tree by prefix. Stars are offered in rising order, so that every set has
/// one way that leads to it; words that were given are taken in any order.
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

/// Decides anew, by lot, for a seat that has decided.
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

/// Cells as in a sentence.
pub(super) fn said(cells: Cells) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
    match cells.split_last() {
        None => "no cell".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// What the seat may do, as a sentence.
pub(super) fn say_legal(state: &State, seat: Seat) -> String {
    if state.phase == Phase::StarPlacement && state.open.contains(seat) {
        let player = state.player(seat);
        return format!(
            "Turn {} of your buttons into stars; they lie on {}.",
            player.award(),
            said(player.buttons)
        );
    }
    let moves: Vec<String> = legal(state, seat)
        .moves
        .iter()
        .map(|mv| format!("“{mv}”"))
        .collect();
    match moves.split_last() {
        None => "You have nothing to decide now.".to_owned(),
        Some((only, [])) => format!("You can only play {only}."),
        Some((last, others)) => format!("You may play {} or {last}.", others.join(", ")),
    }
}
