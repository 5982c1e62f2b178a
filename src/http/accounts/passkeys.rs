//! Passkeys: adding, listing and removing them, and the challenges for authenticators.

use accounts::passkeys::{self, Passkey};
use actix_web::{HttpResponse, delete, get, post};
use common::clock::rfc3339;
use common::ids::PasskeyId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::accounts::reauthentication::Sure;
use crate::http::caller::{Client, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::{PasskeyCredential, PasskeyOptions, ProblemBody};
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(create_sign_in_challenge)
        .service(list_passkeys)
        .service(create_passkey_challenge)
        .service(create_passkey)
        .service(delete_passkey);
}

/// A challenge for an authenticator.
#[derive(Serialize, ToSchema)]
#[schema(as = PasskeyChallenge)]
pub struct ChallengeBody {
    /// The options of WebAuthn in JSON: for `PublicKeyCredential.parseRequestOptionsFromJSON`, or,
    /// to add a passkey, for `parseCreationOptionsFromJSON`.
    #[schema(value_type = PasskeyOptions)]
    options: Value,
}

/// A new passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PasskeyInput)]
pub struct NewPasskey {
    /// Your name for the passkey: 1 to 60 characters.
    #[schema(examples("My phone"), min_length = 1, max_length = 60)]
    name: String,
    /// The authenticator's response: a `PublicKeyCredential`, as its `toJSON` returns it.
    #[schema(value_type = PasskeyCredential)]
    credential: Value,
}

/// A passkey.
#[derive(Serialize, ToSchema)]
#[schema(as = Passkey)]
pub struct PasskeyBody {
    /// The passkey's id.
    #[schema(examples("Gx3kPq7LmZ2"))]
    id: String,
    /// Your name for the passkey.
    #[schema(examples("My phone"))]
    name: String,
    /// When you added the passkey.
    created_at: DateTime,
    /// When you last used the passkey; null if never.
    #[schema(required)]
    last_used_at: Option<DateTime>,
}

impl From<Passkey> for PasskeyBody {
    fn from(passkey: Passkey) -> PasskeyBody {
        PasskeyBody {
            id: passkey.id,
            name: passkey.name,
            created_at: rfc3339(passkey.created_at),
            last_used_at: passkey.last_used_at.map(rfc3339),
        }
    }
}

/// Your passkeys.
#[derive(Serialize, ToSchema)]
pub struct PasskeyList {
    /// The passkeys, the oldest first; at most 20.
    passkeys: Vec<PasskeyBody>,
}

policy!(create_sign_in_challenge: Nothing);
/// Get a passkey challenge
///
/// Returns options for an authenticator, for signing in and for every call that accepts a passkey
/// in place of the password. The authenticator's response is valid once, within five minutes, at
/// every server of this address. The options name no player: the authenticator offers its passkeys
/// for this address. Needs no token.
#[utoipa::path(
    tag = "sessions",
    responses(
        (status = 201, description = "The options for the authenticator.", body = ChallengeBody),
        (status = 403, description = "forbidden: the server's address is an IP address", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/sessions/passkey")]
pub(crate) async fn create_sign_in_challenge(app: State, client: Client) -> Result<HttpResponse> {
    let options = passkeys::challenge(&app, client.0).await?;
    Ok(HttpResponse::Created().json(ChallengeBody { options }))
}

policy!(list_passkeys: Session);
/// List your passkeys
///
/// Returns the passkeys with which you can sign in, and when you last used each. The keys
/// themselves are not included.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The passkeys, the oldest first.", body = PasskeyList))
)]
#[get("/v1/me/passkeys")]
pub(crate) async fn list_passkeys(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<PasskeyList>> {
    let passkeys = passkeys::list(&app, &caller).await?.into_iter();
    Ok(Json(PasskeyList {
        passkeys: passkeys.map(PasskeyBody::from).collect(),
    }))
}

policy!(create_passkey_challenge: Session, permit = Some(SignIn));
/// Begin to add a passkey
///
/// Returns the options for your authenticator. Send its response to `POST /v1/me/passkeys` within
/// five minutes. A new password cancels the challenge.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The options for the authenticator.", body = ChallengeBody),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: you have 20 passkeys or the server's address is an IP address", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/passkeys/challenge")]
pub(crate) async fn create_passkey_challenge(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<Sure>,
) -> Result<HttpResponse> {
    let options = passkeys::begin(&app, client.0, &caller, &body.parse()?).await?;
    Ok(HttpResponse::Created().json(ChallengeBody { options }))
}

policy!(create_passkey: Session, permit = Some(SignIn), key = Reserved);
/// Add a passkey
///
/// Stores the response of your authenticator to `POST /v1/me/passkeys/challenge`. A passkey signs
/// you in without a password and without a second factor, because the authenticator checks its
/// user. The server notifies you by mail.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The passkey.", body = PasskeyBody),
        (status = 403, description = "forbidden: you have 20 passkeys or the server's address is an IP address", body = ProblemBody),
        (status = 422, description = "bad-passkey", body = ProblemBody),
    )
)]
#[post("/v1/me/passkeys")]
pub(crate) async fn create_passkey(
    app: State,
    SignedIn(caller): SignedIn,
    Json(body): Json<NewPasskey>,
) -> Result<HttpResponse> {
    let added = passkeys::add(&app, &caller, &body.name, &body.credential).await?;
    Ok(HttpResponse::Created().json(PasskeyBody::from(added)))
}

policy!(delete_passkey: Session, permit = Some(SignIn));
/// Remove a passkey
///
/// Deletes a passkey, which can no longer sign in. Open sessions stay. The server notifies you by
/// mail.
#[utoipa::path(
    tag = "accounts",
    params(("passkey" = String, Path, description = "The passkey's id.")),
    responses(
        (status = 204, description = "The passkey is removed."),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: the server's address is an IP address", body = ProblemBody),
        (status = 404, description = "not-found: you have no passkey with this id", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[delete("/v1/me/passkeys/{passkey}")]
pub(crate) async fn delete_passkey(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    id: At<PasskeyId>,
    Json(body): Json<Sure>,
) -> Result<HttpResponse> {
    passkeys::remove(&app, client.0, &caller, &id, &body.parse()?).await?;
    Ok(HttpResponse::NoContent().finish())
}
