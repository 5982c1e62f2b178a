//! What a call may come to instead of an answer.

use std::{fmt::Debug, sync::Arc};

use crate::api::{ApiError, ApiOpError, HttpError, MoveConflict, ProblemCode};

/// What the server refused, with the members that only some codes have: `seq` with `stale`, `rule`
/// with `illegal-move`, `retry_after` with `too-many`.
pub type Problem = MoveConflict;

/// Why there is no answer.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The server refused: decide by `code`, which never changes its meaning.
    #[error("{}: {}", .0.code, .0.detail)]
    Problem(Arc<Problem>),
    /// An answer that no server of this kind gives, such as a proxy's page.
    #[error("an answer with status {status} that cannot be read")]
    Unexpected {
        /// Its HTTP status.
        status: u16,
        /// All of it.
        body: String,
    },
    /// There was no answer.
    #[error("{0}")]
    Network(Arc<HttpError>),
}

impl Error {
    /// What the server refused, if it did.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Error::Problem(problem) => Some(problem),
            Error::Unexpected { .. } | Error::Network(_) => None,
        }
    }

    /// The code of what the server refused.
    pub fn code(&self) -> Option<&ProblemCode> {
        self.problem().map(|problem| &problem.code)
    }
}

impl<E> From<ApiError<E>> for Error {
    fn from(answer: ApiError<E>) -> Self {
        match serde_json::from_slice(&answer.raw_body) {
            Ok(problem) => Error::Problem(Arc::new(problem)),
            Err(_) => Error::Unexpected {
                status: answer.status,
                body: answer.body,
            },
        }
    }
}

impl<E: Debug> From<ApiOpError<E>> for Error {
    fn from(error: ApiOpError<E>) -> Self {
        match error {
            ApiOpError::Api(answer) => answer.into(),
            ApiOpError::Transport(error) => error.into(),
        }
    }
}

impl From<HttpError> for Error {
    fn from(error: HttpError) -> Self {
        use reqwest_middleware::Error::Middleware;
        match error {
            // Of renewing a token.
            HttpError::Middleware(Middleware(inner)) => inner.downcast().unwrap_or_else(|other| {
                Error::Network(Arc::new(HttpError::Middleware(Middleware(other))))
            }),
            other => Error::Network(Arc::new(other)),
        }
    }
}
