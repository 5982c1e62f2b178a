//! The client, against a server that runs.

#[path = "../../examples/bot.rs"]
#[expect(dead_code, reason = "its main is for the example")]
mod bot;
mod bots;
mod games;
mod helpers;
mod retries;
mod session;
mod stream;
#[path = "../../examples/terminal.rs"]
#[expect(dead_code, reason = "its main is for the example")]
mod terminal;
mod terminals;
