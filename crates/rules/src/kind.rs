//! The interface of a game: [`Rules`] in the game's own types, [`Kind`] and [`Position`] with the
//! types erased to JSON.
//!
//! A game implements only [`Rules`] and its parts; [`erase`] derives the rest. The erased layer
//! parses a move into the typed form once, for moves from clients and from the log.

use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::message::COMMON;
use crate::svg::{Drawing, Preferences, Theme};
use crate::{
    Bot, Branch, Catalogue, Dice, Events, Illegal, KnownOrder, Language, Legal, Manual, Message,
    Names, Ordered, Seat, SeatSet, Turn, Viewer, bot, options, orders,
};

/// The core of a game: its name, its types, its positions and the legal moves in them.
///
/// Separate traits hold the effects of moves ([`Play`]), the events ([`Tell`]), the display
/// ([`Show`]) and the support for tests ([`Trial`]), so that each stands next to its code. Every
/// function is pure: the same arguments give the same result, on every machine, for ever.
pub trait Rules: Sized + 'static {
    /// The permanent id, as in URLs and file names: `thats-life`.
    const ID: &'static str;
    /// The name for players: `That's Life!`.
    const NAME: &'static str;
    /// The version of the rules. It changes when a stored game would replay differently.
    const VERSION: u16;
    /// The allowed numbers of seats.
    const SEATS: RangeInclusive<u8>;
    /// The pages about the game and the words of its moves in each language:
    /// [`manual!`](crate::manual).
    const MANUAL: Manual;

    /// The options that players choose before the start. The default is the basic game.
    type Options: Clone
        + Debug
        + Default
        + PartialEq
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + Send
        + Sync;
    /// A position. It is compact and cheap to clone, and contains no dice and no text.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A move. `Display` writes its text notation.
    type Move: Clone + Debug + Display + PartialEq + Serialize + DeserializeOwned + JsonSchema;
    /// An event that happened while a move was carried out.
    type Event: Clone + Debug + Serialize + JsonSchema + Send + Sync;
    /// The part of a position that one viewer may see, filled field by field.
    type View: Serialize + JsonSchema;

    /// Returns the position before the first move (log entry 0). `seats` is in [`Rules::SEATS`].
    fn setup(
        options: &Self::Options,
        seats: u8,
        dice: &mut Dice,
        events: &mut Events<Self::Event>,
    ) -> Self::State;

    /// Returns the seats that owe a decision, or the outcome.
    fn turn(state: &Self::State) -> Turn;

    /// Returns the legal moves of the seat. The list is complete if its length is reasonable.
    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Move>;

    /// Returns the legal moves as a few lines of text, for positions with a list of moves that is
    /// too long for people to read.
    fn choices(_state: &Self::State, _seat: Seat) -> Option<Vec<Message>> {
        None
    }

    /// Returns a sentence that explains further moves, for a list of [`Rules::choices`] without
    /// them.
    fn hint(_state: &Self::State, _seat: Seat) -> Option<Message> {
        None
    }

    /// Returns the legal moves as a tree of prefixes: those whose notation begins with the words of
    /// `partial`. A game with turns that are too big to list overrides this.
    fn branch(
        state: &Self::State,
        seat: Seat,
        partial: &str,
    ) -> Result<Branch<Self::Move>, Illegal> {
        Branch::among(Self::legal(state, seat).moves, partial)
    }

    /// Returns the seat's only way to continue, if there is exactly one, so that the player decides
    /// nothing. Undoing an earlier choice does not count. Callers ask only for a seat that owes a
    /// decision.
    fn forced(state: &Self::State, seat: Seat) -> Option<Self::Move> {
        let mut legal = Self::legal(state, seat);
        let is_forced = legal.complete && legal.moves.len() == 1;
        legal.moves.pop().filter(|_| is_forced)
    }

    /// Returns the conditional orders that the game supports. Most games support none.
    fn orders() -> Vec<KnownOrder> {
        Vec::new()
    }

    /// Reads a conditional order in the seat's current position and writes it out in full. The full
    /// form has the same meaning in every later position, where [`Rules::ordered`] reads it.
    fn order(_state: &Self::State, _seat: Seat, _text: &str) -> Result<String, Illegal> {
        Err(Illegal::bad_move(COMMON.message("no-orders")))
    }

    /// Returns the effect of an order in its full form on a decision that the seat owes, based only
    /// on the seat's knowledge. For a seat that owes none, the result is [`Ordered::Past`] or
    /// [`Ordered::Nothing`].
    fn ordered(_state: &Self::State, _seat: Seat, _order: &str) -> Ordered<Self::Move> {
        Ordered::Past
    }

    /// Returns the move of the greedy bot, which plays to win by rules of thumb and knows only what
    /// the seat knows. Returns `None` if the seat owes no decision. `dice` are the bot's own, not
    /// the game's. By default the bot plays at random.
    fn greedy(state: &Self::State, seat: Seat, dice: &mut Dice) -> Option<Self::Move> {
        bot::by_lot::<Self>(state, seat, dice)
    }

    /// Returns the seats whose moves in the open simultaneous turn are still hidden from the other
    /// seats.
    fn sealed(_state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// Returns the view of the position for this viewer.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// Reads the text notation of a move. Accepts any case, extra spaces and unique prefixes.
    fn read(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Illegal>;

    /// Whether a move names something that does not exist, so that it can never be legal. If
    /// [`Rules::read`] returns such a move, the same text may be another move in the words of
    /// another language.
    fn names_nothing(_mv: &Self::Move) -> bool {
        false
    }
}

/// The effects of moves.
///
/// Only these functions and [`Rules::setup`] may draw from the dice.
pub trait Play: Rules {
    /// Carries out a move. On `Err` the state is unchanged and nothing was drawn.
    fn play(
        state: &mut Self::State,
        seat: Seat,
        mv: &Self::Move,
        dice: &mut Dice,
        events: &mut Events<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Removes a seat from the game for good because it resigned or ran out of time. This may
    /// happen at any moment and never blocks the other seats. On `Err` the state is unchanged.
    fn leave(
        state: &mut Self::State,
        seat: Seat,
        dice: &mut Dice,
        events: &mut Events<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Whether a move changed anything. A submitted move that changes nothing is rejected, so that
    /// players cannot fill the log with it. Logs that contain such moves still replay.
    fn changes(before: &Self::State, after: &Self::State) -> bool {
        before != after
    }

    /// Whether a move, apart from its dice, revealed something that its player could not know
    /// before. In a list of moves, no move may follow it. Otherwise a list that fails later would
    /// be a way to peek.
    fn reveals(_before: &Self::State, _after: &Self::State) -> bool {
        false
    }
}

/// The events as each viewer may see them, and their sentences.
pub trait Tell: Rules {
    /// The game's messages in all languages. `summary` describes the game in one sentence.
    const MESSAGES: &'static Catalogue;

    /// Returns the part of an event that the viewer may see, or `None` for nothing at all.
    fn tell(event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        Some(event.clone())
    }

    /// Returns an event as one plain sentence.
    fn say(event: &Self::Event, names: &Names) -> Message;

    /// Translates a [note](crate::Standing::note) of the game, which records contain in English,
    /// into a message.
    fn note(note: &str) -> Message {
        Message::verbatim(note)
    }
}

/// The display of a view.
pub trait Show: Rules {
    /// Returns a view as plain text for mail, terminals and screen readers. It is at most 78
    /// columns wide and in the language of the names.
    fn picture(view: &Self::View, names: &Names) -> String;

    /// Draws a view, in the language of the names.
    fn draw(view: &Self::View, names: &Names) -> Drawing;

    /// Draws a view with these preferences, as far as the game supports them.
    fn draw_as(view: &Self::View, names: &Names, _likes: Preferences) -> Drawing {
        Self::draw(view, names)
    }
}

/// Support for tests and documentation. Playing a game does not use it.
pub trait Trial: Rules {
    /// Builds the position for a diagram or a script, and checks its invariants. The members of
    /// `position` override those of a new deal made with `dice`.
    fn arrange(
        options: &Self::Options,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<Self::State, String>;

    /// Checks the invariants of the rules that hold in every position. `Err` names the broken one.
    fn check(state: &Self::State) -> Result<(), String>;

    /// Deals the information that the viewer cannot know anew. The view, the events and the legal
    /// moves must not change.
    fn redeal(_state: &mut Self::State, _viewer: Viewer, _dice: &mut Dice) {}

    /// Returns moves to show in the documentation, one of each form.
    fn examples() -> Vec<Self::Move>;
}

/// Returns a generator of self-contained JSON Schemas (2020-12), with all subschemas inline.
pub fn whole_schemas() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator()
}

/// The name of a game, its seats, and its texts.
#[derive(Clone, Debug)]
pub struct KindInfo {
    /// [`Rules::ID`].
    pub id: &'static str,
    /// [`Rules::NAME`].
    pub name: &'static str,
    /// [`Rules::VERSION`].
    pub version: u16,
    /// [`Rules::SEATS`].
    pub seats: RangeInclusive<u8>,
    /// The message `summary`: one sentence that describes the game.
    pub summary: Message,
    /// [`Rules::MANUAL`].
    pub manual: &'static Manual,
    /// [`Tell::MESSAGES`].
    pub messages: &'static Catalogue,
    /// [`Rules::orders`].
    pub orders: Vec<KnownOrder>,
}

impl KindInfo {
    /// Returns the id with the version, as stored with a game: `thats-life@1`.
    pub fn rules(&self) -> String {
        format!("{}@{}", self.id, self.version)
    }
}

/// The JSON Schemas of a game's types, as references into the generator that made them.
#[derive(Clone, Debug)]
pub struct KindSchemas {
    /// The schema of the options.
    pub options: schemars::Schema,
    /// The schema of a move.
    pub mv: schemars::Schema,
    /// The schema of an event.
    pub event: schemars::Schema,
    /// The schema of a view.
    pub view: schemars::Schema,
}

/// The position before the first move, and the events of the setup.
pub type Dealt = (Box<dyn Position>, Vec<Box<dyn Told>>);

/// A game with its types erased. There is one static value for each version of each game.
pub trait Kind: Send + Sync {
    /// Returns the name of the game, its seats, and its texts.
    fn info(&self) -> KindInfo;

    /// Fills in defaults and rejects options that this game does not have.
    fn options(&self, given: &Value) -> Result<Value, Illegal>;

    /// Returns the position before the first move, and the events of the setup.
    fn setup(&self, options: &Value, seats: u8, dice: &mut Dice) -> Result<Dealt, Illegal>;

    /// Reads a position that [`Position::to_bytes`] wrote. Returns `None` for any other bytes.
    fn restore(&self, bytes: &[u8]) -> Option<Box<dyn Position>>;

    /// Builds the position for a script: [`Trial::arrange`].
    fn arrange(
        &self,
        options: &Value,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<Box<dyn Position>, String>;

    /// [`Tell::note`] in a language.
    fn note(&self, note: &str, language: Language) -> String;

    /// Returns the JSON Schema (2020-12) of the options as a form for people. In the given
    /// language, it has the name (`title`) and the effect (`description`) of each option and each
    /// of its values. They come from the game's messages `option-…`.
    fn options_schema(&self, language: Language) -> Value;

    /// Lists the differences between these options and the basic game, each in a few words of the
    /// language.
    fn unusual(&self, options: &Value, language: Language) -> Vec<String>;

    /// Returns the JSON Schemas of the game's types.
    fn schemas(&self, generator: &mut SchemaGenerator) -> KindSchemas;

    /// Returns moves to show in the documentation, one of each form.
    fn examples(&self) -> Vec<Value>;
}

/// The legal moves of a seat, as JSON and in the text notation, in the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalMoves {
    /// The moves as JSON.
    pub moves: Vec<Value>,
    /// The same moves in the text notation.
    pub texts: Vec<String>,
    /// Whether the list contains all legal moves.
    pub complete: bool,
}

/// An event with its type erased.
pub trait Told: Send + Sync {
    /// Returns the part of the event that the viewer may see, as JSON.
    fn json(&self, viewer: Viewer) -> Option<Value>;
    /// Returns that part as a sentence in the language of the names.
    fn say(&self, viewer: Viewer, names: &Names) -> Option<String>;
    /// Returns both, the event as JSON text.
    fn tell(&self, viewer: Viewer, names: &Names) -> Option<(Box<RawValue>, String)>;
}

/// A position with its type erased.
pub trait Position: Send + Sync {
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn Position>;
    /// [`Rules::turn`].
    fn turn(&self) -> Turn;
    /// [`Rules::legal`].
    fn legal(&self, seat: Seat) -> LegalMoves;
    /// [`Rules::choices`] in the language of the names.
    fn choices(&self, seat: Seat, names: &Names) -> Option<Vec<String>>;
    /// [`Rules::hint`] in the language of the names.
    fn hint(&self, seat: Seat, names: &Names) -> Option<String>;
    /// Translates a move in the notation into the words of a language. [`Position::read`] reads the
    /// result as the same move.
    fn in_words(&self, notation: &str, language: Language) -> String;
    /// [`Rules::forced`].
    fn forced(&self, seat: Seat) -> Option<Value>;
    /// [`Rules::order`], for an order in the words of any language.
    fn order(&self, seat: Seat, text: &str) -> Result<String, Illegal>;
    /// [`Rules::ordered`].
    fn ordered(&self, seat: Seat, order: &str) -> Ordered<Value>;
    /// [`Rules::branch`].
    fn branch(&self, seat: Seat, partial: &str) -> Result<Branch<Value>, Illegal>;
    /// Returns the bot's move for the seat, or `None` if the seat owes no decision. `dice` are the
    /// bot's own, not the game's.
    fn choose(&self, bot: Bot, seat: Seat, dice: &mut Dice) -> Option<Value>;
    /// Plays a player's move, given as JSON text. Rejects a move that [changes](Play::changes)
    /// nothing. Returns the events, and whether the move revealed something new
    /// ([`Play::reveals`]).
    fn submit(
        &mut self,
        seat: Seat,
        mv: &str,
        dice: &mut Dice,
    ) -> Result<(Vec<Box<dyn Told>>, bool), Illegal>;
    /// Plays a move of the log, given as JSON text, and returns the events.
    fn play(
        &mut self,
        seat: Seat,
        mv: &str,
        dice: &mut Dice,
    ) -> Result<Vec<Box<dyn Told>>, Illegal>;
    /// As [`Position::play`], without collecting events.
    fn replay(&mut self, seat: Seat, mv: &str, dice: &mut Dice) -> Result<(), Illegal>;
    /// [`Play::leave`].
    fn leave(&mut self, seat: Seat, dice: &mut Dice) -> Result<Vec<Box<dyn Told>>, Illegal>;
    /// Reads a move in the text notation and returns its JSON form.
    fn read(&self, seat: Seat, text: &str) -> Result<Value, Illegal>;
    /// Checks that a JSON value is one of the game's moves, and returns its normal form.
    fn parse(&self, mv: &Value) -> Result<Value, Illegal>;
    /// Returns a move in the text notation, or `None` if it is not a move of this game.
    fn text(&self, mv: &str) -> Option<String>;
    /// [`Rules::sealed`].
    fn sealed(&self) -> SeatSet;
    /// [`Rules::view`] as JSON text, for callers that only pass it on.
    fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// [`Rules::view`] as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// [`Show::picture`] of the viewer's view.
    fn picture(&self, viewer: Viewer, names: &Names) -> String;
    /// [`Show::draw_as`] of the viewer's view.
    fn drawing(&self, viewer: Viewer, names: &Names, likes: Preferences) -> Drawing;
    /// [`Show::draw`] of the viewer's view, as a complete SVG document.
    fn svg(&self, viewer: Viewer, names: &Names, theme: Theme) -> String {
        self.svg_as(viewer, names, theme, Preferences::default())
    }
    /// [`Show::draw_as`] of the viewer's view, as a complete SVG document.
    fn svg_as(&self, viewer: Viewer, names: &Names, theme: Theme, likes: Preferences) -> String {
        self.drawing(viewer, names, likes).svg(theme)
    }
    /// Returns the whole state as compact bytes, for [`Kind::restore`] under the same version.
    fn to_bytes(&self) -> Vec<u8>;
    /// [`Trial::check`].
    fn check(&self) -> Result<(), String>;
    /// [`Trial::redeal`].
    fn redeal(&mut self, viewer: Viewer, dice: &mut Dice);
}

/// Returns the game with its types erased.
pub const fn erase<R: Play + Show + Tell + Trial>() -> impl Kind {
    Erased::<R>(PhantomData)
}

struct Erased<R>(PhantomData<fn() -> R>);

struct At<R: Rules>(R::State);

struct Happened<R: Rules>(R::Event);

fn json<T: Serialize>(value: &T) -> Value {
    #[expect(
        clippy::expect_used,
        reason = "the types of a game have string keys and no failing serialiser"
    )]
    serde_json::to_value(value).expect("the types of a game are plain JSON")
}

fn text<T: Serialize>(value: &T) -> Box<RawValue> {
    #[expect(
        clippy::expect_used,
        reason = "the types of a game have string keys and no failing serialiser"
    )]
    serde_json::value::to_raw_value(value).expect("the types of a game are plain JSON")
}

