//! The local mailbox as a page, for whoever runs the server on this machine.
//!
//! The mails hold sign-in codes, so the page answers only to browsers and scripts on the same
//! machine, and as if it were not there to everybody else: not through a proxy, not to a page of
//! another site that makes the browser ask, not under a foreign host name (DNS rebinding). Where
//! the server is configured for others (behind a proxy, or under a public name) there is no page
//! at all, and neither is there one where a mail server takes the mail.
//!
//! No part of the contract: clients cannot rely on it.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::Version;
use actix_web::http::header::{HOST, HeaderMap};
use actix_web::web::{Html, Json, Path, Query, ServiceConfig};
use actix_web::{FromRequest, HttpRequest, get};
use askama::Template;
use serde::Deserialize;

use super::State;
use crate::mail::mailbox::Stored;
use crate::problem::Problem;
use crate::service::mailbox;

/// Registers the pages of the mailbox.
pub(super) fn pages(config: &mut ServiceConfig) {
    config
        .service(list_mails)
        .service(list_mails_as_json)
        .service(show_mail);
}

/// Somebody on this machine.
pub(super) struct Here;

impl FromRequest for Here {
    type Error = Problem;
    type Future = Ready<Result<Here, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
        let for_here = request.app_data::<State>().is_some_and(|app| {
            !app.config.behind_proxy && is_name_of_here(app.config.public_host())
        });
        // Proxies that say nothing of themselves speak HTTP/1.0 by default.
        let here = for_here
            && peer.is_some_and(|ip| ip.is_loopback())
            && request.version() >= Version::HTTP_11
            && is_from_here(request.headers());
        ready(here.then_some(Here).ok_or(Problem::NotFound))
    }
}

/// Whether no proxy, no other site's page and no foreign name stands behind the request.
fn is_from_here(headers: &HeaderMap) -> bool {
    const PROXY: [&str; 5] = [
        "forwarded",
        "x-forwarded-for",
        "x-forwarded-host",
        "x-real-ip",
        "via",
    ];
    let site = headers.get("sec-fetch-site");
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(is_host_of_here)
        && PROXY.iter().all(|name| !headers.contains_key(*name))
        && !headers.contains_key("origin")
        && site.is_none_or(|site| site == "none" || site == "same-origin")
}

/// Whether the `Host` is a name of this machine that no foreign DNS server can hand out.
fn is_host_of_here(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(literal) => literal.split(']').next().unwrap_or(""),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    is_name_of_here(name)
}

fn is_name_of_here(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Which mails to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Filter {
    /// Only those to this address.
    to: Option<String>,
}

#[derive(Template)]
#[template(path = "mailbox/list.html")]
struct ListPage<'a> {
    to: &'a str,
    mails: &'a [Stored],
}

#[derive(Template)]
#[template(path = "mailbox/mail.html")]
struct MailPage<'a> {
    mail: &'a Stored,
}

/// The mails as a page, the newest first.
#[get("/mailbox")]
pub(super) async fn list_mails(
    state: State,
    _: Here,
    filter: Query<Filter>,
) -> Result<Html, Problem> {
    let to = filter.to.as_deref().filter(|to| !to.is_empty());
    let mails = mailbox::list(&state, to).await?;
    page(&ListPage {
        to: to.unwrap_or(""),
        mails: &mails,
    })
}

/// The mails as JSON, the newest first.
#[get("/mailbox.json")]
pub(super) async fn list_mails_as_json(
    state: State,
    _: Here,
    filter: Query<Filter>,
) -> Result<Json<Vec<Stored>>, Problem> {
    mailbox::list(&state, filter.to.as_deref()).await.map(Json)
}

/// One mail as a page: its text, its HTML, its source.
#[get("/mailbox/{file}")]
pub(super) async fn show_mail(state: State, _: Here, file: Path<String>) -> Result<Html, Problem> {
    let mail = mailbox::open(&state, &file).await?;
    page(&MailPage { mail: &mail })
}

fn page(template: &impl Template) -> Result<Html, Problem> {
    template.render().map(Html::new).map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_pass() {
        for host in ["localhost:8080", "127.0.0.1", "127.0.0.1:1", "[::1]:8080"] {
            assert!(is_host_of_here(host), "{host}");
        }
        for host in [
            "evil.test",
            "play.test",
            "localhost.evil.test:8080",
            "10.0.0.1",
            "[::2]",
            "",
        ] {
            assert!(!is_host_of_here(host), "{host}");
        }
    }
}
