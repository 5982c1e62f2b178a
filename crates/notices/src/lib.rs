//! Notices to players by mail, as facts. The `mail` crate has the wording.
//!
//! A transaction writes a notice into the outbox together with the change that it reports. The
//! letter is composed when it is sent, from the game as it was at the notice's ply.

pub mod answer;
pub mod deliveries;
pub mod outbox;

use std::fmt;

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, GameId, PlayerId};
use common::notice::{Changed, NoticeKind};
use rules::{Game, Hash, Language, LeadsTo, Seat};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use answer::Answer;
use outbox::{About, Mail, NewMail, To};

/// A code in a mail. It is a secret, so there is no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailedCode {
    /// The player's name.
    pub name: String,
    /// The code to type or follow.
    pub code: String,
    /// The secret in the link, if there is one.
    #[serde(default)]
    pub link: Option<String>,
}

/// A notice about an account. It may hold a code, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AccountNotice {
    /// Asks the player to confirm this address.
    ConfirmAddress(MailedCode),
    /// Contains the code for signing in.
    SignInCode(MailedCode),
    /// The account was changed.
    AccountChanged {
        /// The player's name.
        name: String,
        /// The change.
        what: Changed,
        /// A detail of the change: the device of the client that made it, the name and scopes of a
        /// token, or the host of a webhook.
        device: Option<String>,
    },
    /// Contains the code for resetting the password.
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

    /// Returns the mail with this notice to `player` at `address`.
    pub fn mail(&self, player: PlayerId, address: &str, now: Moment) -> NewMail {
        let to = To::PlayerAt(player, address.to_owned());
        mail(self.kind(), &ids::short_id(), None, to, self, now)
    }
}

/// A position in the log of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    ply: u64,
    head: Option<Hash>,
}

impl Place {
    /// Before the game begins.
    pub const NONE: Place = Place { ply: 0, head: None };

    /// Returns the end of a game's log.
    pub fn of(game: &Game) -> Place {
        Place {
            ply: game.ply(),
            head: Some(game.head()),
        }
    }
}

/// Shows the number of the last entry and the beginning of its hash: `12-9f2c11aa`. After a restore
/// or a failover, another entry may have the same number. Mail programs drop a second mail with the
/// same id, so the hash is needed.
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

/// A notice about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameNotice {
    /// The game has begun, and it is another player's turn.
    Started,
    /// It is the reader's turn.
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

    /// Returns the mail with this notice to the player in `seat`, as of this place in the log.
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

/// The content of a reminder. If it changes, another reminder is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminder {
    /// The deadline.
    pub deadline: Moment,
}

/// Returns the reminder for the player in `seat`. `due` is the scheduled time of the reminder.
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

/// The period in which chat messages are collected into one mail, in seconds.
const GATHERED: i64 = 30 * 60;

/// Returns the mail to the player in `seat` about new chat messages in this half hour. It is due a
/// minute after the half hour ends, when all messages of that time are stored.
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

/// An event around a game that is not a log entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub enum TableNews {
    /// The reader's time ran out.
    TimedOut {
        /// The consequence.
        leads_to: LeadsTo,
    },
    /// The reader's next queued move was not legal when the turn came.
    OrdersCancelled,
    /// An opponent gave the reader more time.
    Extended {
        /// The opponent's name.
        by: String,
        /// The days.
        days: u8,
    },
    /// An opponent's holiday begins later, or has begun.
    Holiday {
        /// The opponent's name.
        player: String,
        /// The holiday's id.
        id: String,
    },
    /// An opponent's holiday ended early or was cancelled.
    Back {
        /// The opponent's name.
        player: String,
        /// Whether the holiday had begun.
        begun: bool,
    },
    /// A player offers the reader a seat.
    Offered {
        /// The player who has the seat now.
        by: String,
    },
    /// Another player or a bot has taken over an opponent's seat.
    TakenOver {
        /// The previous player.
        from: String,
        /// The new player.
        by: String,
    },
    /// A person has declined or left a seat at the reader's table before the game began.
    Declined {
        /// The name or address of that person.
        by: String,
    },
    /// A player has declined the seat that the reader offered.
    OfferDeclined {
        /// The player who got the offer.
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

    /// Returns the mail with this notice to a player. `what` identifies the event within the game.
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

/// An invitation to a reserved seat. It may hold a secret, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The name of the inviting player.
    pub from: String,
    /// For an address: the secret that lets its owner take the seat.
    pub token: Option<String>,
    /// The language of the inviting player. Mails to addresses use it.
    #[serde(default, deserialize_with = "answer::known")]
    pub language: Language,
}

impl Invitation {
    /// Returns the mail to a player or to an address.
    pub fn mail(&self, game: &GameId, seat: Seat, to: To, now: Moment) -> NewMail {
        let (name, about) = (format!("{seat}/{}", ids::short_id()), at(game, seat, None));
        mail(NoticeKind::Invitation, &name, about, to, self, now)
    }
}

