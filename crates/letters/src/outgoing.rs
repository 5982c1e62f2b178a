//! The recipient and the contents of a mail in the outbox, determined when it is sent.
//!
//! The wording is in `mail::letter`. A mail is dropped if its notice is no longer true or if it has
//! no recipient. Mail about games goes only to confirmed addresses, unless mail stays in the local
//! mailbox, and not to addresses that bounce. This module also applies the reader's mail settings
//! (`letters::mail_settings`) at that time.

use accounts::account::{language_of, zone_of};
use accounts::codes::{self, Purpose};
use accounts::mail_tokens::Subscription;
use accounts::store::mail_addresses;
use accounts::store::players::Player;
use accounts::{bounces, second_factor, strangers};
use chrono::{Duration, TimeDelta};
use chrono_tz::Tz;
use common::clock::Moment;
use common::notice::{MailKind, NoticeKind};
use mail::letter::CodeLetter;
use mail::letter_account::AccountChanged;
use mail::{Failure, Letter, Line, Recipient, Threading, Unsubscribe};
use notices::outbox::{self, Mail};
use notices::{AccountNotice, MailedCode, Notice};
use play::refusal::{Refusal, Result};
use rules::Language;
use social::chat;

use crate::answers::desk_answer;
use crate::background::Background;
use crate::game_letters::{self, Written};
use crate::mail_settings::wishes::{Facts, When, when};
use crate::mail_settings::{GameWishes, Wishes};
use crate::pushes::{self, Push};
use crate::store::incoming;
use crate::{Letters, digest, operator};

/// How many days a mail is kept after it was sent or dropped.
const KEPT_DAYS: i64 = 30;

/// How long the mails about a new game wait for the answer to the mail that began it.
const MOST_WAIT: TimeDelta = TimeDelta::seconds(60);

/// After this time, a mail about a new game looks again whether that mail is carried out.
const TOLD_WITHIN: TimeDelta = TimeDelta::seconds(2);

/// The result for a mail. A letter may contain a secret, so there is no `Debug`.
pub enum Composed {
    /// The letter is ready to be sent.
    Letter {
        /// The recipient.
        to: Box<Recipient>,
        /// The contents.
        letter: Letter,
        /// The headers that connect a reply with this letter.
        threading: Box<Threading>,
        /// The number of the last chat message in the letter.
        said: Option<i64>,
    },
    /// The notice is no longer true, or has no recipient who wants it.
    NoLongerTrue,
    /// The mail must be examined again at this time.
    Later(Moment),
    /// The mail belongs in the digest of this time.
    Digest(Moment),
    /// The notice is pushed to the reader's browsers and phones first.
    Push(Push),
    /// No mail server would accept the letter now, so it was not written.
    NotNow(Failure),
}

/// The reader of a mail.
struct Reader<'a> {
    to: Recipient,
    player: Option<&'a Player>,
}

