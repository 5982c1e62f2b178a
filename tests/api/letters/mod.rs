//! Mails: what the server sends, when, and how deliveries end.

pub mod bounces;
pub mod dkim;
pub mod game_mails;
pub mod mail;
pub mod mail_html;
pub mod mail_preferences;
pub mod mail_priority;
pub mod mailbox;
pub mod wording;
