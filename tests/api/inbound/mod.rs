//! Incoming mail: received over a real SMTP connection, processed, and answered.

mod chat_and_notes;
mod commands;
mod conversation;
mod corpus;
mod french;
mod games;
mod http_intake;
mod invited;
mod mail_volume;
mod mails;
mod natural_replies;
mod orders;
mod positions;
mod stopped_games;
mod strangers;
mod tables;
mod untrusted_mail;

use std::num::NonZeroU32;

use accounts::limits::{Limits, Quotas};
use db::schema::{inbound, outbox};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use governor::Quota;
use letters::mailer::deliver_due;
use lettre::Transport as _;
use lettre::address::Envelope;
use lettre::transport::smtp::SmtpTransport;
use mail::mailbox::{Mailbox, Stored};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::helpers::*;
use crate::smtp::MailServer;

/// The domain that players write to.
pub const DOMAIN: &str = "play.test";

/// The secret of mail servers that deliver mail by HTTP.
pub const SECRET: &str = "a secret of some length";

/// A server that takes mail in, with its listener.
pub struct Post {
    pub server: Server,
    pub port: u16,
    listening: tokio::task::JoinHandle<()>,
    outside: Option<Outside>,
}

/// The mail server of the players, if mail does not stay in the local mailbox, and its received
/// mails.
struct Outside {
    server: MailServer,
    mailbox: Mailbox,
    _dir: TempDir,
}

impl Drop for Post {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Starts a server that takes mail in.
pub async fn post() -> Post {
    post_with(|_| {}, |_| {}).await
}

/// Starts a server that takes any number of mails in.
pub async fn busy_post() -> Post {
    post_with(|_| {}, any_number).await
}

fn any_number(app: &mut turnpike::App) {
    let any = Quota::per_hour(NonZeroU32::new(1_000_000).unwrap());
    app.limits = Limits::new(Quotas {
        inbound: any,
        vain: any,
        ..Quotas::default()
    });
}

/// Starts a server that takes any number of mails in, and sends its own by SMTP.
pub async fn post_through_smtp() -> Post {
    let server = MailServer::start().await;
    let url = server.url();
    let dir = tempfile::tempdir().unwrap();
    let mut post = post_with(|settings| settings.smtp_url = Some(url), any_number).await;
    post.outside = Some(Outside {
        server,
        mailbox: Mailbox::new(dir.path().to_owned()),
        _dir: dir,
    });
    post
}

/// Starts a server that takes mail in, with other settings or parts.
pub async fn post_with(
    change: impl FnOnce(&mut base::config::Settings),
    exchange: impl FnOnce(&mut turnpike::App),
) -> Post {
    let mail_in = |settings: &mut base::config::Settings| {
        settings.mail_domain = Some(DOMAIN.into());
        settings.inbound_secret = Some(SECRET.into());
        settings.mail_authserv_id = Some("mx.test".into());
        change(settings);
    };
    let server = server_with(fresh_database().await, mail_in, exchange).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let app = server.app.clone();
    let listening = tokio::spawn(mail_commands::worker::listen(
        app,
        listener,
        std::future::pending(),
    ));
    Post {
        server,
        port,
        listening,
        outside: None,
    }
}

impl Outside {
    /// Moves the mails of the server into the mailbox.
    fn store(&self) {
        let dir = self.mailbox.dir();
        let stored = std::fs::read_dir(dir).unwrap().count();
        for (n, mail) in (stored..).zip(self.server.taken_after(stored)) {
            std::fs::write(dir.join(format!("{n:08}.eml")), &mail.data).unwrap();
        }
    }
}

impl Post {
    /// Sends a raw message by SMTP, as a mail program's server does.
    pub async fn sends(&self, from: &str, to: &str, raw: impl AsRef<[u8]>) -> Result<(), u16> {
        let from = (!from.is_empty()).then(|| from.parse().unwrap());
        let envelope = Envelope::new(from, vec![to.parse().unwrap()]).unwrap();
        let smtp = SmtpTransport::builder_dangerous("127.0.0.1")
            .port(self.port)
            .build();
        let raw = raw.as_ref().to_vec();
        tokio::task::spawn_blocking(move || smtp.send_raw(&envelope, &raw))
            .await
            .unwrap()
            .map(drop)
            .map_err(|error| error.status().map_or(0, Into::into))
    }

