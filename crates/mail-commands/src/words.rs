//! The server's own commands in mails, beside moves.
//!
//! A command begins with a server word as its whole first word, in any case. All other lines belong
//! to the game. The words are the same in every language, and may be replaced by synonyms
//! (`synonyms`). The explanations are in the reader's language.
//!
//! A test over all games ensures that no move begins with a server word. A new word belongs in the
//! table, the enum and `docs/PLAY-BY-MAIL.md`.

use ::games::KINDS;
use common::synonyms::{at_the_desk, in_our_words, own_word, without_colon};
use common::texts::message;
use rules::dice::entropy_is_valid;
use rules::{Bot, Message, Word, synonyms};
use serde_json::{Map, Value};

use crate::consent::{self, Consent};
use crate::holiday::{self, Wanted};
use crate::mail_words::{self, MailWord};

/// The words for the address of a seat, with their explanations.
pub static SEAT_WORDS: [(&str, Message); 26] = [
    ("help", message("words-help")),
    ("how", message("words-how")),
    ("rules", message("words-rules")),
    ("show", message("words-show")),
    ("legal", message("words-legal")),
    ("history", message("words-history")),
    ("archive", message("words-archive")),
    ("who", message("words-who")),
    ("games", message("words-games")),
    ("chat", message("words-chat")),
    ("note", message("words-note")),
    ("rematch", message("words-rematch")),
    ("resign", message("words-resign")),
    ("leave", message("words-leave")),
    ("stop", message("words-stop")),
    ("resume", message("words-resume")),
    ("digest", message("words-digest")),
    ("quiet", message("words-quiet")),
    ("vacation", message("words-vacation")),
    ("zone", message("words-zone")),
    ("language", message("words-languages")),
    ("auto", message("words-auto")),
    ("orders", message("words-orders")),
    ("when", message("words-when")),
    ("answers", message("words-answers")),
    ("reset", message("words-reset")),
];

/// The words for the desk, which is the address for everything else, with their explanations.
pub static DESK_WORDS: [(&str, Message); 19] = [
    ("help", message("words-help")),
    ("how", message("words-how-of")),
    ("games", message("words-games")),
    ("list", message("words-list")),
    ("new", message("words-new")),
    ("play", message("words-play")),
    ("join", message("words-join")),
    ("accept", message("words-accept")),
    ("entropy", message("words-entropy")),
    ("decline", message("words-decline")),
    ("rules", message("words-rules-of")),
    ("digest", message("words-digest")),
    ("quiet", message("words-quiet")),
    ("vacation", message("words-vacation")),
    ("zone", message("words-zone")),
    ("language", message("words-languages")),
    ("auto", message("words-auto-all")),
    ("answers", message("words-answers")),
    ("reset", message("words-reset")),
];

/// A command to the address of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatWord {
    /// Show the guide to playing by mail.
    Help,
    /// Show the guide to the game.
    HowToPlay,
    /// Show the rules, or a section of them.
    Rules(String),
    /// Show the board.
    Show,
    /// Show the legal moves that begin with these words.
    Legal(String),
    /// Show the history.
    History,
    /// Send the history as a file.
    Archive,
    /// List the players.
    Who,
    /// Propose or join a rematch.
    Rematch,
    /// List the player's games.
    Games,
    /// Send this chat message; if empty, show the chat.
    Chat(String),
    /// Add this to the note; if empty, show the note.
    Note(String),
    /// Standing orders.
    Orders(OrdersLine),
    /// Replace the player's secret addresses.
    Reset,
    /// Leave the game.
    Resign(Resign),
    /// Take, end or list holidays.
    Vacation(Wanted),
    /// Change mail settings.
    Mail(MailWord),
}

/// A command about leaving the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resign {
    /// Ask for a confirmation.
    Asks,
    /// Confirm.
    Yes,
    /// Stay.
    No,
}

impl Resign {
    /// Returns the line with this command.
    pub const fn line(self) -> &'static str {
        match self {
            Resign::Asks => "resign",
            Resign::Yes => "resign yes",
            Resign::No => "resign no",
        }
    }
}

