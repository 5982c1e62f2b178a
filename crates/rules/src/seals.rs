//! Which entries of a log nobody but their own seat may read yet.
//!
//! While a seat's moves of an open simultaneous turn lie sealed, all that it adds to the log is
//! sealed with them. So it is enough to know where that began, however long the log grows.

use serde::{Deserialize, Serialize};

use crate::{Body, Entry, MAX_SEATS, Seat, SeatSet};

/// For each seat its first sealed entry; 0 when nothing of it is sealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seals([u64; MAX_SEATS]);

impl Seals {
    /// Notes an entry after which the moves of these seats are sealed.
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

    /// Whether nobody but its own seat may read this entry.
    pub(crate) fn covers(&self, entry: &Entry) -> bool {
        let since = self.0[entry.seat.index()];
        since != 0 && entry.n >= since && can_be_sealed(entry)
    }
}

/// Time-outs and takeovers are seen by all.
fn can_be_sealed(entry: &Entry) -> bool {
    matches!(entry.body, Body::Move(_) | Body::Leave)
}
