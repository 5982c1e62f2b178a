//! Joining and leaving the server: sign-up, guests, profiles and the deletion of accounts.
//!
//! These concern games as well as accounts: an invitation to a table admits a player, a change of
//! settings plays moves, and a player who leaves gives up seats.

pub mod admission;
pub mod adoption;
pub mod departure;
pub mod guests;
pub mod profile;
pub mod sign_up;
