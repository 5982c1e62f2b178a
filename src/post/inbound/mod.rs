//! Mail that comes in: stored when it is accepted, dealt with by a job, answered through the
//! outbox, once each.
//!
//! - [`accept`] stores; [`deal_with`] decides; [`finish`] writes the answer and the end together;
//! - `seat`: mail to the secret address of a seat: its moves in `moves`, chat and notes in `said`, what
//!   it asks in `asked`, resigning and rematches in `ending`; `desk`: mail to everybody's address, with
//!   `tables` for its lines that name a game;
//! - `stranger`: mail from people without an account, who get one when they say so;
//! - `confirm`: what its player is asked about first; `consent`: yes and no; `holiday`: the word
//!   `vacation`, with `days` as people write them;
//! - `wording`: what people write around what they mean;
//! - `words`: the commands, `mail_words` those about mail (`common::synonyms` has their synonyms);
//!   `orders`: moves in advance; `manual`: how to play, and the rules; `why`: reasons for refusals.
//!
//! Bounces and the mails of “unsubscribe” buttons are dealt with elsewhere, and get no answer.
//!
//! The third mail within a day that says the same and achieves nothing gets no answer. Otherwise an
//! auto-responder without the headers of RFC 3834 would answer for ever.
//!
//! Not here: how a message is read (`mail::inbound`).

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
pub mod stranger;
mod tables;
mod why;
pub mod wording;
pub mod words;

use chrono::TimeDelta;
use common::ids::PlayerId;
use common::texts::message;
use db::leases::{LEASE, backoff_seconds};
use db::sets::InboundEnd;
use mail::inbound::own::OwnText;
use mail::inbound::read::{self, Reader};
use mail::inbound::session::MAX_MESSAGE;
use mail::inbound::strip::visible;
use mail::inbound::{Incoming, Unreadable};
use rules::{Language, Message};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::post::unsubscribe;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::identity::mailbox;
use crate::service::notices::answer::Answer;
use crate::service::reply_addresses::{self, Addressee, without_position};
use crate::service::{accounts, admin, bounces, tries};
use crate::store::inbound::{self, Arrival, NewArrival};
use crate::store::outbox::To;
use crate::store::outbox::{self, NewMail};
use crate::store::{mailed_commands, players, resignations, strangers};
use why::why;

/// How often a mail is tried before it is given up.
const MOST_ATTEMPTS: i32 = 12;

/// How often within a day the same is answered that leads to nothing.
const MOST_IN_VAIN: i64 = 2;

/// How long commands wait to be confirmed, and a question to be answered.
const CONFIRM_DAYS: i64 = 3;

/// How often a mail is tried over which the process dies.
const MOST_DEATHS: i32 = 3;

/// Whether mail to this address is taken.
pub async fn knows(app: &App, to: &str) -> Result<()> {
    match reply_addresses::find(app, to).await? {
        Some(_) => Ok(()),
        None => Err(Refusal::NotFound),
    }
}

/// Stores a mail for one recipient. Once this answers `Ok`, it is not lost. What came before is
/// not stored again.
pub async fn accept(app: &App, from: &str, to: &str, raw: &[u8]) -> Result<()> {
    if raw.len() > MAX_MESSAGE || read::check(raw).is_err() {
        return Err(Refusal::TooLarge);
    }
    knows(app, to).await?;
    // However many positions they name, mails to one seat are counted together, and one that comes
    // to two of its addresses is one mail.
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
    let is_new = inbound::put(&mut *app.db.get().await?, &mail).await?;
    if !is_new {
        // It is there, which does not say that a standby has it.
        app.tables.committer.settle().await?;
    }
    metrics::counter!("turnpike_inbound_mails_total", "new" => if is_new { "yes" } else { "no" })
        .increment(1);
    app.inbound.notify_one();
    Ok(())
}

/// Somebody who has shown the secret for handing mails over.
pub struct Courier(());

