//! The letters: for each kind, a type with its facts, and a function that writes it.
//!
//! The wording is in `templates/mail`: one `.txt` and one `.html` file for each kind, with a common
//! layout. The text part is complete by itself. It is at most 78 columns wide, except for long
//! links. Types that may hold secret codes have no `Debug`.
//!
//! The HTML uses only features that Outlook for Windows and Gmail support: tables for layout,
//! inline styles, pictures by `cid:`. Its style sheet only adds dark colours and room on wide
//! screens. `tests/api/letters/mail_html.rs` checks this. Letters about a game, except
//! replies, have one order: a sentence, a button, the moves, the board, the events. A long list of
//! moves and the explanations of the moves continue below the board. The rest is in the footer.

use std::sync::Arc;

use askama::Template;
use chrono_tz::Tz;
use common::clock::Moment;
use rules::Language;

use super::text::{Line, Picture};
use super::time::TimeLeft;
use super::tongue::{Sentence, Tongue, emphasised};

/// The largest number of names in a subject.
const MOST_NAMES: usize = 3;

/// A rendered letter. It may contain a secret code: no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The subject, one line.
    pub subject: Line,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The picture of the board in the HTML part.
    pub drawn: Option<Drawn>,
    /// The attachment.
    pub file: Option<Attached>,
    /// The receipts in the letter. The message carries them in a header too, because the HTML part
    /// does not show them.
    pub receipts: Vec<Line>,
    /// The content in sentences. A digest uses it if the letter is not sent by itself, and so does
    /// a push notification that is sent before the letter.
    pub gist: Vec<Line>,
}

impl Letter {
    /// Returns the subject without the name of the server.
    pub fn what(&self) -> &str {
        let subject = self.subject.as_str();
        subject.strip_prefix(&*site_mark()).unwrap_or(subject)
    }

    /// Adds the content in sentences.
    pub fn with_gist(mut self, gist: Vec<Line>) -> Letter {
        self.gist = gist;
        self
    }

    /// Adds the receipts for the header.
    pub fn with_receipts(mut self, receipts: Vec<Line>) -> Letter {
        self.receipts = receipts;
        self
    }

    /// Adds an attachment.
    pub fn with_file(mut self, file: Option<Attached>) -> Letter {
        self.file = file;
        self
    }
}

/// An attachment.
#[derive(Clone, PartialEq, Eq)]
pub struct Attached {
    /// The file name: `Gx3kPq7LmZ2.json`.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The board as PNG, with the id [`PICTURE`].
pub type Drawn = Arc<Vec<u8>>;

/// The properties of the reader that a letter depends on. It holds a secret: no `Debug`.
#[derive(Clone, Copy)]
pub struct For<'a> {
    /// The language of the letter.
    pub language: Language,
    /// The page to unsubscribe from this kind of mail.
    pub way_out: Option<&'a str>,
    /// Whether the server accepts replies to it.
    pub answerable: bool,
}

impl From<Language> for For<'_> {
    fn from(language: Language) -> Self {
        For {
            language,
            way_out: None,
            answerable: false,
        }
    }
}

impl<'a> From<&'a Recipient> for For<'a> {
    fn from(to: &'a Recipient) -> Self {
        For {
            language: to.language,
            way_out: to.unsubscribe.as_ref().map(|it| it.url.as_str()),
            answerable: to.answerable,
        }
    }
}

/// The recipient of a mail. The address is secret: no `Debug`.
#[derive(Clone)]
pub struct Recipient {
    /// The name, if there is one.
    pub name: Option<Line>,
    /// The address, as the user typed it.
    pub address: String,
    /// The language of the letter.
    pub language: Language,
    /// The time zone of the recipient.
    pub zone: Tz,
    /// How to unsubscribe from this kind of mail.
    pub unsubscribe: Option<Unsubscribe>,
    /// Whether the server accepts replies to the mail.
    pub answerable: bool,
}

