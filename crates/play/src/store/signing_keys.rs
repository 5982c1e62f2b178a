//! The keys that sign receipts. Keys are added and never changed.

use common::clock::Moment;
use db::Conn;
use db::schema::signing_keys;
use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A signing key. No `Debug`, because it is secret.
#[derive(Queryable)]
pub struct KeyRow {
    /// The key itself.
    pub secret: Vec<u8>,
    /// Since when it is used.
    pub since: Moment,
    /// Whether it was made because earlier keys may have leaked.
    pub earlier_leaked: bool,
}

/// Adds the first key, if there is none yet. Of simultaneous calls, one succeeds.
pub async fn put_first(conn: &mut Conn, fresh: &[u8], now: Moment) -> QueryResult<usize> {
    put(conn, 1, fresh, false, now).await
}

/// Adds a key, which is used from now on. Adds none if another one was added at the same time.
///
/// `earlier_leaked` says that earlier keys may have leaked.
pub async fn put_next(
    conn: &mut Conn,
    fresh: &[u8],
    earlier_leaked: bool,
    now: Moment,
) -> QueryResult<usize> {
    let newest: Option<i32> = signing_keys::table
        .select(max(signing_keys::number))
        .first(conn)
        .await?;
    put(conn, newest.unwrap_or(0) + 1, fresh, earlier_leaked, now).await
}

async fn put(
    conn: &mut Conn,
    number: i32,
    fresh: &[u8],
    earlier_leaked: bool,
    now: Moment,
) -> QueryResult<usize> {
    diesel::insert_into(signing_keys::table)
        .values((
            signing_keys::number.eq(number),
            signing_keys::secret.eq(fresh),
            signing_keys::since.eq(now),
            signing_keys::earlier_leaked.eq(earlier_leaked),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Returns all keys, the newest first.
pub async fn all(conn: &mut Conn) -> QueryResult<Vec<KeyRow>> {
    signing_keys::table
        .order(signing_keys::number.desc())
        .select((
            signing_keys::secret,
            signing_keys::since,
            signing_keys::earlier_leaked,
        ))
        .load(conn)
        .await
}

/// Returns the current key.
pub async fn newest(conn: &mut Conn) -> QueryResult<Option<Vec<u8>>> {
    signing_keys::table
        .order(signing_keys::number.desc())
        .select(signing_keys::secret)
        .first(conn)
        .await
        .optional()
}
