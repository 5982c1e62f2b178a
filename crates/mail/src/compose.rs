//! Making a letter into a message (RFC 5322), the same to the byte each time.
//!
//! A mail that is sent again, because a worker died between sending and marking, must be
//! recognisable as the same: its `Message-ID`, its date and the boundary of its parts come from
//! the outbox row and from nothing else. The date alone is another when a mail is put off or tried again.
//!
//! Mails have no `List-Id`: mail programs would offer to reply to a list, and would file turn mails
//! with newsletters.

use chrono::SecondsFormat;
use common::clock::Moment;
use common::ids::GameId;
use lettre::address::Envelope;
use lettre::message::header::{self, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MessageBuilder, MultiPart, SinglePart};
use lettre::{Address, Message};
use rules::Seat;

use super::letter::{Attached, DARK_PICTURE, Drawn, PICTURE};
use super::{Failure, Letter, Recipient, Unsubscribe, position};

/// Where a mail stands: what tells it from all others, and which others it belongs with.
#[derive(Clone)]
pub struct Posting<'a> {
    /// The sender.
    pub from: &'a Mailbox,
    /// The host name that message ids end with.
    pub host: &'a str,
    /// The name of the notice within its game, as in the outbox: `your_turn/12-9f2c11aa/0`.
    pub key: &'a str,
    /// The game, and the reader's seat in it; none for mail about an account.
    pub about: Option<(&'a str, Seat)>,
    /// When the fact happened.
    pub at: Moment,
    /// Since when it may be sent: later than the fact where it was put off, or tried before.
    pub due: Moment,
    /// How an answer finds its way back.
    pub threading: &'a Threading,
}

/// How an answer to a mail finds its way back, and what the mail itself answers. The address is
/// secret: no `Debug`.
#[derive(Clone, Default)]
pub struct Threading {
    /// The address that answers go to.
    pub reply_to: Option<String>,
    /// The number that the reader's next move carries, where an answer may hold one.
    pub seq: Option<u32>,
    /// What the mail answers.
    pub answering: Option<Answering>,
    /// The game whose thread it belongs to, with the reader's seat, where it is not about that one alone.
    pub thread: Option<(GameId, Seat)>,
    /// Which positions it tells of: for each game the number that the reader's next move carries.
    pub positions: Vec<(GameId, Seat, u32)>,
    /// The address that the mail is sent from on the way, and that bounces come back to; the
    /// sender's own where there is none.
    pub bounces_to: Option<String>,
}

impl Unsubscribe {
    /// The value of `List-Unsubscribe`.
    fn header(&self) -> String {
        match &self.address {
            Some(address) => format!("<{}>, <mailto:{address}?subject=unsubscribe>", self.url),
            None => format!("<{}>", self.url),
        }
    }
}

/// What a mail answers. The ids are the sender's: no `Debug`.
#[derive(Clone, Default)]
pub struct Answering {
    /// The id of what it answers, without angle brackets, where that had one.
    pub message_id: Option<String>,
    /// The ids of what that answers in turn, the nearest last.
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

/// A foreign id in angle brackets; `None` when it is none that can stand in a header.
fn bracketed(id: &str) -> Option<String> {
    let fits = (3..=250).contains(&id.len())
        && id.contains('@')
        && id
            .chars()
            .all(|c| c.is_ascii_graphic() && c != '<' && c != '>');
    fits.then(|| format!("<{id}>"))
}

impl Posting<'_> {
    /// What comes before the `@` of the message id: `your_turn.12-9f2c11aa.0.Gx3kPq7LmZ2`.
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

    /// The message id.
    pub fn message_id(&self) -> String {
        format!("<{}@{}>", self.local(), self.host())
    }

    /// The id that all mails to one player about one game refer to.
    fn thread(&self) -> Option<String> {
        let other = self.threading.thread.as_ref();
        let (game, seat) = self.about.or(other.map(|(game, seat)| (&**game, *seat)))?;
        Some(format!("<game.{game}.{seat}@{}>", self.host()))
    }

