//! The log: reading entries and snapshots. The committer writes them.

use common::clock::{Moment, rfc3339};
use common::ids::GameId;
use db::Conn;
use db::schema::{entries, games, snapshots};
use db::sets::Stored;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::result::Error::DeserializationError;
use diesel::sql_types::Jsonb;
use diesel_async::RunQueryDsl;
use rules::{Body, Entry, EntryKind, Hash, LeadsTo, Seat, Successor};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// The server stores a snapshot whenever a game passes a multiple of this number of entries. This
/// limits the replay when a game is loaded again. A move in a game that is not in memory costs 305
/// µs of CPU, and with a snapshot every 32 entries 357. The snapshots take a tenth of the disk.
pub const SNAPSHOT_EVERY: u64 = 8;

/// How many entries [`latest`] returns: the moves that a few other nodes have made, and the entry
/// before them.
pub const LATEST: i64 = 6;

#[derive(HasQuery)]
#[diesel(table_name = entries)]
struct Row {
    n: i64,
    kind: Stored<EntryKind>,
    seat: Stored<Seat>,
    seq: i32,
    mv: Option<Json>,
    leads_to: Option<Stored<LeadsTo>>,
    by: Option<Stored<Successor>>,
    at: Moment,
    hash: Vec<u8>,
}

/// JSON in the binary format of `jsonb`: the text after a version byte.
#[derive(FromSqlRow)]
struct Json(String);

impl FromSql<Jsonb, Pg> for Json {
    fn from_sql(sent: PgValue<'_>) -> deserialize::Result<Json> {
        match sent.as_bytes() {
            [1, text @ ..] => Ok(Json(str::from_utf8(text)?.to_owned())),
            _ => Err("another way to send jsonb".into()),
        }
    }
}

fn entry(row: Row) -> QueryResult<Entry> {
    // Constraints of the table keep numbers positive and hashes 32 bytes long.
    let n = row.n.unsigned_abs();
    let mv = row.mv.and_then(|it| RawValue::from_string(it.0).ok());
    let (leads_to, by) = (row.leads_to.map(|it| it.0), row.by.map(|it| it.0));
    let body = Body::of(n, row.kind.0, mv, leads_to, by);
    Ok(Entry {
        n,
        seat: row.seat.0,
        seq: row.seq.unsigned_abs(),
        body: body.map_err(|error| DeserializationError(error.into()))?,
        at: rfc3339(row.at),
        hash: Hash(row.hash.try_into().unwrap_or_default()),
    })
}

fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Returns the entries of a game after number `since`, in order.
pub async fn since(conn: &mut Conn, id: &GameId, since: u64) -> QueryResult<Vec<Entry>> {
    between(conn, id, since, u64::MAX).await
}

/// Returns the entries of a game after number `since` up to number `to`, in order.
pub async fn between(conn: &mut Conn, id: &GameId, since: u64, to: u64) -> QueryResult<Vec<Entry>> {
    let rows: Vec<Row> = Row::query()
        .filter(entries::game_id.eq(id))
        .filter(entries::n.gt(number(since)))
        .filter(entries::n.le(number(to)))
        .order(entries::n)
        .load(conn)
        .await?;
    rows.into_iter().map(entry).collect()
}

/// The last multiple of `every` among the plies of a game.
#[diesel::dsl::auto_type(no_type_alias)]
fn last_multiple(every: i64) -> _ {
    games::ply / every * every
}

/// The log entries of games, each with the row of its game.
#[diesel::dsl::auto_type(no_type_alias)]
fn logs() -> _ {
    games::table.inner_join(entries::table.on(entries::game_id.eq(games::id)))
}

/// Returns the last part of the log of each of these games, in order: the entries after the last
/// multiple of `every`, and the entry at that multiple.
pub async fn last_parts(
    mut conn: &Conn,
    ids: &[&GameId],
    every: u64,
) -> QueryResult<Vec<(GameId, Entry)>> {
    let rows = logs()
        .filter(games::id.eq_any(ids))
        .filter(entries::n.ge(last_multiple(every.cast_signed())))
        .order((entries::game_id, entries::n))
        .select((entries::game_id, Row::as_select()))
        .load(&mut conn)
        .await?;
    of_games(rows)
}

