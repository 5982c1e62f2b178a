//! Text that is safe in a letter, and its layout in plain text.
//!
//! Texts that players type, names above all, stand in subjects, headers and bodies. A [`Line`]
//! cannot contain a line break, or a character that reorders the text around it. So a name cannot
//! add a header, forge a paragraph or reverse a sentence.

use std::fmt;

use textwrap::Options;

/// The width of the text part of a letter.
pub(super) const WIDTH: usize = 78;

const LONGEST: usize = 300;

/// The longest text that a player can write at once, in characters.
const LONGEST_SAID: usize = 2000;

/// The length at which lines of an incoming mail are cut, in characters. It exceeds the longest
/// allowed text, so a text that is too long is rejected instead of cut.
const MAX_WIDTH: usize = 1_100;

/// Returns the line with single plain spaces and without invisible characters.
pub fn visible(line: &str) -> String {
    let letters: Vec<char> = line.chars().take(MAX_WIDTH).collect();
    let is_shown = |at: &usize| {
        let c = letters[*at];
        !is_invisible(c) || c.is_control() || c.is_whitespace() || joins(&letters, *at)
    };
    let shown = (0..letters.len()).filter(is_shown).map(|at| letters[at]);
    let line: String = shown
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the character at this index is a joiner or non-joiner between visible non-ASCII
/// characters. Persian and emoji families need it there. Between ASCII characters it has no effect.
fn joins(letters: &[char], at: usize) -> bool {
    let needs = |c: &char| !c.is_ascii() && !c.is_whitespace() && !is_invisible(*c);
    let before = at.checked_sub(1).and_then(|before| letters.get(before));
    matches!(letters[at], '\u{200c}' | '\u{200d}')
        && before.is_some_and(needs)
        && letters.get(at + 1).is_some_and(needs)
}

/// Replaces each blank or invisible character with a space.
fn blanked(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let shown =
        letters
            .iter()
            .enumerate()
            .map(|(at, c)| match is_blank(*c) && !joins(&letters, at) {
                true => ' ',
                false => *c,
            });
    shown.collect()
}

/// One line of text without invisible characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(String);

impl Line {
    /// Creates a line. Replaces line breaks, control and direction characters with single spaces.
    pub fn new(text: &str) -> Line {
        Line::of(text, LONGEST)
    }

    /// Like [`Line::new`], for longer texts that stand alone instead of in a sentence.
    pub fn long(text: &str) -> Line {
        Line::of(text, LONGEST_SAID)
    }

    fn of(text: &str, longest: usize) -> Line {
        let text: String = text.chars().take(longest).collect();
        Line(single_spaced(&blanked(&text)))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: AsRef<str>> From<T> for Line {
    fn from(text: T) -> Line {
        Line::new(text.as_ref())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A board drawn with characters: several lines that are never wrapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture(String);

impl Picture {
    /// Creates a picture without blank lines around it and without invisible characters.
    pub fn new(text: &str) -> Picture {
        let lines: Vec<String> = text
            .lines()
            .map(|line| {
                let visible = line.replace(is_invisible, " ");
                visible.trim_end().to_owned()
            })
            .collect();
        Picture(lines.join("\n").trim_matches('\n').to_owned())
    }
}

impl<T: AsRef<str>> From<T> for Picture {
    fn from(text: T) -> Picture {
        Picture::new(text.as_ref())
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a character is only white space or invisible. A no-break space (U+00A0), which French
/// sets before a colon, is not a blank here.
fn is_blank(c: char) -> bool {
    is_invisible(c) || (c.is_whitespace() && c != '\u{a0}')
}

fn single_spaced(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Whether a character is a control character, a line or paragraph separator, a direction mark or
/// similar.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Keeps lines as they are; wraps lines that are too wide.
pub(super) fn narrow(lines: &[String]) -> String {
    let folded: Vec<String> = lines
        .iter()
        .map(|line| {
            let indent = " ".repeat(line.len() - line.trim_start().len());
            let rest = format!("{indent}  ");
            match textwrap::core::display_width(line) > WIDTH {
                true => textwrap::fill(line, options("", if rest.len() < 20 { &rest } else { "" })),
                false => line.clone(),
            }
        })
        .collect();
    folded.join("\n")
}

/// Splits a long word without spaces, such as a receipt, into lines with this indent.
pub fn folded(word: &str, indent: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let lines = letters.chunks(WIDTH - 2 - indent.len());
    lines
        .map(|line| indent.chars().chain(line.iter().copied()).collect())
        .collect()
}

/// Wraps a paragraph.
pub(super) fn paragraph(text: &str) -> String {
    wrapped(&single_spaced(&blanked(text)), options("", ""))
}

/// Wraps a list item.
pub(super) fn point(text: &str) -> String {
    wrapped(text, options("- ", "  "))
}

/// Wraps a text of another author. Each line begins with a mark, so that readers cannot mistake it
/// for a line of the server.
pub(super) fn quoted(text: &str) -> String {
    textwrap::fill(text, options("| ", "| "))
}

/// The longest quotation in a sentence that is not broken, in columns.
const UNBROKEN: usize = 66;

/// A placeholder for a space at which no line may break.
const BOUND: &str = "\u{e000}";

/// Wraps a text without breaking quotations, so that no line begins with a player's words.
fn wrapped(text: &str, options: Options<'_>) -> String {
    let mut bound = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(['“', '«']) {
        let opening = &rest[before.len()..rest.len() - after.len()];
        let Some((within, end)) = after.split_once(['”', '»']) else {
            break;
        };
        let closing = &after[within.len()..after.len() - end.len()];
        bound.push_str(before);
        bound.push_str(opening);
        match textwrap::core::display_width(within) <= UNBROKEN {
            true => bound.push_str(&within.replace(' ', BOUND)),
            false => bound.push_str(within),
        }
        bound.push_str(closing);
        rest = end;
    }
    bound.push_str(rest);
    textwrap::fill(&bound, options).replace(BOUND, " ")
}

fn options<'a>(first: &'a str, rest: &'a str) -> Options<'a> {
    Options::new(WIDTH)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .initial_indent(first)
        .subsequent_indent(rest)
}

/// Lays out short texts in columns, to be read downwards. Long texts get one line each.
pub(super) fn columns(texts: &[Line]) -> String {
    let widest = texts
        .iter()
        .map(|text| textwrap::core::display_width(text.as_str()))
        .max()
        .unwrap_or(0);
    let wide = widest + 2;
    if wide > WIDTH {
        let lines = texts
            .iter()
            .map(|text| wrapped(text.as_str(), options("  ", "      ")));
        return lines.collect::<Vec<_>>().join("\n");
    }
    let columns = ((WIDTH - 2) / wide).clamp(1, 4);
    let rows = texts.len().div_ceil(columns);
    let mut lines = Vec::with_capacity(rows);
    for row in 0..rows {
        let mut line = String::new();
        for text in texts.iter().skip(row).step_by(rows) {
            line.push_str("  ");
            line.push_str(text.as_str());
            let width = textwrap::core::display_width(text.as_str());
            line.extend(std::iter::repeat_n(' ', widest - width));
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_contains_no_breaks_or_control_characters() {
        let line = Line::new("Ben\r\nBcc: all@example.org\u{2028}x\u{202e}y\0");
        assert_eq!(line.as_str(), "Ben Bcc: all@example.org x y");
    }

    #[test]
    fn joiners_are_kept_where_a_script_needs_them() {
        let persian = "می\u{200c}خواهم";
        let family = "👨\u{200d}👩\u{200d}👧";
        for text in [persian, family] {
            assert_eq!(Line::new(text).as_str(), text);
            assert_eq!(visible(text), text);
            assert_eq!(paragraph(text), text);
        }
        assert_eq!(visible("ro\u{200c}ll\u{200d}"), "roll");
        assert_eq!(
            visible("\u{202a}\u{2066}roll\u{2069}\u{202c}\u{61c}"),
            "roll"
        );
    }

    #[test]
    fn picture_keeps_its_lines() {
        let picture = Picture::new("\n  a b  \n\u{1b}[2Jc\t\n\n");
        assert_eq!(picture.to_string(), "  a b\n [2Jc");
    }

    #[test]
    fn text_of_players_never_begins_a_line() {
        let words = "stop all ".repeat(40);
        for line in quoted(words.trim()).lines() {
            assert!(line.starts_with("| ") && line.len() <= WIDTH, "{line}");
        }
        for length in 1..70 {
            let before = "x ".repeat(length);
            let text = format!("{before}“stop all and stop all” was refused. « stop all »");
            for line in paragraph(&text).lines().chain(point(&text).lines()) {
                assert!(!line.trim().starts_with("stop"), "{line}");
                assert!(line.chars().count() <= WIDTH, "{line}");
            }
        }
    }

    #[test]
    fn columns_are_filled_downwards() {
        let texts: Vec<Line> = ["a", "b", "c", "d", "e"].map(Line::from).into();
        assert_eq!(columns(&texts), "  a  c  e\n  b  d");
        assert_eq!(columns(&[]), "");
    }
}
