//! The command line, as operators and players who verify games use it.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use ::games::KINDS;
use rules::record::{FORMAT, Record, RecordSeat};
use rules::{Action, Blinding, Game, Hash, Header, Seat, SeedSource, ServerSeed};
use serde_json::{Value, json};

fn turnpike(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(args)
        .env_clear()
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A whole game of That's Life!, in which every seat plays its last legal move.
fn record() -> Record {
    record_of(SeedSource::Secret, None, None)
}

/// The same with a blinding secret, as in a practice game.
fn practice() -> Record {
    record_of(SeedSource::Chosen, Some(Blinding([9; 32])), None)
}

/// The same on a deal.
fn on_deal() -> Record {
    record_of(
        SeedSource::Deal,
        Some(Blinding([9; 32])),
        Some("cliTestDeal"),
    )
}

fn record_of(seed_source: SeedSource, blinding: Option<Blinding>, deal: Option<&str>) -> Record {
    let seed = ServerSeed([7; 32]);
    let header = Header {
        id: "cliTestGame".into(),
        rules: "thats-life@1".into(),
        options: json!({"sorting": "random", "action_tiles": true, "guards": true, "scoring": "expert", "pawns": "2"}).into(),
        entropies: vec!["ann's words".into(), String::new()],
        seed_commitment: Hash(seed.commitment()),
        seed_source,
        blinding_commitment: blinding.map(|it| Hash(it.commitment())),
        deal: deal.map(str::to_owned),
    };
    let (mut game, _) = Game::start(KINDS.of(&header).unwrap(), header, &seed, blinding).unwrap();
    let start = game.head();
    let mut entries = Vec::new();
    while let Some(seat) = game.acting().iter().next() {
        let mv = game.legal(seat).moves.pop().unwrap();
        let played = game.submit(seat, &Action::Move(mv), "2026-03-01T12:00:00.000Z");
        entries.push(played.unwrap().entry);
    }
    let header = game.header();
    Record {
        format: FORMAT.into(),
        id: header.id.clone(),
        kind: "thats-life".into(),
        rules: header.rules.clone(),
        randomness: header.randomness().version(),
        options: header.options.clone(),
        seats: ["Ann", "Ben"]
            .iter()
            .zip(Seat::all(2))
            .map(|(name, seat)| RecordSeat {
                seat,
                player: (*name).into(),
                entropy: header.entropies[seat.index()].clone(),
            })
            .collect(),
        seed_source: header.seed_source,
        seed_commitment: header.seed_commitment,
        deal: header.deal.clone(),
        server_seed: Some(Hash(seed.0)),
        blinding_commitment: header.blinding_commitment,
        blinding_secret: blinding.map(|it| Hash(it.0)),
        start,
        ply: game.ply(),
        head: game.head(),
        entries,
        result: game.turn().outcome().cloned(),
    }
}

fn file(folder: &tempfile::TempDir, value: &Value) -> PathBuf {
    let path = folder.path().join("game.json");
    std::fs::write(&path, value.to_string()).unwrap();
    path
}

#[test]
fn verify_accepts_a_true_history_and_names_faults_of_a_changed_one() {
    let folder = tempfile::tempdir().unwrap();
    let whole = serde_json::to_value(record()).unwrap();
    let path = file(&folder, &whole);
    let output = turnpike(&["verify", path.to_str().unwrap()]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(
        said.starts_with("true: game cliTestGame of thats-life@1"),
        "{said}"
    );

    let other = json!("0".repeat(64));
    let seats = (0..13).map(|i| json!({"seat": i.min(11), "player": "ann", "entropy": ""}));
    let changes = [
        (
            "/entries/0/move/type",
            json!("move_pawn"),
            "false: entries[0].hash",
        ),
        ("/entries/3/hash", other.clone(), "false: entries[3].hash"),
        (
            "/entries/2/at",
            json!("2026-03-01T12:00:00.001Z"),
            "false: entries[2].hash",
        ),
        ("/seats/0/entropy", json!("ann's Words"), "false: start"),
        ("/server_seed", other.clone(), "false: server_seed"),
        ("/seed_commitment", other.clone(), "false: server_seed"),
        ("/options/guards", json!(false), "false: start"),
        ("/head", other, "false: head"),
        ("/result/standings/0/score", json!(99), "false: result"),
        ("/server_seed", json!(null), "false: server_seed"),
        (
            "/seats",
            seats.collect::<Vec<_>>().into(),
            "false: seats[12].seat: out of order",
        ),
    ];
    for (pointer, value, expected) in changes {
        let mut changed = whole.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let path = file(&folder, &changed);
        let output = turnpike(&["verify", path.to_str().unwrap()]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{pointer}: {said}");
        assert!(said.starts_with(expected), "{pointer}: {said}");
    }
}

#[test]
fn verify_checks_every_record_of_a_compressed_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.zst");
    let whole = serde_json::to_value(record()).unwrap();
    let mut changed = whole.clone();
    changed["head"] = json!("0".repeat(64));
    for (lines, code, expected) in [
        ([&whole, &whole], 0, "all true: 2 games, "),
        (
            [&whole, &changed],
            1,
            "false: line 2: game cliTestGame: head",
        ),
    ] {
        let frames = lines.map(|line| zstd::bulk::compress(format!("{line}\n").as_bytes(), 3));
        let frames: Vec<Vec<u8>> = frames.into_iter().map(Result::unwrap).collect();
        std::fs::write(&path, frames.concat()).unwrap();
        let output = turnpike(&["verify", path.to_str().unwrap()]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.starts_with(expected), "{said}");
    }
}

/// The hashes of a practice game need its blinding secret. `turnpike verify` and the Python script,
/// which uses none of our code, must both check it.
#[test]
fn verifiers_reject_a_practice_game_with_a_changed_blinding() {
    let folder = tempfile::tempdir().unwrap();
    let whole = serde_json::to_value(practice()).unwrap();
    let script = |path: &str| {
        Command::new("python3")
            .args([
                concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/verify.py"),
                path,
            ])
            .output()
    };
    let other = json!("0".repeat(64));
    for (pointer, value, expected) in [
        ("/id", whole["id"].clone(), "true"),
        ("/blinding_secret", other.clone(), "false: blinding"),
        ("/blinding_commitment", other, "false: blinding"),
    ] {
        let mut changed = whole.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let path = file(&folder, &changed);
        let path = path.to_str().unwrap();
        let said = text(&turnpike(&["verify", path]).stdout);
        assert!(said.starts_with(expected), "{pointer}: {said}");
        match script(path) {
            Ok(output) => {
                let said = text(&output.stdout) + &text(&output.stderr);
                let last = said.lines().last().unwrap_or_default();
                assert!(last.starts_with(expected), "{pointer}: {said}");
            }
            Err(error) => println!("python3 cannot be run, so its script is not tried: {error}"),
        }
    }
}

/// All games on a deal have the same dice. The record's members about the deal are hashed. Without
/// the seed the verifiers prove nothing.
#[test]
fn verifiers_accept_true_games_on_a_deal_and_reject_changed_ones() {
    let folder = tempfile::tempdir().unwrap();
    let whole = serde_json::to_value(on_deal()).unwrap();
    assert_eq!(whole["randomness"], 2);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/verify.py");
    let unchecked = "is not in the record";
    for (pointer, value, expected) in [
        ("/id", whole["id"].clone(), "true"),
        ("/deal", json!("anotherDeal"), "false"),
        ("/id", json!("anotherGame"), "false"),
        ("/seats/0/entropy", json!("another one"), "false: start"),
        ("/randomness", json!(1), "false: randomness"),
        ("/seed_source", json!("secret"), "false"),
        ("/blinding_secret", json!("0".repeat(64)), "false: blinding"),
        ("/blinding_secret", json!(null), "false: blinding"),
        ("/blinding_commitment", json!(null), "false: blinding"),
        ("/deal", json!(null), "false"),
        ("/server_seed", json!(null), unchecked),
    ] {
        let mut changed = whole.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let path = file(&folder, &changed);
        let path = path.to_str().unwrap();
        let fits = |said: &str| match expected == unchecked {
            true => said.contains(expected),
            false => said.starts_with(expected),
        };
        let said = text(&turnpike(&["verify", path]).stdout);
        assert!(fits(&said), "{pointer}: {said}");
        match Command::new("python3").args([script, path]).output() {
            Ok(output) => {
                let said = text(&output.stdout) + &text(&output.stderr);
                let last = said.lines().last().unwrap_or_default();
                assert!(fits(last), "{pointer}: {said}");
            }
            Err(error) => println!("python3 cannot be run, so its script is not tried: {error}"),
        }
    }
    let path = file(&folder, &whole);
    let replayed = turnpike(&["replay", path.to_str().unwrap(), "--ply", "1"]);
    assert!(text(&replayed.stdout).contains("1. Ann · roll"));
    let said = text(&turnpike(&["verify", path.to_str().unwrap()]).stdout);
    assert!(said.contains("deal      cliTestDeal"), "{said}");
    // The author of a history can name any deal, so the program asks to compare it.
    assert!(
        said.contains("compare it with GET /v1/deals/cliTestDeal"),
        "{said}"
    );
}

/// A missing seed can mean a running game, an open deal or a removed seed. The file does not tell.
#[test]
fn verifiers_of_a_history_without_a_seed_report_the_missing_seed() {
    let folder = tempfile::tempdir().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/verify.py");
    for whole in [record(), practice(), on_deal()] {
        let mut without = serde_json::to_value(whole).unwrap();
        without["server_seed"] = json!(null);
        let path = file(&folder, &without);
        let path = path.to_str().unwrap();
        let said = text(&turnpike(&["verify", path]).stdout);
        assert!(
            said.starts_with("false: server_seed: is not in the record"),
            "{said}"
        );
        if let Ok(output) = Command::new("python3").args([script, path]).output() {
            let said = text(&output.stderr);
            assert!(
                said.starts_with("false: server_seed: is not in the record"),
                "{said}"
            );
        }
    }
}

#[test]
fn verify_script_rejects_malformed_records_with_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/verify.py");
    let whole = serde_json::to_value(on_deal()).unwrap();
    type Change<'a> = &'a dyn Fn(&mut Value);
    let changes: [Change; 5] = [
        &|game| game["seats"] = json!(7),
        &|game| game["blinding_secret"] = json!("no hex"),
        &|game| game["server_seed"] = json!(7),
        &|game| game["entries"][0] = json!(null),
        &|game| drop(game.as_object_mut().unwrap().remove("start")),
    ];
    for change in changes {
        let mut changed = whole.clone();
        change(&mut changed);
        let path = file(&folder, &changed);
        if let Ok(output) = Command::new("python3").arg(script).arg(path).output() {
            let said = text(&output.stderr);
            assert!(
                said.starts_with("false: ") && said.lines().count() == 1,
                "{said}"
            );
        }
    }
}

#[test]
fn replay_shows_one_ply_or_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let record = record();
    let path = file(&folder, &serde_json::to_value(&record).unwrap());
    let path = path.to_str().unwrap();
    let one = text(&turnpike(&["replay", path, "--ply", "1"]).stdout);
    assert!(one.contains("1. Ann · roll"), "{one}");
    assert!(!one.contains("2. Ann"), "{one}");
    let all = text(&turnpike(&["replay", path]).stdout);
    assert!(all.contains(&format!("\n{}. ", record.ply)), "{all}");
    let beyond = turnpike(&["replay", path, "--ply", "100000"]);
    assert!(!beyond.status.success());
    assert!(text(&beyond.stderr).contains("the log has"));
}

