//! The client, against a server that runs.

mod games;
mod helpers;
mod road;
mod session;
mod stream;
