//! Messages for people, independent of the language: entries of a catalogue in Project Fluent files
//! (`*.ftl`), and the values of their variables.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use crate::synonyms::in_words;
use crate::{EachLanguage, Language, Seat, french};

/// The messages of a game, or of the server, in all languages.
pub struct Catalogue {
    files: &'static [EachLanguage],
    bundles: OnceLock<[FluentBundle<FluentResource>; Language::ALL.len()]>,
}

/// Makes a message of the game's own `MESSAGES` with its variables: `told!("rolled", name:
/// names.of(seat), die: 6)`.
#[macro_export]
macro_rules! told {
    ($id:literal $(, $variable:ident: $value:expr)* $(,)?) => {
        MESSAGES.message($id)$(.with(stringify!($variable), $value))*
    };
}

impl Catalogue {
    /// Creates the catalogue of these files: see [`each_language!`](crate::each_language).
    pub const fn new(files: &'static [EachLanguage]) -> Catalogue {
        Catalogue {
            files,
            bundles: OnceLock::new(),
        }
    }

    /// Returns the message with this name, without values for its variables.
    pub const fn message(&'static self, id: &'static str) -> Message {
        Message(What::Said {
            from: self,
            id,
            with: Vec::new(),
        })
    }

    /// Returns the errors in the files: invalid Fluent, messages or variables that are missing in
    /// some language, and plain spaces where French needs no-break spaces.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let [first, others @ ..] =
            Language::ALL.map(|language| (language, self.variables(language, &mut faults)));
        for (language, messages) in others {
            for (id, names) in &first.1 {
                match messages.get(id) {
                    None => faults.push(format!("{language}: no {id}")),
                    Some(other) if other != names => faults.push(format!(
                        "{id}: {names:?} in {}, {other:?} in {language}",
                        first.0
                    )),
                    Some(_) => {}
                }
            }
            let more = messages.keys().filter(|id| !first.1.contains_key(**id));
            faults.extend(more.map(|id| format!("{}: no {id}", first.0)));
        }
        let blanks = self.files(Language::French).flat_map(french::plain_blanks);
        faults.extend(blanks.map(|it| format!("fr: a plain blank in “{it}”")));
        faults
    }

    /// Returns the messages in a language, each with the names of its variables.
    fn variables(
        &self,
        language: Language,
        faults: &mut Vec<String>,
    ) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
        let mut messages = BTreeMap::new();
        for file in self.files(language) {
            let parsed = match fluent_syntax::parser::parse(file) {
                Ok(parsed) => parsed,
                Err((parsed, errors)) => {
                    let errors = errors.into_iter();
                    faults.extend(errors.map(|error| format!("{language}: {error}")));
                    parsed
                }
            };
            for entry in parsed.body {
                if let Entry::Message(message) = entry {
                    let mut names = BTreeSet::new();
                    if let Some(pattern) = &message.value {
                        variables(pattern, &mut names);
                    }
                    if messages.insert(message.id.name, names).is_some() {
                        faults.push(format!("{language}: {} twice", message.id.name));
                    }
                }
            }
        }
        messages
    }

    /// Returns the names of all messages.
    pub fn ids(&self) -> BTreeSet<&'static str> {
        self.variables(Language::default(), &mut Vec::new())
            .into_keys()
            .collect()
    }

    /// Returns the text of this message in a language. Returns `None` if the message is missing or
    /// has variables.
    pub(crate) fn text(&self, id: &str, language: Language) -> Option<String> {
        let bundle = self.bundle(language);
        let pattern = bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, None, &mut errors);
        errors.is_empty().then(|| text.into_owned())
    }

    fn files(&self, language: Language) -> impl Iterator<Item = &'static str> {
        self.files.iter().map(move |file| file[language as usize])
    }

    fn bundle(&self, language: Language) -> &FluentBundle<FluentResource> {
        let bundles = self.bundles.get_or_init(|| {
            Language::ALL.map(|language| {
                let locale = language.code().parse().unwrap_or_default();
                let mut bundle = FluentBundle::new_concurrent(vec![locale]);
                // No text runs from right to left, and terminals would show the isolation marks.
                bundle.set_use_isolating(false);
                bundle.set_formatter(Some(|value, _| match value {
                    FluentValue::Number(number) if number.value < 0.0 => {
                        Some(with_minus(&number.as_string()))
                    }
                    _ => None,
                }));
                for file in self.files(language) {
                    let resource = match FluentResource::try_new(file.to_owned()) {
                        Ok(resource) | Err((resource, _)) => resource,
                    };
                    // A duplicate message keeps its first text; `faults` reports it.
                    let _ = bundle.add_resource(resource);
                }
                bundle
            })
        });
        &bundles[language as usize]
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").finish_non_exhaustive()
    }
}

/// Collects the names of the variables in a pattern, including those in its variants.
fn variables<'a>(pattern: &Pattern<&'a str>, names: &mut BTreeSet<&'a str>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, names);
        }
    }
}

