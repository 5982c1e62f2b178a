//! What those are told whom an act concerns.

use crate::app::App;
use crate::mail::letter_operator::Operated;
use crate::mail::{Letter, Line};
use crate::problem::Problem;
use crate::service::notices::{OperatorNotice, What};
use rules::Language;

/// The texts' names of the subject and the sentence.
const fn told(what: What) -> (&'static str, &'static str) {
    match what {
        What::Suspended => ("subject-suspended", "operator-suspended"),
        What::Reinstated => ("subject-reinstated", "operator-reinstated"),
        What::Renamed => ("subject-renamed", "operator-renamed"),
        What::SecondFactorOff => (
            "subject-operator-second-factor-off",
            "operator-second-factor-off",
        ),
        What::Paused => ("subject-paused", "operator-paused"),
        What::Resumed => ("subject-resumed", "operator-resumed"),
        What::Ended => ("subject-ended", "operator-ended"),
        What::Replaced => ("subject-replaced", "operator-replaced"),
        What::Offered => ("subject-offered", "operator-offered"),
    }
}

/// The letter that tells it.
pub(in crate::service) fn letter(
    app: &App,
    notice: OperatorNotice,
    reader: Option<&Line>,
    language: Language,
) -> Result<Letter, Problem> {
    Operated {
        public_url: app.config.public_url.clone(),
        reader: reader.cloned().unwrap_or_default(),
        told: told(notice.what),
        game: notice.game.map(Line::from),
        name: notice.name.map(Line::from),
        reason: notice.reason.lines().map(Line::long).collect(),
    }
    .letter(language)
    .map_err(Problem::internal)
}
