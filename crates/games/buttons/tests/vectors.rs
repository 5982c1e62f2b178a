//! Buttons beyond its scripts: what holds over whole games, sealed decisions, stars too many to
//! list, the schema of the moves, and the bot.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::svg::{Layout, Preferences, Theme};
use rules::{
    Action, Bot, Dice, Game, GameSeed, Hash, Header, Kind, Names, Position, Seat, SeedSource,
    ServerSeed, Viewer, erase,
};
use serde_json::{Value, json};

static KIND: &dyn Kind = &erase::<buttons::Buttons>();

fn kind() -> &'static dyn Kind {
    KIND
}

fn deal(seats: u8, seed: GameSeed) -> Box<dyn Position> {
    kind()
        .setup(&json!({}), seats, &mut Dice::new(seed, 0))
        .unwrap()
        .0
}

fn arranged(seats: u8, position: &Value) -> Box<dyn Position> {
    kind()
        .arrange(&json!({}), seats, &mut Dice::given(Vec::new()), position)
        .unwrap()
}

/// Plays a game between bots and shows each position, seat and move to `look`.
fn game(
    seats: u8,
    number: u8,
    bots: &[Bot],
    mut look: impl FnMut(&dyn Position, Seat, &Value),
) -> Box<dyn Position> {
    let seed = GameSeed([number; 32]);
    let mut chance = Dice::new(seed, u64::MAX);
    let mut position = deal(seats, seed);
    for n in 1.. {
        let Some(seat) = position.turn().acting().iter().next() else {
            break;
        };
        let mv = position
            .choose(bots[seat.index()], seat, &mut chance)
            .unwrap();
        look(position.as_ref(), seat, &mv);
        position
            .play(seat, &mv.to_string(), &mut Dice::new(seed, n))
            .unwrap();
    }
    position
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// R5.6, R5.8, R6: the number of dice, and stars that only grow.
#[test]
fn dice_are_six_less_those_set_aside_and_stars_stay() {
    for seats in 2..=4 {
        for seed in 0..20 {
            let mut stars = vec![Vec::new(); usize::from(seats)];
            game(seats, seed, &[Bot::Random; 4], |position, _, _| {
                let view = position.view(Viewer::Spectator);
                let aside = number(&view["plain_set_aside"]);
                assert_eq!(number(&view["dice"]), 6 - aside);
                let out = list(&view["players"])
                    .iter()
                    .filter(|player| player["status"] != "in")
                    .count() as u64;
                assert_eq!(aside, out * if seats == 2 { 2 } else { 1 });
                for (player, before) in list(&view["players"]).iter().zip(&mut stars) {
                    let now = list(&player["stars"]);
                    assert!(before.iter().all(|cell| now.contains(cell)));
                    before.clone_from(now);
                }
            });
        }
    }
}

/// R10: sealed decisions in any order lead to the same position, and the next dice are the same.
#[test]
fn the_order_of_sealed_decisions_changes_nothing() {
    let mut shuffled = 0;
    for seed in 0..10 {
        game(4, seed, &[Bot::Random; 4], |position, _, _| {
            let acting: Vec<Seat> = position.turn().acting().iter().collect();
            if acting.len() < 2 || !position.sealed().is_empty() {
                return;
            }
            let mut chance = Dice::new(GameSeed([seed; 32]), 7);
            let moves: Vec<(Seat, String)> = acting
                .iter()
                .map(|seat| {
                    let mv = position.choose(Bot::Random, *seat, &mut chance).unwrap();
                    (*seat, mv.to_string())
                })
                .collect();
            let after = |moves: &[(Seat, String)]| {
                let mut position = position.boxed();
                for (seat, mv) in moves {
                    let dice = &mut Dice::given(Vec::new());
                    position.play(*seat, mv, dice).unwrap();
                    assert_eq!(dice.words_read(), 0);
                }
                position.to_bytes()
            };
            let expected = after(&moves);
            let mut others = moves;
            for _ in 0..4 {
                chance.shuffle(&mut others);
                assert_eq!(after(&others), expected);
            }
            shuffled += 1;
        });
    }
    assert!(shuffled > 200, "{shuffled}");
}

/// Seats 0, 1 and 2 have a decision by a roll of the first.
fn rolled() -> Value {
    json!({"phase": "placement", "active": 0,
        "roll": {"white": 4, "gold": 2, "plain": [2, 3, 4, 4]},
        "players": [{"face": "A1"}, {"face": "B1"}, {"face": "C1"}]})
}

/// R9, vector 31: nobody else is told, in JSON or in words, what a sealed decision says.
#[test]
fn a_sealed_decision_is_told_to_its_player_alone() {
    let names = Names::new(["Ann", "Ben", "Cy"]);
    let mut position = arranged(3, &rolled());
    let mut play = |seat: u8, mv: Value| {
        let dice = &mut Dice::given(Vec::new());
        let (told, reveals) = position.submit(Seat(seat), &mv.to_string(), dice).unwrap();
        let sealed: Vec<Seat> = position.sealed().iter().collect();
        (told, reveals, sealed)
    };
    let (told, reveals, sealed) = play(1, json!({"type": "place", "col": 2}));
    assert_eq!((reveals, sealed), (false, vec![Seat(1)]));
    assert_eq!(told.len(), 1);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator, Viewer::Afterwards] {
        let hidden = json!({"type": "decided", "seat": 1, "choice": null});
        assert_eq!(told[0].json(viewer), Some(hidden));
        let said = told[0].say(viewer, &names);
        assert_eq!(said.as_deref(), Some("Ben has decided."));
    }
    let own = told[0].json(Viewer::Seat(Seat(1))).unwrap();
    assert_eq!(own["choice"], json!({"type": "place", "col": 2}));
    let said = told[0].say(Viewer::Seat(Seat(1)), &names).unwrap();
    assert_eq!(said, "Ben has decided to place a button in column 2.");

    let (_, reveals, sealed) = play(2, json!({"type": "pass"}));
    assert_eq!((reveals, sealed), (false, vec![Seat(1), Seat(2)]));
    // The last decision opens the others, so nothing may follow it in the same list.
    let (told, reveals, sealed) = play(0, json!({"type": "place", "col": 3}));
    assert_eq!((reveals, sealed), (true, Vec::new()));
    let placed = told[0].json(Viewer::Spectator).unwrap();
    assert_eq!(
        placed["placements"],
        json!([
            {"seat": 0, "cell": [4, 3], "colour": "G"},
            {"seat": 1, "cell": [4, 2], "colour": "B"},
            {"seat": 2, "cell": null, "colour": null},
        ])
    );
}

