//! SMTP connections to a mail server, kept open for the next mails. Each step has a time limit.
//!
//! The library's own transport sends the end of a mail separately. TCP holds back such a small
//! segment until the previous data is acknowledged, and the other side delays its acknowledgement,
//! which costs 40 ms for each mail. This module sends both together. It also does not check before
//! each mail whether the connection is still alive, because the first command of the mail shows
//! that.

use std::fmt::{self, Display, Formatter};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{SmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Severity;
use percent_encoding::percent_decode_str;
use url::Url;

use super::Failure;
use super::inbound::report::Status;

/// The largest number of connections in use at once, and of idle ones kept for the next mails.
pub const CONNECTIONS: usize = 16;

/// The time limit for each step of an SMTP session.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long an idle connection is kept for the next mail. Mail servers and network equipment close
/// connections after some minutes, sometimes silently.
const IDLE: Duration = Duration::from_secs(60);

/// A mail server and the open connections to it. It may hold a password: no `Debug`.
pub struct Server {
    host: String,
    port: u16,
    tls: Tls,
    hello: ClientId,
    credentials: Option<Credentials>,
    /// Idle connections, and when each was last used.
    open: Mutex<Vec<(SmtpConnection, Instant)>>,
    /// When a connection was last established; `None` if the latest attempt failed.
    stood: Mutex<Option<Instant>>,
}

impl Server {
    /// Returns the server with this URL, in the form that operators write. Connects when needed.
    pub fn at(address: &str) -> anyhow::Result<Server> {
        let url = Url::parse(address)?;
        let host = url.host_str().context("it names no host")?.to_owned();
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let tls = tls.map(|(_, value)| value.into_owned());
        let parameters = || TlsParameters::new(host.clone());
        let (tls, port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => (Tls::None, 25),
            ("smtp", Some("required")) => (Tls::Required(parameters()?), 587),
            ("smtp", Some("opportunistic")) => (Tls::Opportunistic(parameters()?), 587),
            ("smtps", _) => (Tls::Wrapper(parameters()?), 465),
            _ => anyhow::bail!("it is neither smtp:// nor smtps://"),
        };
        let plain = |text| anyhow::Ok(percent_decode_str(text).decode_utf8()?.into_owned());
        let credentials = url
            .password()
            .map(|password| anyhow::Ok(Credentials::new(plain(url.username())?, plain(password)?)))
            .transpose()?;
        let name = url.path().trim_matches('/');
        Ok(Server {
            port: url.port().unwrap_or(port),
            tls,
            hello: match name {
                "" => ClientId::default(),
                name => ClientId::Domain(name.to_owned()),
            },
            credentials,
            open: Mutex::default(),
            stood: Mutex::default(),
            host,
        })
    }

    /// Whether a connection was established recently.
    pub(super) fn stood_lately(&self) -> bool {
        let stood = *self.stood.lock().unwrap_or_else(PoisonError::into_inner);
        stood.is_some_and(|at| at.elapsed() < IDLE)
    }

    /// Establishes a connection and keeps it for the next mail.
    pub(super) fn begin(&self) -> Result<(), Failure> {
        let conn = self.stand()?;
        self.keep(conn);
        Ok(())
    }

    /// Keeps a connection for the next mail, and closes connections that were idle for too long.
    /// Mails take the newest connection, so the others may stay idle for ever.
    fn keep(&self, conn: SmtpConnection) {
        let mut open = self.open();
        // Without a farewell: the server may not answer any more.
        open.retain(|(_, used)| used.elapsed() < IDLE);
        open.push((conn, Instant::now()));
    }

    /// Establishes a new connection.
    fn stand(&self) -> Result<SmtpConnection, Failure> {
        let conn = self.connect();
        let mut stood = self.stood.lock().unwrap_or_else(PoisonError::into_inner);
        *stood = conn.is_ok().then(Instant::now);
        conn.map_err(|error| Failure::passing(&error.to_string()))
    }

    /// Delivers a mail. `Ok` means that the mail server has accepted responsibility for it.
    pub(super) fn take(&self, envelope: &Envelope, mail: &[u8]) -> Result<(), Failure> {
        let mail = str::from_utf8(mail).map_err(|_| Failure::permanent("it is no text"))?;
        let mut conn = self.begun(envelope, mail)?;
        let mut said = || {
            for to in envelope.to() {
                let taken = conn.command(Rcpt::new(to.clone(), Vec::new()));
                taken.map_err(|error| (error, true))?;
            }
            conn.command(Data).map_err(|error| (error, false))?;
            conn.command(Content(mail)).map_err(|error| (error, false))
        };
        match said() {
            Ok(_) => {
                self.keep(conn);
                Ok(())
            }
            Err((error, at_recipient)) => {
                conn.abort();
                let failure = self.failure(&error);
                let status = failure.status;
                Err(Failure {
                    recipient: failure.refused
                        && status.map_or(at_recipient, Status::is_about_recipient),
                    ..failure
                })
            }
        }
    }

    /// Starts a mail on an open connection, or else on a new one, and returns the connection.
    fn begun(&self, envelope: &Envelope, mail: &str) -> Result<SmtpConnection, Failure> {
        let kept = self.open().pop();
        // An idle connection may have ended in the meantime, with any error. Only the error of a
        // new connection is meaningful.
        if let Some((mut conn, _)) = kept.filter(|(_, used)| used.elapsed() < IDLE)
            && let Ok(options) = options(&conn, envelope, mail)
            && conn
                .command(Mail::new(envelope.from().cloned(), options))
                .is_ok()
        {
            return Ok(conn);
        }
        let mut conn = self.stand()?;
        let options = options(&conn, envelope, mail)?;
        match conn.command(Mail::new(envelope.from().cloned(), options)) {
            Ok(_) => Ok(conn),
            Err(error) => {
                conn.abort();
                Err(self.failure(&error))
            }
        }
    }

    fn failure(&self, error: &Error) -> Failure {
        let failure = Failure::passing(&error.to_string());
        let refused = error
            .status()
            .is_some_and(|code| code.severity == Severity::PermanentNegativeCompletion);
        // A server that rejects all clients (because it is full, closed, or our password has
        // changed) has not judged this mail. So a rejection is permanent only if a new connection
        // still succeeds.
        let permanent = refused && self.connect().map(|mut conn| conn.abort()).is_ok();
        Failure {
            permanent,
            refused: permanent,
            status: Status::find(&failure.what),
            ..failure
        }
    }

    fn connect(&self) -> Result<SmtpConnection, Error> {
        let wrapper = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters),
            _ => None,
        };
        let (server, hello) = ((&*self.host, self.port), &self.hello);
        let mut conn = SmtpConnection::connect(server, Some(PATIENCE), hello, wrapper, None)?;
        match &self.tls {
            Tls::Opportunistic(parameters) if conn.can_starttls() => {
                conn.starttls(parameters, hello)?;
            }
            Tls::Required(parameters) => conn.starttls(parameters, hello)?,
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            conn.auth(DEFAULT_MECHANISMS, credentials)?;
        }
        Ok(conn)
    }

    /// Closes the idle connections.
    pub(super) fn shutdown(&self) {
        let open = std::mem::take(&mut *self.open());
        open.into_iter().for_each(|(mut conn, _)| conn.abort());
    }

    fn open(&self) -> MutexGuard<'_, Vec<(SmtpConnection, Instant)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the `MAIL` parameters for a mail that is not plain ASCII. Fails if the server does not
