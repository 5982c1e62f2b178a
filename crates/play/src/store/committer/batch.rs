//! One batch: the statements that write it in one transaction.

use std::collections::{HashMap, HashSet};

use db::prepared::Question;
use futures_util::try_join;
use notices::deliveries::queue_deliveries;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement, Transaction};

use crate::store::committer::columns::{
    Column, EntryColumns, GameColumns, MailColumns, OrderColumns, SeatColumns, SnapshotColumns,
};
use crate::store::committer::{Commit, Prepared, connect};

/// The outcome for a game that was in the expected state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Written,
    /// Another session has locked or is changing its row.
    Locked,
}

/// Writes a batch in one transaction. If no move changes more than its game, this is a single
/// prepared statement. Returns the games that were in the expected state.
pub(super) async fn write(
    session: &mut Prepared,
    batch: &[&Commit],
) -> anyhow::Result<HashMap<String, Found>> {
    let is_distributed = session.is_distributed();
    let (client, write) = session.ready().await?;
    let games = GameColumns::of(batch)?;
    let games = games.values();
    let written = if is_distributed {
        write_distributed(client, write, &games, batch).await?
    } else {
        let entries = EntryColumns::of(batch)?;
        let mails = MailColumns::of(batch.iter().flat_map(|commit| &commit.mails));
        let snapshots = SnapshotColumns::of(batch)?;
        let columns = [
            &games[..],
            &entries.values(),
            &mails.values(),
            &snapshots.values(),
            &[&mails.events],
        ]
        .concat();
        if batch.iter().any(|commit| commit.is_more()) {
            let transaction = client.transaction().await?;
            let written = ids(&transaction.query(write, &columns).await?);
            write_more(&transaction, &moved(batch, &written)).await?;
            transaction.commit().await?;
            written
        } else {
            ids(&client.query(write, &columns).await?)
        }
    };
    let mut found = HashMap::with_capacity(batch.len());
    if written.len() < batch.len() {
        let left = match client.query(LEFT, &games[..4]).await {
            Ok(rows) => ids(&rows),
            // The written moves stay written. The others are retried, which will show their state.
            Err(error) => {
                let error = connect::told(&error.into());
                tracing::warn!(
                    error,
                    "it is unknown why some moves were not stored; they are tried again"
                );
                batch.iter().map(|it| it.game_id.to_string()).collect()
            }
        };
        found.extend(left.into_iter().map(|id| (id, Found::Locked)));
    }
    found.extend(written.into_iter().map(|id| (id, Found::Written)));
    Ok(found)
}

fn ids(rows: &[Row]) -> HashSet<String> {
    rows.iter().map(|row| row.get(0)).collect()
}

/// Returns the commits of these games.
fn moved<'a>(batch: &[&'a Commit], written: &HashSet<String>) -> Vec<&'a Commit> {
    let moved = batch.iter().filter(|it| written.contains(&*it.game_id));
    moved.copied().collect()
}

