//! The letters: for each kind the facts it tells, as a type, and the function that writes it.
//!
//! The wording is in `templates/mail`, one `.txt` and one `.html` a kind over a common layout. The
//! text is complete by itself and at most 78 columns wide, long links apart. What may hold secret
//! codes has no `Debug`.
//!
//! The HTML keeps to what Outlook for Windows and Gmail show: tables for layout, inline styles,
//! pictures by `cid:`. `tests/api/mail_html.rs` checks it.

use std::sync::Arc;

use askama::Template;
use chrono_tz::Tz;
use common::clock::Moment;
use rules::Language;

use super::text::{Line, Picture};
use super::time::TimeLeft;
use super::tongue::{Sentence, Tongue, emphasised};

/// How many names a subject shows.
const MOST_NAMES: usize = 3;

/// A letter, written. It may hold a secret code: no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The subject, one line.
    pub subject: Line,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The board that the HTML part shows.
    pub drawn: Option<Drawn>,
    /// A file that goes with it.
    pub file: Option<Attached>,
    /// What it says, in sentences: for a digest, where it does not go by itself, and for what is pushed before it.
    pub gist: Vec<Line>,
}

impl Letter {
    /// The subject without the name of the server.
    pub fn what(&self) -> &str {
        let subject = self.subject.as_str();
        subject.strip_prefix("[Turnpike] ").unwrap_or(subject)
    }

    /// With what it says, in sentences.
    pub fn with_gist(mut self, gist: Vec<Line>) -> Letter {
        self.gist = gist;
        self
    }

    /// With a file.
    pub fn with_file(mut self, file: Option<Attached>) -> Letter {
        self.file = file;
        self
    }
}

/// A file that goes with a letter.
#[derive(Clone, PartialEq, Eq)]
pub struct Attached {
    /// What it is called: `Gx3kPq7LmZ2.json`.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A board as PNG, for mail programs.
#[derive(Clone, PartialEq, Eq)]
pub struct Drawn {
    /// What all of them show, under the id [`PICTURE`].
    pub light: Arc<Vec<u8>>,
    /// What those show in its place that show mails dark, under the id [`DARK_PICTURE`].
    pub dark: Option<Arc<Vec<u8>>>,
}

/// What a letter has to know of its reader. It holds a secret: no `Debug`.
#[derive(Clone, Copy)]
pub struct For<'a> {
    /// The language it is written in.
    pub language: Language,
    /// The page that stops mails of its kind.
    pub way_out: Option<&'a str>,
    /// Whether it can be answered.
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

/// Whom a mail is for. The address is secret: no `Debug`.
#[derive(Clone)]
pub struct Recipient {
    /// The name, where there is one.
    pub name: Option<Line>,
    /// The address, as it was typed.
    pub address: String,
    /// The language it is written in.
    pub language: Language,
    /// Where their clock on the wall hangs.
    pub zone: Tz,
    /// How they stop mails of its kind.
    pub unsubscribe: Option<Unsubscribe>,
    /// Whether what they answer is taken in.
    pub answerable: bool,
}

/// How mails of a kind are stopped without signing in (RFC 8058). It holds a secret: no `Debug`.
#[derive(Clone)]
pub struct Unsubscribe {
    /// The page that does it.
    pub url: String,
    /// The address that does it, where mail comes in.
    pub address: Option<String>,
}

/// Something that was said at the table.
#[derive(Clone)]
pub struct SaidLine {
    /// Who said it.
    pub by: Line,
    /// When, on the reader's clock: `1 Mar, 12:15`.
    pub at: Line,
    /// What was said.
    pub text: Line,
}

impl SaidLine {
    /// Who said it, and when: `Ben (1 March, 12:15)`.
    pub fn when(&self) -> String {
        format!("{} ({})", self.by, self.at)
    }
}

/// What was said at the table since the reader's last letter.
#[derive(Clone, Default)]
pub struct Said {
    /// The newest of it, the oldest first.
    pub lines: Vec<SaidLine>,
    /// How many more there are before those.
    pub earlier: usize,
}

/// The `Content-ID` of the picture in a letter (RFC 2392).
pub const PICTURE: &str = "board@turnpike";

/// That of the picture for dark mails.
pub const DARK_PICTURE: &str = "board-dark@turnpike";

/// The board in a letter: in words, and drawn where a picture could be made.
#[derive(Clone, Default)]
pub struct Board {
    /// In words.
    pub text: Picture,
    /// Drawn.
    pub drawn: Option<Drawn>,
}

impl Board {
    fn is_dark_too(&self) -> bool {
        self.drawn.as_ref().is_some_and(|it| it.dark.is_some())
    }
}

/// The table a letter is about, as its reader sees it.
#[derive(Clone, Debug)]
pub struct LetterTable {
    /// The address of the server, without a slash at the end.
    pub public_url: String,
    /// The game's id.
    pub id: Line,
    /// What the game is called: `That's Life!`.
    pub game: Line,
    /// The reader's name.
    pub you: Line,
    /// The names of the others at the table, in seat order.
    pub opponents: Vec<Line>,
    /// Whether its creator chose the seed.
    pub practice: bool,
    /// The deal that the game is on, where it is on one.
    pub deal: Option<LetterDeal>,
}

/// The deal that a game is on, as its letters speak of it.
#[derive(Clone, Debug)]
pub struct LetterDeal {
    /// When it closes, or has closed: `Wednesday 4 March 2026, 13:00 CET`.
    pub closes_at: Line,
    /// Whether it was closed when the letter was put down.
    pub is_closed: bool,
}

impl LetterDeal {
    /// What there is to know of it.
    fn about(&self, t: &Tongue) -> Sentence {
        t.say(if self.is_closed {
            "deal-closed"
        } else {
            "deal"
        })
        .with("until", &self.closes_at)
    }

