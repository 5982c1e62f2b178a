//! A sink for the events of a move, and the names of the players for sentences about them.

use crate::{Language, Message, Seat};

/// A sink to which a game reports the events of a move.
///
/// Replay needs no events, so a sink may be deaf. A deaf sink does not run the closure that would
/// build the event.
#[derive(Debug)]
pub struct Events<E> {
    told: Vec<E>,
    deaf: bool,
}

impl<E> Events<E> {
    /// Creates a sink that keeps the reported events.
    pub const fn new() -> Events<E> {
        Events {
            told: Vec::new(),
            deaf: false,
        }
    }

    /// Creates a sink that keeps nothing.
    pub const fn deaf() -> Events<E> {
        Events {
            told: Vec::new(),
            deaf: true,
        }
    }

    /// Reports an event.
    pub fn push(&mut self, event: impl FnOnce() -> E) {
        if !self.deaf {
            self.told.push(event());
        }
    }

    /// Returns the reported events, in order.
    pub fn into_vec(self) -> Vec<E> {
        self.told
    }
}

impl<E> Default for Events<E> {
    fn default() -> Events<E> {
        Events::new()
    }
}

/// The names of the players by seat, the language of sentences about them, and the reader.
#[derive(Clone, Debug)]
pub struct Names {
    names: Vec<String>,
    language: Language,
    reader: Option<Seat>,
}

impl Names {
    /// Creates names in seat order, for English sentences.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Names {
        Names {
            names: names.into_iter().map(Into::into).collect(),
            language: Language::English,
            reader: None,
        }
    }

    /// Returns the same names for sentences in this language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Names {
        Names { language, ..self }
    }

    /// Returns the same names for a reader in this seat. A board shows the reader's own things
    /// first, also after the end, when everybody sees everything.
    #[must_use]
    pub fn read_by(self, reader: Option<Seat>) -> Names {
        Names { reader, ..self }
    }

    /// Returns the seat of the reader, if the reader has one.
    pub const fn reader(&self) -> Option<Seat> {
        self.reader
    }

    /// Returns `yours` for the reader's own seat, otherwise `other`. Headings of a drawing choose
    /// their words by it.
    pub fn whose(&self, seat: Seat) -> &'static str {
        if self.reader == Some(seat) {
            "yours"
        } else {
            "other"
        }
    }

    /// Returns `Seat 0`, `Seat 1` … for a table whose players have no names.
    pub fn seats(count: u8) -> Names {
        Names::new(Seat::all(count).map(|seat| format!("Seat {seat}")))
    }

    /// Returns the name of the player in a seat.
    pub fn of(&self, seat: Seat) -> &str {
        self.names
            .get(seat.index())
            .map_or("Somebody", String::as_str)
    }

    /// Replaces each player's name in the text, in upper or lower case, with the number of the
    /// seat. Returns `None` if the text names no player. A name that several players share is not
    /// replaced.
    pub(crate) fn numbered(&self, text: &str) -> Option<String> {
        let plain = |word: &str| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            bare.to_lowercase()
        };
        let called = |name: &String| name.split_whitespace().map(plain).collect();
        let called: Vec<Vec<String>> = self.names.iter().map(called).collect();
        let words: Vec<&str> = text.split_whitespace().collect();
        let (mut told, mut at, mut is_named) = (Vec::new(), 0, false);
        while let Some(word) = words.get(at) {
            let here = |name: &Vec<String>| {
                let rest = words[at..].iter().map(|it| plain(it));
                !name.is_empty() && rest.take(name.len()).eq(name.iter().cloned())
            };
            let mut named = called.iter().enumerate().filter(|(_, name)| here(name));
            match (named.next(), named.next()) {
                (Some((seat, name)), None) => {
                    told.push(seat.to_string());
                    at += name.len();
                    is_named = true;
                }
                _ => {
                    told.push((*word).to_owned());
                    at += 1;
                }
            }
        }
        is_named.then(|| told.join(" "))
    }

    /// The language of the sentences.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Returns the message in the language of the sentences.
    pub fn tell(&self, message: &Message) -> String {
        message.to(self.language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_known_by_their_names() {
        let names = Names::new(["Ann", "Élodie", "Bot 3", "Max", "max"]);
        for (text, numbered) in [
            ("target ann", Some("target 0")),
            ("target to Élodie!", Some("target to 1")),
            ("target bot 3", Some("target 2")),
            ("target max", None),
            ("move start", None),
            ("annex", None),
            ("", None),
        ] {
            assert_eq!(names.numbered(text).as_deref(), numbered, "{text}");
        }
    }
}
