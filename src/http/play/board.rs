//! Boards as text, SVG and PNG.

use actix_web::http::header::CONTENT_SECURITY_POLICY;
use actix_web::{HttpResponse, Responder, get};
use common::ids::GameId;
use play::look::{self, Board};
use rules::svg;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::http::cached_views::Asked;
use crate::http::caller::Anybody;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::openapi::sets;
use crate::http::play::seen;
use crate::http::problem::{Result, out_of_range};
use crate::http::query::Query;
use crate::http::{At, Routes, State};

pub(super) fn api(game: &mut impl Routes) {
    game.service(get_board_text)
        .service(get_board_svg)
        .service(get_board_png);
}

/// Allows pages of other sites to embed the pictures. The request carries no cookie, so such a page
/// gets only what anyone gets who sends the same request.
const SHOWN_ANYWHERE: (&str, &str) = ("Cross-Origin-Resource-Policy", "cross-origin");

/// Which board.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BoardQuery {
    /// The number of log entries of the position. Default: the current position.
    ply: Option<u64>,
}

policy!(get_board_text: Scope(GamesRead), permit = Some(LookBack), waits = true);
/// Get the board as text
///
/// Returns your view of the board as text, at most 78 columns wide, for terminals and screen
/// readers. For everybody who can see the game.
#[utoipa::path(
    tag = "games",
    params(BoardQuery),
    responses(
        (status = 200, description = "The board as text.", body = String, content_type = "text/plain"),
        (status = 304, description = "Your copy is current."),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/board.txt")]
pub(crate) async fn get_board_text(
    state: State,
    asked: Asked,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(query): Query<BoardQuery>,
) -> Result<HttpResponse> {
    let look = async || seen(&state, caller.as_ref(), &id).await;
    let make = async |look| {
        let text = look::board(&state, look, query.ply, Board::text).await?;
        Ok(text.into())
    };
    asked.answer("text/plain; charset=utf-8", look, make).await
}

/// The theme of a picture: `light`, `dark` or `auto`. `auto` is dark if the viewer's program
/// prefers dark; a PNG with `auto` is light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BoardTheme)]
pub enum Theme {
    /// Light, and dark where the viewer's program prefers dark. A PNG is light.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Which board, and how it is to look. Each picture has further parameters of its own.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Drawing {
    /// The number of log entries of the position. Default: the current position.
    ply: Option<u64>,
    /// The theme of the picture.
    #[serde(default)]
    theme: Theme,
    /// The meaning of the colours of pieces, in games that support it.
    #[serde(default)]
    #[param(value_type = sets::BoardColours, required = false, inline = false)]
    colours: svg::Colours,
    /// Whether moving pieces are drawn as small pictures, in games that support it.
    #[serde(default)]
    icons: bool,
    /// The form of the routes of pieces, in games that support it.
    #[serde(default)]
    #[param(value_type = sets::BoardRoutes, required = false, inline = false)]
    routes: svg::Routes,
    /// The players whose sheets are drawn in full, in games that support it.
    #[serde(default)]
    #[param(value_type = sets::BoardSheets, required = false, inline = false)]
    sheets: svg::Sheets,
    /// The size of the drawing.
    #[serde(default)]
    #[param(value_type = sets::BoardLayout, required = false, inline = false)]
    layout: svg::Layout,
}

impl Drawing {
    fn preferences(&self, words: svg::Words) -> svg::Preferences {
        svg::Preferences {
            colours: self.colours,
            icons: self.icons,
            routes: self.routes,
            sheets: self.sheets,
            layout: self.layout,
            words,
        }
    }
}

/// The other parameters of an SVG.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SvgQuery {
    /// Whether the board shows the words of moves, in games that support it.
    #[serde(default)]
    #[param(value_type = sets::BoardWords, required = false, inline = false)]
    words: svg::Words,
}

policy!(get_board_svg: Scope(GamesRead), permit = Some(LookBack), waits = true);
/// Get the board as SVG
///
/// Returns a picture of your view of the board. Each element that a move can name has an `id`; its
/// `data-word` is the word for it in the text notation. For everybody who can see the game.
#[utoipa::path(
    tag = "games",
    params(Drawing, SvgQuery),
    responses(
        (status = 200, description = "The board as SVG.", body = String, content_type = "image/svg+xml"),
        (status = 304, description = "Your copy is current."),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/board.svg")]
pub(crate) async fn get_board_svg(
    state: State,
    asked: Asked,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(drawing): Query<Drawing>,
    Query(query): Query<SvgQuery>,
) -> Result<impl Responder> {
    let theme = match drawing.theme {
        Theme::Auto => svg::Theme::Auto,
        Theme::Light => svg::Theme::Light,
        Theme::Dark => svg::Theme::Dark,
    };
    let likes = drawing.preferences(query.words);
    let look = async || seen(&state, caller.as_ref(), &id).await;
    let draw = move |board: &Board| board.drawing(likes).svg(theme);
    let make = async |look| Ok(look::board(&state, look, drawing.ply, draw).await?.into());
    let svg = asked.answer("image/svg+xml", look, make).await?;
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    Ok(svg
        .customize()
        .insert_header((CONTENT_SECURITY_POLICY, policy))
        .insert_header(SHOWN_ANYWHERE))
}

/// The other parameters of a PNG.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PngQuery {
    /// Whether the board shows the words of moves, in games that support it.
    #[serde(default)]
    #[param(value_type = sets::BoardWords, required = false, inline = false)]
    words: svg::Words,
    /// Pixels for each unit of the SVG.
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

policy!(get_board_png: Scope(GamesRead), permit = Some(LookBack), cost = 3, waits = true);
/// Get the board as PNG
///
/// Returns the same picture as `board.svg`, as PNG. For everybody who can see the game.
#[utoipa::path(
    tag = "games",
    params(Drawing, PngQuery),
    responses(
        (status = 200, description = "The board as PNG.", body = Png, content_type = "image/png"),
        (status = 304, description = "Your copy is current."),
        (status = 409, description = "not-started", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/board.png")]
pub(crate) async fn get_board_png(
    state: State,
    asked: Asked,
    Anybody(caller): Anybody,
    id: At<GameId>,
    Query(drawing): Query<Drawing>,
    Query(query): Query<PngQuery>,
) -> Result<impl Responder> {
    if !(1..=3).contains(&query.scale) {
        return out_of_range("scale", 1, 3);
    }
    let theme = match drawing.theme {
        Theme::Auto | Theme::Light => svg::Theme::Light,
        Theme::Dark => svg::Theme::Dark,
    };
    let likes = drawing.preferences(query.words);
    let look = async || seen(&state, caller.as_ref(), &id).await;
    let draw = move |board: &Board| board.drawing(likes);
    let make = async |look| {
        let picture = look::board(&state, look, drawing.ply, draw).await?;
        let png = state.raster.png(picture, theme, query.scale).await?;
        Ok(png.to_vec().into())
    };
    let png = asked.answer("image/png", look, make).await?;
    Ok(png.customize().insert_header(SHOWN_ANYWHERE))
}
