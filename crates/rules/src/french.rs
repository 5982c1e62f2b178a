//! A check of French typography: a no-break space before `: ; ? ! »` and after `«`.

/// Returns the places in a French text that have a plain space instead of U+00A0, each with its
/// surroundings. Text between backticks is code and is skipped. An `!` between spaces is a game
/// piece, as in `an ! blocks the way`, and is skipped too.
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
