//! Handing mails over: to a mail server, or to the local mailbox.
//!
//! SMTP runs on threads of its own: lettre's blocking client has time limits on every read and
//! write, its asynchronous one only on connecting, and a mail server that falls silent must not
//! hold a worker for ever.

use std::path::PathBuf;
use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::response::Severity;
use lettre::{SmtpTransport, Transport as _};

use super::Failure;
use super::Mail;
use super::dkim::{DkimSettings, Signer};
use super::inbound::report::Status;
use super::mailbox::Mailbox;

/// How long a mail server may take for each step of the conversation.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many conversations are held at once, and kept open for the next mails.
pub const CONNECTIONS: u32 = 16;

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
pub struct Client(SmtpTransport);

impl Drop for Client {
    fn drop(&mut self) {
        let smtp = self.0.clone();
        drop(std::thread::Builder::new().spawn(move || smtp.shutdown()));
    }
}

impl Transport {
    /// The transport that is asked for. Connects when needed.
    pub fn new(out: &MailOut) -> anyhow::Result<Transport> {
        Ok(match out {
            MailOut::Server { url, dkim } => {
                let smtp = SmtpTransport::from_url(url)?
                    .timeout(Some(PATIENCE))
                    .pool_config(PoolConfig::new().max_size(CONNECTIONS))
                    .build();
                let signer = Signer::read(dkim).map_err(anyhow::Error::msg)?;
                Transport::Smtp(Client(smtp), signer)
            }
            MailOut::Mailbox(folder) => Transport::Mailbox(Mailbox::new(folder.clone())),
        })
    }

    /// Hands a mail over. `Ok` means that the other side answers for it from now on.
    pub async fn send(&self, mail: Mail) -> Result<(), Failure> {
        match self {
            Transport::Mailbox(mailbox) => mailbox.put(&mail).await.map_err(|error| {
                Failure::passing(&format!("the mailbox cannot be written: {error}"))
            }),
            Transport::Smtp(client, signer) => {
                let (smtp, signer) = (client.0.clone(), signer.clone());
                let send = move || {
                    let bytes = match signer {
                        Some(signer) => signer.signed(&mail.message).map_err(|error| {
                            Failure::passing(&format!("the mail cannot be signed: {error}"))
                        })?,
                        None => mail.bytes(),
                    };
                    converse(&smtp, &mail, &bytes)
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

fn converse(smtp: &SmtpTransport, mail: &Mail, bytes: &[u8]) -> Result<(), Failure> {
    let Err(error) = smtp.send_raw(mail.message.envelope(), bytes) else {
        return Ok(());
    };
    let failure = Failure::passing(&error.to_string());
    let refused = error
        .status()
        .is_some_and(|code| code.severity == Severity::PermanentNegativeCompletion);
    // A server that refuses everybody (full, closed, our password changed) says nothing against
    // this mail. Only one that otherwise talks to us does.
    let permanent = refused && smtp.test_connection().unwrap_or(false);
    Err(Failure {
        permanent,
        refused: permanent,
        status: Status::find(&failure.what),
        ..failure
    })
}
