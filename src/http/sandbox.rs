//! The calls of a sandbox: its clock and its mails. Other servers return 404.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, get, post};
use base::refusal::Refusal;
use common::clock::rfc3339;
use letters::mailbox::{self, Which};
use mail::mailbox::Stored;
use play::clocks::sandbox;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::{Problem, Result};
use crate::http::query::Query;
use crate::http::{DateTime, Routes, State};
use crate::{App, jobs};

/// The largest number of mails in a list.
const MOST_MAILS: usize = 100;

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(get_sandbox_clock)
        .service(advance_sandbox_clock)
        .service(list_sandbox_mails);
}

/// Proof that this server is a sandbox.
pub(crate) struct InSandbox;

impl FromRequest for InSandbox {
    type Error = Problem;
    type Future = Ready<Result<InSandbox>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let is_sandbox = State::of(request).map(|app| app.config.sandbox);
        ready(is_sandbox.and_then(|it| it.then_some(InSandbox).ok_or(Refusal::NotFound.into())))
    }
}

/// The clock of a sandbox.
#[derive(Serialize, ToSchema)]
pub struct SandboxClock {
    /// The time of the server.
    now: DateTime,
    /// How far the clock is ahead of real time, in seconds.
    offset_seconds: i64,
}

impl SandboxClock {
    fn of(app: &App) -> SandboxClock {
        SandboxClock {
            now: rfc3339(app.clock.now()),
            offset_seconds: app.clock.ahead().num_seconds(),
        }
    }
}

/// How far to move the clock.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockAdvance {
    /// Seconds, up to 30 days.
    #[schema(minimum = 1, maximum = 2_592_000)]
    advance_seconds: u32,
}

/// A mail of a sandbox.
#[derive(Serialize, ToSchema)]
pub struct SandboxMail {
    /// The recipient's address.
    to: String,
    /// The subject.
    subject: String,
    /// The text part.
    text: String,
    /// The date of the mail.
    sent_at: DateTime,
}

impl From<Stored> for SandboxMail {
    fn from(mail: Stored) -> SandboxMail {
        SandboxMail {
            to: mail.to,
            subject: mail.subject,
            text: mail.text,
            sent_at: mail.date,
        }
    }
}

/// Mails of a sandbox.
#[derive(Serialize, ToSchema)]
pub struct SandboxMailList {
    /// The mails, newest first.
    mails: Vec<SandboxMail>,
}

/// Which mails to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ToAddress {
    /// Only mails to this address.
    to: Option<String>,
}

policy!(get_sandbox_clock: Nothing);
/// Get the clock
///
/// Returns the time of a sandbox, a server that was started with `--sandbox`. Every other server
/// returns 404.
#[utoipa::path(
    tag = "sandbox",
    responses(
        (status = 200, description = "The clock", body = SandboxClock),
        (status = 404, description = "not-found", body = ProblemBody),
    ),
    security(()),
)]
#[get("/v1/sandbox/clock")]
pub(crate) async fn get_sandbox_clock(app: State, _: InSandbox) -> Result<Json<SandboxClock>> {
    Ok(Json(SandboxClock::of(&app)))
}

policy!(advance_sandbox_clock: Nothing);
/// Move the clock forward
///
/// Moves the clock of a sandbox. It never goes back. The server then does what is due: it times
/// players out, and sends reminders, digests and other mails. The response comes afterwards, or
/// after five seconds of sending mails. Access tokens may have expired by then.
#[utoipa::path(
    tag = "sandbox",
    responses(
        (status = 200, description = "The clock", body = SandboxClock),
        (status = 404, description = "not-found", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/sandbox/clock")]
pub(crate) async fn advance_sandbox_clock(
    app: State,
    _: InSandbox,
    Json(body): Json<ClockAdvance>,
) -> Result<Json<SandboxClock>> {
    sandbox::advance(&app, body.advance_seconds).await?;
    jobs::catch_up(app.shared()).await?;
    Ok(Json(SandboxClock::of(&app)))
}

policy!(list_sandbox_mails: Nothing);
/// List the mails
///
/// Returns the newest 100 mails of a sandbox, to any caller.
#[utoipa::path(
    tag = "sandbox",
    params(ToAddress),
    responses(
        (status = 200, description = "The mails", body = SandboxMailList),
        (status = 404, description = "not-found", body = ProblemBody),
    ),
    security(()),
)]
#[get("/v1/sandbox/mails")]
pub(crate) async fn list_sandbox_mails(
    app: State,
    _: InSandbox,
    Query(asked): Query<ToAddress>,
) -> Result<Json<SandboxMailList>> {
    let which = Which {
        to: asked.to.as_deref(),
        before: None,
        limit: Some(MOST_MAILS),
    };
    let mails = mailbox::list(&app, which).await?;
    let mails = mails.into_iter().map(Into::into).collect();
    Ok(Json(SandboxMailList { mails }))
}
