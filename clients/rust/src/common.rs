//! Members that all kinds of games have in common, as methods.

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
    /// The status.
    status: GameStatus,
    /// The number of entries in the log.
    ply: i64,
    /// The seats in order.
    seats: [SeatResource],
    /// The caller's seat.
    seat: Option<i32>,
    /// The seats that owe a decision.
    to_act: [i32],
    /// The result, once the game is over.
    result: Option<OutcomeResource>,
});

common!(GameSummary(GameSummaryButtons GameSummaryFerryFollies GameSummaryFlipFreighters
    GameSummaryParisConnection GameSummaryThatsLife) {
    /// The game's id.
    id: str,
    /// The status.
    status: GameStatus,
    /// The number of entries in the log.
    ply: i64,
    /// The seats in order.
    seats: [SeatResource],
    /// The seats that owe a decision.
    to_act: [i32],
    /// The result, once the game is over.
    result: Option<OutcomeResource>,
});

common!(PlayedResource(PlayedResourceButtons PlayedResourceFerryFollies PlayedResourceFlipFreighters
    PlayedResourceParisConnection PlayedResourceThatsLife) {
    /// The game's status.
    status: GameStatus,
    /// The number of entries in the log.
    ply: i64,
    /// The number that the caller's next entry carries.
    seq: i32,
    /// The seats that owe a decision.
    to_act: [i32],
    /// The result, once the game is over.
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
    /// The words that can follow. Empty if the move is complete, or if it is not the caller's turn.
    next: [String],
});

impl LegalResource {
    /// Returns the moves in the form that requests take.
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

    /// Returns the request body that plays this move.
    pub fn playing(&self, chosen: SentMove) -> MovesBody {
        MovesBody::new(vec![chosen], *self.seq())
    }
}

impl BranchResource {
    /// Returns the move that these words form, or `None` while more words are needed.
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
    /// Returns a new game of this kind with default values, or `None` if the client does not know
    /// the kind.
    pub fn of_kind(kind: &str) -> Option<Self> {
        serde_json::from_value(json!({ "kind": kind })).ok()
    }
}

fn sent<M: Clone>(moves: &[M], of_kind: fn(M) -> SentMove) -> Vec<SentMove> {
    moves.iter().cloned().map(of_kind).collect()
}
