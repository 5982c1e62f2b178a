//! The corpus: mails as programs send them and as people write them, in files that anybody can read
//! and add to. `mails/README.md` says how.
//!
//! This module turns files into messages. It fills in the placeholders of a file, and encodes each
//! part as its headers say. `corpus` tests the outcome.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use encoding_rs::{Encoding, UTF_8};
use mail::mailbox::Stored;

use super::{DOMAIN, VOUCHED, address, fresh_id, header, reply, reply_address};

/// The folder of the files.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/inbound/mails");

/// The mail that a letter answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// A mail that says that it is the writer's turn.
    Turn,
    /// The question whether the writer wants to leave the game.
    Question,
    /// An invitation to a game.
    Invitation,
    /// Nothing: it is written to the address for everything else.
    Desk,
}

/// The outcome of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Exactly these moves are played. The answer continues with this text.
    Plays(Vec<String>, String),
    /// The answer begins so, and nothing is played.
    Says(String),
    /// The writer leaves the game.
    Leaves,
    /// The writer has the seat.
    Joins,
    /// The writer does not want the seat.
    Declines,
    /// There is no answer, for this reason.
    Silent(String),
}

/// A mail of the corpus.
pub struct Letter {
    /// The file, and which line of it.
    pub name: String,
    pub to: To,
    /// Whether its writer is a new player.
    pub is_new: bool,
    pub expected: Expected,
    form: Form,
}

enum Form {
    /// A whole message, and its encoding unless its headers name one.
    Message(String, Bytes),
    /// The lines of a plain answer.
    Lines(String),
}

