//! The browser client: static documents, a style sheet and scripts.
//!
//! They are plain files from `web/src/`, embedded without a build step. When the program starts,
//! scripts lose their comments, and style sheets are joined. Pages get all their data through the
//! calls that the API contract offers to every client. The server puts nothing about a game or a
//! player into a page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use accounts::identity::PlayerName;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, routes};
use askama::Template;
use base::refusal::Refusal;
use common::ids;
use common::site::site;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use crate::http::pages::{POLICY, html, html_with};
use crate::http::problem::Result;
use crate::http::server::embedded::{ASKED_ABOUT, Embedded, FOR_EVER};

static SOURCE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/src");

/// The files of the pages, by their paths below `web/src/`.
static FILES: LazyLock<BTreeMap<&str, Embedded>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    gather(&SOURCE, &mut files);
    for sheet in ["page.css", "reference.css"] {
        let joined = joined(sheet, &files);
        files.insert(sheet, Embedded::new(SHEET, joined));
    }
    if let Some(text) = files.get(MANIFEST).map(|it| named(it.text())) {
        files.insert(MANIFEST, Embedded::new(MANIFEST_MEDIA, text));
    }
    files
});

/// The manifest, which browsers need to install the client.
const MANIFEST: &str = "manifest.webmanifest";

/// Returns the manifest with the name of the site.
fn named(text: &[u8]) -> String {
    let name = serde_json::Value::from(&*site().name).to_string();
    String::from_utf8_lossy(text).replace("\"Turnpike\"", &name)
}

/// Returns a style sheet with the text of each imported sheet in the place of its import, so that
/// browsers request one file.
fn joined(name: &str, files: &BTreeMap<&str, Embedded>) -> String {
    let text = |name: &str| {
        let text = files.get(name).map(Embedded::text).unwrap_or_default();
        String::from_utf8_lossy(text)
    };
    let mut whole = String::new();
    for line in text(name).lines() {
        let import = line.strip_prefix("@import \"");
        let import = import.and_then(|it| it.strip_suffix("\";"));
        match import.and_then(|it| beside(name, it)) {
            Some(imported) => whole.push_str(&text(&imported)),
            None => {
                whole.push_str(line);
                whole.push('\n');
            }
        }
    }
    whole
}

fn gather(dir: &'static Dir<'_>, files: &mut BTreeMap<&str, Embedded>) {
    for file in dir.files() {
        let Some(name) = file.path().to_str() else {
            continue;
        };
        let unzipped = name.strip_suffix(".gz");
        let name = unzipped.unwrap_or(name);
        let Some(media) = media_of(name.as_ref()) else {
            continue;
        };
        // The scripts of packages name their licences.
        let is_own = media == SCRIPT && !name.starts_with("vendor/");
        let file = match (unzipped, file.contents_utf8().filter(|_| is_own)) {
            (Some(_), _) => Embedded::gzipped(media, file.contents()),
            (None, Some(script)) => Embedded::new(media, without_comments(script)),
            (None, None) => Embedded::new(media, file.contents()),
        };
        files.insert(name, file);
    }
    for inner in dir.dirs() {
        gather(inner, files);
    }
}

/// Returns a script without the comments that fill whole lines. Each line keeps its number.
/// Compressed scripts are a quarter smaller: the first visit to a game loads 28 KB less, of 165.
fn without_comments(script: &str) -> String {
    let mut rest = String::with_capacity(script.len());
    let mut is_inside = false;
    for line in script.lines() {
        let text = line.trim();
        let begins = !is_inside && text.starts_with("/*");
        let ends = text.find("*/").map(|at| at + 2 == text.len());
        // A comment before code in its line stays.
        let is_comment = is_inside || text.starts_with("//") || (begins && ends != Some(false));
        is_inside = is_comment && (is_inside || begins) && ends.is_none();
        if !is_comment {
            rest.push_str(line);
        }
        rest.push('\n');
    }
    rest
}

