//! The queries about mail settings and push subscriptions.

pub mod mail_settings;
pub mod pushes;
