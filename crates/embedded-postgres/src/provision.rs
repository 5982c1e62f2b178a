//! The access control of the cluster, and its contents before the program's own migrations run.
//!
//! PostgreSQL asks the kernel for the user at the other end of the Unix socket (`peer`). It admits
//! only the user of the program and its own user. So there is no password to keep, and no network
//! port at all. The two files with these rules are beside the cluster and are written at each
//! start.
//!
//! This module creates no tables.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use tokio_postgres::{Client, Connection, NoTls, Socket, tls::NoTlsStream};

use super::account::Account;
use super::error::{Error, io};
use super::layout::{Layout, PORT};
use super::settings::Name;

/// The role that owns the cluster.
pub(super) const SUPERUSER: &str = "postgres";

/// Returns a URL for libpq and tokio-postgres.
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

/// Writes the access rules.
pub(super) fn write_access(layout: &Layout, account: &Account) -> Result<(), Error> {
    let (owner, app) = (layout.name.owner(), layout.name.app());
    let heading = format!("# Written by {owner} at each start.\n");
    // The superuser may also copy the cluster while it runs (`pg_basebackup`).
    let hba = format!(
        "{heading}local all all peer map={owner}\n\
         local replication {SUPERUSER} peer map={owner}\n"
    );
    let mut ident = heading;
    for user in account.admitted() {
        for role in [owner, &app, SUPERUSER] {
            ident.push_str(&format!("{owner} \"{user}\" \"{role}\"\n"));
        }
    }
    for (file, text) in [(&layout.hba, hba), (&layout.ident, ident)] {
        // Writing a file again makes the disk sync it immediately, which takes a moment.
        if !std::fs::read(file).is_ok_and(|there| there == text.as_bytes()) {
            // PostgreSQL reads the file as its own user; no other user has to.
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(true).mode(0o600);
            options
                .open(file)
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .map_err(io("write", file))?;
        }
        super::layout::close(file)?;
        account.give(file)?;
    }
    Ok(())
}

/// Connects. The connection ends when the client is dropped.
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

/// Whether in a new database all roles may create tables. Only the schema's owner can revoke that,
/// as a migration does.
pub(super) const fn always_mends(major: u32) -> bool {
    major < 15
}

/// Creates the program's roles and its database, or corrects them.
pub(super) async fn ensure_database(
    name: Name,
    client: &Client,
    socket_dir: &Path,
    major: u32,
) -> Result<(), Error> {
    let (owner, app) = (name.owner(), &*name.app());
    let role = "SELECT 1 FROM pg_roles WHERE rolname = $1";
    // In earlier versions, this role could not sign in.
    let login = "SELECT 1 FROM pg_roles WHERE rolname = $1 AND rolcanlogin";
    let database = "SELECT 1 FROM pg_database WHERE datname = $1";
    let wanted = [
        (role, app, format!("CREATE ROLE \"{app}\" LOGIN")),
        (login, app, format!("ALTER ROLE \"{app}\" LOGIN")),
        (
            role,
            owner,
            format!("CREATE ROLE \"{owner}\" LOGIN CREATEDB IN ROLE \"{app}\""),
        ),
        (
            database,
            owner,
            format!("CREATE DATABASE \"{owner}\" OWNER \"{owner}\""),
        ),
    ];
    for (question, name, statement) in wanted {
        let found = client.query_opt(question, &[&name]).await;
        if found.map_err(Error::Prepare)?.is_none() {
            client
                .batch_execute(&statement)
                .await
                .map_err(Error::Prepare)?;
        }
    }
    // Only a superuser can revoke the creation of large objects, whose size is not limited.
    let mut inside = "REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), \
                      lo_from_bytea(oid, bytea) FROM PUBLIC;"
        .to_owned();
    if always_mends(major) {
        inside += &format!("ALTER SCHEMA public OWNER TO \"{owner}\"");
    }
    let client = connect(&url(socket_dir, SUPERUSER, owner)).await;
    client
        .map_err(Error::Prepare)?
        .batch_execute(&inside)
        .await
        .map_err(Error::Prepare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_postgres::config::Host;

    #[test]
    fn url_with_special_characters_parses_back() {
        let folder = Path::new("/tmp/an odd, 'folder'/ä&b=c%20");
        let url = url(folder, "orchard", "a/b?c");
        let config: tokio_postgres::Config = url.parse().unwrap();
        assert_eq!(config.get_hosts(), [Host::Unix(folder.to_path_buf())]);
        assert_eq!(config.get_dbname(), Some("a/b?c"));
        assert_eq!(config.get_user(), Some("orchard"));
        assert_eq!(config.get_ports(), [PORT]);
    }
}
