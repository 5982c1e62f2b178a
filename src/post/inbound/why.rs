//! Why something was not done, in words for players.

use rules::Message;

use crate::refusal::Refusal;

/// What went wrong, as an answer to a mail tells it: which line it was is said beside it.
pub(super) fn why(refusal: &Refusal) -> Message {
    if refusal.is_failure() {
        tracing::error!(%refusal, "what a mail asks for failed");
    }
    match refusal {
        Refusal::NotYourTurn(refused)
        | Refusal::GameOver(refused)
        | Refusal::IllegalMove(refused) => refused.illegal.text.clone(),
        other => other.message(),
    }
}
