//! Looking into the local mailbox. Who may is decided by the caller: it is for this machine only.

use crate::app::App;
use crate::mail::mailbox::{Mailbox, Stored};
use crate::problem::Problem;

/// How many mails a list shows.
const MOST: usize = 500;

/// The mails, the newest first; with `to`, those to that address.
pub async fn list(app: &App, to: Option<&str>) -> Result<Vec<Stored>, Problem> {
    mailbox(app)?
        .list(to, MOST)
        .await
        .map_err(Problem::internal)
}

/// One mail.
pub async fn open(app: &App, file: &str) -> Result<Stored, Problem> {
    let mail = mailbox(app)?.open(file).await.map_err(Problem::internal)?;
    mail.ok_or(Problem::NotFound)
}

fn mailbox(app: &App) -> Result<&Mailbox, Problem> {
    app.mail.mailbox().ok_or(Problem::NotFound)
}
