//! Problems: the errors that callers receive.
//!
//! They are serialised as `application/problem+json` (RFC 9457). `type` is a relative reference,
//! `/problems/<code>`, and never changes for a code. An absolute `type` would tie the API contract
//! to one host.
//!
//! The cause of an internal error goes to the log and never into an answer.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use base::refusal::Refusal;
use common::texts::message;
use rules::{Language, Message, Word};
use serde_json::{Map, Value, json};

use crate::http::schema_errors::Fault;

/// The media type of RFC 9457.
pub(super) const PROBLEM_JSON: &str = "application/problem+json";

/// The content codings of bodies that the server reads.
pub(super) const ENCODINGS: [&str; 3] = ["gzip", "deflate", "identity"];

/// The error that a caller receives: a refusal of a domain, or an error in the HTTP request.
///
/// In the log, it shows its code and the cause of a failure, as [`Refusal`] does.
#[derive(Clone)]
pub enum Problem {
    /// The body is not valid JSON, or could not be read.
    MalformedJson(Message),
    /// The body did not arrive in time.
    TooSlow,
    /// The body is not `application/json`.
    UnsupportedMediaType,
    /// The body has a content coding that the server does not read.
    UnsupportedEncoding,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// Path and query together are too long.
    UriTooLong,
    /// The body or the query does not fit the call: the place, and what is wrong with it.
    Faulty(Fault),
    /// The service has rejected the request, or has failed.
    Refused(Refusal),
}

impl Problem {
    /// Returns one problem of every code, for the documentation.
    pub fn every() -> Vec<Problem> {
        let mut every = vec![
            Problem::MalformedJson(Message::verbatim("")),
            Problem::TooSlow,
            Problem::UnsupportedMediaType,
            Problem::UnsupportedEncoding,
            Problem::MethodNotAllowed,
            Problem::UriTooLong,
        ];
        every.extend(Refusal::every().map(Problem::Refused));
        every
    }

    /// The HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Problem::MalformedJson(_) | Problem::Faulty(_) => 400,
            Problem::MethodNotAllowed => 405,
            Problem::TooSlow => 408,
            Problem::UriTooLong => 414,
            Problem::UnsupportedMediaType | Problem::UnsupportedEncoding => 415,
            Problem::Refused(refusal) => status_of(refusal),
        }
    }

    /// Returns the stable code, the last part of `type`.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::MalformedJson(_) => "malformed-json",
            Problem::TooSlow => "too-slow",
            Problem::UnsupportedMediaType => "unsupported-media-type",
            Problem::UnsupportedEncoding => "unsupported-encoding",
            Problem::MethodNotAllowed => "method-not-allowed",
            Problem::UriTooLong => "uri-too-long",
            Problem::Faulty(_) => "invalid-request",
            Problem::Refused(refusal) => refusal.code(),
        }
    }

    /// Returns the general meaning of the code.
    pub const fn title(&self) -> &'static str {
        match self {
            Problem::MalformedJson(_) => "The body is not valid JSON.",
            Problem::TooSlow => "The request took too long to arrive.",
            Problem::UnsupportedMediaType => "The body must be application/json.",
            Problem::UnsupportedEncoding => "The server does not read this content coding.",
            Problem::MethodNotAllowed => "This method is not offered here.",
            Problem::UriTooLong => "Path and query are longer than 8,192 bytes.",
            Problem::Faulty(_) => "The request is not what this call takes.",
            Problem::Refused(refusal) => refusal.title(),
        }
    }

    /// What went wrong this time.
    pub fn detail(&self, language: Language) -> String {
        match self {
            Problem::MalformedJson(detail) => detail.to(language),
            Problem::Faulty(fault) => fault.detail().to(language),
            Problem::Refused(refusal) => refusal.message().to(language),
            Problem::TooSlow => message("problem-too-slow").to(language),
            Problem::UnsupportedMediaType => message("problem-media-type").to(language),
            Problem::UnsupportedEncoding => message("problem-encoding")
                .with("encodings", Word::comma(ENCODINGS))
                .to(language),
            Problem::MethodNotAllowed => message("problem-method").to(language),
            Problem::UriTooLong => message("problem-uri").to(language),
        }
    }

    /// Returns the document of RFC 9457, with its `detail` in this language.
    pub fn to_json(&self, language: Language) -> Value {
        let mut members = Map::new();
        members.insert("type".into(), format!("/problems/{}", self.code()).into());
        members.insert("code".into(), self.code().into());
        members.insert("title".into(), self.title().into());
        members.insert("status".into(), self.status().into());
        members.insert("detail".into(), self.detail(language).into());
        match self {
            Problem::Refused(Refusal::BadUrl { member, detail }) => {
                let fault =
                    json!({"pointer": format!("#/{member}"), "detail": detail.to(language)});
                members.insert("errors".into(), json!([fault]));
            }
            Problem::Refused(refusal) => add(refusal, &mut members),
            Problem::Faulty(fault) => {
                members.insert("errors".into(), json!([fault.to_json(language)]));
            }
            _ => {}
        }
        Value::Object(members)
    }

    /// Makes the problem for an invalid request. `why` is the name of the message with the reason.
    pub const fn invalid(why: &'static str) -> Problem {
        Problem::Refused(Refusal::invalid(why))
    }

    /// Makes the problem for an internal error.
    pub fn internal(cause: impl fmt::Display) -> Problem {
        Refusal::internal(cause).into()
    }
}

/// An answer, or the problem to return instead.
pub(super) type Result<T, E = Problem> = std::result::Result<T, E>;

