//! Collecting what a move made happen, and naming the people it happened to.

use crate::{Language, Message, Seat};

/// Where a game reports what happens while a move is carried out.
///
/// Replay has no use for events, so a sink may be deaf: then the closure that would build the
/// event is not run.
#[derive(Debug)]
pub struct Events<E> {
    told: Vec<E>,
    deaf: bool,
}

impl<E> Events<E> {
    /// A sink that keeps what it is told.
    pub const fn new() -> Events<E> {
        Events {
            told: Vec::new(),
            deaf: false,
        }
    }

    /// A sink that keeps nothing.
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

    /// What was reported, in order.
    pub fn into_vec(self) -> Vec<E> {
        self.told
    }
}

impl<E> Default for Events<E> {
    fn default() -> Events<E> {
        Events::new()
    }
}

/// The names of the players, by seat, and the language, for sentences about them.
#[derive(Clone, Debug)]
pub struct Names {
    names: Vec<String>,
    language: Language,
}

impl Names {
    /// Names in seat order, in English sentences.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Names {
        Names {
            names: names.into_iter().map(Into::into).collect(),
            language: Language::English,
        }
    }

    /// The same names in sentences of this language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Names {
        Names { language, ..self }
    }

    /// `Seat 0`, `Seat 1` … for a table whose players have no names.
    pub fn seats(count: u8) -> Names {
        Names::new(Seat::all(count).map(|seat| format!("Seat {seat}")))
    }

    /// The name of the player in a seat.
    pub fn of(&self, seat: Seat) -> &str {
        self.names
            .get(seat.index())
            .map_or("Somebody", String::as_str)
    }

    /// The language of the sentences.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The message in the language of the sentences.
    pub fn tell(&self, message: &Message) -> String {
        message.to(self.language)
    }
}
