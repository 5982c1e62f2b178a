//! Admission of requests. The server reads each request completely, within a time limit. Then the
//! request takes a permit from the pool for its kind. If no permit is free in time, or if the
//! client exceeds its rate limit for reads, the server answers with the time after which the client
//! may retry.

use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Duration;

use accounts::limits::{Looks, Reader};
use actix_http::BoxedPayloadStream;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{CONNECTION, CONTENT_ENCODING, HeaderMap, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::{BytesMut, Data};
use actix_web::{Error, HttpMessage};
use base::permits::{PermitPool, Permits};
use base::refusal::Refusal;
use futures_util::{StreamExt, stream};
use mail::inbound::session::MAX_MESSAGE;

use crate::http::json::MAX_BODY;
use crate::http::policy::{self, Kind, Needs, Policy};
use crate::http::problem::{ENCODINGS, Problem, Result};
use crate::http::server::connections::{Bounds, Signals};
use crate::http::{State, caller, inbound};

/// The longest path with its query, in bytes. RFC 9110 section 4.1 recommends at least 8,000.
const LONGEST_TARGET: usize = 8192;

/// Marks a pipelined request, which waited behind another request on its connection.
pub(crate) struct Behind;

impl Kind {
    /// Returns the kind of a request.
    fn of(policy: Option<&Policy>, method: &Method, path: &str) -> Kind {
        let named = policy.and_then(|policy| policy.permit);
        named.unwrap_or_else(|| Kind::usual(method, path))
    }

    /// Returns the kind for a call whose policy names none, and for requests outside the API.
    fn usual(method: &Method, path: &str) -> Kind {
        let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        match (reads, path) {
            // A page, so it has no policy.
            (false, "/reset-password") => Kind::SignIn,
            (false, _) => Kind::Write,
            (true, path) if path.starts_with("/v1/") => Kind::Read,
            (true, _) => Kind::Free,
        }
    }

    fn pool(self, permits: &Permits) -> Option<&PermitPool> {
        match self {
            Kind::Play => Some(&permits.moves),
            Kind::SignIn => Some(&permits.sign_ins),
            Kind::Write => Some(&permits.writes),
            Kind::Look => Some(&permits.looks),
            Kind::Read => Some(&permits.reads),
            Kind::LookBack => Some(&permits.histories),
            Kind::Free => None,
        }
    }

    fn looks(self) -> Option<Looks> {
        match self {
            Kind::Look | Kind::Read => Some(Looks::Now),
            Kind::LookBack => Some(Looks::Back),
            _ => None,
        }
    }
}

/// Passes a request on once it has arrived completely and holds a permit.
pub(crate) async fn admit<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let signals = request.conn_data::<Rc<Signals>>().map(Rc::clone);
    if signals.as_ref().is_none_or(|signals| signals.serving()) {
        request.extensions_mut().insert(Behind);
    }
    let admitted = place(&mut request).await;
    // The connection would take the unread rest of the body for the next request.
    let is_unread = matches!(
        admitted,
        Err(Problem::RequestTimeout | Problem::UriTooLong | Problem::General(Refusal::NotSignedIn))
    );
    let response = match admitted {
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(problem) => {
            let mut refused = request.error_response(problem).map_into_right_body();
            if is_unread {
                let close = HeaderValue::from_static("close");
                refused.headers_mut().insert(CONNECTION, close);
            }
            refused
        }
    };
    if let Some(signals) = &signals {
        match is_unread {
            true => signals.ending(),
            false => signals.served(),
        }
    }
    Ok(response)
}

