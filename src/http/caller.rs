//! Who is calling: extractors that stand in a handler's signature.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest};

use super::State;
use crate::problem::Problem;
use crate::service::access::Caller;

/// Somebody who is signed in.
pub struct SignedIn(pub Caller);

/// Anybody. A token that is not valid is refused, and never taken for nobody.
pub struct Anybody(pub Option<Caller>);

fn caller(request: &HttpRequest) -> Result<Option<Caller>, Problem> {
    let Some(header) = request.headers().get(AUTHORIZATION) else {
        return Ok(None);
    };
    let app = request.app_data::<State>().ok_or(Problem::Internal)?;
    let token = header
        .to_str()
        .ok()
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    token
        .and_then(|token| app.access.check(token, app.clock.now()))
        .map(Some)
        .ok_or(Problem::NotSignedIn)
}

impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = Ready<Result<SignedIn, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        ready(caller(request).and_then(|caller| caller.map(SignedIn).ok_or(Problem::NotSignedIn)))
    }
}

impl FromRequest for Anybody {
    type Error = Problem;
    type Future = Ready<Result<Anybody, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        ready(caller(request).map(Anybody))
    }
}
