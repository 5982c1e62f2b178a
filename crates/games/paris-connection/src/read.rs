//! Reads the text notation: `build red E15 F14`, `trade red blue 2`, and common variants: letters
//! for companies, names for cities, `trade red for 2 blue`.

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

/// The kind of action.
#[derive(Clone, Copy)]
pub(super) enum Verb {
    /// Build locomotives.
    Build,
    /// Trade a share.
    Trade,
}

const VERBS: [(&str, Verb); 3] = [
    ("build", Verb::Build),
    ("trade", Verb::Trade),
    ("give", Verb::Trade),
];

/// Words that have no meaning between others.
const FILLERS: &[&str] = &[
    "at", "on", "to", "in", "into", "via", "from", "through", "then", "and", "->", "=>", "-", "/",
    "+", ">",
];

/// Words that have no meaning before the name of a company.
const ARTICLES: &[&str] = &[
    "a", "the", "la", "le", "les", "of", "share", "shares", "company",
];

/// Words between the two halves of a trade.
pub(super) const EXCHANGED: &[&str] =
    &["for", "to", "into", "->", "=>", "and", "take", "the", "of"];

/// Reads an action.
pub(super) fn read(state: &State, text: &str) -> Result<Move, Illegal> {
    let mut words = Words::of(text);
    let Some(first) = words.peek() else {
        return Err(refused!("say-action"));
    };
    let refused = refused!("no-action", word: first);
    match verb(&mut words) {
        Some(Verb::Build) => match is_trade(&words) {
            true => read_trade(state, &mut words),
            false => read_build(state, &mut words),
        },
        Some(Verb::Trade) => read_trade(state, &mut words),
        None => Err(refused),
    }
}

/// Whether a text without a trading verb names a second company after “for”: “red for 2 blue”.
fn is_trade(words: &Words) -> bool {
    let mut words = words.clone();
    let companies = [a_company(&mut words, || told!("say-give")), {
        words.skip_all(&["share", "shares"]);
        let is_for = words.peek() == Some("for");
        words.skip(&["for"]);
        number(&mut words);
        match is_for {
            true => a_company(&mut words, || told!("say-take")),
            false => Ok(Named(None)),
        }
    }];
    companies.iter().all(|it| matches!(it, Ok(Named(Some(_)))))
}

fn read_build(state: &State, words: &mut Words) -> Result<Move, Illegal> {
    let before = number(words);
    let company = a_company(words, || told!("say-company"))?;
    words.skip_all(&["company"]);
    let said = before.or_else(|| number(words));
    let mut hexes = Vec::new();
    skip_own(state, company, words);
    loop {
        words.skip_all(FILLERS);
        let Some(word) = words.word().map(bare) else {
            break;
        };
        if let Some(joined) = joined(&word) {
            hexes.extend(joined.map(|id| (false, Named(hex_id(id)))));
            continue;
        }
        let (is_city, hex) = match word.as_str() {
            "unknown" => (false, Named(None)),
            word if looks_like_an_id(word) => (false, Named(hex_id(word))),
            word => (true, a_city(word, words)?),
        };
        // “J18 Bourges” is one hex, as boards show it, and so is “Bourges J18”.
        let is_same = hex.0.is_some() && hexes.last() == Some(&(!is_city, hex));
        if !is_same {
            hexes.push((is_city, hex));
        }
    }
    let hexes: Vec<Named<Hex>> = hexes.into_iter().map(|(_, hex)| hex).collect();
    match said {
        Some(said) if usize::try_from(said) != Ok(hexes.len()) => {
            Err(refused!("other-count", said: said, count: hexes.len()))
        }
        _ => Ok(Move::Build { company, hexes }),
    }
}

/// Skips the hex where a line begins, “from G13”, if the company is already there.
fn skip_own(state: &State, company: Named<Company>, words: &mut Words) {
    let mut next = words.clone();
    next.skip(&["from"]);
    let is_from = next.peek() != words.peek();
    let hex = next.word().map(bare).and_then(|word| hex_id(&word));
    if let (true, Some(hex), Some(company)) = (is_from, hex, company.0)
        && state.board.companies_on(hex).contains(&company)
    {
        *words = next;
    }
}

/// Reads the next hex, by its id or as a city. Returns `None` at the end, and an error for an
/// unknown word.
pub(super) fn next_hex(words: &mut Words) -> Result<Option<Hex>, Illegal> {
    words.skip_all(FILLERS);
    let Some(word) = words.word().map(bare) else {
        return Ok(None);
    };
    match hex_id(&word) {
        Some(hex) => Ok(Some(hex)),
        None => Ok(a_city(&word, words)?.0),
    }
}

