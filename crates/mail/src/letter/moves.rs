//! The legal moves as letters show them: so many, as a list or flowing, and as links where they are few.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{LetterTable, Line};
use crate::position;
use crate::tongue::{Sentence, Tongue};

/// How many legal moves a letter shows.
pub const MOST_MOVES: usize = 60;

/// How many moves are links, at most.
const MOST_LINKS: usize = 8;

/// Where the links go that open an answer with a move written in it (RFC 6068). The address is secret: no
/// `Debug`.
#[derive(Clone)]
pub struct MoveLinks {
    /// The address.
    pub address: String,
    /// The number that the move carries.
    pub seq: u32,
}

impl MoveLinks {
    /// These links, where so few moves are to be had that each can be one.
    pub(crate) fn fit<'a>(
        links: Option<&'a MoveLinks>,
        moves: &[Line],
        complete: bool,
    ) -> Option<&'a MoveLinks> {
        links.filter(|_| complete && (1..=MOST_LINKS).contains(&moves.len()))
    }

    /// The link for this move at this table.
    pub(crate) fn link(&self, table: &LetterTable, t: &Tongue, text: &Line) -> String {
        let subject = table.subject(*t, &t.line("subject-your-turn"));
        let subject = format!("Re: {}", position::with_number(subject.as_str(), self.seq));
        let [subject, body] =
            [&subject, text.as_str()].map(|it| utf8_percent_encode(it, NON_ALPHANUMERIC));
        format!("mailto:{}?subject={subject}&body={body}", self.address)
    }
}

/// The legal moves that a letter shows.
pub(super) fn shown(moves: &[Line]) -> &[Line] {
    &moves[..moves.len().min(MOST_MOVES)]
}

/// Whether moves stand one behind the other, since they are many, and short enough for a telephone.
pub(crate) fn flow(moves: &[Line]) -> bool {
    moves.len() > 12 && moves.iter().all(|text| text.as_str().len() <= 24)
}

/// Says which of the legal moves a letter shows, and how its reader gets to the others.
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
