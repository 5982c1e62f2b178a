//! The caller of a request, as extractors for the signatures of handlers.

use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use accounts::access::{Caller, Claims};
use accounts::devices;
use accounts::tokens::{Bearer, Scope};
use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderValue, USER_AGENT};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use admin::acts::not_an_admin;
use base::refusal::Refusal;
use common::ids::PlayerId;
use integrations::pushes::Until;
use integrations::streams::Pass;
use rules::Language;

use crate::App;
use crate::http::State;
use crate::http::language::preferred;
use crate::http::problem::{Problem, Result};

const FORWARDED_FOR: &str = "x-forwarded-for";

/// A signed-in caller.
pub struct SignedIn(pub Caller);

/// Whether the player calls with a session, rather than a program with a token. Only a session
/// counts as presence, or as having read something. A program that polls must not hold back the
/// player's mail.
pub struct InPerson(pub bool);

/// The credential that limits how long a webhook or a push subscription lasts: the caller's
/// session, or the program's token.
pub struct Lasts(pub Until);

/// An admin, according to the token. The service checks whether the player is still an admin.
pub struct Admin(pub Caller);

/// Any caller, signed in or not. An invalid token is rejected; it does not count as anonymous.
pub struct Anybody(pub Option<Caller>);

/// The address of the client, for limits on guessing. Behind a proxy, it is the last entry of
/// `X-Forwarded-For`, which the proxy writes. A client can forge the entries before it.
pub struct Client(pub IpAddr);

/// A short description of the client's platform, if the client sends one (`User-Agent`).
pub struct RunsOn(pub Option<String>);

/// The language that the caller prefers (`Accept-Language`, RFC 9110 section 12.5.4), or English if
/// the caller names no supported one.
pub struct Reads(pub Language);

/// Implements extractors that read only the head of a request.
macro_rules! extractors {
    ($($of:ident($request:ident) $read:block)*) => {$(
        impl FromRequest for $of {
            type Error = Problem;
            type Future = Ready<Result<$of>>;

            fn from_request($request: &HttpRequest, _: &mut Payload) -> Self::Future {
                fn read($request: &HttpRequest) -> Result<$of> $read
                ready(read($request))
            }
        }
    )*};
}

extractors! {
    SignedIn(request) {
        Ok(SignedIn(caller(request)?.ok_or(Refusal::NotSignedIn)?))
    }

    InPerson(request) {
        caller(request)?;
        Ok(InPerson(!is_program(request)))
    }

    Lasts(request) {
        let shown = request.extensions();
        let token = shown.get::<Bearer>().map(|it| Until::Token {
            id: it.id.clone(),
            chat: it.scopes.contains(&Scope::Chat),
        });
        Ok(Lasts(token.unwrap_or(Until::Session)))
    }

    Admin(request) {
        caller(request)?.ok_or(Refusal::NotSignedIn)?;
        let app = State::of(request)?;
        let bearer = request.extensions().get::<Bearer>().map(|it| it.caller.clone());
        let token = request.headers().get(AUTHORIZATION).and_then(shown);
        let by_session = || token.and_then(|it| app.access.check_admin(it, app.clock.now()));
        Ok(Admin(bearer.or_else(by_session).ok_or_else(not_an_admin)?))
    }

    Anybody(request) {
        caller(request).map(Anybody)
    }

    Client(request) {
        Ok(Client(client(request, State::of(request)?.config.behind_proxy)))
    }

    RunsOn(request) {
        let agent = request.headers().get(USER_AGENT);
        let agent = agent.and_then(|value| value.to_str().ok());
        Ok(RunsOn(agent.and_then(devices::name_of)))
    }

    Reads(request) {
        Ok(Reads(preferred(request)))
    }
}

/// Returns the address of the client.
pub(super) fn client(request: &HttpRequest, behind_proxy: bool) -> IpAddr {
    let forwarded = behind_proxy
        .then(|| request.headers().get_all(FORWARDED_FOR).last())
        .flatten()
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.rsplit(',').next())
        .and_then(|entry| address(entry.trim()));
    forwarded
        .or_else(|| request.peer_addr().map(|peer| peer.ip()))
        .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// Parses an address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    text.parse().ok().or_else(with_port)
}

/// Returns the token in an `Authorization` header; `None` if it is not a bearer token.
pub(super) fn shown(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Returns the owner of the request's token, if it is valid. The token is parsed once per request,
/// but its validity is checked each time.
fn holder(app: &App, request: &HttpRequest) -> Option<Caller> {
    if let Some(bearer) = request.extensions().get::<Bearer>() {
        return Some(bearer.caller.clone());
    }
    let claims = claims(app, request)?;
    app.access.caller(&claims, app.clock.now())
}

/// Returns the claims of a session's access token, if this server has signed it.
fn claims(app: &App, request: &HttpRequest) -> Option<Arc<Claims>> {
    let read = request.extensions().get::<Arc<Claims>>().cloned();
    read.or_else(|| {
        let token = shown(request.headers().get(AUTHORIZATION)?)?;
        let claims = app.access.read(token)?;
        request.extensions_mut().insert(Arc::clone(&claims));
        Some(claims)
    })
}

/// Whether the session's access token in a request is valid. With `or_was`, an expired token
/// suffices.
pub(super) fn is_good(request: &HttpRequest, or_was: bool) -> Result<bool> {
    let app = State::of(request)?;
    Ok(match or_was {
        true => claims(app, request).is_some(),
        false => holder(app, request).is_some(),
    })
}

/// Returns the player who sends the request, if one is signed in.
pub(super) fn player(request: &HttpRequest) -> Option<PlayerId> {
    holder(State::of(request).ok()?, request).map(|caller| caller.player)
}

/// Returns the credential by which a long-running request checks its caller again later. An invalid
/// token is rejected.
pub(super) fn pass(request: &HttpRequest) -> Result<Pass> {
    caller(request)?;
    let token = request.headers().get(AUTHORIZATION).and_then(shown);
    Ok(match (request.extensions().get::<Bearer>(), token) {
        (Some(bearer), _) => Pass::Token(bearer.clone()),
        (None, Some(token)) => Pass::Session(token.to_owned()),
        (None, None) => Pass::Nobody,
    })
}

/// Whether the caller sends a program's token.
fn is_program(request: &HttpRequest) -> bool {
    request.extensions().contains::<Bearer>()
}

fn caller(request: &HttpRequest) -> Result<Option<Caller>> {
    if !request.headers().contains_key(AUTHORIZATION) {
        return Ok(None);
    }
    let app = State::of(request)?;
    let caller = holder(app, request).ok_or(Refusal::NotSignedIn)?;
    if !is_program(request) {
        app.presence.note(caller.player, app.clock.now());
    }
    Ok(Some(caller))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn forwarded_address_is_used_only_behind_a_proxy() {
        let request = TestRequest::default()
            .peer_addr("192.0.2.9:4000".parse().unwrap())
            .append_header((FORWARDED_FOR, "10.0.0.1"))
            .append_header((FORWARDED_FOR, "198.51.100.1, 203.0.113.5"))
            .to_http_request();
        let text = |behind_proxy| client(&request, behind_proxy).to_string();
        assert_eq!(
            (text(false), text(true)),
            ("192.0.2.9".into(), "203.0.113.5".into())
        );
        assert_eq!(address("[2001:db8::1]:80"), "2001:db8::1".parse().ok());
        assert_eq!(address("unknown"), None);
    }
}
