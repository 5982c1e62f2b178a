//! Flip Freighters beyond its scripts: the published deal, stars, lists of cards, who may read the
//! log, what holds over whole games, and how well the bot plays.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::svg::{Colours, Layout, Preferences, Routes, Sheets, Theme};
use rules::{
    Action, Bot, Dice, Game, GameSeed, Hash, Header, Kind, Names, Outcome, Position, Seat,
    SeedSource, ServerSeed, Viewer, erase,
};
use serde_json::value::RawValue;
use serde_json::{Value, json};

static KIND: &dyn Kind = &erase::<flip_freighters::FlipFreighters>();

fn kind() -> &'static dyn Kind {
    KIND
}

fn deal(options: &Value, seats: u8, dice: &mut Dice) -> Box<dyn Position> {
    let options = kind().options(options).unwrap();
    kind().setup(&options, seats, dice).unwrap().0
}

fn arranged(options: &Value, seats: u8, position: &Value) -> Box<dyn Position> {
    let options = kind().options(options).unwrap();
    kind()
        .arrange(&options, seats, &mut Dice::given(vec![]), position)
        .unwrap()
}

fn act(position: &mut dyn Position, seat: u8, text: &str) {
    let mv = position.read(Seat(seat), text).unwrap().to_string();
    position
        .play(Seat(seat), &mv, &mut Dice::given(vec![]))
        .unwrap();
}

fn names(cards: &Value) -> Vec<String> {
    let cards = cards.as_array().unwrap().iter();
    cards
        .map(|card| card["name"].as_str().unwrap()[..2].to_owned())
        .collect()
}

fn ids(cards: &Value) -> Vec<u64> {
    let cards = cards.as_array().unwrap().iter();
    cards.map(|card| card["id"].as_u64().unwrap()).collect()
}

#[test]
fn the_published_deal() {
    let vectors: Value = serde_json::from_str(include_str!(
        "../../../rules/tests/data/randomness.vectors.json"
    ))
    .unwrap();
    let vector = &vectors["setups"]["flip-freighters"];
    let mut seed = [0; 32];
    hex::decode_to_slice(vectors["game_seed"].as_str().unwrap(), &mut seed).unwrap();
    let position = deal(&json!({}), 2, &mut Dice::new(GameSeed(seed), 0));
    let deck = ids(&position.view(Viewer::Afterwards)["deck"]);
    let week: Vec<&[u64]> = deck[..15].chunks(3).collect();
    assert_eq!(json!(week), vector["week_1"]);
    assert_eq!(json!(deck[45..]), vector["boxed"]);
    let whole = vectors["shuffle_0_to_51"]["result"].clone();
    assert_eq!(json!(deck), whole);
}

