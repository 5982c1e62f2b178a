//! Background work: what goes on without anybody asking.
//!
//! A job calls `service` for what is to be done and keeps to itself when and how often.

pub mod mailer;
