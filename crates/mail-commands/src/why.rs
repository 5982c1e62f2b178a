//! Reasons why a command was not carried out, in words for players.

use base::refusal::Rejection;
use play::refusal::Refusal;
use rules::Message;

/// Returns the reason for an answer to a mail. The caller adds the line of the mail.
pub(super) fn why(refusal: &Refusal) -> Message {
    if refusal.is_failure() {
        tracing::error!(%refusal, "a command in an incoming mail failed");
    }
    match refusal {
        Refusal::NotYourTurn(refused)
        | Refusal::GameOver(refused)
        | Refusal::IllegalMove(refused) => refused.illegal.text.clone(),
        other => other.message(),
    }
}
