//! Pages and health checks for the operator. They are not part of the API contract.

pub mod health;
pub mod mailbox;
pub mod port;
