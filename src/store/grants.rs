//! What programs ask players for, and players grant: until it is exchanged for a token.

use common::clock::Moment;
use common::ids::PlayerId;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::grants;
use db::sets::GrantStatus;

/// What a program asks for. It holds what stands for secrets: no `Debug`.
#[derive(HasQuery, Insertable)]
pub struct Grant {
    /// The hash of what the program shows for it: a code, or a device's.
    pub hash: Vec<u8>,
    /// The hash of what the player of a device types.
    pub user_code: Option<Vec<u8>>,
    /// Where a code goes, as the program wrote it.
    pub redirect_uri: Option<String>,
    /// What the program shows besides must have this hash (RFC 7636 section 4.2).
    pub challenge: Option<String>,
    /// What the program calls itself.
    pub client: String,
    /// What the token may do: words with blanks between them.
    pub scopes: String,
    /// Who has granted or denied it.
    pub player_id: Option<PlayerId>,
    /// What has become of it.
    pub status: GrantStatus,
    /// The token that it was exchanged for.
    pub token_id: Option<String>,
    /// When it was asked for.
    pub created_at: Moment,
    /// When it ends.
    pub expires_at: Moment,
    /// When a device asked for its token last.
    pub polled_at: Option<Moment>,
}

/// Adds one.
pub async fn insert(conn: &mut Conn, grant: &Grant) -> QueryResult<usize> {
    diesel::insert_into(grants::table)
        .values(grant)
        .execute(conn)
        .await
}

/// The one that a program shows this for.
pub async fn find(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Grant>> {
    Grant::query()
        .filter(grants::hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// The same, locked.
pub async fn lock(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Grant>> {
    Grant::query()
        .filter(grants::hash.eq(hash))
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// The one whose player types this.
pub async fn of_user_code(conn: &mut Conn, user_code: &[u8]) -> QueryResult<Option<Grant>> {
    Grant::query()
        .filter(grants::user_code.eq(user_code))
        .first(conn)
        .await
        .optional()
}

/// Keeps what a player has decided, where nobody has yet and it is not too late; answers whether that was so.
pub async fn decide(
    conn: &mut Conn,
    user_code: &[u8],
    player: PlayerId,
    status: GrantStatus,
    now: Moment,
) -> QueryResult<bool> {
    let open = grants::table
        .filter(grants::user_code.eq(user_code))
        .filter(grants::status.eq(GrantStatus::Asked))
        .filter(grants::expires_at.gt(now));
    diesel::update(open)
        .set((grants::status.eq(status), grants::player_id.eq(player)))
        .execute(conn)
        .await
        .map(|decided| decided > 0)
}

/// Notes that a device has asked.
pub async fn polled(conn: &mut Conn, hash: &[u8], now: Moment) -> QueryResult<usize> {
    diesel::update(grants::table.find(hash))
        .set(grants::polled_at.eq(now))
        .execute(conn)
        .await
}

/// Notes the token that it was exchanged for.
pub async fn used(conn: &mut Conn, hash: &[u8], token: &str) -> QueryResult<usize> {
    diesel::update(grants::table.find(hash))
        .set((
            grants::status.eq(GrantStatus::Used),
            grants::token_id.eq(token),
        ))
        .execute(conn)
        .await
}

/// Removes what a player has granted and nobody has fetched.
pub async fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(grants::table.filter(grants::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Removes what ended before.
pub async fn forget(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(grants::table.filter(grants::expires_at.lt(before)))
        .execute(conn)
        .await
}
