//! Yes and no, as people write them: the first word decides, in the languages that are served.
//!
//! What follows a no is not read: `NO! I did not ask for that`. A yes that goes on with a question or a denial is
//! none: `Ok, but that was not me`, `Yes?? Who are you?`; and `no problem` is neither. A mail without a word says
//! no: an empty answer, or a signature alone.

use super::wording::meant;

/// What says yes, in lower case.
const YES: [&str; 14] = [
    "yes",
    "y",
    "yep",
    "yeah",
    "yup",
    "sure",
    "oui",
    "ouais",
    "d'accord",
    "volontiers",
    "ja",
    "jawohl",
    "klar",
    "gerne",
];

/// What says yes alone.
const PLAIN: [&str; 4] = ["yes", "y", "oui", "ja"];

/// What makes a yes stronger and says nothing else.
const SURE: [&str; 28] = [
    "yes",
    "i am",
    "i'm sure",
    "i am sure",
    "i am very sure",
    "i'm quite sure",
    "i do",
    "i want to",
    "i want to leave",
    "i want to resign",
    "i resign",
    "resign",
    "leave",
    "sure",
    "definitely",
    "absolutely",
    "of course",
    "really",
    "oui",
    "je suis sûr",
    "je suis sûre",
    "j'en suis sûr",
    "j'en suis sûre",
    "bien sûr",
    "ja",
    "ich bin sicher",
    "ich bin mir sicher",
    "ganz sicher",
];

/// What says yes unless something else does.
const FINE: [&str; 3] = ["ok", "okay", "👍"];

/// What a no is said of that is none.
const NONE: [&str; 4] = ["problem", "problems", "problème", "worries"];

/// What takes a yes back that it follows.
const DOUBTS: [&str; 20] = [
    "not", "never", "didn't", "wasn't", "don't", "isn't", "nobody", "who", "why", "but", "pas",
    "jamais", "mais", "qui", "nicht", "nie", "kein", "keine", "aber", "wer",
];

/// What says no.
const NO: [&str; 6] = ["no", "n", "nope", "non", "nein", "nö"];

/// Whether a line says yes or no; neither, where it begins with another word.
pub fn of_line(line: &str) -> Option<bool> {
    let words: Vec<String> = words(line).collect();
    let says = |word: &String| {
        let is = |all: &[&str]| all.contains(&word.as_str());
        is(&YES).then_some(true).or(is(&NO).then_some(false))
    };
    let at = |n: usize| {
        let is_none = words
            .get(n + 1)
            .is_some_and(|next| NONE.contains(&next.as_str()));
        says(words.get(n)?).filter(|says| *says || !is_none)
    };
    let first = words.first()?.as_str();
    let says = match FINE.contains(&first) {
        true => (1..words.len()).find_map(at).unwrap_or(true),
        false => at(0)?,
    };
    // A letter alone may begin a name.
    let is_begun = first.len() == 1 && words.len() > 1;
    let is_doubted =
        says && (line.contains('?') || words.iter().any(|it| DOUBTS.contains(&it.as_str())));
    (!is_begun && !is_doubted).then_some(says)
}

/// Whether a line says yes, and nothing else but what is polite, or makes it stronger: `Yes, I am sure`.
pub fn is_plain_yes(line: &str) -> bool {
    let said = meant(line).to_lowercase().replace('’', "'");
    let mut parts = said.split([',', '.', '!', ':', ';', '–']).map(str::trim);
    let first = parts.next().unwrap_or_default();
    let (yes, rest) = first.split_once(' ').unwrap_or((first, ""));
    let is_sure =
        |part: &str| part.is_empty() || SURE.contains(&part) || SURE.contains(&meant(part));
    PLAIN.contains(&yes) && is_sure(rest) && parts.all(is_sure)
}

/// Whether a line begins as a yes does, whatever follows.
pub fn begins_yes(line: &str) -> bool {
    let first = words(line).next().unwrap_or_default();
    let is = |all: &[&str]| all.contains(&first.as_str());
    is(&YES) || is(&FINE)
}

/// Whether a mail with these lines says yes or no, or something else.
pub fn of_mail(lines: &[String]) -> Option<bool> {
    let first = lines.iter().find(|line| words(line).next().is_some());
    first.map_or(Some(false), |line| of_line(line))
}

/// The words of a line, in lower case.
fn words(line: &str) -> impl Iterator<Item = String> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '👍');
    line.split(move |c| !part(c))
        .map(|word| {
            word.trim_matches(['\'', '’', '-'])
                .to_lowercase()
                .replace('’', "'")
        })
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides() {
        for yes in [
            "yes",
            "Yes!",
            "YES.",
            "Yes please",
            "y",
            "ok",
            "Okay, do it",
            "Sure",
            "“yes”",
            "- yes",
            "Oui, merci",
            "D’accord !",
            "Ja, bitte",
            "👍 yes",
            "👍",
            "OK!",
            "ok, yes",
            "OK, no problem",
            "ok, no worries!",
        ] {
            assert_eq!(of_line(yes), Some(true), "{yes}");
        }
        for no in [
            "no",
            "NO! I did not ask for that",
            "n",
            "Nope.",
            "OK, no thanks",
            "Non merci",
            "nein danke",
        ] {
            assert_eq!(of_line(no), Some(false), "{no}");
        }
        for neither in [
            "I am away until Monday",
            "yesterday",
            "nobody",
            "maybe yes",
            "Ok, but that was not me. Please ignore it.",
            "Sure? I never wrote this!",
            "Yes?? Who are you?",
            "Oui, mais ce n’est pas moi",
            "J. Dorfmann",
            "N. Example",
            "Y. Example",
            "No problem, I am in",
            "Non problème",
            "Not me, yes?",
            "",
            "🎲",
        ] {
            assert_eq!(of_line(neither), None, "{neither}");
        }
    }

    #[test]
    fn what_cannot_be_taken_back_is_said_plainly() {
        for yes in [
            "yes",
            "Yes!",
            "yes please",
            "Oui, merci",
            "“Ja”.",
            "Yes, I am sure",
            "Yes. I’m sure!",
            "Yes yes",
            "Yes, I want to leave, thanks",
            "Oui, j’en suis sûre",
            "Ja, ganz sicher!",
        ] {
            assert!(is_plain_yes(yes), "{yes}");
        }
        for other in [
            "Sure",
            "Sure? No!",
            "ok",
            "Yes and no",
            "yes, roll",
            "Yes, I am not sure",
            "Yes, I am sure that I do not",
            "yes resign ben",
            "no",
            "",
        ] {
            assert!(!is_plain_yes(other), "{other}");
        }
    }

    #[test]
    fn no_word_is_no() {
        let of = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            of_mail(&lines)
        };
        assert_eq!(of(&[]), Some(false));
        assert_eq!(of(&["!", "…"]), Some(false));
        assert_eq!(of(&["…", "yes", "no"]), Some(true));
        assert_eq!(of(&["I am away.", "yes"]), None);
    }
}
