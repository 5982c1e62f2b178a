//! What those who operate the server do: over HTTP as on the command line, by one path.
//!
//! Every act is written down before it is carried out, with who does it and why; a second line
//! tells when it could not be. So none goes unseen, whatever dies in between. The log can only grow
//! (a trigger, and the rights of the server's role). Whom an act concerns is told by mail, with the
//! reason.
//!
//! - `act`: what there is to do;
//! - `accounts`, `games`: doing it;
//! - `find`: looking players up, and what the server has of them;
//! - `letters`: telling it.

mod accounts;
pub mod act;
mod find;
mod games;

use common::ids::{GameId, PlayerId};
use common::notice::NoticeKind;
use serde_json::Value;
use strum::VariantArray;

pub use accounts::{hand_over_waiting, refuse_suspended};
pub use act::Act;
pub use find::{Exported, players, test_mail};

use super::access::Caller;
use super::secrets::{self, Secret};
use super::{audit, text};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::admin::{self, ActRow, DeadMail, NewAct, OpenReport};
use crate::store::{outbox, players};

/// The longest reason, in characters.
const MAX_REASON: usize = 500;

/// How many lines a list has at most.
const MOST: i64 = 200;

/// Who acts. It names somebody: no `Debug`.
pub struct Operator {
    /// The player; nobody on the command line.
    id: Option<PlayerId>,
    /// The name in the log.
    name: String,
}

impl Operator {
    /// Whoever runs the program on the server's machine, by the name of the system's account.
    pub fn on_the_command_line(account: &str) -> Operator {
        Operator {
            id: None,
            name: format!("command line ({account})"),
        }
    }

    /// The caller, who must still be an admin.
    pub async fn calling(app: &App, caller: &Caller) -> Result<Operator> {
        let mut conn = app.db.get().await?;
        let player = players::by_id(&mut conn, caller.player)
            .await?
            .ok_or(Refusal::NotSignedIn)?;
        let id = player.id;
        match admin::is_admin(&mut conn, id).await? {
            true => Ok(Operator {
                id: Some(id),
                name: player.name,
            }),
            false => Err(not_an_admin()),
        }
    }

    /// Refuses acts of admins on themselves: who sits down at an open session would otherwise change
    /// the account without the password.
    fn acts_on(&self, player: PlayerId) -> Result<()> {
        if self.id != Some(player) {
            return Ok(());
        }
        Err(Refusal::forbidden("why-own-account"))
    }
}

/// What somebody gets who is no admin.
pub fn not_an_admin() -> Refusal {
    Refusal::forbidden("why-admins-only")
}

/// What came of an act.
pub struct Done {
    /// Its number in the log.
    pub id: i64,
    /// What came of it, in a sentence.
    pub outcome: String,
}

/// Writes an act down and carries it out.
pub async fn carry_out(app: &App, who: &Operator, act: &Act, reason: &str) -> Result<Done> {
    let reason = text::plain("reason", reason, MAX_REASON, true)?;
    let id = write_down(app, who, act, &reason, None).await?;
    match do_it(app, who, act, &reason).await {
        Ok(outcome) => {
            app.outbox.notify_one();
            Ok(Done { id, outcome })
        }
        Err(refusal) => {
            let noted = write_down(app, who, act, &reason, Some(refusal.code())).await;
            if let Err(unnoted) = noted {
                tracing::error!(%refusal, "an act of the operator failed, which could not be noted");
                return Err(unnoted);
            }
            Err(refusal)
        }
    }
}

async fn write_down(
    app: &App,
    who: &Operator,
    act: &Act,
    reason: &str,
    failure: Option<&str>,
) -> Result<i64> {
    let act: Value = serde_json::to_value(act).map_err(Refusal::internal)?;
    let line = NewAct {
        at: app.clock.now(),
        admin_id: who.id,
        who: &who.name,
        act: &act,
        reason,
        failure,
    };
    let mut conn = app.db.get().await?;
    Ok(admin::append(&mut conn, &line).await?)
}

