//! Mails that contain only a quotation of a server mail, built from any bytes. The server finds no
//! text of the sender in them, for any style of quotation, line above it, or message of an
//! opponent.
//!
//! The fuzz target `quotes` and a test share this.

use std::sync::LazyLock;

use mail::inbound::own::OwnText;
use mail::inbound::read::Reader;

/// The sender of the server's mails.
const HOST: &str = "play.example.org";

/// The texts of our mails, as `docs/mails` has them.
static MAILS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/mails");
    let above = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/mails");
    let files = std::fs::read_dir(folder).or_else(|_| std::fs::read_dir(above));
    let paths = files.into_iter().flatten().flatten().map(|it| it.path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "txt"))
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok());
    let bodies = texts.filter_map(|text| Some(text.split_once("\n\n")?.1.to_owned()));
    bodies.collect()
});

/// Makes a mail of these bytes and makes sure that its sender says nothing.
pub fn says_nothing(data: &[u8]) {
    let [mail, width, form, begin, words @ ..] = data else {
        return;
    };
    let words = String::from_utf8_lossy(words);
    let (above, said) = words.split_once('\n').unwrap_or((&words, ""));
    let body = &MAILS[usize::from(*mail) % MAILS.len()];
    let width = [1_000, 78, 72, 60, 40, 20][usize::from(*width) % 6];
    let (is_marked, is_html, is_broken_last) = (form & 1 == 0, form & 2 == 0, form & 4 == 0);
    // What people leave of the mail that they answer may begin anywhere in it.
    let skipped = usize::from(*begin) % (body.lines().count() + 1);
    let said = said.lines().map(|line| format!("| Ben: {}", plain(line)));
    let mut lines: Vec<String> = said.collect();
    lines.extend(body.lines().skip(skipped).map(str::to_owned));
    let mut quoted = lines.join("\n");
    if !is_broken_last || is_html {
        quoted = broken_at(width, &quoted);
    }
    if is_marked && !is_html {
        let marked = quoted.lines().map(|line| format!("> {line}\n"));
        quoted = marked.collect();
    }
    if is_broken_last && !is_html {
        quoted = broken_at(width, &quoted);
    }
    // A marked line is a quotation of its own, below which people answer.
    let above = plain(above);
    let above = above.trim_start_matches(['>', '|', ' ']);
    let above = match form >> 3 & 3 {
        0 => format!("{above} Turnpike <games@{HOST}> {above}:"),
        1 => format!("{above}\n<games@{HOST}> {above}:"),
        2 => format!("Turnpike <games@{HOST}> {above}"),
        _ => format!("X: Turnpike <games@{HOST}>\n{above}"),
    };
    let (kind, text) = match is_html {
        false => ("plain", format!("{above}\n{quoted}")),
        true => {
            let quote = if is_marked { "blockquote" } else { "div" };
            let (above, quoted) = (escaped(&above), escaped(&quoted));
            (
                "html",
                format!("<div>{above}</div><{quote}>{quoted}</{quote}>"),
            )
        }
    };
    let raw = format!(
        "From: Ann <ann@example.org>\nContent-Type: text/{kind}; charset=utf-8\n\n{text}\n"
    );
    let (from, url) = (format!("games@{HOST}"), format!("https://{HOST}"));
    let own = OwnText::new("Turnpike", &from, HOST, &url);
    let reader = Reader {
        hosts: &[HOST],
        authserv_id: None,
        own: &own,
        is_command: mail_commands::words::is_command,
    };
    if let Ok(incoming) = reader.read(raw.as_bytes(), "ann@example.org") {
        assert!(incoming.lines.is_empty(), "{:?} of:\n{raw}", incoming.lines);
    }
}

/// A text as a mail program breaks its lines that are longer than this.
pub fn broken_at(width: usize, text: &str) -> String {
    let mut broken = String::new();
    for line in text.lines() {
        let mut room = width;
        for word in line.split(' ') {
            if word.len() >= room && room < width {
                broken.push('\n');
                room = width;
            }
            broken.push_str(word);
            broken.push(' ');
            room = room.saturating_sub(word.len() + 1);
        }
        broken.push('\n');
    }
    broken
}

/// Returns one short line with single spaces, as programs write it above a quotation and as mails
/// show a message of a player.
fn plain(text: &str) -> String {
    let visible = text.chars().filter(|c| !c.is_control());
    let visible: String = visible.take(200).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('\n', "<br>")
}
