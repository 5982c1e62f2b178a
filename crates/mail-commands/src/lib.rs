//! Incoming mail: the server stores each mail when it accepts it. A job processes it and answers
//! through the outbox, once each.
//!
//! - [`accept`] stores a mail, [`deal_with`] carries it out, and [`finish`] writes the answer and
//!   marks the mail in one transaction.
//! - `seat`: mail to the secret address of a seat, with moves in `moves`, chat and notes in `said`,
//!   questions in `asked`, standing orders in `orders`, and resigning and rematches in `ending`.
//! - `desk`: mail to the public address, with `tables` for lines that name a game.
//! - `stranger`: mail from senders without an account, who get one if they agree.
//! - `confirm`: commands that the player must confirm first.
//! - `consent`: yes and no.
//! - `holiday`: the word `vacation`, with `days` for dates as people write them.
//! - `words`: the commands, with those about mail in `mail_words` (`common::synonyms` has their
//!   synonyms, `common::wording` the words that people write around them).
//! - `manual`: the guides and the rules. `why`: reasons for refusals.
//!
//! Bounces and the mails of “unsubscribe” buttons are processed by other modules, and get no
//! answer.
//!
//! The third mail within a day that repeats the same text without effect gets no answer. Otherwise
//! an auto-responder without the headers of RFC 3834 would answer for ever.
//!
//! `mail::inbound` parses the messages.

mod asked;
mod confirm;
pub mod consent;
mod days;
mod desk;
mod ending;
pub mod holiday;
pub mod mail_words;
mod manual;
mod moves;
mod orders;
mod said;
mod seat;
pub mod store;
pub mod stranger;
mod tables;
mod why;
pub mod words;
pub mod worker;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use accounts::identity::mailbox;
use accounts::reply_addresses::{self, Addressee, without_position};
use accounts::store::{mailed_commands, players, strangers};
use accounts::{account, attempts, bounces};
use admin::{Admin, acts};
use chrono::TimeDelta;
use common::ids::PlayerId;
use common::texts::message;
use db::leases::{LEASE, backoff_seconds};
use db::sets::InboundEnd;
use letters::unsubscribe;
use mail::inbound::own::OwnText;
use mail::inbound::read::{self, Reader};
use mail::inbound::session::MAX_MESSAGE;
use mail::inbound::strip::visible;
use mail::inbound::{Incoming, Unreadable};
use notices::answer::Answer;
use notices::outbox::{self, NewMail, To};
use play::refusal::{Refusal, Result};
use play::store::resignations;
use rules::{Language, Message};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::Notify;
use why::why;

use crate::store::{Arrival, NewArrival};

/// The largest number of attempts for a mail.
const MOST_ATTEMPTS: i32 = 12;

/// How many mails a day with the same text and without effect are answered.
const MOST_IN_VAIN: i64 = 2;

/// How many days commands wait for a confirmation, and questions for an answer.
const CONFIRM_DAYS: i64 = 3;

/// The largest number of attempts for a mail during which the process dies.
const MOST_DEATHS: i32 = 3;

/// Returns `Ok` if the server accepts mail to this address, otherwise [`Refusal::NotFound`].
pub async fn knows(app: &MailCommands, to: &str) -> Result<()> {
    match reply_addresses::find(app, to).await? {
        Some(_) => Ok(()),
        None => Err(Refusal::NOT_FOUND),
    }
}

/// Stores a mail for one recipient. After `Ok`, the mail is not lost. A mail that is already stored
/// is not stored again.
pub async fn accept(app: &MailCommands, from: &str, to: &str, raw: &[u8]) -> Result<()> {
    if raw.len() > MAX_MESSAGE || read::check(raw).is_err() {
        return Err(base::Refusal::TooLarge.into());
    }
    knows(app, to).await?;
    // Rate limits and duplicates ignore the position in an address: all mails to a seat count
    // together, and a mail to two addresses of the same seat is one mail.
    let addressee = without_position(to);
    app.limits.inbound(from, &addressee)?;
    let now = app.clock.now();
    let key = read::key(raw, &addressee);
    let mail = NewArrival {
        key: &key,
        sender: &visible(from),
        recipient: to,
        raw,
        received_at: now,
        due_at: now,
    };
    let is_new = store::put(&mut *app.db.get().await?, &mail).await?;
    if !is_new {
        // The mail is stored, but a standby may not have it yet.
        app.tables.committer.settle().await?;
    }
    metrics::counter!("turnpike_inbound_mails_total", "new" => if is_new { "yes" } else { "no" })
        .increment(1);
    app.inbound.notify_one();
    Ok(())
}

