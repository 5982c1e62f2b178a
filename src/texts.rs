//! What the server says to players, in all languages: `texts/en`, `texts/fr` and so on, as Project
//! Fluent writes them. What the games say is theirs.

use rules::{Catalogue, Message, each_language};

/// What the server says to players.
pub static TEXTS: Catalogue = Catalogue::new(&[
    each_language!("/src/texts/", "/letters.ftl"),
    each_language!("/src/texts/", "/answers.ftl"),
    each_language!("/src/texts/", "/begin.ftl"),
]);

/// The message of this name, with nothing filled in.
pub const fn message(id: &'static str) -> Message {
    TEXTS.message(id)
}
