//! Sessions and their refresh tokens. Tokens are stored as hashes only.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::{refresh_tokens, sessions};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::{feeds, grants, tokens};

/// A session: one signed-in client of a player.
#[derive(Clone, Debug, HasQuery)]
pub struct Session {
    /// The id, which access tokens carry.
    pub id: String,
    /// Whose it is.
    pub player_id: PlayerId,
    /// When it ends unless it is used.
    pub expires_at: Moment,
    /// When it was ended.
    pub revoked_at: Option<Moment>,
}

/// A session that is open, as its owner sees it.
#[derive(Clone, Debug, HasQuery)]
#[diesel(table_name = sessions)]
pub struct OpenSession {
    /// The id.
    pub id: String,
    /// What it runs on, if it told.
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
    /// When it was first exchanged for another.
    pub replaced_at: Option<Moment>,
    /// The token that took its place.
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

/// The session of the refresh token with this hash, locked until the transaction ends.
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

/// The refresh token with this hash.
pub async fn token(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<RefreshToken>> {
    RefreshToken::query()
        .find(hash)
        .first(conn)
        .await
        .optional()
}

/// Notes that `by` took the place of these tokens. The first moment of it stays.
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

/// Notes that the session was used.
pub async fn touch(conn: &mut Conn, id: &str, now: Moment, expires: Moment) -> QueryResult<usize> {
    diesel::update(sessions::table.find(id))
        .set((
            sessions::last_used_at.eq(now),
            sessions::expires_at.eq(expires),
        ))
        .execute(conn)
        .await
}

/// Ends a session; answers whether it was open.
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

/// Whether a session is open; until the transaction ends, nobody ends it.
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

/// Ends a session of this player; answers whether it was open.
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

/// The open sessions of a player, the one that was used last first.
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

/// Ends the sessions of a player that were not used for longest, so that `most` stay open.
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

/// Ends all sessions of a player, but for `except`, the tokens of programs, and the addresses of feeds; answers which sessions.
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
    // Last: whoever has made one meanwhile held a session up to here.
    grants::remove_all(conn, player).await?;
    tokens::remove_all(conn, player).await?;
    feeds::remove(conn, player).await?;
    Ok(ended)
}

/// The sessions that were ended after `since`.
pub async fn revoked_since(conn: &mut Conn, since: Moment) -> QueryResult<Vec<String>> {
    sessions::table
        .filter(sessions::revoked_at.gt(since))
        .select(sessions::id)
        .load(conn)
        .await
}

/// Removes sessions that ended before `before`, and refresh tokens that were replaced before
/// then. A removed token is refused like any unknown one.
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
