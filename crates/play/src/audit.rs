//! Audits the database: derives every stored game again from its seed and its log.
//!
//! It also compares the row, the game seed, each snapshot, and the deal of a game on one. It
//! reports every fault, and continues if the database cannot read a block.

use ::games::KINDS;
use common::ids::GameId;
use db::sets::GameStatus;
use db::{Conn, Error, connect};
use diesel_async::AsyncConnection;
use rules::{Entry, Game, Viewer, record};

use crate::store::deals::{self, DealRow};
use crate::store::entries::{self, Snapshot};
use crate::store::games::{self, GameRow, SeatRow};
use crate::{damage, look, tables};

/// How many games are read at a time.
const PAGE: i64 = 200;

/// The result of an audit.
#[derive(Debug, Default)]
pub struct Report {
    /// The number of games checked.
    pub games: u64,
    /// The number of entries checked.
    pub entries: u64,
    /// The number of snapshots checked.
    pub snapshots: u64,
    /// The faults found, one sentence each.
    pub faults: Vec<String>,
}

/// Checks all started games in the database at `url`. Unreadable data is reported as a fault, but
/// the audit fails if the connection to the database is lost. Calls `watch` with the report as it
/// grows.
pub async fn database(url: &str, watch: impl Fn(&Report)) -> anyhow::Result<Report> {
    let mut conn = connect::reader(url).await?;
    let mut report = Report::default();
    let mut last = String::new();
    loop {
        let page = games::started_after(&mut conn, &last, PAGE).await;
        let page = match page.map_err(Error::from) {
            Ok(page) => page,
            Err(error) if error.is_passing() => return Err(error.into()),
            // A block of `games` is unreadable. The seats list the games as well.
            Err(_) => games::seated_after(&mut conn, &last, PAGE).await?,
        };
        let Some(end) = page.last() else {
            return Ok(report);
        };
        last = end.to_string();
        for id in page {
            let faults = game(&mut conn, &id, &mut report).await?;
            let named = faults
                .into_iter()
                .map(|fault| format!("game {id}: {fault}"));
            report.faults.extend(named);
            watch(&report);
        }
    }
}

/// Checks one game, if it exists.
pub async fn one(conn: &mut Conn, id: &GameId) -> anyhow::Result<Report> {
    let mut report = Report::default();
    if games::standing(conn, id).await?.is_some() {
        report.faults = game(conn, id, &mut report).await?;
        // Also counts a game that has not started.
        report.games = 1;
    }
    Ok(report)
}

/// The stored data of a game. The log and the snapshots may be unreadable.
struct Stored {
    row: GameRow,
    seats: Vec<SeatRow>,
    /// The game's deal, if it exists.
    deal: Option<DealRow>,
    log: Result<Vec<Entry>, Error>,
    snapshots: Result<Vec<Snapshot>, Error>,
}

/// Reads one game from one snapshot of the database, because servers may go on writing. Returns
/// `None` if the game has not started.
async fn read(conn: &mut Conn, id: &GameId) -> Result<Option<Stored>, Error> {
    conn.build_transaction()
        .repeatable_read()
        .read_only()
        .run(async |conn| {
            let Some(row) = games::find(conn, id).await? else {
                return Ok(None);
            };
            // A game that the operator cancelled may have started before.
            let begun = row.start.is_some() || row.status != GameStatus::Cancelled;
            if row.status == GameStatus::Open || !begun {
                return Ok(None);
            }
            let seats = games::seats(conn, &[id]).await?;
            let deal = match &row.deal {
                Some(deal) => deals::find(conn, &deal.id).await?,
                None => None,
            };
            // A failure rolls back only this savepoint, so the rest is still read.
            let log = conn
                .transaction(async |conn| Ok(entries::since(conn, id, 0).await?))
                .await;
            let snapshots = conn
                .transaction(async |conn| Ok(entries::snapshots(conn, id).await?))
                .await;
            Ok(Some(Stored {
                row,
                seats,
                deal,
                log,
                snapshots,
            }))
        })
        .await
}