    /// Deals with all mail that came in and sends all that goes out.
    pub async fn works(&self) {
        mail_commands::worker::deal_with_due(&self.server.app)
            .await
            .unwrap();
        deliver_due(&self.server.app).await.unwrap();
        let conn = &mut *self.server.app.db.get().await.unwrap();
        // Chat messages wait for the end of their half hour.
        let bad = outbox::table
            .filter(outbox::status.eq_any(["waiting", "dead"]))
            .filter(outbox::kind.ne("chat").or(outbox::status.eq("dead")));
        let bad: Vec<(String, Option<String>)> = bad
            .select((outbox::key, outbox::last_error))
            .load(conn)
            .await
            .unwrap();
        assert!(bad.is_empty(), "{bad:?}");
        let bad = inbound::table.filter(inbound::status.eq_any(["waiting", "dead"]));
        let bad: Vec<Option<String>> = bad.select(inbound::reason).load(conn).await.unwrap();
        assert!(bad.is_empty(), "{bad:?}");
        if let Some(outside) = &self.outside {
            outside.store();
        }
    }

    /// Creates a player who has confirmed the address with the mailed code.
    pub async fn player(&self, name: &str) -> Player<'_> {
        let player = self.server.player(name).await;
        if self.outside.is_some() {
            self.works().await;
            let mail = self.mailbox(name).await.pop().unwrap();
            let is_code = |line: &&str| {
                let code = line.trim();
                code.len() == 8 && code.chars().all(|c| c.is_ascii_alphanumeric())
            };
            let code = mail.text.lines().find(is_code).unwrap().trim();
            let confirmed = player.post("/v1/me/confirmation", json!({"code": code}));
            confirmed.await.ok();
        }
        player
    }

    /// Returns the folder of the players' mails.
    fn letters(&self) -> &Mailbox {
        match &self.outside {
            Some(outside) => &outside.mailbox,
            None => self.server.app.mail.mailbox().unwrap(),
        }
    }

    /// Returns the outcomes of incoming mail, the oldest first.
    pub async fn outcomes(&self) -> Vec<String> {
        let conn = &mut *self.server.app.db.get().await.unwrap();
        let rows: Vec<(String, Option<String>)> = inbound::table
            .order(inbound::id)
            .select((inbound::status, inbound::reason))
            .load(conn)
            .await
            .unwrap();
        rows.into_iter()
            .map(|(status, reason)| match reason {
                Some(reason) => format!("{status}: {reason}"),
                None => status,
            })
            .collect()
    }

    /// Returns the mails in a player's mailbox, the oldest first.
    pub async fn mailbox(&self, name: &str) -> Vec<Stored> {
        let address = address(name);
        let mut mails = self.letters().list(Some(&address), 9999).await.unwrap();
        mails.reverse();
        mails
    }

    /// Returns the newest mails in a player's mailbox, if the clock has moved in between.
    pub async fn newest(&self, name: &str) -> Vec<Stored> {
        self.letters().list(Some(&address(name)), 4).await.unwrap()
    }

    /// Returns the answers in a player's mailbox, in the order in which they were sent.
    pub async fn answers(&self, name: &str) -> Vec<Stored> {
        let mut mails = self.mailbox(name).await;
        mails.retain(|mail| mail.message_id.starts_with("reply."));
        let number = |mail: &Stored| -> u64 {
            let number = mail.message_id.split(['.', '@']).nth(1).unwrap();
            number.parse().unwrap()
        };
        mails.sort_by_key(number);
        mails
    }

    /// Returns the last mail about this game that the player can answer.
    pub async fn last_about(&self, name: &str, game: &str) -> Stored {
        let mut mails = self.mailbox(name).await;
        mails.retain(|mail| mail.message_id.contains(game) && header(mail, "Reply-To").is_some());
        // A finished game asks for no answer.
        mails.retain(|mail| mail.message_id.contains(".seq"));
        // The number in the message id distinguishes mails of the same moment.
        let turn = |mail: &Stored| {
            let mark = mail.message_id.split('@').next().unwrap();
            mark.rsplit(".seq").next().unwrap().parse::<u32>().unwrap()
        };
        mails.sort_by_key(turn);
        mails.pop().unwrap()
    }

    /// Answers a mail with these lines, and lets the server work.
    pub async fn replies(&self, name: &str, to: &Stored, lines: &str) {
        let (address, raw) = reply(name, to, lines);
        self.sends(&self::address(name), &address, &raw)
            .await
            .unwrap();
        self.works().await;
    }

    /// Returns the mail that invites a player to this game.
    pub async fn invitation(&self, name: &str, game: &str) -> Stored {
        let mut mails = self.mailbox(name).await;
        mails.retain(|mail| mail.message_id.starts_with("invitation."));
        mails.retain(|mail| mail.message_id.contains(game));
        mails.pop().unwrap()
    }

