//! Rate limits that all nodes share, in the database: guesses at passwords and codes, and requests
//! for mails.
//!
//! A guess is counted before it is checked, so parallel guesses gain nothing. A correct guess is
//! refunded, so only failures count. Guesses by strangers in a player's name never lock out a
//! device from which the player has signed in before ([`crate::devices`]), a signed-in player, or a
//! link from a mail.
//!
//! [`crate::limits`] has the limits that each node applies alone.

use std::net::IpAddr;

use chrono::TimeDelta;
use common::clock::Moment;
use common::hosts::network;
use common::ids::{self, PlayerId};
use db::Conn;
use governor::Quota;

use crate::Accounts;
use crate::identity::{domain, mailbox};
use crate::refusal::{Refusal, Result};
use crate::store::players::Player;
use crate::store::quotas;

/// A day. The first two wrong second factors in a day are slips. The next one causes a mail, at
/// most one a day.
const A_DAY: TimeDelta = TimeDelta::days(1);

/// The source of a guess.
pub enum Guesser<'a> {
    /// A client that gives this name, by its key. An invalid name counts for the client alone.
    Named(Option<&'a str>),
    /// A device from which the player has signed in before.
    Known(&'a str),
    /// A signed-in player, by session.
    SignedIn(&'a str),
}

/// A counted guess.
pub struct Guess(Vec<(Vec<u8>, TimeDelta)>);

/// The purpose of a requested mail. Each has its own limit, so that requests for one kind of mail
/// do not block another.
pub enum Asked<'a> {
    /// A sign-in mail for a player, by name.
    SignIn(&'a str),
    /// A password reset for this address.
    Reset(&'a str),
    /// A mail to an unconfirmed address, requested by this client.
    Unproven(&'a str, IpAddr),
    /// A mail that a signed-in player requests.
    Own(PlayerId),
    /// A notice of a change, to an unconfirmed address.
    Told(&'a str),
}

/// Counts a guess by this client.
pub async fn guess(app: &Accounts, client: IpAddr, who: Guesser<'_>) -> Result<Guess> {
    let quotas = app.limits.quotas();
    let network = network(client).to_string();
    let client = || ("client", network.clone(), quotas.guesses_per_address);
    let wanted = match who {
        Guesser::Named(None) => vec![client()],
        Guesser::Named(Some(name)) => vec![
            client(),
            ("name", format!("{name}/{network}"), quotas.guesses_per_name),
            ("anywhere", name.to_owned(), quotas.guesses_from_anywhere),
        ],
        Guesser::Known(device) => vec![("device", device.to_owned(), quotas.guesses_per_name)],
        Guesser::SignedIn(session) => {
            vec![("session", session.to_owned(), quotas.guesses_per_name)]
        }
    };
    let mut conn = app.db.get().await?;
    let mut counted = Vec::with_capacity(wanted.len());
    for (bucket, key, quota) in wanted {
        counted.push(count(&mut conn, app, bucket, &key, quota).await?);
    }
    Ok(Guess(counted))
}

impl Guess {
    /// Refunds a correct guess. If the database fails, the guess stays counted.
    pub(super) async fn was_right(self, app: &Accounts) {
        if let Err(refusal) = self.give_back(app).await {
            tracing::warn!(%refusal, "a correct password or code could not be recorded and counts as wrong");
        }
    }

    async fn give_back(self, app: &Accounts) -> Result<()> {
        let mut conn = app.db.get().await?;
        Ok(self.was_right_in(&mut conn).await?)
    }

    /// Refunds a correct guess in the caller's transaction.
    pub(super) async fn was_right_in(self, conn: &mut Conn) -> diesel::QueryResult<()> {
        for (key, each) in &self.0 {
            quotas::give_back(conn, key, *each).await?;
        }
        Ok(())
    }
}

/// Counts a second-factor code for this player, from any client that has passed the first factor.
/// Runs in the caller's transaction.
pub async fn second_factor(conn: &mut Conn, app: &Accounts, player: PlayerId) -> Result<Guess> {
    let quota = app.limits.quotas().second_factors;
    let counted = count(conn, app, "second factor", &player.to_string(), quota).await?;
    Ok(Guess(vec![counted]))
}

/// Whether to notify the player of a wrong second factor after a correct first one. People mistype,
/// so the first two a day are ignored, and at most one mail is sent a day. Runs in the caller's
/// transaction.
pub(super) async fn are_worth_a_mail(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
) -> diesel::QueryResult<bool> {
    let slips = stored("second factor slips", &player.to_string());
    let is_slip = quotas::take(conn, &slips, A_DAY / 2, A_DAY, now)
        .await?
        .is_none();
    if is_slip {
        return Ok(false);
    }
    let told = stored("second factor told", &player.to_string());
    let is_first = quotas::take(conn, &told, A_DAY, A_DAY, now).await?;
    Ok(is_first.is_none())
}

/// Counts a stored challenge for an authenticator. It is not a guess, but takes storage.
pub async fn challenge(conn: &mut Conn, app: &Accounts, client: IpAddr) -> Result<()> {
    let network = network(client).to_string();
    let quota = app.limits.quotas().challenges;
    count(conn, app, "challenge", &network, quota)
        .await
        .map(drop)
}

/// Counts a request or a wrong credential from a client that is not signed in.
pub async fn client(app: &Accounts, client: IpAddr) -> Result<()> {
    guess(app, client, Guesser::Named(None)).await.map(drop)
}

/// Counts a mail. A mail to an unconfirmed address also counts for the client, and for the client
/// with the address's domain, because a mailbox may have more aliases than [`mailbox`] knows. The
/// domain is counted per client, so that no client blocks mails for others.
pub async fn mail(conn: &mut Conn, app: &Accounts, asked: Asked<'_>) -> Result<()> {
    let quotas = app.limits.quotas();
    if let Asked::Unproven(email, client) = asked {
        let network = network(client).to_string();
        let both = format!("{}/{network}", domain(email));
        let (all, of_domain) = (quotas.new_addresses, quotas.new_addresses_of_domain);
        count(conn, app, "new addresses", &network, all).await?;
        count(conn, app, "new addresses of domain", &both, of_domain).await?;
    }
    let (bucket, key) = match asked {
        Asked::SignIn(name) => ("mail sign in", name.to_owned()),
        Asked::Reset(email) => ("mail reset", email.to_lowercase()),
        Asked::Unproven(email, _) => ("mail unproven", mailbox(email)),
        Asked::Own(player) => ("mail own", player.to_string()),
        Asked::Told(email) => ("mail told", mailbox(email)),
    };
    count(conn, app, bucket, &key, quotas.mails).await.map(drop)
}

/// Counts a mail to a person without an account, in the caller's transaction: per mailbox, per
/// domain, and in total. Authenticated senders have their own total. So neither forged mails nor
/// the owner of a domain can block others.
pub async fn stranger(conn: &mut Conn, app: &Accounts, email: &str, proven: bool) -> Result<()> {
    let quotas = app.limits.quotas();
    let all = match proven {
        true => ("strangers proven", quotas.strangers_proven),
        false => ("strangers unproven", quotas.strangers_unproven),
    };
    count(conn, app, "stranger", &mailbox(email), quotas.strangers).await?;
    let of_domain = quotas.strangers_of_domain;
    count(conn, app, "strangers of domain", &domain(email), of_domain).await?;
    count(conn, app, all.0, "", all.1).await.map(drop)
}

/// Counts an answer to a mail that achieved nothing, by mailbox or by address of a seat.
/// Unauthenticated mails count separately, so that forged ones do not use up the owner's answers.
pub async fn in_vain(app: &Accounts, key: &str, proven: bool) -> Result<()> {
    let bucket = match proven {
        true => "in vain proven",
        false => "in vain unproven",
    };
    let quota = app.limits.quotas().vain;
    let mut conn = app.db.get().await?;
    count(&mut conn, app, bucket, key, quota).await.map(drop)
}

/// Clears the counters for a player's name and for mails that the player can request. With
/// `client`, also clears those for that client.
pub async fn forgive(
    conn: &mut Conn,
    player: &Player,
    client: Option<IpAddr>,
) -> diesel::QueryResult<usize> {
    let name = player.name.to_ascii_lowercase();
    let mut keys = vec![
        stored("anywhere", &name),
        stored("second factor", &player.id.to_string()),
        stored("mail sign in", &name),
        stored("mail own", &player.id.to_string()),
    ];
    if let Some(email) = &player.email {
        keys.push(stored("mail reset", &email.to_lowercase()));
    }
    if let Some(client) = client {
        let network = network(client).to_string();
        keys.push(stored("name", &format!("{name}/{network}")));
        keys.push(stored("client", &network));
        keys.push(stored("challenge", &network));
    }
    quotas::forget(conn, &keys).await
}

/// Returns the key of a counter in the database.
fn stored(bucket: &str, key: &str) -> Vec<u8> {
    ids::secret_hash(&format!("{bucket}/{key}"))
}

async fn count(
    conn: &mut Conn,
    app: &Accounts,
    bucket: &str,
    key: &str,
    quota: Quota,
) -> Result<(Vec<u8>, TimeDelta)> {
    let key = stored(bucket, key);
    let each = TimeDelta::from_std(quota.replenish_interval()).map_err(Refusal::internal)?;
    let room = TimeDelta::from_std(quota.burst_size_replenished_in()).map_err(Refusal::internal)?;
    let wait = quotas::take(conn, &key, each, room, app.clock.now()).await?;
    match wait {
        None => Ok((key, each)),
        Some(wait) => Err(base::Refusal::RateLimited {
            retry_after: wait.num_seconds().unsigned_abs() + 1,
        }
        .into()),
    }
}

/// Deletes idle counters. Several servers may do so at once.
pub async fn forget_idle(app: &Accounts) -> Result<()> {
    let mut conn = app.db.get().await?;
    quotas::forget_idle(&mut conn, app.clock.now()).await?;
    Ok(())
}
