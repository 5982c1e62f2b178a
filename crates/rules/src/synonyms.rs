//! Words of other languages for the words of a notation, which is English.

use crate::{EachLanguage, Language};

/// Returns the words in a file such as [`crate::Manual::words`], each with the word of the notation
/// that it stands for. For the line `roll = lancer, jeter`, the first pair is `lancer` and `roll`.
pub fn synonyms(words: &str) -> impl Iterator<Item = (&str, &str)> {
    words.lines().flat_map(|line| {
        let (known, own) = line.split_once('=').unwrap_or_default();
        own.split(',').map(|own| (own.trim(), known.trim()))
    })
}

/// Translates a text of the notation, using the first word that the language has for each word.
/// Numbers stay numbers. In English, words also stay, except for ids such as `six_one`.
pub(crate) fn in_words(words: &EachLanguage, notation: &str, language: Language) -> String {
    let words = words[language as usize];
    let said = notation.split(' ').map(|word| {
        let (known, rest) = parted(word);
        let stays = match language {
            Language::English => !known.contains('_'),
            _ => known.bytes().all(|byte| byte.is_ascii_digit()),
        };
        let own = synonyms(words).find(|(_, notation)| !stays && *notation == known);
        own.map_or_else(|| word.to_owned(), |(own, _)| format!("{own}{rest}"))
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Splits a word before the first `.` or `>`, which ends it.
pub(crate) fn parted(word: &str) -> (&str, &str) {
    word.split_at(word.find(['.', '>']).unwrap_or(word.len()))
}
