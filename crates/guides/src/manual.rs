//! The texts about a game, in the reader's language: the guide to playing it, and its rules.

use ::games::KINDS;
use mail::Picture;
use rules::record::Record;
use rules::svg::{Drawing, Layout, Preferences, Sheets, Theme, Words};
use rules::{Action, BOARD, Game, KindInfo, Language, Names, STEP, Seat, Viewer, step_of};

use crate::markdown;

/// The width of these texts in mails and terminals.
const WIDTH: usize = 72;

/// The players of the example, as many as it has seats.
const NAMES: [&str; 12] = [
    "Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hugo", "Ida", "Jon", "Kim", "Lea",
];

/// The viewer of the example, whose turn it is.
const READER: Viewer = Viewer::Seat(Seat(0));

/// The section of a guide about typed moves. The page folds it.
const TYPING: usize = 3;

/// The time of the moves that a guide shows. No rule depends on it.
const AT: &str = "2026-01-01T00:00:00.000Z";

/// Returns the guide as Markdown, without the pictures of steps.
pub fn how_to_play_source(game: &KindInfo, language: Language) -> String {
    let text = game.manual.how_to_play[language as usize];
    let mut source = String::with_capacity(text.len());
    let mut is_left_out = false;
    for line in text.lines() {
        // The blank line after a picture goes with it.
        if !(line.starts_with(STEP) || is_left_out && line.is_empty()) {
            source.push_str(line);
            source.push('\n');
        }
        is_left_out = line.starts_with(STEP);
    }
    source
}

/// Returns the guide as plain text.
pub fn how_to_play(game: &KindInfo, language: Language) -> String {
    let text = how_to_play_source(game, language);
    let (before, behind) = text.split_once(BOARD).unwrap_or((&text, ""));
    let plain = |part| markdown::plain(part, WIDTH, language);
    let board = example(game, 0).map(|example| {
        let names = names(&example, language);
        Picture::new(&example.position().picture(READER, &names)).to_string()
    });
    let parts = [plain(before), board.unwrap_or_default(), plain(behind)];
    parts.join("\n\n").trim().to_owned()
}

/// Returns the guide as HTML for a mail, with the board of the example as text.
pub fn how_to_play_mail(game: &KindInfo, language: Language) -> String {
    let board = example(game, 0).map(|example| {
        let names = names(&example, language);
        let board = Picture::new(&example.position().picture(READER, &names));
        format!("```\n{board}\n```")
    });
    let text = how_to_play_source(game, language);
    markdown::mail(&text.replace(BOARD, &board.unwrap_or_default()))
}

/// Returns the rules as HTML for a mail.
pub fn rules_mail(game: &KindInfo, language: Language) -> String {
    markdown::mail(&rules_of(game, language))
}

/// Returns words and their effects as HTML for a mail: a table below this introduction, which may
/// be empty.
pub fn words_mail<'a>(
    introduction: &str,
    words: impl Iterator<Item = (&'a str, String)>,
) -> String {
    let rows = words.map(|(word, what)| format!("| `{word}` | {} |\n", with_code(&what)));
    let rows: String = rows.collect();
    let page = markdown::mail(&format!("{introduction}\n\n| | |\n| --- | --- |\n{rows}"));
    // A narrow screen would break a word in the middle.
    page.replace("<code>", "<code style=\"white-space:nowrap\">")
}

/// Marks commands in quotation marks, of any language, as code instead.
fn with_code(text: &str) -> String {
    let parts = text.split(['“', '”', '„', '«', '»']).enumerate();
    let parts = parts.map(|(n, part)| match n % 2 {
        0 => part.to_owned(),
        _ => format!("`{}`", part.trim()),
    });
    parts.collect()
}

/// Returns the rules as plain text.
pub fn rules(game: &KindInfo, language: Language) -> String {
    markdown::plain(&rules_of(game, language), WIDTH, language)
}

/// Returns the section of the rules with this number (`5.1`, `R5`), with its subsections, as plain
/// text.
pub fn section(game: &KindInfo, number: &str, language: Language) -> Option<String> {
    let source = section_source(game, number, language)?;
    Some(markdown::plain(&source, WIDTH, language))
}

