//! Passkeys of players, and the challenges that wait for an authenticator's response.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::{ceremonies, passkeys};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A passkey. Only its name is private. No `Debug`.
#[derive(HasQuery, Insertable)]
pub struct Passkey {
    /// Its id on this server.
    pub id: String,
    /// The player.
    pub player_id: PlayerId,
    /// Its credential id, from the authenticator.
    pub credential: Vec<u8>,
    /// The player's user handle in the authenticator.
    pub user_handle: Vec<u8>,
    /// The name that the player gave it.
    pub name: String,
    /// The public key, as encoded by the library.
    pub key: Vec<u8>,
    /// The state that changes with each use, as encoded by the library.
    pub state: Vec<u8>,
    /// When it was added.
    pub created_at: Moment,
    /// When it was last used.
    pub last_used_at: Option<Moment>,
}

/// Returns the passkeys of a player, the oldest first.
pub async fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<Passkey>> {
    Passkey::query()
        .filter(passkeys::player_id.eq(player))
        .order((passkeys::created_at, passkeys::id))
        .load(conn)
        .await
}

/// Returns the passkey with this credential id.
pub async fn by_credential(conn: &mut Conn, credential: &[u8]) -> QueryResult<Option<Passkey>> {
    Passkey::query()
        .filter(passkeys::credential.eq(credential))
        .first(conn)
        .await
        .optional()
}

/// Adds a passkey. Returns `false` if it exists already.
pub async fn insert(conn: &mut Conn, passkey: &Passkey) -> QueryResult<bool> {
    diesel::insert_into(passkeys::table)
        .values(passkey)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
        .map(|added| added > 0)
}

/// Records the use of a passkey.
pub async fn was_used(conn: &mut Conn, id: &str, state: &[u8], now: Moment) -> QueryResult<usize> {
    diesel::update(passkeys::table.find(id))
        .set((passkeys::state.eq(state), passkeys::last_used_at.eq(now)))
        .execute(conn)
        .await
}

/// Deletes a passkey of the player. Returns whether it existed.
pub async fn remove(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<bool> {
    diesel::delete(passkeys::table.find(id))
        .filter(passkeys::player_id.eq(player))
        .execute(conn)
        .await
        .map(|removed| removed > 0)
}

/// Deletes all passkeys of the player.
pub async fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(passkeys::table.filter(passkeys::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Stores a challenge: for a player to add a passkey, or without a player for anybody to use one.
pub async fn begin(
    conn: &mut Conn,
    challenge: &[u8],
    player: Option<PlayerId>,
    state: &[u8],
    expires: Moment,
) -> QueryResult<usize> {
    diesel::insert_into(ceremonies::table)
        .values((
            ceremonies::challenge.eq(challenge),
            ceremonies::player_id.eq(player),
            ceremonies::state.eq(state),
            ceremonies::expires_at.eq(expires),
        ))
        .execute(conn)
        .await
}

/// Removes a challenge, if it is valid. Returns its state.
pub async fn take(
    conn: &mut Conn,
    challenge: &[u8],
    player: Option<PlayerId>,
    now: Moment,
) -> QueryResult<Option<Vec<u8>>> {
    diesel::delete(ceremonies::table.find(challenge))
        .filter(ceremonies::player_id.is_not_distinct_from(player))
        .filter(ceremonies::expires_at.gt(now))
        .returning(ceremonies::state)
        .get_result(conn)
        .await
        .optional()
}

/// Removes all challenges of a player.
pub async fn remove_begun(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(ceremonies::table.filter(ceremonies::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Deletes expired challenges.
pub async fn remove_old(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(ceremonies::table.filter(ceremonies::expires_at.le(now)))
        .execute(conn)
        .await
}
