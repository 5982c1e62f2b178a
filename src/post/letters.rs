//! What a mail in the outbox says, and to whom, at the moment it is sent.
//!
//! The wording is in `mail::letter`. A notice that is not true any more, or that has nobody to go
//! to, is not sent: mail about games goes only to addresses that their owners have confirmed,
//! unless mail stays in the local mailbox, and not to those that it comes back from. What its
//! reader wants of it (`service::mail_settings`) is asked here, at the moment it could go.

use chrono::{Duration, TimeDelta};
use chrono_tz::Tz;
use common::clock::Moment;
use common::notice::NoticeKind;
use mail::letter::{CodeLetter, Reply, ReplySection};
use mail::letter_account::AccountChanged;
use mail::tongue::Tongue;
use mail::{Answering, Failure, Letter, Line, Recipient, Threading, Unsubscribe};
use rules::Language;

use super::background::Background;
use super::digest;
use super::game_letters::{self, Written};
use super::operator;
use super::pushes::{self, Push};
use crate::config::MailIn;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::accounts::{language_of, zone_of};
use crate::service::codes::{self, Purpose};
use crate::service::mail_settings::when::{Facts, When, when};
use crate::service::mail_settings::{GameWishes, MailKind, Wishes};
use crate::service::mail_tokens::Subscription;
use crate::service::notices::answer::{self, Answer};
use crate::service::notices::{AccountNotice, MailedCode, Notice};
use crate::service::{bounces, chat, second_factor, strangers};
use crate::store::mail_addresses;
use crate::store::outbox::{self, Mail};
use crate::store::players::Player;

/// How long a mail is remembered after it was sent or dropped.
const KEPT_DAYS: i64 = 30;

/// What became of a notice. A letter may hold a secret: no `Debug`.
pub enum Composed {
    /// It is told in this letter.
    Letter {
        /// Whom it is for.
        to: Box<Recipient>,
        /// What it says.
        letter: Letter,
        /// How an answer finds its way back.
        threading: Box<Threading>,
        /// Up to which message it tells what was said at the table.
        said: Option<i64>,
    },
    /// It is not true any more, or there is nobody to tell who wants it.
    NoLongerTrue,
    /// It is to be looked at again then.
    Later(Moment),
    /// It is told in the digest of then.
    Digest(Moment),
    /// It is told to the reader's browsers and phones first.
    Push(Push),
    /// No mail server is there that would take it now: it is not written.
    NotNow(Failure),
}

/// Whom a mail is for.
struct Reader<'a> {
    to: Recipient,
    player: Option<&'a Player>,
}

/// Writes the letter for a mail in the outbox, of which this is known.
pub async fn compose(app: &App, mail: &Mail, known: &Background) -> Result<Composed> {
    let is_pushed = known.is_pushed(mail);
    let Some(reader) = recipient(app, mail, known, is_pushed) else {
        return Ok(Composed::NoLongerTrue);
    };
    let deadline = deadline(mail)?;
    let mut when = due(app, mail, &reader, known, deadline)?;
    if when == When::Now && !is_pushed {
        when = goes(app, mail, &reader, known, deadline);
    }
    match when {
        When::Now => {}
        When::Never => return Ok(Composed::NoLongerTrue),
        When::Later(at) => return Ok(Composed::Later(at)),
        When::Digest(at) => return Ok(Composed::Digest(at)),
    }
    if !is_pushed && let Err(failure) = app.mail.stands().await {
        return Ok(Composed::NotNow(failure));
    }
    let mut to = reader.to;
    to.unsubscribe = unsubscribe(app, mail, reader.player, &to.address);
    let letter = written(app, mail, known, reader.player, &to).await?;
    let Some(written) = letter else {
        return Ok(Composed::NoLongerTrue);
    };
    if is_pushed {
        let push = pushes::push(app, mail, &written.letter, to.language, deadline);
        return Ok(Composed::Push(push));
    }
    let Written {
        letter,
        mut threading,
        said,
        receipt: _,
    } = written;
    threading.bounces_to = bounces::sender(app, &to.address);
    Ok(Composed::Letter {
        to: Box::new(to),
        letter,
        threading: Box::new(threading),
        said,
    })
}

