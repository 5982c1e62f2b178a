//! The pages that links in mails lead to: confirming an address, setting a new password.
//!
//! Plain HTML without a script. The secret is in the code, so there is no session and nothing to forge.

use actix_web::http::StatusCode;
use actix_web::web::{Form, Query, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use askama::Template;
use serde::Deserialize;

use super::super::State;
use super::super::caller::Client;
use super::html_with as page;
use crate::problem::Problem;
use crate::service::accounts;
use crate::service::identity::NewPassword;

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config
        .service(confirm_page)
        .service(confirm)
        .service(reset_page)
        .service(reset);
}

/// What a link carries.
#[derive(Deserialize)]
struct Link {
    #[serde(default)]
    player: String,
    #[serde(default)]
    code: String,
}

#[derive(Deserialize)]
struct NewPasswordForm {
    player: String,
    code: String,
    password: String,
}

#[derive(Template)]
#[template(path = "pages/confirm.html")]
struct ConfirmPage<'a> {
    player: &'a str,
    code: &'a str,
}

#[derive(Template)]
#[template(path = "pages/reset_password.html")]
struct ResetPage<'a> {
    player: &'a str,
    code: &'a str,
    fault: Option<String>,
}

#[derive(Template)]
#[template(path = "pages/message.html")]
struct MessagePage<'a> {
    title: &'a str,
    text: &'a str,
}

/// Says what came of it, in words.
fn outcome(outcome: Result<(), Problem>, title: &str, text: &str) -> Result<HttpResponse, Problem> {
    match outcome {
        Ok(()) => page(StatusCode::OK, &MessagePage { title, text }),
        Err(problem) => refused(&problem),
    }
}

fn refused(problem: &Problem) -> Result<HttpResponse, Problem> {
    let text = match problem {
        Problem::BadCode => {
            "The code is wrong, used up or expired. Ask for another one; it makes all earlier \
             ones void."
                .to_owned()
        }
        problem => problem.detail(),
    };
    let page = MessagePage {
        title: "That did not work",
        text: &text,
    };
    let mut response = self::page(status(problem), &page)?;
    if let Problem::TooMany { retry_after } = problem {
        use actix_web::http::header::{HeaderValue, RETRY_AFTER};
        let seconds = HeaderValue::from(*retry_after);
        response.headers_mut().insert(RETRY_AFTER, seconds);
    }
    Ok(response)
}

fn status(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn form<T>(form: Result<Form<T>, actix_web::Error>) -> Result<T, Problem> {
    form.map(Form::into_inner)
        .map_err(|_| Problem::invalid("The form is incomplete. Follow the link again."))
}

#[get("/confirm")]
async fn confirm_page(link: Query<Link>) -> Result<HttpResponse, Problem> {
    let Link { player, code } = &*link;
    page(StatusCode::OK, &ConfirmPage { player, code })
}

#[post("/confirm")]
async fn confirm(
    app: State,
    client: Client,
    link: Result<Form<Link>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let confirmed = match form(link) {
        Ok(link) => accounts::confirm_by_name(&app, client.0, &link.player, &link.code).await,
        Err(problem) => Err(problem),
    };
    outcome(
        confirmed,
        "Your address is confirmed",
        "Mail about your games comes here from now on. You can close this page.",
    )
}

#[get("/reset-password")]
async fn reset_page(link: Query<Link>) -> Result<HttpResponse, Problem> {
    let Link { player, code } = &*link;
    let fault = None;
    page(
        StatusCode::OK,
        &ResetPage {
            player,
            code,
            fault,
        },
    )
}

#[post("/reset-password")]
async fn reset(
    app: State,
    client: Client,
    filled: Result<Form<NewPasswordForm>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let filled = match form(filled) {
        Ok(filled) => filled,
        Err(problem) => return refused(&problem),
    };
    let (player, code) = (filled.player.as_str(), filled.code.as_str());
    let password = match NewPassword::parse(filled.password) {
        Ok(password) => password,
        // The code is still good: let the player choose another one.
        Err(problem) => {
            let fault = Some(problem.detail());
            return page(
                status(&problem),
                &ResetPage {
                    player,
                    code,
                    fault,
                },
            );
        }
    };
    outcome(
        accounts::reset(&app, client.0, player, code, password).await,
        "Your new password holds",
        "You are signed out everywhere. Sign in with the new password.",
    )
}
