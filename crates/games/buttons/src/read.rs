//! Reads the text notation: `roll`, `out`, `place 4`, `pass`, `stars 2-2 5-1 4-2`, and common
//! variants of these.

use super::MESSAGES;
use super::faces::Colour;
use super::legal;
use super::moves::{Move, Spot};
use super::state::{Phase, State};
use rules::notation::Words;
use rules::{Illegal, Message, Seat, refused, told};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Roll,
    Out,
    Place,
    Pass,
    Stars,
}

const VERBS: [(&str, Verb); 10] = [
    ("roll", Verb::Roll),
    ("out", Verb::Out),
    ("opt", Verb::Out),
    ("optout", Verb::Out),
    ("place", Verb::Place),
    ("pass", Verb::Pass),
    ("skip", Verb::Pass),
    ("stars", Verb::Stars),
    ("make", Verb::Stars),
    ("turn", Verb::Stars),
];

/// Words that have no meaning next to others.
const FILLERS: [&str; 18] = [
    "a", "and", "at", "button", "buttons", "c", "cell", "cells", "col", "column", "dice", "in",
    "on", "r", "round", "row", "the", "to",
];

/// Reads a move. A number alone is a column, or the cells of stars, depending on the phase.
pub(super) fn read(state: &State, seat: Seat, text: &str) -> Result<Move, Illegal> {
    if is_leaving_the_round(text) {
        return Ok(Move::OptOut {});
    }
    let mut words = Words::of(&plain(text));
    let Some(first) = words.peek() else {
        return Err(Illegal::bad_move(legal::say_legal(state, seat)));
    };
    let verb = if first.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        match state.phase {
            Phase::StarPlacement => Verb::Stars,
            _ => Verb::Place,
        }
    } else {
        verb(state, seat, &mut words)?
    };
    let mv = match verb {
        Verb::Roll => Move::Roll {},
        Verb::Out => {
            // “Steige aus der Runde aus”, “opt out of the round”.
            words.skip_all(&["out", "of"]);
            Move::OptOut {}
        }
        Verb::Pass => {
            words.skip(&["turn", "place"]);
            Move::Pass {}
        }
        // “Place nothing.”
        Verb::Place if words.peek() == Some("pass") => {
            words.word();
            Move::Pass {}
        }
        Verb::Place => place(state, seat, &mut words)?,
        Verb::Stars => stars(state, seat, &mut words)?,
    };
    words.end()?;
    Ok(mv)
}

/// Whether a text means “leave the round”. “leave” alone leaves the game.
fn is_leaving_the_round(text: &str) -> bool {
    let words = text.split_whitespace().map(str::to_lowercase);
    let words: Vec<String> = words.filter(|word| word != "the").collect();
    words == ["leave", "round"]
}

/// Reads the first word or its prefix: first from the verbs of this phase, then from all verbs.
fn verb(state: &State, seat: Seat, words: &mut Words) -> Result<Verb, Illegal> {
    let due: &[Verb] = match state.phase {
        Phase::TurnDecision => &[Verb::Roll, Verb::Out],
        Phase::Placement => &[Verb::Place, Verb::Pass],
        Phase::StarPlacement => &[Verb::Stars],
        Phase::GameOver => &[],
    };
    let word = words.peek().unwrap_or_default();
    for verbs in [
        due,
        &[Verb::Roll, Verb::Out, Verb::Place, Verb::Pass, Verb::Stars],
    ] {
        let meant = |verb: &&Verb| {
            let mut names = VERBS.iter().filter(|(_, it)| it == *verb);
            names.any(|(name, _)| name.starts_with(word))
        };
        let mut meant = verbs.iter().filter(meant);
        if let (Some(verb), None) = (meant.next(), meant.next()) {
            words.word();
            return Ok(*verb);
        }
    }
    Err(refused!("no-such-move", word: word, legal: legal::say_legal(state, seat)))
}

/// Splits the text into words and numbers, without filler words and the marks between numbers:
/// `(2,4)`, `r2c4` and `2/4` all become `2 4`. The sign of `-1` stays.
fn plain(text: &str) -> String {
    let mut apart = String::new();
    let mut before = ' ';
    for c in text.chars() {
        let sign = c == '-' && !before.is_ascii_alphanumeric();
        let mark = !sign && "-–—−/:;.,()[]{}|+!".contains(c);
        let c = if mark { ' ' } else { c };
        if before.is_ascii_digit() != c.is_ascii_digit() && before != '-' {
            apart.push(' ');
        }
        apart.push(c);
        before = c;
    }
    let names_cell = |word: &str| ["row", "r", "column", "col", "c"].contains(&word);
    let filler = |word: &str| FILLERS.iter().any(|it| it.eq_ignore_ascii_case(word));
    let mut words: Vec<&str> = apart.split_whitespace().collect();
    if words.iter().any(|word| !filler(word)) {
        words.retain(|word| names_cell(&word.to_lowercase()) || !filler(word));
    }
    // “Column 6, row 5” means the same as “row 5, column 6”.
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_turned = |at: &[&str]| {
        ["column", "col", "c"].contains(&at[0])
            && ["row", "r"].contains(&at[2])
            && is_number(at[1])
            && is_number(at[3])
    };
    if let Some(at) = words.windows(4).position(is_turned) {
        words[at..at + 4].rotate_left(2);
    }
    let meant: Vec<&str> = words.iter().copied().filter(|word| !filler(word)).collect();
    if meant.is_empty() {
        words.join(" ")
    } else {
        meant.join(" ")
    }
}

