//! Idempotent requests that create games and deals.

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;

use crate::refusal::{Refusal, Result};
use crate::store::idempotency::{self, Known};

/// An idempotency key with its request. A retry creates no second game or deal.
#[derive(Clone, Debug)]
pub struct Once {
    /// The client's idempotency key.
    pub key: String,
    /// A hash of the request.
    pub request: Vec<u8>,
}

/// How long requests and reservations are kept, in hours.
pub(super) const REMEMBERED: i64 = 24;

impl Once {
    /// Returns the result of the earlier request with this key. Fails with `other` if that was a
    /// different request.
    pub async fn before(
        &self,
        conn: &mut Conn,
        player: PlayerId,
        now: Moment,
        other: fn() -> Refusal,
    ) -> Result<Option<Known>> {
        let since = now - TimeDelta::hours(REMEMBERED);
        let known = idempotency::take(conn, player, &self.key, &self.request, since, now).await?;
        match known {
            Some(known) if known.request != self.request => Err(other()),
            known => Ok(known),
        }
    }
}
