//! The rules core of Turnpike: the part that all games share.
//!
//! This crate defines the interface of a game: its legal moves, their effects, and the view of each
//! player and spectator. It also hashes and replays a game's log. It is pure: it uses no network,
//! database, clock, file or ambient randomness. The caller passes in the dice, which derive from
//! the game's seed and the entry's number (see [`dice`]).
//!
//! - A game implements [`Rules`], in its own types, and its parts: [`Play`], [`Tell`], [`Show`] and
//!   [`Trial`].
//! - [`Kind`] is a game with the types erased to JSON, for servers and tools; [`Kinds`] is a list
//!   of them.
//! - [`Game`] is one game in progress: its kind, a header, a seed, a log of entries and the
//!   position.
//! - [`record`] is the exported history of a game and its offline verification.
//!
//! Other crates hold accounts, deadlines, mail, storage, HTTP, and the games themselves.
//!
//! # A complete game
//!
//! Two players count to ten by ones, twos and threes. The player who says ten wins. This crate
//! re-exports `serde`, `serde_json` and `schemars`, so a game needs no other dependency.
//!
//! ```
//! use std::fmt;
//! use std::ops::RangeInclusive;
//!
//! use rules::record::{self, Record};
//! use rules::schemars::JsonSchema;
//! use rules::serde::{Deserialize, Serialize};
//! use rules::serde_json::{Value, json};
//! use rules::svg::{Drawing, Shapes};
//! use rules::*;
//!
//! static MESSAGES: Catalogue = Catalogue::new(&[
//!     ["summary = Count to ten.", "summary = Comptez jusqu'à dix.", "summary = Zähle bis zehn."],
//!     [
//!         "said = { $name } says { $sum }.",
//!         "said = { $name } dit { $sum }.",
//!         "said = { $name } sagt { $sum }.",
//!     ],
//! ]);
//!
//! #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
//! #[serde(crate = "rules::serde", deny_unknown_fields)]
//! #[schemars(crate = "rules::schemars")]
//! struct Options {}
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
//! #[serde(crate = "rules::serde")]
//! #[schemars(crate = "rules::schemars")]
//! struct State {
//!     sum: u8,
//!     next: Seat,
//!     left: Option<Seat>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
//! #[serde(crate = "rules::serde", deny_unknown_fields)]
//! #[schemars(crate = "rules::schemars")]
//! struct Add {
//!     add: u8,
//! }
//!
//! impl fmt::Display for Add {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         write!(f, "add {}", self.add)
//!     }
//! }
//!
//! #[derive(Clone, Debug, Serialize, JsonSchema)]
//! #[serde(crate = "rules::serde")]
//! #[schemars(crate = "rules::schemars")]
//! struct Said {
//!     seat: Seat,
//!     sum: u8,
//! }
//!
//! fn other(seat: Seat) -> Seat {
//!     Seat(1 - seat.number())
//! }
//!
//! struct Ten;
//!
//! impl Rules for Ten {
//!     const ID: &'static str = "ten";
//!     const NAME: &'static str = "Ten";
//!     const VERSION: u16 = 1;
//!     const SEATS: RangeInclusive<u8> = 2..=2;
//!     const MANUAL: Manual = Manual {
//!         rules: ["## R1 Counting", "## R1 Compter", "## R1 Zählen"],
//!         how_to_play: ["Add.", "Ajoutez.", "Zähle weiter."],
//!         words: ["", "add = ajouter", "add = plus"],
//!         example: "",
//!     };
//!
//!     type Options = Options;
//!     type State = State;
//!     type Move = Add;
//!     type Event = Said;
//!     type View = State;
//!
//!     fn setup(_: &Options, _: u8, _: &mut Dice, _: &mut Events<Said>) -> State {
//!         State { sum: 0, next: Seat(0), left: None }
//!     }
//!
//!     fn turn(state: &State) -> Turn {
//!         let winner = match state.left {
//!             Some(left) => other(left),
//!             None if state.sum == 10 => other(state.next),
//!             None => return Turn::Act(SeatSet::one(state.next)),
//!         };
//!         Turn::Over(Outcome::ranked(Seat::all(2).map(|seat| {
//!             let won = i32::from(seat == winner);
//!             (won, Standing::new(seat, won, state.left == Some(seat)))
//!         })))
//!     }
//!
//!     fn legal(state: &State, seat: Seat) -> Legal<Add> {
//!         match Ten::turn(state).acting().contains(seat) {
//!             true => Legal::all((1..=3.min(10 - state.sum)).map(|add| Add { add }).collect()),
//!             false => Legal::none(),
//!         }
//!     }
//!
//!     fn view(state: &State, _: Viewer) -> State {
//!         state.clone()
//!     }
//!
//!     fn read(_: &State, _: Seat, text: &str) -> Result<Add, Illegal> {
//!         let number = text.trim().strip_prefix("add ").and_then(|it| it.parse().ok());
//!         let refused = || Illegal::bad_move(Message::verbatim("Say “add 2”, or another number."));
//!         number.map(|add| Add { add }).ok_or_else(refused)
//!     }
//! }
//!
//! impl Play for Ten {
//!     fn play(
//!         state: &mut State,
//!         seat: Seat,
//!         mv: &Add,
//!         _: &mut Dice,
//!         events: &mut Events<Said>,
//!     ) -> Result<(), Illegal> {
//!         if !Ten::legal(state, seat).moves.contains(mv) {
//!             let text = Message::verbatim("That is not yours to say now.");
//!             return Err(Illegal::new("NotNow", text));
//!         }
//!         state.sum += mv.add;
//!         state.next = other(seat);
//!         events.push(|| Said { seat, sum: state.sum });
//!         Ok(())
//!     }
//!
//!     fn leave(
//!         state: &mut State,
//!         seat: Seat,
//!         _: &mut Dice,
//!         _: &mut Events<Said>,
//!     ) -> Result<(), Illegal> {
//!         if Ten::turn(state).outcome().is_some() {
//!             return Err(Illegal::game_over());
//!         }
//!         state.left = Some(seat);
//!         Ok(())
//!     }
//! }
//!
//! impl Tell for Ten {
//!     const MESSAGES: &'static Catalogue = &MESSAGES;
//!
//!     fn say(said: &Said, names: &Names) -> Message {
//!         let told = MESSAGES.message("said").with("name", names.of(said.seat));
//!         told.with("sum", said.sum)
//!     }
//! }
//!
//! impl Show for Ten {
//!     fn picture(view: &State, _: &Names) -> String {
//!         format!("{} of 10\n", view.sum)
//!     }
//!
//!     fn draw(view: &State, names: &Names) -> Drawing {
//!         let title = Ten::picture(view, names);
//!         let mut body = Shapes::default();
//!         body.text().class("f-ink").at(9, 30).says(&title);
//!         Drawing { width: 90, height: 50, title, colours: &[], body }
//!     }
//! }
//!
//! impl Trial for Ten {
//!     fn arrange(_: &Options, _: u8, _: &mut Dice, position: &Value) -> Result<State, String> {
//!         State::deserialize(position).map_err(|error| error.to_string())
//!     }
//!
//!     fn check(state: &State) -> Result<(), String> {
//!         (state.sum <= 10).then_some(()).ok_or("beyond ten".to_owned())
//!     }
//!
//!     fn examples() -> Vec<Add> {
//!         vec![Add { add: 2 }]
//!     }
//! }
//!
//! static TEN: &dyn Kind = &erase::<Ten>();
//!
//! // One game of it: a header and a seed to begin with, then one entry after another.
//! let server_seed = ServerSeed([7; 32]);
//! let header = Header {
//!     id: "k7Qd2xPz9Wb".to_owned(),
//!     rules: TEN.info().rules(),
//!     options: TEN.options(&json!({})).unwrap().into(),
//!     entropies: vec!["ann was here".to_owned(), "and ben".to_owned()],
//!     seed_commitment: Hash(server_seed.commitment()),
//!     seed_source: SeedSource::Secret,
//!     blinding_commitment: None,
//!     deal: None,
//! };
//! let (mut game, _) = Game::start(TEN, header, &server_seed, None).unwrap();
//! let names = Names::new(["Ann", "Ben"]);
//! let (mut entries, mut told) = (Vec::new(), Vec::new());
//! while let Some(seat) = game.acting().iter().next() {
//!     let action = Action::Text(game.legal(seat).texts[0].clone());
//!     let played = game.submit(seat, &action, "2026-03-01T12:00:00.000Z").unwrap();
//!     told.extend(played.told.iter().filter_map(|it| it.say(Viewer::Spectator, &names)));
//!     entries.push(played.entry);
//! }
//! assert_eq!(told.last().unwrap(), "Ben says 10.");
//!
//! // Its history proves itself to anybody who has the rules.
//! let players = ["Ann", "Ben"].map(str::to_owned);
//! let history = Record::of(&game, players, entries, Some(Hash(server_seed.0)));
//! let verified = record::verify(&history, Kinds(&[TEN])).unwrap();
//! assert_eq!(verified.entries, 10);
//! ```

