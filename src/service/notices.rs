//! What players are told by mail, as facts; the wording is `mail`'s business.
//!
//! A notice is written into the outbox in the same transaction as the fact. The letter is
//! composed when it is sent, from the game as it was at the notice's ply.

use chrono::TimeDelta;
use rules::{LeadsTo, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::Moment;
use crate::ids;
pub use crate::mail::letter_account::Changed;
use crate::store::outbox::NewMail;

/// A notice about an account. It holds a code: no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AccountNotice {
    /// Please confirm that this address is yours.
    ConfirmAddress {
        /// The player's name.
        name: String,
        /// The code to type or follow.
        code: String,
        /// The secret in the link, where there is one.
        #[serde(default)]
        link: Option<String>,
    },
    /// Here is the code to sign in with.
    SignInCode {
        /// The player's name.
        name: String,
        /// The code.
        code: String,
        /// The secret in the link, where there is one.
        #[serde(default)]
        link: Option<String>,
    },
    /// Something about the account was changed.
    AccountChanged {
        /// The player's name.
        name: String,
        /// What.
        what: Changed,
        /// What the client runs on that did it, if it told.
        device: Option<String>,
    },
    /// Here is the code to set a new password with.
    PasswordReset {
        /// The player's name.
        name: String,
        /// The code.
        code: String,
        /// The secret in the link, where there is one.
        #[serde(default)]
        link: Option<String>,
    },
}

impl AccountNotice {
    fn kind(&self) -> &'static str {
        match self {
            AccountNotice::ConfirmAddress { .. } => "confirm_address",
            AccountNotice::SignInCode { .. } => "sign_in_code",
            AccountNotice::PasswordReset { .. } => "password_reset",
            AccountNotice::AccountChanged { .. } => "account_changed",
        }
    }

    /// The mail that tells it to `player` at `address`.
    pub fn mail(&self, player: i64, address: &str, now: Moment) -> NewMail {
        NewMail {
            game_id: String::new(),
            key: format!("{}/{}", self.kind(), ids::short_id()),
            kind: self.kind().to_owned(),
            player_id: Some(player),
            address: Some(address.to_owned()),
            seat: None,
            ply: None,
            payload: serde_json::to_value(self).unwrap_or(Value::Null),
            created_at: now,
            due_at: now,
        }
    }
}

/// What a player is told about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameNotice {
    /// The game has begun; it is somebody else's turn.
    Started,
    /// It is your turn.
    Turn,
    /// The game is over.
    Over,
    /// The game was cancelled before it began.
    Cancelled,
}

impl GameNotice {
    /// The word for it in the outbox.
    pub const fn kind(self) -> &'static str {
        match self {
            GameNotice::Started => "game_started",
            GameNotice::Turn => "your_turn",
            GameNotice::Over => "game_over",
            GameNotice::Cancelled => "game_cancelled",
        }
    }

    /// The notice with this word.
    pub fn from_kind(kind: &str) -> Option<GameNotice> {
        [
            GameNotice::Started,
            GameNotice::Turn,
            GameNotice::Over,
            GameNotice::Cancelled,
        ]
        .into_iter()
        .find(|notice| notice.kind() == kind)
    }

    /// The mail that tells it to the player in `seat`, as things stand at `ply`.
    pub fn mail(self, game: &str, ply: u64, seat: Seat, player: i64, now: Moment) -> NewMail {
        NewMail {
            game_id: game.to_owned(),
            key: format!("{}/{ply}/{seat}", self.kind()),
            kind: self.kind().to_owned(),
            player_id: Some(player),
            address: None,
            seat: Some(i16::from(seat.0)),
            ply: i64::try_from(ply).ok(),
            payload: Value::Object(serde_json::Map::new()),
            created_at: now,
            due_at: now,
        }
    }
}

/// A reminder that a seat still owes a decision.
pub const REMINDER: &str = "reminder";

/// What a reminder was written for: when it has changed, another reminder comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminder {
    /// The deadline that it reminds of.
    pub deadline: Moment,
}

/// The mail that reminds the player in `seat`. `due` is when it was to come.
pub fn reminder(
    game: &str,
    ply: u64,
    seat: Seat,
    player: i64,
    deadline: Moment,
    due: Moment,
    now: Moment,
) -> NewMail {
    NewMail {
        game_id: game.to_owned(),
        key: format!("{REMINDER}/{ply}/{seat}/{}", due.timestamp()),
        kind: REMINDER.to_owned(),
        player_id: Some(player),
        address: None,
        seat: Some(i16::from(seat.0)),
        ply: i64::try_from(ply).ok(),
        payload: serde_json::to_value(Reminder { deadline }).unwrap_or(Value::Null),
        created_at: now,
        due_at: now,
    }
}

