//! Mail, out and in: what letters tell, and what the lines of a mail mean.
//!
//! - `letters`: what a mail in the outbox says when it is sent; `game_letters`, `operator` and `digest`
//!   write those of their kinds, of what `background` reads for many at once;
//! - `inbound`: a mail that came in, done and answered;
//! - `unsubscribe`: links that stop mail without signing in;
//! - `pushes`: what browsers and phones are told before a mail goes;
//! - `webhooks`: what those are told; `feeds`: calendars and feeds.
//!
//! It stands above `service`, which writes notices and knows no letter. The wording is in `mail`.

pub mod background;
pub mod digest;
pub mod feeds;
pub mod game_letters;
pub mod inbound;
pub mod letters;
mod operator;
pub mod pushes;
pub mod unsubscribe;
pub mod webhooks;
