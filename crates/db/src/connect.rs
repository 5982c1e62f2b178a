//! Connects to PostgreSQL, over TLS if the URL asks for it (`sslmode=require`, `verify-ca`,
//! `verify-full`).
//!
//! In each of these modes, the certificate must name the host. It must come from an authority in
//! `sslrootcert`, or else from one in the machine's trust store. The other modes connect without
//! encryption, which suits a Unix socket or a server on the same machine.
//!
//! A URL may name several hosts, and a host may have several addresses. Each address has a time
//! limit for everything before the first statement. The next address is tried before that limit is
//! over, so an address that accepts the connection and never answers does not block the others.
//! Connections for writing use only servers that accept writes.

use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use common::cause;
use futures_util::future::{BoxFuture, FutureExt, select_ok};
use futures_util::{StreamExt, stream};
use percent_encoding::percent_decode_str;
use rand::seq::SliceRandom;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::ConfigVerifierExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::AbortHandle;
use tokio_postgres::config::{Host, LoadBalanceHosts, SslMode, TargetSessionAttrs};
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{Conn, Error};

/// The role in which the server works, independent of the user that signs in.
pub const ROLE: &str = "turnpike_app";

/// The settings of every session of the server: a role that cannot rewrite the log.
///
/// The session receives warnings regardless of the operator's configuration, because one of them
/// reports a commit that did not wait for its standby ([`drive`]).
///
/// `turnpike.follow_ups` says that this program itself writes the deliveries of webhooks and sends
/// the hints of streams. Triggers do both for programs of the previous release, which may run
/// beside this one during an update (`migrations`).
///
/// A statement waits a few seconds for a row that another session has locked. This is shorter than
/// an outage, a time in which no process looks at the clocks (`play::clocks::outages`).
///
/// Nearly all statements find a few rows by key, mostly in memory. With the default cost of a
/// spinning disk, PostgreSQL read whole tables of some thousand games instead, with two processes:
/// 97 times in four minutes of moves beside the mail worker.
const SESSION: &str = "SET ROLE turnpike_app; SET turnpike.follow_ups = 'own'; SET client_min_messages = warning; \
     SET statement_timeout = '30s'; SET lock_timeout = '5s'; \
     SET idle_in_transaction_session_timeout = '30s'; SET timezone = 'UTC'; \
     SET random_page_cost = 1.1; SET max_parallel_workers_per_gather = 0";

/// The time limit for the lookup of a host, and for an address until it can run statements, if the
/// URL does not set one (`connect_timeout`).
const PER_ADDRESS: Duration = Duration::from_secs(5);

/// The head start of an address before the next one is tried as well.
const HEAD_START: Duration = Duration::from_millis(250);

/// How long sent data may stay unacknowledged before the connection is closed.
const UNACKNOWLEDGED: Duration = Duration::from_secs(15);

/// One address, or all of them, did not answer in time.
#[derive(Debug, thiserror::Error)]
#[error("no answer within {0:?}")]
struct NoAnswer(Duration);

/// A diesel connection, and the task that moves its bytes.
pub struct Link {
    /// The connection.
    pub conn: Conn,
    /// Aborts the task, which cuts the connection.
    pub driver: AbortHandle,
}

impl Drop for Link {
    /// Aborts the task, which closes the socket without waiting for the other side. Otherwise the
    /// task would wait for outstanding answers that may never come.
    fn drop(&mut self) {
        self.driver.abort();
    }
}

/// Handles each notification that arrives on a connection.
pub type Heard = Arc<dyn Fn(&AsyncMessage) + Send + Sync>;

/// Connects a plain client in the server's role, for the committer.
pub async fn client(url: &str) -> anyhow::Result<Client> {
    let (client, _) = connect(url, TargetSessionAttrs::ReadWrite, SESSION, None).await?;
    Ok(client)
}

/// Connects a plain client in the server's role, for a listener to notifications.
pub async fn listener(url: &str, heard: Heard) -> anyhow::Result<Client> {
    let (client, _) = connect(url, TargetSessionAttrs::ReadWrite, SESSION, Some(heard)).await?;
    Ok(client)
}

