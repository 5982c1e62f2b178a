//! OAuth 2.1 for programs (RFC 6749, 7636, 8628): tokens for authorization codes and device codes,
//! introspection, revocation, and the metadata of the server. Players give their consent on pages
//! ([`crate::http::pages`]), through calls of their own ([`crate::http::accounts::grants`]).

use accounts::oauth::{self, Fault, Issued};
use accounts::tokens::Scope;
use actix_web::http::StatusCode;
use actix_web::web::Form;
use actix_web::{HttpResponse, get, post};
use base::refusal::Refusal;
use chrono::DateTime;
use common::clock::Moment;
use serde::{Deserialize, Serialize};
use strum::VariantArray;
use utoipa::ToSchema;

use crate::http::caller::{Client, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::{Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(get_authorization_server)
        .service(request_token)
        .service(authorize_device)
        .service(introspect_token)
        .service(revoke_token);
}

/// The grant type of a program without a browser.
const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// A form, or the error from parsing it.
type Filled<T> = std::result::Result<Form<T>, actix_web::Error>;

fn read<T>(filled: Filled<T>) -> Result<T, Fault> {
    let unread = "The body is a form (application/x-www-form-urlencoded) with each parameter once.";
    let filled = filled.map_err(|error| match error.as_response_error().status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::TooLarge.into(),
        _ => Fault::InvalidRequest(unread.to_owned()),
    });
    filled.map(Form::into_inner)
}

/// Returns a required parameter. An empty one counts as missing.
fn needed(parameter: Option<String>, name: &str) -> Result<String, Fault> {
    let given = parameter.filter(|it| !it.is_empty());
    given.ok_or_else(|| Fault::InvalidRequest(format!("“{name}” is missing.")))
}

/// The form of a token request: `code`, `client_id`, `code_verifier` and, if you like,
/// `redirect_uri`; or `device_code` and `client_id`.
#[derive(Deserialize, ToSchema)]
#[schema(as = TokenRequest)]
pub struct TokenForm {
    /// The grant type: `authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`.
    #[schema(value_type = String, examples("authorization_code"))]
    grant_type: Option<String>,
    /// The code from the redirect.
    code: Option<String>,
    /// The redirect address of the authorization. Optional; if sent, it must be the same.
    redirect_uri: Option<String>,
    /// The app's name for itself, the same as in the authorization.
    #[schema(value_type = String, min_length = 1, max_length = 60, examples("My robot"))]
    client_id: Option<String>,
    /// The PKCE verifier: the text whose SHA-256 is `code_challenge`.
    code_verifier: Option<String>,
    /// `device_code` from `POST /oauth/device`.
    device_code: Option<String>,
}

/// The form that begins the device flow.
#[derive(Deserialize, ToSchema)]
#[schema(as = DeviceAuthorizationRequest)]
pub struct DeviceForm {
    /// The app's name for itself: 1 to 60 visible ASCII characters. The server shows it to the
    /// player.
    #[schema(value_type = String, min_length = 1, max_length = 60, examples("My robot"))]
    client_id: Option<String>,
    /// The requested scopes, separated by spaces.
    #[schema(value_type = String, examples("games:read games:play"))]
    scope: Option<String>,
}

/// The form with a token.
#[derive(Deserialize, ToSchema)]
#[schema(as = TokenReference)]
pub struct ShownToken {
    /// The token.
    #[schema(value_type = String)]
    token: Option<String>,
}

/// A token for an app.
#[derive(Serialize, ToSchema)]
pub struct OAuthToken {
    /// The token. Send it as `Authorization: Bearer <access_token>`.
    #[schema(examples("turnpike_hYpJ0oV5bX3mC8sQ1rT6wZ9dK2fL4gN7aE0uB5iM8oR"))]
    access_token: String,
    /// `Bearer`.
    token_type: &'static str,
    /// Seconds until it expires.
    expires_in: i64,
    /// The granted scopes, separated by spaces.
    scope: String,
}

/// The codes of a device flow.
#[derive(Serialize, ToSchema)]
#[schema(as = DeviceAuthorization)]
pub struct DeviceBody {
    /// The code for `POST /oauth/token`. Keep it secret.
    device_code: String,
    /// The code that the player types.
    #[schema(examples("BCDF-2345"))]
    user_code: String,
    /// The page on which the player types `user_code`.
    #[schema(examples("https://turnpike.example.org/device"))]
    verification_uri: String,
    /// The same page with `user_code` filled in.
    verification_uri_complete: String,
    /// Seconds until the codes expire.
    expires_in: i64,
    /// The minimum number of seconds between polls.
    interval: i64,
}

/// The state of a token. Only `active` is present if the token is not valid or not yours.
#[derive(Serialize, ToSchema)]
#[schema(as = TokenIntrospection)]
pub struct IntrospectionBody {
    /// Whether the token is valid and yours.
    active: bool,
    /// The token's scopes, separated by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    /// The `client_id` of the app that requested the token; the name of a token that you created.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    /// The name of the token's owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<String>,
    /// `Bearer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    token_type: Option<&'static str>,
    /// When the token expires, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    exp: Option<i64>,
    /// When the token was created, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    iat: Option<i64>,
}