/// Vector T20, through the end of a solo game.
#[test]
fn stars_begin_at_round_scores() {
    let low = json!({"eq": {"goods": [1], "position": 5}});
    let high = json!({
        "eq": {"goods": [1, 1, 1, 1], "position": 5}, "neq": {"goods": [1, 2, 3, 4], "position": 5},
        "six_one": {"goods": [1, 2, 3, 4, 5, 6], "position": 7},
        "one_six": {"goods": [6, 5, 4, 3, 2, 1], "position": 7},
        "any": {"goods": [6, 6, 6, 6, 6, 6], "position": 5}, "hearts": {"goods": [6, 6, 6, 6], "position": 8},
        "clubs": {"goods": [6, 6, 6, 6], "position": 8},
    });
    let middle = json!({
        "eq": {"goods": [1, 1, 1, 1], "position": 5}, "neq": {"goods": [1, 2, 3, 4], "position": 5},
        "six_one": {"goods": [1, 2, 3, 4, 5, 6], "position": 7},
        "one_six": {"goods": [6, 5, 4, 3, 2, 1], "position": 7},
        "hearts": {"goods": [6, 6, 6, 6], "position": 8},
    });
    for (score, stars, note, trucks, pay) in [
        (0, 0, "no stars", &json!({}), 0),
        (15, 0, "no stars", &low, 5),
        (199, 0, "no stars", &middle, 148),
        (200, 1, "1 star", &middle, 148),
        (249, 1, "1 star", &middle, 148),
        (250, 2, "2 stars", &middle, 148),
        (299, 2, "2 stars", &middle, 148),
        (300, 3, "3 stars", &middle, 148),
        (350, 4, "4 stars", &middle, 148),
        (399, 4, "4 stars", &middle, 148),
        (400, 5, "5 stars", &middle, 148),
        (612, 5, "5 stars", &high, 232),
    ] {
        let before = score - pay;
        let weeks = [before / 2, before - before / 2];
        let mut position = arranged(
            &json!({}),
            1,
            &json!({"week": 3, "day": 5, "players": [{"hours": 0, "weeks": weeks, "trucks": trucks}]}),
        );
        act(position.as_mut(), 0, "done");
        let turn = position.turn();
        let standing = &turn.outcome().unwrap().standings[0];
        assert_eq!(
            (standing.score, standing.note.as_deref()),
            (score, Some(note))
        );
        assert_eq!(
            position.view(Viewer::Spectator)["players"][0]["stars"],
            stars
        );
    }
    // With more players there are no stars.
    let mut position = arranged(&json!({}), 2, &json!({"week": 3, "day": 5}));
    act(position.as_mut(), 0, "done");
    act(position.as_mut(), 1, "done");
    let turn = position.turn();
    assert!(
        turn.outcome()
            .unwrap()
            .standings
            .iter()
            .all(|it| it.note.is_none())
    );
}

/// Vector T22: discard, face up, unseen.
#[test]
fn the_lists_of_cards_have_all_of_them() {
    let counts = |position: &dyn Position| {
        let view = position.view(Viewer::Spectator);
        ["discard", "cards", "unseen"].map(|list| view[list].as_array().unwrap().len())
    };
    let mut position = arranged(&json!({}), 1, &json!({"deck": ["5H", "JK", "3C"]}));
    assert_eq!(counts(position.as_ref()), [0, 3, 49]);
    let unseen = names(&position.view(Viewer::Seat(Seat(0)))["unseen"]);
    for suit in ["S", "H", "D", "C"] {
        for rank in ["A", "2", "3", "4", "5", "6"] {
            let name = format!("{rank}{suit}");
            let expected = if ["5H", "3C"].contains(&name.as_str()) {
                1
            } else {
                2
            };
            assert_eq!(
                unseen.iter().filter(|it| **it == name).count(),
                expected,
                "{name}"
            );
        }
    }
    assert_eq!(unseen.iter().filter(|it| *it == "JK").count(), 3);
    act(position.as_mut(), 0, "done");
    assert_eq!(counts(position.as_ref()), [3, 3, 46]);
    let mut position = arranged(&json!({}), 1, &json!({"week": 3, "day": 5}));
    assert_eq!(counts(position.as_ref()), [42, 3, 7]);
    act(position.as_mut(), 0, "done");
    assert_eq!(counts(position.as_ref()), [45, 0, 7]);
    let view = position.view(Viewer::Spectator);
    let mut boxed = ids(&view["deck"])[45..].to_vec();
    boxed.sort_unstable();
    assert_eq!(ids(&view["unseen"]), boxed);
}

fn header(seats: usize, seed: &ServerSeed) -> Header {
    Header {
        id: "k7Qd2xPz9Wb".to_owned(),
        rules: kind().info().rules(),
        options: kind().options(&json!({})).unwrap().into(),
        entropies: vec![String::new(); seats],
        seed_commitment: Hash(seed.commitment()),
        seed_source: SeedSource::Secret,
        blinding_commitment: None,
        deal: None,
    }
}

