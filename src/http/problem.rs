//! Problems: the errors that callers receive.
//!
//! They are serialised as `application/problem+json` (RFC 9457). `type` is a relative reference,
//! `/problems/<code>`, and never changes for a code. An absolute `type` would tie the API contract
//! to one host.
//!
//! The cause of an internal error goes to the log and never into an answer.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE,
};
use actix_web::{HttpResponse, ResponseError};
use base::refusal::{Refusal, Rejection};
use common::texts::message;
use play::refusal::Refused;
use rules::{Illegal, Language, LegalMoves, Message, Word};
use serde_json::{Map, Value, json};
use strum::EnumCount;

use crate::http::schema_errors::Fault;

/// The media type of RFC 9457.
pub(super) const PROBLEM_JSON: &str = "application/problem+json";

/// The content codings of bodies that the server reads.
pub(super) const ENCODINGS: [&str; 3] = ["gzip", "deflate", "identity"];

/// The number of codes of refusals, without the variants that contain those of another domain.
const REFUSALS: usize = Refusal::COUNT
    + (accounts::Refusal::COUNT - 1)
    + (play::Refusal::COUNT - 2)
    + (integrations::Refusal::COUNT - 1);

/// The error that a caller receives: a refusal of a domain, or an error in the HTTP request.
///
/// In the log, it shows its code and the cause of a failure, as [`Refusal`] does.
#[derive(Clone)]
pub enum Problem {
    /// The body is not valid JSON, or could not be read.
    MalformedJson(Message),
    /// The body did not arrive in time.
    RequestTimeout,
    /// The body is not `application/json`.
    UnsupportedMediaType,
    /// The body has a content coding that the server does not read.
    UnsupportedEncoding,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// Path and query together are too long.
    UriTooLong,
    /// The file has no bytes in the range.
    RangeNotSatisfiable {
        /// The length of the file in bytes.
        length: u64,
    },
    /// The body or the query does not fit the call: the place, and what is wrong with it.
    Faulty(Fault),
    /// The service has rejected the request or has failed, for a reason that every domain has.
    General(Refusal),
    /// The service has rejected the request, for a reason of accounts.
    Accounts(accounts::Refusal),
    /// The service has rejected the request, for a reason of games.
    Play(play::Refusal),
    /// The service has rejected the request, for a reason of integrations.
    Integrations(integrations::Refusal),
}

impl Problem {
    /// Returns one problem of every code, for the documentation. A new refusal does not compile
    /// until it is listed here.
    pub fn every() -> Vec<Problem> {
        let none = || Message::verbatim("");
        let refused = || {
            Box::new(Refused {
                illegal: Illegal::bad_move(none()),
                index: 0,
                seq: 1,
                kind: "",
                legal: LegalMoves::default(),
            })
        };
        let refusals: [Problem; REFUSALS] = [
            Refusal::InvalidRequest(none()).into(),
            Refusal::TooLarge.into(),
            Refusal::NotSignedIn.into(),
            accounts::Refusal::BadCredentials.into(),
            accounts::Refusal::BadRefreshToken.into(),
            accounts::Refusal::BadCode.into(),
            accounts::Refusal::BadPasskey.into(),
            accounts::Refusal::SecondFactorRequired.into(),
            accounts::Refusal::SecondFactorEnabled.into(),
            accounts::Refusal::Suspended(String::new()).into(),
            Refusal::Forbidden(none()).into(),
            accounts::Refusal::GuestNotAllowed.into(),
            accounts::Refusal::InsufficientScope(None).into(),
            Refusal::NotFound.into(),
            accounts::Refusal::NameTaken.into(),
            accounts::Refusal::AddressTaken.into(),
            play::Refusal::NotAGuest.into(),
            play::Refusal::GameNotOpen.into(),
            play::Refusal::SeatUnavailable.into(),
            play::Refusal::ReservationInvalid.into(),
            play::Refusal::AlreadySeated.into(),
            play::Refusal::DealMismatch.into(),
            play::Refusal::DealPlayed.into(),
            play::Refusal::DealClosed.into(),
            play::Refusal::NotSeated.into(),
            play::Refusal::NotStarted.into(),
            play::Refusal::NotOver(none()).into(),
            play::Refusal::NotRunning.into(),
            play::Refusal::GamePaused.into(),
            play::Refusal::NoClock.into(),
            play::Refusal::HolidayNotAllowed(none()).into(),
            play::Refusal::Stale { seq: 1 }.into(),
            play::Refusal::NotYourTurn(refused()).into(),
            play::Refusal::GameOver(refused()).into(),
            play::Refusal::IllegalMove(refused()).into(),
            Refusal::PreconditionFailed.into(),
            Refusal::KeyReused(none()).into(),
            Refusal::RequestInProgress.into(),
            Refusal::OutcomeUnknown.into(),
            play::Refusal::RevealsInformation {
                index: 0,
                last: false,
            }
            .into(),
            play::Refusal::InvalidGame(none()).into(),
            integrations::Refusal::BadUrl {
                member: "",
                detail: none(),
            }
            .into(),
            play::Refusal::MoveLimitReached {
                most: 1_000,
                retry_after: 1,
            }
            .into(),
            Refusal::RateLimited { retry_after: 1 }.into(),
            play::Refusal::DamagedGame.into(),
            Refusal::internal("").into(),
            Refusal::unavailable("").into(),
        ];
        let mut every = vec![
            Problem::MalformedJson(none()),
            Problem::RequestTimeout,
            Problem::UnsupportedMediaType,
            Problem::UnsupportedEncoding,
            Problem::MethodNotAllowed,
            Problem::UriTooLong,
            Problem::RangeNotSatisfiable { length: 0 },
        ];
        every.extend(refusals);
        every
    }