/// Opens a diesel connection in the server's role, for the pool.
pub async fn link(url: &str) -> anyhow::Result<Link> {
    let (client, driver) = connect(url, TargetSessionAttrs::ReadWrite, SESSION, None).await?;
    let conn = Conn::try_from(client).await?;
    Ok(Link { conn, driver })
}

/// Opens a diesel connection in the server's role for reading only. A standby suffices.
pub async fn reader(url: &str) -> anyhow::Result<Conn> {
    let (client, _) = connect(url, TargetSessionAttrs::Any, SESSION, None).await?;
    Ok(Conn::try_from(client).await?)
}

/// Opens a diesel connection as the user in the URL, for migrations.
pub async fn owner(url: &str) -> anyhow::Result<Conn> {
    let (client, _) = connect(url, TargetSessionAttrs::ReadWrite, "", None).await?;
    Ok(Conn::try_from(client).await?)
}

/// Whether the error may be gone at the next attempt: no server answers, or the server is starting,
/// stopping or full.
pub fn is_passing(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        if let Some(error) = cause.downcast_ref::<tokio_postgres::Error>() {
            return match error.code() {
                Some(code) => matches!(&code.code()[..2], "08" | "53" | "57"),
                // There was no answer that could carry a code.
                None => true,
            };
        }
        if let Some(error) = cause.downcast_ref::<diesel::result::Error>() {
            use diesel::result::DatabaseErrorKind::{ClosedConnection, UnableToSendCommand};
            return matches!(
                error,
                diesel::result::Error::DatabaseError(ClosedConnection | UnableToSendCommand, _)
            );
        }
        cause.is::<NoAnswer>()
            || cause.is::<io::Error>()
            || cause.downcast_ref().is_some_and(Error::is_passing)
    })
}

/// Whether the operator must change the address of the database: the user may not sign in, the
/// password is wrong, or the database does not exist.
pub fn is_of_settings(error: &anyhow::Error) -> bool {
    let refused = error.downcast_ref::<tokio_postgres::Error>();
    let code = refused.and_then(tokio_postgres::Error::code);
    code.is_some_and(|code| code.code().starts_with("28") || code.code() == "3D000")
}

async fn connect(
    url: &str,
    attributes: TargetSessionAttrs,
    setup: &'static str,
    heard: Option<Heard>,
) -> anyhow::Result<(Client, AbortHandle)> {
    let Address {
        config,
        authorities,
    } = url.parse()?;
    let tls = match config.get_ssl_mode() {
        SslMode::Require => Some(MakeRustlsConnect::new(tls(authorities.as_deref())?)),
        _ => None,
    };
    let limit = match config.get_connect_timeout() {
        Some(given) if !given.is_zero() => *given,
        _ => PER_ADDRESS,
    };
    let hosts = hosts(&config, attributes)?;
    let attempts = hosts.into_iter().map(|host| {
        let (tls, heard) = (tls.clone(), heard.clone());
        async move {
            let addresses = in_time(limit, addresses(host)).await?;
            let attempts = addresses
                .into_iter()
                .map(|address| greet(address, tls.clone(), setup, heard.clone()))
                .map(|attempt| in_time(limit, attempt).boxed());
            first(attempts).await
        }
        .boxed()
    });
    first(attempts).await
}

/// The address of a database, as operators write it.
pub struct Address {
    config: Config,
    /// The file with the trusted certificate authorities; `None` for the machine's trust store.
    authorities: Option<PathBuf>,
}

impl FromStr for Address {
    type Err = anyhow::Error;

