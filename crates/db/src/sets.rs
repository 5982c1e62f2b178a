//! The types of columns: ids, seats, and closed sets. Each set is an enum that uses the same words
//! in the database and in JSON.
//!
//! An unknown word, for example one that a later version of the program wrote, makes the row
//! unreadable ([`crate::Error::Unreadable`]). The program does not guess. The kinds of letters are
//! a set in [`common::notice`].

use std::fmt::{self, Debug, Display, Formatter};
use std::io::Write;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{SmallInt, Text};
use rules::Seat;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Implements reading and writing the words of a set.
macro_rules! words {
    ([$($of:ident)?] $set:ty) => {
        impl<$($of: Debug + for<'de> Deserialize<'de>)?> FromSql<Text, Pg> for $set {
            fn from_sql(word: PgValue<'_>) -> deserialize::Result<Self> {
                let word = StrDeserializer::<Error>::new(str::from_utf8(word.as_bytes())?);
                Ok(Self::deserialize(word)?)
            }
        }

        impl<$($of: Debug + Serialize)?> ToSql<Text, Pg> for $set {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
                write!(out, "{self}")?;
                Ok(IsNull::No)
            }
        }

        impl<$($of: Debug + Serialize)?> Display for $set {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                self.serialize(f)
            }
        }
    };
}

