//! The data on the disk: bytes for each table and index, and their change while games are played.

use std::time::Duration;

use serde::Serialize;
use tokio::time::sleep;

use crate::load::Measured;
use crate::server::Database;
use crate::sink::Sink;

/// The number of samples.
const LOOKS: u32 = 6;

/// How long to wait for the outbox at the end.
const PATIENCE: Duration = Duration::from_secs(60);

const MEGABYTE: f64 = 1e6;

/// A table or an index.
#[derive(Serialize)]
struct Relation {
    name: String,
    table: String,
    bytes: i64,
}

/// The data on the disk for a number of games.
#[derive(Serialize)]
pub(super) struct Stored {
    games: usize,
    entries: i64,
    relations: Vec<Relation>,
}

/// Measures the data on the disk.
pub(super) async fn stored(database: &Database, name: &str, games: usize) -> Stored {
    let admin = database.admin(name).await;
    let entries = "SELECT count(*) FROM entries";
    let entries = admin.query_one(entries, &[]).await.unwrap().get(0);
    // Including the TOAST tables and the maps of free and visible pages.
    let relations = "SELECT relname, COALESCE(indrelid, pg_class.oid)::regclass::text, \
             CASE relkind WHEN 'r' THEN pg_table_size(pg_class.oid) \
                          ELSE pg_relation_size(pg_class.oid) END \
         FROM pg_class LEFT JOIN pg_index ON indexrelid = pg_class.oid \
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') \
             AND COALESCE(indrelid, pg_class.oid)::regclass::text \
                 IN ('games', 'seats', 'entries', 'snapshots') \
         ORDER BY 2, relkind DESC, 1";
    let relations = admin.query(relations, &[]).await.unwrap();
    let relation = |row: tokio_postgres::Row| Relation {
        name: row.get(0),
        table: row.get(1),
        bytes: row.get(2),
    };
    Stored {
        games,
        entries,
        relations: relations.into_iter().map(relation).collect(),
    }
}

/// The state of a table at a moment.
#[derive(Serialize)]
struct Table {
    name: String,
    bytes: i64,
    dead: i64,
    /// The number of updated rows, and of those that did not touch the indexes (HOT updates).
    changed: [i64; 2],
    vacuums: i64,
}

/// A sample.
#[derive(Serialize)]
struct Moment {
    seconds: u64,
    tables: Vec<Table>,
    /// The number of notices, by status.
    notices: Vec<(String, i64)>,
}

/// The change of the data while games were played.
#[derive(Serialize)]
pub(super) struct Aged {
    #[serde(skip)]
    admin: tokio_postgres::Client,
    moments: Vec<Moment>,
    measured: Measured,
    mails: u64,
}

impl Aged {
    /// Takes the first sample.
    pub(super) async fn begin(database: &Database, name: &str) -> Aged {
        let mut aged = Aged {
            admin: database.admin(name).await,
            moments: Vec::new(),
            measured: Measured::default(),
            mails: 0,
        };
        // Rows of earlier measurements must not count.
        let clear = ["TRUNCATE outbox", "VACUUM ANALYZE games, entries, outbox"];
        for clear in clear {
            aged.admin.batch_execute(clear).await.unwrap();
        }
        let reset = "SELECT pg_stat_reset()";
        aged.admin.batch_execute(reset).await.unwrap();
        aged.look(0).await;
        aged
    }

    /// Takes samples while games are played.
    pub(super) async fn watch(&mut self, time: Duration) {
        for n in 1..=LOOKS {
            sleep(time / LOOKS).await;
            self.look((time * n / LOOKS).as_secs()).await;
        }
    }

    /// Takes the last sample after a wait, in which the outbox may become empty.
    pub(super) async fn end(&mut self, measured: Measured, sink: &Sink) {
        self.measured = measured;
        let last = self.moments.last().map_or(0, |it| it.seconds);
        sleep(PATIENCE).await;
        self.look(last + PATIENCE.as_secs()).await;
        self.mails = sink.take()[0];
    }

    async fn look(&mut self, seconds: u64) {
        let tables = "SELECT relname::text, pg_total_relation_size(relid), n_dead_tup, n_tup_upd, \
                 n_tup_hot_upd, autovacuum_count \
             FROM pg_stat_user_tables \
             WHERE relname IN ('games', 'entries', 'snapshots', 'outbox') ORDER BY 1";
        let tables = self.admin.query(tables, &[]).await.unwrap();
        let table = |row: &tokio_postgres::Row| Table {
            name: row.get(0),
            bytes: row.get(1),
            dead: row.get(2),
            changed: [row.get(3), row.get(4)],
            vacuums: row.get(5),
        };
        let notices = "SELECT status, count(*) FROM outbox GROUP BY 1 ORDER BY 1";
        let notices = self.admin.query(notices, &[]).await.unwrap();
        self.moments.push(Moment {
            seconds,
            tables: tables.iter().map(table).collect(),
            notices: notices.iter().map(|row| (row.get(0), row.get(1))).collect(),
        });
    }
}

/// Prints the tables in Markdown.
pub(super) fn print(stored: &Stored, aged: &Aged) {
    let Stored { games, entries, .. } = stored;
    println!("{games} games with {entries} entries:\n");
    println!("| table or index | MB | bytes a game | bytes an entry |");
    println!("| --- | --- | --- | --- |");
    let mut all = 0;
    for it in &stored.relations {
        all += it.bytes;
        line(&it.name, it.bytes, *games, *entries);
    }
    line("all", all, *games, *entries);
    println!(
        "\n{:.0} moves a second, CPU a move: server {:.0}, PostgreSQL {:.0} µs; {} mails left:\n",
        aged.measured.a_second, aged.measured.server, aged.measured.postgres, aged.mails
    );
    println!(
        "| after | notices | table | MB | dead rows | changed, of those in place | autovacuums |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for moment in &aged.moments {
        let notices = moment.notices.iter();
        let notices: Vec<_> = notices
            .map(|(status, count)| format!("{count} {status}"))
            .collect();
        for (i, it) in moment.tables.iter().enumerate() {
            let (when, notices) = match i {
                0 => (format!("{} s", moment.seconds), notices.join(", ")),
                _ => (String::new(), String::new()),
            };
            println!(
                "| {when} | {notices} | {} | {:.1} | {} | {}, {} | {} |",
                it.name,
                it.bytes as f64 / MEGABYTE,
                it.dead,
                it.changed[0],
                it.changed[1],
                it.vacuums
            );
        }
    }
}

fn line(name: &str, bytes: i64, games: usize, entries: i64) {
    println!(
        "| {name} | {:.1} | {:.0} | {:.1} |",
        bytes as f64 / MEGABYTE,
        bytes as f64 / games as f64,
        bytes as f64 / entries as f64
    );
}
