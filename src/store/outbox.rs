//! The outbox: mail that is to be sent, written with the fact that it tells.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;

use super::schema::outbox;
use crate::clock::Moment;

/// A mail to be sent.
#[derive(Clone, Debug, PartialEq, Insertable)]
#[diesel(table_name = outbox)]
pub struct NewMail {
    /// The game it is about; empty for mail about an account.
    pub game_id: String,
    /// The name of this notice within its game: what has the same name is the same mail.
    pub key: String,
    /// Which letter it is.
    pub kind: String,
    /// The player it is for; none for an invited address without an account.
    pub player_id: Option<i64>,
    /// The address, where it is not simply that of the player.
    pub address: Option<String>,
    /// The seat it is about.
    pub seat: Option<i16>,
    /// The ply it is about.
    pub ply: Option<i64>,
    /// What else the letter needs, secret codes included; emptied once it is sent.
    pub payload: Value,
    /// When the fact happened.
    pub created_at: Moment,
    /// When it may be sent.
    pub due_at: Moment,
}

/// Puts mails into the outbox; one that is there already stays as it is.
pub async fn put(conn: &mut AsyncPgConnection, mails: &[NewMail]) -> QueryResult<usize> {
    diesel::insert_into(outbox::table)
        .values(mails)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}