/// The letter for a mail, of which this is known; none where it is not true any more.
async fn written(
    app: &App,
    mail: &Mail,
    known: &Background,
    player: Option<&Player>,
    to: &Recipient,
) -> Result<Option<Written>> {
    if mail.is_torn() {
        return Err(Refusal::internal("a mail about a game names no seat"));
    }
    let of_account = |letter: Option<Letter>| letter.map(Written::from);
    Ok(match (Notice::of(mail)?, &mail.about) {
        (notice, Some(about)) => {
            game_letters::game_letter(app, mail, about, notice, to, known).await?
        }
        (Notice::Answer(answer), None) => Some(desk_answer(app, answer, to)?.into()),
        (Notice::Digest, None) => match player {
            Some(player) => digest::letter(app, mail, player, to)
                .await?
                .map(Written::from),
            None => None,
        },
        (Notice::Account(notice), None) => {
            of_account(account_letter(app, mail, notice, to.language).await?)
        }
        (Notice::Report(notice), None) => of_account(operator::report(app, &notice).await?),
        (Notice::Operator(notice), None) => {
            let told = operator::done(app, notice, player, to.language).await?;
            Some(told.into())
        }
        (Notice::Damage(notice), None) => of_account(Some(operator::damaged(app, &notice)?)),
        (
            Notice::Game(_)
            | Notice::Reminder(_)
            | Notice::Chat
            | Notice::Table(_)
            | Notice::Invitation(_),
            None,
        ) => return Err(Refusal::internal("a mail about a game names none")),
    })
}

/// Whether what a mail tells is still true, whose reader may still know it.
pub async fn is_true(app: &App, mail: &Mail) -> Result<bool> {
    let known = Background::of(app, &mut *app.db.get().await?, &[mail]).await?;
    let Some(reader) = recipient(app, mail, &known, true) else {
        return Ok(false);
    };
    let letter = written(app, mail, &known, reader.player, &reader.to).await?;
    Ok(letter.is_some())
}

/// The deadline that a mail reminds of.
fn deadline(mail: &Mail) -> Result<Option<Moment>> {
    if mail.kind != NoticeKind::Reminder {
        return Ok(None);
    }
    Ok(match Notice::of(mail)? {
        Notice::Reminder(reminder) => Some(reminder.deadline),
        _ => None,
    })
}

/// When its reader wants to be told.
fn due(
    app: &App,
    mail: &Mail,
    reader: &Reader<'_>,
    known: &Background,
    deadline: Option<Moment>,
) -> Result<When> {
    let (Some(kind), Some(player)) = (MailKind::of(mail.kind), reader.player) else {
        // Somebody has asked for it.
        return Ok(When::Now);
    };
    let wishes = Wishes::of_player(player)?;
    let here = match mail.game() {
        Some(game) => known.wishes(game, player.id),
        None => GameWishes::default(),
    };
    let pause = TimeDelta::minutes(i64::from(app.config.mail_pause));
    let seen = known.seen(player.id);
    // Whoever came since a push service took it knows it; that time runs out is told in any case.
    if let (Some(seen), Some(taken)) = (seen, mail.push_taken_at)
        && seen > taken
        && kind != MailKind::Reminders
    {
        return Ok(When::Never);
    }
    let waits = kind == MailKind::Turns && wishes.wait_while_active && !pause.is_zero();
    let facts = Facts {
        now: app.clock.now(),
        kind,
        created_at: mail.created_at,
        deadline,
        seen: seen.filter(|_| waits),
        pause,
    };
    let delivery = here.get(kind).unwrap_or(wishes.get(kind));
    Ok(when(&wishes, delivery, zone_of(player), &facts))
}

