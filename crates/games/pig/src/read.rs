//! Reads the text notation: `roll`, `hold`, and their abbreviations.

use rules::notation::Words;
use rules::{Illegal, told};

use crate::MESSAGES;
use crate::moves::Move;

/// Reads a move.
pub(crate) fn read(text: &str) -> Result<Move, Illegal> {
    let mut words = Words::of(text);
    let known = Move::ALL.map(|mv| (mv.word(), mv));
    let mv = words.choose(told!("kind-of-move"), &known)?;
    words.end()?;
    Ok(mv)
}
