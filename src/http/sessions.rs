//! Signing in, refreshing and signing out.

use actix_web::web::{Json, Query};
use actix_web::{HttpResponse, delete, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::State;
use super::caller::{Client, SignedIn};
use super::json::Body;
use super::schemas::ProblemBody;
use crate::problem::Problem;
use crate::service::access::ACCESS_MINUTES;
use crate::service::sessions::{self, Proof, Tokens};

pub(super) fn api(config: &mut ServiceConfig<'_>) {
    config
        .service(sign_in)
        .service(send_code)
        .service(refresh)
        .service(sign_out);
}

/// Name and password, or name and a code from a mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name of the player, in any case.
    #[schema(examples("ann"))]
    name: String,
    /// The password. Either this or `code`.
    password: Option<String>,
    /// The code from a mail (`POST /v1/sessions/code`), in any case, hyphens and spaces aside.
    /// Either this or `password`.
    code: Option<String>,
}

/// Who wants a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeRequest {
    /// The name of the player.
    #[schema(examples("ann"))]
    name: String,
}

/// A refresh token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefreshRequest {
    /// The refresh token of the last answer. It is good for one use.
    refresh_token: String,
}

/// Which sessions end.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SignOut {
    /// Whether to sign out everywhere, and not only here.
    #[serde(default)]
    all: bool,
}

/// A session: send `Authorization: Bearer <access_token>`, and refresh before it expires.
#[derive(Serialize, ToSchema)]
pub struct SessionBody {
    /// For the `Authorization` header.
    access_token: String,
    /// For `POST /v1/sessions/refresh`: good for one use, within 60 days.
    refresh_token: String,
    /// Always `Bearer`.
    #[schema(examples("Bearer"))]
    token_type: &'static str,
    /// Seconds until the access token expires.
    #[schema(examples(900))]
    expires_in: i64,
    /// Who is signed in.
    player: SessionPlayer,
    /// Whether game mail goes to the player's address.
    email_confirmed: bool,
}

/// Who is signed in.
#[derive(Serialize, ToSchema)]
pub struct SessionPlayer {
    /// The name.
    #[schema(examples("ann"))]
    name: String,
}

impl From<Tokens> for SessionBody {
    fn from(tokens: Tokens) -> SessionBody {
        SessionBody {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            token_type: "Bearer",
            expires_in: ACCESS_MINUTES * 60,
            player: SessionPlayer { name: tokens.name },
            email_confirmed: tokens.email_confirmed,
        }
    }
}

/// Sign in with the password or with a code from a mail
///
/// An unknown name, a wrong password and a wrong code get the same answer.
#[utoipa::path(
    tag = "sessions",
    request_body = SignIn,
    responses(
        (status = 201, description = "Signed in.", body = SessionBody),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 401, description = "bad-credentials", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type", body = ProblemBody),
        (status = 429, description = "too-many", body = ProblemBody),
    )
)]
#[post("/v1/sessions")]
pub(super) async fn sign_in(
    app: State,
    client: Client,
    Body(body): Body<SignIn>,
) -> Result<HttpResponse, Problem> {
    let proof = match (body.password, body.code) {
        (Some(password), None) => Proof::Password(password),
        (None, Some(code)) => Proof::Code(code),
        _ => {
            return Err(Problem::invalid("Give either a password or a code."));
        }
    };
    let tokens = sessions::sign_in(&app, client.0, &body.name, proof).await?;
    Ok(HttpResponse::Created().json(SessionBody::from(tokens)))
}

/// Ask for a code to sign in with, by mail
///
/// It is good for 15 minutes, one use and five tries; an earlier one is void. The answer does not
/// tell whether there is such a player.
#[utoipa::path(
    tag = "sessions",
    request_body = CodeRequest,
    responses(
        (status = 202, description = "If there is such a player, a mail is on its way."),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type", body = ProblemBody),
        (status = 429, description = "too-many", body = ProblemBody),
    )
)]
#[post("/v1/sessions/code")]
pub(super) async fn send_code(
    app: State,
    client: Client,
    Body(body): Body<CodeRequest>,
) -> Result<HttpResponse, Problem> {
    sessions::send_code(&app, client.0, &body.name).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// Exchange the refresh token for a new pair of tokens
///
/// Each refresh token is good for one use. A client that lost the answer may send the same token
/// again within 30 seconds; otherwise a token that is used twice ends the session.
#[utoipa::path(
    tag = "sessions",
    request_body = RefreshRequest,
    responses(
        (status = 200, description = "The new tokens.", body = SessionBody),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 401, description = "bad-refresh-token: sign in again", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type", body = ProblemBody),
    )
)]
#[post("/v1/sessions/refresh")]
pub(super) async fn refresh(
    app: State,
    Body(body): Body<RefreshRequest>,
) -> Result<Json<SessionBody>, Problem> {
    let tokens = sessions::refresh(&app, &body.refresh_token).await?;
    Ok(Json(tokens.into()))
}

/// Sign out, here or everywhere
///
/// Access tokens of the ended sessions are refused at once, and within a second where several
/// servers run.
#[utoipa::path(
    tag = "sessions",
    params(SignOut),
    security(("access_token" = [])),
    responses(
        (status = 204, description = "Signed out."),
        (status = 400, description = "invalid-request", body = ProblemBody),
        (status = 401, description = "not-signed-in", body = ProblemBody),
    )
)]
#[delete("/v1/sessions")]
pub(super) async fn sign_out(
    app: State,
    SignedIn(caller): SignedIn,
    query: Query<SignOut>,
) -> Result<HttpResponse, Problem> {
    sessions::sign_out(&app, &caller, query.all).await?;
    Ok(HttpResponse::NoContent().finish())
}
