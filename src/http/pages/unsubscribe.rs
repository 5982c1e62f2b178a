//! The page that stops mails of a kind without signing in (RFC 8058).
//!
//! Mail programs send a `POST` with a fixed form, which the server does not read. Opening the page
//! changes nothing.

use actix_web::http::StatusCode;
use actix_web::web::{Form, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use askama::Template;
use base::refusal::Refusal;
use letters::unsubscribe::{self, Before};
use mail::tongue::Tongue;
use serde::Deserialize;

use crate::http::State;
use crate::http::caller::Reads;
use crate::http::pages::{html_with as page, status_of, told};
use crate::http::problem::{Problem, Result};

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config.service(show).service(stop).service(resume);
}

#[derive(Template)]
#[template(path = "pages/unsubscribe.html")]
struct UnsubscribePage<'a> {
    t: Tongue,
    token: &'a str,
    mails: String,
    stopped: bool,
    before: &'a str,
}

#[derive(Default, Deserialize)]
struct Back {
    #[serde(default)]
    before: String,
}

fn refused(t: Tongue, refusal: impl Into<Problem>) -> Result<HttpResponse> {
    let problem = refusal.into();
    let text = match &problem {
        Problem::General(Refusal::NotFound) => t.say("stop-no-link").to_string(),
        problem => problem.detail(t.0),
    };
    page(status_of(&problem), &told(t, "stop-failed", text))
}

#[get("/unsubscribe/{token}")]
async fn show(app: State, Reads(language): Reads, token: Path<String>) -> Result<HttpResponse> {
    match unsubscribe::look(&app, &token).await {
        Ok(shown) => page(
            StatusCode::OK,
            &UnsubscribePage {
                t: Tongue(language),
                token: &token,
                mails: shown.title.to(language),
                stopped: shown.stopped,
                before: "",
            },
        ),
        Err(refusal) => refused(Tongue(language), refusal),
    }
}

#[post("/unsubscribe/{token}")]
async fn stop(app: State, Reads(language): Reads, token: Path<String>) -> Result<HttpResponse> {
    match unsubscribe::stop(&app, &token).await {
        Ok(stopped) => page(
            StatusCode::OK,
            &UnsubscribePage {
                t: Tongue(language),
                token: &token,
                mails: stopped.title.to(language),
                stopped: true,
                before: &stopped.before.0,
            },
        ),
        Err(refusal) => refused(Tongue(language), refusal),
    }
}

#[post("/unsubscribe/{token}/undo")]
async fn resume(
    app: State,
    Reads(language): Reads,
    token: Path<String>,
    back: Result<Form<Back>, actix_web::Error>,
) -> Result<HttpResponse> {
    let before = Before(
        back.map(|back| back.into_inner().before)
            .unwrap_or_default(),
    );
    let t = Tongue(language);
    match unsubscribe::resume(&app, &token, &before).await {
        Ok(mails) => {
            let text = t.say("stop-undone-what").with("mails", mails.to(language));
            page(StatusCode::OK, &told(t, "stop-undone", text.to_string()))
        }
        Err(refusal) => refused(t, refusal),
    }
}
