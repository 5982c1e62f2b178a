//! Tests of the client with a running server.

#[path = "../../examples/bot.rs"]
#[expect(dead_code, reason = "the tests do not use its main")]
mod bot;
mod bots;
mod games;
mod helpers;
mod retries;
mod session;
mod stream;
#[path = "../../examples/terminal.rs"]
#[expect(dead_code, reason = "the tests do not use its main")]
mod terminal;
mod terminals;
