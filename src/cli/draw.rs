//! `turnpike draw`: the board of an exported history as a picture.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use ::games::KINDS;
use anyhow::Context;
use rules::record::Record;
use rules::svg::{Colours, Layout, Preferences, Routes, Sheets, Theme, Words};
use rules::{Seat, Viewer};

use crate::pictures::Rasteriser;

/// What to draw.
#[derive(clap::Args)]
pub(super) struct Args {
    /// An exported history; `-` for standard input.
    file: PathBuf,
    /// The picture to write: a `.svg` or a `.png` file.
    picture: PathBuf,
    /// The position after so many entries; the last one when left out.
    #[arg(long)]
    ply: Option<u64>,
    /// What this seat could see then; everything when left out.
    #[arg(long)]
    seat: Option<u8>,
    /// `auto` (light, and dark where the viewer's program prefers dark), `light` or `dark`.
    #[arg(long, default_value = "auto", value_parser = theme)]
    theme: Theme,
    /// What the colours of pieces tell: `piece` (which one it is), `state` (how far it is) or `one`
    /// (nothing).
    #[arg(long, default_value_t, value_parser = word::<Colours>("colours are piece, state or one"))]
    colours: Colours,
    /// Draw pieces on their way as small pictures.
    #[arg(long)]
    icons: bool,
    /// How the routes of pieces are drawn: `straight`, `road` or `off`.
    #[arg(long, default_value_t, value_parser = word::<Routes>("routes are straight, road or off"))]
    routes: Routes,
    /// Whose sheets are drawn whole: `all` or `own`.
    #[arg(long, default_value_t, value_parser = word::<Sheets>("sheets are all or own"))]
    sheets: Sheets,
    /// For how much room it is drawn: `wide` or `narrow`.
    #[arg(long, default_value_t, value_parser = word::<Layout>("layouts are wide or narrow"))]
    layout: Layout,
    /// Whether the words of moves are written on it: `on` or `off`.
    #[arg(long, default_value_t, value_parser = word::<Words>("words are on or off"))]
    words: Words,
    /// Pixels for each unit of the picture, in a `.png`.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    scale: u8,
}

fn theme(name: &str) -> Result<Theme, String> {
    match name {
        "auto" => Ok(Theme::Auto),
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        _ => Err("a theme is auto, light or dark".to_owned()),
    }
}

/// Reads a word of a set; `known` says which there are.
fn word<T: FromStr>(known: &'static str) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |name| name.parse().map_err(|_| known.to_owned())
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let record = Record::from_json(&super::read(&args.file)?)?;
    let mut game = record.start(KINDS)?;
    let ply = args.ply.unwrap_or(record.entries.len() as u64);
    for entry in record.entries.iter().take_while(|entry| entry.n <= ply) {
        game.replay(entry)?;
    }
    if game.ply() != ply {
        anyhow::bail!("the log has {} entries", game.ply());
    }
    let viewer = match args.seat {
        None => Viewer::Afterwards,
        Some(seat) if seat < game.seats() => Viewer::Seat(Seat(seat)),
        Some(seat) => anyhow::bail!("there is no seat {seat}"),
    };
    let names = super::names(&record);
    let likes = Preferences {
        colours: args.colours,
        icons: args.icons,
        routes: args.routes,
        sheets: args.sheets,
        layout: args.layout,
        words: args.words,
    };
    let svg = game.position().svg_as(viewer, &names, args.theme, likes);
    let extension = args.picture.extension().and_then(|it| it.to_str());
    let bytes = match extension {
        Some("svg") => svg.into_bytes(),
        Some("png") => {
            let drawn = super::runtime()?.block_on(Rasteriser::new().png(svg, args.scale));
            drawn?.to_vec()
        }
        _ => anyhow::bail!("a picture is a .svg or a .png file"),
    };
    std::fs::write(&args.picture, bytes)
        .with_context(|| format!("{} cannot be written", args.picture.display()))?;
    Ok(ExitCode::SUCCESS)
}
