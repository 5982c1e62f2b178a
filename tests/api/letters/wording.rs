//! The wording of every letter as a whole mail, and protection against hostile player names.

use ::games::KINDS;
use chrono_tz::Tz;
use common::clock::Moment;
use common::notice::Changed;
use mail::compose::{Posting, compose};
use mail::letter::{
    AtTable, Board, CodeLetter, GameCancelled, GameOver, GameStarted, Invitation, LetterTable,
    Place, Proof, YourTurn,
};
use mail::letter_account::AccountChanged;
use mail::letter_chat::{Chat, Report, Said, SaidLine};
use mail::time::{self, TimeLeft};
use mail::{Letter, Line, Picture, Recipient, Threading};
use mail_parser::MessageParser;
use rules::{
    Action, Game, Hash, Header, Language, Names, Seat, SeedSource, ServerSeed, Standing, Viewer,
};
use serde_json::json;

use crate::letters::mail_html;

const ID: &str = "Gx3kPq7LmZ2";
const URL: &str = "https://play.example.org";

fn posting<'a>(from: &'a lettre::message::Mailbox, key: &'a str, game_id: &'a str) -> Posting<'a> {
    Posting {
        from,
        host: "play.example.org",
        key,
        about: (!game_id.is_empty()).then_some((game_id, Seat(0))),
        at: "2026-03-01T12:00:00.250Z".parse::<Moment>().unwrap(),
        due: "2026-03-01T12:00:00.250Z".parse::<Moment>().unwrap(),
        threading: &NO_THREADING,
    }
}

static NO_THREADING: Threading = Threading {
    reply_to: None,
    seq: None,
    answering: None,
    thread: None,
    positions: Vec::new(),
    bounces_to: None,
};

/// The whole mail as bytes.
fn mail(key: &str, game_id: &str, name: &str, letter: &Letter) -> String {
    let from = "Turnpike <games@play.example.org>".parse().unwrap();
    let to = Recipient {
        name: Some(Line::new(name)),
        address: "ann@example.org".into(),
        language: Language::English,
        zone: Tz::UTC,
        unsubscribe: None,
        answerable: false,
    };
    let posting = posting(&from, key, game_id);
    let mail = compose(&posting, &to, letter).map_err(|failure| failure.what);
    let bytes = mail.unwrap().bytes();
    let again = compose(&posting, &to, letter).map_err(|failure| failure.what);
    assert_eq!(bytes, again.unwrap().bytes(), "the same each time");
    String::from_utf8(bytes).unwrap()
}

/// Headers, text and HTML of a mail, decoded, for people to read; with the checks that hold for
/// every mail.
fn whole(key: &str, game_id: &str, letter: &Letter) -> String {
    let raw = mail(key, game_id, "Ann", letter);
    assert!(raw.is_ascii() && raw.split("\r\n").all(|line| line.len() <= 998));
    let head = raw.split("\r\n\r\n").next().unwrap().replace("\r\n", "\n");
    let parsed = MessageParser::default().parse(raw.as_bytes()).unwrap();
    let text = parsed.body_text(0).unwrap().replace("\r\n", "\n");
    let html = parsed.body_html(0).unwrap().replace("\r\n", "\n");
    assert_eq!(text, letter.text);
    assert_eq!(html, letter.html);
    for line in text.lines().filter(|line| !line.contains(URL)) {
        assert!(line.chars().count() <= 78, "too wide: {line}");
    }
    for forbidden in ["<script", "<img", "src=", "@import", "url("] {
        assert!(!html.contains(forbidden), "{forbidden}");
    }
    format!("{head}\n\n{text}\n{}\n{html}", "=".repeat(78))
}