/// Something was said at the table.
pub const CHAT: &str = "chat";

/// How long what is said waits for more, in seconds: so long, at most, one mail gathers.
const GATHERED: i64 = 30 * 60;

/// The mail that tells the player in `seat` what was said at the table in this half hour. It goes
/// out a minute after its end, when all that was said in it is stored.
pub fn chat(game: &str, seat: Seat, player: i64, now: Moment) -> NewMail {
    let half_hour = now.timestamp().div_euclid(GATHERED);
    let passed = now.timestamp().rem_euclid(GATHERED);
    NewMail {
        game_id: game.to_owned(),
        key: format!("{CHAT}/{half_hour}/{seat}"),
        kind: CHAT.to_owned(),
        player_id: Some(player),
        address: None,
        seat: Some(i16::from(seat.0)),
        ply: None,
        payload: Value::Object(serde_json::Map::new()),
        created_at: now,
        due_at: now + TimeDelta::seconds(GATHERED - passed + 60),
    }
}

/// Somebody offers the reader a seat.
pub const SEAT_OFFERED: &str = "seat_offered";

/// Something that happened around the game and not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub enum TableNews {
    /// The reader's time ran out.
    TimedOut {
        /// What came of it.
        leads_to: LeadsTo,
    },
    /// What the reader had queued was not legal when the turn came.
    OrdersCancelled,
    /// An opponent gave the reader more time.
    Extended {
        /// The opponent's name.
        by: String,
        /// The days.
        days: u8,
    },
    /// An opponent is going to be on holiday, or is already.
    Holiday {
        /// The opponent's name.
        player: String,
        /// The holiday's id.
        id: String,
    },
    /// Somebody offers the reader a seat.
    Offered {
        /// Who has the seat now.
        by: String,
    },
    /// Somebody else has an opponent's seat from now on.
    TakenOver {
        /// Who had it.
        from: String,
        /// Who has it.
        by: String,
    },
}

impl TableNews {
    /// The word for it in the outbox.
    pub const fn kind(&self) -> &'static str {
        match self {
            TableNews::TimedOut { .. } => "timed_out",
            TableNews::OrdersCancelled => "orders_cancelled",
            TableNews::Extended { .. } => "extension",
            TableNews::Holiday { .. } => "holiday",
            TableNews::Offered { .. } => SEAT_OFFERED,
            TableNews::TakenOver { .. } => "seat_taken",
        }
    }

    /// Whether the word is that of such news.
    pub fn is_kind(kind: &str) -> bool {
        [
            "timed_out",
            "orders_cancelled",
            "extension",
            "holiday",
            SEAT_OFFERED,
            "seat_taken",
        ]
        .contains(&kind)
    }

    /// The mail that tells it to a player. `what` makes it one notice in the game.
    pub fn mail(
        &self,
        game: &str,
        ply: u64,
        seat: Seat,
        player: i64,
        what: &str,
        now: Moment,
    ) -> NewMail {
        NewMail {
            game_id: game.to_owned(),
            key: format!("{}/{what}/{seat}", self.kind()),
            kind: self.kind().to_owned(),
            player_id: Some(player),
            address: None,
            seat: Some(i16::from(seat.0)),
            ply: i64::try_from(ply).ok(),
            payload: serde_json::to_value(self).unwrap_or(Value::Null),
            created_at: now,
            due_at: now,
        }
    }
}

/// An invitation to a seat that is kept for somebody. It may hold a secret: no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The name of the player who invites.
    pub from: String,
    /// For an address without an account: the secret that lets its owner take the seat.
    pub token: Option<String>,
}

impl Invitation {
    /// The word for it in the outbox.
    pub const KIND: &str = "invitation";

    /// The mail for a player, or for an address.
    pub fn mail(
        &self,
        game: &str,
        seat: Seat,
        player: Option<i64>,
        address: Option<&str>,
        now: Moment,
    ) -> NewMail {
        NewMail {
            game_id: game.to_owned(),
            key: format!("{}/{seat}/{}", Invitation::KIND, ids::short_id()),
            kind: Invitation::KIND.to_owned(),
            player_id: player,
            address: address.map(str::to_owned),
            seat: Some(i16::from(seat.0)),
            ply: None,
            payload: serde_json::to_value(self).unwrap_or(Value::Null),
            created_at: now,
            due_at: now,
        }
    }
}
