//! The local mailbox as web pages, for the operator on this machine.
//!
//! The mails contain sign-in codes. So the pages require the token in the data directory, and
//! return 404 without it. The address of the client proves nothing, because a proxy, a tunnel or a
//! page of another site may have sent the request. At the start, the server prints a link with the
//! token. The browser keeps the token as a cookie; scripts send it as a bearer token. There are no
//! pages if the server is configured for other people (behind a proxy, or under a public name), or
//! if it sends mail through a mail server.
//!
//! The pages are not part of the API contract: clients cannot rely on them.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, COOKIE, HeaderName, LOCATION, SET_COOKIE};
use actix_web::web::{Html, Path, ServiceConfig};
use actix_web::{Either, FromRequest, HttpRequest, HttpResponse, get};
use askama::Template;
use base::refusal::Refusal;
use letters::mailbox::{self, Which};
use mail::mailbox::Stored;
use serde::Deserialize;

use crate::http::State;
use crate::http::json::Json;
use crate::http::problem::{Problem, Result};
use crate::http::query::Query;

/// The name of the cookie with the token.
const KEPT: &str = "turnpike_mailbox";

/// Registers the pages of the mailbox.
pub(crate) fn pages(config: &mut ServiceConfig) {
    config
        .service(list_mails)
        .service(list_mails_as_json)
        .service(show_mail);
}

/// Proof that a request contains the token.
pub(crate) struct Opened;

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

/// Returns the tokens in a request: in its query, its cookies and its bearer tokens. A token needs
/// no decoding in any of these.
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
pub(crate) struct Filter {
    /// Only mails to this address.
    to: Option<String>,
    /// Only mails older than this file.
    before: Option<String>,
    /// At most this many mails.
    limit: Option<usize>,
    /// The token that opens the page.
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
    html: String,
}

/// Lists the mails as a page, the newest first. A link with the token sets the cookie and redirects
/// to the address without the token, so that the token is neither displayed nor bookmarked.
#[get("/mailbox")]
pub(crate) async fn list_mails(
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

/// Lists the mails as JSON, the newest first.
#[get("/mailbox.json")]
pub(crate) async fn list_mails_as_json(
    state: State,
    _: Opened,
    Query(filter): Query<Filter>,
) -> Result<Json<Vec<Stored>>> {
    Ok(Json(mailbox::list(&state, filter.which()).await?))
}

/// Shows one mail as a page: its text, its HTML and its source.
#[get("/mailbox/{file}")]
pub(crate) async fn show_mail(state: State, _: Opened, file: Path<String>) -> Result<Html> {
    let mail = mailbox::open(&state, &file).await?;
    page(&MailPage {
        mail: &mail,
        html: mail.html_with_pictures(),
    })
}

fn page(template: &impl Template) -> Result<Html> {
    template.render().map(Html::new).map_err(Problem::internal)
}
