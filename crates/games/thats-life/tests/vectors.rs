//! What the scripts cannot say of That's Life!: properties of random games, move by move, and the
//! picture of a board. Through the public interface only.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::svg::{Layout, Preferences, Theme, Words};
use rules::{Dice, GameSeed, Kind, Names, Position, Seat, Viewer, erase};
use serde_json::{Value, json};

static KIND: &dyn Kind = &erase::<thats_life::ThatsLife>();

fn kind() -> &'static dyn Kind {
    KIND
}

fn codes(value: &Value) -> Vec<&str> {
    let items = value.as_array().unwrap().iter();
    items.map(|item| item.as_str().unwrap()).collect()
}

/// How far each piece of a list is, as laid at the start; the list stays ascending by moves.
fn places(laid: &[&str], pieces: &Value) -> Vec<usize> {
    let place = |code: &&str| laid.iter().position(|it| it == code).unwrap();
    codes(pieces).iter().map(place).collect()
}

/// Every move holds to the properties of the rules that a single position cannot show.
fn check_move(laid: &[&str], mv: &Value, before: &Value, after: &Value) {
    for (old, new) in before["pawns"]
        .as_array()
        .unwrap()
        .iter()
        .zip(after["pawns"].as_array().unwrap())
    {
        let (old, new) = (places(laid, old), places(laid, new));
        assert!(
            old.iter().zip(&new).all(|(old, new)| old <= new),
            "{mv}: a pawn went back"
        );
    }
    let (old, new) = (
        places(laid, &before["guards"]),
        places(laid, &after["guards"]),
    );
    assert!(
        old.iter().zip(&new).all(|(old, new)| old <= new),
        "{mv}: a guard went back"
    );
    let track = codes(&after["track"]);
    for tile in before["tiles"].as_array().unwrap() {
        let code = tile["tile"].as_str().unwrap();
        if !track.contains(&code) {
            let pieces: u64 = tile["pawns"]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap())
                .sum();
            assert_eq!(
                (pieces, &tile["guards"]),
                (1, &json!(0)),
                "{mv} took {code}"
            );
            assert_eq!(
                (&mv["type"], &mv["from"]),
                (&json!("move_pawn"), &json!(code))
            );
            let taker = before["active"].as_u64().unwrap() as usize;
            assert_eq!(codes(&after["towers"][taker]).last(), Some(&code));
        }
    }
    if mv["type"] == "move_guard" {
        assert_eq!(before["track"], after["track"]);
        assert_eq!(before["towers"], after["towers"]);
    }
    if before["phase"] == "await_move" {
        check_foretold(mv, before, after);
    }
}

/// What the view said would come of a move is what came of it.
fn check_foretold(mv: &Value, before: &Value, after: &Value) {
    let steps = before["moves"].as_array().unwrap();
    let step = steps
        .iter()
        .find(|step| {
            let named = format!("move_{}", step["piece"].as_str().unwrap());
            mv["type"] == named && mv["from"] == step["from"]
        })
        .unwrap();
    let list = |view: &Value| {
        if step["piece"] == "guard" {
            view["guards"].clone()
        } else {
            view["pawns"][before["active"].as_u64().unwrap() as usize].clone()
        }
    };
    let count = |view: &Value| {
        let list = list(view);
        codes(&list)
            .iter()
            .filter(|code| step["to"] == **code)
            .count()
    };
    assert_eq!(
        count(after),
        count(before) + 1,
        "{mv} did not lead to {}",
        step["to"]
    );
    let from = step["from"].as_str().unwrap();
    let taken = !codes(&after["track"]).contains(&from);
    assert_eq!(taken, step["effect"] == "collect", "{mv}");
    let acted = step["effect"] == "gift" || step["effect"] == "steal";
    let due = after["phase"] == "await_target" || before["face"][from] != after["face"][from];
    assert_eq!(acted, due, "{mv}");
}