/// Reads a move. Rejects arrays, which serde would accept in place of an object.
fn typed<M: DeserializeOwned>(mv: &str) -> Result<M, Illegal> {
    if !mv.trim_ascii_start().starts_with('{') {
        return Err(no_object());
    }
    // Written out instead of `serde_json::from_str`, so that all of it compiles into one function.
    let mut text = serde_json::Deserializer::from_str(mv);
    M::deserialize(&mut text)
        .and_then(|mv| text.end().map(|()| mv))
        .map_err(|error| bad_move(&error))
}

fn no_object() -> Illegal {
    Illegal::bad_move(COMMON.message("no-object"))
}

fn bad_move(error: &serde_json::Error) -> Illegal {
    Illegal::bad_move(COMMON.message("no-move").with("error", error.to_string()))
}

fn erased<R: Tell>(events: Events<R::Event>) -> Vec<Box<dyn Told>> {
    events
        .into_vec()
        .into_iter()
        .map(|event| Box::new(Happened::<R>(event)) as Box<dyn Told>)
        .collect()
}

/// Returns the sentence of an event, with its moves in the words of the language.
fn said<R: Tell>(event: &R::Event, names: &Names) -> String {
    let mut said = R::say(event, names);
    said.note(R::MANUAL.words);
    said.to(names.language())
}

