//! The only list of the kinds of mails.
//!
//! The contents of a letter, and whether its reader wants it, depend on its [`NoticeKind`], in
//! matches without a wildcard. A new kind does not compile until each of them handles it.

use rules::Message;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::texts::message;

/// The kind of a mail. Its word appears in the outbox, in message ids and in metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NoticeKind {
    /// The game has begun, and it is another player's turn.
    GameStarted,
    /// It is the reader's turn.
    YourTurn,
    /// The game is over.
    GameOver,
    /// The game was cancelled before it began.
    GameCancelled,
    /// It is still the reader's turn, and the clock runs.
    Reminder,
    /// There are new messages at the table.
    Chat,
    /// A seat is kept for the reader.
    Invitation,
    /// The reader's time ran out.
    TimedOut,
    /// An order of the reader was not legal when the turn came.
    OrdersCancelled,
    /// An opponent gave the reader more time.
    Extension,
    /// An opponent is on holiday, plans a holiday, or is back.
    Holiday,
    /// A player offers the reader a seat in a running game.
    SeatOffered,
    /// Another player has taken over an opponent's seat.
    SeatTaken,
    /// A player declined a seat that the reader offered, or left the reader's table before the game
    /// began.
    SeatDeclined,
    /// The answer to a mail.
    Reply,
    /// The daily digest: pending turns and news.
    Digest,
    /// The code that confirms an address.
    ConfirmAddress,
    /// The code to sign in with.
    SignInCode,
    /// The code to set a new password with.
    PasswordReset,
    /// The reader's account was changed.
    AccountChanged,
    /// To the operator: a player reports another one.
    Report,
    /// The operator took an action that concerns the reader.
    Operator,
    /// To the operator: a game cannot be read.
    DamagedGame,
}

impl NoticeKind {
    /// Returns the word for this kind.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Whether its reader waits for it, so that it is sent before all others. The database has the
    /// same list.
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

    /// Whether it can be sent again after the server gave it up, because its letter depends only on
    /// the game.
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

    /// Returns the words of all kinds.
    pub fn words() -> Vec<&'static str> {
        NoticeKind::VARIANTS
            .iter()
            .map(|kind| kind.word())
            .collect()
    }
}

/// A change to an account, or an attempt to sign in to it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(prefix = "changed-", serialize_all = "kebab-case")]
pub enum Changed {
    /// The password was changed.
    Password,
    /// Another address will replace this one once it is confirmed.
    AddressBegun,
    /// Another address has replaced this one.
    Address,
    /// Someone signed in after the password was reset by mail.
    Session,
    /// The second factor was turned on.
    SecondFactorOn,
    /// The second factor was turned off.
    SecondFactorOff,
    /// New recovery codes were created.
    RecoveryCodes,
    /// Someone signed in with a recovery code.
    RecoveryCodeUsed,
    /// Someone passed the first factor and is guessing the second one.
    SecondFactorGuessed,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// A token for a program was created.
    TokenMade,
    /// A browser, a phone or a program was registered for push notifications.
    PushBegun,
    /// A webhook was created, or its URL was changed.
    WebhookMade,
    /// A webhook was turned off, because its receiver accepted no delivery for days.
    WebhookFailing,
    /// A webhook was turned off, because its receiver answered that it is gone.
    WebhookGone,
}

/// A kind of mail that players can turn off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MailKind {
    /// It is the player's turn.
    Turns,
    /// It is still the player's turn, and time runs.
    Reminders,
    /// Games that start, end or are cancelled; chat, holidays, time-outs and the like.
    News,
    /// A seat is reserved for the player, or offered to them.
    Invitations,
}

impl MailKind {
    /// All kinds.
    pub const ALL: [MailKind; 4] = [
        MailKind::Turns,
        MailKind::Reminders,
        MailKind::News,
        MailKind::Invitations,
    ];

    /// Returns the kind of a mail in the outbox; `None` if it is always sent.
    pub const fn of(notice: NoticeKind) -> Option<MailKind> {
        match notice {
            NoticeKind::YourTurn => Some(MailKind::Turns),
            NoticeKind::Reminder => Some(MailKind::Reminders),
            NoticeKind::GameStarted
            | NoticeKind::GameOver
            | NoticeKind::GameCancelled
            | NoticeKind::Chat
            | NoticeKind::TimedOut
            | NoticeKind::OrdersCancelled
            | NoticeKind::Extension
            | NoticeKind::Holiday
            | NoticeKind::SeatTaken
            | NoticeKind::SeatDeclined => Some(MailKind::News),
            // An offer of a seat in a running game is an invitation as well.
            NoticeKind::Invitation | NoticeKind::SeatOffered => Some(MailKind::Invitations),
            NoticeKind::Reply
            | NoticeKind::Digest
            | NoticeKind::ConfirmAddress
            | NoticeKind::SignInCode
            | NoticeKind::PasswordReset
            | NoticeKind::AccountChanged
            | NoticeKind::Report
            | NoticeKind::Operator
            | NoticeKind::DamagedGame => None,
        }
    }

    /// Returns the name of the kind in the API.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns a sentence that describes the mails of this kind.
    pub const fn title(self) -> Message {
        message(match self {
            MailKind::Turns => "stop-turns",
            MailKind::Reminders => "stop-reminders",
            MailKind::News => "stop-news",
            MailKind::Invitations => "stop-invitations",
        })
    }
}
