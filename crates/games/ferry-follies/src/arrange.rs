//! Builds positions from diagrams, for scripts and worked examples.

use serde::Deserialize;
use serde_json::Value;

use super::FerryFollies;
use super::cards::Card;
use super::moves::{Move, Shown, Side, Target};
use super::options::Options;
use super::state::{self, Cards, Face, Laid, Phase, State};
use rules::{Dice, Events, Trial, Viewer};

/// The members of a diagram, with the same names as in the view. Missing members are filled as
/// follows. If the row or hand is missing, it keeps its cards of the deal that are not named
/// elsewhere. Other unnamed cards go to the deck or, if the deck is given, to the discard pile, in
/// ascending order. If a card is face down, an unnamed 12 always goes to the discard pile.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Diagram {
    row: Option<Vec<RowCard>>,
    hand: Option<Vec<u8>>,
    deck: Option<Vec<u8>>,
    discard: Option<Vec<u8>>,
    scored: Option<Vec<u8>>,
    doubled: bool,
    known_top: Option<u8>,
    phase: Option<Phase>,
    left: bool,
}

/// A card of the row: as in the view, or in short form: `5`, `"9u"`, `"[5]"`.
#[derive(Deserialize)]
#[serde(untagged)]
enum RowCard {
    Value(u8),
    Short(String),
    Full(FullCard),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FullCard {
    value: u8,
    worth: Option<u8>,
    #[serde(default)]
    face_down: bool,
}

impl Trial for FerryFollies {
    /// Builds the position of a diagram. Missing members come from a deal.
    fn arrange(
        _options: &Options,
        _seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        let deal = state::setup(dice, &mut Events::deaf());
        let diagram = Diagram::deserialize(position).map_err(|error| error.to_string())?;
        let mut rest: Vec<Card> = deal.row.iter().map(|laid| laid.card).collect();
        rest.extend(deal.hand.iter().chain(deal.deck.iter()));

        let named_row = diagram.row.as_deref().map(row).transpose()?;
        for card in named_row.iter().flatten() {
            take(&mut rest, card.card)?;
        }
        let hand = named(diagram.hand.as_deref(), &mut rest)?;
        let deck = named(diagram.deck.as_deref(), &mut rest)?;
        let discard = named(diagram.discard.as_deref(), &mut rest)?;
        let scored = named(diagram.scored.as_deref(), &mut rest)?;

        let row = named_row.unwrap_or_else(|| {
            let cards = left_of(deal.row.iter().map(|laid| laid.card), &mut rest);
            cards.into_iter().map(Laid::upright).collect()
        });
        let hand = hand.unwrap_or_else(|| left_of(deal.hand.iter().copied(), &mut rest));
        if hand.len() > 2 {
            return Err("the hand has at most two cards".to_owned());
        }
        let mut piled = discard.clone().unwrap_or_default();
        let face_down = row.iter().any(|laid| laid.face == Face::Down);
        if face_down && discard.is_none() && rest.contains(&Card::TWELVE) {
            take(&mut rest, Card::TWELVE)?;
            piled.push(Card::TWELVE);
        }
        let decked = deck.unwrap_or_else(|| std::mem::take(&mut rest));
        if discard.is_none() {
            piled.append(&mut rest);
            piled.sort_unstable();
        }
        if let Some(card) = rest.first() {
            return Err(format!("the {} lies nowhere", card.value()));
        }
        let top_known = match diagram.known_top {
            None => false,
            Some(top) if decked.first().is_some_and(|card| card.value() == top) => true,
            Some(top) => return Err(format!("the {top} is not the top of the deck")),
        };
        Ok(State {
            row: row.into_iter().collect(),
            hand: hand.into_iter().collect(),
            deck: decked.into_iter().collect::<Cards>(),
            discard: piled.into_iter().collect(),
            scored: scored.unwrap_or_default().into_iter().collect(),
            doubled: diagram.doubled,
            top_known,
            phase: diagram.phase.unwrap_or(Phase::Act),
            left: diagram.left,
        })
    }