#[test]
fn watched_table_is_saved_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.json");
    let path = path.to_str().unwrap();
    for kind in KINDS.current().map(|kind| kind.info().id) {
        let output = turnpike(&["table", kind, "--watch", "--save", path]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(
            text(&output.stdout).contains("\n1. "),
            "{}",
            text(&output.stdout)
        );
        let verified = text(&turnpike(&["verify", path]).stdout);
        assert!(verified.starts_with("true: game "), "{verified}");
    }
}

#[test]
fn draw_writes_the_board_of_a_history() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, &serde_json::to_value(record()).unwrap());
    let path = path.to_str().unwrap();
    let picture = |name: &str| folder.path().join(name);
    let draw = |name: &str, more: &[&str]| {
        let out = picture(name);
        let output = turnpike(&[&["draw", path, out.to_str().unwrap()], more].concat());
        (output.status.success(), text(&output.stderr))
    };
    assert!(draw("end.svg", &[]).0);
    let end = std::fs::read_to_string(picture("end.svg")).unwrap();
    assert!(end.starts_with("<svg ") && end.contains("Ann"), "{end}");
    assert!(
        draw(
            "start.svg",
            &["--ply", "0", "--seat", "1", "--theme", "dark"]
        )
        .0
    );
    let start = std::fs::read_to_string(picture("start.svg")).unwrap();
    assert!(start != end && !start.contains("prefers-color-scheme"));
    assert!(draw("end.png", &["--scale", "1"]).0);
    assert_eq!(&std::fs::read(picture("end.png")).unwrap()[1..4], b"PNG");
    assert!(draw("end.gif", &[]).1.contains("a .svg or a .png file"));
    assert!(
        draw("end.svg", &["--ply", "99999"])
            .1
            .contains("the log has")
    );
    assert!(
        draw("end.svg", &["--seat", "2"])
            .1
            .contains("there is no seat 2")
    );
}