/// How to unsubscribe from a kind of mail without signing in (RFC 8058). It holds a secret: no
/// `Debug`.
#[derive(Clone)]
pub struct Unsubscribe {
    /// The page for it.
    pub url: String,
    /// The mail address for it, if the server receives mail.
    pub address: Option<String>,
}

/// A chat message.
#[derive(Clone)]
pub struct SaidLine {
    /// The author.
    pub by: Line,
    /// The time, in the reader's time zone: `1 Mar, 12:15`.
    pub at: Line,
    /// The text.
    pub text: Line,
}

impl SaidLine {
    /// Returns the author and the time: `Ben (1 March, 12:15)`.
    pub fn when(&self) -> String {
        format!("{} ({})", self.by, self.at)
    }
}

/// The chat at the table since the reader's last letter.
#[derive(Clone, Default)]
pub struct Said {
    /// The newest messages, the oldest first.
    pub lines: Vec<SaidLine>,
    /// The number of messages before these.
    pub earlier: usize,
}

/// The fonts of the HTML part. Outlook needs them on every cell.
pub(super) const FONT: &str =
    "font-family:Segoe UI,-apple-system,Roboto,Helvetica,Arial,sans-serif";

/// The style sheet of the HTML part. Programs that remove it show the inline styles, which are
/// complete for a light background. It has the colours for the dark, where it dims the picture, and
/// more room on wide screens.
pub(super) const STYLE: &str = "\
    :root{color-scheme:light dark;supported-color-schemes:light dark}\n\
    @media (min-width:600px){.bd{padding:24px 28px!important}.ft{padding:16px 28px 32px!important}\
    .hd{padding:12px 28px!important}}\n\
    @media (prefers-color-scheme:dark){.pg{background-color:#111613!important}\
    .cd{background-color:#1d2520!important;color:#e7ece8!important}\
    .hd{background-color:#0a3a2c!important}\
    .bt{background-color:#74d4aa!important}.bt a{color:#08251a!important}\
    .mu,.mu a{color:#a6b2ab!important}\
    .ch{background-color:#2a342e!important;color:#e7ece8!important}\
    .ln{color:#74d4aa!important}.ru{border-color:#3f4d45!important}\
    .bo{filter:brightness(.85)!important}}";

/// The `Content-ID` of the picture in a letter (RFC 2392).
pub const PICTURE: &str = "board@turnpike";

/// The board in a letter: as text, and as a picture if one could be drawn.
#[derive(Clone, Default)]
pub struct Board {
    /// As text.
    pub text: Picture,
    /// As a picture.
    pub drawn: Option<Drawn>,
}

/// The largest width of a picture in a letter, in pixels.
const WIDEST: u32 = 480;

impl Board {
    /// Returns the width of the picture on a wide screen. An enlarged picture would be blurred.
    fn width(&self) -> u32 {
        // The header of a PNG begins with the width, after 16 other bytes.
        let png = self.drawn.as_ref().and_then(|png| png.get(16..20));
        let width = png.and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
        width.map_or(WIDEST, |bytes| u32::from_be_bytes(bytes).min(WIDEST))
    }
}

/// The table that a letter is about, as its reader sees it.
#[derive(Clone, Debug)]
pub struct LetterTable {
    /// The base URL of the server, without a trailing slash.
    pub public_url: String,
    /// The game's id.
    pub id: Line,
    /// The name of the game: `That's Life!`.
    pub game: Line,
    /// The reader's name.
    pub you: Line,
    /// The names of the others at the table, in seat order.
    pub opponents: Vec<Line>,
    /// Whether the creator chose the seed, which makes it a practice game.
    pub practice: bool,
    /// The deal of the game, if it has one.
    pub deal: Option<LetterDeal>,
}

/// The deal of a game, as its letters describe it.
#[derive(Clone, Debug)]
pub struct LetterDeal {
    /// When the deal closes, or closed: `Wednesday 4 March 2026, 13:00 CET`.
    pub closes_at: Line,
    /// Whether the deal was closed when the letter was queued.
    pub is_closed: bool,
}

