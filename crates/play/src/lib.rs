//! Play: tables in memory, moves and how they are committed, clocks, orders, lists, deals, bots.
//!
//! [`Play`] is the state of this domain.

pub mod analysis;
pub mod audit;
pub mod bots;
pub mod cached_rows;
pub mod clocks;
pub mod damage;
pub mod deals;
pub mod draft;
pub mod export;
pub mod games_list;
pub mod holidays;
pub mod lobby;
pub mod look;
pub mod membership;
pub mod moves;
pub mod orders;
pub mod receipts;
pub mod refusal;
pub mod replacement;
pub mod replay;
pub mod store;
pub mod tables;

use std::ops::{Deref, DerefMut};

use accounts::Accounts;
use base::core::Transaction;
use db::Conn;

use crate::bots::Wakeup;
use crate::receipts::Receipts;
use crate::refusal::Result;
use crate::store::freshness::Freshness;
use crate::store::loader::{Loaded, Loader, Recent};
use crate::tables::Tables;

pub use crate::refusal::Refusal;

/// The state of games.
pub struct Play {
    /// The state of accounts.
    pub accounts: Accounts,
    /// Tells whether cached views of games are up to date.
    pub freshness: Freshness,
    /// Loads games from the database.
    pub loader: Loader<Loaded>,
    /// Reads the latest moves of games in memory.
    pub recent: Loader<Recent>,
    /// The live games, and the committer that writes their moves.
    pub tables: Tables,
    /// The keys that sign game states.
    pub receipts: Receipts,
    /// Wakes the bots when one of them has to decide.
    pub bots: Wakeup,
}

impl Play {
    /// Runs `what` as [`base::Core::transaction`] does, with the refusals of this domain.
    pub async fn transaction<T, F>(&self, what: F) -> Result<T>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T>, Fut: Send> + Send,
        T: Send,
    {
        self.core.transaction(what).await
    }

    /// Runs `what` as [`base::Core::once`] does, with the refusals of this domain.
    pub async fn once<T, F>(&self, what: F) -> Result<T>
    where
        F: for<'a> Transaction<&'a mut Conn, Result<T>, Fut: Send> + Send,
        T: Send,
    {
        self.core.once(what).await
    }
}

impl Deref for Play {
    type Target = Accounts;

    fn deref(&self) -> &Accounts {
        &self.accounts
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Accounts {
        &mut self.accounts
    }
}
