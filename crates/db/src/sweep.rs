//! Deleting rows that are over, some at a time: no statement holds many locks, or lasts long.

use common::clock::Moment;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;

use crate::Conn;

/// How many rows one statement deletes.
const BATCH: usize = 1_000;

/// Deletes the rows of `table` that fit `condition`, in which `$1` is `before`. An index must serve it:
/// each batch looks for the rows anew. Several servers may do so at once.
pub async fn sweep(
    conn: &mut Conn,
    table: &str,
    condition: &str,
    before: Moment,
) -> diesel::QueryResult<usize> {
    let delete = format!(
        "DELETE FROM {table} WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM {table} WHERE {condition} LIMIT {BATCH}))"
    );
    let mut all = 0;
    loop {
        let deleted = diesel::sql_query(&delete)
            .bind::<Timestamptz, _>(before)
            .execute(conn)
            .await?;
        all += deleted;
        if deleted < BATCH {
            return Ok(all);
        }
    }
}
