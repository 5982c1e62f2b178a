//! Words and signs that people write around a command: bullets, quotation marks, politeness,
//! smileys.
//!
//! A line loses its surroundings and nothing of its middle, so that the rest is what the sender
//! wrote. Chat, notes and contributions to the dice keep their end. So does `new`, because a name
//! at the end may look like a word of thanks.
//!
//! Quotations, signatures and greetings are separate lines, which `mail::inbound::strip` removes.

use std::str::Chars;

use crate::synonyms::begun_in_ours;
use crate::texts::SAID;

/// Polite words on either side of a command, in lower case.
const POLITE: [&str; 10] = [
    "please",
    "pls",
    "plz",
    "s'il vous plaît",
    "s'il vous plait",
    "s'il te plaît",
    "s'il te plait",
    "svp",
    "stp",
    "bitte",
];

/// Other words before a command.
const BEFORE: [&str; 65] = [
    "ok",
    "okay",
    "then",
    "and then",
    "and",
    "now",
    "first",
    "i would like to",
    "i'd like to",
    "i want to",
    "i am going to",
    "i'm going to",
    "i am on",
    "i'm on",
    "i will be on",
    "i'll be on",
    "i am",
    "i'm",
    "i'd",
    "i'll",
    "i will",
    "i would",
    "i need",
    "i",
    "let me",
    "let's",
    "my move is",
    "my moves are",
    "my move",
    "my moves",
    "my next move is",
    "my next move",
    "next move",
    "my turn",
    "here is my move",
    "here's my move",
    "here are my moves",
    "alors",
    "puis",
    "ensuite",
    "et",
    "je voudrais",
    "je suis en",
    "je suis",
    "je serai en",
    "j'ai",
    "je",
    "mon coup est",
    "mon coup",
    "mes coups",
    "voici mon coup",
    "dann",
    "und",
    "also",
    "ich möchte",
    "ich würde gerne",
    "ich würde",
    "ich bin im",
    "ich bin in",
    "ich bin",
    "ich",
    "mein zug ist",
    "mein zug lautet",
    "mein zug",
    "meine züge",
];

/// Words before a command that only count with a colon or comma after them.
const LABELS: [&str; 16] = [
    "move",
    "moves",
    "i play",
    "i'd play",
    "well",
    "so",
    "ps",
    "je joue",
    "coup",
    "bon",
    "ich spiele",
    "zug",
    "gut",
    "play",
    "joue",
    "spiele",
];

/// Other words after a command.
const BEHIND: [&str; 9] = [
    "thanks",
    "thank you",
    "thx",
    "merci",
    "merci beaucoup",
    "merci d'avance",
    "danke",
    "danke schön",
    "vielen dank",
];

/// Bullets before the item of a list.
const BULLETS: [char; 9] = ['-', '*', '•', '·', '–', '—', '→', '▪', '●'];

/// Quotation marks in European languages.
const QUOTES: [char; 14] = [
    '"', '\'', '`', '´', '“', '”', '„', '‟', '«', '»', '‹', '›', '‘', '’',
];

/// Pairs of marks for emphasis.
const PAIRS: [(char, char); 7] = [
    ('(', ')'),
    ('[', ']'),
    ('<', '>'),
    ('*', '*'),
    ('_', '_'),
    ('「', '」'),
    ('『', '』'),
];

/// Smileys in letters.
const FACES: [&str; 16] = [
    ":-)", ":)", ";-)", ";)", ":-D", ":D", ":-P", ":P", "^^", "<3", "xD", "XD", ":-(", ":(", ":-/",
    ":o)",
];

/// The largest number of layers that are removed. No line is more polite than that.
const MOST_LAYERS: usize = 16;

/// Returns the part of a line that is a command. It may be empty.
pub fn meant(line: &str) -> &str {
    let mut line = line.trim();
    if line.chars().all(|c| c == '?') {
        return &line[..line.len().min(1)];
    }
    for _ in 0..MOST_LAYERS {
        let before = line;
        line = between(line);
        line = without_bullet(line);
        line = without_number(line.trim_start());
        line = unquoted(line);
        line = POLITE
            .iter()
            .chain(&BEFORE)
            .find_map(|words| begun_by(line, words))
            .or_else(|| LABELS.iter().find_map(|words| labelled(line, words)))
            .unwrap_or(line);
        if is_said(line) {
            return line;
        }
        line = without_end(line);
        if begun_by(line, "new").is_none() {
            line = POLITE
                .iter()
                .chain(&BEHIND)
                .find_map(|words| ended_by(line, words))
                .unwrap_or(line);
        }
        if line == before {
            return line;
        }
    }
    line
}

