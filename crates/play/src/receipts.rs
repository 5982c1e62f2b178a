//! Receipts for players: signed statements of the server about a game, and the signing keys.
//!
//! All servers on one database share the keys. The first server to start creates the first key.
//! Moves are not signed when they are played. A reader who fetches the game gets its head signed,
//! and so do recipients of mails.

use base::current::Current;
use base::receipt::{Given, Key, LogState, PublicKey, Statement};
use common::clock::Moment;
use common::ids::{self, GameId};
use db::Conn;
use rules::{Game, Hash, Seat, ServerSeed};

use crate::look::Look;
use crate::refusal::{Refusal, Result};
use crate::store::games::{GameRow, SeatRow};
use crate::store::signing_keys;
use crate::{Play, tables};

/// Signs receipts with the newest key. It holds the key, so it has no `Debug`.
pub struct Receipts(Current<Key>);

impl Receipts {
    /// Reads the keys of this database. Creates the first one if there is none.
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

    /// Returns a receipt for a game that has begun, for the player in this seat or for a spectator.
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

    /// Returns a receipt for a view of a game.
    pub fn of_look(&self, look: &Look, at: Moment) -> Result<String> {
        match &look.game {
            Some(game) => Ok(self.of_game(game, look.seat, at)),
            None => self.of_table(&look.row, &look.seats, look.seat, at),
        }
    }

    /// Returns a receipt for a game that has not begun.
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

    /// Returns a receipt for a reservation: a seed that is bound to an id before the game exists.
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

/// A published key.
pub struct Published {
    /// The public key.
    pub key: PublicKey,
    /// The start of its use.
    pub since: Moment,
    /// The time from which the key counts as leaked.
    pub leaked_at: Option<Moment>,
}

/// Returns all keys that have signed receipts, the current one first.
pub async fn published(app: &Play) -> Result<Vec<Published>> {
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

/// Switches to the newest key in the database.
pub async fn take_up(app: &Play, conn: &mut Conn) -> Result<()> {
    let newest = signing_keys::newest(conn).await?;
    let newest =
        newest.ok_or_else(|| Refusal::internal("there is no key to sign receipts with"))?;
    let key = Key::new(&tables::bytes(&newest)?);
    if key.public() != app.receipts.0.get().public() {
        app.receipts.0.set(key);
    }
    Ok(())
}
