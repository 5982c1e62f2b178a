//! The policy of each call: the token that it needs, its permit, its cost as a read, and how it
//! treats an `Idempotency-Key`. Each handler declares its own with `policy!`; a handler without one
//! does not compile. The middleware looks policies up by method and path, and the OpenAPI document
//! is made from them, too.
//!
//! Not in this module: tokens themselves (`accounts::tokens`), and the rights of a player in a
//! game, which no scope changes.

use std::collections::HashMap;
use std::str::Split;
use std::sync::LazyLock;

use accounts::tokens::Scope;
use actix_web::dev::HttpServiceFactory;
use actix_web::{HttpMessage, HttpRequest};
use utoipa::openapi::HttpMethod;
use utoipa_actix_web::OpenApiFactory;

use crate::http::Routes;

/// A handler of the API with its policy.
pub trait Call: HttpServiceFactory + OpenApiFactory + utoipa::Path + 'static {
    /// The policy of the call.
    const POLICY: Policy;
}

/// Declares the policy of a handler: what it needs, and each field that is not as in
/// [`Policy::needing`].
macro_rules! policy {
    ($call:ident: $needs:expr $(, $field:ident = $value:expr)*) => {
        impl $crate::http::policy::Call for $call {
            const POLICY: $crate::http::policy::Policy = {
                use $crate::http::policy::words::*;
                Policy { $($field: $value,)* ..Policy::needing($needs) }
            };
        }
    };
}

/// The words of `policy!`.
pub(super) mod words {
    pub(in crate::http) use crate::http::policy::Key::*;
    pub(in crate::http) use crate::http::policy::Kind::*;
    pub(in crate::http) use crate::http::policy::Needs::*;
    pub(in crate::http) use crate::http::policy::Policy;
    pub(in crate::http) use accounts::tokens::Scope::*;
}

/// The policy of a call.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The credential that the call requires.
    pub needs: Needs,
    /// The kind of work for which the call takes a permit; `None` for the usual one of its method.
    pub(super) permit: Option<Kind>,
    /// How many reads the call counts as. Expensive calls use up more of a reader's rate limit.
    pub(super) cost: u32,
    /// How the call treats an `Idempotency-Key`.
    pub(super) key: Key,
    /// Whether the call accepts `Prefer: wait`.
    pub(super) waits: bool,
}

impl Policy {
    /// Returns the policy of a call with nothing special but its credential.
    pub(super) const fn needing(needs: Needs) -> Policy {
        Policy {
            needs,
            permit: None,
            cost: 1,
            key: Key::Ignored,
            waits: false,
        }
    }
}

/// The credential that a call requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A session, or a token with this scope.
    Scope(Scope),
    /// Only that a token is valid. The call also answers requests without a token.
    Any,
    /// A session: no token suffices, regardless of its scopes.
    Session,
    /// Nothing: the call is for everybody, and reads no token.
    Nothing,
    /// Nothing, and an access token may have expired.
    MayHaveExpired,
    /// The secret of a mail server.
    MailSecret,
}

/// A kind of work, for which a request takes a permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Plays moves.
    Play,
    /// May check or set a password, which occupies a CPU core.
    SignIn,
    /// Changes anything else.
    Write,
    /// Reads the current state of a game.
    Look,
    /// Reads any other current state.
    Read,
    /// Reads history, or draws a board.
    LookBack,
    /// Costs next to nothing: pages and health checks.
    Free,
}

/// How a call treats an `Idempotency-Key`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// The call ignores it.
    Ignored,
    /// The handler reads it itself.
    Handled,
    /// The server takes the key before the call, and stores the answer after it.
    Reserved,
    /// The call does everything in one transaction ([`base::Core::once`]), which stores
    /// the answer, too. The call sends no query to the database after it.
    Together,
}

/// Returns the policy of a call; `None` if the API has no such call. `path` may be a path as the
/// router matches it, or its pattern.
pub fn of(method: &str, path: &str) -> Option<&'static Policy> {
    static ALL: LazyLock<Policies> = LazyLock::new(|| {
        let mut all = Policies::default();
        crate::http::api(&mut all);
        all
    });
    let method = match method {
        "GET" => HttpMethod::Get,
        "POST" => HttpMethod::Post,
        "PUT" => HttpMethod::Put,
        "PATCH" => HttpMethod::Patch,
        "DELETE" => HttpMethod::Delete,
        _ => return None,
    };
    let offered = &ALL.calls.end_of(path.split('/'))?.offered;
    let (_, policy) = offered.iter().find(|(it, _)| *it == method)?;
    Some(policy)
}

/// Returns the policy of the call that a request makes. Looks it up once.
pub fn of_request(request: &HttpRequest) -> Option<&'static Policy> {
    struct Found(Option<&'static Policy>);

    if let Some(Found(policy)) = request.extensions().get() {
        return *policy;
    }
    // The path as the router matches it, not as it was sent: `%76` is a `v`.
    let policy = of(request.method().as_str(), request.match_info().as_str());
    request.extensions_mut().insert(Found(policy));
    policy
}

/// A registry that collects the policies of calls.
#[derive(Default)]
struct Policies {
    /// The path below which calls are being registered.
    below: String,
    calls: Segment,
}

/// The calls whose paths begin with the same segments.
#[derive(Default)]
struct Segment {
    offered: Vec<(HttpMethod, Policy)>,
    next: HashMap<String, Segment>,
}

/// Stands for a segment that is a parameter.
const PARAMETER: &str = "{}";

impl Segment {
    /// Finds the end of a path, of which `rest` is left. As in the router, a literal segment
    /// precedes a parameter, and no parameter is empty.
    fn end_of(&self, mut rest: Split<'_, char>) -> Option<&Segment> {
        let Some(next) = rest.next() else {
            return (!self.offered.is_empty()).then_some(self);
        };
        let literal = self.next.get(next);
        let literal = literal.and_then(|it| it.end_of(rest.clone()));
        literal.or_else(|| match next {
            "" => None,
            _ => self.next.get(PARAMETER)?.end_of(rest),
        })
    }
}

impl Routes for Policies {
    type Below<'a> = Policies;

    fn below(&mut self, path: &str, calls: impl FnOnce(&mut Policies)) -> &mut Self {
        let before = self.below.len();
        self.below.push_str(path);
        calls(self);
        self.below.truncate(before);
        self
    }

    fn service<C: Call>(&mut self, _: C) -> &mut Self {
        let path = self.below.clone() + &C::path();
        let end = path.split('/').fold(&mut self.calls, |at, segment| {
            let is_parameter = segment.starts_with('{');
            let segment = if is_parameter { PARAMETER } else { segment };
            at.next.entry(segment.to_owned()).or_default()
        });
        let methods = C::methods().into_iter();
        end.offered.extend(methods.map(|it| (it, C::POLICY)));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_segment_precedes_parameter() {
        let reserved = of("POST", "/v1/games/reservations").map(|it| it.key);
        assert_eq!(reserved, Some(Key::Together));
        assert!(of("DELETE", "/v1/games/reservations").is_none());
    }

    #[test]
    fn path_that_leaves_a_literal_segment_follows_the_parameter() {
        let moves = of("POST", "/v1/games/reservations/moves").and_then(|it| it.permit);
        assert_eq!(moves, Some(Kind::Play));
    }

    #[test]
    fn pattern_of_a_call_has_its_policy() {
        let png = of("GET", "/v1/games/{id}/board.png").map(|it| it.cost);
        assert_eq!(png, Some(3));
    }

    #[test]
    fn path_with_an_empty_parameter_has_no_policy() {
        assert!(of("GET", "/v1/games/").is_none());
    }
}