/// Writes a batch to tables that Citus distributes, in one transaction. Citus plans no statement
/// that changes several of them. Returns the games that were in the expected state.
async fn write_distributed(
    client: &mut Client,
    write: &Statement,
    games: &[Column<'_>],
    batch: &[&Commit],
) -> anyhow::Result<HashSet<String>> {
    let transaction = client.transaction().await?;
    let rows = transaction.query(write, games).await?;
    let written = ids(&rows);
    let moved = moved(batch, &written);
    if moved.is_empty() {
        return Ok(written);
    }
    let entries = EntryColumns::of(&moved)?;
    let mails = MailColumns::of(moved.iter().flat_map(|commit| &commit.mails));
    let id: Vec<&str> = rows.iter().map(|row| row.get(0)).collect();
    let status: Vec<&str> = rows.iter().map(|row| row.get(1)).collect();
    let ply: Vec<i64> = rows.iter().map(|row| row.get(2)).collect();
    let acting: Vec<i32> = rows.iter().map(|row| row.get(3)).collect();
    let told = [
        &mails.values()[..],
        &[&mails.events, &id, &status, &ply, &acting],
    ]
    .concat();
    let snapshots = SnapshotColumns::of(&moved)?;
    let (logged, kept) = (entries.values(), snapshots.values());
    let execute = async |statement, columns, is_empty| match is_empty {
        true => Ok(0),
        false => transaction.execute(statement, columns).await,
    };
    try_join!(
        execute(LOG, &logged[..], false),
        execute(TELL, &told, mails.key.is_empty()),
        execute(KEEP, &kept, snapshots.n.is_empty()),
    )?;
    let is_finished = |commit: &&&Commit| commit.result.is_some();
    let finished = moved.iter().filter(is_finished);
    let finished: Vec<&str> = finished.map(|commit| &*commit.game_id).collect();
    execute(WITHDRAW, &[&finished], finished.is_empty()).await?;
    write_more(&transaction, &moved).await?;
    transaction.commit().await?;
    Ok(written)
}

/// Writes the data that moves rarely change: the owners of seats, orders, and notices.
async fn write_more(
    transaction: &Transaction<'_>,
    moved: &[&Commit],
) -> Result<(), tokio_postgres::Error> {
    let SeatColumns {
        game_id,
        seat,
        player,
        bot,
        at,
    } = &SeatColumns::of(moved);
    if !game_id.is_empty() {
        let seated = transaction
            .query(SEAT, &[game_id, seat, player, bot, at])
            .await?;
        let games: Vec<&str> = seated.iter().map(|row| row.get(0)).collect();
        let seats: Vec<i16> = seated.iter().map(|row| row.get(1)).collect();
        let former: Vec<Option<i64>> = seated.iter().map(|row| row.get(2)).collect();
        transaction
            .execute(REMEMBER, &[&games, &seats, &former])
            .await?;
        transaction.execute(FORGET, &[game_id, seat]).await?;
        if player.iter().any(Option::is_some) {
            let begun: [&(dyn ToSql + Sync); 3] = [game_id, seat, player];
            transaction.execute(BEGIN, &begun).await?;
        }
    }
    let OrderColumns {
        game_id,
        seat,
        moves,
        conditional,
    } = &OrderColumns::of(moved);
    if !game_id.is_empty() {
        transaction
            .execute(ORDER, &[game_id, seat, moves, conditional])
            .await?;
    }
    let notices = MailColumns::of(moved.iter().filter_map(|commit| commit.notice.as_ref()));
    if !notices.key.is_empty() {
        let columns: [&(dyn ToSql + Sync); 5] = [
            &notices.key,
            &notices.kind,
            &notices.player,
            &notices.payload,
            &notices.at,
        ];
        transaction.execute(NOTIFY, &columns).await?;
    }
    Ok(())
}

/// The first statement of a batch.
pub(super) const QUESTION: Question = Question {
    whole: WRITE,
    distributed: MOVE,
};

/// The main statement. It skips locked games (`free`). It finds games only by their ids, so that no
/// other plan looks attractive to PostgreSQL, however many games there are. It updates the locked
/// rows by their position (`ctid`) and does not search them again. Each part costs about 20 µs per
/// batch, even without rows.
const WRITE: &str = concat!(
    r#"
WITH new AS MATERIALIZED (
    SELECT unnest($1::text[]) AS id, unnest($2::bigint[]) AS expected,
           unnest($3::bytea[]) AS before, unnest($4::int[]) AS revision,
           unnest($5::bigint[]) AS ply, unnest($6::bytea[]) AS head, unnest($7::int[]) AS acting,
           unnest($8::timestamptz[]) AS at, unnest($9::text[]) AS result,
           unnest($10::int[]) AS bots, unnest($11::text[]) AS clocks,
           unnest($12::timestamptz[]) AS look_at
), free AS MATERIALIZED (
    SELECT ctid AS place, id, ply, head, revision, status
    FROM games
    WHERE id = ANY ($1)
    FOR NO KEY UPDATE SKIP LOCKED
), fitting AS MATERIALIZED (
    SELECT new.*, free.place
    FROM new JOIN free ON free.id = new.id AND free.ply = new.expected
        AND free.head = new.before AND free.revision = new.revision AND free.status = 'running'
), moved AS (
    UPDATE games
    SET ply = new.ply, head = new.head, acting = new.acting, changed_at = new.at,
        status = CASE WHEN new.result IS NULL THEN 'running' ELSE 'finished' END,
        result = new.result::jsonb,
        finished_at = CASE WHEN new.result IS NULL THEN NULL ELSE new.at END,
        bots = new.bots, clocks = new.clocks::jsonb,
        look_at = CASE WHEN new.result IS NULL THEN LEAST(games.look_at, new.look_at) END
    FROM fitting AS new
    WHERE games.ctid = new.place
    RETURNING games.id, games.status, games.ply, games.acting
), logged AS (
    INSERT INTO entries (game_id, n, kind, seat, seq, "move", leads_to, by, at, hash)
    SELECT new.game_id, n, kind, seat, seq, mv::jsonb, leads_to, by, at, hash
    FROM (SELECT unnest($13::text[]) AS game_id, unnest($14::bigint[]) AS n,
            unnest($15::text[]) AS kind, unnest($16::smallint[]) AS seat,
            unnest($17::int[]) AS seq, unnest($18::text[]) AS mv, unnest($19::text[]) AS leads_to,
            unnest($20::text[]) AS by, unnest($21::timestamptz[]) AS at,
            unnest($22::bytea[]) AS hash) AS new
    JOIN moved ON moved.id = new.game_id
), told AS (
    INSERT INTO outbox (game_id, key, kind, player_id, seat, ply, payload, created_at, due_at)
    SELECT new.game_id, key, kind, player, seat, new.ply, payload::jsonb, at, at
    FROM (SELECT unnest($23::text[]) AS game_id, unnest($24::text[]) AS key,
            unnest($25::text[]) AS kind, unnest($26::bigint[]) AS player,
            unnest($27::smallint[]) AS seat, unnest($28::bigint[]) AS ply,
            unnest($29::text[]) AS payload, unnest($30::timestamptz[]) AS at) AS new
    JOIN moved ON moved.id = new.game_id
    ON CONFLICT DO NOTHING
    RETURNING game_id, key, player_id, seat, created_at
), queued AS (
"#,
    queue_deliveries!(
        events: "unnest($23::text[], $24::text[], $35::text[]) AS new (game_id, key, events)",
        games: "moved"
    ),
    r#"
), kept AS (
    INSERT INTO snapshots (game_id, n, state, hash)
    SELECT new.game_id, n, state, hash
    FROM (SELECT unnest($31::text[]) AS game_id, unnest($32::bigint[]) AS n,
            unnest($33::bytea[]) AS state, unnest($34::bytea[]) AS hash) AS new
    JOIN moved ON moved.id = new.game_id
    ON CONFLICT DO NOTHING
), withdrawn AS (
    UPDATE seats
    SET invited_id = NULL
    FROM moved
    WHERE moved.status = 'finished' AND seats.game_id = moved.id AND invited_id IS NOT NULL
)
SELECT id FROM moved
"#
);

/// Moves games that Citus distributes, each in its shard. It waits for locked games, because Citus
/// skips locked rows of one shard only.
const MOVE: &str = "
UPDATE games
SET ply = new.ply, head = new.head, acting = new.acting, changed_at = new.at,
    status = CASE WHEN new.result IS NULL THEN 'running' ELSE 'finished' END,
    result = new.result::jsonb,
    finished_at = CASE WHEN new.result IS NULL THEN NULL ELSE new.at END,
    bots = new.bots, clocks = new.clocks::jsonb,
    look_at = CASE WHEN new.result IS NULL THEN LEAST(games.look_at, new.look_at) END
FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::int[], $5::bigint[], $6::bytea[], $7::int[],
        $8::timestamptz[], $9::text[], $10::int[], $11::text[], $12::timestamptz[])
    AS new (id, expected, before, revision, ply, head, acting, at, result, bots, clocks, look_at)
