//! Reads the text notation. Words may be abbreviated, in any case and with any spacing.

use std::str::FromStr;

use crate::message::COMMON;
use crate::{Illegal, Word};

/// The words of a line, read from left to right.
#[derive(Clone, Debug)]
pub struct Words {
    words: Vec<String>,
    next: usize,
}

impl Words {
    /// Splits a line at white space and commas, and converts it to lower case.
    pub fn of(text: &str) -> Words {
        let words = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        Words { words, next: 0 }
    }

    /// Returns the next word without reading it.
    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(String::as_str)
    }

    /// Reads one word.
    pub fn word(&mut self) -> Option<&str> {
        self.next += 1;
        self.words.get(self.next - 1).map(String::as_str)
    }

    /// Reads one of `choices`, either in full or as an unambiguous prefix.
    pub fn choose<T: Clone>(
        &mut self,
        what: impl Into<Word>,
        choices: &[(&str, T)],
    ) -> Result<T, Illegal> {
        let refuse = |id, word: &str| {
            // People write a name with `_` as several words, so the list leaves it out.
            let known = choices.iter().map(|(name, _)| *name);
            let known = Word::comma(known.filter(|name| !name.contains('_')));
            let text = COMMON.message(id).with("word", word);
            Err(Illegal::bad_move(
                text.with("what", what).with("known", known),
            ))
        };
        let Some(word) = self.word() else {
            return refuse("word-missing", "");
        };
        if let Some((_, value)) = choices
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(word))
        {
            return Ok(value.clone());
        }
        let mut begun = choices
            .iter()
            .filter(|(name, _)| name.to_lowercase().starts_with(word));
        match (begun.next(), begun.next()) {
            (Some((_, value)), None) => Ok(value.clone()),
            (Some(_), Some(_)) => refuse("word-ambiguous", word),
            (None, _) => refuse("word-unknown", word),
        }
    }

    /// Reads the next word if it is one of these filler words (`to`, `at`).
    pub fn skip(&mut self, fillers: &[&str]) {
        if self.peek().is_some_and(|word| fillers.contains(&word)) {
            self.next += 1;
        }
    }

    /// Reads all filler words that follow.
    pub fn skip_all(&mut self, fillers: &[&str]) {
        while self.peek().is_some_and(|word| fillers.contains(&word)) {
            self.next += 1;
        }
    }

    /// Reads a number.
    pub fn number<N: FromStr>(&mut self, what: impl Into<Word>) -> Result<N, Illegal> {
        let Some(word) = self.word() else {
            let text = COMMON.message("number-missing");
            return Err(Illegal::bad_move(text.with("what", what)));
        };
        word.parse().map_err(|_| {
            let text = COMMON.message("number-unread").with("word", word);
            Illegal::bad_move(text.with("what", what))
        })
    }

    /// Checks that no words are left.
    pub fn end(&mut self) -> Result<(), Illegal> {
        match self.word() {
            None => Ok(()),
            Some(word) => Err(too_many(word)),
        }
    }
}

/// Returns the refusal of a word that does not belong to the move.
pub fn too_many(word: &str) -> Illegal {
    Illegal::bad_move(COMMON.message("words-too-many").with("word", word))
}
