//! One session with LMTP (RFC 2033) or SMTP (RFC 5321). The client's greeting selects the protocol.
//!
//! `smtp-proto` implements the grammar. This module implements the order of the commands and the
//! limits. It accepts a mail with 250 only after the [`Postroom`] has stored it.

use std::future::Future;
use std::io;
use std::time::Duration;

use smtp_proto::Request;
use smtp_proto::request::receiver::DataReceiver;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::time::timeout;

/// The largest message that is accepted, in bytes.
pub const MAX_MESSAGE: usize = 2 * 1024 * 1024;

/// The most recipients of a message.
const MAX_RECIPIENTS: usize = 20;

/// The longest command line, in bytes.
const MAX_LINE: usize = 2048;

/// The number of invalid commands before the session ends.
const MAX_ERRORS: usize = 10;

/// How long the client may be silent between commands (RFC 5321, 4.5.3.2.7).
const BETWEEN_COMMANDS: Duration = Duration::from_secs(5 * 60);

/// The time limit for the transfer of a whole message.
const WHOLE_MESSAGE: Duration = Duration::from_secs(10 * 60);

/// A message with its envelope. It holds addresses and a user's text: no `Debug`.
pub struct Arrived<'a> {
    /// The envelope sender; empty for a bounce.
    pub from: &'a str,
    /// One of the recipients.
    pub to: &'a str,
    /// The message.
    pub raw: &'a [u8],
}

/// The decision about a recipient or a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Accepted.
    Taken,
    /// The address does not exist.
    Unknown,
    /// Temporarily not possible; the sender should retry.
    Later,
    /// Too many messages from or for one address; the sender should retry much later.
    TooMany,
    /// The message exceeds the size limit.
    TooLarge,
    /// The message cannot be read.
    Unreadable,
}

impl Verdict {
    const fn reply(self) -> &'static str {
        match self {
            Verdict::Taken => "250 2.0.0 Taken",
            Verdict::Unknown => "550 5.1.1 No such address here",
            Verdict::Later => "451 4.3.0 Not just now, try again",
            Verdict::TooMany => "451 4.7.1 Too many messages, try again later",
            Verdict::TooLarge => "552 5.3.4 The message is too large",
            Verdict::Unreadable => "554 5.6.0 The message has too many parts to be read",
        }
    }
}

/// Accepts and stores mail.
pub trait Postroom: Send + Sync + 'static {
    /// Whether the address exists.
    fn knows(&self, to: &str) -> impl Future<Output = Verdict> + Send;
    /// Stores a message for one recipient. After [`Verdict::Taken`] the message is durable.
    fn take(&self, mail: Arrived<'_>) -> impl Future<Output = Verdict> + Send;
}

/// Runs one session to its end. Returns an error if the client disconnects or times out.
pub async fn converse<S, P>(stream: S, host: &str, postroom: &P) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
    P: Postroom,
{
    let (read, write) = tokio::io::split(stream);
    let mut session = Session {
        read: BufReader::new(read),
        write,
        host,
        postroom,
        greeting: None,
        from: None,
        to: Vec::new(),
        errors: 0,
    };
    session.run().await
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    Smtp,
    Lmtp,
}

struct Session<'a, R, W, P> {
    read: BufReader<R>,
    write: W,
    host: &'a str,
    postroom: &'a P,
    greeting: Option<Protocol>,
    from: Option<String>,
    to: Vec<String>,
    errors: usize,
}

