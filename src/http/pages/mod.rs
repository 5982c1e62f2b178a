//! Pages for people: the pages that links in mails lead to, and the browser client.
//!
//! Opening a page changes nothing, because mail programs and scanners follow links on their own.

pub(super) mod account;
pub(super) mod begin;
pub(super) mod client;
pub(super) mod consent;
pub(super) mod manual;
pub(super) mod unsubscribe;

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use base::refusal::Refusal;
use common::site::site;
use mail::tongue::{Sentence, Tongue};
use rules::Language;

use crate::http::problem::{Problem, Result};

/// The content security policy of pages: only files of this server. It allows no script and no
/// style in markup, not even in the picture of a board, and no requests to or from other sites.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; \
    base-uri 'none'";

/// Returns a policy that also allows the operator's logo.
pub(super) fn with_logo(policy: &'static str) -> HeaderValue {
    let origin = site().logo_origin();
    let more = origin.map(|it| policy.replace("img-src 'self'", &format!("img-src 'self' {it}")));
    let more = more.and_then(|it| HeaderValue::from_str(&it).ok());
    more.unwrap_or(HeaderValue::from_static(policy))
}

/// The operator's links.
#[derive(Template)]
#[template(path = "pages/footer.html")]
struct Footer {
    links: Vec<(String, &'static str)>,
}

/// Returns the footer of a page in the language with this code; empty without links.
pub(super) fn footer(code: &str) -> String {
    let links = Tongue(code.parse().unwrap_or_default()).site_links();
    let footer = Footer { links }.render();
    footer.unwrap_or_default()
}

/// The pages with a form, and the methods that each of them offers. All other pages offer only GET.
pub(super) const FORMS: [(&str, &[&str]); 5] = [
    ("/confirm", &["GET", "POST"]),
    ("/reset-password", &["GET", "POST"]),
    ("/begin", &["GET", "POST"]),
    ("/unsubscribe/{token}", &["GET", "POST"]),
    ("/unsubscribe/{token}/undo", &["POST"]),
];

/// A page with a single message.
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

/// A page that shows a problem.
#[derive(Template)]
#[template(path = "pages/problem.html")]
struct ProblemPage {
    lang: &'static str,
    title: Sentence,
    text: String,
    home: Sentence,
}

/// Whether the client is a browser that wants a page.
pub(super) fn wants_page(request: &HttpRequest) -> bool {
    let accept = request.headers().get(ACCEPT);
    accept
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

/// Renders the page about a problem; `None` if that fails.
pub(super) fn of_problem(problem: &Problem, language: Language) -> Option<String> {
    let t = Tongue(language);
    let (title, text) = match problem {
        Problem::General(Refusal::NotFound) => {
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

/// Answers with a page.
pub(super) fn html(page: &impl Template) -> Result<HttpResponse> {
    html_with(StatusCode::OK, page)
}

/// Returns the status of a page about a problem. Logs failures, because such an answer contains no
/// problem that the request's own log line could report.
fn status_of(problem: &Problem) -> StatusCode {
    if problem.refusal().is_some_and(|it| it.is_failure()) {
        tracing::error!(refusal = %problem, "a page could not be shown");
    }
    problem.status_code()
}

/// Answers with a page and this status.
fn html_with(status: StatusCode, page: &impl Template) -> Result<HttpResponse> {
    let html = page.render().map_err(Problem::internal)?;
    Ok(HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((CONTENT_SECURITY_POLICY, with_logo(POLICY)))
        .body(html))
}
