//! Errors of calls.

use std::{fmt::Debug, sync::Arc};

use crate::api::{ApiError, ApiOpError, HttpError, MoveConflict, ProblemCode};

/// The server's rejection, with the members that only some codes have: `seq` with `stale`, `rule`
/// with `illegal-move`, `retry_after` with `rate-limited`.
pub type Problem = MoveConflict;

/// Why a call failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The server rejected the request. Decide by `code`, which never changes its meaning.
    #[error("{}: {}", .0.code, .0.detail)]
    Problem(Arc<Problem>),
    /// A response that the client cannot read, such as a proxy's page.
    #[error("the client cannot read the response, which has status {status}")]
    UnexpectedResponse {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// The network failed.
    #[error("{0}")]
    Network(Arc<HttpError>),
}

impl Error {
    /// Returns the problem, if the server rejected the request.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Error::Problem(problem) => Some(problem),
            Error::UnexpectedResponse { .. } | Error::Network(_) => None,
        }
    }

    /// Returns the code of the problem, if the server rejected the request.
    pub fn code(&self) -> Option<&ProblemCode> {
        self.problem().map(|problem| &problem.code)
    }
}

impl<E> From<ApiError<E>> for Error {
    fn from(response: ApiError<E>) -> Self {
        match serde_json::from_slice(&response.raw_body) {
            Ok(problem) => Error::Problem(Arc::new(problem)),
            Err(_) => Error::UnexpectedResponse {
                status: response.status,
                body: response.body,
            },
        }
    }
}

impl<E: Debug> From<ApiOpError<E>> for Error {
    fn from(error: ApiOpError<E>) -> Self {
        match error {
            ApiOpError::Api(response) => response.into(),
            ApiOpError::Transport(error) => error.into(),
        }
    }
}

impl From<HttpError> for Error {
    fn from(error: HttpError) -> Self {
        use reqwest_middleware::Error::Middleware;
        match error {
            // The error of a token renewal.
            HttpError::Middleware(Middleware(inner)) => inner.downcast().unwrap_or_else(|other| {
                Error::Network(Arc::new(HttpError::Middleware(Middleware(other))))
            }),
            other => Error::Network(Arc::new(other)),
        }
    }
}
