//! What columns hold, as types: ids, seats, and closed sets, one enum each, whose words are those of
//! its JSON.
//!
//! What is none of them, as a word that a later version of the program wrote, makes the row unreadable
//! ([`crate::Error::Unreadable`]); none is guessed. Letters have a set of their own
//! ([`common::notice`]).

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

/// Reads and writes the words of these sets.
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

/// Defines sets.
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
    /// Where a game stands: `open` while it waits for players, then `running`, `finished` or
    /// `cancelled`.
    #[derive(ToSchema)]
    GameStatus {
        /// It waits for players.
        Open,
        /// It is played.
        Running,
        /// It is over.
        Finished,
        /// It was called off.
        Cancelled,
    }

    /// Who may see a game and take its free seats: anybody (`public`, and it is listed), or only whoever
    /// has or had a seat in it, made it or is invited (`private`).
    #[derive(Default, ToSchema)]
    Visibility {
        /// It is listed; anybody may join and look on.
        #[default]
        Public,
        /// Only those who have to do with it may see it.
        Private,
    }

    /// Where something is said: at the `table`, among those who play (before the game begins, also
    /// those who are invited), or among the `spectators`, whom nobody who plays can read while the game
    /// runs.
    #[derive(Default, ToSchema)]
    Room {
        /// Among those who play; before the game begins, also those who are invited.
        #[default]
        Table,
        /// Among those who look on. Who plays cannot read it while the game runs.
        Spectators,
    }

    /// What mail to an address has met with: it `bounced` (it came back), or its reader `complained`
    /// (it was called spam).
    #[derive(ToSchema)]
    MailTrouble {
        /// It came back.
        Bounced,
        /// It was called spam.
        Complained,
    }

    /// Where a mail to be sent stands.
    OutboxStatus {
        /// It is still to be sent.
        Waiting,
        /// It is kept for a digest.
        Held,
        /// Its story is over.
        #[serde(untagged)]
        Ended(OutboxEnd),
    }

    /// Where a mail that came in stands.
    InboundStatus {
        /// It is still to be dealt with.
        Waiting,
        /// Its story is over.
        #[serde(untagged)]
        Ended(InboundEnd),
    }

    /// How a player avoids another.
    Avoidance {
        /// Not to hear.
        Muted,
        /// Not to have to do with.
        Blocked,
    }

    /// What a code that is mailed is for.
    Purpose {
        /// To show that the address of an account is one's own.
        Confirm,
        /// To show the same of an address that is to replace it: only whoever is signed in may.
        NewAddress,
        /// To sign in.
        SignIn,
        /// To set a new password.
        Reset,
    }

    /// Where what a webhook is told stands.
    #[derive(ToSchema)]
    DeliveryStatus {
        /// It is still to be sent, or to be tried again.
        Waiting,
        /// It was taken.
        Delivered,
        /// It was given up.
        Failed,
        /// It was not sent: the webhook was off by then, or there was nothing to tell any more.
        Dropped,
    }

    /// What has become of something that a program asked a player for.
    GrantStatus {
        /// Nobody has said anything.
        Asked,
        /// The player has agreed.
        Granted,
        /// The player has not.
        Denied,
        /// It was exchanged for a token.
        Used,
    }

    /// Who or what turned a webhook off: its `player`, failures for three days (`failing`), or its receiver, which
    /// answered 410 (`gone`).
    #[derive(ToSchema)]
    DisabledBy {
        /// Its owner.
        Player,
        /// Nothing was taken for three days.
        Failing,
        /// Its receiver answered 410.
        Gone,
    }

    /// What body a webhook gets: that of Standard Webhooks, or a sentence as a chat service takes it (`matrix`: as
    /// the generic webhooks of matrix-hookshot do).
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

    /// What somebody must look after.
    Watch {
        /// The clocks.
        Clocks,
        /// Mail that comes in.
        Mail,
        /// What is done every hour.
        Hourly,
    }
}

/// How the story of a mail to be sent ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutboxEnd {
    /// A mail server has taken it.
    Sent,
    /// It was not true any more, or there was nobody to tell.
    Dropped,
    /// The recipient's side refused it for good.
    Refused,
    /// It was given up for a cause that the operator can look into.
    Dead,
}

/// How the story of a mail that came in ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InboundEnd {
    /// It gets an answer.
    Answered,
    /// It gets none.
    Silent,
    /// It was given up.
    Dead,
}

/// One of a set that the rules define, which know no database, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, AsExpression, FromSqlRow)]
#[serde(transparent)]
#[diesel(sql_type = Text)]
#[diesel(sql_type = SmallInt)]
pub struct Stored<T: Debug>(pub T);

words!([T] Stored<T>);

/// The one place where the number of a seat becomes one.
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