    /// Returns the refusal, unless the error is in the HTTP request.
    pub(super) fn refusal(&self) -> Option<&dyn Rejection> {
        match self {
            Problem::General(refusal) => Some(refusal),
            Problem::Accounts(refusal) => Some(refusal),
            Problem::Play(refusal) => Some(refusal),
            Problem::Integrations(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// The HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Problem::MalformedJson(_) | Problem::Faulty(_) => 400,
            Problem::MethodNotAllowed => 405,
            Problem::RequestTimeout => 408,
            Problem::UriTooLong => 414,
            Problem::RangeNotSatisfiable { .. } => 416,
            Problem::UnsupportedMediaType | Problem::UnsupportedEncoding => 415,
            Problem::General(refusal) => of_base(refusal),
            Problem::Accounts(refusal) => of_accounts(refusal),
            Problem::Play(refusal) => of_play(refusal),
            Problem::Integrations(refusal) => of_integrations(refusal),
        }
    }

    /// Returns the stable code, the last part of `type`.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::MalformedJson(_) => "malformed-json",
            Problem::RequestTimeout => "request-timeout",
            Problem::UnsupportedMediaType => "unsupported-media-type",
            Problem::UnsupportedEncoding => "unsupported-encoding",
            Problem::MethodNotAllowed => "method-not-allowed",
            Problem::UriTooLong => "uri-too-long",
            Problem::RangeNotSatisfiable { .. } => "range-not-satisfiable",
            Problem::Faulty(_) => "invalid-request",
            Problem::General(refusal) => refusal.code(),
            Problem::Accounts(refusal) => refusal.code(),
            Problem::Play(refusal) => refusal.code(),
            Problem::Integrations(refusal) => refusal.code(),
        }
    }

    /// Returns the general meaning of the code.
    pub fn title(&self) -> &'static str {
        match self {
            Problem::MalformedJson(_) => "The body is not valid JSON.",
            Problem::RequestTimeout => "The request took too long to arrive.",
            Problem::UnsupportedMediaType => "The body must be application/json.",
            Problem::UnsupportedEncoding => "The server does not support this content encoding.",
            Problem::MethodNotAllowed => "This path does not support the method.",
            Problem::UriTooLong => "The path and the query together are longer than 8,192 bytes.",
            Problem::RangeNotSatisfiable { .. } => "The file has no bytes in this range.",
            Problem::Faulty(_) => "The request is not valid for this call.",
            Problem::General(refusal) => refusal.title(),
            Problem::Accounts(refusal) => refusal.title(),
            Problem::Play(refusal) => refusal.title(),
            Problem::Integrations(refusal) => refusal.title(),
        }
    }

    /// What went wrong this time.
    pub fn detail(&self, language: Language) -> String {
        match self {
            Problem::MalformedJson(detail) => detail.to(language),
            Problem::Faulty(fault) => fault.detail().to(language),
            Problem::General(refusal) => refusal.message().to(language),
            Problem::Accounts(refusal) => refusal.message().to(language),
            Problem::Play(refusal) => refusal.message().to(language),
            Problem::Integrations(refusal) => refusal.message().to(language),
            Problem::RequestTimeout => message("problem-too-slow").to(language),
            Problem::UnsupportedMediaType => message("problem-media-type").to(language),
            Problem::UnsupportedEncoding => message("problem-encoding")
                .with("encodings", Word::comma(ENCODINGS))
                .to(language),
            Problem::MethodNotAllowed => message("problem-method").to(language),
            Problem::UriTooLong => message("problem-uri").to(language),
            Problem::RangeNotSatisfiable { length } => message("problem-range")
                .with("length", length.to_string())
                .to(language),
        }
    }

    /// Returns the document of RFC 9457, with its `detail` in this language.
    pub fn to_json(&self, language: Language) -> Value {
        let mut members = Map::new();
        members.insert("type".into(), format!("/problems/{}", self.code()).into());
        members.insert("code".into(), self.code().into());
        members.insert("title".into(), self.title().into());
        members.insert("status".into(), self.status().into());
        let detail = shortened(self.detail(language));
        members.insert("detail".into(), detail.into());
        match self {
            Problem::Integrations(integrations::Refusal::BadUrl { member, detail }) => {
                let fault =
                    json!({"pointer": format!("#/{member}"), "detail": detail.to(language)});
                members.insert("errors".into(), json!([fault]));
            }
            Problem::Play(refusal) => add(refusal, &mut members),
            Problem::General(Refusal::RateLimited { retry_after }) => {
                members.insert("retry_after".into(), json!(retry_after));
            }
            Problem::Faulty(fault) => {
                members.insert("errors".into(), json!([fault.to_json(language)]));
            }
            _ => {}
        }
        Value::Object(members)
    }

    /// Makes the problem for an invalid request. `why` is the name of the message with the reason.
    pub const fn invalid(why: &'static str) -> Problem {
        Problem::General(Refusal::invalid(why))
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

/// Rejects the value of a parameter of the query.
pub(super) fn wrong_parameter<T>(name: &str, why: Message) -> Result<T> {
    Err(Problem::Faulty(Fault::of_parameter(name, why)))
}

/// Rejects a parameter of the query with a number outside these bounds.
pub(super) fn out_of_range<T>(name: &str, least: u32, most: u32) -> Result<T> {
    let range = message("why-range").with("name", name);
    wrong_parameter(name, range.with("least", least).with("most", most))
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

/// Cuts a text that quotes much of what the client has sent.
fn shortened(text: String) -> String {
    const MOST: usize = 1_000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Adds the members that only some refusals of games have.
fn add(refusal: &play::Refusal, members: &mut Map<String, Value>) {
    match refusal {
        play::Refusal::Stale { seq } => {
            members.insert("seq".into(), json!(seq));
        }
        play::Refusal::NotYourTurn(refused)
        | play::Refusal::GameOver(refused)
        | play::Refusal::IllegalMove(refused) => {
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
        play::Refusal::RevealsInformation { index, .. } => {
            members.insert("index".into(), json!(index));
        }
        play::Refusal::MoveLimitReached { retry_after, .. } => {
            members.insert("retry_after".into(), json!(retry_after));
        }
        _ => {}
    }
}

/// Returns the HTTP status of a refusal that every domain has.
const fn of_base(refusal: &Refusal) -> u16 {
    match refusal {
        Refusal::InvalidRequest(_) => 400,
        Refusal::NotSignedIn => 401,
        Refusal::Forbidden(_) => 403,
        Refusal::NotFound => 404,
        Refusal::RequestInProgress | Refusal::OutcomeUnknown => 409,
        Refusal::PreconditionFailed => 412,
        Refusal::TooLarge => 413,
        Refusal::KeyReused(_) => 422,
        Refusal::RateLimited { .. } => 429,
        Refusal::Internal(_) => 500,
        Refusal::Unavailable(_) => 503,
    }
}

/// Returns the HTTP status of a refusal of accounts.
const fn of_accounts(refusal: &accounts::Refusal) -> u16 {
    match refusal {
        accounts::Refusal::BadCredentials
        | accounts::Refusal::BadRefreshToken
        | accounts::Refusal::SecondFactorRequired => 401,
        accounts::Refusal::Suspended(_)
        | accounts::Refusal::GuestNotAllowed
        | accounts::Refusal::InsufficientScope(_) => 403,
        accounts::Refusal::NameTaken
        | accounts::Refusal::SecondFactorEnabled
        | accounts::Refusal::AddressTaken => 409,
        accounts::Refusal::BadCode | accounts::Refusal::BadPasskey => 422,
        accounts::Refusal::General(it) => of_base(it),
    }
}

/// Returns the HTTP status of a refusal of games.
const fn of_play(refusal: &play::Refusal) -> u16 {
    match refusal {
        play::Refusal::NotAGuest
        | play::Refusal::GameNotOpen
        | play::Refusal::SeatUnavailable
        | play::Refusal::ReservationInvalid
        | play::Refusal::AlreadySeated
        | play::Refusal::DealPlayed
        | play::Refusal::DealClosed
        | play::Refusal::NotSeated
        | play::Refusal::NotStarted
        | play::Refusal::NotOver(_)
        | play::Refusal::NotRunning
        | play::Refusal::GamePaused
        | play::Refusal::NoClock
        | play::Refusal::HolidayNotAllowed(_)
        | play::Refusal::Stale { .. }
        | play::Refusal::NotYourTurn(_)
        | play::Refusal::GameOver(_) => 409,
        play::Refusal::IllegalMove(_)
        | play::Refusal::RevealsInformation { .. }
        | play::Refusal::InvalidGame(_)
        | play::Refusal::DealMismatch => 422,
        play::Refusal::MoveLimitReached { .. } => 429,
        play::Refusal::DamagedGame => 503,
        play::Refusal::Accounts(it) => of_accounts(it),
        play::Refusal::General(it) => of_base(it),
    }
}

/// Returns the HTTP status of a refusal of integrations.
const fn of_integrations(refusal: &integrations::Refusal) -> u16 {
    match refusal {
        integrations::Refusal::BadUrl { .. } => 422,
        integrations::Refusal::Play(it) => of_play(it),
    }
}

impl<E> From<E> for Problem
where
    integrations::Refusal: From<E>,
{
    fn from(error: E) -> Problem {
        match error.into() {
            integrations::Refusal::Play(play::Refusal::General(refusal)) => {
                Problem::General(refusal)
            }
            integrations::Refusal::Play(play::Refusal::Accounts(refusal)) => {
                Problem::Accounts(refusal)
            }
            integrations::Refusal::Play(refusal) => Problem::Play(refusal),
            own => Problem::Integrations(own),
        }
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::General(refusal) => refusal.fmt(f),
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
            Problem::General(Refusal::RateLimited { retry_after })
            | Problem::Play(play::Refusal::MoveLimitReached { retry_after, .. }) => {
                response.insert_header((RETRY_AFTER, *retry_after));
            }
            Problem::General(Refusal::Unavailable(_)) => {
                response.insert_header((RETRY_AFTER, 1));
            }
            Problem::Accounts(accounts::Refusal::InsufficientScope(scope)) => {
                let scope = scope.map_or(String::new(), |it| format!(", scope=\"{it}\""));
                let lacks = format!("Bearer error=\"insufficient_scope\"{scope}");
                response.insert_header((WWW_AUTHENTICATE, lacks));
            }
            Problem::RangeNotSatisfiable { length } => {
                response.insert_header((CONTENT_RANGE, format!("bytes */{length}")));
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