/// Returns the last [`LATEST`] entries of each of these games, in order.
pub async fn latest(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<(GameId, Entry)>> {
    let rows = logs()
        .filter(games::id.eq_any(ids))
        .filter(entries::n.gt(games::ply - LATEST))
        .order((entries::game_id, entries::n))
        .select((entries::game_id, Row::as_select()))
        .load(&mut conn)
        .await?;
    of_games(rows)
}

fn of_games(rows: Vec<(GameId, Row)>) -> QueryResult<Vec<(GameId, Entry)>> {
    let of = |(game, row)| Ok((game, entry(row)?));
    rows.into_iter().map(of).collect()
}

/// Returns the snapshots of each of these games from the last multiple of [`SNAPSHOT_EVERY`] on,
/// the newest last. Leaves out snapshots that are newer than their game, which a failover can leave
/// behind.
pub async fn last_snapshots(
    mut conn: &Conn,
    ids: &[&GameId],
) -> QueryResult<Vec<(GameId, Snapshot)>> {
    games::table
        .inner_join(snapshots::table.on(snapshots::game_id.eq(games::id)))
        .filter(games::id.eq_any(ids))
        .filter(snapshots::n.ge(last_multiple(SNAPSHOT_EVERY.cast_signed())))
        .filter(snapshots::n.le(games::ply))
        .order((snapshots::game_id, snapshots::n))
        .select((snapshots::game_id, Snapshot::as_select()))
        .load(&mut conn)
        .await
}

/// Returns the oldest snapshot of each of these games from the last multiple of `every` on. A move
/// that makes several entries may have passed the multiple.
pub async fn snapshots_since(
    mut conn: &Conn,
    ids: &[&GameId],
    every: u64,
) -> QueryResult<Vec<(GameId, Snapshot)>> {
    games::table
        .inner_join(snapshots::table.on(snapshots::game_id.eq(games::id)))
        .filter(games::id.eq_any(ids))
        .filter(snapshots::n.ge(last_multiple(every.cast_signed())))
        .filter(snapshots::n.le(games::ply))
        .order((snapshots::game_id, snapshots::n))
        .distinct_on(snapshots::game_id)
        .select((snapshots::game_id, Snapshot::as_select()))
        .load(&mut conn)
        .await
}

/// Returns an entry of a seat at number `to` or before: the newest if `others` is 0, otherwise the
/// one that `others` later entries of the seat follow. The result is its number, and its number
/// among the seat's own entries.
pub async fn last_of(
    conn: &mut Conn,
    id: &GameId,
    seat: Seat,
    others: u64,
    to: u64,
) -> QueryResult<Option<(u64, u32)>> {
    let found: Option<(i64, i32)> = entries::table
        .filter(entries::game_id.eq(id))
        .filter(entries::seat.eq(Stored(seat)))
        .filter(entries::n.le(number(to)))
        .order(entries::n.desc())
        .offset(number(others))
        .select((entries::n, entries::seq))
        .first(conn)
        .await
        .optional()?;
    Ok(found.map(|(n, seq)| (n.unsigned_abs(), seq.unsigned_abs())))
}

/// Returns the number of a seat's entry with this number of its own.
pub async fn numbered(
    conn: &mut Conn,
    id: &GameId,
    seat: Seat,
    seq: u32,
) -> QueryResult<Option<u64>> {
    let found: Option<i64> = entries::table
        .filter(entries::game_id.eq(id))
        .filter(entries::seat.eq(Stored(seat)))
        .filter(entries::seq.eq(i32::try_from(seq).unwrap_or(i32::MAX)))
        // Starts from the end of the log, where repeated requests usually are. An entry never has a
        // smaller number than its seat gave it.
        .filter(entries::n.ge(i64::from(seq)))
        .order(entries::n.desc())
        .select(entries::n)
        .first(conn)
        .await
        .optional()?;
    Ok(found.map(i64::unsigned_abs))
}

/// Whether an entry records that its seat left or was removed.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn is_leave() -> _ {
    let kind: Stored<EntryKind> = Stored(EntryKind::Leave);
    let leads_to: Stored<LeadsTo> = Stored(LeadsTo::Leave);
    let forced: diesel::dsl::AssumeNotNull<entries::leads_to> = entries::leads_to.assume_not_null();
    entries::kind.eq(kind).or(forced.eq(leads_to))
}

