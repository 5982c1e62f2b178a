//! The reasons for which a request can be rejected or fail, one variant for each stable code. Each
//! caller chooses its own wording: `http` sends a problem document, `post` writes a mail, `cli`
//! prints a line, and the log contains the code.

use std::fmt::{self, Display, Formatter};

use common::cause;
use common::ids::NoId;
use common::texts::message;
use rules::{Illegal, Language, Message, Word};
use strum::{EnumCount, IntoStaticStr};

/// Why a request was rejected or failed.
///
/// The message may quote user input, and the refusal of a move lists pieces or cards that only the
/// player may see. `Display` and `Debug` therefore show only the code and, after a failure, the
/// cause: they are for the log.
#[derive(Clone, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    /// A member, parameter or header is missing, unknown, of the wrong type or out of range.
    InvalidRequest(Message),
    /// The request is larger than the server accepts.
    TooLarge,
    /// The token is missing, invalid or expired.
    NotSignedIn,
    /// The password or the code does not match the name.
    BadCredentials,
    /// The refresh token is unknown, expired or was used before.
    BadRefreshToken,
    /// The code from the mail, or of the second factor, is wrong, used up or expired.
    BadCode,
    /// The authenticator's answer does not match the challenge or is too late, or the passkey is
    /// already registered.
    BadPasskey,
    /// The credentials were right, but the player's second factor is missing.
    SecondFactorNeeded,
    /// The player's second factor is already on.
    SecondFactorOn,
    /// The account is suspended, with the reason as its owner reads it.
    Suspended(String),
    /// The caller may see this but not do it.
    Forbidden(Message),
    /// The caller is a guest, and only players with an account may do this.
    GuestsMayNot,
    /// The token of a connected app does not cover this. Contains the missing scope, or `None` if
    /// only a session may do it.
    InsufficientScope(Option<&'static str>),
    /// The resource does not exist, or the caller may not see it.
    NotFound,
    /// The name is taken.
    NameTaken,
    /// Another account has confirmed this address.
    AddressTaken,
    /// The caller already has an account.
    NotAGuest,
    /// The game has started, is over or was cancelled.
    GameNotOpen,
    /// All seats are taken or reserved for others.
    NoSeat,
    /// The reservation belongs to another caller, has expired, or was used for another game.
    NoReservation,
    /// The caller already sits at this table.
    AlreadySeated,
    /// The kind, options or seats differ from those of the deal.
    NotTheDeal,
    /// The caller plays or has played this deal.
    DealPlayed,
    /// The deal is closed: players can no longer take seats on it.
    DealClosed,
    /// The caller does not sit at this table.
    NotSeated,
    /// The game has not started.
    NotStarted,
    /// The game is not over.
    NotOver(Message),
    /// The game has not begun, or is over.
    NotRunning,
    /// The operator has paused the game.
    Paused,
    /// The seat owes no decision, or the game has no time control.
    NoClock,
    /// The days are taken or past, or exceed the remaining allowance.
    NoHoliday(Message),
    /// The caller's `seq` is neither the next one nor that of a repeated request.
    Stale {
        /// The number that the caller's next entry must carry.
        seq: u32,
    },
    /// It is not the caller's turn.
    NotYourTurn(Box<Refused>),
    /// The game is over.
    GameOver(Box<Refused>),
    /// The rules forbid the move.
    IllegalMove(Box<Refused>),
    /// The resource has changed since the version that the caller knows.
    PreconditionFailed,
    /// The caller has already used this idempotency key, or this message id, for something else.
    KeyReused(Message),
    /// The same request is still being processed.
    UnderWay,
    /// The server died while it processed the same request, so the outcome is unknown.
    InDoubt,
    /// A list of moves is not allowed as it is. A move that reveals something new (a die, a card)
    /// and leaving the game must be the last of a list. Neither they nor a move that ends the game
    /// can be tried out without playing it.
    Reveals {
        /// The index of the move in the list, from 0.
        index: usize,
        /// Whether the move is the last of the list, and the caller wanted to try it out.
        last: bool,
    },
    /// The options, seats or seed are not valid for this kind of game.
    InvalidGame(Message),
    /// The server does not send requests to this URL.
    BadUrl {
        /// The member of the request's body that contains the URL.
        member: &'static str,
        /// The reason.
        detail: Message,
    },
    /// The seat has reached the limit of log entries for this day.
    TooManyMoves {
        /// The limit.
        most: u32,
        /// Seconds to wait.
        retry_after: u64,
    },
    /// The caller has made too many attempts.
    TooMany {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// The stored game differs from the game that the server wrote. The server neither shows nor
    /// continues it, and has notified the operator.
    DamagedGame,
    /// A bug or a fault of the server.
    Internal(Cause),
    /// The server cannot answer at the moment: it is overloaded, starting or stopping, or the
    /// database is unreachable.
    Unavailable(Cause),
}

/// The details of a rejected move.
#[derive(Clone)]
pub struct Refused {
    /// The code and the message from the rules.
    pub illegal: Illegal,
    /// The index of the move in the list, from 0.
    pub index: usize,
    /// The number that the caller's next entry must carry.
    pub seq: u32,
    /// The kind of game.
    pub kind: &'static str,
    /// The moves that the caller may play now.
    pub legal: rules::LegalMoves,
}

impl Refused {
    /// Returns the message. For a later move of a list it names the index, because it refers to the
    /// position after the earlier moves, which were not played either.
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
    /// Returns one refusal of every variant, for the documentation. A new variant does not compile
    /// until it is listed here.
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

    /// Returns the stable code: the name of the variant in kebab case, and the last part of `type`
    /// in a problem document.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// Returns the general meaning of the code.
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

    /// Returns the message for people about this refusal.
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

    /// Returns [`Refusal::message`] in English.
    pub fn detail(&self) -> String {
        self.message().to(Language::English)
    }

    /// Returns the refusal of an invalid request. `why` is the name of the message with the reason.
    pub const fn invalid(why: &'static str) -> Refusal {
        Refusal::InvalidRequest(message(why))
    }

    /// Returns the refusal of a number outside these bounds.
    pub fn out_of_range(name: &str, least: u32, most: impl Into<Word>) -> Refusal {
        let range = message("why-range").with("name", name);
        Refusal::InvalidRequest(range.with("least", least).with("most", most))
    }

    /// Returns the refusal of something that the caller may see but not do. `why` is the name of
    /// the message with the reason.
    pub const fn forbidden(why: &'static str) -> Refusal {
        Refusal::Forbidden(message(why))
    }

    /// Returns the refusal after a fault of the server.
    pub fn internal(cause: impl Display) -> Refusal {
        Refusal::Internal(Cause::new(cause))
    }

    /// Returns the refusal of a request that the client can send again later.
    pub fn unavailable(cause: impl Display) -> Refusal {
        Refusal::Unavailable(Cause::new(cause))
    }

    /// Whether this is a failure, which belongs in the log.
    pub fn is_failure(&self) -> bool {
        self.cause().is_some()
    }

    /// Returns the cause of a failure.
    fn cause(&self) -> Option<&Cause> {
        match self {
            Refusal::Internal(cause) | Refusal::Unavailable(cause) => Some(cause),
            _ => None,
        }
    }
}

/// The cause of a failure, for the log only: one line of limited length.
#[derive(Clone, Default)]
pub struct Cause(String);

impl Cause {
    fn new(cause: impl Display) -> Cause {
        Cause(cause::bounded(&cause))
    }
}

impl std::error::Error for Refusal {}

/// The result of a request.
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

impl From<notices::Unreadable> for Refusal {
    fn from(error: notices::Unreadable) -> Refusal {
        Refusal::internal(error)
    }
}

impl From<diesel::result::Error> for Refusal {
    fn from(error: diesel::result::Error) -> Refusal {
        db::Error::from(error).into()
    }
}
