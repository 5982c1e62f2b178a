//! Clocks: time limits, the state of each clock, and time-outs.
//!
//! - `pace`: the time limits of a game, as agreed by its players;
//! - `calendar`: the times in which clocks run, which may exclude weekends, nights and holidays;
//! - `seat`: the clocks of a game, one per seat, as stored with it;
//! - `deadlines`: reminders and time-outs;
//! - `extension`: more time, given by an opponent;
//! - `outages`: times in which the server was down, for which no player is timed out;
//! - `ahead`: times that were stored while the server's own clock was ahead;
//! - `sandbox`: the clock of a test server, which clients move;
//! - `shown`: a clock as viewers see it.
//!
//! A clock runs while its seat has to decide. The database stores when it started and how much time
//! was left then. Everything else follows from that and the calendar. So a restart, or a change of
//! the machine's clock, has no effect.
//!
//! `play::holidays` manages players' holidays.

pub mod ahead;
pub mod calendar;
pub mod deadlines;
pub mod extension;
pub mod outages;
pub mod pace;
pub mod sandbox;
pub mod seat;
pub mod shown;

pub use calendar::{Calendar, Stretch};
pub use pace::{Nightly, Pace, Pause, Time};
pub use seat::{Clocks, Running};