/// A caller who has shown the secret for handing over mail.
pub struct Courier(());

/// Checks the secret for handing over mail.
///
/// # Errors
///
/// [`Refusal::NotSignedIn`] if the secret is wrong or the server has none.
pub fn courier(app: &MailCommands, secret: Option<&str>) -> Result<Courier> {
    let own = app
        .config
        .mail_in
        .as_ref()
        .and_then(|mail_in| mail_in.secret.as_deref())
        // Without a configured secret, no secret is right.
        .ok_or(Refusal::NOT_SIGNED_IN)?;
    let shown = secret.unwrap_or_default();
    match bool::from(own.as_bytes().ct_eq(shown.as_bytes())) {
        true => Ok(Courier(())),
        false => Err(Refusal::NOT_SIGNED_IN),
    }
}

/// Like [`accept`], for mail that comes by HTTP. If `from` is missing, the sender is taken from
/// `Return-Path` or `From`.
pub async fn hand_over(
    app: &MailCommands,
    _: Courier,
    from: Option<&str>,
    to: &str,
    raw: &[u8],
) -> Result<()> {
    let bare = |address: &str| address.trim().trim_matches(['<', '>']).to_owned();
    let from = match from {
        Some(from) => bare(from),
        None => read::sender(raw).unwrap_or_default(),
    };
    accept(app, &from, &bare(to), raw).await
}

