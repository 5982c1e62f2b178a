//! Sessions and their refresh tokens. Only hashes of tokens are stored.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::{feeds, refresh_tokens, sessions};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::{grants, tokens};

/// A session: one signed-in client of a player.
#[derive(Clone, Debug, HasQuery)]
pub struct Session {
    /// The id, which access tokens contain.
    pub id: String,
    /// The player.
    pub player_id: PlayerId,
    /// When it ends unless it is used.
    pub expires_at: Moment,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
}

/// An open session, as its owner sees it.
#[derive(Clone, Debug, HasQuery)]
#[diesel(table_name = sessions)]
pub struct OpenSession {
    /// The id.
    pub id: String,
    /// The device that it runs on, if known.
    pub device: Option<String>,
    /// When the player signed in.
    pub created_at: Moment,
    /// When it was last refreshed.
    pub last_used_at: Moment,
}

/// A refresh token.
#[derive(Clone, Debug, HasQuery)]
pub struct RefreshToken {
    /// The hash of the token.
    pub hash: Vec<u8>,
    /// The session it refreshes.
    pub session_id: String,
    /// When it was first replaced by another token.
    pub replaced_at: Option<Moment>,
    /// The token that replaced it.
    pub replaced_by: Option<Vec<u8>>,
}

/// Opens a session with its first refresh token.
pub async fn insert(
    conn: &mut Conn,
    id: &str,
    player: PlayerId,
    device: Option<&str>,
    token: &[u8],
    (now, expires): (Moment, Moment),
) -> QueryResult<()> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(id),
            sessions::player_id.eq(player),
            sessions::device.eq(device),
            sessions::created_at.eq(now),
            sessions::last_used_at.eq(now),
            sessions::expires_at.eq(expires),
        ))
        .execute(conn)
        .await?;
    insert_token(conn, id, token, now).await
}

/// Adds a refresh token to a session.
pub async fn insert_token(
    conn: &mut Conn,
    session: &str,
    token: &[u8],
    now: Moment,
) -> QueryResult<()> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::hash.eq(token),
            refresh_tokens::session_id.eq(session),
            refresh_tokens::issued_at.eq(now),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the session of the refresh token with this hash, locked until the transaction ends.