/// Reads the first word of a line: a verb, or a company, which means a build.
pub(super) fn verb(words: &mut Words) -> Option<Verb> {
    let first = words.peek()?;
    if let Some((_, verb)) = VERBS.iter().find(|(verb, _)| verb.starts_with(first)) {
        words.word();
        return Some(*verb);
    }
    // A company without a verb: `red E15`. The `b` is `build`, not a company.
    meant(first).ok()?.0.map(|_| Verb::Build)
}

/// Returns a word without brackets around it and punctuation after it.
fn bare(word: &str) -> String {
    let word = word.trim_start_matches(['(', '[']);
    word.trim_end_matches([')', ']', '.', ';', '!']).to_owned()
}

/// Splits hexes that signs join into one word: `e21-f22`, `e21/f22`.
fn joined(word: &str) -> Option<impl Iterator<Item = &str>> {
    let parts = word
        .split(['-', '/', '+', '>'])
        .filter(|part| !part.is_empty());
    let is_some = parts.clone().count() > 1 && parts.clone().all(looks_like_an_id);
    is_some.then_some(parts)
}

/// Returns the city that a word means, alone or together with the next word: `la rochelle`,
/// `clermont ferrand`.
fn a_city(word: &str, words: &mut Words) -> Result<Named<Hex>, Illegal> {
    let next = words.peek().filter(|next| !FILLERS.contains(next));
    if let Some(found) = next.and_then(|next| city(&format!("{word}{}", bare(next))).ok()) {
        words.word();
        return Ok(found);
    }
    city(word)
}

fn read_trade(state: &State, words: &mut Words) -> Result<Move, Illegal> {
    words.skip_all(ARTICLES);
    match number(words) {
        None | Some(1) => {}
        Some(count) => return Err(refused!("give-one", count: count)),
    }
    let give = a_company(words, || told!("say-give"))?;
    words.skip_all(&["share", "shares"]);
    words.skip_all(EXCHANGED);
    let mut count = number(words);
    let take = a_company(words, || told!("say-take"))?;
    words.skip_all(&["share", "shares"]);
    count = count.or_else(|| number(words));
    words.skip_all(&["share", "shares"]);
    if words.peek().is_some() && (give.0.is_none() || take.0.is_none()) {
        return Err(
            refused!("unknown-company", companies: Word::comma(Company::ALL.map(Company::noted))),
        );
    }
    words.end()?;
    let only = |give, take| (takable(state, give, take) == 1).then_some(1);
    let left_out = || only(give.0?, take.0?);
    match count.or_else(left_out) {
        Some(count) => Ok(Move::Trade { give, take, count }),
        // The move is rejected later, with any number.
        None if give.0.is_some() && give.0 == take.0 => Ok(Move::Trade {
            give,
            take,
            count: 1,
        }),
        None => Err(refused!("say-count", company: take.told())),
    }
}

/// Reads the next word if it is a number.
fn number(words: &mut Words) -> Option<i32> {
    let number = words.peek()?.parse().ok()?;
    words.word();
    Some(number)
}

fn a_company(
    words: &mut Words,
    missing: impl FnOnce() -> Message,
) -> Result<Named<Company>, Illegal> {
    words.skip_all(ARTICLES);
    match words.word() {
        Some(word) => meant(word),
        None => Err(Illegal::bad_move(missing())),
    }
}

/// Returns the company that a word means: its name, its letter, or an unambiguous prefix of its
/// name.
pub(super) fn meant(word: &str) -> Result<Named<Company>, Illegal> {
    if let Some(company) = company(word) {
        return Ok(company.into());
    }
    let begun = Company::ALL
        .into_iter()
        .filter(|it| it.word().starts_with(word));
    let begun: Vec<Company> = begun.collect();
    match begun.as_slice() {
        [] => Ok(Named(None)),
        [company] => Ok((*company).into()),
        several => {
            let companies = Word::comma(several.iter().map(|it| it.noted()));
            Err(refused!("ambiguous-company", word: word, companies: companies))
        }
    }
}

/// Returns the company with this name or letter in lower case.
pub(super) fn company(word: &str) -> Option<Company> {
    let fits = |it: &Company| it.word() == word || it.letter().to_lowercase().eq(word.chars());
    Company::ALL.into_iter().find(fits)
}

/// Returns the hex with this id, in upper or lower case.
pub(super) fn hex_id(word: &str) -> Option<Hex> {
    map().find(&word.to_ascii_uppercase())
}

/// Whether a word is a letter followed by digits.
fn looks_like_an_id(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && word.len() > 1
        && bytes.all(|byte| byte.is_ascii_digit())
}

/// Returns the city that a word means: its name without accents and spaces, or an unambiguous
/// prefix of it.
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

/// Returns only the letters, in lower case and without accents.
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
