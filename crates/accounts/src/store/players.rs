//! Players: their names, addresses and password hashes.
//!
//! [`play::store::departures`] deletes a player's data in games.

use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::distributed::is_distributed;
use db::schema::{
    former_names, former_sitters, games, players, presence, seats, sessions, suspensions,
};
use db::seated::note_changes;
use db::sets::{GameStatus, Stored};
use diesel::dsl::{exists, not, sql};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel_async::{AsyncConnection, RunQueryDsl};
use rules::Language;

diesel::define_sql_function! {
    /// PostgreSQL's own lower case, as in the indexes.
    fn lower(text: Nullable<Text>) -> Nullable<Text>;
}

/// A player whose account is not deleted. No `Debug`, because it holds an address and a password
/// hash.
#[derive(Clone, HasQuery)]
#[diesel(base_query = players::table.filter(players::deleted_at.is_null()))]
pub struct Player {
    /// The number in the database.
    pub id: PlayerId,
    /// The name as the player writes it.
    pub name: String,
    /// The address that mail goes to.
    pub email: Option<String>,
    /// When the player confirmed the address.
    pub email_confirmed_at: Option<Moment>,
    /// The new address, which replaces the current one once it is confirmed.
    pub pending_email: Option<String>,
    /// Argon2id, as a PHC string.
    pub password_hash: Option<String>,
    /// When the player signed up.
    pub created_at: Moment,
    /// The IANA name of the player's time zone.
    pub time_zone: Option<String>,
    /// The player's mail settings, if they differ from the defaults.
    pub mail: Option<serde_json::Value>,
    /// The player's id in links and mail addresses.
    pub mail_id: String,
    /// The language of texts to the player. A word that this version does not know is read as
    /// English, so that the row stays readable.
    pub language: String,
    /// When the password was reset by mail; cleared when the player signs in.
    pub reset_at: Option<Moment>,
    /// Whether forced moves are played automatically in games that begin from now on.
    pub forced: bool,
    /// Whether a program plays with this account.
    pub automated: bool,
    /// Whether the player is a guest, who has neither address nor password.
    pub guest: bool,
}

/// A new player or guest.
#[derive(Insertable)]
#[diesel(table_name = players)]
pub struct NewPlayer<'a> {
    /// The name as the player writes it.
    pub name: &'a str,
    /// The name in lower case, which is unique.
    pub name_key: &'a str,
    /// The skeleton of the name, which is the same for names that look alike. It is unique, too.
    pub looks: &'a str,
    /// The address; none for a guest.
    pub email: Option<&'a str>,
    /// Argon2id, as a PHC string; `None` for a player who signs up by mail, and for a guest.
    pub password_hash: Option<&'a str>,
    /// When the player signed up or came as a guest.
    pub created_at: Moment,
    /// The language of texts to the player.
    pub language: Stored<Language>,
    /// Whether the player is a guest.
    pub guest: bool,
}

/// The outcome of confirming an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The address is confirmed for this player.
    Done,
    /// Another account has confirmed the address before.
    Taken,
}

/// Adds a player. Returns `None` if the name is taken or looks like a taken one.
pub async fn insert(conn: &mut Conn, player: &NewPlayer<'_>) -> QueryResult<Option<PlayerId>> {
    diesel::insert_into(players::table)
        .values(player)
        .on_conflict_do_nothing()
        .returning(players::id)
        .get_result(conn)
        .await
        .optional()
}

/// Returns the player with this name in lower case.
pub async fn by_name(conn: &mut Conn, key: &str) -> QueryResult<Option<Player>> {
    Player::query()
        .filter(players::name_key.eq(key))
        .first(conn)
        .await
        .optional()
}

/// Returns the player with this number.
pub async fn by_id(conn: &mut Conn, id: PlayerId) -> QueryResult<Option<Player>> {
    Player::query().find(id).first(conn).await.optional()
}

/// Returns the accounts whose key begins with `prefix`, in the order of their keys. Guests and
/// suspended accounts are left out.
pub async fn beginning_with(conn: &mut Conn, prefix: &str, limit: i64) -> QueryResult<Vec<Player>> {
    // As in the index `players_listed`.
    let key = || sql::<Text>("players.name_key COLLATE \"C\"");
    let suspended = suspensions::table.filter(suspensions::player_id.eq(players::id));
    Player::query()
        .filter(sql::<Bool>("NOT players.guest"))
        .filter(key().ge(prefix))
        // No name has this character. It sorts after all that names have.
        .filter(key().lt(format!("{prefix}~")))
        .filter(not(exists(suspended)))
        .order(key())
        .limit(limit)
        .load(conn)
        .await
}

/// Returns the players with these numbers.
pub async fn by_ids(conn: &mut Conn, ids: &[PlayerId]) -> QueryResult<Vec<Player>> {
    Player::query()
        .filter(players::id.eq_any(ids))
        .load(conn)
        .await
}

/// Returns the player with this id in links and mail addresses.
pub async fn by_mail_id(conn: &mut Conn, id: &str) -> QueryResult<Option<Player>> {
    Player::query()
        .filter(players::mail_id.eq(id))
        .first(conn)
        .await
        .optional()
}

