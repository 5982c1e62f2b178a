//! Reads the text notation: `5H hearts.2 as 6`, `5S hearts>5! any>3`, `done`, `restart`, and common
//! variants of these.

mod order;

use super::MESSAGES;
use super::card::{Card, Suit};
use super::legal;
use super::legal::allowed::MOST;
use super::legal::refuse;
use super::moves::{Leg, Move};
use super::state::State;
use super::trucks::TruckId;
use order::{in_order, with_cards};
use rules::notation::Words;
use rules::reading::Id;
use rules::{Illegal, Seat, refused, told};

#[derive(Clone, Copy)]
enum Verb {
    Load,
    /// Refers to the card, which is loaded, or to the truck.
    Move,
    Drive,
    Deliver,
    End,
    Restart,
}

const VERBS: [(&str, Verb); 15] = [
    ("load", Verb::Load),
    ("put", Verb::Load),
    ("move", Verb::Move),
    ("drive", Verb::Drive),
    ("deliver", Verb::Deliver),
    ("done", Verb::End),
    ("end", Verb::End),
    ("end_turn", Verb::End),
    ("pass", Verb::End),
    ("ready", Verb::End),
    ("restart", Verb::Restart),
    ("restart_turn", Verb::Restart),
    ("undo", Verb::Restart),
    ("reset", Verb::Restart),
    ("again", Verb::Restart),
];

/// Other names that people use for the trucks.
const ALIASES: [(&str, TruckId); 12] = [
    ("=", TruckId::Eq),
    ("≠", TruckId::Neq),
    ("!=", TruckId::Neq),
    ("6-1", TruckId::SixOne),
    ("6_1", TruckId::SixOne),
    ("1-6", TruckId::OneSix),
    ("1_6", TruckId::OneSix),
    ("#", TruckId::Any),
    ("♥", TruckId::Hearts),
    ("♣", TruckId::Clubs),
    ("♦", TruckId::Diamonds),
    ("♠", TruckId::Spades),
];

/// The minimum length of an abbreviated verb that restarts the day or delivers a truck. So `und` is
/// not `undo`, and `de` is not `deliver`.
const FEWEST: usize = 4;

/// Words that have no meaning between others.
const FILLERS: &[&str] = &[
    "on", "onto", "in", "into", "to", "the", "at", "of", "square", "circle", "truck", "with",
    "and", "then", "->", "→", "=>",
];

/// Reads a move. Omitted parts must be clear from the position.
pub(super) fn read(state: &State, seat: Seat, text: &str) -> Result<Move, Illegal> {
    let read = read_in_order(state, seat, &with_cards(text));
    if read.is_ok() {
        return read;
    }
    match in_order(state, seat, text) {
        Ok(Some(text)) => read_in_order(state, seat, &text),
        Ok(None) => read,
        Err(illegal) => Err(illegal),
    }
}

/// Reads a text with an optional verb first, and then the card.
fn read_in_order(state: &State, seat: Seat, text: &str) -> Result<Move, Illegal> {
    let mut words = Words::of(text);
    let verb = match words.peek() {
        None => return Err(help(state, seat)),
        Some(word) if Card::named(word).is_some() => None,
        Some(word) => {
            let is_short = word.chars().count() < FEWEST;
            let verbs = VERBS
                .iter()
                .filter(|(_, it)| !is_short || !matches!(it, Verb::Restart | Verb::Deliver));
            let verbs: Vec<_> = verbs.copied().collect();
            Some(words.choose(told!("move-or-card"), &verbs)?)
        }
    };
    let mv = match verb {
        Some(Verb::End) => {
            words.skip(&["turn", "day", "the"]);
            words.skip(&["turn", "day"]);
            Move::EndTurn {}
        }
        Some(Verb::Restart) => {
            words.skip(&["turn", "day", "the"]);
            words.skip(&["turn", "day"]);
            Move::RestartTurn {}
        }
        verb => {
            words.skip_all(FILLERS);
            let card = card(state, seat, &mut words)?;
            let given = match is_value(&words) {
                true => value(&mut words)?,
                false => None,
            };
            words.skip_all(FILLERS);
            match verb {
                Some(Verb::Load) => load(state, seat, card, given, &mut words)?,
                Some(verb) => drive(state, seat, card, verb, &mut words)?,
                None if given.is_none() && is_drive(&words) => {
                    drive(state, seat, card, Verb::Move, &mut words)?
                }
                None => load(state, seat, card, given, &mut words)?,
            }
        }
    };
    words.end()?;
    Ok(mv)
}

