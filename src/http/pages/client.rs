//! The browser client: documents that are the same for everybody, a style sheet and scripts.
//!
//! Plain files out of `web/src/`, embedded, with no build step. Everything they show comes through
//! the calls that the contract offers to every client: nothing about a game or a player is put
//! into a page here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, routes};
use askama::Template;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use super::{POLICY, html};
use crate::http::embedded::{ASKED_ABOUT, Embedded, FOR_EVER};
use crate::http::problem::Result;
use crate::refusal::Refusal;

static SOURCE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/src");

/// The files of the pages by their paths below `web/src/`.
static FILES: LazyLock<BTreeMap<&str, Embedded>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    gather(&SOURCE, &mut files);
    files
});

fn gather(dir: &'static Dir<'_>, files: &mut BTreeMap<&str, Embedded>) {
    for file in dir.files() {
        let path = file.path();
        let (Some(name), Some(media)) = (path.to_str(), media_of(path)) else {
            continue;
        };
        files.insert(name, Embedded::new(media, file.contents()));
    }
    for inner in dir.dirs() {
        gather(inner, files);
    }
}

/// What a file is to browsers; none for what only checkers read.
fn media_of(path: &std::path::Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some(SCRIPT),
        "png" => Some("image/png"),
        "svg" => Some("image/svg+xml"),
        "txt" => Some("text/plain; charset=utf-8"),
        "webmanifest" => Some("application/manifest+json"),
        _ => None,
    }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A hash over all files of the pages: part of their addresses, so that browsers keep them for ever and none takes files
/// of two versions for one page.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for (name, file) in FILES.iter() {
        hash.update(name);
        hash.update(file.text());
    }
    hex::encode(&hash.finalize()[..8])
});

/// The address of a file of the pages.
pub(in super::super) fn address(name: &str) -> String {
    format!("/web/{}/{name}", *VERSION)
}

/// The elements that run a script.
pub(in super::super) fn script(name: &str) -> &'static str {
    SCRIPTS.get(name).map_or("", String::as_str)
}

/// For each script of a page the element that runs it, behind one for each module that it imports: browsers ask for all of
/// them at once, and not for each when they have read the one before.
static SCRIPTS: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let scripts = FILES
        .keys()
        .filter(|name| name.ends_with(".js") && !name.contains('/'));
    scripts.map(|name| (*name, elements(name))).collect()
});

fn elements(name: &str) -> String {
    let modules = imported(name);
    // What the page looks like comes first: it is painted before its scripts have come.
    let preloads = modules.iter().map(|it| {
        format!(
            "<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"{}\">\n",
            address(it)
        )
    });
    let script = format!(
        "<script type=\"module\" src=\"{}\"></script>",
        address(name)
    );
    preloads.chain([script]).collect()
}

/// The modules that one imports when it is read, and those that they import.
fn imported(name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![name.to_owned()];
    while let Some(name) = left.pop() {
        let Some(file) = FILES.get(name.as_str()) else {
            continue;
        };
        let text = String::from_utf8_lossy(file.text());
        for wanted in imports_of(&text).filter_map(|it| beside(&name, it)) {
            if found.insert(wanted.clone()) {
                left.push(wanted);
            }
        }
    }
    found
}

/// What a module imports, as it names it. Prettily written modules have `from "…"`, small ones `from"…"`.
fn imports_of(text: &str) -> impl Iterator<Item = &str> {
    let starts = [
        "from \"./",
        "from \"../",
        "from\"./",
        "from\"../",
        "import \"./",
    ];
    starts.into_iter().flat_map(move |start| {
        let skipped = start.find('.').unwrap_or_default();
        let found = text.match_indices(start);
        found.filter_map(move |(at, _)| text[at + skipped..].split('"').next())
    })
}

/// The path of a file that another one names.
fn beside(name: &str, wanted: &str) -> Option<String> {
    let mut path: Vec<&str> = name.split('/').collect();
    path.pop();
    for step in wanted.split('/') {
        match step {
            "." => {}
            ".." => {
                path.pop()?;
            }
            step => path.push(step),
        }
    }
    Some(path.join("/"))
}

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config
        .service(home_page)
        .service(game_page)
        .service(position_page)
        .service(new_game_page)
        .service(settings_page)
        .service(player_page)
        .service(about_page)
        .service(show_file)
        .service(worker)
        .service(manifest);
}

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage;

/// A page that its script makes whole.
#[derive(Template)]
#[template(path = "pages/app.html")]
struct AppPage {
    title: &'static str,
    script: &'static str,
    /// Whether search engines may show it.
    may_be_found: bool,
}

/// What waits for whoever is signed in, or what there is to play for all others.
#[get("/")]
async fn home_page() -> Result<HttpResponse> {
    html(&HomePage)
}

/// A game. The script takes the id from the address and asks for what the reader may see, so that there is such a page for every
/// id; where a stranger may see nothing, it asks search engines to go away.
#[get("/games/{id}")]
async fn game_page() -> Result<HttpResponse> {
    html(&game(true))
}

/// How a game stood after so many entries: one of many looks at what search engines may find.
#[get("/games/{id}/{ply:[0-9]+}")]
async fn position_page() -> Result<HttpResponse> {
    html(&game(false))
}

fn game(may_be_found: bool) -> AppPage {
    AppPage {
        title: "A game",
        script: "game.js",
        may_be_found,
    }
}

/// What a new game is to be.
#[get("/new")]
async fn new_game_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "A new game",
        script: "new.js",
        may_be_found: true,
    })
}

/// What somebody may choose for themselves.
#[get("/settings")]
async fn settings_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "Settings",
        script: "settings.js",
        may_be_found: false,
    })
}

/// A player; the script takes the name from the address.
#[get("/players/{name}")]
async fn player_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "A player",
        script: "player.js",
        may_be_found: false,
    })
}

/// What this place is, and how its games are played.
#[get("/about")]
async fn about_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "About this place",
        script: "about.js",
        may_be_found: true,
    })
}

/// A file that the pages use. Of another version, of a page that another node or an older program has served, there is
/// what there is now.
#[get("/web/{version}/{name:.*}")]
async fn show_file(request: HttpRequest, path: Path<(String, String)>) -> Result<HttpResponse> {
    let (version, wanted) = path.into_inner();
    let file = FILES.get(wanted.as_str()).ok_or(Refusal::NotFound)?;
    let kept = match version == *VERSION {
        true => FOR_EVER,
        false => ASKED_ABOUT,
    };
    Ok(file.answer(&request, kept))
}

/// The worker, which keeps the pages for when there is no server to be reached, and shows what is pushed. Its pages are those
/// below its own address, which is the root. Browsers know it by its older address, too, and ask there for a newer one.
#[routes]
#[get("/worker.js")]
#[get("/push-worker.js")]
async fn worker(request: HttpRequest) -> Result<HttpResponse> {
    let mut answer = at_the_root(&request, "worker.js")?;
    // Unlike other scripts it asks for itself, and not as a part of a page.
    let policy = HeaderValue::from_static(POLICY);
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(answer)
}

/// What browsers install the pages by.
#[get("/manifest.webmanifest")]
async fn manifest(request: HttpRequest) -> Result<HttpResponse> {
    at_the_root(&request, "manifest.webmanifest")
}

/// A file whose address stays the same.
fn at_the_root(request: &HttpRequest, name: &str) -> Result<HttpResponse> {
    let file = FILES.get(name).ok_or(Refusal::NotFound)?;
    Ok(file.answer(request, ASKED_ABOUT))
}