/// Whether a line is kept as written: chat, a note, or a contribution to the dice.
fn is_said(line: &str) -> bool {
    let is = |line: &str| SAID.iter().any(|word| begun_by(line, word).is_some());
    is(line) || begun_in_ours(line).any(|line| is(&line))
}

/// Removes a pair of marks around the line.
fn between(line: &str) -> &str {
    let inner = |(open, close): &(char, char)| {
        let inner = line.strip_prefix(*open)?.strip_suffix(*close)?;
        (!inner.is_empty() && !inner.contains([*open, *close])).then_some(inner.trim())
    };
    let double = line.strip_prefix("**").and_then(|it| it.strip_suffix("**"));
    double
        .or_else(|| PAIRS.iter().find_map(inner))
        .unwrap_or(line)
}

/// Removes a bullet before the line. `-8` alone is a tile; in `-5H` the hyphen is a bullet before a
/// card.
fn without_bullet(line: &str) -> &str {
    let rest = line.trim_start_matches(|c| BULLETS.contains(&c) || is_picture(c));
    let number = rest.split(char::is_whitespace).next().unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match line.starts_with('-') && is_number {
        true => line,
        false => rest,
    }
}

/// Removes `1.`, `2)`, `(3)` or `a)` before the line.
fn without_number(line: &str) -> &str {
    let line = match line.strip_prefix('(').and_then(|it| it.split_once(')')) {
        Some((number, rest)) if number.len() == 1 && rest.starts_with(' ') => rest.trim_start(),
        _ => line,
    };
    let lettered = line.strip_prefix(|c: char| c.is_ascii_lowercase());
    if let Some(rest) = lettered.and_then(|it| it.strip_prefix(") ")) {
        return rest.trim_start();
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match (line.len() - rest.len(), rest.strip_prefix(['.', ')'])) {
        (1..=2, Some(rest)) if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

/// Removes a pair of quotation marks around the line.
fn unquoted(line: &str) -> &str {
    let inner = line
        .strip_prefix(QUOTES)
        .and_then(|rest| rest.trim_end_matches(['.', '!', ',']).strip_suffix(QUOTES));
    inner.map_or(line, str::trim)
}

/// The suits, which some players add to a card: “2H ♥”.
const SUITS: [char; 4] = ['♠', '♥', '♦', '♣'];

/// Whether a line names a card. A suit after it is then no smiley.
fn names_card(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let is_face = word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        let has_number = word.bytes().any(|byte| byte.is_ascii_digit());
        is_face || has_number || word.eq_ignore_ascii_case("joker")
    })
}

/// Removes punctuation and smileys at the end of the line.
fn without_end(line: &str) -> &str {
    let mut line = line;
    loop {
        let before = line;
        let keeps_suit = names_card(line);
        line = line.trim_end_matches(|c: char| {
            let is_face = is_picture(c) && !(keeps_suit && SUITS.contains(&c));
            matches!(c, '.' | ',' | ';' | ':' | '…') || c.is_whitespace() || is_face
        });
        line = line
            .strip_suffix(['-', '–', '—'])
            .filter(|rest| rest.ends_with(char::is_whitespace))
            .unwrap_or(line);
        // In Flip Freighters, an exclamation mark after a number has a meaning.
        let quiet = line.trim_end_matches('!');
        if !quiet.ends_with(|c: char| c.is_ascii_digit()) {
            line = quiet;
        }
        line = FACES
            .iter()
            .find_map(|face| line.strip_suffix(face))
            .filter(|rest| rest.is_empty() || rest.ends_with(char::is_whitespace))
            .unwrap_or(line);
        if line == before {
            return line;
        }
    }
}

/// Whether this is a pictograph, or a character that joins or colours pictographs.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns the rest of a line that begins with these words.
fn begun_by<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let rest = rest(line, words.chars(), Chars::next)?;
    Some(rest.trim_start_matches(is_bound))
}