    /// Reads a URL, or libpq's `name=value` form. The driver knows neither `verify-ca` and
    /// `verify-full`, which equal its `require` here, nor `sslrootcert`.
    fn from_str(address: &str) -> anyhow::Result<Address> {
        let (base, parameters, between) = match address.split_once("://") {
            Some(_) => match address.split_once('?') {
                Some((base, query)) => (format!("{base}?"), query.split('&').collect(), "&"),
                None => (address.to_owned(), Vec::new(), "&"),
            },
            None => (String::new(), words(address), " "),
        };
        let mut authorities = None;
        let known: Vec<&str> = parameters
            .into_iter()
            .filter_map(|parameter| match parameter.split_once('=') {
                Some(("sslmode", "verify-ca" | "verify-full")) => Some("sslmode=require"),
                Some(("sslrootcert", "system")) => None,
                Some(("sslrootcert", file)) => {
                    let file = file.trim_matches('\'');
                    let file = percent_decode_str(file).decode_utf8_lossy();
                    authorities = Some(PathBuf::from(&*file));
                    None
                }
                _ => Some(parameter),
            })
            .collect();
        let config = format!("{base}{}", known.join(between)).parse();
        Ok(Address {
            config: config.context("DATABASE_URL is no PostgreSQL URL")?,
            authorities,
        })
    }
}

/// An address for PostgreSQL's own programs. Every user of the machine can read their arguments, so
/// the password is separate.
pub struct Shown {
    /// The address without the password.
    pub address: String,
    /// The password.
    pub password: Option<Vec<u8>>,
    /// Whether the connection is encrypted, with certificates of the machine's trust store.
    pub trusts_machine: bool,
}

impl Shown {
    /// Reads an address as operators write it.
    ///
    /// # Errors
    ///
    /// If the address is invalid, or the password cannot be removed from it.
    pub fn of(address: &str) -> anyhow::Result<Shown> {
        let Address {
            config,
            authorities,
        } = address.parse()?;
        let shown = Shown {
            address: without_password(address),
            password: config.get_password().map(<[u8]>::to_vec),
            trusts_machine: config.get_ssl_mode() == SslMode::Require && authorities.is_none(),
        };
        anyhow::ensure!(
            shown
                .address
                .parse::<Address>()?
                .config
                .get_password()
                .is_none(),
            "the password in DATABASE_URL cannot be kept secret: write the address as \
             postgres://user:password@host/database"
        );
        Ok(shown)
    }
}

/// Removes the password, where the driver looks for it.
fn without_password(address: &str) -> String {
    let is_other = |parameter: &&str| !parameter.starts_with("password=");
    let Some((scheme, rest)) = address.split_once("://") else {
        let others: Vec<&str> = words(address).into_iter().filter(is_other).collect();
        return others.join(" ");
    };
    let rest = match rest.split_once('@') {
        Some((user, hosts)) => {
            let user = user.split_once(':').map_or(user, |(user, _)| user);
            format!("{user}@{hosts}")
        }
        None => rest.to_owned(),
    };
    match rest.split_once('?') {
        Some((base, query)) => {
            let others: Vec<&str> = query.split('&').filter(is_other).collect();
            format!("{scheme}://{base}?{}", others.join("&"))
        }
        None => format!("{scheme}://{rest}"),
    }
}

/// Splits an address in libpq's `name=value` form at blanks outside of quotes.
fn words(address: &str) -> Vec<&str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let divides = |c: char| {
        is_quoted ^= c == '\'' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        c.is_whitespace() && !is_quoted
    };
    address
        .split(divides)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns the TLS configuration: how certificates are verified.
fn tls(authorities: Option<&Path>) -> anyhow::Result<ClientConfig> {
    let Some(file) = authorities else {
        return ClientConfig::with_platform_verifier()
            .context("the machine's certificates cannot be read");
    };
    let mut roots = RootCertStore::empty();
    let unread = || format!("no certificate can be read from {}", file.display());
    for authority in CertificateDer::pem_file_iter(file).with_context(unread)? {
        roots.add(authority.with_context(unread)?)?;
    }
    anyhow::ensure!(!roots.is_empty(), unread());
    let config = ClientConfig::builder().with_root_certificates(roots);
    Ok(config.with_no_client_auth())
}

/// Returns the result of the first attempt that succeeds. Each attempt begins a moment after the
/// one before it.
async fn first<T>(
    attempts: impl Iterator<Item = BoxFuture<'_, anyhow::Result<T>>>,
) -> anyhow::Result<T> {
    let staggered: Vec<_> = (0..)
        .zip(attempts)
        .map(|(n, attempt)| {
            async move {
                // Even a sleep of zero takes a millisecond.
                if n > 0 {
                    tokio::time::sleep(HEAD_START * n).await;
                }
                attempt.await
            }
            .boxed()
        })
        .collect();
    anyhow::ensure!(
        !staggered.is_empty(),
        "the address of the database names no host"
    );
    let (connected, _) = select_ok(staggered).await?;
    Ok(connected)
}

