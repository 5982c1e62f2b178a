//! What may be written in place of the server's words, in each language: `help = aide` (`src/texts/fr/words.txt`).

use rules::{EachLanguage, each_language, synonyms};

const WORDS: EachLanguage = each_language!("/src/texts/", "/words.txt");

/// The line with a word of the server's in place of what it begins with, for each word that this could be.
pub(super) fn in_our_words(line: &str) -> impl Iterator<Item = String> {
    let line = line.trim();
    let lower = line.to_lowercase().replace('’', "'");
    let words = WORDS.iter().flat_map(|words| synonyms(words));
    words.filter_map(move |(own, word)| {
        let rest = lower.strip_prefix(own)?;
        let is_whole = rest.is_empty() || rest.starts_with([' ', '?']);
        // What follows stays as it was written: chat has capitals.
        let rest: String = line.chars().skip(own.chars().count()).collect();
        is_whole.then(|| format!("{word} {}", rest.trim_start_matches([' ', '?'])))
    })
}