fn play_through(seats: u8, options: &Value, seed: GameSeed) -> (usize, Box<dyn Position>) {
    let mut chooser = Dice::new(seed, u64::MAX);
    let (mut position, _) = kind()
        .setup(options, seats, &mut Dice::new(seed, 0))
        .unwrap();
    let first = position.view(Viewer::Spectator);
    let laid = codes(&first["track"]);
    let (mut view, mut ply, mut turns) = (first.clone(), 0, 0);
    while let Some(seat) = position.turn().acting().iter().next() {
        let legal = position.legal(seat);
        let choice = chooser.below(legal.moves.len() as u32) as usize;
        let mv = &legal.moves[choice];
        turns += usize::from(mv["type"] == "roll");
        ply += 1;
        position
            .play(seat, &mv.to_string(), &mut Dice::new(seed, ply))
            .unwrap();
        let after = position.view(Viewer::Spectator);
        check_move(&laid, mv, &view, &after);
        view = after;
    }
    (turns, position)
}

#[test]
fn every_move_keeps_the_properties_of_the_rules() {
    for (i, sorting) in ["random", "standard", "variant1", "variant2"]
        .iter()
        .enumerate()
    {
        for seats in 2..=6 {
            for (guards, scoring) in [(false, "basic"), (true, "expert")] {
                let options = json!({"sorting": sorting, "guards": guards, "scoring": scoring});
                let (_, end) = play_through(seats, &options, GameSeed([i as u8 * 8 + seats; 32]));
                assert_eq!(end.view(Viewer::Spectator)["phase"], "game_over");
            }
        }
    }
}

/// R12.19: with the default options a game takes about as many turns as the rules say.
#[test]
fn a_game_has_its_usual_length() {
    for (seats, usual) in [(2, 30..=65), (4, 60..=115), (6, 90..=170)] {
        for seed in 0..8 {
            let (turns, _) = play_through(seats, &json!({}), GameSeed([seed; 32]));
            assert!(usual.contains(&turns), "{seats} players took {turns} turns");
        }
    }
}

fn arranged(seats: u8, options: &Value, position: &Value) -> Box<dyn Position> {
    let options = kind().options(options).unwrap();
    let mut dice = Dice::given(Vec::new());
    kind()
        .arrange(&options, seats, &mut dice, position)
        .unwrap()
}

#[test]
fn the_picture_of_a_board() {
    let position = arranged(
        2,
        &json!({"sorting": "standard", "guards": true}),
        &json!({
            "track": ["start", "m1a", "m5a", "act1", "L1", "L2", "p8", "act2", "p2", "act3", "m10b",
                "act4", "finish"],
            "towers": [["m2a", "m3a", "m4a", "m6a", "m7a", "m8a", "L3", "L4", "L5", "L6", "p7", "p6",
                "p5", "p4", "p3"], ["p1", "m1b", "m2b", "m3b", "m4b", "m5b", "m6b", "m7b", "m8b",
                "m9b"]],
            "pawns": [["m5a", "act1", "m10b"], ["m5a", "m5a", "finish"]],
            "guards": ["L1", "L1", "p8", "p8", "p8", "m5a", "finish", "finish"],
            "face": {"act1": "steal"}, "phase": "await_move", "die": 2
        }),
    );
    let names = Names::new(["Ann", "Ben"]);
    let expected = "\
That's Life! Ann is to move, the die shows 2.

Track, step by step: tile, what it is, who stands there
  1  m1a    −1
  2  m5a    −5     Ann, Ben x2, guard
  3  act1   steal  Ann
  4  L1     lucky  guard x2
  5  L2     lucky
  6  p8     +8     guard x3
  7  act2   gift
  8  p2     +2
  9  act3   gift
 10  m10b   −10    Ann
 11  act4   gift
 12  finish        Ben, guard x2

Towers, bottom to top, in basic scoring
  Ann: 45 points, 4 lucky tiles
    −2, −3, −4, −6, −7, −8, lucky, lucky, lucky, lucky, +7, +6, +5, +4, +3
  Ben: −44 points
    +1, −1, −2, −3, −4, −5, −6, −7, −8, −9

Ann can play
  move m5a     goes to a lucky tile
  move act1    goes to a lucky tile and steals a tile
  move m10b    goes to the finish and takes the −10
  guard m5a    goes to a lucky tile
";
    assert_eq!(position.picture(Viewer::Spectator, &names), expected);
}

