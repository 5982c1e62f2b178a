//! Handing mails over: to a mail server, or to the local mailbox.
//!
//! SMTP runs on threads of its own: lettre's blocking client has time limits on every read and
//! write, its asynchronous one only on connecting, and a mail server that falls silent must not
//! hold a worker for ever.

use std::path::PathBuf;
use std::sync::Arc;

use super::Failure;
use super::Mail;
use super::dkim::{DkimSettings, Signer};
use super::mailbox::Mailbox;
use super::smtp::Server;

/// Where the operator wants mails to go. It may hold a password: no `Debug`.
#[derive(Clone)]
pub enum MailOut {
    /// To a mail server.
    Server {
        /// Its address: `smtp://user:password@host:587`.
        url: String,
        /// With which keys mails are signed.
        dkim: Vec<DkimSettings>,
    },
    /// Into the mailbox in this folder.
    Mailbox(PathBuf),
}

/// Where mails go.
pub enum Transport {
    /// To a mail server, signed where there is a key.
    Smtp(Client, Option<Signer>),
    /// Into the local mailbox.
    Mailbox(Mailbox),
}

/// A client of a mail server, with its open conversations.
///
/// When it is dropped, each of them ends with a goodbye and its answer; the thread that happens to
/// drop it must not wait for that.
pub struct Client(Arc<Server>);

impl Drop for Client {
    fn drop(&mut self) {
        let smtp = Arc::clone(&self.0);
        drop(std::thread::Builder::new().spawn(move || smtp.shutdown()));
    }
}

impl Transport {
    /// The transport that is asked for. Connects when needed.
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

    /// Makes sure that a conversation with the mail server stands, or stood lately: for one that is away no letter
    /// needs to be written, and no board drawn.
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

    /// Hands a mail over. `Ok` means that the other side answers for it from now on.
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

    /// The local mailbox, when mails go there.
    pub fn mailbox(&self) -> Option<&Mailbox> {
        match self {
            Transport::Smtp(..) => None,
            Transport::Mailbox(mailbox) => Some(mailbox),
        }
    }
}
