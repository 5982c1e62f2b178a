//! Deletes old rows in batches, so that no statement holds many locks or takes long.

use common::clock::Moment;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;

use crate::Conn;

/// How many rows one statement deletes.
const BATCH: usize = 1_000;

/// Deletes the rows of `table` that match `condition`, in which `$1` is `before`. An index must
/// support the condition, because each batch searches again. Several servers may sweep at once.
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
