//! Turns a letter into a message (RFC 5322) that is the same to the byte each time.
//!
//! A worker may die after sending a mail and before marking it as sent. The mail is then sent
//! again, and mail programs must recognise the copy. So its `Message-ID`, its date and the
//! boundaries of its parts come only from the outbox row. Only the date changes, if the mail is
//! postponed or retried.
//!
//! Mails have no `List-Id`. With it, mail programs would offer to reply to a list, and would file
//! turn mails with newsletters.

use chrono::SecondsFormat;
use common::clock::Moment;
use common::ids::GameId;
use lettre::address::Envelope;
use lettre::message::header::{self, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MessageBuilder, MultiPart, SinglePart};
use lettre::{Address, Message};
use rules::Seat;

use super::letter::{Attached, PICTURE};
use super::{Failure, Letter, Line, Recipient, Unsubscribe, position, text};

/// The identity of a mail, and the thread that it belongs to.
#[derive(Clone)]
pub struct Posting<'a> {
    /// The sender.
    pub from: &'a Mailbox,
    /// The host name at the end of message ids.
    pub host: &'a str,
    /// The key of the notice within its game, as in the outbox: `your_turn/12-9f2c11aa/0`.
    pub key: &'a str,
    /// The game, and the recipient's seat in it; `None` for mail about an account.
    pub about: Option<(&'a str, Seat)>,
    /// When the event happened.
    pub at: Moment,
    /// The earliest time to send it. Later than the event if the mail was postponed or retried.
    pub due: Moment,
    /// How to route a reply, and the thread of the mail.
    pub threading: &'a Threading,
}

/// How to route a reply to a mail, and which mail this one answers. The address is secret: no
/// `Debug`.
#[derive(Clone, Default)]
pub struct Threading {
    /// The address for replies.
    pub reply_to: Option<String>,
    /// The sequence number of the recipient's next move, if a reply may contain one.
    pub seq: Option<u32>,
    /// The mail that this one answers.
    pub answering: Option<Answering>,
    /// The game whose thread the mail belongs to, with the recipient's seat, if the mail is not
    /// only about that game.
    pub thread: Option<(GameId, Seat)>,
    /// The positions in the mail: for each game, the sequence number of the recipient's next move.
    pub positions: Vec<(GameId, Seat, u32)>,
    /// The envelope sender, which receives bounces. `None` means the sender's own address.
    pub bounces_to: Option<String>,
}

impl Unsubscribe {
    /// Returns the value of `List-Unsubscribe`.
    fn header(&self) -> String {
        match &self.address {
            Some(address) => format!("<{}>, <mailto:{address}?subject=unsubscribe>", self.url),
            None => format!("<{}>", self.url),
        }
    }
}

/// The mail that a reply answers. Its ids come from the sender: no `Debug`.
#[derive(Clone, Default)]
pub struct Answering {
    /// The id of the answered mail, without angle brackets, if it had one.
    pub message_id: Option<String>,
    /// The ids in the `References` of the answered mail, the nearest last.
    pub references: Vec<String>,
}

impl Threading {
    const fn submitted(&self) -> &'static str {
        match self.answering {
            Some(_) => "auto-replied",
            None => "auto-generated",
        }
    }
}

/// Returns an id of a foreign mail in angle brackets; `None` if it must not stand in a header.
fn bracketed(id: &str) -> Option<String> {
    let fits = (3..=250).contains(&id.len())
        && id.contains('@')
        && id
            .chars()
            .all(|c| c.is_ascii_graphic() && c != '<' && c != '>');
    fits.then(|| format!("<{id}>"))
}

