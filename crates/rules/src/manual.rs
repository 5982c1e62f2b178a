//! The pages that explain a game to new players, and the words of its moves in each language.
//!
//! The server first reads a move exactly as written. Only then does it drop words, so it never
//! changes the meaning of a valid move. It drops only words from closed lists: `don't roll` is not
//! a move. There is no grammar for each language, because then a new language would need more than
//! new files.

use crate::synonyms::{in_words, parted, synonyms};
use crate::{EachLanguage, Illegal, Language, french};

/// The pages about a game, in each language.
#[derive(Clone, Copy, Debug)]
pub struct Manual {
    /// The introduction for new players: the goal, a turn, the notation, an example, the end, tips.
    /// Markdown; the line [`BOARD`] marks the place of the example's board, and lines that begin
    /// with [`STEP`] those of the pictures of steps.
    pub how_to_play: EachLanguage,
    /// The rules in our own words: Markdown with numbered sections.
    pub rules: EachLanguage,
    /// The words that people may type in their language in place of the notation's words, one line
    /// for each word of the notation: `roll = lancer, jeter`.
    pub words: EachLanguage,
    /// A history that ends at the example turn of `how_to_play`.
    pub example: &'static str,
}

/// Marks the place of the example's board in [`Manual::how_to_play`].
pub const BOARD: &str = "![board]()";

/// Begins a line in [`Manual::how_to_play`] that marks the place of a picture of a step:
/// `![step](-2)` is the example two entries before its end, `![step](roll; hold)` the example after
/// these moves.
pub const STEP: &str = "![step](";

/// Returns the step that a line of [`Manual::how_to_play`] marks.
pub fn step_of(line: &str) -> Option<&str> {
    line.strip_prefix(STEP)?.strip_suffix(')')
}

/// Makes the manual from the files of a game's crate: `en/how-to-play.md`, `en/rules.md`,
/// `en/words.txt`, the same files for the other languages, and `example.json`.
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
    /// Returns the places in the French pages that have a plain space instead of U+00A0.
    pub fn plain_blanks(&self) -> Vec<String> {
        let pages = [self.how_to_play, self.rules].map(|it| it[Language::French as usize]);
        pages.into_iter().flat_map(french::plain_blanks).collect()
    }

    /// Reads a move. Tries the text as written, then with the words of each language translated
    /// into the notation, then with abbreviated words, then in the variants of [`otherwise`]. If
    /// nothing is a move, the refusal is for the last variant that does not begin with a word that
    /// is no verb, read in the language that has most of its words. It quotes the words as written. A move that `names_nothing` that exists counts
    /// only if no other reading is a move.
    pub(crate) fn read<M>(
        &self,
        text: &str,
        read: impl Fn(&str) -> Result<M, Illegal>,
        names_nothing: impl Fn(&M) -> bool,
    ) -> Result<M, Illegal> {
        let names_something = |mv: &M| !names_nothing(mv);
        let text = quiet(text);
        let as_it_stands = read(text);
        if as_it_stands.as_ref().is_ok_and(names_something) {
            return as_it_stands;
        }
        let text = match text.trim().split_once(' ') {
            Some((first, rest)) if is_i(first) => match read(rest) {
                Ok(mv) => return Ok(mv),
                Err(_) => rest,
            },
            _ => text,
        };
        let noted = self.noted(text);
        for noted in &noted {
            let read = read(&noted.text);
            if read.as_ref().is_ok_and(names_something) {
                return read;
            }
        }
        for words in &self.words {
            let all = lengthened(words, text).into_iter();
            let mut all = all.filter_map(|text| read(&text).ok().filter(names_something));
            if let (Some(mv), None) = (all.next(), all.next()) {
                return Ok(mv);
            }
        }
        let others = otherwise(text);
        for text in &others {
            let noted = self.noted(text).into_iter().map(|noted| noted.text);
            let all = std::iter::once(text.clone()).chain(noted);
            let mut all = all.filter_map(|text| read(&text).ok().filter(names_something));
            if let Some(mv) = all.next() {
                return Ok(mv);
            }
        }
        let mut said = noted.iter().map(|noted| read(&noted.text));
        if let Some(names_nothing) = said.find(Result::is_ok) {
            return names_nothing;
        }
        if as_it_stands.is_ok() {
            return as_it_stands;
        }
        let mut others_back = others.iter().rev();
        let last = others_back.find(|it| !self.begins_with_no_verb(it, text));
        let last = last.map_or(text, String::as_str);
        match best(&self.noted(last)) {
            Some(noted) => read(&noted.text).map_err(|illegal| noted.as_written(illegal, text)),
            None if others.is_empty() => as_it_stands,
            None => read(last),
        }
    }

    /// Whether a variant of a text begins with a word from its end that only looks like a verb:
    /// “moon play 99”.
    fn begins_with_no_verb(&self, variant: &str, text: &str) -> bool {
        let Some((first, _)) = variant.split_once(' ') else {
            return false;
        };
        let lower = first.to_lowercase();
        let mut known = self.words.iter().flat_map(|words| synonyms(words));
        is_infinitive(first)
            && split(text).next() != Some(first)
            && !known.any(|(own, _)| own == lower)
    }

    /// Returns the text translated into the notation, once for each language that has some of its
    /// words.
    fn noted(&self, text: &str) -> Vec<Noted> {
        let words = self.words.iter();
        words.filter_map(|words| Noted::of(words, text)).collect()
    }

    /// Translates a move of the notation into the words of a language.
    pub fn in_words(&self, notation: &str, language: Language) -> String {
        in_words(&self.words, notation, language)
    }

    /// Whether a text is this move of the notation, in the words of any language.
    pub fn is_said(&self, text: &str, notation: &str) -> bool {
        let noted = self.noted(text).into_iter().map(|noted| noted.text);
        let mut all = std::iter::once(text.to_owned()).chain(noted);
        all.any(|text| text.eq_ignore_ascii_case(notation))
    }
}

