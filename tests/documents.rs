//! Runs the commands of the documents against the program with its default settings, and compares
//! their output with the documents.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod process;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use ::games::KINDS;
use process::{PATIENCE, Player, Server, begin_with, program, stop, until};
use regex::{NoExpand, Regex};
use serde_json::{Value, json};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const PROGRAM: &str = env!("CARGO_BIN_EXE_turnpike");

/// The blocks that no test runs: document, beginning of the block, reason.
const BLOCKS_NOT_RUN: [(&str, &str, &str); 5] = [
    (
        "README.md",
        "cargo run --release  ",
        "what builds and tests it all",
    ),
    (
        "docs/CONFIGURATION.md",
        "DATABASE_URL=",
        "a PostgreSQL and a mail server of one's own",
    ),
    (
        "docs/API.md",
        "python3 -m venv",
        "fetches a generator of clients",
    ),
    (
        "docs/PLAY-BY-MAIL.md",
        "# /etc/postfix/main.cf",
        "postfix.sh runs it",
    ),
    (
        "docs/PLAY-BY-MAIL.md",
        "# /etc/postfix/master.cf",
        "postfix.sh runs it",
    ),
];

/// The files of docs/examples that no test runs, with the reason.
const EXAMPLES_NOT_RUN: [(&str, &str); 9] = [
    (
        "client.yaml",
        "how the generator is to make the client of play.py",
    ),
    (
        "cluster",
        "takes root, Patroni, etcd and haproxy; its README has the command",
    ),
    ("compose", "what compose.sh starts"),
    (
        "compose.sh",
        "takes root, podman and images from the network",
    ),
    ("play.py", "takes a client that is generated first"),
    (
        "postfix.sh",
        "takes root and changes the configuration of Postfix",
    ),
    ("production", "deploy/check tries the files"),
    ("prometheus", "deploy/check tries the files"),
    ("restore.sh", "takes root and pgBackRest"),
];

/// A fenced block of a document.
struct Block {
    /// `sh` for commands, `json` or nothing for their output, `mail` for the lines of a mail.
    language: String,
    text: String,
}

fn text_of(document: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(document)).unwrap()
}

/// The blocks of a document that tests run. A block that begins with a prompt (`$ `) is a session:
/// commands, each followed by its output.
fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut add = |language: &str, text: &str| {
        blocks.push(Block {
            language: language.to_owned(),
            text: text.to_owned(),
        });
    };
    for fence in text_of(document).split("```").skip(1).step_by(2) {
        let (language, text) = fence.split_once('\n').unwrap();
        if let Some(session) = text.strip_prefix("$ ") {
            for part in session.split("\n$ ") {
                let (command, shown) = part.split_once('\n').unwrap();
                add("sh", &format!("{command}\n"));
                add("", shown);
            }
        } else if !not_run(document).any(|begins| text.starts_with(begins)) {
            add(language, text);
        }
    }
    blocks
}

