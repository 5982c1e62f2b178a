//! The options of games. Thousands of games have the same ones, and each distinct value is in
//! memory once.

use std::sync::{Arc, LazyLock};

use common::cache::{self, OfBytes};
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::Jsonb;
use serde_json::Value;

/// The approximate size of the cache in bytes.
const MOST: u64 = 1 << 20;

/// The approximate size of an entry in bytes.
const TYPICAL: u64 = 1 << 10;

/// The approximate largest size of a parsed value, as a multiple of its text.
const PARSED: u64 = 8;

/// The recently read options, with their text as the key. The database writes equal values as equal
/// texts.
static KNOWN: LazyLock<OfBytes<Box<[u8]>, Arc<Value>>> = LazyLock::new(|| {
    cache::of_bytes(MOST, TYPICAL, |text, _| {
        128 + (1 + PARSED) * text.len() as u64
    })
});

/// The options of a game, shared with other games that have the same ones.
#[derive(FromSqlRow)]
pub struct Options(Arc<Value>);

impl FromSql<Jsonb, Pg> for Options {
    fn from_sql(sent: PgValue<'_>) -> deserialize::Result<Options> {
        match sent.as_bytes() {
            [1, text @ ..] => Ok(Options(known(text)?)),
            _ => Err("another way to send jsonb".into()),
        }
    }
}

impl From<Options> for Arc<Value> {
    fn from(options: Options) -> Arc<Value> {
        options.0
    }
}

fn known(text: &[u8]) -> serde_json::Result<Arc<Value>> {
    if let Some(options) = KNOWN.get(text) {
        return Ok(options);
    }
    let options: Arc<Value> = Arc::new(serde_json::from_slice(text)?);
    KNOWN.insert(text.into(), Arc::clone(&options));
    Ok(options)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equal_options_share_one_allocation() {
        let one = known(br#"{"pawns": "2"}"#).unwrap();
        assert!(Arc::ptr_eq(&one, &known(br#"{"pawns": "2"}"#).unwrap()));
        assert_eq!(*one, json!({"pawns": "2"}));
        assert_eq!(*known(br#"{"pawns": "3"}"#).unwrap(), json!({"pawns": "3"}));
        assert!(known(b"{").is_err());
    }
}
