//! Problems as responses, the framework's own errors included.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};

use crate::problem::Problem;

/// The media type of RFC 9457.
pub(super) const PROBLEM_JSON: &str = "application/problem+json";

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header((CONTENT_TYPE, PROBLEM_JSON));
        match self {
            Problem::TooMany { retry_after } | Problem::TooManyMoves { retry_after, .. } => {
                response.insert_header((RETRY_AFTER, *retry_after));
            }
            Problem::Unavailable => {
                response.insert_header((RETRY_AFTER, 1));
            }
            Problem::NotSignedIn => {
                response.insert_header((WWW_AUTHENTICATE, "Bearer"));
            }
            _ => {}
        }
        response.body(self.to_json().to_string())
    }
}
