//! Recognises the server's own text in a reply: lines that name its addresses or repeat sentences
//! of its mails. The author of the lines below such a line is unknown.
//!
//! Mail programs quote in more ways than `strip` knows, and the server's mails contain messages of
//! opponents.

use std::sync::LazyLock;

use common::texts::message;
use rules::Language;

use crate::visible;

/// Sentences and headings of the server's mails without variables. Phrases that people may write as
/// a line of their own are left out: “the board”, “the games”.
const WHOLE: [&str; 60] = [
    "over-again",
    "over-again-mail",
    "begin-yes",
    "begin-yes-other",
    "begin-name",
    "begin-link",
    "begin-button",
    "begin-forgotten",
    "invitation-answer",
    "invitation-begins",
    "invitation-or-look",
    "how-forced",
    "how-forced-page",
    "answer-title-how",
    "answer-desk",
    "answer-title-words",
    "answer-title-open",
    "answer-title-games",
    "answer-resign",
    "answer-yes-or-no",
    "write-above",
    "page-label",
    "way-out-here",
    "heading-begins",
    "heading-since",
    "heading-table",
    "heading-said",
    "heading-board-end",
    "heading-moves",
    "heading-players",
    "heading-result",
    "heading-record",
    "heading-waiting",
    "heading-else",
    "turn-just-started",
    "moves-all",
    "how-by-mail",
    "how-page",
    "how-page-or",
    "record-keep",
    "record-commitment",
    "record-commitment-deal",
    "record-commitment-closed",
    "record-receipt",
    "record-receipts",
    "record-reply-table",
    "digest-moves",
    "answer-title-receipt",
    "reply-over",
    "reply-your-turn",
    "why-table",
    "why-digest",
    "why-wrote",
    "chat-answer",
    "answer-no-line",
    "answer-title-said",
    "answer-title-note",
    "answer-title-asked",
    "answer-title-history",
    "answer-title-happened",
];

/// Sentences of the server's mails with variables.
const FILLED: [&str; 36] = [
    "begin-asked",
    "begin-yes-bot",
    "begin-yes-with",
    "begin-until",
    "begin-welcome",
    "begin-password",
    "turn-lead",
    "turn-lead-still",
    "this-is-game",
    "started-lead",
    "over-lead",
    "over-deal",
    "deal",
    "deal-closed",
    "cancelled",
    "cancelled-by",
    "invitation-lead",
    "answer-invitation-declined",
    "answer-invitation-gone",
    "answer-invitation-other",
    "answer-invitation-foreign",
    "chat-lead",
    "digest-lead",
    "time-left",
    "record-head",
    "record-line",
    "record-reply",
    "moves-grouped",
    "answer-stale",
    "answer-confirm",
    "answer-confirm-seat",
    "answer-stranger",
    "news-extended",
    "news-offered",
    "news-timed-out-bot",
    "reply-not-your-turn",
];

/// The fewest characters of a fragment that identifies a sentence with variables.
const FEWEST: usize = 14;

/// The fewest characters of a further fragment of such a sentence.
const FURTHER: usize = 20;

/// The fewest characters of a line that may be the beginning of a wrapped sentence.
const WRAPPED: usize = 24;

/// The placeholder for a variable.
const BLANK: &str = "\u{1}";

/// The texts of [`WHOLE`] in all languages, in lower case.
static SENTENCES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let said = |id: &'static str| Language::ALL.map(|language| message(id).to(language));
    WHOLE
        .into_iter()
        .flat_map(said)
        .map(|it| plain(&it))
        .collect()
});

/// The longest fragment of each sentence in [`FILLED`] and its other long fragments, each with
/// whether the sentence begins with it.
static PIECES: LazyLock<Vec<(String, bool)>> = LazyLock::new(|| {
    let words = [
        "days",
        "example",
        "head",
        "ply",
        "seats",
        "title",
        "names",
        "from",
        "game",
        "by",
        "player",
        "id",
        "opponents",
        "left",
        "until",
        "nothing",
        "others",
        "summary",
        "url",
        "desk",
        "name",
    ];
    let mut pieces = Vec::new();
    for (id, language, count) in FILLED.iter().flat_map(|id| {
        let each = Language::ALL.map(|language| [(*id, language, 1), (*id, language, 2)]);
        each.into_iter().flatten()
    }) {
        let filled = words
            .iter()
            .fold(message(id), |it, word| it.with(word, BLANK));
        let filled = filled.with("count", count).with("bots", count);
        let text = filled.to(language);
        let longest = text.split(BLANK).map(str::len).max().unwrap_or(0);
        for (n, piece) in text.split(BLANK).enumerate() {
            let fewest = match piece.len() == longest {
                true => FEWEST,
                false => FURTHER,
            };
            let piece = plain(piece);
            if piece.chars().count() >= fewest {
                pieces.push((piece, n == 0));
            }
        }
    }
    pieces
});

fn plain(text: &str) -> String {
    visible(text).to_lowercase()
}

