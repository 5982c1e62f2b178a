//! The games. Each folder is one game: its rules in our own words, its data, one file a phase.

pub mod buttons;
pub mod ferry_follies;
pub mod flip_freighters;
pub mod paris_connection;
pub mod thats_life;
