//! What admins do: the calls under `/v1/admin`. The command line does the same, by the same path.

use std::net::IpAddr;

use actix_web::web::{Json, Query};
use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::State;
use super::caller;
use super::json::Body;
use super::schemas::ProblemBody;
use crate::clock::rfc3339;
use crate::problem::Problem;
use crate::service::admin::{self, Act, Operator};

pub(super) fn api(config: &mut ServiceConfig<'_>) {
    config.service(act).service(list_acts).service(list_reports);
}

/// What to do.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ActBody {
    /// Suspend an account: its sessions end, it cannot sign in, its games go on without it.
    Suspend {
        /// The player's name.
        player: String,
    },
    /// Lift a suspension.
    Reinstate {
        /// The player's name.
        player: String,
    },
    /// Give a player another name.
    Rename {
        /// The player's name.
        player: String,
        /// The new name.
        to: String,
    },
    /// Turn a player's second factor off: for whoever has lost the app and the recovery codes.
    TurnOffSecondFactor {
        /// The player's name.
        player: String,
    },
    /// Forget what was tried in a player's name: whoever was locked out by that may try again.
    LiftLock {
        /// The player's name.
        player: String,
        /// Forget as well what was tried from this IP address.
        #[schema(value_type = Option<String>)]
        from: Option<IpAddr>,
    },
    /// Empty a message.
    DeleteMessage {
        /// The game's id.
        game: String,
        /// The message's number.
        n: i64,
    },
    /// Mark a report as dealt with.
    ResolveReport {
        /// The report's id.
        report: String,
    },
    /// Stop a running game for a while: nobody moves, and no clock runs.
    Pause {
        /// The game's id.
        game: String,
    },
    /// Let a stopped game go on: everybody has as much time left as then.
    Resume {
        /// The game's id.
        game: String,
    },
    /// Cancel a game that is open or runs: it has no result.
    End {
        /// The game's id.
        game: String,
    },
    /// Give a player's seat to a bot at once, or offer it to another player.
    Replace {
        /// The game's id.
        game: String,
        /// The seat.
        seat: u8,
        /// The other player's name; a bot takes the seat when left out.
        by: Option<String>,
    },
    /// Send the mails about games once more that were given up.
    ResendMail,
    /// Derive a game again from its seed and its log.
    Verify {
        /// The game's id.
        game: String,
    },
}

impl From<ActBody> for Act {
    fn from(body: ActBody) -> Act {
        match body {
            ActBody::Suspend { player } => Act::Suspend { player },
            ActBody::Reinstate { player } => Act::Reinstate { player },
            ActBody::Rename { player, to } => Act::Rename { player, to },
            ActBody::TurnOffSecondFactor { player } => Act::TurnOffSecondFactor { player },
            ActBody::LiftLock { player, from } => Act::LiftLock { player, from },
            ActBody::DeleteMessage { game, n } => Act::DeleteMessage { game, n },
            ActBody::ResolveReport { report } => Act::ResolveReport { report },
            ActBody::Pause { game } => Act::Pause { game },
            ActBody::Resume { game } => Act::Resume { game },
            ActBody::End { game } => Act::End { game },
            ActBody::Replace { game, seat, by } => Act::Replace { game, seat, by },
            ActBody::ResendMail => Act::ResendMail,
            ActBody::Verify { game } => Act::Verify { game },
        }
    }
}

/// An act, and why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewActBody {
    /// What to do.
    act: ActBody,
    /// Why: those whom it concerns are told. At most 500 characters.
    reason: String,
}

/// What came of an act.
#[derive(Serialize, ToSchema)]
pub struct DoneResource {
    /// Its number in the log.
    id: i64,
    /// What came of it, in a sentence.
    outcome: String,
}

/// A line of the log of acts.
#[derive(Serialize, ToSchema)]
pub struct ActResource {
    /// Its number.
    id: i64,
    /// When.
    #[schema(format = DateTime)]
    at: String,
    /// The admin's name then, or the account on the command line.
    who: String,
    /// What.
    #[schema(value_type = Object)]
    act: Value,
    /// Why.
    reason: String,
    /// The code of the problem because of which it came to nothing. It has a line before, without.
    failure: Option<String>,
}

