//! Ferry Follies beyond its scripts: the published deal, the schema of the moves, and what holds
//! over whole games.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use rules::svg::{Layout, Preferences, Theme};
use rules::{Dice, GameSeed, Kind, Names, Position, Seat, Viewer, erase};
use serde_json::{Value, json};

static KIND: &dyn Kind = &erase::<ferry_follies::FerryFollies>();

fn kind() -> &'static dyn Kind {
    KIND
}

fn deal(dice: &mut Dice) -> Box<dyn Position> {
    kind().setup(&json!({}), 1, dice).unwrap().0
}

#[test]
fn the_published_deal() {
    let vectors: Value = serde_json::from_str(include_str!(
        "../../../rules/tests/data/randomness.vectors.json"
    ))
    .unwrap();
    let vector = &vectors["setups"]["ferry-follies"];
    let mut seed = [0; 32];
    hex::decode_to_slice(vector["game_seed"].as_str().unwrap(), &mut seed).unwrap();
    let view = deal(&mut Dice::new(GameSeed(seed), 0)).view(Viewer::Afterwards);
    let row: Vec<&Value> = view["row"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| &card["value"])
        .collect();
    assert_eq!(json!(row), vector["row"]);
    assert_eq!(view["hand"], vector["hand"]);
    assert_eq!(view["deck"], vector["deck"]);
}

/// Plays a game of random listed moves and shows each position and move to `look`.
fn random_game(number: u8, mut look: impl FnMut(&dyn Position, &Value)) -> Box<dyn Position> {
    let seed = GameSeed([number; 32]);
    let mut chance = Dice::new(seed, u64::MAX);
    let mut position = deal(&mut Dice::new(seed, 0));
    for n in 1.. {
        let mut legal = position.legal(Seat(0)).moves;
        if legal.is_empty() {
            break;
        }
        let mv = legal.swap_remove(chance.below(legal.len() as u32) as usize);
        look(position.as_ref(), &mv);
        position
            .play(Seat(0), &mv.to_string(), &mut Dice::new(seed, n))
            .unwrap();
    }
    position
}

#[test]
fn a_game_has_15_to_19_plays_and_discards() {
    for number in 0..100 {
        let mut moves = 0;
        let end = random_game(number, |position, mv| {
            let view = position.view(Viewer::Spectator);
            let act = mv["type"] == "play" || mv["type"] == "discard";
            assert_eq!(act, view["phase"] == "act");
            moves += usize::from(act);
            if act {
                let last = view["deck_size"] == 0 && view["final_card"] == true;
                let held = view["hand"].as_array().unwrap().len();
                assert_eq!(held, if last { 1 } else { 2 });
            }
        });
        assert!((15..=19).contains(&moves), "{moves}");
        let view = end.view(Viewer::Spectator);
        let count = |name: &str| view[name].as_array().unwrap().len();
        let left = count("row") + count("discard") + count("deck");
        assert_eq!(left + count("scored"), 18);
        assert_eq!(view["left_behind"], left);
        let doubled = view["doubled"] == true;
        assert_eq!(view["scored_count"], count("scored") + usize::from(doubled));
    }
}