#[derive(Clone, Copy)]
enum Bytes {
    /// Each part is coded as its headers say.
    Told,
    /// In this encoding, regardless of the headers.
    In(&'static Encoding),
    /// The parts are coded in the file.
    Written,
}

/// The groups of letters: the folders.
pub fn groups() -> Vec<String> {
    let folders = std::fs::read_dir(FOLDER).unwrap();
    let folders = folders
        .map(|it| it.unwrap())
        .filter(|it| it.path().is_dir());
    let mut names: Vec<String> = folders
        .map(|it| it.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The letters of a group.
pub fn group(name: &str) -> Vec<Letter> {
    let files = std::fs::read_dir(Path::new(FOLDER).join(name)).unwrap();
    let mut files: Vec<PathBuf> = files.map(|it| it.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| letters(file)).collect()
}

/// The letters in which programs send moves, whichever these are.
pub fn programs() -> Vec<Letter> {
    let mut all: Vec<Letter> = groups().iter().flat_map(|name| group(name)).collect();
    all.retain(|it| {
        let Form::Message(text, _) = &it.form else {
            return false;
        };
        text.contains("{move}")
            && matches!(&it.expected, Expected::Plays(_, says) if says == "WHAT HAPPENED")
    });
    all
}

/// The letters of a file.
fn letters(file: &Path) -> Vec<Letter> {
    let text = std::fs::read_to_string(file).unwrap();
    let name = file.strip_prefix(FOLDER).unwrap().display().to_string();
    if file.extension().is_some_and(|it| it == "eml") {
        return vec![whole(name, &text)];
    }
    let (head, body) = text.split_once("\n\n").unwrap_or_else(|| panic!("{name}"));
    let to = match value(head, "To").as_deref() {
        Some("turn") => To::Turn,
        Some("question") => To::Question,
        Some("invitation") => To::Invitation,
        Some("desk") => To::Desk,
        other => panic!("{name}: To: {other:?}"),
    };
    let is_new = value(head, "Writer").is_some_and(|it| it == "new");
    let (mut letters, mut expected) = (Vec::new(), None);
    for (n, line) in body.lines().enumerate() {
        match line.strip_prefix("    ") {
            Some(way) => letters.push(Letter {
                name: format!("{name}: {way}"),
                to,
                is_new,
                expected: Option::clone(&expected).unwrap(),
                form: Form::Lines(way.replace("\\n", "\n")),
            }),
            None if line.is_empty() || line.starts_with('#') => {}
            None => expected = Some(read_expected(&format!("{name}, {n}"), line)),
        }
    }
    letters
}

/// A file that is one message, below lines about it.
fn whole(name: String, text: &str) -> Letter {
    let (mut expected, mut bytes, mut rest) = (None, Bytes::Told, text);
    while let Some((line, after)) = rest.split_once('\n') {
        if let Some(what) = line.strip_prefix("Expect: ") {
            expected = Some(read_expected(&name, what));
        } else if let Some(what) = line.strip_prefix("Bytes: ") {
            bytes = match what {
                "as written" => Bytes::Written,
                label => Bytes::In(Encoding::for_label(label.as_bytes()).unwrap()),
            };
        } else {
            break;
        }
        rest = after;
    }
    Letter {
        expected: expected.unwrap_or_else(|| panic!("{name} expects nothing")),
        name,
        to: To::Turn,
        is_new: false,
        form: Form::Message(rest.to_owned(), bytes),
    }
}

fn read_expected(name: &str, line: &str) -> Expected {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "plays" => {
            let (moves, says) = rest
                .split_once("; says ")
                .unwrap_or((rest, "WHAT HAPPENED"));
            let moves = moves.split(", ").map(str::to_owned);
            Expected::Plays(moves.collect(), says.to_owned())
        }
        "says" => Expected::Says(rest.to_owned()),
        "leaves" => Expected::Leaves,
        "joins" => Expected::Joins,
        "declines" => Expected::Declines,
        "silent" => Expected::Silent(rest.to_owned()),
        _ => panic!("{name}: {line}"),
    }
}

impl Letter {
    /// The address and the message of this letter as an answer of this player. `mv` replaces the
    /// placeholder for a move.
    pub fn message(&self, name: &str, to: Option<&Stored>, mv: &str) -> (String, Vec<u8>) {
        match (&self.form, to) {
            (Form::Message(text, bytes), Some(to)) => {
                let filled = Filled::new(name, to, mv);
                let mut raw = VOUCHED.as_bytes().to_vec();
                raw.extend(filled.entity(text, *bytes));
                (filled.to, raw)
            }
            (Form::Lines(lines), Some(to)) => {
                let (to, raw) = reply(name, to, lines);
                let vouched = match raw.starts_with(VOUCHED) {
                    true => "",
                    false => VOUCHED,
                };
                let from = address(name);
                let named = format!("From: Ann Example <{from}>");
                let raw = raw.replacen(&format!("From: {from}"), &named, 1);
                (to, format!("{vouched}{raw}").into_bytes())
            }
            (Form::Lines(lines), None) => {
                let (from, to) = (address(name), format!("games@{DOMAIN}"));
                let raw = format!(
                    "{VOUCHED}From: {from}\r\nTo: {to}\r\nSubject: hello\r\nMessage-ID: <{}>\r\n\
                     Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
                    fresh_id(),
                    lines.replace('\n', "\r\n")
                );
                (to, raw.into_bytes())
            }
            (Form::Message(..), None) => panic!("{} answers nothing", self.name),
        }
    }
}

/// The values for the placeholders of a file.
struct Filled {
    /// The address that the letter goes to.
    to: String,
    /// The placeholder, with its value in headers and in text.
    words: Vec<(&'static str, String)>,
    /// Its value in HTML, as HTML.
    html: String,
}

impl Filled {
    fn new(name: &str, answered: &Stored, mv: &str) -> Filled {
        let own = format!("<{}>", answered.message_id);
        let references = match header(answered, "References") {
            Some(before) => format!("{before}\n {own}"),
            None => own.clone(),
        };
        let (_, sender) = answered
            .from
            .rsplit_once('<')
            .unwrap_or(("", &answered.from));
        let quoted = answered.text.lines().map(|line| match line {
            "" => ">".to_owned(),
            line if line.starts_with('>') => format!(">{line}"),
            line => format!("> {line}"),
        });
        let with = |name: &str| {
            let lines = answered.text.lines();
            let marked = lines.map(|line| format!("{name}> {line}").trim_end().to_owned());
            marked.collect::<Vec<_>>().join("\n")
        };
        let to = reply_address(answered);
        let words = vec![
            ("{move}", mv.to_owned()),
            ("{from}", address(name)),
            ("{to}", to.clone()),
            ("{id}", fresh_id()),
            ("{answered}", own),
            ("{references}", references),
            ("{subject}", answered.subject.clone()),
            ("{sender}", sender.trim_end_matches('>').to_owned()),
            ("{quoted}", quoted.collect::<Vec<_>>().join("\n")),
            ("{quoted with T}", with("T")),
            ("{quoted with Turnpike}", with("    Turnpike")),
            ("{text}", answered.text.trim_end().to_owned()),
        ];
        let html = &answered.html;
        let begins = html
            .find("<body")
            .and_then(|at| Some(at + html[at..].find('>')? + 1));
        let body = &html[begins.unwrap()..html.rfind("</body>").unwrap()];
        let html = body.to_owned();
        Filled { to, words, html }
    }

    fn text(&self, text: &str) -> String {
        let fill = |text: String, (word, by): &(&str, String)| text.replace(word, by);
        self.words.iter().fold(text.to_owned(), fill)
    }

    fn html(&self, html: &str) -> String {
        let fill = |html: String, (word, by): &(&str, String)| html.replace(word, &escaped(by));
        let filled = self.words.iter().fold(html.to_owned(), fill);
        filled.replace("{html}", &self.html)
    }

    /// A message, or a part of one, as it is sent.
    fn entity(&self, text: &str, bytes: Bytes) -> Vec<u8> {
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let kind = value(head, "Content-Type").unwrap_or_default();
        let mut raw = crlf(&self.text(head).into_bytes());
        raw.extend(b"\r\n");
        if let (Some(boundary), false) = (
            parameter(&kind, "boundary"),
            matches!(bytes, Bytes::Written),
        ) {
            let (mut part, mut is_inside) = (String::new(), false);
            for line in body.lines() {
                let rest = line
                    .strip_prefix("--")
                    .and_then(|it| it.strip_prefix(&boundary));
                if !matches!(rest, Some("" | "--")) {
                    part.push_str(line);
                    part.push('\n');
                    continue;
                }
                match is_inside {
                    true => raw.extend(self.entity(&part, bytes)),
                    false => raw.extend(crlf(part.as_bytes())),
                }
                part.clear();
                is_inside = rest == Some("");
                raw.extend(format!("{line}\r\n").into_bytes());
            }
            raw.extend(crlf(part.as_bytes()));
            return raw;
        }
        let body = match kind.to_lowercase().starts_with("text/html") {
            true => self.html(body),
            false => self.text(body),
        };
        let encoding = match bytes {
            Bytes::Told => parameter(&kind, "charset").map_or(UTF_8, |it| {
                Encoding::for_label(it.as_bytes()).unwrap_or_else(|| panic!("{it}"))
            }),
            Bytes::In(encoding) => encoding,
            Bytes::Written => UTF_8,
        };
        let body = crlf(&encoding.encode(&body).0);
        let coding = value(head, "Content-Transfer-Encoding").unwrap_or_default();
        raw.extend(match (coding.to_lowercase().as_str(), bytes) {
            ("quoted-printable", Bytes::Told | Bytes::In(_)) => quoted_printable(&body),
            ("base64", Bytes::Told | Bytes::In(_)) => base64(&body),
            _ => body,
        });
        raw
    }
}

/// The value of a header, unfolded.
fn value(head: &str, name: &str) -> Option<String> {
    let head = head.replace("\n ", " ").replace("\n\t", " ");
    head.lines().find_map(|line| {
        let (known, value) = line.split_once(':')?;
        known
            .eq_ignore_ascii_case(name)
            .then(|| value.trim().to_owned())
    })
}

/// Returns the value of this header.
fn parameter(value: &str, name: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|it| {
        let (known, value) = it.trim().split_once('=')?;
        let value = value.trim().trim_matches('"').to_owned();
        known.eq_ignore_ascii_case(name).then_some(value)
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\n', "<br>\n")
}

/// The lines of a text, each ended as mails end them.
fn crlf(text: &[u8]) -> Vec<u8> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let mut all = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        all.extend(line);
        all.extend(b"\r\n");
    }
    all
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    let coded = STANDARD.encode(bytes).into_bytes();
    let lines = coded.chunks(76).flat_map(|line| [line, b"\r\n"]);
    lines.flatten().copied().collect()
}

fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let (mut all, mut width) = (Vec::new(), 0);
    for (at, byte) in bytes.iter().enumerate() {
        let ends = bytes[at..].starts_with(b"\r\n");
        if ends || *byte == b'\n' {
            all.push(*byte);
            width = 0;
            continue;
        }
        let is_last = bytes[at + 1..].starts_with(b"\r\n");
        let piece = match byte {
            b' ' if is_last => "=20".to_owned(),
            b'=' | 0..=31 | 127.. => format!("={byte:02X}"),
            _ => char::from(*byte).to_string(),
        };
        if width + piece.len() > 75 {
            all.extend(b"=\r\n");
            width = 0;
        }
        width += piece.len();
        all.extend(piece.into_bytes());
    }
    all
}
