//! Changes to tables and the outbox when a player deletes the account.
//!
//! Running games are not changed here. Leaving one is a log entry, and only the committer writes
//! the log.

use chrono::NaiveDate;
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{
    avoided, chat_marks, entries, following, game_wishes, games, holidays, idempotency_keys,
    mail_codes, mailed_commands, messages, notes, outbox, players, presence, push_subscriptions,
    reply_senders, reports, seats, strangers, webhook_deliveries, webhooks,
};
use db::seated::{Seated, lock_open, note_changes};
use db::sets::{GameStatus, OutboxStatus};
use diesel::dsl::{exists, not, sql};
use diesel::prelude::*;
use diesel::sql_types::{Array, Date, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::store::entries::is_leave;

/// Deletes the player's rows in these tables.
macro_rules! forget {
    ($conn:ident, $player:ident, $($table:ident),*) => {$(
        diesel::delete($table::table.filter($table::player_id.eq($player)))
            .execute($conn)
            .await?;
    )*};
}

/// Locks all open games that the player created, sits in or is invited to. Returns their ids.
pub async fn lock_open_games(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<GameId>> {
    let concerned = seats::table
        .filter(is_of(player).assume_not_null())
        .select(seats::game_id);
    let open = games::table
        .filter(games::status.eq(GameStatus::Open))
        .filter(games::creator_id.eq(player).or(games::id.eq_any(concerned)))
        .order(games::id)
        .select(games::id)
        .load(conn)
        .await?;
    lock_open(conn, open).await
}

/// Returns the open and running games in which the player sits, in the order of their ids.
pub async fn seated_games(
    conn: &mut Conn,
    player: PlayerId,
) -> QueryResult<Vec<(GameId, GameStatus)>> {
    games::table
        .inner_join(seats::table)
        .filter(seats::player_id.eq(player))
        .filter(games::status.eq_any([GameStatus::Open, GameStatus::Running]))
        .order(games::id)
        .select((games::id, games::status))
        .load(conn)
        .await
}

/// Whether a seat belongs to the player or is reserved for the player.
#[diesel::dsl::auto_type(no_type_alias)]
fn is_of(player: PlayerId) -> _ {
    seats::player_id.eq(player).or(seats::invited_id.eq(player))
}

/// Cancels the games that the player created, among these open games, which the caller has locked.
/// Returns the seats of the other players.
pub async fn cancel_open_games(
    conn: &mut Conn,
    open: &[GameId],
    player: PlayerId,
    now: Moment,
) -> QueryResult<Vec<Seated>> {
    let own = games::table
        .filter(games::id.eq_any(open))
        .filter(games::creator_id.eq(player));
    let cancelled = diesel::update(own)
        .set((
            games::status.eq(GameStatus::Cancelled),
            games::rematch_of.eq(None::<GameId>),
            games::changed_at.eq(now),
        ))
        .returning(games::id)
        .get_results::<GameId>(conn)
        .await?;
    Seated::query()
        .filter(seats::game_id.eq_any(cancelled))
        .filter(seats::player_id.ne(player))
        .order((seats::game_id, seats::seat))
        .load(conn)
        .await
}

/// Frees the seats that belong to the player or are reserved for the player, among these open
/// games, which the caller has locked. Games that the player created are left alone.
pub async fn free_open_seats(
    conn: &mut Conn,
    open: &[GameId],
    player: PlayerId,
) -> QueryResult<usize> {
    let others = games::table
        .filter(games::id.eq_any(open))
        .filter(games::creator_id.ne(player))
        .select(games::id);
    diesel::update(
        seats::table
            .filter(seats::game_id.eq_any(others))
            .filter(is_of(player).assume_not_null()),
    )
    .set((
        seats::player_id.eq(None::<PlayerId>),
        seats::invited_id.eq(None::<PlayerId>),
        seats::entropy.eq(""),
        seats::joined_at.eq(None::<Moment>),
    ))
    .execute(conn)
    .await
}

/// Cancels offers of seats in running games to the player, and deletes the player's holidays.
pub async fn forget_offers(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    let running = games::table
        .filter(games::status.eq(GameStatus::Running))
        .select(games::id);
    let offered = diesel::update(
        seats::table
            .filter(seats::invited_id.eq(player))
            .filter(seats::game_id.eq_any(running)),
    )
    .set(seats::invited_id.eq(None::<PlayerId>))
    .returning(seats::game_id)
    .get_results::<GameId>(conn)
    .await?;
    note_changes(conn, &offered).await?;
    forget!(conn, player, holidays);
    Ok(())
}

/// The key of the lock between those who begin archive files and those who change players' names.
pub const ARCHIVED_NAMES: &str = "4203167753";

/// Makes the archive files with games of the player stale at `then`, because the player's name
/// changes. A job makes them again. No file begins before the transaction ends, because it could
/// contain the old name.
pub async fn forget_archived(conn: &mut Conn, player: PlayerId, then: Moment) -> QueryResult<()> {
    let lock = format!("SELECT pg_advisory_xact_lock_shared({ARCHIVED_NAMES})");
    diesel::sql_query(lock).execute(conn).await?;
    // Citus has no plan for one statement with both tables.
    let played: Vec<(String, NaiveDate)> = seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(player))
        .filter(games::finished_at.is_not_null())
        .select((
            games::kind,
            sql::<Date>("date_trunc('month', games.finished_at AT TIME ZONE 'UTC')::date"),
        ))
        .distinct()
        .load(conn)
        .await?;
    let (kinds, months): (Vec<String>, Vec<NaiveDate>) = played.into_iter().unzip();
    diesel::sql_query(
        "UPDATE archive_files SET stale_at = $3
         FROM (
             SELECT id
             FROM archive_files JOIN unnest($1, $2) AS played (kind, month) USING (kind, month)
             WHERE stale_at IS NULL OR stale_at > $3
             ORDER BY id
             FOR UPDATE OF archive_files
         ) AS fresh
         WHERE archive_files.id = fresh.id",
    )
    .bind::<Array<Text>, _>(kinds)
    .bind::<Array<Date>, _>(months)
    .bind::<Timestamptz, _>(then)
    .execute(conn)
    .await
    .map(drop)
}

/// Deletes the player's texts: empties the player's messages, and deletes the notes and the marks
/// of read messages. Also deletes the player's mutes and blocks, those of others against the player,
/// and that the player follows others or is followed. Reports stay, so that a departure does not
/// undo them. A report about the player then shows the anonymous name, and one by the player has no
/// reporter.
pub async fn forget_words(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    diesel::update(messages::table.filter(messages::author_id.eq(player)))
        .set(messages::said.eq(None::<String>))
        .execute(conn)
        .await?;
    forget!(conn, player, chat_marks, notes);
    let lists = avoided::player_id
        .eq(player)
        .or(avoided::other_id.eq(player));
    diesel::delete(avoided::table.filter(lists))
        .execute(conn)
        .await?;
    let follows = following::player_id
        .eq(player)
        .or(following::followed_id.eq(player));
    diesel::delete(following::table.filter(follows))
        .execute(conn)
        .await?;
    diesel::update(reports::table.filter(reports::reporter_id.eq(player)))
        .set(reports::reporter_id.eq(None::<PlayerId>))
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the seats of deleted players in running games whose log does not yet say that they left.
pub async fn abandoned_seats(conn: &mut Conn) -> QueryResult<Vec<(GameId, PlayerId)>> {
    let has_left = entries::table
        .filter(entries::game_id.eq(seats::game_id))
        .filter(entries::seat.eq(seats::seat))
        .filter(is_leave());
    seats::table
        .inner_join(games::table)
        .inner_join(players::table)
        .filter(games::status.eq(GameStatus::Running))
        .filter(players::deleted_at.is_not_null())
        .filter(not(exists(has_left)))
        .order((seats::game_id, seats::seat))
        .select((seats::game_id, players::id))
        .load(conn)
        .await
}

/// Deletes the player's pending mail, and the addresses and contents of finished mail. Also deletes
/// codes, idempotency keys, commands that wait for a confirmation, known senders, mail settings of
/// games, the time of the last visit, and the record of a sign-up by mail.
pub async fn forget_mail(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    let mine = outbox::table.filter(outbox::player_id.eq(player));
    diesel::delete(mine.filter(outbox::status.eq_any([OutboxStatus::Waiting, OutboxStatus::Held])))
        .execute(conn)
        .await?;
    diesel::update(mine)
        .set((
            outbox::address.eq(None::<String>),
            outbox::payload.eq(serde_json::json!({})),
            outbox::last_error.eq(None::<String>),
        ))
        .execute(conn)
        .await?;
    forget!(conn, player, mail_codes, idempotency_keys, mailed_commands);
    forget!(
        conn,
        player,
        reply_senders,
        game_wishes,
        presence,
        strangers
    );
    Ok(())
}

/// Deletes the player's webhooks and push subscriptions.
pub async fn forget_subscriptions(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    forget!(
        conn,
        player,
        webhooks,
        webhook_deliveries,
        push_subscriptions
    );
    Ok(())
}
