//! What requests were answered that may be sent again.

use common::clock::Moment;
use common::ids::PlayerId;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::answers;
use db::sweep::sweep;

/// How often a name is asked for that others take and give back: then it is under way.
const TRIES: usize = 3;

/// A request that came before.
#[derive(Queryable)]
pub struct Before {
    /// The hash of what it asked for.
    pub request: Vec<u8>,
    /// What it was answered, sealed; none as long as that is not known.
    pub answer: Option<Vec<u8>>,
    /// When it came.
    pub created_at: Moment,
}

/// Takes a name for a request of this player, if it is one's; answers the one that took it at `since` or later, if
/// one did.
pub async fn take(
    conn: &mut Conn,
    player: Option<PlayerId>,
    (name, request): (&[u8], &[u8]),
    since: Moment,
    now: Moment,
) -> QueryResult<Option<Before>> {
    let row = answers::table.find(name);
    diesel::delete(row.filter(answers::created_at.lt(since)))
        .execute(conn)
        .await?;
    let new = (
        answers::name.eq(name),
        answers::request.eq(request),
        answers::created_at.eq(now),
        answers::player_id.eq(player),
    );
    for _ in 0..TRIES {
        let taken = diesel::insert_into(answers::table)
            .values(new)
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        if taken > 0 {
            return Ok(None);
        }
        let before = row
            .select((answers::request, answers::answer, answers::created_at))
            .first(conn)
            .await
            .optional()?;
        // Whoever had the name may have been refused meanwhile, and given it back.
        if before.is_some() {
            return Ok(before);
        }
    }
    Ok(Some(Before {
        request: request.to_vec(),
        answer: None,
        created_at: now,
    }))
}

/// The request that took a name at `since` or later, if one did.
pub async fn find(conn: &mut Conn, name: &[u8], since: Moment) -> QueryResult<Option<Before>> {
    answers::table
        .find(name)
        .filter(answers::created_at.ge(since))
        .select((answers::request, answers::answer, answers::created_at))
        .first(conn)
        .await
        .optional()
}

/// Forgets all requests of a player but the newest.
pub async fn keep_newest(conn: &mut Conn, player: PlayerId, most: i64) -> QueryResult<usize> {
    let forgotten = "DELETE FROM answers WHERE name IN (SELECT name FROM answers \
                     WHERE player_id = $1 ORDER BY created_at DESC OFFSET $2)";
    diesel::sql_query(forgotten)
        .bind::<BigInt, _>(player)
        .bind::<BigInt, _>(most)
        .execute(conn)
        .await
}

/// Keeps what a request was answered.
pub async fn keep(conn: &mut Conn, name: &[u8], answer: &[u8]) -> QueryResult<usize> {
    diesel::update(answers::table.find(name))
        .set(answers::answer.eq(answer))
        .execute(conn)
        .await
}

/// Forgets a request: it may be sent again as if it never had been.
pub async fn remove(conn: &mut Conn, name: &[u8]) -> QueryResult<usize> {
    diesel::delete(answers::table.find(name))
        .execute(conn)
        .await
}

/// Forgets requests that came before.
pub async fn forget(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    sweep(conn, "answers", "created_at < $1", before).await
}