/// R9 ruling 11: entries of an open day are sealed, and open when it closes; a restart opens none.
#[test]
fn the_log_of_an_open_day_is_sealed() {
    let seed = ServerSeed([7; 32]);
    let (mut game, _) = Game::start(KIND, header(2, &seed), &seed, None).unwrap();
    let play = |game: &mut Game, seat, text: &str| {
        let action = Action::Text(text.to_owned());
        game.submit(Seat(seat), &action, "2026-03-01T12:00:00.000Z")
            .unwrap()
    };
    let card = game.position().view(Viewer::Spectator)["cards"][0]["name"].clone();
    let load = format!("{} any.0 as 3", card.as_str().unwrap());
    let (own, other) = (Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)));
    let first = play(&mut game, 0, &load);
    assert!(!first.reveals);
    assert!(
        first
            .told
            .iter()
            .all(|it| it.json(other).is_none() && it.json(own).is_some())
    );
    let restart = play(&mut game, 0, "restart");
    let done = play(&mut game, 0, "done");
    let mut log = vec![first.entry, restart.entry, done.entry];
    for entry in &log {
        assert!(game.may_read(entry, own));
        assert!(!game.may_read(entry, other) && !game.may_read(entry, Viewer::Spectator));
    }
    let closing = play(&mut game, 1, "done");
    assert!(closing.reveals);
    log.push(closing.entry);
    for entry in &log {
        assert!(game.may_read(entry, other) && game.may_read(entry, Viewer::Spectator));
    }
    // What is added on the next day is sealed anew, and nothing of the last one.
    log.push(play(&mut game, 0, "done").entry);
    let sealed = |entry: &&rules::Entry| !game.may_read(entry, other);
    assert_eq!(
        log.iter().filter(sealed).map(|it| it.n).collect::<Vec<_>>(),
        [5]
    );
}

/// R9 ruling 11, from the side of whoever stores it: however long a day is, a snapshot of it is
/// no longer, and tells what is sealed all the same.
#[test]
fn a_snapshot_does_not_grow_with_what_is_sealed() {
    let seed = ServerSeed([7; 32]);
    let (mut game, _) = Game::start(KIND, header(2, &seed), &seed, None).unwrap();
    let card = game.position().view(Viewer::Spectator)["cards"][0]["name"].clone();
    let load = format!("{} any.0 as 3", card.as_str().unwrap());
    let mut log = Vec::new();
    let mut lengths = Vec::new();
    for _ in 0..1_000 {
        for text in [&load, "restart"] {
            let action = Action::Text(text.to_owned());
            let played = game.submit(Seat(0), &action, "2026-03-01T12:00:00.000Z");
            log.push(played.unwrap().entry);
        }
        lengths.push(game.snapshot().len());
    }
    let (first, last) = (lengths[0], lengths[lengths.len() - 1]);
    assert!(last <= first + 8, "{first} bytes have become {last}");
    let secrets = game.secrets();
    let back = Game::restore(KIND, game.header().clone(), secrets, &game.snapshot()).unwrap();
    for entry in &log {
        assert!(!back.may_read(entry, Viewer::Spectator));
        assert!(back.may_read(entry, Viewer::Seat(Seat(0))));
    }
    assert_eq!(back.added(Seat(0), "2026-03-01T12:00:00.000Z"), 2_000);
    // A snapshot of another form is not mistaken for one.
    let old = &game.snapshot()[11..];
    assert!(Game::restore(KIND, game.header().clone(), secrets, old).is_err());
}

