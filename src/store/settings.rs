//! Secrets that all servers on one database share, made by whichever starts first.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::Conn;
use super::schema::settings;

/// The value under `key`; `fresh` becomes it when there is none yet.
pub async fn get_or_insert(conn: &mut Conn, key: &str, fresh: &[u8]) -> QueryResult<Vec<u8>> {
    let stored = settings::table.find(key).select(settings::value);
    if let Some(known) = stored.first(conn).await.optional()? {
        return Ok(known);
    }
    diesel::insert_into(settings::table)
        .values((settings::key.eq(key), settings::value.eq(fresh)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    stored.first(conn).await
}
