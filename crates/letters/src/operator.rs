//! Letters about actions of the operator, to the affected players, and letters to the operator.

use accounts::store::players::{self, Player};
use mail::letter_operator::Operated;
use mail::{Letter, Line, Threading, letter_chat};
use notices::{DamageNotice, OperatorNotice, ReportNotice, What};
use play::refusal::{Refusal, Result};
use play::store::games;
use rules::Language;
use social::store::reports;

use crate::Letters;

/// Returns the message ids of the subject and the sentence.
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

/// Writes the letter about an action of the operator. If it concerns a game, the letter joins that
/// game's thread.
pub async fn done(
    app: &Letters,
    notice: OperatorNotice,
    reader: Option<&Player>,
    language: Language,
) -> Result<(Letter, Threading)> {
    let mut thread = None;
    if let (Some(game), Some(reader)) = (&notice.game, reader) {
        let seats = games::seats(&*app.db.get().await?, &[game]).await?;
        let own = seats.iter().find(|row| row.player_id == Some(reader.id));
        thread = own.map(|row| (game.clone(), row.seat));
    }
    let letter = Operated {
        public_url: app.config.public_url.clone(),
        reader: reader.map(|it| Line::new(&it.name)).unwrap_or_default(),
        told: told(notice.what),
        game: notice.game.as_deref().map(Line::from),
        name: notice.name.map(Line::from),
        reason: notice.reason.lines().map(Line::long).collect(),
    }
    .letter(language)
    .map_err(Refusal::internal)?;
    let threading = Threading {
        thread,
        ..Threading::default()
    };
    Ok((letter, threading))
}

/// Writes the letter about a report to the operator; `None` if the report no longer exists.
pub async fn report(app: &Letters, notice: &ReportNotice) -> Result<Option<Letter>> {
    let mut conn = app.db.get().await?;
    let report = reports::find(&mut conn, &notice.report).await?;
    let Some(report) = report else {
        return Ok(None);
    };
    let mut names = Vec::new();
    for id in [report.reporter_id, Some(report.reported_id)] {
        // A deleted player has the name that histories show.
        let name = match id {
            Some(id) => players::name_of(&mut conn, id).await?,
            None => None,
        };
        names.push(name.unwrap_or_else(|| "somebody who is gone".to_owned()));
    }
    letter_chat::Report {
        public_url: app.config.public_url.clone(),
        id: (&report.id).into(),
        game: (&*report.game_id).into(),
        reporter: (&names[0]).into(),
        reported: (&names[1]).into(),
        message: report.message,
        said: report.said.as_deref().map(Line::long),
        reason: report.reason.lines().map(Line::long).collect(),
    }
    .letter(Language::English)
    .map(Some)
    .map_err(Refusal::internal)
}

/// Writes the letter about a damaged game to the operator.
pub fn damaged(app: &Letters, notice: &DamageNotice) -> Result<Letter> {
    letter_chat::Damaged {
        public_url: app.config.public_url.clone(),
        game: (&*notice.game).into(),
    }
    .letter(Language::English)
    .map_err(Refusal::internal)
}