impl LetterDeal {
    /// Returns the sentence about the deal.
    fn about(&self, t: &Tongue) -> Sentence {
        t.say(if self.is_closed {
            "deal-closed"
        } else {
            "deal"
        })
        .with("until", &self.closes_at)
    }

    /// Returns the id of the text about the commitment.
    fn commitment(&self) -> &'static str {
        match self.is_closed {
            true => "record-commitment-closed",
            false => "record-commitment-deal",
        }
    }
}

impl LetterTable {
    /// Returns the page of the game.
    pub fn page(&self) -> String {
        format!("{}/games/{}", self.public_url, self.id)
    }

    /// Returns the URL of the whole history.
    pub fn export(&self) -> String {
        format!("{}/v1/games/{}/export", self.public_url, self.id)
    }

    /// Returns the title: `That's Life! with Ben and Cleo`.
    pub fn title(&self, t: &Tongue) -> String {
        self.titled(&t.listed(&self.opponents), t)
    }

    fn titled(&self, opponents: &str, t: &Tongue) -> String {
        if opponents.is_empty() {
            return self.game.to_string();
        }
        let title = t.say("title-with").with("game", &self.game);
        title.with("opponents", opponents).to_string()
    }

    /// Returns the subject: `[Turnpike] Your turn: That's Life! with Ben (Gx3kPq7LmZ2)`.
    pub(super) fn subject(&self, t: Tongue, what: &Line) -> Line {
        let names = match self.opponents.split_at_checked(MOST_NAMES) {
            Some((shown, [_, _, ..])) => t
                .say("names-and-more")
                .with(
                    "names",
                    shown
                        .iter()
                        .map(Line::as_str)
                        .collect::<Vec<_>>()
                        .join(", "),
                )
                .count("more", self.opponents.len() - MOST_NAMES)
                .to_string(),
            _ => t.listed(&self.opponents),
        };
        let subject = t.say("subject").with("what", what);
        let subject = subject.with("title", self.titled(&names, &t));
        Line::new(&subject.with("id", &self.id).to_string())
    }
}

/// Data that proves later that the log of the game was not changed.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The number of entries in the log.
    pub ply: u64,
    /// The hash of the last entry, in hex. Before the first entry, the hash of the start.
    pub head: Line,
    /// SHA-256 of the server seed, in hex. Only in the reader's first letter about a game.
    pub commitment: Option<Line>,
    /// The receipt: a signed line with all these values.
    pub receipt: Line,
}

/// The number of hex digits of a hash in the HTML part.
const HASH_DIGITS: usize = 16;

impl Proof {
    /// Returns the beginning of the head.
    fn begins(&self) -> &str {
        let head = self.head.as_str();
        head.get(..HASH_DIGITS).unwrap_or(head)
    }
}

/// A code, and a link with the same effect: to confirm an address, to sign in or to set a new
/// password.
pub struct CodeLetter {
    /// The base URL of the server.
    pub public_url: String,
    /// The player's name.
    pub name: Line,
    /// The code.
    pub code: Line,
    /// The secret in the link. `None` if only a signed-in user may confirm the address.
    pub link: Option<Line>,
    /// When the code expires.
    pub until: Moment,
    /// Whether signing in requires a second factor.
    pub second_factor: bool,
}

/// An invitation to a reserved seat.
pub struct Invitation {
    /// The table. Its opponents are the seated players and the other invited ones.
    pub table: LetterTable,
    /// The name of the inviting player.
    pub from: Line,
    /// The number of seats at the table.
    pub seats: u8,
    /// For an address without an account: the secret that allows its owner to take the seat.
    pub token: Option<Line>,
    /// The time for each player: `3 days a move`.
    pub pace: Option<Line>,
    /// The options that differ from the defaults: `2 pawns each · With guards`.
    pub options: Option<Line>,
    /// The game in one sentence.
    pub summary: Option<Line>,
    /// Whether the reader can take the seat by replying.
    pub by_mail: bool,
    /// The address for links that write the answer, if the letter may have links.
    pub answer_to: Option<String>,
    /// An example of the game's board. The letter shows only the picture, and the text for readers
    /// who do not see it.
    pub board: Board,
}

