//! The guide to playing by mail, and the guides and rules of the games.

use ::games::KINDS;
use common::texts::message;
use guides::manual;
use notices::answer::Answer;
use rules::{Language, Message};

use crate::words;

/// Returns the guide to playing by mail, with all words for the address of a seat.
pub(super) fn help(language: Language) -> Vec<String> {
    let how = message("answer-how").to(language);
    let mut lines: Vec<String> = how.lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.extend(table(&words::SEAT_WORDS, language));
    lines
}

/// Returns words and their effects as the lines of a table.
pub(super) fn table(words: &[(&str, Message)], language: Language) -> Vec<String> {
    let widest = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    words
        .iter()
        .map(|(word, what)| format!("{word:widest$}  {}", what.to(language)))
        .collect()
}

/// Adds the guide to a game.
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

/// Adds the rules of a game, or one section of them.
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

/// Returns the lines of a text without its title, because the answer already has one.
fn untitled(text: &str) -> Vec<String> {
    text.lines().skip(2).map(str::to_owned).collect()
}
