//! Reading the text notation: `build red E15 F14`, `trade red blue 2`, and what people write
//! instead of these: letters for companies, names for cities, `trade red for 2 blue`.

use super::MESSAGES;
use super::company::{Called, Company};
use super::hexes::Hex;
use super::map::map;
use super::moves::Move;
use super::state::State;
use super::trade::takable;
use rules::notation::Words;
use rules::reading::Named;
use rules::{Illegal, Message, Word, refused, told};

#[derive(Clone, Copy)]
enum Verb {
    Build,
    Trade,
}

const VERBS: [(&str, Verb); 2] = [("build", Verb::Build), ("trade", Verb::Trade)];

/// Reads an action.
pub(super) fn read(state: &State, text: &str) -> Result<Move, Illegal> {
    let mut words = Words::of(text);
    let Some(first) = words.peek() else {
        return Err(refused!("say-action"));
    };
    // A company without a verb: `red E15`, and not the `b` of `build`.
    let is_verb = VERBS.iter().any(|(verb, _)| verb.starts_with(first));
    let verb = if !is_verb && meant(first).is_ok_and(|it| it.0.is_some()) {
        Verb::Build
    } else {
        words.choose(told!("kind-of-action"), &VERBS)?
    };
    match verb {
        Verb::Build => read_build(&mut words),
        Verb::Trade => read_trade(state, &mut words),
    }
}

fn read_build(words: &mut Words) -> Result<Move, Illegal> {
    let company = a_company(words, || told!("say-company"))?;
    let mut hexes = Vec::new();
    loop {
        words.skip(&["at", "on", "to", "in", "then", "and", "->", "-"]);
        let Some(word) = words.word().map(str::to_owned) else {
            break;
        };
        hexes.push(match word.as_str() {
            "le" | "la" => {
                let rest = words.word().unwrap_or_default();
                city(&format!("{word}{rest}"))?
            }
            "unknown" => Named(None),
            word if looks_like_an_id(word) => Named(hex_id(word)),
            word => city(word)?,
        });
    }
    Ok(Move::Build { company, hexes })
}

fn read_trade(state: &State, words: &mut Words) -> Result<Move, Illegal> {
    let give = a_company(words, || told!("say-give"))?;
    words.skip(&["for", "to", "into", "->"]);
    let mut count = number(words);
    let take = a_company(words, || told!("say-take"))?;
    count = count.or_else(|| number(words));
    words.end()?;
    let only = |give, take| (takable(state, give, take) == 1).then_some(1);
    let left_out = || only(give.0?, take.0?);
    let Some(count) = count.or_else(left_out) else {
        return Err(refused!("say-count", company: take.told()));
    };
    Ok(Move::Trade { give, take, count })
}

/// The next word if it is a number.
fn number(words: &mut Words) -> Option<i32> {
    let number = words.peek()?.parse().ok()?;
    words.word();
    Some(number)
}

fn a_company(
    words: &mut Words,
    missing: impl FnOnce() -> Message,
) -> Result<Named<Company>, Illegal> {
    match words.word() {
        Some(word) => meant(word),
        None => Err(Illegal::bad_move(missing())),
    }
}

/// The company that a word means: its name, its letter, or the beginning of just one name.
pub(super) fn meant(word: &str) -> Result<Named<Company>, Illegal> {
    if let Some(company) = company(word) {
        return Ok(company.into());
    }
    let mut begun = Company::ALL
        .into_iter()
        .filter(|it| it.word().starts_with(word));
    match (begun.next(), begun.next()) {
        (Some(_), Some(_)) => {
            let companies = Word::comma(Company::ALL.map(Company::noted));
            Err(refused!("ambiguous-company", word: word, companies: companies))
        }
        (company, _) => Ok(Named(company)),
    }
}

/// The company that a lower-case word is the name or the letter of.
pub(super) fn company(word: &str) -> Option<Company> {
    let fits = |it: &Company| it.word() == word || it.letter().to_lowercase().eq(word.chars());
    Company::ALL.into_iter().find(fits)
}

/// The hex with this id, in either case.
pub(super) fn hex_id(word: &str) -> Option<Hex> {
    map().find(&word.to_ascii_uppercase())
}

/// A letter and then digits.
fn looks_like_an_id(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && word.len() > 1
        && bytes.all(|byte| byte.is_ascii_digit())
}

/// The city that a word means: its name without accents and spaces, or the beginning of just one.
pub(super) fn city(word: &str) -> Result<Named<Hex>, Illegal> {
    let word = plain(word);
    let refused = |text: Message| Err(Illegal::bad_move(text.with("word", word.as_str())));
    let fits = |name: &str| {
        let name = plain(name);
        let bare = name.strip_prefix("le").or(name.strip_prefix("la"));
        name.starts_with(&word) || bare.is_some_and(|bare| bare.starts_with(&word))
    };
    let found: Vec<Hex> = if word.len() < 3 {
        Vec::new()
    } else {
        let cities = map().cities.iter();
        cities.filter(|hex| fits(&map().info(*hex).name)).collect()
    };
    match found.as_slice() {
        [hex] => Ok((*hex).into()),
        [] => refused(told!("no-hex")),
        several => {
            let names = several.iter().map(|hex| map().info(*hex).name.as_str());
            refused(told!("ambiguous-city", cities: Word::comma(names)))
        }
    }
}

/// Letters alone, in lower case and without accents.
fn plain(name: &str) -> String {
    name.to_lowercase()
        .chars()
        .filter_map(|c| match c {
            'à' | 'â' | 'ä' => Some('a'),
            'ç' => Some('c'),
            'è' | 'é' | 'ê' | 'ë' => Some('e'),
            'î' | 'ï' => Some('i'),
            'ô' | 'ö' => Some('o'),
            'ù' | 'û' | 'ü' => Some('u'),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .collect()
}
