//! The interface of a game: [`Rules`] in the game's own types, [`Kind`] and [`Position`] with the
//! types erased to JSON.
//!
//! A game implements [`Rules`] and its parts and nothing else; [`erase`] makes the rest of it. The erased layer
//! parses a move once into the typed form, whether it comes from a client or from the log.

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

/// What a game is: its name, its types, its positions, and what may be played in them.
///
/// What moves do ([`Play`]), what is told ([`Tell`]) and shown ([`Show`]), and what tests need
/// ([`Trial`]) are parts of their own, so that each stands beside the code that does it. Every
/// function is pure: the same arguments give the same answer, on every machine, for ever.
pub trait Rules: Sized + 'static {
    /// The permanent id, as in URLs and files: `thats-life`.
    const ID: &'static str;
    /// The name as players write it: `That's Life!`.
    const NAME: &'static str;
    /// The version of the rules. It changes when a stored game would replay differently.
    const VERSION: u16;
    /// How many seats a table may have.
    const SEATS: RangeInclusive<u8>;
    /// What people read about the game, and how they call things: [`manual!`](crate::manual).
    const MANUAL: Manual;

    /// What the people at a table agree on before the start; its default is the basic game.
    type Options: Clone
        + Debug
        + Default
        + PartialEq
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + Send
        + Sync;
    /// A position. Compact, cheap to clone; holds no generator and no text.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A move; `Display` is its text notation.
    type Move: Clone + Debug + Display + PartialEq + Serialize + DeserializeOwned + JsonSchema;
    /// Something that happened while a move was carried out.
    type Event: Clone + Debug + Serialize + JsonSchema + Send + Sync;
    /// What one viewer may see of a position, filled field by field.
    type View: Serialize + JsonSchema;

    /// The position before the first move (log entry 0). `seats` lies in [`Rules::SEATS`].
    fn setup(
        options: &Self::Options,
        seats: u8,
        dice: &mut Dice,
        events: &mut Events<Self::Event>,
    ) -> Self::State;

    /// Who owes a decision, or how the game ended.
    fn turn(state: &Self::State) -> Turn;

    /// What the seat may play now. Complete wherever that is a list of reasonable length.
    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Move>;

    /// What the seat may play as a few lines for people, where a list of all moves is none that anybody reads.
    fn choices(_state: &Self::State, _seat: Seat) -> Option<Vec<Message>> {
        None
    }

    /// The legal moves as a tree by prefix: those whose notation begins with the words of
    /// `partial`. A game whose turn is too big to list gives its own.
    fn branch(
        state: &Self::State,
        seat: Seat,
        partial: &str,
    ) -> Result<Branch<Self::Move>, Illegal> {
        Branch::among(Self::legal(state, seat).moves, partial)
    }

    /// The only way on for the seat, where there is but one: it decides nothing. Taking back what was done is no
    /// way on. Asked for a seat that owes a decision.
    fn forced(state: &Self::State, seat: Seat) -> Option<Self::Move> {
        let mut legal = Self::legal(state, seat);
        let is_forced = legal.complete && legal.moves.len() == 1;
        legal.moves.pop().filter(|_| is_forced)
    }

    /// The conditional orders that the game knows; most games know none.
    fn orders() -> Vec<KnownOrder> {
        Vec::new()
    }

    /// Reads a conditional order as the seat writes it now, and says it in full: so it means the same at every later
    /// position, read again by [`Rules::ordered`].
    fn order(_state: &Self::State, _seat: Seat, _text: &str) -> Result<String, Illegal> {
        Err(Illegal::bad_move(COMMON.message("no-orders")))
    }

    /// What an order, said in full, comes to at a decision that the seat owes, by what the seat knows. For a
    /// seat that owes none it is [`Ordered::Past`] or nothing.
    fn ordered(_state: &Self::State, _seat: Seat, _order: &str) -> Ordered<Self::Move> {
        Ordered::Past
    }

    /// What a bot plays that plays to win by rules of thumb, knowing what the seat knows; `None`
    /// when the seat owes no decision. `dice` are the bot's own, not the game's.
    /// Without one the bot plays by lot.
    fn greedy(state: &Self::State, seat: Seat, dice: &mut Dice) -> Option<Self::Move> {
        bot::by_lot::<Self>(state, seat, dice)
    }

    /// The seats whose moves of the open simultaneous turn still lie sealed before the others.
    fn sealed(_state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// What the viewer may see of the position.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// Reads the text notation of a move, forgiving case, spaces and unique prefixes.
    fn read(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Illegal>;

    /// Whether a move names what is not there, and so can never be legal. What [`Rules::read`] reads so may be
    /// another move in the words of another language.
    fn names_nothing(_mv: &Self::Move) -> bool {
        false
    }
}

/// What moves do.
///
/// Like [`Rules::setup`] it may draw from the dice; nothing else may.
pub trait Play: Rules {
    /// Carries out a move. On `Err` the state is exactly as it was and nothing was drawn.
    fn play(
        state: &mut Self::State,
        seat: Seat,
        mv: &Self::Move,
        dice: &mut Dice,
        events: &mut Events<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Takes a seat out of the game for good (it resigned or was timed out), at whatever moment.
    /// The others are never blocked by it. On `Err` the state is exactly as it was.
    fn leave(
        state: &mut Self::State,
        seat: Seat,
        dice: &mut Dice,
        events: &mut Events<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Whether a move changed anything. One that did not is refused when it is submitted, so that
    /// nobody fills the log with nothing; logs that hold such moves still replay.
    fn changes(before: &Self::State, after: &Self::State) -> bool {
        before != after
    }

    /// Whether a move, besides any dice it drew, turned up something that its player could not
    /// know before: then nothing may follow it in the same list of moves, or a list that fails
    /// later on would be a way to peep.
    fn reveals(_before: &Self::State, _after: &Self::State) -> bool {
        false
    }
}

/// What people are told, and who is told what.
pub trait Tell: Rules {
    /// What the game says, in all languages; `summary` says in one sentence what kind of game it is.
    const MESSAGES: &'static Catalogue;

    /// What the viewer may learn of an event; `None` for nothing at all.
    fn tell(event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        Some(event.clone())
    }

    /// An event as one plain sentence.
    fn say(event: &Self::Event, names: &Names) -> Message;

    /// A [note](crate::Standing::note) of the game's, which records hold in English, as a message.
    fn note(note: &str) -> Message {
        Message::verbatim(note)
    }
}

/// How a view is shown.
pub trait Show: Rules {
    /// A view as plain text for mail, terminals and screen readers, at most 78 columns wide, in the
    /// language of the names.
    fn picture(view: &Self::View, names: &Names) -> String;

    /// Draws a view, in the language of the names.
    fn draw(view: &Self::View, names: &Names) -> Drawing;

    /// Draws a view as somebody likes it, as far as the game has something for that.
    fn draw_as(view: &Self::View, names: &Names, _likes: Preferences) -> Drawing {
        Self::draw(view, names)
    }
}

/// What tests and documents need; no game is played with it.
pub trait Trial: Rules {
    /// Builds the position that a diagram or a script describes, and checks its invariants.
    /// The members of `position` override those of a fresh deal made with `dice`.
    fn arrange(
        options: &Self::Options,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<Self::State, String>;

    /// The invariants of the rules that hold in every position; `Err` names the broken one.
    fn check(state: &Self::State) -> Result<(), String>;

    /// Deals anew what the viewer cannot know; view, events and legal moves must not change.
    fn redeal(_state: &mut Self::State, _viewer: Viewer, _dice: &mut Dice) {}

    /// Moves to show in the documentation, one of each form.
    fn examples() -> Vec<Self::Move>;
}

/// Makes JSON Schemas (2020-12) that stand alone: what a schema is made of stands in it.
pub fn whole_schemas() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator()
}

/// What a game is called and how many play it.
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
    /// One sentence on what kind of game it is: the message `summary`.
    pub summary: Message,
    /// [`Rules::MANUAL`].
    pub manual: &'static Manual,
    /// [`Tell::MESSAGES`].
    pub messages: &'static Catalogue,
    /// [`Rules::orders`].
    pub orders: Vec<KnownOrder>,
}

impl KindInfo {
    /// The id with the version, as stored with a game: `thats-life@1`.
    pub fn rules(&self) -> String {
        format!("{}@{}", self.id, self.version)
    }
}

/// The JSON Schemas of a game's types, as references into the generator they were made with.
#[derive(Clone, Debug)]
pub struct KindSchemas {
    /// Schema of the options.
    pub options: schemars::Schema,
    /// Schema of a move.
    pub mv: schemars::Schema,
    /// Schema of an event.
    pub event: schemars::Schema,
    /// Schema of a view.
    pub view: schemars::Schema,
}

/// The position before the first move, and what happened while setting up.
pub type Dealt = (Box<dyn Position>, Vec<Box<dyn Told>>);

/// A game with its types erased. There is one static value for each version of each game.
pub trait Kind: Send + Sync {
    /// What the game is called and how many play it.
    fn info(&self) -> KindInfo;

    /// Fills in defaults and refuses what is no option of this game.
    fn options(&self, given: &Value) -> Result<Value, Illegal>;

    /// The position before the first move, and what happened while setting up.
    fn setup(&self, options: &Value, seats: u8, dice: &mut Dice) -> Result<Dealt, Illegal>;

    /// The position that [`Position::to_bytes`] wrote.
    /// `None` for anything else.
    fn restore(&self, bytes: &[u8]) -> Option<Box<dyn Position>>;

    /// The position that a script describes: [`Trial::arrange`].
    fn arrange(
        &self,
        options: &Value,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<Box<dyn Position>, String>;

    /// [`Tell::note`] in a language.
    fn note(&self, note: &str, language: Language) -> String;

    /// JSON Schema (2020-12) of the options for people to choose by: what an option and each of its values is called
    /// (`title`) and does (`description`), in a language. By the messages `option-…` of the game.
    fn options_schema(&self, language: Language) -> Value;

    /// What is otherwise in these options than in those of the basic game, each in a few words of a language.
    fn unusual(&self, options: &Value, language: Language) -> Vec<String>;

    /// The JSON Schemas of the game's types.
    fn schemas(&self, generator: &mut SchemaGenerator) -> KindSchemas;

    /// Moves to show in the documentation, one of each form.
    fn examples(&self) -> Vec<Value>;
}

/// The moves a seat may play, as JSON and in the text notation, in the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalMoves {
    /// The moves as JSON.
    pub moves: Vec<Value>,
    /// The same moves in the text notation.
    pub texts: Vec<String>,
    /// Whether these are all legal moves.
    pub complete: bool,
}

/// An event with its type erased.
pub trait Told: Send + Sync {
    /// The event as JSON, as far as the viewer may learn of it.
    fn json(&self, viewer: Viewer) -> Option<Value>;
    /// The event as a sentence in the language of the names, as far as the viewer may learn of it.
    fn say(&self, viewer: Viewer, names: &Names) -> Option<String>;
    /// Both, the event as JSON text.
    fn tell(&self, viewer: Viewer, names: &Names) -> Option<(Box<RawValue>, String)>;
}

/// A position with its type erased.
pub trait Position: Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn Position>;
    /// [`Rules::turn`].
    fn turn(&self) -> Turn;
    /// [`Rules::legal`].
    fn legal(&self, seat: Seat) -> LegalMoves;
    /// [`Rules::choices`] in the language of the names.
    fn choices(&self, seat: Seat, names: &Names) -> Option<Vec<String>>;
    /// A move of the notation in words of a language, which [`Position::read`] takes for the same move.
    fn in_words(&self, notation: &str, language: Language) -> String;
    /// [`Rules::forced`].
    fn forced(&self, seat: Seat) -> Option<Value>;
    /// [`Rules::order`], in the words of any language.
    fn order(&self, seat: Seat, text: &str) -> Result<String, Illegal>;
    /// [`Rules::ordered`].
    fn ordered(&self, seat: Seat, order: &str) -> Ordered<Value>;
    /// [`Rules::branch`].
    fn branch(&self, seat: Seat, partial: &str) -> Result<Branch<Value>, Illegal>;
    /// What a bot plays for the seat; `None` when the seat owes no decision. `dice` are the
    /// bot's own, not the game's.
    fn choose(&self, bot: Bot, seat: Seat, dice: &mut Dice) -> Option<Value>;
    /// Plays a move of a player, given as JSON text: one that [changes](Play::changes) something.
    /// Says what happened, and whether the move turned up something new ([`Play::reveals`]).
    fn submit(
        &mut self,
        seat: Seat,
        mv: &str,
        dice: &mut Dice,
    ) -> Result<(Vec<Box<dyn Told>>, bool), Illegal>;
    /// Plays a move of the log, given as JSON text, and says what happened.
    fn play(
        &mut self,
        seat: Seat,
        mv: &str,
        dice: &mut Dice,
    ) -> Result<Vec<Box<dyn Told>>, Illegal>;
    /// As [`Position::play`], without gathering events.
    fn replay(&mut self, seat: Seat, mv: &str, dice: &mut Dice) -> Result<(), Illegal>;
    /// [`Play::leave`].
    fn leave(&mut self, seat: Seat, dice: &mut Dice) -> Result<Vec<Box<dyn Told>>, Illegal>;
    /// Reads a move in the text notation: its JSON form.
    fn read(&self, seat: Seat, text: &str) -> Result<Value, Illegal>;
    /// Checks that a JSON value is one of the game's moves, and gives its normal form.
    fn parse(&self, mv: &Value) -> Result<Value, Illegal>;
    /// A move in the text notation; `None` when it is no move of this game.
    fn text(&self, mv: &str) -> Option<String>;
    /// [`Rules::sealed`].
    fn sealed(&self) -> SeatSet;
    /// [`Rules::view`] as JSON text, for whoever hands it on.
    fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// [`Rules::view`] as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// [`Show::picture`] of the viewer's view.
    fn picture(&self, viewer: Viewer, names: &Names) -> String;
    /// [`Show::draw`] of the viewer's view: a whole SVG document.
    fn svg(&self, viewer: Viewer, names: &Names, theme: Theme) -> String {
        self.svg_as(viewer, names, theme, Preferences::default())
    }
    /// [`Show::draw_as`] of the viewer's view.
    fn svg_as(&self, viewer: Viewer, names: &Names, theme: Theme, likes: Preferences) -> String;
    /// The whole state as compact bytes, for [`Kind::restore`] under the same version.
    fn to_bytes(&self) -> Vec<u8>;
    /// [`Trial::check`].
    fn check(&self) -> Result<(), String>;
    /// [`Trial::redeal`].
    fn redeal(&mut self, viewer: Viewer, dice: &mut Dice);
}

/// The erased form of a game.
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

/// Reads a move. Serde would also take an array of the members for an object.
fn typed<M: DeserializeOwned>(mv: &str) -> Result<M, Illegal> {
    if !mv.trim_ascii_start().starts_with('{') {
        return Err(no_object());
    }
    // By hand what `serde_json::from_str` does: so all of it becomes one function.
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

/// What an event says, moves in the words of the language.
fn said<R: Tell>(event: &R::Event, names: &Names) -> String {
    let mut said = R::say(event, names);
    said.note(R::MANUAL.words);
    said.to(names.language())
}

/// A refusal that tells moves in the words of each language.
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

    fn svg_as(&self, viewer: Viewer, names: &Names, theme: Theme, likes: Preferences) -> String {
        R::draw_as(&R::view(&self.0, viewer), names, likes).svg(theme)
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
