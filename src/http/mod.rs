//! HTTP: a handler reads a request, calls one service function and writes the answer.
//!
//! The only module that uses actix-web. [`api`] registers the handlers of the API; the OpenAPI
//! document is made from them, too. [`pages`] registers the pages for people.

#[macro_use]
pub mod policy;

pub mod accounts;
pub mod admin;
mod admission;
mod allowed_methods;
mod bearer;
mod cached_views;
pub mod caller;
mod connections;
pub mod deals;
mod docs;
mod embedded;
mod etags;
pub mod feeds;
pub mod games;
pub mod grants;
mod health;
pub mod holidays;
mod idempotency;
mod inbound;
pub mod json;
pub mod keys;
pub mod kinds;
mod language;
mod localized_problems;
mod long_polling;
pub mod mail_settings;
mod mailbox;
pub mod muted_and_blocked;
pub mod oauth;
pub mod openapi;
pub mod operator_port;
pub mod own_events;
mod own_export;
mod pages;
mod parameters;
pub mod passkeys;
mod paths;
pub mod problem;
pub mod pushes;
pub mod query;
mod rate_limit_headers;
pub mod reauthentication;
mod schema_errors;
pub mod schemas;
pub mod second_factor;
pub mod server;
pub mod sessions;
pub mod sets;
mod state;
mod streams;
pub mod tokens;
mod trace;
pub mod webhooks;

use actix_web::web::{self, ServiceConfig};
use utoipa_actix_web::scope::scope;
use utoipa_actix_web::service_config::ServiceConfig as Described;

use crate::http::policy::Call;
pub use crate::http::state::{Coming, State};

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
    games::api(config);
    deals::api(config);
    config.service(kinds::list_kinds).service(kinds::show_kind);
    config.service(keys::list_keys);
    config
        .service(own_events::follow_games)
        .service(own_export::export_games);
    accounts::api(config);
    holidays::api(config);
    mail_settings::api(config);
    muted_and_blocked::api(config);
    sessions::api(config);
    second_factor::api(config);
    passkeys::api(config);
    tokens::api(config);
    grants::api(config);
    oauth::api(config);
    webhooks::api(config);
    feeds::api(config);
    pushes::api(config);
    inbound::api(config);
    admin::api(config);
}

/// Registers the pages for people, which are not part of the API contract.
pub fn pages(config: &mut ServiceConfig) {
    docs::pages(config);
    health::pages(config);
    pages::account::register(config);
    pages::begin::register(config);
    pages::client::register(config);
    pages::consent::register(config);
    pages::manual::register(config);
    pages::unsubscribe::register(config);
    mailbox::pages(config);
}