    fn check(state: &State) -> Result<(), String> {
        super::check::check(state)
    }

    /// Only the order of the deck below a known top card is hidden.
    fn redeal(state: &mut State, viewer: Viewer, dice: &mut Dice) {
        if viewer != Viewer::Afterwards && state.phase != Phase::Over {
            dice.shuffle(&mut state.deck[usize::from(state.top_known)..]);
        }
    }

    fn examples() -> Vec<Move> {
        let discard = |card, on| Move::Discard { card, on };
        vec![
            Move::Play {
                card: 5,
                index: 0,
                shown: None,
            },
            Move::Play {
                card: 9,
                index: 3,
                shown: Some(Shown::Six),
            },
            discard(1, Target::Order(vec![2, 0, 1])),
            discard(2, Target::two(0, 2)),
            discard(3, Target::Index(1)),
            discard(4, Target::Index(0)),
            discard(5, Target::IndexAndEnd(1, Side::Left)),
            discard(6, Target::two(0, 1)),
            discard(8, Target::IndexAndEnd(1, Side::Right)),
            discard(10, Target::two(0, 1)),
            discard(11, Target::IndexAndDirection(2, Side::Left)),
            discard(12, Target::Index(2)),
            discard(14, Target::Index(1)),
            discard(15, Target::two(0, 2)),
            discard(16, Target::two(1, 2)),
            Move::Score { from: 1, to: 3 },
            Move::Decline,
        ]
    }
}

fn row(cards: &[RowCard]) -> Result<Vec<Laid>, String> {
    cards.iter().map(laid).collect()
}

fn laid(card: &RowCard) -> Result<Laid, String> {
    match card {
        RowCard::Value(value) => card_of(*value).map(Laid::upright),
        RowCard::Short(text) => short(text),
        RowCard::Full(full) => {
            let card = card_of(full.value)?;
            let face = if full.face_down {
                Face::Down
            } else if card == Card::NINE && full.worth == Some(6) {
                Face::UpsideDown
            } else {
                Face::Up
            };
            let laid = Laid { card, face };
            if full.worth.is_some_and(|worth| worth != laid.worth()) {
                return Err(format!("a {} cannot be worth that", full.value));
            }
            Ok(laid)
        }
    }
}

fn short(text: &str) -> Result<Laid, String> {
    if text == "9u" {
        return Ok(Laid {
            card: Card::NINE,
            face: Face::UpsideDown,
        });
    }
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let value: u8 = inner
        .unwrap_or(text)
        .parse()
        .map_err(|_| format!("“{text}” is no card of the row"))?;
    let face = if inner.is_some() {
        Face::Down
    } else {
        Face::Up
    };
    let card = card_of(value)?;
    Ok(Laid { card, face })
}

fn card_of(value: u8) -> Result<Card, String> {
    Card::of(i32::from(value)).ok_or_else(|| format!("there is no card {value}"))
}

fn take(rest: &mut Vec<Card>, card: Card) -> Result<(), String> {
    let at = rest
        .iter()
        .position(|other| *other == card)
        .ok_or_else(|| format!("the {} is named twice", card.value()))?;
    rest.remove(at);
    Ok(())
}

fn named(values: Option<&[u8]>, rest: &mut Vec<Card>) -> Result<Option<Vec<Card>>, String> {
    let Some(values) = values else {
        return Ok(None);
    };
    values
        .iter()
        .map(|value| {
            let card = card_of(*value)?;
            take(rest, card)?;
            Ok(card)
        })
        .collect::<Result<Vec<Card>, String>>()
        .map(Some)
}

/// Returns the cards of the deal that were not named elsewhere.
fn left_of(dealt: impl Iterator<Item = Card>, rest: &mut Vec<Card>) -> Vec<Card> {
    dealt
        .filter(|card| {
            let at = rest.iter().position(|other| other == card);
            at.map(|at| rest.remove(at)).is_some()
        })
        .collect()
}
