//! Paris Connection beyond its scripts: at which hex a build is refused, the cut-off rule against
//! a second reading of it, the tree of builds, and what holds over whole games of all bots.
//! Through the public interface only.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use rules::svg::{Layout, Preferences, Theme, Words};
use rules::{Bot, Dice, GameSeed, Kind, Language, Names, Position, Seat, Turn, Viewer, erase};
use serde_json::{Value, json};

const COMPANIES: [&str; 6] = ["black", "blue", "brown", "purple", "red", "yellow"];

static KIND: &dyn Kind = &erase::<paris_connection::ParisConnection>();

fn kind() -> &'static dyn Kind {
    KIND
}

/// The fixture F0 with some members changed.
fn fixture(change: Value) -> Box<dyn Position> {
    let counts = |counts: [u8; 6]| -> Value { COMPANIES.into_iter().zip(counts).collect() };
    let mut position = json!({
        "active": 0,
        "starts": {"E19": "black", "F20": "blue", "G19": "brown", "G17": "purple", "F16": "red",
            "E17": "yellow"},
        "shares": [counts([2, 2, 2, 2, 1, 1]), counts([1, 2, 2, 1, 2, 2]),
            counts([2, 1, 1, 2, 2, 2])],
    });
    for (name, value) in change.as_object().unwrap() {
        position[name] = value.clone();
    }
    let dice = &mut Dice::given(vec![]);
    kind().arrange(&json!({}), 3, dice, &position).unwrap()
}

fn no_dice() -> Dice {
    Dice::given(vec![])
}

/// Plays `SEAT move` lines, all of them accepted.
fn played(lines: &[&str]) -> Box<dyn Position> {
    let mut position = fixture(json!({}));
    for line in lines {
        let (seat, mv) = line.split_once(' ').unwrap();
        let seat = Seat(seat.parse().unwrap());
        let mv = position.read(seat, mv).unwrap().to_string();
        position.replay(seat, &mv, &mut no_dice()).unwrap();
    }
    position
}

#[test]
fn what_people_write_is_read() {
    let position = fixture(json!({}));
    for (written, notation) in [
        ("trade 1 yellow for 2 black", "trade yellow black 2"),
        ("trade one yellow for two black", "trade yellow black 2"),
        (
            "trade a share of yellow for 2 shares of black",
            "trade yellow black 2",
        ),
        (
            "trade yellow shares for 2 black shares",
            "trade yellow black 2",
        ),
        (
            "échanger une jaune contre deux noires",
            "trade yellow black 2",
        ),
        ("échanger la jaune contre 2 noires", "trade yellow black 2"),
        (
            "tausche eine gelbe gegen zwei schwarze",
            "trade yellow black 2",
        ),
        ("construire la noire L26", "build black L26"),
        ("build the black L26 into Annecy", "build black L26 Annecy"),
        ("baue die schwarze auf L26", "build black L26"),
        ("build brown E21 and then F22", "build brown E21 F22"),
        ("étendre marron E21, et puis F22", "build brown E21 F22"),
        ("baue braun E21 und dann F22", "build brown E21 F22"),
        ("Baue eine Lok von Braun auf E21!", "build brown E21"),
        ("Baue die schwarze Bahn auf L26", "build black L26"),
        ("build brown: E21, F22", "build brown E21 F22"),
        ("Gelb gegen zwei Schwarze tauschen", "trade yellow black 2"),
        (
            "échanger ma jaune contre deux noires",
            "trade yellow black 2",
        ),
        ("build brown 2 E21 F22", "build brown E21 F22"),
        ("build 2 brown E21 F22", "build brown E21 F22"),
        ("build brown E21-F22", "build brown E21 F22"),
        ("build brown E21/F22", "build brown E21 F22"),
        ("build brown E21+F22.", "build brown E21 F22"),
        ("build brown E21 > F22", "build brown E21 F22"),
        ("build brown (E21)", "build brown E21"),
        (
            "build black L20 Clermont Ferrand",
            "build black L20 Clermont-Ferrand",
        ),
        (
            "build black La Rochelle Le Mans",
            "build black larochelle lemans",
        ),
        ("yellow for 2 black", "trade yellow black 2"),
        ("Give yellow, take 2 black", "trade yellow black 2"),
        ("gib gelb und nimm zwei schwarze", "trade yellow black 2"),
        ("donne une jaune et prends 2 noires", "trade yellow black 2"),
        ("build black L28 Annecy", "build black L28"),
        ("build black Annecy L28", "build black L28"),
    ] {
        let read = |text| position.read(Seat(0), text).unwrap();
        assert_eq!(read(written), read(notation), "{written}");
    }
    for (written, said) in [
        ("pass", "“pass” is not a move."),
        ("build bl E21", "“bl” could be any of black, blue."),
        ("build brown 3 E21", "You say 3, and name one hex."),
        (
            "trade 2 red blue",
            "A trade gives exactly one share, not 2.",
        ),
        ("trade both red for blue", "There is no such company."),
    ] {
        let refused = position.read(Seat(0), written).unwrap_err();
        let text = refused.text.to(Language::English);
        assert!(text.starts_with(said), "{text}");
    }
}

