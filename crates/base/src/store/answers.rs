//! Stored answers to requests with an idempotency key.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::answers;
use db::sweep::sweep;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;

/// How often a request tries to take a name while other requests take it and give it back. After
/// that, the name counts as taken by a request in progress.
const TRIES: usize = 3;

/// An earlier request with the same name.
#[derive(Queryable)]
pub struct Before {
    /// The hash of its content.
    pub request: Vec<u8>,
    /// Its answer, encrypted; `None` until the answer is stored.
    pub answer: Option<Vec<u8>>,
    /// When it arrived.
    pub created_at: Moment,
}

/// Takes a name for a request, of this player if there is one. If a request took the name at
/// `since` or later, returns that request instead.
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
        // The request that had the name may have failed meanwhile and given it back.
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

/// Returns the request that took a name at `since` or later, if there is one.
pub async fn find(conn: &mut Conn, name: &[u8], since: Moment) -> QueryResult<Option<Before>> {
    answers::table
        .find(name)
        .filter(answers::created_at.ge(since))
        .select((answers::request, answers::answer, answers::created_at))
        .first(conn)
        .await
        .optional()
}

/// Deletes all requests of a player except the newest `most`.
pub async fn keep_newest(conn: &mut Conn, player: PlayerId, most: i64) -> QueryResult<usize> {
    let forgotten = "DELETE FROM answers WHERE name IN (SELECT name FROM answers \
                     WHERE player_id = $1 ORDER BY created_at DESC OFFSET $2)";
    diesel::sql_query(forgotten)
        .bind::<BigInt, _>(player)
        .bind::<BigInt, _>(most)
        .execute(conn)
        .await
}

/// Stores the answer to a request.
pub async fn keep(conn: &mut Conn, name: &[u8], answer: &[u8]) -> QueryResult<usize> {
    diesel::update(answers::table.find(name))
        .set(answers::answer.eq(answer))
        .execute(conn)
        .await
}

/// Deletes a request, so that it may be sent again as a new one.
pub async fn remove(conn: &mut Conn, name: &[u8]) -> QueryResult<usize> {
    diesel::delete(answers::table.find(name))
        .execute(conn)
        .await
}

/// Deletes requests that arrived before `before`.
pub async fn forget(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    sweep(conn, "answers", "created_at < $1", before).await
}
