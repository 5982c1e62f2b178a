//! Connecting to PostgreSQL, over TLS where the URL asks for it (`sslmode=require`).
//!
//! With `sslmode=require` the certificate is verified against the machine's trust store. Other
//! modes connect in the clear, as fits a Unix socket or the same machine.

use std::time::Duration;

use anyhow::Context;
use diesel_async::AsyncPgConnection;
use diesel_async::SimpleAsyncConnection;
use futures_util::{StreamExt, stream};
use rustls_platform_verifier::ConfigVerifierExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::config::SslMode;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::logging;

/// What every session of the server works under: the role that cannot rewrite the log.
const SESSION: &str = "SET ROLE turnpike_app; SET statement_timeout = '30s'; \
     SET idle_in_transaction_session_timeout = '30s'; SET timezone = 'UTC'";

/// A plain client in the server's role, for the committer.
pub async fn client(url: &str) -> anyhow::Result<Client> {
    let client = raw(url).await?;
    client.batch_execute(SESSION).await?;
    Ok(client)
}

/// A diesel connection in the server's role.
pub async fn diesel(url: &str) -> anyhow::Result<AsyncPgConnection> {
    let mut conn = AsyncPgConnection::try_from(raw(url).await?).await?;
    conn.batch_execute(SESSION).await?;
    Ok(conn)
}

/// A diesel connection as the user that the URL names, for migrations and audits.
pub async fn owner(url: &str) -> anyhow::Result<AsyncPgConnection> {
    Ok(AsyncPgConnection::try_from(raw(url).await?).await?)
}

async fn raw(url: &str) -> anyhow::Result<Client> {
    let mut config: Config = url.parse().context("DATABASE_URL is no PostgreSQL URL")?;
    config
        .application_name("turnpike")
        .connect_timeout(Duration::from_secs(10))
        .keepalives_idle(Duration::from_secs(30))
        .tcp_user_timeout(Duration::from_secs(30));
    if config.get_ssl_mode() == SslMode::Require {
        let tls = rustls::ClientConfig::with_platform_verifier()
            .context("the machine's certificates cannot be read")?;
        let (client, connection) = config.connect(MakeRustlsConnect::new(tls)).await?;
        tokio::spawn(drive(connection));
        Ok(client)
    } else {
        let (client, connection) = config.connect(NoTls).await?;
        tokio::spawn(drive(connection));
        Ok(client)
    }
}

/// Where PostgreSQL says that it waits for a standby no longer. It is the same in all languages.
const GAVE_UP_WAITING: &str = "SyncRepWaitForLSN";

/// Moves a connection's bytes. It ends when a commit was not waited for to the end (somebody has
/// cancelled or terminated the wait for a synchronous standby): PostgreSQL tells that in a warning
/// and calls the commit a success. Whoever waits for it is told that the connection broke, which is
/// as much as anybody knows.
async fn drive<S, T>(mut connection: Connection<S, T>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    let mut messages = stream::poll_fn(|context| connection.poll_message(context));
    while let Some(message) = messages.next().await {
        match message {
            Ok(AsyncMessage::Notice(notice)) if notice.routine() == Some(GAVE_UP_WAITING) => {
                tracing::error!("a commit was not waited for to the end; its session is dropped");
                metrics::counter!("turnpike_unreplicated_commits_total").increment(1);
                return;
            }
            Ok(_) => {}
            Err(error) => {
                let error = told(&error.into());
                tracing::warn!(error, "a database connection ended");
                return;
            }
        }
    }
}

/// What the log tells of an error: the database's own sentence and its code, without the details,
/// which quote the rows that it refused.
pub(super) fn told(error: &anyhow::Error) -> String {
    let refused = error
        .downcast_ref::<tokio_postgres::Error>()
        .and_then(tokio_postgres::Error::as_db_error);
    match refused {
        Some(refused) => logging::bounded(&format!(
            "{} ({})",
            refused.message(),
            refused.code().code()
        )),
        None => logging::bounded(error),
    }
}