async fn in_time<T>(
    limit: Duration,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    match tokio::time::timeout(limit, work).await {
        Ok(done) => done,
        Err(_) => Err(NoAnswer(limit).into()),
    }
}

/// Returns a configuration for each host of a URL.
fn hosts(config: &Config, attributes: TargetSessionAttrs) -> anyhow::Result<Vec<Config>> {
    let (names, numbers) = (config.get_hosts(), config.get_hostaddrs());
    anyhow::ensure!(
        names.is_empty() || numbers.is_empty() || names.len() == numbers.len(),
        "DATABASE_URL names {} hosts and {} addresses of hosts",
        names.len(),
        numbers.len()
    );
    let ports = config.get_ports();
    let count = names.len().max(numbers.len());
    anyhow::ensure!(
        ports.len() <= 1 || ports.len() == count,
        "DATABASE_URL names {count} hosts and {} ports",
        ports.len()
    );
    let mut hosts: Vec<Config> = (0..count)
        .map(|n| {
            let mut one = apart_from_hosts(config);
            one.target_session_attrs(attributes);
            match names.get(n) {
                Some(Host::Tcp(name)) => {
                    one.host(name);
                }
                Some(Host::Unix(folder)) => {
                    one.host_path(folder);
                }
                None => {}
            }
            if let Some(number) = numbers.get(n) {
                one.hostaddr(*number);
            }
            if let Some(port) = ports.get(n).or_else(|| ports.first()) {
                one.port(*port);
            }
            one
        })
        .collect();
    if config.get_load_balance_hosts() == LoadBalanceHosts::Random {
        hosts.shuffle(&mut rand::rng());
    }
    Ok(hosts)
}

/// Returns the settings of a URL without its hosts.
fn apart_from_hosts(config: &Config) -> Config {
    let mut one = Config::new();
    if let Some(user) = config.get_user() {
        one.user(user);
    }
    if let Some(password) = config.get_password() {
        one.password(password);
    }
    if let Some(dbname) = config.get_dbname() {
        one.dbname(dbname);
    }
    if let Some(options) = config.get_options() {
        one.options(options);
    }
    one.application_name(config.get_application_name().unwrap_or("turnpike"))
        .ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .keepalives_idle(UNACKNOWLEDGED)
        .keepalives_interval(UNACKNOWLEDGED / 3)
        .keepalives_retries(3)
        .tcp_user_timeout(UNACKNOWLEDGED);
    one
}

/// Returns a configuration for each address of a host.
async fn addresses(host: Config) -> anyhow::Result<Vec<Config>> {
    let ([Host::Tcp(name)], []) = (host.get_hosts(), host.get_hostaddrs()) else {
        return Ok(vec![host]);
    };
    let mut numbers: Vec<IpAddr> = Vec::new();
    for address in tokio::net::lookup_host((name.as_str(), 0)).await? {
        if !numbers.contains(&address.ip()) {
            numbers.push(address.ip());
        }
    }
    let one = |number| {
        let mut one = host.clone();
        one.hostaddr(number);
        one
    };
    Ok(numbers.into_iter().map(one).collect())
}

/// Connects to one address and prepares the session.
async fn greet(
    config: Config,
    tls: Option<MakeRustlsConnect>,
    setup: &str,
    heard: Option<Heard>,
) -> anyhow::Result<(Client, AbortHandle)> {
    let unreached = |error| unreached(&config, error);
    let (client, mut driver) = match tls {
        Some(tls) => {
            let (client, connection) = config.connect(tls).await.map_err(unreached)?;
            (client, drive(connection, heard).boxed())
        }
        None => {
            let (client, connection) = config.connect(NoTls).await.map_err(unreached)?;
            (client, drive(connection, heard).boxed())
        }
    };
    // The connection gets its own task only after the setup, so a cancelled attempt also closes its
    // socket.
    tokio::select! {
        done = client.batch_execute(setup) => done?,
        () = &mut driver => return Err(io::Error::from(io::ErrorKind::ConnectionAborted).into()),
    }
    Ok((client, tokio::spawn(driver).abort_handle()))
}