fn help(state: &State, seat: Seat) -> Illegal {
    Illegal::bad_move(if state.awaited().contains(seat) {
        told!("help-cards", hint: refuse::unused(state, seat))
    } else {
        told!("help")
    })
}

/// Returns the card that a word means. Of copies, it is the one that is face up and unused.
fn card(state: &State, seat: Seat, words: &mut Words) -> Result<Card, Illegal> {
    let Some(word) = words.word() else {
        return Err(refused!("card-missing", hint: refuse::unused(state, seat)));
    };
    let Some((card, exact)) = Card::named(word) else {
        return Err(refused!("card-unread", word: word, hint: refuse::unused(state, seat)));
    };
    if exact || seat.number() >= state.seats() {
        return Ok(card);
    }
    let player = state.player(seat);
    let face_up = |it: &Card| state.cards().iter().position(|up| up == it);
    let unused = |it: &Card| face_up(it).is_some_and(|place| !player.has_used(place));
    let meant = card.alike().find(unused);
    Ok(meant
        .or_else(|| card.alike().find(|it| face_up(it).is_some()))
        .unwrap_or(card))
}

/// Whether the words after the card are its value and then the truck: `as 6 on any`, `= 6 any`.
/// Otherwise a sign is the truck with that sign: `= 1 as 6`.
fn is_value(words: &Words) -> bool {
    let mut words = words.clone();
    match words.word() {
        Some("as") => true,
        Some("=") => {
            let number = words.word().is_some_and(|it| it.parse::<u8>().is_ok());
            number && words.word().is_some_and(|it| it != "as")
        }
        _ => false,
    }
}

/// Whether the words after the card name a circle rather than a square.
fn is_drive(words: &Words) -> bool {
    let rest = words.clone();
    std::iter::successors(Some(rest), |words| {
        let mut next = words.clone();
        next.word().is_some().then_some(next)
    })
    .filter_map(|words| words.peek().map(str::to_owned))
    .any(|word| word.contains(['>', '→', ':']) || ["to", "deliver"].contains(&word.as_str()))
}

/// A word for a truck, with the number attached to it: `hearts.2`, `hearts>5!`, `hearts`.
struct Place {
    truck: TruckId,
    number: Option<String>,
    marked: bool,
}

fn place(words: &mut Words) -> Result<Place, Illegal> {
    let Some(word) = words.word() else {
        return Err(refused!("truck-missing", trucks: refuse::all_trucks()));
    };
    let bare = word.trim_end_matches([']', ')', '!']);
    let marked = bare.len() < word.len() && word.ends_with('!');
    if let Some(truck) = truck_of(bare) {
        return Ok(Place {
            truck,
            number: None,
            marked,
        });
    }
    let digits = bare.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (name, number) = bare.split_at(digits);
    let name = name.trim_end_matches(['.', '>', '→', ':', '[', '(', '-']);
    match truck_of(name) {
        Some(truck) => Ok(Place {
            truck,
            number: Some(number.to_owned()).filter(|it| !it.is_empty()),
            marked,
        }),
        None => Err(refused!("truck-unread", word: word, trucks: refuse::all_trucks())),
    }
}

/// Returns the truck that a word means: its name, an unambiguous prefix of a name, or a sign for
/// it.
fn truck_of(word: &str) -> Option<TruckId> {
    if word.is_empty() {
        return None;
    }
    if let Some(truck) = TruckId::of(word) {
        return Some(truck);
    }
    if let Some((_, truck)) = ALIASES.iter().find(|(alias, _)| *alias == word) {
        return Some(*truck);
    }
    let mut begun = TruckId::ALL
        .into_iter()
        .filter(|truck| truck.word().starts_with(word));
    match (begun.next(), begun.next()) {
        (Some(truck), None) => Some(truck),
        _ => None,
    }
}

/// Returns the refusal of a number after the name of a truck.
fn unread(id: &'static str, number: &str, truck: TruckId) -> Illegal {
    let text = MESSAGES.message(id).with("word", number);
    Illegal::bad_move(text.with("truck", truck.word()))
}