/// Rejects an invalid request. `why` is the name of the message with the reason.
pub(super) fn invalid<T>(why: &'static str) -> Result<T> {
    Err(Problem::invalid(why))
}

/// Rejects a number outside these bounds.
pub(super) fn out_of_range<T>(name: &str, least: u32, most: u32) -> Result<T> {
    Err(Refusal::out_of_range(name, least, most).into())
}

/// Rejects a body that does not have exactly one of these members.
pub(super) fn one_of<T>(names: &[&str]) -> Result<T> {
    of_names("why-one-of", names)
}

/// Rejects a body that has several of these members.
pub(super) fn at_most_one<T>(names: &[&str]) -> Result<T> {
    of_names("why-at-most-one", names)
}

/// Rejects a body that has none of these members.
pub(super) fn at_least_one<T>(names: &[&str]) -> Result<T> {
    of_names("why-at-least-one", names)
}

fn of_names<T>(why: &'static str, names: &[&str]) -> Result<T> {
    let names = names
        .iter()
        .map(|name| message("fault-name").with("name", *name));
    let why = message(why).with("names", Word::comma(names));
    Err(Refusal::InvalidRequest(why).into())
}

/// Adds the members that only some problems have.
fn add(refusal: &Refusal, members: &mut Map<String, Value>) {
    match refusal {
        Refusal::Stale { seq } => {
            members.insert("seq".into(), json!(seq));
        }
        Refusal::NotYourTurn(refused)
        | Refusal::GameOver(refused)
        | Refusal::IllegalMove(refused) => {
            members.insert("rule".into(), refused.illegal.code.into());
            members.insert("index".into(), json!(refused.index));
            members.insert("seq".into(), json!(refused.seq));
            members.insert(
                "legal".into(),
                json!({
                    "kind": refused.kind,
                    "moves": refused.legal.moves,
                    "texts": refused.legal.texts,
                    "complete": refused.legal.complete,
                }),
            );
        }
        Refusal::Reveals { index, .. } => {
            members.insert("index".into(), json!(index));
        }
        Refusal::TooMany { retry_after } | Refusal::TooManyMoves { retry_after, .. } => {
            members.insert("retry_after".into(), json!(retry_after));
        }
        _ => {}
    }
}

/// Returns the HTTP status of a refusal.
pub(super) const fn status_of(refusal: &Refusal) -> u16 {
    match refusal {
        Refusal::InvalidRequest(_) => 400,
        Refusal::NotSignedIn
        | Refusal::BadCredentials
        | Refusal::BadRefreshToken
        | Refusal::SecondFactorNeeded => 401,
        Refusal::Suspended(_)
        | Refusal::Forbidden(_)
        | Refusal::GuestsMayNot
        | Refusal::InsufficientScope(_) => 403,
        Refusal::NotFound => 404,
        Refusal::NameTaken
        | Refusal::SecondFactorOn
        | Refusal::AddressTaken
        | Refusal::NotAGuest
        | Refusal::GameNotOpen
        | Refusal::NoSeat
        | Refusal::NoReservation
        | Refusal::AlreadySeated
        | Refusal::DealPlayed
        | Refusal::DealClosed
        | Refusal::NotSeated
        | Refusal::NotStarted
        | Refusal::NotOver(_)
        | Refusal::NotRunning
        | Refusal::Paused
        | Refusal::NoClock
        | Refusal::NoHoliday(_)
        | Refusal::Stale { .. }
        | Refusal::NotYourTurn(_)
        | Refusal::GameOver(_)
        | Refusal::UnderWay
        | Refusal::InDoubt => 409,
        Refusal::PreconditionFailed => 412,
        Refusal::TooLarge => 413,
        Refusal::IllegalMove(_)
        | Refusal::Reveals { .. }
        | Refusal::KeyReused(_)
        | Refusal::InvalidGame(_)
        | Refusal::BadUrl { .. }
        | Refusal::NotTheDeal
        | Refusal::BadCode
        | Refusal::BadPasskey => 422,
        Refusal::TooMany { .. } | Refusal::TooManyMoves { .. } => 429,
        Refusal::Internal(_) => 500,
        Refusal::DamagedGame | Refusal::Unavailable(_) => 503,
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem::Refused(refusal)
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Refused(refusal) => refusal.fmt(f),
            _ => f.write_str(self.code()),
        }
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header((CONTENT_TYPE, PROBLEM_JSON));
        match self {
            Problem::Refused(
                Refusal::TooMany { retry_after } | Refusal::TooManyMoves { retry_after, .. },
            ) => {
                response.insert_header((RETRY_AFTER, *retry_after));
            }
            Problem::Refused(Refusal::Unavailable(_)) => {
                response.insert_header((RETRY_AFTER, 1));
            }
            Problem::Refused(Refusal::InsufficientScope(scope)) => {
                let scope = scope.map_or(String::new(), |it| format!(", scope=\"{it}\""));
                let lacks = format!("Bearer error=\"insufficient_scope\"{scope}");
                response.insert_header((WWW_AUTHENTICATE, lacks));
            }
            Problem::UnsupportedEncoding => {
                response.insert_header((ACCEPT_ENCODING, ENCODINGS.join(", ")));
            }
            // RFC 9110 section 15.5.2 requires the header for every 401.
            _ if self.status() == 401 => {
                response.insert_header((WWW_AUTHENTICATE, "Bearer"));
            }
            _ => {}
        }
        response.body(self.to_json(Language::default()).to_string())
    }
}
