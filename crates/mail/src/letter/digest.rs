//! The letter that tells of all games of a reader at once.

use askama::Template;

use super::{Drawn, For, Letter, LetterTable, Line, filters, tidy};
use crate::time::TimeLeft;
use crate::tongue::{Sentence, Tongue, emphasised};

/// A game that waits for the reader.
pub struct DigestGame {
    /// The table.
    pub table: LetterTable,
    /// How long there is, in a game with a pace.
    pub time: Option<TimeLeft>,
    /// What happened last since the reader's last move, in sentences.
    pub happened: Vec<Line>,
    /// The receipt, a signed line that says how the game stands.
    pub receipt: Line,
}

/// Something else that happened.
pub struct DigestNews {
    /// What and where: `Game over: That's Life! with Ben (Gx3kPq7LmZ2)`.
    pub what: Line,
    /// More of it, in sentences.
    pub said: Vec<Line>,
    /// Whether that is what players said.
    pub quotes: bool,
    /// The page of the game.
    pub url: String,
    /// The receipt, where it would have one by itself.
    pub receipt: Option<Line>,
}

/// What waits for the reader and what happened.
pub struct Digest {
    /// The address of the server.
    pub public_url: String,
    /// The reader's name.
    pub you: Line,
    /// The games that wait for the reader.
    pub games: Vec<DigestGame>,
    /// Whether there are more of them than are told of.
    pub more: bool,
    /// What else happened.
    pub news: Vec<DigestNews>,
    /// Whether moves in an answer are played.
    pub by_mail: bool,
}

impl Digest {
    fn summary(&self, t: &Tongue) -> Sentence {
        let n = self.games.len();
        match n {
            0 => t.say("digest-none"),
            _ if self.more => t.say("digest-more").count("n", n),
            1 => t.say("digest-one"),
            _ => t.say("digest-many").count("n", n),
        }
    }

    fn title(&self, t: &Tongue) -> Line {
        let what = match self.games.is_empty() {
            true => t.say("digest-happened"),
            false => self.summary(t),
        };
        t.say("subject-digest").with("what", what).line()
    }

    fn receipts(&self) -> impl Iterator<Item = &Line> {
        let waiting = self.games.iter().map(|game| &game.receipt);
        waiting.chain(self.news.iter().filter_map(|news| news.receipt.as_ref()))
    }

    fn has_receipts(&self) -> bool {
        self.receipts().next().is_some()
    }

    /// How moves are written, where there is a game to move in and mail comes in.
    fn how(&self, t: &Tongue) -> Option<Sentence> {
        let first = self.games.first().filter(|_| self.by_mail)?;
        Some(t.say("digest-answer").with("id", &first.table.id))
    }
}

templates! {
    Digest::letter "mail/digest.txt" "mail/digest.html":
        |l, t| l.title(&t), |_| None;
}