impl Posting<'_> {
    /// Returns the part of the message id before the `@`: `your_turn.12-9f2c11aa.0.Gx3kPq7LmZ2`.
    fn local(&self) -> String {
        let mut local: String = self
            .key
            .chars()
            .map(|c| if c == '/' { '.' } else { c })
            .collect();
        if let Some((game, _)) = self.about {
            local.push('.');
            local.push_str(game);
        }
        if let Some(seq) = self.threading.seq {
            local.push_str(&format!(".{}{seq}", position::MARK));
        }
        local.retain(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
        local
    }

    /// Returns the message id.
    pub fn message_id(&self) -> String {
        format!("<{}@{}>", self.local(), self.host())
    }

    /// Returns the id in the `References` of all mails to one player about one game.
    fn thread(&self) -> Option<String> {
        let other = self.threading.thread.as_ref();
        let (game, seat) = self.about.or(other.map(|(game, seat)| (&**game, *seat)))?;
        Some(format!("<game.{game}.{seat}@{}>", self.host()))
    }

    /// Returns the id that marks, among the `References` of a reply, the position that the mail
    /// shows. It is separate because mail servers on the way may replace the message id.
    fn position(&self) -> Option<String> {
        let ((game, seat), seq) = (self.about?, self.threading.seq?);
        let local = position::local(game, seat, seq);
        Some(format!("<{local}@{}>", self.host()))
    }

    /// Returns the ids that mark the positions in a mail about several games.
    fn positions(&self) -> impl Iterator<Item = String> {
        let all = self.threading.positions.iter();
        all.map(|(game, seat, seq)| {
            let local = position::local_among(game, *seat, *seq);
            format!("<{local}@{}>", self.host())
        })
    }

    /// Returns the `References`, the nearest last. They include all references of the answered mail
    /// (RFC 5322, section 3.6.4). The position comes after these.
    fn references(&self) -> Vec<String> {
        let answering = self.threading.answering.as_ref();
        let before = answering.map_or(&[][..], |it| &it.references);
        let answered = answering.and_then(|it| it.message_id.as_deref());
        let before = before.iter().filter_map(|id| bracketed(id));
        let mut all: Vec<String> = Vec::new();
        let ids = self.thread().into_iter().chain(before);
        let ids = ids.chain(self.positions()).chain(self.position());
        for id in ids.chain(answered.and_then(bracketed)) {
            // A repeated id stays only at its last place, except for the first id of the thread.
            let is_first = all.first() == Some(&id);
            all.retain(|it| is_first || *it != id);
            if !is_first {
                all.push(id);
            }
        }
        all
    }

    /// Returns the host name; `localhost` for an IPv6 address, which must not stand in an id.
    fn host(&self) -> &str {
        if self.host.contains(':') {
            "localhost"
        } else {
            self.host
        }
    }

    /// Returns the file name. It sorts by time, and is the same each time for the same mail.
    fn file(&self) -> String {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Millis, true);
        let at: String = at.chars().filter(|c| !matches!(c, '-' | ':')).collect();
        let mut local = self.local();
        local.truncate(120);
        format!("{at}-{local}.eml")
    }
}

/// A mail, ready to be sent. It contains an address and may contain a secret: no `Debug`.
pub struct Mail {
    /// Its file name in the local mailbox.
    pub(super) file: String,
    pub(super) message: Message,
}

impl Mail {
    /// Returns the whole mail as sent over the wire.
    pub fn bytes(&self) -> Vec<u8> {
        self.message.formatted()
    }
}

