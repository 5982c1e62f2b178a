//! The guides for programmers and players, as pages: documents of the project, which the page of
//! the API links to.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get};
use askama::Template;
use base::refusal::Refusal;
use guides::markdown;

use crate::http::pages::html;
use crate::http::problem::Result;

/// A document of the project.
struct Guide {
    /// The name in the address.
    name: &'static str,
    about: &'static str,
    /// The path in the project. Other documents link to the guide by it.
    path: &'static str,
    text: &'static str,
}

macro_rules! guide {
    ($name:literal, $path:literal, $about:literal) => {
        Guide {
            name: $name,
            about: $about,
            path: $path,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)),
        }
    };
}

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)))),*]
    };
}

/// The programs that the guides refer to: their paths in the project, and their texts.
static FILES: [(&str, &str); 12] = files![
    "docs/cookbook/bot.py",
    "docs/cookbook/deadline.sh",
    "docs/cookbook/discord.py",
    "docs/cookbook/first-move.sh",
    "docs/cookbook/follow.py",
    "docs/cookbook/phone.py",
    "docs/cookbook/statistics.py",
    "docs/examples/ferry-follies.json",
    "docs/examples/play.py",
    "docs/examples/play.sh",
    "docs/examples/receipt.txt",
    "docs/examples/verify.py",
];

/// All guides. Readers begin with the first.
static GUIDES: [Guide; 12] = [
    guide!(
        "tutorial",
        "docs/TUTORIAL.md",
        "A first game between two players, in a terminal."
    ),
    guide!(
        "api",
        "docs/API.md",
        "How the calls work together: sign in, play, follow, retry."
    ),
    guide!(
        "typescript",
        "clients/typescript/README.md",
        "A first move, errors and streams."
    ),
    guide!(
        "python",
        "clients/python/README.md",
        "A first move, errors and streams."
    ),
    guide!(
        "rust",
        "clients/rust/README.md",
        "A first move, errors and streams."
    ),
    guide!(
        "clients",
        "clients/README.md",
        "What the clients do for you, and how to install them."
    ),
    guide!("bots", "docs/BOTS.md", "The bots that can take a seat."),
    guide!(
        "mail",
        "docs/PLAY-BY-MAIL.md",
        "Commands in mails, and how a server receives them."
    ),
    guide!(
        "verify",
        "docs/VERIFYING.md",
        "Check dice, histories and receipts yourself."
    ),
    guide!(
        "changes",
        "docs/CONTRACT-CHANGES.md",
        "What stays the same, and what has changed."
    ),
    guide!(
        "cookbook",
        "docs/cookbook/README.md",
        "Small programs to run and change: bots, statistics, a phone client."
    ),
    guide!(
        "contract-0-3",
        "docs/CONTRACT-0.3.md",
        "Old and new names, for programs written for 0.2."
    ),
];

impl Guide {
    /// Returns the first heading.
    fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches("# ")
    }

    /// Returns the address for the target of a link in this guide. `None` if the server does not
    /// have the target.
    fn place(&self, target: &str) -> Option<String> {
        if target.contains("://") || target.starts_with('#') {
            return Some(target.to_owned());
        }
        let (file, anchor) = match target.split_once('#') {
            Some((file, anchor)) => (file, format!("#{anchor}")),
            None => (target, String::new()),
        };
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut path: Vec<&str> = folder.split('/').collect();
        for step in file.trim_end_matches('/').split('/') {
            match step {
                ".." => drop(path.pop()),
                step => path.push(step),
            }
        }
        let path = path.join("/");
        if path == "openapi.yaml" {
            return Some(format!("/{path}"));
        }
        if FILES.iter().any(|(file, _)| *file == path) {
            return Some(format!("/docs/files/{path}"));
        }
        let readme = format!("{path}/README.md");
        let guide = GUIDES
            .iter()
            .find(|it| it.path == path || it.path == readme)?;
        Some(format!("/docs/guides/{}{anchor}", guide.name))
    }
}

pub(super) fn pages(config: &mut ServiceConfig) {
    config
        .service(list_guides)
        .service(show_guide)
        .service(show_file);
}

/// Returns links to the guides, in Markdown.
pub(super) fn links() -> String {
    let links = GUIDES
        .iter()
        .map(|it| format!("[{}](/docs/guides/{})", it.title(), it.name));
    links.collect::<Vec<_>>().join(" · ")
}

#[derive(Template)]
#[template(path = "docs/guides.html")]
struct GuidesPage {
    guides: &'static [Guide],
}

#[derive(Template)]
#[template(path = "docs/guide.html")]
struct GuidePage {
    title: &'static str,
    text: String,
}

#[get("/docs/guides")]
async fn list_guides() -> Result<HttpResponse> {
    html(&GuidesPage { guides: &GUIDES })
}

#[get("/docs/guides/{name}")]
async fn show_guide(name: Path<String>) -> Result<HttpResponse> {
    let guide = GUIDES.iter().find(|it| it.name == *name);
    let guide = guide.ok_or(Refusal::NotFound)?;
    html(&GuidePage {
        title: guide.title(),
        text: markdown::document(guide.text, |it| guide.place(it)),
    })
}

#[get("/docs/files/{path:.*}")]
async fn show_file(path: Path<String>) -> Result<HttpResponse> {
    let (_, text) = FILES
        .iter()
        .find(|(file, _)| *file == *path)
        .ok_or(Refusal::NotFound)?;
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(*text))
}