fn of_expression<'a>(expression: &Expression<&'a str>, names: &mut BTreeSet<&'a str>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, names),
        Expression::Select { selector, variants } => {
            of_inline(selector, names);
            for variant in variants {
                variables(&variant.value, names);
            }
        }
    }
}

fn of_inline<'a>(inline: &InlineExpression<&'a str>, names: &mut BTreeSet<&'a str>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            names.insert(id.name);
        }
        InlineExpression::Placeable { expression } => of_expression(expression, names),
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                of_inline(argument, names);
            }
        }
        _ => {}
    }
}

/// A message for people, which can be written in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(What);

#[derive(Clone, Debug)]
enum What {
    Said {
        from: &'static Catalogue,
        id: &'static str,
        with: Vec<(&'static str, Word)>,
    },
    Verbatim(String),
}

impl PartialEq for What {
    fn eq(&self, other: &What) -> bool {
        match (self, other) {
            (
                What::Said { from, id, with },
                What::Said {
                    from: other,
                    id: other_id,
                    with: other_with,
                },
            ) => std::ptr::eq(*from, *other) && id == other_id && with == other_with,
            (What::Verbatim(text), What::Verbatim(other)) => text == other,
            _ => false,
        }
    }
}

impl Eq for What {}

impl Message {
    /// Creates a text that is the same in every language: a name, notation, or a quotation.
    pub fn verbatim(text: impl Into<String>) -> Message {
        Message(What::Verbatim(text.into()))
    }

    /// Sets the value of a variable.
    #[must_use]
    pub fn with(mut self, variable: &'static str, word: impl Into<Word>) -> Message {
        if let What::Said { with, .. } = &mut self.0 {
            with.push((variable, word.into()));
        }
        self
    }

    /// Replaces the seats in the message with the names of their players.
    pub fn called(&mut self, name: &dyn Fn(Seat) -> String) {
        if let What::Said { with, .. } = &mut self.0 {
            with.iter_mut().for_each(|(_, word)| word.called(name));
        }
    }

    /// Marks the notation in the message for translation into each language. The names of the
    /// variables decide: `known` are known words, `move` and `moves` are moves, and `truck`,
    /// `square` and similar ones are parts of moves.
    pub(crate) fn note(&mut self, words: EachLanguage) {
        if let What::Said { with, .. } = &mut self.0 {
            for (name, word) in with {
                match *name {
                    "known" | "move" | "moves" | "truck" | "trucks" | "square" | "squares"
                    | "drives" => {
                        word.note(words);
                    }
                    _ => {
                        if let Word::Message(message) = word {
                            message.note(words);
                        }
                    }
                }
            }
        }
    }

    /// Replaces the text of a variable if `other` returns a new one.
    pub(crate) fn reword(&mut self, variable: &str, other: impl Fn(&str) -> Option<String>) {
        let What::Said { with, .. } = &mut self.0 else {
            return;
        };
        for (_, word) in with.iter_mut().filter(|(name, _)| *name == variable) {
            if let Word::Text(text) = word
                && let Some(other) = other(text)
            {
                *text = other;
            }
        }
    }

    /// Returns the message in a language.
    pub fn to(&self, language: Language) -> String {
        let (from, id, with) = match &self.0 {
            What::Verbatim(text) => return text.clone(),
            What::Said { from, id, with } => (from, id, with),
        };
        let bundle = from.bundle(language);
        let Some(pattern) = bundle.get_message(id).and_then(|it| it.value()) else {
            debug_assert!(false, "no message {id} in {language}");
            return (*id).to_owned();
        };
        let mut args = FluentArgs::with_capacity(with.len());
        for (variable, word) in with {
            args.set(*variable, word.value(language));
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&args), &mut errors);
        debug_assert!(errors.is_empty(), "{id} in {language}: {errors:?}");
        text.into_owned()
    }
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A text that is the same in every language.
    Text(String),
    /// A move or a word of the notation, with the words for it in each language.
    Noted(String, EachLanguage),
    /// A number. A message may choose its grammatical form by it.
    Number(i64),
    /// A seat. It shows its number, counted from 1, until [`Message::called`] replaces it with the
    /// player's name.
    Seat(Seat),
    /// Another message.
    Message(Message),
    /// A list with “and”: `Ann, Ben and Cleo`.
    And(Vec<Word>),
    /// A list with “or”: `Ann, Ben or Cleo`.
    Or(Vec<Word>),
    /// A list with commas only: `Ann, Ben, Cleo`.
    Comma(Vec<Word>),
}

/// The messages that all games share.
pub(crate) static COMMON: Catalogue =
    Catalogue::new(&[each_language!("/src/texts/", "/common.ftl")]);

impl Word {
    /// Makes the list `Ann, Ben and Cleo`.
    pub fn and<W: Into<Word>>(words: impl IntoIterator<Item = W>) -> Word {
        Word::And(words.into_iter().map(Into::into).collect())
    }

    /// Makes the list `Ann, Ben or Cleo`.
    pub fn or<W: Into<Word>>(words: impl IntoIterator<Item = W>) -> Word {
        Word::Or(words.into_iter().map(Into::into).collect())
    }

