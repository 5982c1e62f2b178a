//! How often somebody may do something: the quotas, and what is counted in the memory of each
//! server.
//!
//! What must hold across servers (guesses at passwords and codes, mails that somebody asks for) is
//! counted in the database instead ([`super::tries`]).

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

use super::identity::mailbox;
use crate::refusal::{Refusal, Result};

/// How often somebody may try.
#[derive(Clone, Copy, Debug)]
pub struct Quotas {
    /// Wrong passwords and codes for one name from one client address, from one device that the
    /// player has used before, or in one session.
    pub guesses_per_name: Quota,
    /// Wrong passwords and codes for one name from anywhere, other than from devices that the
    /// player has used before.
    pub guesses_from_anywhere: Quota,
    /// Wrong codes of an app, of one player, by whoever has shown the first factor.
    pub second_factors: Quota,
    /// Wrong passwords, codes and passkeys, and requests for mail, from one client address.
    pub guesses_per_address: Quota,
    /// Challenges for an authenticator, asked for from one client address: each is kept for minutes.
    pub challenges: Quota,
    /// New accounts from one client address.
    pub sign_ups: Quota,
    /// Mails of one kind that are asked for, to one account or one mailbox.
    pub mails: Quota,
    /// Mails to addresses that nobody has shown to be theirs, asked for from one client address.
    pub new_addresses: Quota,
    /// The same to addresses of one domain.
    pub new_addresses_of_domain: Quota,
    /// Invitations of one player.
    pub invitations: Quota,
    /// Invitations to one player or address, from anybody; apart from `mails`, so that nobody can
    /// be kept from a code by inviting them.
    pub invitations_to: Quota,
    /// Games that one player makes.
    pub games: Quota,
    /// Messages of one player, in all games.
    pub messages: Quota,
    /// Bytes of one player's notes about games of others.
    pub notes: Quota,
    /// Reports of one player to the operator.
    pub reports: Quota,
    /// Holidays that one player takes: each is a mail to every opponent.
    pub holidays: Quota,
    /// Webhooks that one player makes, changes or tries: each asks for a host, or for an answer.
    pub webhooks: Quota,
    /// Browsers and phones that one player has told for the first time: each is a mail to that player.
    pub subscriptions: Quota,
    /// Requests for a token by programs without a browser, from one client address: each is kept for a while.
    pub devices: Quota,
    /// Codes for programs, of one player: each is kept for a while.
    pub grants: Quota,
    /// Looks at calendars and feeds by their secrets, right or wrong, from one client address.
    pub feeds: Quota,
    /// Mails that come in from one address, and mails for one address.
    pub inbound: Quota,
    /// Mails to one address that has no account and wrote to us.
    pub strangers: Quota,
    /// Mails to people without an account, at all addresses of one domain.
    pub strangers_of_domain: Quota,
    /// Mails to all such addresses where a mail server vouches for the sender.
    pub strangers_proven: Quota,
    /// The same where none does.
    pub strangers_unproven: Quota,
    /// Answers to one player about mails that may be from anybody.
    pub unproven: Quota,
    /// Answers to mails of one sender that led to nothing.
    pub vain: Quota,
    /// Looks of one reader at things as they are, and looks back; without end where there is none.
    pub looks: Option<(Quota, Quota)>,
}

/// How many seconds' worth of looks a reader may take at once.
const LOOKS_AT_ONCE: u32 = 20;

/// How many looks at things as they are weigh as much as a look back.
const LOOK_BACK: u32 = 5;

impl Quotas {
    /// The same, with so many new accounts an hour from each client address, and twice as many at once.
    pub fn with_sign_ups(self, an_hour: NonZeroU32) -> Quotas {
        let at_once = an_hour.saturating_mul(NonZeroU32::MIN.saturating_add(1));
        Quotas {
            sign_ups: Quota::per_hour(an_hour).allow_burst(at_once),
            ..self
        }
    }

    /// The usual ones, with so many looks a second for each reader.
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

/// Who looks at things: a player wherever they are, or whoever comes from one client address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// A player who is signed in.
    Player(PlayerId),
    /// Somebody else.
    Client(IpAddr),
}

/// What a reader looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Things as they are.
    Now,
    /// Things as they were, or drawn.
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
            // Three codes of a million are right at any time: one chance in a thousand in two days.
            second_factors: Quota::per_hour(number(10)),
            guesses_per_address: Quota::per_minute(number(60)),
            challenges: Quota::per_minute(number(600)),
            // A classroom may sign up at once; after that it goes slowly.
            sign_ups: Quota::per_hour(number(100)).allow_burst(number(200)),
            mails: Quota::per_hour(number(5)),
            // A school signs up at once, and all its addresses may have one domain.
            new_addresses: Quota::per_hour(number(60)).allow_burst(number(120)),
            new_addresses_of_domain: Quota::per_hour(number(20)).allow_burst(number(60)),
            invitations: Quota::per_hour(number(30)),
            invitations_to: Quota::per_hour(number(20)),
            games: Quota::per_hour(number(1000)).allow_burst(number(500)),
            messages: Quota::per_minute(number(10)).allow_burst(number(30)),
            // Five long notes at once, and as many again each day.
            notes: Quota::per_hour(number(2_000)).allow_burst(number(50_000)),
            reports: Quota::per_hour(number(10)),
            holidays: Quota::per_hour(number(1)).allow_burst(number(10)),
            webhooks: Quota::per_minute(number(10)).allow_burst(number(60)),
            subscriptions: Quota::per_hour(number(1)).allow_burst(number(30)),
            devices: Quota::per_minute(number(10)).allow_burst(number(60)),
            grants: Quota::per_minute(number(5)).allow_burst(number(30)),
            // Some of those who show calendars ask for many people.
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