/// Returns the refusal with its moves in the words of each language.
fn noted<R: Rules>(mut illegal: Illegal) -> Illegal {
    illegal.text.note(R::MANUAL.words);
    illegal
}

fn read_options<R: Rules>(given: &Value) -> Result<R::Options, Illegal> {
    if !given.is_object() {
        let text = COMMON.message("no-options-object");
        return Err(Illegal::bad_move(text.with("game", R::NAME)));
    }
    R::Options::deserialize(given).map_err(|error| {
        let text = COMMON.message("no-options").with("game", R::NAME);
        Illegal::bad_move(text.with("error", error.to_string()))
    })
}

impl<R: Play + Show + Tell + Trial> Kind for Erased<R> {
    fn info(&self) -> KindInfo {
        KindInfo {
            id: R::ID,
            name: R::NAME,
            version: R::VERSION,
            seats: R::SEATS,
            summary: R::MESSAGES.message("summary"),
            manual: &R::MANUAL,
            messages: R::MESSAGES,
            orders: R::orders(),
        }
    }

    fn options(&self, given: &Value) -> Result<Value, Illegal> {
        Ok(json(&read_options::<R>(given)?))
    }

    fn setup(&self, options: &Value, seats: u8, dice: &mut Dice) -> Result<Dealt, Illegal> {
        let options = read_options::<R>(options)?;
        let mut events = Events::new();
        let state = R::setup(&options, seats, dice, &mut events);
        Ok((Box::new(At::<R>(state)), erased::<R>(events)))
    }

