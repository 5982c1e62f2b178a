//! Operator actions on accounts: suspend, rename, delete, and appoint admins.
//!
//! The games of a suspended player continue. Where clocks run, they keep running, and the table's
//! timeout rule applies. In games without clocks, a bot takes the seat for good.

use std::net::IpAddr;

use accounts::identity::PlayerName;
use accounts::store::players::{self, Player};
use accounts::store::{admins, second_factor, sessions, suspensions};
use accounts::{account, attempts};
use common::ids::PlayerId;
use db::seated::Seated;
use db::{Conn, connect};
use diesel_async::AsyncConnection;
use notices::{OperatorNotice, What, outbox};
use play::membership::departure;
use play::refusal::{Refusal, Result};
use play::replacement;

use crate::acts::Operator;
use crate::{Admin, store};

/// Locks and returns the player of this name. Rejects an operator's action on their own account.
async fn lock(conn: &mut Conn, who: &Operator, name: &str) -> Result<Player> {
    let key = PlayerName::key_of(name).ok_or(Refusal::NOT_FOUND)?;
    let found = players::by_name(conn, &key)
        .await?
        .ok_or(Refusal::NOT_FOUND)?;
    who.acts_on(found.id)?;
    let player = players::lock(conn, found.id).await?;
    player.ok_or(Refusal::NOT_FOUND)
}

pub(super) async fn suspend(
    app: &Admin,
    who: &Operator,
    name: &str,
    reason: &str,
) -> Result<String> {
    let now = app.clock.now();
    let ended = app
        .transaction(async |conn| {
            let player = lock(conn, who, name).await?;
            suspensions::suspend(conn, player.id, reason, now).await?;
            departure::leave_open_tables(conn, player.id, now).await?;
            let notice = OperatorNotice::new(What::Suspended, reason);
            outbox::put(conn, &[notice.mail(player.id, now)]).await?;
            Ok(sessions::revoke_all(conn, player.id, None, now).await?)
        })
        .await?;
    let sessions = ended.len();
    app.access.revoke(ended, now);
    let seats = hand_over_waiting(app).await?;
    Ok(format!(
        "The account is suspended. {sessions} sessions were ended; bots took {seats} seats."
    ))
}

/// Gives the seats of suspended players to bots in games where nothing else would end the wait.
/// Runs at once; a job repeats it in case the server died in between.
pub async fn hand_over_waiting(app: &Admin) -> Result<usize> {
    let waiting = store::waited_for(&mut *app.db.get().await?).await?;
    let mut taken = 0;
    for Seated { game, seat, player } in waiting {
        match replacement::to_bot(app, &game, seat, player, None).await {
            Ok(()) => taken += 1,
            // The seat has left, or another player has it by now.
            Err(
                Refusal::NotRunning
                | Refusal::General(base::Refusal::Forbidden(_))
                | Refusal::GamePaused,
            ) => {}
            Err(refusal) => {
                tracing::warn!(%refusal, game.id = %game, "a seat could not be given to a bot");
            }
        }
    }
    Ok(taken)
}

pub(super) async fn reinstate(
    app: &Admin,
    who: &Operator,
    name: &str,
    reason: &str,
) -> Result<String> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = lock(conn, who, name).await?;
        if !suspensions::reinstate(conn, player.id).await? {
            return Ok("The account was not suspended.".to_owned());
        }
        let notice = OperatorNotice::new(What::Reinstated, reason);
        outbox::put(conn, &[notice.mail(player.id, now)]).await?;
        Ok("The account can sign in again.".to_owned())
    })
    .await
}

pub(super) async fn rename(
    app: &Admin,
    who: &Operator,
    name: &str,
    to: &str,
    reason: &str,
) -> Result<String> {
    let to = PlayerName::parse(to)?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = lock(conn, who, name).await?;
        account::rename(conn, &player, &to, now).await?;
        departure::rename_in_archive(conn, player.id, now).await?;
        let notice = OperatorNotice::new(What::Renamed, reason).called(to.as_str());
        outbox::put(conn, &[notice.mail(player.id, now)]).await?;
        Ok(format!("The player is called {} now.", to.as_str()))
    })
    .await
}

