//! `turnpike serve`: everything in one process, on an embedded database when none is given.

use std::io::{self, IsTerminal};
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use accounts::sessions;
use actix_web::dev::Server;
use anyhow::Context;
use base::config::{Config, Role, Settings};
use base::refusal::{Refusal, Rejection};
use common::site;
use db::connect::{is_of_settings, is_passing, told};
use db::{Database, Login, pulse};
use embedded_postgres::Cluster;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use play::clocks::sandbox;
use tokio::runtime::Handle;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::cli::{EX_CONFIG, progress};
use crate::cluster::{self, DATABASE};
use crate::http::server::Bounds;
use crate::http::{self, Coming, State};
use crate::traces::Traces;
use crate::{App, jobs};

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first pause between tries to reach the database; each is twice the one before.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);

/// The longest of these pauses.
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

pub(super) fn run(settings: &Settings, doubts: &[String]) -> anyhow::Result<ExitCode> {
    crate::logging::to_stderr(settings.log_format.clone().and_then(Result::ok));
    for doubt in doubts.iter().chain(&settings.doubts()) {
        tracing::warn!("{doubt}");
    }
    let Some(config) = crate::cli::checked(settings) else {
        return Ok(ExitCode::from(EX_CONFIG));
    };
    match crate::cli::runtime()?.block_on(serve(config)) {
        Err(error) if is_of_settings(&error) => {
            eprintln!("turnpike: {error:#}");
            Ok(ExitCode::from(EX_CONFIG))
        }
        done => done.map(|()| ExitCode::SUCCESS),
    }
}

/// The most open files that are asked for: more than so many connections nobody serves.
const MOST_FILES: u64 = 65_536;

/// How many open files are left to what is no client's connection.
const OWN_FILES: usize = 256;

/// Lets this process open as many files as it may: each connection is one, and the usual limit is
/// what a single host can use up. Says how many that are.
fn raise_file_limit() -> usize {
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(soft, hard)| {
        let wanted = soft.max(hard.min(MOST_FILES));
        setrlimit(Resource::RLIMIT_NOFILE, wanted, hard).map(|()| wanted)
    });
    match raised {
        Ok(files) => usize::try_from(files).unwrap_or(usize::MAX),
        Err(error) => {
            tracing::warn!(%error, "could not raise the limit of open files");
            1_024
        }
    }
}

/// How many connections fit into so many open files. Where there are few, half of them are the clients'.
fn connections(files: usize) -> usize {
    files - OWN_FILES.min(files / 2)
}

