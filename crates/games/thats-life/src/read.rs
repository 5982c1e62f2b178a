//! Reads the text notation: `roll`, `move m4a`, `guard L1`, `target 1`, and common variants of
//! these.

use super::MESSAGES;
use super::legal;
use super::moves::{Move, Piece};
use super::state::{Phase, State};
use super::tile::{Tile, TileKind};
use rules::notation::{Words, too_many};
use rules::reading::Named;
use rules::{Illegal, Word, refused};

#[derive(Clone, Copy)]
enum Verb {
    Roll,
    Move,
    Pawn,
    Guard,
    Target,
}

const VERBS: [(&str, Verb); 6] = [
    ("roll", Verb::Roll),
    ("move", Verb::Move),
    ("pawn", Verb::Pawn),
    ("guard", Verb::Guard),
    ("target", Verb::Target),
    ("choose", Verb::Target),
];

/// Reads a move. Omitted parts must be clear from the position.
pub(super) fn read(state: &State, text: &str) -> Result<Move, Illegal> {
    let mut words = Words::of(&signed(text));
    let Some(first) = words.peek() else {
        return Err(Illegal::bad_move(legal::say_legal(state)));
    };
    let mv = if is_number(first) && matches!(state.phase, Phase::AwaitTarget { .. }) {
        target(state, &mut words)?
    } else if looks_like_a_tile(first) {
        step(state, Piece::Pawn, &mut words)?
    } else {
        match verb(state, &mut words)? {
            Verb::Roll => {
                words.skip(&["the", "a"]);
                words.skip(&["die", "dice"]);
                Move::Roll {}
            }
            Verb::Move => {
                articles(&mut words);
                if words.peek().is_some_and(|word| "guard".starts_with(word)) {
                    words.word();
                    step(state, Piece::Guard, &mut words)?
                } else {
                    words.skip(&["pawn"]);
                    step(state, Piece::Pawn, &mut words)?
                }
            }
            Verb::Pawn => step(state, Piece::Pawn, &mut words)?,
            Verb::Guard => step(state, Piece::Guard, &mut words)?,
            Verb::Target => target(state, &mut words)?,
        }
    };
    words.end()?;
    Ok(mv)
}

