//! The reasons for which a request about games can be rejected, one variant for each stable code.

use base::refusal::Rejection;
use common::texts::message;
use rules::{Illegal, Message};
use strum::{EnumCount, IntoStaticStr};

/// Why a request was rejected or failed. As [`base::Refusal`], with the codes of this domain.
#[derive(Clone, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    /// The caller already has an account.
    NotAGuest,
    /// The game has started, is over or was cancelled.
    GameNotOpen,
    /// All seats are taken or reserved for others.
    SeatUnavailable,
    /// The reservation belongs to another caller, has expired, or was used for another game.
    ReservationInvalid,
    /// The caller already sits at this table.
    AlreadySeated,
    /// The kind, options or seats differ from those of the deal.
    DealMismatch,
    /// The caller plays or has played this deal.
    DealPlayed,
    /// The deal is closed: players can no longer take seats on it.
    DealClosed,
    /// The caller does not sit at this table.
    NotSeated,
    /// The game has not started.
    NotStarted,
    /// The game is not over.
    NotOver(Message),
    /// The game has not begun, or is over.
    NotRunning,
    /// The operator has paused the game.
    GamePaused,
    /// The seat owes no decision, or the game has no time control.
    NoClock,
    /// The days are taken or past, or exceed the remaining allowance.
    HolidayNotAllowed(Message),
    /// The caller's `seq` is neither the next one nor that of a repeated request.
    Stale {
        /// The number that the caller's next entry must carry.
        seq: u32,
    },
    /// It is not the caller's turn.
    NotYourTurn(Box<Refused>),
    /// The game is over.
    GameOver(Box<Refused>),
    /// The rules forbid the move.
    IllegalMove(Box<Refused>),
    /// A list of moves is not allowed as it is. A move that reveals something new (a die, a card)
    /// and leaving the game must be the last of a list. Neither they nor a move that ends the game
    /// can be tried out without playing it.
    RevealsInformation {
        /// The index of the move in the list, from 0.
        index: usize,
        /// Whether the move is the last of the list, and the caller wanted to try it out.
        last: bool,
    },
    /// The options, seats or seed are not valid for this kind of game.
    InvalidGame(Message),
    /// The seat has reached the limit of log entries for this day.
    MoveLimitReached {
        /// The limit.
        most: u32,
        /// Seconds to wait.
        retry_after: u64,
    },
    /// The stored game differs from the game that the server wrote. The server neither shows nor
    /// continues it, and has notified the operator.
    DamagedGame,
    /// A reason of accounts, but never a general one.
    #[strum(transparent)]
    Accounts(accounts::Refusal),
    /// A reason that every domain has.
    #[strum(transparent)]
    General(base::Refusal),
}

/// The result of a request.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

base::construct_general!(Refusal);
base::log_by_code!(Refusal);

impl<E> From<E> for Refusal
where
    accounts::Refusal: From<E>,
{
    fn from(error: E) -> Refusal {
        match error.into() {
            accounts::Refusal::General(it) => Refusal::General(it),
            own => Refusal::Accounts(own),
        }
    }
}

impl Rejection for Refusal {
    fn code(&self) -> &'static str {
        self.into()
    }

    fn title(&self) -> &'static str {
        match self {
            Refusal::NotAGuest => "This account is not a guest account.",
            Refusal::GameNotOpen => "The game is no longer open.",
            Refusal::SeatUnavailable => "No seat is free for you.",
            Refusal::ReservationInvalid => {
                "The reservation is not yours, has expired or was used for another game."
            }
            Refusal::AlreadySeated => "You already have a seat in this game.",
            Refusal::DealMismatch => {
                "The deal has another kind, other options or another number of seats."
            }
            Refusal::DealPlayed => "You are playing this deal, or have played it.",
            Refusal::DealClosed => "The deal is closed.",
            Refusal::NotSeated => "You have no seat in this game.",
            Refusal::NotStarted => "The game has not started.",
            Refusal::NotOver(_) => "The game is not over.",
            Refusal::NotRunning => "The game has not started, or is over.",
            Refusal::GamePaused => "The operator has paused this game.",
            Refusal::NoClock => "This seat has no running clock.",
            Refusal::HolidayNotAllowed(_) => "You cannot take a holiday on these days.",
            Refusal::Stale { .. } => "Your view of the game is out of date.",
            Refusal::NotYourTurn(_) => "It is not your turn.",
            Refusal::GameOver(_) => "The game is over.",
            Refusal::IllegalMove(_) => "The rules forbid this move.",
            Refusal::RevealsInformation { .. } => {
                "A move that reveals something new, or leaving, must be the last of its list."
            }
            Refusal::InvalidGame(_) => "These settings do not make a valid game.",
            Refusal::MoveLimitReached { .. } => {
                "You have reached the limit of moves for this game today."
            }
            Refusal::DamagedGame => {
                "The stored game is damaged and stopped. The operator was notified."
            }
            Refusal::Accounts(it) => it.title(),
            Refusal::General(it) => it.title(),
        }
    }

    fn message(&self) -> Message {
        match self {
            Refusal::NotOver(detail)
            | Refusal::HolidayNotAllowed(detail)
            | Refusal::InvalidGame(detail) => detail.clone(),
            Refusal::NotYourTurn(refused)
            | Refusal::GameOver(refused)
            | Refusal::IllegalMove(refused) => refused.message(),
            Refusal::NotAGuest => message("why-not-a-guest"),
            Refusal::GameNotOpen => message("why-game-not-open"),
            Refusal::SeatUnavailable => message("why-no-seat"),
            Refusal::ReservationInvalid => message("why-no-reservation"),
            Refusal::AlreadySeated => message("why-already-seated"),
            Refusal::DealMismatch => message("why-not-the-deal"),
            Refusal::DealPlayed => message("why-deal-played"),
            Refusal::DealClosed => message("why-deal-closed"),
            Refusal::NotSeated => message("why-not-seated"),
            Refusal::NotStarted => message("why-not-started"),
            Refusal::NotRunning => message("why-not-running"),
            Refusal::GamePaused => message("why-paused"),
            Refusal::NoClock => message("why-no-clock"),
            Refusal::Stale { seq } => message("why-stale").with("seq", *seq),
            Refusal::RevealsInformation { last: true, .. } => message("why-reveals-last"),
            Refusal::RevealsInformation { index, .. } => {
                message("why-reveals").with("index", *index)
            }
            Refusal::MoveLimitReached { most, retry_after } => message("why-too-many-moves")
                .with("most", *most)
                .with("seconds", *retry_after),
            Refusal::DamagedGame => message("why-damaged-game"),
            Refusal::Accounts(it) => it.message(),
            Refusal::General(it) => it.message(),
        }
    }

    fn general(&self) -> Option<&base::Refusal> {
        match self {
            Refusal::General(it) => Some(it),
            _ => None,
        }
    }
}

/// The details of a rejected move.
#[derive(Clone)]
pub struct Refused {
    /// The code and the message from the rules.
    pub illegal: Illegal,
    /// The index of the move in the list, from 0.
    pub index: usize,
    /// The number that the caller's next entry must carry.
    pub seq: u32,
    /// The kind of game.
    pub kind: &'static str,
    /// The moves that the caller may play now.
    pub legal: rules::LegalMoves,
}

impl Refused {
    /// Returns the message. For a later move of a list it names the index, because it refers to the
    /// position after the earlier moves, which were not played either.
    fn message(&self) -> Message {
        let text = self.illegal.text.clone();
        match self.index {
            0 => text,
            index => message("why-of-a-list")
                .with("index", index)
                .with("why", text),
        }
    }
}
