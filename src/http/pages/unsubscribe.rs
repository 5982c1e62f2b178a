//! The page that stops mails of a kind without signing in (RFC 8058).
//!
//! Mail programs send `POST` with a form that says nothing new; what is in it is not read. Looking
//! at the page changes nothing.

use actix_web::http::StatusCode;
use actix_web::web::{Form, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use askama::Template;
use serde::Deserialize;

use super::super::State;
use super::html_with as page;
use crate::problem::Problem;
use crate::service::unsubscribe::{self, Before};

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config.service(show).service(stop).service(resume);
}

#[derive(Template)]
#[template(path = "pages/unsubscribe.html")]
struct UnsubscribePage<'a> {
    token: &'a str,
    title: &'a str,
    stopped: bool,
    before: &'a str,
}

#[derive(Template)]
#[template(path = "pages/message.html")]
struct MessagePage<'a> {
    title: &'a str,
    text: &'a str,
}

#[derive(Default, Deserialize)]
struct Back {
    #[serde(default)]
    before: String,
}

fn refused(problem: &Problem) -> Result<HttpResponse, Problem> {
    let text = match problem {
        Problem::NotFound => "The link is incomplete, or its account is deleted.".to_owned(),
        problem => problem.detail(),
    };
    let status =
        StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    page(
        status,
        &MessagePage {
            title: "That did not work",
            text: &text,
        },
    )
}

#[get("/unsubscribe/{token}")]
async fn show(app: State, token: Path<String>) -> Result<HttpResponse, Problem> {
    match unsubscribe::look(&app, &token).await {
        Ok(shown) => page(
            StatusCode::OK,
            &UnsubscribePage {
                token: &token,
                title: shown.title,
                stopped: shown.stopped,
                before: "",
            },
        ),
        Err(problem) => refused(&problem),
    }
}

#[post("/unsubscribe/{token}")]
async fn stop(app: State, token: Path<String>) -> Result<HttpResponse, Problem> {
    match unsubscribe::stop(&app, &token).await {
        Ok(stopped) => page(
            StatusCode::OK,
            &UnsubscribePage {
                token: &token,
                title: stopped.title,
                stopped: true,
                before: &stopped.before.0,
            },
        ),
        Err(problem) => refused(&problem),
    }
}

#[post("/unsubscribe/{token}/undo")]
async fn resume(
    app: State,
    token: Path<String>,
    back: Result<Form<Back>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let before = Before(
        back.map(|back| back.into_inner().before)
            .unwrap_or_default(),
    );
    match unsubscribe::resume(&app, &token, &before).await {
        Ok(title) => page(
            StatusCode::OK,
            &MessagePage {
                title: "You get them again",
                text: &format!("You get {title} again. You can close this page."),
            },
        ),
        Err(problem) => refused(&problem),
    }
}
