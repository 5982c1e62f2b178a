//! Everything that can go wrong for a caller: one variant for each documented code.
//!
//! Serialised as `application/problem+json` (RFC 9457). `type` is a relative reference,
//! `/problems/<code>`, and never changes for a code. What went wrong inside the server goes to
//! the log and never into an answer.

use std::fmt;

use rules::{Illegal, Language, Message};
use serde_json::{Map, Value, json};
use strum::EnumCount;

use crate::logging;

/// A refusal or failure, as a caller sees it.
///
/// What it says may quote what somebody typed, and a refused move lists what the mover holds. For
/// the log it is its code and nothing else: neither `Display` nor `Debug` tells more.
#[derive(Clone, EnumCount, thiserror::Error)]
#[error("{}", self.code())]
pub enum Problem {
    /// The body is no JSON, or not the JSON that was announced.
    MalformedJson(String),
    /// A member, parameter or header is missing, unknown, of the wrong type or out of range.
    InvalidRequest(Message),
    /// The body is larger or nested more deeply than the server reads.
    TooLarge,
    /// The body did not arrive in time.
    TooSlow,
    /// The body is not `application/json`.
    UnsupportedMediaType,
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
    /// There is nothing here, or nothing that the caller may see.
    NotFound,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// Somebody has this name already.
    NameTaken,
    /// Another account has confirmed this address.
    AddressTaken,
    /// The game has started, or is over or cancelled.
    GameNotOpen,
    /// All seats are taken or kept for others.
    NoSeat,
    /// The reservation is not the caller's, has expired, or another game was made of it.
    NoReservation,
    /// The caller sits at this table already.
    AlreadySeated,
    /// The caller does not sit at this table.
    NotSeated,
    /// The game has not started.
    NotStarted,
    /// The game is not over.
    NotOver(String),
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
    KeyReused(String),
    /// A move that turns up something new (a die, a card), or leaving, is not the last of its list.
    Reveals {
        /// Which move of the list, from 0.
        index: usize,
    },
    /// The options, seats or seed do not make a game of this kind.
    InvalidGame(Message),
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
    Internal,
    /// The server cannot answer just now (starting, stopping, database away).
    Unavailable,
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
    /// What the caller may play now.
    pub legal: rules::LegalMoves,
}

impl Refused {
    /// What went wrong. What is said of a move within a list holds after those before it, which
    /// were not played either.
    fn detail(&self) -> String {
        let text = self.illegal.text.to(Language::English);
        match self.index {
            0 => text,
            index => format!(
                "Nothing of the list was played. Move {index} of it, after those before it: {text}"
            ),
        }
    }
}

impl Problem {
    /// One of every variant, for the documentation. A new variant does not compile before it is
    /// listed here.
    pub fn every() -> [Problem; Problem::COUNT] {
        let refused = || {
            Box::new(Refused {
                illegal: Illegal::bad_move(Message::verbatim("")),
                index: 0,
                seq: 1,
                legal: rules::LegalMoves::default(),
            })
        };
        [
            Problem::MalformedJson(String::new()),
            Problem::invalid(""),
            Problem::TooLarge,
            Problem::TooSlow,
            Problem::UnsupportedMediaType,
            Problem::NotSignedIn,
            Problem::BadCredentials,
            Problem::BadRefreshToken,
            Problem::BadCode,
            Problem::BadPasskey,
            Problem::SecondFactorNeeded,
            Problem::SecondFactorOn,
            Problem::Suspended(String::new()),
            Problem::forbidden(""),
            Problem::NotFound,
            Problem::MethodNotAllowed,
            Problem::NameTaken,
            Problem::AddressTaken,
            Problem::GameNotOpen,
            Problem::NoSeat,
            Problem::NoReservation,
            Problem::AlreadySeated,
            Problem::NotSeated,
            Problem::NotStarted,
            Problem::NotOver(String::new()),
            Problem::NotRunning,
            Problem::Paused,
            Problem::NoClock,
            Problem::NoHoliday(Message::verbatim("")),
            Problem::Stale { seq: 1 },
            Problem::NotYourTurn(refused()),
            Problem::GameOver(refused()),
            Problem::IllegalMove(refused()),
            Problem::PreconditionFailed,
            Problem::KeyReused(String::new()),
            Problem::Reveals { index: 0 },
            Problem::InvalidGame(Message::verbatim("")),
            Problem::TooManyMoves {
                most: 1_000,
                retry_after: 1,
            },
            Problem::TooMany { retry_after: 1 },
            Problem::DamagedGame,
            Problem::Internal,
            Problem::Unavailable,
        ]
    }

