//! The performance of hand-written SQL on the same PostgreSQL: pgbench runs the scripts in
//! `bench/sql`.

use std::time::Duration;

use serde_json::Value;

use crate::cpu::Meter;
use crate::load::{IN_FLIGHT, Measured};
use crate::server::Database;

const TABLES: &str = include_str!("../sql/tables.sql");

/// A script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// A move in six round trips.
    Textbook,
    /// A move in one statement, the state as jsonb.
    Jsonb,
    /// A move in one statement, the state as bytes.
    Bytea,
    /// A game, read by its id.
    Select,
}

impl Script {
    /// Returns the name of the script in results.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Script::Textbook => "SQL: a move in six round trips",
            Script::Jsonb => "SQL: a move in one statement, jsonb",
            Script::Bytea => "SQL: a move in one statement, bytes",
            Script::Select => "SQL: SELECT … WHERE id",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Script::Textbook => concat!(env!("CARGO_MANIFEST_DIR"), "/sql/textbook.sql"),
            Script::Jsonb => concat!(env!("CARGO_MANIFEST_DIR"), "/sql/jsonb.sql"),
            Script::Bytea => concat!(env!("CARGO_MANIFEST_DIR"), "/sql/bytea.sql"),
            Script::Select => concat!(env!("CARGO_MANIFEST_DIR"), "/sql/select.sql"),
        }
    }
}

/// The tables of the scripts, and their contents.
pub(crate) struct Pgbench<'a> {
    database: &'a Database,
    name: String,
    /// The number of games of each client.
    games: usize,
    state: String,
    bytes: String,
}

impl<'a> Pgbench<'a> {
    /// Creates the tables in a database of this name, with this number of games in this state.
    pub(crate) async fn new(
        database: &'a Database,
        name: String,
        games: usize,
        state: &Value,
        snapshot: &[u8],
    ) -> Pgbench<'a> {
        database.make(&name).await;
        let made = Pgbench {
            database,
            name,
            games: games.div_ceil(IN_FLIGHT),
            state: state.to_string(),
            bytes: bytea(snapshot),
        };
        let admin = database.admin(&made.name).await;
        let count = made.games * IN_FLIGHT;
        for (shape, state) in [("jsonb", &made.state), ("bytea", &made.bytes)] {
            let tables = TABLES.replace("SHAPE", shape);
            admin.batch_execute(&tables).await.unwrap();
            let head = bytea(&[7; 32]);
            let state = state.replace('\'', "''");
            let fill = format!(
                "INSERT INTO {shape}.games
                     SELECT id, 'thats-life', 'running', 0, 0, '{head}', now(), '{state}'
                     FROM generate_series(0, {count} - 1) AS id;
                 GRANT USAGE ON SCHEMA {shape} TO PUBLIC;
                 GRANT ALL ON ALL TABLES IN SCHEMA {shape} TO PUBLIC"
            );
            admin.batch_execute(&fill).await.unwrap();
            let analyze = format!("VACUUM ANALYZE {shape}.games");
            admin.batch_execute(&analyze).await.unwrap();
        }
        made
    }

    /// Vacuums the tables after scripts have run.
    pub(crate) async fn clear(&self) {
        self.database.vacuum(&self.name).await;
    }

    /// Runs a script for this time.
    pub(crate) fn run(&self, script: Script, time: Duration, meter: &Meter) -> Measured {
        let clients = IN_FLIGHT.to_string();
        let define = |name: &str, value: &str| ["-D".to_owned(), format!("{name}={value}")];
        let before = meter.read();
        let done = self
            .database
            .program("pgbench", &self.name)
            .args(["-n", "-j", "1", "-M", "prepared", "-c", &clients])
            .args(["-T", &time.as_secs().max(1).to_string()])
            .args(define("games", &self.games.to_string()))
            .args(define("state", &self.state))
            .args(define("bytes", &self.bytes))
            .args(define("hash", &bytea(&[7; 32])))
            .args(define("move", r#"{"type": "roll"}"#))
            .args(["-f", script.file()])
            .output()
            .unwrap();
        let used = meter.read() - before;
        let told = String::from_utf8_lossy(&done.stdout);
        assert!(
            done.status.success(),
            "pgbench: {told}{}",
            String::from_utf8_lossy(&done.stderr)
        );
        let number = |before: &str| -> Option<f64> {
            let line = told.lines().find_map(|line| line.strip_prefix(before))?;
            line.split([' ', '/']).next()?.parse().ok()
        };
        let count = number("number of transactions actually processed: ").unwrap();
        match number("tps = ") {
            Some(a_second) => Measured {
                a_second,
                ..Measured::of(count as u64, time, used)
            },
            // On a busy machine, no client had connected within the time.
            None => self.run(script, 2 * time, meter),
        }
    }
}

fn bytea(bytes: &[u8]) -> String {
    format!("\\x{}", hex::encode(bytes))
}