/// A command about standing orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrdersLine {
    /// Show the orders, and the ones that the game knows.
    Show,
    /// Cancel all orders.
    Off,
    /// Give these orders, each a move or a conditional order.
    Give(Vec<String>),
}

impl OrdersLine {
    fn read(rest: &str) -> OrdersLine {
        let parts = rest.split(';').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty()).map(str::to_owned);
        match rest.to_lowercase().as_str() {
            "" => OrdersLine::Show,
            "off" | "none" | "cancel" => OrdersLine::Off,
            _ => OrdersLine::Give(parts.collect()),
        }
    }
}

impl SeatWord {
    /// Whether the command changes something, so that its sender must be verified.
    pub const fn changes(&self) -> bool {
        match self {
            SeatWord::Chat(text) | SeatWord::Note(text) => !text.is_empty(),
            SeatWord::Resign(_) | SeatWord::Mail(_) | SeatWord::Reset | SeatWord::Rematch => true,
            // It changes nothing, but the file is large. A forged sender must not cause such a
            // mail.
            SeatWord::Archive => true,
            SeatWord::Vacation(wanted) => !matches!(wanted, Wanted::List),
            SeatWord::Orders(line) => !matches!(line, OrdersLine::Show),
            SeatWord::Help
            | SeatWord::HowToPlay
            | SeatWord::Rules(_)
            | SeatWord::Show
            | SeatWord::Legal(_)
            | SeatWord::History
            | SeatWord::Who
            | SeatWord::Games => false,
        }
    }
}

/// Reads a line; `None` if it belongs to the game.
pub fn seat_word(line: &str) -> Option<SeatWord> {
    let is_wrong = |it: &SeatWord| matches!(it, SeatWord::Mail(MailWord::Wrong(_)));
    let written = seat_word_of(line);
    if written.as_ref().is_some_and(|it| !is_wrong(it)) {
        return written;
    }
    let others = in_our_words(line).filter_map(|line| seat_word_of(&line));
    let (wrong, mut right): (Vec<SeatWord>, Vec<SeatWord>) = others.partition(is_wrong);
    // The first valid reading wins, otherwise the first that explains the mistake.
    match right.is_empty() {
        true => written.or_else(|| wrong.into_iter().next()),
        false => Some(right.swap_remove(0)),
    }
}

fn seat_word_of(line: &str) -> Option<SeatWord> {
    let (word, rest) = first_word(line);
    let alone = |it: SeatWord| rest.is_empty().then_some(it);
    match word.as_str() {
        "help" if rest.eq_ignore_ascii_case("me") => Some(SeatWord::Help),
        "help" | "help?" | "?" => alone(SeatWord::Help),
        "how" if is_to_play(&rest) => Some(SeatWord::HowToPlay),
        "rules" => Some(SeatWord::Rules(rest)),
        "show" if is_the_board(&rest) => Some(SeatWord::Show),
        "unsubscribe" => alone(SeatWord::Mail(MailWord::Stop { all: true })),
        "legal" => Some(SeatWord::Legal(rest)),
        "history" => alone(SeatWord::History),
        "archive" => alone(SeatWord::Archive),
        "who" | "who?" => alone(SeatWord::Who),
        "rematch" | "rematch?" => alone(SeatWord::Rematch),
        "games" => alone(SeatWord::Games),
        "chat" => Some(SeatWord::Chat(rest)),
        "note" => Some(SeatWord::Note(rest)),
        "resign" | "leave" if rest.is_empty() => Some(SeatWord::Resign(Resign::Asks)),
        "resign" | "leave" => match consent::of_line(&rest) {
            Consent::Yes => Some(SeatWord::Resign(Resign::Yes)),
            Consent::No => Some(SeatWord::Resign(Resign::No)),
            Consent::Unclear | Consent::Absent => None,
        },
        "orders" => Some(SeatWord::Orders(OrdersLine::read(&rest))),
        "when" if !rest.is_empty() => {
            Some(SeatWord::Orders(OrdersLine::read(&format!("when {rest}"))))
        }
        "reset" => rest
            .eq_ignore_ascii_case("addresses")
            .then_some(SeatWord::Reset),
        "vacation" => Some(match holiday::read(&rest) {
            Some(wanted) => SeatWord::Vacation(wanted),
            None => SeatWord::Mail(MailWord::Wrong(message("words-vacation-how"))),
        }),
        word => mail_words::of_game(word, &rest)
            .or_else(|| mail_words::general(word, &rest))
            .map(SeatWord::Mail),
    }
}