WHERE games.id = ANY ($1) AND games.id = new.id AND games.ply = new.expected
    AND games.head = new.before AND games.revision = new.revision AND games.status = 'running'
RETURNING games.id, games.status, games.ply, games.acting
";

const LOG: &str = r#"
INSERT INTO entries (game_id, n, kind, seat, seq, "move", leads_to, by, at, hash)
SELECT game_id, n, kind, seat, seq, mv::jsonb, leads_to, by, at, hash
FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::int[], $6::text[],
        $7::text[], $8::text[], $9::timestamptz[], $10::bytea[])
    AS new (game_id, n, kind, seat, seq, mv, leads_to, by, at, hash)
"#;

const TELL: &str = concat!(
    "
WITH told AS (
    INSERT INTO outbox (game_id, key, kind, player_id, seat, ply, payload, created_at, due_at)
    SELECT game_id, key, kind, player, seat, ply, payload::jsonb, at, at
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::bigint[],
            $7::text[], $8::timestamptz[])
        AS new (game_id, key, kind, player, seat, ply, payload, at)
    ON CONFLICT DO NOTHING
    RETURNING game_id, key, player_id, seat, created_at
), queued AS (
",
    queue_deliveries!(
        events: "unnest($1::text[], $2::text[], $9::text[]) AS new (game_id, key, events)",
        games: "(SELECT * FROM unnest($10::text[], $11::text[], $12::bigint[], $13::int[])
            AS moved (id, status, ply, acting))"
    ),
    "
)
SELECT FROM told
"
);

