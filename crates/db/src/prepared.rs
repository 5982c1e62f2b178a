//! A dedicated connection for one frequent statement.

use std::time::Duration;

use anyhow::Context;
use tokio::time::Instant;
use tokio_postgres::{Client, Statement};

use crate::connect;
use crate::distributed::IS_DISTRIBUTED;

/// How long a plan is used. Tables grow: a plan made for an empty database scans all games.
/// Planning again lowered PostgreSQL's CPU time per GET of a game from 130 to 25 µs.
const PLANNED_FOR: Duration = Duration::from_secs(60);

/// The same question for one PostgreSQL, and for tables that Citus distributes.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The statement for one PostgreSQL.
    pub whole: &'static str,
    /// The statement for distributed tables.
    pub distributed: &'static str,
}

/// A connection, its prepared statement, and the time of its current plan.
pub struct Prepared {
    client: Client,
    is_distributed: bool,
    statement: Statement,
    planned: Instant,
}

impl Prepared {
    /// Connects, applies these settings to the session, and prepares the statement.
    pub async fn open(url: &str, settings: &str, question: Question) -> anyhow::Result<Prepared> {
        let client = connect::client(url).await?;
        let is_distributed = format!("SELECT {IS_DISTRIBUTED}");
        let is_distributed = client.query_one(&is_distributed, &[]).await?.get(0);
        // PostgreSQL plans the statement once, not for each execution, and uses keys even while the
        // tables are small. Citus has to know the keys when it plans.
        let (plans, asked) = match is_distributed {
            false => (
                "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;",
                question.whole,
            ),
            true => ("", question.distributed),
        };
        client.batch_execute(&format!("{plans} {settings}")).await?;
        let statement = client.prepare(asked).await.context("the statement")?;
        Ok(Prepared {
            client,
            is_distributed,
            statement,
            planned: Instant::now(),
        })
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Whether the tables are distributed.
    pub fn is_distributed(&self) -> bool {
        self.is_distributed
    }

    /// The connection.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the connection and the statement. Drops an old plan first.
    pub async fn ready(&mut self) -> Result<(&mut Client, &Statement), tokio_postgres::Error> {
        if self.planned.elapsed() > PLANNED_FOR {
            self.client.batch_execute("DISCARD PLANS").await?;
            self.planned = Instant::now();
        }
        Ok((&mut self.client, &self.statement))
    }
}
