//! The legal moves in letters: limited in number, as a list or as running text, and as links if
//! there are only a few.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{LetterTable, Line};
use crate::position;
use crate::tongue::{Sentence, Tongue};

/// The largest number of legal moves in a letter.
pub const MOST_MOVES: usize = 60;

/// The largest number of moves that are shown as links.
const MOST_LINKS: usize = 8;

/// The target of links that open a reply with a move in it (RFC 6068). The address is secret: no
/// `Debug`.
#[derive(Clone)]
pub struct MoveLinks {
    /// The reply address.
    pub address: String,
    /// The sequence number of the move.
    pub seq: u32,
}

impl MoveLinks {
    /// Returns the links if there are few enough moves for each to be a link.
    pub(crate) fn fit<'a>(
        links: Option<&'a MoveLinks>,
        moves: &[Line],
        complete: bool,
    ) -> Option<&'a MoveLinks> {
        links.filter(|_| complete && (1..=MOST_LINKS).contains(&moves.len()))
    }

    /// Returns the link for this move at this table.
    pub(crate) fn link(&self, table: &LetterTable, t: &Tongue, text: &Line) -> String {
        let subject = table.subject(*t, &t.line("subject-your-turn"));
        let subject = format!("Re: {}", position::with_number(subject.as_str(), self.seq));
        let [subject, body] =
            [&subject, text.as_str()].map(|it| utf8_percent_encode(it, NON_ALPHANUMERIC));
        format!("mailto:{}?subject={subject}&body={body}", self.address)
    }
}

/// Returns the legal moves that a letter shows.
pub(super) fn shown(moves: &[Line]) -> &[Line] {
    &moves[..moves.len().min(MOST_MOVES)]
}

/// Whether to set the moves as running text: if there are many, and all are short enough for a
/// phone.
pub(crate) fn flow(moves: &[Line]) -> bool {
    moves.len() > 12 && moves.iter().all(|text| text.as_str().len() <= 24)
}

/// Returns a sentence that says which legal moves the letter shows, and how the reader gets the
/// others.
pub(super) fn which(moves: &[Line], complete: bool, by_mail: bool, t: &Tongue) -> Sentence {
    match (complete, by_mail) {
        (true, _) if moves.len() <= MOST_MOVES => t.say("moves-all"),
        (true, by_mail) => t
            .say(match by_mail {
                true => "moves-some-mail",
                false => "moves-some-page",
            })
            .count("shown", MOST_MOVES)
            .count("all", moves.len()),
        (false, true) => t.say("moves-more-mail"),
        (false, false) => t.say("moves-more-page"),
    }
}