#[test]
fn table_is_played_by_typing_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.json");
    let path = path.to_str().unwrap();
    let seed = "07".repeat(32);
    let typed = |args: &[&str], lines: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_turnpike"))
            .args(args)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(lines.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        text(&output.stdout)
    };
    let args = [
        "table",
        "thats-life",
        "--seed",
        &seed,
        "--save",
        path,
        "--seat",
        "0",
        "--seat",
        "1",
        "--every-move",
    ];
    let said = typed(
        &args,
        "fly\nlegal\nhelp\nhow\nrules 1\nroll; move start\nroll\nlegal move\nmove start\nquit\n",
    );
    assert!(
        said.contains("“fly” is not a move. You can only play “roll”."),
        "{said}"
    );
    assert!(said.contains("“move” can continue with: start"), "{said}");
    assert!(said.contains("WHAT TO TYPE"), "{said}");
    assert!(said.contains("R1 AIM"), "{said}");
    assert!(
        said.contains("Player 1 moves a pawn from the start"),
        "{said}"
    );
    let verified = text(&turnpike(&["verify", path]).stdout);
    assert!(verified.starts_with("true: game "), "{verified}");
    let said = typed(
        &["table", "--load", path, "--save", path],
        "leave\nleave yes\n",
    );
    assert!(said.contains("Then type “leave yes”."), "{said}");
    assert!(said.contains("\n1. "), "{said}");
    // Seats count from 0, as in the API and in the other commands.
    let beyond = turnpike(&["table", "thats-life", "--seats", "2", "--seat", "2"]);
    assert!(text(&beyond.stderr).contains("there is no seat 2; the seats are 0 to 1"));
    let none = turnpike(&["table", "chess"]);
    assert!(text(&none.stderr).contains("there is no game “chess”"));
}

