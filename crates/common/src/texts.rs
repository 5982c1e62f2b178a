//! What the server says to players, in all languages: `texts/en`, `texts/fr` and so on, as Project
//! Fluent writes them. What the games say is theirs.

use rules::{Catalogue, EachLanguage, Message, each_language};

/// What the server says to players.
pub static TEXTS: Catalogue = Catalogue::new(&[
    each_language!("/src/texts/", "/letters.ftl"),
    each_language!("/src/texts/", "/answers.ftl"),
    each_language!("/src/texts/", "/problems.ftl"),
    each_language!("/src/texts/", "/begin.ftl"),
    each_language!("/src/texts/", "/webhooks.ftl"),
    each_language!("/src/texts/", "/feeds.ftl"),
]);

/// The message of this name, with nothing filled in.
pub const fn message(id: &'static str) -> Message {
    TEXTS.message(id)
}

/// The words behind which anything may be written, which is to stay as it is.
pub const SAID: [&str; 3] = ["chat", "note", "entropy"];

/// What may be written in place of the words of the server's mails: `help = aide`.
pub const WORDS: EachLanguage = each_language!("/src/texts/", "/words.txt");

/// What may be written in place of what stands behind those words: `off = aus`.
pub const BEHIND: EachLanguage = each_language!("/src/texts/", "/behind.txt");
