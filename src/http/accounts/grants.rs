//! How players decide about programs that ask for a token: the calls behind the pages
//! `/oauth/authorize` and `/device`.

use accounts::oauth::{self, Asked, Fault, Redirect};
use actix_web::web::Path;
use actix_web::{HttpResponse, get, post};
use base::refusal::Refusal;
use common::clock::rfc3339;
use common::texts::message;
use rules::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::accounts::reauthentication::Sure;
use crate::http::caller::{Client, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::{Problem, Result};
use crate::http::{DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(authorize_client)
        .service(get_device_authorization)
        .service(decide_device_authorization);
}

/// The longest `state`, in bytes.
const MAX_STATE: usize = 2_000;

/// Your agreement to an app's request for a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AuthorizationRequest)]
pub struct GrantBody {
    /// The app's name for itself.
    #[schema(min_length = 1, max_length = 60)]
    client_id: String,
    /// The app's address that receives the code.
    #[schema(max_length = 1000)]
    redirect_uri: String,
    /// The requested scopes, separated by spaces.
    scope: String,
    /// The PKCE challenge: the SHA-256 of `code_verifier`, in base64url.
    #[schema(min_length = 43, max_length = 43)]
    code_challenge: String,
    /// The PKCE method: `S256`.
    code_challenge_method: String,
    /// A value that the server returns to the app unchanged.
    #[schema(max_length = 2000)]
    state: Option<String>,
    /// Your password or a passkey.
    reauthentication: Sure,
}

/// The redirect that returns to the app.
#[derive(Serialize, ToSchema)]
#[schema(as = AuthorizationResponse)]
pub struct GrantedBody {
    /// The app's address with `code`, `state` and `iss`. Open it in the player's browser.
    location: String,
}

/// A device's request for a token.
#[derive(Serialize, ToSchema)]
#[schema(as = DeviceRequest)]
pub struct DeviceGrant {
    /// The app's name for itself.
    client_id: String,
    /// The requested scopes, separated by spaces.
    scope: String,
    /// When the app made the request.
    requested_at: DateTime,
    /// When the request expires.
    expires_at: DateTime,
}

/// Your decision on a device's request.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceDecision {
    /// Whether to grant the token.
    allow: bool,
    /// Your password or a passkey. Required to grant the token.
    reauthentication: Option<Sure>,
}

fn asked(fault: Fault) -> Problem {
    match fault {
        Fault::Refused(refusal) => refusal.into(),
        // These messages are for the authors of programs, and always in English.
        fault => Refusal::InvalidRequest(Message::verbatim(fault.detail())).into(),
    }
}

policy!(authorize_client: Session, permit = Some(SignIn), key = Reserved);
/// Grant an app a token
///
/// Does the same as the page `/oauth/authorize` when you agree: it returns the app's redirect
/// address with a code, which the app exchanges for a token. Needs your password or a passkey.
#[utoipa::path(
    tag = "oauth",
    responses(
        (status = 201, description = "The app's redirect address.", body = GrantedBody),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: you have 50 tokens", body = ProblemBody),
    )
)]
#[post("/v1/me/grants")]
pub(crate) async fn authorize_client(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<GrantBody>,
) -> Result<HttpResponse> {
    let sure = body.reauthentication.parse()?;
    if body.state.as_ref().is_some_and(|it| it.len() > MAX_STATE) {
        let long = message("why-bytes").with("name", "state");
        return Err(Refusal::InvalidRequest(long.with("most", MAX_STATE)).into());
    }
    let redirect = Redirect::parse(&body.redirect_uri).map_err(asked)?;
    let challenge = (&*body.code_challenge, &*body.code_challenge_method);
    let wanted = Asked::read(&body.client_id, redirect, &body.scope, challenge).map_err(asked)?;
    let code = oauth::agree(&app, client.0, &caller, &wanted, &sure).await?;
    let mut told = vec![("code", code.as_str()), ("iss", &app.config.public_url)];
    told.extend(body.state.as_deref().map(|state| ("state", state)));
    let location = wanted.redirect.with(&told);
    Ok(HttpResponse::Created().json(GrantedBody { location }))
}

policy!(get_device_authorization: Session);
/// Get the request of a device
///
/// Returns the app that requests a token with this `user_code`, and the scopes that it requests.
/// Case, hyphens and spaces in the code do not matter.
#[utoipa::path(
    tag = "oauth",
    params(("user_code" = String, Path, description = "The code that the app shows.")),
    responses(
        (status = 200, description = "The request.", body = DeviceGrant),
        (status = 422, description = "bad-code", body = ProblemBody),
    )
)]
#[get("/v1/me/grants/{user_code}")]
pub(crate) async fn get_device_authorization(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    user_code: Path<String>,
) -> Result<Json<DeviceGrant>> {
    let pending = oauth::pending(&app, client.0, &caller, &user_code).await?;
    Ok(Json(DeviceGrant {
        client_id: pending.client,
        scope: pending.scopes,
        requested_at: rfc3339(pending.asked_at),
        expires_at: rfc3339(pending.expires_at),
    }))
}

policy!(decide_device_authorization: Session, permit = Some(SignIn));
/// Grant or deny a device its token
///
/// Decides on the request with this `user_code`. The app gets its token, or the error, with its
/// next poll. To grant the token, send your password or a passkey.
#[utoipa::path(
    tag = "oauth",
    params(("user_code" = String, Path, description = "The code that the app shows.")),
    responses(
        (status = 204, description = "The decision is stored."),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: you have 50 tokens", body = ProblemBody),
        (status = 422, description = "bad-code", body = ProblemBody),
    )
)]
#[post("/v1/me/grants/{user_code}")]
pub(crate) async fn decide_device_authorization(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    user_code: Path<String>,
    Json(body): Json<DeviceDecision>,
) -> Result<HttpResponse> {
    let sure = match (body.allow, body.reauthentication) {
        (true, None) => return Err(Refusal::invalid("why-sure-missing").into()),
        (true, Some(sure)) => Some(sure.parse()?),
        (false, _) => None,
    };
    oauth::decide(&app, client.0, &caller, &user_code, sure.as_ref()).await?;
    Ok(HttpResponse::NoContent().finish())
}
