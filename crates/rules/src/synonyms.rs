//! Words of other languages for those of a notation, which is English.

use crate::{EachLanguage, Language};

/// The words that a file such as [`crate::Manual::words`] gives, each with what it stands for: `lancer` and `roll` of the
/// line `roll = lancer, jeter`.
pub fn synonyms(words: &str) -> impl Iterator<Item = (&str, &str)> {
    words.lines().flat_map(|line| {
        let (known, own) = line.split_once('=').unwrap_or_default();
        own.split(',').map(|own| (own.trim(), known.trim()))
    })
}

/// Words of a notation in those of a language: the first that it has for each. Numbers stay numbers, and in English so does
/// what is a word: `six_one` is none.
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

/// A word, and the sign that ends it with what follows.
pub(crate) fn parted(word: &str) -> (&str, &str) {
    word.split_at(word.find(['.', '>']).unwrap_or(word.len()))
}
