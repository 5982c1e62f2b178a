//! Rate limits: all quotas, and the counters in the memory of each server.
//!
//! Limits that must hold across servers (guesses at passwords and codes, requested mails) are
//! counted in the database instead ([`crate::attempts`]).

use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use common::hosts::network;
use common::ids::PlayerId;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::{StateInformationMiddleware, StateSnapshot};
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::identity::mailbox;
use crate::refusal::{Refusal, Result};

/// The quotas of all rate limits.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    /// Wrong passwords and codes for one name from one client address, from one device that the
    /// player has used before, or in one session.
    pub guesses_per_name: Quota,
    /// Wrong passwords and codes for one name from anywhere, except from devices that the player
    /// has used before.
    pub guesses_from_anywhere: Quota,
    /// Wrong second-factor codes for one player, after a correct first factor.
    pub second_factors: Quota,
    /// Wrong passwords, codes and passkeys, and requests for mail, from one client address.
    pub guesses_per_address: Quota,
    /// Challenges for authenticators, per client address. The server stores each for minutes.
    pub challenges: Quota,
    /// New accounts from one client address.
    pub sign_ups: Quota,
    /// Requested mails of one kind, to one account or mailbox.
    pub mails: Quota,
    /// Mails to unconfirmed addresses, requested from one client address.
    pub new_addresses: Quota,
    /// The same, to addresses in one domain.
    pub new_addresses_of_domain: Quota,
    /// Invitations by one player.
    pub invitations: Quota,
    /// Invitations to one player or address, by all players. Separate from `mails`, so that
    /// invitations cannot block a code.
    pub invitations_to: Quota,
    /// New games of one player.
    pub games: Quota,
    /// Messages of one player, in all games.
    pub messages: Quota,
    /// Bytes of one player's notes about other people's games.
    pub notes: Quota,
    /// Reports of one player to the operator.
    pub reports: Quota,
    /// New holidays of one player. Each causes a mail to every opponent.
    pub holidays: Quota,
    /// Webhooks that one player creates, changes or tests. Each causes a DNS look-up or a request.
    pub webhooks: Quota,
    /// New push subscriptions of one player. Each causes a mail to that player.
    pub subscriptions: Quota,
    /// Device authorization requests from one client address. The server stores each for a while.
    pub devices: Quota,
    /// Authorization codes of one player. The server stores each for a while.
    pub grants: Quota,
    /// Requests for calendars and feeds, with right or wrong secrets, from one client address.
    pub feeds: Quota,
    /// Inbound mails from one address, and inbound mails to one address.
    pub inbound: Quota,
    /// Mails to one address without an account that has written to the server.
    pub strangers: Quota,
    /// Mails to people without an account, at all addresses of one domain.
    pub strangers_of_domain: Quota,
    /// Mails to all people without an account, for senders that a mail server has authenticated.
    pub strangers_proven: Quota,
    /// The same, for other senders.
    pub strangers_unproven: Quota,
    /// Replies to one player about mails with an unauthenticated sender.
    pub unproven: Quota,
    /// Replies to mails of one sender that achieved nothing.
    pub vain: Quota,
    /// Reads of current data, and reads of past or drawn data, per reader; `None` for no limit.
    pub looks: Option<(Quota, Quota)>,
}

/// The burst of reads, in seconds.
const LOOKS_AT_ONCE: u32 = 20;

/// One read of past data weighs as much as this many reads of current data.
const LOOK_BACK: u32 = 5;

impl Quotas {
    /// Sets the hourly quota of new accounts per client address. The burst is twice as high.
    pub fn with_sign_ups(self, an_hour: NonZeroU32) -> Quotas {
        let at_once = an_hour.saturating_mul(NonZeroU32::MIN.saturating_add(1));
        Quotas {
            sign_ups: Quota::per_hour(an_hour).allow_burst(at_once),
            ..self
        }
    }

    /// Returns the default quotas, with this many reads per second for each reader.
    pub fn with_looks(a_second: Option<NonZeroU32>) -> Quotas {
        let quota = |weight: u32, looks: NonZeroU32| {
            let at_once = (looks.get().saturating_mul(LOOKS_AT_ONCE) / weight).max(1);
            let at_once = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN);
            let pause = Duration::from_secs(u64::from(weight)) / looks.get();
            Some(Quota::with_period(pause)?.allow_burst(at_once))
        };
        let looks = a_second.and_then(|looks| Some((quota(1, looks)?, quota(LOOK_BACK, looks)?)));
        Quotas {
            looks,
            ..Quotas::default()
        }
    }
}

