//! HTTP: a handler reads a request, calls one function of a domain and writes the answer.
//!
//! The only module that uses actix-web. [`api`] registers the handlers of the API; the OpenAPI
//! document is made from them, too. [`pages`] registers the pages for people.

#[macro_use]
pub mod policy;

pub mod accounts;
pub mod admin;
mod cached_views;
pub mod caller;
mod inbound;
pub mod integrations;
pub mod json;
mod language;
mod long_polling;
pub mod mail_settings;
pub mod openapi;
pub mod operator;
mod pages;
mod paths;
pub mod play;
pub mod problem;
pub mod query;
pub mod ratings;
pub mod sandbox;
mod schema_errors;
pub mod server;
pub mod social;

use actix_web::web::{self, ServiceConfig};
use utoipa_actix_web::scope::scope;
use utoipa_actix_web::service_config::ServiceConfig as Described;

use crate::http::policy::Call;
pub use crate::http::server::state::{Coming, State};

/// A path parameter. A value that does not parse names nothing, which is 404. (If the type had its
/// own name, utoipa would try to describe it.)
type At<T> = actix_web::web::Path<T>;

/// A time in an answer ([`common::clock::rfc3339`]). utoipa recognises the format by the name of
/// this type.
type DateTime = String;

/// A registry of calls, which serves or describes them, or collects their policies. Describing them
/// takes longer than anything else when a server starts.
pub trait Routes {
    /// A registry of calls below a path.
    type Below<'a>: Routes;

    /// Registers a call.
    fn service<C: Call>(&mut self, call: C) -> &mut Self;

    /// Registers calls whose paths begin with `path`. No call that is registered later may have
    /// such a path. The router then matches the parameters in `path` once for all of these calls.
    /// Otherwise each call would add an automaton of about 30 kB for them to every worker.
    fn below(&mut self, path: &str, calls: impl FnOnce(&mut Self::Below<'_>)) -> &mut Self;
}

impl Routes for ServiceConfig {
    type Below<'a> = ServiceConfig;

    fn below(&mut self, path: &str, calls: impl FnOnce(&mut ServiceConfig)) -> &mut Self {
        ServiceConfig::service(self, web::scope(path).configure(calls))
    }

    fn service<C: Call>(&mut self, call: C) -> &mut Self {
        ServiceConfig::service(self, call)
    }
}

impl Routes for Described<'_> {
    type Below<'a> = Described<'a>;

    fn below(&mut self, path: &str, calls: impl FnOnce(&mut Described<'_>)) -> &mut Self {
        Described::service(self, scope(path).configure(calls))
    }

    fn service<C: Call>(&mut self, call: C) -> &mut Self {
        Described::service(self, call)
    }
}

/// Registers all calls of the API, games first.
///
/// This order, and paths matched by `regex` (actix-web's feature `unicode`), lowered the server's
/// CPU time per move from 156 to 100 µs.
pub fn api(config: &mut impl Routes) {
    play::api(config);
    accounts::api(config);
    social::following::api(config);
    ratings::api(config);
    mail_settings::api(config);
    integrations::api(config);
    inbound::api(config);
    admin::api(config);
    sandbox::api(config);
}

/// Registers the pages for people, which are not part of the API contract.
pub fn pages(config: &mut ServiceConfig) {
    openapi::docs::pages(config);
    operator::health::pages(config);
    pages::account::register(config);
    pages::begin::register(config);
    pages::client::register(config);
    pages::consent::register(config);
    pages::manual::register(config);
    pages::unsubscribe::register(config);
    operator::mailbox::pages(config);
}
