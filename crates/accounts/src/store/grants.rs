//! Requests of programs for tokens (OAuth). A player grants or denies them, and the program
//! exchanges a granted one for a token.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::grants;
use db::sets::GrantStatus;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A program's request for a token. No `Debug`, because it holds hashes of secrets.
#[derive(HasQuery, Insertable)]
pub struct Grant {
    /// The hash of the authorization code or device code that the program exchanges.
    pub hash: Vec<u8>,
    /// The hash of the user code, which the player enters for a device.
    pub user_code: Option<Vec<u8>>,
    /// The address that receives an authorization code, as the program wrote it.
    pub redirect_uri: Option<String>,
    /// The code challenge of the program (PKCE, RFC 7636 section 4.2).
    pub challenge: Option<String>,
    /// The program's own name.
    pub client: String,
    /// The scopes of the token, separated by spaces.
    pub scopes: String,
    /// The player who has granted or denied it.
    pub player_id: Option<PlayerId>,
    /// Its state.
    pub status: GrantStatus,
    /// The token that the program got for it.
    pub token_id: Option<String>,
    /// When the program asked.
    pub created_at: Moment,
    /// When it expires.
    pub expires_at: Moment,
    /// When a device last asked for its token.
    pub polled_at: Option<Moment>,
}

/// Adds a request.
pub async fn insert(conn: &mut Conn, grant: &Grant) -> QueryResult<usize> {
    diesel::insert_into(grants::table)
        .values(grant)
        .execute(conn)
        .await
}

/// Returns the request with this code's hash.
pub async fn find(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Grant>> {
    Grant::query()
        .filter(grants::hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// Returns the request with this code's hash, locked until the transaction ends.
pub async fn lock(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Grant>> {
    Grant::query()
        .filter(grants::hash.eq(hash))
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Returns the request with this user code's hash.
pub async fn of_user_code(conn: &mut Conn, user_code: &[u8]) -> QueryResult<Option<Grant>> {
    Grant::query()
        .filter(grants::user_code.eq(user_code))
        .first(conn)
        .await
        .optional()
}

/// Stores the player's decision, unless the request has one already or has expired. Returns whether
/// it was stored.
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

/// Records that a device has asked for its token.
pub async fn polled(conn: &mut Conn, hash: &[u8], now: Moment) -> QueryResult<usize> {
    diesel::update(grants::table.find(hash))
        .set(grants::polled_at.eq(now))
        .execute(conn)
        .await
}

/// Records the token that the program got.
pub async fn used(conn: &mut Conn, hash: &[u8], token: &str) -> QueryResult<usize> {
    diesel::update(grants::table.find(hash))
        .set((
            grants::status.eq(GrantStatus::Used),
            grants::token_id.eq(token),
        ))
        .execute(conn)
        .await
}

/// Deletes all requests that the player has decided, so that no program fetches a token for them.
pub async fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(grants::table.filter(grants::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Deletes requests that expired before `before`.
pub async fn forget(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(grants::table.filter(grants::expires_at.lt(before)))
        .execute(conn)
        .await
}