fn started(rules: &str, entropies: &[&str]) -> (Game, ServerSeed) {
    let seed = ServerSeed([7; 32]);
    let header = Header {
        id: ID.into(),
        rules: rules.into(),
        options: json!({}).into(),
        entropies: entropies
            .iter()
            .map(|entropy| (*entropy).to_owned())
            .collect(),
        seed_commitment: Hash(seed.commitment()),
        seed_source: SeedSource::Secret,
        blinding_commitment: None,
        deal: None,
    };
    let kind = KINDS.find(rules).unwrap();
    let options = kind.options(&header.options).unwrap().into();
    let header = Header { options, ..header };
    (Game::start(kind, header, &seed, None).unwrap().0, seed)
}

/// Plays the first legal move `moves` times, or to the end, and says what happened.
fn play(game: &mut Game, moves: usize, names: &Names) -> Vec<Line> {
    let mut happened = Vec::new();
    for _ in 0..moves {
        let Some(seat) = game.acting().iter().next() else {
            break;
        };
        let action = Action::Text(game.legal(seat).texts[0].clone());
        let played = game
            .submit(seat, &action, "2026-03-01T12:00:00.000Z")
            .unwrap();
        let viewer = Viewer::Seat(Seat(0));
        happened.extend(
            played
                .told
                .iter()
                .filter_map(|told| told.say(viewer, names))
                .map(Line::from),
        );
    }
    happened
}

fn table(game: &str, opponents: &[&str]) -> LetterTable {
    LetterTable {
        public_url: URL.into(),
        id: ID.into(),
        game: game.into(),
        you: "Ann".into(),
        opponents: opponents.iter().map(Line::from).collect(),
        practice: false,
        deal: None,
    }
}

fn proof(game: &Game, first: bool) -> Proof {
    let commitment = game.header().seed_commitment.to_string();
    Proof {
        ply: game.ply(),
        head: game.head().to_string().into(),
        commitment: first.then(|| commitment.into()),
        receipt: Line::long(&format!(
            "turnpike-receipt-1.{}.{}",
            "eyJhdCI6".repeat(50),
            "k7Q".repeat(28) + "Ag"
        )),
    }
}

fn board(game: &Game, names: &Names) -> Board {
    Board {
        text: Picture::new(&game.position().picture(Viewer::Seat(Seat(0)), names)),
        drawn: None,
    }
}

fn turn(game: &Game, table: LetterTable, names: &Names, happened: Vec<Line>) -> YourTurn {
    let legal = game.legal(Seat(0));
    YourTurn {
        table,
        also_acting: Vec::new(),
        others: Vec::new(),
        time: None,
        reminder: false,
        said: Said::default(),
        happened,
        own: 0,
        board: board(game, names),
        moves: legal.texts.iter().map(Line::from).collect(),
        complete: legal.complete,
        hint: None,
        by_mail: false,
        links: None,
        forced: false,
        proof: proof(game, game.ply() == 0),
    }
}

/// The text of a letter in French, as its reader sees it.
fn in_french(letter: &Letter) -> String {
    assert!(letter.html.contains("<html lang=\"fr\">"));
    mail_html::check(&letter.text, &letter.html);
    format!("{}\n\n{}", letter.subject, letter.text)
}

/// Returns the mail with a code for a player whose name needs escaping in links.
fn code() -> CodeLetter {
    CodeLetter {
        public_url: URL.into(),
        name: "Ann & Co".into(),
        code: "K7PQ2MXA".into(),
        link: Some("s3cr3t-s3cr3t_s3cr3t".into()),
        until: "2026-03-01T12:15:00Z".parse().unwrap(),
        second_factor: false,
    }
}

#[test]
fn code_letters_match_snapshots() {
    let letter = code().confirm_address(Language::English).unwrap();
    let confirm = whole("confirm_address/k3", "", &letter);
    insta::assert_snapshot!("confirm_address", confirm);
    let letter = code().sign_in(Language::English).unwrap();
    let sign_in = whole("sign_in_code/k3", "", &letter);
    insta::assert_snapshot!("sign_in_code", sign_in);
    let letter = code().reset_password(Language::English).unwrap();
    let reset = whole("password_reset/k3", "", &letter);
    insta::assert_snapshot!("password_reset", reset);
}

