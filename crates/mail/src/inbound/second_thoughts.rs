//! Recognises lines in which a writer retracts or corrects the text above them, and small talk that
//! changes nothing.
//!
//! The phrases stand in `src/texts/*/second-thoughts.txt`, one line per kind: `whole` lines, lines
//! that a phrase `begins`, lines that contain a phrase anywhere (`holds`, or `below` for lines
//! below a signature), `harmless` whole lines, phrases in an `excuse` for typing badly, and words
//! of lines that `speak` to a reader.

use std::collections::HashMap;
use std::sync::LazyLock;

use rules::{EachLanguage, each_language, synonyms};

const WORDS: EachLanguage = each_language!("/src/texts/", "/second-thoughts.txt");

/// The phrases of all languages by kind, each with spaces around it.
static PHRASES: LazyLock<HashMap<&str, Vec<String>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<String>> = HashMap::new();
    for (phrase, kind) in WORDS.iter().flat_map(|words| synonyms(words)) {
        phrases.entry(kind).or_default().push(format!(" {phrase} "));
    }
    phrases
});

/// Words before a phrase that do not change its meaning.
const LEADING: [&str; 24] = [
    "ps", "p", "s", "nb", "edit", "oh", "ah", "ach", "äh", "euh", "hm", "hmm", "um", "hey", "hi",
    "ok", "okay", "well", "so", "and", "but", "und", "aber", "mais",
];

/// Words for “no”, which retract the text above if punctuation follows them: `no, 10 at 0`.
const NO: [&str; 7] = ["no", "nope", "non", "nein", "nee", "nö", "ne"];

/// The number of characters of a line that are checked. A retraction is shorter.
const LONGEST: usize = 400;

/// The most characters of such a line below a signature, where companies put notices.
const LONGEST_BELOW: usize = 80;

/// The most characters of a paragraph below a signature that [`speaks`].
const LONGEST_SPOKEN: usize = 160;

/// Words that begin a postscript.
const POSTSCRIPT: [&str; 4] = ["ps", "pps", "nb", "edit"];

/// Whether a line retracts or corrects the text above it: `no wait`, `doch lieber 10`, `oubliez`.
pub fn takes_back(line: &str) -> bool {
    says(line, &["whole", "begins", "holds"])
}

/// Whether a line below a signature retracts the text above it. Notices also stand there, so the
/// line must begin with a retraction, contain a phrase of the kind `below`, or follow `PS`.
pub fn takes_back_below(line: &str) -> bool {
    let is_short = line.chars().count() <= LONGEST_BELOW;
    let is_postscript = is_postscript(&words(line));
    // An address: `No. 10 Main Street`
    let has_number = line.split_once(". ").is_some_and(|(no, rest)| {
        no.eq_ignore_ascii_case("no") && rest.starts_with(|c: char| c.is_ascii_digit())
    });
    is_short
        && !has_number
        && (says(line, &["whole", "begins", "below"]) || (is_postscript && takes_back(line)))
}

/// Whether a paragraph below a name speaks to the reader and so may be about the move: it contains
/// a word such as “I”, “that” or “not”, or is a postscript. Titles and addresses are neither.
pub fn speaks(paragraph: &str) -> bool {
    // The “I” in `I. Meier` is an initial.
    let is_initial = |word: &&str| word.ends_with('.') && word.chars().count() == 2;
    let spoken = paragraph.replace("P.S.", "PS");
    let spoken: Vec<&str> = spoken
        .split_whitespace()
        .filter(|it| !is_initial(it))
        .collect();
    let said = words(&spoken.join(" "));
    // `j'ai` begins with the word `j'`.
    let has = |it: &String| {
        let begin = it.split_inclusive('\'').next();
        of("speak")
            .iter()
            .map(|word| word.trim())
            .any(|word| word == it || begin == Some(word))
    };
    paragraph.chars().count() <= LONGEST_SPOKEN
        && !is_small_talk(paragraph)
        && (is_postscript(&said) || said.iter().any(has))
}

fn is_postscript(words: &[String]) -> bool {
    words
        .first()
        .is_some_and(|it| POSTSCRIPT.contains(&it.as_str()))
}

/// Whether a line contains a phrase of these kinds, apart from excuses, and is not small talk.
fn says(line: &str, kinds: &[&str]) -> bool {
    let line: String = line.chars().take(LONGEST).collect();
    let excuses = of("excuse").iter();
    let all = excuses.fold(spaced(&words(&line)), |all, phrase| {
        all.replace(phrase, " ")
    });
    let mut rest = all.as_str();
    while let Some((first, others)) = rest.trim_start().split_once(' ')
        && LEADING.contains(&first)
    {
        rest = &rest[rest.len() - others.len() - 1..];
    }
    let is = |kind: &str, phrase: &str| match kind {
        "whole" => all == phrase || rest == phrase,
        "begins" => all.starts_with(phrase) || rest.starts_with(phrase),
        "holds" | "below" => all.contains(phrase),
        _ => false,
    };
    let says = |kind: &&str| of(kind).iter().any(|phrase| is(kind, phrase));
    !is_small_talk(&line) && (says_no(&line) || kinds.iter().any(says))
}

/// Whether a line is small talk that is not about a move: `Good game!`, `Keine Eile`.
pub fn is_small_talk(line: &str) -> bool {
    of("harmless").contains(&spaced(&words(line)))
}