/// Returns the same section as HTML for a mail.
pub fn section_mail(game: &KindInfo, number: &str, language: Language) -> Option<String> {
    Some(markdown::mail(&section_source(game, number, language)?))
}

fn section_source(game: &KindInfo, number: &str, language: Language) -> Option<String> {
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
    (!lines.is_empty()).then(|| lines.join("\n"))
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
/// query. The picture also stands below the first paragraph. On narrow screens, the page uses a
/// narrow version of it. The pictures of steps are always narrow. The section about typed moves is
/// folded.
pub fn how_to_play_page(game: &KindInfo, board: &str, language: Language) -> String {
    let text = game.manual.how_to_play[language as usize];
    let mut steps = 0;
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            if line == BOARD {
                return format!("![{}]({board})", title(game, None, language));
            }
            if step_of(line).is_none() {
                return line.to_owned();
            }
            steps += 1;
            let title = title(game, Some(steps), language);
            format!("![{title}]({board}&layout=narrow&step={steps})")
        })
        .collect();
    let mut page = markdown::html(&lines.join("\n"));
    let size = |step, layout| {
        let drawing = drawing(game, step, layout, language);
        drawing.map_or_else(String::new, |it| {
            format!("width=\"{}\" height=\"{}\"", it.width, it.height)
        })
    };
    // The text does not move when a picture arrives.
    for step in 1..=steps {
        let source = format!("src=\"{board}&amp;layout=narrow&amp;step={step}\"");
        page = page.replace(
            &source,
            &format!("{source} {}", size(Some(step), Layout::Narrow)),
        );
    }
    let image = format!("<img src=\"{board}\"");
    if let Some((before, rest)) = page.split_once(&image)
        && let Some((rest, behind)) = rest.split_once("/>")
    {
        let narrow = size(None, Layout::Narrow);
        let example = format!(
            "<picture><source media=\"(max-width: 34rem)\" srcset=\"{board}&amp;layout=narrow\" {narrow}>\
             {image} {}{rest}/></picture>",
            size(None, Layout::Wide)
        );
        let first = format!("</p>\n<p>{example}</p>");
        page = format!("{}{example}{behind}", before.replacen("</p>", &first, 1));
    }
    folded(&page.replace("<img ", "<img loading=\"lazy\" "))
}

/// Folds the section about typed moves.
fn folded(page: &str) -> String {
    let parts = page.split("<h2>").enumerate();
    let parts = parts.map(|(at, part)| match part.split_once("</h2>") {
        Some((title, text)) if at == TYPING => format!(
            "<details class=\"typing\"><summary><h2>{title}</h2></summary>{text}</details>\n"
        ),
        Some(_) => format!("<h2>{part}"),
        None => part.to_owned(),
    });
    parts.collect()
}

/// Returns the title of a picture, which is the first line of the board as text.
fn title(game: &KindInfo, step: Option<usize>, language: Language) -> String {
    let title = shown(game, step, language).map(|game| {
        let names = names(&game, language);
        let board = game.position().picture(READER, &names);
        board.lines().next().unwrap_or_default().to_owned()
    });
    title.unwrap_or_default()
}

/// Returns the rules as HTML.
pub fn rules_page(game: &KindInfo, language: Language) -> String {
    markdown::html(&rules_of(game, language))
}

/// Returns the board of the example as SVG, or the picture of this step of the guide. The first
/// step has the number 1. Pictures show no codes, which only typists need.
pub fn board(
    game: &KindInfo,
    step: Option<usize>,
    theme: Theme,
    layout: Layout,
    language: Language,
) -> Option<String> {
    Some(drawing(game, step, layout, language)?.svg(theme))
}

fn drawing(
    game: &KindInfo,
    step: Option<usize>,
    layout: Layout,
    language: Language,
) -> Option<Drawing> {
    let likes = Preferences {
        layout,
        words: Words::Off,
        ..Preferences::default()
    };
    let game = shown(game, step, language)?;
    let names = names(&game, language).read_by(READER.seat());
    Some(game.position().drawing(READER, &names, likes))
}

