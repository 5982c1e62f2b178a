//! Everything that may be refused, or fail: one variant for each stable code. What is told of it
//! is told apart by whoever tells it: `http` as a refusal, `post` in the words of mails, `cli` on a
//! line, the log by its code.

use std::fmt::{self, Display, Formatter};

use common::cause;
use common::ids::NoId;
use common::texts::message;
use rules::{Illegal, Language, Message, Word};
use strum::{EnumCount, IntoStaticStr};

/// A refusal or failure.
///
/// What it says may quote what somebody typed, and a refused move lists what the mover holds. For
/// the log it is its code and, where something failed, the cause: neither `Display` nor `Debug`
/// tells more.
#[derive(Clone, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    /// A member, parameter or header is missing, unknown, of the wrong type or out of range.
    InvalidRequest(Message),
    /// What was sent is larger than the server reads.
    TooLarge,
    /// No token, or one that is not valid (any more).
    NotSignedIn,
    /// Name and password, or name and code, do not belong together.
    BadCredentials,
    /// The refresh token is unknown, expired or was used before.
    BadRefreshToken,
    /// The code from the mail, or of the second factor, is wrong, used up or expired.
    BadCode,
    /// What an authenticator answered does not fit what it was asked, or is too late.
    BadPasskey,
    /// What was shown was right, and the player's second factor is missing.
    SecondFactorNeeded,
    /// The player's second factor is on already.
    SecondFactorOn,
    /// The account is suspended; what its owner is told of the reason.
    Suspended(String),
    /// The caller may see this but not do it.
    Forbidden(Message),
    /// The caller is a guest, and this is for those who have signed up.
    GuestsMayNot,
    /// The token of a program does not cover this: the scope that it lacks, or none where only a session will do.
    InsufficientScope(Option<&'static str>),
    /// There is nothing here, or nothing that the caller may see.
    NotFound,
    /// Somebody has this name already.
    NameTaken,
    /// Another account has confirmed this address.
    AddressTaken,
    /// The caller has an account already.
    NotAGuest,
    /// The game has started, or is over or cancelled.
    GameNotOpen,
    /// All seats are taken or kept for others.
    NoSeat,
    /// The reservation is not the caller's, has expired, or another game was made of it.
    NoReservation,
    /// The caller sits at this table already.
    AlreadySeated,
    /// The kind, options or seats are not those of the deal.
    NotTheDeal,
    /// The caller plays this deal already, or has played it.
    DealPlayed,
    /// The deal is closed: nobody takes a seat on it any more.
    DealClosed,
    /// The caller does not sit at this table.
    NotSeated,
    /// The game has not started.
    NotStarted,
    /// The game is not over.
    NotOver(Message),
    /// The game has not begun, or is over.
    NotRunning,
    /// The operator has stopped the game for a while.
    Paused,
    /// The seat owes no decision, or the game has no pace.
    NoClock,
    /// The days are taken, past or more than the allowance has left.
    NoHoliday(Message),
    /// The caller's `seq` is not the next one, and not a repeat of what was sent before.
    Stale {
        /// The number that the caller's next entry carries.
        seq: u32,
    },
    /// It is not the caller's turn.
    NotYourTurn(Box<Refused>),
    /// The game is over.
    GameOver(Box<Refused>),
    /// The rules forbid the move.
    IllegalMove(Box<Refused>),
    /// It has changed since the version that the caller knows.
    PreconditionFailed,
    /// The caller's own name for a request, or a message, stands for another one.
    KeyReused(Message),
    /// The same request is under way.
    UnderWay,
    /// The same request was begun, and its server died meanwhile: nobody knows what has become of it.
    InDoubt,
    /// A move that turns up something new (a die, a card), or leaving, is not the last of its list;
    /// or it, or one that ends the game, is to be considered and not played.
    Reveals {
        /// Which move of the list, from 0.
        index: usize,
        /// Whether it is the last of them, which was to be considered.
        last: bool,
    },
    /// The options, seats or seed do not make a game of this kind.
    InvalidGame(Message),
    /// Nothing may go to this URL.
    BadUrl {
        /// The member of the body that it is.
        member: &'static str,
        /// Why.
        detail: Message,
    },
    /// The seat has as many entries of this day in the log as one may add.
    TooManyMoves {
        /// How many that is.
        most: u32,
        /// Seconds to wait.
        retry_after: u64,
    },
    /// Too many tries.
    TooMany {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// What is stored of the game is not what was written. Nothing is shown or played on top of it;
    /// the operator has been told.
    DamagedGame,
    /// A fault of the server.
    Internal(Cause),
    /// The server cannot answer just now (too much to do, starting, stopping, database away).
    Unavailable(Cause),
}

/// What is said of a move that was refused.
#[derive(Clone)]
pub struct Refused {
    /// The rules' own code and sentence.
    pub illegal: Illegal,
    /// Which move of the list, from 0.
    pub index: usize,
    /// The number that the caller's next entry carries.
    pub seq: u32,
    /// The kind of game.
    pub kind: &'static str,
    /// What the caller may play now.
    pub legal: rules::LegalMoves,
}

impl Refused {
    /// What went wrong. What is said of a move within a list holds after those before it, which
    /// were not played either.
    fn message(&self) -> Message {
        let text = self.illegal.text.clone();
        match self.index {
            0 => text,
            index => message("why-of-a-list")
                .with("index", index)
                .with("why", text),
        }
    }
}

impl Refusal {
    /// One of every variant, for the documentation. A new variant does not compile before it is
    /// listed here.
    pub fn every() -> [Refusal; Refusal::COUNT] {
        let refused = || {
            Box::new(Refused {
                illegal: Illegal::bad_move(Message::verbatim("")),
                index: 0,
                seq: 1,
                kind: "",
                legal: rules::LegalMoves::default(),
            })
        };
        [
            Refusal::InvalidRequest(Message::verbatim("")),
            Refusal::TooLarge,
            Refusal::NotSignedIn,
            Refusal::BadCredentials,
            Refusal::BadRefreshToken,
            Refusal::BadCode,
            Refusal::BadPasskey,
            Refusal::SecondFactorNeeded,
            Refusal::SecondFactorOn,
            Refusal::Suspended(String::new()),
            Refusal::Forbidden(Message::verbatim("")),
            Refusal::GuestsMayNot,
            Refusal::InsufficientScope(None),
            Refusal::NotFound,
            Refusal::NameTaken,
            Refusal::AddressTaken,
            Refusal::NotAGuest,
            Refusal::GameNotOpen,
            Refusal::NoSeat,
            Refusal::NoReservation,
            Refusal::AlreadySeated,
            Refusal::NotTheDeal,
            Refusal::DealPlayed,
            Refusal::DealClosed,
            Refusal::NotSeated,
            Refusal::NotStarted,
            Refusal::NotOver(Message::verbatim("")),
            Refusal::NotRunning,
            Refusal::Paused,
            Refusal::NoClock,
            Refusal::NoHoliday(Message::verbatim("")),
            Refusal::Stale { seq: 1 },
            Refusal::NotYourTurn(refused()),
            Refusal::GameOver(refused()),
            Refusal::IllegalMove(refused()),
            Refusal::PreconditionFailed,
            Refusal::KeyReused(Message::verbatim("")),
            Refusal::UnderWay,
            Refusal::InDoubt,
            Refusal::Reveals {
                index: 0,
                last: false,
            },
            Refusal::InvalidGame(Message::verbatim("")),
            Refusal::BadUrl {
                member: "",
                detail: Message::verbatim(""),
            },
            Refusal::TooManyMoves {
                most: 1_000,
                retry_after: 1,
            },
            Refusal::TooMany { retry_after: 1 },
            Refusal::DamagedGame,
            Refusal::internal(""),
            Refusal::unavailable(""),
        ]
    }

    /// The stable code, the last part of `type`: the name of the variant.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// What the code means, in general.
    pub const fn title(&self) -> &'static str {
        match self {
            Refusal::InvalidRequest(_) => "The request is not what this call takes.",
            Refusal::TooLarge => "The request is too large.",
            Refusal::NotSignedIn => "Sign in first.",
            Refusal::BadCredentials => "Name and password or code do not fit.",
            Refusal::BadRefreshToken => "The refresh token is not valid. Sign in again.",
            Refusal::BadCode => "The code is wrong, used up or expired.",
            Refusal::BadPasskey => {
                "The authenticator's answer does not fit, is too late, or is known already. Begin again."
            }
            Refusal::SecondFactorNeeded => {
                "Give a code of your app, or a recovery code, as well. If you have lost both, ask the operator."
            }
            Refusal::SecondFactorOn => "Your second factor is on already.",
            Refusal::Suspended(_) => "Your account is suspended.",
            Refusal::Forbidden(_) => "You may not do this.",
            Refusal::GuestsMayNot => "Guests may not do this. Sign up first.",
            Refusal::InsufficientScope(_) => "The token does not cover this.",
            Refusal::NotFound => "There is nothing here.",
            Refusal::NameTaken => "This name is taken, or looks like one that is.",
            Refusal::AddressTaken => "Another account has confirmed this address.",
            Refusal::NotAGuest => "You have an account already.",
            Refusal::GameNotOpen => "The game is not open any more.",
            Refusal::NoSeat => "There is no free seat for you.",
            Refusal::NoReservation => {
                "The reservation is not yours, has expired, or is used for another game."
            }
            Refusal::AlreadySeated => "You sit at this table already.",
            Refusal::NotTheDeal => "The deal is of another kind, or has other options or seats.",
            Refusal::DealPlayed => "You play this deal already, or have played it.",
            Refusal::DealClosed => "The deal is closed.",
            Refusal::NotSeated => "You do not sit at this table.",
            Refusal::NotStarted => "The game has not started.",
            Refusal::NotOver(_) => "The game is not over.",
            Refusal::NotRunning => "The game has not begun, or is over.",
            Refusal::Paused => "The operator has stopped this game for a while.",
            Refusal::NoClock => "No clock runs for this seat.",
            Refusal::NoHoliday(_) => "You cannot take these days off.",
            Refusal::Stale { .. } => "Your view of the game is out of date.",
            Refusal::NotYourTurn(_) => "It is not your turn.",
            Refusal::GameOver(_) => "The game is over.",
            Refusal::IllegalMove(_) => "The rules forbid this move.",
            Refusal::PreconditionFailed => "It was changed meanwhile.",
            Refusal::KeyReused(_) => "This key stands for something else.",
            Refusal::UnderWay => "The same request is under way.",
            Refusal::InDoubt => "Nobody knows whether this request was carried out.",
            Refusal::Reveals { .. } => {
                "Nothing may follow a move that turns up something new, or leaving."
            }
            Refusal::InvalidGame(_) => "This makes no game.",
            Refusal::BadUrl { .. } => "Nothing may go to this URL.",
            Refusal::TooManyMoves { .. } => "You have played too much in this game today.",
            Refusal::TooMany { .. } => "Too many tries. Wait a little.",
            Refusal::DamagedGame => {
                "This game is damaged where it is stored, and rests. The operator has been told."
            }
            Refusal::Internal(_) => "The server failed.",
            Refusal::Unavailable(_) => "The server cannot answer just now. Try again.",
        }
    }

    /// What went wrong this time, for people.
    pub fn message(&self) -> Message {
        match self {
            Refusal::InvalidRequest(detail)
            | Refusal::NotOver(detail)
            | Refusal::KeyReused(detail)
            | Refusal::NoHoliday(detail)
            | Refusal::Forbidden(detail)
            | Refusal::InvalidGame(detail)
            | Refusal::BadUrl { detail, .. } => detail.clone(),
            Refusal::NotYourTurn(refused)
            | Refusal::GameOver(refused)
            | Refusal::IllegalMove(refused) => refused.message(),
            Refusal::NotSignedIn => message("why-not-signed-in"),
            Refusal::BadCredentials => message("why-bad-credentials"),
            Refusal::BadRefreshToken => message("why-bad-refresh-token"),
            Refusal::BadCode => message("why-bad-code"),
            Refusal::BadPasskey => message("why-bad-passkey"),
            Refusal::SecondFactorNeeded => message("why-second-factor-needed"),
            Refusal::SecondFactorOn => message("why-second-factor-on"),
            Refusal::GuestsMayNot => message("why-guests-may-not"),
            Refusal::InsufficientScope(Some(scope)) => message("why-scope").with("scope", *scope),
            Refusal::InsufficientScope(None) => message("why-session-only"),
            Refusal::NotFound => message("why-not-found"),
            Refusal::NameTaken => message("why-name-taken"),
            Refusal::AddressTaken => message("why-address-taken"),
            Refusal::NotAGuest => message("why-not-a-guest"),
            Refusal::GameNotOpen => message("why-game-not-open"),
            Refusal::NoSeat => message("why-no-seat"),
            Refusal::NoReservation => message("why-no-reservation"),
            Refusal::AlreadySeated => message("why-already-seated"),
            Refusal::NotTheDeal => message("why-not-the-deal"),
            Refusal::DealPlayed => message("why-deal-played"),
            Refusal::DealClosed => message("why-deal-closed"),
            Refusal::NotSeated => message("why-not-seated"),
            Refusal::NotStarted => message("why-not-started"),
            Refusal::NotRunning => message("why-not-running"),
            Refusal::Paused => message("why-paused"),
            Refusal::NoClock => message("why-no-clock"),
            Refusal::Stale { seq } => message("why-stale").with("seq", *seq),
            Refusal::Reveals { last: true, .. } => message("why-reveals-last"),
            Refusal::Reveals { index, .. } => message("why-reveals").with("index", *index),
            Refusal::UnderWay => message("why-under-way"),
            Refusal::InDoubt => message("why-in-doubt"),
            Refusal::PreconditionFailed => message("why-changed-meanwhile"),
            Refusal::Suspended(reason) => message("why-suspended").with("reason", reason.as_str()),
            Refusal::TooLarge => message("why-too-large"),
            Refusal::TooMany { retry_after } => {
                message("why-too-many").with("seconds", *retry_after)
            }
            Refusal::TooManyMoves { most, retry_after } => message("why-too-many-moves")
                .with("most", *most)
                .with("seconds", *retry_after),
            Refusal::DamagedGame => message("why-damaged-game"),
            Refusal::Internal(_) => message("why-internal"),
            Refusal::Unavailable(_) => message("why-unavailable"),
        }
    }

    /// [`Refusal::message`] in English.
    pub fn detail(&self) -> String {
        self.message().to(Language::English)
    }

    /// A request that is not what the call takes: the name of the message that says why.
    pub const fn invalid(why: &'static str) -> Refusal {
        Refusal::InvalidRequest(message(why))
    }

    /// The refusal of a number outside these bounds.
    pub fn out_of_range(name: &str, least: u32, most: impl Into<Word>) -> Refusal {
        let range = message("why-range").with("name", name);
        Refusal::InvalidRequest(range.with("least", least).with("most", most))
    }

    /// The refusal of something that the caller may see but not do: the name of the message that says why.
    pub const fn forbidden(why: &'static str) -> Refusal {
        Refusal::Forbidden(message(why))
    }

    /// A fault of the server.
    pub fn internal(cause: impl Display) -> Refusal {
        Refusal::Internal(Cause::new(cause))
    }

    /// What may be sent again, and why.
    pub fn unavailable(cause: impl Display) -> Refusal {
        Refusal::Unavailable(Cause::new(cause))
    }

    /// Whether something failed, which is to be seen in the log.
    pub fn is_failure(&self) -> bool {
        self.cause().is_some()
    }

    /// What failed, where something did.
    fn cause(&self) -> Option<&Cause> {
        match self {
            Refusal::Internal(cause) | Refusal::Unavailable(cause) => Some(cause),
            _ => None,
        }
    }
}

/// What failed, for the log alone: one line, cut where it becomes long.
#[derive(Clone, Default)]
pub struct Cause(String);

impl Cause {
    fn new(cause: impl Display) -> Cause {
        Cause(cause::bounded(&cause))
    }
}

impl std::error::Error for Refusal {}

/// What comes of it, or why nothing does.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.cause() {
            Some(Cause(cause)) => write!(f, "{}: {cause}", self.code()),
            None => f.write_str(self.code()),
        }
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl From<NoId> for Refusal {
    fn from(_: NoId) -> Refusal {
        Refusal::NotFound
    }
}

impl From<db::Error> for Refusal {
    fn from(error: db::Error) -> Refusal {
        match error {
            db::Error::Passing(_) => Refusal::unavailable(error),
            db::Error::Nul => Refusal::invalid("why-nul"),
            db::Error::Unreadable(_) | db::Error::Failed(_) => Refusal::internal(error),
        }
    }
}

impl From<diesel::result::Error> for Refusal {
    fn from(error: diesel::result::Error) -> Refusal {
        db::Error::from(error).into()
    }
}