/// A page of the log of acts.
#[derive(Serialize, ToSchema)]
pub struct ActPage {
    /// The acts, the newest first.
    acts: Vec<ActResource>,
}

/// A report that nobody has dealt with.
#[derive(Serialize, ToSchema)]
pub struct ReportResource {
    /// Its id.
    id: String,
    /// The game.
    game: String,
    /// Who is reported.
    reported: String,
    /// The number of the message that is reported.
    message: Option<i64>,
    /// What that message said.
    said: Option<String>,
    /// Why.
    reason: String,
    /// When.
    #[schema(format = DateTime)]
    created_at: String,
}

/// The reports that nobody has dealt with.
#[derive(Serialize, ToSchema)]
pub struct ReportPage {
    /// The reports, the oldest first; at most 200.
    reports: Vec<ReportResource>,
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

/// Act for the operator
///
/// For admins only, whom the command line appoints. Every act is written down, with who does it and
/// why, before it is carried out.
#[utoipa::path(
    tag = "admin",
    security(("access_token" = [])),
    request_body = NewActBody,
    responses(
        (status = 201, description = "Done", body = DoneResource),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 403, description = "forbidden: you are no admin", body = ProblemBody),
        (status = 404, description = "not-found: what the act names is not there", body = ProblemBody),
        (status = 409, description = "name-taken, not-running, not-seated, already-seated, paused", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type", body = ProblemBody),
    )
)]
#[post("/v1/admin/acts")]
pub(super) async fn act(
    state: State,
    admin: caller::Admin,
    Body(body): Body<NewActBody>,
) -> Result<HttpResponse, Problem> {
    let operator = Operator::calling(&state, &admin.0).await?;
    let done = admin::carry_out(&state, &operator, &body.act.into(), &body.reason).await?;
    Ok(HttpResponse::Created().json(DoneResource {
        id: done.id,
        outcome: done.outcome,
    }))
}

/// Read the log of acts
#[utoipa::path(
    tag = "admin",
    security(("access_token" = [])),
    params(ActsQuery),
    responses(
        (status = 200, description = "The acts, the newest first", body = ActPage),
        (status = 400, description = "invalid-request", body = ProblemBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 403, description = "forbidden: you are no admin", body = ProblemBody),
    )
)]
#[get("/v1/admin/acts")]
pub(super) async fn list_acts(
    state: State,
    admin: caller::Admin,
    query: Query<ActsQuery>,
) -> Result<Json<ActPage>, Problem> {
    Operator::calling(&state, &admin.0).await?;
    let found = admin::acts(&state, query.before, query.limit).await?;
    let acts = found.into_iter().map(|row| ActResource {
        id: row.id,
        at: rfc3339(row.at),
        who: row.who,
        act: row.act,
        reason: row.reason,
        failure: row.failure,
    });
    Ok(Json(ActPage {
        acts: acts.collect(),
    }))
}

/// List the reports that nobody has dealt with
#[utoipa::path(
    tag = "admin",
    security(("access_token" = [])),
    responses(
        (status = 200, description = "The reports, the oldest first", body = ReportPage),
        (status = 401, description = "not-signed-in", body = ProblemBody),
        (status = 403, description = "forbidden: you are no admin", body = ProblemBody),
    )
)]
#[get("/v1/admin/reports")]
pub(super) async fn list_reports(
    state: State,
    admin: caller::Admin,
) -> Result<Json<ReportPage>, Problem> {
    Operator::calling(&state, &admin.0).await?;
    let found = admin::open_reports(&state).await?;
    let reports = found.into_iter().map(|report| ReportResource {
        id: report.id,
        game: report.game_id,
        reported: report.reported,
        message: report.message,
        said: report.said,
        reason: report.reason,
        created_at: rfc3339(report.created_at),
    });
    Ok(Json(ReportPage {
        reports: reports.collect(),
    }))
}
