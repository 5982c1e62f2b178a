//! The operator's actions. HTTP and the command line use the same code.
//!
//! The server logs every act before it carries it out, with the operator and the reason. If the act
//! fails, a second entry records that. So no act goes unlogged, even if the server dies in between.
//! The log is append-only (a trigger and the rights of the server's role ensure that). The players
//! concerned get a mail with the reason.
//!
//! - `act`: the actions;
//! - `accounts`, `games`: carry them out;
//! - `find`: looks up players and their stored data;
//! - `overview`: counts sign-ups and queues.
//!
//! An act on a game raises `games.revision`, so every node reads the game again before it answers.
//! The server's login cannot appoint admins: that needs the owner of the tables. Admins cannot act
//! on themselves. A suspended player gets no session, and the server ignores the player's mail
//! commands.

mod account_acts;
pub mod act;
mod find;
mod game_acts;
mod overview;

use base::idempotency;
use base::refusal::Rejection;
use common::ids::{GameId, PlayerId};
use common::notice::NoticeKind;
use notices::outbox;
use play::refusal::{Refusal, Result};
use serde_json::Value;
use strum::VariantArray;

pub use account_acts::{hand_over_waiting, refuse_suspended};
pub use act::Act;
pub use find::{Exported, players, test_mail};
pub use overview::{Overview, overview};

use crate::Admin;
use crate::secrets;
use crate::secrets::Secret;
use crate::store;
use crate::store::{ActRow, DeadMail, NewAct, OpenReport};
use accounts::access::Caller;
use accounts::identity::PlayerName;
use accounts::store::{admins, players};
use base::typed_text;
use play::audit;

/// The longest reason, in characters.
const MAX_REASON: usize = 500;

/// The most entries in a list.
const MOST: i64 = 200;

/// The operator who acts. It holds a name, so it has no `Debug`.
pub struct Operator {
    /// The player; `None` on the command line.
    id: Option<PlayerId>,
    /// The name in the log.
    name: String,
}

impl Operator {
    /// Returns the operator for a command run on the server's machine, named after the system
    /// account.
    pub fn on_the_command_line(account: &str) -> Operator {
        Operator {
            id: None,
            name: format!("command line ({account})"),
        }
    }

    /// Returns the caller as an operator. Fails if the caller is not, or no longer, an admin.
    pub async fn calling(app: &Admin, caller: &Caller) -> Result<Operator> {
        let mut conn = app.db.get().await?;
        let player = players::by_id(&mut conn, caller.player)
            .await?
            .ok_or(Refusal::NOT_SIGNED_IN)?;
        let id = player.id;
        match admins::is_admin(&mut conn, id).await? {
            true => Ok(Operator {
                id: Some(id),
                name: player.name,
            }),
            false => Err(not_an_admin()),
        }
    }

    /// Rejects actions of admins on their own accounts. Otherwise, a person at an unattended
    /// session could change the account without the password.
    fn acts_on(&self, player: PlayerId) -> Result<()> {
        if self.id != Some(player) {
            return Ok(());
        }
        Err(Refusal::forbidden("why-own-account"))
    }
}

/// The refusal for a caller who is not an admin.
pub fn not_an_admin() -> Refusal {
    Refusal::forbidden("why-admins-only")
}

/// The result of an act.
pub struct Done {
    /// The number of the entry in the log.
    pub id: i64,
    /// The result, as a sentence.
    pub outcome: String,
}

/// Logs an act, then carries it out.
pub async fn carry_out(app: &Admin, who: &Operator, act: &Act, reason: &str) -> Result<Done> {
    let reason = typed_text::plain("reason", reason, MAX_REASON, true)?;
    let id = write_down(app, who, act, &reason, None).await?;
    match do_it(app, who, act, &reason).await {
        Ok(outcome) => {
            app.outbox.notify_one();
            Ok(Done { id, outcome })
        }
        Err(refusal) => {
            let noted = write_down(app, who, act, &reason, Some(refusal.code())).await;
            if let Err(unnoted) = noted {
                tracing::error!(%refusal, "an admin act failed, and the failure could not be recorded");
                return Err(unnoted);
            }
            Err(refusal)
        }
    }
}

async fn write_down(
    app: &Admin,
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
    idempotency::commits();
    Ok(store::append(&mut conn, &line).await?)
}

