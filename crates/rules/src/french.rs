//! What French wants of a text: a blank that does not break before `: ; ? ! »` and behind `«`.

/// The places of a French text where a plain blank stands in place of U+00A0, each with what is around it.
/// What stands between backticks is code; a sign between blanks is a thing, as in `an ! blocks the way`.
pub(crate) fn plain_blanks(text: &str) -> Vec<String> {
    let parts = text.split('`').step_by(2);
    let mut found = Vec::new();
    for part in parts {
        let letters: Vec<char> = part.chars().collect();
        for (at, pair) in letters.windows(2).enumerate() {
            let is_wrong = match pair {
                ['«', next] => *next != '\u{a0}',
                [' ', '!'] => letters.get(at + 2) != Some(&' '),
                [' ', ':' | ';' | '?'] => true,
                [before, '»'] => *before != '\u{a0}',
                _ => false,
            };
            if is_wrong {
                let around = letters[at.saturating_sub(12)..].iter().take(24);
                found.push(around.collect());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_blanks_are_found() {
        for right in [
            "Oui\u{a0}: «\u{a0}non\u{a0}»\u{a0}!",
            "https://play.test",
            "`a ? b : c`",
            "une barrière ! coupe",
        ] {
            assert_eq!(plain_blanks(right), [""; 0]);
        }
        for wrong in ["Oui :", "a ;", "a ?", "a !", "« a\u{a0}»", "«\u{a0}a »"] {
            assert_eq!(plain_blanks(wrong).len(), 1, "{wrong}");
        }
    }
}
