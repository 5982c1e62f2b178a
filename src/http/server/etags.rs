//! `ETag` for every answer to a `GET`: its own, or a hash of its content (RFC 9110 section 8.8.3).
//!
//! This saves bandwidth, but not work. [`crate::http::cached_views`] caches the answers that are
//! expensive to make.

use actix_web::Error;
use actix_web::body::{BodySize, EitherBody, MessageBody, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, ETAG, ETag, EntityTag, HeaderName, HeaderValue,
    LINK, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;

use crate::http::cached_views::{JSON, Made, PRIVATE, is_known};

/// The headers that an answer without a body keeps (RFC 9110 section 15.4.5).
const TOLD: [HeaderName; 3] = [LINK, VARY, CONTENT_LANGUAGE];

/// Adds the tag to an answer. Answers with status 304 if the client's copy is current.
pub(crate) async fn tag<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let asks = *request.method() == Method::GET && request.path().starts_with("/v1/");
    let response = next.call(request).await?;
    if !(asks && is_whole(&response)) {
        return Ok(response.map_into_left_body());
    }
    let (request, response) = response.into_parts();
    let (mut head, body) = response.into_parts();
    let body = to_bytes(body).await.unwrap_or_default();
    let own = head.headers().get(ETAG).and_then(|it| it.to_str().ok());
    let own: Option<EntityTag> = own.and_then(|it| it.parse().ok());
    let tag = own.unwrap_or_else(|| Made::from(body.clone()).tag);
    let is_known = is_known(&request, &tag);
    if is_known {
        *head.status_mut() = StatusCode::NOT_MODIFIED;
        head.headers_mut().retain(|name, _| TOLD.contains(name));
    }
    if let Ok(tag) = HeaderValue::from_str(&ETag(tag).to_string()) {
        head.headers_mut().insert(ETAG, tag);
    }
    // No browser may store account data on disk.
    let cache = match request.path().starts_with("/v1/me") {
        true => "no-store",
        false => PRIVATE,
    };
    head.headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    let response = match is_known {
        true => head.map_into_boxed_body(),
        false => head.set_body(body).map_into_boxed_body(),
    };
    Ok(ServiceResponse::new(request, response).map_into_right_body())
}

/// Whether the answer is complete JSON. An answer that sets `Cache-Control` itself has handled its
/// tag as well.
fn is_whole<B: MessageBody>(response: &ServiceResponse<B>) -> bool {
    let headers = response.headers();
    let is_json = headers
        .get(CONTENT_TYPE)
        .is_some_and(|it| it.as_bytes().starts_with(JSON.as_bytes()));
    let size = response.response().body().size();
    response.status() == StatusCode::OK
        && is_json
        && !headers.contains_key(CACHE_CONTROL)
        && matches!(size, BodySize::Sized(_))
}
