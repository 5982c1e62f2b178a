//! Conditional orders: moves that a player wants to play at later decisions if a condition holds.
//!
//! A game that supports them reads them ([`Rules::order`](crate::Rules::order)) and returns their
//! effect ([`Rules::ordered`](crate::Rules::ordered)). The server stores them as text, shows them
//! only to their owner, and evaluates them at each decision of that seat.

use crate::Message;

/// The maximum length of an order, in characters.
pub(crate) const LONGEST: usize = 200;

/// The effect of an order on a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordered<M> {
    /// No effect: the order is about another decision, or its condition does not hold.
    Nothing,
    /// Play this move. The order stays.
    Play(M),
    /// Play this move and delete the order.
    Once(M),
    /// No effect any more: the order's subject is past.
    Past,
}

impl<M> Ordered<M> {
    /// Returns the same effect with another form of the move.
    pub fn map<N>(self, to: impl FnOnce(M) -> N) -> Ordered<N> {
        match self {
            Ordered::Nothing => Ordered::Nothing,
            Ordered::Play(mv) => Ordered::Play(to(mv)),
            Ordered::Once(mv) => Ordered::Once(to(mv)),
            Ordered::Past => Ordered::Past,
        }
    }
}

/// A kind of conditional order that a game supports, for lists of the available orders.
#[derive(Clone, Debug)]
pub struct KnownOrder {
    /// An example, as players write it.
    pub example: &'static str,
    /// The description of its effect.
    pub does: Message,
}