async fn do_it(app: &App, who: &Operator, act: &Act, reason: &str) -> Result<String> {
    match act {
        Act::Suspend { player } => accounts::suspend(app, who, player, reason).await,
        Act::Reinstate { player } => accounts::reinstate(app, who, player, reason).await,
        Act::Rename { player, to } => accounts::rename(app, who, player, to, reason).await,
        Act::LiftLock { player, from } => accounts::lift_lock(app, who, player, *from).await,
        Act::TurnOffSecondFactor { player } => {
            accounts::turn_off_second_factor(app, who, player, reason).await
        }
        Act::Appoint { player } => accounts::appoint(app, who, player).await,
        Act::Dismiss { player } => accounts::dismiss(app, who, player).await,
        Act::Delete { player } => accounts::delete(app, who, player).await,
        Act::DeleteMessage { game, n } => {
            let mut conn = app.db.get().await?;
            let emptied = admin::empty_message(&mut conn, &game.clone().try_into()?, *n).await?;
            found(emptied, "The message is empty now.")
        }
        Act::ResolveReport { report } => {
            let mut conn = app.db.get().await?;
            let reported = admin::reported(&mut conn, report).await?;
            who.acts_on(reported.ok_or(Refusal::NotFound)?)?;
            let resolved = admin::resolve_report(&mut conn, report, app.clock.now()).await?;
            found(resolved, "The report is dealt with.")
        }
        Act::Pause { game } => games::pause(app, &game.clone().try_into()?, reason).await,
        Act::Resume { game } => games::resume(app, &game.clone().try_into()?, reason).await,
        Act::End { game } => games::end(app, &game.clone().try_into()?, reason).await,
        Act::Replace { game, seat, by } => {
            games::replace(app, &game.clone().try_into()?, *seat, by.as_deref(), reason).await
        }
        Act::ResendMail => {
            let mut conn = app.db.get().await?;
            let sent = outbox::revive(&mut conn, app.clock.now()).await?;
            Ok(format!("{sent} mails are sent once more."))
        }
        Act::ForgetDeadMails => {
            let mut conn = app.db.get().await?;
            let forgotten = outbox::forget_dead(&mut conn).await?;
            Ok(format!("{forgotten} mails are forgotten."))
        }
        Act::Verify { game } => verify(app, &game.clone().try_into()?).await,
        Act::RotateSecrets { secrets, all } => {
            let secrets = if *all { Secret::VARIANTS } else { secrets };
            secrets::rotate(app, &mut accounts::owner(app).await?, secrets).await?;
            let replaced: Vec<&str> = secrets.iter().map(|it| it.word()).collect();
            Ok(format!(
                "Replaced: {}. Running servers use the new secrets within a second.",
                replaced.join(", ")
            ))
        }
    }
}

fn found(found: bool, outcome: &str) -> Result<String> {
    found.then(|| outcome.to_owned()).ok_or(Refusal::NotFound)
}

/// Checks one game. A fault is an answer, and no failure of the act.
async fn verify(app: &App, id: &GameId) -> Result<String> {
    let report = audit::one(&mut *app.db.get().await?, id)
        .await
        .map_err(|error| Refusal::internal(format!("{error:#}")))?;
    match (report.games, report.faults.first()) {
        (0, _) => Err(Refusal::NotFound),
        (_, Some(fault)) => Ok(format!("false: {fault}")),
        (_, None) => Ok(format!(
            "true: {} entries and {} snapshots follow from the seed and the log.",
            report.entries, report.snapshots
        )),
    }
}

/// The log of acts, the newest first.
pub async fn acts(app: &App, before: Option<i64>, limit: Option<i64>) -> Result<Vec<ActRow>> {
    let limit = limit.unwrap_or(50);
    if !(1..=MOST).contains(&limit) {
        return Err(Refusal::out_of_range("limit", 1, MOST));
    }
    let mut conn = app.db.get().await?;
    Ok(admin::acts(&mut conn, before, limit).await?)
}

/// The reports that nobody has dealt with, the oldest first.
pub async fn open_reports(app: &App) -> Result<Vec<OpenReport>> {
    let mut conn = app.db.get().await?;
    Ok(admin::open_reports(&mut conn, MOST).await?)
}

/// The mails that were given up, the newest first, and whether [`Act::ResendMail`] sends each of them.
pub async fn dead_mails(app: &App) -> Result<Vec<(DeadMail, bool)>> {
    let mut conn = app.db.get().await?;
    let dead = admin::dead_mails(&mut conn, MOST).await?;
    let with_rest = |mail: DeadMail| {
        let kind: Option<NoticeKind> = mail.kind.parse().ok();
        let is_resent = kind.is_some_and(NoticeKind::can_be_resent);
        (mail, is_resent)
    };
    Ok(dead.into_iter().map(with_rest).collect())
}

/// The names of all admins.
pub async fn admins(app: &App) -> Result<Vec<String>> {
    let mut conn = app.db.get().await?;
    Ok(admin::names(&mut conn).await?)
}
