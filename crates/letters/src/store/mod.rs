//! The queries about mail settings, push subscriptions and incoming mails.

pub mod incoming;
pub mod mail_settings;
pub mod pushes;
