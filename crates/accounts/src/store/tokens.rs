//! API tokens that players give to programs.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::tokens;
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;

/// A token without its secret. No `Debug`, because it shows whose programs do what.
#[derive(HasQuery, Insertable)]
pub struct Token {
    /// Its id.
    pub id: String,
    /// The player.
    pub player_id: PlayerId,
    /// The name that the player gave it.
    pub name: String,
    /// The hash of the secret.
    pub hash: Vec<u8>,
    /// Its scopes, separated by spaces (RFC 6749 section 3.3).
    pub scopes: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it expires.
    pub expires_at: Moment,
    /// When it was last used, accurate to some minutes.
    pub last_used_at: Option<Moment>,
    /// The `client_id` of the program that asked for it; `None` if the player made it by hand.
    pub client_id: Option<String>,
}

/// Adds a token.
pub async fn insert(conn: &mut Conn, token: &Token) -> QueryResult<usize> {
    diesel::insert_into(tokens::table)
        .values(token)
        .execute(conn)
        .await
}

/// Returns the number of a player's tokens, including expired ones.
pub async fn count(conn: &mut Conn, player: PlayerId) -> QueryResult<i64> {
    tokens::table
        .filter(tokens::player_id.eq(player))
        .select(count_star())
        .first(conn)
        .await
}

/// Returns the tokens of a player, the oldest first.
pub async fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<Token>> {
    Token::query()
        .filter(tokens::player_id.eq(player))
        .order((tokens::created_at, tokens::id))
        .load(conn)
        .await
}

/// Returns the token with this hash.
pub async fn by_hash(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Token>> {
    Token::query()
        .filter(tokens::hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// Returns when a token expires; `None` if it was revoked.
pub async fn expires(conn: &mut Conn, id: &str) -> QueryResult<Option<Moment>> {
    tokens::table
        .find(id)
        .select(tokens::expires_at)
        .first(conn)
        .await
        .optional()
}

/// Records the use of a token. Skips a token that another session has locked, so that no request
/// waits.
pub async fn touch(conn: &mut Conn, id: &str, now: Moment) -> QueryResult<usize> {
    let touched = "UPDATE tokens SET last_used_at = $2 WHERE id = \
                   (SELECT id FROM tokens WHERE id = $1 FOR UPDATE SKIP LOCKED)";
    diesel::sql_query(touched)
        .bind::<Text, _>(id)
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await
}

/// Revokes a token of this player. Returns whether it existed.
pub async fn remove(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<bool> {
    diesel::delete(tokens::table.find(id).filter(tokens::player_id.eq(player)))
        .execute(conn)
        .await
        .map(|removed| removed > 0)
}

/// Revokes all tokens of a player.
pub async fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(tokens::table.filter(tokens::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Deletes tokens that expired before `before`.
pub async fn forget(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(tokens::table.filter(tokens::expires_at.lt(before)))
        .execute(conn)
        .await
}
