//! HTTP: extracting requests, calling one service function, wrapping the answer.
//!
//! The only module that knows actix-web. Handlers of the API are registered in [`api`], from
//! which the OpenAPI document is made, too; pages for people in [`pages`].

pub mod accounts;
pub mod admin;
mod admission;
mod again;
mod allowance;
pub mod avoided;
mod bearer;
pub mod caller;
pub mod deals;
mod docs;
mod embedded;
mod fault;
pub mod feeds;
pub mod games;
pub mod grants;
mod guard;
mod health;
pub mod holidays;
mod inbound;
pub mod inside;
pub mod json;
mod kept;
pub mod keys;
pub mod kinds;
mod language;
pub mod mail_settings;
mod mailbox;
pub mod oauth;
mod offered;
pub mod openapi;
pub mod own_events;
mod own_export;
mod pages;
mod parameters;
pub mod passkeys;
mod patience;
pub mod problem;
pub mod pushes;
pub mod query;
pub mod schemas;
pub mod scopes;
pub mod second_factor;
pub mod server;
pub mod sessions;
pub mod sets;
mod state;
mod streams;
pub mod sure;
mod tagged;
pub mod tokens;
mod told;
mod trace;
pub mod webhooks;

use actix_web::dev::HttpServiceFactory;
use actix_web::web::{self, ServiceConfig};
use utoipa_actix_web::OpenApiFactory;
use utoipa_actix_web::scope::scope;
use utoipa_actix_web::service_config::ServiceConfig as Described;

pub use self::state::{Coming, State};

/// What stands in a path. What cannot be it names nothing, which is 404. (Under its own name utoipa
/// would want to describe it.)
type At<T> = actix_web::web::Path<T>;

/// A moment as answers tell it ([`common::clock::rfc3339`]). By its name utoipa knows its form.
type DateTime = String;

/// Where calls are registered: to be answered, or to be described, which takes longer than all else when
/// a server starts.
pub trait Routes {
    /// Where calls are registered below a path.
    type Below<'a>: Routes;

    /// Registers a call.
    fn service(&mut self, call: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self;

    /// Registers calls whose paths go on from this one; no call that is registered later has such a path. What it holds is then matched once for all of them;
    /// by itself each call brings an automaton of some 30 kB for it to every worker.
    fn below(&mut self, path: &str, calls: impl FnOnce(&mut Self::Below<'_>)) -> &mut Self;
}

impl Routes for ServiceConfig {
    type Below<'a> = ServiceConfig;

    fn below(&mut self, path: &str, calls: impl FnOnce(&mut ServiceConfig)) -> &mut Self {
        ServiceConfig::service(self, web::scope(path).configure(calls))
    }

    fn service(&mut self, call: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self {
        ServiceConfig::service(self, call)
    }
}

impl Routes for Described<'_> {
    type Below<'a> = Described<'a>;

    fn below(&mut self, path: &str, calls: impl FnOnce(&mut Described<'_>)) -> &mut Self {
        Described::service(self, scope(path).configure(calls))
    }

    fn service(&mut self, call: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self {
        Described::service(self, call)
    }
}

/// Registers all calls of the API, games first.
///
/// This order, and paths matched by `regex` (actix-web's feature `unicode`), lowered the server's CPU
/// time per move from 156 to 100 µs.
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
    avoided::api(config);
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

/// Registers the pages for people, which are not part of the contract.
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