/// Writes the letter for a mail in the outbox. `known` must contain the rows for this mail.
pub async fn compose(app: &Letters, mail: &Mail, known: &Background) -> Result<Composed> {
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
    if !is_pushed && is_about_to_be_told(app, mail, &reader, known).await? {
        return Ok(Composed::Later(app.clock.now() + TOLD_WITHIN));
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

/// Whether the server carries out a mail of the reader that has just begun this game. The answer to
/// it comes first, and usually replaces this mail.
async fn is_about_to_be_told(
    app: &Letters,
    mail: &Mail,
    reader: &Reader<'_>,
    known: &Background,
) -> Result<bool> {
    if !matches!(mail.kind, NoticeKind::YourTurn | NoticeKind::GameStarted) {
        return Ok(false);
    }
    let game = mail.game().and_then(|game| known.game(game));
    let since = app.clock.now() - MOST_WAIT;
    let is_new = game
        .and_then(|it| it.started_at)
        .is_some_and(|it| it > since);
    if !is_new || app.config.mail_in.is_none() {
        return Ok(false);
    }
    let conn = &mut *app.db.get().await?;
    Ok(incoming::is_carried_out(conn, &reader.to.address, since).await?)
}

/// Writes the letter for a mail; `None` if its notice is no longer true.
async fn written(
    app: &Letters,
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

/// Whether the notice of a mail is still true and its reader may still know it.
pub async fn is_true(app: &Letters, mail: &Mail) -> Result<bool> {
    let known = Background::of(app, &mut *app.db.get().await?, &[mail]).await?;
    let Some(reader) = recipient(app, mail, &known, true) else {
        return Ok(false);
    };
    let letter = written(app, mail, &known, reader.player, &reader.to).await?;
    Ok(letter.is_some())
}

/// Returns the deadline that a mail reminds of.
fn deadline(mail: &Mail) -> Result<Option<Moment>> {
    if mail.kind != NoticeKind::Reminder {
        return Ok(None);
    }
    Ok(match Notice::of(mail)? {
        Notice::Reminder(reminder) => Some(reminder.deadline),
        _ => None,
    })
}

/// Returns when the mail is due according to its reader's settings.
fn due(
    app: &Letters,
    mail: &Mail,
    reader: &Reader<'_>,
    known: &Background,
    deadline: Option<Moment>,
) -> Result<When> {
    let (Some(kind), Some(player)) = (MailKind::of(mail.kind), reader.player) else {
        // The recipient has requested this mail.
        return Ok(When::Now);
    };
    let wishes = Wishes::of_player(player)?;
    let here = match mail.game() {
        Some(game) => known.wishes(game, player.id),
        None => GameWishes::default(),
    };
    let pause = TimeDelta::minutes(i64::from(app.config.mail_pause));
    let seen = known.seen(player.id);
    // A reader who came after a push service accepted the notice has seen it. Reminders are sent in
    // any case.
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

/// Returns when a mail may go to this address, given its delivery problems.
fn goes(
    app: &Letters,
    mail: &Mail,
    reader: &Reader<'_>,
    known: &Background,
    deadline: Option<Moment>,
) -> When {
    if MailKind::of(mail.kind).is_none() && mail.kind != NoticeKind::Digest {
        // The recipient has requested this mail.
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

/// Returns how the reader can stop mails of this kind; `None` for mails that the reader has
/// requested.
fn unsubscribe(
    app: &Letters,
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
        // The mail that is being answered may have a forged sender.
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

/// Records that a mail has shown the chat up to message `said`.
pub async fn was_told(app: &Letters, mail: &Mail, said: i64) -> Result<()> {
    match (mail.game(), mail.player_id) {
        (Some(game), Some(player)) => chat::told(app, game, player, said).await,
        _ => Ok(()),
    }
}

/// Whether the server accepts replies to a mail. It does not if the address cannot sign up by mail,
/// or for chat in a game that has not begun.
fn is_answerable(app: &Letters, mail: &Mail, known: &Background) -> bool {
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

/// Returns the language for a recipient without an account: that of the answer, or that of the
/// inviting player.
fn language_of_answer(mail: &Mail) -> Language {
    match Notice::of(mail) {
        Ok(Notice::Answer(answer)) => answer.language(),
        Ok(Notice::Invitation(invitation)) => invitation.language,
        _ => Language::English,
    }
}

/// Returns the reader of a mail. A notice that is only pushed needs no address.
fn recipient<'a>(
    app: &Letters,
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

/// Writes the letter about an account; `None` if its contents have expired.
async fn account_letter(
    app: &Letters,
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

/// Removes mails that were sent or dropped long ago, and addresses without recent problems.
/// Releases mails that a digest has failed to include. Several servers may do so at once.
pub async fn remove_old(app: &Letters) -> Result<()> {
    let now = app.clock.now();
    let before = now - Duration::days(KEPT_DAYS);
    let mut conn = app.db.get().await?;
    outbox::release_forgotten(&mut conn, now - Duration::days(5), now).await?;
    mail_addresses::remove_old(&mut conn, before).await?;
    outbox::remove_old(&mut conn, before).await?;
    Ok(())
}

/// Returns how long a notice stays useful.
fn lifetime(notice: &AccountNotice) -> Duration {
    match notice {
        AccountNotice::ConfirmAddress(_) => codes::lifetime(Purpose::Confirm),
        AccountNotice::SignInCode(_) => codes::lifetime(Purpose::SignIn),
        AccountNotice::PasswordReset(_) => codes::lifetime(Purpose::Reset),
        AccountNotice::AccountChanged { .. } => Duration::days(KEPT_DAYS),
    }
}
