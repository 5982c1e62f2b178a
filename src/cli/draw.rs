//! `turnpike draw`: the board of an exported history as a picture.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use ::games::KINDS;
use anyhow::Context;
use base::pictures::Rasteriser;
use rules::record::Record;
use rules::svg::{Colours, Layout, Preferences, Routes, Sheets, Theme, Words};
use rules::{Seat, Viewer};

/// The history, the picture and its options.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Exported history; `-` is standard input.
    file: PathBuf,
    /// Picture to write: a `.svg` or a `.png` file.
    picture: PathBuf,
    /// Number of entries before the position. Default: all.
    #[arg(long)]
    ply: Option<u64>,
    /// Draw only what this seat could see at the time, counted from 0. Default: everything.
    #[arg(long)]
    seat: Option<u8>,
    /// `light`, `dark`, or `auto` (dark if the viewer's program prefers dark, else light).
    #[arg(long, default_value = "auto", value_parser = theme)]
    theme: Theme,
    /// Meaning of the colour of a piece: `piece` (which one it is), `state` (how far it is) or
    /// `one` (nothing: all pieces have one colour).
    #[arg(long, default_value_t, value_parser = word::<Colours>("expected piece, state or one"))]
    colours: Colours,
    /// Draw moving pieces as small pictures.
    #[arg(long)]
    icons: bool,
    /// Routes of pieces: `straight`, `road` (winding) or `off`.
    #[arg(long, default_value_t, value_parser = word::<Routes>("expected straight, road or off"))]
    routes: Routes,
    /// Sheets to draw in full: `all`, or `own` (only scores of the other players).
    #[arg(long, default_value_t, value_parser = word::<Sheets>("expected all or own"))]
    sheets: Sheets,
    /// Width of the picture: `wide` (about 720 units) or `narrow` (390).
    #[arg(long, default_value_t, value_parser = word::<Layout>("expected wide or narrow"))]
    layout: Layout,
    /// Write the words of moves on the board: `on` or `off`.
    #[arg(long, default_value_t, value_parser = word::<Words>("expected on or off"))]
    words: Words,
    /// Pixels per unit in a `.png`, 1 to 4.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    scale: u8,
}

fn theme(name: &str) -> Result<Theme, String> {
    match name {
        "auto" => Ok(Theme::Auto),
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        _ => Err("expected auto, light or dark".to_owned()),
    }
}

/// Reads a word of a set; `known` is the error for other words.
fn word<T: FromStr>(known: &'static str) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |name| name.parse().map_err(|_| known.to_owned())
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let record = Record::from_json(&crate::cli::read(&args.file)?)?;
    let mut game = record.start(KINDS)?;
    let ply = args.ply.unwrap_or(record.entries.len() as u64);
    for entry in record.entries.iter().take_while(|entry| entry.n <= ply) {
        game.replay(entry)?;
    }
    if game.ply() != ply {
        anyhow::bail!("the log has {} entries, fewer than {ply}", game.ply());
    }
    let viewer = match args.seat {
        None => Viewer::Afterwards,
        Some(seat) if seat < game.seats() => Viewer::Seat(Seat(seat)),
        Some(seat) => {
            let last = game.seats() - 1;
            anyhow::bail!("there is no seat {seat}; the seats are 0 to {last}")
        }
    };
    let names = crate::cli::names(&record);
    let likes = Preferences {
        colours: args.colours,
        icons: args.icons,
        routes: args.routes,
        sheets: args.sheets,
        layout: args.layout,
        words: args.words,
    };
    let drawing = game.position().drawing(viewer, &names, likes);
    let extension = args.picture.extension().and_then(|it| it.to_str());
    let bytes = match extension {
        Some("svg") => drawing.svg(args.theme).into_bytes(),
        Some("png") => {
            let raster = Rasteriser::new();
            let drawn = raster.png(drawing, args.theme, args.scale);
            crate::cli::runtime()?.block_on(drawn)?.to_vec()
        }
        _ => anyhow::bail!("the picture must be a .svg or a .png file"),
    };
    std::fs::write(&args.picture, bytes)
        .with_context(|| format!("{} cannot be written", args.picture.display()))?;
    Ok(ExitCode::SUCCESS)
}
