//! Requests that may be sent again, and then make nothing twice.

use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::PlayerId;
use common::texts::message;
use db::Conn;

use crate::refusal::{Refusal, Result};
use crate::store::idempotency::{self, Known};

/// A request that may be sent again, and then makes no second game or deal.
#[derive(Clone, Debug)]
pub struct Once {
    /// What its sender calls it.
    pub key: String,
    /// A hash of what it asks for.
    pub request: Vec<u8>,
}

/// How long a request is remembered, and a reservation kept, in hours.
pub(super) const REMEMBERED: i64 = 24;

impl Once {
    /// What the same request has made before; `other` when it was another one.
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

/// What is told to whoever calls another request by the same name.
pub fn key_reused() -> Refusal {
    Refusal::KeyReused(message("why-key-reused"))
}
