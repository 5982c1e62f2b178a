//! What a mail in the outbox says, and to whom, at the moment it is sent.
//!
//! The wording is in `mail::letter`. A notice that is not true any more, or that has nobody to go
//! to, is not sent: mail about games goes only to addresses that their owners have confirmed,
//! unless mail stays in the local mailbox.

use chrono::Duration;

use super::chat;
use super::codes::Purpose;
use super::game_letters::{self, Written};
use super::inbound::answer::{self, Answer};
use super::notices::AccountNotice;
use super::reports::{self, ReportNotice};
use crate::app::App;
use crate::config::MailIn;
use crate::mail::letter::{ConfirmAddress, PasswordReset, Reply, SignInCode};
use crate::mail::{Answering, Letter, Line, Recipient, Threading};
use crate::problem::{Problem, database};
use crate::store::outbox::{self, Mail};
use crate::store::players;

/// How long a mail is remembered after it was sent or dropped.
const KEPT_DAYS: i64 = 30;

/// What became of a notice. A letter may hold a secret: no `Debug`.
pub enum Composed {
    /// It is told in this letter.
    Letter {
        /// Whom it is for.
        to: Recipient,
        /// What it says.
        letter: Letter,
        /// How an answer finds its way back.
        threading: Threading,
        /// Up to which message it tells what was said at the table.
        said: Option<i64>,
    },
    /// It is not true any more, or there is nobody to tell.
    NoLongerTrue,
}

/// Writes the letter for a mail in the outbox.
pub async fn compose(app: &App, mail: &Mail) -> Result<Composed, Problem> {
    let Some(to) = recipient(app, mail).await? else {
        return Ok(Composed::NoLongerTrue);
    };
    let letter = if !mail.game_id.is_empty() {
        game_letters::game_letter(app, mail, &to).await?
    } else if mail.kind == Answer::KIND {
        Some(desk_answer(app, mail, &to)?.into())
    } else {
        let letter = match mail.kind.as_str() {
            ReportNotice::KIND => reports::letter(app, mail).await?,
            _ => account_letter(app, mail)?,
        };
        letter.map(|letter| (letter, Threading::default()).into())
    };
    Ok(letter.map_or(Composed::NoLongerTrue, |written: Written| {
        Composed::Letter {
            to,
            letter: written.letter,
            threading: written.threading,
            said: written.said,
        }
    }))
}

/// Keeps what a mail that was sent has told.
pub async fn was_told(app: &App, mail: &Mail, said: i64) -> Result<(), Problem> {
    match mail.player_id {
        Some(player) => chat::told(app, &mail.game_id, player, said).await,
        None => Ok(()),
    }
}

/// The facts of an answer to a mail.
pub(super) fn answer_of(mail: &Mail) -> Result<Answer, Problem> {
    serde_json::from_value(mail.payload.clone())
        .map_err(|_| Problem::internal("the payload of an answer cannot be read"))
}

/// The answer to a mail that was not about one seat.
fn desk_answer(app: &App, mail: &Mail, to: &Recipient) -> Result<(Letter, Threading), Problem> {
    let answer = answer_of(mail)?;
    let desk = app.config.mail_in.as_ref().map(MailIn::desk);
    let letter = Reply::new(&app.config.public_url, to.name.clone(), &answer.subject)
        .saying(&answer.said)
        .with_sections(answer.sections.iter().map(section))
        .letter()
        .map_err(Problem::internal)?;
    let threading = Threading {
        reply_to: answer.reply_to.or(desk),
        seq: None,
        answering: Some(Answering {
            message_id: answer.message_id,
        }),
    };
    Ok((letter, threading))
}

/// A section of an answer as its letter has it.
pub(super) fn section(section: &answer::Section) -> (Line, Vec<String>, bool) {
    (
        (&section.title).into(),
        section.lines.clone(),
        section.fixed,
    )
}

/// Whom a mail is for: the address in it, else the player's own.
async fn recipient(app: &App, mail: &Mail) -> Result<Option<Recipient>, Problem> {
    let Some(player) = mail.player_id else {
        let to = |address| Recipient {
            name: None,
            address,
        };
        return Ok(mail.address.clone().map(to));
    };
    let mut conn = app.db.get().await?;
    let found = players::by_id(&mut conn, player).await.map_err(database)?;
    let Some(player) = found else {
        return Ok(None);
    };
    let good = player.email_confirmed_at.is_some() || app.config.mail_is_local();
    let own = player.email.filter(|_| good);
    let name = Some(Line::new(&player.name));
    let address = mail.address.clone().or(own);
    Ok(address.map(|address| Recipient { name, address }))
}

/// The letter with a code; `None` when the code has expired.
fn account_letter(app: &App, mail: &Mail) -> Result<Option<Letter>, Problem> {
    let notice: AccountNotice = serde_json::from_value(mail.payload.clone()).map_err(|_| {
        // The error would quote the payload, which is secret.
        Problem::internal(format!(
            "the payload of a {} mail cannot be read",
            mail.kind
        ))
    })?;
    let until = mail.created_at + purpose(&notice).lifetime();
    if until <= app.clock.now() {
        return Ok(None);
    }
    let public_url = app.config.public_url.clone();
    let letter = match notice {
        AccountNotice::ConfirmAddress { name, code } => ConfirmAddress {
            public_url,
            name: name.into(),
            code: code.into(),
            until,
        }
        .letter(),
        AccountNotice::SignInCode { name, code } => SignInCode {
            public_url,
            name: name.into(),
            code: code.into(),
            until,
        }
        .letter(),
        AccountNotice::PasswordReset { name, code } => PasswordReset {
            public_url,
            name: name.into(),
            code: code.into(),
            until,
        }
        .letter(),
    };
    letter.map(Some).map_err(Problem::internal)
}

/// Removes mails that were sent or dropped long ago. Several servers may do so at once.
pub async fn remove_old(app: &App) -> Result<(), Problem> {
    let before = app.clock.now() - Duration::days(KEPT_DAYS);
    let mut conn = app.db.get().await?;
    outbox::remove_old(&mut conn, before)
        .await
        .map_err(database)?;
    Ok(())
}

fn purpose(notice: &AccountNotice) -> Purpose {
    match notice {
        AccountNotice::ConfirmAddress { .. } => Purpose::Confirm,
        AccountNotice::SignInCode { .. } => Purpose::SignIn,
        AccountNotice::PasswordReset { .. } => Purpose::Reset,
    }
}
