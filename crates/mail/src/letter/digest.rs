//! The letter about all games of a reader at once.

use askama::Template;

use super::moves::Listed;
use super::{Drawn, For, Letter, LetterTable, Line, MoveLinks, filters, shown, tidy, which};
use crate::time::TimeLeft;
use crate::tongue::{Sentence, Tongue, emphasised};

/// A game in which it is the reader's turn.
pub struct DigestGame {
    /// The table.
    pub table: LetterTable,
    /// The time left, in a game with a pace.
    pub time: Option<TimeLeft>,
    /// The latest events since the reader's last move, in sentences.
    pub happened: Vec<Line>,
    /// The legal moves in text notation. Empty if the digest shows none for this game.
    pub moves: Vec<Line>,
    /// Whether `moves` has all legal moves.
    pub complete: bool,
    /// A sentence of the game about moves that `moves` lacks.
    pub hint: Option<Line>,
    /// The target of links that play a move, if moves may be links.
    pub links: Option<MoveLinks>,
    /// A legal move. Only the first game of a digest needs one.
    pub example: Option<Line>,
    /// The receipt: a signed line with the state of the game.
    pub receipt: Line,
}

impl DigestGame {
    fn shown(&self) -> &[Line] {
        shown(&self.moves)
    }

    fn links(&self) -> Option<&MoveLinks> {
        MoveLinks::fit(self.links.as_ref(), &self.moves, self.complete)
    }

    fn listed(&self) -> Listed<'_> {
        Listed::of(&self.moves)
    }
}

/// Another event.
pub struct DigestNews {
    /// The event and the table: `Game over: That's Life! with Ben (Gx3kPq7LmZ2)`.
    pub what: Line,
    /// Details, in sentences.
    pub said: Vec<Line>,
    /// Whether the details are quoted chat messages of players.
    pub quotes: bool,
    /// The page of the game.
    pub url: String,
    /// The receipt, if the event's own letter would have one.
    pub receipt: Option<Line>,
}

/// The games that wait for the reader, and other events.
pub struct Digest {
    /// The base URL of the server.
    pub public_url: String,
    /// The reader's name.
    pub you: Line,
    /// The games that wait for the reader.
    pub games: Vec<DigestGame>,
    /// Whether there are more games than the digest shows.
    pub more: bool,
    /// The other events.
    pub news: Vec<DigestNews>,
    /// Whether the server plays moves in a reply.
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

    /// Returns how to get the legal moves that the digest does not show; `None` if it shows all.
    fn others(&self, game: &DigestGame, t: &Tongue, is_grouped: bool) -> Option<Sentence> {
        let is_all = game.complete && game.shown().len() == game.moves.len();
        (!is_all).then(|| which(&game.moves, (game.complete, is_grouped), self.by_mail, t))
    }

    /// Returns the receipts of all games.
    pub fn receipts(&self) -> impl Iterator<Item = &Line> {
        let waiting = self.games.iter().map(|game| &game.receipt);
        waiting.chain(self.news.iter().filter_map(|news| news.receipt.as_ref()))
    }

    fn has_receipts(&self) -> bool {
        self.receipts().next().is_some()
    }

    /// Returns how to write moves in a reply, with an example. `None` if no game waits for the
    /// reader, or if the server does not accept replies.
    fn how(&self, t: &Tongue) -> Option<Sentence> {
        let first = self.games.first().filter(|_| self.by_mail)?;
        let how = t.say("digest-answer").with("id", &first.table.id);
        Some(how.with("move", first.example.as_ref()?))
    }
}

templates! {
    Digest::letter "mail/digest.txt" "mail/digest.html":
        |l, t| l.title(&t), |_| None;
}
