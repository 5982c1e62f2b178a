//! Receipts for players: what the server states of a game to a reader, and the keys that it signs
//! with.
//!
//! All servers on one database share the keys; the first is drawn by whoever starts first. Moves
//! are not signed as they are played: who asks for the game gets its head signed, and so do mails.

use common::clock::Moment;
use common::ids::{self, GameId};
use db::Conn;
use rules::{Game, Hash, Seat, ServerSeed};

use super::look::Look;
use super::tables;
use crate::current::Current;
use crate::receipt::{Given, Key, LogState, PublicKey, Statement};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::games::{GameRow, SeatRow};
use crate::store::signing_keys;

/// Signs receipts, with the newest key. No `Debug`: it holds the key.
pub struct Receipts(Current<Key>);

impl Receipts {
    /// With the key of this database, which is drawn where there is none yet.
    pub async fn open(conn: &mut Conn, now: Moment) -> anyhow::Result<Receipts> {
        let mut keys = signing_keys::all(conn).await?;
        if keys.is_empty() {
            signing_keys::put_first(conn, &ids::random_bytes::<32>(), now).await?;
            keys = signing_keys::all(conn).await?;
        }
        let newest = keys
            .first()
            .ok_or_else(|| anyhow::anyhow!("there is no key to sign receipts with"))?;
        let key = Key::new(&tables::bytes(&newest.secret)?);
        Ok(Receipts(Current::new(key)))
    }

    /// Of a game that has begun, to whoever has this seat, or to anybody.
    pub fn of_game(&self, game: &Game, seat: Option<Seat>, at: Moment) -> String {
        let header = game.header();
        let given = seat.and_then(|seat| {
            let entropy = header.entropies.get(seat.index())?.clone();
            Some(Given { seat, entropy })
        });
        let statement = Statement {
            game: header.id.clone(),
            rules: Some(header.rules.clone()),
            seed_commitment: header.seed_commitment,
            log: Some(LogState {
                n: game.ply(),
                head: game.head(),
            }),
            seat: given,
        };
        self.0.get().sign(statement, at)
    }

    /// Of a game as somebody finds it.
    pub fn of_look(&self, look: &Look, at: Moment) -> Result<String> {
        match &look.game {
            Some(game) => Ok(self.of_game(game, look.seat, at)),
            None => self.of_table(&look.row, &look.seats, look.seat, at),
        }
    }

    /// Of a game that has not begun.
    fn of_table(
        &self,
        row: &GameRow,
        seats: &[SeatRow],
        seat: Option<Seat>,
        at: Moment,
    ) -> Result<String> {
        let given = seat.and_then(|seat| {
            let row = seats.iter().find(|row| row.seat == seat)?;
            Some(Given {
                seat,
                entropy: row.entropy.clone(),
            })
        });
        let statement = Statement {
            game: row.id.to_string(),
            rules: Some(row.rules.clone()),
            seed_commitment: Hash(tables::bytes(&row.seed_commitment)?),
            log: None,
            seat: given,
        };
        Ok(self.0.get().sign(statement, at))
    }

    /// Of a seed that is bound to an id before there is a game.
    pub fn of_reservation(&self, id: &GameId, seed: &ServerSeed, at: Moment) -> String {
        let statement = Statement {
            game: id.to_string(),
            rules: None,
            seed_commitment: Hash(seed.commitment()),
            log: None,
            seat: None,
        };
        self.0.get().sign(statement, at)
    }
}

/// A key as it is published.
pub struct Published {
    /// The key.
    pub key: PublicKey,
    /// Since when it is in use.
    pub since: Moment,
    /// Since when somebody else may have it.
    pub leaked_at: Option<Moment>,
}

/// All keys that receipts were signed with, the one in use first.
pub async fn published(app: &App) -> Result<Vec<Published>> {
    let mut conn = app.db.get().await?;
    let rows = signing_keys::all(&mut conn).await?;
    let mut leaked_at = None;
    rows.iter()
        .map(|row| {
            let published = Published {
                key: Key::new(&tables::bytes(&row.secret)?).public(),
                since: row.since,
                leaked_at,
            };
            if row.earlier_leaked {
                leaked_at = Some(row.since);
            }
            Ok(published)
        })
        .collect()
}

/// Signs with the newest key from now on.
pub(super) async fn take_up(app: &App, conn: &mut Conn) -> Result<()> {
    let newest = signing_keys::newest(conn).await?;
    let newest =
        newest.ok_or_else(|| Refusal::internal("there is no key to sign receipts with"))?;
    let key = Key::new(&tables::bytes(&newest)?);
    if key.public() != app.receipts.0.get().public() {
        app.receipts.0.set(key);
    }
    Ok(())
}
