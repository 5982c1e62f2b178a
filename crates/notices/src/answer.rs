//! Replies to mails, in the reader's language, as stored in the outbox. `mail::letter` adds the
//! framing text. The board and the legal moves are added when the letter is composed.

use common::clock::Moment;
use common::ids::GameId;
use common::notice::NoticeKind;
use rules::{Language, Message, Seat};
use serde::{Deserialize, Deserializer, Serialize};

use crate::outbox::{About, NewMail, To};

/// The most references kept: the first of the thread, and the nearest ones.
const MOST_REFERENCES: usize = 20;

/// A titled part of a reply. It may contain private information, so it has no `Debug`.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Section {
    /// The title.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the lines are shown verbatim. Otherwise they are items of a list.
    #[serde(default)]
    pub fixed: bool,
    /// Whether a person other than the server may have written the lines.
    #[serde(default)]
    pub quoted: bool,
    /// Whether the lines are a board, which is never wrapped.
    #[serde(default)]
    pub board: bool,
    /// The same content as HTML, if there is a text of the server that is worth it.
    #[serde(default)]
    pub page: Option<String>,
    /// The page of the game that the section ends with.
    #[serde(default)]
    pub link: Option<String>,
}

/// What of a mail the server refused.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// All moves, and so the whole mail.
    Moves,
    /// The whole mail, which has a line that the server does not understand or allow.
    Mail,
    /// Some lines. The server carried out the others.
    Part,
}

/// A reply. It may contain private information, so it has no `Debug`.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The subject of the mail to which this replies.
    pub subject: String,
    /// The `Message-ID` of that mail.
    pub message_id: Option<String>,
    /// The ids of that mail's own references, nearest last.
    #[serde(default)]
    pub references: Vec<String>,
    /// The opening paragraphs.
    pub said: Vec<String>,
    /// The sections after them.
    pub sections: Vec<Section>,
    /// What the server refused. The subject says so.
    #[serde(default)]
    pub refused: Option<Refused>,
    /// Whether to show the board.
    #[serde(default)]
    pub board: bool,
    /// Whether to attach the history of the game.
    #[serde(default)]
    pub archive: bool,
    /// The game, with the reader's seat, whose mail thread the reply joins, if the reply is not
    /// about that game alone.
    #[serde(default)]
    pub thread: Option<(GameId, Seat)>,
    /// For each of several games in the reply, the sequence number of the reader's next move.
    #[serde(default)]
    pub positions: Vec<(GameId, Seat, u32)>,
    /// The reply address, if it is not the usual one.
    pub reply_to: Option<String>,
    /// The page on which the reader can answer the question in this mail.
    #[serde(default)]
    pub link: Option<String>,
    /// The language of the text.
    #[serde(default, deserialize_with = "known")]
    language: Language,
}

/// Reads a language. An unknown code, which a later version may have written, becomes English.
pub(crate) fn known<'de, D: Deserializer<'de>>(code: D) -> Result<Language, D::Error> {
    Ok(String::deserialize(code)?.parse().unwrap_or_default())
}

/// Converts the ids of earlier mails, nearest first, to the order of `References`: nearest last,
/// each once.
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
    /// Returns an empty reply to the mail with this subject, id and ids of earlier mails (nearest
    /// first), for a reader of this language.
    pub fn to(
        subject: &str,
        message_id: Option<String>,
        earlier: &[String],
        language: Language,
    ) -> Answer {
        Answer {
            subject: subject.chars().take(300).collect(),
            message_id,
            references: references(earlier),
            language,
            ..Answer::default()
        }
    }

    /// Returns the language of text that is added next.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Sets the language of text that is added next.
    pub const fn go_on_in(&mut self, language: Language) {
        self.language = language;
    }

    /// Adds a paragraph.
    pub fn say(&mut self, paragraph: Message) {
        self.said.push(paragraph.to(self.language));
    }

    /// Adds a list.
    pub fn list(&mut self, title: Message, lines: Vec<String>) {
        self.section(&title, lines, false, false);
    }

    /// Adds a list whose items another person wrote.
    pub fn list_said(&mut self, title: Message, lines: Vec<String>) {
        self.section(&title, lines, false, true);
    }

    /// Adds lines that are shown verbatim.
    pub fn show(&mut self, title: Message, lines: Vec<String>) {
        self.section(&title, lines, true, false);
    }

    /// Adds a text of the server: as lines that are shown verbatim, and as HTML.
    pub fn show_page(&mut self, title: Message, lines: Vec<String>, page: String) {
        self.show(title, lines);
        if let Some(section) = self.sections.last_mut() {
            section.page = Some(page);
        }
    }

    /// Adds a board as text.
    pub fn show_board(&mut self, title: Message, picture: &str) {
        self.show(title, picture.lines().map(str::to_owned).collect());
        if let Some(section) = self.sections.last_mut() {
            section.board = true;
        }
    }

    /// Ends the last section with a link to the page of its game.
    pub fn link_to(&mut self, page: String) {
        if let Some(section) = self.sections.last_mut() {
            section.link = Some(page);
        }
    }

    /// Adds lines that are shown verbatim and that another person may have written.
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
                page: None,
                link: None,
            });
        }
    }

    /// Returns the outbox mail with this reply to the inbound mail with this number.
    pub fn mail(&self, inbound: i64, to: To, about: Option<About>, now: Moment) -> NewMail {
        let name = inbound.to_string();
        super::mail(NoticeKind::Reply, &name, about, to, self, now)
    }
}
