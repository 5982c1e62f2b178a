//! Secrets that all servers on one database share. The first server makes them, and the owner of
//! the tables replaces them.

use std::collections::HashMap;

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::result::Error::NotFound;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;

use crate::Conn;
use crate::schema::settings;

/// Returns the values of these keys, in order. A key without a value gets the given one.
pub async fn get_or_insert<const N: usize>(
    conn: &mut Conn,
    wanted: [(&str, Vec<u8>); N],
) -> QueryResult<[Vec<u8>; N]> {
    let keys = wanted.each_ref().map(|(key, _)| *key);
    if let Some(stored) = stored(conn, keys).await? {
        return Ok(stored);
    }
    let fresh = wanted.map(|(key, value)| (settings::key.eq(key), settings::value.eq(value)));
    diesel::insert_into(settings::table)
        .values(fresh.to_vec())
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    stored(conn, keys).await?.ok_or(NotFound)
}

/// Returns the values of these keys, in order; `None` if any key has no value.
pub async fn stored<const N: usize>(
    conn: &mut Conn,
    keys: [&str; N],
) -> QueryResult<Option<[Vec<u8>; N]>> {
    let stored = settings::table.filter(settings::key.eq_any(keys));
    let stored = stored.load::<(String, Vec<u8>)>(conn).await?;
    let stored: HashMap<String, Vec<u8>> = stored.into_iter().collect();
    let values: Vec<Vec<u8>> = keys
        .iter()
        .filter_map(|key| stored.get(*key).cloned())
        .collect();
    Ok(values.try_into().ok())
}

/// Whether the login of this connection may replace values. The server's own login may not.
pub async fn may_replace(conn: &mut Conn) -> QueryResult<bool> {
    diesel::select(sql::<Bool>("has_table_privilege('settings', 'UPDATE')"))
        .get_result(conn)
        .await
}

/// Sets or replaces the value of this key.
pub async fn replace(conn: &mut Conn, key: &str, value: &[u8]) -> QueryResult<usize> {
    diesel::insert_into(settings::table)
        .values((settings::key.eq(key), settings::value.eq(value)))
        .on_conflict(settings::key)
        .do_update()
        .set(settings::value.eq(value))
        .execute(conn)
        .await
}
