//! What players are told by mail, as facts; the wording is `mail`'s business.
//!
//! A notice is written into the outbox in the same transaction as the fact. The letter is
//! composed when it is sent, from the game as it was at the notice's ply.

pub mod answer;

use std::fmt;

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, GameId, PlayerId};
use common::notice::NoticeKind;
pub use mail::letter_account::Changed;
use rules::{Game, Hash, Language, LeadsTo, Seat};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::refusal::{Refusal, Result};
use crate::store::outbox::{About, Mail, NewMail, To};
use answer::Answer;

/// A code in a mail. No `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailedCode {
    /// The player's name.
    pub name: String,
    /// The code to type or follow.
    pub code: String,
    /// The secret in the link, where there is one.
    #[serde(default)]
    pub link: Option<String>,
}

/// A notice about an account. It holds a code: no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AccountNotice {
    /// Please confirm that this address is yours.
    ConfirmAddress(MailedCode),
    /// Here is the code to sign in with.
    SignInCode(MailedCode),
    /// Something about the account was changed.
    AccountChanged {
        /// The player's name.
        name: String,
        /// What.
        what: Changed,
        /// What the client runs on that did it, if it told; of a token, what it is called and may be used for.
        device: Option<String>,
    },
    /// Here is the code to set a new password with.
    PasswordReset(MailedCode),
}

impl AccountNotice {
    const fn kind(&self) -> NoticeKind {
        match self {
            AccountNotice::ConfirmAddress(_) => NoticeKind::ConfirmAddress,
            AccountNotice::SignInCode(_) => NoticeKind::SignInCode,
            AccountNotice::PasswordReset(_) => NoticeKind::PasswordReset,
            AccountNotice::AccountChanged { .. } => NoticeKind::AccountChanged,
        }
    }

    /// The mail that tells it to `player` at `address`.
    pub fn mail(&self, player: PlayerId, address: &str, now: Moment) -> NewMail {
        let to = To::PlayerAt(player, address.to_owned());
        mail(self.kind(), &ids::short_id(), None, to, self, now)
    }
}

/// A place in the log of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    ply: u64,
    head: Option<Hash>,
}

impl Place {
    /// Before the game begins.
    pub const NONE: Place = Place { ply: 0, head: None };

    /// Where the log of a game ends now.
    pub fn of(game: &Game) -> Place {
        Place {
            ply: game.ply(),
            head: Some(game.head()),
        }
    }
}

/// The number of the last entry and the beginning of its hash: `12-9f2c11aa`. After a restore or a
/// failover another entry may have the number, and mail programs drop a second mail with the same id.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ply)?;
        match self.head {
            Some(Hash([a, b, c, d, ..])) => {
                write!(f, "-{:08x}", u32::from_be_bytes([a, b, c, d]))
            }
            None => Ok(()),
        }
    }
}

/// What a player is told about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameNotice {
    /// The game has begun; it is somebody else's turn.
    Started,
    /// It is your turn.
    Turn,
    /// The game is over.
    Over,
    /// The game was cancelled before it began.
    Cancelled,
}

impl GameNotice {
    const fn kind(self) -> NoticeKind {
        match self {
            GameNotice::Started => NoticeKind::GameStarted,
            GameNotice::Turn => NoticeKind::YourTurn,
            GameNotice::Over => NoticeKind::GameOver,
            GameNotice::Cancelled => NoticeKind::GameCancelled,
        }
    }

    /// The mail that tells it to the player in `seat`, as things stand at this place.
    pub fn mail(
        self,
        game: &GameId,
        place: Place,
        seat: Seat,
        player: PlayerId,
        now: Moment,
    ) -> NewMail {
        let (name, about) = (format!("{place}/{seat}"), at(game, seat, Some(place.ply)));
        mail(
            self.kind(),
            &name,
            about,
            To::Player(player),
            &Nothing {},
            now,
        )
    }
}

/// What a reminder was written for: when it has changed, another reminder comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminder {
    /// The deadline that it reminds of.
    pub deadline: Moment,
}

/// The mail that reminds the player in `seat`. `due` is when it was to come.
pub fn reminder(
    game: &GameId,
    place: Place,
    seat: Seat,
    player: PlayerId,
    deadline: Moment,
    due: Moment,
    now: Moment,
) -> NewMail {
    let name = format!("{place}/{seat}/{}", due.timestamp());
    let (about, to) = (at(game, seat, Some(place.ply)), To::Player(player));
    let reminder = Reminder { deadline };
    mail(NoticeKind::Reminder, &name, about, to, &reminder, now)
}

/// How long what is said waits for more, in seconds: so long, at most, one mail gathers.
const GATHERED: i64 = 30 * 60;