#[test]
fn what_may_follow_is_found_for_what_people_write() {
    let position = fixture(json!({}));
    let branch = |words: &str| position.branch(Seat(0), words);
    for (written, words) in [
        ("b n", "build brown"),
        ("brown", "build brown"),
        ("build bro G21, then Troyes", "build brown G21 G23"),
        ("t y for bla", "trade yellow black"),
    ] {
        let (written, words) = (branch(written), branch(words).unwrap());
        let written = written.unwrap();
        assert_eq!((&written.text, &written.next), (&words.text, &words.next));
    }
    assert!(branch("build brown Lutetia").is_err() && branch("fly").is_err());
}

#[test]
fn a_refusal_says_for_which_hex_and_what_would_do() {
    let t14 = ["0 build red E15", "1 build black D18", "2 build red D16"];
    let t17 = [
        "0 build brown H20 I21 J22 K23 L24",
        "1 build brown M23 N24 O25 P26",
    ];
    let cases: &[(&[&str], &str, &str, &str)] = &[
        (&[], "0 build blue G23", "NotAdjacent", "Hex 1 of 1, G23, "),
        (
            &[],
            "0 build blue G23",
            "NotAdjacent",
            "Open to blue now: E21, F22, G21.",
        ),
        (
            &[],
            "0 build black C19 D18",
            "NotAdjacent",
            "Hex 1 of 2, C19, ",
        ),
        (
            &[],
            "0 build blue F22 E27",
            "NotAdjacent",
            "Hex 2 of 2, E27, ",
        ),
        (
            &[],
            "0 build blue F22 F18",
            "EiffelHex",
            "Hex 2 of 2, F18, ",
        ),
        (&[], "0 build blue E19", "StartHex", "Gare du Nord"),
        (&[], "0 build blue F22 Z9", "UnknownHex", "Hex 2 of 2 "),
        (
            &["0 build blue F22"],
            "1 build blue F24 F22",
            "SameCompanyHere",
            "Hex 2 of 2, F22, ",
        ),
        (
            &["0 build blue F22"],
            "1 build blue G23 F22",
            "SameCompanyHere",
            "Hex 2 of 2, F22, ",
        ),
        (
            &["0 build red E15"],
            "1 build yellow E15",
            "CityOccupied",
            "Rouen",
        ),
        (
            &["0 build red F14 F12 E11"],
            "1 build red D12",
            "NotAdjacent",
            "(Seine estuary)",
        ),
        (
            &t14,
            "0 build black D16",
            "CutsOff",
            "Hex 1 of 1, D16, would cut off yellow from every free city, with",
        ),
        (
            &t14,
            "0 build black C17 D16",
            "CutsOff",
            "Hex 2 of 2, D16, would cut off yellow from every free city, with",
        ),
        (
            &t17,
            "2 build brown Q25 R26 R28",
            "TrailingPlacements",
            "Hex 3 of 3, R28, ",
        ),
        (
            &[],
            "0 trade red red 1",
            "SameCompany",
            "another company than red",
        ),
        (&[], "1 build red E15", "NotYourTurn", "seat 1"),
    ];
    for (before, line, code, text) in cases {
        let mut position = played(before);
        let (seat, mv) = line.split_once(' ').unwrap();
        let seat = Seat(seat.parse().unwrap());
        let mv = position.read(seat, mv).unwrap().to_string();
        let bytes = position.to_bytes();
        let illegal = position.replay(seat, &mv, &mut no_dice()).unwrap_err();
        assert_eq!(illegal.code, *code, "{line}");
        let told = illegal.text.to(Language::English);
        assert!(told.contains(text), "{line}: {told}");
        assert_eq!(bytes, position.to_bytes(), "{line}");
    }
}

