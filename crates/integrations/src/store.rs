//! A leased delivery, to a webhook or to a push subscription. `webhooks::store` leases and marks
//! it.

use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use db::schema::webhook_deliveries as deliveries;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use serde_json::Value;

/// A delivery that a worker has leased. No `Debug`, because it may hold secrets.
#[derive(QueryableByName)]
#[diesel(table_name = deliveries)]
pub struct Leased {
    /// The player.
    pub player_id: PlayerId,
    /// The webhook or push subscription.
    pub webhook_id: String,
    /// Its id.
    pub id: String,
    /// The event.
    pub event: String,
    /// The game it is about.
    pub game_id: Option<GameId>,
    /// The facts about the event.
    pub facts: Value,
    /// The body, if an earlier attempt wrote it.
    pub body: Option<String>,
    /// The number of leases, including this one.
    pub attempts: i32,
    /// When the event happened.
    pub created_at: Moment,
    /// The host and port of the target.
    #[diesel(sql_type = Text)]
    pub host: String,
    /// The number of its [`Share`].
    #[diesel(sql_type = Integer)]
    share: i32,
}

/// The share of the permits for simultaneous deliveries that a delivery may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All permits: the receiver accepted the last delivery.
    Proven,
    /// Some of the permits: the receiver is new, or did not accept the last delivery.
    Unproven,
    /// A few permits: it is a test.
    Test,
}

impl Leased {
    /// Returns the share of permits that it may use.
    pub const fn share(&self) -> Share {
        match self.share {
            0 => Share::Proven,
            1 => Share::Unproven,
            _ => Share::Test,
        }
    }
}