/// R4.3 from the side of whoever stores it: a restart that takes nothing back is no entry, but a
/// log that holds one replays.
#[test]
fn a_restart_of_nothing_is_not_submitted_and_replays() {
    let seed = ServerSeed([7; 32]);
    let (mut game, _) = Game::start(KIND, header(2, &seed), &seed, None).unwrap();
    let restart = Action::Text("restart".to_owned());
    let before = game.snapshot();
    let refused = game.submit(Seat(0), &restart, "").err().unwrap();
    assert_eq!(refused.code, "ChangesNothing");
    assert_eq!(game.snapshot(), before);
    let mut entry = rules::Entry {
        n: 1,
        seat: Seat(0),
        seq: 1,
        body: rules::Body::Move(
            RawValue::from_string(r#"{"type":"restart_turn"}"#.to_owned()).ok(),
        ),
        at: "2026-03-01T12:00:00.000Z".to_owned(),
        hash: Hash::default(),
    };
    entry.hash = entry.hash_after(game.head(), &game.secrets().blinding);
    let mut retold = game.clone();
    game.replay(&entry).unwrap();
    assert_eq!(retold.retell(&entry).unwrap().len(), 1);
    assert_eq!(game.snapshot(), retold.snapshot());
    // Who has ended the day takes that back.
    for text in ["done", "restart"] {
        let action = Action::Text(text.to_owned());
        game.submit(Seat(0), &action, "").unwrap();
    }
}

/// Plays a whole game by a bot at a table and shows each position with who acts.
fn play_out(
    seats: u8,
    number: u8,
    bot: Bot,
    mut look: impl FnMut(&dyn Position, Seat, &Value),
) -> Box<dyn Position> {
    let seed = GameSeed([number; 32]);
    let mut chance = Dice::new(seed, u64::MAX);
    let mut position = deal(&json!({}), seats, &mut Dice::new(seed, 0));
    while position.turn().outcome().is_none() {
        let acting: Vec<Seat> = position.turn().acting().iter().collect();
        let seat = acting[chance.below(acting.len() as u32) as usize];
        let mv = position.choose(bot, seat, &mut chance).unwrap();
        look(position.as_ref(), seat, &mv);
        position
            .play(seat, &mv.to_string(), &mut Dice::given(vec![]))
            .unwrap();
    }
    position
}

/// While a day is open, nothing but the flag of who has ended it changes for the others.
#[test]
fn others_see_nothing_before_the_close() {
    for number in 0..6 {
        let mut morning: Option<(Value, Value)> = None;
        let mut dawn = json!(null);
        let masked = |position: &dyn Position| {
            let mut view = position.view(Viewer::Spectator);
            view["awaited"] = json!(null);
            for player in view["players"].as_array_mut().unwrap() {
                player["ended"] = json!(null);
            }
            view
        };
        play_out(3, number, Bot::Random, |position, _, _| {
            let view = masked(position);
            let day = json!([view["week"], view["day"]]);
            if day != dawn {
                morning = None;
                dawn = day.clone();
            }
            match &morning {
                None => morning = Some((day, view)),
                Some((_, before)) => assert_eq!(*before, view),
            }
        });
    }
}

/// The order in which players act does not matter, seat by seat.
#[test]
fn the_order_of_players_changes_nothing() {
    for number in 0..6 {
        let mut moves: Vec<(Value, Seat, Value)> = Vec::new();
        let end = play_out(3, number, Bot::Random, |position, seat, mv| {
            let view = position.view(Viewer::Spectator);
            moves.push((json!([view["week"], view["day"]]), seat, mv.clone()));
        });
        // Within a day first the last seat, then the others, each in its own order.
        moves.sort_by_key(|(day, seat, _)| (day.to_string(), 12 - seat.number()));
        let mut again = deal(&json!({}), 3, &mut Dice::new(GameSeed([number; 32]), 0));
        for (_, seat, mv) in &moves {
            again
                .play(*seat, &mv.to_string(), &mut Dice::given(vec![]))
                .unwrap();
        }
        assert_eq!(end.to_bytes(), again.to_bytes());
    }
}

/// Hours do not rise but by a restart, week scores do not fall, and there is one thing a card.
#[test]
fn what_holds_over_whole_games() {
    for number in 0..20 {
        let mut hours = 5;
        let mut used = 0;
        let end = play_out(1, number, Bot::Random, |position, _, mv| {
            let player = &position.view(Viewer::Afterwards)["players"][0];
            let now = player["hours"].as_u64().unwrap();
            assert!(now <= hours, "hours rose from {hours} to {now} before {mv}");
            hours = match mv["type"].as_str().unwrap() {
                "restart_turn" => player["today"]["hours_shown"].as_u64().unwrap(),
                "end_turn" => {
                    let cards = player["today"]["used"].as_array().unwrap().iter();
                    used += cards.filter(|it| **it == json!(true)).count();
                    now
                }
                _ => now,
            };
        });
        let player = &end.view(Viewer::Spectator)["players"][0];
        let figures = &player["figures"];
        let count = |name: &str| figures[name].as_u64().unwrap();
        assert_eq!(count("load_cards") + count("move_cards"), used as u64);
        let spent = count("load_hours") + count("move_hours");
        assert_eq!(spent + player["hours"].as_u64().unwrap(), 5);
        let weeks: Vec<u64> = serde_json::from_value(player["weeks"].clone()).unwrap();
        assert!(weeks.len() == 3 && weeks.is_sorted());
        let score: u64 = weeks.iter().sum::<u64>() + 2 * player["hours"].as_u64().unwrap();
        assert_eq!(json!(score), player["score"]);
    }
}

fn scores(outcome: &Outcome) -> Vec<i32> {
    outcome.standings.iter().map(|it| it.score).collect()
}

/// The greedy bot is far better than chance, ends its days and never takes one back.
#[test]
fn the_greedy_bot_plays_well() {
    let mean = |bot| {
        let games = (0..20).map(|number| {
            let end = play_out(1, number, bot, |_, _, mv| {
                assert!(bot == Bot::Random || mv["type"] != "restart_turn");
            });
            scores(end.turn().outcome().unwrap())[0]
        });
        games.sum::<i32>() / 20
    };
    let (greedy, random) = (mean(Bot::Greedy), mean(Bot::Random));
    assert!(greedy > 250, "the greedy bot makes {greedy} points");
    assert!(random < 100, "the random bot makes {random} points");
}

#[test]
fn the_options_are_those_of_the_data() {
    trials::options::are_those_of(KIND, include_str!("../src/data/sheet.json"));
}

/// R9: whoever looks sees the other sheets whole, as they stood when the day opened.
#[test]
fn the_other_sheets_are_shown_as_the_day_began() {
    let sheet = json!({"hearts": {"goods": [6, 5, 4, 3], "position": 3},
        "six_one": {"goods": [null, null, null, 4, null, null]},
        "any": {"goods": [2], "position": 5}});
    let players = json!([{}, {"hours": 4, "trucks": sheet}, {}]);
    let position = json!({"week": 2, "cards": ["5H", "3C", "6S"], "players": players});
    let mut position = arranged(&json!({}), 3, &position);
    let names = Names::new(["Ann", "Ben", "Eve"]);
    let before = position.picture(Viewer::Seat(Seat(0)), &names);
    for line in [
        "The other sheets, as they stood when the day began:",
        "            Ben                   Eve",
        "  6-1       . . . 4 x x  0/7      . . . . . .  0/7",
        "  any       2 . . . . .  +2       . . . . . .  0/5",
        "  hearts    6 5 4 3      3/8      . . . .      0/8",
        "Ben                      0     (2)       -     2×4      10       1",
    ] {
        assert!(before.lines().any(|it| it == line), "{line}\n{before}");
    }
    let drawn = |position: &dyn Position, viewer| position.svg(viewer, &names, Theme::Light);
    let drawing = drawn(position.as_ref(), Viewer::Spectator);
    act(position.as_mut(), 1, "5H hearts>8");
    assert_eq!(position.picture(Viewer::Seat(Seat(0)), &names), before);
    assert_eq!(drawn(position.as_ref(), Viewer::Spectator), drawing);
    for (seat, text) in [(0, "done"), (2, "done"), (1, "done")] {
        act(position.as_mut(), seat, text);
    }
    let after = position.picture(Viewer::Seat(Seat(0)), &names);
    let line = "  hearts    6 5 4 3      +36      . . . .      0/8";
    assert!(after.lines().any(|it| it == line), "{after}");
}

/// R9: how somebody likes the picture says nothing more and nothing less, but for the other sheets.
#[test]
fn a_picture_is_drawn_as_somebody_likes_it() {
    let sheet = json!({"hearts": {"goods": [6, 5, 4, 3], "position": 3}});
    let position = json!({"players": [{"trucks": sheet}, {}]});
    let position = arranged(&json!({}), 2, &position);
    let names = Names::new(["Ann", "Ben"]);
    let drawn = |likes| position.svg_as(Viewer::Seat(Seat(0)), &names, Theme::Light, likes);
    let plain = Preferences::default();
    assert!(drawn(plain).contains("f-hearts s-hearts"));
    let colours = Colours::State;
    let by_state = drawn(Preferences { colours, ..plain });
    assert!(by_state.contains("f-driving s-driving") && !by_state.contains("f-hearts s-hearts"));
    let icons = drawn(Preferences {
        icons: true,
        ..plain
    });
    for drawing in [&icons, &drawn(plain)] {
        assert_eq!(drawing.matches("l5 5v6h-").count(), 1);
    }
    assert_ne!(icons, drawn(plain));
    let routes = Routes::Off;
    let without = drawn(Preferences { routes, ..plain });
    assert!(drawn(plain).contains("M352 647H640") && !without.contains("M352 647H640"));
    let sheets = Sheets::Own;
    let own = drawn(Preferences { sheets, ..plain });
    assert!(own.contains("sheet-1") && own.len() < drawn(plain).len());
}

/// After the end, everybody sees everything. The board still begins with the reader's own sheet.
#[test]
fn finished_board_shows_the_readers_sheet_in_full() {
    let won = json!({"hearts": {"goods": [6, 5, 4, 3], "position": 8, "delivered": true}});
    let position = json!({"phase": "over", "players": [{}, {"trucks": won}]});
    let position = arranged(&json!({}), 2, &position);
    for layout in [Layout::Wide, Layout::Narrow] {
        let likes = Preferences {
            layout,
            ..Preferences::default()
        };
        let first = |reader| {
            let names = Names::new(["Ann", "Ben"]).read_by(reader);
            let viewer = Viewer::Afterwards;
            let svg = position.svg_as(viewer, &names, Theme::Light, likes);
            let [own, ann, ben] = ["Your sheet<", "Ann<", "Ben<"].map(|it| svg.find(it));
            assert_eq!(own.is_some(), reader.is_some());
            if ann < ben { "Ann" } else { "Ben" }
        };
        assert_eq!(first(Some(Seat(0))), "Ann");
        assert_eq!(first(Some(Seat(1))), "Ben");
        assert_eq!(first(None), "Ben");
    }
}

/// A telephone shows the same words to touch, and every other sheet whole below one's own.
#[test]
fn a_narrow_picture_has_the_same_words() {
    let sheet = json!({"hearts": {"goods": [6, 5, 4, 3], "position": 3},
        "six_one": {"goods": [null, null, null, 4, null, null]},
        "any": {"goods": [2], "position": 5, "delivered": true}});
    let players = json!([{"hours": 4, "trucks": sheet}, {"trucks": sheet}, {}]);
    let position = json!({"week": 2, "cards": ["5H", "3C", "JK"], "players": players});
    let mut position = arranged(&json!({}), 3, &position);
    act(position.as_mut(), 0, "5H hearts>8");
    let names = Names::new(["Ann", "Ben", "Eve"]);
    let drawn = |layout| {
        let likes = Preferences {
            layout,
            ..Preferences::default()
        };
        position.svg_as(Viewer::Seat(Seat(0)), &names, Theme::Light, likes)
    };
    let (wide, narrow) = (drawn(Layout::Wide), drawn(Layout::Narrow));
    let words = |svg: &str| {
        let mut words: Vec<String> = svg
            .split("data-word=\"")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
            .collect();
        words.sort();
        words
    };
    assert_eq!(words(&narrow), words(&wide));
    assert!(narrow.contains("width=\"390\""));
    for seat in 0..3 {
        assert!(narrow.contains(&format!("data-seat=\"{seat}\"")), "{seat}");
    }
    let sizes = narrow.split("font-size=\"").skip(1);
    let smallest = sizes.filter_map(|rest| rest.split_once('"')?.0.parse::<u32>().ok());
    assert_eq!(smallest.min(), Some(12));
}

/// Where no card can be used there is nothing to decide.
#[test]
fn a_day_that_offers_nothing_is_ended() {
    let home = json!({"position": 5, "delivered": true, "goods": [1]});
    let far = json!({"position": 8, "delivered": true, "goods": [1]});
    let road = |last: u8| json!({"position": 7, "delivered": true, "goods": [null, null, null, null, null, last]});
    let trucks = json!({"eq": home, "neq": home, "any": home, "six_one": road(6), "one_six": road(1),
        "hearts": far, "clubs": far, "diamonds": far});
    let cards = json!(["4H", "AH", "2C"]);
    let mut players = json!([{"hours": 0, "trucks": trucks}]);
    let stuck = arranged(&json!({}), 1, &json!({"cards": cards, "players": players}));
    let done = json!({"type": "end_turn"});
    assert_eq!(stuck.legal(Seat(0)).moves, std::slice::from_ref(&done));
    assert_eq!(stuck.forced(Seat(0)), Some(done));
    players[0]["trucks"]["spades"] = json!({"goods": [2]});
    let drives = arranged(&json!({}), 1, &json!({"cards": cards, "players": players}));
    assert_eq!(drives.forced(Seat(0)), None);
    let cards = json!(["4S", "AH", "2C"]);
    players[0]["trucks"]["spades"] = json!({});
    let loads = arranged(&json!({}), 1, &json!({"cards": cards, "players": players}));
    assert_eq!(loads.forced(Seat(0)), None);
}

/// Cards by their names, trucks as people call them, and the verb where German has it.
#[test]
fn what_people_write_is_read() {
    let position = arranged(&json!({}), 1, &json!({"cards": ["4H", "AS", "2C"]}));
    let read = |text: &str| position.read(Seat(0), text);
    for (written, notation) in [
        ("Load the four of hearts on hearts.", "4h hearts"),
        ("hearts 4 on hearts", "4h hearts"),
        ("4H -> hearts", "4h hearts"),
        ("AS → spades", "as spades"),
        ("4H spades -> 3", "4h spades>3"),
        ("Ace of spades on the spades truck, please", "as spades"),
        (
            "Lade bitte die Herz-Vier auf den Herz-Lastwagen",
            "4h hearts",
        ),
        ("Herz 4 auf Herz", "4h hearts"),
        ("Pik-Ass auf Pik", "as spades"),
        ("2C auf Kreuz laden", "2c clubs"),
        ("charger l'as de pique sur pique", "as spades"),
        ("charger le 4 de cœur sur cœur", "4h hearts"),
        ("AS carreau 0 comme 2", "as diamonds.0 as 2"),
        ("put the 4 on hearts", "4h hearts"),
        ("Load hearts with the 4H", "4h hearts"),
        ("drive spades to 1 with the ace of spades", "as spades>1"),
        ("4H drives spades to 3", "4h spades>3"),
        ("drive spades with the 4", "4h spades>4"),
        ("move the 4H spades truck to circle 3", "4h spades>3"),
        ("use 4H to drive spades to 3", "4h spades>3"),
        ("drive 4H spades to 5 and deliver", "4h spades>5!"),
        ("drive spades to 1 with AS", "as spades>1"),
        ("use AS to drive spades to 1", "as spades>1"),
        ("drive spades 3 steps with 4H", "4h spades>3"),
        ("2C fährt Kreuz bis 2", "2c clubs>2"),
        ("2C kreuz ans Ziel", "2c clubs>8"),
        ("lade 2C auf Feld 1 von 6-1 als 2", "2c six_one.1"),
        ("Fahre mit der 4H Pik auf 3", "4h spades>3"),
        ("rouler pique jusqu'à 3 avec le 4", "4h spades>3"),
    ] {
        assert_eq!(read(written), read(notation), "{written}");
    }
    // Of what says more than a move nothing is left out.
    for written in [
        "don't load 4H on hearts",
        "4H on hearts or clubs",
        "4H nicht auf Herz",
        "4H on hearts please?",
        "4H hearts 2C clubs",
        "drive spades to the 4",
        "drive spades by 3 with the 4",
        "move 4H spades",
        "deliver spades with 4H",
        "load the 4 ♠ on any",
    ] {
        assert!(read(written).is_err(), "{written}");
    }
}