fn not_run(document: &str) -> impl Iterator<Item = &str> {
    let here = BLOCKS_NOT_RUN
        .iter()
        .filter(move |(it, ..)| *it == document);
    here.map(|(_, begins, _)| *begins)
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The parts of the output that differ in each game: ids, hashes, times and dice. Each has the
/// documented form and a pattern for other values.
const DIFFERS: [(&str, &str); 5] = [
    (r"\b[0-9a-f]{64}\b", "[0-9a-f]{64}"),
    (r"\bXfrSr47P3mp\b", "[0-9A-Za-z]{11}"),
    (r"\\-[0-9a-f]{8}\b", r"\-[0-9a-f]{8}"),
    (r"\b\d{8}T\d{6}\\\.\d{3}Z", r"\d{8}T\d{6}\.\d{3}Z"),
    (r"die shows \d", r"die shows \d"),
];

/// Whether the output contains the shown text, apart from the parts in `differs`. `…` stands for
/// the rest of a line, or for omitted lines.
fn is_told(shown: &str, printed: &str, differs: &[(&str, &str)]) -> bool {
    let lines: Vec<String> = shown
        .lines()
        .filter(|line| line.trim() != "…")
        .map(|line| {
            let line = regex::escape(line);
            let changes = differs.iter().chain(&[(" ?…", ".*")]);
            changes.fold(line, |line, (what, by)| {
                let what = Regex::new(what).unwrap();
                what.replace_all(&line, NoExpand(by)).into_owned()
            })
        })
        .collect();
    let shown = Regex::new(&lines.join("\n")).unwrap();
    shown.is_match(printed)
}

#[test]
fn documented_output_must_be_printed_except_for_known_differences() {
    let told = "the die shows 2.\n  …\n";
    assert!(is_told(told, "no\nthe die shows 5.\n", &DIFFERS));
    assert!(!is_told(told, "no\nthe die shows 5.\n", &[]));
    assert!(!is_told("3 entries", "4 entries", &DIFFERS));
}

#[test]
fn every_documented_block_and_example_is_run_or_listed_as_not_run() {
    for (document, begins, why) in BLOCKS_NOT_RUN {
        let found = text_of(document).matches(&format!("\n{begins}")).count();
        assert!(found > 0, "{document} has no {begins} ({why})");
    }
    for document in ["README.md", "docs/CONFIGURATION.md"] {
        assert!(blocks(document).is_empty(), "{document}: no test runs it");
    }
    let run =
        fs::read_to_string(Path::new(ROOT).join(file!())).unwrap() + &text_of("docs/VERIFYING.md");
    for file in fs::read_dir(format!("{ROOT}/docs/examples")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let is_run = run.contains(&format!("docs/examples/{name}"));
        let is_named = EXAMPLES_NOT_RUN.iter().any(|(it, _)| *it == name);
        assert!(is_run != is_named, "docs/examples/{name}");
    }
}

/// The folders whose documents the tests below check.
const FOLDERS: [&str; 12] = [
    "",
    "clients",
    "clients/generators",
    "clients/python",
    "clients/rust",
    "clients/typescript",
    "crates/trials",
    "docs",
    "docs/cookbook",
    "docs/decisions",
    "docs/mails",
    "tests/api/inbound/mails",
];

/// The documents of all folders, by their path from the root.
fn documents() -> Vec<String> {
    let mut documents = Vec::new();
    for folder in FOLDERS {
        for file in fs::read_dir(Path::new(ROOT).join(folder)).unwrap() {
            let document = Path::new(folder).join(file.unwrap().file_name());
            if document.extension().is_some_and(|it| it == "md") {
                documents.push(document.to_str().unwrap().to_owned());
            }
        }
    }
    assert!(documents.len() > 50, "only {documents:?}");
    documents
}

/// A document without its fenced blocks.
fn prose(document: &str) -> String {
    text_of(document).split("```").step_by(2).collect()
}

/// The anchors of a document: those of its headings, and named ones.
fn anchors(document: &str) -> BTreeSet<String> {
    let text = prose(document);
    let named = Regex::new(r#"<a id="([^"]+)""#).unwrap();
    let named = named.captures_iter(&text).map(|it| it[1].to_owned());
    let headings = text.lines().filter_map(|line| {
        let heading = line.trim_start_matches('#').strip_prefix(' ')?;
        let kept = |it: &char| it.is_alphanumeric() || " -_".contains(*it);
        let anchor: String = heading.to_lowercase().chars().filter(kept).collect();
        line.starts_with('#').then(|| anchor.replace(' ', "-"))
    });
    headings.chain(named).collect()
}

#[test]
fn links_in_documents_lead_to_files_and_headings() {
    let link = Regex::new(r#"\]\(([^)\s]+)\)|(?:href|src)="([^"]+)""#).unwrap();
    let mut dead = Vec::new();
    for document in documents() {
        let folder = Path::new(&document).parent().unwrap();
        for found in link.captures_iter(&prose(&document)) {
            let to = found.get(1).or(found.get(2)).unwrap().as_str();
            let (file, anchor) = to.split_once('#').unwrap_or((to, ""));
            let file = match file {
                "" => Path::new(&document).to_owned(),
                _ => folder.join(file),
            };
            let leads = to.contains("://")
                || Path::new(ROOT).join(&file).exists()
                    && (anchor.is_empty() || anchors(file.to_str().unwrap()).contains(anchor));
            if !leads {
                dead.push(format!("{document}: {to}"));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn prose_of_documents_is_at_most_100_columns_wide() {
    let mut wide = Vec::new();
    for document in documents() {
        for line in prose(&document).lines() {
            let is_prose = !line.starts_with("    ") && !line.starts_with(['|', '<']);
            if is_prose && line.chars().count() > 100 {
                wide.push(format!("{document}: {line}"));
            }
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn index_of_decisions_has_the_titles_of_the_records() {
    let index = text_of("docs/decisions/README.md");
    let row = Regex::new(r"(?m)^\| \[(\d+)\]\(([^)]+)\) \| (.+) \| .+ \|$").unwrap();
    let listed: BTreeSet<(String, String)> = row
        .captures_iter(&index)
        .map(|it| (it[2].to_owned(), format!("# {}. {}", &it[1], &it[3])))
        .collect();
    let records = documents().into_iter().filter_map(|document| {
        let name = document.strip_prefix("docs/decisions/")?.to_owned();
        let title = text_of(&document).lines().next()?.to_owned();
        (name != "README.md").then_some((name, title))
    });
    assert_eq!(listed, records.collect());
}

/// Runs the commands of a document in one shell, after replacing `words`, and compares their output
/// with the document. Returns the number of comparisons.
fn run(
    blocks: &[Block],
    words: &[(&str, &str)],
    shell: &mut Command,
    differs: &[(&str, &str)],
) -> usize {
    let mark = "@@@ the next block";
    let commands = blocks.iter().filter(|block| block.language == "sh");
    let mut script: String = commands
        .map(|block| format!("{}echo; echo '{mark}'\n", block.text))
        .collect();
    for (here, there) in words {
        assert!(script.contains(here), "the document does not say {here}");
        script = script.replace(here, there);
    }
    let output = shell
        .args(["-c", &script])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = said(&output);
    assert!(output.status.success(), "{printed}");
    let mut parts = printed.split(mark);
    let mut part = "";
    let mut compared = 0;
    for Block { language, text } in blocks {
        if language == "sh" {
            part = parts.next().unwrap();
        } else {
            let is_told = is_told(text, part, differs);
            assert!(is_told, "the document shows\n{text}\nand there was\n{part}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn tutorial_plays_a_game_with_the_documented_commands() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let mut blocks = blocks("docs/TUTORIAL.md");
    // The server sends the mail a moment after the move. Wait for it: the test is faster than a
    // reader who types.
    for Block { text, .. } in &mut blocks {
        if text.contains("mailbox.json") {
            let (token, look) = text.trim_end().split_once('\n').unwrap();
            *text =
                format!("{token}\nuntil {look} | grep -q your_turn; do sleep 0.2; done\n{look}\n");
        }
    }
    let token = data.path().join("mailbox-token");
    let words = [
        ("http://127.0.0.1:8080", &*server.url),
        ("cargo run --release --", PROGRAM),
        (
            "~/.local/share/turnpike/mailbox-token",
            token.to_str().unwrap(),
        ),
    ];
    let mut shell = Command::new("sh");
    let compared = run(&blocks, &words, shell.current_dir(folder.path()), &DIFFERS);
    server.stop();
    assert_eq!(compared, 6);
}

/// Returns the only block in this language that contains this text.
fn only<'a>(blocks: &'a [Block], language: &str, says: &str) -> &'a str {
    let mut found = blocks
        .iter()
        .filter(|it| it.language == language && it.text.contains(says));
    let block = found.next().expect(says);
    assert!(found.next().is_none(), "{says}");
    &block.text
}

#[tokio::test]
async fn api_accepts_the_documented_requests() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let blocks = blocks("docs/API.md");
    assert_eq!(blocks.len(), 3, "and no other");
    let [token, pace, moves] = ["scopes", "days_per_move", "moves"]
        .map(|says| serde_json::from_str::<Value>(only(&blocks, "json", says)).unwrap());
    let ann = Player::sign_in(&server.url, "ann", true).await;
    let made = ann.post("/v1/me/tokens", &token).await.unwrap();
    assert_eq!(made["scopes"], token["scopes"]);
    let game = json!({"kind": "thats-life", "pace": pace, "invite": [{"bot": "greedy"}]});
    let game = ann.post("/v1/games", &game).await.unwrap();
    assert_eq!(game["pace"], pace);
    let path = format!("/v1/games/{}/moves", game["id"].as_str().unwrap());
    // In this game it is her first move.
    let moves = json!({"seq": game["seq"], "moves": moves["moves"]});
    assert_eq!(ann.post(&path, &moves).await.unwrap()["ply"], 1);
    server.stop();
}

#[test]
fn server_on_a_terminal_prints_its_addresses_and_how_to_stop() {
    let data = tempfile::tempdir().unwrap();
    // `exec` replaces the shell. Else Ctrl-C would end the shell as well, which reports it.
    let command = format!(
        "exec {PROGRAM} --listen 127.0.0.1:0 --data-dir {}",
        data.path().display()
    );
    // `script` gives the program a terminal, and types there what the test writes.
    let mut terminal = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keyboard = terminal.stdin.take().unwrap();
    let mut screen = String::new();
    for line in BufReader::new(terminal.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        screen += &format!("{line}\n");
        if line.contains("Ctrl-C stops it") {
            keyboard.write_all(b"\x03").unwrap();
        }
    }
    assert!(terminal.wait().unwrap().success(), "{screen}");
    for told in [
        concat!("Turnpike ", env!("CARGO_PKG_VERSION"), " runs."),
        "http://127.0.0.1:",
        "/docs/",
        "/mailbox?token=",
        data.path().to_str().unwrap(),
    ] {
        assert!(screen.contains(told), "{told} is not in\n{screen}");
    }
    assert!(!screen.contains('{'), "{screen}");
}

/// Plays a whole game with `play.sh`, and returns its id.
fn play(kind: &str, url: &str, folder: &Path) -> String {
    let output = Command::new("sh")
        .args([&*format!("{ROOT}/docs/examples/play.sh"), kind])
        .env("TURNPIKE_URL", url)
        .current_dir(folder)
        .output()
        .unwrap();
    let printed = said(&output);
    assert!(output.status.success(), "{kind}: {printed}");
    let history = printed.lines().last().unwrap();
    let file = history.strip_prefix("history in ").expect(&printed);
    file.strip_suffix(".json").unwrap().to_owned()
}

#[test]
fn curl_script_plays_a_whole_game_of_each_kind() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    for kind in KINDS.current() {
        let game = play(kind.info().id, &server.url, folder.path());
        let verified = Command::new(PROGRAM)
            .args(["verify", &format!("{game}.json")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(said(&verified).starts_with("true: "), "{}", said(&verified));
    }
    server.stop();
}

/// Waits for a mail with this text in a server's local mailbox, and returns its source.
fn mail(data: &Path, says: &str) -> String {
    let began = Instant::now();
    loop {
        let files = fs::read_dir(data.join("mailbox")).into_iter().flatten();
        let files = files.map(|file| file.unwrap().path());
        // The server writes a mail into a temporary file first.
        let files = files.filter(|path| path.extension().is_some_and(|it| it == "eml"));
        let mails = files.map(|path| fs::read_to_string(path).unwrap());
        let mails: Vec<String> = mails.collect();
        if let Some(mail) = mails.iter().find(|mail| mail.contains(says)) {
            break mail.clone();
        }
        let waits = began.elapsed() < PATIENCE;
        assert!(waits, "no mail says {says}:\n{}", mails.join("\n"));
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn histories_and_receipts_verify_with_the_documented_commands() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let game = play("ferry-follies", &server.url, folder.path());
    let keys = Command::new("curl")
        .args(["-sS", &format!("{}/v1/receipt-keys", server.url)])
        .output();
    let keys: Value = serde_json::from_slice(&keys.unwrap().stdout).unwrap();
    let over = mail(data.path(), &format!("Game over: Ferry Follies ({game})"));
    fs::write(folder.path().join("mail.eml"), over).unwrap();
    std::os::unix::fs::symlink(format!("{ROOT}/docs"), folder.path().join("docs")).unwrap();
    let socket = data.path().join("postgres-run");
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let mut shell = Command::new("sh");
    shell
        .arg("-eu")
        .current_dir(folder.path())
        .env(
            "PATH",
            format!("{programs}:{}", std::env::var("PATH").unwrap()),
        )
        .env(
            "DATABASE_URL",
            format!(
                "postgres://turnpike_app@/turnpike?host={}",
                socket.display()
            ),
        );
    let words = [
        ("http://127.0.0.1:8080", &*server.url),
        ("/GAME/", &format!("/{game}/")),
        (
            "--key KEY",
            &format!("--key {}", keys["keys"][0]["key"].as_str().unwrap()),
        ),
    ];
    assert_eq!(
        run(&blocks("docs/VERIFYING.md"), &words, &mut shell, &[]),
        5
    );
    server.stop();
}

#[tokio::test]
async fn play_by_mail_works_with_the_documented_setup() {
    let folder = tempfile::tempdir().unwrap();
    let (data, secret) = (folder.path().join("data"), folder.path().join("secret"));
    fs::write(&secret, "a secret of the mail server").unwrap();
    let mut program = program(&data);
    program.args([
        "--mail-domain",
        "play.example.org",
        "--mail-listen",
        "127.0.0.1:0",
    ]);
    program.args(["--inbound-secret", "a secret of the mail server"]);
    let (process, lines) = begin_with(&mut program, ["listening for mail", "listening"]);
    let [smtp, http] = lines.map(|line| line["address"].as_str().unwrap().to_owned());
    let url = format!("http://{http}");
    let blocks = blocks("docs/PLAY-BY-MAIL.md");
    assert_eq!(blocks.len(), 4, "and no other");

    let pipe = only(&blocks, "sh", "to-turnpike")
        .replace("/etc/turnpike-inbound-secret", secret.to_str().unwrap())
        .replace("http://127.0.0.1:8080", &url);
    let write = |recipient: &str, answers: &str, lines: &str| {
        let mut pipe = Command::new("sh")
            .args(["-c", &pipe, "to-turnpike", recipient, "ann@example.org"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mail = format!(
            "From: ann@example.org\r\nMessage-ID: <{recipient}>\r\nSubject: mine\r\n{answers}\r\n{lines}"
        );
        pipe.stdin
            .take()
            .unwrap()
            .write_all(mail.as_bytes())
            .unwrap();
        pipe.wait().unwrap().code().unwrap()
    };
    let answer = |mail: &str, lines: &str| {
        let of = |name: &str| {
            let header = Regex::new(&format!(r"(?m)^{name}:[^<]*<([^>]+)>")).unwrap();
            header.captures(mail).expect(name)[1].to_owned()
        };
        let answers = format!("In-Reply-To: <{}>\r\n", of("Message-ID"));
        assert_eq!(write(&of("Reply-To"), &answers, lines), 0);
    };

    let ann = Player::sign_in(&url, "ann", true).await;
    Player::sign_in(&url, "ben", true).await;
    let game = json!({"kind": "thats-life", "invite": [{"bot": "greedy"}]});
    ann.post("/v1/games", &game).await.unwrap();
    answer(&mail(&data, "YOUR MOVES"), only(&blocks, "mail", "roll"));
    mail(&data, "\nPlayed: ");

    let new = only(&blocks, "mail", "new");
    assert_eq!(write("games@play.example.org", "", new), 0);
    answer(&mail(&data, "so we have not done anything yet"), "yes\r\n");
    let made = until("the game that was asked for", async || {
        let games = ann.get("/v1/games?mine=true").await?;
        let games = games["games"].as_array()?;
        (games.len() == 2).then(|| games[0].clone())
    });
    let made = made.await;
    assert_eq!(made["seats"].as_array().unwrap().len(), 3, "{made}");
    assert_eq!(made["pace"]["days_per_move"], 3, "{made}");
    assert_eq!(made["options"]["pawns"], "2", "{made}");

    let by_smtp = only(&blocks, "sh", "smtp://127.0.0.1:2525");
    let by_smtp = by_smtp.replace("127.0.0.1:2525", &smtp);
    let sent = Command::new("sh").args(["-c", &by_smtp]).output().unwrap();
    assert!(sent.status.success(), "{}", said(&sent));
    mail(&data, "Subject: Re: hello\r\n");

    let nobody = "play+00000000000000000000000000000000@play.example.org";
    assert_eq!(write(nobody, "", "help"), 67);
    stop(process);
    assert_eq!(write("games@play.example.org", "", "help"), 75);
}

/// A machine in a folder, with a service as OPERATING.md sets it up. `systemctl` and `sudo` are
/// shell functions. If the test runs as root, the service and the commands of `turnpike` run as a
/// user without privileges.
struct Machine {
    root: tempfile::TempDir,
    shims: String,
}

impl Machine {
    fn new() -> Machine {
        // Not in TMPDIR: paths of sockets must be short.
        let root = tempfile::tempdir_in("/tmp").unwrap();
        let path = |name: &str| root.path().join(name).to_str().unwrap().to_owned();
        for name in ["lib", "backups", "bin", "etc/turnpike"] {
            fs::create_dir_all(path(name)).unwrap();
        }
        fs::copy(PROGRAM, path("bin/turnpike")).unwrap();
        let settings = format!(
            "TURNPIKE_DATA_DIR={}\nTURNPIKE_LISTEN=127.0.0.1:0\nTURNPIKE_LOG_FORMAT=json\n\
             TURNPIKE_LOG_FAILED_SIGN_INS=true\nTURNPIKE_OPERATOR_EMAIL=op@example.org\n",
            path("lib")
        );
        fs::write(path("etc/turnpike/turnpike.env"), settings).unwrap();
        let shims = format!(
            r#"
            set -eu
            root={root}
            PATH=$root/bin:$PATH
            unset DATABASE_URL SMTP_URL RUST_LOG ${{!TURNPIKE_@}}
            sudo() {{ shift 2; as "$@"; }}
            account=
            as() {{ $account "$@"; }}
            if [ "$(id -u)" = 0 ]; then
                chmod 755 $root
                account='setpriv --reuid 65534 --regid 65534 --clear-groups'
                command chown -R 65534:65534 $root/lib $root/backups
                chown() {{ shift 2; command chown -R 65534:65534 "$@"; }}
            else
                chown() {{ :; }}
            fi
            chmod 700 $root/backups
            PATH=$(as turnpike --env-file $root/etc/turnpike/turnpike.env database sh -c 'echo "$PATH"')
            systemctl() {{
                if [ "$1" = stop ]; then
                    kill "$(cat $root/pid)"
                    wait "$(cat $root/pid)"
                    rm $root/pid
                    return
                fi
                : > $root/log
                (cd / && exec $account turnpike --env-file $root/etc/turnpike/turnpike.env serve) 2> $root/log &
                echo $! > $root/pid
                until grep -q '"listening"' $root/log; do
                    kill -0 "$(cat $root/pid)" || {{ cat $root/log; exit 1; }}
                    sleep 0.2
                done
                url=http://$(grep '"listening"' $root/log | grep -o '127.0.0.1:[0-9]*' | head -n 1)
            }}
            trap '[ ! -f $root/pid ] || kill "$(cat $root/pid)"' EXIT
            call() {{ curl -sS -H 'Content-Type: application/json' "$@"; }}
            status() {{ curl -sS -o $root/answer -w '%{{http_code}}' "$@"; }}
            sql() {{ as psql -XqAt "postgresql://turnpike@/$1?host=$root/lib/postgres-run" -c "$2"; }}
            shape() {{ as pg_dump --schema-only "postgresql://turnpike@/$1?host=$root/lib/postgres-run" | grep '^CREATE\|^ALTER\|^GRANT\|^REVOKE' | grep -v pg_catalog; }}
            "#,
            root = root.path().display(),
        );
        Machine { root, shims }
    }

    /// The block of OPERATING.md with this text, adapted to this machine.
    fn commands(&self, says: &str) -> String {
        self.adapted(only(&blocks("docs/OPERATING.md"), "sh", says))
    }

    /// The same commands with the paths and the date of this machine.
    fn adapted(&self, commands: &str) -> String {
        let path = |name: &str| self.root.path().join(name).to_str().unwrap().to_owned();
        commands
            .replace("/var/lib/turnpike", &path("lib"))
            .replace("/var/backups/turnpike", &path("backups"))
            .replace(
                "/etc/turnpike/turnpike.env",
                &path("etc/turnpike/turnpike.env"),
            )
            .replace("2026-03-01", "$(date +%F)")
    }

    /// Runs a script and returns its output.
    fn runs(&self, script: &str) -> String {
        let output = Command::new("bash")
            .args(["-c", &format!("{}\n{script}", self.shims)])
            .current_dir(self.root.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = said(&output);
        let log = fs::read_to_string(self.root.path().join("log")).unwrap_or_default();
        assert!(output.status.success(), "{printed}\n{log}");
        printed
    }
}

/// Shell commands that sign up a player at the running server.
const ANN: &str = r#"
    call $url/v1/players -d '{"name": "ann", "email": "ann@example.org", "password": "correct horse battery"}' > $root/ann
    token=$(grep -o '"access_token":"[^"]*' $root/ann | cut -d '"' -f 4)
    as_ann() { status -H "Authorization: Bearer $token" "$@"; }
    [ "$(as_ann $url/v1/me)" = 200 ]
"#;

#[test]
fn private_database_is_restored_with_the_documented_commands() {
    let machine = Machine::new();
    let restore = machine.commands("# or the copy:");
    let (stop, rest) = restore.split_once("# the backup:").unwrap();
    let (backup, rest) = rest.split_once("# or the copy:").unwrap();
    let (copy, then) = rest.split_once("# then:").unwrap();
    machine.runs(&format!(
        r#"
        systemctl start turnpike
        {ANN}
        {backs_up}
        {copies}
        names() {{ sql turnpike 'SELECT name FROM players ORDER BY name'; }}
        sql turnpike "UPDATE players SET name = 'lost'"
        {stop} {backup} {then}
        [ "$(names)" = ann ]
        rm -r $root/lib/postgres-old
        sql turnpike "UPDATE players SET name = 'lost'"
        {stop} {copy} {then}
        [ "$(names)" = ann ]
        [ "$(as_ann $url/v1/me)" = 200 ]
        rm -r $root/lib/postgres-old
        {upgrade}
        [ "$(names)" = ann ]
        systemctl stop turnpike
        "#,
        backs_up = machine.commands("turnpike.env backup"),
        copies = machine.commands("pg_basebackup"),
        upgrade = machine.commands("old.turnpike"),
    ));
}

#[test]
fn backup_by_the_server_login_is_complete_and_restored_as_documented() {
    let machine = Machine::new();
    machine.runs(&format!(
        r#"
        systemctl start turnpike
        {ANN}
        export DATABASE_URL="postgresql://turnpike_app@/turnpike?host=$root/lib/postgres-run"
        cat > $root/restore.sh << 'END'
{restore}
END
        cd $root/backups
        as turnpike backup $root/backups/$(date +%F).turnpike
        sql postgres 'CREATE DATABASE restored OWNER turnpike'
        export DATABASE_URL="postgresql://turnpike_app@/restored?host=$root/lib/postgres-run"
        export TURNPIKE_MIGRATE_URL="postgresql://turnpike@/restored?host=$root/lib/postgres-run"
        as bash -eu $root/restore.sh
        for table in players settings signing_keys sessions entries games; do
            [ "$(sql turnpike "SELECT count(*), md5(string_agg(t::text, '' ORDER BY t::text)) FROM $table t")" = \
              "$(sql restored "SELECT count(*), md5(string_agg(t::text, '' ORDER BY t::text)) FROM $table t")" ]
        done
        [ "$(shape turnpike)" = "$(shape restored)" ]
        systemctl stop turnpike
        "#,
        restore = machine.commands("turnpike restore"),
    ));
}

#[test]
fn secrets_are_rotated_and_players_suspended_as_documented() {
    let machine = Machine::new();
    let rotate = machine.commands("rotate-secrets --all");
    let suspend = machine.commands("suspend ann");
    let printed = machine.runs(&format!(
        r#"
        systemctl start turnpike
        {ANN}
        {rotate}
        # The server that runs notices by itself.
        until [ "$(as_ann $url/v1/me)" = 401 ]; do sleep 0.2; done
        {suspend}
        [ "$(status -H 'Content-Type: application/json' -d '{{"name": "ann", "password": "correct horse battery"}}' $url/v1/sessions)" = 403 ]
        systemctl stop turnpike
        "#,
    ));
    assert!(printed.contains("Replaced: access-tokens"), "{printed}");
    assert!(printed.contains("The account is suspended."), "{printed}");
}

/// The commands in the table below "Moderate players and games".
fn admin_commands() -> Vec<String> {
    let manual = text_of("docs/OPERATING.md");
    let (_, table) = manual.split_once("| `admin …` | |").unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let first_cells: String = rows.map(|row| row.split('|').nth(1).unwrap()).collect();
    let spans = first_cells.split('`').skip(1).step_by(2);
    spans.map(str::to_owned).collect()
}

#[test]
fn every_admin_command_reports_what_the_manual_says() {
    let machine = Machine::new();
    let mut does: BTreeMap<&str, (&str, &str)> = BTreeMap::from([
        (
            "players [TEXT]",
            (
                "players ANN@",
                "ann, ann@example.org (not confirmed), since",
            ),
        ),
        (
            "export PLAYER FILE",
            (
                "export ann $root/lib/ann.json",
                "holds the account and 0 games",
            ),
        ),
        (
            "test-mail ADDRESS",
            (
                "test-mail op@example.org",
                "The mail is in the local mailbox",
            ),
        ),
        ("admins", ("admins", "None.")),
        ("actions", ("actions", "A test.")),
        (
            "reports",
            ("reports", "ben in $game message 1: Rude. (hello)"),
        ),
        ("failed-mails", ("failed-mails", "None.")),
        (
            "suspend PLAYER",
            ("suspend ben", "The account is suspended."),
        ),
        (
            "reinstate PLAYER",
            ("reinstate ben", "The account can sign in again."),
        ),
        (
            "rename PLAYER NAME",
            ("rename ben bob", "The player is called bob now."),
        ),
        (
            "disable-second-factor PLAYER",
            ("disable-second-factor ann", "The second factor was off."),
        ),
        (
            "unlock-sign-in PLAYER",
            ("unlock-sign-in ann", "counts of tries are forgotten."),
        ),
        ("delete-message GAME N", ("delete-message $game 1", "act ")),
        ("resolve-report REPORT", ("resolve-report $report", "act ")),
        ("pause GAME", ("pause $game", "The game stands still.")),
        ("resume GAME", ("resume $game", "The game goes on.")),
        ("verify GAME", ("verify $game", "true: ")),
        (
            "replace GAME SEAT",
            ("replace $game 1", "A bot has the seat."),
        ),
        ("end GAME", ("end $game", "The game is cancelled.")),
        (
            "resend-mail",
            ("resend-mail", "0 mails are sent once more."),
        ),
        (
            "discard-failed-mails",
            ("discard-failed-mails", "0 mails are forgotten."),
        ),
        (
            "rotate-secrets SECRET…",
            ("rotate-secrets feeds", "Replaced: feeds"),
        ),
        (
            "appoint PLAYER",
            ("appoint ann", "carries the rights of an admin."),
        ),
        ("dismiss PLAYER", ("dismiss ann", "is no admin any more")),
        ("delete PLAYER", ("delete ann", "The account is deleted.")),
    ]);
    let mut script = format!(
        r#"
        systemctl start turnpike
        {ANN}
        call $url/v1/players -d '{{"name": "ben", "email": "ben@example.org", "password": "correct horse battery"}}' > $root/ben
        by() {{ call -H "Authorization: Bearer $(grep -o '"access_token":"[^"]*' $root/$1 | cut -d '"' -f 4)" $url/v1/games"$2" -d "$3"; }}
        game=$(by ann "" '{{"kind": "thats-life"}}' | sed 's/^{{"id":"\([^"]*\)".*/\1/')
        by ben /$game/seats '{{}}' > $root/answer
        by ben /$game/chat '{{"text": "hello"}}'
        by ann /$game/reports '{{"message": 1, "reason": "Rude."}}'
        admin() {{ $account turnpike --env-file $root/etc/turnpike/turnpike.env admin --reason "A test." "$@"; }}
        report=$(admin reports | cut -d ' ' -f 1)
        "#
    );
    // In the order of the manual, except: first the command that needs ben's seat, last those that
    // end the game and the account.
    let mut documented = admin_commands();
    documented.sort_by_key(|it| match &**it {
        "replace GAME SEAT" => -1,
        "actions" | "end GAME" => 1,
        "delete PLAYER" => 2,
        _ => 0,
    });
    for command in &documented {
        let (run, says) = does.remove(&**command).expect(command);
        script += &format!(
            "admin {run} > $root/said; grep -qF \"{says}\" $root/said || {{ echo {run}; cat $root/said; exit 1; }}\n"
        );
    }
    assert!(does.is_empty(), "not in the manual: {:?}", does.keys());
    script += "admin replace $game 1 2>&1 | grep -qF 'no player has that seat'\n";
    machine.runs(&format!("{script}\nsystemctl stop turnpike"));
}

#[test]
fn stopping_the_private_database_logs_no_warning() {
    let machine = Machine::new();
    machine.runs(&format!(
        r#"
        systemctl start turnpike
        {ANN}
        systemctl stop turnpike
        "#,
    ));
    let log = fs::read_to_string(machine.root.path().join("log")).unwrap();
    let told = |line: &&str| line.contains("\"WARN\"") || line.contains("\"ERROR\"");
    let told: Vec<&str> = log.lines().filter(told).collect();
    assert!(log.contains("\"stopping\"") && told.is_empty(), "{told:#?}");
}

#[test]
fn failed_sign_in_logs_a_line_that_the_documented_filter_finds() {
    let machine = Machine::new();
    let manual = text_of("docs/OPERATING.md");
    let filter = manual.split("failregex = ").nth(1).unwrap();
    let filter = filter
        .lines()
        .next()
        .unwrap()
        .replace("<ADDR>", "127.0.0.1");
    machine.runs(
        r#"
        systemctl start turnpike
        status -H 'Content-Type: application/json' -d '{"name": "ann", "password": "wrong password"}' $url/v1/sessions
        systemctl stop turnpike
        "#,
    );
    let log = fs::read_to_string(machine.root.path().join("log")).unwrap();
    let found = log
        .lines()
        .filter(|line| Regex::new(&filter).unwrap().is_match(line));
    assert_eq!(found.count(), 1, "{filter}\n{log}");
}
