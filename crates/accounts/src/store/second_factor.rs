//! The second factor of players: secrets of authenticator apps (TOTP), and hashes of recovery
//! codes.
//!
//! Callers must lock the player first, so that no code is accepted twice.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::schema::{recovery_codes, totp_secrets};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A TOTP secret. No `Debug`, because it is secret.
#[derive(HasQuery)]
pub struct TotpSecret {
    /// The secret.
    pub secret: Vec<u8>,
    /// When it was made.
    pub begun_at: Moment,
    /// Since when it is required for signing in.
    pub confirmed_at: Option<Moment>,
    /// The time step of 30 seconds of the last accepted code.
    pub last_step: i64,
}

/// Returns the player's secret, confirmed or not.
pub async fn secret(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<TotpSecret>> {
    TotpSecret::query()
        .find(player)
        .first(conn)
        .await
        .optional()
}

/// Stores an unconfirmed secret. It replaces an earlier one.
pub async fn begin(
    conn: &mut Conn,
    player: PlayerId,
    secret: &[u8],
    now: Moment,
) -> QueryResult<usize> {
    let values = (
        totp_secrets::secret.eq(secret),
        totp_secrets::begun_at.eq(now),
        totp_secrets::confirmed_at.eq(None::<Moment>),
        totp_secrets::last_step.eq(0),
    );
    diesel::insert_into(totp_secrets::table)
        .values((totp_secrets::player_id.eq(player), values))
        .on_conflict(totp_secrets::player_id)
        .do_update()
        .set(values)
        .execute(conn)
        .await
}

/// Marks the secret as confirmed: it is required from now on.
pub async fn confirm(conn: &mut Conn, player: PlayerId, now: Moment) -> QueryResult<usize> {
    diesel::update(totp_secrets::table.find(player))
        .set(totp_secrets::confirmed_at.eq(now))
        .execute(conn)
        .await
}

/// Records that the code of this time step was accepted.
pub async fn use_step(conn: &mut Conn, player: PlayerId, step: i64) -> QueryResult<usize> {
    diesel::update(totp_secrets::table.find(player))
        .set(totp_secrets::last_step.eq(step))
        .execute(conn)
        .await
}

/// Deletes an unconfirmed secret.
pub async fn remove_begun(conn: &mut Conn, player: PlayerId) -> QueryResult<usize> {
    diesel::delete(totp_secrets::table.find(player))
        .filter(totp_secrets::confirmed_at.is_null())
        .execute(conn)
        .await
}

/// Deletes unconfirmed secrets from before `before`.
pub async fn remove_old(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(totp_secrets::table)
        .filter(totp_secrets::confirmed_at.is_null())
        .filter(totp_secrets::begun_at.le(before))
        .execute(conn)
        .await
}

/// Deletes the secret and the recovery codes. Returns whether the second factor was required.
pub async fn remove(conn: &mut Conn, player: PlayerId) -> QueryResult<bool> {
    diesel::delete(recovery_codes::table.filter(recovery_codes::player_id.eq(player)))
        .execute(conn)
        .await?;
    let confirmed: Option<Option<Moment>> = diesel::delete(totp_secrets::table.find(player))
        .returning(totp_secrets::confirmed_at)
        .get_result(conn)
        .await
        .optional()?;
    Ok(confirmed.flatten().is_some())
}

/// Stores recovery codes. They replace all earlier ones.
pub async fn replace_recovery_codes(
    conn: &mut Conn,
    player: PlayerId,
    hashes: &[Vec<u8>],
) -> QueryResult<()> {
    diesel::delete(recovery_codes::table.filter(recovery_codes::player_id.eq(player)))
        .execute(conn)
        .await?;
    let row = |hash| {
        (
            recovery_codes::player_id.eq(player),
            recovery_codes::hash.eq(hash),
        )
    };
    diesel::insert_into(recovery_codes::table)
        .values(hashes.iter().map(row).collect::<Vec<_>>())
        .execute(conn)
        .await?;
    Ok(())
}

/// Uses up a recovery code. Returns whether it existed.
pub async fn take_recovery_code(
    conn: &mut Conn,
    player: PlayerId,
    hash: &[u8],
) -> QueryResult<bool> {
    diesel::delete(recovery_codes::table.find((player, hash)))
        .execute(conn)
        .await
        .map(|taken| taken > 0)
}

/// Returns the number of unused recovery codes.
pub async fn recovery_codes_left(conn: &mut Conn, player: PlayerId) -> QueryResult<i64> {
    recovery_codes::table
        .filter(recovery_codes::player_id.eq(player))
        .count()
        .get_result(conn)
        .await
}