/// When a mail goes to this address, by what came back from it.
fn goes(
    app: &App,
    mail: &Mail,
    reader: &Reader<'_>,
    known: &Background,
    deadline: Option<Moment>,
) -> When {
    if MailKind::of(mail.kind).is_none() && mail.kind != NoticeKind::Digest {
        // Somebody has asked for it.
        return When::Now;
    }
    let Some(trouble) = known.trouble(app, &reader.to.address) else {
        return When::Now;
    };
    let declines = reader.player.is_none() && trouble.declined_at.is_some();
    if declines || trouble.suspended_at.is_some() {
        return When::Never;
    }
    let late = trouble.not_before.filter(|at| *at > app.clock.now());
    match late.filter(|at| deadline.is_none_or(|deadline| *at < deadline)) {
        Some(at) => When::Later(at),
        None => When::Now,
    }
}

/// How mails of this kind are stopped; those that somebody has asked for are not.
fn unsubscribe(
    app: &App,
    mail: &Mail,
    player: Option<&Player>,
    address: &str,
) -> Option<Unsubscribe> {
    let id = |player: &Player| player.mail_id.clone();
    let what = match (MailKind::of(mail.kind), player) {
        (Some(kind), Some(player)) => Subscription::Kind {
            player: id(player),
            kind,
        },
        (Some(_), None) => Subscription::Address {
            address: app.mail_tokens.address(address),
        },
        // Somebody else may have written in the name of who is asked.
        (None, None) if mail.kind == NoticeKind::Reply => Subscription::Address {
            address: app.mail_tokens.address(address),
        },
        (None, Some(player)) if mail.kind == NoticeKind::Digest => {
            Subscription::Digest { player: id(player) }
        }
        (None, _) => return None,
    };
    let token = app.mail_tokens.unsubscribe(&what);
    let mail_in = app.config.mail_in.as_ref();
    Some(Unsubscribe {
        url: format!("{}/unsubscribe/{token}", app.config.public_url),
        address: mail_in.map(|mail_in| format!("stop+{token}@{}", mail_in.domain)),
    })
}

/// Keeps what a mail that was sent has told.
pub async fn was_told(app: &App, mail: &Mail, said: i64) -> Result<()> {
    match (mail.game(), mail.player_id) {
        (Some(game), Some(player)) => chat::told(app, game, player, said).await,
        _ => Ok(()),
    }
}

/// The answer to a mail that was not about one seat, or whose writer has that seat no more.
pub(super) fn desk_answer(
    app: &App,
    answer: Answer,
    to: &Recipient,
) -> Result<(Letter, Threading)> {
    let desk = app.config.mail_in.as_ref().map(MailIn::desk);
    let t = Tongue(to.language);
    let letter = Reply::new(&app.config.public_url, to.name.clone(), &answer.subject, t)
        .asking(answer.link.as_deref(), t)
        .saying(&answer.said)
        .with_sections(answer.sections.iter().map(section))
        .letter(to)
        .map_err(Refusal::internal)?;
    let threading = Threading {
        reply_to: answer.reply_to.clone().or(desk),
        answering: Some(answering(&answer)),
        thread: answer.thread.clone(),
        positions: answer.positions.clone(),
        ..Threading::default()
    };
    Ok((letter, threading))
}

/// What an answer answers.
pub(super) fn answering(answer: &Answer) -> Answering {
    Answering {
        message_id: answer.message_id.clone(),
        references: answer.references.clone(),
    }
}

/// A section of an answer as its letter has it.
pub(super) fn section(section: &answer::Section) -> ReplySection {
    ReplySection {
        title: (&section.title).into(),
        lines: section.lines.clone(),
        fixed: section.fixed,
        quoted: section.quoted,
        board: section.board,
    }
}

