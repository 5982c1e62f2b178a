//! The letter that tells of all games of a reader at once.

use std::sync::Arc;

use askama::Template;

use super::{Letter, Line, Table, filters, tidy};
use crate::mail::time::TimeLeft;

/// A game that waits for the reader.
pub struct DigestGame {
    /// The table.
    pub table: Table,
    /// How long there is, in a game with a pace.
    pub time: Option<TimeLeft>,
    /// What happened last since the reader's last move, in sentences.
    pub happened: Vec<Line>,
    /// The address that moves go to, where they are played by mail.
    pub reply_to: Option<Line>,
}

/// Something else that happened.
pub struct DigestNews {
    /// What and where: `Game over: That's Life! with Ben (Gx3kPq7LmZ2)`.
    pub what: Line,
    /// More of it, in sentences.
    pub said: Vec<Line>,
    /// The page of the game.
    pub url: String,
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
}

impl Digest {
    fn summary(&self) -> String {
        match self.games.len() {
            0 => "no game waits for you".to_owned(),
            _ if self.more => format!("more than {} games wait for you", self.games.len()),
            1 => "one game waits for you".to_owned(),
            many => format!("{many} games wait for you"),
        }
    }

    fn title(&self) -> Line {
        let what = match self.games.is_empty() {
            true => "what happened in your games".to_owned(),
            false => self.summary(),
        };
        Line::new(&format!("[Turnpike] Your games: {what}"))
    }

    fn is_by_mail(&self) -> bool {
        self.games.iter().any(|game| game.reply_to.is_some())
    }
}

templates! {
    Digest "mail/digest.txt" "mail/digest.html":
        |l| l.title(), |_| None;
}
