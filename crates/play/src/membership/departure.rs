//! The deletion of accounts: what becomes of a player's tables and games.

use std::net::IpAddr;

use accounts::access::Caller;
use accounts::account::{NAME_KEPT, former_name, lock_verified, verified};
use accounts::identity::{FORMER_PLAYER, looks_of};
use accounts::store::players::{self, Player};
use accounts::store::{passkeys, second_factor, sessions};
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, PlayerId};
use db::Conn;
use db::seated::note_changes;
use notices::{GameNotice, Place, outbox};

use crate::refusal::Result;
use crate::store::departures;
use crate::{Play, moves};

/// How long archive files keep a name that has changed. Making them again takes minutes, so one run
/// serves the changes of a day.
const NAMED: TimeDelta = TimeDelta::days(1);

/// Has the archive files with games of the player made again, because the player's name changes.
pub async fn rename_in_archive(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
) -> diesel::QueryResult<()> {
    departures::forget_archived(conn, player, now + NAMED).await
}

/// Deletes the caller's account. Histories keep the seat under an anonymous name. The player leaves
/// open tables, and open tables that the player created are cancelled. The player leaves running
/// games for good. The name stays reserved for a while.
pub async fn delete(app: &Play, client: IpAddr, caller: &Caller, password: &str) -> Result<()> {
    let seen = verified(app, client, caller, password).await?;
    let now = app.clock.now();
    let ended = app
        .transaction(async |conn| {
            let player = lock_verified(conn, &seen).await?;
            remove(conn, &player, now).await
        })
        .await?;
    removed(app, ended, now).await;
    Ok(())
}

/// Removes the account of a locked player. Returns the sessions that end with it.
pub async fn remove(conn: &mut Conn, player: &Player, now: Moment) -> Result<Vec<String>> {
    let (id, name) = (player.id, former_name(&looks_of(&player.name)));
    players::keep_name(conn, &name, now + NAME_KEPT).await?;
    leave_open_tables(conn, id, now).await?;
    departures::forget_mail(conn, id).await?;
    departures::forget_offers(conn, id).await?;
    departures::forget_words(conn, id).await?;
    rename_in_archive(conn, id, now).await?;
    second_factor::remove(conn, id).await?;
    passkeys::remove_begun(conn, id).await?;
    passkeys::remove_all(conn, id).await?;
    departures::forget_subscriptions(conn, id).await?;
    let former = format!("{FORMER_PLAYER}-{}", ids::short_id());
    players::anonymise(conn, id, &former, now).await?;
    Ok(sessions::revoke_all(conn, id, None, now).await?)
}

/// Completes the removal of accounts, after the transaction is committed.
pub async fn removed(app: &Play, ended: Vec<String>, now: Moment) {
    app.access.revoke(ended, now);
    app.outbox.notify_one();
    // The accounts are gone even if this fails. The background job retries it.
    if let Err(refusal) = moves::leave_for_departed(app).await {
        tracing::warn!(%refusal, "a deleted player could not leave all games yet; a job tries again");
    }
}

/// Leaves the open tables of a locked player, and cancels those that the player created.
pub async fn leave_open_tables(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
) -> diesel::QueryResult<()> {
    let mut mails = Vec::new();
    let open = departures::lock_open_games(conn, player).await?;
    note_changes(conn, &open).await?;
    for other in departures::cancel_open_games(conn, &open, player, now).await? {
        let notice = GameNotice::Cancelled;
        mails.push(notice.mail(&other.game, Place::NONE, other.seat, other.player, now));
    }
    outbox::put(conn, &mails).await?;
    departures::free_open_seats(conn, &open, player).await?;
    Ok(())
}