    fn restore(&self, bytes: &[u8]) -> Option<Box<dyn Position>> {
        Some(Box::new(At::<R>(postcard::from_bytes(bytes).ok()?)))
    }

    fn arrange(
        &self,
        options: &Value,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<Box<dyn Position>, String> {
        let options =
            read_options::<R>(options).map_err(|illegal| illegal.text.to(Language::English))?;
        let state = R::arrange(&options, seats, dice, position)?;
        R::check(&state)?;
        Ok(Box::new(At::<R>(state)))
    }

    fn note(&self, note: &str, language: Language) -> String {
        R::note(note).to(language)
    }

    fn options_schema(&self, language: Language) -> Value {
        let mut schema = whole_schemas().subschema_for::<R::Options>().to_value();
        options::in_words(&mut schema, R::MESSAGES, language);
        schema
    }

    fn unusual(&self, options: &Value, language: Language) -> Vec<String> {
        let usual = json(&R::Options::default());
        options::unusual(&self.options_schema(language), &usual, options)
    }

    fn schemas(&self, generator: &mut SchemaGenerator) -> KindSchemas {
        KindSchemas {
            options: generator.subschema_for::<R::Options>(),
            mv: generator.subschema_for::<R::Move>(),
            event: generator.subschema_for::<R::Event>(),
            view: generator.subschema_for::<R::View>(),
        }
    }

    fn examples(&self) -> Vec<Value> {
        R::examples().iter().map(json).collect()
    }
}

impl<R: Tell> Told for Happened<R> {
    fn json(&self, viewer: Viewer) -> Option<Value> {
        R::tell(&self.0, viewer).as_ref().map(json)
    }

