//! The calls for admins, under `/v1/admin`. The command line performs the same acts through the
//! same functions.

use actix_web::{HttpResponse, get, post};
use admin::acts::{self, Act, Operator};
use common::clock::rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::openapi::sets;
use crate::http::problem::Result;
use crate::http::query::Query;
use crate::http::{DateTime, Routes, State, caller};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(create_admin_action)
        .service(list_admin_actions)
        .service(list_reports)
        .service(list_failed_mails);
}

/// An act, and why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdminActionInput)]
pub struct NewActBody {
    /// What to do.
    action: Act,
    /// Why: those whom it concerns are told. At most 500 characters.
    reason: String,
}

/// What came of an act.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminActionResult)]
pub struct DoneResource {
    /// Its number in the log.
    id: i64,
    /// What came of it, in a sentence.
    outcome: String,
}

/// A line of the log of acts.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminActionEntry)]
pub struct ActResource {
    /// Its number.
    id: i64,
    /// When.
    at: DateTime,
    /// The admin's name then, or the account on the command line.
    admin: String,
    /// What.
    #[schema(value_type = Object)]
    action: Value,
    /// Why.
    reason: String,
    /// The code of the problem because of which it came to nothing. It has a line before, without.
    #[schema(value_type = Option<sets::ProblemCode>, required)]
    failure: Option<String>,
}

/// A page of the log of acts.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminActionList)]
pub struct ActPage {
    /// The acts, the newest first.
    actions: Vec<ActResource>,
}

/// A report that nobody has dealt with.
#[derive(Serialize, ToSchema)]
#[schema(as = Report)]
pub struct ReportResource {
    /// Its id.
    id: String,
    /// The game.
    game: String,
    /// Who is reported.
    reported: String,
    /// The number of the message that is reported.
    #[schema(required)]
    message: Option<i64>,
    /// What that message said.
    #[schema(required)]
    text: Option<String>,
    /// Why.
    reason: String,
    /// When.
    created_at: DateTime,
}

/// The reports that nobody has dealt with.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportList)]
pub struct ReportPage {
    /// The reports, the oldest first; at most 200.
    reports: Vec<ReportResource>,
}

/// A mail that was given up.
#[derive(Serialize, ToSchema)]
#[schema(as = FailedMail)]
pub struct DeadMailResource {
    /// The game it is about; none for mail about an account.
    #[schema(required)]
    game: Option<String>,
    /// Which letter it is.
    #[schema(examples("your_turn"))]
    kind: String,
    /// The player it was for; none for an invited address.
    #[schema(required)]
    player: Option<String>,
    /// How often it was tried to send it.
    attempts: i32,
    /// What the mail server said in the end, or why it was not asked.
    #[schema(required)]
    error: Option<String>,
    /// Whether `resend-mail` sends it once more: letters with codes are lost.
    resendable: bool,
    /// When what it tells happened.
    created_at: DateTime,
    /// When it was given up.
    #[schema(required)]
    failed_at: Option<DateTime>,
}

/// The mails that were given up.
#[derive(Serialize, ToSchema)]
#[schema(as = FailedMailList)]
pub struct DeadMailPage {
    /// The mails, the newest first; at most 200.
    mails: Vec<DeadMailResource>,
}

/// Which acts.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ActsQuery {
    /// Only those before this one.
    before: Option<i64>,
    /// How many, 1 to 200; 50 when left out.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

policy!(create_admin_action: Scope(Admin), key = Reserved);
/// Act as an admin
///
/// Carries out one act: for example, it suspends an account or closes a report. Only for admins,
/// whom the operator appoints on the command line. Admins cannot act on their own account or on
/// reports about themselves. The server logs each act with its admin and its reason before it
/// carries the act out (`GET /v1/admin/actions`).
#[utoipa::path(
    tag = "admin",
    responses(
        (status = 201, description = "Done", body = DoneResource),
        (status = 403, description = "forbidden: you are no admin or it is about yourself", body = ProblemBody),
        (status = 404, description = "not-found: what the act names is not there", body = ProblemBody),
        (status = 409, description = "name-taken, not-running, not-seated, already-seated, game-paused", body = ProblemBody),
    )
)]
#[post("/v1/admin/actions")]
pub(super) async fn create_admin_action(
    state: State,
    admin: caller::Admin,
    Json(body): Json<NewActBody>,
) -> Result<HttpResponse> {
    let operator = Operator::calling(&state, &admin.0).await?;
    let done = acts::carry_out(&state, &operator, &body.action, &body.reason).await?;
    Ok(HttpResponse::Created().json(DoneResource {
        id: done.id,
        outcome: done.outcome,
    }))
}