/// Returns the drawing of the example's board for a mail: narrow, and without codes.
pub fn board_for_mail(game: &KindInfo, language: Language) -> Option<Drawing> {
    let likes = Preferences {
        layout: Layout::Narrow,
        sheets: Sheets::Own,
        words: Words::Off,
        ..Preferences::default()
    };
    let game = example(game, 0)?;
    let names = names(&game, language);
    Some(game.position().drawing(READER, &names, likes))
}

/// Returns the game of the example, or of a step: some entries before the end of the example, or
/// after moves that its reader adds.
fn shown(game: &KindInfo, step: Option<usize>, language: Language) -> Option<Game> {
    let Some(step) = step else {
        return example(game, 0);
    };
    let text = game.manual.how_to_play[language as usize];
    let step = text.lines().filter_map(step_of).nth(step.checked_sub(1)?)?;
    match step.strip_prefix('-') {
        Some(back) => example(game, back.parse().ok()?),
        None => {
            let mut game = example(game, 0)?;
            for action in Action::read_text(step) {
                game.submit(Seat(0), &action, AT).ok()?;
            }
            Some(game)
        }
    }
}

/// Returns the game of the example without its last `back` entries.
fn example(game: &KindInfo, back: usize) -> Option<Game> {
    let record = Record::from_json(game.manual.example).ok()?;
    let mut example = record.start(KINDS).ok()?;
    let count = record.entries.len().checked_sub(back)?;
    for entry in &record.entries[..count] {
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
                    let board = board(&info, None, Theme::Auto, layout, language);
                    assert!(board.is_some(), "{}", info.id);
                }
                let page = how_to_play_page(&info, "board.svg?a", language);
                assert!(page.contains("src=\"board.svg?a\""), "{}", info.id);
                assert!(page.contains("srcset=\"board.svg?a&amp;layout=narrow\""));
            }
        }
    }

    #[test]
    fn every_step_of_a_guide_has_a_picture() {
        for kind in KINDS.current() {
            let info = kind.info();
            for language in Language::ALL {
                let text = info.manual.how_to_play[language as usize];
                let steps = text.lines().filter_map(step_of).count();
                let page = how_to_play_page(&info, "board.svg?a", language);
                for step in 1..=steps {
                    let board = board(&info, Some(step), Theme::Auto, Layout::Narrow, language);
                    assert!(board.is_some(), "{} {language}: step {step}", info.id);
                    let address = format!("src=\"board.svg?a&amp;layout=narrow&amp;step={step}\"");
                    assert!(page.contains(&address), "{}", info.id);
                }
                let next = board(
                    &info,
                    Some(steps + 1),
                    Theme::Auto,
                    Layout::Narrow,
                    language,
                );
                assert!(next.is_none(), "{}", info.id);
            }
        }
    }

    #[test]
    fn guide_as_text_has_no_pictures_of_steps() {
        for kind in KINDS.current() {
            for language in Language::ALL {
                let source = how_to_play_source(&kind.info(), language);
                assert!(!source.contains(STEP), "{language}");
                assert!(!source.contains("\n\n\n"), "{language}");
            }
        }
    }

    #[test]
    fn texts_for_mails_have_no_markdown() {
        for kind in KINDS.current() {
            for language in Language::ALL {
                let guide = how_to_play_mail(&kind.info(), language);
                let rules = rules_mail(&kind.info(), language);
                for text in [guide, rules] {
                    assert!(text.len() < 80_000, "{language}: {}", text.len());
                    for mark in ["```", "**", "| --", "<h1", "<h2", "<a ", "<img", "<thead"] {
                        assert!(!text.contains(mark), "{language}, {mark}: {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn page_of_a_guide_folds_typed_moves() {
        let info = KINDS.latest("buttons").unwrap().info();
        let page = how_to_play_page(&info, "board.svg?a", Language::English);
        let (_, fold) = page.split_once("<details").unwrap();
        let (fold, _) = fold.split_once("</details>").unwrap();
        assert!(fold.contains("<code>throw</code>"), "{page}");
        assert!(!fold.contains("board.svg"), "{page}");
        assert_eq!(page.matches("<h2>").count(), 6, "{page}");
    }
}
