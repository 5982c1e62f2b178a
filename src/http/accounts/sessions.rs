//! Signing in, refreshing and signing out, and the sessions of a player.

use accounts::access::ACCESS_MINUTES;
use accounts::devices::Device;
use accounts::sessions::{self, OpenSession, Proof, Tokens};
use actix_web::{HttpResponse, delete, get, post};
use common::clock::rfc3339;
use common::ids::SessionId;
use play::membership::adoption;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use social::presence;
use utoipa::{IntoParams, ToSchema};

use crate::http::accounts::reauthentication::shown;
use crate::http::caller::{Client, RunsOn, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::{PasskeyAssertion, ProblemBody};
use crate::http::problem::{Result, invalid};
use crate::http::query::Query;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(sign_in)
        .service(send_sign_in_code)
        .service(refresh_session)
        .service(sign_out)
        .service(list_sessions)
        .service(delete_session);
}

/// The credentials: name and password, name and a code from a mail, the secret from the link in a
/// mail, or a passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The player's name, in any case. Not with `link`.
    #[schema(examples("ann"))]
    name: Option<String>,
    /// The password. One of `password`, `code`, `link` and `passkey`.
    password: Option<String>,
    /// The code from a mail (`POST /v1/sessions/code`). Case, hyphens and spaces do not matter.
    code: Option<String>,
    /// The secret from the link in the same mail. Wrong codes do not invalidate it.
    link: Option<String>,
    /// The authenticator's response to `POST /v1/sessions/passkey`: a `PublicKeyCredential`, as its
    /// `toJSON` returns it. Send it alone: it identifies the player, and replaces both factors.
    #[schema(value_type = Option<PasskeyAssertion>)]
    passkey: Option<Value>,
    /// The second factor, if it is enabled (`second-factor-required`): the six digits that the app
    /// shows, or a recovery code. Case, hyphens and spaces do not matter.
    #[schema(examples("492039"))]
    totp: Option<String>,
    /// The `device_token` of an earlier session of this player on this device. With it, other
    /// people's wrong attempts do not count against you.
    device_token: Option<String>,
    /// The access token of the guest account that you have used on this device. You get its
    /// seats in open and running games, except in games in which you already have or had
    /// another seat. Finished games stay with the guest.
    guest_token: Option<String>,
}

impl SignIn {
    fn parse(self, RunsOn(runs_on): RunsOn) -> Result<(Device, Proof, Option<String>)> {
        let proof = match (self.name, self.password, self.code, self.link, self.passkey) {
            (Some(name), Some(password), None, None, None) => Proof::Password { name, password },
            (Some(name), None, Some(code), None, None) => Proof::Code { name, code },
            (None, None, None, Some(link), None) => Proof::Link(link),
            (None, None, None, None, Some(answer)) => Proof::Passkey(shown(&answer)?),
            _ => {
                return invalid("why-sign-in");
            }
        };
        let device = Device {
            name: runs_on,
            token: self.device_token,
        };
        Ok((device, proof, self.totp))
    }
}

/// A request for a sign-in code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignInCodeRequest)]
pub struct CodeRequest {
    /// The player's name.
    #[schema(examples("ann"))]
    name: String,
}

/// A refresh token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SessionRefresh)]
pub struct RefreshRequest {
    /// The refresh token from the last response. It is valid for one use.
    refresh_token: String,
}

/// Which sessions end.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SignOut {
    /// Whether to end all your sessions, not only this one.
    #[serde(default)]
    all: bool,
}

/// A session. Send `Authorization: Bearer <access_token>`, and refresh the session before the token
/// expires.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionBody {
    /// The access token, for the `Authorization` header.
    access_token: String,
    /// The token for `POST /v1/sessions/refresh`: valid for one use, within 60 days.
    refresh_token: String,
    /// The type of the access token.
    token_type: TokenType,
    /// Seconds until the access token expires.
    #[schema(examples(900))]
    expires_in: i64,
    /// The signed-in player.
    player: SessionPlayer,
    /// Whether mails about games go to the player's address.
    email_confirmed: bool,
    /// Whether the player is an admin, who may call `/v1/admin/…`.
    admin: bool,
    /// A token for later calls of `POST /v1/sessions` on this device. Keep it when you sign out.
    /// Only in responses to signing in or signing up.
    #[serde(skip_serializing_if = "Option::is_none")]
    device_token: Option<String>,
}

/// The type of an access token.
#[derive(Serialize, ToSchema)]
pub enum TokenType {
    /// `Authorization: Bearer <token>`.
    Bearer,
}

/// An open session.
#[derive(Serialize, ToSchema)]
#[schema(as = SessionInfo)]
pub struct OpenSessionBody {
    /// The session's id.
    #[schema(examples("Gx3kPq7LmZ2"))]
    id: String,
    /// The device and program, in a few words; null if the client did not send it at sign-in.
    #[schema(examples("Firefox (Linux)"), required)]
    device: Option<String>,
    /// When the session began.
    created_at: DateTime,
    /// When you last used the session, to a quarter of an hour.
    last_used_at: DateTime,
    /// Whether this is the session of the request.
    current: bool,
}

/// Your open sessions.
#[derive(Serialize, ToSchema)]
pub struct SessionList {
    /// The sessions, the last used first.
    sessions: Vec<OpenSessionBody>,
}

/// The signed-in player.
#[derive(Serialize, ToSchema)]
pub struct SessionPlayer {
    /// The player's name.
    #[schema(examples("ann"))]
    name: String,
}

