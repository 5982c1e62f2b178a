//! What somebody at a terminal sees while something takes long. Elsewhere nothing is shown.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often what is shown moves.
const TICK: Duration = Duration::from_millis(100);

/// Shows this sentence until the bar is finished or dropped.
pub(super) fn spinner(what: impl Into<String>) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})")?;
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.set_message(what.into());
    bar.enable_steady_tick(TICK);
    Ok(bar)
}

/// Does this work under this sentence.
pub(super) async fn during<T>(
    what: &str,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    let bar = spinner(what)?;
    let done = work.await;
    bar.finish_and_clear();
    done
}
