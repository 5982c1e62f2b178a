//! The operator's letter about an action on an account or a game.

use askama::Template;

use super::letter::{Drawn, For, Letter, filters, templates, tidy};
use super::text::Line;
use super::tongue::{Tongue, emphasised};

/// An action of the operator that concerns the reader.
pub struct Operated {
    /// The base URL of the server.
    pub public_url: String,
    /// The reader's name.
    pub reader: Line,
    /// The ids of the texts for the subject and for the sentence about the action.
    pub told: (&'static str, &'static str),
    /// The game, if it is about one.
    pub game: Option<Line>,
    /// The reader's new name.
    pub name: Option<Line>,
    /// The reason, in paragraphs.
    pub reason: Vec<Line>,
}

impl Operated {
    /// Returns a sentence about the action.
    pub fn lead(&self, t: &Tongue) -> Line {
        let mut lead = t.say(self.told.1);
        if let Some(game) = &self.game {
            lead = lead.with("game", game);
        }
        if let Some(name) = &self.name {
            lead = lead.with("name", name);
        }
        lead.line()
    }
}

templates! {
    Operated::letter "mail/operator.txt" "mail/operator.html":
        |l, t| t.say("subject-plain").with("what", t.say(l.told.0)).line(),
        |_| None;
}