/// A letter that asks to confirm an address that is to replace another.
fn new_address(language: Language) -> Letter {
    let code = CodeLetter {
        name: "Ann".into(),
        link: None,
        ..code()
    };
    code.confirm_address(language).unwrap()
}

/// Returns the mail about each change of an account.
fn changes(language: Language) -> [Letter; 16] {
    [
        Changed::Password,
        Changed::AddressBegun,
        Changed::Address,
        Changed::Session,
        Changed::SecondFactorOn,
        Changed::SecondFactorOff,
        Changed::RecoveryCodes,
        Changed::RecoveryCodeUsed,
        Changed::SecondFactorGuessed,
        Changed::PasskeyAdded,
        Changed::PasskeyRemoved,
        Changed::TokenMade,
        Changed::PushBegun,
        Changed::WebhookMade,
        Changed::WebhookFailing,
        Changed::WebhookGone,
    ]
    .map(|what| {
        AccountChanged {
            public_url: URL.into(),
            name: "Ann".into(),
            what,
            device: match what {
                Changed::Session => Some("Firefox (Linux)".into()),
                Changed::TokenMade => Some("My robot (games:read, games:play)".into()),
                Changed::PushBegun => Some("Firefox on Android (push.example.org)".into()),
                Changed::WebhookMade | Changed::WebhookFailing | Changed::WebhookGone => {
                    Some("bot.example.org".into())
                }
                _ => None,
            },
            // With and without.
            second_factor: what != Changed::Password,
            at: "2026-03-01T12:15:00Z".parse().unwrap(),
        }
        .letter(language)
        .unwrap()
    })
}

#[test]
fn account_change_letters_match_snapshots() {
    let [password, ..] = changes(Language::English);
    let password = whole("account_changed/k3", "", &password);
    insta::assert_snapshot!("account_changed", password);
    let mut letters = changes(Language::English).to_vec();
    letters.push(new_address(Language::English));
    let texts: Vec<String> = letters
        .iter()
        .map(|letter| {
            mail_html::check(&letter.text, &letter.html);
            format!("{}\n\n{}", letter.subject, letter.text)
        })
        .collect();
    insta::assert_snapshot!("account_changes", texts.join("\n"));
}

#[test]
fn invitation_letters_match_snapshots() {
    let mut invitation = Invitation {
        table: table("That's Life!", &["Ben", "Cleo"]),
        from: "Ben".into(),
        seats: 3,
        token: None,
        pace: Some("3 days a move".into()),
        options: Some("2 pawns each · With guards".into()),
        summary: Some("Roll and move your pawns.".into()),
        by_mail: true,
        answer_to: Some("games@play.test".to_owned()),
        board: Board::default(),
    };
    let letter = invitation.letter(Language::English).unwrap();
    insta::assert_snapshot!("invitation", whole("invitation/0/k3", ID, &letter));
    invitation.by_mail = false;
    invitation.answer_to = None;
    invitation.token = Some("s3cr3t-s3cr3t_s3cr3t".into());
    invitation.table.you = Line::default();
    let letter = invitation.letter(Language::English).unwrap();
    insta::assert_snapshot!(
        "invitation_to_a_stranger",
        whole("invitation/0/k3", ID, &letter)
    );
}

#[test]
fn first_turn_letter_matches_snapshot() {
    let (game, _) = started("thats-life@1", &["a", "b", "c"]);
    let names = Names::new(["Ann", "Ben", "Cleo"]);
    let table = table("That's Life!", &["Ben", "Cleo"]);
    let letter = turn(&game, table, &names, Vec::new())
        .letter(Language::English)
        .unwrap();
    insta::assert_snapshot!("first_turn", whole("your_turn/0/0", ID, &letter));
}

