//! The columns of a batch: the arrays that the committer's statement unnests.

use common::clock::Moment;
use notices::outbox::NewMail;
use serde_json::Value;
use tokio_postgres::types::ToSql;

use crate::store::committer::{Commit, NewSitter};
use crate::store::entries::snapshot_hash;

/// A parameter of a statement.
pub(super) type Column<'a> = &'a (dyn ToSql + Sync);

#[derive(Default)]
pub(super) struct GameColumns<'a> {
    pub(super) id: Vec<&'a str>,
    pub(super) expected: Vec<i64>,
    pub(super) before: Vec<&'a [u8]>,
    pub(super) ply: Vec<i64>,
    pub(super) head: Vec<&'a [u8]>,
    pub(super) acting: Vec<i32>,
    pub(super) at: Vec<Moment>,
    pub(super) result: Vec<Option<String>>,
    pub(super) revision: Vec<i32>,
    pub(super) bots: Vec<i32>,
    pub(super) clocks: Vec<Option<String>>,
    pub(super) look_at: Vec<Option<Moment>>,
}

impl<'a> GameColumns<'a> {
    pub(super) fn of(batch: &[&'a Commit]) -> anyhow::Result<GameColumns<'a>> {
        let mut columns = GameColumns::default();
        for commit in batch {
            columns.id.push(&commit.game_id);
            columns.expected.push(commit.expected.try_into()?);
            columns.before.push(&commit.before.0);
            let ply = commit.expected + commit.entries.len() as u64;
            columns.ply.push(ply.try_into()?);
            columns.head.push(&commit.head.0);
            columns.acting.push(commit.acting.bits().into());
            columns.at.push(commit.at);
            columns
                .result
                .push(commit.result.as_ref().map(Value::to_string));
            columns.revision.push(commit.revision);
            columns.bots.push(commit.bots.bits().into());
            columns
                .clocks
                .push(commit.clocks.as_ref().map(Value::to_string));
            columns.look_at.push(commit.look_at);
        }
        Ok(columns)
    }

    /// The columns in the order of the statements.
    pub(super) fn values(&self) -> [Column<'_>; 12] {
        [
            &self.id,
            &self.expected,
            &self.before,
            &self.revision,
            &self.ply,
            &self.head,
            &self.acting,
            &self.at,
            &self.result,
            &self.bots,
            &self.clocks,
            &self.look_at,
        ]
    }
}

#[derive(Default)]
pub(super) struct EntryColumns<'a> {
    pub(super) game_id: Vec<&'a str>,
    pub(super) n: Vec<i64>,
    pub(super) kind: Vec<&'static str>,
    pub(super) seat: Vec<i16>,
    pub(super) seq: Vec<i32>,
    pub(super) mv: Vec<Option<&'a str>>,
    pub(super) leads_to: Vec<Option<&'static str>>,
    pub(super) by: Vec<Option<&'static str>>,
    pub(super) at: Vec<Moment>,
    pub(super) hash: Vec<&'a [u8]>,
}

impl<'a> EntryColumns<'a> {
    pub(super) fn of(batch: &[&'a Commit]) -> anyhow::Result<EntryColumns<'a>> {
        let mut columns = EntryColumns::default();
        for commit in batch {
            for entry in &commit.entries {
                columns.game_id.push(&commit.game_id);
                columns.n.push(entry.n.try_into()?);
                let (kind, mv, leads_to, by) = entry.body.members();
                columns.kind.push(kind.word());
                columns.seat.push(entry.seat.number().into());
                columns.seq.push(entry.seq.try_into()?);
                columns.mv.push(mv.map(|mv| mv.get()));
                columns.leads_to.push(leads_to.map(Into::into));
                columns.by.push(by.map(Into::into));
                columns.at.push(commit.at);
                columns.hash.push(&entry.hash.0);
            }
        }
        Ok(columns)
    }

    /// The columns in the order of the statements.
    pub(super) fn values(&self) -> [Column<'_>; 10] {
        [
            &self.game_id,
            &self.n,
            &self.kind,
            &self.seat,
            &self.seq,
            &self.mv,
            &self.leads_to,
            &self.by,
            &self.at,
            &self.hash,
        ]
    }
}

#[derive(Default)]
pub(super) struct MailColumns<'a> {
    pub(super) game_id: Vec<&'a str>,
    pub(super) key: Vec<&'a str>,
    pub(super) kind: Vec<&'a str>,
    pub(super) player: Vec<Option<i64>>,
    pub(super) seat: Vec<Option<i16>>,
    pub(super) ply: Vec<Option<i64>>,
    pub(super) payload: Vec<String>,
    pub(super) at: Vec<Moment>,
    pub(super) events: Vec<&'static str>,
}

impl<'a> MailColumns<'a> {
    pub(super) fn of(mails: impl Iterator<Item = &'a NewMail>) -> MailColumns<'a> {
        let mut columns = MailColumns::default();
        for mail in mails {
            let about = mail.columns();
            columns.game_id.push(about.game);
            columns.key.push(&mail.key);
            columns.kind.push(mail.kind.word());
            columns.player.push(mail.to.player().map(|it| it.0));
            columns
                .seat
                .push(about.seat.map(|seat| seat.number().into()));
            columns.ply.push(about.ply);
            columns.payload.push(mail.payload.to_string());
            columns.at.push(mail.created_at);
            columns.events.push(mail.events());
        }
        columns
    }

    /// The columns in the order of the statements, without `events`.
    pub(super) fn values(&self) -> [Column<'_>; 8] {
        [
            &self.game_id,
            &self.key,
            &self.kind,
            &self.player,
            &self.seat,
            &self.ply,
            &self.payload,
            &self.at,
        ]
    }
}

#[derive(Default)]
pub(super) struct SnapshotColumns<'a> {
    pub(super) game_id: Vec<&'a str>,
    pub(super) n: Vec<i64>,
    pub(super) state: Vec<&'a [u8]>,
    pub(super) hash: Vec<Vec<u8>>,
}

impl<'a> SnapshotColumns<'a> {
    pub(super) fn of(batch: &[&'a Commit]) -> anyhow::Result<SnapshotColumns<'a>> {
        let mut columns = SnapshotColumns::default();
        for commit in batch {
            if let Some(state) = &commit.snapshot {
                columns.game_id.push(&commit.game_id);
                let ply = commit.expected + commit.entries.len() as u64;
                columns.n.push(ply.try_into()?);
                columns.state.push(state);
                let hash = snapshot_hash(&commit.game_id, ply, state);
                columns.hash.push(hash.to_vec());
            }
        }
        Ok(columns)
    }

    /// The columns in the order of the statements.
    pub(super) fn values(&self) -> [Column<'_>; 4] {
        [&self.game_id, &self.n, &self.state, &self.hash]
    }
}

#[derive(Default)]
pub(super) struct SeatColumns<'a> {
    pub(super) game_id: Vec<&'a str>,
    pub(super) seat: Vec<i16>,
    pub(super) player: Vec<Option<i64>>,
    pub(super) bot: Vec<Option<&'static str>>,
    pub(super) at: Vec<Moment>,
}

impl<'a> SeatColumns<'a> {
    pub(super) fn of(batch: &[&'a Commit]) -> SeatColumns<'a> {
        let mut columns = SeatColumns::default();
        for commit in batch {
            for (seat, new_sitter) in &commit.seated {
                columns.game_id.push(&commit.game_id);
                columns.seat.push(seat.number().into());
                let (player, bot) = match new_sitter {
                    NewSitter::Player(player) => (Some(player.0), None),
                    NewSitter::Bot(bot) => (None, Some(bot.name())),
                };
                columns.player.push(player);
                columns.bot.push(bot);
                columns.at.push(commit.at);
            }
        }
        columns
    }
}

#[derive(Default)]
pub(super) struct OrderColumns<'a> {
    pub(super) game_id: Vec<&'a str>,
    pub(super) seat: Vec<i16>,
    pub(super) moves: Vec<String>,
    pub(super) conditional: Vec<String>,
}

impl<'a> OrderColumns<'a> {
    pub(super) fn of(batch: &[&'a Commit]) -> OrderColumns<'a> {
        let mut columns = OrderColumns::default();
        for commit in batch {
            for left in &commit.orders {
                columns.game_id.push(&commit.game_id);
                columns.seat.push(left.seat.number().into());
                columns.moves.push(left.moves.to_string());
                columns.conditional.push(left.conditional.to_string());
            }
        }
        columns
    }
}