    fn say(&self, viewer: Viewer, names: &Names) -> Option<String> {
        R::tell(&self.0, viewer).map(|event| said::<R>(&event, names))
    }

    fn tell(&self, viewer: Viewer, names: &Names) -> Option<(Box<RawValue>, String)> {
        let event = R::tell(&self.0, viewer)?;
        Some((text(&event), said::<R>(&event, names)))
    }
}

impl<R: Play + Show + Tell + Trial> Position for At<R> {
    fn boxed(&self) -> Box<dyn Position> {
        Box::new(At::<R>(self.0.clone()))
    }

    fn turn(&self) -> Turn {
        R::turn(&self.0)
    }

    fn legal(&self, seat: Seat) -> LegalMoves {
        let legal = R::legal(&self.0, seat);
        LegalMoves {
            moves: legal.moves.iter().map(json).collect(),
            texts: legal.moves.iter().map(ToString::to_string).collect(),
            complete: legal.complete,
        }
    }

    fn choices(&self, seat: Seat, names: &Names) -> Option<Vec<String>> {
        let mut lines = R::choices(&self.0, seat)?;
        let said = lines.iter_mut().map(|line| {
            line.note(R::MANUAL.words);
            line.called(&|seat| names.of(seat).to_owned());
            names.tell(line)
        });
        Some(said.collect())
    }

