//! The rules core of Turnpike: what is common to all games.
//!
//! This crate says what a legal move is, what it does, who sees what, and how a game's log is
//! hashed and replayed. It is pure: no network, database, clock, file or ambient randomness. Dice
//! are handed in and derive from the game's seed and the entry's number (see [`dice`]).
//!
//! - [`Rules`] is what a game implements, in its own types.
//! - [`Kind`] is the same thing with the types erased to JSON, for servers and tools; [`Kinds`] is
//!   a list of them.
//! - [`Game`] is one game in progress: its kind, a header, a seed, a log of entries and the position.
//! - [`record`] is the exported history of a game and its offline verification.
//!
//! Not here: accounts, deadlines, mail, storage, HTTP.

mod bot;
pub mod canonical;
mod daily;
pub mod dice;
mod events;
mod game;
mod kind;
mod kinds;
mod language;
mod log;
mod message;
pub mod notation;
pub mod record;
mod seals;
mod seat;
pub mod svg;
mod turn;

pub use bot::Bot;
pub use dice::{Blinding, Dice, GameSeed, Secrets, ServerSeed};
pub use events::{Events, Names};
pub use game::{Action, Game, GameFault, Header, Played, Unplayed};
pub use kind::{Dealt, Kind, KindInfo, KindSchemas, LegalMoves, Position, Rules, Told, erase};
pub use kinds::Kinds;
pub use language::Language;
pub use log::{Body, Entry, Hash, LeadsTo, SeedSource, Successor};
pub use message::{Catalogue, Message, Word};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use turn::{Branch, Illegal, Legal, Outcome, Refusal, Standing, Turn};
