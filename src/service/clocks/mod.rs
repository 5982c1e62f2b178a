//! Clocks: how long players may take, where each clock stands, and what follows when one runs out.
//!
//! - `pace`: what the people at a table agreed on;
//! - `calendar`: when clocks run at all: not at weekends, at night or on holidays, as agreed;
//! - `seat`: the clocks of a game, one a seat, as they are stored with it;
//! - `deadlines`: what the clocks want done: reminders and time-outs;
//! - `extension`: more time, given by an opponent;
//! - `outages`: times in which the server was away, which nobody is timed out for;
//! - `ahead`: times that were stored while the server's own clock was ahead;
//! - `shown`: a clock as people see it.
//!
//! A clock runs while its seat owes a decision. What is stored is when it was started and how much
//! was left then; everything else follows from that and the calendar, so a restart, or a clock of
//! a machine that was set, changes nothing.
//!
//! Not here: holidays as players announce them (`service::holidays`).

pub mod ahead;
pub mod calendar;
pub mod deadlines;
pub mod extension;
pub mod outages;
pub mod pace;
pub mod seat;
pub mod shown;

pub use calendar::{Calendar, Stretch};
pub use pace::{Nightly, Pace, Pause, Time};
pub use seat::{Clocks, Running};
