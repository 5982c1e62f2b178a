//! Tracks the log entries that only their own seat may read yet.
//!
//! While a seat's moves in an open simultaneous turn are sealed, all its entries in the log are
//! sealed too. So one number per seat, the first sealed entry, is enough for a log of any length.

use serde::{Deserialize, Serialize};

use crate::{Body, Entry, MAX_SEATS, Seat, SeatSet};

/// The first sealed entry of each seat; 0 if it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seals([u64; MAX_SEATS]);

impl Seals {
    /// Records an entry after which the moves of these seats are sealed.
    pub(crate) fn note(&mut self, entry: &Entry, sealed: SeatSet) {
        let own = &mut self.0[entry.seat.index()];
        if *own == 0 && can_be_sealed(entry) {
            *own = entry.n;
        }
        for (seat, since) in Seat::all(MAX_SEATS as u8).zip(&mut self.0) {
            if !sealed.contains(seat) {
                *since = 0;
            }
        }
    }

    /// Whether only the entry's own seat may read it.
    pub(crate) fn covers(&self, entry: &Entry) -> bool {
        let since = self.0[entry.seat.index()];
        since != 0 && entry.n >= since && can_be_sealed(entry)
    }
}

/// Time-outs and takeovers are always public.
fn can_be_sealed(entry: &Entry) -> bool {
    matches!(entry.body, Body::Move(_) | Body::Leave)
}