/// The values of an attribute in a drawing, in order.
fn values<'a>(svg: &'a str, attribute: &str) -> Vec<&'a str> {
    let begins = format!(" {attribute}=\"");
    let parts = svg.split(begins.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn on_a_phone_the_same_can_be_touched() {
    let names = Names::new(["Ann", "Ben", "Eve"]);
    let position = arranged(
        3,
        &json!({"sorting": "standard", "guards": true}),
        &json!({
            "pawns": [["L1", "p8", "m1b"], ["p8", "p8", "p7"], ["start", "start", "start"]],
            "guards": ["L1", "p8", "p8", "p7", "L4", "L5", "L6", "p5"], "phase": "await_move", "die": 6
        }),
    );
    let drawn_as = |layout, words| {
        let likes = Preferences {
            layout,
            words,
            ..Preferences::default()
        };
        position.svg_as(Viewer::Spectator, &names, Theme::Light, likes)
    };
    let drawn = |layout| drawn_as(layout, Words::On);
    let (wide, narrow) = (drawn(Layout::Wide), drawn(Layout::Narrow));
    // Codes of tiles and moves in words are for whoever writes them.
    let untold = [Layout::Wide, Layout::Narrow].map(|layout| drawn_as(layout, Words::Off));
    for (written, touched) in [&wide, &narrow].into_iter().zip(&untold) {
        assert!(written.contains(">m10b</text>") && !touched.contains(">m10b</text>"));
        assert_eq!(values(written, "data-word"), values(touched, "data-word"));
    }
    assert!(wide.contains(">move L1</text>") && !untold[0].contains(">move L1</text>"));
    assert!(narrow.contains("viewBox=\"0 0 390 "));
    for attribute in ["id", "data-word", "data-after"] {
        assert_eq!(values(&wide, attribute), values(&narrow, attribute));
    }
    // A pawn and a guard of the same tile are touched apart.
    assert_eq!(
        values(&narrow, "data-after"),
        ["move", "guard", "move", "guard"]
    );
    for size in values(&narrow, "font-size") {
        assert!(size.parse::<u8>().unwrap() >= 11, "{size}");
    }
}

#[test]
fn a_pawn_is_marked_by_a_name() {
    let position = arranged(3, &json!({"sorting": "standard"}), &json!({}));
    let marks = |names: [&str; 3]| {
        let svg = position.svg(Viewer::Spectator, &Names::new(names), Theme::Light);
        let start = svg.split("id=\"tile-start\"").nth(1).unwrap();
        let start = start.split("id=\"tile-m1a\"").next().unwrap().to_owned();
        let texts = start.split("\"f-on-pawn b mid").skip(1);
        let texts =
            texts.filter_map(|it| Some(it.split_once('>')?.1.split('<').next()?.to_owned()));
        texts.collect::<Vec<_>>()
    };
    assert_eq!(marks(["Ann", "Ben", "élodie"]), ["A", "B", "É"]);
    assert_eq!(marks(["Ann", "Bot 2", "Bot 3"]), ["A", "2", "3"]);
}

#[test]
fn luck_is_seen_in_a_tower() {
    let drawn = |scoring: &str| {
        let position = arranged(
            2,
            &json!({"sorting": "standard", "scoring": scoring}),
            &json!({"towers": [["m3a", "m8a", "p2", "L1"], []]}),
        );
        let svg = position.svg(Viewer::Spectator, &Names::new(["Ann", "Ben"]), Theme::Light);
        let towers = svg.split("id=\"seat-0\"").nth(1).unwrap();
        let tower = towers.split("id=\"seat-1\"").next().unwrap().to_owned();
        let texts = tower.split("font-size=\"12\">").skip(3);
        let tiles = texts.map(|text| text.split('<').next().unwrap().to_owned());
        (tiles.collect::<Vec<_>>(), tower.contains("f-crown"))
    };
    let told = |tiles: [&str; 4], leads| (tiles.map(str::to_owned).to_vec(), leads);
    assert_eq!(drawn("basic"), told(["−3", "+8", "+2", "♣"], true));
    assert_eq!(drawn("expert"), told(["−3", "−8", "−2", "♣"], false));
}

#[test]
fn the_picture_names_the_choice() {
    let position = arranged(
        3,
        &json!({"sorting": "standard"}),
        &json!({"towers": [["L1"], ["m2a"], ["m2b"]], "phase": "await_target", "die": 1,
            "target": {"tile": "act1"}}),
    );
    let picture = position.picture(Viewer::Seat(Seat(0)), &Names::new(["Ann", "Ben", "Eve"]));
    assert!(picture.starts_with("That's Life! Ann is to choose another player.\n"));
    let choice = "\nAnn can play\n  choose Ben     gives a lucky tile to Ben\n  \
        choose Eve     gives a lucky tile to Eve\n";
    assert!(picture.ends_with(choice), "{picture}");
}

#[test]
fn the_picture_stays_narrow_whatever_the_names() {
    let long = [
        "Ann of the very long name ",
        "Ünïcödé Ünïcödé Ünïcödé Ünïcödé",
        "B",
        "C",
        "D",
        "E",
    ];
    let names = Names::new(long.map(|name| name.repeat(3)));
    let options = json!({"sorting": "standard", "guards": true});
    let all: Vec<String> = (1..=8).map(|n| format!("m{n}a")).collect();
    let rest: Vec<String> = (1..=9).map(|n| format!("m{n}b")).collect();
    let tower: Vec<String> = all.into_iter().chain(rest).collect();
    let position = arranged(6, &options, &json!({"towers": [tower, [], [], [], [], []]}));
    let picture = position.picture(Viewer::Spectator, &names);
    for line in picture.lines() {
        assert!(line.chars().count() <= 78, "{line}");
        assert_eq!(line.trim_end(), line);
    }
}

#[test]
fn a_broken_arrangement_is_refused() {
    let options = kind().options(&json!({"sorting": "standard"})).unwrap();
    for broken in [
        json!({"colour": "red"}),
        json!({"phase": "await_move"}),
        json!({"phase": "await_move", "die": 7}),
        json!({"die": 3}),
        json!({"phase": "game_over"}),
        json!({"active": 2}),
        json!({"pawns": [["start", "start", "start"]]}),
        json!({"pawns": [["start", "start"], ["start", "start", "start"]]}),
        json!({"pawns": [["start", "start", "m11b"], ["start", "start", "start"]]}),
        json!({"towers": [["m1a"], ["m1a"]]}),
        json!({"towers": [["act1"], []]}),
        json!({"towers": [["m1a"], []], "pawns": [["m1a", "start", "start"], ["start", "start", "start"]]}),
        json!({"guards": ["L1", "L2", "L3", "L4", "L5", "L6", "p7", "p8"]}),
        json!({"track": ["start", "finish"]}),
        json!({"face": {"m1a": "steal"}}),
        json!({"gone": [true, false]}),
        json!({"phase": "await_target", "die": 1}),
        json!({"phase": "await_target", "die": 1, "target": {"tile": "act1"}}),
        json!({"target": {"tile": "act1"}}),
    ] {
        let arranged = kind().arrange(&options, 2, &mut Dice::given(Vec::new()), &broken);
        assert!(arranged.is_err(), "{broken}");
    }
}

#[test]
fn the_options_are_those_of_the_data() {
    trials::options::are_those_of(KIND, include_str!("../src/data/tiles.json"));
}