/// The limits of one server.
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
    /// Hashes names and addresses, which have any length: no client decides how large a key is.
    names: RandomState,
}

impl Limits {
    /// Limits with these quotas.
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

    /// What is counted in the database.
    pub(super) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Counts a new account.
    pub fn sign_up(&self, client: IpAddr) -> Result<()> {
        self.sign_ups.count(&network(client))
    }

    /// Counts an invitation by a player to somebody, given by name or address.
    pub fn invitation(&self, from: PlayerId, to: &str) -> Result<()> {
        self.invitations.count(&from)?;
        let to = self.names.hash_one(mailbox(to));
        self.invitations_to.count(&to)
    }

    /// Counts a game that a player makes.
    pub fn game(&self, creator: PlayerId) -> Result<()> {
        self.games.count(&creator)
    }

    /// Counts a message that a player writes.
    pub fn message(&self, author: PlayerId) -> Result<()> {
        self.messages.count(&author)
    }

    /// Counts the bytes of a note that a player writes about a game of others.
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

    /// Counts a holiday that a player takes.
    pub fn holiday(&self, player: PlayerId) -> Result<()> {
        self.holidays.count(&player)
    }

    /// Counts a webhook that a player makes, changes or tries.
    pub fn webhook(&self, player: PlayerId) -> Result<()> {
        self.webhooks.count(&player)
    }

    /// Counts a new browser or phone that a player has told.
    pub fn subscription(&self, player: PlayerId) -> Result<()> {
        self.subscriptions.count(&player)
    }

    /// Counts a program that asks for a token.
    pub fn device(&self, client: IpAddr) -> Result<()> {
        self.devices.count(&network(client))
    }

    /// Counts a code that a player lets a program have.
    pub fn grant(&self, player: PlayerId) -> Result<()> {
        self.grants.count(&player)
    }

    /// Counts a look at a calendar or a feed.
    pub fn feed(&self, client: IpAddr) -> Result<()> {
        self.feeds.count(&network(client))
    }

    /// Counts a mail that comes in: for the secret address that it is for; at the address that
    /// everybody writes to, for whom it is from. Senders are easily forged: nobody is kept from
    /// playing by mails in their name, and nobody can close an address for all.
    pub fn inbound(&self, from: &str, to: &str) -> Result<()> {
        let counted = match (to.contains('+'), from.is_empty()) {
            (true, _) => ("to", to.to_lowercase()),
            (false, true) => return Ok(()),
            (false, false) => ("from", from.to_lowercase()),
        };
        self.inbound.count(&self.names.hash_one(counted))
    }

    /// Counts an answer to a mail in a player's name for which nobody vouches.
    pub fn unproven(&self, player: PlayerId) -> Result<()> {
        self.unproven.count(&player)
    }

    /// Counts a look at something.
    pub fn look(&self, reader: Reader, at: Looks) -> Result<()> {
        self.look_at_cost(reader, at, NonZeroU32::MIN)
    }

    /// Counts a look at something that costs as much as so many.
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

    /// Forgets everybody who has not tried lately; called now and then, so that memory stays
    /// bounded.
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

/// How often something may still be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What is counted.
    pub of: &'static str,
    /// How often it may be done at once.
    pub most: u32,
    /// In how many seconds it may be done as often again.
    pub window: u64,
    /// How often it may be done now.
    pub left: u32,
    /// In how many seconds once more.
    pub reset: u64,
}

tokio::task_local! {
    /// What a request has counted so far.
    static COUNTED: RefCell<Vec<Allowance>>;
}

/// Does this; answers what was counted on the way as well.
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
    /// Whether nobody is told: it counts what others have done, too.
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

    /// Counts so many at once: at most as many as there may be.
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
            .map_err(|retry_after| Refusal::TooMany { retry_after })
    }

    /// Says what is left to whoever has asked.
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
        // Where nobody has, as in a job, nobody is told.
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
    fn only_who_tried_lately_is_remembered() {
        let quota = Quota::with_period(std::time::Duration::from_nanos(1)).unwrap();
        let limit = Limit::new("tries", quota);
        limit.count(&1).unwrap();
        limit.forget_idle();
        assert!(limit.counts.is_empty());
    }
}
