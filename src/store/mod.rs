//! The database queries of the server, one function for each.
//!
//! All SQL is here and in the crate `db`. Functions take a connection and return rows. `service`
//! decides what they mean.

pub mod admin;
pub mod admins;
pub mod answers;
pub mod avoided;
pub mod clocks;
pub mod committer;
pub mod deals;
pub mod departures;
pub mod entries;
pub mod feeds;
pub mod freshness;
pub mod games;
pub mod grants;
pub mod holidays;
pub mod idempotency;
pub mod inbound;
pub mod loader;
pub mod mail_addresses;
pub mod mail_codes;
pub mod mail_settings;
pub mod mailed_commands;
pub mod messages;
pub mod notes;
pub mod on_deal;
pub mod options;
pub mod orders;
pub mod passkeys;
pub mod players;
pub mod presence;
pub mod pushes;
pub mod quotas;
pub mod reply_addresses;
pub mod reply_senders;
pub mod reports;
pub mod reservations;
pub mod resignations;
pub mod second_factor;
pub mod sessions;
pub mod signing_keys;
pub mod strangers;
pub mod streams;
pub mod suspensions;
pub mod tokens;
pub mod watches;
pub mod webhooks;