/// Checks one game: its row, its log, its snapshots. Returns the faults.
async fn game(conn: &mut Conn, id: &GameId, report: &mut Report) -> anyhow::Result<Vec<String>> {
    let stored = match read(conn, id).await {
        Ok(Some(stored)) => stored,
        Ok(None) => return Ok(Vec::new()),
        Err(error) if error.is_passing() => return Err(error.into()),
        Err(error) => {
            report.games += 1;
            return Ok(vec![format!("row: cannot be read: {error}")]);
        }
    };
    report.games += 1;
    let mut faults = Vec::new();
    let mut readable = |what: &str, error: &Error| {
        faults.push(format!("{what}: cannot be read: {error}"));
        error.is_passing()
    };
    let away = [
        stored.log.as_ref().err().map(|it| readable("entries", it)),
        stored
            .snapshots
            .as_ref()
            .err()
            .map(|it| readable("snapshots", it)),
    ];
    anyhow::ensure!(!away.contains(&Some(true)), "the database went away");
    if let Err(fault) = check(&stored, report, &mut faults) {
        faults.push(fault.to_string());
    }
    Ok(faults)
}

/// Returns the difference between a game and its deal, if there is one.
fn of_deal(row: &GameRow, deal: Option<&DealRow>) -> Option<&'static str> {
    let own = row.deal.as_ref()?;
    let Some(deal) = deal else {
        return Some("deal: there is none");
    };
    if row.server_seed != deal.server_seed || row.seed_commitment != deal.seed_commitment {
        Some("deal: has another seed")
    } else if own.closes_at != deal.on.closes_at {
        Some("deal: closes at another moment")
    } else if (&row.rules, &row.options, row.seat_count)
        != (&deal.rules, &deal.options, deal.seat_count)
    {
        Some("deal: has other rules, options or seats")
    } else {
        None
    }
}

/// Collects the faults of a game. Returns an error for a fault that prevents further checks.
fn check(stored: &Stored, report: &mut Report, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let Stored { row, seats, .. } = stored;
    let header = tables::header(row, seats)?;
    let secrets = tables::secrets(row)?;
    let wrong = damage::of_start(row, &header, secrets.seed)?;
    faults.extend(wrong.into_iter().map(str::to_owned));
    faults.extend(of_deal(row, stored.deal.as_ref()).map(str::to_owned));
    let snapshots = stored.snapshots.as_deref().unwrap_or_default();
    for snapshot in snapshots {
        report.snapshots += 1;
        if snapshot.is_whole(&row.id) == Some(false) {
            faults.push(format!("snapshot {}: is not what was stored", snapshot.n));
        }
    }
    let Ok(log) = &stored.log else {
        return Ok(());
    };
    report.entries += log.len() as u64;
    if row.ply.unsigned_abs() != log.len() as u64 {
        faults.push("ply: is not the length of the log".to_owned());
    }
    let head = log.last().map_or_else(|| header.hash(), |last| last.hash);
    if row.head.as_deref() != Some(head.0.as_slice()) {
        faults.push("head: is not the hash of the last entry".to_owned());
    }
    let (mut game, _) = Game::deal(KINDS.of(&header)?, header, secrets)?;
    for snapshot in snapshots {
        let n = snapshot.n.unsigned_abs();
        if n == 0 || log.last().is_none_or(|last| last.n < n) {
            faults.push(format!("snapshot {n}: belongs to no entry"));
        }
    }
    for entry in log {
        let place = entry.n.saturating_sub(1);
        let follows = entry.hash == entry.hash_after(game.head(), &secrets.blinding);
        if !follows {
            faults.push(format!(
                "entries[{place}].hash: does not follow from the entry and the hash before it"
            ));
        }
        match game.replay(entry) {
            Ok(()) => {}
            // A consequence of the wrong hash. Later entries cannot be checked.
            Err(_) if !follows => return Ok(()),
            Err(fault) => return Err(fault.into()),
        }
        let due = snapshots
            .iter()
            .find(|it| it.n.unsigned_abs() == game.ply());
        if let Some(snapshot) = due
            && snapshot.is_whole(&row.id) != Some(false)
            && snapshot.state != game.snapshot()
        {
            faults.push(format!(
                "snapshot {}: is not the position after that entry",
                snapshot.n
            ));
        }
    }
    if row.acting != i32::from(game.acting().bits()) {
        faults.push("acting: is not who the rules say is to act".to_owned());
    }
    let outcome = game
        .turn()
        .outcome()
        .map(|outcome| serde_json::json!(outcome));
    if (row.status == GameStatus::Finished) != outcome.is_some() {
        faults.push(format!(
            "status: is {}, which the log does not bear out",
            row.status
        ));
    } else if row.result != outcome {
        faults.push("result: is not what the moves lead to".to_owned());
    }
    if outcome.is_some() && faults.is_empty() {
        let seed = Some(rules::Hash(tables::bytes(&row.server_seed)?));
        let record = look::record(seats, log.clone(), &game, Viewer::Afterwards, seed);
        record::verify(&record, KINDS)?;
    }
    Ok(())
}