/// Returns a text without `!` and `.` after its last word. After a number they may have a meaning:
/// in Flip Freighters, `5!` delivers.
fn quiet(text: &str) -> &str {
    let text = text.trim();
    let bare = text.trim_end_matches(['!', '.']);
    match bare.ends_with(|c: char| c.is_alphabetic()) {
        true => bare,
        false => text,
    }
}

/// Words that people write around a move, by kind. An `around` word has no meaning next to a move.
/// A `where` word names a place and is dropped last. An `article` is dropped only at the beginning,
/// because elsewhere it may have a meaning: “the 2” is a card, and 2 a place.
const AROUND: EachLanguage = each_language!("/src/texts/", "/around.txt");

/// Whether a word is in that list with one of these kinds.
fn is_around(word: &str, kinds: &[&str]) -> bool {
    let word = word.to_lowercase();
    let mut all = AROUND.iter().flat_map(|words| synonyms(words));
    all.any(|(own, kind)| own == word && kinds.contains(&kind))
}

/// Returns other ways to write a text that is not a move as written: without marks after its words,
/// without the words around the move, and with a verb at the end moved to the front, as German puts
/// it last. Words that speak against a move are never dropped.
fn otherwise(text: &str) -> Vec<String> {
    let mut bare: Vec<String> = Vec::new();
    // A question is not a move.
    let words = split(text).filter(|_| !text.trim_end().ends_with('?'));
    for word in words {
        let quiet = word.trim_end_matches([':', ';', '…', '.']);
        let quiet = match quiet.trim_end_matches('!') {
            rest if rest.ends_with(char::is_alphabetic) => rest,
            _ => quiet,
        };
        // “Herz-Vier” becomes “Herz Vier”; “6-1” stays.
        let is_joined = quiet.contains('-') && quiet.chars().all(|c| c.is_alphabetic() || c == '-');
        match is_joined {
            true => bare.extend(quiet.split('-').map(str::to_owned)),
            false => bare.push(quiet.to_owned()),
        }
    }
    bare.retain(|word| !word.is_empty());
    let without = |kinds: &[&str]| -> Vec<String> {
        let meant = bare.iter().filter(|it| !is_around(it, kinds));
        meant.cloned().collect()
    };
    let mut all: Vec<String> = Vec::new();
    for kinds in [&[][..], &["around"], &["around", "where"]] {
        let mut words = without(kinds);
        // A heart after a move is a greeting; elsewhere it may name a card.
        let is_sign = |word: &String| word.chars().all(|c| "♠♥♦♣".contains(c));
        while !kinds.is_empty() && words.last().is_some_and(is_sign) {
            words.pop();
        }
        for _ in 0..2 {
            let is_article = |word: &&String| is_around(word, &["article"]);
            let articles = words.iter().take_while(is_article).count();
            words.drain(..articles);
            if words.is_empty() {
                break;
            }
            let written = words.join(" ");
            if written != text && !all.contains(&written) {
                all.push(written);
            }
            // Only a verb moves to the front: “to m6a” is not “m6a”.
            if !words.last().is_some_and(|word| is_infinitive(word)) {
                break;
            }
            words.rotate_right(1);
        }
    }
    // After a number the mark may have a meaning, but not if the text with it is not a move.
    let loud = std::iter::once(text).chain(all.iter().map(String::as_str));
    let loud = loud.filter(|it| it.ends_with('!'));
    let quiet: Vec<String> = loud.map(|it| it.trim_end_matches('!').to_owned()).collect();
    all.extend(quiet);
    all
}