impl From<Tokens> for SessionBody {
    fn from(tokens: Tokens) -> SessionBody {
        SessionBody {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            token_type: TokenType::Bearer,
            expires_in: ACCESS_MINUTES * 60,
            player: SessionPlayer { name: tokens.name },
            email_confirmed: tokens.email_confirmed,
            admin: tokens.admin,
            device_token: tokens.device_token,
        }
    }
}

// A caller who signs in has no token yet.
policy!(sign_in: Nothing, permit = Some(SignIn));
/// Sign in
///
/// Begins a session with a password, with a code or link from a mail, or with a passkey. An unknown
/// name, a wrong password and a wrong code return the same problem. Only wrong credentials count
/// towards `rate-limited`. A link does not count as a guess. Without `totp`, the server never
/// rejects a link as `rate-limited`.
///
/// If the player's second factor is enabled, `second-factor-required` means that the first factor
/// was right. It stays valid: send it again with `totp`. A wrong `totp` is `bad-code` and counts as
/// a guess. After ten wrong ones in an hour, use a recovery code or a passkey, or wait. Needs no
/// token.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 201, description = "The session.", body = SessionBody),
        (status = 401, description = "bad-credentials, second-factor-required", body = ProblemBody),
        (status = 403, description = "suspended; forbidden: no passkeys if the server's address is an IP address", body = ProblemBody),
        (status = 422, description = "bad-code: `totp` is wrong or was used before", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/sessions")]
pub(crate) async fn sign_in(
    app: State,
    client: Client,
    runs_on: RunsOn,
    Json(body): Json<SignIn>,
) -> Result<HttpResponse> {
    let guest = body.guest_token.clone();
    let (device, proof, totp) = body.parse(runs_on)?;
    let shown = (&proof, totp.as_deref());
    let tokens = adoption::sign_in(&app, client.0, &device, shown, guest.as_deref()).await?;
    Ok(HttpResponse::Created().json(SessionBody::from(tokens)))
}

policy!(send_sign_in_code: Nothing);
/// Request a code for signing in
///
/// Sends a code by mail. The code is valid for 15 minutes, for one use and five attempts, and
/// invalidates earlier ones. The mail also contains a link. Neither wrong codes nor later mails
/// invalidate the link. The response does not show whether such a player exists. Needs no token.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 202, description = "The server sends a mail if such a player exists."),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/sessions/code")]
pub(crate) async fn send_sign_in_code(
    app: State,
    client: Client,
    Json(body): Json<CodeRequest>,
) -> Result<HttpResponse> {
    sessions::send_code(&app, client.0, &body.name).await?;
    Ok(HttpResponse::Accepted().finish())
}

policy!(refresh_session: MayHaveExpired);
/// Refresh the session
///
/// Exchanges the refresh token for a new pair of tokens. Each refresh token is valid for one use. A
/// client that has lost the response may send the same token again within 30 seconds. Any other
/// second use ends the session. Needs no access token, only the refresh token.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 200, description = "The session with its new tokens.", body = SessionBody),
        (status = 401, description = "bad-refresh-token: sign in again", body = ProblemBody),
        (status = 403, description = "suspended", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/sessions/refresh")]
pub(crate) async fn refresh_session(
    app: State,
    Json(body): Json<RefreshRequest>,
) -> Result<Json<SessionBody>> {
    let tokens = sessions::refresh(&app, &body.refresh_token).await?;
    Ok(Json(tokens.into()))
}

policy!(sign_out: Session, permit = Some(SignIn));
/// Sign out, here or everywhere
///
/// Ends this session, or all of your sessions. This server rejects their access tokens at once,
/// other servers within a second. Signing out everywhere also cancels a pending new address, codes
/// and mail commands.
#[utoipa::path(
    tag = "sessions",
    params(SignOut),
    responses((status = 204, description = "The sessions are ended."))
)]
#[delete("/v1/sessions")]
pub(crate) async fn sign_out(
    app: State,
    SignedIn(caller): SignedIn,
    Query(query): Query<SignOut>,
) -> Result<HttpResponse> {
    presence::leaves(&app, caller.player).await?;
    sessions::sign_out(&app, &caller, query.all).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(list_sessions: Session);
/// List your sessions
///
/// Returns your open sessions on all devices.
#[utoipa::path(
    tag = "sessions",
    responses((status = 200, description = "The sessions, the last used first.", body = SessionList))
)]
#[get("/v1/me/sessions")]
pub(crate) async fn list_sessions(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<SessionList>> {
    let open = sessions::list(&app, &caller).await?.into_iter();
    let body = |session: OpenSession| OpenSessionBody {
        current: session.id == caller.session,
        id: session.id,
        device: session.device,
        created_at: rfc3339(session.created_at),
        last_used_at: rfc3339(session.last_used_at),
    };
    Ok(Json(SessionList {
        sessions: open.map(body).collect(),
    }))
}

policy!(delete_session: Session);
/// End one of your sessions
///
/// Ends a session. This server rejects its access tokens at once, other servers within a second.
#[utoipa::path(
    tag = "sessions",
    params(("session" = String, Path, description = "The session's id.")),
    responses(
        (status = 204, description = "The session is ended."),
        (status = 404, description = "not-found: you have no open session with this id", body = ProblemBody),
    )
)]
#[delete("/v1/me/sessions/{session}")]
pub(crate) async fn delete_session(
    app: State,
    SignedIn(caller): SignedIn,
    id: At<SessionId>,
) -> Result<HttpResponse> {
    sessions::end(&app, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}