/// Whoever shows this secret, if it is the right one.
pub fn courier(app: &App, secret: Option<&str>) -> Result<Courier> {
    let own = app
        .config
        .mail_in
        .as_ref()
        .and_then(|mail_in| mail_in.secret.as_deref())
        // Where mail is not taken so, no secret is right.
        .ok_or(Refusal::NotSignedIn)?;
    let shown = secret.unwrap_or_default();
    match bool::from(own.as_bytes().ct_eq(shown.as_bytes())) {
        true => Ok(Courier(())),
        false => Err(Refusal::NotSignedIn),
    }
}

/// As [`accept`], by HTTP. Without an envelope sender it is the one in `Return-Path` or `From`.
pub async fn hand_over(
    app: &App,
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

/// What comes of a mail.
pub enum Dealt {
    /// It is answered.
    Answer {
        /// The answer.
        answer: Box<NewMail>,
        /// Stands for what the mail said, where that led to nothing.
        vain: Option<Vec<u8>>,
    },
    /// It gets no answer, for this reason.
    Silence(&'static str),
}

/// What is said back to a mail.
enum Answered {
    /// What it asked for was done, told or asked back.
    Done(Box<NewMail>),
    /// Nothing in it could be done.
    InVain(Box<NewMail>),
    /// Nothing, for this reason.
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

/// Deals with a mail: does what it says, and writes the answer. Called again after a crash, it
/// does nothing twice.
pub async fn deal_with(app: &App, mail: &Arrival) -> Result<Dealt> {
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
                Err(Refusal::NotFound) => Ok(Dealt::Silence("unknown address")),
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
        let before = inbound::said_in_vain(&mut conn, vain, since).await?;
        if before >= MOST_IN_VAIN {
            return Ok(Dealt::Silence("repeated"));
        }
        drop(conn);
        // Mail to a secret address counts for that: anybody can write to the desk in a player's name.
        let from = incoming.from.as_deref().unwrap_or(&mail.sender);
        let counts_for = match is_secret {
            true => without_position(&mail.recipient).to_lowercase(),
            false => mailbox(from),
        };
        match tries::in_vain(app, &counts_for, incoming.is_vouched_for()).await {
            Err(Refusal::TooMany { .. }) => return Ok(Dealt::Silence("in vain")),
            counted => counted?,
        }
    }
    Ok(Dealt::Answer { answer, vain })
}

/// Stands for what a mail says to whom: a responder that looks like a person says the same again and
/// again, whatever it is answered.
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

/// Writes the answer into the outbox and ends the mail, both or neither.
pub async fn finish(app: &App, mail: &Arrival, dealt: Dealt) -> Result<()> {
    let now = app.clock.now();
    let (end, reason, answer, vain) = match dealt {
        Dealt::Answer { answer, vain } => (InboundEnd::Answered, None, Some(answer), vain),
        Dealt::Silence(why) => (InboundEnd::Silent, Some(why), None, None),
    };
    app.transaction(async |conn| {
        if inbound::end(conn, mail, end, reason, vain.as_deref(), now).await?
            && let Some(answer) = &answer
        {
            outbox::put(conn, std::slice::from_ref(answer)).await?;
        }
        Ok(())
    })
    .await?;
    let outcome = reason.unwrap_or("answered");
    metrics::counter!("turnpike_inbound_dealt_with_total", "outcome" => outcome).increment(1);
    app.outbox.notify_one();
    Ok(())
}

/// Whether a mail must not be read again: too often, nobody was left to put it back.
pub const fn is_deadly(mail: &Arrival) -> bool {
    mail.abandoned && mail.attempts > MOST_DEATHS
}

/// The answer to somebody whose account is suspended: nothing that the mail asks for is done.
async fn suspended(
    app: &App,
    mail: &Arrival,
    incoming: &Incoming,
    player: PlayerId,
) -> Result<Option<Answered>> {
    let refused = match admin::refuse_suspended(app, player).await {
        Ok(()) => return Ok(None),
        Err(refused @ Refusal::Suspended(_)) => refused,
        Err(refusal) => return Err(refusal),
    };
    let mut answer = Answer::to(incoming, language_of(app, player).await?);
    answer.say(why(&refused));
    let answer = answer.mail(mail, To::Player(player), None, app.clock.now());
    Ok(Some(Answered::new(answer, true)))
}

/// Gives a mail up.
pub async fn give_up(app: &App, mail: &Arrival, why: &'static str) -> Result<()> {
    let mut conn = app.db.get().await?;
    inbound::end(
        &mut conn,
        mail,
        InboundEnd::Dead,
        Some(why),
        None,
        app.clock.now(),
    )
    .await?;
    metrics::counter!("turnpike_inbound_dealt_with_total", "outcome" => "dead").increment(1);
    tracing::error!(mail = mail.id, why, "a mail that came in was given up");
    Ok(())
}

/// Puts a mail back that could not be dealt with, or gives it up.
pub async fn put_back(app: &App, mail: &Arrival, why: &'static str) -> Result<()> {
    if mail.attempts >= MOST_ATTEMPTS {
        return give_up(app, mail, why).await;
    }
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let due = now + TimeDelta::seconds(backoff_seconds(mail.attempts, 5, 3600));
    inbound::retry(&mut conn, mail, due).await?;
    tracing::warn!(mail = mail.id, why, %due, "a mail that came in is tried again later");
    Ok(())
}

/// Takes so many of the mails that are due.
pub async fn lease(app: &App, count: usize) -> Result<Vec<Arrival>> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    Ok(inbound::lease(&mut conn, now, now + LEASE, count).await?)
}

/// How many mails wait to be dealt with.
pub async fn waiting(app: &App) -> Result<i64> {
    let mut conn = app.db.get().await?;
    Ok(inbound::waiting(&mut conn).await?)
}

/// Forgets mails that were dealt with long ago, commands that nobody confirmed, and who was asked for an answer
/// that does not count any more.
pub async fn remove_old(app: &App) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    inbound::remove_old(&mut conn, now - TimeDelta::days(30)).await?;
    mailed_commands::remove_old(&mut conn, now).await?;
    strangers::remove_old(&mut conn, now).await?;
    resignations::remove_old(&mut conn, now - TimeDelta::days(CONFIRM_DAYS)).await?;
    Ok(())
}

