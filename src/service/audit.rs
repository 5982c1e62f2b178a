//! Auditing the database: every stored game is derived again from its seed and its log.

use rules::{Game, Hash, Viewer, record};

use super::{look, tables};
use crate::store::{connect, entries, games};

/// How many games are read at a time.
const PAGE: i64 = 200;

/// What an audit found.
#[derive(Debug, Default)]
pub struct Report {
    /// Games checked.
    pub games: u64,
    /// Entries checked.
    pub entries: u64,
    /// Snapshots checked.
    pub snapshots: u64,
    /// What is wrong, one sentence each.
    pub faults: Vec<String>,
}

/// Checks all started games in the database at `url`.
pub async fn database(url: &str) -> anyhow::Result<Report> {
    let mut conn = connect::reader(url).await?;
    let mut report = Report::default();
    let mut last = String::new();
    loop {
        let page = games::started_after(&mut conn, &last, PAGE).await?;
        let Some(end) = page.last() else {
            return Ok(report);
        };
        last.clone_from(end);
        for id in page {
            report.games += 1;
            if let Err(fault) = game(&mut conn, &id, &mut report).await {
                report.faults.push(format!("game {id}: {fault}"));
            }
        }
    }
}

/// Checks one game, if it is there.
pub async fn one(conn: &mut diesel_async::AsyncPgConnection, id: &str) -> anyhow::Result<Report> {
    let mut report = Report::default();
    if games::revision(conn, id).await?.is_some() {
        report.games = 1;
        if let Err(fault) = game(conn, id, &mut report).await {
            report.faults.push(fault.to_string());
        }
    }
    Ok(report)
}

/// Checks one game: its row, its log, its snapshots. They are read as they were at one moment:
/// servers may go on writing meanwhile.
async fn game(
    conn: &mut diesel_async::AsyncPgConnection,
    id: &str,
    report: &mut Report,
) -> anyhow::Result<()> {
    let read = conn
        .build_transaction()
        .repeatable_read()
        .read_only()
        .run::<_, anyhow::Error, _>(async |conn| {
            let Some(row) = games::find(conn, id).await? else {
                return Ok(None);
            };
            let seats = games::seats(conn, &[id]).await?;
            let story = tables::from_the_start(conn, &row, &seats).await?;
            let snapshots = entries::snapshots(conn, id).await?;
            Ok(Some((row, seats, story, snapshots)))
        })
        .await?;
    let Some((row, seats, (header, secrets, log), snapshots)) = read else {
        return Ok(());
    };
    report.entries += log.len() as u64;
    anyhow::ensure!(
        row.start.as_deref() == Some(header.hash().0.as_slice()),
        "start: is not the hash of id, rules, options, entropies and commitments"
    );
    let server_seed = rules::ServerSeed(tables::bytes(&row.server_seed)?);
    anyhow::ensure!(
        header.seed_commitment == Hash(server_seed.commitment()),
        "seed_commitment: is not the hash of the seed"
    );
    let entropies = header.entropies.iter().map(String::as_str);
    anyhow::ensure!(
        secrets.seed == server_seed.game_seed(id, entropies),
        "game_seed: does not follow from the server's seed, the id and the entropies"
    );
    let (mut game, _) = Game::deal(header, secrets)?;
    let mut due = snapshots.iter().peekable();
    for entry in &log {
        anyhow::ensure!(
            entry.hash == entry.hash_after(game.head(), &secrets.blinding),
            "entries[{}].hash: does not follow from the entry and the hash before it",
            entry.n - 1
        );
        game.replay(entry)?;
        if let Some((_, state)) = due.next_if(|(n, _)| n.unsigned_abs() == game.ply()) {
            report.snapshots += 1;
            anyhow::ensure!(
                *state == game.snapshot(),
                "snapshot {}: is not the position after that entry",
                game.ply()
            );
        }
    }
    if let Some((n, _)) = due.next() {
        anyhow::bail!("snapshot {n}: belongs to no entry");
    }
    anyhow::ensure!(
        row.ply.unsigned_abs() == game.ply(),
        "ply: is not the length of the log"
    );
    anyhow::ensure!(
        row.head.as_deref() == Some(game.head().0.as_slice()),
        "head: is not the hash of the last entry"
    );
    anyhow::ensure!(
        row.acting == i32::from(game.acting().bits()),
        "acting: is not who the rules say is to act"
    );
    let over = game.turn().outcome().is_some();
    anyhow::ensure!(
        (row.status == "finished") == over,
        "status: is {}, which the log does not bear out",
        row.status
    );
    if over {
        anyhow::ensure!(
            row.result
                == game
                    .turn()
                    .outcome()
                    .map(|outcome| serde_json::json!(outcome)),
            "result: is not what the moves lead to"
        );
        let record = look::record(&row, &seats, log, &game, Viewer::Afterwards)?;
        record::verify(&record)?;
    }
    Ok(())
}