/// Replaces “minus” and “plus” before a number by the sign: `minus 4` becomes `-4`.
fn signed(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let sign = match words.last().map(|last| last.to_lowercase()).as_deref() {
            Some("minus") => '-',
            Some("plus") => '+',
            _ => ' ',
        };
        match words.last_mut() {
            Some(last) if sign != ' ' && is_number(word) => *last = format!("{sign}{word}"),
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is start, finish, or letters or a sign with a number: `m4a`, `-4`.
fn looks_like_a_tile(word: &str) -> bool {
    let ends = [Tile::START, Tile::FINISH];
    ends.iter().any(|tile| tile.code() == word)
        || word.contains(|c: char| c.is_ascii_digit()) && !is_number(word)
}

/// Reads the verb of a move. No two of the verbs have the same first letter.
fn verb(state: &State, words: &mut Words) -> Result<Verb, Illegal> {
    let word = words.word().unwrap_or_default();
    let begun = VERBS.iter().find(|(verb, _)| verb.starts_with(word));
    begun
        .map(|(_, verb)| *verb)
        .ok_or_else(|| refused!("no-such-move", word: word, legal: legal::say_legal(state)))
}

/// Skips words without meaning before a piece or a tile. `a` alone is a prefix of `act1`.
fn articles(words: &mut Words) {
    words.skip(&["my", "the"]);
    let mut next = words.clone();
    if next.word() == Some("a") && matches!(next.peek(), Some("pawn" | "guard")) {
        *words = next;
    }
}

fn target(state: &State, words: &mut Words) -> Result<Move, Illegal> {
    words.skip(&["to", "from"]);
    words.skip(&["the"]);
    words.skip(&["seat", "player"]);
    let legal = || legal::say_legal(state);
    let Some(word) = words.word() else {
        return Err(refused!("target-missing", legal: legal()));
    };
    match word.parse() {
        Ok(seat) => Ok(Move::ChooseTarget { seat }),
        Err(_) if word.parse::<i64>().is_ok() => Err(refused!("no-target", legal: legal())),
        Err(_) => Err(refused!("target-unread", word: word, legal: legal())),
    }
}

fn step(state: &State, piece: Piece, words: &mut Words) -> Result<Move, Illegal> {
    words.skip(&["from"]);
    articles(words);
    skip_kind(words);
    if let Some(from) = by_destination(state, piece, words) {
        return Ok(match piece {
            Piece::Pawn => Move::MovePawn { from: from.into() },
            Piece::Guard => Move::MoveGuard { from: from.into() },
        });
    }
    let Some(word) = words.word().filter(|word| *word != "to") else {
        return Err(refused!("say-from-where", legal: legal::say_legal(state)));
    };
    let place = place(state, piece, word)?;
    words.skip(&["to", "->"]);
    words.skip(&["the"]);
    skip_kind(words);
    if let (Some(word), Some(from)) = (words.word(), place.0) {
        check_destination(state, from, word)?;
    }
    Ok(match piece {
        Piece::Pawn => Move::MovePawn { from: place },
        Piece::Guard => Move::MoveGuard { from: place },
    })
}

/// Returns the tile of the only piece that can reach the named destination: “move a pawn to the
/// finish”.
fn by_destination(state: &State, piece: Piece, words: &mut Words) -> Option<Tile> {
    let Phase::AwaitMove { die } = state.phase else {
        return None;
    };
    let mut next = words.clone();
    if next.word() != Some("to") {
        return None;
    }
    next.skip(&["the"]);
    skip_kind(&mut next);
    let word = with_letter(next.word()?);
    let comes_there = |from: &Tile| {
        let slot = state.track.slot(*from);
        slot.is_some_and(|slot| {
            let to = state.track.tile(state.track.ahead(slot, die));
            match kind_named(&word) {
                Some(is_it) => is_it(to),
                None => begun(&word, [to].into_iter()) == [to],
            }
        })
    };
    let steps = legal::steps(state).filter(|(it, from)| *it == piece && comes_there(from));
    let mut from = steps.map(|(_, from)| from);
    let only = from.next().filter(|_| from.next().is_none())?;
    *words = next;
    Some(only)
}

/// Skips the kind of a tile if its code follows: “the lucky L6”.
fn skip_kind(words: &mut Words) {
    let mut next = words.clone();
    let is_kind = |word: &str| kind_named(word).is_some() || word == "tile";
    while next.peek().is_some_and(is_kind) {
        next.word();
    }
    if next.peek().is_some_and(looks_like_a_tile) {
        *words = next;
    }
}

/// Returns the tile that a word names: its code, or an unambiguous prefix of a code.
pub(super) fn place(state: &State, piece: Piece, word: &str) -> Result<Named<Tile>, Illegal> {
    let word = with_letter(word);
    if let Some(tile) = Tile::all().find(|tile| tile.code().eq_ignore_ascii_case(&word)) {
        return Ok(tile.into());
    }
    let movable = legal::steps(state).filter(|(it, _)| *it == piece);
    let movable = movable.map(|(_, tile)| tile);
    let movable: Vec<Tile> = match kind_named(&word) {
        Some(is_it) => movable.filter(|tile| is_it(*tile)).collect(),
        None => begun(&word, movable),
    };
    let meant = match movable.as_slice() {
        // If no piece can move from such tiles, any one of them gives the same reason.
        [] => begun(&word, state.track.tiles())
            .into_iter()
            .take(1)
            .collect(),
        _ => movable,
    };
    match meant.as_slice() {
        [] => Ok(Named(None)),
        [tile] => Ok((*tile).into()),
        tiles => {
            let codes = Word::comma(tiles.iter().map(|tile| tile.code()));
            Err(refused!("ambiguous-tile", word: word, tiles: codes))
        }
    }
}

/// Returns the kind of tile that a word names, as the board shows it.
fn kind_named(word: &str) -> Option<fn(Tile) -> bool> {
    match word {
        "lucky" => Some(Tile::is_lucky),
        "gift" | "steal" | "action" => Some(|tile| matches!(tile.kind(), TileKind::Action(_))),
        _ => None,
    }
}

/// Replaces a sign by the letter of the code: `-4` becomes `m4`.
fn with_letter(word: &str) -> String {
    match word.split_at_checked(1) {
        Some(("-", number)) => format!("m{number}"),
        Some(("+", number)) => format!("p{number}"),
        _ => word.replace('−', "m"),
    }
}

/// Returns the tiles with codes that begin with a word, without splitting a number: `m1` is not a
/// prefix of `m10b`.
fn begun(word: &str, tiles: impl Iterator<Item = Tile>) -> Vec<Tile> {
    let in_number = word.ends_with(|c: char| c.is_ascii_digit());
    let fits = |tile: &Tile| {
        let code = tile.code().to_lowercase();
        code.strip_prefix(word)
            .is_some_and(|rest| !(in_number && rest.starts_with(|c: char| c.is_ascii_digit())))
    };
    tiles.filter(fits).collect()
}

/// Checks that a destination in the text is the tile that the die leads to.
fn check_destination(state: &State, from: Tile, word: &str) -> Result<(), Illegal> {
    let (Phase::AwaitMove { die }, Some(slot)) = (state.phase, state.track.slot(from)) else {
        return Ok(());
    };
    let to = state.track.tile(state.track.ahead(slot, die));
    let meant = with_letter(word);
    if !looks_like_a_tile(word) && kind_named(word).is_none() {
        return Err(too_many(word));
    }
    if begun(&meant, [to].into_iter()) == [to] {
        return Ok(());
    }
    Err(refused!("leads-elsewhere", die: die, from: from.noted(), to: to.noted(), word: word))
}
