//! The server's business logic: one function for each request that a caller can make.
//!
//! The functions contain neither HTTP nor SQL. A function that changes data opens one transaction
//! ([`App::transaction`]), checks its preconditions again inside, and writes the resulting mails
//! into the outbox with the change.

pub mod access;
pub mod accounts;
pub mod admin;
mod app;
pub mod attempts;
pub mod audit;
pub mod avoided;
pub mod bots;
pub mod bounces;
pub mod cached_rows;
pub mod chat;
pub mod clocks;
pub mod codes;
pub mod confirmation;
pub mod damage;
pub mod deals;
pub mod devices;
mod draft;
pub mod export;
pub mod feeds;
pub mod games_list;
pub mod health;
pub mod holidays;
pub mod idempotency;
pub mod identity;
pub mod limits;
pub mod lobby;
pub mod look;
pub mod mail_domains;
pub mod mail_settings;
pub mod mail_tokens;
pub mod mailbox;
pub mod membership;
pub mod notes;
pub mod oauth;
pub mod orders;
pub mod passkeys;
pub mod passwords;
pub mod play;
pub mod presence;
pub mod pushes;
pub mod reauthentication;
pub mod receipts;
pub mod replacement;
pub mod replay;
pub mod reply_addresses;
pub mod reports;
pub mod reset;
pub mod second_factor;
pub mod secrets;
pub mod sessions;
pub mod strangers;
pub mod streams;
pub mod tables;
pub mod tokens;
pub mod typed_text;
pub mod webhooks;

pub use app::App;
