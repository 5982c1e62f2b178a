//! What is said back to a mail, in its reader's language, as it lies in the outbox. The wording
//! around it is `mail::letter`'s; board and legal moves are added when the letter is written.

use common::clock::Moment;
use common::ids::GameId;
use common::notice::NoticeKind;
use mail::inbound::Incoming;
use rules::{Language, Message, Seat};
use serde::{Deserialize, Deserializer, Serialize};

use crate::store::inbound::Arrival;
use crate::store::outbox::{About, NewMail, To};

/// How many references are kept: the one that a thread begins with, and the nearest.
const MOST_REFERENCES: usize = 20;

/// A titled part of an answer. No `Debug`: it may tell what only its reader may know.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Section {
    /// The title.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the lines stand as they are, and are not points of a list.
    #[serde(default)]
    pub fixed: bool,
    /// Whether somebody else than the server may have written the lines.
    #[serde(default)]
    pub quoted: bool,
    /// Whether the lines are a board, which is never wrapped.
    #[serde(default)]
    pub board: bool,
}

/// An answer. No `Debug`: it may tell what only its reader may know.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The subject of what it answers.
    pub subject: String,
    /// The id of what it answers.
    pub message_id: Option<String>,
    /// The ids of what that answers in turn, the nearest last.
    #[serde(default)]
    pub references: Vec<String>,
    /// What is said first, in paragraphs.
    pub said: Vec<String>,
    /// What is said then.
    pub sections: Vec<Section>,
    /// Whether the board is shown.
    #[serde(default)]
    pub board: bool,
    /// Whether the history of the game goes with it.
    #[serde(default)]
    pub archive: bool,
    /// The game whose thread it belongs to, with the reader's seat, where it is not about that one alone.
    #[serde(default)]
    pub thread: Option<(GameId, Seat)>,
    /// For each of several games that it tells of, the number that the reader's next move carries.
    #[serde(default)]
    pub positions: Vec<(GameId, Seat, u32)>,
    /// Where answers to this go, where that is not the usual address.
    pub reply_to: Option<String>,
    /// The page that does what its reader is asked about.
    #[serde(default)]
    pub link: Option<String>,
    /// The language that it is said in.
    #[serde(default, deserialize_with = "known")]
    language: Language,
}

/// A language; one that is not known, because a later version wrote it, is read as English.
pub(super) fn known<'de, D: Deserializer<'de>>(code: D) -> Result<Language, D::Error> {
    Ok(String::deserialize(code)?.parse().unwrap_or_default())
}

/// The ids of what a mail answers, the nearest first, as they stand in `References`: the nearest last, each once.
fn references(answers: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for id in answers {
        if !all.contains(id) {
            all.push(id.clone());
        }
    }
    if let Some(first) = all.pop() {
        all.truncate(MOST_REFERENCES - 1);
        all.push(first);
    }
    all.reverse();
    all
}

impl Answer {
    /// An answer to this mail, for a reader of this language, with nothing in it.
    pub fn to(incoming: &Incoming, language: Language) -> Answer {
        Answer {
            subject: incoming.subject.chars().take(300).collect(),
            message_id: incoming.message_id.clone(),
            references: references(&incoming.answers),
            language,
            ..Answer::default()
        }
    }

    /// The language of what is said next.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Says what comes next in this language.
    pub const fn go_on_in(&mut self, language: Language) {
        self.language = language;
    }

    /// Adds a paragraph.
    pub fn say(&mut self, paragraph: Message) {
        self.said.push(paragraph.to(self.language));
    }

    /// Adds a list of points.
    pub fn list(&mut self, title: Message, lines: Vec<String>) {
        self.section(&title, lines, false, false);
    }

    /// Adds a list of points that somebody else wrote.
    pub fn list_said(&mut self, title: Message, lines: Vec<String>) {
        self.section(&title, lines, false, true);
    }

    /// Adds lines that stand as they are.
    pub fn show(&mut self, title: Message, lines: Vec<String>) {
        self.section(&title, lines, true, false);
    }

    /// Adds a board in words.
    pub fn show_board(&mut self, title: Message, picture: &str) {
        self.show(title, picture.lines().map(str::to_owned).collect());
        if let Some(section) = self.sections.last_mut() {
            section.board = true;
        }
    }

    /// Adds lines that stand as somebody else may have written them.
    pub fn repeat(&mut self, title: Message, lines: Vec<String>) {
        self.section(&title, lines, true, true);
    }

    fn section(&mut self, title: &Message, lines: Vec<String>, fixed: bool, quoted: bool) {
        if !lines.is_empty() {
            self.sections.push(Section {
                title: title.to(self.language),
                lines,
                fixed,
                quoted,
                board: false,
            });
        }
    }

    /// The mail that gives this answer to what came in.
    pub fn mail(&self, mail: &Arrival, to: To, about: Option<About>, now: Moment) -> NewMail {
        let name = mail.id.to_string();
        super::mail(NoticeKind::Reply, &name, about, to, self, now)
    }
}