/// The mail that tells the player in `seat` what was said at the table in this half hour. It goes
/// out a minute after its end, when all that was said in it is stored.
pub fn chat(game: &GameId, seat: Seat, player: PlayerId, now: Moment) -> NewMail {
    let half_hour = now.timestamp().div_euclid(GATHERED);
    let passed = now.timestamp().rem_euclid(GATHERED);
    let name = format!("{half_hour}/{seat}");
    let (about, to) = (at(game, seat, None), To::Player(player));
    NewMail {
        due_at: now + TimeDelta::seconds(GATHERED - passed + 60),
        ..mail(NoticeKind::Chat, &name, about, to, &Nothing {}, now)
    }
}

/// Something that happened around the game and not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub enum TableNews {
    /// The reader's time ran out.
    TimedOut {
        /// What came of it.
        leads_to: LeadsTo,
    },
    /// What the reader had queued was not legal when the turn came.
    OrdersCancelled,
    /// An opponent gave the reader more time.
    Extended {
        /// The opponent's name.
        by: String,
        /// The days.
        days: u8,
    },
    /// An opponent is going to be on holiday, or is already.
    Holiday {
        /// The opponent's name.
        player: String,
        /// The holiday's id.
        id: String,
    },
    /// An opponent's holiday is over before its time, or does not come.
    Back {
        /// The opponent's name.
        player: String,
        /// Whether it had begun.
        begun: bool,
    },
    /// Somebody offers the reader a seat.
    Offered {
        /// Who has the seat now.
        by: String,
    },
    /// Somebody else has an opponent's seat from now on.
    TakenOver {
        /// Who had it.
        from: String,
        /// Who has it.
        by: String,
    },
    /// Somebody does not want a seat at the reader's table, which has not begun.
    Declined {
        /// Who was to have it, or had it.
        by: String,
    },
    /// Somebody does not want the seat that the reader offers.
    OfferDeclined {
        /// Who was to have it.
        by: String,
    },
}

impl TableNews {
    const fn kind(&self) -> NoticeKind {
        match self {
            TableNews::TimedOut { .. } => NoticeKind::TimedOut,
            TableNews::OrdersCancelled => NoticeKind::OrdersCancelled,
            TableNews::Extended { .. } => NoticeKind::Extension,
            TableNews::Holiday { .. } | TableNews::Back { .. } => NoticeKind::Holiday,
            TableNews::Offered { .. } => NoticeKind::SeatOffered,
            TableNews::TakenOver { .. } => NoticeKind::SeatTaken,
            TableNews::Declined { .. } | TableNews::OfferDeclined { .. } => {
                NoticeKind::SeatDeclined
            }
        }
    }

    /// The mail that tells it to a player. `what` makes it one notice in the game.
    pub fn mail(
        &self,
        game: &GameId,
        ply: u64,
        seat: Seat,
        player: PlayerId,
        what: &str,
        now: Moment,
    ) -> NewMail {
        let (name, about) = (format!("{what}/{seat}"), at(game, seat, Some(ply)));
        mail(self.kind(), &name, about, To::Player(player), self, now)
    }
}

/// An invitation to a seat that is kept for somebody. It may hold a secret: no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The name of the player who invites.
    pub from: String,
    /// For an address without an account: the secret that lets its owner take the seat.
    pub token: Option<String>,
    /// The language of the player who invites. The mail to an address is in it.
    #[serde(default, deserialize_with = "answer::known")]
    pub language: Language,
}

impl Invitation {
    /// The mail for a player, or for an address.
    pub fn mail(&self, game: &GameId, seat: Seat, to: To, now: Moment) -> NewMail {
        let (name, about) = (format!("{seat}/{}", ids::short_id()), at(game, seat, None));
        mail(NoticeKind::Invitation, &name, about, to, self, now)
    }
}

/// What the operator did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The reader's account was suspended.
    Suspended,
    /// It was given back.
    Reinstated,
    /// The reader has another name.
    Renamed,
    /// The reader's second factor was turned off.
    SecondFactorOff,
    /// A game of the reader's was stopped.
    Paused,
    /// It goes on.
    Resumed,
    /// It was cancelled.
    Ended,
    /// A bot has the reader's seat.
    Replaced,
    /// It is offered to another player.
    Offered,
}

/// What the operator did, and why. It tells on somebody: no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub struct OperatorNotice {
    /// What was done.
    pub what: What,
    /// Why.
    pub reason: String,
    /// The game, if it is about one.
    pub game: Option<GameId>,
    /// The reader's new name, or that of whom the seat is offered to.
    pub name: Option<String>,
}

impl OperatorNotice {
    /// What was done, and why.
    pub fn new(what: What, reason: &str) -> OperatorNotice {
        OperatorNotice {
            what,
            reason: reason.to_owned(),
            game: None,
            name: None,
        }
    }

    /// The same, about a game.
    pub fn about(self, game: &GameId) -> OperatorNotice {
        OperatorNotice {
            game: Some(game.to_owned()),
            ..self
        }
    }

    /// The same, with the reader's new name, or that of whom the seat is offered to.
    pub fn called(self, name: &str) -> OperatorNotice {
        OperatorNotice {
            name: Some(name.to_owned()),
            ..self
        }
    }

