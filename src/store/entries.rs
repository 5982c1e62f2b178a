//! The log: reading entries and snapshots. Writing them is the committer's work.

use common::clock::{Moment, rfc3339};
use common::ids::GameId;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::result::Error::DeserializationError;
use diesel::sql_types::Jsonb;
use diesel_async::RunQueryDsl;
use rules::{Body, Entry, EntryKind, Hash, LeadsTo, Seat, Successor};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use db::Conn;
use db::schema::{entries, games, snapshots};
use db::sets::Stored;

/// A snapshot is stored whenever a game passes a multiple of so many entries; it bounds the
/// replay after a game was dropped from memory.
pub const SNAPSHOT_EVERY: u64 = 32;

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

/// JSON as it was sent: the text, after a byte that says how `jsonb` is sent.
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
    // The table's checks keep numbers positive and hashes 32 bytes long.
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

/// The entries of a game after number `since`, in order.
pub async fn since(conn: &mut Conn, id: &GameId, since: u64) -> QueryResult<Vec<Entry>> {
    between(conn, id, since, u64::MAX).await
}

/// The entries of a game after number `since` up to number `to`, in order.
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

/// From where on the newest snapshot of a game is, and what came after it.
#[diesel::dsl::auto_type(no_type_alias)]
fn last_part() -> _ {
    let every: i64 = SNAPSHOT_EVERY as i64;
    games::ply / every * every
}

/// The entries of these games since each passed the last multiple of [`SNAPSHOT_EVERY`], each with the
/// game that it is of, in order: those that follow its newest snapshot, and the one that this follows.
pub async fn last_parts(mut conn: &Conn, ids: &[&GameId]) -> QueryResult<Vec<(GameId, Entry)>> {
    let rows: Vec<(GameId, Row)> = games::table
        .inner_join(entries::table.on(entries::game_id.eq(games::id)))
        .filter(games::id.eq_any(ids))
        .filter(entries::n.ge(last_part()))
        .order((entries::game_id, entries::n))
        .select((entries::game_id, Row::as_select()))
        .load(&mut conn)
        .await?;
    let of = |(game, row)| Ok((game, entry(row)?));
    rows.into_iter().map(of).collect()
}

/// The snapshots of these games since each passed the last multiple of [`SNAPSHOT_EVERY`], each with
/// the game that it is of, the newest last. One of what a failover lost may be newer than its game.
pub async fn last_snapshots(
    mut conn: &Conn,
    ids: &[&GameId],
) -> QueryResult<Vec<(GameId, Snapshot)>> {
    games::table
        .inner_join(snapshots::table.on(snapshots::game_id.eq(games::id)))
        .filter(games::id.eq_any(ids))
        .filter(snapshots::n.ge(last_part()))
        .filter(snapshots::n.le(games::ply))
        .order((snapshots::game_id, snapshots::n))
        .select((snapshots::game_id, Snapshot::as_select()))
        .load(&mut conn)
        .await
}

/// The entry of a seat up to number `to` that so many others of it follow, the newest for none: its number, and
/// the seat's own number for it.
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

/// The number of the entry to which a seat gave this number of its own.
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
        // From the end of the log, where what is asked again mostly is; no entry has a smaller number
        // than its seat gave it.
        .filter(entries::n.ge(i64::from(seq)))
        .order(entries::n.desc())
        .select(entries::n)
        .first(conn)
        .await
        .optional()?;
    Ok(found.map(i64::unsigned_abs))
}

/// Whether an entry says that its seat left, or was made to leave.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn is_leave() -> _ {
    let kind: Stored<EntryKind> = Stored(EntryKind::Leave);
    let leads_to: Stored<LeadsTo> = Stored(LeadsTo::Leave);
    let forced: diesel::dsl::AssumeNotNull<entries::leads_to> = entries::leads_to.assume_not_null();
    entries::kind.eq(kind).or(forced.eq(leads_to))
}

/// The seats of these games that the log says have left, or were made to leave, each with its game.
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

/// Whether the log says that this seat left, or was made to leave.
pub async fn has_left(conn: &mut Conn, id: &GameId, seat: Seat) -> QueryResult<bool> {
    let left = entries::table
        .filter(entries::game_id.eq(id))
        .filter(entries::seat.eq(Stored(seat)))
        .filter(is_leave());
    diesel::select(diesel::dsl::exists(left))
        .get_result(conn)
        .await
}

/// What a snapshot hashes to: its game and its place, so that it stands in for no other, and its
/// bytes.
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
    /// After how many entries it was taken.
    pub n: i64,
    /// The game as compact bytes.
    pub state: Vec<u8>,
    /// What it hashed to; none for those of an earlier version of the program.
    pub hash: Option<Vec<u8>>,
}

impl Snapshot {
    /// Whether it is what was stored. Without a hash nobody knows.
    pub fn is_whole(&self, id: &GameId) -> Option<bool> {
        let right = snapshot_hash(id, self.n.unsigned_abs(), &self.state);
        self.hash.as_ref().map(|hash| *hash == right)
    }
}

/// The newest snapshot of a game that is not newer than `n` and is what was stored, with its number.
/// Those that are not, or of which that is not known, are passed over: the log has it all.
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
                    "a snapshot is not what was stored"
                );
                metrics::counter!("turnpike_damaged_snapshots_total").increment(1);
                before = snapshot.n - 1;
            }
            newest => return Ok(newest.map(|it| (it.n.unsigned_abs(), it.state))),
        }
    }
}

/// Stores a snapshot that was taken after entry `n`; one that is there already stays as it is.
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

/// All snapshots of a game.
pub async fn snapshots(conn: &mut Conn, id: &GameId) -> QueryResult<Vec<Snapshot>> {
    Snapshot::query()
        .filter(snapshots::game_id.eq(id))
        .order(snapshots::n)
        .load(conn)
        .await
}
