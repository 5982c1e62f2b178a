//! How to play by mail, and the rules of the games.

use ::games::KINDS;
use rules::{Language, Message};

use super::words;
use crate::service::notices::answer::Answer;
use crate::texts::message;

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

/// Adds the rules of a game, or a section of them.
pub(super) fn rules_text(answer: &mut Answer, rules: &str, section: &str) {
    let Some(kind) = KINDS.find(rules) else {
        answer.say(message("answer-no-rules"));
        return;
    };
    let info = kind.info();
    let wanted = section.trim_start_matches(['R', 'r', ' ']);
    let all: Vec<&str> = info.text.lines().collect();
    let title = message("answer-title-rules").with("game", info.name);
    let number = |line: &str| {
        let word = line.trim_start_matches(['#', ' ', '*']);
        line.starts_with('#')
            .then(|| word.split_whitespace().next().unwrap_or_default())
            .map(|word| {
                word.trim_start_matches('R')
                    .trim_end_matches('.')
                    .to_owned()
            })
    };
    let chosen: Vec<&str> = if wanted.is_empty() {
        all
    } else {
        let within = |found: &str| found == wanted || found.starts_with(&format!("{wanted}."));
        let mut shown = false;
        all.into_iter()
            .filter(|line| {
                if let Some(found) = number(line) {
                    shown = within(&found);
                }
                shown
            })
            .collect()
    };
    if chosen.is_empty() {
        answer.say(message("answer-no-section").with("section", section));
        return;
    }
    answer.show(title, chosen.into_iter().map(str::to_owned).collect());
}
