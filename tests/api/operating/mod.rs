//! The operator's side: the database and its privileges, nodes, outages, limits and secrets.

pub mod admin;
pub mod clock_jumps;
pub mod connections;
pub mod database;
pub mod full_disk;
pub mod keys;
pub mod nodes;
pub mod outages;
pub mod resource_limits;
pub mod rights;
pub mod rotation;
pub mod sandbox;
pub mod tls;