/// Reads `hearts.2`, `hearts.2 as 6`, `hearts as 6` or `hearts`. The value may come first.
fn load(
    state: &State,
    seat: Seat,
    card: Card,
    given: Option<i32>,
    words: &mut Words,
) -> Result<Move, Illegal> {
    // A number before a joker's truck may be the value.
    let before = match card.is_joker() {
        true => None,
        false => square_before_truck(words),
    };
    let Place { truck, number, .. } = place(words)?;
    words.skip_all(FILLERS);
    let number = before.or(number);
    let number = match (number, words.peek()) {
        (None, Some(word)) if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            words.word().map(str::to_owned)
        }
        (number, _) => number,
    };
    let square = number
        .map(|number| {
            number
                .parse::<i32>()
                .map_err(|_| unread("square-unread", &number, truck))
        })
        .transpose()?;
    let given = match given {
        None => value(words)?,
        given => given,
    };
    let square = match square {
        Some(square) => square,
        None => open_square(state, seat, card, truck, given)?,
    };
    let printed = u8::try_from(square)
        .ok()
        .filter(|square| *square < truck.squares())
        .and_then(|square| truck.value(square));
    // A joker on a printed square must have the printed value.
    let own = card.value().or(printed).map(i32::from);
    let value = match given.or(own) {
        Some(value) => value,
        // If no value is possible, the later check returns the reason.
        None if is_closed(state, seat, card, truck) => 1,
        None => return Err(refused!("value-missing")),
    };
    Ok(Move::Load {
        card: i32::from(card.id()),
        truck: truck.into(),
        square,
        value,
    })
}

/// Reads the number of a square before its truck: “square 1 of 6-1”.
fn square_before_truck(words: &mut Words) -> Option<String> {
    let mut next = words.clone();
    let number = next.word()?.to_owned();
    next.skip_all(FILLERS);
    let is_one = number.bytes().all(|byte| byte.is_ascii_digit());
    let is_truck = next.peek().is_some_and(|word| truck_of(word).is_some());
    (is_one && is_truck).then(|| {
        *words = next;
        number
    })
}

/// Reads `as 6`, `=6`, `as6`, `6`, or nothing.
fn value(words: &mut Words) -> Result<Option<i32>, Illegal> {
    let is_begun = matches!(words.peek(), Some("as" | "="));
    words.skip(&["as", "="]);
    let Some(word) = words.word() else {
        return match is_begun {
            true => Err(refused!("value-left-out")),
            false => Ok(None),
        };
    };
    if Card::named(word).is_some() {
        return Err(refused!("one-card", word: word.to_uppercase()));
    }
    let number = word
        .strip_prefix("as")
        .or(word.strip_prefix('='))
        .unwrap_or(word);
    number
        .parse()
        .map(Some)
        .map_err(|_| refused!("value-unread", word: word, most: MOST))
}

/// Whether a card cannot be loaded anywhere on a truck, with any value.
fn is_closed(state: &State, seat: Seat, card: Card, truck: TruckId) -> bool {
    open_squares(state, seat, card, truck, None).is_empty()
}

/// Returns the squares where a card can be loaded with this value, or with any value if it is
/// `None`.
fn open_squares(
    state: &State,
    seat: Seat,
    card: Card,
    truck: TruckId,
    value: Option<i32>,
) -> Vec<u8> {
    if !state.awaited().contains(seat) {
        return Vec::new();
    }
    let sheet = &state.player(seat).sheet;
    let takes = |square: &u8| {
        let mut values = legal::values(state, sheet, card, truck, *square);
        values.any(|it| value.is_none_or(|value| value == i32::from(it)))
    };
    (0..truck.squares()).filter(takes).collect()
}

/// Returns the square for a text that names none: the first where the card can be loaded, if it
/// does not matter which. If the card cannot be loaded anywhere, it is a square with a helpful
/// refusal.
fn open_square(
    state: &State,
    seat: Seat,
    card: Card,
    truck: TruckId,
    value: Option<i32>,
) -> Result<i32, Illegal> {
    let value = value.or(card.value().map(i32::from));
    let open = open_squares(state, seat, card, truck, value);
    let suits: Vec<Option<Suit>> = open.iter().map(|square| truck.suit(*square)).collect();
    let alike = suits.iter().all(|suit| *suit == suits[0])
        && open.iter().all(|square| truck.value(*square).is_none());
    let is_own = |square: &u8| card.suit().is_some() && truck.suit(*square) == card.suit();
    match (open.as_slice(), open.iter().copied().find(is_own)) {
        ([], _) => Ok(i32::from(telling_square(state, seat, card, truck, value))),
        ([square], _) | ([square, ..], None) if open.len() == 1 || alike => Ok(i32::from(*square)),
        (_, Some(square)) => Ok(i32::from(square)),
        _ => Err(refused!("square-missing", truck: truck.word(), last: truck.squares() - 1)),
    }
}