/// R9: who decides alone learns nothing by it, and may go on in the same list.
#[test]
fn a_decision_of_one_alone_reveals_nothing() {
    let mut position = arranged(
        2,
        &json!({"phase": "placement", "active": 0,
            "roll": {"white": 4, "gold": 2, "plain": [2, 3]},
            "players": [{"face": "A1"}, {"face": "B1", "status": "busted"}]}),
    );
    let mv = json!({"type": "place", "col": 3}).to_string();
    let dice = &mut Dice::given(Vec::new());
    let (told, reveals) = position.submit(Seat(0), &mv, dice).unwrap();
    assert!(!reveals);
    assert_eq!(told.len(), 1, "there is nothing to seal before one alone");
}

/// R9: in the log of a game an entry is sealed until the decisions are carried out.
#[test]
fn the_log_keeps_sealed_entries_from_others() {
    let server_seed = ServerSeed([5; 32]);
    let header = Header {
        id: "k7Qd2xPz9Wb".to_owned(),
        rules: "buttons@1".to_owned(),
        options: json!({"dice_per_leaver": "auto"}).into(),
        entropies: vec![String::new(); 3],
        seed_commitment: Hash(server_seed.commitment()),
        seed_source: SeedSource::Chosen,
        blinding_commitment: None,
        deal: None,
    };
    let (mut game, _) = Game::start(KIND, header, &server_seed, None).unwrap();
    let first = game.acting().iter().next().unwrap();
    let mut log = Vec::new();
    // How many of the three players may read each entry, after one more of them.
    let mut readers = |seat: Seat, text: &str| {
        let action = Action::Text(text.to_owned());
        log.push(game.submit(seat, &action, "").unwrap().entry);
        let reads = |entry, seat: &Seat| game.may_read(entry, Viewer::Seat(*seat));
        log.iter()
            .map(|entry| Seat::all(3).filter(|seat| reads(entry, seat)).count())
            .collect::<Vec<usize>>()
    };
    let [second, third] = [1, 2].map(|step| Seat((first.number() + step) % 3));
    assert_eq!(readers(first, "roll"), [3]);
    assert_eq!(readers(second, "pass"), [3, 1]);
    assert_eq!(readers(third, "place"), [3, 1, 1]);
    let place = game.legal(first).texts.swap_remove(0);
    let action = Action::Text(place);
    log.push(game.submit(first, &action, "").unwrap().entry);
    assert!(log.iter().all(|it| game.may_read(it, Viewer::Spectator)));
}

