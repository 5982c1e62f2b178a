//! Helpers for games with a pace, with a clock that the test sets.

use chrono::TimeDelta;
use common::clock::Moment;
use db::schema::{entries, outbox};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use letters::mailer::deliver_due;
use mail::mailbox::Stored;
use play::clocks::deadlines::look_at_all;
use serde_json::{Value, json};

use crate::helpers::*;

/// A moment of UTC, to the minute.
pub fn moment(text: &str) -> Moment {
    format!("{text}:00Z").parse().unwrap()
}

impl Server {
    /// Sets the clock of this node forward to a moment.
    pub fn at(&self, at: Moment) {
        let by = at - self.app.clock.now();
        assert!(by >= TimeDelta::zero(), "time goes forward: {at}");
        self.app.clock.forward(by);
    }

    /// Runs the clocks.
    pub async fn ticks(&self) {
        while look_at_all(&self.app).await.unwrap() > 0 {}
    }

    /// The mails of a kind that were ever put into the outbox: their keys.
    pub async fn told(&self, kind: &str) -> Vec<String> {
        outbox::table
            .filter(outbox::kind.eq(kind))
            .order((outbox::created_at, outbox::key))
            .select(outbox::key)
            .load(&mut self.app.db.get().await.unwrap())
            .await
            .unwrap()
    }

    /// How many entries of a kind there are.
    pub async fn entries(&self, kind: &str) -> i64 {
        entries::table
            .filter(entries::kind.eq(kind))
            .count()
            .get_result(&mut self.app.db.get().await.unwrap())
            .await
            .unwrap()
    }

    /// Returns the mails of a kind in a player's mailbox, after sending all due mail.
    pub async fn letters(&self, name: &str, kind: &str) -> Vec<Stored> {
        deliver_due(&self.app).await.unwrap();
        let address = format!("{name}@example.org");
        let mailbox = self.app.mail.mailbox().unwrap();
        let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
        mails.retain(|mail| mail.message_id.starts_with(&format!("{kind}.")));
        mails
    }
}

/// Creates a game of That's Life! with this pace. The first player begins.
pub async fn paced(players: &[&Player<'_>], pace: Value) -> String {
    let game = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": players.len(),
        "pace": pace});
    let game = players[0].makes(game).await;
    for player in &players[1..] {
        player.joins(&game).await;
    }
    game
}

/// The clock of a seat.
pub async fn clock(player: &Player<'_>, game: &str, seat: usize) -> Value {
    player.sees(game).await["seats"][seat]["clock"].clone()
}
