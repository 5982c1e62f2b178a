//! Delivers mails to a mail server or to the local mailbox.
//!
//! SMTP runs on blocking threads with lettre's blocking client, which limits the time of every read
//! and write. The asynchronous client limits only the connection setup, so a mail server that stops
//! answering would block a worker for ever.

use std::path::PathBuf;
use std::sync::Arc;

use super::Failure;
use super::Mail;
use super::dkim::{DkimSettings, Signer};
use super::mailbox::Mailbox;
use super::smtp::Server;

/// The operator's setting for outgoing mail. It may hold a password: no `Debug`.
#[derive(Clone)]
pub enum MailOut {
    /// A mail server.
    Server {
        /// Its URL: `smtp://user:password@host:587`.
        url: String,
        /// The keys that sign mails.
        dkim: Vec<DkimSettings>,
    },
    /// The mailbox in this directory.
    Mailbox(PathBuf),
}

/// The destination of outgoing mail.
pub enum Transport {
    /// A mail server, and the signer if there is a key.
    Smtp(Client, Option<Signer>),
    /// The local mailbox.
    Mailbox(Mailbox),
}

/// A client of a mail server, with its open connections.
///
/// Dropping it closes the connections on a new thread. Each one sends `QUIT` and waits for the
/// answer, and the dropping thread must not wait for that.
pub struct Client(Arc<Server>);

impl Drop for Client {
    fn drop(&mut self) {
        let smtp = Arc::clone(&self.0);
        drop(std::thread::Builder::new().spawn(move || smtp.shutdown()));
    }
}

impl Transport {
    /// Returns the transport for this setting. Connects when needed.
    pub fn new(out: &MailOut) -> anyhow::Result<Transport> {
        Ok(match out {
            MailOut::Server { url, dkim } => {
                let server = Arc::new(Server::at(url)?);
                let signer = Signer::read(dkim).map_err(anyhow::Error::msg)?;
                Transport::Smtp(Client(server), signer)
            }
            MailOut::Mailbox(folder) => Transport::Mailbox(Mailbox::new(folder.clone())),
        })
    }

    /// Makes sure that the mail server is reachable: connects to it, unless a connection was
    /// established recently. The caller writes no letter and draws no board for an unreachable
    /// server.
    pub async fn stands(&self) -> Result<(), Failure> {
        match self {
            Transport::Smtp(client, _) if !client.0.stood_lately() => {
                let server = Arc::clone(&client.0);
                let begun = tokio::task::spawn_blocking(move || server.begin()).await;
                begun.unwrap_or_else(|error| {
                    Err(Failure::passing(&format!("sending failed: {error}")))
                })
            }
            _ => Ok(()),
        }
    }

    /// Delivers a mail. `Ok` means that the other side has accepted responsibility for it.
    pub async fn send(&self, mail: Mail) -> Result<(), Failure> {
        match self {
            Transport::Mailbox(mailbox) => mailbox.put(&mail).await.map_err(|error| {
                Failure::passing(&format!("the mailbox cannot be written: {error}"))
            }),
            Transport::Smtp(client, signer) => {
                let (server, signer) = (Arc::clone(&client.0), signer.clone());
                let send = move || {
                    let bytes = match signer {
                        Some(signer) => signer.signed(&mail.message).map_err(|error| {
                            Failure::passing(&format!("the mail cannot be signed: {error}"))
                        })?,
                        None => mail.bytes(),
                    };
                    server.take(mail.message.envelope(), &bytes)
                };
                tokio::task::spawn_blocking(send)
                    .await
                    .unwrap_or_else(|error| {
                        Err(Failure::passing(&format!("sending failed: {error}")))
                    })
            }
        }
    }

    /// Returns the local mailbox, if mails go there.
    pub fn mailbox(&self) -> Option<&Mailbox> {
        match self {
            Transport::Smtp(..) => None,
            Transport::Mailbox(mailbox) => Some(mailbox),
        }
    }
}
