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

/// A code from the authenticator app.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TotpCode)]
pub struct FirstCode {
    /// The six digits that the app shows. Spaces do not matter.
    #[schema(examples("492039"))]
    totp: String,
}

/// The state of your second factor.
#[derive(Serialize, ToSchema)]
#[schema(as = SecondFactor)]
pub struct SecondFactorBody {
    /// Whether signing in requires the second factor.
    enabled: bool,
    /// When you enabled the second factor; null if it is disabled.
    #[schema(required)]
    since: Option<DateTime>,
    /// The number of unused recovery codes.
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

/// The secret for an authenticator app.
#[derive(Serialize, ToSchema)]
#[schema(as = TotpSecret)]
pub struct TotpSecretBody {
    /// The secret in base 32, for typing.
    #[schema(examples("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"))]
    secret: String,
    /// The secret as an `otpauth://` link, with your name and the server's.
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

/// Recovery codes. Each replaces a code from the app once. Shown only once.
#[derive(Serialize, ToSchema)]
#[schema(as = RecoveryCodes)]
pub struct RecoveryCodesBody {
    /// The ten codes.
    recovery_codes: Vec<String>,
}

policy!(get_second_factor: Session);
/// Get the state of your second factor
///
/// Returns whether your second factor is enabled, since when, and how many recovery codes you have
/// left. The response contains no secrets.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The state of the second factor.", body = SecondFactorBody))
)]
#[get("/v1/me/totp")]
pub(crate) async fn get_second_factor(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<SecondFactorBody>> {
    Ok(Json(second_factor::standing(&app, &caller).await?.into()))
}

policy!(start_second_factor: Session, permit = Some(SignIn));
/// Begin to enable the second factor
///
/// Returns a secret for an authenticator app. Send a first code from the app to
/// `POST /v1/me/totp/confirm` within an hour. Nothing changes until then. A second call creates
/// another secret. A new password cancels the secret.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The secret, which is shown only once.", body = TotpSecretBody),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: no passkeys if the server's address is an IP address", body = ProblemBody),
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
/// Enable the second factor
///
/// Enables the second factor with a first code from the app, and returns the recovery codes, which
/// are shown only once. From now on, signing in by password, code or link also requires `totp`: a
/// code from the app or a recovery code. The server notifies you by mail. If you lose the response,
/// renew the recovery codes.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The recovery codes, which are shown only once.", body = RecoveryCodesBody),
        (status = 409, description = "second-factor-enabled", body = ProblemBody),
        (status = 422, description = "bad-code: start again if the app's codes stay wrong", body = ProblemBody),
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
/// Renew the recovery codes
///
/// Returns new recovery codes, which are shown only once, and invalidates the earlier ones. The
/// server notifies you by mail.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The new recovery codes, which are shown only once.", body = RecoveryCodesBody),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: no passkeys if the server's address is an IP address", body = ProblemBody),
        (status = 404, description = "not-found: your second factor is disabled", body = ProblemBody),
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
/// Disable the second factor
///
/// Deletes the secret and the recovery codes. The server notifies you by mail. If the second factor
/// is disabled, nothing changes. A new password does not disable the second factor.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 204, description = "The second factor is disabled."),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: no passkeys if the server's address is an IP address", body = ProblemBody),
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