/// The result of processing a mail.
pub enum Dealt {
    /// The mail gets an answer.
    Answer {
        /// The answer.
        answer: Box<NewMail>,
        /// A hash of the mail's text if the mail had no effect.
        vain: Option<Vec<u8>>,
    },
    /// The mail gets no answer, for this reason.
    Silence(&'static str),
}

/// The answer to a mail.
pub enum Answered {
    /// The commands were carried out or answered, or the server asks back.
    Done(Box<NewMail>),
    /// No command could be carried out.
    InVain(Box<NewMail>),
    /// No answer, for this reason.
    Silence(&'static str),
}

impl Answered {
    fn new(answer: NewMail, in_vain: bool) -> Answered {
        match in_vain {
            true => Answered::InVain(Box::new(answer)),
            false => Answered::Done(Box::new(answer)),
        }
    }
}

/// Carries out the commands in a mail, and writes the answer. A repeat after a crash does nothing
/// twice.
pub async fn deal_with(app: &MailCommands, mail: &Arrival) -> Result<Dealt> {
    let Some(mail_in) = &app.config.mail_in else {
        return Ok(Dealt::Silence("closed"));
    };
    let addressee = reply_addresses::find(app, &mail.recipient).await?;
    match &addressee {
        Some(Addressee::Bounces(token)) => {
            let what = bounces::deal_with(app, token.as_deref(), &mail.raw).await?;
            return Ok(Dealt::Silence(what));
        }
        Some(Addressee::Stop(token)) if !mail.sender.is_empty() => {
            return match unsubscribe::stop(app, token).await {
                Ok(_) => Ok(Dealt::Silence("unsubscribed")),
                Err(Refusal::General(base::Refusal::NotFound)) => {
                    Ok(Dealt::Silence("unknown address"))
                }
                Err(refusal) => Err(refusal),
            };
        }
        _ => {}
    }
    let host = app.config.public_host();
    let hosts = [host, mail_in.domain.as_str()];
    let from = &app.config.mail_from;
    let own = OwnText::new(
        from.name.as_deref().unwrap_or_default(),
        from.email.as_ref(),
        &mail_in.domain,
        &app.config.public_url,
    );
    let reader = Reader {
        hosts: &hosts,
        authserv_id: mail_in.authserv_id.as_deref(),
        own: &own,
        is_command: words::is_command,
    };
    let incoming = match reader.read(&mail.raw, &mail.sender) {
        Ok(incoming) => incoming,
        Err(Unreadable::Nothing) => return Ok(Dealt::Silence("nothing")),
        Err(Unreadable::TooMuch) => return Ok(Dealt::Silence("too much")),
    };
    if let Some(why) = incoming.silence {
        return Ok(Dealt::Silence(why));
    }
    let is_secret = matches!(
        addressee,
        Some(Addressee::Seat { .. } | Addressee::Stranger(_))
    );
    let answered = match addressee {
        None => return Ok(Dealt::Silence("unknown address")),
        Some(Addressee::Bounces(_) | Addressee::Stop(_)) => return Ok(Dealt::Silence("bounce")),
        Some(Addressee::Seat {
            game,
            seat,
            player,
            seq,
        }) => {
            let seat = seat::Addressed {
                id: &game,
                seat,
                player,
                seq,
            };
            seat::answer(app, mail, &incoming, &hosts, seat).await?
        }
        Some(Addressee::Desk) => desk::answer(app, mail, &incoming, &hosts).await?,
        Some(Addressee::Confirmation(hash)) => confirm::answer(app, mail, &incoming, &hash).await?,
        Some(Addressee::Stranger(hash)) => {
            stranger::confirmed(app, mail, &incoming, &hosts, &hash).await?
        }
    };
    let (answer, in_vain) = match answered {
        Answered::Silence(why) => return Ok(Dealt::Silence(why)),
        Answered::Done(answer) => (answer, false),
        Answered::InVain(answer) => (answer, true),
    };
    let vain = in_vain.then(|| vain(mail, &incoming));
    if let Some(vain) = &vain {
        let mut conn = app.db.get().await?;
        let since = app.clock.now() - TimeDelta::days(1);
        let before = store::said_in_vain(&mut conn, vain, since).await?;
        if before >= MOST_IN_VAIN {
            return Ok(Dealt::Silence("repeated"));
        }
        drop(conn);
        // A secret address is counted itself. For the desk the sender is counted, because anyone
        // can write there under a player's name.
        let from = incoming.from.as_deref().unwrap_or(&mail.sender);
        let counts_for = match is_secret {
            true => without_position(&mail.recipient).to_lowercase(),
            false => mailbox(from),
        };
        match attempts::in_vain(app, &counts_for, incoming.is_vouched_for()).await {
            Err(accounts::Refusal::General(base::Refusal::RateLimited { .. })) => {
                return Ok(Dealt::Silence("in vain"));
            }
            counted => counted?,
        }
    }
    Ok(Dealt::Answer { answer, vain })
}

/// Returns an empty reply to this mail, for a reader of this language.
fn answer_to(incoming: &Incoming, language: Language) -> Answer {
    let id = incoming.message_id.clone();
    Answer::to(&incoming.subject, id, &incoming.answers, language)
}

/// Returns a hash of a mail's recipient, sender and text. An auto-responder that looks like a
/// person repeats the same text, regardless of the answers.
fn vain(mail: &Arrival, incoming: &Incoming) -> Vec<u8> {
    let digest = Sha256::new()
        .chain_update(without_position(&mail.recipient).to_lowercase())
        .chain_update("\0")
        .chain_update(incoming.from.as_deref().unwrap_or_default());
    let said = match incoming.lines.as_slice() {
        [] => digest.chain_update(&incoming.text),
        lines => lines.iter().fold(digest, |digest, line| {
            digest.chain_update("\0").chain_update(line)
        }),
    };
    said.finalize().to_vec()
}

/// Writes the answer into the outbox and ends the mail in one transaction, together with the
/// commands that it has confirmed.
pub async fn finish(app: &MailCommands, mail: &Arrival, dealt: Dealt) -> Result<()> {
    let now = app.clock.now();
    let (end, reason, answer, vain) = match dealt {
        Dealt::Answer { answer, vain } => (InboundEnd::Answered, None, Some(answer), vain),
        Dealt::Silence(why) => (InboundEnd::Silent, Some(why), None, None),
    };
    let confirmed = reply_addresses::confirmation_hash(&mail.recipient);
    app.transaction(async |conn| {
        if !store::end(conn, mail, end, reason, vain.as_deref(), now).await? {
            return Ok(());
        }
        if let Some(answer) = &answer {
            outbox::put(conn, std::slice::from_ref(answer)).await?;
        }
        if let Some(hash) = &confirmed {
            mailed_commands::remove_claimed(conn, hash, mail.id).await?;
        }
        Ok(())
    })
    .await?;
    let outcome = reason.unwrap_or("answered");
    metrics::counter!("turnpike_inbound_dealt_with_total", "outcome" => outcome).increment(1);
    app.outbox.notify_one();
    Ok(())
}

/// Whether a mail must not be read again, because its workers have died too often.
pub const fn is_deadly(mail: &Arrival) -> bool {
    mail.abandoned && mail.attempts > MOST_DEATHS
}

/// Returns the answer for a suspended player, whose mail is not carried out.
async fn suspended(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    player: PlayerId,
) -> Result<Option<Answered>> {
    let refused = match acts::refuse_suspended(app, player).await {
        Ok(()) => return Ok(None),
        Err(refused @ Refusal::Accounts(accounts::Refusal::Suspended(_))) => refused,
        Err(refusal) => return Err(refusal),
    };
    let mut answer = answer_to(incoming, language_of(app, player).await?);
    answer.say(why(&refused));
    let answer = answer.mail(mail.id, To::Player(player), None, app.clock.now());
    Ok(Some(Answered::new(answer, true)))
}

/// Ends a mail without an answer.
pub async fn give_up(app: &MailCommands, mail: &Arrival, why: &'static str) -> Result<()> {
    let mut conn = app.db.get().await?;
    store::end(
        &mut conn,
        mail,
        InboundEnd::Dead,
        Some(why),
        None,
        app.clock.now(),
    )
    .await?;
    metrics::counter!("turnpike_inbound_dealt_with_total", "outcome" => "dead").increment(1);
    tracing::error!(mail = mail.id, why, "an incoming mail was given up");
    Ok(())
}

/// Returns a mail to the queue after a failure, or ends it after too many attempts.
pub async fn put_back(app: &MailCommands, mail: &Arrival, why: &'static str) -> Result<()> {
    if mail.attempts >= MOST_ATTEMPTS {
        return give_up(app, mail, why).await;
    }
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let due = now + TimeDelta::seconds(backoff_seconds(mail.attempts, 5, 3600));
    store::retry(&mut conn, mail, due).await?;
    tracing::warn!(mail = mail.id, why, %due, "an incoming mail is tried again later");
    Ok(())
}

/// Leases up to `count` mails that are due.
pub async fn lease(app: &MailCommands, count: usize) -> Result<Vec<Arrival>> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    Ok(store::lease(&mut conn, now, now + LEASE, count).await?)
}

/// Returns the number of waiting mails.
pub async fn waiting(app: &MailCommands) -> Result<i64> {
    let mut conn = app.db.get().await?;
    Ok(store::waiting(&mut conn).await?)
}

/// Deletes old data: mails that were processed long ago, unconfirmed commands, and expired
/// questions.
pub async fn remove_old(app: &MailCommands) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    store::remove_old(&mut conn, now - TimeDelta::days(30)).await?;
    mailed_commands::remove_old(&mut conn, now).await?;
    strangers::remove_old(&mut conn, now).await?;
    resignations::remove_old(&mut conn, now - TimeDelta::days(CONFIRM_DAYS)).await?;
    Ok(())
}