/// Whether a word may be a German infinitive: `würfeln`, `laden`.
fn is_infinitive(word: &str) -> bool {
    let word = word.to_lowercase();
    word.chars().count() >= 4 && word.chars().all(char::is_alphabetic) && word.ends_with('n')
}

/// Whether a word means “I”.
fn is_i(word: &str) -> bool {
    ["i", "je", "ich"]
        .iter()
        .any(|it| word.eq_ignore_ascii_case(it))
}

/// The minimum number of letters of an abbreviated word: for the first word, which may be a move by
/// itself, and for the later words.
const FEWEST: [usize; 2] = [4, 3];

/// The maximum number of texts to try for one text with abbreviated words.
const MOST: usize = 32;

/// Splits a text into its words.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    words.filter(|word| !word.is_empty())
}

/// Returns the possible texts of the notation for a text with abbreviated words: `avan dép` may be
/// `move start` and also `front move`. Returns none if no word is abbreviated.
fn lengthened(words: &'static str, text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut is_short = false;
    for (at, word) in split(text).enumerate() {
        let (own, rest) = parted(word);
        let own = own.to_lowercase();
        let exact = synonyms(words).filter(|(it, _)| *it == own);
        let mut meant: Vec<&str> = exact.map(|(_, notation)| notation).collect();
        if meant.is_empty() && own.chars().count() >= FEWEST[at.min(1)] {
            let begun = synonyms(words).filter(|(it, _)| it.starts_with(&own));
            meant = begun.map(|(_, notation)| notation).collect();
            is_short |= !meant.is_empty();
        }
        meant.sort_unstable();
        meant.dedup();
        let said: Vec<String> = match meant.is_empty() {
            true => vec![word.to_owned()],
            false => meant.iter().map(|it| format!("{it}{rest}")).collect(),
        };
        if all.len() * said.len() > MOST {
            return Vec::new();
        }
        let longer = all.iter().flat_map(|begun| {
            said.iter()
                .map(move |said| format!("{begun} {said}").trim_start().to_owned())
        });
        all = longer.collect();
    }
    match is_short {
        true => all,
        false => Vec::new(),
    }
}

/// A text translated into the notation.
struct Noted {
    text: String,
    /// The words of the notation that replaced others, each with the word as written.
    put: Vec<(&'static str, String)>,
}

/// Returns the text in the language that has most of its words.
fn best(noted: &[Noted]) -> Option<&Noted> {
    noted.iter().rev().max_by_key(|noted| noted.put.len())
}

impl Noted {
    /// Translates a text with the words of one language. Returns `None` if the text contains none
    /// of these words. A word ends before a sign, so `coeurs>3` is `hearts>3`. It begins after an
    /// elided article, as in `l'arrivée`.
    fn of(words: &'static str, text: &str) -> Option<Noted> {
        let known = |own: &str| {
            let lower = own.to_lowercase();
            let known = synonyms(words).find(|(own, _)| *own == lower);
            known.map(|(_, notation)| notation)
        };
        Noted::by(text, |own| {
            known(own).or_else(|| known(own.split_once(['\'', '’'])?.1))
        })
    }

    fn by(text: &str, known: impl Fn(&str) -> Option<&'static str>) -> Option<Noted> {
        let mut put = Vec::new();
        let words: Vec<String> = split(text)
            .map(|word| {
                let (own, rest) = parted(word);
                let (notation, own, rest) = match (known(word), known(own)) {
                    (Some(notation), _) => (notation, word, ""),
                    (None, Some(notation)) => (notation, own, rest),
                    (None, None) => return word.to_owned(),
                };
                put.push((notation, own.to_owned()));
                format!("{notation}{rest}")
            })
            .collect();
        (!put.is_empty()).then(|| Noted {
            text: words.join(" "),
            put,
        })
    }

