//! Who may connect to the cluster, and what it holds before the server's own migrations run.
//!
//! PostgreSQL asks the kernel who is at the other end of the Unix socket (`peer`), and admits only the user that the server
//! runs as and the user that PostgreSQL runs as: there is no password to keep, and no network port at all. The two files
//! that say so lie beside the cluster and are written at each start.
//!
//! Deliberately not here: tables.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use tokio_postgres::{Client, Connection, NoTls, Socket, tls::NoTlsStream};

use super::DATABASE;
use super::account::Account;
use super::error::{EmbeddedError, io};
use super::layout::{Layout, PORT};

/// The role that owns the cluster.
pub(super) const SUPERUSER: &str = "postgres";
/// The role that the server works in. Migrations would create it, but their role is not allowed to create roles here.
const APP: &str = "turnpike_app";

/// A URL for libpq and tokio-postgres.
pub(super) fn url(socket_dir: &Path, role: &str, database: &str) -> String {
    format!(
        "postgresql://{role}@/{}?host={}&port={PORT}",
        percent_encoded(database.as_bytes()),
        percent_encoded(socket_dir.as_os_str().as_bytes())
    )
}

fn percent_encoded(bytes: &[u8]) -> String {
    let one = |byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(*byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    bytes.iter().map(one).collect()
}

/// Writes down who may connect.
pub(super) fn write_access(layout: &Layout, account: &Account) -> Result<(), EmbeddedError> {
    let heading = "# Written by Turnpike at each start.\n";
    let hba = format!("{heading}local all all peer map=turnpike\n");
    let mut ident = heading.to_owned();
    for user in account.admitted() {
        for role in [DATABASE, SUPERUSER] {
            ident.push_str(&format!("turnpike \"{user}\" {role}\n"));
        }
    }
    for (file, text) in [(&layout.hba, hba), (&layout.ident, ident)] {
        std::fs::write(file, text).map_err(io("write", file))?;
        super::layout::permit(file, 0o044)?;
    }
    Ok(())
}

/// Connects; the connection ends when the client is dropped.
pub(super) async fn connect(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection): (Client, Connection<Socket, NoTlsStream>) =
        tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "the connection to PostgreSQL broke");
        }
    });
    Ok(client)
}

/// Creates the role and the database `turnpike`, and the role that the server works in, unless they exist.
pub(super) async fn ensure_database(client: &Client) -> Result<(), EmbeddedError> {
    let role = "SELECT 1 FROM pg_roles WHERE rolname = $1";
    let database = "SELECT 1 FROM pg_database WHERE datname = $1";
    let wanted = [
        (role, APP, format!("CREATE ROLE {APP} NOLOGIN")),
        (
            role,
            DATABASE,
            format!("CREATE ROLE {DATABASE} LOGIN CREATEDB IN ROLE {APP}"),
        ),
        (
            database,
            DATABASE,
            format!("CREATE DATABASE {DATABASE} OWNER {DATABASE}"),
        ),
    ];
    for (question, name, statement) in wanted {
        let found = client.query_opt(question, &[&name]).await;
        if found.map_err(EmbeddedError::Prepare)?.is_none() {
            client
                .batch_execute(&statement)
                .await
                .map_err(EmbeddedError::Prepare)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_postgres::config::Host;

    #[test]
    fn a_url_survives_odd_paths_and_names() {
        let folder = Path::new("/tmp/an odd, 'folder'/ä&b=c%20");
        let url = url(folder, "turnpike", "a/b?c");
        let config: tokio_postgres::Config = url.parse().unwrap();
        assert_eq!(config.get_hosts(), [Host::Unix(folder.to_path_buf())]);
        assert_eq!(config.get_dbname(), Some("a/b?c"));
        assert_eq!(config.get_user(), Some("turnpike"));
        assert_eq!(config.get_ports(), [PORT]);
    }
}