    /// The HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Problem::MalformedJson(_) | Problem::InvalidRequest(_) => 400,
            Problem::NotSignedIn
            | Problem::BadCredentials
            | Problem::BadRefreshToken
            | Problem::SecondFactorNeeded => 401,
            Problem::Suspended(_) | Problem::Forbidden(_) => 403,
            Problem::NotFound => 404,
            Problem::MethodNotAllowed => 405,
            Problem::TooSlow => 408,
            Problem::NameTaken
            | Problem::SecondFactorOn
            | Problem::AddressTaken
            | Problem::GameNotOpen
            | Problem::NoSeat
            | Problem::NoReservation
            | Problem::AlreadySeated
            | Problem::NotSeated
            | Problem::NotStarted
            | Problem::NotOver(_)
            | Problem::NotRunning
            | Problem::Paused
            | Problem::NoClock
            | Problem::NoHoliday(_)
            | Problem::Stale { .. }
            | Problem::NotYourTurn(_)
            | Problem::GameOver(_) => 409,
            Problem::PreconditionFailed => 412,
            Problem::TooLarge => 413,
            Problem::UnsupportedMediaType => 415,
            Problem::IllegalMove(_)
            | Problem::Reveals { .. }
            | Problem::KeyReused(_)
            | Problem::InvalidGame(_)
            | Problem::BadCode
            | Problem::BadPasskey => 422,
            Problem::TooMany { .. } | Problem::TooManyMoves { .. } => 429,
            Problem::Internal => 500,
            Problem::DamagedGame | Problem::Unavailable => 503,
        }
    }

    /// The stable code, the last part of `type`.
    pub const fn code(&self) -> &'static str {
        match self {
            Problem::MalformedJson(_) => "malformed-json",
            Problem::InvalidRequest(_) => "invalid-request",
            Problem::TooLarge => "too-large",
            Problem::TooSlow => "too-slow",
            Problem::UnsupportedMediaType => "unsupported-media-type",
            Problem::NotSignedIn => "not-signed-in",
            Problem::BadCredentials => "bad-credentials",
            Problem::BadRefreshToken => "bad-refresh-token",
            Problem::BadCode => "bad-code",
            Problem::BadPasskey => "bad-passkey",
            Problem::SecondFactorNeeded => "second-factor-needed",
            Problem::SecondFactorOn => "second-factor-on",
            Problem::Suspended(_) => "suspended",
            Problem::Forbidden(_) => "forbidden",
            Problem::NotFound => "not-found",
            Problem::MethodNotAllowed => "method-not-allowed",
            Problem::NameTaken => "name-taken",
            Problem::AddressTaken => "address-taken",
            Problem::GameNotOpen => "game-not-open",
            Problem::NoSeat => "no-seat",
            Problem::NoReservation => "no-reservation",
            Problem::AlreadySeated => "already-seated",
            Problem::NotSeated => "not-seated",
            Problem::NotStarted => "not-started",
            Problem::NotOver(_) => "not-over",
            Problem::NotRunning => "not-running",
            Problem::Paused => "paused",
            Problem::NoClock => "no-clock",
            Problem::NoHoliday(_) => "no-holiday",
            Problem::Stale { .. } => "stale",
            Problem::NotYourTurn(_) => "not-your-turn",
            Problem::GameOver(_) => "game-over",
            Problem::IllegalMove(_) => "illegal-move",
            Problem::PreconditionFailed => "precondition-failed",
            Problem::KeyReused(_) => "key-reused",
            Problem::Reveals { .. } => "reveals",
            Problem::InvalidGame(_) => "invalid-game",
            Problem::TooManyMoves { .. } => "too-many-moves",
            Problem::TooMany { .. } => "too-many",
            Problem::DamagedGame => "damaged-game",
            Problem::Internal => "internal",
            Problem::Unavailable => "unavailable",
        }
    }

    /// What the code means, in general.
    pub const fn title(&self) -> &'static str {
        match self {
            Problem::MalformedJson(_) => "The body is not valid JSON.",
            Problem::InvalidRequest(_) => "The request is not what this call takes.",
            Problem::TooLarge => "The request is too large.",
            Problem::TooSlow => "The request took too long to arrive.",
            Problem::UnsupportedMediaType => "The body must be application/json.",
            Problem::NotSignedIn => "Sign in first.",
            Problem::BadCredentials => "Name and password or code do not fit.",
            Problem::BadRefreshToken => "The refresh token is not valid. Sign in again.",
            Problem::BadCode => "The code is wrong, used up or expired.",
            Problem::BadPasskey => {
                "The authenticator's answer does not fit, is too late, or is known already. Begin again."
            }
            Problem::SecondFactorNeeded => {
                "Give a code of your app, or a recovery code, as well. If you have lost both, ask the operator."
            }
            Problem::SecondFactorOn => "Your second factor is on already.",
            Problem::Suspended(_) => "Your account is suspended.",
            Problem::Forbidden(_) => "You may not do this.",
            Problem::NotFound => "There is nothing here.",
            Problem::MethodNotAllowed => "This method is not offered here.",
            Problem::NameTaken => "This name is taken, or looks like one that is.",
            Problem::AddressTaken => "Another account has confirmed this address.",
            Problem::GameNotOpen => "The game is not open any more.",
            Problem::NoSeat => "There is no free seat for you.",
            Problem::NoReservation => {
                "The reservation is not yours, has expired, or is used for another game."
            }
            Problem::AlreadySeated => "You sit at this table already.",
            Problem::NotSeated => "You do not sit at this table.",
            Problem::NotStarted => "The game has not started.",
            Problem::NotOver(_) => "The game is not over.",
            Problem::NotRunning => "The game has not begun, or is over.",
            Problem::Paused => "The operator has stopped this game for a while.",
            Problem::NoClock => "No clock runs for this seat.",
            Problem::NoHoliday(_) => "You cannot take these days off.",
            Problem::Stale { .. } => "Your view of the game is out of date.",
            Problem::NotYourTurn(_) => "It is not your turn.",
            Problem::GameOver(_) => "The game is over.",
            Problem::IllegalMove(_) => "The rules forbid this move.",
            Problem::PreconditionFailed => "It was changed meanwhile.",
            Problem::KeyReused(_) => "This key stands for something else.",
            Problem::Reveals { .. } => {
                "Nothing may follow a move that turns up something new, or leaving."
            }
            Problem::InvalidGame(_) => "This makes no game.",
            Problem::TooManyMoves { .. } => "You have played too much in this game today.",
            Problem::TooMany { .. } => "Too many tries. Wait a little.",
            Problem::DamagedGame => {
                "This game is damaged where it is stored, and rests. The operator has been told."
            }
            Problem::Internal => "The server failed.",
            Problem::Unavailable => "The server cannot answer just now. Try again.",
        }
    }

    /// What went wrong this time.
    pub fn detail(&self) -> String {
        match self {
            Problem::MalformedJson(detail)
            | Problem::NotOver(detail)
            | Problem::KeyReused(detail) => detail.clone(),
            Problem::Suspended(reason) => {
                format!("Your account is suspended. The reason that was given: {reason}")
            }
            Problem::InvalidRequest(detail)
            | Problem::NoHoliday(detail)
            | Problem::Forbidden(detail)
            | Problem::InvalidGame(detail) => detail.to(Language::English),
            Problem::Stale { seq } => {
                format!("Your next move is number {seq}. Look at the game and send it again.")
            }
            Problem::NotYourTurn(refused)
            | Problem::GameOver(refused)
            | Problem::IllegalMove(refused) => refused.detail(),
            Problem::Reveals { index } => format!(
                "Move {index} of the list turns up something new, or leaves the game. Send the list up to it, then the rest."
            ),
            Problem::TooManyMoves { most, retry_after } => format!(
                "Nobody plays more than {most} moves a day in one game. Go on in {retry_after} seconds, when the next day begins (UTC)."
            ),
            Problem::TooMany { retry_after } => format!("Try again in {retry_after} seconds."),
            _ => self.title().to_owned(),
        }
    }

    /// The document of RFC 9457.
    pub fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("type".into(), format!("/problems/{}", self.code()).into());
        members.insert("code".into(), self.code().into());
        members.insert("title".into(), self.title().into());
        members.insert("status".into(), self.status().into());
        members.insert("detail".into(), self.detail().into());
        match self {
            Problem::Stale { seq } => {
                members.insert("seq".into(), json!(seq));
            }
            Problem::NotYourTurn(refused)
            | Problem::GameOver(refused)
            | Problem::IllegalMove(refused) => {
                members.insert("rule".into(), refused.illegal.code.into());
                members.insert("index".into(), json!(refused.index));
                members.insert("seq".into(), json!(refused.seq));
                members.insert(
                    "legal".into(),
                    json!({
                        "moves": refused.legal.moves,
                        "texts": refused.legal.texts,
                        "complete": refused.legal.complete,
                    }),
                );
            }
            Problem::Reveals { index } => {
                members.insert("index".into(), json!(index));
            }
            Problem::TooMany { retry_after } | Problem::TooManyMoves { retry_after, .. } => {
                members.insert("retry_after".into(), json!(retry_after));
            }
            _ => {}
        }
        Value::Object(members)
    }

    /// A request that is not what the call takes, told in English alone.
    pub fn invalid(detail: impl Into<String>) -> Problem {
        Problem::InvalidRequest(Message::verbatim(detail))
    }

    /// What the caller may see but not do, told in English alone.
    pub fn forbidden(detail: impl Into<String>) -> Problem {
        Problem::Forbidden(Message::verbatim(detail))
    }

    /// A fault of the server: the cause goes to the log, here and nowhere else.
    pub fn internal(cause: impl std::fmt::Display) -> Problem {
        let cause = logging::bounded(&cause);
        tracing::error!(cause, "a request failed");
        Problem::Internal
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A database error that no precondition explains. Where the connection broke, or transactions
/// got in each other's way, it is not the request's fault and may be sent again.
pub fn database(error: diesel::result::Error) -> Problem {
    if is_passing(&error) {
        let error = logging::bounded(&error);
        tracing::error!(error, "the database could not answer");
        Problem::Unavailable
    } else if is_nul(&error) {
        Problem::invalid("The request holds a NUL character.")
    } else {
        Problem::internal(error)
    }
}

/// Whether the database was given a text with a NUL, which it cannot hold: the request's own fault,
/// wherever it was.
fn is_nul(error: &diesel::result::Error) -> bool {
    use diesel::result::DatabaseErrorKind::Unknown;
    use diesel::result::Error::DatabaseError;
    // As above, by the words of the server.
    matches!(error, DatabaseError(Unknown, said)
        if said.message().starts_with("invalid byte sequence for encoding \"UTF8\": 0x00")
            || said.message() == "unsupported Unicode escape sequence")
}

/// Whether the database's trouble is none of what was asked, and may be over the next time.
pub(crate) fn is_passing(error: &diesel::result::Error) -> bool {
    use diesel::result::DatabaseErrorKind as Kind;
    use diesel::result::Error::DatabaseError;
    match error {
        DatabaseError(
            Kind::ClosedConnection
            | Kind::UnableToSendCommand
            | Kind::SerializationFailure
            // A standby: the primary is elsewhere, or will be.
            | Kind::ReadOnlyTransaction,
            _,
        ) => true,
        // Diesel names no kinds for these. In another language than English they stay `internal`.
        DatabaseError(Kind::Unknown, said) => {
            let begins = [
                "deadlock detected",
                "canceling statement",
                "terminating connection",
                "out of memory",
                "out of shared memory",
            ];
            // A full disk, until somebody makes room.
            let ends = ["No space left on device", "Disk quota exceeded"];
            let said = said.message();
            begins.iter().any(|it| said.starts_with(it)) || ends.iter().any(|it| said.ends_with(it))
        }
        _ => false,
    }
}

/// Whether the database says that what it has stored cannot be read.
pub(crate) fn is_unreadable(error: &diesel::result::Error) -> bool {
    use diesel::result::DatabaseErrorKind::Unknown;
    use diesel::result::Error::{DatabaseError, DeserializationError};
    match error {
        // Diesel names no kind for these. In another language than English they stay `internal`.
        DatabaseError(Unknown, said) => [
            "invalid page in block",
            "could not read block",
            "could not open file",
            "could not access status of transaction",
            "missing chunk number",
            "unexpected chunk",
            "compressed",
            "invalid memory alloc request size",
        ]
        .iter()
        .any(|beginning| said.message().starts_with(beginning)),
        DeserializationError(_) => true,
        _ => false,
    }
}
