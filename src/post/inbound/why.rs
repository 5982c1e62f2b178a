//! Why something was not done, in words for players.

use rules::Message;

use crate::refusal::Refusal;
use crate::texts::message;

/// What went wrong, as an answer to a mail tells it. What no mail can bring about is told as the
/// API tells it.
pub(super) fn why(refusal: &Refusal) -> Message {
    if refusal.is_failure() {
        tracing::error!(%refusal, "what a mail asks for failed");
    }
    match refusal {
        Refusal::InvalidRequest(why)
        | Refusal::Forbidden(why)
        | Refusal::InvalidGame(why)
        | Refusal::NoHoliday(why) => why.clone(),
        Refusal::NotYourTurn(refused)
        | Refusal::GameOver(refused)
        | Refusal::IllegalMove(refused) => refused.illegal.text.clone(),
        Refusal::NotSignedIn => message("why-not-signed-in"),
        Refusal::NotFound => message("why-not-found"),
        Refusal::GameNotOpen => message("why-game-not-open"),
        Refusal::NoSeat => message("why-no-seat"),
        Refusal::AlreadySeated => message("why-already-seated"),
        Refusal::NotSeated => message("why-not-seated"),
        Refusal::NotStarted => message("why-not-started"),
        Refusal::NotRunning => message("why-not-running"),
        Refusal::Paused => message("why-paused"),
        Refusal::Suspended(reason) => message("why-suspended").with("reason", reason.as_str()),
        Refusal::TooMany { retry_after } => message("why-too-many").with("seconds", *retry_after),
        Refusal::DamagedGame => message("why-damaged-game"),
        Refusal::TooManyMoves { most, retry_after } => message("why-too-many-moves")
            .with("most", *most)
            .with("seconds", *retry_after),
        Refusal::Internal(_) => message("why-internal"),
        Refusal::Unavailable(_) => message("why-unavailable"),
        other => Message::verbatim(other.detail()),
    }
}

#[cfg(test)]
mod tests {
    use rules::Language;

    use super::*;

    #[test]
    fn in_english_it_is_what_the_api_says() {
        for refusal in Refusal::every() {
            assert_eq!(why(&refusal).to(Language::English), refusal.detail());
        }
    }
}