    /// Makes the list `Ann, Ben, Cleo`.
    pub fn comma<W: Into<Word>>(words: impl IntoIterator<Item = W>) -> Word {
        Word::Comma(words.into_iter().map(Into::into).collect())
    }

    /// Returns the word in a language.
    pub fn to(&self, language: Language) -> String {
        match self {
            Word::Text(text) => text.clone(),
            Word::Noted(text, words) => in_words(words, text, language),
            Word::Number(number) => with_minus(&number.to_string()),
            Word::Seat(seat) => COMMON
                .message("seat-number")
                .with("seat", seat.number() + 1)
                .to(language),
            Word::Message(message) => message.to(language),
            Word::And(words) => listed(words, "list-and", language),
            Word::Or(words) => listed(words, "list-or", language),
            Word::Comma(words) => {
                let words: Vec<String> = words.iter().map(|word| word.to(language)).collect();
                words.join(", ")
            }
        }
    }

    fn note(&mut self, words: EachLanguage) {
        match self {
            Word::Text(text) => *self = Word::Noted(std::mem::take(text), words),
            Word::Message(Message(What::Said { with, .. })) => {
                with.iter_mut().for_each(|(_, word)| word.note(words));
            }
            Word::And(all) | Word::Or(all) | Word::Comma(all) => {
                all.iter_mut().for_each(|word| word.note(words));
            }
            Word::Message(_) | Word::Noted(..) | Word::Number(_) | Word::Seat(_) => {}
        }
    }

    fn called(&mut self, name: &dyn Fn(Seat) -> String) {
        match self {
            Word::Seat(seat) => *self = Word::Text(name(*seat)),
            Word::Message(message) => message.called(name),
            Word::And(words) | Word::Or(words) | Word::Comma(words) => {
                words.iter_mut().for_each(|word| word.called(name));
            }
            Word::Text(_) | Word::Noted(..) | Word::Number(_) => {}
        }
    }

    fn value(&self, language: Language) -> FluentValue<'static> {
        match self {
            Word::Number(number) => FluentValue::from(*number),
            word => FluentValue::String(Cow::Owned(word.to(language))),
        }
    }
}

/// Returns a number as people write it: with a minus sign, not a hyphen.
pub fn with_minus(number: &str) -> String {
    number.replace('-', "−")
}

fn listed(words: &[Word], joined: &'static str, language: Language) -> String {
    match words {
        [] => String::new(),
        [only] => only.to(language),
        [others @ .., last] => COMMON
            .message(joined)
            .with("others", Word::Comma(others.to_vec()))
            .with("last", last.clone())
            .to(language),
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::Text(text.to_owned())
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word::Text(text)
    }
}

impl From<Seat> for Word {
    fn from(seat: Seat) -> Word {
        Word::Seat(seat)
    }
}

impl From<Message> for Word {
    fn from(message: Message) -> Word {
        Word::Message(message)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Word {
            fn from(number: $number) -> Word {
                Word::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }

        impl From<&$number> for Word {
            fn from(number: &$number) -> Word {
                Word::from(*number)
            }
        }
    )*};
}

numbers! { i8 u8 i16 u16 i32 u32 i64 u64 usize }

#[cfg(test)]
mod tests {
    use super::*;

    static PAWNS: Catalogue = Catalogue::new(&[[
        "pawns = { $who } has { $n ->\n    [one] a pawn\n   *[other] { $n } pawns\n }.",
        "pawns = { $who } a { $n ->\n    [one] { $n } pion\n   *[other] { $n } pions\n }.",
        "pawns = { $who } hat { $n ->\n    [one] eine Figur\n   *[other] { $n } Figuren\n }.",
    ]]);

    #[test]
    fn a_message_is_told_in_each_language() {
        let told = |who: Word, n: u8| {
            let message = PAWNS.message("pawns").with("who", who).with("n", n);
            Language::ALL.map(|language| message.to(language))
        };
        assert_eq!(
            told("Ann".into(), 1),
            ["Ann has a pawn.", "Ann a 1 pion.", "Ann hat eine Figur."]
        );
        // French uses the singular for zero.
        let all = Word::and(["Ann", "Ben", "Cy"]);
        assert_eq!(
            told(all, 0),
            [
                "Ann, Ben and Cy has 0 pawns.",
                "Ann, Ben et Cy a 0 pion.",
                "Ann, Ben und Cy hat 0 Figuren."
            ]
        );
        assert_eq!(PAWNS.faults(), [""; 0]);
        assert_eq!(COMMON.faults(), [""; 0]);
    }

    #[test]
    fn a_catalogue_tells_its_faults() {
        static UNEVEN: Catalogue = Catalogue::new(&[[
            "a = A { $x }\nb = B\nc = C\nc = C",
            "a = A { $y }\nc = C\nd = D\n?",
            "a = A { $x }\nb = B\nc = C",
        ]]);
        let faults = UNEVEN.faults();
        assert_eq!(faults.len(), 5, "{faults:#?}");
    }
}