/// Whether what a mail is answered with is taken in: not from an address that gets no account by mail, nor what is
/// said of a game that has not begun.
fn is_answerable(app: &App, mail: &Mail, known: &Background) -> bool {
    let game = mail.game().and_then(|id| known.game(id));
    let has_begun = game.is_some_and(|game| game.game_seed.is_some());
    let fits = match mail.kind {
        NoticeKind::Invitation => mail.player_id.is_some() || strangers::signs_up(app),
        NoticeKind::Chat => has_begun,
        NoticeKind::GameStarted
        | NoticeKind::YourTurn
        | NoticeKind::Reminder
        | NoticeKind::GameOver
        | NoticeKind::SeatOffered
        | NoticeKind::Reply
        | NoticeKind::Digest => true,
        _ => false,
    };
    app.config.mail_in.is_some() && fits
}

/// The language of somebody without an account: the one that an answer to them is in, or that of the player who
/// invites them.
fn language_of_answer(mail: &Mail) -> Language {
    match Notice::of(mail) {
        Ok(Notice::Answer(answer)) => answer.language(),
        Ok(Notice::Invitation(invitation)) => invitation.language,
        _ => Language::English,
    }
}

/// Whom a mail is for; what is only pushed needs no address.
fn recipient<'a>(
    app: &App,
    mail: &Mail,
    known: &'a Background,
    is_pushed: bool,
) -> Option<Reader<'a>> {
    let address = known.address(app, mail);
    let address = address.or_else(|| is_pushed.then(String::new))?;
    let player = mail.player_id.and_then(|player| known.player(player));
    let language = player.map_or_else(|| language_of_answer(mail), language_of);
    Some(Reader {
        to: Recipient {
            name: player.map(|player| Line::new(&player.name)),
            address,
            language,
            zone: player.map_or(Tz::UTC, zone_of),
            unsubscribe: None,
            answerable: is_answerable(app, mail, known),
        },
        player,
    })
}

/// The letter about an account; `None` when what it tells has expired.
async fn account_letter(
    app: &App,
    mail: &Mail,
    notice: AccountNotice,
    language: Language,
) -> Result<Option<Letter>> {
    let until = mail.created_at + lifetime(&notice);
    if until <= app.clock.now() {
        return Ok(None);
    }
    let public_url = app.config.public_url.clone();
    let second_factor = match mail.player_id {
        Some(player) => second_factor::is_on(app, player).await?,
        None => false,
    };
    let code = |it: MailedCode| CodeLetter {
        public_url: public_url.clone(),
        name: it.name.into(),
        code: it.code.into(),
        link: it.link.map(Line::from),
        until,
        second_factor,
    };
    let letter = match notice {
        AccountNotice::ConfirmAddress(it) => code(it).confirm_address(language),
        AccountNotice::SignInCode(it) => code(it).sign_in(language),
        AccountNotice::PasswordReset(it) => code(it).reset_password(language),
        AccountNotice::AccountChanged { name, what, device } => AccountChanged {
            public_url,
            name: name.into(),
            what,
            device: device.map(Line::from),
            second_factor,
            at: mail.created_at,
        }
        .letter(language),
    };
    letter.map(Some).map_err(Refusal::internal)
}

/// Removes mails that were sent or dropped long ago, and what is known of addresses that had no
/// trouble since; lets go what a digest has forgotten. Several servers may do so at once.
pub async fn remove_old(app: &App) -> Result<()> {
    let now = app.clock.now();
    let before = now - Duration::days(KEPT_DAYS);
    let mut conn = app.db.get().await?;
    outbox::release_forgotten(&mut conn, now - Duration::days(5), now).await?;
    mail_addresses::remove_old(&mut conn, before).await?;
    outbox::remove_old(&mut conn, before).await?;
    Ok(())
}

/// How long it is worth telling.
fn lifetime(notice: &AccountNotice) -> Duration {
    match notice {
        AccountNotice::ConfirmAddress(_) => codes::lifetime(Purpose::Confirm),
        AccountNotice::SignInCode(_) => codes::lifetime(Purpose::SignIn),
        AccountNotice::PasswordReset(_) => codes::lifetime(Purpose::Reset),
        AccountNotice::AccountChanged { .. } => Duration::days(KEPT_DAYS),
    }
}