/// A map as a client would make it from a view.
struct Chart {
    next: BTreeMap<String, Vec<String>>,
    cities: BTreeMap<String, u64>,
    rural: BTreeSet<String>,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

impl Chart {
    fn of(map: &Value) -> Chart {
        let list = |name: &str| map[name].as_array().unwrap().clone();
        let cities: BTreeMap<String, u64> = list("cities")
            .iter()
            .map(|city| (text(&city["hex"]), city["value"].as_u64().unwrap()))
            .collect();
        let rural: BTreeSet<String> = list("rural").iter().map(text).collect();
        let starts: Vec<String> = list("starts").iter().map(|it| text(&it["hex"])).collect();
        let barred: Vec<[String; 2]> = list("barriers")
            .iter()
            .map(|it| [text(&it["between"][0]), text(&it["between"][1])])
            .collect();
        let all: Vec<String> = cities
            .keys()
            .chain(&rural)
            .chain(&starts)
            .cloned()
            .collect();
        let place = |id: &str| (i32::from(id.as_bytes()[0]), id[1..].parse::<i32>().unwrap());
        let adjacent = |a: &String, b: &String| {
            let ((row, column), (other_row, other_column)) = (place(a), place(b));
            let apart = ((row - other_row).abs(), (column - other_column).abs());
            let is_barred = |pair: &[String; 2]| pair.contains(a) && pair.contains(b);
            matches!(apart, (0, 2) | (1, 1)) && !barred.iter().any(is_barred)
        };
        let next = |hex: &String| all.iter().filter(|it| adjacent(hex, it)).cloned().collect();
        let next = all.iter().map(|hex| (hex.clone(), next(hex))).collect();
        Chart {
            next,
            cities,
            rural,
        }
    }

    /// The rule of R6.2, word for word.
    fn reaches_city(&self, on: &BTreeMap<String, Vec<String>>, company: &str) -> bool {
        let there = |hex: &str| on.get(hex).map_or(&[][..], Vec::as_slice);
        let own = |hex: &str| there(hex).iter().any(|it| it == company);
        let mut seen: Vec<String> = on.keys().filter(|hex| own(hex)).cloned().collect();
        let mut at = 0;
        while at < seen.len() {
            for hex in &self.next[&seen[at]] {
                if seen.contains(hex) {
                    continue;
                }
                if self.cities.contains_key(hex) && there(hex).is_empty() {
                    return true;
                }
                if self.rural.contains(hex) && !own(hex) && there(hex).len() < 2 {
                    seen.push(hex.clone());
                }
            }
            at += 1;
        }
        false
    }

