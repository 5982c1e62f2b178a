//! Checks the token of a request, and whether the scopes of a program's token cover the call.

use accounts::tokens::{self, Bearer};
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::AUTHORIZATION;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use base::refusal::Refusal;

use crate::http::State;
use crate::http::caller::{self, shown};
use crate::http::policy::{self, Needs};
use crate::http::problem::Result;

/// Rejects an invalid token on every call, even on calls that need none. Finds the owner of a
/// program's token, and rejects calls that its scopes do not cover.
pub(crate) async fn of_tokens<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match bearer(request.request()).await {
        Ok(bearer) => {
            if let Some(bearer) = bearer {
                request.extensions_mut().insert(bearer);
            }
            Ok(next.call(request).await?.map_into_left_body())
        }
        Err(problem) => Ok(request.error_response(problem).map_into_right_body()),
    }
}

/// Returns the owner of a program's token that covers this call. Returns `None` for other tokens,
/// and for calls that read no token.
async fn bearer(request: &HttpRequest) -> Result<Option<Bearer>> {
    let Some(header) = request.headers().get(AUTHORIZATION) else {
        return Ok(None);
    };
    // The router rejects calls that the API does not have. A mail server sends a secret of its own.
    let policy = policy::of_request(request);
    let Some(policy) = policy.filter(|policy| policy.needs != Needs::MailSecret) else {
        return Ok(None);
    };
    // Credentials of another kind, or none after `Bearer`, are an invalid token too. Only calls to
    // which programs send credentials of their own ignore them (RFC 6749, section 2.3.1).
    let token = match shown(header) {
        Some(token) => token,
        None if request.match_info().as_str().starts_with("/oauth/") => return Ok(None),
        None => return Err(Refusal::NotSignedIn.into()),
    };
    if !tokens::is_one(token) {
        return match caller::is_good(request, policy.needs == Needs::MayHaveExpired)? {
            true => Ok(None),
            false => Err(Refusal::NotSignedIn.into()),
        };
    }
    let app = State::of(request)?;
    match policy.needs {
        Needs::Scope(scope) => Ok(Some(tokens::bearer(app, token, Some(scope)).await?)),
        Needs::Any => Ok(Some(tokens::bearer(app, token, None).await?)),
        Needs::Session => {
            tokens::bearer(app, token, None).await?;
            Err(accounts::Refusal::InsufficientScope(None).into())
        }
        Needs::Nothing | Needs::MayHaveExpired | Needs::MailSecret => {
            tokens::bearer(app, token, None).await?;
            Ok(None)
        }
    }
}
