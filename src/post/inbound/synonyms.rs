//! What may be written in place of the server's words, in each language: `help = aide` (`src/texts/fr/words.txt`),
//! and in place of what stands behind them: `off = aus` (`src/texts/de/behind.txt`).

use rules::synonyms;

use crate::texts::{BEHIND, WORDS};

/// Words behind which anything may be written that is to stay as it is.
const SAID: [&str; 3] = ["chat", "note", "entropy"];

/// The line with words of the server's in place of those that it holds, for each that they could be: first in
/// place of what it begins with alone, then in place of what follows as well.
pub(super) fn in_our_words(line: &str) -> impl Iterator<Item = String> {
    let begun: Vec<String> = begun(line.trim()).collect();
    let whole = std::iter::once(line.trim().to_owned()).chain(begun.clone());
    let behind = whole.flat_map(|line| behind(&line).collect::<Vec<_>>());
    begun.into_iter().chain(behind.collect::<Vec<_>>())
}

/// The line with a word of the server's in place of what it begins with.
fn begun(line: &str) -> impl Iterator<Item = String> {
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

/// The line with words of the server's in place of those behind the first: in each language, with the first word
/// that each could be, and then with the last. `ja` is a yes to leaving, and turns on what is turned on and off.
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
    fn what_stands_behind_a_word_is_put_into_ours() {
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
