//! Why a database call failed.

use std::fmt::{self, Display, Formatter};

use common::cause;
use diesel::result::DatabaseErrorKind as Kind;
use diesel::result::Error::{DatabaseError, DeserializationError};

/// Why a database call failed. `Display` shows the cause, for the log; `Debug` only the variant.
#[derive(Clone)]
pub enum Error {
    /// A failure that is independent of the request and may be gone at the next attempt: the
    /// connection broke, transactions conflicted, the disk is full.
    Passing(String),
    /// A text contains a NUL, which PostgreSQL cannot store. The request is at fault.
    Nul,
    /// Stored data cannot be read.
    Unreadable(String),
    /// Anything else, which is a bug.
    Failed(String),
}

impl Error {
    /// Returns the error for a connection that could not be obtained.
    pub fn away(cause: &impl Display) -> Error {
        Error::Passing(format!("no database connection: {}", cause::bounded(cause)))
    }

    /// Whether the failure may be gone at the next attempt.
    pub fn is_passing(&self) -> bool {
        matches!(self, Error::Passing(_))
    }
}

impl std::error::Error for Error {}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Error::Passing(cause) | Error::Unreadable(cause) | Error::Failed(cause) => {
                f.write_str(cause)
            }
            Error::Nul => f.write_str("a text holds a NUL"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Passing(_) => "Passing",
            Error::Nul => "Nul",
            Error::Unreadable(_) => "Unreadable",
            Error::Failed(_) => "Failed",
        })
    }
}

impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Error {
        let cause = cause::bounded(&error);
        match &error {
            DatabaseError(
                Kind::ClosedConnection
                | Kind::UnableToSendCommand
                | Kind::SerializationFailure
                // The server is a standby: the primary is elsewhere, or will be.
                | Kind::ReadOnlyTransaction,
                _,
            ) => Error::Passing(cause),
            DatabaseError(Kind::Unknown, said) => unnamed(said.message(), cause),
            DeserializationError(_) => Error::Unreadable(cause),
            _ => Error::Failed(cause),
        }
    }
}

/// Classifies errors for which Diesel has no kind. It recognises them by their English texts. If
/// the server speaks another language, they are `Failed`.
fn unnamed(said: &str, cause: String) -> Error {
    let begins = |words: &[&str]| words.iter().any(|word| said.starts_with(word));
    if begins(&[
        "deadlock detected",
        "canceling statement",
        "terminating connection",
        "out of memory",
        "out of shared memory",
        // A node of Citus is away.
        "canceling the transaction",
        "connection to the remote node",
        "could not establish any connections to the node",
        "could not receive data from server",
        "could not send data to server",
        "failure on connection marked as essential",
        "server closed the connection",
    ]) || said.ends_with("No space left on device")
        || said.ends_with("Disk quota exceeded")
    {
        Error::Passing(cause)
    } else if begins(&["invalid byte sequence for encoding \"UTF8\": 0x00"])
        || said == "unsupported Unicode escape sequence"
    {
        Error::Nul
    } else if begins(&[
        "invalid page in block",
        "could not read block",
        "could not open file",
        "could not access status of transaction",
        "missing chunk number",
        "unexpected chunk",
        "compressed",
        "invalid memory alloc request size",
    ]) {
        Error::Unreadable(cause)
    } else {
        Error::Failed(cause)
    }
}
