//! `turnpike serve`: everything in one process, on an embedded database when none is given.

use std::io::IsTerminal;
use std::net::TcpListener;
use std::process::ExitCode;
use std::time::Duration;

use actix_web::web::Data;
use anyhow::Context;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::app::App;
use crate::clock::Clock;
use crate::config::{Config, Role, Settings};
use crate::embedded::{Cluster, DATABASE, EmbeddedConfig};
use crate::service::sessions;
use crate::{http, jobs, metrics, store};

pub(super) fn run(settings: &Settings) -> anyhow::Result<ExitCode> {
    crate::logging::to_stderr(settings.log_format);
    let config = match settings.check() {
        Ok(config) => config,
        Err(faults) => {
            for fault in faults {
                eprintln!("turnpike: {fault}");
            }
            return Ok(ExitCode::from(2));
        }
    };
    metrics::start()?;
    super::runtime()?.block_on(serve(config))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(config: Config) -> anyhow::Result<()> {
    // Taken first: a port that is in use should not cost a database start.
    let listener = match config.role {
        Role::Worker => None,
        Role::Web | Role::All => Some(
            TcpListener::bind(config.listen)
                .with_context(|| format!("cannot listen on {}", config.listen))?,
        ),
    };
    let mail_in = config.mail_in.as_ref().and_then(|mail_in| mail_in.listen);
    let mail_listener = match mail_in.filter(|_| config.role != Role::Worker) {
        Some(address) => Some(
            tokio::net::TcpListener::bind(address)
                .await
                .with_context(|| format!("cannot listen for mail on {address}"))?,
        ),
        None => None,
    };
    let (cluster, url) = match &config.database_url {
        Some(url) => (None, url.clone()),
        None => {
            let cluster = Cluster::start(EmbeddedConfig::persistent(&config.data_dir)).await?;
            let url = cluster.url(DATABASE);
            (Some(cluster), url)
        }
    };
    store::migrate(&url).await?;
    let role = config.role;
    let app = Data::new(App::new(config, &url, Clock::system()).await?);
    // Before the first request: a session that was ended stays ended over a restart.
    sessions::sync_revocations(&app).await?;
    let (stop, stopped) = watch::channel(false);
    let mut jobs = jobs::start(&Data::clone(&app).into_inner(), role, &stopped);
    if let Some(listener) = mail_listener {
        tracing::info!(address = %listener.local_addr()?, "listening for mail");
        let (app, end) = (Data::clone(&app).into_inner(), jobs::until(&stopped));
        jobs.push(tokio::spawn(jobs::inbound::listen(app, listener, end)));
    }
    let done = match listener {
        Some(listener) => {
            tracing::info!(address = %listener.local_addr()?, public_url = app.config.public_url, "listening");
            show_the_way_to_the_mailbox(&app);
            let workers = std::thread::available_parallelism().map_or(2, usize::from);
            let server = http::server::start(Data::clone(&app), listener, workers)?;
            let handle = server.handle();
            let running = tokio::spawn(server);
            let why = wait_for_end(cluster.as_ref()).await;
            // Finishes the requests that are under way.
            handle.stop(true).await;
            running.await??;
            why
        }
        None => wait_for_end(cluster.as_ref()).await,
    };
    tracing::info!("stopping");
    let _ = stop.send(true);
    for job in jobs {
        if tokio::time::timeout(Duration::from_secs(30), job)
            .await
            .is_err()
        {
            tracing::warn!("a background job did not stop in time");
        }
    }
    drop(app);
    if let Some(cluster) = cluster {
        cluster.stop().await?;
    }
    done
}

/// Tells whoever started the server how its mailbox opens. The token is for a terminal; a log that
/// is kept names the file that holds it.
fn show_the_way_to_the_mailbox(app: &App) {
    let Some(key) = &app.mailbox_key else {
        return;
    };
    if std::io::stderr().is_terminal() {
        let (url, token) = (&app.config.public_url, key.token());
        eprintln!("The mails that this server sends: {url}/mailbox?token={token}");
    } else {
        let file = key.file().display();
        tracing::info!(%file, "the mailbox opens with the token in this file");
    }
}

/// Waits for a signal to stop, or for the embedded database to fail for good.
async fn wait_for_end(cluster: Option<&Cluster>) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let failed = async {
        match cluster {
            Some(cluster) => cluster.failed().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        _ = interrupt.recv() => Ok(()),
        error = failed => Err(error.into()),
    }
}