async fn serve(config: Config) -> anyhow::Result<()> {
    site::set(config.site.clone());
    // Before all else: what stops the process until then would do it as a kill does.
    let mut ends = Ends::listen()?;
    let files = raise_file_limit();
    let traces = config.traces_url.as_ref().map(Traces::start).transpose()?;
    // Taken first: a port that is in use should not cost a database start.
    let listener = match config.role {
        Role::Worker => None,
        Role::Web | Role::All => Some(
            TcpListener::bind(config.listen)
                .with_context(|| format!("cannot listen on {}", config.listen))?,
        ),
    };
    let inside = match config.metrics_listen {
        Some(address) => Some(
            TcpListener::bind(address)
                .with_context(|| format!("cannot listen for metrics on {address}"))?,
        ),
        None => None,
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
    let role = config.role;
    let (here, coming) = Coming::channel();
    let inside = match inside {
        Some(listener) => {
            tracing::info!(address = %listener.local_addr()?, "showing metrics");
            let server = http::operator::port::start(coming.clone(), listener)?;
            let handle = server.handle();
            tokio::spawn(server);
            Some(handle)
        }
        None => None,
    };
    let web = match listener {
        Some(listener) => {
            let address = listener.local_addr()?;
            let workers = std::thread::available_parallelism().map_or(2, usize::from);
            let bounds = Bounds::of(&config).with_connections(connections(files));
            let server = http::server::start(coming, listener, workers, bounds)?;
            Some((address, server.handle(), apart(server)?))
        }
        None => None,
    };
    let (cluster, app) = tokio::select! {
        started = start(&config) => started?,
        () = ends.asked() => {
            tracing::info!("stopped before the start was complete");
            return Ok(());
        }
    };
    warn_of_unproven_mail(&app);
    warn_of_sandbox(&app);
    let stop = CancellationToken::new();
    let jobs = jobs::start(&app, role, &stop);
    if let Some(listener) = mail_listener {
        tracing::info!(address = %listener.local_addr()?, "listening for mail");
        let (app, end) = (Arc::clone(&app), stop.clone());
        jobs.spawn(mail_commands::worker::listen(
            app,
            listener,
            end.cancelled_owned(),
        ));
    }
    here.send_replace(Some(State::from(Arc::clone(&app))));
    let done = match web {
        Some((address, handle, ended)) => {
            let public_url = &app.config.public_url;
            tracing::info!(%address, public_url, version = VERSION, "listening");
            show_the_way(&app, cluster.is_some());
            let why = ends.asked_or_failed(cluster.as_ref()).await;
            // Finishes the requests that are under way.
            handle.stop(true).await;
            ended.await??;
            why
        }
        None => {
            tracing::info!(version = VERSION, "background jobs started");
            ends.asked_or_failed(cluster.as_ref()).await
        }
    };
    tracing::info!("stopping");
    stop.cancel();
    jobs.close();
    if tokio::time::timeout(Duration::from_secs(30), jobs.wait())
        .await
        .is_err()
    {
        tracing::warn!("a background job did not stop in time");
    }
    if let Some(inside) = inside {
        inside.stop(false).await;
    }
    drop(app);
    if let Some(traces) = traces {
        traces.stop().await;
    }
    if let Some(cluster) = cluster {
        cluster.stop().await?;
    }
    done
}

/// Runs the web server on a thread of its own, which waits for its workers, and they for the application.
/// Tells how it ended.
fn apart(server: Server) -> io::Result<oneshot::Receiver<io::Result<()>>> {
    let (end, ended) = oneshot::channel();
    let runtime = Handle::current();
    std::thread::Builder::new()
        .name("web".to_owned())
        .spawn(move || end.send(runtime.block_on(server)))?;
    Ok(ended)
}

/// The private database where no other is given, and the application on it.
async fn start(config: &Config) -> anyhow::Result<(Option<Cluster>, Arc<App>)> {
    if let Some(url) = &config.database_url {
        let app = wait_for_database(config, url, config.migrate_url.as_deref()).await?;
        return Ok((None, Arc::new(app)));
    }
    let cluster = cluster::launch(&config.data_dir).await?;
    let (url, owner) = (cluster.app_url(DATABASE), cluster.url(DATABASE));
    // At nearly every start all is there: to connect twice, one after the other, takes longer.
    let app = match open(config, &url, Some(&owner)).await {
        Ok(app) => app,
        Err(_) => {
            cluster::usable(&cluster).await?;
            wait_for_database(config, &url, Some(&owner)).await?
        }
    };
    Ok((Some(cluster), Arc::new(app)))
}

/// Everything that needs the database, made again and again while that is away: a server that gives
/// up is not started for ever, and then is missing when its database is back.
async fn wait_for_database(config: &Config, url: &str, owner: Option<&str>) -> anyhow::Result<App> {
    let mut pause = SHORTEST_PAUSE;
    loop {
        match open(config, url, owner).await {
            Err(error) if may_be_over(&error) => {
                tracing::warn!(
                    error = told(&error),
                    ?pause,
                    "the database is away: waiting for it"
                );
                tokio::time::sleep(pause).await;
                pause = (2 * pause).min(LONGEST_PAUSE);
            }
            opened => return opened,
        }
    }
}

/// Whether what kept the server from starting may be gone the next time.
fn may_be_over(error: &anyhow::Error) -> bool {
    let refusals: [Option<&dyn Rejection>; 3] = [
        error.downcast_ref::<Refusal>().map(|it| it as _),
        error.downcast_ref::<accounts::Refusal>().map(|it| it as _),
        error.downcast_ref::<play::Refusal>().map(|it| it as _),
    ];
    let mut general = refusals.into_iter().flatten().filter_map(|it| it.general());
    is_passing(error) || general.any(|it| matches!(it, Refusal::Unavailable(_)))
}

async fn open(config: &Config, url: &str, owner: Option<&str>) -> anyhow::Result<App> {
    let db = Database::new(url, config.pool)?;
    // At nearly every start nothing is to be done, and one connection does.
    let looked = async {
        let mut conn = db.get().await.ok()?;
        Some((db::up_to_date(&mut conn).await?, conn))
    };
    let (login, mut conn) = match looked.await {
        Some(it) => it,
        None => {
            let prepared = db::prepare(url, owner);
            let login = progress::during("Migrating the database", prepared).await?;
            (login, db.get().await?)
        }
    };
    let clock = pulse::clock(&mut conn).await?;
    if config.sandbox {
        sandbox::resume(&mut conn, &clock).await?;
    }
    if login == Login::Owner {
        tracing::warn!(
            "the server works with the owner's login of its database: an intruder in the server \
             could rewrite every game. Use the login turnpike_app in DATABASE_URL, and the owner's \
             only in TURNPIKE_MIGRATE_URL or for `turnpike migrate` (docs/OPERATING.md)"
        );
    }
    let app = App::on(db, &mut conn, config.clone(), url, clock).await?;
    // Before the first request: a session that was ended stays ended over a restart.
    sessions::read_revocations(&app, &mut conn).await?;
    Ok(app)
}

/// Tells whoever started the server what they have now, and how its mailbox opens. The token is for
/// a terminal; a log that is kept names the file that holds it.
fn show_the_way(app: &App, has_cluster: bool) {
    let key = app.mailbox_key.as_ref();
    if !std::io::stderr().is_terminal() {
        if let Some(key) = key {
            let file = key.file().display();
            tracing::info!(%file, "the token in this file opens the page /mailbox");
        }
        return;
    }
    let url = &app.config.public_url;
    eprintln!("Turnpike {VERSION} runs.");
    eprintln!("Play at                      {url}");
    eprintln!("Try its API at               {url}/docs/");
    if let Some(token) = key.and_then(|key| key.token().ok()) {
        eprintln!("Read the mails that it sends {url}/mailbox?token={token}");
    }
    if has_cluster {
        let folder = app.config.data_dir.display();
        eprintln!("Its database, and all games, {folder}");
    }
    eprintln!("Ctrl-C stops it.");
}

/// The signals to stop.
struct Ends {
    terminate: Signal,
    interrupt: Signal,
}

impl Ends {
    fn listen() -> std::io::Result<Ends> {
        Ok(Ends {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for one of them.
    async fn asked(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Waits for one of them, or for the private database to fail for good.
    async fn asked_or_failed(&mut self, cluster: Option<&Cluster>) -> anyhow::Result<()> {
        let failed = async {
            match cluster {
                Some(cluster) => cluster.failed().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = self.asked() => Ok(()),
            error = failed => Err(error.into()),
        }
    }
}

/// Says so where real mail comes in, and nobody tells from whom it is.
fn warn_of_unproven_mail(app: &App) {
    let mail_in = app.config.mail_in.as_ref();
    if mail_in.is_some_and(|it| it.authserv_id.is_none()) && !app.config.mail_is_local() {
        tracing::warn!(
            "TURNPIKE_MAIL_AUTHSERV_ID is not set: the server trusts the “From” of mails to seats. \
             docs/PLAY-BY-MAIL.md shows how to let your mail server check it"
        );
    }
}

/// Warns that clients can move the clock.
fn warn_of_sandbox(app: &App) {
    if app.config.sandbox {
        tracing::warn!(
            offset_seconds = app.clock.ahead().num_seconds(),
            "this server is a sandbox: anyone who reaches it can move its clock and read its mails"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_waits_for_an_unavailable_database() {
        assert!(may_be_over(&Refusal::unavailable("it went away").into()));
        assert!(!may_be_over(&Refusal::internal("anything else").into()));
    }
}
