//! What people read about a game before they play it, and the words they type in their language.

use crate::{EachLanguage, Illegal, Language, french};

/// What people read about a game, in each language.
#[derive(Clone, Copy, Debug)]
pub struct Manual {
    /// What a newcomer reads: the goal, a turn, what to type, an example, the end, tips. Markdown; where the
    /// board of the example belongs stands the line [`BOARD`].
    pub how_to_play: EachLanguage,
    /// The rules in our own words, Markdown with numbered sections.
    pub rules: EachLanguage,
    /// The words that people type in their language in place of those of the notation, a line for each of these:
    /// `roll = lancer, jeter`.
    pub words: EachLanguage,
    /// A history that stands at the example turn of `how_to_play`.
    pub example: &'static str,
}

/// Where the board of the example belongs in [`Manual::how_to_play`].
pub const BOARD: &str = "![board]()";

/// The manual that the files of a game's crate make: `en/how-to-play.md`, `en/rules.md`, `en/words.txt`, the
/// same of the other languages, and `example.json`.
#[macro_export]
macro_rules! manual {
    () => {
        $crate::Manual {
            how_to_play: $crate::each_language!("/", "/how-to-play.md"),
            rules: $crate::each_language!("/", "/rules.md"),
            words: $crate::each_language!("/", "/words.txt"),
            example: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/example.json")),
        }
    };
}

impl Manual {
    /// The places of the French pages where a plain blank stands in place of U+00A0.
    pub fn plain_blanks(&self) -> Vec<String> {
        let pages = [self.how_to_play, self.rules].map(|it| it[Language::French as usize]);
        pages.into_iter().flat_map(french::plain_blanks).collect()
    }

    /// Reads a move: as it is written, or with the words of each language in turn put into those of the
    /// notation. What is no move so either is refused as it was written, unless there were such words.
    pub(crate) fn read<M>(
        &self,
        text: &str,
        read: impl Fn(&str) -> Result<M, Illegal>,
    ) -> Result<M, Illegal> {
        let mut refused = match read(text) {
            Ok(mv) => return Ok(mv),
            Err(refused) => refused,
        };
        let mut is_first = true;
        for notation in self.words.iter().filter_map(|words| noted(words, text)) {
            match read(&notation) {
                Ok(mv) => return Ok(mv),
                Err(illegal) if is_first => (refused, is_first) = (illegal, false),
                Err(_) => {}
            }
        }
        Err(refused)
    }
}

/// The words that a file such as [`Manual::words`] gives, each with what it stands for: `lancer` and `roll` of the
/// line `roll = lancer, jeter`.
pub fn synonyms(words: &str) -> impl Iterator<Item = (&str, &str)> {
    words.lines().flat_map(|line| {
        let (known, own) = line.split_once('=').unwrap_or_default();
        own.split(',').map(|own| (own.trim(), known.trim()))
    })
}

/// The text in the words of the notation; `None` when it holds none of the others. A word ends where a sign
/// follows it: `coeurs>3` is `hearts>3`.
fn noted(words: &str, text: &str) -> Option<String> {
    let mut is_noted = false;
    let known = |own: &str| {
        let lower = own.to_lowercase();
        let known = synonyms(words).find(|(own, _)| *own == lower);
        known.map(|(_, notation)| notation)
    };
    let text: Vec<String> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let (own, rest) = word.split_at(word.find(['.', '>']).unwrap_or(word.len()));
            let (notation, rest) = match (known(word), known(own)) {
                (Some(notation), _) => (notation, ""),
                (None, Some(notation)) => (notation, rest),
                (None, None) => return word.to_owned(),
            };
            is_noted = true;
            format!("{notation}{rest}")
        })
        .collect();
    is_noted.then(|| text.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANUAL: Manual = Manual {
        how_to_play: [""; 3],
        rules: [""; 3],
        words: [
            "roll = throw",
            "roll = lancer, jeter\nmove = avancer\nhearts = coeurs",
            "roll = würfeln\nmove = ziehen",
        ],
        example: "",
    };

    #[test]
    fn a_move_is_read_in_each_language() {
        let read = |text: &str| match text {
            "roll" | "move m4a" | "5H hearts>3" => Ok(text.to_owned()),
            _ => Err(Illegal::bad_move(crate::Message::verbatim(text))),
        };
        for (written, notation) in [
            ("roll", "roll"),
            ("throw", "roll"),
            ("Lancer", "roll"),
            ("WÜRFELN", "roll"),
            ("avancer m4a", "move m4a"),
            ("ziehen  m4a", "move m4a"),
            ("5H coeurs>3", "5H hearts>3"),
            ("avancer, m4a", "move m4a"),
        ] {
            assert_eq!(MANUAL.read(written, read).unwrap(), notation, "{written}");
        }
        for (written, refused) in [("hop", "hop"), ("avancer p9", "move p9")] {
            let illegal = MANUAL.read(written, read).unwrap_err();
            assert_eq!(illegal.text.to(crate::Language::English), refused);
        }
    }
}
