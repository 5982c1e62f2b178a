//! What a mail in the outbox says, and to whom, at the moment it is sent.
//!
//! The wording is in `mail::letter`. A notice that is not true any more, or that has nobody to go
//! to, is not sent: mail about games goes only to addresses that their owners have confirmed,
//! unless mail stays in the local mailbox.

use chrono::Duration;

use super::game_letters;
use super::notices::AccountNotice;
use crate::app::App;
use crate::mail::letter::{ConfirmAddress, PasswordReset, SignInCode};
use crate::mail::{Letter, Line, Recipient};
use crate::problem::{Problem, database};
use crate::store::outbox::{self, Mail, Reader};

/// After this time a code is of no use, and neither is the mail with it.
const CODE_HOURS: i64 = 24;

/// What became of a notice. A letter may hold a secret: no `Debug`.
pub enum Composed {
    /// It is told in this letter.
    Letter {
        /// Whom it is for.
        to: Recipient,
        /// What it says.
        letter: Letter,
    },
    /// It is not true any more, or there is nobody to tell.
    NoLongerTrue,
}

/// Writes the letter for a mail in the outbox.
pub async fn compose(app: &App, mail: &Mail) -> Result<Composed, Problem> {
    let Some(to) = recipient(app, mail).await? else {
        return Ok(Composed::NoLongerTrue);
    };
    let letter = if mail.game_id.is_empty() {
        account_letter(app, mail)?
    } else {
        game_letters::game_letter(app, mail, &to).await?
    };
    Ok(
        letter.map_or(Composed::NoLongerTrue, |letter| Composed::Letter {
            to,
            letter,
        }),
    )
}

/// Whom a mail is for: the address in it, else the player's own.
async fn recipient(app: &App, mail: &Mail) -> Result<Option<Recipient>, Problem> {
    let reader = match mail.player_id {
        Some(player) => {
            let mut conn = app.db.get().await?;
            outbox::reader(&mut conn, player).await.map_err(database)?
        }
        None => None,
    };
    if reader
        .as_ref()
        .is_some_and(|reader| reader.deleted_at.is_some())
    {
        return Ok(None);
    }
    let name = reader.as_ref().map(|reader| Line::new(&reader.name));
    let own = |reader: Reader| {
        let good = reader.email_confirmed_at.is_some() || app.config.mail_is_local();
        reader.email.filter(|_| good)
    };
    let address = mail.address.clone().or_else(|| reader.and_then(own));
    Ok(address.map(|address| Recipient { name, address }))
}

fn account_letter(app: &App, mail: &Mail) -> Result<Option<Letter>, Problem> {
    if app.clock.now() - mail.created_at > Duration::hours(CODE_HOURS) {
        return Ok(None);
    }
    let notice: AccountNotice = serde_json::from_value(mail.payload.clone()).map_err(|_| {
        // The error would quote the payload, which is secret.
        Problem::internal(format!(
            "the payload of a {} mail cannot be read",
            mail.kind
        ))
    })?;
    let public_url = app.config.public_url.clone();
    let letter = match notice {
        AccountNotice::ConfirmAddress { name, code } => ConfirmAddress {
            public_url,
            name: name.into(),
            code: code.into(),
        }
        .letter(),
        AccountNotice::SignInCode { name, code } => SignInCode {
            public_url,
            name: name.into(),
            code: code.into(),
        }
        .letter(),
        AccountNotice::PasswordReset { name, code } => PasswordReset {
            public_url,
            name: name.into(),
            code: code.into(),
        }
        .letter(),
    };
    letter.map(Some).map_err(Problem::internal)
}