pub(super) async fn lift_lock(
    app: &Admin,
    who: &Operator,
    name: &str,
    from: Option<IpAddr>,
) -> Result<String> {
    app.transaction(async |conn| {
        let player = lock(conn, who, name).await?;
        let lifted = attempts::forgive(conn, &player, from).await?;
        Ok(format!("{lifted} counts of tries are forgotten."))
    })
    .await
}

pub(super) async fn turn_off_second_factor(
    app: &Admin,
    who: &Operator,
    name: &str,
    reason: &str,
) -> Result<String> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = lock(conn, who, name).await?;
        if !second_factor::remove(conn, player.id).await? {
            return Ok("The second factor was off.".to_owned());
        }
        let notice = OperatorNotice::new(What::SecondFactorOff, reason);
        outbox::put(conn, &[notice.mail(player.id, now)]).await?;
        Ok("The second factor is off.".to_owned())
    })
    .await
}

/// Opens a connection as the owner of the tables. Only the owner may appoint admins and replace
/// secrets; the server's login may not.
pub(super) async fn owner(app: &Admin) -> Result<Conn> {
    let urls = [&app.config.migrate_url, &app.config.database_url];
    let Some(url) = urls.into_iter().flatten().next() else {
        return Err(Refusal::internal("no URL of the database"));
    };
    connect::owner(url).await.map_err(|error| {
        let error = connect::told(&error);
        Refusal::unavailable(format_args!(
            "the owner of the tables cannot sign in: {error}"
        ))
    })
}

/// Opens a connection as the owner, and checks that this login may appoint admins.
async fn appointing(app: &Admin) -> Result<Conn> {
    let mut conn = owner(app).await?;
    match admins::may_appoint(&mut conn).await? {
        true => Ok(conn),
        false => Err(Refusal::forbidden("why-owner-appoints")),
    }
}

pub(super) async fn appoint(app: &Admin, who: &Operator, name: &str) -> Result<String> {
    let now = app.clock.now();
    let mut conn = appointing(app).await?;
    conn.transaction::<_, Refusal, _>(async |conn| {
        let player = lock(conn, who, name).await?;
        admins::appoint(conn, player.id, now).await?;
        Ok("The next token of the player carries the rights of an admin.".to_owned())
    })
    .await
}

pub(super) async fn dismiss(app: &Admin, who: &Operator, name: &str) -> Result<String> {
    let now = app.clock.now();
    let mut conn = appointing(app).await?;
    let ended = conn
        .transaction::<_, Refusal, _>(async |conn| {
            let player = lock(conn, who, name).await?;
            admins::dismiss(conn, player.id).await?;
            Ok(sessions::revoke_all(conn, player.id, None, now).await?)
        })
        .await?;
    app.access.revoke(ended, now);
    Ok("The player is no admin any more, and is signed out everywhere.".to_owned())
}

pub(super) async fn delete(app: &Admin, who: &Operator, name: &str) -> Result<String> {
    let now = app.clock.now();
    let ended = app
        .transaction(async |conn| {
            let player = lock(conn, who, name).await?;
            departure::remove(conn, &player, now).await
        })
        .await?;
    let sessions = ended.len();
    departure::removed(app, ended, now).await;
    Ok(format!(
        "The account is deleted. {sessions} sessions were ended."
    ))
}

/// Rejects a player whose account is suspended.
pub async fn refuse_suspended(app: &Admin, player: PlayerId) -> Result<()> {
    let mut conn = app.db.get().await?;
    let reason = suspensions::suspension(&mut conn, player).await?;
    match reason {
        Some(reason) => Err(accounts::Refusal::Suspended(reason).into()),
        None => Ok(()),
    }
}
