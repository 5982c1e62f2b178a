//! What those are told whom an act concerns.

use rules::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::clock::Moment;
use crate::ids;
use crate::mail::letter_operator::Operated;
use crate::mail::{Letter, Line};
use crate::problem::Problem;
use crate::store::outbox::{Mail, NewMail};

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The reader's account was suspended.
    Suspended,
    /// It was given back.
    Reinstated,
    /// The reader has another name.
    Renamed,
    /// The reader's second factor was turned off.
    SecondFactorOff,
    /// A game of the reader's was stopped.
    Paused,
    /// It goes on.
    Resumed,
    /// It was cancelled.
    Ended,
    /// A bot has the reader's seat.
    Replaced,
    /// It is offered to another player.
    Offered,
}

impl What {
    /// The texts' names of the subject and the sentence.
    const fn told(self) -> (&'static str, &'static str) {
        match self {
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
}

/// The notice in the outbox. It tells on somebody: no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub struct OperatorNotice {
    what: What,
    reason: String,
    /// The game, if it is about one.
    game: Option<String>,
    /// The reader's new name, or that of whom the seat is offered to.
    name: Option<String>,
}

impl OperatorNotice {
    /// The word for it in the outbox.
    pub const KIND: &str = "operator";

    /// What was done, and why.
    pub(super) fn new(what: What, reason: &str) -> OperatorNotice {
        OperatorNotice {
            what,
            reason: reason.to_owned(),
            game: None,
            name: None,
        }
    }

    /// The same, about a game.
    pub(super) fn about(self, game: &str) -> OperatorNotice {
        OperatorNotice {
            game: Some(game.to_owned()),
            ..self
        }
    }

    /// The same, with the reader's new name, or that of whom the seat is offered to.
    pub(super) fn called(self, name: &str) -> OperatorNotice {
        OperatorNotice {
            name: Some(name.to_owned()),
            ..self
        }
    }

    /// The mail that tells it to a player.
    pub(super) fn mail(&self, player: i64, now: Moment) -> NewMail {
        NewMail {
            game_id: String::new(),
            key: format!("{}/{}", OperatorNotice::KIND, ids::short_id()),
            kind: OperatorNotice::KIND.to_owned(),
            player_id: Some(player),
            address: None,
            seat: None,
            ply: None,
            payload: serde_json::to_value(self).unwrap_or(Value::Null),
            created_at: now,
            due_at: now,
        }
    }
}

/// The letter that tells it.
pub(in crate::service) fn letter(
    app: &App,
    mail: &Mail,
    reader: Option<&Line>,
    language: Language,
) -> Result<Letter, Problem> {
    let notice: OperatorNotice = serde_json::from_value(mail.payload.clone())
        .map_err(|_| Problem::internal("the payload of an operator's mail cannot be read"))?;
    Operated {
        public_url: app.config.public_url.clone(),
        reader: reader.cloned().unwrap_or_default(),
        told: notice.what.told(),
        game: notice.game.map(Line::from),
        name: notice.name.map(Line::from),
        reason: notice.reason.lines().map(Line::long).collect(),
    }
    .letter(language)
    .map_err(Problem::internal)
}