impl Invitation {
    /// Returns the page of the table. The secret is in the fragment, which browsers don't send.
    fn link(&self) -> String {
        match &self.token {
            Some(token) => format!("{}#invitation={token}", self.table.page()),
            None => self.table.page(),
        }
    }

    fn subject(&self, t: Tongue) -> Line {
        let subject = t.say("subject-invitation").with("from", &self.from);
        let subject = subject.with("game", &self.table.game);
        subject.with("id", &self.table.id).line()
    }

    /// Returns the links that accept and decline, with their texts; none without an address.
    fn answers(&self, t: &Tongue) -> Vec<(Line, String)> {
        let Some(address) = &self.answer_to else {
            return Vec::new();
        };
        let subject = format!("Re: {}", self.subject(*t));
        let answers = [
            ("invitation-yes", "accept", "yes"),
            ("invitation-no", "decline", "no"),
        ];
        let link = |(text, word, short): (&'static str, &str, &str)| {
            let body = match self.token {
                // The address is the one of this invitation.
                Some(_) => short.to_owned(),
                None => format!("{word} {}", self.table.id),
            };
            (t.line(text), mailto(address, &subject, &body))
        };
        answers.map(link).into()
    }
}

/// The game has started, and it is another player's turn.
pub struct GameStarted {
    /// The table.
    pub table: LetterTable,
    /// All players in the order of their seats.
    pub players: Vec<Line>,
    /// The players whose turn it is.
    pub acting: Vec<Line>,
    /// The time for each player: `3 days a move`.
    pub pace: Option<Line>,
    /// The events of the setup, in sentences.
    pub happened: Vec<Line>,
    /// The board as the reader sees it.
    pub board: Board,
    /// The proof of this position.
    pub proof: Proof,
}

impl GameStarted {
    fn since(&self) -> Since<'_> {
        Since::of_setup(&self.happened)
    }
}

/// Another player at the table.
#[derive(Clone)]
pub struct AtTable {
    /// The name.
    pub name: Line,
    /// The player's status: `waits; is on holiday until …`.
    pub is: Line,
}

/// It is the reader's turn.
pub struct YourTurn {
    /// The table.
    pub table: LetterTable,
    /// The other players who owe a decision at the same time.
    pub also_acting: Vec<Line>,
    /// The other players at the table, with their status.
    pub others: Vec<AtTable>,
    /// The time left, in a game with a pace.
    pub time: Option<TimeLeft>,
    /// Whether this is a reminder after an earlier letter.
    pub reminder: bool,
    /// The chat at the table since the reader's last letter.
    pub said: Said,
    /// The events since the reader's last move, in sentences.
    pub happened: Vec<Line>,
    /// How many of these sentences, from the first on, are about the reader's own move.
    pub own: usize,
    /// The board as the reader sees it.
    pub board: Board,
    /// The legal moves in text notation. The letter shows [`MOST_MOVES`] of them.
    pub moves: Vec<Line>,
    /// Whether `moves` has all legal moves.
    pub complete: bool,
    /// A sentence of the game about moves that `moves` lacks.
    pub hint: Option<Line>,
    /// Whether the reader can play by replying to the letter.
    pub by_mail: bool,
    /// The target of links that play a move, if moves may be links.
    pub links: Option<MoveLinks>,
    /// Whether the server plays forced moves for the reader.
    pub forced: bool,
    /// The proof of this position.
    pub proof: Proof,
}

impl YourTurn {
    /// Whether this is the reader's first letter about the game, which contains additional
    /// information.
    fn is_first(&self) -> bool {
        self.proof.commitment.is_some()
    }

