//! The second factor: turning it on and off, and its recovery codes.

use accounts::second_factor::{self, Begun, Standing};
use actix_web::{HttpResponse, delete, get, post};
use common::clock::rfc3339;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::accounts::reauthentication::Sure;
use crate::http::caller::{Client, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::{DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(get_second_factor)
        .service(start_second_factor)
        .service(confirm_second_factor)
        .service(renew_recovery_codes)
        .service(disable_second_factor);
}

/// A code of the app.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TotpCode)]
pub struct FirstCode {
    /// The six digits that the app shows, spaces aside.
    #[schema(examples("492039"))]
    totp: String,
}

/// How your second factor stands.
#[derive(Serialize, ToSchema)]
#[schema(as = SecondFactor)]
pub struct SecondFactorBody {
    /// Whether signing in takes it.
    enabled: bool,
    /// Since when.
    #[schema(required)]
    since: Option<DateTime>,
    /// How many recovery codes are left.
    #[schema(examples(10))]
    recovery_codes_left: i64,
}

impl From<Standing> for SecondFactorBody {
    fn from(standing: Standing) -> SecondFactorBody {
        SecondFactorBody {
            enabled: standing.since.is_some(),
            since: standing.since.map(rfc3339),
            recovery_codes_left: standing.recovery_codes_left,
        }
    }
}

/// A secret to be put into an app.
#[derive(Serialize, ToSchema)]
#[schema(as = TotpSecret)]
pub struct TotpSecretBody {
    /// In base 32, for typing.
    #[schema(examples("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"))]
    secret: String,
    /// The same as an `otpauth://` link, with your name and that of the server.
    #[schema(examples(
        "otpauth://totp/play.example.org:ann?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=play.example.org"
    ))]
    uri: String,
    /// The link as a QR code, an SVG picture.
    qr: String,
}

impl From<Begun> for TotpSecretBody {
    fn from(begun: Begun) -> TotpSecretBody {
        TotpSecretBody {
            secret: begun.secret,
            uri: begun.uri,
            qr: begun.qr,
        }
    }
}

/// Recovery codes: each stands in for the app once. They are shown here and never again.
#[derive(Serialize, ToSchema)]
#[schema(as = RecoveryCodes)]
pub struct RecoveryCodesBody {
    /// The codes.
    recovery_codes: Vec<String>,
}

policy!(get_second_factor: Session);
/// Check whether your second factor is on
///
/// Returns whether you sign in with codes from an app, since when, and how many recovery codes you
/// have left. The response contains no secrets.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "How it stands.", body = SecondFactorBody))
)]
#[get("/v1/me/totp")]
pub(crate) async fn get_second_factor(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<SecondFactorBody>> {
    Ok(Json(second_factor::standing(&app, &caller).await?.into()))
}

policy!(start_second_factor: Session, permit = Some(SignIn));
/// Begin to turn the second factor on
///
/// Returns a secret for an authenticator app. Send a first code from the app to `POST
/// /v1/me/totp/confirm` within an hour. Nothing changes until then. Beginning again makes another
/// secret, and a new password cancels it.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The secret, which is shown once.", body = TotpSecretBody),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: no passkeys where the server's address is a number", body = ProblemBody),
        (status = 409, description = "second-factor-enabled", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/totp")]
pub(crate) async fn start_second_factor(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<Sure>,
) -> Result<HttpResponse> {
    let begun = second_factor::begin(&app, client.0, &caller, &body.parse()?).await?;
    Ok(HttpResponse::Created().json(TotpSecretBody::from(begun)))
}

policy!(confirm_second_factor: Session, permit = Some(SignIn));
/// Turn the second factor on
///
/// Turns the second factor on with a first code from the app, and returns the recovery codes, which
/// are shown only once. From now on, signing in by password, code or link also takes a code from
/// the app or a recovery code, as `totp`. Your address gets a mail. If you lose the response, make
/// new recovery codes.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "It is on: your recovery codes.", body = RecoveryCodesBody),
        (status = 409, description = "second-factor-enabled", body = ProblemBody),
        (status = 422, description = "bad-code: begin again if it stays wrong", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/totp/confirm")]
pub(crate) async fn confirm_second_factor(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<FirstCode>,
) -> Result<Json<RecoveryCodesBody>> {
    let recovery_codes = second_factor::confirm(&app, client.0, &caller, &body.totp).await?;
    Ok(Json(RecoveryCodesBody { recovery_codes }))
}

policy!(renew_recovery_codes: Session, permit = Some(SignIn));
/// Make new recovery codes
///
/// Returns new recovery codes, which are shown only once. Earlier ones are no longer valid. Your
/// address gets a mail.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The new ones.", body = RecoveryCodesBody),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: no passkeys where the server's address is a number", body = ProblemBody),
        (status = 404, description = "not-found: your second factor is off", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/totp/recovery-codes")]
pub(crate) async fn renew_recovery_codes(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<Sure>,
) -> Result<Json<RecoveryCodesBody>> {
    let recovery_codes =
        second_factor::renew_recovery_codes(&app, client.0, &caller, &body.parse()?).await?;
    Ok(Json(RecoveryCodesBody { recovery_codes }))
}

policy!(disable_second_factor: Session, permit = Some(SignIn));
/// Turn the second factor off
///
/// Deletes the secret and the recovery codes. Your address gets a mail. If the second factor is
/// off, nothing changes. A new password alone does not turn it off.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 204, description = "It is off."),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: no passkeys where the server's address is a number", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[delete("/v1/me/totp")]
pub(crate) async fn disable_second_factor(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<Sure>,
) -> Result<HttpResponse> {
    second_factor::turn_off(&app, client.0, &caller, &body.parse()?).await?;
    Ok(HttpResponse::NoContent().finish())
}
