//! Webhooks, event streams, feeds and push messages.

pub mod feeds;
pub mod followed;
pub mod pushes;
pub mod streams;
pub mod webhook_leases;
pub mod webhooks;
