//! Looking into the local mailbox. Who may is decided by the caller: whoever has the token.

use mail::mailbox::{Mailbox, Stored};

use crate::refusal::{Refusal, Result};
use crate::service::App;

/// How many mails a list shows, when nothing else is asked for.
const USUAL: usize = 50;

/// How many mails a list shows at most: they come with their texts.
const MOST: usize = 200;

/// Which mails to list.
#[derive(Clone, Copy, Default)]
pub struct Which<'a> {
    /// Only those to this address.
    pub to: Option<&'a str>,
    /// Only those older than this file.
    pub before: Option<&'a str>,
    /// So many.
    pub limit: Option<usize>,
}

/// The mails, the newest first.
pub async fn list(app: &App, which: Which<'_>) -> Result<Vec<Stored>> {
    let limit = which.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(Refusal::out_of_range("limit", 1, MOST));
    }
    mailbox(app)?
        .page(which.to, which.before, limit)
        .await
        .map_err(Refusal::internal)
}

/// One mail.
pub async fn open(app: &App, file: &str) -> Result<Stored> {
    let mail = mailbox(app)?.open(file).await.map_err(Refusal::internal)?;
    mail.ok_or(Refusal::NotFound)
}

fn mailbox(app: &App) -> Result<&Mailbox> {
    app.mail.mailbox().ok_or(Refusal::NotFound)
}