/// Returns the seats of these games that have left or were removed according to the log, each with
/// its game.
pub async fn left(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<(GameId, Seat)>> {
    let left: Vec<(GameId, Stored<Seat>)> = entries::table
        .filter(entries::game_id.eq_any(ids))
        .filter(is_leave())
        .select((entries::game_id, entries::seat))
        .distinct()
        .load(&mut conn)
        .await?;
    Ok(left.into_iter().map(|(id, seat)| (id, seat.0)).collect())
}

/// Whether this seat has left or was removed according to the log.
pub async fn has_left(conn: &mut Conn, id: &GameId, seat: Seat) -> QueryResult<bool> {
    let left = entries::table
        .filter(entries::game_id.eq(id))
        .filter(entries::seat.eq(Stored(seat)))
        .filter(is_leave());
    diesel::select(diesel::dsl::exists(left))
        .get_result(conn)
        .await
}

/// Returns the hash of a snapshot. It covers the game and the ply, so that one snapshot cannot
/// replace another.
pub fn snapshot_hash(id: &GameId, n: u64, state: &[u8]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(b"turnpike snapshot\n");
    hasher.update(id.as_bytes());
    hasher.update(b"\n");
    hasher.update(n.to_be_bytes());
    hasher.update(state);
    hasher.finalize().into()
}

/// A snapshot as it is stored.
#[derive(Clone, HasQuery)]
pub struct Snapshot {
    /// The number of entries before it.
    pub n: i64,
    /// The game as compact bytes.
    pub state: Vec<u8>,
    /// Its hash; `None` if an earlier version of the program stored it.
    pub hash: Option<Vec<u8>>,
}

impl Snapshot {
    /// Whether it still has its hash. Returns `None` if it has none.
    pub fn is_whole(&self, id: &GameId) -> Option<bool> {
        let right = snapshot_hash(id, self.n.unsigned_abs(), &self.state);
        self.hash.as_ref().map(|hash| *hash == right)
    }
}

/// Returns the newest intact snapshot of a game that is not newer than `n`, with its number. Skips
/// damaged snapshots and those without a hash, because the log contains everything.
pub async fn snapshot(conn: &mut Conn, id: &GameId, n: u64) -> QueryResult<Option<(u64, Vec<u8>)>> {
    let mut before = number(n);
    loop {
        let newest: Option<Snapshot> = Snapshot::query()
            .filter(snapshots::game_id.eq(id))
            .filter(snapshots::n.le(before))
            .filter(snapshots::hash.is_not_null())
            .order(snapshots::n.desc())
            .first(conn)
            .await
            .optional()?;
        match newest {
            Some(snapshot) if snapshot.is_whole(id) != Some(true) => {
                tracing::error!(
                    game.id = %id,
                    snapshot.n,
                    "a snapshot is damaged; the server uses an older one"
                );
                metrics::counter!("turnpike_damaged_snapshots_total").increment(1);
                before = snapshot.n - 1;
            }
            newest => return Ok(newest.map(|it| (it.n.unsigned_abs(), it.state))),
        }
    }
}

/// Stores a snapshot of the game after entry `n`. Does not replace an existing one.
pub async fn keep_snapshot(
    conn: &mut Conn,
    id: &GameId,
    n: u64,
    state: &[u8],
) -> QueryResult<usize> {
    let hash = snapshot_hash(id, n, state);
    let row = (
        snapshots::game_id.eq(id),
        snapshots::n.eq(number(n)),
        snapshots::state.eq(state),
        snapshots::hash.eq(hash.as_slice()),
    );
    diesel::insert_into(snapshots::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(conn)
        .await
}

/// Returns all snapshots of a game.
pub async fn snapshots(conn: &mut Conn, id: &GameId) -> QueryResult<Vec<Snapshot>> {
    Snapshot::query()
        .filter(snapshots::game_id.eq(id))
        .order(snapshots::n)
        .load(conn)
        .await
}