    fn hint(&self, seat: Seat, names: &Names) -> Option<String> {
        R::hint(&self.0, seat).map(|hint| names.tell(&hint))
    }

    fn in_words(&self, notation: &str, language: Language) -> String {
        R::MANUAL.in_words(notation, language)
    }

    fn forced(&self, seat: Seat) -> Option<Value> {
        R::forced(&self.0, seat).map(|mv| json(&mv))
    }

    fn order(&self, seat: Seat, text: &str) -> Result<String, Illegal> {
        let fits = |text: &str| match text.chars().count() <= orders::LONGEST {
            true => Ok(()),
            false => Err(Illegal::bad_move(
                COMMON
                    .message("order-too-long")
                    .with("most", orders::LONGEST),
            )),
        };
        fits(text)?;
        let order = R::MANUAL.read(text, |text| R::order(&self.0, seat, text), |_| false);
        let order = order.map_err(noted::<R>)?;
        fits(&order).map(|()| order)
    }

    fn ordered(&self, seat: Seat, order: &str) -> Ordered<Value> {
        R::ordered(&self.0, seat, order).map(|mv| json(&mv))
    }

    fn branch(&self, seat: Seat, partial: &str) -> Result<Branch<Value>, Illegal> {
        let manual = &R::MANUAL;
        let branch = manual.read(
            partial,
            |partial| R::branch(&self.0, seat, partial),
            |_| false,
        );
        let branch = branch.map_err(noted::<R>)?;
        Ok(branch.map(|mv| json(&mv)))
    }

