//! The language of a letter, which its templates call `t`.

use std::fmt;

use common::clock::Moment;
use common::site::site;
use common::texts;
use rules::{Language, Message, Word};

use super::text::Line;
use super::time;

/// Marks around emphasised text, until the HTML is complete. Players cannot type them, because a
/// [`Line`] contains no control characters.
const STRONG: [char; 2] = ['\u{1}', '\u{2}'];

/// Writes texts in a language.
#[derive(Clone, Copy, Debug)]
pub struct Tongue(pub Language);

impl Tongue {
    /// Returns the message with this id, to be filled in. It knows the name of the site.
    pub fn say(self, id: &'static str) -> Sentence {
        let name = Word::Text(site().name.to_string());
        Sentence {
            message: texts::message(id).with("site", name),
            language: self.0,
        }
    }

    /// Returns the operator's links, each with its text.
    pub fn site_links(self) -> Vec<(String, &'static str)> {
        let links = site().links();
        links
            .map(|(text, url)| (self.say(text).to_string(), url))
            .collect()
    }

    /// Returns the message with this id as a line of its own.
    pub fn line(self, id: &'static str) -> Line {
        self.say(id).line()
    }

    /// Lists names: `Ann, Ben and Cleo`.
    pub fn listed(self, names: &[Line]) -> String {
        Word::and(names).to(self.0)
    }

    /// Formats a moment in UTC: `1 March 2026, 12:15 UTC`.
    pub fn moment(self, moment: &Moment) -> Line {
        time::written(moment, self.0)
    }

    /// Returns the code of the language (BCP 47).
    pub fn code(self) -> &'static str {
        self.0.code()
    }
}

/// A message that is being filled in.
#[derive(Clone, Debug)]
pub struct Sentence {
    message: Message,
    language: Language,
}

impl Sentence {
    /// Sets a variable to a text.
    #[must_use]
    pub fn with(self, variable: &'static str, text: impl fmt::Display) -> Sentence {
        self.filled(variable, Word::Text(text.to_string()))
    }

    /// Sets a variable to an emphasised text. Only for HTML.
    #[must_use]
    pub fn strong(self, variable: &'static str, text: impl fmt::Display) -> Sentence {
        let [begin, end] = STRONG;
        self.with(variable, format_args!("{begin}{text}{end}"))
    }

    /// Sets a variable to a number, which may select a plural form.
    #[must_use]
    pub fn count(self, variable: &'static str, number: impl Into<Word>) -> Sentence {
        self.filled(variable, number.into())
    }

    /// Sets a variable to a list of names, and `count` to their number.
    #[must_use]
    pub fn names(self, variable: &'static str, names: impl AsRef<[Line]>) -> Sentence {
        let names = names.as_ref();
        self.filled(variable, Word::and(names))
            .count("count", names.len())
    }

    fn filled(self, variable: &'static str, word: Word) -> Sentence {
        Sentence {
            message: self.message.with(variable, word),
            ..self
        }
    }

    /// Returns the sentence with a capital letter, for a place without a greeting before it.
    pub fn begins(&self) -> String {
        let text = self.to_string();
        let mut letters = text.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => text,
        }
    }

    /// Returns the sentence as a line of its own.
    pub fn line(&self) -> Line {
        Line::long(&self.to_string())
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.to(self.language))
    }
}

impl From<&Line> for Word {
    fn from(line: &Line) -> Word {
        Word::Text(line.to_string())
    }
}

/// Replaces the marks around emphasised text with HTML tags.
pub(super) fn emphasised(html: &str) -> String {
    let [begin, end] = STRONG;
    html.replace(begin, "<strong>").replace(end, "</strong>")
}
