//! The keys that receipts are signed with: added, and never changed.

use common::clock::Moment;
use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::signing_keys;

/// A key. It is secret: no `Debug`.
#[derive(Queryable)]
pub struct KeyRow {
    /// The key itself.
    pub secret: Vec<u8>,
    /// Since when it is in use.
    pub since: Moment,
    /// Whether it was drawn because somebody else may have the ones before it.
    pub earlier_leaked: bool,
}

/// Makes `fresh` the first key where there is none yet. Of those who come at the same moment one
/// succeeds.
pub async fn put_first(conn: &mut Conn, fresh: &[u8], now: Moment) -> QueryResult<usize> {
    put(conn, 1, fresh, false, now).await
}

/// Makes `fresh` the key that is used from now on; none is added where somebody else just added one.
///
/// `earlier_leaked` says that somebody else may have the ones before it.
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

/// All keys, the newest first.
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

/// The key that is in use.
pub async fn newest(conn: &mut Conn) -> QueryResult<Option<Vec<u8>>> {
    signing_keys::table
        .order(signing_keys::number.desc())
        .select(signing_keys::secret)
        .first(conn)
        .await
        .optional()
}
