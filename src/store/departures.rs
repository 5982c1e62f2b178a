//! What happens at the tables and in the outbox when an account is deleted.
//!
//! Games that run are not touched here: leaving one is a line of its log, and the log is written
//! by the committer alone.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::Conn;
use db::schema::{
    avoided, chat_marks, entries, game_wishes, games, holidays, idempotency_keys, mail_codes,
    mailed_commands, messages, notes, outbox, players, presence, reply_senders, reports, seats,
    strangers,
};
use db::sets::{GameStatus, OutboxStatus};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::entries::is_leave;
use super::games::Seated;

/// Removes all that is the player's in these tables.
macro_rules! forget {
    ($conn:ident, $player:ident, $($table:ident),*) => {$(
        diesel::delete($table::table.filter($table::player_id.eq($player)))
            .execute($conn)
            .await?;
    )*};
}

/// Locks all open games that the player created, sits at or is invited to; answers their ids.
///
/// One statement locks them, in the order of their ids, so that two departures cannot wait for
/// each other.
pub async fn lock_open_games(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<GameId>> {
    let concerned = seats::table
        .filter(is_of(player).assume_not_null())
        .select(seats::game_id);
    games::table
        .filter(games::status.eq(GameStatus::Open))
        .filter(games::creator_id.eq(player).or(games::id.eq_any(concerned)))
        .order(games::id)
        .select(games::id)
        .for_update()
        .load(conn)
        .await
}

/// Whether a seat is the player's, or kept for the player.
#[diesel::dsl::auto_type(no_type_alias)]
fn is_of(player: PlayerId) -> _ {
    seats::player_id.eq(player).or(seats::invited_id.eq(player))
}

/// Cancels those of these open games, which are locked, that the player created; answers who else
/// sat there.
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

/// Frees the seats that the player has, or that are kept for the player, at those of these tables,
/// which are locked, that others created.
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

/// Takes back the offers of seats in running games that went to the player, and the player's
/// holidays.
pub async fn forget_offers(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    let running = games::table
        .filter(games::status.eq(GameStatus::Running))
        .select(games::id);
    diesel::update(
        seats::table
            .filter(seats::invited_id.eq(player))
            .filter(seats::game_id.eq_any(running)),
    )
    .set(seats::invited_id.eq(None::<PlayerId>))
    .execute(conn)
    .await?;
    forget!(conn, player, holidays);
    Ok(())
}

/// Takes back what the player said, removes the player's notes and lists, and those of others that
/// name the player. Messages stay as empty places. Reports stay, or going would undo them: of the
/// player under the anonymous name, by the player without one.
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
    diesel::update(reports::table.filter(reports::reporter_id.eq(player)))
        .set(reports::reporter_id.eq(None::<PlayerId>))
        .execute(conn)
        .await?;
    Ok(())
}

/// The seats of deleted players in games that run, where the log does not say yet that they left.
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

/// Removes mail that waits for the player, the addresses of mail that was sent, all codes, and what
/// the player's requests were called and the player wanted of mail.
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
