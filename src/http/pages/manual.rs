//! How to play each game, and its rules, as pages in the reader's language.

use actix_web::http::header::CONTENT_SECURITY_POLICY;
use actix_web::web::{Query, ServiceConfig};
use actix_web::{HttpResponse, Responder, get};
use askama::Template;
use base::refusal::Refusal;
use guides::manual;
use mail::tongue::Tongue;
use rules::Language;
use rules::svg::{Layout, Theme};
use serde::Deserialize;

use crate::http::At;
use crate::http::caller::Reads;
use crate::http::language::told_in;
use crate::http::pages::html;
use crate::http::paths::KnownKind;
use crate::http::problem::Result;

pub(in super::super) fn register(config: &mut ServiceConfig) {
    config
        .service(how_to_play)
        .service(rules_of)
        .service(board_of_the_example);
}

/// The security policy of a picture, which contains its own style and nothing else.
const BOARD_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The query parameters.
#[derive(Default, Deserialize)]
struct Asked {
    /// The language, if it is not the browser's.
    #[serde(default)]
    language: String,
    /// The space for which a picture is drawn.
    #[serde(default)]
    layout: Layout,
    /// The number of a picture of a step, instead of the example's board.
    step: Option<usize>,
}

impl Asked {
    /// Returns the language in the query if it exists, otherwise the preferred one.
    fn language(&self, preferred: Language) -> Language {
        self.language.parse().unwrap_or(preferred)
    }
}

#[derive(Template)]
#[template(path = "pages/manual.html")]
struct ManualPage {
    t: Tongue,
    game: &'static str,
    name: &'static str,
    /// A short description of the game.
    about: String,
    is_guide: bool,
    text: String,
}

impl ManualPage {
    /// Returns all languages.
    fn languages(&self) -> impl Iterator<Item = Language> {
        Language::ALL.into_iter()
    }
}

#[get("/how-to-play/{kind}")]
async fn how_to_play(
    kind: At<KnownKind>,
    asked: Query<Asked>,
    Reads(preferred): Reads,
) -> Result<impl Responder> {
    page(kind, asked.language(preferred), true)
}

#[get("/rules/{kind}")]
async fn rules_of(
    kind: At<KnownKind>,
    asked: Query<Asked>,
    Reads(preferred): Reads,
) -> Result<impl Responder> {
    page(kind, asked.language(preferred), false)
}

fn page(kind: At<KnownKind>, language: Language, is_guide: bool) -> Result<impl Responder> {
    let info = kind.0.info();
    let board = format!("/how-to-play/{}/board.svg?language={language}", info.id);
    let text = match is_guide {
        true => manual::how_to_play_page(&info, &board, language),
        false => manual::rules_page(&info, language),
    };
    let page = ManualPage {
        t: Tongue(language),
        game: info.id,
        name: info.name,
        about: info.summary.to(language),
        is_guide,
        text,
    };
    Ok(told_in(language, html(&page)?))
}

#[get("/how-to-play/{kind}/board.svg")]
async fn board_of_the_example(
    kind: At<KnownKind>,
    asked: Query<Asked>,
    Reads(preferred): Reads,
) -> Result<impl Responder> {
    let language = asked.language(preferred);
    let info = kind.0.info();
    let board = manual::board(&info, asked.step, Theme::Auto, asked.layout, language);
    let board = board.ok_or(Refusal::NotFound)?;
    let picture = HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((CONTENT_SECURITY_POLICY, BOARD_POLICY))
        .body(board);
    Ok(told_in(language, picture))
}
