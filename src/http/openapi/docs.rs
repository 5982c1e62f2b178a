//! The documentation of the API: the OpenAPI document, a page to read it and try it out, and a page
//! for each problem. The home page links to it.
//!
//! The page is Swagger UI, embedded in the binary. It loads nothing from other servers. These pages
//! are not part of the API contract themselves.

use std::sync::{Arc, LazyLock};

use actix_web::http::header::{CACHE_CONTROL, LOCATION};
use actix_web::web::{Html, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get};
use askama::Template;
use base::refusal::Refusal;
use serde::Serialize;
use serde_json::Value;

use crate::http::openapi;
use crate::http::pages::wants_page;
use crate::http::problem::{Problem, Result};
use crate::http::server::embedded::{ASKED_ABOUT, Embedded};

/// Registers the pages.
pub(crate) fn pages(config: &mut ServiceConfig) {
    config
        .service(document_as_json)
        .service(document_as_yaml)
        .service(lead_to_docs)
        .service(docs)
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

/// Redirects to `/docs/`, because the page refers to its files by relative paths.
#[get("/docs")]
async fn lead_to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((LOCATION, "/docs/"))
        .finish()
}

#[get("/docs/{file:.*}")]
async fn docs(file: Path<String>) -> Result<HttpResponse> {
    let config = utoipa_swagger_ui::Config::new(["/openapi.json"])
        .deep_linking(true)
        .doc_expansion("list")
        .default_models_expand_depth(0)
        .display_request_duration(true)
        // No other server validates the document.
        .validator_url("none");
    let found = utoipa_swagger_ui::serve(&file, Arc::new(config)).map_err(Problem::internal)?;
    let asset = found.ok_or(Refusal::NotFound)?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "max-age=3600"))
        .content_type(asset.content_type)
        .body(asset.bytes.into_owned()))
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

fn page(template: &impl Template) -> Result<Html> {
    template.render().map(Html::new).map_err(Problem::internal)
}

#[get("/problems")]
async fn list_problems() -> Result<Html> {
    let problems: Vec<Meaning> = Problem::every().iter().map(meaning).collect();
    page(&ProblemsPage {
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
    let html = ProblemPage { problem: &problem }
        .render()
        .map_err(Problem::internal)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .body(html))
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
