//! The letters about games: their facts, gathered from the game as it was at the notice's ply.

use crate::app::App;
use crate::mail::{Letter, Recipient};
use crate::problem::Problem;
use crate::store::outbox::Mail;

/// Writes the letter for a mail about a game; `None` when it is not true any more.
pub async fn game_letter(
    _app: &App,
    mail: &Mail,
    _to: &Recipient,
) -> Result<Option<Letter>, Problem> {
    Err(Problem::internal(format!(
        "letters of the kind {} are not written yet",
        mail.kind
    )))
}