/// The forms of the schema that a move fits, as far as its members and its card go.
fn forms(schema: &Value, mv: &Value) -> usize {
    let mv = mv.as_object().unwrap();
    let fits = |form: &&Value| {
        let properties = form["properties"].as_object().unwrap();
        let required = form["required"].as_array().unwrap();
        assert_eq!(required.len(), properties.len());
        assert_eq!(form["additionalProperties"], false);
        properties.len() == mv.len()
            && mv.iter().all(|(name, value)| {
                let Some(property) = properties.get(name) else {
                    return false;
                };
                let among = |values: &Value| values.as_array().unwrap().contains(value);
                property.get("const").is_none_or(|only| only == value)
                    && property.get("enum").is_none_or(among)
            })
    };
    schema["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .filter(fits)
        .count()
}

#[test]
fn every_move_fits_one_form_of_the_schema() {
    let mut generator = schemars::SchemaGenerator::default();
    kind().schemas(&mut generator);
    let definitions = generator.take_definitions(false);
    let schema = &definitions["FerryFolliesMove"];
    for mv in kind().examples() {
        assert_eq!(forms(schema, &mv), 1, "{mv}");
    }
    for number in 0..30 {
        random_game(number, |position, _| {
            for mv in position.legal(Seat(0)).moves {
                assert_eq!(forms(schema, &mv), 1, "{mv}");
            }
        });
    }
    for wrong in [
        json!({"type": "play", "card": 9, "index": 0}),
        json!({"type": "play", "card": 5, "index": 0, "as": 6}),
        json!({"type": "discard", "card": 7}),
        json!({"type": "discard", "card": 5, "index": 0, "direction": "left"}),
        json!({"type": "leave"}),
    ] {
        assert_eq!(forms(schema, &wrong), 0, "{wrong}");
    }
}

/// Every notation that the page shows is read as a move somewhere in a game: which middle there is depends on the row.
#[test]
fn what_the_page_says_to_type_is_read() {
    let mut unread: Vec<&str> = kind()
        .info()
        .manual
        .how_to_play
        .iter()
        .flat_map(|page| page.lines().filter(|line| line.starts_with('|')))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect();
    assert!(unread.len() > 100, "{unread:?}");
    for number in 0..20 {
        random_game(number, |position, _| {
            unread.retain(|text| position.read(Seat(0), text).is_err());
        });
    }
    assert_eq!(unread, [""; 0]);
}

#[test]
fn number_in_words_or_with_a_sign_is_read() {
    let position = deal(&mut Dice::new(GameSeed([1; 32]), 0));
    let read = |text: &str| position.read(Seat(0), text);
    for written in [
        "play 2 @ 0",
        "2 @ 0",
        "2@0",
        "play 2 at 0!",
        "play 2 at zero",
        "two at zero",
        "Lege die zwei auf null",
        "joue 2 en zéro",
    ] {
        assert_eq!(read(written), read("play 2 at 0"), "{written}");
    }
}

/// What can be touched on a drawing, by id, with what it stands for.
fn touched(svg: &str) -> BTreeMap<String, (String, Option<String>)> {
    let drawing = roxmltree::Document::parse(svg).unwrap();
    let words = drawing.descendants().filter_map(|node| {
        let text = |name| node.attribute(name).map(str::to_owned);
        let word = text("data-word")?;
        let id = text("id").unwrap_or_else(|| word.clone());
        Some((id, (word, text("data-after"))))
    });
    words.collect()
}

#[expect(clippy::disallowed_types, reason = "lengths on a picture")]
fn number(node: roxmltree::Node<'_, '_>, name: &str) -> Option<f64> {
    node.attribute(name)?.parse().ok()
}

#[test]
fn a_telephone_shows_the_same_large_enough_to_be_read_and_touched() {
    let names = Names::new(["A player of a long name"]);
    let mut touches = 0;
    for game in 0..12 {
        let look = |position: &dyn Position| {
            let drawn = |layout| {
                let likes = Preferences {
                    layout,
                    ..Preferences::default()
                };
                position.svg_as(Viewer::Seat(Seat(0)), &names, Theme::Light, likes)
            };
            let (wide, narrow) = (drawn(Layout::Wide), drawn(Layout::Narrow));
            let there = touched(&narrow);
            assert_eq!(there, touched(&wide));
            let drawing = roxmltree::Document::parse(&narrow).unwrap();
            let root = drawing.root_element();
            assert_eq!(root.attribute("width"), Some("390"));
            assert!(number(root, "height").unwrap() < 770.0, "{narrow}");
            for node in drawing.descendants() {
                if node.has_tag_name("text")
                    && let Some(size) = number(node, "font-size")
                {
                    assert!(size >= 11.0, "{narrow}");
                }
                if node.has_tag_name("rect") {
                    let [x, width] = ["x", "width"].map(|name| number(node, name).unwrap_or(0.0));
                    assert!(x >= 0.0 && x + width <= 390.0, "{narrow}");
                }
                if node.attribute("data-word").is_some() {
                    let large = |it: roxmltree::Node<'_, '_>| {
                        ["width", "height"]
                            .iter()
                            .all(|name| number(it, name) >= Some(24.0))
                    };
                    assert!(node.descendants().any(large), "{narrow}");
                }
            }
            there.len()
        };
        let end = random_game(game, |position, _| touches += look(position));
        look(end.as_ref());
    }
    assert!(touches > 1000, "{touches}");
}

/// Nine cards fill a line of the wide row. The two ends are still two places.
#[test]
fn the_ends_of_a_full_line_are_apart() {
    let position = json!({"row": [9, 16, 8, 15, 10, 14, 11, 12, 17], "hand": [1, 2]});
    let mut dice = Dice::new(GameSeed([1; 32]), 0);
    let position = kind().arrange(&json!({}), 1, &mut dice, &position).unwrap();
    let svg = position.svg(Viewer::Seat(Seat(0)), &Names::seats(1), Theme::Auto);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let centre = |id| {
        let place = document
            .descendants()
            .find(|it| it.attribute("id") == Some(id));
        let mut parts = place.unwrap().children();
        let circle = parts.find(|it| it.tag_name().name() == "circle").unwrap();
        ["cx", "cy"].map(|name| circle.attribute(name).map(str::to_owned))
    };
    let ([left, high], [right, low]) = (centre("place-0"), centre("place-9"));
    assert_eq!(high, low);
    assert_ne!(left, right);
}
