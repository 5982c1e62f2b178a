//! Pages for people: those that links in mails lead to, and the browser client.
//!
//! Looking at a page changes nothing: mail programs and scanners follow links on their own.

pub(super) mod account;
pub(super) mod begin;
pub(super) mod client;
pub(super) mod consent;
pub(super) mod manual;
pub(super) mod unsubscribe;

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT, CONTENT_SECURITY_POLICY};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use mail::tongue::{Sentence, Tongue};
use rules::Language;

use crate::http::problem::{self, Problem, Result};
use crate::refusal::Refusal;

/// Nothing but what lies in files of our own: no script and no style in markup, not even that of a
/// board's picture, and nothing from or to elsewhere.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; \
    base-uri 'none'";

/// The pages that take a form, with the methods that each is offered with; every other one is only got.
pub(super) const FORMS: [(&str, &[&str]); 5] = [
    ("/confirm", &["GET", "POST"]),
    ("/reset-password", &["GET", "POST"]),
    ("/begin", &["GET", "POST"]),
    ("/unsubscribe/{token}", &["GET", "POST"]),
    ("/unsubscribe/{token}/undo", &["POST"]),
];

/// A page that says one thing.
#[derive(Template)]
#[template(path = "pages/told.html")]
struct ToldPage {
    lang: &'static str,
    title: Sentence,
    text: String,
}

fn told(t: Tongue, title: &'static str, text: String) -> ToldPage {
    ToldPage {
        lang: t.code(),
        title: t.say(title),
        text,
    }
}

/// A page in the place of a problem.
#[derive(Template)]
#[template(path = "pages/problem.html")]
struct ProblemPage {
    lang: &'static str,
    title: Sentence,
    text: String,
    home: Sentence,
}

/// Whether it is a browser that asks, for somebody who reads.
pub(super) fn wants_page(request: &HttpRequest) -> bool {
    let accept = request.headers().get(ACCEPT);
    accept
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

/// What somebody reads who asked for a page and got a problem; none if it cannot be written.
pub(super) fn of_problem(problem: &Problem, language: Language) -> Option<String> {
    let t = Tongue(language);
    let (title, text) = match problem {
        Problem::Refused(Refusal::NotFound) => {
            ("page-not-there", t.say("page-not-there-what").to_string())
        }
        _ => ("page-failed", problem.detail(language)),
    };
    let page = ProblemPage {
        lang: t.code(),
        title: t.say(title),
        text,
        home: t.say("page-home"),
    };
    page.render().ok()
}

/// A page that is found.
fn html(page: &impl Template) -> Result<HttpResponse> {
    html_with(StatusCode::OK, page)
}

/// The status of a page that tells a refusal. What failed goes to the log: such an answer is no
/// problem that the request's own line could tell.
fn status_of(refusal: &Refusal) -> StatusCode {
    if refusal.is_failure() {
        tracing::error!(%refusal, "a page could not be shown");
    }
    StatusCode::from_u16(problem::status_of(refusal)).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// A page with a status of its own.
fn html_with(status: StatusCode, page: &impl Template) -> Result<HttpResponse> {
    let html = page.render().map_err(Problem::internal)?;
    Ok(HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(html))
}