/// Returns the square with the best reason why a card cannot be loaded on a truck: the one for this
/// card, or else the first empty one.
fn telling_square(state: &State, seat: Seat, card: Card, truck: TruckId, value: Option<i32>) -> u8 {
    let squares = 0..truck.squares();
    let is_own = |square: &u8| {
        let printed = truck.value(*square).map(i32::from);
        (card.suit().is_some() && truck.suit(*square) == card.suit())
            || (printed.is_some() && printed == value)
    };
    let is_empty = |square: &u8| {
        let is_there = state.is_there(seat);
        is_there
            && state
                .player(seat)
                .sheet
                .truck(truck)
                .good(*square)
                .is_none()
    };
    let found = squares.clone().find(is_own);
    found
        .or_else(|| squares.clone().find(is_empty))
        .unwrap_or(0)
}

/// Reads `hearts>5`, `hearts>5!` or `hearts to 5 deliver`, one after another.
fn drive(
    state: &State,
    seat: Seat,
    card: Card,
    verb: Verb,
    words: &mut Words,
) -> Result<Move, Illegal> {
    let mut legs = Vec::new();
    while words.peek().is_some() {
        let farthest = |truck| match legs.is_empty() {
            true => farthest(state, seat, card, verb, truck),
            false => None,
        };
        let stands = |truck| match state.awaited().contains(seat) {
            true => Some(state.player(seat).sheet.truck(truck).position().into()),
            false => None,
        };
        let mut leg = leg(words, stands, farthest)?;
        leg.deliver |= matches!(verb, Verb::Deliver);
        legs.push(leg);
        words.skip_all(FILLERS);
    }
    Ok(Move::Move {
        card: i32::from(card.id()),
        legs,
    })
}

/// Returns the target of a truck if the text names no circle: as far as the card takes it. With
/// `deliver` it is the last circle, if the card reaches it.
fn farthest(state: &State, seat: Seat, card: Card, verb: Verb, truck: TruckId) -> Option<i32> {
    if !state.awaited().contains(seat) {
        return None;
    }
    let last = truck.last();
    let reach = state.player(seat).sheet.truck(truck).position() + card.steps();
    match verb {
        // Overtime is spent only if the text asks for it.
        Verb::Deliver => (reach >= last).then_some(last.into()),
        Verb::Drive => Some(reach.min(last).into()),
        _ => None,
    }
}

/// Reads one truck and its circle. If nothing follows, the circle is the farthest one. A number of
/// steps counts from the circle where the truck `stands`.
fn leg(
    words: &mut Words,
    stands: impl Fn(TruckId) -> Option<i32>,
    farthest: impl Fn(TruckId) -> Option<i32>,
) -> Result<Leg, Illegal> {
    let Place {
        truck,
        number,
        mut marked,
    } = place(words)?;
    words.skip(&["truck"]);
    let to = match (
        number,
        words.peek().is_none().then(|| farthest(truck)).flatten(),
    ) {
        (Some(number), _) => number
            .parse()
            .map_err(|_| unread("circle-unread", &number, truck))?,
        (None, Some(farthest)) => farthest,
        (None, None) => {
            words.skip_all(&["to", ">", "->", "→", "the", "circle", "on"]);
            let word = words.word().unwrap_or_default();
            let bare = word.trim_start_matches('>').trim_end_matches('!');
            marked |= word.ends_with('!');
            let number: i32 = match bare {
                "home" => truck.last().into(),
                bare => bare
                    .parse()
                    .map_err(|_| refused!("circle-missing", truck: truck.word()))?,
            };
            match words.peek() {
                Some("step" | "steps") => {
                    words.word();
                    number.saturating_add(stands(truck).unwrap_or(0))
                }
                _ => number,
            }
        }
    };
    let mut next = words.clone();
    next.skip_all(&["and", "then"]);
    let is_delivered = |word: &str| word == "!" || word.len() >= 3 && "delivered".starts_with(word);
    if next.peek().is_some_and(is_delivered) {
        next.word();
        *words = next;
        marked = true;
    }
    Ok(Leg {
        truck: truck.into(),
        to,
        deliver: marked,
    })
}