/// The language that this player is answered in.
async fn language_of(app: &App, player: PlayerId) -> Result<Language> {
    let mut conn = app.db.get().await?;
    let player = players::by_id(&mut conn, player).await?;
    Ok(player
        .as_ref()
        .map(accounts::language_of)
        .unwrap_or_default())
}

/// The lines of a mail, at most so many as a request to play may hold.
fn lines(incoming: &Incoming) -> Result<&[String], Message> {
    let most = crate::service::play::MAX_MOVES;
    match incoming.lines.len() {
        n if n > most => Err(message("answer-too-many-lines")
            .with("n", n)
            .with("most", most)),
        0 if incoming.is_encrypted => Err(message("answer-encrypted")),
        _ => Ok(&incoming.lines),
    }
}

/// The most of a line that an answer repeats, in characters.
const REPEATED: usize = 60;

/// A line of a mail as an answer names it: `Line 2, “roll”`.
fn named(n: usize, line: &str) -> Message {
    message("answer-line")
        .with("n", n + 1)
        .with("line", begun(line))
}

/// Says that a line of a mail is not understood, and why.
fn not_understood(n: usize, line: &str, why: Message) -> Message {
    let said = message("answer-not-understood").with("line", named(n, line));
    said.with("why", why)
}

/// The beginning of what a mail says, as an answer repeats it.
fn begun(line: &str) -> String {
    let mut shown: String = line.chars().take(REPEATED).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}