    fn lead(&self) -> &'static str {
        match self.reminder {
            true => "turn-lead-still",
            false => "turn-lead",
        }
    }

    fn happened_title(&self, t: &Tongue) -> Sentence {
        // The first letter to a reader shows the commitment, which the log can be checked against.
        t.say(match self.proof.commitment.is_some() {
            true => "heading-begins",
            false => "heading-since",
        })
    }

    fn just_started(&self) -> bool {
        self.proof.ply == 0
    }

    /// Whether the HTML part has a paragraph with more than the turn and the time.
    fn has_more(&self) -> bool {
        let is_special = self.table.practice || self.table.deal.is_some();
        (self.is_first() && is_special) || self.just_started() || !self.also_acting.is_empty()
    }

    fn since(&self) -> Since<'_> {
        match self.is_first() {
            true => Since::of_setup(&self.happened),
            false => Since::of(&self.happened, self.own),
        }
    }

    fn shown(&self) -> &[Line] {
        shown(&self.moves)
    }

    fn links(&self) -> Option<&MoveLinks> {
        MoveLinks::fit(self.links.as_ref(), &self.moves, self.complete)
    }

    fn which(&self, t: &Tongue, grouped: bool) -> Sentence {
        which(&self.moves, (self.complete, grouped), self.by_mail, t)
    }

    fn listed(&self) -> Listed<'_> {
        Listed::of(&self.moves)
    }
}

/// The final rank of a player.
#[derive(Clone)]
pub struct Place {
    /// 1 is best.
    pub rank: u8,
    /// The player's name.
    pub name: Line,
    /// Whether this is the reader.
    pub you: bool,
    /// The score.
    pub score: i32,
    /// The game's remark on the score.
    pub note: Option<Line>,
    /// Whether the player left before the end.
    pub left: bool,
}

/// The game is over.
pub struct GameOver {
    /// Whether other people played.
    pub with_people: bool,
    /// Whether the server accepts an answer to the letter.
    pub by_mail: bool,
    /// The table.
    pub table: LetterTable,
    /// The rank of each player, in seat order.
    pub places: Vec<Place>,
    /// The events since the reader's last move, in sentences.
    pub happened: Vec<Line>,
    /// How many of these sentences, from the first on, are about the reader's own move.
    pub own: usize,
    /// The chat at the table since the reader's last letter.
    pub said: Said,
    /// The board, with nothing hidden.
    pub board: Board,
    /// The server seed, in hex, once it is public. The seed of a deal is secret until the deal
    /// closes.
    pub server_seed: Option<Line>,
    /// The proof of the final position, with the commitment.
    pub proof: Proof,
}

impl Place {
    /// Returns the score, with a minus sign if it is negative.
    fn written(&self) -> String {
        rules::with_minus(&self.score.to_string())
    }

    /// Returns the player's name, marked if it is the reader.
    fn called(&self, t: &Tongue) -> String {
        match self.you {
            true => t.say("over-you").with("name", &self.name).to_string(),
            false => self.name.to_string(),
        }
    }
}

impl GameOver {
    fn since(&self) -> Since<'_> {
        Since::of(&self.happened, self.own)
    }

    /// Returns the places, the best first; equal ranks in seat order.
    fn ranked(&self) -> Vec<&Place> {
        let mut places: Vec<&Place> = self.places.iter().collect();
        places.sort_by_key(|place| place.rank);
        places
    }

    /// Returns a sentence about the winners; empty if nobody won.
    pub fn summary(&self, t: &Tongue) -> Line {
        let first: Vec<&Place> = self.places.iter().filter(|place| place.rank == 1).collect();
        let sentence = match (&self.places[..], &first[..]) {
            ([only], _) => t.say("over-scored").count("score", only.score),
            (_, [winner]) if winner.you => t.say("over-you-won"),
            (_, [winner]) => t.say("over-won").with("name", &winner.name),
            (_, []) => return Line::default(),
            _ => {
                let names: Vec<Line> = first.iter().map(|place| place.name.clone()).collect();
                t.say("over-share").names("names", &names)
            }
        };
        sentence.line()
    }

    /// Returns the result as aligned rows.
    fn rows(&self, t: &Tongue) -> Vec<String> {
        let width = |text: &str| textwrap::core::display_width(text);
        let widest = self
            .places
            .iter()
            .map(|place| width(&place.called(t)))
            .max();
        self.ranked()
            .into_iter()
            .map(|place| {
                let name = place.called(t);
                let gap = " ".repeat(widest.unwrap_or(0) - width(&name));
                let mut row = format!("  {:>2}. {name}{gap}  {:>5}", place.rank, place.written());
                if let Some(note) = &place.note {
                    row.push_str(&format!("  {note}"));
                }
                if place.left {
                    row.push_str(&format!("  {}", t.say("over-left")));
                }
                row
            })
            .collect()
    }
}