/// An OAuth error (RFC 6749 section 5.2, RFC 8628 section 3.5).
#[derive(Serialize, ToSchema)]
pub struct OAuthError {
    /// `invalid_request`, `invalid_grant`, `invalid_scope`, `unsupported_grant_type`, `authorization_pending`, `slow_down`,
    /// `access_denied` or `expired_token`.
    #[schema(examples("invalid_grant"))]
    error: &'static str,
    /// The error in a sentence, for developers of the app.
    error_description: String,
}

/// The metadata of the authorization server (RFC 8414).
#[derive(Serialize, ToSchema)]
#[schema(as = AuthorizationServer)]
pub struct ServerDescription {
    /// The address of this server.
    issuer: String,
    /// The page on which a player agrees. Its parameters: `response_type=code`, `client_id`,
    /// `redirect_uri`, `scope`, `state`, `code_challenge`, `code_challenge_method=S256`.
    authorization_endpoint: String,
    /// The address of `POST /oauth/token`.
    token_endpoint: String,
    /// The address of `POST /oauth/device`.
    device_authorization_endpoint: String,
    /// The address of `POST /oauth/introspect`.
    introspection_endpoint: String,
    /// The address of `POST /oauth/revoke`.
    revocation_endpoint: String,
    /// The address of the documentation.
    service_documentation: String,
    /// The response types: `code`.
    response_types_supported: [&'static str; 1],
    /// The grant types.
    grant_types_supported: [&'static str; 2],
    /// The PKCE methods: `S256`. PKCE is required.
    code_challenge_methods_supported: [&'static str; 1],
    /// `none`: apps have no client secrets.
    token_endpoint_auth_methods_supported: [&'static str; 1],
    /// `none`, as for the token endpoint.
    revocation_endpoint_auth_methods_supported: [&'static str; 1],
    /// The scopes that an app can request.
    scopes_supported: Vec<&'static str>,
    /// Whether redirects contain `iss`, the issuer (RFC 9207).
    authorization_response_iss_parameter_supported: bool,
}

/// Answers a token request.
fn answered(state: &State, issued: Result<Issued, Fault>) -> Result<HttpResponse> {
    match issued {
        Ok(Issued { token, secret }) => Ok(HttpResponse::Ok().json(OAuthToken {
            access_token: secret,
            token_type: "Bearer",
            expires_in: (token.expires_at - state.clock.now()).num_seconds(),
            scope: token.scopes,
        })),
        Err(fault) => refused(fault),
    }
}

fn refused(fault: Fault) -> Result<HttpResponse> {
    if let Fault::Refused(refusal) = fault {
        return Err(refusal.into());
    }
    Ok(HttpResponse::BadRequest().json(OAuthError {
        error: fault.word(),
        error_description: fault.detail(),
    }))
}

policy!(get_authorization_server: Nothing);
/// Get the OAuth endpoints
///
/// Returns the addresses of the OAuth endpoints and what they support (RFC 8414). Apps do not
/// register: `client_id` is the name that your app gives itself, and `redirect_uri` is an `https`
/// address, an address on the player's own machine, or an app's own scheme. Begin at
/// `authorization_endpoint`, or with `POST /oauth/device` if your app has no browser. Needs no
/// token.
#[utoipa::path(
    tag = "oauth",
    responses((status = 200, description = "The endpoints and what they support.", body = ServerDescription)),
    security(()),
)]
#[get("/.well-known/oauth-authorization-server")]
pub(crate) async fn get_authorization_server(state: State) -> Json<ServerDescription> {
    let at = |path: &str| format!("{}{path}", state.config.public_url);
    let scopes = Scope::VARIANTS.iter().filter(|it| it.is_for_apps());
    Json(ServerDescription {
        issuer: at(""),
        authorization_endpoint: at("/oauth/authorize"),
        token_endpoint: at("/oauth/token"),
        device_authorization_endpoint: at("/oauth/device"),
        introspection_endpoint: at("/oauth/introspect"),
        revocation_endpoint: at("/oauth/revoke"),
        service_documentation: at("/docs/"),
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code", DEVICE],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        scopes_supported: scopes.map(|scope| scope.into()).collect(),
        authorization_response_iss_parameter_supported: true,
    })
}

policy!(request_token: Nothing);
/// Exchange a code for a token
///
/// Returns a token for the code of the authorization flow, or for the device code of the device
/// flow. A code is valid for two minutes and for one use; a second use revokes the token from the
/// first one. With a device code, poll once every `interval` seconds until the player has decided.
/// The token is valid for a year. The player can list and revoke it like any other token. Needs no
/// token.
#[utoipa::path(
    tag = "oauth",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The token.", body = OAuthToken),
        (status = 400, description = "invalid-request: the body contains the OAuth error", body = OAuthError),
        (status = 403, description = "forbidden: the player has 50 tokens", body = ProblemBody),
    ),
    security(()),
)]
#[post("/oauth/token")]
pub(crate) async fn request_token(state: State, filled: Filled<TokenForm>) -> Result<HttpResponse> {
    let issued = async {
        let form = read(filled)?;
        let grant_type = needed(form.grant_type, "grant_type")?;
        let client = oauth::client(&needed(form.client_id, "client_id")?)?;
        match grant_type.as_str() {
            "authorization_code" => {
                let code = needed(form.code, "code")?;
                let verifier = needed(form.code_verifier, "code_verifier")?;
                let redirect = form.redirect_uri.as_deref();
                oauth::by_code(&state, &code, &client, redirect, &verifier).await
            }
            DEVICE => {
                let code = needed(form.device_code, "device_code")?;
                oauth::by_device(&state, &code, &client).await
            }
            _ => Err(Fault::UnsupportedGrantType),
        }
    };
    answered(&state, issued.await)
}

