//! The letter that answers a mail.

use askama::Template;

use super::{
    Board, Drawn, For, Letter, LetterTable, Line, MoveLinks, Picture, Proof, filters,
    plain_subject, shown, tidy, which,
};
use crate::tongue::{Sentence, Tongue, emphasised};
use crate::{position, text};

/// The game as the answer to a mail shows it.
pub struct ReplyGame {
    /// The table.
    pub table: LetterTable,
    /// The board as the reader sees it.
    pub board: Board,
    /// Who else owes a decision.
    pub acting: Vec<Line>,
    /// Whether the game is over.
    pub is_over: bool,
    /// Whether the reader owes a decision.
    pub acts: bool,
    /// The reader's legal moves; [`MOST_MOVES`](super::MOST_MOVES) of them are shown.
    pub moves: Vec<Line>,
    /// Whether `moves` is all of them.
    pub complete: bool,
    /// Where the moves may be links.
    pub links: Option<MoveLinks>,
    /// What proves it later on.
    pub proof: Proof,
}

impl ReplyGame {
    fn shown(&self) -> &[Line] {
        shown(&self.moves)
    }

    fn links(&self) -> Option<&MoveLinks> {
        MoveLinks::fit(self.links.as_ref(), &self.moves, self.complete)
    }

    fn which(&self, t: &Tongue) -> Sentence {
        which(&self.moves, self.complete, true, t)
    }

    fn whose_turn(&self, t: &Tongue) -> Sentence {
        match (self.acts, &self.acting[..]) {
            (true, []) => t.say("reply-your-turn"),
            (true, others) => t.say("reply-your-turn-too").names("others", others),
            (false, others) => t.say("reply-not-your-turn").names("others", others),
        }
    }
}

/// A titled part of an answer. It may tell what only its reader may know: no `Debug`.
pub struct ReplySection {
    /// The title.
    pub title: Line,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the lines stand as they are, and are not points of a list.
    pub fixed: bool,
    /// Whether somebody else than the server may have written the lines.
    pub quoted: bool,
    /// Whether the lines are a board, which is never wrapped.
    pub board: bool,
}

impl ReplySection {
    fn lines(&self) -> Vec<Line> {
        self.lines.iter().map(|line| Line::long(line)).collect()
    }

    fn points(&self) -> Vec<Line> {
        if self.fixed { Vec::new() } else { self.lines() }
    }

    fn picture(&self) -> Picture {
        match self.fixed {
            true => Picture::new(&text::narrow(&self.lines)),
            false => Picture::default(),
        }
    }

    /// The lines once more, where the text has them so.
    fn quotes(&self) -> Vec<Line> {
        if self.quoted {
            self.lines()
        } else {
            Vec::new()
        }
    }
}

/// The answer to a mail.
pub struct Reply {
    public_url: String,
    you: Option<Line>,
    subject: Line,
    said: Vec<Line>,
    /// The page that does what its reader is asked about.
    link: Option<Line>,
    sections: Vec<ReplySection>,
    /// The game, where the answer shows it.
    pub game: Option<ReplyGame>,
}

/// What mail programs write before the subject of an answer or of what is passed on, in many
/// languages.
const PREFIXES: [&str; 20] = [
    "re", "aw", "antw", "antwort", "rép", "rep", "réf", "tr", "wg", "fw", "fwd", "sv", "vs", "rv",
    "res", "odp", "ynt", "r", "回复", "答复",
];

/// A subject without any of those before it: `Re: AW: Re[2]: Your turn`.
fn without_prefixes(subject: &str) -> &str {
    let mut subject = subject.trim();
    while let Some((prefix, rest)) = subject.split_once([':', '：']) {
        let prefix = prefix.trim_end();
        let name = prefix.trim_end_matches(|c: char| c.is_ascii_digit() || "[]()^".contains(c));
        if !PREFIXES.contains(&name.to_lowercase().as_str()) {
            break;
        }
        subject = rest.trim_start();
    }
    subject
}

impl Reply {
    /// An answer to a mail with this subject, for whoever is called `you`.
    pub fn new(public_url: &str, you: Option<Line>, subject: &str, t: Tongue) -> Reply {
        let subject = without_prefixes(subject);
        let subject = Line::new(position::without_number(subject));
        Reply {
            public_url: public_url.to_owned(),
            you,
            subject: match subject.as_str() {
                "" => plain_subject(t, "subject-your-mail"),
                about => Line::new(&format!("Re: {about}")),
            },
            said: Vec::new(),
            link: None,
            sections: Vec::new(),
            game: None,
        }
    }

    /// With this page, which begins to play: then it is what the subject says.
    pub fn asking(self, link: Option<&str>, t: Tongue) -> Reply {
        match link {
            None => self,
            Some(link) => Reply {
                subject: plain_subject(t, "subject-begin"),
                link: Some(Line::long(link)),
                ..self
            },
        }
    }

    /// With these paragraphs.
    pub fn saying(mut self, said: &[String]) -> Reply {
        self.said = said.iter().map(|paragraph| Line::long(paragraph)).collect();
        self
    }

    /// With these parts.
    pub fn with_sections(mut self, sections: impl Iterator<Item = ReplySection>) -> Reply {
        self.sections = sections.collect();
        self
    }
}

templates! {
    Reply::letter "mail/reply.txt" "mail/reply.html":
        |l, _| l.subject.clone(), |l| l.game.as_ref().and_then(|game| game.board.drawn.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_of_an_answer_loses_all_prefixes() {
        for subject in [
            "Your turn",
            "Re: Your turn",
            "Re: AW: Re: Re: Your turn",
            "RE : Antw: Your turn",
            "Re[2]: SV: Your turn",
            "Fwd: RÉP : Your turn",
            "回复：Re: Your turn",
        ] {
            assert_eq!(without_prefixes(subject), "Your turn", "{subject}");
        }
        assert_eq!(
            without_prefixes("That's Life!: your turn"),
            "That's Life!: your turn"
        );
    }
}
