//! Turnpike as a client sees it: a real server, a real PostgreSQL, a real HTTP client.
#![expect(unreachable_pub, reason = "a test binary exports nothing")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod admin;
mod architecture;
mod authorization;
mod boards;
mod bots;
mod bounces;
mod bounds;
mod browser;
mod chat;
mod clocks;
mod connections;
mod contract;
mod database;
mod dkim;
mod fairness;
mod flooding;
mod full_disk;
mod game_mails;
mod helpers;
mod history;
mod inbound;
mod kept_out;
mod languages;
mod letters;
mod lobby;
mod mail;
mod mail_html;
mod mail_preferences;
mod mailbag;
mod moves;
mod nodes;
mod pages;
mod peeping;
mod proxy;
mod rights;
mod second_factor;
mod secrets;
mod sessions;
mod smtp;
mod table;
mod takeover;
mod texts;
mod urgent;