    /// The id that tells, among those that an answer refers to, which position it is about. Mail
    /// servers on the way may give the mail itself another id.
    fn position(&self) -> Option<String> {
        let ((game, seat), seq) = (self.about?, self.threading.seq?);
        let local = position::local(game, seat, seq);
        Some(format!("<{local}@{}>", self.host()))
    }

    /// The ids that tell which positions a mail about several games is about.
    fn positions(&self) -> impl Iterator<Item = String> {
        let all = self.threading.positions.iter();
        all.map(|(game, seat, seq)| {
            let local = position::local_among(game, *seat, *seq);
            format!("<{local}@{}>", self.host())
        })
    }

    /// What the mail refers to, the nearest last: all that what it answers refers to as well (RFC 5322,
    /// section 3.6.4). The position is nearer than those of before.
    fn references(&self) -> Vec<String> {
        let answering = self.threading.answering.as_ref();
        let before = answering.map_or(&[][..], |it| &it.references);
        let answered = answering.and_then(|it| it.message_id.as_deref());
        let before = before.iter().filter_map(|id| bracketed(id));
        let mut all: Vec<String> = Vec::new();
        let ids = self.thread().into_iter().chain(before);
        let ids = ids.chain(self.positions()).chain(self.position());
        for id in ids.chain(answered.and_then(bracketed)) {
            // What is said again is said where it is nearest, but for what the thread begins with.
            let is_first = all.first() == Some(&id);
            all.retain(|it| is_first || *it != id);
            if !is_first {
                all.push(id);
            }
        }
        all
    }

    /// The host, or a word that is one where it is an IPv6 address.
    fn host(&self) -> &str {
        if self.host.contains(':') {
            "localhost"
        } else {
            self.host
        }
    }

    /// A file name that sorts by time and is the same for the same mail.
    fn file(&self) -> String {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Millis, true);
        let at: String = at.chars().filter(|c| !matches!(c, '-' | ':')).collect();
        let mut local = self.local();
        local.truncate(120);
        format!("{at}-{local}.eml")
    }
}

/// A mail, ready to be sent. It holds an address and may hold a secret: no `Debug`.
pub struct Mail {
    /// The name it has as a file.
    pub(super) file: String,
    pub(super) message: Message,
}

impl Mail {
    /// The whole mail as it goes over the wire.
    pub fn bytes(&self) -> Vec<u8> {
        self.message.formatted()
    }
}

/// Makes a letter into a mail. `Err` when the address is none.
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
    // RFC 3834: no answering machine may answer this, nor may Exchange.
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

/// A message of these parts. Their `Content-Type` is a header of the message like others, so that a
/// signature covers it: the library keeps it with the parts, where its signatures don't look.
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

/// The HTML part with the pictures of the board that it shows (RFC 2387).
fn with_board(
    html: SinglePart,
    drawn: &Drawn,
    posting: &Posting<'_>,
) -> Result<MultiPart, Failure> {
    let related = MultiPart::related()
        .boundary(format!("=_related_{}", posting.local()))
        .singlepart(html)
        .singlepart(picture(PICTURE, "board.png", &drawn.light)?);
    Ok(match &drawn.dark {
        None => related,
        Some(dark) => related.singlepart(picture(DARK_PICTURE, "board-dark.png", dark)?),
    })
}

fn picture(id: &str, name: &str, png: &[u8]) -> Result<SinglePart, Failure> {
    let inline = Attachment::new_inline_with_name(id.to_owned(), name.to_owned());
    Ok(inline.body(png.to_vec(), kind("image/png")?))
}

/// A file that is no part of what is shown.
fn attached(file: &Attached) -> Result<SinglePart, Failure> {
    Ok(Attachment::new(file.name.clone()).body(file.bytes.clone(), kind(file.kind)?))
}

fn kind(name: &str) -> Result<ContentType, Failure> {
    ContentType::parse(name)
        .map_err(|error| Failure::permanent(&format!("no such part can be sent: {error}")))
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}
