//! Why something was not done, in words for players.

use rules::Message;

use crate::problem::Problem;
use crate::texts::message;

/// What went wrong, as an answer to a mail tells it. What no mail can bring about is told as the
/// API tells it.
pub(super) fn why(problem: &Problem) -> Message {
    match problem {
        Problem::InvalidRequest(why)
        | Problem::Forbidden(why)
        | Problem::InvalidGame(why)
        | Problem::NoHoliday(why) => why.clone(),
        Problem::NotYourTurn(refused)
        | Problem::GameOver(refused)
        | Problem::IllegalMove(refused) => refused.illegal.text.clone(),
        Problem::NotSignedIn => message("why-not-signed-in"),
        Problem::NotFound => message("why-not-found"),
        Problem::GameNotOpen => message("why-game-not-open"),
        Problem::NoSeat => message("why-no-seat"),
        Problem::AlreadySeated => message("why-already-seated"),
        Problem::NotSeated => message("why-not-seated"),
        Problem::NotStarted => message("why-not-started"),
        Problem::NotRunning => message("why-not-running"),
        Problem::Paused => message("why-paused"),
        Problem::Suspended(reason) => message("why-suspended").with("reason", reason.as_str()),
        Problem::TooMany { retry_after } => message("why-too-many").with("seconds", *retry_after),
        Problem::DamagedGame => message("why-damaged-game"),
        Problem::TooManyMoves { most, retry_after } => message("why-too-many-moves")
            .with("most", *most)
            .with("seconds", *retry_after),
        Problem::Internal => message("why-internal"),
        Problem::Unavailable => message("why-unavailable"),
        other => Message::verbatim(other.detail()),
    }
}

#[cfg(test)]
mod tests {
    use rules::Language;

    use super::*;

    #[test]
    fn in_english_it_is_what_the_api_says() {
        for problem in Problem::every() {
            assert_eq!(why(&problem).to(Language::English), problem.detail());
        }
    }
}