/// Recognises the server's own text. It holds an address: no `Debug`.
#[derive(Clone)]
pub struct OwnText {
    /// The sender name of the server's mails, in lower case.
    name: String,
    /// The sender address of the server's mails, in lower case.
    sender: String,
    /// `@` and the domain that players write to, in lower case.
    domain: String,
    /// The base URL of the server.
    url: String,
}

impl OwnText {
    /// Creates a recogniser. The server's mails come from `name` and `sender`, players write to
    /// `domain`, and `url` is the base URL of the server.
    pub fn new(name: &str, sender: &str, domain: &str, url: &str) -> OwnText {
        OwnText {
            name: name.to_lowercase(),
            sender: sender.to_lowercase(),
            domain: format!("@{}", domain.to_lowercase()),
            url: url.to_lowercase(),
        }
    }

    /// Whether a line belongs to a quotation of the server's text or stands above one.
    pub fn holds(&self, line: &str) -> bool {
        let line = plain(line);
        self.names_us(&line) || self.attributes_to_us(&line) || self.is_repeated(&line)
    }

    /// Whether a line names one of the server's addresses: a sender or reply address.
    fn names_us(&self, line: &str) -> bool {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
        let ends = |rest: &str| {
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        };
        let ours = |local: &str| {
            local == "games"
                || ["play+", "confirm+", "stop+", "bounces"]
                    .iter()
                    .any(|begin| local.starts_with(begin))
        };
        let begins = |before: &str| !before.ends_with(part);
        line.match_indices(&self.domain).any(|(at, found)| {
            let local = line[..at].rsplit(|c| !part(c)).next().unwrap_or_default();
            ours(local) && ends(&line[at + found.len()..])
        }) || line
            .match_indices(&self.sender)
            .any(|(at, found)| begins(&line[..at]) && ends(&line[at + found.len()..]))
    }

    /// Whether a line attributes a quotation to the server, in any language: `1. maaliskuuta 2026
    /// Turnpike kirjoitti:`, or `Od: Turnpike`.
    fn attributes_to_us(&self, line: &str) -> bool {
        let (_, value) = line.split_once(": ").unwrap_or_default();
        if !self.name.is_empty() && value.trim_matches('"') == self.name {
            return true;
        }
        let word = |it: &str| it.trim_matches(|c: char| !c.is_alphanumeric()) == self.name;
        line.ends_with(':') && !self.name.is_empty() && line.split(' ').any(word)
    }

    /// Whether a line repeats a line of the server's mails, or its beginning.
    fn is_repeated(&self, line: &str) -> bool {
        let length = line.chars().count();
        let is = |said: &String| {
            said == line
                || (length >= WRAPPED && said.starts_with(line))
                || (said.chars().count() >= WRAPPED && line.starts_with(said.as_str()))
        };
        let holds = |(piece, begins): &(String, bool)| match begins {
            true => {
                line.starts_with(piece.as_str()) || (length >= WRAPPED && piece.starts_with(line))
            }
            false => line.contains(piece.as_str()),
        };
        (line.starts_with(&self.url) && !self.url.is_empty())
            || line.starts_with("[turnpike] ")
            || line.contains(": [turnpike] ")
            || SENTENCES.iter().any(is)
            || PIECES.iter().any(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> OwnText {
        OwnText::new(
            "Turnpike",
            "turnpike@example.org",
            "play.test",
            "https://play.test",
        )
    }

    #[test]
    fn text_of_the_server_is_recognised() {
        for line in [
            "W dniu 1 marca Turnpike <games@play.test> napisał:",
            "To: PLAY+0123456789abcdef0123456789abcdef@Play.Test",
            "<turnpike@example.org>",
            "1. maaliskuuta 2026 klo 12.15 Turnpike kirjoitti:",
            "it is your turn in That's Life! with ben. This is game x.",
            "YOUR MOVES",
            "Vos coups",
            "Reply to this mail with your moves, one a line, in the words above. New to",
            "ben wrote to you in That's Life!",
            "The log of the game has 17 entries. It ends with the hash:",
            "It is not your turn. ben has to decide; you get a mail when it is your turn.",
            "It is not your turn. ben and cy have to decide; you get a mail when it is your turn.",
            "The log has 17 entries; its hash begins with 0123456789abcdef. The signed receipt",
            "It is your turn in Buttons with ben. You have 2 days: until Friday.",
            "Ben wrote to you in Buttons. This is game x.",
            "Un coup se compose des mots en gras et d’une des fins qui les suivent, par",
            "https://play.test/games/x",
            "c’est à vous de jouer à That's Life! avec ben.",
        ] {
            assert!(own().holds(line), "{line}");
        }
    }

    #[test]
    fn text_of_players_is_not_taken_for_the_servers() {
        for line in [
            "roll",
            "play 8 h7",
            "move start",
            "chat games@play.tests are fun",
            "chat ask ben@play.test",
            "new thats with ann@example.org",
            "chat Turnpike is fun",
            "chat your moves",
            "note it is your turn",
            "rules 5.2",
            "yes",
            "reply",
            "open games",
            "the board",
            "le plateau",
            "",
        ] {
            assert!(!own().holds(line), "{line}");
        }
    }
}
