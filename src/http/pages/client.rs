//! The browser client: two documents that are the same for everybody, a style sheet and scripts.
//!
//! Plain files out of `web/src/`, embedded, with no build step. Everything they show comes through
//! the calls that the contract offers to every client: nothing about a game or a player is put
//! into a page here.

use std::sync::LazyLock;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, routes};
use askama::Template;
use sha2::{Digest, Sha256};

use super::super::State;
use super::html;
use crate::http::embedded::{ASKED_ABOUT, Embedded, FOR_EVER};
use crate::http::problem::Result;
use crate::refusal::Refusal;

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A file out of `web/src/`.
macro_rules! file {
    ($name:literal, $media:expr) => {{
        let text = include_str!(concat!("../../../web/src/", $name));
        ($name, text, Embedded::new($media, text))
    }};
}

/// The files of the pages: their names, their texts, and how they are served.
static FILES: LazyLock<[(&str, &str, Embedded); 20]> = LazyLock::new(|| {
    [
        file!("page.css", CSS),
        file!("api.js", SCRIPT),
        file!("ui.js", SCRIPT),
        file!("home.js", SCRIPT),
        file!("consent.js", SCRIPT),
        file!("account.js", SCRIPT),
        file!("mail.js", SCRIPT),
        file!("game.js", SCRIPT),
        file!("chat.js", SCRIPT),
        file!("orders.js", SCRIPT),
        file!("table.js", SCRIPT),
        file!("draft.js", SCRIPT),
        file!("picture.js", SCRIPT),
        file!("push.js", SCRIPT),
        file!("clock.js", SCRIPT),
        file!("live.js", SCRIPT),
        file!("stream.js", SCRIPT),
        file!("say.js", SCRIPT),
        file!("texts-fr.js", SCRIPT),
        file!("texts-de.js", SCRIPT),
    ]
});

/// A hash over all files of the pages: part of their addresses, so that browsers keep them for ever and none takes files
/// of two versions for one page.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for (name, text, _) in FILES.iter() {
        hash.update(name);
        hash.update(text);
    }
    hex::encode(&hash.finalize()[..8])
});

/// The address of a file of the pages.
pub(in super::super) fn address(name: &str) -> String {
    format!("/web/{}/{name}", *VERSION)
}

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config
        .service(home_page)
        .service(game_page)
        .service(show_file)
        .service(push_worker);
}

/// What shows what is pushed. Its pages are those below its own address, which is the root.
static PUSH_WORKER: LazyLock<Embedded> =
    LazyLock::new(|| Embedded::new(SCRIPT, include_str!("../../../web/src/push-worker.js")));

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

/// A game, or how it stood after so many entries. The script takes the id from the address and asks for what the reader may see, so
/// that there is such a page for every id.
#[routes]
#[get("/games/{id}")]
#[get("/games/{id}/{ply:[0-9]+}")]
async fn game_page() -> Result<HttpResponse> {
    html(&GamePage)
}

/// A file that the pages use. Of another version, of a page that another node or an older program has served, there is
/// what there is now.
#[get("/web/{version}/{name}")]
async fn show_file(request: HttpRequest, path: Path<(String, String)>) -> Result<HttpResponse> {
    let (version, wanted) = path.into_inner();
    let mut files = FILES.iter();
    let (_, _, file) = files
        .find(|(name, ..)| *name == wanted)
        .ok_or(Refusal::NotFound)?;
    let kept = match version == *VERSION {
        true => FOR_EVER,
        false => ASKED_ABOUT,
    };
    Ok(file.answer(&request, kept))
}

/// The worker that shows what is pushed.
#[get("/push-worker.js")]
async fn push_worker(request: HttpRequest) -> HttpResponse {
    PUSH_WORKER.answer(&request, ASKED_ABOUT)
}
