//! The server's texts for players in all languages, in Fluent files: `texts/en`, `texts/fr` and so
//! on. Each game has its own texts.

use rules::{Catalogue, EachLanguage, Message, each_language};

/// The server's texts for players.
pub static TEXTS: Catalogue = Catalogue::new(&[
    each_language!("/src/texts/", "/letters.ftl"),
    each_language!("/src/texts/", "/answers.ftl"),
    each_language!("/src/texts/", "/problems.ftl"),
    each_language!("/src/texts/", "/begin.ftl"),
    each_language!("/src/texts/", "/webhooks.ftl"),
    each_language!("/src/texts/", "/feeds.ftl"),
]);

/// Returns the message with this id, without arguments.
pub const fn message(id: &'static str) -> Message {
    TEXTS.message(id)
}

/// The commands that are followed by free text, which stays as it is.
pub const SAID: [&str; 3] = ["chat", "note", "entropy"];

/// Synonyms for the commands in mails: `help = aide`.
pub const WORDS: EachLanguage = each_language!("/src/texts/", "/words.txt");

/// Synonyms for the words that follow these commands: `off = aus`.
pub const BEHIND: EachLanguage = each_language!("/src/texts/", "/behind.txt");
