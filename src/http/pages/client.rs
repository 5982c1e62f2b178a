//! The browser client: two documents that are the same for everybody, a style sheet and scripts.
//!
//! Plain files out of `assets/`, embedded, with no build step. Everything they show comes through
//! the calls that the contract offers to every client: nothing about a game or a player is put
//! into a page here.

use std::sync::LazyLock;

use actix_web::http::header::EntityTag;
use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get};
use askama::Template;
use sha2::{Digest, Sha256};

use super::super::State;
use super::html;
use crate::http::kept::tagged;
use crate::http::problem::Result;
use crate::refusal::Refusal;

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A file for browsers.
struct Asset {
    name: &'static str,
    media: &'static str,
    text: &'static str,
    tag: EntityTag,
}

static ASSETS: LazyLock<[Asset; 11]> = LazyLock::new(|| {
    let asset = |name, media, text: &'static str| Asset {
        name,
        media,
        text,
        tag: EntityTag::new_weak(hex::encode(&Sha256::digest(text)[..12])),
    };
    [
        asset("page.css", CSS, include_str!("../../../assets/page.css")),
        asset("api.js", SCRIPT, include_str!("../../../assets/api.js")),
        asset("ui.js", SCRIPT, include_str!("../../../assets/ui.js")),
        asset("home.js", SCRIPT, include_str!("../../../assets/home.js")),
        asset(
            "account.js",
            SCRIPT,
            include_str!("../../../assets/account.js"),
        ),
        asset("mail.js", SCRIPT, include_str!("../../../assets/mail.js")),
        asset("game.js", SCRIPT, include_str!("../../../assets/game.js")),
        asset("chat.js", SCRIPT, include_str!("../../../assets/chat.js")),
        asset("table.js", SCRIPT, include_str!("../../../assets/table.js")),
        asset("draft.js", SCRIPT, include_str!("../../../assets/draft.js")),
        asset(
            "picture.js",
            SCRIPT,
            include_str!("../../../assets/picture.js"),
        ),
    ]
});

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config
        .service(home_page)
        .service(game_page)
        .service(show_asset);
}

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage {
    /// Whether mail stays in the local mailbox.
    mail_is_local: bool,
}

#[derive(Template)]
#[template(path = "pages/game.html")]
struct GamePage;

/// Games to join and to look at, and a form for a new one.
#[get("/")]
async fn home_page(state: State) -> Result<HttpResponse> {
    html(&HomePage {
        mail_is_local: state.config.mail_is_local(),
    })
}

/// A game. The script takes the id from the address and asks for what the reader may see, so
/// that there is such a page for every id.
#[get("/games/{id}")]
async fn game_page() -> Result<HttpResponse> {
    html(&GamePage)
}

/// A file that the pages use. Browsers keep it, and ask each time whether it is still the same.
#[get("/assets/{name}")]
async fn show_asset(request: HttpRequest, name: Path<String>) -> Result<HttpResponse> {
    let asset = ASSETS
        .iter()
        .find(|asset| asset.name == *name)
        .ok_or(Refusal::NotFound)?;
    let (mut response, is_known) = tagged(&request, asset.tag.clone(), "no-cache");
    Ok(match is_known {
        true => response.finish(),
        false => response.content_type(asset.media).body(asset.text),
    })
}
