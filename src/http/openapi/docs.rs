//! The documentation of the API: the OpenAPI document, a page to read it and try it out, a collection
//! of its calls, guides, and a page for each problem. The home page links to it.
//!
//! Scalar shows the document. It is embedded in the binary and loads nothing from other servers.
//! These pages are not part of the API contract themselves.

use std::sync::LazyLock;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, LOCATION};
use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get};
use askama::Template;
use base::refusal::Refusal;
use serde::Serialize;
use serde_json::Value;

use crate::http::State;
use crate::http::openapi::{self, guides, postman, samples};
use crate::http::pages::{html, wants_page, with_logo};
use crate::http::problem::{Problem, Result};
use crate::http::server::embedded::{ASKED_ABOUT, Embedded};

/// Registers the pages.
pub(crate) fn pages(config: &mut ServiceConfig) {
    config
        .service(document_as_json)
        .service(document_as_yaml)
        .service(lead_to_docs)
        .service(docs)
        .service(document_for_page)
        .service(collection)
        .configure(guides::pages)
        .service(list_problems)
        .service(show_problem);
}

/// The document, built once.
static DOCUMENT: LazyLock<Value> = LazyLock::new(openapi::document);

/// Returns the document.
pub(crate) fn document() -> &'static Value {
    &DOCUMENT
}

static AS_JSON: LazyLock<Embedded> =
    LazyLock::new(|| Embedded::new("application/json", DOCUMENT.to_string()));

static AS_YAML: LazyLock<Embedded> = LazyLock::new(|| {
    let yaml = openapi::yaml(&DOCUMENT);
    Embedded::new("application/yaml; charset=utf-8", yaml)
});

#[get("/openapi.json")]
async fn document_as_json(request: HttpRequest) -> HttpResponse {
    AS_JSON.answer(&request, ASKED_ABOUT)
}

#[get("/openapi.yaml")]
async fn document_as_yaml(request: HttpRequest) -> HttpResponse {
    AS_YAML.answer(&request, ASKED_ABOUT)
}

/// The security policy of the page of the API. Unlike other pages, it allows styles in the
/// markup, which Scalar writes, and blobs, with which Scalar shows pictures in responses.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

#[derive(Template)]
#[template(path = "docs/reference.html")]
struct ReferencePage;

/// Redirects to `/docs/`, the address in bookmarks.
#[get("/docs")]
async fn lead_to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((LOCATION, "/docs/"))
        .finish()
}

#[get("/docs/")]
async fn docs() -> Result<HttpResponse> {
    let mut page = html(&ReferencePage)?;
    let policy = with_logo(POLICY);
    page.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(page)
}

/// The document for the page: with code samples, links to the guides, and names of the tags for
/// people.
static FOR_PAGE: LazyLock<Embedded> = LazyLock::new(|| {
    let mut document = DOCUMENT.clone();
    let description = &mut document["info"]["description"];
    if let Some((first, rest)) = description.as_str().and_then(|it| it.split_once("\n\n")) {
        let guides = guides::links();
        *description = format!("{first}\n\n**Guides.** {guides}\n\n{FILES}\n\n{rest}").into();
    }
    for tag in document["tags"].as_array_mut().into_iter().flatten() {
        tag["x-displayName"] = match tag["name"].as_str() {
            Some("oauth") => "OAuth".into(),
            name => openapi::pascal(name.unwrap_or_default()).into(),
        };
    }
    samples::add(&mut document);
    Embedded::new("application/json", document.to_string())
});

const FILES: &str = "\
**Files.** [openapi.yaml](/openapi.yaml) and [openapi.json](/openapi.json), for generators of \
clients. [A collection](/docs/turnpike.postman_collection.json) of all calls, for Postman, Bruno, \
Insomnia and Hoppscotch.";

#[get("/docs/openapi.json")]
async fn document_for_page(request: HttpRequest) -> HttpResponse {
    FOR_PAGE.answer(&request, ASKED_ABOUT)
}

#[get("/docs/turnpike.postman_collection.json")]
async fn collection(state: State) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_DISPOSITION, "attachment"))
        .json(postman::collection(&DOCUMENT, &state.config.public_url))
}

/// The meaning of a problem code, and the calls that return it.
#[derive(Serialize)]
struct Meaning {
    #[serde(rename = "type")]
    kind: String,
    code: &'static str,
    status: u16,
    title: &'static str,
    calls: Vec<Call>,
}

/// A call of the API.
#[derive(Clone, Serialize)]
struct Call {
    method: String,
    path: String,
    summary: String,
}

#[derive(Template)]
#[template(path = "docs/problems.html")]
struct ProblemsPage<'a> {
    problems: &'a [Meaning],
}

#[derive(Template)]
#[template(path = "docs/problem.html")]
struct ProblemPage<'a> {
    problem: &'a Meaning,
}

#[get("/problems")]
async fn list_problems() -> Result<HttpResponse> {
    let problems: Vec<Meaning> = Problem::every().iter().map(meaning).collect();
    html(&ProblemsPage {
        problems: &problems,
    })
}

/// Answers browsers with a page, and other clients with JSON.
#[get("/problems/{code}")]
async fn show_problem(request: HttpRequest, code: Path<String>) -> Result<HttpResponse> {
    let problem = Problem::every()
        .into_iter()
        .find(|problem| problem.code() == *code)
        .ok_or(Refusal::NotFound)?;
    let problem = meaning(&problem);
    if !wants_page(&request) {
        return Ok(HttpResponse::Ok().json(problem));
    }
    html(&ProblemPage { problem: &problem })
}

fn meaning(problem: &Problem) -> Meaning {
    Meaning {
        kind: format!("/problems/{}", problem.code()),
        code: problem.code(),
        status: problem.status(),
        title: problem.title(),
        calls: calls_that_answer(problem),
    }
}

/// Returns the calls whose description of this status names the code.
fn calls_that_answer(problem: &Problem) -> Vec<Call> {
    let names = |description: &str| {
        let words = description.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
        words.into_iter().any(|word| word == problem.code())
    };
    let status = problem.status().to_string();
    let mut calls = Vec::new();
    for (path, item) in DOCUMENT["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let response = openapi::followed(&DOCUMENT, &operation["responses"][&status]);
            let description = response["description"].as_str();
            if description.is_some_and(names) {
                calls.push(Call {
                    method: method.to_ascii_uppercase(),
                    path: path.clone(),
                    summary: operation["summary"].as_str().unwrap_or_default().to_owned(),
                });
            }
        }
    }
    calls
}