#[test]
fn practice_game_notice_is_only_in_first_turn_letter() {
    let (game, _) = started("thats-life@1", &["a", "b"]);
    let names = Names::new(["Ann", "Ben"]);
    let mut facts = turn(&game, table("That's Life!", &["Ben"]), &names, Vec::new());
    for (practice, first) in [(true, true), (true, false), (false, true)] {
        facts.table.practice = practice;
        facts.proof = proof(&game, first);
        let letter = facts.letter(Language::English).unwrap();
        for text in [letter.text, letter.html] {
            let words: Vec<&str> = text.split_whitespace().collect();
            let told = words
                .join(" ")
                .contains("This is a practice game: its seed");
            assert_eq!(told, practice && first, "{text}");
        }
    }
}

#[test]
fn later_turn_letter_matches_snapshot() {
    let (mut game, _) = started("thats-life@1", &["a", "b"]);
    let names = Names::new(["Ann", "Ben"]);
    let mut happened = play(&mut game, 9, &names);
    while !game.acting().contains(Seat(0)) {
        happened.extend(play(&mut game, 1, &names));
    }
    let table = table("That's Life!", &["Ben"]);
    let letter = turn(&game, table, &names, happened)
        .letter(Language::English)
        .unwrap();
    let key = format!("your_turn/{}/0", game.ply());
    insta::assert_snapshot!("later_turn", whole(&key, ID, &letter));
}

#[test]
fn html_shows_own_move_first_and_no_long_setup() {
    let (game, _) = started("thats-life@1", &["a", "b"]);
    let names = Names::new(["Ann", "Ben"]);
    let setup = Line::long(&format!("The track is laid: {}", "lucky, ".repeat(36)));
    let happened = vec![setup, "Ann rolls a 4.".into(), "Ben leaves.".into()];
    let mut facts = turn(&game, table("That's Life!", &["Ben"]), &names, happened);
    let letter = facts.letter(Language::English).unwrap();
    assert!(letter.text.contains("The track is laid"));
    assert!(!letter.html.contains("The track is laid") && letter.html.contains("Ben leaves."));
    facts.happened.remove(0);
    (facts.own, facts.proof) = (1, proof(&game, false));
    let html = facts.letter(Language::English).unwrap().html;
    let words = [
        "Your last move<",
        "Ann rolls",
        "Since your last move<",
        "Ben leaves.",
    ];
    let places = words.map(|it| html.find(it).unwrap());
    assert!(places.is_sorted(), "{html}");
}

#[test]
fn solo_turn_letter_matches_snapshot() {
    let (mut game, _) = started("ferry-follies@1", &["a"]);
    let names = Names::new(["Ann"]);
    let happened = play(&mut game, 3, &names);
    let letter = turn(&game, table("Ferry Follies", &[]), &names, happened);
    let letter = letter.letter(Language::English).unwrap();
    insta::assert_snapshot!("turn_alone", whole("your_turn/3/0", ID, &letter));
}

#[test]
fn turn_letter_cuts_long_move_list_and_says_so() {
    let (game, _) = started("thats-life@1", &["a", "b"]);
    let names = Names::new(["Ann", "Ben"]);
    let mut facts = turn(&game, table("That's Life!", &["Ben"]), &names, Vec::new());
    facts.moves = (1..=100)
        .map(|n| Line::new(&format!("move {n:03}")))
        .collect();
    facts.also_acting = vec!["Ben".into()];
    facts.complete = true;
    let letter = facts.letter(Language::English).unwrap();
    assert!(letter.text.contains("Ben decides at the same time."));
    assert!(
        letter
            .text
            .contains("These are 60 of your 100 legal moves.")
    );
    assert!(letter.text.contains("move 060") && !letter.text.contains("move 061"));
    assert!(letter.html.contains("100"));
    facts.complete = false;
    let letter = facts.letter(Language::English).unwrap();
    assert!(
        letter
            .text
            .contains("You have more legal moves than these.")
    );
}

