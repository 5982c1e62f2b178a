//! The foundation of the server's domains: its configuration, the reasons for which a request is
//! rejected, the permits that bound concurrent work, the runner of queues, and what several domains
//! draw and sign.
//!
//! Nothing here knows a table of the database or a call of the API.

pub mod config;
pub mod core;
pub mod current;
pub mod idempotency;
pub mod listeners;
pub mod permits;
pub mod pictures;
pub mod queue;
pub mod receipt;
pub mod refusal;
pub mod store;
pub mod thread_pool;
pub mod typed_text;

pub use core::Core;
pub use refusal::Refusal;
