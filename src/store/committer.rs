//! The committer: one writer that turns the moves of many games into one transaction.
//!
//! Moves that wait at the same moment are written by one statement, with the new head of their
//! games and the mails that follow from them. It never waits for company: a lone move is written
//! at once, and what arrives meanwhile forms the next batch. A move whose game went on in another
//! process meanwhile loses, and leaves no trace.

mod columns;

use std::collections::HashSet;
use std::time::Duration;

use rules::{Bot, Entry, Hash, Seat, SeatSet};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::{Client, Statement};

use self::columns::{
    EntryColumns, GameColumns, MailColumns, OrderColumns, SeatColumns, SnapshotColumns,
};
use super::connect;
use super::outbox::NewMail;
use crate::clock::Moment;

/// The most games that one statement writes.
const MAX_BATCH: usize = 256;

/// How many requests may wait before new ones have to wait for a place in the queue.
const QUEUE: usize = 4096;

/// How often a batch is tried again when the connection breaks or the database asks for it.
const TRIES: u32 = 5;

/// How long the database may take to write a batch. A little more than its own limit on a
/// statement: beyond it the connection is hung, and is given up.
const PATIENCE: Duration = Duration::from_secs(35);

/// How long a write waits for a game that somebody else has locked, before it makes way.
const LOCK_TIMEOUT: &str = "SET lock_timeout = '2s'";

/// Everything that one request changes in one game.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The game.
    pub game_id: String,
    /// The ply that the entries follow.
    pub expected: u64,
    /// The revision of the clocks and orders that they were made with.
    pub revision: i32,
    /// The new entries, numbered from `expected + 1`; at least one.
    pub entries: Vec<Entry>,
    /// The hash of the last of them.
    pub head: Hash,
    /// Who is to act then.
    pub acting: SeatSet,
    /// The result, if the game is over then.
    pub result: Option<Value>,
    /// When it was accepted.
    pub at: Moment,
    /// The seats that bots have then.
    pub bots: SeatSet,
    /// Where the clocks stand then, in a game with a pace.
    pub clocks: Option<Value>,
    /// When the clocks want to be looked at, if that is earlier than before.
    pub look_at: Option<Moment>,
    /// Who takes a seat over.
    pub seated: Vec<(Seat, Newcomer)>,
    /// The moves that are left of the orders of these seats.
    pub orders: Vec<(Seat, Value)>,
    /// What players are to be told.
    pub mails: Vec<NewMail>,
    /// The game as compact bytes after the last entry, now and then.
    pub snapshot: Option<Vec<u8>>,
}

/// Who takes a seat over while the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newcomer {
    /// A player.
    Player(i64),
    /// A bot.
    Bot(Bot),
}

/// What became of a [`Commit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is durable.
    Written,
    /// The game is not at the expected ply and revision (any more); nothing was written. After a broken
    /// connection this may also mean that an earlier try got through.
    Lost,
    /// The database could not be reached or refused; whether it was written is not known.
    Failed,
}

type Waiting = (Commit, oneshot::Sender<Outcome>);

/// A handle to the writer.
#[derive(Clone)]
pub struct Committer {
    queue: mpsc::Sender<Waiting>,
}

impl Committer {
    /// Starts a writer with a connection of its own. It ends when the last handle is dropped and
    /// everything that waits is written.
    pub fn start(url: String) -> Committer {
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(Writer { url, session: None }.run(waiting));
        Committer { queue }
    }

    /// Writes, and answers when it is durable.
    pub async fn commit(&self, commit: Commit) -> Outcome {
        let (answer, outcome) = oneshot::channel();
        if self.queue.send((commit, answer)).await.is_err() {
            return Outcome::Failed;
        }
        outcome.await.unwrap_or(Outcome::Failed)
    }
}

struct Writer {
    url: String,
    session: Option<(Client, Statement)>,
}

impl Writer {
    async fn run(mut self, mut waiting: mpsc::Receiver<Waiting>) {
        let mut held_over: Vec<Waiting> = Vec::new();
        loop {
            let mut batch: Vec<Waiting> = Vec::new();
            let mut games = HashSet::new();
            let mut next = std::mem::take(&mut held_over);
            if next.is_empty() {
                match waiting.recv().await {
                    Some(first) => next.push(first),
                    None => return,
                }
            }
            while next.len() < MAX_BATCH
                && let Ok(another) = waiting.try_recv()
            {
                next.push(another);
            }
            for one in next {
                // Two writes of one game cannot stand in one statement.
                if games.insert(one.0.game_id.clone()) {
                    batch.push(one);
                } else {
                    held_over.push(one);
                }
            }
            metrics::histogram!("turnpike_commit_batch_size").record(batch.len() as f64);
            self.write_all(batch).await;
        }
    }

