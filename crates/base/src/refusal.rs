//! The reasons for which any request can be rejected or fail, one variant for each stable code.
//! Each caller chooses its own wording: `http` sends a problem document, `mail_commands` writes a
//! mail, `cli` prints a line, and the log contains the code.
//!
//! A domain with reasons of its own has its own enum (`accounts::Refusal`, `play::Refusal`,
//! `integrations::Refusal`), which contains those of the domains below.

use std::fmt::Display;

use common::cause;
use common::ids::NoId;
use common::texts::message;
use rules::{Language, Message, Word};
use strum::{EnumCount, IntoStaticStr};

/// What the refusals of all domains have.
///
/// The message may quote user input, and the refusal of a move lists pieces or cards that only the
/// player may see. `Display` and `Debug` therefore show only the code and, after a failure, the
/// cause: they are for the log.
pub trait Rejection: std::error::Error {
    /// Returns the stable code: the name of the variant in kebab case, and the last part of `type`
    /// in a problem document.
    fn code(&self) -> &'static str;

    /// Returns the general meaning of the code.
    fn title(&self) -> &'static str;

    /// Returns the message for people about this refusal.
    fn message(&self) -> Message;

    /// Returns the refusal if it is one that every domain has.
    fn general(&self) -> Option<&Refusal>;

    /// Returns [`Rejection::message`] in English.
    fn detail(&self) -> String {
        self.message().to(Language::English)
    }

    /// Whether this is a failure, which belongs in the log.
    fn is_failure(&self) -> bool {
        self.general().is_some_and(|it| it.cause().is_some())
    }

    /// Returns the code and, after a failure, the cause.
    fn log_line(&self) -> String {
        match self.general().and_then(Refusal::cause) {
            Some(Cause(cause)) => format!("{}: {cause}", self.code()),
            None => self.code().to_owned(),
        }
    }
}

/// Why a request was rejected or failed: the reasons that every domain has.
#[derive(Clone, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    /// A member, parameter or header is missing, unknown, of the wrong type or out of range.
    InvalidRequest(Message),
    /// The request is larger than the server accepts.
    TooLarge,
    /// The token is missing, invalid or expired.
    NotSignedIn,
    /// The caller may see this but not do it.
    Forbidden(Message),
    /// The resource does not exist, or the caller may not see it.
    NotFound,
    /// The resource has changed since the version that the caller knows.
    PreconditionFailed,
    /// The caller has already used this idempotency key, or this message id, for something else.
    KeyReused(Message),
    /// The same request is still being processed.
    RequestInProgress,
    /// The server died while it processed the same request, so the outcome is unknown.
    OutcomeUnknown,
    /// The caller has made too many attempts.
    RateLimited {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// A bug or a fault of the server.
    Internal(Cause),
    /// The server cannot answer at the moment: it is overloaded, starting or stopping, or the
    /// database is unreachable.
    Unavailable(Cause),
}

impl Refusal {
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

    /// Returns the cause of a failure.
    fn cause(&self) -> Option<&Cause> {
        match self {
            Refusal::Internal(cause) | Refusal::Unavailable(cause) => Some(cause),
            _ => None,
        }
    }
}

impl Rejection for Refusal {
    fn code(&self) -> &'static str {
        self.into()
    }

    fn title(&self) -> &'static str {
        match self {
            Refusal::InvalidRequest(_) => "The request is not valid for this call.",
            Refusal::TooLarge => "The request is too large.",
            Refusal::NotSignedIn => "Sign in first.",
            Refusal::Forbidden(_) => "You are not allowed to do this.",
            Refusal::NotFound => "Not found.",
            Refusal::PreconditionFailed => "The resource has changed since you read it.",
            Refusal::KeyReused(_) => "This key was used for another request.",
            Refusal::RequestInProgress => "The same request is in progress.",
            Refusal::OutcomeUnknown => {
                "The server does not know whether it carried this request out."
            }
            Refusal::RateLimited { .. } => "Too many requests. Wait before you retry.",
            Refusal::Internal(_) => "The server failed.",
            Refusal::Unavailable(_) => "The server is unavailable. Retry later.",
        }
    }

    fn message(&self) -> Message {
        match self {
            Refusal::InvalidRequest(detail)
            | Refusal::KeyReused(detail)
            | Refusal::Forbidden(detail) => detail.clone(),
            Refusal::NotSignedIn => message("why-not-signed-in"),
            Refusal::NotFound => message("why-not-found"),
            Refusal::RequestInProgress => message("why-under-way"),
            Refusal::OutcomeUnknown => message("why-in-doubt"),
            Refusal::PreconditionFailed => message("why-changed-meanwhile"),
            Refusal::TooLarge => message("why-too-large"),
            Refusal::RateLimited { retry_after } => {
                message("why-too-many").with("seconds", *retry_after)
            }
            Refusal::Internal(_) => message("why-internal"),
            Refusal::Unavailable(_) => message("why-unavailable"),
        }
    }

    fn general(&self) -> Option<&Refusal> {
        Some(self)
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

/// The result of a request.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// Implements `Display`, `Debug` and `Error` for the enum of a domain. They show only the code and,
/// after a failure, the cause.
#[macro_export]
macro_rules! log_by_code {
    ($Refusal:ident) => {
        impl ::std::fmt::Display for $Refusal {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&$crate::refusal::Rejection::log_line(self))
            }
        }

        impl ::std::fmt::Debug for $Refusal {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str($crate::refusal::Rejection::code(self))
            }
        }

        impl ::std::error::Error for $Refusal {}
    };
}

/// Gives the enum of a domain the constructors of [`Refusal`].
#[macro_export]
macro_rules! construct_general {
    ($Refusal:ident) => {
        impl $Refusal {
            /// The resource does not exist, or the caller may not see it.
            pub const NOT_FOUND: $Refusal = $Refusal::General($crate::Refusal::NotFound);
            /// The token is missing, invalid or expired.
            pub const NOT_SIGNED_IN: $Refusal = $Refusal::General($crate::Refusal::NotSignedIn);

            /// As [`base::Refusal::invalid`].
            pub const fn invalid(why: &'static str) -> $Refusal {
                $Refusal::General($crate::Refusal::invalid(why))
            }

            /// As [`base::Refusal::out_of_range`].
            pub fn out_of_range(
                name: &str,
                least: u32,
                most: impl Into<::rules::Word>,
            ) -> $Refusal {
                $Refusal::General($crate::Refusal::out_of_range(name, least, most))
            }

            /// As [`base::Refusal::forbidden`].
            pub const fn forbidden(why: &'static str) -> $Refusal {
                $Refusal::General($crate::Refusal::forbidden(why))
            }

            /// As [`base::Refusal::internal`].
            pub fn internal(cause: impl ::std::fmt::Display) -> $Refusal {
                $Refusal::General($crate::Refusal::internal(cause))
            }

            /// As [`base::Refusal::unavailable`].
            pub fn unavailable(cause: impl ::std::fmt::Display) -> $Refusal {
                $Refusal::General($crate::Refusal::unavailable(cause))
            }
        }
    };
}

log_by_code!(Refusal);

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