#[test]
fn serve_names_all_invalid_settings_at_once() {
    let switches = [
        ("TURNPIKE_BEHIND_PROXY", "perhaps"),
        ("TURNPIKE_LOG_FAILED_SIGN_INS", "perhaps"),
        ("TURNPIKE_MAIL_SIGN_UP", "perhaps"),
        ("TURNPIKE_SIGN_UP", "friends"),
    ];
    let flags = [
        "serve",
        "--listen=nowhere",
        "--database-url=mysql://x",
        "--smtp-url=carrier://pigeon",
        "--public-url=example.org",
        "--pool=many",
        "--mail-from=@",
        "--role=boss",
        "--log-format=xml",
    ];
    let output = turnpike_with(&switches, &flags);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(78), "{said}");
    for name in [
        "TURNPIKE_LISTEN",
        "DATABASE_URL",
        "SMTP_URL",
        "TURNPIKE_PUBLIC_URL",
        "TURNPIKE_POOL",
        "TURNPIKE_MAIL_FROM",
        "TURNPIKE_ROLE",
        "TURNPIKE_LOG_FORMAT",
        "TURNPIKE_BEHIND_PROXY",
        "TURNPIKE_LOG_FAILED_SIGN_INS",
        "TURNPIKE_MAIL_SIGN_UP",
        "TURNPIKE_SIGN_UP:",
    ] {
        assert!(said.contains(name), "{name} is not named in: {said}");
    }
}

