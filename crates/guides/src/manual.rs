//! The texts about a game, in the reader's language: the guide to playing it, and its rules.

use ::games::KINDS;
use mail::Picture;
use rules::record::Record;
use rules::svg::{Layout, Preferences, Theme};
use rules::{BOARD, Game, KindInfo, Language, Names, Seat, Viewer};

use crate::markdown;

/// The width of these texts in mails and terminals.
const WIDTH: usize = 72;

/// The players of the example, as many as it has seats.
const NAMES: [&str; 12] = [
    "Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hugo", "Ida", "Jon", "Kim", "Lea",
];

/// The viewer of the example, whose turn it is.
const READER: Viewer = Viewer::Seat(Seat(0));

/// Returns the guide as plain text.
pub fn how_to_play(game: &KindInfo, language: Language) -> String {
    let text = game.manual.how_to_play[language as usize];
    let (before, behind) = text.split_once(BOARD).unwrap_or((text, ""));
    let plain = |part| markdown::plain(part, WIDTH, language);
    let board = example(game).map(|example| {
        let names = names(&example, language);
        Picture::new(&example.position().picture(READER, &names)).to_string()
    });
    let parts = [plain(before), board.unwrap_or_default(), plain(behind)];
    parts.join("\n\n").trim().to_owned()
}

/// Returns the rules as plain text.
pub fn rules(game: &KindInfo, language: Language) -> String {
    markdown::plain(&rules_of(game, language), WIDTH, language)
}

/// Returns the section of the rules with this number (`5.1`, `R5`), with its subsections, as plain
/// text.
pub fn section(game: &KindInfo, number: &str, language: Language) -> Option<String> {
    let wanted = number.trim_start_matches(['R', 'r', ' ']);
    let mut is_wanted = false;
    let text = rules_of(game, language);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| {
            if let Some(number) = number_of(line) {
                is_wanted = number
                    .strip_prefix(wanted)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            }
            is_wanted
        })
        .collect();
    (!lines.is_empty()).then(|| markdown::plain(&lines.join("\n"), WIDTH, language))
}

/// Returns the rules for players: without the notes in headings that say why no test script covers
/// a section.
fn rules_of(game: &KindInfo, language: Language) -> String {
    let rules = game.manual.rules[language as usize];
    let for_players = |line: &'static str| match line.split_once(" (no script:") {
        Some((heading, _)) if line.starts_with('#') => heading,
        _ => line,
    };
    let lines: Vec<&str> = rules.lines().map(for_players).collect();
    lines.join("\n")
}

/// Returns the number of a heading: `5.1` for `### R5.1 The position`.
fn number_of(line: &str) -> Option<&str> {
    let title = line.strip_prefix('#')?.trim_start_matches(['#', ' ', '*']);
    let word = title.split_whitespace().next()?;
    Some(word.trim_start_matches('R').trim_end_matches('.'))
}

/// Returns the guide as HTML. `board` is the address of the example's picture and must have a
/// query. On narrow screens, the page uses a narrow version of the picture.
pub fn how_to_play_page(game: &KindInfo, board: &str, language: Language) -> String {
    let text = game.manual.how_to_play[language as usize];
    // The title of the picture is the first line of the board as text.
    let title = example(game).map(|example| {
        let names = names(&example, language);
        let board = example.position().picture(READER, &names);
        board.lines().next().unwrap_or_default().to_owned()
    });
    let picture = format!("![{}]({board})", title.unwrap_or_default());
    let page = markdown::html(&text.replace(BOARD, &picture));
    let narrow =
        format!("<source media=\"(max-width: 34rem)\" srcset=\"{board}&amp;layout=narrow\">");
    match page.split_once("<img ") {
        Some((before, rest)) => match rest.split_once("/>") {
            Some((image, behind)) => {
                format!("{before}<picture>{narrow}<img {image}/></picture>{behind}")
            }
            None => page,
        },
        None => page,
    }
}

/// Returns the rules as HTML.
pub fn rules_page(game: &KindInfo, language: Language) -> String {
    markdown::html(&rules_of(game, language))
}

/// Returns the board of the example as SVG.
pub fn board(game: &KindInfo, theme: Theme, layout: Layout, language: Language) -> Option<String> {
    let likes = Preferences {
        layout,
        ..Preferences::default()
    };
    let example = example(game)?;
    let names = names(&example, language);
    let position = example.position();
    Some(position.svg_as(READER, &names, theme, likes))
}

/// Returns the game of the example in its final position.
fn example(game: &KindInfo) -> Option<Game> {
    let record = Record::from_json(game.manual.example).ok()?;
    let mut example = record.start(KINDS).ok()?;
    for entry in &record.entries {
        example.replay(entry).ok()?;
    }
    Some(example)
}

fn names(example: &Game, language: Language) -> Names {
    Names::new(NAMES.into_iter().take(usize::from(example.seats()))).in_language(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_section_is_found_by_its_number() {
        let info = KINDS.latest("thats-life").unwrap().info();
        let section = |number| crate::manual::section(&info, number, Language::English);
        let first = section("1").unwrap();
        assert!(first.starts_with("R1 AIM\n\n"), "{first}");
        assert!(!first.contains("R10"), "{first}");
        let fifth = section("R5").unwrap();
        assert!(fifth.contains("R5.1 The position") && !fifth.contains("R6"));
        assert_eq!(section("77"), None);
        let whole = crate::manual::rules(&info, Language::English);
        assert!(whole.starts_with("THAT'S LIFE!\n\n"));
    }

    #[test]
    fn every_guide_has_an_example_board() {
        for kind in KINDS.current() {
            let info = kind.info();
            for language in Language::ALL {
                let text = how_to_play(&info, language);
                assert!(!text.contains(BOARD), "{}", info.id);
                for layout in [Layout::Wide, Layout::Narrow] {
                    let board = board(&info, Theme::Auto, layout, language);
                    assert!(board.is_some(), "{}", info.id);
                }
                let page = how_to_play_page(&info, "board.svg?a", language);
                assert!(page.contains("<img src=\"board.svg?a\""), "{}", info.id);
                assert!(page.contains("srcset=\"board.svg?a&amp;layout=narrow\""));
            }
        }
    }
}
