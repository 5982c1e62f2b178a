//! The local mailbox as a page, for whoever runs the server on this machine.
//!
//! The mails hold sign-in codes, so the pages answer only to whoever has the token that lies in the
//! data directory, and as if they were not there to everybody else. Where a request comes from says
//! nothing: a proxy, a tunnel or another site's page may stand behind any. The link that is printed
//! at the start carries the token; the browser keeps it as a cookie, scripts send it as a bearer
//! token. Where the server is configured for others (behind a proxy, or under a public name) there
//! is no page at all, and neither is there one where a mail server takes the mail.
//!
//! No part of the contract: clients cannot rely on it.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, COOKIE, HeaderName, LOCATION, SET_COOKIE};
use actix_web::web::{Html, Path, ServiceConfig};
use actix_web::{Either, FromRequest, HttpRequest, HttpResponse, get};
use askama::Template;
use mail::mailbox::Stored;
use serde::Deserialize;

use super::State;
use super::json::Json;
use crate::http::problem::{Problem, Result};
use crate::http::query::Query;
use crate::refusal::Refusal;
use crate::service::mailbox::{self, Which};

/// The cookie that keeps the token.
const KEPT: &str = "turnpike_mailbox";

/// Registers the pages of the mailbox.
pub(super) fn pages(config: &mut ServiceConfig) {
    config
        .service(list_mails)
        .service(list_mails_as_json)
        .service(show_mail);
}

/// Somebody who has the token.
pub(super) struct Opened;

impl FromRequest for Opened {
    type Error = Problem;
    type Future = Ready<Result<Opened>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let app = State::of(request).ok();
        let key = app.and_then(|app| app.mailbox_key.as_ref());
        let opened = key.is_some_and(|key| shown(request).any(|token| key.opens(token)));
        ready(opened.then_some(Opened).ok_or(Refusal::NotFound.into()))
    }
}

/// The tokens that a request shows: in its query, as a cookie, as a bearer token. The token needs
/// no decoding anywhere.
fn shown(request: &HttpRequest) -> impl Iterator<Item = &str> {
    let query = request.query_string().split('&');
    let query = query.filter_map(|member| member.strip_prefix("token="));
    let cookies = texts(request, COOKIE).flat_map(|header| header.split(';'));
    let cookies = cookies.filter_map(|cookie| cookie.trim().strip_prefix(KEPT)?.strip_prefix('='));
    let bearer = texts(request, AUTHORIZATION);
    let bearer = bearer.filter_map(|header| header.strip_prefix("Bearer "));
    query.chain(cookies).chain(bearer)
}

fn texts(request: &HttpRequest, name: HeaderName) -> impl Iterator<Item = &str> {
    let headers = request.headers().get_all(name);
    headers.filter_map(|header| header.to_str().ok())
}

/// Which mails to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Filter {
    /// Only those to this address.
    to: Option<String>,
    /// Only those older than this one.
    before: Option<String>,
    /// So many.
    limit: Option<usize>,
    /// What opens the page.
    token: Option<String>,
}

impl Filter {
    fn which(&self) -> Which<'_> {
        Which {
            to: self.to.as_deref().filter(|to| !to.is_empty()),
            before: self.before.as_deref(),
            limit: self.limit,
        }
    }
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

/// The mails as a page, the newest first. The link with the token leads to the one without: it is
/// kept, and neither shown nor bookmarked.
#[get("/mailbox")]
pub(super) async fn list_mails(
    state: State,
    _: Opened,
    Query(filter): Query<Filter>,
) -> Result<Either<Html, HttpResponse>> {
    if let Some(token) = &filter.token {
        let kept =
            format!("{KEPT}={token}; Path=/mailbox; Max-Age=31536000; HttpOnly; SameSite=Strict");
        let mut answer = HttpResponse::SeeOther();
        answer.insert_header((LOCATION, "/mailbox"));
        return Ok(Either::Right(
            answer.insert_header((SET_COOKIE, kept)).finish(),
        ));
    }
    let mails = mailbox::list(&state, filter.which()).await?;
    page(&ListPage {
        to: filter.which().to.unwrap_or(""),
        mails: &mails,
    })
    .map(Either::Left)
}

/// The mails as JSON, the newest first.
#[get("/mailbox.json")]
pub(super) async fn list_mails_as_json(
    state: State,
    _: Opened,
    Query(filter): Query<Filter>,
) -> Result<Json<Vec<Stored>>> {
    Ok(Json(mailbox::list(&state, filter.which()).await?))
}

/// One mail as a page: its text, its HTML, its source.
#[get("/mailbox/{file}")]
pub(super) async fn show_mail(state: State, _: Opened, file: Path<String>) -> Result<Html> {
    let mail = mailbox::open(&state, &file).await?;
    page(&MailPage { mail: &mail })
}

fn page(template: &impl Template) -> Result<Html> {
    template.render().map(Html::new).map_err(Problem::internal)
}
