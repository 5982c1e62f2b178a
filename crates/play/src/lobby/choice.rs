//! The rules, options and number of seats of a new game.

use std::sync::Arc;

use ::games::KINDS;
use common::texts::message;
use rules::Kind;
use serde_json::Value;

use crate::refusal::{Refusal, Result};
use crate::store::deals::DealRow;

/// A valid combination of rules, options and seats.
pub struct Choice {
    /// The rules.
    pub kind: &'static dyn Kind,
    /// All options, with defaults.
    pub options: Arc<Value>,
    /// The number of seats.
    pub seats: u8,
}

impl Choice {
    /// Returns the newest rules of this kind. Missing options get their default; the default for
    /// seats is the fewest.
    pub fn of(kind: &str, options: &Value, seats: Option<u8>) -> Result<Choice> {
        let kind = KINDS
            .latest(kind)
            .ok_or_else(|| Refusal::InvalidGame(message("why-no-kind").with("game", kind)))?;
        let info = kind.info();
        let options = kind
            .options(options)
            .map_err(|illegal| Refusal::InvalidGame(illegal.text))?;
        let seats = seats.unwrap_or(*info.seats.start());
        if !info.seats.contains(&seats) {
            return Err(Refusal::InvalidGame(
                message("why-seats")
                    .with("game", info.name)
                    .with("least", *info.seats.start())
                    .with("most", *info.seats.end())
                    .with("seats", seats),
            ));
        }
        Ok(Choice {
            kind,
            options: options.into(),
            seats,
        })
    }

    /// Returns the parameters of a deal. Parameters that the caller gives must match.
    pub(super) fn of_deal(
        deal: &DealRow,
        kind: Option<&str>,
        options: Option<&Value>,
        seats: Option<u8>,
    ) -> Result<Choice> {
        let of = KINDS
            .find(&deal.rules)
            .ok_or_else(|| Refusal::internal("a stored deal has no rules"))?;
        let own = Choice {
            kind: of,
            options: deal.options.clone(),
            seats: deal.seat_count as u8,
        };
        let is_same = |given: &Value| of.options(given).is_ok_and(|all| all == *own.options);
        let same = kind.is_none_or(|kind| kind == deal.kind)
            && options.is_none_or(is_same)
            && seats.is_none_or(|seats| seats == own.seats);
        match same {
            true => Ok(own),
            false => Err(Refusal::DealMismatch),
        }
    }
}