const KEEP: &str = "
INSERT INTO snapshots (game_id, n, state, hash)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[])
ON CONFLICT DO NOTHING
";

/// Withdraws the offers of seats in finished games.
const WITHDRAW: &str = "
UPDATE seats SET invited_id = NULL WHERE game_id = ANY ($1) AND invited_id IS NOT NULL
";

/// Selects the games that were not moved although they are in the expected state: another session
/// has locked them.
const LEFT: &str = "
SELECT games.id
FROM (SELECT unnest($1::text[]) AS id, unnest($2::bigint[]) AS expected,
        unnest($3::bytea[]) AS before, unnest($4::int[]) AS revision) AS new
JOIN games ON games.id = new.id AND games.ply = new.expected AND games.head = new.before
    AND games.revision = new.revision AND games.status = 'running'
WHERE games.id = ANY ($1)
";

/// Gives such seats to their new owners, and returns the previous ones.
const SEAT: &str = "
UPDATE seats
SET former_id = COALESCE(seats.player_id, seats.former_id), player_id = new.player,
    bot = new.bot, joined_at = new.at, invited_id = NULL
FROM (SELECT unnest($1::text[]) AS game_id, unnest($2::smallint[]) AS seat,
        unnest($3::bigint[]) AS player, unnest($4::text[]) AS bot,
        unnest($5::timestamptz[]) AS at) AS new
WHERE seats.game_id = new.game_id AND seats.seat = new.seat
RETURNING seats.game_id, seats.seat, former_id
";

/// Records the previous owners.
const REMEMBER: &str = "
INSERT INTO former_sitters (game_id, seat, player_id)
SELECT game_id, seat, former_id
FROM unnest($1::text[], $2::smallint[], $3::bigint[]) AS seated (game_id, seat, former_id)
WHERE former_id IS NOT NULL
ON CONFLICT DO NOTHING
";

/// Deletes the orders of the previous owners of such seats.
const FORGET: &str = "
DELETE FROM orders
USING (SELECT unnest($1::text[]) AS game_id, unnest($2::smallint[]) AS seat) AS new
WHERE orders.game_id = new.game_id AND orders.seat = new.seat
";

/// Adds the default orders of the new owners of such seats, as [`orders::begin`] does when a game
/// begins.
///
/// [`orders::begin`]: crate::store::orders::begin
const BEGIN: &str = "
INSERT INTO orders (game_id, seat, forced, moves)
SELECT new.game_id, new.seat, true, '[]'
FROM (SELECT unnest($1::text[]) AS game_id, unnest($2::smallint[]) AS seat,
        unnest($3::bigint[]) AS player) AS new
JOIN players ON players.id = new.player AND players.forced
";

const ORDER: &str = "
UPDATE orders SET moves = new.moves::jsonb, conditional = new.conditional::jsonb
FROM (SELECT unnest($1::text[]) AS game_id, unnest($2::smallint[]) AS seat,
        unnest($3::text[]) AS moves, unnest($4::text[]) AS conditional) AS new
WHERE orders.game_id = new.game_id AND orders.seat = new.seat
";

/// Adds the mails that are not about a game.
const NOTIFY: &str = "
INSERT INTO outbox (game_id, key, kind, player_id, payload, created_at, due_at)
SELECT '', key, kind, player, payload::jsonb, at, at
FROM (SELECT unnest($1::text[]) AS key, unnest($2::text[]) AS kind,
        unnest($3::bigint[]) AS player, unnest($4::text[]) AS payload,
        unnest($5::timestamptz[]) AS at) AS new
ON CONFLICT DO NOTHING
";
