//! Problems with mail to addresses.
//!
//! The table has keyed hashes instead of addresses. `accounts::bounces` decides what counts as a
//! problem and what follows from it.

use common::clock::Moment;
use db::Conn;
use db::schema::mail_addresses;
use db::sets::MailTrouble;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// An address with mail problems.
#[derive(Clone, Debug, PartialEq, Eq, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = mail_addresses, treat_none_as_null = true)]
pub struct AddressRow {
    /// Its keyed hash.
    pub id: String,
    /// The number of recent days on which mail was rejected for good.
    pub failures: i32,
    /// The number of recent delays of mail.
    pub delays: i32,
    /// The time of the last problem.
    pub last_at: Moment,
    /// The earliest time for the next attempt.
    pub not_before: Option<Moment>,
    /// Since when the server sends no mail there.
    pub suspended_at: Option<Moment>,
    /// The reason for the suspension.
    pub reason: Option<MailTrouble>,
    /// When the owner of an address without an account declined further invitations.
    pub declined_at: Option<Moment>,
}

impl AddressRow {
    /// Returns an address without problems.
    pub fn new(id: &str, now: Moment) -> AddressRow {
        AddressRow {
            id: id.to_owned(),
            failures: 0,
            delays: 0,
            last_at: now,
            not_before: None,
            suspended_at: None,
            reason: None,
            declined_at: None,
        }
    }
}

/// Returns the known problems of these addresses.
pub async fn find(conn: &mut Conn, ids: &[String]) -> QueryResult<Vec<AddressRow>> {
    AddressRow::query()
        .filter(mail_addresses::id.eq_any(ids))
        .load(conn)
        .await
}

/// Returns the known problems of this address, locked until the transaction ends. Adds a row if
/// there is none.
pub async fn lock(conn: &mut Conn, id: &str, now: Moment) -> QueryResult<AddressRow> {
    diesel::insert_into(mail_addresses::table)
        .values(AddressRow::new(id, now))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    AddressRow::query().find(id).for_update().first(conn).await
}

/// Updates the row of this address.
pub async fn set(conn: &mut Conn, row: &AddressRow) -> QueryResult<usize> {
    diesel::update(mail_addresses::table.find(&row.id))
        .set(row)
        .execute(conn)
        .await
}

/// Clears the problems of this address, because its owner has read a mail there. A refusal of
/// invitations stays.
pub async fn lift(conn: &mut Conn, id: &str) -> QueryResult<usize> {
    diesel::update(mail_addresses::table.find(id))
        .set((
            mail_addresses::failures.eq(0),
            mail_addresses::delays.eq(0),
            mail_addresses::not_before.eq(None::<Moment>),
            mail_addresses::suspended_at.eq(None::<Moment>),
            mail_addresses::reason.eq(None::<MailTrouble>),
        ))
        .execute(conn)
        .await
}

/// Returns the number of suspended addresses.
pub async fn suspended(conn: &mut Conn) -> QueryResult<i64> {
    mail_addresses::table
        .filter(mail_addresses::suspended_at.is_not_null())
        .count()
        .get_result(conn)
        .await
}

/// Deletes addresses without problems since `before` that are neither suspended nor decline
/// invitations.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(
        mail_addresses::table
            .filter(mail_addresses::suspended_at.is_null())
            .filter(mail_addresses::declined_at.is_null())
            .filter(mail_addresses::last_at.lt(before)),
    )
    .execute(conn)
    .await
}
