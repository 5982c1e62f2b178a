//! The commands of the documents, run as they stand there against the program as it starts by itself,
//! and what the documents say that they print.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

#[expect(dead_code, reason = "what plays games over HTTP is for other tests")]
mod process;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use ::games::KINDS;
use process::{Server, begin, program, stop};
use regex::{NoExpand, Regex};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const PROGRAM: &str = env!("CARGO_BIN_EXE_turnpike");

/// A fenced block of a document.
struct Block {
    /// `sh` for commands, `json` or nothing for what they print.
    language: String,
    text: String,
}

/// The part of a document below this heading, as far as the next one.
fn section(document: &str, heading: &str) -> String {
    let text = std::fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
    let (_, rest) = text.split_once(&format!("\n{heading}\n")).unwrap();
    let next = rest.find("\n##").unwrap_or(rest.len());
    rest[..next].to_owned()
}

fn blocks(section: &str) -> Vec<Block> {
    let fences = section.split("```").skip(1).step_by(2);
    let blocks = fences.map(|fence| {
        let (language, text) = fence.split_once('\n').unwrap();
        Block {
            language: language.to_owned(),
            text: text.to_owned(),
        }
    });
    blocks.collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Whether this was printed, apart from what differs each time: ids, hashes, times and dice. `…`
/// stands for the rest of a line, or for lines that are not shown.
fn is_told(shown: &str, printed: &str) -> bool {
    let lines: Vec<String> = shown
        .lines()
        .filter(|line| line.trim() != "…")
        .map(|line| {
            let line = regex::escape(line);
            let changes = [
                (r"\b[0-9a-f]{64}\b", "[0-9a-f]{64}"),
                (r"\bXfrSr47P3mp\b", "[0-9A-Za-z]{11}"),
                (r"\b\d{8}T\d{6}\\\.\d{3}Z", r"\d{8}T\d{6}\.\d{3}Z"),
                (r"die shows \d", r"die shows \d"),
                (" ?…", ".*"),
            ];
            changes.into_iter().fold(line, |line, (what, by)| {
                let what = Regex::new(what).unwrap();
                what.replace_all(&line, NoExpand(by)).into_owned()
            })
        })
        .collect();
    let shown = Regex::new(&lines.join("\n")).unwrap();
    shown.is_match(printed)
}

#[test]
fn what_is_shown_has_to_be_printed() {
    assert!(is_told("the die shows 2.\n  …\n", "no\nthe die shows 5.\n"));
    assert!(!is_told("3 entries", "4 entries"));
}

#[test]
fn the_readme_plays_a_game_as_it_says() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let blocks = blocks(&section("README.md", "## Play a game with curl"));
    let mark = "@@@ the next block";
    let mut script = String::new();
    for block in blocks.iter().filter(|block| block.language == "sh") {
        // The mail goes out a moment after the move; whoever types takes longer.
        if block.text.contains("mailbox.json") {
            let (token, look) = block.text.split_once('\n').unwrap();
            script += &format!(
                "{token}\nuntil {} | grep -q your_turn; do sleep 0.2; done\n",
                look.trim_end()
            );
        }
        script += &format!("{}echo; echo '{mark}'\n", block.text);
    }
    let token = data.path().join("mailbox-token");
    for (here, there) in [
        ("http://127.0.0.1:8080", &*server.url),
        ("cargo run --release --", PROGRAM),
        (
            "~/.local/share/turnpike/mailbox-token",
            token.to_str().unwrap(),
        ),
    ] {
        assert!(script.contains(here), "the README does not say {here}");
        script = script.replace(here, there);
    }
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder.path())
        .output()
        .unwrap();
    server.stop();
    let printed = said(&output);
    let mut parts = printed.split(mark);
    let mut part = "";
    let mut compared = 0;
    for block in &blocks {
        if block.language == "sh" {
            part = parts.next().unwrap();
        } else {
            assert!(
                is_told(&block.text, part),
                "the README shows\n{}\nand there was\n{part}",
                block.text
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 6, "{printed}");
}

#[test]
fn somebody_at_a_terminal_reads_where_to_go_and_how_to_stop() {
    let data = tempfile::tempdir().unwrap();
    // In place of the shell: one that stays would be ended by Ctrl-C itself, and say so.
    let command = format!(
        "exec {PROGRAM} --listen 127.0.0.1:0 --data-dir {}",
        data.path().display()
    );
    // It gives the program a terminal, and what is written to it is typed there.
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
        "Play at       http://127.0.0.1:",
        "/docs/",
        "/mailbox?token=",
        data.path().to_str().unwrap(),
    ] {
        assert!(screen.contains(told), "{told} is not in\n{screen}");
    }
    assert!(!screen.contains('{'), "{screen}");
}

#[test]
fn a_script_with_curl_alone_ends_a_game_of_each_kind() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    for kind in KINDS.current() {
        let kind = kind.info().id;
        let output = Command::new("sh")
            .args([&*format!("{ROOT}/docs/examples/play.sh"), kind])
            .env("TURNPIKE_URL", &server.url)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let printed = said(&output);
        assert!(output.status.success(), "{kind}: {printed}");
        let history = printed.lines().last().unwrap();
        let history = history.strip_prefix("history in ").expect(&printed);
        let verified = Command::new(PROGRAM)
            .args(["verify", history])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(said(&verified).starts_with("true: "), "{}", said(&verified));
    }
    server.stop();
}

#[test]
fn the_pipe_for_mail_servers_tells_them_what_became_of_a_mail() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "a secret of the mail server").unwrap();
    let mut program = program(&folder.path().join("data"));
    program.args(["--mail-domain", "play.example.org", "--inbound-secret"]);
    let (process, line) = begin(program.arg("a secret of the mail server"), "listening");
    let url = format!("http://{}", line["address"].as_str().unwrap());
    let blocks = blocks(&section("docs/PLAY-BY-MAIL.md", "### A pipe with curl"));
    let script = blocks.into_iter().find(|block| block.language == "sh");
    let script = script.unwrap().text;
    let script = script
        .replace("/etc/turnpike-inbound-secret", secret.to_str().unwrap())
        .replace("http://127.0.0.1:8080", &url);
    let to = |recipient: &str| {
        let mut pipe = Command::new("sh")
            .args(["-c", &script, "to-turnpike", recipient, "ann@example.org"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mail =
            "From: ann@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: help\r\n\r\nhelp\r\n";
        pipe.stdin
            .take()
            .unwrap()
            .write_all(mail.as_bytes())
            .unwrap();
        pipe.wait().unwrap().code().unwrap()
    };
    assert_eq!(to("games@play.example.org"), 0);
    let nobody = "play+00000000000000000000000000000000@play.example.org";
    assert_eq!(to(nobody), 67);
    stop(process);
    assert_eq!(to("games@play.example.org"), 75);
}
