//! Pictures of boards: text, SVG, PNG.

use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, CacheControl, CacheDirective, ETag, EntityTag,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, get};
use rules::svg;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use crate::http::caller::Anybody;
use crate::http::problem::{Result, invalid};
use crate::http::query::Query;
use crate::http::schemas::ProblemBody;
use crate::http::{At, State, is_known};
use crate::ids::GameId;
use crate::service::look::{self, Board};

/// Pages of other sites may show pictures: they need no cookie, and show what anybody may see
/// who asks as they did.
const SHOWN_ANYWHERE: (&str, &str) = ("Cross-Origin-Resource-Policy", "cross-origin");

/// Which board.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BoardQuery {
    /// As it stood after so many entries; as it stands when left out.
    ply: Option<u64>,
}

/// The board as text
///
/// What you may see, at most 78 columns wide: for terminals and screen readers.
#[utoipa::path(
    tag = "games",
    params(BoardQuery),
    responses(
        (status = 200, description = "The board", body = String, content_type = "text/plain"),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/games/{id}/board.txt")]
pub(super) async fn show_text(
    state: State,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(query): Query<BoardQuery>,
) -> Result<HttpResponse> {
    let ply = query.ply;
    let text = look::board(&state, caller.as_ref(), &id, ply, Board::text).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(text))
}

/// On what ground a picture is shown: `light`, `dark`, or `auto`, which is dark where the viewer's
/// program prefers dark. A PNG that is not `dark` is light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Light, and dark where the viewer's program prefers dark. A PNG is light.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Which board, and how it is to look.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SvgQuery {
    /// As it stood after so many entries; as it stands when left out.
    ply: Option<u64>,
    /// Light or dark.
    #[serde(default)]
    theme: Theme,
}

/// The board as a picture
///
/// What you may see, as SVG. Whatever a move can name carries an `id`, and in `data-word` the word
/// of the text notation that chooses it.
#[utoipa::path(
    tag = "games",
    params(SvgQuery),
    responses(
        (status = 200, description = "The board", body = String, content_type = "image/svg+xml"),
        (status = 304, description = "The picture with this `ETag` is still right"),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/games/{id}/board.svg")]
pub(super) async fn show_svg(
    state: State,
    request: HttpRequest,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(query): Query<SvgQuery>,
) -> Result<HttpResponse> {
    let theme = match query.theme {
        Theme::Auto => svg::Theme::Auto,
        Theme::Light => svg::Theme::Light,
        Theme::Dark => svg::Theme::Dark,
    };
    let ply = query.ply;
    let draw = move |board: &Board| board.svg(theme);
    let svg = look::board(&state, caller.as_ref(), &id, ply, draw).await?;
    let tag = tag(&svg, 1);
    if is_known(&request, &tag) {
        return Ok(HttpResponse::NotModified()
            .insert_header(ETag(tag))
            .finish());
    }
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    Ok(picture("image/svg+xml", tag)
        .insert_header((CONTENT_SECURITY_POLICY, policy))
        .body(svg))
}

/// Which board, how it is to look, and how large.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PngQuery {
    /// As it stood after so many entries; as it stands when left out.
    ply: Option<u64>,
    /// Light or dark.
    #[serde(default)]
    theme: Theme,
    /// Pixels for each unit of the SVG, 1 to 3.
    #[serde(default = "sharp")]
    #[param(default = 2, minimum = 1, maximum = 3)]
    scale: u8,
}

fn sharp() -> u8 {
    2
}

/// A picture as PNG.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct Png(#[expect(dead_code, reason = "for the document")] Vec<u8>);

/// The board as pixels
///
/// The same picture as `board.svg`, as PNG.
#[utoipa::path(
    tag = "games",
    params(PngQuery),
    responses(
        (status = 200, description = "The board", body = Png, content_type = "image/png"),
        (status = 304, description = "The picture with this `ETag` is still right"),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/games/{id}/board.png")]
pub(super) async fn show_png(
    state: State,
    request: HttpRequest,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(query): Query<PngQuery>,
) -> Result<HttpResponse> {
    if !(1..=3).contains(&query.scale) {
        return invalid("“scale” is 1 to 3.");
    }
    let theme = match query.theme {
        Theme::Auto | Theme::Light => svg::Theme::Light,
        Theme::Dark => svg::Theme::Dark,
    };
    let ply = query.ply;
    let draw = move |board: &Board| board.svg(theme);
    let svg = look::board(&state, caller.as_ref(), &id, ply, draw).await?;
    let tag = tag(&svg, query.scale);
    if is_known(&request, &tag) {
        return Ok(HttpResponse::NotModified()
            .insert_header(ETag(tag))
            .finish());
    }
    let png = state.raster.png(svg, query.scale).await?;
    Ok(picture("image/png", tag).body(png.to_vec()))
}

/// The head of an answer with a picture: the caller alone keeps it, and asks again each time.
fn picture(media: &str, tag: EntityTag) -> HttpResponseBuilder {
    let keep = vec![CacheDirective::Private, CacheDirective::NoCache];
    let mut answer = HttpResponse::Ok();
    answer
        .content_type(media)
        .insert_header(ETag(tag))
        .insert_header(CacheControl(keep))
        .insert_header(SHOWN_ANYWHERE);
    answer
}

/// What tells pictures apart: a hash of what is drawn.
fn tag(svg: &str, scale: u8) -> EntityTag {
    let hash = Sha256::digest(svg);
    EntityTag::new_strong(format!("{}-{scale}", hex::encode(&hash[..12])))
}