    fn choose(&self, bot: Bot, seat: Seat, dice: &mut Dice) -> Option<Value> {
        bot.choose::<R>(&self.0, seat, dice).map(|mv| json(&mv))
    }

    fn submit(
        &mut self,
        seat: Seat,
        mv: &str,
        dice: &mut Dice,
    ) -> Result<(Vec<Box<dyn Told>>, bool), Illegal> {
        let before = self.0.clone();
        let told = self.play(seat, mv, dice)?;
        if !R::changes(&before, &self.0) {
            self.0 = before;
            return Err(Illegal::changes_nothing());
        }
        let reveals = dice.words_read() > 0 || R::reveals(&before, &self.0);
        Ok((told, reveals))
    }

    fn play(
        &mut self,
        seat: Seat,
        mv: &str,
        dice: &mut Dice,
    ) -> Result<Vec<Box<dyn Told>>, Illegal> {
        let mut events = Events::new();
        R::play(&mut self.0, seat, &typed(mv)?, dice, &mut events).map_err(noted::<R>)?;
        Ok(erased::<R>(events))
    }

    fn replay(&mut self, seat: Seat, mv: &str, dice: &mut Dice) -> Result<(), Illegal> {
        R::play(&mut self.0, seat, &typed(mv)?, dice, &mut Events::deaf())
    }

    fn leave(&mut self, seat: Seat, dice: &mut Dice) -> Result<Vec<Box<dyn Told>>, Illegal> {
        let mut events = Events::new();
        R::leave(&mut self.0, seat, dice, &mut events)?;
        Ok(erased::<R>(events))
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Value, Illegal> {
        let mv = R::MANUAL.read(text, |text| R::read(&self.0, seat, text), R::names_nothing);
        mv.map(|mv| json(&mv)).map_err(noted::<R>)
    }

    fn parse(&self, mv: &Value) -> Result<Value, Illegal> {
        if !mv.is_object() {
            return Err(no_object());
        }
        R::Move::deserialize(mv)
            .map(|mv| json(&mv))
            .map_err(|error| bad_move(&error))
    }

    fn text(&self, mv: &str) -> Option<String> {
        typed::<R::Move>(mv).ok().map(|mv| mv.to_string())
    }

    fn sealed(&self) -> SeatSet {
        R::sealed(&self.0)
    }

    fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        text(&R::view(&self.0, viewer))
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&R::view(&self.0, viewer))
    }

    fn picture(&self, viewer: Viewer, names: &Names) -> String {
        R::picture(&R::view(&self.0, viewer), names)
    }

    fn drawing(&self, viewer: Viewer, names: &Names, likes: Preferences) -> Drawing {
        R::draw_as(&R::view(&self.0, viewer), names, likes)
    }

    fn to_bytes(&self) -> Vec<u8> {
        #[expect(
            clippy::expect_used,
            reason = "postcard writes plain data to memory without failing"
        )]
        postcard::to_stdvec(&self.0).expect("a state is plain data")
    }

    fn check(&self) -> Result<(), String> {
        R::check(&self.0)
    }

    fn redeal(&mut self, viewer: Viewer, dice: &mut Dice) {
        R::redeal(&mut self.0, viewer, dice);
    }
}
