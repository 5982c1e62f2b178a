//! Mail in both directions: the contents of letters, and the commands in incoming mails.
//!
//! - `letters`: turns a mail in the outbox into a letter when it is sent. `game_letters`,
//!   `operator` and `digest` write their own kinds, with rows that `background` reads for many
//!   mails at once.
//! - `inbound`: carries out and answers an incoming mail.
//! - `unsubscribe`: links that stop mail without signing in.
//! - `pushes`: notices for browsers and phones, before a mail is sent.
//! - `webhooks`: the bodies of webhook deliveries.
//! - `feeds`: calendars and feeds.
//!
//! This layer is above `service`, which writes notices and knows nothing about letters. The wording
//! is in `mail`.

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
