//! Pages for people, where a mail cannot do without one. Plain HTML, no script.
//!
//! Looking at a page changes nothing: mail programs and scanners follow links on their own.

pub(super) mod account;