/// Returns the rest of a line that begins with these words and a colon or comma.
fn labelled<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let rest = rest(line, words.chars(), Chars::next)?.trim_start();
    let rest = rest.strip_prefix([':', ','])?;
    Some(rest.trim_start_matches(is_bound))
}

/// Returns the part of a line before these words at its end.
fn ended_by<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let rest = rest(line, words.chars().rev(), Chars::next_back)?;
    Some(rest.trim_end_matches(is_bound))
}

/// Removes these letters from a line, if it has them and a word ends there.
fn rest<'a>(
    line: &'a str,
    mut letters: impl Iterator<Item = char>,
    take: fn(&mut Chars<'a>) -> Option<char>,
) -> Option<&'a str> {
    let mut left = line.chars();
    let has_all = letters.all(|letter| take(&mut left).is_some_and(|c| is_same(c, letter)));
    let ends = take(&mut left.clone()).is_none_or(is_bound);
    (has_all && ends).then_some(left.as_str())
}

/// Whether this character separates words.
fn is_bound(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ':' | '=')
}

/// Whether a character is this lower-case letter, in either case. Both forms of the apostrophe are
/// the same.
fn is_same(c: char, lower: char) -> bool {
    (lower == '\'' && c == '’') || c.to_lowercase().eq([lower])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A minus sign before a number is not a bullet.
    #[test]
    fn minus_sign_before_a_number_is_kept() {
        for (line, means) in [
            ("-8", "-8"),
            ("-8 nach L4", "-8 nach L4"),
            ("- 8", "8"),
            ("-roll", "roll"),
            ("-5H hearts.2", "5H hearts.2"),
        ] {
            assert_eq!(meant(line), means, "{line}");
        }
    }

    /// A suit after a card is kept; after another word it is a smiley.
    #[test]
    fn suit_after_a_card_is_kept() {
        for (line, means) in [
            ("2H ♥", "2H ♥"),
            ("AH ♥!", "AH ♥"),
            ("lade joker auf ♠.", "lade joker auf ♠"),
            ("roll ♥", "roll"),
            ("yes ♥ ♥", "yes"),
        ] {
            assert_eq!(meant(line), means, "{line}");
        }
    }

    #[test]
    fn layers_of_polite_words_are_limited() {
        let line = "i ".repeat(500) + "roll";
        assert_eq!(meant(&line), "i ".repeat(500 - MOST_LAYERS) + "roll");
    }

    #[test]
    fn bullets_quotes_and_smileys_around_a_command_are_removed() {
        for line in [
            "roll",
            " roll ",
            "- roll",
            "* roll",
            "• roll",
            "1. roll",
            "2) roll",
            "“roll”",
            "\"roll\"",
            "\"roll\".",
            "« roll »",
            "‘roll’",
            "`roll`",
            "„roll“",
            "roll.",
            "roll!",
            "roll!!",
            "roll 🎲",
            "🎲 roll",
            "roll :-)",
            "roll, please",
            "roll please!",
            "Please roll",
            "please: roll",
            "roll, thanks",
            "roll. Thanks!",
            "I roll",
            "I'll roll",
            "I’ll roll.",
            "I will roll",
            "I'd like to roll",
            "ok, roll",
            "then roll",
            "and then roll",
            "My move: roll",
            "my move is roll",
            "Roll",
            "svp roll",
            "roll svp",
            "roll, s’il vous plaît",
            "bitte roll",
            "roll bitte",
            "je roll",
            "mon coup : roll",
            "Mein Zug: roll",
            "- 1. “roll”!",
            "let's roll",
            "roll ❤️",
            "— roll",
        ] {
            assert!(
                meant(line).eq_ignore_ascii_case("roll"),
                "{line:?} → {:?}",
                meant(line)
            );
        }
    }

    #[test]
    fn middle_of_a_line_and_chat_text_are_kept() {
        for line in [
            "score 1 to 3",
            "JKd hearts>5!",
            "new thats with ben and Merci",
            "place m5b at 3",
            "chat Well done, please go on! :-)",
            "note 1. keep the 8!",
            "it",
            "1 2",
            "12",
            "ok-corral",
            "ice",
            "andy",
        ] {
            assert_eq!(meant(line), line);
        }
        assert_eq!(meant("- chat Hello!"), "chat Hello!");
        for nothing in ["", "!", "🎉🎉", ":-)", "...", "please"] {
            assert_eq!(meant(nothing), "", "{nothing}");
        }
    }
}