policy!(list_admin_actions: Scope(Admin));
/// List the acts of admins
///
/// Returns the acts of all admins and of the command line, the newest first. To read older ones,
/// send the smallest `id` so far as `before`. An act that failed has a second entry with its
/// `failure`. Only for admins.
#[utoipa::path(
    tag = "admin",
    params(ActsQuery),
    responses(
        (status = 200, description = "The acts, the newest first", body = ActPage),
        (status = 403, description = "forbidden: you are no admin", body = ProblemBody),
    )
)]
#[get("/v1/admin/actions")]
pub(super) async fn list_admin_actions(
    state: State,
    admin: caller::Admin,
    Query(query): Query<ActsQuery>,
) -> Result<Json<ActPage>> {
    Operator::calling(&state, &admin.0).await?;
    let found = acts::acts(&state, query.before, query.limit).await?;
    let acts = found.into_iter().map(|row| ActResource {
        id: row.id,
        at: rfc3339(row.at),
        admin: row.who,
        action: row.act,
        reason: row.reason,
        failure: row.failure,
    });
    Ok(Json(ActPage {
        actions: acts.collect(),
    }))
}

policy!(list_reports: Scope(Admin));
/// List the open reports
///
/// Returns the reports on which no admin has acted yet, the oldest first. A report of a message
/// contains the text of the message. `POST /v1/admin/actions` closes a report. Only for admins.
#[utoipa::path(
    tag = "admin",
    responses(
        (status = 200, description = "The reports, the oldest first", body = ReportPage),
        (status = 403, description = "forbidden: you are no admin", body = ProblemBody),
    )
)]
#[get("/v1/admin/reports")]
pub(super) async fn list_reports(state: State, admin: caller::Admin) -> Result<Json<ReportPage>> {
    Operator::calling(&state, &admin.0).await?;
    let found = acts::open_reports(&state).await?;
    let reports = found.into_iter().map(|report| ReportResource {
        id: report.id,
        game: report.game_id.to_string(),
        reported: report.reported,
        message: report.message,
        text: report.said,
        reason: report.reason,
        created_at: rfc3339(report.created_at),
    });
    Ok(Json(ReportPage {
        reports: reports.collect(),
    }))
}

policy!(list_failed_mails: Scope(Admin));
/// List undeliverable mails
///
/// Returns the mails that the server has given up, the newest first, with the last error of the
/// mail server. The act `resend-mail` sends those about games again. Only for admins.
#[utoipa::path(
    tag = "admin",
    responses(
        (status = 200, description = "The mails, the newest first", body = DeadMailPage),
        (status = 403, description = "forbidden: you are no admin", body = ProblemBody),
    )
)]
#[get("/v1/admin/failed-mails")]
pub(super) async fn list_failed_mails(
    state: State,
    admin: caller::Admin,
) -> Result<Json<DeadMailPage>> {
    Operator::calling(&state, &admin.0).await?;
    let found = acts::dead_mails(&state).await?;
    let mails = found
        .into_iter()
        .map(|(mail, resendable)| DeadMailResource {
            game: mail.game.map(|id| id.to_string()),
            kind: mail.kind,
            player: mail.player,
            attempts: mail.attempts,
            error: mail.error,
            resendable,
            created_at: rfc3339(mail.created_at),
            failed_at: mail.done_at.map(rfc3339),
        });
    Ok(Json(DeadMailPage {
        mails: mails.collect(),
    }))
}
