//! Short opaque ids, secret tokens from the operating system's generator, and the stored form of
//! ids.

use std::fmt;
use std::ops::Deref;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::{BigInt, Text};
use rand::rand_core::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Defines types of ids, which validate untrusted text.
macro_rules! ids {
    ($($(#[$of:meta])* $id:ident;)*) => {$(
        $(#[$of])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $id(String);

        impl TryFrom<String> for $id {
            type Error = NoId;

            fn try_from(text: String) -> Result<$id, NoId> {
                let is_id = (1..=32).contains(&text.len())
                    && text.bytes().all(|b| b.is_ascii_alphanumeric());
                is_id.then_some($id(text)).ok_or(NoId)
            }
        }

        impl Deref for $id {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }
    )*};
}

ids! {
    /// The id of a game.
    #[derive(AsExpression, FromSqlRow)]
    #[diesel(sql_type = Text)]
    GameId;
    /// The id of a session.
    SessionId;
    /// The id of a deal.
    #[derive(AsExpression, FromSqlRow)]
    #[diesel(sql_type = Text)]
    DealId;
    /// The id of a holiday.
    HolidayId;
    /// The id of a webhook.
    WebhookId;
    /// The id of a push subscription.
    SubscriptionId;
    /// The id of a program's token.
    TokenId;
    /// The id of a passkey.
    PasskeyId;
}

/// The error for a text that is not a valid id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no id")]
pub struct NoId;

/// The number of a player in the database. Users never see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = BigInt)]
pub struct PlayerId(pub i64);

impl FromSql<BigInt, Pg> for PlayerId {
    fn from_sql(number: PgValue<'_>) -> deserialize::Result<Self> {
        i64::from_sql(number).map(PlayerId)
    }
}

impl ToSql<BigInt, Pg> for PlayerId {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<BigInt, Pg>::to_sql(&self.0, out)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Implements loading and storing for ids that are keys of rows. Loading does not validate an id,
/// so a damaged one does not prevent other rows from being read.
macro_rules! keys {
    ($($id:ident),*) => {$(
        impl FromSql<Text, Pg> for $id {
            fn from_sql(id: PgValue<'_>) -> deserialize::Result<Self> {
                <String as FromSql<Text, Pg>>::from_sql(id).map($id::stored)
            }
        }

        impl ToSql<Text, Pg> for $id {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
                ToSql::<Text, Pg>::to_sql(&**self, &mut out.reborrow())
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl $id {
            /// Wraps an id from the database without validating it.
            pub const fn stored(id: String) -> $id {
                $id(id)
            }

            /// Returns the short id for these bytes.
            pub fn of(bytes: [u8; 16]) -> $id {
                $id(id_of(bytes))
            }
        }
    )*};
}

keys!(GameId, DealId);

/// Returns random bytes from the operating system.
///
/// # Panics
/// If the operating system has none. A secret must not be made then.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[expect(
        clippy::expect_used,
        reason = "without random bytes no secret can be made, and nothing may go on"
    )]
    SysRng
        .try_fill_bytes(&mut bytes)
        .expect("the operating system gives random bytes");
    bytes
}

/// The length of an opaque id.
pub const SHORT: usize = 11;

/// Whether this may be an opaque id.
pub fn is_short(id: &str) -> bool {
    id.len() == SHORT && id.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// Draws an opaque id of 11 letters and digits (65 bits), which fits into a URL and a subject line.
pub fn short_id() -> String {
    id_of(random_bytes())
}

fn id_of(bytes: [u8; 16]) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut number = u128::from_le_bytes(bytes);
    (0..SHORT)
        .map(|_| {
            let digit = DIGITS[(number % 62) as usize];
            number /= 62;
            char::from(digit)
        })
        .collect()
}

/// Draws a secret of 256 bits in URL-safe base64, for links and refresh tokens.
pub fn secret_token() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<32>())
}

/// Returns the hash under which the database stores a secret.
pub fn secret_hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

#[cfg(test)]
mod tests {
    #[test]
    fn short_ids_have_11_characters_and_differ() {
        let (one, two) = (super::short_id(), super::short_id());
        assert_eq!(one.len(), 11);
        assert!(one.chars().all(|c| c.is_ascii_alphanumeric()));
        assert_ne!(one, two);
    }
}