/// A quarter of a day.
const A_QUARTER: Duration = Duration::from_secs(6 * 3600);

/// The source of a read: a player, from any address, or a client address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// A signed-in player.
    Player(PlayerId),
    /// A client that is not signed in.
    Client(IpAddr),
}

/// The kind of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Current data.
    Now,
    /// Past data, or a drawing.
    Back,
}

impl Default for Quotas {
    fn default() -> Quotas {
        const fn number(n: u32) -> NonZeroU32 {
            match NonZeroU32::new(n) {
                Some(n) => n,
                None => NonZeroU32::MIN,
            }
        }
        fn a_day(count: NonZeroU32) -> Quota {
            let pause = Duration::from_secs(24 * 3600) / count.get();
            let quota = Quota::with_period(pause).unwrap_or(Quota::per_hour(NonZeroU32::MIN));
            quota.allow_burst(count)
        }
        Quotas {
            guesses_per_name: Quota::per_minute(number(10)),
            guesses_from_anywhere: Quota::per_hour(number(100)),
            // At any time, three codes in a million are valid. So an attacker's chance is one in a
            // thousand in two days.
            second_factors: Quota::per_hour(number(10)),
            guesses_per_address: Quota::per_minute(number(60)),
            challenges: Quota::per_minute(number(600)),
            // A classroom may sign up at once. After that, the quota refills slowly.
            sign_ups: Quota::per_hour(number(100)).allow_burst(number(200)),
            mails: Quota::per_hour(number(5)),
            // A school may sign up at once, with all its addresses in one domain.
            new_addresses: Quota::per_hour(number(60)).allow_burst(number(120)),
            new_addresses_of_domain: Quota::per_hour(number(20)).allow_burst(number(60)),
            invitations: Quota::per_hour(number(30)),
            invitations_to: Quota::per_hour(number(20)),
            games: Quota::per_hour(number(1000)).allow_burst(number(500)),
            messages: Quota::per_minute(number(10)).allow_burst(number(30)),
            // Five long notes at once, and about as much again each day.
            notes: Quota::per_hour(number(2_000)).allow_burst(number(50_000)),
            reports: Quota::per_hour(number(10)),
            holidays: Quota::per_hour(number(1)).allow_burst(number(10)),
            webhooks: Quota::per_minute(number(10)).allow_burst(number(60)),
            subscriptions: Quota::per_hour(number(1)).allow_burst(number(30)),
            devices: Quota::per_minute(number(10)).allow_burst(number(60)),
            grants: Quota::per_minute(number(5)).allow_burst(number(30)),
            // Some calendar services fetch for many people.
            feeds: Quota::per_minute(number(60)).allow_burst(number(300)),
            inbound: Quota::per_hour(number(120)).allow_burst(number(60)),
            strangers: Quota::with_period(A_QUARTER).unwrap_or(Quota::per_hour(number(1))),
            strangers_of_domain: Quota::per_hour(number(30)),
            strangers_proven: Quota::per_hour(number(600)),
            strangers_unproven: Quota::per_hour(number(60)),
            unproven: Quota::per_hour(number(20)).allow_burst(number(20)),
            vain: a_day(number(10)),
            looks: None,
        }
    }
}

/// The rate limits of one server.
pub struct Limits {
    quotas: Quotas,
    sign_ups: Limit<IpAddr>,
    invitations: Limit<PlayerId>,
    invitations_to: Limit<u64>,
    games: Limit<PlayerId>,
    messages: Limit<PlayerId>,
    notes: Limit<PlayerId>,
    reports: Limit<PlayerId>,
    holidays: Limit<PlayerId>,
    webhooks: Limit<PlayerId>,
    subscriptions: Limit<PlayerId>,
    devices: Limit<IpAddr>,
    grants: Limit<PlayerId>,
    feeds: Limit<IpAddr>,
    inbound: Limit<u64>,
    unproven: Limit<PlayerId>,
    looks: Option<(Limit<Reader>, Limit<Reader>)>,
    /// Hashes names and addresses, so that a client cannot choose the size of a key.
    names: RandomState,
}

