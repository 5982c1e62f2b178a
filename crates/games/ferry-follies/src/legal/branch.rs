//! The legal moves as a tree of prefixes. Card 1 has too many orders to list, so there the next
//! words are the indexes that have not been named.

use crate::cards::Ability;
use crate::legal::legal;
use crate::moves::{Move, Target};
use crate::state::State;
use rules::{Branch, Illegal, Seat};

/// Returns the moves that begin with these words.
pub(crate) fn branch(state: &State, seat: Seat, partial: &str) -> Result<Branch<Move>, Illegal> {
    let legal = legal(state, seat);
    if !legal.complete
        && let Some(card) = state
            .hand
            .iter()
            .find(|it| it.ability() == Some(Ability::Arrange))
    {
        let card = i32::from(card.value());
        let start = format!("discard {card} order");
        let words: Vec<String> = partial.split_whitespace().map(str::to_lowercase).collect();
        if words.len() >= 3 && words[..3].join(" ") == start {
            return order(card, start, state.row.len(), &words[3..]);
        }
    }
    Branch::among(legal.moves, partial)
}

/// Returns the orders of a row of `n` that begin with these indexes.
fn order(card: i32, start: String, n: usize, named: &[String]) -> Result<Branch<Move>, Illegal> {
    let (mut text, mut order) = (start, Vec::new());
    let mut left: Vec<i32> = (0..n as i32).collect();
    for word in named {
        text = format!("{text} {word}");
        match left.iter().position(|index| index.to_string() == *word) {
            Some(at) => order.push(left.remove(at)),
            None => return Err(Illegal::no_such_beginning(&text)),
        }
    }
    Ok(Branch {
        text,
        next: left.iter().map(i32::to_string).collect(),
        mv: left.is_empty().then_some(Move::Discard {
            card,
            on: Target::Order(order),
        }),
    })
}