#[test]
fn game_started_letter_matches_snapshot() {
    let (game, _) = started("thats-life@1", &["a", "b", "c"]);
    let names = Names::new(["Ben", "Ann", "Cleo"]);
    let started = GameStarted {
        table: table("That's Life!", &["Ben", "Cleo"]),
        players: ["Ben", "Ann", "Cleo"].map(Line::from).into(),
        acting: vec!["Ben".into()],
        pace: None,
        happened: Vec::new(),
        board: board(&game, &names),
        proof: proof(&game, true),
    };
    let letter = started.letter(Language::English).unwrap();
    insta::assert_snapshot!("game_started", whole("game_started/0/1", ID, &letter));
}

/// How the players finished, as the first of them reads it.
fn places(game: &Game, names: &Names) -> Vec<Place> {
    let turn = game.turn();
    let standings = &turn.outcome().unwrap().standings;
    let place = |standing: &Standing| Place {
        rank: standing.rank,
        name: names.of(standing.seat).into(),
        you: standing.seat == Seat(0),
        score: standing.score,
        note: standing.note.as_ref().map(Line::from),
        left: standing.left,
    };
    standings.iter().map(place).collect()
}

#[test]
fn game_over_letter_matches_snapshot() {
    let (mut game, seed) = started("thats-life@1", &["a", "b", "c"]);
    let names = Names::new(["Ann", "Ben", "Cleo"]);
    play(&mut game, 12, &names);
    game.submit(Seat(1), &Action::Leave, "2026-03-01T12:00:00.000Z")
        .unwrap();
    let happened = play(&mut game, 10_000, &names);
    let over = GameOver {
        with_people: true,
        by_mail: true,
        table: table("That's Life!", &["Ben", "Cleo"]),
        places: places(&game, &names),
        happened: happened.into_iter().rev().take(3).rev().collect(),
        own: 0,
        said: Said::default(),
        board: board(&game, &names),
        server_seed: Some(Hash(seed.0).to_string().into()),
        proof: proof(&game, true),
    };
    let letter = over.letter(Language::English).unwrap();
    let key = format!("game_over/{}/0", game.ply());
    insta::assert_snapshot!("game_over", whole(&key, ID, &letter));
}

#[test]
fn game_cancelled_letter_matches_snapshot() {
    let mut cancelled = GameCancelled {
        table: table("That's Life!", &["Ben"]),
        by: Some("Ben".into()),
    };
    let letter = cancelled.letter(Language::English).unwrap();
    insta::assert_snapshot!("game_cancelled", whole("game_cancelled/0/0", ID, &letter));
    cancelled.by = None;
    let letter = cancelled.letter(Language::English).unwrap();
    assert!(
        letter
            .text
            .contains("your game of That's Life! with Ben was cancelled before it began.")
    );
}

#[test]
fn subject_names_at_most_four_opponents() {
    let subject = |opponents: &[&str]| {
        let table = table("That's Life!", opponents);
        GameCancelled { table, by: None }
            .letter(Language::English)
            .unwrap()
            .subject
            .to_string()
    };
    let start = "[Turnpike] Game cancelled: That's Life!";
    assert_eq!(subject(&[]), format!("{start} ({ID})"));
    assert_eq!(
        subject(&["A", "B", "C", "D"]),
        format!("{start} with A, B, C and D ({ID})")
    );
    assert_eq!(
        subject(&["A", "B", "C", "D", "E"]),
        format!("{start} with A, B, C and 2 others ({ID})")
    );
}