/// An event around the game, not in it.
pub struct News {
    /// The table.
    pub table: LetterTable,
    /// The event, for the subject.
    pub what: Line,
    /// The event, one paragraph each.
    pub sentences: Vec<Line>,
    /// The API call to respond to it.
    pub call: Option<Line>,
    /// Why the reader receives this mail.
    pub why: Line,
}

/// The game was cancelled before it started.
pub struct GameCancelled {
    /// The table.
    pub table: LetterTable,
    /// The name of the user who cancelled it, if known and not the reader.
    pub by: Option<Line>,
}

/// Returns the name of the site as it begins a subject: `[Turnpike] `.
pub(super) fn site_mark() -> String {
    format!("[{}] ", common::site::site().name)
}

/// Returns a subject without a table: `[Turnpike] Confirm your address`.
pub(super) fn plain_subject(t: Tongue, what: &'static str) -> Line {
    t.say("subject-plain").with("what", t.say(what)).line()
}

/// Implements the rendering of each kind of letter from two templates, its subject and its board.
/// In the templates, `l` is the struct with the facts.
macro_rules! templates {
    ($($facts:ident::$letter:ident $text:literal $html:literal: $subject:expr, $drawn:expr;)*) => {$(
        const _: () = {
            #[derive(Template)]
            #[template(path = $text)]
            struct Text<'a> {
                l: &'a $facts,
                t: Tongue,
                way_out: Option<&'a str>,
                answerable: bool,
            }

            #[derive(Template)]
            #[template(path = $html)]
            struct Html<'a> {
                l: &'a $facts,
                t: Tongue,
                subject: &'a Line,
                way_out: Option<&'a str>,
                answerable: bool,
            }

            impl $facts {
                /// Writes the letter for its reader.
                pub fn $letter<'a>(&self, to: impl Into<For<'a>>) -> Result<Letter, askama::Error> {
                    let For {
                        language,
                        way_out,
                        answerable,
                    } = to.into();
                    let (l, t) = (self, Tongue(language));
                    let subject: fn(&$facts, Tongue) -> Line = $subject;
                    let subject = subject(self, t);
                    let drawn: fn(&$facts) -> Option<Drawn> = $drawn;
                    let html = Html { l, t, subject: &subject, way_out, answerable };
                    Ok(Letter {
                        gist: Vec::new(),
                        receipts: Vec::new(),
                        file: None,
                        drawn: drawn(self),
                        text: tidy(&Text { l, t, way_out, answerable }.render()?),
                        html: tidy(&emphasised(&html.render()?)),
                        subject,
                    })
                }
            }
        };
    )*};
}
pub(super) use templates;

templates! {
    CodeLetter::confirm_address "mail/confirm_address.txt" "mail/confirm_address.html":
        |_, t| plain_subject(t, "subject-confirm"), |_| None;
    CodeLetter::sign_in "mail/sign_in_code.txt" "mail/sign_in_code.html":
        |_, t| plain_subject(t, "subject-sign-in"), |_| None;
    CodeLetter::reset_password "mail/password_reset.txt" "mail/password_reset.html":
        |_, t| plain_subject(t, "subject-reset"), |_| None;
    Invitation::letter "mail/invitation.txt" "mail/invitation.html":
        |l, t| l.subject(t), |l| l.board.drawn.clone();
    GameStarted::letter "mail/game_started.txt" "mail/game_started.html":
        |l, t| l.table.subject(t, &t.line("subject-started")), |l| l.board.drawn.clone();
    YourTurn::letter "mail/your_turn.txt" "mail/your_turn.html":
        |l, t| {
            let what = if l.reminder { "subject-reminder" } else { "subject-your-turn" };
            l.table.subject(t, &t.line(what))
        },
        |l| l.board.drawn.clone();
    GameOver::letter "mail/game_over.txt" "mail/game_over.html":
        |l, t| l.table.subject(t, &t.line("subject-over")), |l| l.board.drawn.clone();
    News::letter "mail/news.txt" "mail/news.html":
        |l, t| l.table.subject(t, &l.what), |_| None;
    GameCancelled::letter "mail/game_cancelled.txt" "mail/game_cancelled.html":
        |l, t| l.table.subject(t, &t.line("subject-cancelled")), |_| None;
}

