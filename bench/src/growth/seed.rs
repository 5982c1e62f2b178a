//! Stores millions of games. It generates their rows in the server's format and copies them into
//! its tables. The server checks no move then; `verify` proves the games valid.

use std::fmt::Write;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Instant;

use futures_util::SinkExt;
use futures_util::future::join_all;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, mpsc};
use tokio_postgres::Client;

use super::stored::{PLAYERS, Set, moment};
use crate::server::Database;

/// The number of games in one transaction.
const CHUNK: usize = 500;

/// The number of concurrent writers.
const WRITERS: usize = 2;

/// The password hash of all players, so cheap that thousands can sign in within seconds.
const PASSWORD_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$YmVuY2htYXJrc2FsdA$Lq/4o0b3wUIP2yNaxt45EAuKTFhw0VAcwc4VJ0oJJaI";

/// The copied tables and columns.
const COPIES: [&str; 4] = [
    "games (id, kind, rules, options, seat_count, visibility, status, creator_id, server_seed, \
     seed_source, seed_commitment, game_seed, start, ply, head, acting, result, created_at, \
     started_at, changed_at, finished_at)",
    "seats (game_id, seat, player_id, entropy, joined_at)",
    "entries (game_id, n, kind, seat, seq, move, at, hash)",
    "snapshots (game_id, n, state, hash)",
];

/// The lines for each of these tables.
type Chunk = [String; COPIES.len()];

/// Adds the players. They come first, so their ids in the database count from 1.
pub(super) async fn players(database: &Database, name: &str) {
    let add = format!(
        "INSERT INTO players (name, name_key, email, email_confirmed_at, password_hash, created_at)
         SELECT name, name, name || '@example.org', at, '{PASSWORD_HASH}', at
         FROM (SELECT 'player-' || i AS name, timestamptz '2026-01-01 00:00Z' AS at
               FROM generate_series(0, {PLAYERS} - 1) AS i) AS new"
    );
    let admin = database.admin(name).await;
    admin.batch_execute(&add).await.unwrap();
    let last = admin.query_one("SELECT max(id) FROM players", &[]).await;
    assert_eq!(last.unwrap().get::<_, i64>(0), PLAYERS as i64);
}

/// Adds the games of a set.
pub(super) async fn games(database: &Database, name: &str, set: Set) {
    let began = Instant::now();
    let threads = available_parallelism().map_or(1, usize::from);
    let (chunks, made) = mpsc::channel(2 * threads);
    let next = Arc::new(AtomicUsize::new(0));
    for _ in 0..threads {
        let (chunks, next) = (chunks.clone(), Arc::clone(&next));
        std::thread::spawn(move || {
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                let numbers = first..set.count.min(first + CHUNK);
                if numbers.is_empty() || chunks.blocking_send(chunk(set, numbers)).is_err() {
                    break;
                }
            }
        });
    }
    drop(chunks);
    let made = Mutex::new(made);
    let writer = async || {
        let admin = database.admin(name).await;
        // Skips foreign key checks and triggers, and does not wait for the disk.
        let session = "SET session_replication_role = replica; SET synchronous_commit = off";
        admin.batch_execute(session).await.unwrap();
        loop {
            let next = made.lock().await.recv().await;
            let Some(chunk) = next else { break };
            copy(&admin, chunk).await;
        }
    };
    join_all((0..WRITERS).map(|_| writer())).await;
    let admin = database.admin(name).await;
    let tidy = "VACUUM ANALYZE games, seats, entries, snapshots, players";
    admin.batch_execute(tidy).await.unwrap();
    eprintln!("{} games were stored in {:.0?}", set.count, began.elapsed());
}

async fn copy(admin: &Client, chunk: Chunk) {
    admin.batch_execute("BEGIN").await.unwrap();
    for (into, lines) in COPIES.iter().zip(chunk) {
        let sink = admin.copy_in(&format!("COPY {into} FROM STDIN")).await;
        let mut sink = Box::pin(sink.unwrap());
        sink.send(Cursor::new(lines.into_bytes())).await.unwrap();
        sink.as_mut().finish().await.unwrap();
    }
    admin.batch_execute("COMMIT").await.unwrap();
}

fn chunk(set: Set, numbers: std::ops::Range<usize>) -> Chunk {
    let mut chunk = Chunk::default();
    for number in numbers {
        add(&mut chunk, set, number).unwrap();
    }
    chunk
}

/// Adds the rows of one game.
fn add(
    [games, seats, entries, snapshots]: &mut Chunk,
    set: Set,
    number: usize,
) -> std::fmt::Result {
    let stored = set.game(number);
    let (id, game) = (&stored.id, &stored.game);
    let (header, info, turn) = (game.header(), game.kind().info(), game.turn());
    let players = set.players(number).map(|player| player + 1);
    let begun = moment(number, 0);
    let last = moment(number, game.ply());
    let (status, result, finished) = match turn.outcome() {
        Some(outcome) => ("finished", text(&json!(outcome).to_string()), &*last),
        None => ("running", "\\N".to_owned(), "\\N"),
    };
    writeln!(
        games,
        "{id}\t{}\t{}\t{}\t2\tpublic\t{status}\t{}\t{}\tsecret\t{}\t{}\t{}\t{}\t{}\t{}\t{result}\t{begun}\t{begun}\t{last}\t{finished}",
        info.id,
        header.rules,
        text(&header.options.to_string()),
        players[0],
        bytes(&stored.seed.0),
        bytes(&header.seed_commitment.0),
        bytes(&game.secrets().seed.0),
        bytes(&stored.start.0),
        game.ply(),
        bytes(&game.head().0),
        game.acting().bits(),
    )?;
    for (seat, player) in players.iter().enumerate() {
        writeln!(seats, "{id}\t{seat}\t{player}\t\t{begun}")?;
    }
    for entry in &stored.entries {
        let (kind, mv, ..) = entry.body.members();
        writeln!(
            entries,
            "{id}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            entry.n,
            kind.word(),
            entry.seat.number(),
            entry.seq,
            mv.map_or_else(|| "\\N".to_owned(), |mv| text(mv.get())),
            entry.at,
            bytes(&entry.hash.0),
        )?;
    }
    for (n, state) in &stored.snapshots {
        let hash = Sha256::new()
            .chain_update(b"turnpike snapshot\n")
            .chain_update(id)
            .chain_update(b"\n")
            .chain_update(n.to_be_bytes())
            .chain_update(state)
            .finalize();
        writeln!(snapshots, "{id}\t{n}\t{}\t{}", bytes(state), bytes(&hash))?;
    }
    Ok(())
}

/// Formats a column of bytes.
fn bytes(bytes: &[u8]) -> String {
    format!("\\\\x{}", hex::encode(bytes))
}

/// Formats a column of JSON, which has no line breaks or tabs.
fn text(json: &str) -> String {
    json.replace('\\', "\\\\")
}
