//! Decides who may have an account, by the operator's sign-up setting.

use accounts::mail_domains::refuse_blocked;
use base::config::SignUp;
use common::ids::{self, GameId};
use db::Conn;
use db::sets::GameStatus;

use crate::refusal::{Refusal, Result};
use crate::store::games;
use crate::{Play, look};

/// The invitation to a table that a new player shows at sign-up. It holds a secret, so it has no
/// `Debug`.
pub struct Invitation {
    /// The game.
    pub game: GameId,
    /// The secret in the link.
    pub secret: String,
}

/// Checks whether a new player with this address and this invitation may have an account.
pub async fn admit(
    app: &Play,
    conn: &mut Conn,
    email: Option<&str>,
    invitation: Option<&Invitation>,
) -> Result<()> {
    if let Some(email) = email {
        refuse_blocked(app, email)?;
    }
    let is_let_in = match app.config.sign_up {
        SignUp::Open => true,
        SignUp::Closed => return Err(Refusal::forbidden("why-sign-up-closed")),
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
        false => Err(Refusal::forbidden("why-sign-up-invitation")),
    }
}

/// Checks whether the sender of a mail without an account may have one.
pub async fn admit_by_mail(app: &Play, email: &str) -> Result<()> {
    admit(app, &mut *app.db.get().await?, Some(email), None).await
}

async fn is_by_link(app: &Play, conn: &mut Conn, invitation: Option<&Invitation>) -> Result<bool> {
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