pub async fn lock_by_token(conn: &mut Conn, token: &[u8]) -> QueryResult<Option<Session>> {
    Session::query()
        .filter(
            sessions::id.eq_any(
                refresh_tokens::table
                    .find(token)
                    .select(refresh_tokens::session_id),
            ),
        )
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Returns the refresh token with this hash.
pub async fn token(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<RefreshToken>> {
    RefreshToken::query()
        .find(hash)
        .first(conn)
        .await
        .optional()
}

/// Records that `by` replaces these tokens. The time of a first replacement stays.
pub async fn replace_tokens(
    conn: &mut Conn,
    tokens: &[Vec<u8>],
    by: &[u8],
    now: Moment,
) -> QueryResult<()> {
    let these = refresh_tokens::table.filter(refresh_tokens::hash.eq_any(tokens));
    diesel::update(these.clone())
        .set(refresh_tokens::replaced_by.eq(by))
        .execute(conn)
        .await?;
    diesel::update(these.filter(refresh_tokens::replaced_at.is_null()))
        .set(refresh_tokens::replaced_at.eq(now))
        .execute(conn)
        .await?;
    Ok(())
}

/// Records the use of a session.
pub async fn touch(conn: &mut Conn, id: &str, now: Moment, expires: Moment) -> QueryResult<usize> {
    diesel::update(sessions::table.find(id))
        .set((
            sessions::last_used_at.eq(now),
            sessions::expires_at.eq(expires),
        ))
        .execute(conn)
        .await
}

/// Revokes a session. Returns whether it was not revoked before.
pub async fn revoke(conn: &mut Conn, id: &str, now: Moment) -> QueryResult<bool> {
    diesel::update(
        sessions::table
            .find(id)
            .filter(sessions::revoked_at.is_null()),
    )
    .set(sessions::revoked_at.eq(now))
    .execute(conn)
    .await
    .map(|ended| ended > 0)
}

/// Whether a session exists and is not revoked. It cannot be revoked until the transaction ends.
pub async fn hold_open(conn: &mut Conn, id: &str) -> QueryResult<bool> {
    let open: Option<String> = sessions::table
        .find(id)
        .filter(sessions::revoked_at.is_null())
        .select(sessions::id)
        .for_update()
        .first(conn)
        .await
        .optional()?;
    Ok(open.is_some())
}

/// Revokes an open session of this player. Returns whether there was one.
pub async fn revoke_of(
    conn: &mut Conn,
    player: PlayerId,
    id: &str,
    now: Moment,
) -> QueryResult<bool> {
    diesel::update(
        sessions::table
            .find(id)
            .filter(sessions::player_id.eq(player))
            .filter(sessions::expires_at.gt(now))
            .filter(sessions::revoked_at.is_null()),
    )
    .set(sessions::revoked_at.eq(now))
    .execute(conn)
    .await
    .map(|ended| ended > 0)
}

/// Returns the open sessions of a player, the most recently used first.
pub async fn open_of(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
) -> QueryResult<Vec<OpenSession>> {
    OpenSession::query()
        .filter(sessions::player_id.eq(player))
        .filter(sessions::expires_at.gt(now))
        .filter(sessions::revoked_at.is_null())
        .order((sessions::last_used_at.desc(), sessions::id))
        .load(conn)
        .await
}

/// Revokes the least recently used sessions of a player, so that `most` stay open.
pub async fn revoke_beyond(
    conn: &mut Conn,
    player: PlayerId,
    most: i64,
    now: Moment,
) -> QueryResult<usize> {
    let open: Vec<String> = sessions::table
        .filter(sessions::player_id.eq(player))
        .filter(sessions::expires_at.gt(now))
        .filter(sessions::revoked_at.is_null())
        .order((sessions::last_used_at.desc(), sessions::id))
        .offset(most)
        .select(sessions::id)
        .load(conn)
        .await?;
    if open.is_empty() {
        return Ok(0);
    }
    diesel::update(sessions::table.filter(sessions::id.eq_any(open)))
        .set(sessions::revoked_at.eq(now))
        .execute(conn)
        .await
}

/// Revokes all sessions of a player except `except`. Also deletes the player's grants, the tokens
/// of connected apps, and the feed addresses. Returns the ids of the revoked sessions.
pub async fn revoke_all(
    conn: &mut Conn,
    player: PlayerId,
    except: Option<&str>,
    now: Moment,
) -> QueryResult<Vec<String>> {
    let ended = diesel::update(
        sessions::table
            .filter(sessions::player_id.eq(player))
            .filter(sessions::id.ne(except.unwrap_or_default()))
            .filter(sessions::revoked_at.is_null()),
    )
    .set(sessions::revoked_at.eq(now))
    .returning(sessions::id)
    .get_results(conn)
    .await?;
    // Deleted after the sessions are revoked: a request that makes one locks its session first, so
    // these statements see it.
    grants::remove_all(conn, player).await?;
    tokens::remove_all(conn, player).await?;
    diesel::delete(feeds::table.find(player))
        .execute(conn)
        .await?;
    Ok(ended)
}

/// Returns the sessions that were revoked after `since`.
pub async fn revoked_since(conn: &mut Conn, since: Moment) -> QueryResult<Vec<String>> {
    sessions::table
        .filter(sessions::revoked_at.gt(since))
        .select(sessions::id)
        .load(conn)
        .await
}

/// Deletes sessions that ended before `before`, and refresh tokens that were replaced before then.
/// The server rejects a deleted token like an unknown one.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let over = sessions::expires_at
        .lt(before)
        .or(sessions::revoked_at.lt(before).assume_not_null());
    let ended = diesel::delete(sessions::table.filter(over))
        .execute(conn)
        .await?;
    let replaced =
        diesel::delete(refresh_tokens::table.filter(refresh_tokens::replaced_at.lt(before)))
            .execute(conn)
            .await?;
    Ok(ended + replaced)
}
