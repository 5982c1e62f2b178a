//! The browser client: its pages and files, and that it uses only the public API.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use reqwest::Method;
use utoipa::openapi::path::PathItem;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::helpers::*;

/// The files of the pages, by their paths below `web/src/`, without those of packages.
fn sources() -> Vec<(String, &'static str)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            match path.extension().and_then(OsStr::to_str) {
                None if path.is_dir() && name != "vendor" => folders.push(path),
                Some("js") => files.push((name.to_owned(), "text/javascript; charset=utf-8")),
                Some("css") => files.push((name.to_owned(), "text/css; charset=utf-8")),
                _ => {}
            }
        }
    }
    assert!(files.len() > 15, "{files:?}");
    files
}

async fn get(server: &Server, path: &str) -> Answer {
    server.send(Method::GET, path, None, None).await
}

/// Returns the URL path of the files of the pages.
async fn files_of(server: &Server) -> String {
    let page = get(server, "/").await.text;
    let (_, rest) = page.split_once("\"/web/").unwrap();
    format!("/web/{}", rest.split('/').next().unwrap())
}

/// Returns every reference of a `src`, `href`, `from` or `import` in `text`.
fn references(text: &str) -> Vec<&str> {
    ["src=\"", "href=\"", "from \"", "import \""]
        .iter()
        .flat_map(|start| text.split(start).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[tokio::test]
async fn public_pages_are_indexed_and_private_pages_are_not() {
    let server = server().await;
    let found = [
        "/",
        "/about",
        "/leaderboards/buttons",
        "/archive",
        "/how-to-play/buttons",
        "/rules/buttons",
        "/games/abcDEF12345",
        "/new",
    ];
    let hidden = [
        "/games/abcDEF12345/4",
        "/settings",
        "/admin",
        "/players/ann",
        "/confirm",
        "/reset-password",
    ];
    let robots = "<meta name=\"robots\" content=\"noindex\">";
    for path in found {
        assert!(!get(&server, path).await.text.contains(robots), "{path}");
    }
    for path in hidden {
        assert!(get(&server, path).await.text.contains(robots), "{path}");
    }
}

#[tokio::test]
async fn pages_and_assets_load_from_this_server_alone() {
    let server = server().await;
    let files = files_of(&server).await;
    let documents = [
        "/",
        "/games/abcDEF12345",
        "/new",
        "/settings",
        "/admin",
        "/about",
        "/leaderboards",
        "/archive",
        "/players/ann",
        "/confirm",
    ];
    let documents = documents.map(|path| (path.to_owned(), "text/html; charset=utf-8"));
    for (path, media) in documents.into_iter().chain(sources()) {
        let path = match path.starts_with('/') {
            true => path,
            false => format!("{files}/{path}"),
        };
        let answer = get(&server, &path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.headers["content-type"], media, "{path}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        let policy = answer.headers.get("content-security-policy");
        let is_part = media.starts_with("text/javascript") || media.starts_with("text/css");
        assert_eq!(policy.is_none(), is_part, "{path}");
        if let Some(policy) = policy.map(|policy| policy.to_str().unwrap()) {
            for rule in [
                "default-src 'none'",
                "script-src 'self';",
                "connect-src 'self'",
            ] {
                assert!(policy.contains(rule), "{path}: {policy}");
            }
            if media.starts_with("text/html") {
                for rule in ["manifest-src 'self';", "worker-src 'self';"] {
                    assert!(policy.contains(rule), "{path}: {policy}");
                }
                assert!(policy.contains("style-src 'self';"), "{path}: {policy}");
                assert!(!policy.contains("unsafe"), "{path}: {policy}");
                assert!(!answer.text.contains(" style="), "{path}");
            }
        }
        // References within a picture do not count, and neither do its namespace and our fonts.
        let text = answer.text.replace("url(#", "");
        let text = text.replace("url(\"fonts/", "");
        let text = text.replace("\"http://www.w3.org/2000/svg\"", "");
        for foreign in ["http://", "https://", "\"//", "'//", "url("] {
            assert!(!text.contains(foreign), "{path} has {foreign}");
        }
        for markup in [
            "innerHTML =",
            "outerHTML",
            "insertAdjacentHTML",
            "eval(",
            " onclick=\"",
        ] {
            assert!(!answer.text.contains(markup), "{path} has {markup}");
        }
        for reference in references(&answer.text) {
            let asset = match reference {
                reference if reference.starts_with("/web/") => reference.to_owned(),
                reference if reference.starts_with('.') => {
                    let base = url::Url::parse("http://any").unwrap().join(&path).unwrap();
                    base.join(reference).unwrap().path().to_owned()
                }
                _ => continue,
            };
            assert_eq!(get(&server, &asset).await.status, 200, "{path}: {asset}");
        }
    }
    get(&server, &format!("{files}/other.js"))
        .await
        .problem(404, "not-found");
}

#[tokio::test]
async fn worker_and_manifest_have_fixed_urls_and_are_revalidated() {
    let server = server().await;
    let script = "text/javascript; charset=utf-8";
    for (path, media) in [
        ("/worker.js", script),
        ("/push-worker.js", script),
        ("/manifest.webmanifest", "application/manifest+json"),
    ] {
        let answer = get(&server, path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.headers["content-type"], media, "{path}");
        assert_eq!(answer.headers["cache-control"], "no-cache", "{path}");
    }
    // One worker: browsers that know it by its older address have the same.
    let [own, older] = ["/worker.js", "/push-worker.js"].map(|path| get(&server, path));
    assert_eq!(own.await.text, older.await.text);
    let manifest = get(&server, "/manifest.webmanifest").await.text;
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.len() > 3);
    for icon in icons {
        let answer = get(&server, icon["src"].as_str().unwrap()).await;
        assert_eq!(answer.status, 200, "{icon}");
        assert_eq!(
            answer.headers["content-type"].to_str().unwrap(),
            icon["type"],
            "{icon}"
        );
    }
}

/// Returns the texts between `start` and the next quote.
fn quoted<'a>(text: &'a str, start: &str) -> BTreeSet<&'a str> {
    let rests = text.split(start).skip(1);
    rests.filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn page_has_every_element_that_its_scripts_look_up() {
    let server = server().await;
    let files = files_of(&server).await;
    let markup = get(&server, "/").await.text;
    let there = quoted(&markup, " id=\"");
    for script in ["mail-link.js", "ui.js"] {
        let text = get(&server, &format!("{files}/{script}")).await.text;
        let wanted = quoted(&text, "$(\"");
        assert!(wanted.len() > 4, "{script}: {wanted:?}");
        let made = quoted(&text, "{ id: \"");
        let missing: Vec<_> = wanted
            .difference(&there)
            .filter(|id| !made.contains(**id))
            .collect();
        assert!(missing.is_empty(), "{script}: {missing:?}");
    }
    let described = quoted(&markup, "aria-describedby=\"");
    let labelled = quoted(&markup, "aria-labelledby=\"");
    let named: Vec<_> = described.union(&labelled).collect();
    assert!(named.iter().all(|id| there.contains(**id)), "{named:?}");
}

#[tokio::test]
async fn page_is_the_same_for_every_game() {
    let server = server().await;
    let (one, other) = (
        get(&server, "/games/abc").await.text,
        get(&server, "/games/xyz").await.text,
    );
    assert_eq!(one, other);
}

#[tokio::test]
async fn page_of_impossible_game_or_player_returns_404() {
    let server = server().await;
    for path in [
        "/games/nothing",
        "/games/nothing/3",
        "/players/a",
        "/players/x.y",
    ] {
        assert_eq!(get(&server, path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn versioned_files_are_cached_as_immutable() {
    let server = server().await;
    let files = files_of(&server).await;
    let path = format!("{files}/game.js");
    let first = get(&server, &path).await;
    let kept = first.headers["cache-control"].to_str().unwrap();
    assert!(kept.contains("immutable") && kept.contains("max-age=31536000"));
    let tag = first.headers["etag"].clone();
    let again = |tag: reqwest::header::HeaderValue| {
        answer(
            server
                .request(Method::GET, &path)
                .header("If-None-Match", tag),
        )
    };
    assert_eq!(again(tag).await.status, 304);
    let other = again("W/\"other\"".parse().unwrap()).await;
    assert_eq!(other.text, first.text);
    let asked = server.request(Method::GET, &path);
    let gzipped = asked
        .header("Accept-Encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert_eq!(gzipped.headers()["content-encoding"], "gzip");
    // A page of another version gets what there is, and does not keep it.
    let older = get(&server, "/web/0123456789abcdef/game.js").await;
    assert_eq!(older.headers["cache-control"], "no-cache");
    assert_eq!(older.text, first.text);
}

#[tokio::test]
async fn scripts_call_only_endpoints_of_the_contract() {
    let offered: BTreeSet<(String, String)> = actix_web::App::new()
        .into_utoipa_app()
        .configure(|calls: &mut ServiceConfig<'_>| turnpike::http::api(calls))
        .split_for_parts()
        .1
        .paths
        .paths
        .iter()
        .flat_map(|(path, item)| {
            methods(item).map(|method| (method.to_owned(), with_blanks(path, "{", '}')))
        })
        .collect();
    let server = server().await;
    let files = files_of(&server).await;
    let mut called = BTreeSet::new();
    for (script, _) in sources() {
        let text = get(&server, &format!("{files}/{script}")).await.text;
        let calls = text.split("(\"").skip(1).filter_map(call);
        let found = calls.collect::<Vec<_>>();
        assert_eq!(
            found.len(),
            text.matches("/v1/").count() - text.matches("href=${`/v1/").count(),
            "{script}: {found:?}"
        );
        called.extend(found);
    }
    assert!(called.len() > 15, "{called:?}");
    let unknown: Vec<_> = called.difference(&offered).collect();
    assert!(unknown.is_empty(), "not in the contract: {unknown:?}");
}

/// Parses the text after `("` of a call to the API: `GET", "/v1/kinds")…`.
fn call(text: &str) -> Option<(String, String)> {
    let (method, rest) = text.split_once("\", ")?;
    if !["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&method) {
        return None;
    }
    let quote = rest.chars().next()?;
    let path = rest[1..].split(quote).next()?;
    let path = with_blanks(path.split('?').next()?, "${", '}');
    path.starts_with("/v1/").then(|| (method.to_owned(), path))
}

/// Returns the path with `{}` for every placeholder.
fn with_blanks(path: &str, open: &str, close: char) -> String {
    let mut parts = path.split(open);
    let mut blank = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let rest = part.split_once(close).map_or("", |(_, rest)| rest);
        blank.push_str("{}");
        blank.push_str(rest);
    }
    blank
}

fn methods(item: &PathItem) -> impl Iterator<Item = &'static str> {
    [
        item.get.as_ref().map(|_| "GET"),
        item.post.as_ref().map(|_| "POST"),
        item.put.as_ref().map(|_| "PUT"),
        item.patch.as_ref().map(|_| "PATCH"),
        item.delete.as_ref().map(|_| "DELETE"),
    ]
    .into_iter()
    .flatten()
}

/// Requests a page as a browser with this language does.
async fn read(server: &Server, path: &str, language: &str) -> Answer {
    let asked = server.request(Method::GET, path);
    let asked = asked.header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    answer(asked.header("Accept-Language", language)).await
}

#[tokio::test]
async fn browser_gets_an_html_page_instead_of_problem_json() {
    let server = server().await;
    for (language, title) in [
        ("en", "There is no such page"),
        ("fr", "Cette page n’existe pas"),
        ("de", "Diese Seite gibt es nicht"),
    ] {
        for path in ["/nowhere", "/rules/chess", "/problems/none", "/mailbox"] {
            let page = read(&server, path, language).await;
            assert_eq!(page.status, 404, "{path}");
            assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
            assert_eq!(page.headers["content-language"], language);
            let policy = page.headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("style-src 'self';"), "{policy}");
            let heading = format!("<h1>{title}</h1>");
            assert!(page.text.contains(&heading), "{}", page.text);
            assert!(page.text.contains("<a href=\"/\">"), "{}", page.text);
        }
    }
    // A call responds as in the contract to any client.
    let call = read(&server, "/v1/games/nowhere", "en").await;
    call.problem(404, "not-found");
    get(&server, "/nowhere").await.problem(404, "not-found");
}

#[tokio::test]
async fn text_pages_use_the_stylesheet_and_header_of_the_site() {
    let server = server().await;
    let files = files_of(&server).await;
    let clothes = format!("<link rel=\"stylesheet\" href=\"{files}/page.css\">");
    for path in [
        "/problems",
        "/problems/stale",
        "/rules/buttons",
        "/how-to-play/buttons",
        "/confirm",
    ] {
        let page = read(&server, path, "de").await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text.contains(&clothes), "{path}: {}", page.text);
        assert!(
            page.text.contains("<a class=\"brand\" href=\"/\">"),
            "{path}"
        );
    }
    let guide = read(&server, "/how-to-play/buttons", "de").await.text;
    assert!(guide.contains("<a class=\"act\" href=\"/new?kind=buttons\">Spielen</a>"));
}
