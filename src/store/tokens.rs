//! Tokens that players give to programs of theirs.

use common::clock::Moment;
use common::ids::PlayerId;
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::tokens;

/// A token, without what its program shows. It tells whose programs do what: no `Debug`.
#[derive(HasQuery, Insertable)]
pub struct Token {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub player_id: PlayerId,
    /// What its owner calls it.
    pub name: String,
    /// The hash of what is shown.
    pub hash: Vec<u8>,
    /// What it may do: words with blanks between them (RFC 6749 section 3.3).
    pub scopes: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it expires.
    pub expires_at: Moment,
    /// When it was last used, to some minutes.
    pub last_used_at: Option<Moment>,
    /// The `client_id` of the program that asked for it; none where its owner made it by hand.
    pub client_id: Option<String>,
}

/// Adds a token.
pub async fn insert(conn: &mut Conn, token: &Token) -> QueryResult<usize> {
    diesel::insert_into(tokens::table)
        .values(token)
        .execute(conn)
        .await
}

/// How many tokens a player has, expired ones included.
pub async fn count(conn: &mut Conn, player: PlayerId) -> QueryResult<i64> {
    tokens::table
        .filter(tokens::player_id.eq(player))
        .select(count_star())
        .first(conn)
        .await
}

/// The tokens of a player, the oldest first.
pub async fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<Token>> {
    Token::query()
        .filter(tokens::player_id.eq(player))
        .order((tokens::created_at, tokens::id))
        .load(conn)
        .await
}

/// The token that has this hash.
pub async fn by_hash(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<Token>> {
    Token::query()
        .filter(tokens::hash.eq(hash))
        .first(conn)
        .await
        .optional()
}

/// When a token expires that is not revoked.
pub async fn expires(conn: &mut Conn, id: &str) -> QueryResult<Option<Moment>> {
    tokens::table
        .find(id)
        .select(tokens::expires_at)
        .first(conn)
        .await
        .optional()
}

/// Notes that a token was used, unless somebody changes it just now: nobody waits for that.
pub async fn touch(conn: &mut Conn, id: &str, now: Moment) -> QueryResult<usize> {
    let touched = "UPDATE tokens SET last_used_at = $2 WHERE id = \
                   (SELECT id FROM tokens WHERE id = $1 FOR UPDATE SKIP LOCKED)";
    diesel::sql_query(touched)
        .bind::<Text, _>(id)
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await
}

/// Revokes a token of this player; answers whether there was one.
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

/// Throws the tokens away that expired before.
pub async fn forget(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(tokens::table.filter(tokens::expires_at.lt(before)))
        .execute(conn)
        .await
}