impl Limits {
    /// Creates limits with these quotas.
    pub fn new(quotas: Quotas) -> Limits {
        Limits {
            quotas,
            sign_ups: Limit::new("sign ups", quotas.sign_ups),
            invitations: Limit::new("invitations", quotas.invitations),
            invitations_to: Limit::silent("invitations to", quotas.invitations_to),
            games: Limit::new("games", quotas.games),
            messages: Limit::new("messages", quotas.messages),
            notes: Limit::new("notes", quotas.notes),
            reports: Limit::new("reports", quotas.reports),
            holidays: Limit::new("holidays", quotas.holidays),
            webhooks: Limit::new("webhooks", quotas.webhooks),
            subscriptions: Limit::new("subscriptions", quotas.subscriptions),
            devices: Limit::new("devices", quotas.devices),
            grants: Limit::new("grants", quotas.grants),
            feeds: Limit::new("feeds", quotas.feeds),
            inbound: Limit::new("inbound", quotas.inbound),
            unproven: Limit::new("unproven", quotas.unproven),
            looks: quotas
                .looks
                .map(|(now, back)| (Limit::new("looks", now), Limit::new("looks back", back))),
            names: RandomState::new(),
        }
    }

    /// Returns the quotas, for the counters in the database.
    pub(super) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Counts a new account.
    pub fn sign_up(&self, client: IpAddr) -> Result<()> {
        self.sign_ups.count(&network(client))
    }

    /// Counts an invitation by a player to a name or address.
    pub fn invitation(&self, from: PlayerId, to: &str) -> Result<()> {
        self.invitations.count(&from)?;
        let to = self.names.hash_one(mailbox(to));
        self.invitations_to.count(&to)
    }

    /// Counts a new game of a player.
    pub fn game(&self, creator: PlayerId) -> Result<()> {
        self.games.count(&creator)
    }

    /// Counts a message that a player writes.
    pub fn message(&self, author: PlayerId) -> Result<()> {
        self.messages.count(&author)
    }

    /// Counts the bytes of a player's note about other people's games.
    pub fn note(&self, writer: PlayerId, bytes: usize) -> Result<()> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        match NonZeroU32::new(bytes) {
            Some(bytes) => self.notes.count_as(&writer, bytes),
            None => Ok(()),
        }
    }

    /// Counts a report to the operator.
    pub fn report(&self, reporter: PlayerId) -> Result<()> {
        self.reports.count(&reporter)
    }

    /// Counts a new holiday of a player.
    pub fn holiday(&self, player: PlayerId) -> Result<()> {
        self.holidays.count(&player)
    }

    /// Counts a webhook that a player creates, changes or tests.
    pub fn webhook(&self, player: PlayerId) -> Result<()> {
        self.webhooks.count(&player)
    }

    /// Counts a new push subscription of a player.
    pub fn subscription(&self, player: PlayerId) -> Result<()> {
        self.subscriptions.count(&player)
    }

    /// Counts a device authorization request.
    pub fn device(&self, client: IpAddr) -> Result<()> {
        self.devices.count(&network(client))
    }

    /// Counts an authorization code of a player.
    pub fn grant(&self, player: PlayerId) -> Result<()> {
        self.grants.count(&player)
    }

    /// Counts a request for a calendar or a feed.
    pub fn feed(&self, client: IpAddr) -> Result<()> {
        self.feeds.count(&network(client))
    }

    /// Counts an inbound mail. Mail to a secret address counts for that address. Mail to the public
    /// address counts for its sender. Senders are easily forged, so mails in a player's name must
    /// not stop the player, and no sender can block an address for everybody.
    pub fn inbound(&self, from: &str, to: &str) -> Result<()> {
        let counted = match (to.contains('+'), from.is_empty()) {
            (true, _) => ("to", to.to_lowercase()),
            (false, true) => return Ok(()),
            (false, false) => ("from", from.to_lowercase()),
        };
        self.inbound.count(&self.names.hash_one(counted))
    }

    /// Counts a reply to an unauthenticated mail in a player's name.
    pub fn unproven(&self, player: PlayerId) -> Result<()> {
        self.unproven.count(&player)
    }

    /// Counts a read.
    pub fn look(&self, reader: Reader, at: Looks) -> Result<()> {
        self.look_at_cost(reader, at, NonZeroU32::MIN)
    }

    /// Counts a read that costs as much as `cost` reads.
    pub fn look_at_cost(&self, reader: Reader, at: Looks, cost: NonZeroU32) -> Result<()> {
        let Some((now, back)) = &self.looks else {
            return Ok(());
        };
        let reader = match reader {
            Reader::Player(player) => Reader::Player(player),
            Reader::Client(client) => Reader::Client(network(client)),
        };
        match at {
            Looks::Now => now.count_as(&reader, cost),
            Looks::Back => back.count_as(&reader, cost),
        }
    }

    /// Drops idle counters. A job calls this regularly, so that memory stays bounded.
    pub fn forget_idle(&self) {
        self.sign_ups.forget_idle();
        self.invitations.forget_idle();
        self.invitations_to.forget_idle();
        self.games.forget_idle();
        self.messages.forget_idle();
        self.notes.forget_idle();
        self.reports.forget_idle();
        self.holidays.forget_idle();
        self.webhooks.forget_idle();
        self.subscriptions.forget_idle();
        self.devices.forget_idle();
        self.grants.forget_idle();
        self.feeds.forget_idle();
        self.inbound.forget_idle();
        self.unproven.forget_idle();
        if let Some((now, back)) = &self.looks {
            now.forget_idle();
            back.forget_idle();
        }
    }
}