/// Returns the language for answers to this player.
async fn language_of(app: &MailCommands, player: PlayerId) -> Result<Language> {
    let mut conn = app.db.get().await?;
    let player = players::by_id(&mut conn, player).await?;
    Ok(player
        .as_ref()
        .map(account::language_of)
        .unwrap_or_default())
}

/// Returns the lines of a mail. The limit is that of a request with moves.
fn lines(incoming: &Incoming) -> Result<&[String], Message> {
    let most = play::moves::MAX_MOVES;
    match incoming.lines.len() {
        n if n > most => Err(message("answer-too-many-lines")
            .with("n", n)
            .with("most", most)),
        0 if incoming.is_encrypted => Err(message("answer-encrypted")),
        _ => Ok(&incoming.lines),
    }
}

/// The maximal length of a line that an answer quotes, in characters.
const REPEATED: usize = 60;

/// Names a line of a mail in an answer: `Line 2, “roll”`.
fn named(n: usize, line: &str) -> Message {
    message("answer-line")
        .with("n", n + 1)
        .with("line", begun(line))
}

/// Returns the message that a line of a mail was not understood, with the reason.
fn not_understood(n: usize, line: &str, why: Message) -> Message {
    let said = message("answer-not-understood").with("line", named(n, line));
    said.with("why", why)
}

/// Returns the beginning of a text as an answer quotes it.
fn begun(line: &str) -> String {
    let mut shown: String = line.chars().take(REPEATED).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}

/// The state of incoming mail.
pub struct MailCommands {
    /// The state of the server's operation.
    pub admin: Admin,
    /// Wakes the worker for incoming mail.
    pub inbound: Arc<Notify>,
}

impl Deref for MailCommands {
    type Target = Admin;

    fn deref(&self) -> &Admin {
        &self.admin
    }
}

impl DerefMut for MailCommands {
    fn deref_mut(&mut self) -> &mut Admin {
        &mut self.admin
    }
}
