//! The pages on which players allow a program to get a token: through a link of the program, or
//! with a code that the program shows.
//!
//! These pages never redirect by themselves, because an attacker may have made the link to send
//! people elsewhere. Players consent through calls that need a session and the password
//! ([`crate::http::accounts::grants`]). These calls use no cookies, so no other page can consent in
//! a player's name.

use accounts::oauth::{Asked, Redirect, client};
use accounts::tokens::Scope;
use actix_web::http::StatusCode;
use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get};
use askama::Template;
use serde::Deserialize;

use crate::http::State;
use crate::http::pages::{html, html_with};
use crate::http::problem::Result;
use crate::http::query::Query;

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config.service(authorize_page).service(device_page);
}

/// The parameters of a program's link.
#[derive(Deserialize)]
struct Link {
    response_type: Option<String>,
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    scope: String,
    state: Option<String>,
    #[serde(default)]
    code_challenge: String,
    #[serde(default)]
    code_challenge_method: String,
}

#[derive(Template)]
#[template(path = "pages/authorize.html")]
struct AuthorizePage {
    asked: Asked,
    place: String,
    may: Vec<&'static str>,
    scope: String,
    state: Option<String>,
    /// The address for a player who declines.
    denied: String,
}

#[derive(Template)]
#[template(path = "pages/device.html")]
struct DevicePage;

#[derive(Template)]
#[template(path = "pages/not_asked.html")]
struct NotAskedPage {
    detail: String,
    /// The address that reports the error to the program, and how to display the program.
    back: Option<(String, String)>,
}

/// Describes a scope for players.
const fn words(scope: Scope) -> &'static str {
    match scope {
        Scope::GamesRead => "see your games",
        Scope::GamesPlay => "make and join games, and play in your name",
        Scope::Chat => "read and write chat, notes and reports, and change whom you mute",
        Scope::MailManage => "change which mails you get",
        Scope::Account => "read your account, your address too, and take holidays",
        Scope::Admin => "do what operators do",
    }
}

/// The page for a program's link: what the program asks for, or what is wrong with the link.
#[get("/oauth/authorize")]
async fn authorize_page(state: State, Query(link): Query<Link>) -> Result<HttpResponse> {
    let known = client(&link.client_id).and_then(|_| Redirect::parse(&link.redirect_uri));
    let redirect = match known {
        Ok(redirect) => redirect,
        // The program or its address is unknown, so the page contains no link to it.
        Err(fault) => return not_asked(fault.detail(), None),
    };
    let issuer = &state.config.public_url;
    let told = |error: &str| {
        let mut told = vec![("error", error), ("iss", issuer)];
        told.extend(link.state.as_deref().map(|state| ("state", state)));
        redirect.with(&told)
    };
    let place = redirect.place();
    if link.response_type.as_deref() != Some("code") {
        let detail = "“response_type” is code.".to_owned();
        return not_asked(detail, Some((told("unsupported_response_type"), place)));
    }
    let challenge = (&*link.code_challenge, &*link.code_challenge_method);
    match Asked::read(&link.client_id, redirect.clone(), &link.scope, challenge) {
        Ok(asked) => html(&AuthorizePage {
            may: asked.scopes.iter().map(|scope| words(*scope)).collect(),
            denied: told("access_denied"),
            scope: link.scope.clone(),
            state: link.state.clone(),
            place,
            asked,
        }),
        Err(fault) => not_asked(fault.detail(), Some((told(fault.word()), place))),
    }
}

fn not_asked(detail: String, back: Option<(String, String)>) -> Result<HttpResponse> {
    html_with(StatusCode::BAD_REQUEST, &NotAskedPage { detail, back })
}

/// The page on which a player types the code that a program shows.
#[get("/device")]
async fn device_page() -> Result<HttpResponse> {
    html(&DevicePage)
}
