//! Synonyms in each language for the server's words. `words.txt` has those for commands
//! (`help = aide`). `desk.txt` has those for the desk, the mail address that takes no moves
//! (`play = jouer`). `terminal.txt` has those for the table in a terminal (`quit = beenden`).
//! `behind.txt` has those for the words that follow a command (`off = aus`). The files are in
//! `src/texts/fr` and so on.

use rules::{EachLanguage, Language, each_language, synonyms};

use crate::texts::{BEHIND, SAID, WORDS};

const DESK: EachLanguage = each_language!("/src/texts/", "/desk.txt");

const TERMINAL: EachLanguage = each_language!("/src/texts/", "/terminal.txt");

/// Replaces synonyms in a line by the server's words. Returns a line for each possible meaning:
/// first those in which only the beginning is replaced, then those in which the rest is replaced.
pub fn in_our_words(line: &str) -> impl Iterator<Item = String> {
    put_into(&WORDS, line)
}

/// Like [`in_our_words`], for a line to the desk.
pub fn at_the_desk(line: &str) -> impl Iterator<Item = String> {
    put_into(&DESK, line).chain(in_our_words(line))
}

/// Like [`in_our_words`], for a line at the table in a terminal.
pub fn at_the_terminal(line: &str) -> impl Iterator<Item = String> {
    put_into(&TERMINAL, line).chain(in_our_words(line))
}

fn put_into(words: &'static EachLanguage, line: &str) -> impl Iterator<Item = String> {
    let begun: Vec<String> = begun(words, line.trim()).collect();
    let whole = std::iter::once(line.trim().to_owned()).chain(begun.clone());
    let behind = whole.flat_map(|line| behind(&line).collect::<Vec<_>>());
    begun.into_iter().chain(behind.collect::<Vec<_>>())
}

/// Replaces a synonym at the beginning of a line by the server's word. Returns a line for each
/// possible meaning.
pub fn begun_in_ours(line: &str) -> impl Iterator<Item = String> {
    begun(&WORDS, line.trim())
}

/// Replaces a synonym from `words` at the beginning of a line by the server's word.
fn begun(words: &'static EachLanguage, line: &str) -> impl Iterator<Item = String> {
    let lower = line.to_lowercase().replace('’', "'");
    let words = words.iter().flat_map(|words| synonyms(words));
    words.filter_map(move |(own, word)| {
        let rest = lower.strip_prefix(own)?;
        let is_whole = rest.is_empty() || rest.starts_with([' ', '?', ':']);
        // The rest keeps its case, because chat has capitals.
        let rest: String = line.chars().skip(own.chars().count()).collect();
        let rest = rest.trim_start_matches('?');
        let rest = rest
            .strip_prefix(':')
            .unwrap_or_else(|| without_colon(rest));
        is_whole.then(|| format!("{word} {}", rest.trim_start_matches([' ', '?'])))
    })
}

/// Returns the text after a word, without a colon that stands alone before it: ` : hello`.
pub fn without_colon(rest: &str) -> &str {
    let bare = rest.trim_start().strip_prefix(':');
    bare.filter(|bare| bare.is_empty() || bare.starts_with(char::is_whitespace))
        .unwrap_or(rest)
}

/// Returns the desk's word for this synonym in lower case: `with` for `avec`.
pub fn own_word(word: &str) -> Option<&'static str> {
    let mut all = DESK.iter().flat_map(|words| synonyms(words));
    all.find_map(|(own, known)| (own == word).then_some(known))
}

/// Returns the language of a line to the desk, if its beginning or the words in it show the
/// language.
pub fn language_of(line: &str) -> Option<Language> {
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
    // If two languages have as many words, the first one counts.
    let most = || {
        let counted = all().map(|(language, (desk, _))| (count(desk), language));
        let most = counted.rev().max_by_key(|(count, _)| *count);
        most.filter(|(count, _)| *count > 0)
            .map(|(_, language)| language)
    };
    begun.map(|(language, _)| language).or_else(most)
}

/// Replaces synonyms behind the first word by the server's words. For each language, it returns a
/// line with the first meaning of each synonym, and one with the last. `ja` confirms a resignation,
/// and it also turns a setting on.
fn behind(line: &str) -> impl Iterator<Item = String> {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_said = SAID.iter().any(|word| first.eq_ignore_ascii_case(word));
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty() && !is_said);
    let all = BEHIND
        .iter()
        .flat_map(|words| [(words, false), (words, true)]);
    all.filter_map(move |(words, is_last)| {
        let known = |own: &str| {
            let own = own.to_lowercase();
            let mut known = synonyms(words).filter(|(it, _)| *it == own);
            match is_last {
                true => known.last(),
                false => known.next(),
            }
        };
        let rest = rest?;
        let told = match known(rest) {
            Some((_, word)) => word.to_owned(),
            None => {
                let each = rest
                    .split(' ')
                    .map(|own| known(own).map_or(own, |(_, word)| word));
                each.collect::<Vec<_>>().join(" ")
            }
        };
        (told != rest).then(|| format!("{first} {told}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_of_a_line_is_detected() {
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

    #[test]
    fn words_after_a_command_are_translated() {
        for (written, ours) in [
            ("aufgeben ja", "resign yes"),
            ("resign oui", "resign yes"),
            ("abandonner non", "resign no"),
            ("urlaub aus", "vacation off"),
            ("auto ja", "auto on"),
            ("automatique non", "auto off"),
            ("auto aus alle", "auto off all"),
            ("reset adresses", "reset addresses"),
            ("zeige das Brett", "show board"),
            (
                "neue partie pig mit Ann und Ben",
                "new pig with Ann and Ben",
            ),
        ] {
            let all: Vec<String> = in_our_words(written).collect();
            assert!(all.contains(&ours.to_owned()), "{written}: {all:?}");
        }
        let said = in_our_words("sag ja und nein").filter(|it| it.starts_with("chat"));
        assert_eq!(said.collect::<Vec<_>>(), ["chat ja und nein"]);
    }
}