    /// What is said of the commitment.
    fn commitment(&self) -> &'static str {
        match self.is_closed {
            true => "record-commitment-closed",
            false => "record-commitment-deal",
        }
    }
}

impl LetterTable {
    /// The page of the game.
    pub fn page(&self) -> String {
        format!("{}/games/{}", self.public_url, self.id)
    }

    /// The whole history.
    pub fn export(&self) -> String {
        format!("{}/v1/games/{}/export", self.public_url, self.id)
    }

    /// `That's Life! with Ben and Cleo`.
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

    /// `[Turnpike] Your turn: That's Life! with Ben (Gx3kPq7LmZ2)`.
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

/// What proves, later on, that nothing was changed.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The number of entries in the log.
    pub ply: u64,
    /// The hash of the last entry (of the start, when there is none), in hex.
    pub head: Line,
    /// SHA-256 of the server seed, in hex: in the reader's first letter about a game.
    pub commitment: Option<Line>,
    /// The receipt, a signed line that says all this.
    pub receipt: Line,
}

/// A code, and a link that does the same: to confirm an address, to sign in or to set a new password
/// with.
pub struct CodeLetter {
    /// The address of the server.
    pub public_url: String,
    /// The player's name.
    pub name: Line,
    /// The code.
    pub code: Line,
    /// The secret in the link; none for an address that only whoever is signed in may confirm.
    pub link: Option<Line>,
    /// When the code expires.
    pub until: Moment,
    /// Whether signing in takes a second factor.
    pub second_factor: bool,
}

/// A seat is kept for you.
pub struct Invitation {
    /// The table; its opponents are those who sit there already or are invited too.
    pub table: LetterTable,
    /// Who invites.
    pub from: Line,
    /// How many seats the table has.
    pub seats: u8,
    /// For an address without an account: the secret that lets its owner take the seat.
    pub token: Option<Line>,
    /// How much time each player has: `3 days a move`.
    pub pace: Option<Line>,
    /// What is played otherwise than usual: `2 pawns each · With guards`.
    pub options: Option<Line>,
    /// The game in one sentence.
    pub summary: Option<Line>,
    /// Whether the seat can be taken by answering.
    pub by_mail: bool,
}

impl Invitation {
    /// The page of the table, with the secret in the part that browsers don't send.
    fn link(&self) -> String {
        match &self.token {
            Some(token) => format!("{}#invitation={token}", self.table.page()),
            None => self.table.page(),
        }
    }
}

/// The game has begun, and it is somebody else's turn.
pub struct GameStarted {
    /// The table.
    pub table: LetterTable,
    /// All players in the order of their seats.
    pub players: Vec<Line>,
    /// Whose turn it is.
    pub acting: Vec<Line>,
    /// How much time there is: `3 days a move`.
    pub pace: Option<Line>,
    /// What happened while setting up, in sentences.
    pub happened: Vec<Line>,
    /// The board as the reader sees it.
    pub board: Board,
    /// What proves it later on.
    pub proof: Proof,
}

/// Somebody else at the table.
#[derive(Clone)]
pub struct AtTable {
    /// The name.
    pub name: Line,
    /// How they are: `waits; is on holiday until …`.
    pub is: Line,
}