/// Turns a letter into a mail. Returns an error if the recipient's address is not valid.
pub fn compose(posting: &Posting<'_>, to: &Recipient, letter: &Letter) -> Result<Mail, Failure> {
    let address: Address = to
        .address
        .trim()
        .parse()
        .map_err(|_| Failure::permanent("the address is not a mail address"))?;
    let name = to.name.as_ref().map(|name| name.as_str().to_owned());
    let mut message = Message::builder()
        .from(posting.from.clone())
        .to(Mailbox::new(
            name.filter(|name| !name.is_empty()),
            address.clone(),
        ))
        .subject(letter.subject.as_str())
        .date(posting.due.into())
        .message_id(Some(posting.message_id()));
    if let Some(from) = &posting.threading.bounces_to
        && let Ok(from) = from.parse()
        && let Ok(envelope) = Envelope::new(Some(from), vec![address])
    {
        message = message.envelope(envelope);
    }
    if let Some(unsubscribe) = &to.unsubscribe {
        message = message
            .raw_header(raw("List-Unsubscribe", &unsubscribe.header()))
            .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
    }
    if !letter.receipts.is_empty() {
        message = message.raw_header(raw("Turnpike-Receipt", &folded(&letter.receipts)));
    }
    let references = posting.references();
    if let Some(nearest) = references.last() {
        let answered = posting.threading.answering.is_some();
        let parent = posting.thread().filter(|_| !answered);
        let parent = parent.or_else(|| answered.then(|| nearest.clone()));
        if let Some(parent) = parent {
            message = message.in_reply_to(parent);
        }
        message = message.references(references.join(" "));
    }
    if let Some(address) = &posting.threading.reply_to
        && let Ok(address) = address.parse()
    {
        message = message.reply_to(Mailbox::new(posting.from.name.clone(), address));
    }
    let parts = MultiPart::alternative()
        .boundary(format!("=_{}", posting.local()))
        .singlepart(part(ContentType::TEXT_PLAIN, &letter.text));
    let html = part(ContentType::TEXT_HTML, &letter.html);
    let parts = match &letter.drawn {
        None => parts.singlepart(html),
        Some(drawn) => parts.multipart(with_board(html, drawn, posting)?),
    };
    let parts = match &letter.file {
        None => parts,
        Some(file) => MultiPart::mixed()
            .boundary(format!("=_mixed_{}", posting.local()))
            .multipart(parts)
            .singlepart(attached(file)?),
    };
    // Stops automatic replies: RFC 3834, and Exchange.
    let message = message
        .raw_header(raw("Auto-Submitted", posting.threading.submitted()))
        .raw_header(raw("X-Auto-Response-Suppress", "All"))
        .header(header::MIME_VERSION_1_0);
    let message = with_parts(message, &parts)?;
    Ok(Mail {
        file: posting.file(),
        message,
    })
}

/// Builds a message from these parts. Their `Content-Type` becomes an ordinary header of the
/// message, so that a signature covers it. The library keeps it with the parts, and does not sign
/// it there.
fn with_parts(message: MessageBuilder, parts: &MultiPart) -> Result<Message, Failure> {
    let unfit = |what: &str| Failure::permanent(&format!("no message can be made: {what}"));
    let whole = String::from_utf8(parts.formatted()).map_err(|_| unfit("it is not 7-bit"))?;
    let (head, body) = whole
        .split_once("\r\n\r\n")
        .ok_or_else(|| unfit("it has no parts"))?;
    let kind = head.replace("\r\n", "");
    let kind = kind
        .strip_prefix("Content-Type: ")
        .ok_or_else(|| unfit("its parts have no type"))?;
    let body = Body::dangerous_pre_encoded(
        body.as_bytes().to_vec(),
        header::ContentTransferEncoding::SevenBit,
    );
    message
        .raw_header(raw("Content-Type", kind))
        .body(body)
        .map_err(|error| unfit(&error.to_string()))
}

fn part(kind: ContentType, body: &str) -> SinglePart {
    SinglePart::builder()
        .header(kind)
        .header(header::ContentDisposition::inline())
        .body(body.to_owned())
}

/// Combines the HTML part with the picture of the board that it shows (RFC 2387).
fn with_board(html: SinglePart, png: &[u8], posting: &Posting<'_>) -> Result<MultiPart, Failure> {
    let inline = Attachment::new_inline_with_name(PICTURE.to_owned(), "board.png".to_owned());
    Ok(MultiPart::related()
        .boundary(format!("=_related_{}", posting.local()))
        .singlepart(html)
        .singlepart(inline.body(png.to_vec(), kind("image/png")?)))
}

/// Returns an attachment, which is not displayed with the text.
fn attached(file: &Attached) -> Result<SinglePart, Failure> {
    Ok(Attachment::new(file.name.clone()).body(file.bytes.clone(), kind(file.kind)?))
}

fn kind(name: &str) -> Result<ContentType, Failure> {
    ContentType::parse(name)
        .map_err(|error| Failure::permanent(&format!("no such part can be sent: {error}")))
}

/// Returns the receipts with spaces, at which the header can be folded.
fn folded(receipts: &[Line]) -> String {
    let lines = receipts.iter().flat_map(|it| text::folded(it.as_str(), ""));
    lines.collect::<Vec<_>>().join(" ")
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}
