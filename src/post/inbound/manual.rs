//! How to play by mail, and the rules of the games.

use ::games::KINDS;
use common::texts::message;
use rules::{Language, Message};

use super::words;
use crate::manual;
use crate::service::notices::answer::Answer;

/// How to play, and all words that may be written to a seat.
pub(super) fn help(language: Language) -> Vec<String> {
    let how = message("answer-how").to(language);
    let mut lines: Vec<String> = how.lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.extend(table(&words::SEAT_WORDS, language));
    lines
}

/// Words with what they do, as lines.
pub(super) fn table(words: &[(&str, Message)], language: Language) -> Vec<String> {
    let widest = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    words
        .iter()
        .map(|(word, what)| format!("{word:widest$}  {}", what.to(language)))
        .collect()
}

/// Adds how a game is played.
pub(super) fn how_to_play(answer: &mut Answer, rules: &str) {
    let Some(kind) = KINDS.find(rules) else {
        answer.say(message("answer-no-rules"));
        return;
    };
    let info = kind.info();
    let title = message("manual-guide").with("game", info.name);
    let text = manual::how_to_play(&info, answer.language());
    answer.show(title, untitled(&text));
}

/// Adds the rules of a game, or a section of them.
pub(super) fn rules_text(answer: &mut Answer, rules: &str, section: &str) {
    let Some(kind) = KINDS.find(rules) else {
        answer.say(message("answer-no-rules"));
        return;
    };
    let info = kind.info();
    let language = answer.language();
    let title = message("answer-title-rules").with("game", info.name);
    if section.is_empty() {
        answer.show(title, untitled(&manual::rules(&info, language)));
        return;
    }
    match manual::section(&info, section, language) {
        Some(text) => answer.show(title, text.lines().map(str::to_owned).collect()),
        None => answer.say(message("answer-no-section").with("section", section)),
    }
}

/// The lines of a text without its title, which the answer has already.
fn untitled(text: &str) -> Vec<String> {
    text.lines().skip(2).map(str::to_owned).collect()
}
