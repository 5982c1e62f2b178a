//! What holds for every call: the contract, authorization, languages, limits and pages.

pub mod authorization;
pub mod contract;
pub mod docs;
pub mod flooding;
pub mod http_edge_cases;
pub mod http_features;
pub mod idempotency;
pub mod information_leaks;
pub mod languages;
pub mod pages;
pub mod texts;
