//! A small mail server for tests, with the part of RFC 5321 that a client needs. It accepts a mail,
//! rejects it at a chosen point, or closes the connection.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// The response of the server to the next mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Accepts it, which is the default.
    Take,
    /// Refuses the conversation at the greeting.
    RefuseGreeting(u16),
    /// Refuses the recipient.
    RefuseRecipient(u16),
    /// Refuses the mail after it was transmitted.
    RefuseMail(u16),
    /// Hangs up in the middle of the mail.
    HangUpDuring,
    /// Takes the mail and hangs up before saying so.
    HangUpAfter,
    /// Takes the mail after the next one.
    TakeLate,
}

/// An accepted mail.
#[derive(Clone, Debug)]
pub struct Taken {
    pub from: String,
    pub to: Vec<String>,
    pub data: String,
}

impl Taken {
    /// The value of a header that stands on one line.
    pub fn header(&self, name: &str) -> &str {
        let head = self.data.split("\r\n\r\n").next().unwrap();
        let start = format!("{name}: ");
        head.split("\r\n")
            .find_map(|line| line.strip_prefix(&start))
            .unwrap_or_else(|| panic!("no {name} in {head}"))
    }
}

#[derive(Default)]
struct Shared {
    script: VecDeque<Act>,
    taken: Vec<Taken>,
}

impl Shared {
    fn refuse_greeting(&mut self) -> Option<u16> {
        let Some(Act::RefuseGreeting(code)) = self.script.front() else {
            return None;
        };
        let code = *code;
        self.script.pop_front();
        Some(code)
    }
}

/// A reserved port without a listener. Connections to it are refused.
pub struct Place(TcpSocket);

impl Place {
    pub fn free() -> Place {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        Place(socket)
    }

    fn port(&self) -> u16 {
        self.0.local_addr().unwrap().port()
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port())
    }
}

/// A running mail server. It stops when it is dropped.
pub struct MailServer {
    pub port: u16,
    shared: Arc<Mutex<Shared>>,
    task: JoinHandle<()>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl MailServer {
    /// Starts a server on a free port.
    pub async fn start() -> MailServer {
        MailServer::start_on(Place::free())
    }

    /// Starts a server without a listener.
    pub fn start_on(place: Place) -> MailServer {
        let port = place.port();
        let listener = place.0.listen(64).unwrap();
        let shared = Arc::<Mutex<Shared>>::default();
        let state = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let state = Arc::clone(&state);
                // A client that disconnects is not our concern.
                tokio::spawn(async move { drop(converse(stream, &state).await) });
            }
        });
        MailServer { port, shared, task }
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// The responses to the next mails, in order.
    pub fn will(&self, acts: &[Act]) {
        self.shared.lock().unwrap().script.extend(acts);
    }

    /// Whether all of it was begun.
    pub fn has_begun_all(&self) -> bool {
        self.shared.lock().unwrap().script.is_empty()
    }

    /// The mails that were taken.
    pub fn taken(&self) -> Vec<Taken> {
        self.taken_after(0)
    }

    /// The mails that were taken after so many others.
    pub fn taken_after(&self, others: usize) -> Vec<Taken> {
        self.shared.lock().unwrap().taken[others..].to_vec()
    }
}

async fn converse(mut stream: TcpStream, shared: &Mutex<Shared>) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    let refused = shared.lock().unwrap().refuse_greeting();
    if let Some(code) = refused {
        return say(&mut write, code, "no service here").await;
    }
    say(&mut write, 220, "mail.test ESMTP").await?;
    let (mut from, mut to) = (String::new(), Vec::new());
    let mut act = Act::Take;
    while let Some(line) = lines.next_line().await? {
        let verb = line.split([' ', ':']).next().unwrap().to_ascii_uppercase();
        let path = || line.split(['<', '>']).nth(1).unwrap_or("").to_owned();
        match verb.as_str() {
            "EHLO" => {
                write
                    .write_all(b"250-mail.test\r\n250 8BITMIME\r\n")
                    .await?
            }
            "MAIL" => {
                act = shared
                    .lock()
                    .unwrap()
                    .script
                    .pop_front()
                    .unwrap_or(Act::Take);
                (from, to) = (path(), Vec::new());
                say(&mut write, 250, "ok").await?;
            }
            "RCPT" => {
                let address = path();
                if let Act::RefuseRecipient(code) = act {
                    say(
                        &mut write,
                        code,
                        &format!("5.1.1 <{address}>: user unknown"),
                    )
                    .await?;
                } else {
                    to.push(address);
                    say(&mut write, 250, "ok").await?;
                }
            }
            "DATA" => {
                say(&mut write, 354, "go ahead").await?;
                let mut data = String::new();
                while let Some(line) = lines.next_line().await? {
                    if act == Act::HangUpDuring {
                        return Ok(());
                    }
                    if line == "." {
                        break;
                    }
                    data.push_str(line.strip_prefix('.').unwrap_or(&line));
                    data.push_str("\r\n");
                }
                if let Act::RefuseMail(code) = act {
                    say(&mut write, code, &format!("not for <{}>", to.join(">, <"))).await?;
                    continue;
                }
                if act == Act::TakeLate {
                    let before = shared.lock().unwrap().taken.len();
                    while shared.lock().unwrap().taken.len() == before {
                        sleep(Duration::from_millis(5)).await;
                    }
                }
                let (from, to) = (from.clone(), to.clone());
                let taken = Taken { from, to, data };
                shared.lock().unwrap().taken.push(taken);
                if act == Act::HangUpAfter {
                    return Ok(());
                }
                say(&mut write, 250, "taken").await?;
            }
            "QUIT" => return say(&mut write, 221, "bye").await,
            "NOOP" | "RSET" => say(&mut write, 250, "ok").await?,
            _ => say(&mut write, 500, "what?").await?,
        }
    }
    Ok(())
}

async fn say(
    write: &mut (impl AsyncWriteExt + Unpin),
    code: u16,
    text: &str,
) -> std::io::Result<()> {
    write
        .write_all(format!("{code} {text}\r\n").as_bytes())
        .await
}
