//! Yes and no, as people write them: the first word decides, in the languages that are served.
//!
//! What follows it is not read: `Yes please`, `NO! I did not ask for that`. A mail without a word says no:
//! an empty answer, or a signature alone.

/// What says yes, in lower case.
const YES: [&str; 17] = [
    "yes",
    "y",
    "yep",
    "yeah",
    "yup",
    "ok",
    "okay",
    "sure",
    "oui",
    "ouais",
    "d'accord",
    "volontiers",
    "ja",
    "j",
    "jawohl",
    "klar",
    "gerne",
];

/// What says no.
const NO: [&str; 10] = [
    "no", "n", "nope", "not", "never", "non", "pas", "nein", "nö", "nicht",
];

/// Whether a line says yes or no; neither, where it begins with another word.
pub fn of_line(line: &str) -> Option<bool> {
    let word = words(line).next()?;
    let is = |all: &[&str]| all.contains(&word.as_str());
    if is(&YES) {
        return Some(true);
    }
    is(&NO).then_some(false)
}

/// Whether a mail with these lines says yes or no, or something else.
pub fn of_mail(lines: &[String]) -> Option<bool> {
    let first = lines.iter().find(|line| words(line).next().is_some());
    first.map_or(Some(false), |line| of_line(line))
}

/// The words of a line, in lower case.
fn words(line: &str) -> impl Iterator<Item = String> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-');
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
        ] {
            assert_eq!(of_line(yes), Some(true), "{yes}");
        }
        for no in [
            "no",
            "NO! I did not ask for that",
            "n",
            "Nope.",
            "Not me, yes?",
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
            "",
            "👍",
        ] {
            assert_eq!(of_line(neither), None, "{neither}");
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
