//! Letters about what people say, and those to the operator: chat at the table, reports, damage.
//!
//! What they quote was typed by players. It stands in [`Line`]s, each of which is one paragraph or
//! one point of a list, so that nobody can write a paragraph in the name of the server.

use askama::Template;

use super::letter::{Drawn, For, Letter, LetterTable, filters, templates, tidy};
pub use super::letter::{Said, SaidLine};
use super::text::Line;
use super::tongue::{Tongue, emphasised};

/// Somebody has said something at the table.
pub struct Chat {
    /// The table.
    pub table: LetterTable,
    /// What was said.
    pub said: Said,
    /// Whether the reader can answer by mail.
    pub by_mail: bool,
}

impl Chat {
    /// Who speaks, each once.
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

/// A player reports another one, or what that one said.
pub struct Report {
    /// The address of the server.
    pub public_url: String,
    /// The report's id.
    pub id: Line,
    /// The game's id.
    pub game: Line,
    /// Who reports.
    pub reporter: Line,
    /// Who is reported.
    pub reported: Line,
    /// The number of the message that is reported.
    pub message: Option<i64>,
    /// What it said.
    pub said: Option<Line>,
    /// Why, in paragraphs.
    pub reason: Vec<Line>,
}

/// A game rests because it is damaged where it is stored.
pub struct Damaged {
    /// The address of the server.
    pub public_url: String,
    /// The game's id.
    pub game: Line,
}

templates! {
    Damaged::letter "mail/damaged.txt" "mail/damaged.html":
        |l, _| Line::new(&format!("[Turnpike] A game is damaged: {}", l.game)), |_| None;
    Chat::letter "mail/chat.txt" "mail/chat.html":
        |l, t| l.table.subject(t, &t.line("subject-chat")), |_| None;
    Report::letter "mail/report.txt" "mail/report.html":
        |l, _| Line::new(&format!("[Turnpike] Report: {} (game {})", l.reported, l.game)), |_| None;
}
