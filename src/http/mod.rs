//! HTTP: extracting requests, calling one service function, wrapping the answer.
//!
//! The only module that knows actix-web. Handlers of the API are registered in [`api`], which
//! also collects them for the OpenAPI document; pages for people in [`pages`].

pub mod accounts;
pub mod admin;
mod admission;
pub mod avoided;
pub mod caller;
mod docs;
pub mod games;
mod guard;
mod health;
pub mod holidays;
mod inbound;
pub mod inside;
pub mod json;
pub mod keys;
pub mod kinds;
pub mod mail_settings;
mod mailbox;
pub mod openapi;
mod pages;
pub mod passkeys;
pub mod problem;
pub mod query;
pub mod schemas;
pub mod second_factor;
pub mod server;
pub mod sessions;
pub mod sets;
pub mod sure;
mod trace;

use actix_web::HttpRequest;
use actix_web::http::header::{EntityTag, Header, IfNoneMatch};
use actix_web::web::{Data, ServiceConfig};
use utoipa_actix_web::service_config::ServiceConfig as ApiConfig;

use crate::service::App;

/// The state that every handler gets.
pub type State = Data<App>;

/// What stands in a path. What cannot be it names nothing, which is 404. (Under its own name utoipa
/// would want to describe it.)
type At<T> = actix_web::web::Path<T>;

/// A moment as answers tell it ([`crate::clock::rfc3339`]). By its name utoipa knows its form.
type DateTime = String;

/// Whether the caller has what has this tag.
fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|it| it.weak_eq(tag)),
        Err(_) => false,
    }
}

/// Registers all calls of the API.
pub fn api(config: &mut ApiConfig<'_>) {
    games::api(config);
    config.service(kinds::list_kinds).service(kinds::show_kind);
    config.service(keys::list_keys);
    accounts::api(config);
    holidays::api(config);
    mail_settings::api(config);
    avoided::api(config);
    sessions::api(config);
    second_factor::api(config);
    passkeys::api(config);
    inbound::api(config);
    admin::api(config);
}

/// Registers the pages for people, which are not part of the contract.
pub fn pages(config: &mut ServiceConfig) {
    docs::pages(config);
    health::pages(config);
    pages::account::register(config);
    pages::client::register(config);
    pages::unsubscribe::register(config);
    mailbox::pages(config);
}
