//! The incoming mails that a worker is carrying out.

use common::clock::Moment;
use db::Conn;
use db::schema::inbound;
use db::sets::InboundStatus;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

diesel::define_sql_function! {
    /// The text in small letters.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

/// Whether a worker carries out a mail from this address, and has begun at `since` or later.
pub async fn is_carried_out(conn: &mut Conn, from: &str, since: Moment) -> QueryResult<bool> {
    let begun = inbound::table
        .filter(inbound::status.eq(InboundStatus::Waiting))
        .filter(inbound::begun_at.ge(since))
        .filter(lower(inbound::sender).eq(from.to_lowercase()));
    diesel::select(diesel::dsl::exists(begun))
        .get_result(conn)
        .await
}