policy!(authorize_device: Nothing);
/// Begin the device flow
///
/// Begins the device flow of OAuth (RFC 8628), for apps without a browser. Show the player
/// `verification_uri` and `user_code`, then poll `POST /oauth/token` with `device_code`, at most
/// once every `interval` seconds. Needs no token.
#[utoipa::path(
    tag = "oauth",
    request_body(content = DeviceForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The codes and the address to show.", body = DeviceBody),
        (status = 400, description = "invalid-request: the body contains the OAuth error", body = OAuthError),
    ),
    security(()),
)]
#[post("/oauth/device")]
pub(crate) async fn authorize_device(
    state: State,
    from: Client,
    filled: Filled<DeviceForm>,
) -> Result<HttpResponse> {
    let begun = async {
        let form = read(filled)?;
        let client = oauth::client(&needed(form.client_id, "client_id")?)?;
        let scopes = oauth::scopes(form.scope.as_deref().unwrap_or_default())?;
        Ok(oauth::begin(&state, from.0, &client, &scopes).await?)
    };
    let begun = match begun.await {
        Ok(begun) => begun,
        Err(fault) => return refused(fault),
    };
    let page = format!("{}/device", state.config.public_url);
    Ok(HttpResponse::Ok().json(DeviceBody {
        verification_uri_complete: format!("{page}?code={}", begun.user_code),
        verification_uri: page,
        device_code: begun.device_code,
        user_code: begun.user_code,
        expires_in: begun.expires_in,
        interval: begun.interval,
    }))
}

policy!(introspect_token: Any);
/// Inspect a token
///
/// Returns whether a token is valid, with its scopes, its owner and its expiry (RFC 7662). Needs a
/// session or any valid token of the token's owner. For any other token the response contains only
/// `"active": false`.
#[utoipa::path(
    tag = "oauth",
    request_body(content = ShownToken, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The state of the token.", body = IntrospectionBody),
        (status = 400, description = "invalid-request: the token is missing", body = OAuthError),
    ),
)]
#[post("/oauth/introspect")]
pub(crate) async fn introspect_token(
    state: State,
    SignedIn(caller): SignedIn,
    filled: Filled<ShownToken>,
) -> Result<HttpResponse> {
    let token = match read(filled).and_then(|form| needed(form.token, "token")) {
        Ok(token) => token,
        Err(fault) => return refused(fault),
    };
    let known = oauth::introspect(&state, &caller, &token).await?;
    let seconds = |moment: Moment| DateTime::timestamp(&moment);
    let token = known.as_ref().map(|known| &known.token);
    Ok(HttpResponse::Ok().json(IntrospectionBody {
        active: known.is_some(),
        scope: token.map(|it| it.scopes.clone()),
        client_id: token.map(|it| it.client_id.as_ref().unwrap_or(&it.name).clone()),
        token_type: token.map(|_| "Bearer"),
        exp: token.map(|it| seconds(it.expires_at)),
        iat: token.map(|it| seconds(it.created_at)),
        username: known.as_ref().map(|it| it.player.clone()),
    }))
}

policy!(revoke_token: Nothing);
/// Revoke a token that you hold
///
/// Revokes the token in the form at once (RFC 7009). The response is the same for a token that does
/// not exist. Needs no other token.
#[utoipa::path(
    tag = "oauth",
    request_body(content = ShownToken, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The token is not valid, or no longer valid."),
        (status = 400, description = "invalid-request: the token is missing", body = OAuthError),
    ),
    security(()),
)]
#[post("/oauth/revoke")]
pub(crate) async fn revoke_token(state: State, filled: Filled<ShownToken>) -> Result<HttpResponse> {
    match read(filled).and_then(|form| needed(form.token, "token")) {
        Ok(token) => oauth::revoke(&state, &token).await?,
        Err(fault) => return refused(fault),
    }
    Ok(HttpResponse::Ok().finish())
}
