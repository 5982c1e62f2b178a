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

/// An action and its reason.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdminActionInput)]
pub struct NewActBody {
    /// The action.
    action: Act,
    /// The reason: at most 500 characters. The server sends it to the people concerned.
    reason: String,
}

/// The result of an action.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminActionResult)]
pub struct DoneResource {
    /// The number of the action in the log.
    id: i64,
    /// The result, in a sentence.
    outcome: String,
}

/// An entry in the log of actions.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminActionEntry)]
pub struct ActResource {
    /// The entry's number.
    id: i64,
    /// When the entry was logged.
    at: DateTime,
    /// The admin's name at that time, or the account on the command line.
    admin: String,
    /// The action.
    #[schema(value_type = Object)]
    action: Value,
    /// The reason.
    reason: String,
    /// The code of the problem that stopped the action; null in the first entry of an action, which
    /// the server logs before it.
    #[schema(value_type = Option<sets::ProblemCode>, required)]
    failure: Option<String>,
}

/// A page of the log of actions.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminActionList)]
pub struct ActPage {
    /// The entries, the newest first.
    actions: Vec<ActResource>,
}

/// An open report.
#[derive(Serialize, ToSchema)]
#[schema(as = Report)]
pub struct ReportResource {
    /// The report's id.
    id: String,
    /// The game's id.
    game: String,
    /// The name of the reported player.
    reported: String,
    /// The number of the reported message; null for a report of a player.
    #[schema(required)]
    message: Option<i64>,
    /// The text of the reported message; null if there is none.
    #[schema(required)]
    text: Option<String>,
    /// The reason.
    reason: String,
    /// When the report was sent.
    created_at: DateTime,
}

/// The open reports.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportList)]
pub struct ReportPage {
    /// The reports, the oldest first; at most 200.
    reports: Vec<ReportResource>,
}

/// A mail that the server gave up.
#[derive(Serialize, ToSchema)]
#[schema(as = FailedMail)]
pub struct DeadMailResource {
    /// The id of the game that the mail is about; null for a mail about an account.
    #[schema(required)]
    game: Option<String>,
    /// The kind of the mail.
    #[schema(examples("your_turn"))]
    kind: String,
    /// The name of the recipient; null for an invited address.
    #[schema(required)]
    player: Option<String>,
    /// The number of attempts.
    attempts: i32,
    /// The last error, of the mail server or of this server; null if none was recorded.
    #[schema(required)]
    error: Option<String>,
    /// Whether `resend-mail` sends the mail again. Mails with codes cannot be sent again.
    resendable: bool,
    /// When the event that the mail reports happened.
    created_at: DateTime,
    /// When the server gave the mail up.
    #[schema(required)]
    failed_at: Option<DateTime>,
}

/// The mails that the server gave up.
#[derive(Serialize, ToSchema)]
#[schema(as = FailedMailList)]
pub struct DeadMailPage {
    /// The mails, the newest first; at most 200.
    mails: Vec<DeadMailResource>,
}

/// Which actions.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ActsQuery {
    /// Only entries with a smaller `id`.
    before: Option<i64>,
    /// The maximum number of entries. Default: 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

policy!(create_admin_action: Scope(Admin), key = Reserved);
/// Carry out an admin's action
///
/// Carries out one action: for example, it suspends an account or closes a report. Only for admins,
/// whom the operator appoints on the command line. Admins cannot act on their own account or on
/// reports about themselves. The server logs each action with its admin and its reason before it
/// carries it out (`GET /v1/admin/actions`).
#[utoipa::path(
    tag = "admin",
    responses(
        (status = 201, description = "The result of the action.", body = DoneResource),
        (status = 403, description = "forbidden: you are not an admin or the action is about yourself", body = ProblemBody),
        (status = 404, description = "not-found: the target of the action does not exist", body = ProblemBody),
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
/// List the actions of admins
///
/// Returns the actions of all admins and of the command line, the newest first. To read older ones,
/// send the smallest `id` so far as `before`. An action that failed has a second entry with its
/// `failure`. Only for admins.
#[utoipa::path(
    tag = "admin",
    params(ActsQuery),
    responses(
        (status = 200, description = "The log entries, the newest first.", body = ActPage),
        (status = 403, description = "forbidden: you are not an admin", body = ProblemBody),
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
        (status = 200, description = "The reports, the oldest first.", body = ReportPage),
        (status = 403, description = "forbidden: you are not an admin", body = ProblemBody),
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
/// List failed mails
///
/// Returns the mails that the server gave up, the newest first, with the last error of the mail
/// server. The action `resend-mail` sends those about games again. Only for admins.
#[utoipa::path(
    tag = "admin",
    responses(
        (status = 200, description = "The mails, the newest first.", body = DeadMailPage),
        (status = 403, description = "forbidden: you are not an admin", body = ProblemBody),
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
