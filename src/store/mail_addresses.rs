//! What is known of addresses that had trouble with mail.
//!
//! An address stands here under a keyed hash, so that the table holds none. Not here: what counts
//! as trouble and what follows from it (`service::bounces`).

use common::clock::Moment;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::mail_addresses;
use db::sets::MailTrouble;

/// An address that had trouble with mail.
#[derive(Clone, Debug, PartialEq, Eq, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = mail_addresses, treat_none_as_null = true)]
pub struct AddressRow {
    /// Its keyed hash.
    pub id: String,
    /// On how many days lately mail was refused for good.
    pub failures: i32,
    /// How often lately mail was late.
    pub delays: i32,
    /// When there was trouble last.
    pub last_at: Moment,
    /// Before this moment nothing is tried.
    pub not_before: Option<Moment>,
    /// Since when no mail goes there.
    pub suspended_at: Option<Moment>,
    /// Why not.
    pub reason: Option<MailTrouble>,
    /// When its owner, who has no account, asked for no more invitations.
    pub declined_at: Option<Moment>,
}

impl AddressRow {
    /// An address without trouble so far.
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

/// What is known of these addresses.
pub async fn find(conn: &mut Conn, ids: &[String]) -> QueryResult<Vec<AddressRow>> {
    AddressRow::query()
        .filter(mail_addresses::id.eq_any(ids))
        .load(conn)
        .await
}

/// What is known of this address, locked until the transaction ends; a new row where it is nothing.
pub async fn lock(conn: &mut Conn, id: &str, now: Moment) -> QueryResult<AddressRow> {
    diesel::insert_into(mail_addresses::table)
        .values(AddressRow::new(id, now))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    AddressRow::query().find(id).for_update().first(conn).await
}

/// Writes what is known of this address.
pub async fn set(conn: &mut Conn, row: &AddressRow) -> QueryResult<usize> {
    diesel::update(mail_addresses::table.find(&row.id))
        .set(row)
        .execute(conn)
        .await
}

/// Forgets the trouble with this address: its owner has read a mail there. That invitations are
/// not wanted stays.
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

/// How many addresses get no mail.
pub async fn suspended(conn: &mut Conn) -> QueryResult<i64> {
    mail_addresses::table
        .filter(mail_addresses::suspended_at.is_not_null())
        .count()
        .get_result(conn)
        .await
}

/// Forgets addresses that had no trouble since `before`, and about which nothing was decided.
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
