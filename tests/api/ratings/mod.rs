//! Ratings and statistics of players.

pub mod leaderboards;
pub mod statistics;
