//! The log: its lines, and the filters that keep them short and free of secrets.
//!
//! Lines of other crates below `info` are never logged, regardless of `RUST_LOG`: the database
//! driver logs each statement with its values, and the web server each header. The code that writes
//! one of our own lines decides what the line may contain; this module knows no secrets.
//!
//! The private PostgreSQL logs neither statements nor their values. For any other PostgreSQL, the
//! operator must configure that (`docs/OPERATING.md`).
//!
//! A failure is logged once, where it is handled: at the end of a request (`http::server::trace`),
//! by a job, or with the answer to a mail. The line has the code and the cause of a refusal.

use std::fmt::{self, Debug, Display, Write};
use std::io::IsTerminal;

use tracing::field::{Field, Visit};
use tracing::span::Record;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::format::{self, Writer};
use tracing_subscriber::fmt::{FormatFields, FormattedFields, MakeWriter};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, registry};

use base::config::LogFormat;

/// The beginnings of the web server's error lines about clients that send invalid HTTP or hang up.
const OF_CLIENTS: [&str; 2] = ["stream error: ", "MAX_BUFFER_SIZE unprocessed data"];

/// Sends log lines to standard error, filtered by `RUST_LOG`. Without `format`, a terminal gets
/// only warnings, as text. A file or pipe gets JSON lines from `info` on.
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

/// Returns the subscriber that writes the log lines that pass `filter`.
pub fn subscriber(
    format: LogFormat,
    filter: EnvFilter,
    writer: impl for<'w> MakeWriter<'w> + Send + Sync + 'static,
    ansi: bool,
) -> impl Subscriber + Send + Sync {
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let lines = match format {
        LogFormat::Json => lines
            .event_format(format::json().flatten_event(true))
            .fmt_fields(Members)
            .boxed(),
        LogFormat::Text => lines.with_ansi(ansi).boxed(),
    };
    registry()
        .with(filter_fn(may_be_logged))
        .with(WithoutClients)
        .with(filter)
        .with(lines)
}

/// Drops lines about clients that sent a malformed request or hung up. These are not errors of the
/// server.
struct WithoutClients;

impl<S: Subscriber> Layer<S> for WithoutClients {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        if !event.metadata().target().contains("::h1::") {
            return true;
        }
        let mut message = Message(String::new());
        event.record(&mut message);
        !OF_CLIENTS.iter().any(|it| message.0.starts_with(it))
    }
}

/// The message of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

fn may_be_logged(what: &Metadata<'_>) -> bool {
    let told_by = what.target().split("::").next();
    let ours = [env!("CARGO_CRATE_NAME"), "embedded_postgres"];
    told_by.is_some_and(|it| ours.contains(&it)) || *what.level() <= Level::INFO
}

/// Writes the fields of a span as the members of a JSON object, in the order in which they are
/// recorded. This must be cheap, because each request has a span, but hardly any request writes a
/// line.
struct Members;

impl<'w> FormatFields<'w> for Members {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'w>, fields: R) -> fmt::Result {
        writer.write_char('{')?;
        let mut members = Object::goes_on(true, &mut writer);
        fields.record(&mut members);
        members.written?;
        writer.write_char('}')
    }

    fn add_fields(
        &self,
        current: &'w mut FormattedFields<Self>,
        fields: &Record<'_>,
    ) -> fmt::Result {
        // Reopens the object.
        current.fields.pop();
        let is_empty = current.fields.len() == 1;
        let mut members = Object::goes_on(is_empty, &mut current.fields);
        fields.record(&mut members);
        members.written?;
        current.fields.write_char('}')
    }
}

/// A JSON object while it is written.
struct Object<'w> {
    text: &'w mut dyn Write,
    is_empty: bool,
    written: fmt::Result,
}

impl<'w> Object<'w> {
    fn goes_on(is_empty: bool, text: &'w mut dyn Write) -> Object<'w> {
        Object {
            text,
            is_empty,
            written: Ok(()),
        }
    }

    fn add(&mut self, field: &Field, value: impl Display) {
        let comma = if self.is_empty { "" } else { "," };
        self.is_empty = false;
        let name = field.name();
        self.written = self
            .written
            .and_then(|()| write!(self.text, "{comma}\"{name}\":{value}"));
    }
}

impl Visit for Object<'_> {
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let quoted = serde_json::to_string(value).unwrap_or_default();
        self.add(field, quoted);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use serde_json::{Value, json};
    use tracing::field::Empty;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    /// Returns the lines that `work` logs, as JSON objects.
    pub(crate) fn lines_of(work: impl FnOnce()) -> Vec<Value> {
        let lines = Lines::default();
        let writer = lines.clone();
        let filter = EnvFilter::new("info");
        let subscriber = subscriber(LogFormat::Json, filter, move || writer.clone(), false);
        tracing::subscriber::with_default(subscriber, work);
        let written = lines.0.lock().unwrap().clone();
        let written = String::from_utf8(written).unwrap();
        let lines = written.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn malformed_request_is_not_logged() {
        let lines = lines_of(|| {
            let error = "request parse error: invalid Header provided";
            tracing::error!(target: "http::h1::dispatcher", "stream error: {error}");
            tracing::error!(target: "http::h1::dispatcher", "Internal server error");
        });
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(lines[0]["message"], "Internal server error");
    }

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn log_line_is_a_json_object_with_its_span() {
        let written = lines_of(|| {
            let id = format_args!("{:02x}", 10);
            let says = tracing::info_span!(
                "request",
                request.id = id,
                route = "a \"b\"\n",
                n = 7,
                last = Empty
            );
            says.record("last", true);
            says.in_scope(|| tracing::warn!(cause = "c", "told"));
            let late = tracing::info_span!("empty", first = Empty);
            late.record("first", -1);
            late.in_scope(|| tracing::warn!("told again"));
        });
        assert_eq!(written.len(), 2);
        assert_eq!(written[0]["message"], "told");
        assert_eq!(written[0]["cause"], "c");
        let says = json!({"request.id": "0a", "route": "a \"b\"\n", "n": 7, "last": true, "name": "request"});
        assert_eq!(written[0]["span"], says);
        assert_eq!(written[1]["span"], json!({"first": -1, "name": "empty"}));
    }
}
