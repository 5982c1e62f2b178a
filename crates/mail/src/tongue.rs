//! The language of a letter: what its templates call `t`.

use std::fmt;

use common::clock::Moment;
use common::texts;
use rules::{Language, Message, Word};

use super::text::Line;
use super::time;

/// Around what stands out in a letter, until its HTML is written. Players cannot type them: a
/// [`Line`] holds no control characters.
const STRONG: [char; 2] = ['\u{1}', '\u{2}'];

/// Speaks a language.
#[derive(Clone, Copy, Debug)]
pub struct Tongue(pub Language);

impl Tongue {
    /// The message of this name, to be filled in.
    pub fn say(self, id: &'static str) -> Sentence {
        Sentence {
            message: texts::message(id),
            language: self.0,
        }
    }

    /// The message of this name, complete, as a line of its own.
    pub fn line(self, id: &'static str) -> Line {
        self.say(id).line()
    }

    /// `Ann, Ben and Cleo`.
    pub fn listed(self, names: &[Line]) -> String {
        Word::and(names).to(self.0)
    }

    /// `1 March 2026, 12:15 UTC`.
    pub fn moment(self, moment: &Moment) -> Line {
        time::written(moment, self.0)
    }

    /// The code of the language (BCP 47).
    pub fn code(self) -> &'static str {
        self.0.code()
    }
}

/// A message on its way into a letter.
#[derive(Clone, Debug)]
pub struct Sentence {
    message: Message,
    language: Language,
}

impl Sentence {
    /// With this text in the place of the variable.
    #[must_use]
    pub fn with(self, variable: &'static str, text: impl fmt::Display) -> Sentence {
        self.filled(variable, Word::Text(text.to_string()))
    }

    /// With this text in the place of the variable, so that it stands out. For HTML only.
    #[must_use]
    pub fn strong(self, variable: &'static str, text: impl fmt::Display) -> Sentence {
        let [begin, end] = STRONG;
        self.with(variable, format_args!("{begin}{text}{end}"))
    }

    /// With this number in the place of the variable; the form of the sentence may follow from it.
    #[must_use]
    pub fn count(self, variable: &'static str, number: impl Into<Word>) -> Sentence {
        self.filled(variable, number.into())
    }

    /// With these names in the place of the variable, and how many they are in that of `count`.
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

    /// The sentence as a line of its own.
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

/// HTML in which what stands out does.
pub(super) fn emphasised(html: &str) -> String {
    let [begin, end] = STRONG;
    html.replace(begin, "<strong>").replace(end, "</strong>")
}
