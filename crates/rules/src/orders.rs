//! Conditional orders: what a player wants played at decisions to come, if something holds then.
//!
//! A game that knows some reads them ([`Rules::order`](crate::Rules::order)) and says what they come to
//! ([`Rules::ordered`](crate::Rules::ordered)). Whoever serves the game keeps them as text, shows them to nobody but their owner,
//! and asks at each decision of that seat.

use crate::Message;

/// The longest order, in characters.
pub(crate) const LONGEST: usize = 200;

/// What an order comes to at a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordered<M> {
    /// Nothing: it is about another decision, or its condition does not hold.
    Nothing,
    /// This is to be played. The order stays.
    Play(M),
    /// This is to be played, and that was the order.
    Once(M),
    /// Nothing any more: what it is about is past.
    Past,
}

impl<M> Ordered<M> {
    /// The same with another form of the move.
    pub fn map<N>(self, to: impl FnOnce(M) -> N) -> Ordered<N> {
        match self {
            Ordered::Nothing => Ordered::Nothing,
            Ordered::Play(mv) => Ordered::Play(to(mv)),
            Ordered::Once(mv) => Ordered::Once(to(mv)),
            Ordered::Past => Ordered::Past,
        }
    }
}

/// A conditional order that a game knows, for those who ask what may be ordered.
#[derive(Clone, Debug)]
pub struct KnownOrder {
    /// One of the kind, as players write it.
    pub example: &'static str,
    /// What it does.
    pub does: Message,
}