/// support them.
fn options(
    conn: &SmtpConnection,
    envelope: &Envelope,
    mail: &str,
) -> Result<Vec<MailParameter>, Failure> {
    let mut options = Vec::new();
    let can = |what| conn.server_info().supports_feature(what);
    let mut addresses = envelope.from().into_iter().chain(envelope.to());
    if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
        if !can(Extension::SmtpUtfEight) {
            return Err(Failure::passing("the mail server takes no such address"));
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    if !mail.is_ascii() {
        if !can(Extension::EightBitMime) {
            return Err(Failure::passing("the mail server takes no such letters"));
        }
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(options)
}

/// A mail as sent over the wire, with the final dot.
struct Content<'a>(&'a str);

impl Display for Content<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // A dot at the start of a line is doubled.
        let mut lines = self.0.split("\r\n.");
        f.write_str(lines.next().unwrap_or_default())?;
        for line in lines {
            write!(f, "\r\n..{line}")?;
        }
        f.write_str("\r\n.\r\n")
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    #[test]
    fn connections_that_were_idle_for_too_long_are_closed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let mail_server = thread::spawn(move || {
            let accept = || {
                let (mut stream, _) = listener.accept().unwrap();
                stream.write_all(b"220 x\r\n").unwrap();
                let mut hello = String::new();
                BufReader::new(&stream).read_line(&mut hello).unwrap();
                stream.write_all(b"250 x\r\n").unwrap();
                stream
            };
            [accept(), accept(), accept()]
        });
        let server = Server::at(&url).unwrap();
        assert!(server.begin().is_ok() && server.begin().is_ok());
        assert_eq!(server.open().len(), 2);
        server.open()[0].1 -= IDLE;
        assert!(server.begin().is_ok());
        assert_eq!(server.open().len(), 2);
        drop(mail_server.join().unwrap());
    }

    #[test]
    fn dot_at_the_start_of_a_line_is_doubled() {
        let mail = "To: x\r\n\r\n.\r\na.\r\n..b\r\n";
        let sent = Content(mail).to_string();
        assert_eq!(sent, "To: x\r\n\r\n..\r\na.\r\n...b\r\n\r\n.\r\n");
    }

    #[test]
    fn smtp_urls_are_parsed() {
        let at = |address| Server::at(address).unwrap();
        let plain = at("smtp://127.0.0.1:2525/play.example.org");
        assert_eq!((&*plain.host, plain.port), ("127.0.0.1", 2525));
        assert_eq!(plain.hello.to_string(), "play.example.org");
        assert!(matches!(plain.tls, Tls::None) && plain.credentials.is_none());
        let local = at("smtp://localhost");
        assert_eq!(local.port, 25);
        let wrapped = at("smtps://ann:p%40ss@mail.example.org");
        assert!(matches!(wrapped.tls, Tls::Wrapper(_)) && wrapped.port == 465);
        let ann = Credentials::new("ann".to_owned(), "p@ss".to_owned());
        assert!(wrapped.credentials == Some(ann));
        let required = at("smtp://ann:x@mail.example.org?tls=required");
        assert!(matches!(required.tls, Tls::Required(_)) && required.port == 587);
        let offered = at("smtp://mail.example.org:26?tls=opportunistic");
        assert!(matches!(offered.tls, Tls::Opportunistic(_)) && offered.port == 26);
        for none in [
            "http://mail.example.org",
            "smtp://x?tls=maybe",
            "smtp:",
            "mail.example.org",
        ] {
            assert!(Server::at(none).is_err(), "{none}");
        }
    }
}