/// Returns the media type of a file; `None` for a file that only code checkers read.
fn media_of(path: &std::path::Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "css" => Some(SHEET),
        "js" => Some(SCRIPT),
        "png" => Some("image/png"),
        "svg" => Some("image/svg+xml"),
        // Fluent has no media type of its own.
        "ftl" | "txt" => Some("text/plain; charset=utf-8"),
        "webmanifest" => Some(MANIFEST_MEDIA),
        "woff2" => Some("font/woff2"),
        _ => None,
    }
}

const SHEET: &str = "text/css; charset=utf-8";

const MANIFEST_MEDIA: &str = "application/manifest+json";

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A hash of all files of the pages. It is part of their addresses, so that browsers can cache them
/// for ever, and never mix files of two versions in one page.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for (name, file) in FILES.iter() {
        hash.update(name);
        hash.update(file.tag());
    }
    hex::encode(&hash.finalize()[..8])
});

/// Returns the address of a file of the pages.
pub(in super::super) fn address(name: &str) -> String {
    format!("/web/{}/{name}", *VERSION)
}

/// Returns the elements that run a script.
pub(in super::super) fn script(name: &str) -> &'static str {
    SCRIPTS.get(name).map_or("", String::as_str)
}

/// For each script of a page, the element that runs it, after a preload element for each module
/// that it imports. So browsers request all modules at once, instead of each one after they have
/// read the one before. The element for the texts comes first.
static SCRIPTS: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let scripts = FILES
        .keys()
        .filter(|name| name.ends_with(".js") && !name.contains('/'));
    scripts.map(|name| (*name, elements(name))).collect()
});

fn elements(name: &str) -> String {
    let mut modules = imported(name);
    let texts = modules.remove(TEXTS).then(|| {
        format!(
            "<script type=\"module\" async src=\"{}\" data-texts=\"{}\"></script>\n",
            address(TEXTS),
            texts_of(name)
        )
    });
    // The style sheet has priority, so that the page is painted before its scripts have arrived.
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
    texts.into_iter().chain(preloads).chain([script]).collect()
}

/// The module that requests the texts. It runs before all others have arrived, because only the
/// browser knows the language of the reader.
const TEXTS: &str = "language.js";

/// Returns the parts of the texts that a script of a page needs: those that all pages need, and
/// those with the name of the script.
fn texts_of(script: &str) -> String {
    let own = script.trim_end_matches(".js");
    match FILES.contains_key(&*format!("texts/en/{own}.ftl")) {
        true => format!("common {own}"),
        false => "common".to_owned(),
    }
}

/// Returns the modules that a script imports when it is loaded, directly or indirectly.
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

/// Returns the modules that a module imports, as it names them. Formatted modules contain
/// `from "…"`, minified ones `from"…"`.
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

/// Resolves the path by which one file names another.
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
        .service(admin_page)
        .service(player_page)
        .service(leaderboards_page)
        .service(archive_page)
        .service(about_page)
        .service(show_file)
        .service(worker)
        .service(manifest);
}

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage;

/// The page for admins, which has a style sheet of its own.
#[derive(Template)]
#[template(path = "pages/admin.html")]
struct AdminPage;

/// A page whose content comes from its script.
#[derive(Template)]
#[template(path = "pages/app.html")]
struct AppPage {
    title: &'static str,
    script: &'static str,
    /// Whether search engines may index it.
    may_be_found: bool,
}

/// The home page: the games that wait for a signed-in player, or the games that a visitor can play.
#[get("/")]
async fn home_page() -> Result<HttpResponse> {
    html(&HomePage)
}

/// The page of a game. The script takes the id from the address and requests what the reader may
/// see, so the page exists for every id. If a visitor may see nothing, the script asks search
/// engines not to index the page. An id that no game can have gets the status 404.
#[get("/games/{id}")]
async fn game_page(id: Path<String>) -> Result<HttpResponse> {
    html_with(status_if(ids::is_short(&id)), &game(true))
}

/// The page of a game after this many entries. Search engines must not index it, because they can
/// index the page of the game.
#[get("/games/{id}/{ply:[0-9]+}")]
async fn position_page(path: Path<(String, String)>) -> Result<HttpResponse> {
    html_with(status_if(ids::is_short(&path.0)), &game(false))
}

