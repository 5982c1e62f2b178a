//! Decides who may have an account: the operator's sign-up setting, and blocked mail domains.

use base::config::SignUp;
use base::refusal::{Refusal, Result};
use common::ids::{self, GameId};
use common::texts::message;
use db::Conn;
use db::sets::GameStatus;

use super::look;
use crate::service::App;
use crate::store::games;

/// The invitation to a table that a new player shows at sign-up. It holds a secret, so it has no
/// `Debug`.
pub struct Invitation {
    /// The game.
    pub game: GameId,
    /// The secret in the link.
    pub secret: String,
}

/// Checks whether a new player with this address and this invitation may have an account.
pub(super) async fn admit(
    app: &App,
    conn: &mut Conn,
    email: Option<&str>,
    invitation: Option<&Invitation>,
) -> Result<()> {
    if let Some(email) = email {
        refuse_blocked(app, email)?;
    }
    let is_let_in = match app.config.sign_up {
        SignUp::Open => true,
        SignUp::Closed => return Err(Refusal::Forbidden(message("why-sign-up-closed"))),
        SignUp::Invitation => {
            let by_address = match email {
                Some(email) => games::is_invited(conn, email).await?,
                None => false,
            };
            by_address || is_by_link(app, conn, invitation).await?
        }
    };
    match is_let_in {
        true => Ok(()),
        false => Err(Refusal::Forbidden(message("why-sign-up-invitation"))),
    }
}

/// Rejects an address in a blocked domain or in a subdomain of one.
pub(super) fn refuse_blocked(app: &App, email: &str) -> Result<()> {
    match is_blocked(app, email) {
        true => Err(Refusal::Forbidden(message("why-address-blocked"))),
        false => Ok(()),
    }
}

/// Whether an address is in a domain that the operator has blocked, or in a subdomain.
pub fn is_blocked(app: &App, email: &str) -> bool {
    let domain = email.rsplit('@').next().unwrap_or_default();
    let domain = domain.trim().trim_end_matches('.').to_lowercase();
    app.config.blocked_mail_domains.iter().any(|blocked| {
        let above = domain.strip_suffix(blocked.as_str());
        above.is_some_and(|it| it.is_empty() || it.ends_with('.'))
    })
}

/// Whether an address belongs to the server: it is in its mail domain, or the sender of its mails.
pub fn is_own(app: &App, email: &str) -> bool {
    let email = email.trim().to_lowercase();
    let domain = email.rsplit('@').next().unwrap_or_default();
    let domain = domain.trim_end_matches('.');
    let mail_in = app.config.mail_in.as_ref();
    mail_in.is_some_and(|mail_in| mail_in.domain == domain)
        || email == app.config.mail_from.email.to_string().to_lowercase()
}

/// Checks whether the sender of a mail without an account may have one.
pub async fn admit_by_mail(app: &App, email: &str) -> Result<()> {
    admit(app, &mut *app.db.get().await?, Some(email), None).await
}

async fn is_by_link(app: &App, conn: &mut Conn, invitation: Option<&Invitation>) -> Result<bool> {
    let Some(Invitation { game, secret }) = invitation else {
        return Ok(false);
    };
    let Some(row) = games::find(conn, game).await? else {
        return Ok(false);
    };
    let hash = Some(ids::secret_hash(secret));
    let seats = games::seats(conn, &[game]).await?;
    let is_open = row.status == GameStatus::Open;
    let is_for_seat = is_open
        && seats
            .iter()
            .any(|seat| seat.player_id.is_none() && seat.invitation_hash == hash);
    Ok(is_for_seat || look::opens(app, &row, Some(secret)))
}
