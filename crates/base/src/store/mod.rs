//! The queries about answers to idempotent requests.

pub mod answers;