async fn do_it(app: &Admin, who: &Operator, act: &Act, reason: &str) -> Result<String> {
    match act {
        Act::Suspend { player } => account_acts::suspend(app, who, player, reason).await,
        Act::Reinstate { player } => account_acts::reinstate(app, who, player, reason).await,
        Act::Rename { player, to } => account_acts::rename(app, who, player, to, reason).await,
        Act::UnlockSignIn { player, from } => {
            account_acts::lift_lock(app, who, player, *from).await
        }
        Act::DisableSecondFactor { player } => {
            account_acts::turn_off_second_factor(app, who, player, reason).await
        }
        Act::Appoint { player } => account_acts::appoint(app, who, player).await,
        Act::Dismiss { player } => account_acts::dismiss(app, who, player).await,
        Act::Delete { player } => account_acts::delete(app, who, player).await,
        Act::DeleteMessage { game, n } => {
            let mut conn = app.db.get().await?;
            let emptied = store::empty_message(&mut conn, &game.clone().try_into()?, *n).await?;
            found(emptied, "The message is empty now.")
        }
        Act::ResolveReport { report } => {
            let mut conn = app.db.get().await?;
            let reported = store::reported(&mut conn, report).await?;
            who.acts_on(reported.ok_or(Refusal::NOT_FOUND)?)?;
            let resolved = store::resolve_report(&mut conn, report, app.clock.now()).await?;
            found(resolved, "The report is dealt with.")
        }
        Act::Pause { game } => game_acts::pause(app, &game.clone().try_into()?, reason).await,
        Act::Resume { game } => game_acts::resume(app, &game.clone().try_into()?, reason).await,
        Act::End { game } => game_acts::end(app, &game.clone().try_into()?, reason).await,
        Act::Replace { game, seat, by } => {
            game_acts::replace(app, &game.clone().try_into()?, *seat, by.as_deref(), reason).await
        }
        Act::ResendMail => {
            let mut conn = app.db.get().await?;
            let sent = outbox::revive(&mut conn, app.clock.now()).await?;
            Ok(format!("{sent} mails are sent once more."))
        }
        Act::DiscardFailedMails => {
            let mut conn = app.db.get().await?;
            let forgotten = outbox::forget_dead(&mut conn).await?;
            Ok(format!("{forgotten} mails are forgotten."))
        }
        Act::Verify { game } => verify(app, &game.clone().try_into()?).await,
        Act::RotateSecrets { secrets, all } => {
            let secrets = if *all { Secret::VARIANTS } else { secrets };
            secrets::rotate(app, &mut account_acts::owner(app).await?, secrets).await?;
            let replaced: Vec<&str> = secrets.iter().map(|it| it.word()).collect();
            Ok(format!(
                "Replaced: {}. Running servers use the new secrets within a second.",
                replaced.join(", ")
            ))
        }
    }
}

fn found(found: bool, outcome: &str) -> Result<String> {
    found.then(|| outcome.to_owned()).ok_or(Refusal::NOT_FOUND)
}

/// Verifies one game. A fault is a result, not a failure of the act.
async fn verify(app: &Admin, id: &GameId) -> Result<String> {
    let report = audit::one(&mut *app.db.get().await?, id)
        .await
        .map_err(|error| Refusal::internal(format!("{error:#}")))?;
    match (report.games, report.faults.first()) {
        (0, _) => Err(Refusal::NOT_FOUND),
        (_, Some(fault)) => Ok(format!("false: {fault}")),
        (_, None) => Ok(format!(
            "true: {} entries and {} snapshots follow from the seed and the log.",
            report.entries, report.snapshots
        )),
    }
}

/// Returns the log of acts, newest first. With `player`, only acts on the player with this name and
/// on reports about that player.
pub async fn acts(
    app: &Admin,
    before: Option<i64>,
    limit: Option<i64>,
    player: Option<&str>,
) -> Result<Vec<ActRow>> {
    let limit = limit_of(limit)?;
    let key = match player.map(PlayerName::key_of) {
        Some(None) => return Ok(Vec::new()),
        key => key.flatten(),
    };
    let mut conn = app.db.get().await?;
    Ok(store::acts(&mut conn, before, limit, key.as_deref()).await?)
}

/// Returns the wanted length of a list, or the usual one.
fn limit_of(wanted: Option<i64>) -> Result<i64> {
    let limit = wanted.unwrap_or(50);
    match (1..=MOST).contains(&limit) {
        true => Ok(limit),
        false => Err(Refusal::out_of_range("limit", 1, MOST)),
    }
}

/// Returns the unresolved reports, oldest first.
pub async fn open_reports(app: &Admin) -> Result<Vec<OpenReport>> {
    let mut conn = app.db.get().await?;
    Ok(store::open_reports(&mut conn, MOST).await?)
}

/// Returns the mails that the server has given up, newest first, and whether [`Act::ResendMail`]
/// sends each of them.
pub async fn dead_mails(app: &Admin) -> Result<Vec<(DeadMail, bool)>> {
    let mut conn = app.db.get().await?;
    let dead = store::dead_mails(&mut conn, MOST).await?;
    let with_rest = |mail: DeadMail| {
        let kind: Option<NoticeKind> = mail.kind.parse().ok();
        let is_resent = kind.is_some_and(NoticeKind::can_be_resent);
        (mail, is_resent)
    };
    Ok(dead.into_iter().map(with_rest).collect())
}

/// Returns the names of all admins.
pub async fn admins(app: &Admin) -> Result<Vec<String>> {
    let mut conn = app.db.get().await?;
    Ok(admins::names(&mut conn).await?)
}