/// Runs the program with only this environment.
fn turnpike_with(environment: &[(&str, &str)], args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnpike"))
        .args(args)
        .env_clear()
        .envs(environment.iter().copied())
        .output()
        .unwrap()
}

#[test]
fn invalid_setting_exits_with_78_and_unknown_flag_with_2() {
    for (name, value) in [("TURNPIKE_ROLE", "boss"), ("TURNPIKE_POOL", "many")] {
        let output = turnpike_with(&[(name, value)], &["serve"]);
        assert_eq!(output.status.code(), Some(78), "{name}");
        assert!(text(&output.stderr).contains(value), "{name}");
    }
    let unknown = turnpike(&["serve", "--no-such-flag"]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn sandbox_with_shared_database_mail_server_or_other_role_exits_with_78() {
    for (name, value) in [
        ("DATABASE_URL", "postgres://x@db.example.org/x"),
        ("SMTP_URL", "smtp://mail.example.org"),
        ("TURNPIKE_ROLE", "web"),
    ] {
        let output = turnpike_with(&[(name, value)], &["serve", "--sandbox"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(78), "{said}");
        assert!(
            said.contains("TURNPIKE_SANDBOX") && said.contains(name),
            "{said}"
        );
    }
}

#[test]
fn invalid_settings_of_the_site_exit_with_78() {
    let long = "x".repeat(41);
    for (name, value) in [
        ("TURNPIKE_SITE_NAME", "Two\nlines"),
        ("TURNPIKE_SITE_NAME", long.as_str()),
        ("TURNPIKE_SITE_LOGO", "mailto:help@example.org"),
        ("TURNPIKE_SITE_IMPRINT", "javascript:alert(1)"),
        ("TURNPIKE_SITE_TERMS", "/terms"),
        ("TURNPIKE_SITE_PRIVACY", "https://example.org/a b"),
        ("TURNPIKE_SITE_CONTACT", "mailto:nobody"),
    ] {
        let output = turnpike_with(&[(name, value)], &["serve"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(78), "{said}");
        assert!(said.contains(&format!("{name}: ")), "{said}");
    }
}

#[test]
fn invalid_address_of_a_collector_exits_with_78() {
    for url in [
        "collector.example.org:4318",
        "grpc://collector.example.org:4317",
        "http://",
        "http://me:password@collector.example.org",
        "https://collector.example.org/?key=secret",
    ] {
        let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", url)];
        let output = turnpike_with(&settings, &["serve"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(78), "{url}: {said}");
        assert!(
            said.contains("OTEL_EXPORTER_OTLP_ENDPOINT is not a"),
            "{said}"
        );
        for secret in ["me:password", "key=secret"] {
            assert!(!said.contains(secret), "{said}");
        }
    }
}

#[test]
fn service_does_not_restart_on_exit_status_78() {
    let unit = include_str!("../deploy/debian/turnpike.service");
    assert!(unit.contains("\nRestartPreventExitStatus=78\n"));
}

#[test]
fn every_setting_is_documented() {
    let manual = include_str!("../docs/CONFIGURATION.md");
    let help = text(&turnpike(&["serve", "--help"]).stdout);
    let names: Vec<&str> = help
        .split("[env: ")
        .skip(1)
        .filter_map(|rest| rest.split(['=', ']']).next())
        .collect();
    assert!(names.contains(&"TURNPIKE_LISTEN"), "{help}");
    for name in names {
        assert!(manual.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn every_admin_command_is_in_the_list_of_acts() {
    let acts = include_str!("../docs/ADMIN-ACTS.md");
    let help = text(&turnpike(&["admin", "--help"]).stdout);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let lines = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.contains(&"suspend"), "{help}");
    for name in names {
        let listed = [format!("| `{name}`"), format!("| `{name} ")];
        assert!(listed.iter().any(|it| acts.contains(it)), "{name}");
    }
}

#[test]
fn admin_accepts_settings_that_its_help_does_not_list() {
    let help = text(&turnpike(&["admin", "--help"]).stdout);
    assert!(
        help.contains("suspend") && help.contains("--reason"),
        "{help}"
    );
    assert!(help.contains("turnpike serve --help"), "{help}");
    assert!(
        !help.contains("--smtp-url") && !help.contains("[env: "),
        "{help}"
    );
    let output = turnpike(&["admin", "--pool", "many", "players"]);
    assert_eq!(output.status.code(), Some(78));
    assert!(text(&output.stderr).contains("TURNPIKE_POOL"));
}

#[test]
fn public_url_with_a_path_is_rejected() {
    for url in [
        "https://example.org/games",
        "https://example.org?x",
        "https://ann@example.org",
    ] {
        let output = turnpike(&["serve", "--public-url", url]);
        assert_eq!(output.status.code(), Some(78), "{url}");
        let said = text(&output.stderr);
        assert!(
            said.contains("TURNPIKE_PUBLIC_URL") && said.contains("path"),
            "{said}"
        );
    }
}

/// Returns the output of a server that stops because `TURNPIKE_POOL` is invalid.
fn doubts(environment: &[(&str, &str)]) -> String {
    let stops = [("TURNPIKE_POOL", "0")];
    let output = turnpike_with(&[environment, &stops].concat(), &["serve"]);
    assert_eq!(output.status.code(), Some(78));
    text(&output.stderr)
}

#[test]
fn smtp_with_the_default_public_url_logs_a_warning() {
    let smtp = ("SMTP_URL", "smtp://mail.example.org");
    let warned = doubts(&[smtp]);
    assert!(
        warned.contains("links in mails lead to http://127.0.0.1:8080"),
        "{warned}"
    );
    let public = ("TURNPIKE_PUBLIC_URL", "https://play.example.org");
    assert!(!doubts(&[smtp, public]).contains("links in mails"));
}

#[test]
fn unknown_setting_is_reported_with_a_suggestion() {
    let said = doubts(&[
        ("TURNPIKE_PUBLIK_URL", "https://x"),
        ("TURNPIKE_PORT", "tcp://10.0.0.1"),
    ]);
    let meant = "TURNPIKE_PUBLIK_URL is not a setting. Did you mean TURNPIKE_PUBLIC_URL?";
    assert!(said.contains(meant), "{said}");
    assert!(said.contains("TURNPIKE_PORT is not a setting."), "{said}");
    assert!(!said.contains("TURNPIKE_POOL is not"), "{said}");
}

#[test]
fn secret_is_read_from_the_file_of_its_setting() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("url");
    let file = path.to_str().unwrap();
    std::fs::write(file, "mysql://x\n").unwrap();
    for name in ["DATABASE_URL", "TURNPIKE_MIGRATE_URL", "SMTP_URL"] {
        let in_file = format!("{name}_FILE");
        let output = turnpike_with(&[(&in_file, file)], &["serve"]);
        assert_eq!(output.status.code(), Some(78), "{name}");
        let said = text(&output.stderr);
        assert!(said.contains(&format!("{name} is not a valid")), "{said}");
        let both = turnpike_with(&[(&in_file, file), (name, "x")], &["serve"]);
        assert!(text(&both.stderr).contains("Set only one of them"));
        let missing = turnpike_with(&[(&in_file, "/no/such/file")], &["serve"]);
        assert_eq!(missing.status.code(), Some(78), "{name}");
        assert!(text(&missing.stderr).contains("/no/such/file"));
    }
}

#[test]
fn container_accepts_every_documented_way_to_name_the_database() {
    let line = include_str!("../Dockerfile").lines().last().unwrap();
    let entry = line.strip_prefix("ENTRYPOINT ").unwrap();
    let entry: Vec<String> = serde_json::from_str(entry).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let secret = write("url", "mysql://x\n");
    let settings = write("env", "DATABASE_URL=mysql://x\n");
    let programs = PathBuf::from(env!("CARGO_BIN_EXE_turnpike"));
    let programs = programs.parent().unwrap();
    let run = |environment: &[(&str, &str)], args: &[&str]| {
        let output = Command::new(&entry[0])
            .args(&entry[1..])
            .args(args)
            .env_clear()
            .env("PATH", programs)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        (output.status.code(), text(&output.stderr))
    };
    type Way<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);
    let ways: [Way; 6] = [
        (&[("DATABASE_URL", "mysql://x")], &[]),
        (&[("DATABASE_URL_FILE", &secret)], &["serve"]),
        (&[], &["serve", "--database-url", "mysql://x"]),
        (&[], &["--database-url=mysql://x"]),
        (&[], &["--env-file", &settings, "serve"]),
        (&[("TURNPIKE_ROLE", "web")], &["--env-file", &settings]),
    ];
    for (environment, args) in ways {
        let (code, said) = run(environment, args);
        assert_eq!(code, Some(78), "{environment:?} {args:?}: {said}");
        assert!(said.contains("DATABASE_URL is not a valid"), "{said}");
    }
    for args in [&[][..], &["serve"], &["--role", "web"]] {
        let (code, said) = run(&[], args);
        assert_eq!(code, Some(78), "{args:?}: {said}");
        assert!(said.contains("set DATABASE_URL or"), "{said}");
    }
    assert_eq!(run(&[], &["--version"]).0, Some(0));
    assert_eq!(run(&[], &["serve", "--help"]).0, Some(0));
}

#[test]
fn settings_are_read_from_an_env_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("turnpike.env");
    let file = path.to_str().unwrap();
    let lines =
        "# mail\nSMTP_URL=carrier://pigeon\nTURNPIKE_POOL='none'\nTURNPIKE_BEHIND_PROXY=true\n";
    std::fs::write(file, lines).unwrap();
    let output = turnpike(&["--env-file", file, "serve"]);
    let said = text(&output.stderr);
    assert!(
        said.contains("SMTP_URL is not a valid mail server address") && said.contains("“none”"),
        "{said}"
    );
    let output = turnpike(&["serve", "--listen=127.0.0.1:0", "--env-file", file]);
    assert!(text(&output.stderr).contains("“none”"));
    // The environment overrides the file, and the command line overrides both.
    let output = turnpike_with(&[("TURNPIKE_POOL", "few")], &["--env-file", file, "serve"]);
    assert!(text(&output.stderr).contains("“few”"));
    let missing = turnpike(&["--env-file", "/no/such/file", "serve"]);
    assert_eq!(missing.status.code(), Some(78));
    assert!(text(&missing.stderr).contains("/no/such/file cannot be read"));
}

#[test]
fn env_file_with_an_invalid_line_exits_with_78() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("turnpike.env");
    let file = path.to_str().unwrap();
    std::fs::write(file, "# mail\nexport SMTP_URL=smtp://secret\n").unwrap();
    let output = turnpike(&["--env-file", file, "serve"]);
    assert_eq!(output.status.code(), Some(78));
    let said = text(&output.stderr);
    assert!(
        said.contains("turnpike.env, line 2, is not valid") && !said.contains("secret"),
        "{said}"
    );
}

#[test]
fn verify_names_a_missing_or_malformed_file() {
    let missing = turnpike(&["verify", "/no/such/file.json"]);
    assert!(!missing.status.success());
    assert!(text(&missing.stderr).contains("/no/such/file.json cannot be read"));
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, &json!({"format": "turnpike-record/1"}));
    let output = turnpike(&["verify", path.to_str().unwrap()]);
    assert!(
        text(&output.stdout).starts_with("false: line 1"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn receipt_of_the_manual_verifies_with_the_documented_output() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let (receipt, game) = ("examples/receipt.txt", "examples/ferry-follies.json");
    let manual = std::fs::read_to_string(format!("{root}/VERIFYING.md")).unwrap();
    let key = manual
        .split("\nkey=")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    let (receipt, game) = (format!("{root}/{receipt}"), format!("{root}/{game}"));
    let output = turnpike(&["verify", "--receipt", &receipt, "--key", key, &game]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(manual.contains(&said), "{said}");
    // A key can begin with a hyphen, like an option.
    let other = format!("-{}", "A".repeat(42));
    let output = turnpike(&["verify", "--receipt", &receipt, "--key", &other]);
    let said = text(&output.stdout);
    assert!(
        !output.status.success() && said.contains("another key"),
        "{said}"
    );
}

#[test]
fn changed_history_without_a_seed_does_not_match_its_receipt() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples");
    let (receipt, game) = (
        format!("{root}/receipt.txt"),
        format!("{root}/ferry-follies.json"),
    );
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(game).unwrap()).unwrap();
    let forged = |change: &dyn Fn(&mut Value)| {
        let mut game = whole.clone();
        game["server_seed"] = Value::Null;
        game["result"] = Value::Null;
        change(&mut game);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), game.to_string()).unwrap();
        let output = turnpike(&[
            "verify",
            "--receipt",
            &receipt,
            file.path().to_str().unwrap(),
        ]);
        (output.status.success(), text(&output.stdout))
    };
    let (is_true, said) = forged(&|_| {});
    assert!(is_true && said.contains("cannot be checked"), "{said}");
    assert!(!said.contains("up to entry"), "{said}");
    type Change<'a> = &'a dyn Fn(&mut Value);
    let changes: [(&str, Change); 6] = [
        ("result", &|game| game["result"] = whole["result"].clone()),
        ("start", &|game| game["start"] = whole["head"].clone()),
        ("options", &|game| {
            game["options"] = json!({"variant": true})
        }),
        ("number", &|game| game["entries"][1]["n"] = 77.into()),
        ("ply", &|game| game["ply"] = 999.into()),
        ("head", &|game| game["head"] = whole["start"].clone()),
    ];
    for (what, change) in changes {
        let (is_true, said) = forged(change);
        assert!(!is_true && said.contains("false"), "{what}: {said}");
    }
}

#[test]
fn broken_receipt_beside_a_whole_one_is_rejected() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples");
    let folded = std::fs::read_to_string(format!("{root}/receipt.txt")).unwrap();
    let whole: String = folded.split_whitespace().collect();
    let verify = |input: &str| {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), input).unwrap();
        let output = turnpike(&["verify", "--receipt", file.path().to_str().unwrap()]);
        (output.status.success(), text(&output.stdout))
    };
    let other = |letter: &str| if letter == "A" { "B" } else { "A" };
    let cut = &whole[..whole.len() - 1];
    let last = format!("{cut}{}", other(&whole[cut.len()..]));
    let changed = format!("{}{}{}", &whole[..60], other(&whole[60..61]), &whole[61..]);
    let empty = "turnpike-receipt-1.".to_owned();
    for broken in [cut, &last, &changed, &whole[..80], &empty] {
        for (n, input) in [
            (2, format!("{folded}\n\n{broken}.\n")),
            (1, format!("{broken}.\n\n{folded}")),
            (2, json!({"a": whole, "b": broken}).to_string()),
            (1, format!("Subject: x\n\n{broken}.\n\n{folded}")),
            (2, quoted(&format!("{folded}\n\n{broken}."))),
            (1, format!("X: {broken}.\n{}", quoted(&folded))),
            (2, format!("{}{broken}.\n", in_parts(&folded, &folded))),
        ] {
            let (is_true, said) = verify(&input);
            assert!(!is_true, "{input}\n{said}");
            assert!(said.contains("true: receipt "), "{input}\n{said}");
            assert!(
                said.contains(&format!("false: receipt {n} of 2: ")),
                "{input}\n{said}"
            );
        }
    }
    // Encoding, quoting and HTML do not break a receipt.
    let html = format!("<p>Look:<br>{}</p>", folded.replace('\n', "<br>"));
    for input in [
        quoted(&folded),
        in_parts(&folded, &html),
        format!("{folded}\n{whole}\n> {}", folded.replace('\n', "\n> ")),
    ] {
        let (is_true, said) = verify(&input);
        assert!(
            is_true && said.starts_with("true: the signature is good"),
            "{input}\n{said}"
        );
    }
}

/// A quoted-printable mail of this text, with encoded dots and soft line breaks.
fn quoted(text: &str) -> String {
    let coded = text.replace('.', "=2E").replace("eyJ", "e=\nyJ");
    let head = "Subject: Mail\nMIME-Version: 1.0\nContent-Type: text/plain";
    format!("{head}\nContent-Transfer-Encoding: quoted-printable\n\n{coded}\n")
}

/// A mail with a text part and an HTML part.
fn in_parts(text: &str, html: &str) -> String {
    let head = "Subject: Mail\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b";
    format!(
        "{head}\n\n--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
    )
}