    /// Writes a batch, again when the connection broke; when the database refuses it, each of its
    /// parts alone, so that one bad part harms nobody else.
    async fn write_all(&mut self, batch: Vec<Waiting>) {
        let commits: Vec<&Commit> = batch.iter().map(|(commit, _)| commit).collect();
        match self.write_patiently(&commits).await {
            Ok(written) => {
                for (commit, answer) in batch {
                    // Whoever asked may have gone away; the write stands all the same.
                    let _ = answer.send(outcome(&written, &commit));
                }
            }
            Err(Trouble::Refused) if batch.len() > 1 => {
                for (commit, answer) in batch {
                    let written = self.write_patiently(&[&commit]).await;
                    let _ =
                        answer.send(written.map_or(Outcome::Failed, |it| outcome(&it, &commit)));
                }
            }
            Err(_) => {
                for (_, answer) in batch {
                    let _ = answer.send(Outcome::Failed);
                }
            }
        }
    }

    /// Writes, and tries again after what passes by itself.
    async fn write_patiently(&mut self, batch: &[&Commit]) -> Result<HashSet<String>, Trouble> {
        for attempt in 0..TRIES {
            let error = match tokio::time::timeout(PATIENCE, self.write(batch)).await {
                Ok(Ok(written)) => return Ok(written),
                Ok(Err(error)) => error,
                Err(_) => anyhow::anyhow!("the database does not answer"),
            };
            let refused = refusal(&error);
            let error = connect::told(&error);
            tracing::warn!(
                error,
                size = batch.len(),
                attempt,
                "moves could not be written"
            );
            match refused {
                Some(true) => {}
                Some(false) => return Err(Trouble::Refused),
                // Whatever state the connection is in, a new one is in a better.
                None => self.session = None,
            }
            tokio::time::sleep(Duration::from_millis(50 << attempt)).await;
        }
        Err(Trouble::Away)
    }

    /// One statement, one transaction; answers the games whose ply was as expected.
    async fn write(&mut self, batch: &[&Commit]) -> anyhow::Result<HashSet<String>> {
        if self
            .session
            .as_ref()
            .is_none_or(|(client, _)| client.is_closed())
        {
            let client = connect::client(&self.url).await?;
            client.batch_execute(LOCK_TIMEOUT).await?;
            let statement = client.prepare(WRITE).await?;
            self.session = Some((client, statement));
        }
        let Some((client, statement)) = &self.session else {
            anyhow::bail!("no connection");
        };
        let games = GameColumns::of(batch)?;
        let entries = EntryColumns::of(batch)?;
        let mails = MailColumns::of(batch);
        let snapshots = SnapshotColumns::of(batch)?;
        let seated = SeatColumns::of(batch);
        let orders = OrderColumns::of(batch);
        let rows = client
            .query(
                statement,
                &[
                    &games.id,
                    &games.expected,
                    &games.ply,
                    &games.head,
                    &games.acting,
                    &games.at,
                    &games.result,
                    &games.revision,
                    &games.bots,
                    &games.clocks,
                    &games.look_at,
                    &entries.game_id,
                    &entries.n,
                    &entries.kind,
                    &entries.seat,
                    &entries.seq,
                    &entries.mv,
                    &entries.leads_to,
                    &entries.by,
                    &entries.at,
                    &entries.hash,
                    &mails.game_id,
                    &mails.key,
                    &mails.kind,
                    &mails.player,
                    &mails.seat,
                    &mails.ply,
                    &mails.payload,
                    &mails.at,
                    &snapshots.game_id,
                    &snapshots.n,
                    &snapshots.state,
                    &seated.game_id,
                    &seated.seat,
                    &seated.player,
                    &seated.bot,
                    &seated.at,
                    &orders.game_id,
                    &orders.seat,
                    &orders.moves,
                ],
            )
            .await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }
}

