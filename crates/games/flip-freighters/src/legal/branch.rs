//! The legal moves as a tree over the words of the notation. A card comes first. Then follows a
//! square (possibly with `as` and a value), or one truck after another, each with its target
//! circle.

use crate::card::Card;
use crate::legal;
use crate::legal::allowed;
use crate::moves::{Leg, Move};
use crate::sheet::Sheet;
use crate::state::State;
use crate::trucks::TruckId;
use rules::{Branch, Illegal, Seat};

/// The meaning of the words so far.
#[derive(Clone, Debug)]
enum Node {
    Root,
    Card(Card),
    Square(Card, TruckId, u8),
    As(Card, TruckId, u8),
    Legs(Card, Vec<Leg>),
    Whole(Move),
}

impl Node {
    /// Whether this node is a card that a word names without the letter of its copy, as moves do.
    fn is_meant(&self, word: &str) -> bool {
        match (self, Card::named(word)) {
            (Node::Card(card), Some((named, is_exact))) => !is_exact && card.is_like(named),
            _ => false,
        }
    }
}

/// Returns the branch of the legal moves that begin with the words of `partial`.
pub(crate) fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
    let tree = Tree {
        state,
        seat,
        sheet: &state.player(seat).sheet,
    };
    let (mut node, mut words) = (Node::Root, Vec::new());
    for given in partial.split_whitespace() {
        let mut offered = tree.next(&node);
        let found = offered
            .iter()
            .position(|(word, _)| word.eq_ignore_ascii_case(given))
            .or_else(|| offered.iter().position(|(_, next)| next.is_meant(given)))
            .ok_or_else(|| Illegal::no_such_beginning(partial.trim()))?;
        let (word, next) = offered.swap_remove(found);
        words.push(word);
        node = next;
    }
    Ok(Branch {
        text: words.join(" "),
        mv: tree.whole(&node),
        next: tree.next(&node).into_iter().map(|(word, _)| word).collect(),
    })
}

struct Tree<'a> {
    state: &'a State,
    seat: Seat,
    sheet: &'a Sheet,
}

impl Tree<'_> {
    /// Returns the possible next words, with their nodes.
    fn next(&self, node: &Node) -> Vec<(String, Node)> {
        match node {
            Node::Root => self.beginnings(),
            Node::Card(card) => {
                let word = |(truck, square)| {
                    let node = Node::Square(*card, truck, square);
                    (format!("{truck}.{square}"), node)
                };
                let mut words: Vec<_> = self.squares(*card).map(word).collect();
                words.extend(self.legs(*card, &[]));
                words
            }
            Node::Square(card, truck, square) => {
                if self.values(*card, *truck, *square).is_empty() {
                    return Vec::new();
                }
                vec![("as".to_owned(), Node::As(*card, *truck, *square))]
            }
            Node::As(card, truck, square) => self
                .values(*card, *truck, *square)
                .into_iter()
                .map(|value| {
                    let mv = load(*card, *truck, *square, value);
                    (value.to_string(), Node::Whole(mv))
                })
                .collect(),
            Node::Legs(card, legs) => self.legs(*card, legs),
            Node::Whole(_) => Vec::new(),
        }
    }

    /// Returns the move that the words so far form.
    fn whole(&self, node: &Node) -> Option<Move> {
        match node {
            Node::Root | Node::Card(_) | Node::As(..) => None,
            Node::Square(card, truck, square) => {
                let value = card.value()?;
                legal::values(self.state, self.sheet, *card, *truck, *square)
                    .any(|it| it == value)
                    .then(|| load(*card, *truck, *square, value))
            }
            Node::Legs(card, legs) => Some(Move::Move {
                card: i32::from(card.id()),
                legs: legs.clone(),
            }),
            Node::Whole(mv) => Some(mv.clone()),
        }
    }

    fn beginnings(&self) -> Vec<(String, Node)> {
        if !self.state.awaited().contains(self.seat) {
            return Vec::new();
        }
        let cards = self.state.unused(self.seat);
        let useful = cards
            .filter(|(_, card)| {
                self.squares(*card).next().is_some() || legal::legs(self.sheet, 1).next().is_some()
            })
            .map(|(_, card)| (card.to_string(), Node::Card(card)));
        let others = legal::others(self.state, self.seat);
        useful
            .chain(others.map(|mv| (mv.to_string(), Node::Whole(mv))))
            .collect()
    }

    /// Returns the squares where a card can be loaded with some value.
    fn squares(&self, card: Card) -> impl Iterator<Item = (TruckId, u8)> {
        let all = TruckId::ALL
            .into_iter()
            .flat_map(|truck| (0..truck.squares()).map(move |square| (truck, square)));
        all.filter(move |(truck, square)| {
            let mut values = legal::values(self.state, self.sheet, card, *truck, *square);
            values.next().is_some()
        })
    }

    /// Returns the values, other than its own, with which a card can be loaded on a square.
    fn values(&self, card: Card, truck: TruckId, square: u8) -> Vec<u8> {
        legal::values(self.state, self.sheet, card, truck, square)
            .filter(|value| Some(*value) != card.value())
            .collect()
    }

    /// Returns the legs that may follow these legs with the remaining steps.
    fn legs(&self, card: Card, before: &[Leg]) -> Vec<(String, Node)> {
        let mut sheet = *self.sheet;
        if !before.is_empty() && allowed::drive(&mut sheet, card, before).is_err() {
            return Vec::new();
        }
        let position =
            |sheet: &Sheet, leg: &Leg| leg.truck.0.map_or(0, |id| sheet.truck(id).position());
        let made: u8 = before
            .iter()
            .map(|leg| position(&sheet, leg) - position(self.sheet, leg))
            .sum();
        let most = card.steps() + self.sheet.hours - made;
        legal::legs(self.sheet, most)
            .filter(|leg| before.iter().all(|it| it.truck != leg.truck))
            .map(|leg| {
                let legs = before.iter().copied().chain([leg]).collect();
                (leg.to_string(), Node::Legs(card, legs))
            })
            .collect()
    }
}

fn load(card: Card, truck: TruckId, square: u8, value: u8) -> Move {
    Move::Load {
        card: i32::from(card.id()),
        truck: truck.into(),
        square: i32::from(square),
        value: i32::from(value),
    }
}