/// Returns the status of a page about something that can exist or not.
const fn status_if(can_exist: bool) -> StatusCode {
    match can_exist {
        true => StatusCode::OK,
        false => StatusCode::NOT_FOUND,
    }
}

fn game(may_be_found: bool) -> AppPage {
    AppPage {
        title: "A game",
        script: "game.js",
        may_be_found,
    }
}

/// The form for a new game.
#[get("/new")]
async fn new_game_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "A new game",
        script: "new.js",
        may_be_found: true,
    })
}

/// The settings of a player.
#[get("/settings")]
async fn settings_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "Settings",
        script: "settings.js",
        may_be_found: false,
    })
}

/// The page for admins. The document is the same for everybody: its script shows everybody else that
/// there is no such page.
#[get("/admin")]
async fn admin_page() -> Result<HttpResponse> {
    html(&AdminPage)
}

/// The page of a player. The script takes the name from the address. A name that no player can have
/// gets the status 404.
#[get("/players/{name}")]
async fn player_page(name: Path<String>) -> Result<HttpResponse> {
    let page = AppPage {
        title: "A player",
        script: "player.js",
        may_be_found: false,
    };
    html_with(status_if(PlayerName::key_of(&name).is_some()), &page)
}

/// The leaderboards. The script takes the kind of game from the address; without one, it shows the
/// first kind.
#[routes]
#[get("/leaderboards")]
#[get("/leaderboards/{kind}")]
async fn leaderboards_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "Leaderboards",
        script: "leaderboards.js",
        may_be_found: true,
    })
}

/// The archive of finished public games. The script takes the filters from the address.
#[get("/archive")]
async fn archive_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "Archive",
        script: "archive.js",
        may_be_found: true,
    })
}

/// The page about this server and how to play its games.
#[get("/about")]
async fn about_page() -> Result<HttpResponse> {
    html(&AppPage {
        title: "About this place",
        script: "about.js",
        may_be_found: true,
    })
}

/// Serves a file of the pages. If another node or an older program has served the page, the version
/// differs, and the browser gets the current file.
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

/// The service worker. It keeps the pages for times when the server cannot be reached, and shows
/// push messages. It controls the pages below its own address, so that address is at the root.
/// Browsers also know it by its older address, and look there for a newer one.
#[routes]
#[get("/worker.js")]
#[get("/push-worker.js")]
async fn worker(request: HttpRequest) -> Result<HttpResponse> {
    let mut answer = at_the_root(&request, "worker.js")?;
    // Unlike other scripts, it sends requests of its own and not as a part of a page.
    let policy = HeaderValue::from_static(POLICY);
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(answer)
}

/// The manifest that browsers need to install the client.
#[get("/manifest.webmanifest")]
async fn manifest(request: HttpRequest) -> Result<HttpResponse> {
    at_the_root(&request, MANIFEST)
}

/// Serves a file whose address stays the same.
fn at_the_root(request: &HttpRequest, name: &str) -> Result<HttpResponse> {
    let file = FILES.get(name).ok_or(Refusal::NotFound)?;
    Ok(file.answer(request, ASKED_ABOUT))
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_leave_empty_lines_and_code_stays() {
        for (line, served) in [
            ("// @ts-check", ""),
            ("/** One line. */", ""),
            (
                "import { a } from \"b\"; // Behind code.",
                "import { a } from \"b\"; // Behind code.",
            ),
            ("/** Two lines\n * @param {A} a */", "\n"),
            (
                "const c = /** @type {A} */ (a);",
                "const c = /** @type {A} */ (a);",
            ),
            ("/** @type {A} */ (c).d();", "/** @type {A} */ (c).d();"),
            ("/* Not a docstring. */", ""),
            (
                "const url = \"https://e.f\";",
                "const url = \"https://e.f\";",
            ),
        ] {
            assert_eq!(without_comments(line), format!("{served}\n"), "{line}");
        }
    }
}
