//! What is mailed: the one list.
//!
//! What a letter is and whether it is wanted depend on its [`NoticeKind`], in matches that name them all:
//! a new one does not compile until each of them knows it.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// Which letter a mail is. Its word stands in the outbox, in message ids and in metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NoticeKind {
    /// The game has begun, and it is somebody else's turn.
    GameStarted,
    /// It is the reader's turn.
    YourTurn,
    /// The game is over.
    GameOver,
    /// The game was cancelled before it began.
    GameCancelled,
    /// It is still the reader's turn, and time runs.
    Reminder,
    /// Something was said at the table.
    Chat,
    /// A seat is kept for the reader.
    Invitation,
    /// The reader's time ran out.
    TimedOut,
    /// What the reader had queued was not legal when the turn came.
    OrdersCancelled,
    /// An opponent gave the reader more time.
    Extension,
    /// An opponent is on holiday, going to be, or back.
    Holiday,
    /// Somebody offers the reader a seat in a running game.
    SeatOffered,
    /// Somebody else has an opponent's seat from now on.
    SeatTaken,
    /// A seat that the reader has to give is not wanted, or was given back.
    SeatDeclined,
    /// The answer to a mail.
    Reply,
    /// What waits and what happened, once a day.
    Digest,
    /// The code that confirms an address.
    ConfirmAddress,
    /// The code to sign in with.
    SignInCode,
    /// The code to set a new password with.
    PasswordReset,
    /// Something about the reader's account was changed.
    AccountChanged,
    /// To the operator: a player reports something.
    Report,
    /// The operator did something that concerns the reader.
    Operator,
    /// To the operator: a game cannot be read.
    DamagedGame,
}

impl NoticeKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Whether somebody waits for it, so that it goes before all others. The database has the same list.
    pub const fn is_urgent(self) -> bool {
        match self {
            NoticeKind::Reply
            | NoticeKind::ConfirmAddress
            | NoticeKind::SignInCode
            | NoticeKind::PasswordReset => true,
            NoticeKind::GameStarted
            | NoticeKind::YourTurn
            | NoticeKind::GameOver
            | NoticeKind::GameCancelled
            | NoticeKind::Reminder
            | NoticeKind::Chat
            | NoticeKind::Invitation
            | NoticeKind::TimedOut
            | NoticeKind::OrdersCancelled
            | NoticeKind::Extension
            | NoticeKind::Holiday
            | NoticeKind::SeatOffered
            | NoticeKind::SeatTaken
            | NoticeKind::SeatDeclined
            | NoticeKind::Digest
            | NoticeKind::AccountChanged
            | NoticeKind::Report
            | NoticeKind::Operator
            | NoticeKind::DamagedGame => false,
        }
    }

    /// Whether it can be sent after it was given up: its letter needs nothing but the game.
    pub const fn can_be_resent(self) -> bool {
        match self {
            NoticeKind::YourTurn
            | NoticeKind::GameStarted
            | NoticeKind::GameOver
            | NoticeKind::GameCancelled => true,
            NoticeKind::Reminder
            | NoticeKind::Chat
            | NoticeKind::Invitation
            | NoticeKind::TimedOut
            | NoticeKind::OrdersCancelled
            | NoticeKind::Extension
            | NoticeKind::Holiday
            | NoticeKind::SeatOffered
            | NoticeKind::SeatTaken
            | NoticeKind::SeatDeclined
            | NoticeKind::Reply
            | NoticeKind::Digest
            | NoticeKind::ConfirmAddress
            | NoticeKind::SignInCode
            | NoticeKind::PasswordReset
            | NoticeKind::AccountChanged
            | NoticeKind::Report
            | NoticeKind::Operator
            | NoticeKind::DamagedGame => false,
        }
    }

    /// The words for all of them.
    pub fn words() -> Vec<&'static str> {
        NoticeKind::VARIANTS
            .iter()
            .map(|kind| kind.word())
            .collect()
    }
}