/// Words that connect the cells of stars with “stars”.
const STARS: [&str; 6] = ["from", "into", "of", "out", "star", "stars"];

/// Reads numbers up to the end, a colour or one of the `STARS` words. A colour after the numbers is
/// returned: boards show it next to a cell. Two digits without a space are a row and a column.
fn numbers(words: &mut Words) -> Result<(Vec<i32>, Option<Colour>), Illegal> {
    let (mut numbers, mut named) = (Vec::<i32>::new(), None);
    while let Some(word) = words.peek() {
        if STARS.contains(&word) || (numbers.is_empty() && colour(word).is_some()) {
            break;
        }
        named = colour(word);
        if named.is_some() {
            words.word();
            break;
        }
        let pair = word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        let number: i32 = words.number(told!("row-or-column"))?;
        if pair {
            numbers.extend([number / 10, number % 10]);
        } else {
            numbers.push(number);
        }
    }
    Ok((numbers, named))
}

/// Returns the colour with this name.
fn colour(word: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|it| it.word() == word)
}

/// Reads the column of a placement. Accepts a colour, if the dice offer exactly one cell of it; a
/// column; row and column, if the row is that of the dice; a column and then its cell, as boards
/// show it; or nothing, if only one column is possible.
fn place(state: &State, seat: Seat, words: &mut Words) -> Result<Move, Illegal> {
    let refuse = |why: Message| {
        let text = why.with("legal", legal::say_legal(state, seat));
        Err(Illegal::bad_move(text))
    };
    let before = words.peek().and_then(colour);
    if before.is_some() {
        words.word();
    }
    let (numbers, behind) = numbers(words)?;
    let named = before.or(behind);
    if let (Some(named), []) = (named, numbers.as_slice())
        && seat.number() < state.seats
    {
        let face = state.player(seat).face;
        let mut cells = state
            .cells_of(seat)
            .iter()
            .filter(|cell| face.colour(*cell) == named);
        return match (cells.next(), cells.next()) {
            (Some(cell), None) => Ok(Move::Place {
                col: cell.col().into(),
            }),
            _ => refuse(told!("which-column")),
        };
    }
    let numbers = match numbers.as_slice() {
        [col, cell @ ..] if cell.len() == 2 && cell[1] == *col => cell,
        numbers => numbers,
    };
    // If the cell has another colour than the text, the intended column is unclear.
    let is_other = |col: i32| {
        seat.number() < state.seats
            && state.cells_of(seat).iter().any(|cell| {
                let own = state.player(seat).face.colour(cell);
                i32::from(cell.col()) == col && named.is_some_and(|named| named != own)
            })
    };
    let place = |col: i32| match is_other(col) {
        true => refuse(told!("which-column")),
        false => Ok(Move::Place { col }),
    };
    match (numbers, state.roll) {
        ([col], _) | ([_, col], None) => place(*col),
        ([row, col], Some(roll)) if *row == i32::from(roll.white) => place(*col),
        ([row, _], Some(roll)) => refuse(told!("other-row", white: roll.white, row: *row)),
        ([], _) => {
            let moves = legal::legal(state, seat).moves;
            let mut places = moves.iter().filter(|mv| matches!(mv, Move::Place { .. }));
            match (places.next(), places.next()) {
                (Some(only), None) => Ok(only.clone()),
                _ => refuse(told!("which-column")),
            }
        }
        _ => refuse(told!("one-column")),
    }
}

/// Reads the cells of stars as alternating rows and columns. Accepts nothing if only one set of
/// cells is possible. “Turn 2-2 and 5-1 into stars” and “make stars of 2-2 and 5-1” mean the same.
fn stars(state: &State, seat: Seat, words: &mut Words) -> Result<Move, Illegal> {
    words.skip_all(&STARS);
    let (numbers, _) = numbers(words)?;
    words.skip_all(&STARS);
    let (cells, rest) = numbers.as_chunks::<2>();
    if let ([only], []) = (
        legal::legal(state, seat).moves.as_slice(),
        numbers.as_slice(),
    ) && matches!(only, Move::PlaceStars { .. })
    {
        return Ok(only.clone());
    }
    if cells.is_empty() || !rest.is_empty() {
        return Err(refused!("name-cells", legal: legal::say_legal(state, seat)));
    }
    Ok(Move::stars(cells.iter().map(|[row, col]| Spot(*row, *col))))
}