/// Defines closed sets.
macro_rules! sets {
    ($($(#[$of:meta])* $set:ident { $($words:tt)* })*) => {$(
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[derive(Serialize, Deserialize, AsExpression, FromSqlRow)]
        #[serde(rename_all = "snake_case")]
        #[diesel(sql_type = Text)]
        pub enum $set { $($words)* }

        words!([] $set);
    )*};
}

sets! {
    /// The status of a game: `open` while it waits for players, then `running`, `finished` or
    /// `cancelled`.
    #[derive(ToSchema)]
    GameStatus {
        /// It waits for players.
        Open,
        /// It is played.
        Running,
        /// It is over.
        Finished,
        /// It was cancelled.
        Cancelled,
    }

    /// How a game ended for a player: a `win` is the first rank alone, a `draw` the first rank with
    /// others, a `loss` any other rank. A game with one seat has none of these.
    #[derive(ToSchema)]
    PlayerResult {
        /// The player has the first rank alone.
        Win,
        /// The player has another rank.
        Loss,
        /// The player shares the first rank.
        Draw,
    }

    /// The games that share a rating: those for two players (`two`), and those for three or more
    /// (`more`).
    #[derive(Default, Hash, PartialOrd, Ord, ToSchema)]
    TableSize {
        /// Games with two seats.
        #[default]
        Two,
        /// Games with three or more seats.
        More,
    }

    /// Who can see a game and take its free seats: everybody (`public`), or only its creator, its
    /// past and present players and the invited (`private`). Lists show private games only to them.
    #[derive(Default, ToSchema)]
    Visibility {
        /// Everybody can see it, join it and watch it.
        #[default]
        Public,
        /// Only its creator, its players and the invited can see it.
        Private,
    }

    /// A room of the chat: `table` for the players (before the game starts, also for the invited),
    /// `spectators` for everybody else. Players cannot read `spectators` while the game runs.
    #[derive(Default, ToSchema)]
    #[schema(as = ChatRoom)]
    Room {
        /// For the players; before the game starts, also for the invited.
        #[default]
        Table,
        /// For the spectators. Players cannot read it while the game runs.
        Spectators,
    }

    /// Why the server suspended mail to an address: a mail `bounced`, or the reader `complained`
    /// and marked one as spam.
    #[derive(ToSchema)]
    #[schema(as = MailSuspensionReason)]
    MailTrouble {
        /// A mail came back.
        Bounced,
        /// The reader marked a mail as spam.
        Complained,
    }

    /// The state of an outgoing mail.
    OutboxStatus {
        /// It is to be sent.
        Waiting,
        /// It is kept for a digest.
        Held,
        /// Its processing has ended.
        #[serde(untagged)]
        Ended(OutboxEnd),
    }

    /// The state of an incoming mail.
    InboundStatus {
        /// It is to be processed.
        Waiting,
        /// Its processing has ended.
        #[serde(untagged)]
        Ended(InboundEnd),
    }

    /// How a player avoids another player.
    Avoidance {
        /// The player does not see the other's messages.
        Muted,
        /// The player also takes part in none of the other's new games, nor the other way round.
        Blocked,
    }

    /// The purpose of a code that the server sends by mail.
    Purpose {
        /// To prove that the player owns the account's address.
        Confirm,
        /// To prove that the player owns a new address for the account. Only the signed-in player
        /// may use it.
        NewAddress,
        /// To sign in.
        SignIn,
        /// To set a new password.
        Reset,
    }

    /// The status of a delivery: `waiting` for its first or next attempt, `delivered`, `failed`
    /// after the last attempt, or `dropped` because the webhook was disabled or the event was out
    /// of date.
    #[derive(ToSchema)]
    #[schema(as = WebhookDeliveryStatus)]
    DeliveryStatus {
        /// It waits for its first or next attempt.
        Waiting,
        /// The receiver accepted it.
        Delivered,
        /// The server gave it up.
        Failed,
        /// It was not sent: the webhook was disabled, or the event was out of date.
        Dropped,
    }

    /// The state of a program's request for a token.
    GrantStatus {
        /// The player has not decided yet.
        Asked,
        /// The player has granted it.
        Granted,
        /// The player has denied it.
        Denied,
        /// The program has exchanged it for a token.
        Used,
    }

    /// The reason why a webhook is disabled: its owner did it (`player`), it failed for three days
    /// (`failing`), or its receiver responded with 410 (`gone`).
    #[derive(ToSchema)]
    #[schema(as = WebhookDisabledBy)]
    DisabledBy {
        /// Its owner.
        Player,
        /// It failed for three days.
        Failing,
        /// Its receiver responded with 410.
        Gone,
    }

    /// The format of the bodies: Standard Webhooks (`standard`), or a sentence for a chat service.
    /// `matrix` is the format of the generic webhooks of matrix-hookshot.
    #[derive(Default, ToSchema)]
    WebhookFormat {
        /// Type, time and data, for programs.
        #[default]
        Standard,
        /// A sentence, for Discord.
        Discord,
        /// A sentence, for Slack and what is compatible.
        Slack,
        /// A sentence, for Matrix.
        Matrix,
    }

    /// Work that a process must do regularly.
    Watch {
        /// Checking the clocks of games.
        Clocks,
        /// Receiving mail.
        Mail,
        /// The hourly jobs.
        Hourly,
    }
}

/// How the processing of an outgoing mail ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutboxEnd {
    /// A mail server has accepted it.
    Sent,
    /// It was out of date, or it had no recipient.
    Dropped,
    /// The recipient's mail server rejected it for good.
    Refused,
    /// The server gave it up for a cause that the operator can look into.
    Dead,
}

/// How the processing of an incoming mail ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InboundEnd {
    /// The server answers it.
    Answered,
    /// The server does not answer it.
    Silent,
    /// The server gave it up.
    Dead,
}

/// A value of a set that the rules define, as the database stores it. The rules know no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, AsExpression, FromSqlRow)]
#[serde(transparent)]
#[diesel(sql_type = Text)]
#[diesel(sql_type = SmallInt)]
pub struct Stored<T: Debug>(pub T);

words!([T] Stored<T>);

/// The only conversion from the number of a seat to a [`Seat`].
impl FromSql<SmallInt, Pg> for Stored<Seat> {
    fn from_sql(number: PgValue<'_>) -> deserialize::Result<Self> {
        let seat = Seat::of(i16::from_sql(number)?);
        Ok(Stored(seat.ok_or("no table has such a seat")?))
    }
}

impl ToSql<SmallInt, Pg> for Stored<Seat> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<SmallInt, Pg>::to_sql(&i16::from(self.0.number()), &mut out.reborrow())
    }
}

impl From<Stored<Seat>> for Seat {
    fn from(stored: Stored<Seat>) -> Seat {
        stored.0
    }
}
