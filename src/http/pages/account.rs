//! The pages that links in mails lead to: confirming an address, and setting a new password.
//!
//! They are plain HTML. A script of a few lines copies the secret of a link into the form. The
//! secret is in the fragment, after the `#`, which browsers do not send to servers. Older mails
//! have links with the secret in the query. The link, or the code that the player types, contains
//! the secret, so there is no session and no request to forge. The browser client
//! ([`crate::http::pages::client`]) has the pages that need a session, such as the list of
//! sessions.

use accounts::confirmation;
use accounts::identity::NewPassword;
use accounts::reset::{self, Proof};
use actix_web::http::StatusCode;
use actix_web::web::{Form, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use askama::Template;
use base::refusal::Refusal;
use rules::Language;
use serde::Deserialize;

use crate::http::State;
use crate::http::caller::Client;
use crate::http::pages::{html_with as page, status_of};
use crate::http::problem::Problem;
use crate::http::query::Query;

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config
        .service(confirm_page)
        .service(confirm)
        .service(reset_page)
        .service(set_password);
}

/// The parameters of a link.
#[derive(Deserialize)]
struct Link {
    /// The secret, which also identifies the player.
    #[serde(default)]
    link: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    code: String,
}

#[derive(Deserialize)]
struct NewPasswordForm {
    #[serde(flatten)]
    carried: Link,
    password: String,
}

#[derive(Template)]
#[template(path = "pages/confirm.html")]
struct ConfirmPage {
    carried: Link,
}

#[derive(Template)]
#[template(path = "pages/reset_password.html")]
struct ResetPage {
    carried: Link,
    fault: Option<String>,
}

#[derive(Template)]
#[template(path = "pages/message.html")]
struct MessagePage<'a> {
    title: &'a str,
    text: &'a str,
}

/// Shows the outcome as a page.
fn outcome(
    outcome: Result<(), accounts::Refusal>,
    title: &str,
    text: &str,
) -> Result<HttpResponse, Problem> {
    match outcome {
        Ok(()) => page(StatusCode::OK, &MessagePage { title, text }),
        Err(refusal) => refused(&refusal.into()),
    }
}

fn refused(problem: &Problem) -> Result<HttpResponse, Problem> {
    let text = match problem {
        Problem::Accounts(accounts::Refusal::BadCode) => {
            "The code or link is wrong, used up or expired. Ask for another one. A code that \
             others have used up does not matter: follow the link in the mail."
                .to_owned()
        }
        problem => problem.detail(Language::English),
    };
    let page = MessagePage {
        title: "That did not work",
        text: &text,
    };
    let mut response = self::page(status_of(problem), &page)?;
    if let Problem::General(Refusal::RateLimited { retry_after }) = problem {
        use actix_web::http::header::{HeaderValue, RETRY_AFTER};
        let seconds = HeaderValue::from(*retry_after);
        response.headers_mut().insert(RETRY_AFTER, seconds);
    }
    Ok(response)
}

fn form<T>(form: Result<Form<T>, actix_web::Error>) -> Result<T, Refusal> {
    form.map(Form::into_inner)
        .map_err(|_| Refusal::invalid("why-form"))
}

#[get("/confirm")]
async fn confirm_page(Query(carried): Query<Link>) -> Result<HttpResponse, Problem> {
    page(StatusCode::OK, &ConfirmPage { carried })
}

#[post("/confirm")]
async fn confirm(
    app: State,
    client: Client,
    link: Result<Form<Link>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let confirmed = match form(link) {
        Ok(form) if !form.link.is_empty() => confirmation::by_link(&app, &form.link).await,
        Ok(form) => confirmation::by_name(&app, client.0, &form.player, &form.code).await,
        Err(refusal) => Err(refusal.into()),
    };
    outcome(
        confirmed,
        "Your address is confirmed",
        "Mail about your games comes here from now on. You can close this page.",
    )
}

#[get("/reset-password")]
async fn reset_page(Query(carried): Query<Link>) -> Result<HttpResponse, Problem> {
    let fault = None;
    page(StatusCode::OK, &ResetPage { carried, fault })
}

#[post("/reset-password")]
async fn set_password(
    app: State,
    client: Client,
    filled: Result<Form<NewPasswordForm>, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let NewPasswordForm { carried, password } = match form(filled) {
        Ok(filled) => filled,
        Err(refusal) => return refused(&refusal.into()),
    };
    let password = match NewPassword::parse(password, &[&carried.player]) {
        Ok(password) => password,
        // The code is still valid, so let the player choose another password.
        Err(refusal) => {
            let problem = Problem::from(refusal);
            let fault = Some(problem.detail(Language::English));
            return page(status_of(&problem), &ResetPage { carried, fault });
        }
    };
    let Link { link, player, code } = carried;
    let proof = match link.is_empty() {
        true => Proof::Code { name: player, code },
        false => Proof::Link(link),
    };
    outcome(
        reset::reset(&app, client.0, &proof, password).await,
        "Your new password holds",
        "You are signed out everywhere. Sign in with the new password.",
    )
}