    /// Returns the refusal with quotations of the text as written, whole or word by word.
    fn as_written(&self, mut illegal: Illegal, written: &str) -> Illegal {
        illegal.text.reword("word", |word| {
            let own = self.put.iter().find(|(notation, _)| *notation == word);
            own.map(|(_, own)| own.clone())
        });
        let is_whole = |words: &str| words == self.text;
        let written = |words: &str| is_whole(words).then(|| written.to_owned());
        illegal.text.reword("words", written);
        illegal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Words;

    const MANUAL: Manual = Manual {
        how_to_play: [""; 3],
        rules: [""; 3],
        words: [
            "roll = throw",
            "roll = lancer, jeter\nmove = avancer\nhearts = coeurs\nfront = avant",
            "roll = würfeln, würfle\nmove = ziehen",
        ],
        example: "",
    };

    /// Only a verb moves to the front: “vers m6a” is not “m6a”.
    #[test]
    fn only_a_verb_changes_its_place() {
        let has = |text: &str, other: &str| otherwise(text).contains(&other.to_owned());
        assert!(has(
            "Die Rot gegen zwei tauschen",
            "tauschen Rot gegen zwei"
        ));
        assert!(has("bitte noch einmal würfeln", "würfeln"));
        for text in ["vers m6a", "to m6a", "vers départ", "bis 6"] {
            let first = text.split(' ').next().unwrap();
            assert!(
                otherwise(text).iter().all(|it| it.starts_with(first)),
                "{text}"
            );
        }
        assert_eq!(otherwise("bitte würfeln?"), [""; 0]);
        // Words that speak against a move, or for another move, are never dropped.
        for text in [
            "place 3 instead of 4",
            "play 5 next to 12",
            "5 weg links",
            "fahre Herz 3 weiter",
            "drive hearts 3 more",
        ] {
            let words = text.split(' ').filter(|word| !["of", "to"].contains(word));
            let words: Vec<&str> = words.collect();
            let kept = |it: &String| {
                words
                    .iter()
                    .all(|word| it.split(' ').any(|kept| kept == *word))
            };
            assert!(otherwise(text).iter().all(kept), "{text}");
        }
        assert!(has("roll 0!", "roll 0"));
        assert!(has("roll, please ♥", "roll"));
        assert!(!has("load the 6 ♠ on any", "load the 6 on any"));
    }

    #[test]
    fn a_move_is_read_in_each_language() {
        let read = |text: &str| match text {
            "roll" | "move m4a" | "5H hearts>3" => Ok(text.to_owned()),
            _ if text.starts_with("move to") => Ok(text.to_owned()),
            _ => Err(Illegal::bad_move(crate::Message::verbatim(text))),
        };
        let read = |text: &str| {
            MANUAL.read(text, read, |mv| {
                mv == "move to coeurs" || mv == "move to pik"
            })
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
            ("l'avancer m4a", "move m4a"),
            ("avanc m4a", "move m4a"),
            ("avan m4a", "move m4a"),
            ("5H coe>3", "5H hearts>3"),
            ("Ich würfle", "roll"),
            ("I roll", "roll"),
            ("move to coeurs", "move to hearts"),
            ("move to pik", "move to pik"),
        ] {
            assert_eq!(read(written).unwrap(), notation, "{written}");
        }
        for (written, refused) in [("hop", "hop"), ("avancer p9", "move p9")] {
            let illegal = read(written).unwrap_err();
            assert_eq!(illegal.text.to(crate::Language::English), refused);
        }
        assert!(MANUAL.is_said("Würfeln", "roll") && MANUAL.is_said("ROLL", "roll"));
        assert!(!MANUAL.is_said("ziehen", "roll"));
    }

    #[test]
    fn a_move_is_told_in_each_language() {
        let told = |notation: &str, language| MANUAL.in_words(notation, language);
        assert_eq!(told("roll", Language::German), "würfeln");
        assert_eq!(told("move m4a", Language::French), "avancer m4a");
        assert_eq!(told("5H hearts>3", Language::French), "5H coeurs>3");
        assert_eq!(told("roll", Language::English), "roll");
    }

    #[test]
    fn a_refusal_quotes_what_was_written() {
        let read = |text: &str| -> Result<(), Illegal> {
            let mut words = Words::of(text);
            words.skip(&["roll"]);
            words.end()
        };
        let told = |text: &str| {
            let illegal = MANUAL.read(text, read, |()| false).unwrap_err();
            illegal.text.to(crate::Language::English)
        };
        assert_eq!(
            told("lancer Coeurs"),
            "“Coeurs” is more than the move needs."
        );
        assert_eq!(told("roll p9"), "“p9” is more than the move needs.");
        // “moon” may be a German infinitive, but the game has no such verb.
        assert_eq!(told("roll the moon"), "“the” is more than the move needs.");
    }
}