    /// The mail that tells it to a player.
    pub fn mail(&self, player: PlayerId, now: Moment) -> NewMail {
        let to = To::Player(player);
        mail(NoticeKind::Operator, &ids::short_id(), None, to, self, now)
    }
}

/// What a player has reported.
#[derive(Serialize, Deserialize)]
pub struct ReportNotice {
    /// The report.
    pub report: String,
}

impl ReportNotice {
    /// The mail that tells it to the operator.
    pub fn mail(&self, operator: String, now: Moment) -> NewMail {
        let to = To::Address(operator);
        mail(NoticeKind::Report, &self.report, None, to, self, now)
    }
}

/// Which game cannot be read.
#[derive(Serialize, Deserialize)]
pub struct DamageNotice {
    /// The game.
    pub game: GameId,
}

impl DamageNotice {
    /// The mail that tells it to the operator. It is about no game, so that it goes also when games
    /// cannot be read.
    pub fn mail(&self, operator: String, now: Moment) -> NewMail {
        let to = To::Address(operator);
        mail(NoticeKind::DamagedGame, &self.game, None, to, self, now)
    }
}

/// The mail for the digest that is due then; `whose` tells it from those of others.
pub fn digest(player: PlayerId, whose: &str, due: Moment) -> NewMail {
    let (name, to) = (format!("{whose}/{}", due.timestamp()), To::Player(player));
    mail(NoticeKind::Digest, &name, None, to, &Nothing {}, due)
}

/// What a notice tells that needs no more than its kind.
#[derive(Serialize)]
struct Nothing {}

fn at(game: &GameId, seat: Seat, ply: Option<u64>) -> Option<About> {
    let game = game.to_owned();
    Some(About { game, seat, ply })
}

/// The mail that tells a notice now. `name` tells it from others of its kind, in the same game.
fn mail(
    kind: NoticeKind,
    name: &str,
    about: Option<About>,
    to: To,
    payload: &impl Serialize,
    now: Moment,
) -> NewMail {
    NewMail {
        about,
        key: format!("{}/{name}", kind.word()),
        kind,
        to,
        payload: serde_json::to_value(payload).unwrap_or(Value::Null),
        created_at: now,
        due_at: now,
    }
}

/// What a mail tells: every one there is. It may hold a secret: no `Debug`.
pub enum Notice {
    /// How the game stands.
    Game(GameNotice),
    /// That the reader still owes a decision.
    Reminder(Reminder),
    /// What was said at the table.
    Chat,
    /// What happened around the game.
    Table(TableNews),
    /// That a seat is kept for the reader.
    Invitation(Invitation),
    /// What is said back to a mail.
    Answer(Answer),
    /// What waits and what happened, once a day.
    Digest,
    /// Something about the reader's account.
    Account(AccountNotice),
    /// To the operator: what a player reports.
    Report(ReportNotice),
    /// What the operator did.
    Operator(OperatorNotice),
    /// To the operator: which game cannot be read.
    Damage(DamageNotice),
}

impl Notice {
    /// What this mail tells.
    pub fn of(mail: &Mail) -> Result<Notice> {
        Ok(match mail.kind {
            NoticeKind::GameStarted => Notice::Game(GameNotice::Started),
            NoticeKind::YourTurn => Notice::Game(GameNotice::Turn),
            NoticeKind::GameOver => Notice::Game(GameNotice::Over),
            NoticeKind::GameCancelled => Notice::Game(GameNotice::Cancelled),
            NoticeKind::Reminder => Notice::Reminder(told(mail)?),
            NoticeKind::Chat => Notice::Chat,
            NoticeKind::TimedOut
            | NoticeKind::OrdersCancelled
            | NoticeKind::Extension
            | NoticeKind::Holiday
            | NoticeKind::SeatOffered
            | NoticeKind::SeatTaken
            | NoticeKind::SeatDeclined => Notice::Table(told(mail)?),
            NoticeKind::Invitation => Notice::Invitation(told(mail)?),
            NoticeKind::Reply => Notice::Answer(told(mail)?),
            NoticeKind::Digest => Notice::Digest,
            NoticeKind::ConfirmAddress
            | NoticeKind::SignInCode
            | NoticeKind::PasswordReset
            | NoticeKind::AccountChanged => Notice::Account(told(mail)?),
            NoticeKind::Report => Notice::Report(told(mail)?),
            NoticeKind::Operator => Notice::Operator(told(mail)?),
            NoticeKind::DamagedGame => Notice::Damage(told(mail)?),
        })
    }
}

fn told<T: DeserializeOwned>(mail: &Mail) -> Result<T> {
    T::deserialize(&mail.payload).map_err(|_| {
        // The error would quote the payload, which is secret.
        let kind = mail.kind.word();
        Refusal::internal(format!("the payload of a {kind} mail cannot be read"))
    })
}
