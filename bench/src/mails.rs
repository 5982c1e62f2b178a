//! Mails: how fast they are sent, and their cost for players who move at the same time.
//!
//! The mails are queued while no worker runs. Then a worker is started, and observed until its
//! queue is empty or the time is up.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::spread;
use crate::load::{IN_FLIGHT, Measured};
use crate::server::{Data, Server};
use crate::sink::Sink;
use crate::subject::Subject;
use crate::table;

/// The polling interval for the queue.
const LOOK: Duration = Duration::from_millis(20);

/// Keeps only turn notices whose turn is over.
const ONLY_SUPERSEDED: &str = "DELETE FROM outbox USING games \
     WHERE games.id = game_id AND (outbox.kind <> 'your_turn' OR outbox.status <> 'waiting' \
         OR outbox.ply >= games.ply OR games.acting & (1 << outbox.seat) <> 0)";

/// Keeps only turn notices.
const ONLY_TURNS: &str = "DELETE FROM outbox WHERE kind <> 'your_turn'";

impl Subject<'_> {
    /// Measures moves, alternately while the same process mails their notices and while no process
    /// does. Each alternative runs four times for a quarter of the time, with a freshly started
    /// process. The difference is the cost of the worker. A slow moment of the machine affects
    /// both, or only one turn of four.
    pub(crate) async fn moves_with_mail(&mut self, sink: &Sink) {
        let (with, without) = (("all", table::WITH_MAIL), ("web", table::WITHOUT_MAIL));
        let turns = [without, with, with, without, with, without, without, with];
        for (role, what) in turns {
            self.empty_outbox().await;
            let data = Data::In(self.database, &self.name);
            let server = Server::start(&self.program, data, role, Some(sink.address));
            self.moves_at(&server, what).await;
        }
    }

    /// Measures the disposal of superseded notices that moves have left in the outbox.
    pub(crate) async fn superseded(&mut self, sink: &Sink) {
        self.keep(ONLY_SUPERSEDED).await;
        let [mails, ..] = self.drain(table::SUPERSEDED, sink).await;
        assert_eq!(mails, 0, "somebody was told of a turn that was over");
    }

    /// Measures mails that are sent: turn mails, and mails about cancelled games.
    pub(crate) async fn mails(&mut self, sink: &Sink) {
        self.empty_outbox().await;
        // A turn is a roll and a move.
        for _ in 0..2 {
            self.advance(self.address()).await;
        }
        self.keep(ONLY_TURNS).await;
        let [mails, pictures, bytes] = self.drain(table::PICTURES, sink).await;
        self.results
            .note(table::SIZE, bytes as f64 / mails as f64 / 1e3);
        self.results
            .note(table::SHARE, pictures as f64 / mails as f64);

        self.empty_outbox().await;
        self.cancel_games().await;
        let [_, pictures, _] = self.drain(table::PLAIN, sink).await;
        assert_eq!(pictures, 0, "a mail had a picture");
        self.empty_outbox().await;
    }

    /// Empties the outbox.
    pub(super) async fn empty_outbox(&self) {
        self.keep("TRUNCATE outbox").await;
    }

    async fn keep(&self, statement: &str) {
        let admin = self.database.admin(&self.name).await;
        admin.execute(statement, &[]).await.unwrap();
    }

    /// Creates and cancels games, each with one other seated player, who gets a mail.
    async fn cancel_games(&self) {
        let players = &self.players;
        let numbers = (0..self.shown.len()).collect();
        spread(
            self.address(),
            IN_FLIGHT,
            numbers,
            async |connection, number: usize| {
                let token = |player: usize| Some(players[player % players.len()].token.as_str());
                let body = json!({"kind": "thats-life", "seats": 3});
                let made = connection
                    .call("POST", "/v1/games", token(number), &body)
                    .await;
                let path = format!("/v1/games/{}", made["id"].as_str().unwrap());
                let seats = format!("{path}/seats");
                connection
                    .call("POST", &seats, token(number + 1), &json!({}))
                    .await;
                connection
                    .call("DELETE", &path, token(number), &json!(null))
                    .await;
            },
        )
        .await;
    }

    /// Has a worker process the outbox. Returns the number of mails, pictures and bytes that
    /// arrived.
    async fn drain(&mut self, what: &str, sink: &Sink) -> [u64; 3] {
        self.settle().await;
        sink.take();
        let admin = self.database.admin(&self.name).await;
        let count = "SELECT count(*) FILTER (WHERE status = 'waiting'), \
             count(*) FILTER (WHERE status IN ('sent', 'dropped')) FROM outbox";
        let any = "SELECT EXISTS (SELECT FROM outbox WHERE status = 'waiting')";
        let data = Data::In(self.database, &self.name);
        let worker = Server::start(&self.program, data, "worker", Some(sink.address));
        let meter = self.meter(&worker);
        let (before, began) = (meter.read(), Instant::now());
        while began.elapsed() < self.pace.time && admin.query_one(any, &[]).await.unwrap().get(0) {
            tokio::time::sleep(LOOK).await;
        }
        let (took, used) = (began.elapsed(), meter.read() - before);
        let counts = admin.query_one(count, &[]).await.unwrap();
        let [left, done] = [0, 1].map(|i| counts.get::<_, i64>(i));
        eprintln!("{done} were dealt with, {left} were left after {took:.1?}");
        let done = u64::try_from(done).unwrap();
        self.results.add(what, Measured::of(done, took, used));
        drop(worker);
        sink.take()
    }
}