#[test]
fn player_name_cannot_inject_headers_or_markup() {
    let evil =
        "Ben\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>\u{202e}\u{2028}\"' & -- <b>";
    let facts = GameCancelled {
        table: LetterTable {
            you: evil.into(),
            ..table("That's Life!", &[evil])
        },
        by: Some(evil.into()),
    };
    let letter = facts.letter(Language::English).unwrap();
    assert!(!letter.text.lines().any(|line| line.starts_with("Bcc")));
    assert!(!letter.html.contains("<script") && !letter.html.contains("<b>"));
    let raw = mail("game_cancelled/0/0", ID, evil, &letter);
    let head = raw.split("\r\n\r\n").next().unwrap();
    for line in head.split("\r\n") {
        assert!(!line.to_ascii_lowercase().starts_with("bcc"), "{head}");
    }
    let parsed = MessageParser::default().parse(raw.as_bytes()).unwrap();
    assert!(parsed.bcc().is_none());
    let to = parsed.to().unwrap();
    assert_eq!(to.iter().count(), 1);
    assert_eq!(to.first().unwrap().address(), Some("ann@example.org"));
    assert_eq!(parsed.parts.len(), 3, "the two parts and what holds them");
}

#[test]
fn non_ascii_player_name_survives_encoding() {
    let name = "Zoë Ångström 日本";
    let facts = GameCancelled {
        table: table("That's Life!", &[name]),
        by: Some(name.into()),
    };
    let letter = facts.letter(Language::English).unwrap();
    let raw = mail("game_cancelled/0/0", ID, name, &letter);
    assert!(raw.is_ascii());
    let parsed = MessageParser::default().parse(raw.as_bytes()).unwrap();
    assert_eq!(parsed.subject(), Some(letter.subject.as_str()));
    assert_eq!(parsed.to().unwrap().first().unwrap().name(), Some(name));
    assert!(parsed.body_text(0).unwrap().contains(name));
}

#[test]
fn invalid_recipient_address_fails_permanently() {
    let from = "Turnpike <games@play.example.org>".parse().unwrap();
    let to = Recipient {
        name: None,
        address: "ann@example.org>\r\nBcc: <x@example.org".into(),
        language: Language::English,
        zone: Tz::UTC,
        unsubscribe: None,
        answerable: false,
    };
    let facts = GameCancelled {
        table: table("That's Life!", &[]),
        by: None,
    };
    let letter = facts.letter(Language::English).unwrap();
    let mail = compose(&posting(&from, "game_cancelled/0/0", ID), &to, &letter);
    assert!(mail.is_err_and(|failure| failure.permanent));
}

fn said(lines: &[(&str, &str)]) -> Said {
    Said {
        lines: lines
            .iter()
            .map(|(by, text)| SaidLine {
                by: (*by).into(),
                at: "1 March, 12:15".into(),
                text: Line::long(text),
            })
            .collect(),
        earlier: 0,
    }
}

#[test]
fn chat_letter_matches_snapshot() {
    let chat = Chat {
        table: table("That's Life!", &["Ben", "Cleo"]),
        said: Said {
            earlier: 3,
            ..said(&[
                (
                    "Ben",
                    "Who has seen my pawn? It stood right here, behind the wall, and now it does not.",
                ),
                ("Ann", "Not me."),
                ("Cleo", "<b>Ann</b> has it & laughs.\n\nFOR THE RECORD"),
            ])
        },
        by_mail: true,
    };
    let letter = chat.letter(Language::English).unwrap();
    assert!(!letter.html.contains("<b>") && !letter.text.contains("\n\nFOR THE"));
    insta::assert_snapshot!("chat", whole("chat/986832/0", ID, &letter));
}

#[test]
fn report_letter_matches_snapshot() {
    let report = Report {
        public_url: URL.into(),
        id: "Rp0rtRp0rtA".into(),
        game: ID.into(),
        reporter: "Ann".into(),
        reported: "Ben".into(),
        message: Some(12),
        said: Some("You <i>fool</i>!".into()),
        reason: vec!["This is an insult.".into(), "It is not the first.".into()],
    };
    let letter = report.letter(Language::English).unwrap();
    insta::assert_snapshot!("report", whole("report/Rp0rtRp0rtA", "", &letter));
}