/// Why a batch was not written.
#[derive(Debug)]
enum Trouble {
    /// The database refuses what is in it.
    Refused,
    /// The database could not be reached, or was too busy, often enough.
    Away,
}

/// Whether the database itself refused, and if so, whether trying again may help: two
/// transactions got in each other's way (class 40), or it is short of something (class 53).
fn refusal(error: &anyhow::Error) -> Option<bool> {
    let code = error
        .downcast_ref::<tokio_postgres::Error>()?
        .code()?
        .code();
    match &code[..2] {
        // Class 25: the server has become a standby, and the primary is elsewhere.
        "08" | "25" | "57" => None,
        "40" | "53" => Some(true),
        _ => Some(false),
    }
}

fn outcome(written: &HashSet<String>, commit: &Commit) -> Outcome {
    if written.contains(&commit.game_id) {
        Outcome::Written
    } else {
        Outcome::Lost
    }
}

const WRITE: &str = r#"
WITH moved AS (
    UPDATE games
    SET ply = new.ply, head = new.head, acting = new.acting, changed_at = new.at,
        status = CASE WHEN new.result IS NULL THEN 'running' ELSE 'finished' END,
        result = new.result::jsonb,
        finished_at = CASE WHEN new.result IS NULL THEN NULL ELSE new.at END,
        bots = new.bots, clocks = new.clocks::jsonb,
        look_at = CASE WHEN new.result IS NULL THEN LEAST(games.look_at, new.look_at) END
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::int[],
                $6::timestamptz[], $7::text[], $8::int[], $9::int[], $10::text[],
                $11::timestamptz[])
         AS new(id, expected, ply, head, acting, at, result, revision, bots, clocks, look_at)
    WHERE games.id = new.id AND games.ply = new.expected AND games.revision = new.revision
        AND games.status = 'running'
    RETURNING games.id
), logged AS (
    INSERT INTO entries (game_id, n, kind, seat, seq, "move", leads_to, by, at, hash)
    SELECT new.game_id, n, kind, seat, seq, mv::jsonb, leads_to, by, at, hash
    FROM unnest($12::text[], $13::bigint[], $14::text[], $15::smallint[], $16::int[],
                $17::text[], $18::text[], $19::text[], $20::timestamptz[], $21::bytea[])
         AS new(game_id, n, kind, seat, seq, mv, leads_to, by, at, hash)
    JOIN moved ON moved.id = new.game_id
), told AS (
    INSERT INTO outbox (game_id, key, kind, player_id, seat, ply, payload, created_at, due_at)
    SELECT new.game_id, key, kind, player, seat, ply, payload::jsonb, at, at
    FROM unnest($22::text[], $23::text[], $24::text[], $25::bigint[], $26::smallint[],
                $27::bigint[], $28::text[], $29::timestamptz[])
         AS new(game_id, key, kind, player, seat, ply, payload, at)
    JOIN moved ON moved.id = new.game_id
    ON CONFLICT DO NOTHING
), kept AS (
    INSERT INTO snapshots (game_id, n, state)
    SELECT new.game_id, n, state
    FROM unnest($30::text[], $31::bigint[], $32::bytea[]) AS new(game_id, n, state)
    JOIN moved ON moved.id = new.game_id
    ON CONFLICT DO NOTHING
), seated AS (
    UPDATE seats
    SET former_id = COALESCE(seats.player_id, seats.former_id), player_id = new.player,
        bot = new.bot, joined_at = new.at, invited_id = NULL
    FROM unnest($33::text[], $34::smallint[], $35::bigint[], $36::text[], $37::timestamptz[])
         AS new(game_id, seat, player, bot, at)
    JOIN moved ON moved.id = new.game_id
    WHERE seats.game_id = new.game_id AND seats.seat = new.seat
), forgotten AS (
    DELETE FROM orders
    USING unnest($33::text[], $34::smallint[]) AS new(game_id, seat)
    JOIN moved ON moved.id = new.game_id
    WHERE orders.game_id = new.game_id AND orders.seat = new.seat
), ordered AS (
    UPDATE orders SET moves = new.moves::jsonb
    FROM unnest($38::text[], $39::smallint[], $40::text[]) AS new(game_id, seat, moves)
    JOIN moved ON moved.id = new.game_id
    WHERE orders.game_id = new.game_id AND orders.seat = new.seat
)
SELECT id FROM moved
"#;
