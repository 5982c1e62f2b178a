//! What every kind of game has, without asking which kind it is.

use serde_json::json;

use crate::api::{
    BranchResource, GameResource, GameStatus, GameSummary, LegalResource, MovesBody, NewGameBody,
    OutcomeResource, PlayedResource, SeatResource, SentMove,
};

/// Members that the variant of each kind has, as methods.
macro_rules! common {
    ($name:ident $variants:tt { $($(#[$doc:meta])* $member:ident: $type:ty,)* }) => {
        impl $name {
            $($(#[$doc])*
            pub fn $member(&self) -> &$type {
                common!(self $variants $member)
            })*
        }
    };
    ($of:ident ($($variant:ident)*) $member:ident) => {
        match $of {
            $(Self::$variant(it) => &it.$member,)*
        }
    };
}

common!(GameResource(GameResourceButtons GameResourceFerryFollies GameResourceFlipFreighters
    GameResourceParisConnection GameResourceThatsLife) {
    /// The game's id.
    id: str,
    /// Where it stands.
    status: GameStatus,
    /// The number of entries in the log.
    ply: i64,
    /// The seats in order.
    seats: [SeatResource],
    /// The caller's seat.
    seat: Option<i32>,
    /// The seats that owe a decision.
    to_act: [i32],
    /// How it ended.
    result: Option<OutcomeResource>,
});

common!(GameSummary(GameSummaryButtons GameSummaryFerryFollies GameSummaryFlipFreighters
    GameSummaryParisConnection GameSummaryThatsLife) {
    /// The game's id.
    id: str,
    /// Where it stands.
    status: GameStatus,
    /// The number of entries in the log.
    ply: i64,
    /// The seats in order.
    seats: [SeatResource],
    /// The seats that owe a decision.
    to_act: [i32],
    /// How it ended.
    result: Option<OutcomeResource>,
});

common!(PlayedResource(PlayedResourceButtons PlayedResourceFerryFollies PlayedResourceFlipFreighters
    PlayedResourceParisConnection PlayedResourceThatsLife) {
    /// Where the game stands.
    status: GameStatus,
    /// The number of entries in the log.
    ply: i64,
    /// The number that the caller's next entry carries.
    seq: i32,
    /// The seats that owe a decision.
    to_act: [i32],
    /// How the game ended.
    result: Option<OutcomeResource>,
});

common!(LegalResource(LegalResourceButtons LegalResourceFerryFollies LegalResourceFlipFreighters
    LegalResourceParisConnection LegalResourceThatsLife) {
    /// The number that the caller's next entry carries.
    seq: i32,
    /// Whether these are all moves.
    complete: bool,
    /// The same moves in the text notation, in the same order.
    texts: [String],
});

common!(BranchResource(BranchResourceButtons BranchResourceFerryFollies BranchResourceFlipFreighters
    BranchResourceParisConnection BranchResourceThatsLife) {
    /// The number that the caller's next entry carries.
    seq: i32,
    /// The words so far, in normal form.
    text: str,
    /// The words that may come next; none when the move is complete, or it is not your turn.
    next: [String],
});

impl LegalResource {
    /// The moves, as they may be sent.
    pub fn moves(&self) -> Vec<SentMove> {
        match self {
            Self::LegalResourceButtons(it) => sent(&it.moves, SentMove::ButtonsMove),
            Self::LegalResourceFerryFollies(it) => sent(&it.moves, SentMove::FerryFolliesMove),
            Self::LegalResourceFlipFreighters(it) => sent(&it.moves, SentMove::FlipFreightersMove),
            Self::LegalResourceParisConnection(it) => {
                sent(&it.moves, SentMove::ParisConnectionMove)
            }
            Self::LegalResourceThatsLife(it) => sent(&it.moves, SentMove::ThatsLifeMove),
        }
    }

    /// What plays this move, as the next of the caller.
    pub fn playing(&self, chosen: SentMove) -> MovesBody {
        MovesBody::new(vec![chosen], *self.seq())
    }
}

impl BranchResource {
    /// The move that these words are, as it may be sent; none while more words are needed.
    pub fn whole(&self) -> Option<SentMove> {
        match self {
            Self::BranchResourceButtons(it) => it.r#move.clone().map(SentMove::ButtonsMove),
            Self::BranchResourceFerryFollies(it) => {
                it.r#move.clone().map(SentMove::FerryFolliesMove)
            }
            Self::BranchResourceFlipFreighters(it) => {
                it.r#move.clone().map(SentMove::FlipFreightersMove)
            }
            Self::BranchResourceParisConnection(it) => {
                it.r#move.clone().map(SentMove::ParisConnectionMove)
            }
            Self::BranchResourceThatsLife(it) => it.r#move.clone().map(SentMove::ThatsLifeMove),
        }
    }
}

impl NewGameBody {
    /// A game of this kind, if there is such a kind, with the default of all that has one.
    pub fn of_kind(kind: &str) -> Option<Self> {
        serde_json::from_value(json!({ "kind": kind })).ok()
    }
}

fn sent<M: Clone>(moves: &[M], of_kind: fn(M) -> SentMove) -> Vec<SentMove> {
    moves.iter().cloned().map(of_kind).collect()
}
