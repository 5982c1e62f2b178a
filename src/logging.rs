//! The log: which lines there are, and what keeps them short and free of secrets.
//!
//! Of what others wrote nothing below `info` is ever logged, whatever `RUST_LOG` asks for: the database's
//! driver tells each statement with its values, the web server each header. What may not be said in
//! a line of ours is decided where it is written; this module knows no secrets.

use std::fmt::Display;
use std::io::IsTerminal;

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::config::LogFormat;

/// The longest cause of a failure that a line tells, in characters.
const LONGEST_CAUSE: usize = 300;

/// Sends log lines to standard error; `RUST_LOG` chooses which. Where no format is asked for, somebody
/// at a terminal is told of warnings alone, as text, and whoever keeps the log everything, as JSON.
pub fn to_stderr(format: Option<LogFormat>) {
    let is_terminal = std::io::stderr().is_terminal();
    let (usual, level) = match is_terminal {
        true => (LogFormat::Text, "warn"),
        false => (LogFormat::Json, "info"),
    };
    let level = format.map_or(level, |_| "info");
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let format = format.unwrap_or(usual);
    subscriber(format, filter, std::io::stderr, is_terminal).init();
}

/// What writes those log lines that pass `filter`.
pub fn subscriber(
    format: LogFormat,
    filter: EnvFilter,
    writer: impl for<'w> MakeWriter<'w> + Send + Sync + 'static,
    ansi: bool,
) -> impl Subscriber + Send + Sync {
    let lines = fmt::layer().with_writer(writer);
    let lines = match format {
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
        LogFormat::Text => lines.with_ansi(ansi).boxed(),
    };
    registry()
        .with(filter_fn(may_be_logged))
        .with(filter)
        .with(lines)
}

fn may_be_logged(what: &Metadata<'_>) -> bool {
    let told_by = what.target().split("::").next();
    let ours = [env!("CARGO_CRATE_NAME"), "embedded_postgres"];
    told_by.is_some_and(|it| ours.contains(&it)) || *what.level() <= Level::INFO
}

/// The text of a cause, on one line and cut where it becomes long: what failed may quote what it
/// was given.
pub(crate) fn bounded(cause: &impl Display) -> String {
    let text = cause.to_string();
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = text.char_indices().nth(LONGEST_CAUSE) {
        text.truncate(end);
        text.push('…');
    }
    text
}
