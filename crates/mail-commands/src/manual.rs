//! The guide to playing by mail, and the guides and rules of the games.

use ::games::KINDS;
use common::texts::message;
use guides::manual;
use notices::answer::Answer;
use rules::{Language, Message};

use crate::words;

/// Adds the guide to playing by mail, with all words for the address of a seat.
pub(super) fn help(answer: &mut Answer) {
    let how = message("answer-how").to(answer.language());
    show_words(
        answer,
        message("answer-title-how"),
        &how,
        &words::SEAT_WORDS,
    );
}

/// Adds words and their effects, below an introduction if it is not empty.
pub(super) fn show_words(
    answer: &mut Answer,
    title: Message,
    introduction: &str,
    words: &[(&'static str, Message)],
) {
    let language = answer.language();
    let mut lines: Vec<String> = introduction.lines().map(str::to_owned).collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(table(words, language));
    let effects = words.iter().map(|(word, what)| (*word, what.to(language)));
    answer.show_page(title, lines, manual::words_mail(introduction, effects));
}

/// Returns words and their effects as the lines of a table.
fn table(words: &[(&str, Message)], language: Language) -> Vec<String> {
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
    let (info, language) = (kind.info(), answer.language());
    let title = message("manual-guide").with("game", info.name);
    let text = untitled(&manual::how_to_play(&info, language));
    answer.show_page(title, text, manual::how_to_play_mail(&info, language));
}

/// Adds the rules of a game, or one section of them.
pub(super) fn rules_text(answer: &mut Answer, rules: &str, section: &str) {
    let Some(kind) = KINDS.find(rules) else {
        answer.say(message("answer-no-rules"));
        return;
    };
    let (info, language) = (kind.info(), answer.language());
    let title = message("answer-title-rules").with("game", info.name);
    if section.is_empty() {
        let text = untitled(&manual::rules(&info, language));
        answer.show_page(title, text, manual::rules_mail(&info, language));
        return;
    }
    let text = manual::section(&info, section, language);
    match text.zip(manual::section_mail(&info, section, language)) {
        Some((text, page)) => {
            answer.show_page(title, text.lines().map(str::to_owned).collect(), page);
        }
        None => answer.say(message("answer-no-section").with("section", section)),
    }
}

/// Returns the lines of a text without its title, because the answer already has one.
fn untitled(text: &str) -> Vec<String> {
    text.lines().skip(2).map(str::to_owned).collect()
}
