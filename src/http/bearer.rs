//! Whose token a request shows, where it is a program's, and whether its scopes cover the call.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::AUTHORIZATION;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};

use super::caller::shown;
use super::scopes::{Needs, needs};
use super::{State, offered};
use crate::http::problem::Result;
use crate::refusal::Refusal;
use crate::service::tokens::{self, Bearer};

/// Finds out whose token a request shows, where it is a program's, and refuses what its scopes do not cover.
pub(super) async fn of_tokens<B: MessageBody>(
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

/// Who shows a token that covers this call; `None` where none is shown, or the call reads none: what is shown
/// there is nobody's.
async fn bearer(request: &HttpRequest) -> Result<Option<Bearer>> {
    let header = request.headers().get(AUTHORIZATION);
    let token = header.and_then(shown).filter(|it| tokens::is_one(it));
    // The path as routes are found by it, and not as it was written: `%76` is a `v`.
    let path = request.match_info().as_str();
    let pattern = request.resource_map().match_pattern(path);
    let method = request.method().as_str();
    // What is not offered is refused as such.
    let offered = pattern.filter(|path| offered::is_offered(path, method));
    let needs = offered.and_then(|path| needs(method, &path));
    let (Some(token), Some(needs)) = (token, needs) else {
        return Ok(None);
    };
    let app = State::of(request)?;
    let bearer = match needs {
        Needs::Scope(scope) => tokens::bearer(app, token, Some(scope)).await?,
        Needs::Any => tokens::bearer(app, token, None).await?,
        Needs::Session => return Err(Refusal::InsufficientScope(None).into()),
    };
    Ok(Some(bearer))
}