/// Whether `rest` completes the command `how`.
fn is_to_play(rest: &str) -> bool {
    ["", "to play", "to play?", "do i play?", "do i play"]
        .iter()
        .any(|it| rest.eq_ignore_ascii_case(it))
}

/// Whether `rest` completes the command `show`.
fn is_the_board(rest: &str) -> bool {
    ["", "board", "the board", "me the board"]
        .iter()
        .any(|it| rest.eq_ignore_ascii_case(it))
}

/// Removes and returns the chat messages. Requests to show the chat stay.
pub fn split_off_chat(words: Vec<SeatWord>) -> (Vec<String>, Vec<SeatWord>) {
    split_off(words, |word| match word {
        SeatWord::Chat(text) if !text.is_empty() => Ok(text),
        other => Err(other),
    })
}

/// Removes and returns the orders. Requests to show or cancel orders stay.
pub fn split_off_orders(words: Vec<SeatWord>) -> (Vec<String>, Vec<SeatWord>) {
    let (parts, rest): (Vec<Vec<String>>, _) = split_off(words, |word| match word {
        SeatWord::Orders(OrdersLine::Give(parts)) => Ok(parts),
        other => Err(other),
    });
    (parts.concat(), rest)
}

/// Removes and returns the additions to the note. Requests to show the note stay.
pub fn split_off_notes(words: Vec<SeatWord>) -> (Vec<String>, Vec<SeatWord>) {
    split_off(words, |word| match word {
        SeatWord::Note(text) if !text.is_empty() => Ok(text),
        other => Err(other),
    })
}

fn split_off<T>(
    words: Vec<SeatWord>,
    wanted: impl Fn(SeatWord) -> Result<T, SeatWord>,
) -> (Vec<T>, Vec<SeatWord>) {
    let (mut taken, mut rest) = (Vec::new(), Vec::new());
    for word in words {
        match wanted(word) {
            Ok(it) => taken.push(it),
            Err(word) => rest.push(word),
        }
    }
    (taken, rest)
}