/// Returns the player with this number, locked against other changes until the transaction ends.
/// Other sessions can still write rows that refer to the player.
pub async fn lock(conn: &mut Conn, id: PlayerId) -> QueryResult<Option<Player>> {
    if is_distributed(conn).await? {
        advisory(conn, "pg_advisory_xact_lock", id).await?;
        return Player::query().find(id).first(conn).await.optional();
    }
    Player::query()
        .find(id)
        .for_no_key_update()
        .first(conn)
        .await
        .optional()
}

/// Returns the player with this number, who cannot be deleted until the transaction ends.
pub async fn hold(conn: &mut Conn, id: PlayerId) -> QueryResult<Option<Player>> {
    if is_distributed(conn).await? {
        advisory(conn, "pg_advisory_xact_lock_shared", id).await?;
        return Player::query().find(id).first(conn).await.optional();
    }
    Player::query()
        .find(id)
        .for_share()
        .first(conn)
        .await
        .optional()
}

/// Locks a player on the coordinator. Citus itself locks all players instead of one, and two
/// sessions that share its lock block each other.
async fn advisory(conn: &mut Conn, function: &str, id: PlayerId) -> QueryResult<usize> {
    diesel::sql_query(format!(
        "SELECT {function}(hashtextextended('players', $1))"
    ))
    .bind::<BigInt, _>(id)
    .execute(conn)
    .await
}

/// Returns the accounts with this address: first the one that confirmed it, then the oldest.
pub async fn by_email(conn: &mut Conn, email: &str, limit: i64) -> QueryResult<Vec<Player>> {
    Player::query()
        .filter(lower(players::email).eq(lower(email)))
        .order((players::email_confirmed_at.asc().nulls_last(), players::id))
        .limit(limit)
        .load(conn)
        .await
}

/// Whether a name that looks like this one is taken, or is reserved because it was taken until
/// recently.
pub async fn is_taken(conn: &mut Conn, looks: &str, hash: &[u8], now: Moment) -> QueryResult<bool> {
    let alike = players::table.filter(players::looks.eq(looks));
    let taken: bool = diesel::select(exists(alike)).get_result(conn).await?;
    let kept = former_names::table
        .find(hash)
        .filter(former_names::until.gt(now));
    Ok(taken || diesel::select(exists(kept)).get_result(conn).await?)
}

/// Reserves a name until `until`, so that no player can take it. It is stored as the hash of its
/// skeleton.
pub async fn keep_name(conn: &mut Conn, hash: &[u8], until: Moment) -> QueryResult<usize> {
    diesel::insert_into(former_names::table)
        .values((former_names::hash.eq(hash), former_names::until.eq(until)))
        .on_conflict(former_names::hash)
        .do_update()
        .set(former_names::until.eq(until))
        .execute(conn)
        .await
}

/// Renames a player. Returns `false` if the name is taken. Raises the revisions of the player's
/// running games, so that every server reads them again.
pub async fn rename(
    conn: &mut Conn,
    player: PlayerId,
    name: &str,
    key: &str,
    looks: &str,
) -> QueryResult<bool> {
    let renamed = diesel::update(players::table.find(player))
        .set((
            players::name.eq(name),
            players::name_key.eq(key),
            players::looks.eq(looks),
        ))
        .execute(conn)
        .await;
    match renamed {
        Ok(_) => {}
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => return Ok(false),
        Err(error) => return Err(error),
    }
    let played = seats::table
        .filter(seats::player_id.eq(player))
        .select(seats::game_id);
    let running = games::table
        .filter(games::status.eq(GameStatus::Running))
        .filter(games::id.eq_any(played));
    let revised = diesel::update(running)
        .set(games::revision.eq(games::revision + 1))
        .returning(games::id)
        .get_results(conn)
        .await?;
    note_changes(conn, &revised).await?;
    Ok(true)
}

/// Deletes reservations of names that have ended.
pub async fn forget_names(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(former_names::table.filter(former_names::until.le(now)))
        .execute(conn)
        .await
}

/// Returns the name of the player with this number, even if the account is deleted.
pub async fn name_of(conn: &mut Conn, id: PlayerId) -> QueryResult<Option<String>> {
    players::table
        .find(id)
        .select(players::name)
        .first(conn)
        .await
        .optional()
}

/// Sets or clears the time of the last password reset by mail.
pub async fn set_reset(conn: &mut Conn, id: PlayerId, at: Option<Moment>) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set(players::reset_at.eq(at))
        .execute(conn)
        .await
}

/// Sets the password.
pub async fn set_password(conn: &mut Conn, id: PlayerId, hash: &str) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set(players::password_hash.eq(hash))
        .execute(conn)
        .await
}

/// Sets the time zone.
pub async fn set_time_zone(conn: &mut Conn, id: PlayerId, time_zone: &str) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set(players::time_zone.eq(time_zone))
        .execute(conn)
        .await
}

