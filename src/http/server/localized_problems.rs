//! Problems in the caller's language, and as a page for browsers that display pages.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    AUTHORIZATION, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, VARY,
    WWW_AUTHENTICATE,
};
use actix_web::middleware::Next;
use base::refusal::Refusal;
use rules::Language;

use crate::http::caller::shown;
use crate::http::language::preferred;
use crate::http::pages;
use crate::http::problem::Problem;

/// Translates a problem into the language that the caller prefers, if it is in another one. Turns
/// it into a page if a browser has requested something other than an API call.
pub(crate) async fn in_their_language(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<EitherBody<impl MessageBody, String>>, actix_web::Error> {
    let response = next.call(request).await?;
    let problem = response.response().error();
    let Some(problem) = problem.and_then(|error| error.as_error::<Problem>()) else {
        return Ok(response.map_into_left_body());
    };
    let language = preferred(response.request());
    let asked = response.request();
    // RFC 6750 section 3.1: only a caller who has sent a token learns that it is invalid.
    let is_bad = matches!(problem, Problem::General(Refusal::NotSignedIn))
        && asked.headers().get(AUTHORIZATION).and_then(shown).is_some();
    let may_be_page = asked.method() == Method::GET && !asked.path().starts_with("/v1/");
    let page = (may_be_page && pages::wants_page(asked))
        .then(|| pages::of_problem(problem, language))
        .flatten();
    let is_page = page.is_some();
    let told = page.or_else(|| {
        let is_other = language != Language::default();
        is_other.then(|| problem.to_json(language).to_string())
    });
    let mut response = match told {
        Some(told) => response.map_body(|_, _| EitherBody::right(told)),
        None => response.map_into_left_body(),
    };
    let headers = response.headers_mut();
    let code = HeaderValue::from_static(language.code());
    headers.insert(CONTENT_LANGUAGE, code);
    let vary = match may_be_page {
        true => "accept, accept-language",
        false => "accept-language",
    };
    headers.append(VARY, HeaderValue::from_static(vary));
    if is_bad {
        let bad = HeaderValue::from_static("Bearer error=\"invalid_token\"");
        headers.insert(WWW_AUTHENTICATE, bad);
    }
    if is_page {
        let media = HeaderValue::from_static("text/html; charset=utf-8");
        headers.insert(CONTENT_TYPE, media);
        headers.insert(CONTENT_SECURITY_POLICY, pages::with_logo(pages::POLICY));
    }
    Ok(response)
}