/// It is your turn.
pub struct YourTurn {
    /// The table.
    pub table: LetterTable,
    /// Who else owes a decision at the same time.
    pub also_acting: Vec<Line>,
    /// The others at the table, and how each of them is.
    pub others: Vec<AtTable>,
    /// How long there is, in a game with a pace.
    pub time: Option<TimeLeft>,
    /// Whether the reader was told before, and is reminded.
    pub reminder: bool,
    /// What was said at the table since the reader's last letter.
    pub said: Said,
    /// What happened since the reader's last move, in sentences.
    pub happened: Vec<Line>,
    /// The board as the reader sees it.
    pub board: Board,
    /// The legal moves in the text notation; [`MOST_MOVES`] of them are shown.
    pub moves: Vec<Line>,
    /// Whether `moves` is all of them.
    pub complete: bool,
    /// Whether the reader can play by answering the letter.
    pub by_mail: bool,
    /// Where the moves may be links.
    pub links: Option<MoveLinks>,
    /// Whether moves without a choice are made for the reader.
    pub forced: bool,
    /// What proves it later on.
    pub proof: Proof,
}

impl YourTurn {
    /// Whether this is the reader's first letter about the game, which tells what else is to be known.
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
        // The first letter to its reader tells what the game's log is to be held against.
        t.say(match self.proof.commitment.is_some() {
            true => "heading-begins",
            false => "heading-since",
        })
    }

    fn just_started(&self) -> bool {
        self.proof.ply == 0
    }

    fn shown(&self) -> &[Line] {
        shown(&self.moves)
    }

    fn links(&self) -> Option<&MoveLinks> {
        MoveLinks::fit(self.links.as_ref(), &self.moves, self.complete)
    }

    fn which(&self, t: &Tongue) -> Sentence {
        which(&self.moves, self.complete, self.by_mail, t)
    }
}

/// How a player finished.
#[derive(Clone)]
pub struct Place {
    /// 1 is best.
    pub rank: u8,
    /// The player's name.
    pub name: Line,
    /// Whether that is the reader.
    pub you: bool,
    /// The score.
    pub score: i32,
    /// What the game says of the score.
    pub note: Option<Line>,
    /// Whether the player left before the end.
    pub left: bool,
}

/// The game is over.
pub struct GameOver {
    /// The table.
    pub table: LetterTable,
    /// How each player finished, in seat order.
    pub places: Vec<Place>,
    /// What happened since the reader's last move, in sentences.
    pub happened: Vec<Line>,
    /// What was said at the table since the reader's last letter.
    pub said: Said,
    /// The board, with nothing hidden any more.
    pub board: Board,
    /// The server seed, in hex, where it is no secret any more: that of a deal is one until it closes.
    pub server_seed: Option<Line>,
    /// What proves it, the commitment included.
    pub proof: Proof,
}

impl Place {
    /// The player's name, and whether that is the reader.
    fn called(&self, t: &Tongue) -> String {
        match self.you {
            true => t.say("over-you").with("name", &self.name).to_string(),
            false => self.name.to_string(),
        }
    }
}

impl GameOver {
    /// The best first; in seat order among equals.
    fn ranked(&self) -> Vec<&Place> {
        let mut places: Vec<&Place> = self.places.iter().collect();
        places.sort_by_key(|place| place.rank);
        places
    }

    /// Who won, in a sentence; nothing when nobody did.
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

    /// The result as rows of equally wide columns.
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
                let mut row = format!("  {:>2}. {name}{gap}  {:>5}", place.rank, place.score);
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

/// Something happened around the game and not in it.
pub struct News {
    /// The table.
    pub table: LetterTable,
    /// What it is, for the subject.
    pub what: Line,
    /// What happened, a paragraph each.
    pub sentences: Vec<Line>,
    /// The API call that answers it.
    pub call: Option<Line>,
    /// Why the reader gets this mail.
    pub why: Line,
}

/// The game was cancelled before it began.
pub struct GameCancelled {
    /// The table.
    pub table: LetterTable,
    /// Who cancelled it, where that is known and was not the reader.
    pub by: Option<Line>,
}

/// `[Turnpike] Confirm your address`.
pub(super) fn plain_subject(t: Tongue, what: &'static str) -> Line {
    t.say("subject-plain").with("what", t.say(what)).line()
}

/// How each kind is written: by two templates, with its subject and its board. `l` is what the
/// letter tells.
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
        |l, t| {
            let subject = t.say("subject-invitation").with("from", &l.from);
            subject.with("game", &l.table.game).with("id", &l.table.id).line()
        },
        |_| None;
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
pub(super) use moves::flow;
pub use moves::{MOST_MOVES, MoveLinks};
use moves::{shown, which};
pub use reply::{Reply, ReplyGame, ReplySection};

/// Takes out the blank lines that the tags of a template leave behind.
pub(super) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut blank = true;
    for line in text.lines() {
        // The line before a signature is the one that ends with a space.
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

/// What the templates call.
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
