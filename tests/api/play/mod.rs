//! Games: lobby, moves, clocks, orders, boards and histories.

pub mod analysis;
pub mod archive;
pub mod archive_files;
pub mod boards;
pub mod bots;
pub mod clocks;
pub mod deals;
pub mod dry_run;
pub mod fairness;
pub mod forced_moves;
pub mod game_lists;
pub mod history;
pub mod holidays;
pub mod invitations;
pub mod joining;
pub mod kinds;
pub mod lobby;
pub mod moves;
pub mod orders;
pub mod paced_games;
pub mod player_games;
pub mod rematches;
pub mod seat_offers;
pub mod view_cache;