/// Returns the phrases of one kind.
fn of(kind: &str) -> &'static [String] {
    PHRASES.get(kind).map(Vec::as_slice).unwrap_or_default()
}

/// Whether a line begins with “no” and punctuation.
fn says_no(line: &str) -> bool {
    let lower = line.to_lowercase();
    let lower = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    NO.iter().any(|no| {
        let rest = lower.strip_prefix(no).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with([',', ';', ':', '!', '.', '-', '–', '—', '…']))
    })
}

/// Returns the words of a line, in lower case.
fn words(line: &str) -> Vec<String> {
    let lower = line.to_lowercase().replace('’', "'");
    let words = lower.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '-'));
    let words = words.map(|word| word.trim_matches(['\'', '-']));
    words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

fn spaced(words: &[String]) -> String {
    format!(" {} ", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_in_three_languages_are_recognised() {
        for line in [
            "no wait, play 10 at 0 instead",
            "No.",
            "no - 10 at 0",
            "Wait!",
            "wait, do not play that yet!",
            "Sorry, I meant 10 at 0",
            "Oops, scrap that:",
            "scratch that",
            "undo",
            "please ignore the above",
            "Hmm, on second thought 10 at 0",
            "I changed my mind",
            "Actually 10 at 0",
            "10 at 0 rather than that; I'd rather",
            "never mind",
            "stop",
            "my bad, 10 at 0",
            "I take it back",
            "PS: don't play that",
            "I mean 10 at 0",
            "That was the wrong card",
            "Correction: 10 at 0",
            "Forget the first line.",
            "hold on",
            "Hey, scrap that",
            "that should be 10",
            "non, plutôt 10 en 0",
            "Non !",
            "Attends !",
            "attendez, je me suis trompé",
            "oubliez",
            "Oups, je voulais dire 10 en 0",
            "pardon, 10 en 0",
            "finalement 10 en 0",
            "ne jouez pas ça",
            "annule",
            "j’ai changé d’avis",
            "10 en 0 à la place",
            "ignorez ce qui précède",
            "en fait, 10",
            "Halt, doch lieber 10 auf 0",
            "halt!",
            "doch lieber 10",
            "Lieber nicht",
            "nein, 10 auf 0",
            "Vergiss es",
            "stopp",
            "Moment, das war falsch",
            "Sorry, ich meinte 10",
            "rückgängig",
            "Kommando zurück!",
            "Ups, vertippt: 10 auf 0",
            "stattdessen 10 auf 0",
            "ich hab’s mir anders überlegt",
            "bitte nicht spielen",
            "Korrektur: 10 auf 0",
            "Ach nein, 10 auf 0",
        ] {
            assert!(takes_back(line), "{line}");
        }
    }

    #[test]
    fn moves_words_and_small_talk_are_not_corrections() {
        for line in [
            "roll",
            "move start",
            "play 3 at 0",
            "play 15 left",
            "discard 11 on 2 right",
            "score 1 to 3",
            "place 4",
            "pass",
            "stars 2-2 5-1 4-2",
            "make stars of 2-2 and 5-1",
            "5H hearts.2 as 6",
            "done",
            "restart",
            "trade red for 2 blue",
            "rouge contre 2 bleues",
            "build red E15 F14",
            "Ich würfle noch einmal",
            "je me retire",
            "stop all",
            "vacation off",
            "do not disturb",
            "ne pas déranger",
            "Sorry for the delay!",
            "No rush.",
            "good game",
            "Désolé pour le retard",
            "Keine Eile!",
            "Lieber Gruß",
            "See you!",
            "Thanks",
            "No virus found in this message.",
            "",
        ] {
            assert!(!takes_back(line), "{line}");
        }
        for line in [
            "notify the sender, ignore the message and delete the copy.",
            "Sollten Sie diese Mail versehentlich erhalten haben,",
            "reçu ce message par erreur, ignorez-le.",
            "Sorry for typos, my iPhone cannot spell",
        ] {
            assert!(!takes_back_below(line), "{line}");
        }
    }

    #[test]
    fn sentences_below_a_name_are_told_from_titles() {
        for line in [
            "PS: how is the weather?",
            "I would play 10",
            "The 3 is mine, the 10 for you",
            "J’ai repensé à tout ça",
            "Ich nehme die 10",
            "C'est le 10",
        ] {
            assert!(speaks(line), "{line}");
        }
        for line in [
            "Ann Example, Head of Sales",
            "Hauptstraße 5, 10115 Berlin",
            "Tel. +49 30 1234567",
            "Responsable des achats, 12 rue de la Paix",
            "Have a nice weekend",
        ] {
            assert!(!speaks(line), "{line}");
        }
    }

    #[test]
    fn every_phrase_can_match() {
        for kind in ["whole", "begins", "holds", "below", "harmless", "excuse"] {
            assert!(!of(kind).is_empty(), "{kind}");
            for phrase in of(kind) {
                assert_eq!(spaced(&words(phrase)), *phrase, "{kind}");
                let is_harmless = ["harmless", "excuse"].contains(&kind);
                let is_taken = takes_back(phrase) || takes_back_below(phrase);
                assert_eq!(is_taken, !is_harmless, "{kind}: {phrase}");
            }
        }
    }
}
