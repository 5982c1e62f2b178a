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

/// A file out of `assets/`.
macro_rules! asset {
    ($name:literal, $media:expr) => {{
        let text = include_str!(concat!("../../../assets/", $name));
        Asset {
            name: $name,
            media: $media,
            text,
            tag: EntityTag::new_weak(hex::encode(&Sha256::digest(text)[..12])),
        }
    }};
}

static ASSETS: LazyLock<[Asset; 14]> = LazyLock::new(|| {
    [
        asset!("page.css", CSS),
        asset!("api.js", SCRIPT),
        asset!("ui.js", SCRIPT),
        asset!("home.js", SCRIPT),
        asset!("consent.js", SCRIPT),
        asset!("account.js", SCRIPT),
        asset!("mail.js", SCRIPT),
        asset!("game.js", SCRIPT),
        asset!("chat.js", SCRIPT),
        asset!("orders.js", SCRIPT),
        asset!("table.js", SCRIPT),
        asset!("draft.js", SCRIPT),
        asset!("picture.js", SCRIPT),
        asset!("push.js", SCRIPT),
    ]
});

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config
        .service(home_page)
        .service(game_page)
        .service(show_asset)
        .service(push_worker);
}

/// What shows what is pushed. Its pages are those below its own address, which is the root.
static PUSH_WORKER: LazyLock<Asset> = LazyLock::new(|| asset!("push-worker.js", SCRIPT));

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
    Ok(answer(&request, asset))
}

/// The worker that shows what is pushed.
#[get("/push-worker.js")]
async fn push_worker(request: HttpRequest) -> HttpResponse {
    answer(&request, &PUSH_WORKER)
}

fn answer(request: &HttpRequest, asset: &Asset) -> HttpResponse {
    let (mut response, is_known) = tagged(request, asset.tag.clone(), "no-cache");
    match is_known {
        true => response.finish(),
        false => response.content_type(asset.media).body(asset.text),
    }
}
