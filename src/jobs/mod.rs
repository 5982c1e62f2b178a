//! What a server does on its own: loops that run beside the requests until they are told to stop.

pub mod revocations;
pub mod tidy;