/// A command to the desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeskWord {
    /// Show the guide to playing by mail.
    Help,
    /// List the player's games.
    Games,
    /// List open games, of one kind or of all.
    List(Option<&'static str>),
    /// Show the guide to a game.
    HowToPlay(&'static str),
    /// Show the rules of a game.
    Rules(&'static str),
    /// Create a game.
    New(NewLine),
    /// Take a seat.
    Join(String),
    /// The sender's contribution to the dice of all games that the mail creates or joins.
    Entropy(String),
    /// Give a seat back.
    Decline(String),
    /// Replace the player's secret addresses.
    Reset,
    /// Take, end or list holidays.
    Vacation(Wanted),
    /// Change mail settings.
    Mail(MailWord),
}

impl DeskWord {
    /// Whether the command changes something, so that its sender must be verified.
    pub const fn changes(&self) -> bool {
        match self {
            DeskWord::New(_)
            | DeskWord::Join(_)
            | DeskWord::Decline(_)
            | DeskWord::Reset
            | DeskWord::Mail(_) => true,
            DeskWord::Vacation(wanted) => !matches!(wanted, Wanted::List),
            DeskWord::Help
            | DeskWord::Games
            | DeskWord::List(_)
            | DeskWord::HowToPlay(_)
            | DeskWord::Rules(_)
            | DeskWord::Entropy(_) => false,
        }
    }
}

/// A line that creates a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine {
    /// The kind of game.
    pub kind: &'static str,
    /// The number of seats.
    pub seats: Option<u8>,
    /// Names or addresses of players to invite.
    pub guests: Vec<String>,
    /// The bots.
    pub bots: Vec<Bot>,
    /// Whether only its players can see the game.
    pub private: bool,
    /// The number of days for each move; `None` for no clock.
    pub days: Option<u16>,
    /// Options of the game, such as `pawns=2`.
    pub options: Map<String, Value>,
}

impl NewLine {
    /// Fills the unnamed seats with bots: at least one, if the game permits it.
    #[must_use]
    pub fn or_with_bots(mut self) -> NewLine {
        let seats = KINDS.latest(self.kind).map(|kind| kind.info().seats);
        let (fewest, most) = seats.unwrap_or(2..=2).into_inner();
        let named = self.guests.len() + self.bots.len() + 1;
        let few = usize::from(fewest.max(2.min(most)));
        let seats = self.seats.map_or(few.max(named), usize::from);
        let free = seats.min(usize::from(most)).saturating_sub(named);
        self.bots.extend(vec![Bot::Greedy; free]);
        self
    }
}

/// Reads a line; the error says what the sender can write instead.
pub fn desk_word(line: &str) -> Result<DeskWord, Message> {
    let refused = match desk_word_of(line) {
        Ok(word) => return Ok(word),
        Err(refused) => refused,
    };
    let is_word = |line: &str| {
        DESK_WORDS
            .iter()
            .any(|(word, _)| first_word(line).0 == *word)
    };
    let mut others = at_the_desk(line).map(|line| desk_word_of(&line));
    let first = match is_word(line) {
        // The error explains the word that was written.
        true => Err(refused),
        false => others.next().unwrap_or(Err(refused)),
    };
    first.or_else(|refused| others.find_map(Result::ok).ok_or(refused))
}

fn desk_word_of(line: &str) -> Result<DeskWord, Message> {
    let (word, rest) = first_word(line);
    let id = || match rest.split_whitespace().collect::<Vec<_>>().as_slice() {
        [id] => Ok((*id).to_owned()),
        _ => Err(message("words-which-id").with("word", word.as_str())),
    };
    match (word.as_str(), rest.as_str()) {
        ("help" | "help?" | "?", "") => Ok(DeskWord::Help),
        ("games", "") => Ok(DeskWord::Games),
        ("list", "") => Ok(DeskWord::List(None)),
        ("list", kind) => Ok(DeskWord::List(Some(find_kind(kind)?))),
        ("how", rest) => {
            let kind = rest.strip_prefix("to play").unwrap_or(rest);
            Ok(DeskWord::HowToPlay(find_kind(kind.trim())?))
        }
        ("rules", kind) => Ok(DeskWord::Rules(find_kind(kind)?)),
        ("new", rest) => new_line(rest).map(DeskWord::New),
        ("play", rest) => new_line(rest).map(|new| DeskWord::New(new.or_with_bots())),
        ("join" | "accept", _) => id().map(DeskWord::Join),
        ("entropy", words) if !words.is_empty() && entropy_is_valid(words) => {
            Ok(DeskWord::Entropy(words.to_owned()))
        }
        ("entropy", _) => Err(message("words-entropy-how")),
        ("decline", _) => id().map(DeskWord::Decline),
        ("reset", rest) if rest.eq_ignore_ascii_case("addresses") => Ok(DeskWord::Reset),
        ("vacation", rest) => holiday::read(rest)
            .map(DeskWord::Vacation)
            .ok_or_else(|| message("words-vacation-how")),
        ("digest" | "quiet" | "language" | "auto" | "answers" | "zone", rest) => {
            match mail_words::general(&word, rest) {
                Some(MailWord::Wrong(help)) => Err(help),
                Some(word) => Ok(DeskWord::Mail(word)),
                None => Err(unknown(&word)),
            }
        }
        _ => Err(unknown(&word)),
    }
}

fn unknown(word: &str) -> Message {
    let words = DESK_WORDS.iter().map(|(word, _)| *word);
    let unknown = message("words-unknown").with("words", Word::comma(words));
    match nearly(word, &DESK_WORDS) {
        Some(near) => message("words-did-you-mean")
            .with("why", unknown)
            .with("near", near),
        None => unknown,
    }
}

/// Returns the word that the sender may have meant, if the line begins with none of these words.
pub fn nearly(line: &str, words: &[(&'static str, Message)]) -> Option<&'static str> {
    let (first, _) = first_word(line);
    let reach = match first.chars().count() {
        4 => 1,
        5..=16 => 2,
        // Short words match too much, and long ones take too long to compare.
        _ => return None,
    };
    let off = |word| strsim::damerau_levenshtein(&first, word);
    let near = words.iter().map(|(word, _)| (off(word), *word));
    let near = near.filter(|(off, _)| (1..=reach).contains(off)).min();
    near.map(|(_, word)| word)
}

fn new_line(rest: &str) -> Result<NewLine, Message> {
    let words: Vec<&str> = rest
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .collect();
    let (kind, words) = kind_and_rest(&words)?;
    let mut words = words.iter().copied().peekable();
    let mut new = NewLine {
        kind,
        seats: None,
        guests: Vec::new(),
        bots: Vec::new(),
        private: false,
        days: None,
        options: Map::new(),
    };
    let mut inviting = false;
    while let Some(word) = words.next() {
        let lower = word.to_lowercase();
        match own_word(&lower).unwrap_or(&lower) {
            "seats" => {
                let seats = words.next().and_then(|number| number.parse().ok());
                let seats = seats.ok_or(message("words-how-many-seats"))?;
                if new.seats.replace(seats).is_some() {
                    return Err(message("words-twice").with("word", "seats"));
                }
                inviting = false;
            }
            "days" => {
                let days = words.next().and_then(|number| number.parse().ok());
                let days = days.ok_or(message("words-how-many-days"))?;
                if new.days.replace(days).is_some() {
                    return Err(message("words-twice").with("word", "days"));
                }
                inviting = false;
            }
            "with" => inviting = true,
            // No player has a name like this, or like any other word here: `PlayerName::parse`
            // rejects them.
            "and" | "und" | "et" => {}
            "bot" => {
                let named = words
                    .peek()
                    .and_then(|name| name.to_lowercase().parse().ok());
                if named.is_some() {
                    words.next();
                }
                new.bots.push(named.unwrap_or(Bot::Greedy));
                inviting = false;
            }
            "private" => {
                new.private = true;
                inviting = false;
            }
            option if option.contains('=') => {
                let (name, value) = option.split_once('=').unwrap_or_default();
                let value = match value {
                    "true" | "yes" => Value::Bool(true),
                    "false" | "no" => Value::Bool(false),
                    value => Value::from(value),
                };
                if new.options.insert(name.to_owned(), value).is_some() {
                    return Err(message("words-twice").with("word", name));
                }
                inviting = false;
            }
            // “with a bot”. Before any other word, `a` is the name of a player.
            "a" if words.peek().is_some_and(|next| is_bot(next)) => {}
            _ if inviting => new.guests.push(word.to_owned()),
            _ => {
                return Err(message("words-new-how").with("word", word.to_lowercase()));
            }
        }
    }
    Ok(new)
}

fn is_bot(word: &str) -> bool {
    let lower = word.to_lowercase();
    own_word(&lower).unwrap_or(&lower) == "bot"
}

/// The largest number of words in a game's name.
const LONGEST_NAME: usize = 4;

/// Returns the game that the words begin with, and the words after its name.
fn kind_and_rest<'a>(words: &'a [&'a str]) -> Result<(&'static str, &'a [&'a str]), Message> {
    let lengths = (2..=LONGEST_NAME.min(words.len())).rev();
    let mut named = lengths.filter_map(|n| {
        let (name, rest) = words.split_at(n);
        Some((find_kind(&name.join(" ")).ok()?, rest))
    });
    match (named.next(), words) {
        (Some(found), _) => Ok(found),
        (None, [name, rest @ ..]) => Ok((find_kind(name)?, rest)),
        (None, []) => Ok((find_kind("")?, words)),
    }
}

/// Returns the game that a text names in full, if it is the only one.
pub fn kind_within(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = text.split_whitespace().take(200).collect();
    let named = |info: &rules::KindInfo| {
        let is_it = |words: &[&str]| {
            let name = plain(&words.join(" "));
            name == plain(info.id) || name == plain(info.name)
        };
        (1..=LONGEST_NAME).any(|n| words.windows(n).any(is_it))
    };
    let mut found = KINDS.current().map(|kind| kind.info()).filter(named);
    let first = found.next()?;
    found.next().is_none().then_some(first.id)
}

/// Returns the kind with this name, which may be abbreviated.
fn find_kind(name: &str) -> Result<&'static str, Message> {
    let wanted: String = plain(name);
    let all: Vec<_> = KINDS.current().map(|kind| kind.info()).collect();
    let exact = all.iter().find(|info| plain(info.id) == wanted);
    let mut begun = all.iter().filter(|info| {
        !wanted.is_empty() && (plain(info.id).starts_with(&wanted) || plain(info.name) == wanted)
    });
    match (exact, begun.next(), begun.next()) {
        (Some(info), ..) | (None, Some(info), None) => Ok(info.id),
        _ => {
            let ids = all.iter().map(|info| info.id);
            Err(message("words-which-kind").with("kinds", Word::comma(ids)))
        }
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Returns the first word of a line in lower case, and the rest, without a colon between them:
/// `chat: hello`.
fn first_word(line: &str) -> (String, String) {
    let line = line.trim();
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let colon = line[..end]
        .find(':')
        .filter(|at| line[..*at].chars().all(char::is_alphabetic));
    let (word, rest) = match colon {
        Some(at) if at > 0 => (&line[..at], &line[at + 1..]),
        _ => (&line[..end], without_colon(&line[end..])),
    };
    (word.to_lowercase(), rest.trim().to_owned())
}

/// Whether a line is a command to a seat or to the desk, or a word of some game.
pub fn is_command(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let is_of_game = |kind: &'static dyn rules::Kind| {
        let mut words = kind.info().manual.words.iter().flat_map(|it| synonyms(it));
        words.any(|(own, known)| own == lower || known == lower)
    };
    seat_word(line).is_some() || desk_word(line).is_ok() || KINDS.current().any(is_of_game)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use accounts::identity::PlayerName;

    #[test]
    fn seat_words_match_whole_words_in_any_case() {
        assert_eq!(seat_word("HELP"), Some(SeatWord::Help));
        assert_eq!(
            seat_word("legal  play 8"),
            Some(SeatWord::Legal("play 8".into()))
        );
        assert_eq!(seat_word("resign YES"), Some(SeatWord::Resign(Resign::Yes)));
        assert_eq!(
            seat_word("Chat Roll well, Ben!"),
            Some(SeatWord::Chat("Roll well, Ben!".into()))
        );
        assert_eq!(seat_word("note"), Some(SeatWord::Note(String::new())));
        for line in [
            "chat: hello",
            "Chat : hello",
            "chat:hello",
            "dire : hello",
            "sag: hello",
        ] {
            assert_eq!(
                seat_word(line),
                Some(SeatWord::Chat("hello".into())),
                "{line}"
            );
        }
        assert_eq!(seat_word("chat :-)"), Some(SeatWord::Chat(":-)".into())));
        for moves in [
            "helper",
            "s",
            "show me",
            "resign or not",
            "score 1 to 3",
            "",
        ] {
            assert_eq!(seat_word(moves), None, "{moves}");
        }
    }

    #[test]
    fn words_of_seat_desk_and_games_are_commands() {
        for line in [
            "Roll",
            "legal",
            "Show",
            "STOP",
            "würfeln",
            "join Gx3kPq7LmZ2",
            "aide",
        ] {
            assert!(is_command(line), "{line}");
        }
        for line in ["Ann", "Hugo", "Ann Roll"] {
            assert!(!is_command(line), "{line}");
        }
    }

    #[test]
    fn misspelled_words_are_recognised() {
        for (line, word) in [
            ("hsitory", Some("history")),
            ("Resgin", Some("resign")),
            ("hepl", Some("help")),
            ("vaction 7 days", Some("vacation")),
            ("langage fr", Some("language")),
            ("help", None),
            ("roll", None),
            ("move start", None),
            ("it", None),
            ("", None),
        ] {
            assert_eq!(nearly(line, &SEAT_WORDS), word, "{line}");
        }
        assert_eq!(nearly(&"history".repeat(40_000), &SEAT_WORDS), None);
    }

    #[test]
    fn new_game_with_options_is_parsed_from_one_line() {
        let line = "new thats seats 4 days 3 with ben, cleo and dan@example.org bot random private \
                    pawns=2 guards=yes";
        let Ok(DeskWord::New(new)) = desk_word(line) else {
            panic!("{line}");
        };
        assert_eq!(
            (new.kind, new.seats, new.days, new.private),
            ("thats-life", Some(4), Some(3), true)
        );
        assert_eq!(new.guests, ["ben", "cleo", "dan@example.org"]);
        assert_eq!(new.bots, [Bot::Random]);
        let options = Value::from(new.options);
        assert_eq!(options, json!({"pawns": "2", "guards": true}));
        for bad in [
            "play",
            "play chess",
            "play with ben",
            "new",
            "new chess",
            "new thats seats x",
            "new thats 3",
            "join",
            "roll",
        ] {
            assert!(desk_word(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn repeated_option_is_rejected() {
        for (line, word) in [
            ("new thats seats 2 seats 3", "seats"),
            ("play thats days 2 days 2", "days"),
            ("new thats pawns=2 guards=yes PAWNS=3", "pawns"),
        ] {
            let twice = message("words-twice").with("word", word);
            assert_eq!(desk_word(line), Err(twice), "{line}");
        }
    }

    #[test]
    fn words_of_the_new_line_are_not_valid_player_names() {
        for word in [
            "Private", "with", "avec", "gegen", "vs", "seats", "days", "and", "und", "et", "bot",
            "robot", "computer", "please", "svp", "bitte", "thanks", "merci", "Danke",
        ] {
            assert!(PlayerName::parse(word).is_err(), "{word}");
        }
    }

    #[test]
    fn play_command_is_parsed_in_each_language() {
        let greedy = |n| vec![Bot::Greedy; n];
        for (line, kind, guests, bots) in [
            ("play thats", "thats-life", &[][..], greedy(1)),
            ("Play That's Life seats 3", "thats-life", &[], greedy(2)),
            (
                "jouer buttons avec ben et cleo",
                "buttons",
                &["ben", "cleo"],
                vec![],
            ),
            (
                "spielen buttons mit ben und einem Bot",
                "buttons",
                &["ben"],
                greedy(1),
            ),
            ("play buttons against a computer", "buttons", &[], greedy(1)),
            (
                "jouer buttons contre un robot random",
                "buttons",
                &[],
                vec![Bot::Random],
            ),
            // Three players at least.
            (
                "play paris connection with ben",
                "paris-connection",
                &["ben"],
                greedy(1),
            ),
            // A game for one.
            ("play ferry follies", "ferry-follies", &[], vec![]),
        ] {
            let Ok(DeskWord::New(new)) = desk_word(line) else {
                panic!("{line}");
            };
            assert_eq!((new.kind, new.bots), (kind, bots), "{line}");
            assert_eq!(new.guests, guests, "{line}");
        }
    }

    #[test]
    fn game_kind_is_found_in_a_text_that_names_only_one() {
        for (text, kind) in [
            ("I heard of That's Life!", Some("thats-life")),
            ("flip freighters, please", Some("flip-freighters")),
            ("buttons or ferry follies", None),
            ("that is life", None),
            ("", None),
        ] {
            assert_eq!(kind_within(text), kind, "{text}");
        }
    }
}