#[test]
fn french_account_letters_match_snapshots() {
    let reset = CodeLetter {
        second_factor: true,
        ..code()
    };
    let letters = [
        code().confirm_address(Language::French),
        code().sign_in(Language::French),
        reset.reset_password(Language::French),
    ];
    let letters = letters.map(|letter| in_french(&letter.unwrap())).join("\n");
    insta::assert_snapshot!("account_letters_in_french", letters);
    let mut letters = changes(Language::French).to_vec();
    letters.push(new_address(Language::French));
    let letters: Vec<String> = letters.iter().map(in_french).collect();
    insta::assert_snapshot!("account_changes_in_french", letters.join("\n"));
}

#[test]
fn french_game_letters_match_snapshot() {
    let (mut game, seed) = started("thats-life@1", &["a", "b", "c"]);
    let names = Names::new(["Ann", "Ben", "Cleo"]).in_language(Language::French);
    let about = || table("That's Life!", &["Ben", "Cleo"]);
    let pace = || Some(Line::new("3 jours par coup"));
    let mut letters = vec![
        Invitation {
            table: about(),
            from: "Ben".into(),
            seats: 3,
            token: Some("s3cr3t-s3cr3t_s3cr3t".into()),
            pace: pace(),
            options: Some("2 pions chacun · Avec gardiens".into()),
            summary: Some("Lancez le dé et déplacez vos pions.".into()),
            by_mail: true,
            answer_to: None,
            board: Board::default(),
        }
        .letter(Language::French),
        GameStarted {
            table: about(),
            players: ["Ann", "Ben", "Cleo"].map(Line::from).into(),
            acting: vec!["Ben".into(), "Cleo".into()],
            pace: pace(),
            happened: Vec::new(),
            board: board(&game, &names),
            proof: proof(&game, true),
        }
        .letter(Language::French),
    ];
    let happened = play(&mut game, 5, &names);
    let time = |left: i64| TimeLeft {
        left: time::length(chrono::TimeDelta::minutes(left), Language::French),
        until: "mercredi 4 mars 2026, 13:00 CET".into(),
        still_until: Some("lundi 2 mars 2026, 08:00 CET".into()),
        then: "Ensuite, un robot joue ce tour pour vous.".into(),
    };
    let own = YourTurn {
        time: Some(time(71 * 60)),
        others: vec![AtTable {
            name: "Ben".into(),
            is: "attend".into(),
        }],
        also_acting: vec!["Cleo".into()],
        said: Said {
            earlier: 2,
            ..said(&[("Ben", "Bonjour !")])
        },
        by_mail: true,
        reminder: true,
        ..turn(&game, about(), &names, happened)
    };
    letters.push(own.letter(Language::French));
    game.submit(Seat(1), &Action::Leave, "2026-03-01T12:00:00.000Z")
        .unwrap();
    let happened = play(&mut game, 10_000, &names);
    let over = GameOver {
        with_people: true,
        by_mail: true,
        table: about(),
        places: places(&game, &names),
        happened: happened.into_iter().rev().take(3).rev().collect(),
        own: 0,
        said: Said::default(),
        board: board(&game, &names),
        server_seed: Some(Hash(seed.0).to_string().into()),
        proof: proof(&game, true),
    };
    letters.push(over.letter(Language::French));
    for by in [None, Some("Ben".into())] {
        let table = about();
        letters.push(GameCancelled { table, by }.letter(Language::French));
    }
    let chat = Chat {
        table: about(),
        said: said(&[("Ben", "Bonjour !"), ("Cleo", "Bien joué.")]),
        by_mail: true,
    };
    letters.push(chat.letter(Language::French));
    let letters = letters
        .iter()
        .map(|letter| in_french(letter.as_ref().unwrap()));
    let letters = letters.collect::<Vec<_>>().join("\n* * *\n\n");
    insta::assert_snapshot!("letters_about_a_game_in_french", letters);
}