/// A line of the board is typed as it stands there, and what is no move is refused with those that are.
#[test]
fn what_people_write_is_read() {
    let position = arranged(3, &rolled());
    let read = |text: &str| position.read(Seat(0), text);
    for written in [
        "place 2   on 4-2, red",
        "place 2 on 4-2",
        "place 2!",
        "column two",
        "Spalte zwei",
        "place deux",
        "place 2 sur 4-2, rouge",
        "place 2 auf 4-2, rot",
        "4-2",
        "Place 2, please!",
        "Lege bitte einen Knopf auf 4-2",
        "2 legen",
        "je veux poser 2",
        "poser un bouton dans la colonne 2 de la ligne 4",
        "lege das rote Feld 2",
    ] {
        assert_eq!(read(written), read("place 2"), "{written}");
    }
    for written in [
        "opt out of the round",
        "Aussteigen!",
        "steige aus der Runde aus",
        "aus der Runde aussteigen",
        "Ich steige jetzt aus",
        "leave the round",
    ] {
        assert_eq!(read(written).unwrap(), read("out").unwrap(), "{written}");
    }
    for written in [
        "place nothing",
        "lege nichts",
        "je ne pose rien",
        "ne rien poser",
    ] {
        assert_eq!(read(written).unwrap(), read("pass").unwrap(), "{written}");
    }
    assert!(read("leave").is_err());
    for (written, said) in [
        ("place 2 on blue", "Say in which column. You "),
        ("place 3 on 4-2", "A button goes into one column. You "),
        ("gold", "“gold” is not a move. You "),
    ] {
        let text = read(written).unwrap_err().text.to(rules::Language::English);
        assert!(text.starts_with(said), "{text}");
    }
}

/// Twelve buttons of which six become stars: 924 sets, each with one way that leads to it.
#[test]
fn stars_that_are_too_many_to_list_are_a_tree() {
    let position = arranged(
        2,
        &json!({"phase": "star_placement", "players": [
            {"face": "A1", "cards": ["R", "Y"], "status": "opted_out", "buttons": [
                [1, 1], [1, 3], [2, 2], [2, 4], [4, 1], [3, 3], [2, 6], [4, 4], [6, 2], [6, 4],
                [4, 6], [5, 5]]},
            {"face": "B1", "cards": ["G", "B"], "status": "busted"}]}),
    );
    let legal = position.legal(Seat(0));
    assert!(!legal.complete && legal.moves.len() <= 300 && legal.moves.len() > 200);
    let (mut open, mut ways) = (vec![String::new()], Vec::new());
    while let Some(words) = open.pop() {
        let branch = position.branch(Seat(0), &words).unwrap();
        assert_eq!(branch.text, words);
        assert_ne!(branch.mv.is_some(), !branch.next.is_empty());
        ways.extend(branch.mv.map(|mv| mv.to_string()));
        let longer = branch.next.iter().map(|word| format!("{words} {word}"));
        open.extend(longer.map(|it| it.trim_start().to_owned()));
    }
    ways.sort();
    ways.dedup();
    assert_eq!(ways.len(), 924);
    for mv in &legal.moves {
        assert!(ways.contains(&mv.to_string()));
    }
    let branch = position.branch(Seat(0), "STARS 4-4 1-1").unwrap();
    assert_eq!(branch.text, "stars 1-1 4-4");
    for words in [
        "stars 1-2",
        "stars 1-1 1-1",
        "stars 5-5",
        "stars 1-1 1-3 2-2 2-4 2-6 3-3 4-1",
        "star",
        "roll",
    ] {
        assert!(position.branch(Seat(0), words).is_err(), "{words}");
    }
    assert_eq!(position.branch(Seat(1), "").unwrap().next.len(), 0);
}

#[test]
fn every_move_fits_the_schema() {
    let mut generator = schemars::SchemaGenerator::default();
    kind().schemas(&mut generator);
    let definitions = generator.take_definitions(false);
    let forms = list(&definitions["ButtonsMove"]["oneOf"]).clone();
    for mv in kind().examples() {
        let fits = |form: &&Value| {
            form["additionalProperties"] == false
                && form["properties"]["type"]["const"] == mv["type"]
                && list(&form["required"]).len() == mv.as_object().unwrap().len()
        };
        assert_eq!(forms.iter().filter(fits).count(), 1, "{mv}");
    }
    assert_eq!(forms.len(), 5);
}

