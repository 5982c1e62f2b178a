//! The calls for admins, under `/v1/admin`. The command line performs the same acts through the
//! same functions.

use actix_web::{HttpResponse, get, post};
use admin::acts::{self, Act, Operator};
use chrono::NaiveDate;
use common::clock::rfc3339;
use db::sets::MailTrouble;
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
        .service(list_admin_players)
        .service(get_admin_overview)
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
    /// Only actions on the player with this name, or on reports about that player.
    player: Option<String>,
}

/// Which players.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlayersQuery {
    /// Only players with this text in their name or mail address, in any case. Default: the newest
    /// players.
    text: Option<String>,
    /// The maximum number of players. Default: 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

/// A player, as admins see them.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminPlayer)]
pub struct FoundPlayerResource {
    /// The player's name.
    name: String,
    /// The mail address; null for a guest.
    #[schema(required)]
    email: Option<String>,
    /// Whether the address is confirmed.
    email_confirmed: bool,
    /// Why the server sends no mails about games to the address; null if it does.
    #[schema(required)]
    mail_suspended: Option<MailTrouble>,
    /// When the player signed up.
    created_at: DateTime,
    /// Whether the player is a guest.
    guest: bool,
    /// Whether a program plays with the account.
    automated: bool,
    /// Whether the player is an admin.
    admin: bool,
    /// Whether the account is suspended.
    suspended: bool,
}

/// Players, as admins see them.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminPlayerList)]
pub struct FoundPlayers {
    /// The players, the newest first.
    players: Vec<FoundPlayerResource>,
}

/// The sign-ups of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = SignUpCount)]
pub struct SignUpsResource {
    /// The day, in UTC.
    day: NaiveDate,
    /// The number of new players with an account.
    players: i64,
    /// The number of new guests who are still guests.
    guests: i64,
}

/// A webhook that currently fails.
#[derive(Serialize, ToSchema)]
#[schema(as = FailingWebhook)]
pub struct FailingWebhookResource {
    /// The name of its owner.
    player: String,
    /// The host of its address.
    host: String,
    /// The start of the current series of failures.
    failing_since: DateTime,
}

/// The state of the server.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminOverview)]
pub struct OverviewResource {
    /// The version of the program.
    version: &'static str,
    /// The sign-ups of each of the last seven days, the newest first.
    sign_ups: Vec<SignUpsResource>,
    /// The number of open reports.
    open_reports: i64,
    /// The number of mails that wait in the outbox.
    mails_waiting: i64,
    /// When the oldest of them became due; null if none waits.
    #[schema(required)]
    oldest_mail_due_at: Option<DateTime>,
    /// The number of mails that the server gave up.
    mails_failed: i64,
    /// The number of mails that mail servers of recipients refused.
    mails_refused: i64,
    /// The number of addresses that get no mails about games, since a mail bounced or a reader
    /// complained.
    addresses_suspended: i64,
    /// The number of incoming mails that wait.
    inbound_waiting: i64,
    /// The number of deliveries to webhooks that wait, retries included.
    deliveries_waiting: i64,
    /// The enabled webhooks that fail, those that have failed longest first; at most 200.
    failing_webhooks: Vec<FailingWebhookResource>,
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
/// send the smallest `id` so far as `before`. `player` selects the actions on one player. An action
/// that failed has a second entry with its `failure`. Only for admins.
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
    let player = query.player.as_deref();
    let found = acts::acts(&state, query.before, query.limit, player).await?;
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

policy!(list_admin_players: Scope(Admin), cost = 3);
/// Find players
///
/// Returns the newest players, or those with a text in their name or mail address, the newest
/// first. Only for admins.
#[utoipa::path(
    tag = "admin",
    params(PlayersQuery),
    responses(
        (status = 200, description = "The players, the newest first.", body = FoundPlayers),
        (status = 403, description = "forbidden: you are not an admin", body = ProblemBody),
    )
)]
#[get("/v1/admin/players")]
pub(super) async fn list_admin_players(
    state: State,
    admin: caller::Admin,
    Query(query): Query<PlayersQuery>,
) -> Result<Json<FoundPlayers>> {
    Operator::calling(&state, &admin.0).await?;
    let found = acts::players(&state, query.text.as_deref(), query.limit).await?;
    let players = found.into_iter().map(|(it, trouble)| FoundPlayerResource {
        name: it.name,
        email: it.email,
        email_confirmed: it.confirmed,
        mail_suspended: trouble,
        created_at: rfc3339(it.created_at),
        guest: it.guest,
        automated: it.automated,
        admin: it.admin,
        suspended: it.suspended,
    });
    Ok(Json(FoundPlayers {
        players: players.collect(),
    }))
}

policy!(get_admin_overview: Scope(Admin), cost = 5);
/// Get an overview of the server
///
/// Returns the version of the program, the sign-ups of the last days, the lengths of the queues,
/// and the webhooks that fail. The server counts all of it for each call, so do not poll it: metrics
/// are for that. Only for admins.
#[utoipa::path(
    tag = "admin",
    responses(
        (status = 200, description = "The state of the server.", body = OverviewResource),
        (status = 403, description = "forbidden: you are not an admin", body = ProblemBody),
    )
)]
#[get("/v1/admin/overview")]
pub(super) async fn get_admin_overview(
    state: State,
    admin: caller::Admin,
) -> Result<Json<OverviewResource>> {
    Operator::calling(&state, &admin.0).await?;
    let it = acts::overview(&state).await?;
    let sign_ups = it.sign_ups.into_iter().map(|it| SignUpsResource {
        day: it.day,
        players: it.players,
        guests: it.guests,
    });
    let failing = it
        .failing_webhooks
        .into_iter()
        .map(|it| FailingWebhookResource {
            player: it.player,
            host: it.host,
            failing_since: rfc3339(it.since),
        });
    Ok(Json(OverviewResource {
        version: env!("CARGO_PKG_VERSION"),
        sign_ups: sign_ups.collect(),
        open_reports: it.open_reports,
        mails_waiting: it.mails.waiting,
        oldest_mail_due_at: it.mails.oldest_due.map(rfc3339),
        mails_failed: it.mails.dead,
        mails_refused: it.mails.refused,
        addresses_suspended: it.suspended_addresses,
        inbound_waiting: mail_commands::waiting(&state).await?,
        deliveries_waiting: it.deliveries,
        failing_webhooks: failing.collect(),
    }))
}