impl<R, W, P> Session<'_, R, W, P>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send,
    P: Postroom,
{
    async fn run(&mut self) -> io::Result<()> {
        self.say(&format!(
            "220 {} Turnpike takes mail (ESMTP, LMTP)",
            self.host
        ))
        .await?;
        loop {
            let Some(line) = self.line().await? else {
                return Ok(());
            };
            let request = match Request::parse(&mut line.iter()) {
                Ok(request) => request.into_owned(),
                Err(error) => {
                    self.fault(fault(&error)).await?;
                    continue;
                }
            };
            match request {
                Request::Ehlo { .. } => self.greet(Protocol::Smtp).await?,
                Request::Lhlo { .. } => self.greet(Protocol::Lmtp).await?,
                Request::Helo { .. } => {
                    self.start_over();
                    self.greeting = Some(Protocol::Smtp);
                    self.say(&format!("250 {}", self.host)).await?;
                }
                Request::Mail { from } => self.mail(&from.address, from.size).await?,
                Request::Rcpt { to } => self.rcpt(to.address).await?,
                Request::Data => self.data().await?,
                Request::Rset => {
                    self.start_over();
                    self.say("250 2.0.0 Forgotten").await?;
                }
                Request::Noop { .. } => self.say("250 2.0.0 Here").await?,
                Request::Vrfy { .. } => self.say("252 2.1.5 Send it and see").await?,
                Request::Quit => {
                    return self.say("221 2.0.0 Goodbye").await;
                }
                _ => self.fault("502 5.5.1 Not offered here").await?,
            }
        }
    }

    /// Reads the next command line with its line end. Returns `None` when the session is over.
    async fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = async {
            loop {
                let chunk = self.read.fill_buf().await?;
                let end = chunk.iter().position(|byte| *byte == b'\n');
                let count = end.map_or(chunk.len(), |end| end + 1);
                line.extend_from_slice(&chunk[..count]);
                self.read.consume(count);
                if end.is_some() || count == 0 || line.len() > MAX_LINE {
                    return Ok::<_, io::Error>(end.is_some());
                }
            }
        };
        match timeout(BETWEEN_COMMANDS, read).await {
            Err(_) => {
                self.say("421 4.4.2 You have been silent for too long")
                    .await?;
                Err(io::ErrorKind::TimedOut.into())
            }
            Ok(Err(error)) => Err(error),
            Ok(Ok(true)) if line.len() <= MAX_LINE => Ok(Some(line)),
            Ok(Ok(_)) if line.len() > MAX_LINE => {
                self.say("500 5.5.6 The line is too long").await?;
                Ok(None)
            }
            Ok(Ok(_)) => Ok(None),
        }
    }

    async fn greet(&mut self, protocol: Protocol) -> io::Result<()> {
        self.start_over();
        self.greeting = Some(protocol);
        let host = self.host;
        self.say(&format!(
            "250-{host}\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n\
             250-ENHANCEDSTATUSCODES\r\n250 SIZE {MAX_MESSAGE}"
        ))
        .await
    }

    async fn mail(&mut self, from: &str, size: usize) -> io::Result<()> {
        if self.greeting.is_none() {
            return self.fault("503 5.5.1 Greet me first").await;
        }
        if self.from.is_some() {
            return self.fault("503 5.5.1 One message at a time").await;
        }
        if size > MAX_MESSAGE {
            return self.say(Verdict::TooLarge.reply()).await;
        }
        self.from = Some(from.to_owned());
        self.say("250 2.1.0 Go on").await
    }

    async fn rcpt(&mut self, to: String) -> io::Result<()> {
        if self.from.is_none() {
            return self.fault("503 5.5.1 Say whom it is from first").await;
        }
        if self.to.len() >= MAX_RECIPIENTS {
            return self.say("452 4.5.3 Too many recipients").await;
        }
        match self.postroom.knows(&to).await {
            Verdict::Taken => {
                self.to.push(to);
                self.say("250 2.1.5 Go on").await
            }
            refused => self.fault(refused.reply()).await,
        }
    }

    async fn data(&mut self) -> io::Result<()> {
        let from = match &self.from {
            Some(from) if !self.to.is_empty() => from.clone(),
            _ => return self.fault("503 5.5.1 There are no recipients").await,
        };
        self.say("354 Send it, and end with a dot").await?;
        let raw = timeout(WHOLE_MESSAGE, self.message()).await;
        let raw = raw.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        let to = std::mem::take(&mut self.to);
        self.from = None;
        let mut replies = Vec::with_capacity(to.len());
        for to in &to {
            let verdict = match &raw {
                None => Verdict::TooLarge,
                Some(raw) => {
                    let mail = Arrived {
                        from: &from,
                        to,
                        raw,
                    };
                    self.postroom.take(mail).await
                }
            };
            replies.push(verdict);
        }
        if self.greeting == Some(Protocol::Lmtp) {
            for reply in replies {
                self.say(reply.reply()).await?;
            }
            return Ok(());
        }
        // SMTP has one reply for all recipients. After a retry, recipients that already have the
        // message do not get it twice.
        let worst = replies
            .iter()
            .find(|verdict| matches!(verdict, Verdict::Later | Verdict::TooMany))
            .or_else(|| replies.iter().find(|verdict| **verdict == Verdict::Taken))
            .or(replies.first())
            .copied()
            .unwrap_or(Verdict::Unknown);
        self.say(worst.reply()).await
    }

    /// Reads the message. Returns `None` if it is too large; it is then still read to its end.
    async fn message(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut receiver = DataReceiver::new();
        let mut raw = Vec::new();
        let mut too_large = false;
        loop {
            let chunk = self.read.fill_buf().await?;
            if chunk.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let count = chunk.len();
            let mut bytes = chunk.iter();
            let ended = receiver.ingest(&mut bytes, &mut raw);
            let left = bytes.len();
            self.read.consume(count - left);
            if raw.len() > MAX_MESSAGE {
                too_large = true;
                raw.clear();
            }
            if ended {
                return Ok((!too_large).then_some(raw));
            }
        }
    }

    fn start_over(&mut self) {
        self.from = None;
        self.to.clear();
    }

    /// Replies to an invalid command, and ends the session if there were too many of them.
    async fn fault(&mut self, reply: &str) -> io::Result<()> {
        self.errors += 1;
        if self.errors > MAX_ERRORS {
            self.say("421 4.7.0 Too many errors").await?;
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        self.say(reply).await
    }

    async fn say(&mut self, reply: &str) -> io::Result<()> {
        let reply = format!("{reply}\r\n");
        let write = async {
            self.write.write_all(reply.as_bytes()).await?;
            self.write.flush().await
        };
        timeout(BETWEEN_COMMANDS, write)
            .await
            .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }
}

const fn fault(error: &smtp_proto::Error) -> &'static str {
    use smtp_proto::Error;
    match error {
        Error::UnknownCommand => "500 5.5.1 What is that?",
        Error::InvalidSenderAddress => "501 5.1.7 That is no sender",
        Error::InvalidRecipientAddress => "501 5.1.3 That is no recipient",
        Error::InvalidParameter { .. } | Error::UnsupportedParameter { .. } => {
            "555 5.5.4 That parameter is not known here"
        }
        _ => "501 5.5.2 That is not how it is written",
    }
}
