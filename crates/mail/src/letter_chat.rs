//! Letters about chat at the table, and letters to the operator about reports and damaged games.
//!
//! The quoted texts were typed by players. Each stands in a [`Line`], which is one paragraph or one
//! list item. So a player cannot write a paragraph in the name of the server.

use askama::Template;

use super::letter::{Drawn, For, Letter, LetterTable, filters, site_mark, templates, tidy};
pub use super::letter::{Said, SaidLine};
use super::text::Line;
use super::tongue::{Tongue, emphasised};

/// New chat messages at the table.
pub struct Chat {
    /// The table.
    pub table: LetterTable,
    /// The messages.
    pub said: Said,
    /// Whether the reader can reply by mail.
    pub by_mail: bool,
}

impl Chat {
    /// Returns the names of the authors, each once, without the reader.
    pub fn speakers(&self) -> Vec<Line> {
        let mut names: Vec<Line> = Vec::new();
        for line in &self.said.lines {
            if line.by != self.table.you && !names.contains(&line.by) {
                names.push(line.by.clone());
            }
        }
        names
    }
}

/// A player's report about another player, or about that player's message.
pub struct Report {
    /// The base URL of the server.
    pub public_url: String,
    /// The report's id.
    pub id: Line,
    /// The game's id.
    pub game: Line,
    /// The name of the reporting player.
    pub reporter: Line,
    /// The name of the reported player.
    pub reported: Line,
    /// The number of the reported message.
    pub message: Option<i64>,
    /// The text of that message.
    pub said: Option<Line>,
    /// The reason, in paragraphs.
    pub reason: Vec<Line>,
}

/// A game is suspended because its stored data is damaged.
pub struct Damaged {
    /// The base URL of the server.
    pub public_url: String,
    /// The game's id.
    pub game: Line,
}

templates! {
    Damaged::letter "mail/damaged.txt" "mail/damaged.html":
        |l, _| Line::new(&format!("{}A game is damaged: {}", site_mark(), l.game)), |_| None;
    Chat::letter "mail/chat.txt" "mail/chat.html":
        |l, t| l.table.subject(t, &t.line("subject-chat")), |_| None;
    Report::letter "mail/report.txt" "mail/report.html":
        |l, _| Line::new(&format!("{}Report: {} (game {})", site_mark(), l.reported, l.game)), |_| None;
}