/// The state of a rate limit for the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The name of the limit.
    pub of: &'static str,
    /// The burst size.
    pub most: u32,
    /// The seconds in which the whole burst refills.
    pub window: u64,
    /// The remaining permits.
    pub left: u32,
    /// The seconds until the next permit.
    pub reset: u64,
}

tokio::task_local! {
    /// The limits that the request has counted so far.
    static COUNTED: RefCell<Vec<Allowance>>;
}

/// Runs `work`. Returns its output and the limits that it counted.
pub async fn counted<W: Future>(work: W) -> (W::Output, Vec<Allowance>) {
    let work = async {
        let done = work.await;
        (done, COUNTED.with(RefCell::take))
    };
    COUNTED.scope(RefCell::default(), work).await
}

type Counts<K> =
    RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>;

struct Limit<K: Hash + Eq + Clone> {
    of: &'static str,
    quota: Quota,
    counts: Counts<K>,
    /// Whether the limit is hidden from the caller, because it also counts other people's actions.
    silent: bool,
}

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(of: &'static str, quota: Quota) -> Limit<K> {
        Limit {
            of,
            quota,
            counts: RateLimiter::keyed(quota).with_middleware(),
            silent: false,
        }
    }

    fn silent(of: &'static str, quota: Quota) -> Limit<K> {
        Limit {
            silent: true,
            ..Limit::new(of, quota)
        }
    }

    fn count(&self, key: &K) -> Result<()> {
        self.count_as(key, NonZeroU32::MIN)
    }

    /// Counts `cost` permits, but at most the burst size.
    fn count_as(&self, key: &K, cost: NonZeroU32) -> Result<()> {
        let cost = cost.min(self.quota.burst_size());
        let counted = self
            .counts
            .check_key_n(key, cost)
            .map_err(Refusal::internal)?;
        let counted = counted.map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            wait.as_secs() + 1
        });
        if !self.silent {
            self.tell(&counted);
        }
        counted
            .map(drop)
            .map_err(|retry_after| base::Refusal::RateLimited { retry_after }.into())
    }

    /// Records the remaining permits for the caller.
    fn tell(&self, counted: &std::result::Result<StateSnapshot, u64>) {
        let each = self.quota.replenish_interval();
        let allowance = Allowance {
            of: self.of,
            most: self.quota.burst_size().get(),
            window: (each * self.quota.burst_size().get()).as_secs().max(1),
            left: counted
                .as_ref()
                .map_or(0, StateSnapshot::remaining_burst_capacity),
            reset: counted
                .as_ref()
                .err()
                .copied()
                .unwrap_or(each.as_secs().max(1)),
        };
        // Outside of a request, as in a job, there is no record.
        let _ = COUNTED.try_with(|it| it.borrow_mut().push(allowance));
    }

    fn forget_idle(&self) {
        self.counts.retain_recent();
        self.counts.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_rate_limit_counters_are_forgotten() {
        let quota = Quota::with_period(std::time::Duration::from_nanos(1)).unwrap();
        let limit = Limit::new("tries", quota);
        limit.count(&1).unwrap();
        limit.forget_idle();
        assert!(limit.counts.is_empty());
    }
}
