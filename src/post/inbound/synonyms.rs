//! What may be written in place of the server's words, in each language: `help = aide` (`src/texts/fr/words.txt`);
//! and to the desk alone, which takes no moves: `play = jouer` (`desk.txt`).

use rules::{EachLanguage, Language, each_language, synonyms};

const WORDS: EachLanguage = each_language!("/src/texts/", "/words.txt");

const DESK: EachLanguage = each_language!("/src/texts/", "/desk.txt");

/// The line with a word of the server's in place of what it begins with, for each word that this could be.
pub(super) fn in_our_words(line: &str) -> impl Iterator<Item = String> {
    put_into(&WORDS, line)
}

/// The same for a line to the desk.
pub(super) fn at_the_desk(line: &str) -> impl Iterator<Item = String> {
    put_into(&DESK, line).chain(in_our_words(line))
}

fn put_into(words: &'static EachLanguage, line: &str) -> impl Iterator<Item = String> {
    let line = line.trim();
    let lower = line.to_lowercase().replace('’', "'");
    let words = words.iter().flat_map(|words| synonyms(words));
    words.filter_map(move |(own, word)| {
        let rest = lower.strip_prefix(own)?;
        let is_whole = rest.is_empty() || rest.starts_with([' ', '?']);
        // What follows stays as it was written: chat has capitals.
        let rest: String = line.chars().skip(own.chars().count()).collect();
        is_whole.then(|| format!("{word} {}", rest.trim_start_matches([' ', '?'])))
    })
}

/// The word that the desk knows for this one, in lower case: `with` for `avec`.
pub(super) fn own_word(word: &str) -> Option<&'static str> {
    let mut all = DESK.iter().flat_map(|words| synonyms(words));
    all.find_map(|(own, known)| (own == word).then_some(known))
}

/// The language of a line to the desk, where what it begins with tells that, or the words in it do.
pub(super) fn language_of(line: &str) -> Option<Language> {
    let lower = line.trim().to_lowercase().replace('’', "'");
    let begins = |own: &str| {
        let rest = lower.strip_prefix(own);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let all = || Language::ALL.into_iter().zip(DESK.iter().zip(&WORDS));
    let begun = all().find(|(_, (desk, words))| {
        let mut own = synonyms(desk).chain(synonyms(words));
        own.any(|(own, _)| begins(own))
    });
    let count = |desk: &str| {
        let part = |c: char| !c.is_alphanumeric() && c != '\'';
        let is_own = |word: &&str| synonyms(desk).any(|(own, _)| own == *word);
        lower.split(part).filter(is_own).count()
    };
    // Where as many tell of two, the first.
    let most = || {
        let counted = all().map(|(language, (desk, _))| (count(desk), language));
        let most = counted.rev().max_by_key(|(count, _)| *count);
        most.filter(|(count, _)| *count > 0)
            .map(|(_, language)| language)
    };
    begun.map(|(language, _)| language).or_else(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_its_language() {
        for (line, language) in [
            ("jouer thats-life", Some(Language::French)),
            ("Spielen buttons", Some(Language::German)),
            ("Bonjour !", Some(Language::French)),
            ("Oui, merci", Some(Language::French)),
            ("aide", Some(Language::French)),
            ("Hilfe!", Some(Language::German)),
            (
                "wir würden gern mit dem Computer spielen",
                Some(Language::German),
            ),
            ("hi there", Some(Language::English)),
            ("buttons", None),
            ("", None),
        ] {
            assert_eq!(language_of(line), language, "{line}");
        }
    }
}