/// An act of the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The reader's account was suspended.
    Suspended,
    /// The suspension of the reader's account was lifted.
    Reinstated,
    /// The reader was renamed.
    Renamed,
    /// The reader's second factor was turned off.
    SecondFactorOff,
    /// A game of the reader was paused.
    Paused,
    /// The game was resumed.
    Resumed,
    /// The game was cancelled.
    Ended,
    /// A bot took the reader's seat.
    Replaced,
    /// The reader's seat is offered to another player.
    Offered,
}

/// An act of the operator, with the reason. It concerns a person, so it has no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub struct OperatorNotice {
    /// The act.
    pub what: What,
    /// The reason.
    pub reason: String,
    /// The game, if the act is about one.
    pub game: Option<GameId>,
    /// The reader's new name, or the name of the player who is offered the seat.
    pub name: Option<String>,
}

impl OperatorNotice {
    /// Creates a notice with an act and its reason.
    pub fn new(what: What, reason: &str) -> OperatorNotice {
        OperatorNotice {
            what,
            reason: reason.to_owned(),
            game: None,
            name: None,
        }
    }

    /// Adds the game.
    pub fn about(self, game: &GameId) -> OperatorNotice {
        OperatorNotice {
            game: Some(game.to_owned()),
            ..self
        }
    }

    /// Adds the reader's new name, or the name of the player who is offered the seat.
    pub fn called(self, name: &str) -> OperatorNotice {
        OperatorNotice {
            name: Some(name.to_owned()),
            ..self
        }
    }

    /// Returns the mail with this notice to a player.
    pub fn mail(&self, player: PlayerId, now: Moment) -> NewMail {
        let to = To::Player(player);
        mail(NoticeKind::Operator, &ids::short_id(), None, to, self, now)
    }
}

/// Tells the operator about a player's report.
#[derive(Serialize, Deserialize)]
pub struct ReportNotice {
    /// The id of the report.
    pub report: String,
}

impl ReportNotice {
    /// Returns the mail with this notice to the operator.
    pub fn mail(&self, operator: String, now: Moment) -> NewMail {
        let to = To::Address(operator);
        mail(NoticeKind::Report, &self.report, None, to, self, now)
    }
}

/// Tells the operator that a game cannot be read.
#[derive(Serialize, Deserialize)]
pub struct DamageNotice {
    /// The game.
    pub game: GameId,
}

impl DamageNotice {
    /// Returns the mail with this notice to the operator. It refers to no game in its metadata, so
    /// it can be sent even if games cannot be read.
    pub fn mail(&self, operator: String, now: Moment) -> NewMail {
        let to = To::Address(operator);
        mail(NoticeKind::DamagedGame, &self.game, None, to, self, now)
    }
}

/// Returns the mail for the digest that is due at `due`. `whose` makes its key unique to the
/// player.
pub fn digest(player: PlayerId, whose: &str, due: Moment) -> NewMail {
    let (name, to) = (format!("{whose}/{}", due.timestamp()), To::Player(player));
    mail(NoticeKind::Digest, &name, None, to, &Nothing {}, due)
}

/// The payload of a notice that needs only its kind.
#[derive(Serialize)]
struct Nothing {}

fn at(game: &GameId, seat: Seat, ply: Option<u64>) -> Option<About> {
    let game = game.to_owned();
    Some(About { game, seat, ply })
}

/// Returns a mail that is due now. `name` makes its key unique among mails of its kind in the same
/// game.
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

/// The content of a mail in the outbox. It may hold a secret, so it has no `Debug`.
pub enum Notice {
    /// The state of a game.
    Game(GameNotice),
    /// The reader still has to decide.
    Reminder(Reminder),
    /// New chat messages at the table.
    Chat,
    /// An event around a game.
    Table(TableNews),
    /// A seat is reserved for the reader.
    Invitation(Invitation),
    /// A reply to a mail.
    Answer(Answer),
    /// The daily summary of pending decisions and events.
    Digest,
    /// A notice about the reader's account.
    Account(AccountNotice),
    /// To the operator: a player's report.
    Report(ReportNotice),
    /// An act of the operator.
    Operator(OperatorNotice),
    /// To the operator: a game that cannot be read.
    Damage(DamageNotice),
}

impl Notice {
    /// Reads the notice of a mail.
    pub fn of(mail: &Mail) -> Result<Notice, Unreadable> {
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

/// The payload of a mail cannot be read. It does not quote the payload, which is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the payload of a {} mail cannot be read", .0.word())]
pub struct Unreadable(NoticeKind);

fn told<T: DeserializeOwned>(mail: &Mail) -> Result<T, Unreadable> {
    T::deserialize(&mail.payload).map_err(|_| Unreadable(mail.kind))
}
