//! Passkeys of players, and the challenges that wait for an authenticator's answer.

use common::clock::Moment;
use common::ids::PlayerId;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::schema::{ceremonies, passkeys};

/// A passkey. What is stored of it is public, but for its name: no `Debug`.
#[derive(HasQuery, Insertable)]
pub struct Passkey {
    /// Its id here.
    pub id: String,
    /// Whose it is.
    pub player_id: PlayerId,
    /// Its id in the authenticator.
    pub credential: Vec<u8>,
    /// What stands for the player in the authenticator.
    pub user_handle: Vec<u8>,
    /// What its owner calls it.
    pub name: String,
    /// The public key, as the library writes it.
    pub key: Vec<u8>,
    /// What changes when it is used, as the library writes it.
    pub state: Vec<u8>,
    /// When it was added.
    pub created_at: Moment,
    /// When it was last used.
    pub last_used_at: Option<Moment>,
}

/// The passkeys of a player, the oldest first.
pub async fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<Passkey>> {
    Passkey::query()
        .filter(passkeys::player_id.eq(player))
        .order((passkeys::created_at, passkeys::id))
        .load(conn)
        .await
}

/// The passkey with this id in its authenticator.
pub async fn by_credential(conn: &mut Conn, credential: &[u8]) -> QueryResult<Option<Passkey>> {
    Passkey::query()
        .filter(passkeys::credential.eq(credential))
        .first(conn)
        .await
        .optional()
}

/// Adds a passkey; `false` when it is there already.
pub async fn insert(conn: &mut Conn, passkey: &Passkey) -> QueryResult<bool> {
    diesel::insert_into(passkeys::table)
        .values(passkey)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
        .map(|added| added > 0)
}

/// Notes that a passkey was used.
pub async fn was_used(conn: &mut Conn, id: &str, state: &[u8], now: Moment) -> QueryResult<usize> {
    diesel::update(passkeys::table.find(id))
        .set((passkeys::state.eq(state), passkeys::last_used_at.eq(now)))
        .execute(conn)
        .await
}

/// Removes a passkey of the player; says whether there was such a one.
pub async fn remove(conn: &mut Conn, player: PlayerId, id: &str) -> QueryResult<bool> {
    diesel::delete(passkeys::table.find(id))
        .filter(passkeys::player_id.eq(player))
        .execute(conn)
        .await
        .map(|removed| removed > 0)
}

/// Removes all passkeys of the player.
pub async fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(passkeys::table.filter(passkeys::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Keeps a challenge: for a player to add a passkey, or for anybody to show one.
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

/// Takes a challenge away, if it is still good; answers what was kept with it.
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

/// Takes all challenges of a player away.
pub async fn remove_begun(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(ceremonies::table.filter(ceremonies::player_id.eq(player)))
        .execute(conn)
        .await
}

/// Removes what has expired.
pub async fn remove_old(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(ceremonies::table.filter(ceremonies::expires_at.le(now)))
        .execute(conn)
        .await
}
