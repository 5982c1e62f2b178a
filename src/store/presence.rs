//! When players were last seen, as far as other processes must know.

use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::presence;
use crate::clock::Moment;

/// When a player was last seen, by whichever process.
pub async fn of(conn: &mut AsyncPgConnection, player: i64) -> QueryResult<Option<Moment>> {
    presence::table
        .find(player)
        .select(presence::seen_at)
        .first(conn)
        .await
        .optional()
}

/// Writes when players were seen. They must come in the order of their numbers, so that two
/// processes cannot wait for each other.
pub async fn write(conn: &mut AsyncPgConnection, seen: &[(i64, Moment)]) -> QueryResult<usize> {
    let rows: Vec<_> = seen
        .iter()
        .map(|(player, at)| (presence::player_id.eq(player), presence::seen_at.eq(at)))
        .collect();
    diesel::insert_into(presence::table)
        .values(rows)
        .on_conflict(presence::player_id)
        .do_update()
        .set(presence::seen_at.eq(excluded(presence::seen_at)))
        .execute(conn)
        .await
}
