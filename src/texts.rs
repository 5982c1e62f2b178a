//! What the server says to players, in all languages: `texts/en` and `texts/fr`, as Project Fluent
//! writes them. What the games say is theirs.

use rules::{Catalogue, Message};

/// What the server says to players.
pub static TEXTS: Catalogue = Catalogue::new(
    &[
        include_str!("texts/en/letters.ftl"),
        include_str!("texts/en/answers.ftl"),
    ],
    &[
        include_str!("texts/fr/letters.ftl"),
        include_str!("texts/fr/answers.ftl"),
    ],
);

/// The message of this name, with nothing filled in.
pub const fn message(id: &'static str) -> Message {
    TEXTS.message(id)
}