/// Adds the host and every cause to an error that prevented a connection. An answer of the database
/// itself is clear enough.
fn unreached(config: &Config, error: tokio_postgres::Error) -> anyhow::Error {
    if error.as_db_error().is_some() {
        return error.into();
    }
    let host = match config.get_hosts() {
        [Host::Tcp(name)] => name.clone(),
        [Host::Unix(folder)] => folder.display().to_string(),
        _ => String::from("the database"),
    };
    let error = anyhow::Error::from(error);
    let causes = format!("no connection to {host}: {error:#}");
    error.context(causes)
}

/// The routine in which PostgreSQL gives up waiting for a standby. The name is the same in all
/// languages.
const GAVE_UP_WAITING: &str = "SyncRepWaitForLSN";

/// Moves a connection's bytes. Ends when PostgreSQL gave up waiting for a synchronous standby,
/// because an administrator cancelled or terminated the wait. PostgreSQL reports that as a warning
/// and calls the commit a success. The caller gets a broken connection instead, because the fate of
/// the commit is unknown.
async fn drive<S, T>(mut connection: Connection<S, T>, heard: Option<Heard>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    let mut messages = stream::poll_fn(|context| connection.poll_message(context));
    while let Some(message) = messages.next().await {
        match message {
            Ok(AsyncMessage::Notice(notice)) if notice.routine() == Some(GAVE_UP_WAITING) => {
                tracing::error!(
                    "a commit's wait for the standby was cancelled; its connection is dropped"
                );
                metrics::counter!("turnpike_unreplicated_commits_total").increment(1);
                return;
            }
            Ok(message) => {
                if let Some(heard) = &heard {
                    heard(&message);
                }
            }
            // An administrator stopped the database, often this very process. Code that needs the
            // database reports the failure itself.
            Err(error) if error.code() == Some(&SqlState::ADMIN_SHUTDOWN) => {
                tracing::info!("a database connection ended because the database shut down");
                return;
            }
            Err(error) => {
                let error = told(&error.into());
                tracing::warn!(error, "a database connection broke");
                return;
            }
        }
    }
}

/// Returns the text of an error for the log: the database's own message and its code, without the
/// details, which quote the rejected rows.
pub fn told(error: &anyhow::Error) -> String {
    let refused = error
        .downcast_ref::<tokio_postgres::Error>()
        .and_then(tokio_postgres::Error::as_db_error);
    match refused {
        Some(refused) => cause::bounded(&format!(
            "{} ({})",
            refused.message(),
            refused.code().code()
        )),
        None => cause::bounded(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{Shown, words};

    #[test]
    fn connection_string_is_split_at_unquoted_blanks() {
        let address = r"host=db password='a  b\'c d' sslmode=require";
        let divided = ["host=db", r"password='a  b\'c d'", "sslmode=require"];
        assert_eq!(words(address), divided);
    }
    #[test]
    fn password_is_removed_from_an_address() {
        for (address, shown, password) in [
            (
                "postgres://ann:s3cret@db/x",
                "postgres://ann@db/x",
                "s3cret",
            ),
            (
                "postgres://ann:p%40s?s@db1,db2:5/x?sslmode=require",
                "postgres://ann@db1,db2:5/x?sslmode=require",
                "p@s?s",
            ),
            (
                "postgres:///x?host=/run&password=a%26b&user=ann",
                "postgres:///x?host=/run&user=ann",
                "a&b",
            ),
            (
                r"host=db password='a \'b' user=ann",
                "host=db user=ann",
                "a 'b",
            ),
        ] {
            let split = Shown::of(address).unwrap();
            assert_eq!(split.address, shown);
            assert_eq!(split.password.as_deref(), Some(password.as_bytes()));
        }
        let socket = "postgresql://turnpike@/turnpike?host=%2Fvar%2Flib&port=5432";
        let split = Shown::of(socket).unwrap();
        assert_eq!((&*split.address, split.password), (socket, None));
        assert!(Shown::of("host=db user=ann password = x").is_err());
    }
}