// Must come first, because later modules use its macro.
#[macro_use]
mod language;

mod bot;
pub mod canonical;
mod daily;
pub mod dice;
mod events;
mod french;
mod game;
mod kind;
mod kinds;
mod log;
mod manual;
mod message;
pub mod notation;
mod options;
mod orders;
pub mod reading;
pub mod record;
mod seals;
mod seat;
pub mod svg;
mod synonyms;
pub mod text;
mod turn;
mod words;

pub use bot::Bot;
pub use dice::{Blinding, Dice, GameSeed, Secrets, ServerSeed};
pub use events::{Events, Names};
pub use game::{Action, Game, GameFault, Header, Played, Unplayed};
pub use kind::{
    Dealt, Kind, KindInfo, KindSchemas, LegalMoves, Play, Position, Rules, Show, Tell, Told, Trial,
    erase, whole_schemas,
};
pub use kinds::Kinds;
pub use language::{EachLanguage, Language};
pub use log::{Body, Contradiction, Entry, EntryKind, Hash, LeadsTo, SeedSource, Successor};
pub use manual::{BOARD, Manual, STEP, step_of};
pub use message::{Catalogue, Message, Word, with_minus};
pub use orders::{KnownOrder, Ordered};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use synonyms::synonyms;
pub use turn::{Branch, Illegal, Legal, Outcome, Refusal, Standing, Turn};

// The libraries for a game's own types, in the versions that this crate uses.
pub use {schemars, serde, serde_json, strum};

// Lets the macros use the path `rules` inside this crate too.
extern crate self as rules;
