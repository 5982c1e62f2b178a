//! Connections to PostgreSQL over TLS: which certificates are accepted, and the errors for others.

use std::path::PathBuf;
use std::sync::Arc;

use db::connect;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, UnixStream};
use tokio_rustls::TlsAcceptor;

use crate::helpers::*;

/// A file below `tests/fixtures/tls`.
fn file(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tls");
    PathBuf::from(folder).join(name)
}

/// Takes connections over TLS, as `localhost`, to the database at this URL. Returns the port.
async fn over_tls(database: &str) -> u16 {
    drop(rustls::crypto::ring::default_provider().install_default());
    let certificate = CertificateDer::from_pem_file(file("localhost.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(file("localhost.key.pem")).unwrap();
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let socket = socket_of(database);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (mut client, _) = listener.accept().await.unwrap();
            let (acceptor, socket) = (acceptor.clone(), socket.clone());
            tokio::spawn(async move {
                // The request for TLS, and the response that it is available.
                client.read_exact(&mut [0; 8]).await.unwrap();
                client.write_all(b"S").await.unwrap();
                if let Ok(mut client) = acceptor.accept(client).await {
                    let mut server = UnixStream::connect(&socket).await.unwrap();
                    drop(copy_bidirectional(&mut client, &mut server).await);
                }
            });
        }
    });
    port
}

/// Connects to the database at this port of `localhost`, with these parameters. Returns the error
/// as the server logs it.
async fn connects(database: &str, port: u16, parameters: &str) -> Result<(), String> {
    let name = database.split(['/', '?']).nth(3).unwrap();
    let url =
        format!("postgres://turnpike_app@localhost:{port}/{name}?hostaddr=127.0.0.1&{parameters}");
    let connected = connect::client(&url).await;
    connected.map(drop).map_err(|error| connect::told(&error))
}

#[tokio::test]
async fn verify_full_accepts_a_certificate_of_the_given_authority() {
    let database = fresh_database().await;
    let port = over_tls(&database).await;
    let authority = file("authority.pem");
    for mode in ["require", "verify-ca", "verify-full"] {
        let parameters = format!("sslmode={mode}&sslrootcert={}", authority.display());
        connects(&database, port, &parameters).await.unwrap();
    }
}

#[tokio::test]
async fn certificate_of_another_authority_is_rejected_naming_the_host() {
    let database = fresh_database().await;
    let port = over_tls(&database).await;
    let other = format!("&sslrootcert={}", file("other-authority.pem").display());
    for mode in ["require", "verify-ca", "verify-full"] {
        for authority in [&*other, ""] {
            let parameters = format!("sslmode={mode}{authority}");
            let said = connects(&database, port, &parameters).await.unwrap_err();
            assert!(said.contains("no connection to localhost"), "{said}");
            assert!(
                said.contains("TLS handshake") && said.contains("certificate"),
                "{said}"
            );
        }
    }
}

#[tokio::test]
async fn certificate_of_another_host_is_rejected() {
    let database = fresh_database().await;
    let port = over_tls(&database).await;
    let name = database.split(['/', '?']).nth(3).unwrap();
    let authority = file("authority.pem");
    for mode in ["require", "verify-ca", "verify-full"] {
        let url = format!(
            "postgres://turnpike_app@127.0.0.1:{port}/{name}?sslmode={mode}&sslrootcert={}",
            authority.display()
        );
        let error = connect::client(&url).await.map(drop).unwrap_err();
        let said = connect::told(&error);
        assert!(
            said.contains("127.0.0.1") && said.contains("certificate"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn missing_root_certificate_file_is_named() {
    let database = fresh_database().await;
    let parameters = "sslmode=verify-full&sslrootcert=/no/such/file";
    let said = connects(&database, 1, parameters).await.unwrap_err();
    assert!(said.contains("/no/such/file"), "{said}");
}
