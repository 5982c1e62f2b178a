//! The page on which the sender of a mail without an account confirms that the mail is theirs.
//!
//! The button submits a mail in the sender's name. The server processes it like a reply by mail.

use actix_web::http::StatusCode;
use actix_web::web::{Form, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use askama::Template;
use mail::tongue::Tongue;
use mail_commands::stranger;
use serde::Deserialize;

use crate::http::State;
use crate::http::caller::Reads;
use crate::http::pages::{html_with as page, status_of, told};
use crate::http::problem::{Problem, Result};
use crate::http::query::Query;

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config.service(show).service(press);
}

#[derive(Default, Deserialize)]
struct Filled {
    #[serde(default)]
    link: String,
    #[serde(default)]
    name: String,
}

#[derive(Template)]
#[template(path = "pages/begin.html")]
struct BeginPage {
    t: Tongue,
    link: String,
}

fn refused(t: Tongue, refusal: impl Into<Problem>) -> Result<HttpResponse> {
    let problem = refusal.into();
    let text = match &problem {
        Problem::Accounts(accounts::Refusal::BadCode) => t.say("begin-no-link").to_string(),
        problem => problem.detail(t.0),
    };
    page(status_of(&problem), &told(t, "begin-failed", text))
}

#[get("/begin")]
async fn show(
    app: State,
    Reads(language): Reads,
    Query(filled): Query<Filled>,
) -> Result<HttpResponse> {
    if filled.link.is_empty() {
        // The secret is in the fragment, after the `#`. A script of the page copies it into the
        // form.
        let (t, link) = (Tongue(language), String::new());
        return page(StatusCode::OK, &BeginPage { t, link });
    }
    match stranger::asked(&app, &filled.link).await {
        Ok(asked) => {
            let t = Tongue(asked.language);
            let link = filled.link;
            page(StatusCode::OK, &BeginPage { t, link })
        }
        Err(refusal) => refused(Tongue(language), refusal),
    }
}

#[post("/begin")]
async fn press(
    app: State,
    Reads(language): Reads,
    filled: Result<Form<Filled>, actix_web::Error>,
) -> Result<HttpResponse> {
    let filled = filled.map(Form::into_inner).unwrap_or_default();
    match stranger::press(&app, &filled.link, &filled.name).await {
        Ok(asked) => {
            let t = Tongue(asked.language);
            let text = t.say("begin-done-what").to_string();
            page(StatusCode::OK, &told(t, "begin-done", text))
        }
        Err(refusal) => refused(Tongue(language), refusal),
    }
}