/// Reads the body and takes a permit. The request keeps the permit until it is answered, even if
/// the client has disconnected by then (`to_the_end` in `http::server`).
async fn place(request: &mut ServiceRequest) -> Result<()> {
    let target = request.uri().path_and_query();
    if target.is_some_and(|it| it.as_str().len() > LONGEST_TARGET) {
        return Err(Problem::UriTooLong);
    }
    let app = State::of(request.request())?.clone();
    let bounds = request.app_data::<Data<Bounds>>().cloned();
    let bounds = bounds.ok_or_else(|| Problem::internal("a request has no bounds"))?;
    let policy = policy::of_request(request.request());
    let kind = Kind::of(policy, request.method(), request.match_info().as_str());
    let most = match policy {
        // Mails are large, so the server checks the secret before it reads the body.
        Some(policy) if policy.needs == Needs::MailSecret => {
            inbound::courier(&app, request.headers())?;
            MAX_MESSAGE
        }
        _ => MAX_BODY,
    };
    let payload = request.take_payload();
    let has_body = !matches!(payload, Payload::None);
    request.set_payload(read(payload, most, bounds.body).await?);
    if has_body && !is_readable(request.headers()) {
        return Err(Problem::UnsupportedEncoding);
    }
    if let Some(looks) = kind.looks() {
        let reader = match caller::player(request.request()) {
            Some(player) => Reader::Player(player),
            None => Reader::Client(caller::client(request.request(), app.config.behind_proxy)),
        };
        let cost = NonZeroU32::new(policy.map_or(1, |policy| policy.cost));
        let cost = cost.unwrap_or(NonZeroU32::MIN);
        app.limits.look_at_cost(reader, looks, cost)?;
    }
    if let Some(pool) = kind.pool(&app.permits) {
        let permit = pool.admit().await?;
        request.extensions_mut().insert(permit);
    }
    Ok(())
}

/// Whether the server supports the content codings of the body, if there are any.
fn is_readable(headers: &HeaderMap) -> bool {
    headers.get_all(CONTENT_ENCODING).all(|it| {
        let is_it = |known: &&str| it.as_bytes().eq_ignore_ascii_case(known.as_bytes());
        ENCODINGS.iter().any(is_it)
    })
}

/// Reads the body into memory. Stops as soon as the body exceeds `most` bytes. The handler then
/// rejects the body, unless it finds another reason to reject the request.
async fn read(mut payload: Payload, most: usize, patience: Duration) -> Result<Payload> {
    if matches!(payload, Payload::None) {
        return Ok(payload);
    }
    let mut body = BytesMut::new();
    let whole = async {
        while body.len() <= most {
            match payload.next().await {
                Some(Ok(bytes)) => body.extend_from_slice(&bytes),
                Some(Err(error)) => return Some(error),
                None => return None,
            }
        }
        None
    };
    let failed = tokio::time::timeout(patience, whole)
        .await
        .map_err(|_| Problem::RequestTimeout)?;
    let read = stream::iter([Ok(body.freeze())]).chain(stream::iter(failed.map(Err)));
    let read: BoxedPayloadStream = Box::pin(read);
    Ok(Payload::from(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_assigned_to_their_permit_pools() {
        for (method, path, kind) in [
            (Method::POST, "/v1/games/x/moves", Kind::Play),
            (Method::POST, "/v1/sessions", Kind::SignIn),
            (Method::POST, "/v1/sessions/refresh", Kind::Write),
            (Method::PATCH, "/v1/me", Kind::SignIn),
            (Method::POST, "/v1/me/upgrade", Kind::SignIn),
            (Method::GET, "/v1/me", Kind::Read),
            (Method::POST, "/v1/me/totp/recovery-codes", Kind::SignIn),
            (Method::DELETE, "/v1/me/passkeys/x", Kind::SignIn),
            (Method::GET, "/v1/me/passkeys", Kind::Read),
            (Method::POST, "/v1/games", Kind::Write),
            (Method::POST, "/confirm", Kind::Write),
            (Method::GET, "/v1/games", Kind::Read),
            (Method::GET, "/v1/games/x", Kind::Look),
            (Method::GET, "/v1/games/x/legal", Kind::Look),
            (Method::GET, "/v1/games/x/chat", Kind::Read),
            (Method::GET, "/v1/games/x/events", Kind::Read),
            (Method::GET, "/v1/games/x/positions/3", Kind::LookBack),
            (Method::GET, "/v1/games/x/board.png", Kind::LookBack),
            (Method::GET, "/v1/games/x/log", Kind::LookBack),
            (Method::GET, "/health/ready", Kind::Free),
            (Method::GET, "/", Kind::Free),
        ] {
            let policy = policy::of(method.as_str(), path);
            assert_eq!(Kind::of(policy, &method, path), kind, "{method} {path}");
        }
    }
}