mod digest;
mod moves;
mod reply;

pub use digest::{Digest, DigestGame, DigestNews};
use moves::{Listed, mailto, shown, which};
pub use moves::{MOST_MOVES, MoveLinks};
pub use reply::{Reply, ReplyGame, ReplySection};

/// The largest number of sentences by the reader, and by the others, in an HTML part.
const MOST_SENTENCES: usize = 10;

/// The largest number of characters in a sentence about the setup in an HTML part. A longer one,
/// such as the tiles of That's Life!, describes what the board shows.
const LONGEST_SETUP: usize = 200;

/// The events in an HTML part: the last sentences.
struct Since<'a> {
    own: &'a [Line],
    /// The number of omitted sentences about the reader's own move.
    own_earlier: usize,
    others: &'a [Line],
    /// The number of other omitted sentences.
    earlier: usize,
}

impl<'a> Since<'a> {
    /// Selects from these sentences, of which the first `own` are about the reader's own move.
    fn of(happened: &'a [Line], own: usize) -> Self {
        let newest = |all: &'a [Line]| all.split_at(all.len().saturating_sub(MOST_SENTENCES));
        let (own, others) = happened.split_at(own.min(happened.len()));
        let (own_earlier, own) = newest(own);
        let (earlier, others) = newest(others);
        Since {
            own,
            own_earlier: own_earlier.len(),
            others,
            earlier: earlier.len(),
        }
    }

    /// Selects from the events since the setup, without a long sentence about it.
    fn of_setup(happened: &'a [Line]) -> Self {
        let is_long = |line: &Line| line.as_str().chars().count() > LONGEST_SETUP;
        match happened.split_first() {
            Some((first, rest)) if is_long(first) => Since::of(rest, 0),
            _ => Since::of(happened, 0),
        }
    }
}

/// Removes the blank lines that the tags of a template leave behind.
pub(super) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut blank = true;
    for line in text.lines() {
        // The delimiter before a signature must keep its trailing space.
        let line = if line == "-- " { line } else { line.trim_end() };
        if !(line.is_empty() && blank) {
            tidy.push_str(line);
            tidy.push('\n');
        }
        blank = line.is_empty();
    }
    tidy.truncate(tidy.trim_end().len());
    tidy.push('\n');
    tidy
}

/// Filters for the templates.
#[expect(unreachable_pub, reason = "the attribute writes public items")]
pub(super) mod filters {
    use std::fmt::Display;

    use askama::{Result, Values};

    use crate::text::{self, Line};

    #[askama::filter_fn]
    pub fn paragraph<T: Display>(text: T, _: &dyn Values) -> Result<String> {
        Ok(text::paragraph(&text.to_string()))
    }

    #[askama::filter_fn]
    pub fn point<T: Display>(text: T, _: &dyn Values) -> Result<String> {
        Ok(text::point(&text.to_string()))
    }

    #[askama::filter_fn]
    pub fn quoted<T: Display>(text: T, _: &dyn Values) -> Result<String> {
        Ok(text::quoted(&text.to_string()))
    }

    #[askama::filter_fn]
    pub fn folded<T: Display>(text: T, _: &dyn Values) -> Result<String> {
        Ok(text::folded(&text.to_string(), "  ").join("\n"))
    }

    #[askama::filter_fn]
    pub fn columns(texts: &[Line], _: &dyn Values) -> Result<String> {
        Ok(text::columns(texts))
    }
}