    /// Where the next locomotive may go: R6.1, condition by condition.
    fn targets(&self, view: &Value, company: &str) -> BTreeSet<String> {
        let on: BTreeMap<String, Vec<String>> =
            serde_json::from_value(view["locomotives"].clone()).unwrap();
        let there = |hex: &str| on.get(hex).map_or(&[][..], Vec::as_slice);
        let own = |hex: &str| there(hex).iter().any(|it| it == company);
        let is_open = |hex: &&String| {
            let room = if self.cities.contains_key(*hex) {
                1
            } else if self.rural.contains(*hex) {
                2
            } else {
                0
            };
            let free = there(hex).len() < room && !own(hex);
            if !free || !self.next[*hex].iter().any(|it| own(it)) {
                return false;
            }
            let mut after = on.clone();
            after
                .entry((*hex).clone())
                .or_default()
                .push(company.to_owned());
            COMPANIES.iter().all(|other| {
                *other == company || view["values"][other] != 0 || self.reaches_city(&after, other)
            })
        };
        self.next.keys().filter(is_open).cloned().collect()
    }
}

/// Plays a game of these bots, by seat, and shows every position and move to `look`.
fn game(
    seed: u8,
    bots: &[Bot],
    mut look: impl FnMut(&dyn Position, Seat, &Value),
) -> Box<dyn Position> {
    let seed = GameSeed([seed; 32]);
    let mut chance = Dice::new(seed, u64::MAX);
    let (mut position, _) = kind()
        .setup(&json!({}), bots.len() as u8, &mut Dice::new(seed, 0))
        .unwrap();
    for n in 1.. {
        let Some(seat) = position.turn().acting().iter().next() else {
            break;
        };
        assert!(n < 600, "the game does not end");
        let mv = position.choose(bots[seat.index()], seat, &mut chance);
        let mv = mv.unwrap();
        look(position.as_ref(), seat, &mv);
        position
            .replay(seat, &mv.to_string(), &mut Dice::new(seed, n))
            .unwrap();
    }
    position
}

#[test]
fn targets_are_those_of_a_second_reading_of_the_rules() {
    let chart = Chart::of(&fixture(json!({})).view(Viewer::Spectator)["map"]);
    for seed in 0..4 {
        let mut ply = 0;
        game(seed, &[Bot::Random; 4], |position, _, _| {
            ply += 1;
            if ply % 7 != 0 {
                return;
            }
            let view = position.view(Viewer::Spectator);
            for company in COMPANIES {
                if view["stock"][company] == 0 {
                    assert_eq!(view["targets"][company], json!([]));
                    continue;
                }
                let targets = view["targets"][company].as_array().unwrap();
                let targets: BTreeSet<String> = targets.iter().map(text).collect();
                assert_eq!(targets, chart.targets(&view, company), "{company}: {view}");
            }
        });
    }
}

/// What the tree offers after one or two hexes is what play accepts, of all hexes there are.
#[test]
fn the_tree_of_builds_is_whole() {
    let position = played(&["0 build red E15", "1 build black D18", "2 build red D16"]);
    let view = position.view(Viewer::Spectator);
    let chart = Chart::of(&view["map"]);
    let accepts = |hexes: &[&str], company: &str| {
        let mv = json!({"type": "build", "company": company, "hexes": hexes});
        let mut copy = position.boxed();
        copy.replay(Seat(0), &mv.to_string(), &mut no_dice())
            .is_ok()
    };
    for company in COMPANIES {
        let words = format!("build {company}");
        let firsts = position.branch(Seat(0), &words).unwrap().next;
        assert_eq!(json!(firsts), view["targets"][company]);
        for hex in chart.next.keys() {
            assert_eq!(
                accepts(&[hex], company),
                firsts.contains(hex),
                "{company} {hex}"
            );
        }
        for first in &firsts {
            let branch = position
                .branch(Seat(0), &format!("{words} {first}"))
                .unwrap();
            assert!(branch.mv.is_some());
            for hex in chart.next.keys() {
                assert_eq!(
                    accepts(&[first, hex], company),
                    branch.next.contains(hex),
                    "{company} {first} {hex}"
                );
            }
        }
    }
    let shut = "build red F14 F12 F10 F8 E9";
    assert_eq!(position.branch(Seat(0), shut).unwrap().next, [""; 0]);
    for wrong in [
        "build red F14 F14",
        "build red E13 E15",
        "pass",
        "trade red red",
        "build red Z9",
    ] {
        assert!(position.branch(Seat(0), wrong).is_err(), "{wrong}");
    }
    assert_eq!(position.branch(Seat(1), "").unwrap().next, [""; 0]);
}

#[test]
fn the_list_is_complete_when_nothing_longer_can_be_built() {
    assert!(!fixture(json!({})).legal(Seat(0)).complete);
    let ones: Value = COMPANIES.into_iter().zip([1; 6]).collect();
    let legal = fixture(json!({"stock": ones})).legal(Seat(0));
    assert!(legal.complete);
    let builds = legal.texts.iter().filter(|it| it.starts_with("build"));
    assert_eq!(builds.count(), 18);
    assert_eq!(legal.texts.len(), 18 + 6 * 5);
    let last = json!({"type": "build", "company": "brown", "hexes": ["R26"]});
    let near = [
        "0 build brown H20 I21 J22 K23 L24",
        "1 build brown M23 N24 O25 P26 Q25",
    ];
    let position = played(&near);
    assert!(position.legal(Seat(2)).moves.contains(&last));
    let branch = position.branch(Seat(2), "build brown R26").unwrap();
    assert_eq!((branch.mv, branch.next), (Some(last), Vec::new()));
}

/// R12 and R2.1 over whole games, from what everybody may see.
fn holds(view: &Value) {
    let number = |value: &Value| value.as_u64().unwrap();
    let on = view["locomotives"].as_object().unwrap();
    let cities: BTreeMap<String, u64> = Chart::of(&view["map"]).cities;
    for company in COMPANIES {
        let own = on
            .iter()
            .filter(|(_, there)| there.as_array().unwrap().contains(&json!(company)));
        let own: Vec<&String> = own.map(|(hex, _)| hex).collect();
        let pieces = number(&view["stock"][company]) + number(&view["held"][company]);
        assert_eq!(pieces + own.len() as u64 + 1, 33, "{company}");
        let value: u64 = own.iter().filter_map(|hex| cities.get(*hex)).sum();
        assert_eq!(value, number(&view["values"][company]), "{company}");
    }
}

fn is_one_for_one(mv: &Value) -> bool {
    mv["type"] == "trade" && mv["count"] == 1
}

#[test]
fn whole_games_hold_to_the_rules_and_end_both_ways() {
    let mut endings = BTreeSet::new();
    for seed in 0..24_u8 {
        let seats = usize::from(3 + seed % 4);
        let bots: Vec<Bot> = (0..seats)
            .map(|seat| Bot::ALL[usize::from((seat + usize::from(seed / 4)) % 3 > 0)])
            .collect();
        let (mut others, mut ply) = (0, 0);
        let end = game(seed, &bots, |position, seat, mv| {
            others += usize::from(!is_one_for_one(mv));
            ply += 1;
            if ply % 5 == 0 {
                holds(&position.view(Viewer::Spectator));
                let trades = position.legal(seat).texts;
                assert!(trades.iter().any(|text| text.starts_with("trade")));
            }
        });
        assert!(others <= 156, "{others} actions that are not one for one");
        let view = end.view(Viewer::Spectator);
        holds(&view);
        endings.insert(text(&view["over"]));
    }
    assert!(
        endings.contains("marseille") && endings.contains("stock"),
        "{endings:?}"
    );
}

/// One greedy bot among random ones; by lot it would win every third game or fewer.
#[test]
fn the_greedy_bot_wins_and_does_not_trade_for_ever() {
    let (mut won, games) = (0, 24);
    for seed in 0..games {
        let seats = 3 + seed % 4;
        let own = Seat(seed / 4 % seats);
        let mut bots = vec![Bot::Random; usize::from(seats)];
        bots[own.index()] = Bot::Greedy;
        let end = game(seed, &bots, |position, seat, mv| {
            if seat == own && is_one_for_one(mv) {
                let values = &position.view(Viewer::Spectator)["values"];
                let worth = |member: &str| values[mv[member].as_str().unwrap()].as_u64();
                assert!(worth("take") > worth("give"));
            }
        });
        let Turn::Over(outcome) = end.turn() else {
            panic!("the game is not over");
        };
        won += u8::from(outcome.standings[own.index()].rank == 1);
    }
    assert!(won >= 22, "{won} of {games}");
    for seed in 0..6 {
        let mut plies = 0;
        game(
            seed,
            &vec![Bot::Greedy; usize::from(3 + seed % 4)],
            |_, _, _| plies += 1,
        );
        assert!(plies < 250, "{plies}");
    }
}

/// When only one for one is left, the bot does it, and for a stock that others can take from.
#[test]
fn the_greedy_bot_always_finds_something() {
    let ones = json!({"red": 1, "yellow": 1});
    let two = json!(["purple", "brown"]);
    let shut = ["G15", "F14", "E13", "D14", "D16", "C17", "C19", "D20"];
    let mut on: Value = shut
        .iter()
        .map(|hex| ((*hex).to_owned(), two.clone()))
        .collect();
    on["E15"] = json!(["red"]);
    on["D18"] = json!(["yellow"]);
    on["H18"] = json!(["brown"]);
    on["H16"] = json!(["brown"]);
    let position = fixture(json!({"stock": ones, "locomotives": on}));
    let mv = position
        .choose(Bot::Greedy, Seat(0), &mut no_dice())
        .unwrap();
    let mut after = position.boxed();
    after
        .replay(Seat(0), &mv.to_string(), &mut no_dice())
        .unwrap();
    assert_eq!(position.choose(Bot::Greedy, Seat(1), &mut no_dice()), None);
}

#[test]
fn every_hex_and_company_can_be_clicked() {
    let position = fixture(json!({}));
    let view = position.view(Viewer::Spectator);
    let names = Names::new(["Ann", "Ben", "A name that is far too long for any column"]);
    let svg = position.svg(Viewer::Seat(Seat(0)), &names, Theme::Light);
    let chart = Chart::of(&view["map"]);
    for hex in chart.cities.keys().chain(&chart.rural) {
        assert!(
            svg.contains(&format!("<g id=\"hex-{hex}\" data-word=\"{hex}\"")),
            "{hex}"
        );
    }
    for company in COMPANIES {
        let group = format!("<g id=\"company-{company}\" data-word=\"{company}\"");
        assert!(svg.contains(&group), "{company}");
        assert!(
            svg.contains(&format!("url(#pattern-{company})")),
            "{company}"
        );
    }
    let picture = position.picture(Viewer::Seat(Seat(0)), &names);
    for line in [
        "Ann is to build or trade.",
        "  black   K           0        26            5            2",
        "F                .   .   .   .   *R  #   *B  .   .   .   1   .   2",
        "  worth 4: Marseille R26 (ends the game)",
        "  red    E15, F14 or G15",
    ] {
        assert!(picture.lines().any(|it| it == line), "{line}\n{picture}");
    }
}

/// The words that can be touched on a picture.
fn touchable(svg: &str) -> BTreeSet<&str> {
    let parts = svg.split(" data-word=\"").skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn on_a_telephone_the_same_can_be_touched_and_all_can_be_read() {
    let position = fixture(json!({}));
    let names = Names::new([
        "Ann",
        "Ben",
        "A name that is far too long for any line of players",
    ]);
    let drawn = |layout| {
        let likes = Preferences {
            layout,
            ..Preferences::default()
        };
        position.svg_as(Viewer::Seat(Seat(0)), &names, Theme::Light, likes)
    };
    let (wide, narrow) = (drawn(Layout::Wide), drawn(Layout::Narrow));
    assert!(narrow.contains(r#"viewBox="0 0 390 "#));
    assert_eq!(touchable(&wide), touchable(&narrow));
    // The map is drawn at 9/16 pixels a unit, up to what the first row below it is called.
    let (_, rest) = narrow.split_once(" scale(0.5625)\"").unwrap();
    let (map, below) = rest.split_once(">company<").unwrap();
    let (map, _) = map.rsplit_once("<text").unwrap();
    let smallest = |part: &str| {
        let sizes = part.split(" font-size=\"").skip(1);
        let sizes = sizes.map(|it| it.split('"').next().unwrap().parse::<u32>().unwrap());
        sizes.min().unwrap()
    };
    assert!(smallest(map) * 9 >= 11 * 16, "{}", smallest(map));
    assert!(smallest(below) >= 11, "{}", smallest(below));
}

/// The texts and descriptions in a picture that are the code of a hex.
fn codes(svg: &str) -> Vec<&str> {
    let texts = svg.split('>').filter_map(|part| part.split_once('<'));
    let words = texts.flat_map(|(text, _)| text.split([' ', ',', ';']));
    let is_code = |word: &&str| {
        let digits = word.trim_start_matches(|it: char| it.is_ascii_uppercase());
        word.len() == digits.len() + 1 && !digits.is_empty() && digits.parse::<u8>().is_ok()
    };
    words.filter(is_code).collect()
}

#[test]
fn codes_of_hexes_are_drawn_only_for_players_who_type() {
    let position = fixture(json!({"locomotives": {"E15": ["red"], "F14": ["red"]}}));
    let names = Names::new(["Ann", "Ben", "Cat"]);
    for layout in [Layout::Wide, Layout::Narrow] {
        let drawn = |words| {
            let likes = Preferences {
                layout,
                words,
                ..Preferences::default()
            };
            position.svg_as(Viewer::Seat(Seat(0)), &names, Theme::Light, likes)
        };
        let typing = drawn(Words::On);
        // No build can begin on F14.
        let coded: &[&str] = match layout {
            Layout::Wide => &["F14", "G15"],
            Layout::Narrow => &["G15"],
        };
        for free in coded {
            assert!(
                typing.contains(&format!(">{free}</text>")),
                "{layout}: {free}"
            );
        }
        assert_eq!(codes(&drawn(Words::Off)), [""; 0], "{layout}");
    }
}

#[test]
fn country_hexes_around_a_city_have_different_descriptions() {
    let position = fixture(json!({}));
    let names = Names::new(["Ann", "Ben", "Cat"]);
    let likes = Preferences {
        words: Words::Off,
        ..Preferences::default()
    };
    let svg = position.svg_as(Viewer::Spectator, &names, Theme::Light, likes);
    for tip in ["country south-west of Rouen", "country east of Le Mans"] {
        assert!(svg.contains(&format!("<title>{tip}</title>")), "{tip}");
    }
}

#[test]
fn a_track_goes_from_the_start_to_every_locomotive() {
    let position = fixture(json!({"locomotives": {"E15": ["red"], "F14": ["red"]}}));
    let names = Names::new(["Ann", "Ben", "Cat"]);
    let svg = position.svg(Viewer::Spectator, &names, Theme::Light);
    let (_, red) = svg.split_once("id=\"track-red\"").unwrap();
    let (red, _) = red.split_once("</path>").unwrap();
    assert_eq!(red.matches('M').count(), 2, "{red}");
    assert!(!svg.contains("id=\"track-blue\""));
}
