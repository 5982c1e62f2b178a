//! Reads the local mailbox. The caller checks the token that grants access.

use mail::mailbox::{Mailbox, Stored};
use play::refusal::{Refusal, Result};

use crate::Letters;

/// The default number of mails in a list.
const USUAL: usize = 50;

/// The most mails in a list, because each includes its text.
const MOST: usize = 200;

/// The filters for a list of mails.
#[derive(Clone, Copy, Default)]
pub struct Which<'a> {
    /// Only mails to this address.
    pub to: Option<&'a str>,
    /// Only mails older than this file.
    pub before: Option<&'a str>,
    /// The most mails to return.
    pub limit: Option<usize>,
}

/// Returns the mails, newest first.
pub async fn list(app: &Letters, which: Which<'_>) -> Result<Vec<Stored>> {
    let limit = which.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(Refusal::out_of_range("limit", 1, MOST));
    }
    mailbox(app)?
        .page(which.to, which.before, limit)
        .await
        .map_err(Refusal::internal)
}

/// Returns one mail.
pub async fn open(app: &Letters, file: &str) -> Result<Stored> {
    let mail = mailbox(app)?.open(file).await.map_err(Refusal::internal)?;
    mail.ok_or(Refusal::NOT_FOUND)
}

fn mailbox(app: &Letters) -> Result<&Mailbox> {
    app.mail.mailbox().ok_or(Refusal::NOT_FOUND)
}