/// Sets the language of texts to the player.
pub async fn set_language(
    conn: &mut Conn,
    id: PlayerId,
    language: Stored<Language>,
) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set(players::language.eq(language))
        .execute(conn)
        .await
}

/// Marks an account permanently as a program's, unless its player has ever had a seat. Returns
/// whether it is marked.
pub async fn set_automated(conn: &mut Conn, id: PlayerId) -> QueryResult<bool> {
    let sat = exists(
        seats::table.filter(
            seats::player_id
                .eq(id)
                .or(seats::former_id.eq(id))
                .assume_not_null(),
        ),
    );
    let before = exists(former_sitters::table.filter(former_sitters::player_id.eq(id)));
    let fresh = players::table
        .find(id)
        .filter(players::automated.eq(true).or(not(sat).and(not(before))));
    diesel::update(fresh)
        .set(players::automated.eq(true))
        .execute(conn)
        .await
        .map(|marked| marked > 0)
}

/// Sets whether forced moves are played automatically for the player in new games.
pub async fn set_forced(conn: &mut Conn, id: PlayerId, forced: bool) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set(players::forced.eq(forced))
        .execute(conn)
        .await
}

/// Sets or clears the address that waits for confirmation.
pub async fn set_pending_email(
    conn: &mut Conn,
    id: PlayerId,
    email: Option<&str>,
) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set(players::pending_email.eq(email))
        .execute(conn)
        .await
}

/// Replaces the address by an unconfirmed one.
pub async fn set_email(conn: &mut Conn, id: PlayerId, email: &str) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set((
            players::email.eq(email),
            players::email_confirmed_at.eq(None::<Moment>),
            players::pending_email.eq(None::<String>),
        ))
        .execute(conn)
        .await
}

/// Makes `email` the player's confirmed address. Runs in a savepoint, so that the caller's
/// transaction survives if the address is taken.
pub async fn confirm_email(
    conn: &mut Conn,
    id: PlayerId,
    email: &str,
    now: Moment,
) -> QueryResult<Confirmed> {
    let outcome = conn
        .transaction::<_, Error, _>(async |conn| {
            diesel::update(players::table.find(id))
                .set((
                    players::email.eq(email),
                    players::email_confirmed_at.eq(now),
                ))
                .execute(conn)
                .await
        })
        .await;
    match outcome {
        Ok(_) => Ok(Confirmed::Done),
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info))
            if info.constraint_name() == Some("players_confirmed_email") =>
        {
            Ok(Confirmed::Taken)
        }
        Err(error) => Err(error),
    }
}

/// Turns a guest into a player, with an unconfirmed address and a password.
pub async fn keep_guest(
    conn: &mut Conn,
    id: PlayerId,
    email: &str,
    hash: &str,
) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set((
            players::guest.eq(false),
            players::email.eq(email),
            players::password_hash.eq(hash),
        ))
        .execute(conn)
        .await
}

/// The number of guests that are removed together.
const GUESTS: i64 = 500;

/// Returns guests who have not been seen since `since`, in the order of their numbers: up to
/// `GUESTS` after number `after`, or `among` alone if that one qualifies.
pub async fn unseen_guests(
    conn: &mut Conn,
    since: Moment,
    after: PlayerId,
    among: Option<PlayerId>,
) -> QueryResult<Vec<PlayerId>> {
    let seen = presence::table
        .filter(presence::player_id.eq(players::id))
        .filter(presence::seen_at.ge(since));
    let signed_in = sessions::table
        .filter(sessions::player_id.eq(players::id))
        .filter(sessions::last_used_at.ge(since));
    let mut unseen = players::table
        .filter(players::guest.eq(true))
        .filter(players::created_at.lt(since))
        .filter(players::id.gt(after))
        .filter(not(exists(seen)))
        .filter(not(exists(signed_in)))
        .order(players::id)
        .select(players::id)
        .limit(GUESTS)
        .into_boxed();
    if let Some(id) = among {
        unseen = unseen.filter(players::id.eq(id));
    }
    unseen.load(conn).await
}

/// Returns the number of games that the player has finished.
pub async fn games_finished(conn: &mut Conn, id: PlayerId) -> QueryResult<i64> {
    seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(id))
        .filter(games::status.eq(GameStatus::Finished))
        .count()
        .get_result(conn)
        .await
}

/// Removes all personal data from the account and marks it as deleted. Histories show `name` from
/// now on.
pub async fn anonymise(
    conn: &mut Conn,
    id: PlayerId,
    name: &str,
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(players::table.find(id))
        .set((
            players::name.eq(name),
            players::name_key.eq(name.to_lowercase()),
            players::looks.eq(None::<String>),
            players::reset_at.eq(None::<Moment>),
            players::email.eq(None::<String>),
            players::email_confirmed_at.eq(None::<Moment>),
            players::pending_email.eq(None::<String>),
            players::password_hash.eq(None::<String>),
            players::time_zone.eq(None::<String>),
            players::mail.eq(None::<serde_json::Value>),
            players::language.eq(Stored(Language::default())),
            players::guest.eq(false),
            players::deleted_at.eq(now),
        ))
        .execute(conn)
        .await
}
