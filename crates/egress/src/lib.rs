//! Sending to addresses that players give: permitted targets, signatures, encryption, the request
//! itself, and pauses of receivers that took too long.
//!
//! Other modules decide about the contents (`integrations::webhooks::event`, `letters::pushes`),
//! and about the time and number of attempts (`integrations::webhooks::worker`).
//!
//! For `turnpike doctor`: the DNS records of the operator's domains, and a request to the operator's
//! own server ([`records`], [`probe`]). For the traces: requests to the operator's collector
//! ([`collector`]).

mod circuits;
pub mod collector;
pub mod guard;
mod names;
pub mod probe;
pub mod push;
pub mod records;
pub mod sender;
pub mod signature;