/// What a click page needs: every cell has its id, and those that can be chosen say the word.
#[test]
fn the_drawing_names_cells_as_moves_do() {
    let words = |svg: &str| {
        let document = roxmltree::Document::parse(svg).unwrap();
        let mut words: Vec<(String, String)> = document
            .descendants()
            .filter_map(|node| {
                let word = node.attribute("data-word")?.to_owned();
                Some((node.attribute("id")?.to_owned(), word))
            })
            .collect();
        let cells = document
            .descendants()
            .filter_map(|node| node.attribute("id"))
            .filter(|id| id.starts_with("cell-"))
            .count();
        words.sort();
        (cells, words)
    };
    let named = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(id, word)| ((*id).to_owned(), (*word).to_owned()))
            .collect()
    };
    let names = Names::seats(3);
    let position = arranged(3, &rolled());
    let svg = |viewer| position.svg(viewer, &names, Theme::Light);
    let (cells, seen) = words(&svg(Viewer::Seat(Seat(0))));
    assert_eq!(cells, 3 * 36);
    let expected = [
        ("cell-0-4-2", "2"),
        ("cell-0-4-3", "3"),
        ("cell-0-4-4", "4"),
    ];
    assert_eq!(seen, named(&expected));
    let (_, seen) = words(&svg(Viewer::Seat(Seat(2))));
    assert_eq!(seen, named(&[("cell-2-4-2", "2"), ("pass", "pass")]));
    assert_eq!(words(&svg(Viewer::Spectator)), (3 * 36, Vec::new()));
    let position = arranged(
        2,
        &json!({"phase": "star_placement", "players": [
            {"face": "A1", "status": "opted_out", "buttons": [[1, 1], [1, 3]]},
            {"face": "B1", "status": "busted"}]}),
    );
    let svg = position.svg(Viewer::Seat(Seat(0)), &names, Theme::Dark);
    let (_, seen) = words(&svg);
    let expected = [("cell-0-1-1", "1-1"), ("cell-0-1-3", "1-3")];
    assert_eq!(seen, named(&expected));
}

/// On a telephone the same can be touched, and the odds are told where they are wanted.
#[test]
fn the_narrow_drawing() {
    let names = Names::seats(3);
    let drawn = |position: &dyn Position, layout| {
        let likes = Preferences {
            layout,
            ..Preferences::default()
        };
        position.svg_as(Viewer::Seat(Seat(0)), &names, Theme::Light, likes)
    };
    let words = |svg: &str| -> Vec<String> {
        let document = roxmltree::Document::parse(svg).unwrap();
        let all = document.descendants();
        all.filter_map(|node| Some(node.attribute("data-word")?.to_owned()))
            .collect()
    };
    let turn = arranged(
        3,
        &json!({"active": 0, "players": [
            {"face": "A1", "buttons": [[1, 1]]}, {"face": "B1"}, {"face": "C1"}]}),
    );
    let over = arranged(
        3,
        &json!({"phase": "game_over", "players": [
            {"face": "A1", "status": "busted", "stars": [[2, 1], [2, 2], [2, 3], [2, 4], [2, 5]]},
            {"face": "B1", "status": "busted"}, {"face": "C1", "status": "busted"}]}),
    );
    for position in [arranged(3, &rolled()), turn, over] {
        let (wide, narrow) = [Layout::Wide, Layout::Narrow]
            .map(|layout| drawn(position.as_ref(), layout))
            .into();
        assert_eq!(words(&wide), words(&narrow));
        assert!(narrow.contains("viewBox=\"0 0 390 "));
        let sizes = narrow.split("font-size=\"").skip(1);
        let sizes = sizes.filter_map(|part| part.split('"').next());
        for size in sizes {
            assert!(size.parse::<u8>().unwrap() >= 11, "{size}");
        }
        let is_turn = narrow.contains("data-word=\"roll\"");
        assert_eq!(narrow.contains("risk to bust"), is_turn);
        assert_eq!(wide.contains("risk to bust"), is_turn);
        let is_over = !is_turn && words(&narrow).is_empty();
        assert_eq!(narrow.contains("id=\"line-0\""), is_over);
    }
}

/// The bot that plays to win does win against one that plays by lot, from either seat, and is the
/// best of four more often than not.
#[test]
fn the_greedy_bot_wins() {
    let rank = |position: &dyn Position, seat: usize| {
        position.turn().outcome().unwrap().standings[seat].rank
    };
    let mut wins = 0;
    for seed in 0..30 {
        let end = game(2, seed, &[Bot::Greedy, Bot::Random], |_, _, _| {});
        wins += usize::from(rank(end.as_ref(), 0) == 1);
        let end = game(2, seed, &[Bot::Random, Bot::Greedy], |_, _, _| {});
        wins += usize::from(rank(end.as_ref(), 1) == 1);
    }
    assert!(wins >= 55, "{wins} of 60");
    let mut wins = 0;
    for seed in 0..20 {
        let mut bots = [Bot::Random; 4];
        let at = usize::from(seed % 4);
        bots[at] = Bot::Greedy;
        let end = game(4, seed, &bots, |_, _, _| {});
        wins += usize::from(rank(end.as_ref(), at) == 1);
    }
    assert!(wins >= 16, "{wins} of 20");
}

#[test]
fn the_options_are_those_of_the_data() {
    trials::options::are_those_of(KIND, include_str!("../src/data/boards.json"));
}
