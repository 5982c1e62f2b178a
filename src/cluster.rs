//! The private PostgreSQL of a server without `DATABASE_URL`: its names, its data directory, and
//! the progress and errors that an operator sees when it starts.
//!
//! The crate `embedded_postgres` runs it, and knows nothing about this server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use embedded_postgres::{Cluster, Error, Fetching, Name, Running, Settings};
use indicatif::{ProgressBar, ProgressStyle};

/// The name under which the server appears in PostgreSQL. The migrations refer to both roles.
const NAME: Name = Name::new("turnpike");

/// The server's database, and the name of the role that owns it.
pub const DATABASE: &str = NAME.owner();

/// Returns the settings of the cluster in this data directory.
pub fn settings(data_dir: impl Into<PathBuf>) -> Settings {
    Settings::new(NAME, data_dir)
}

/// Starts the cluster in this data directory, and shows the progress of slow steps.
pub async fn start(data_dir: impl Into<PathBuf>) -> anyhow::Result<Cluster> {
    let cluster = launch(data_dir).await?;
    usable(&cluster).await?;
    Ok(cluster)
}

/// Like [`start`], but waits only until the cluster accepts connections. [`usable`] waits for the
/// roles and the database.
pub async fn launch(data_dir: impl Into<PathBuf>) -> anyhow::Result<Cluster> {
    launched(data_dir).await?.map_err(advised)
}

async fn launched(data_dir: impl Into<PathBuf>) -> anyhow::Result<Result<Cluster, Error>> {
    let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})")?;
    let bar = ProgressBar::new_spinner().with_style(style);
    Ok(Cluster::launch(settings(data_dir), move |step| show(&bar, &step)).await)
}

/// Returns the database in this data directory for a command. If a server is running, that is the
/// server's database. Otherwise this starts a cluster, which the caller must stop after the
/// command.
pub async fn for_command(data_dir: &Path) -> anyhow::Result<(Running, Option<Cluster>)> {
    let cluster = match launched(data_dir).await? {
        Err(Error::Locked { .. }) => {
            return Ok((Running::find(&settings(data_dir)).map_err(advised)?, None));
        }
        launched => launched.map_err(advised)?,
    };
    usable(&cluster).await?;
    let running = Running {
        url: cluster.url(DATABASE),
        app_url: cluster.app_url(DATABASE),
    };
    Ok((running, Some(cluster)))
}

/// Waits until the server's roles and its database exist.
pub async fn usable(cluster: &Cluster) -> anyhow::Result<()> {
    cluster.usable().await.map_err(advised)
}

fn advised(error: Error) -> anyhow::Error {
    anyhow::anyhow!("{error}{}", advice(&error))
}

/// Shows a step on a terminal, and logs it elsewhere.
fn show(bar: &ProgressBar, step: &Fetching) {
    if bar.is_hidden() {
        return tracing::info!("{step}");
    }
    match step {
        Fetching::Looking { .. } => bar.enable_steady_tick(Duration::from_millis(100)),
        Fetching::Loading { .. } => {}
        Fetching::Done { .. } => return bar.finish_with_message(step.to_string()),
    }
    bar.set_message(step.to_string());
}

/// Returns the operator's way out, as the end of the error's sentence.
fn advice(error: &Error) -> &'static str {
    match error {
        Error::Locked { .. } => "; stop it, or choose another folder with --data-dir",
        Error::Unreachable { .. } => {
            ", or choose a data folder elsewhere with --data-dir (for example /var/lib/turnpike)"
        }
        Error::Foreign { .. } => {
            "; run Turnpike as that user or as root, or choose another folder with --data-dir"
        }
        Error::NoPostgres {
            wanted: Some(_),
            found,
            ..
        } if !found.is_empty() => {
            "\nOr set DATABASE_URL to a PostgreSQL that runs elsewhere.\nTo go over to the version \
             that is here, both are needed once: docs/OPERATING.md, \"A new major version of \
             PostgreSQL\"."
        }
        Error::NoPostgres { .. } => "\nOr set DATABASE_URL to a PostgreSQL that runs elsewhere.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_without_postgres_names_database_url_and_the_manual() {
        let lacking = |wanted, found: &[&str]| {
            let found = found.iter().map(ToString::to_string).collect();
            let cause = "no network".to_owned();
            advice(&Error::NoPostgres {
                wanted,
                found,
                cause,
            })
        };
        assert!(lacking(None, &[]).contains("DATABASE_URL"));
        assert!(!lacking(Some(16), &[]).contains("OPERATING"));
        let upgrade = lacking(Some(16), &["15 in /usr/bin"]);
        for part in ["DATABASE_URL", "docs/OPERATING.md", "A new major version"] {
            assert!(upgrade.contains(part), "{part:?} is not in {upgrade}");
        }
    }
}