    /// Writes to the desk, with or without the word of the mail server in front.
    pub async fn asks(&self, name: &str, lines: &str, vouched: bool) {
        let vouch = if vouched { VOUCHED } else { "" };
        let id = fresh_id();
        let from = address(name);
        let raw = format!(
            "{vouch}From: {from}\r\nTo: games@{DOMAIN}\r\nSubject: hello\r\n\
             Message-ID: <{id}>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{lines}\r\n"
        );
        self.sends(&from, &format!("games@{DOMAIN}"), &raw)
            .await
            .unwrap();
        self.works().await;
    }
}

/// The address of a player.
pub fn address(name: &str) -> String {
    format!("{name}@example.org")
}

/// A message id that was not used before.
pub fn fresh_id() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{}@mail.example.org", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The value of a header, unfolded.
pub fn header(mail: &Stored, name: &str) -> Option<String> {
    let head = mail.source.split("\n\n").next().unwrap();
    let head = head.replace("\n ", " ").replace("\n\t", " ");
    let start = format!("{name}: ");
    head.lines()
        .find_map(|line| line.strip_prefix(&start))
        .map(str::to_owned)
}

/// The address that answers to a mail go to.
pub fn reply_address(mail: &Stored) -> String {
    let value = header(mail, "Reply-To").unwrap_or_else(|| header(mail, "From").unwrap());
    let value = value.rsplit('<').next().unwrap();
    value.trim_end_matches('>').to_owned()
}

/// The header that the front mail server adds to a mail with a proven sender.
pub const VOUCHED: &str = "Authentication-Results: mx.test; dmarc=pass header.from=example.org\r\n";

/// A plain answer to a mail: its address and the message. At a seat the mail server vouches for it.
pub fn reply(name: &str, to: &Stored, lines: &str) -> (String, String) {
    let own = format!("<{}>", to.message_id);
    let references = match header(to, "References") {
        Some(before) => format!("{before} {own}"),
        None => own.clone(),
    };
    let (from, address, id) = (address(name), reply_address(to), fresh_id());
    let vouch = match address.starts_with("play+") {
        true => VOUCHED,
        false => "",
    };
    let quoted: String = to
        .text
        .lines()
        .map(|line| format!("> {line}\r\n"))
        .collect();
    let raw = format!(
        "{vouch}From: {from}\r\nTo: {address}\r\nSubject: Re: {}\r\nMessage-ID: <{id}>\r\n\
         In-Reply-To: {own}\r\nReferences: {references}\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
         {lines}\r\n\r\nOn Sun, 1 Mar 2026 at 12:15, Turnpike <games@play.test> wrote:\r\n{quoted}",
        to.subject
    );
    (address, raw)
}

/// The moves that a mail offers.
pub fn offered(mail: &Stored) -> Vec<String> {
    let lines = mail.text.lines();
    let lines = lines.skip_while(|line| *line != "YOUR MOVES").skip(2);
    let mut moves = Vec::new();
    for line in lines.take_while(|line| !line.is_empty()) {
        let texts = line.trim().split("  ").map(str::trim);
        moves.extend(texts.filter(|it| !it.is_empty()).map(str::to_owned));
    }
    moves
}

/// A raw conversation, line by line.
pub struct Wire {
    read: BufReader<tokio::net::tcp::OwnedReadHalf>,
    write: tokio::net::tcp::OwnedWriteHalf,
}

impl Wire {
    /// Connects and reads the greeting.
    pub async fn open(port: u16) -> Wire {
        let (read, write) = TcpStream::connect(("127.0.0.1", port))
            .await
            .unwrap()
            .into_split();
        let mut wire = Wire {
            read: BufReader::new(read),
            write,
        };
        assert!(wire.hears().await.starts_with("220 "));
        wire
    }

    /// The next answer, its last line.
    pub async fn hears(&mut self) -> String {
        loop {
            let mut line = String::new();
            self.read.read_line(&mut line).await.unwrap();
            if line.as_bytes().get(3) != Some(&b'-') {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Writes this as it is.
    pub async fn writes(&mut self, text: &str) {
        self.write.write_all(text.as_bytes()).await.unwrap();
    }

    /// Sends a line, and returns the answer.
    pub async fn says(&mut self, line: &str) -> String {
        self.writes(&format!("{line}\r\n")).await;
        self.hears().await
    }
}

/// Creates a player with a game of That's Life! against another one, and the first turn mail.
pub async fn a_game(post: &Post) -> (String, Stored) {
    let [ann, ben] = post.server.two_players().await;
    let game = crate::table::thats_life(&[&ann, &ben]).await;
    post.works().await;
    let mail = post.last_about("ann", &game).await;
    (game, mail)
}

/// How many entries a game has.
pub async fn ply(post: &Post, game: &str) -> u64 {
    let seen: Value = post.server.get(&format!("/v1/games/{game}")).await.ok();
    seen["ply"].as_u64().unwrap()
}
