//! Tries that all nodes count together: guesses at passwords and codes, and mails that somebody
//! asks for.
//!
//! A guess is counted before it is looked at, so that many at once get no further than one after
//! the other, and given back when it was right: only failures use tries up. What a stranger tries
//! in a player's name never counts against a device from which that player has signed in before
//! ([`super::devices`]), nor against a player who is signed in, nor against a link from a mail.
//!
//! What is limited on each node for itself is in [`super::limits`].

use std::net::IpAddr;

use chrono::TimeDelta;
use common::clock::Moment;
use common::hosts::network;
use common::ids::{self, PlayerId};
use db::Conn;
use governor::Quota;

use super::identity::{domain, mailbox};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::players::Player;
use crate::store::quotas;

/// A day, in which two wrong second factors are slips, and the next is told; and no other.
const A_DAY: TimeDelta = TimeDelta::days(1);

/// Who guesses.
pub(super) enum Guesser<'a> {
    /// Somebody who gives this name, by its key. What is no name counts for the client alone.
    Named(Option<&'a str>),
    /// A device from which the player has signed in before.
    Known(&'a str),
    /// Somebody who is signed in, in this session.
    SignedIn(&'a str),
}

/// A guess that was counted.
pub(super) struct Guess(Vec<(Vec<u8>, TimeDelta)>);

/// What a mail is for that somebody asks for: each has limits of its own, so that nobody is kept
/// from one by asking for others.
pub(super) enum Asked<'a> {
    /// To sign in: for a player, by name.
    SignIn(&'a str),
    /// To set a new password: for whoever has this address.
    Reset(&'a str),
    /// What goes to an address that nobody has shown to be theirs, asked for by this client.
    Unproven(&'a str, IpAddr),
    /// What a player who is signed in asks for.
    Own(PlayerId),
    /// What a player is told of changes at an address that is not confirmed.
    Told(&'a str),
}

/// Counts a guess by this client.
pub(super) async fn guess(app: &App, client: IpAddr, who: Guesser<'_>) -> Result<Guess> {
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
    /// The guess was right, and counts for nothing. Where that cannot be written down, it counts.
    pub(super) async fn was_right(self, app: &App) {
        if let Err(refusal) = self.give_back(app).await {
            tracing::warn!(%refusal, "a right guess counts as a wrong one");
        }
    }

    async fn give_back(self, app: &App) -> Result<()> {
        let mut conn = app.db.get().await?;
        Ok(self.was_right_in(&mut conn).await?)
    }

    /// The same in the caller's transaction.
    pub(super) async fn was_right_in(self, conn: &mut Conn) -> diesel::QueryResult<()> {
        for (key, each) in &self.0 {
            quotas::give_back(conn, key, *each).await?;
        }
        Ok(())
    }
}

/// Counts a code of an app, by whoever has shown this player's first factor, however that was: in the
/// caller's transaction.
pub(super) async fn second_factor(conn: &mut Conn, app: &App, player: PlayerId) -> Result<Guess> {
    let quota = app.limits.quotas().second_factors;
    let counted = count(conn, app, "second factor", &player.to_string(), quota).await?;
    Ok(Guess(vec![counted]))
}

/// Whether a wrong second factor of this player, behind a first one that was right, is one to be told
/// of: people mistype, and nobody reads the same mail all day. In the caller's transaction.
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

/// Counts a challenge that is kept until an authenticator answers: it is no guess, but takes room.
pub(super) async fn challenge(conn: &mut Conn, app: &App, client: IpAddr) -> Result<()> {
    let network = network(client).to_string();
    let quota = app.limits.quotas().challenges;
    count(conn, app, "challenge", &network, quota)
        .await
        .map(drop)
}

/// Counts what somebody asks for, or shows in vain, without being signed in, at one client.
pub(super) async fn client(app: &App, client: IpAddr) -> Result<()> {
    guess(app, client, Guesser::Named(None)).await.map(drop)
}

/// Counts a mail. One to an unproven address counts for the client as well, and for the client and the address's
/// domain: a mailbox may have more names than [`mailbox`] knows of. Clients have domains apart, so that none keeps
/// others from a mail.
pub(super) async fn mail(conn: &mut Conn, app: &App, asked: Asked<'_>) -> Result<()> {
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

/// Counts a mail to somebody without an account, in the caller's transaction: that address, those of its
/// domain, and all of them, where those for which a mail server vouches are apart. Neither forged ones nor somebody
/// with a domain keep others from being asked.
pub(super) async fn stranger(conn: &mut Conn, app: &App, email: &str, proven: bool) -> Result<()> {
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

/// Counts an answer to a mail that achieved nothing, by mailbox or by address of a seat. Unproven
/// mails count separately, so that forged ones don't use up the owner's answers.
pub async fn in_vain(app: &App, key: &str, proven: bool) -> Result<()> {
    let bucket = match proven {
        true => "in vain proven",
        false => "in vain unproven",
    };
    let quota = app.limits.quotas().vain;
    let mut conn = app.db.get().await?;
    count(&mut conn, app, bucket, key, quota).await.map(drop)
}

/// Forgets what was tried in a player's name and asked for at the player's address, by whomever, and
/// what was tried from this client.
pub(super) async fn forgive(
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

/// What stands for a bucket in the database.
fn stored(bucket: &str, key: &str) -> Vec<u8> {
    ids::secret_hash(&format!("{bucket}/{key}"))
}

async fn count(
    conn: &mut Conn,
    app: &App,
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
        Some(wait) => Err(Refusal::TooMany {
            retry_after: wait.num_seconds().unsigned_abs() + 1,
        }),
    }
}

/// Forgets who has not tried lately. Several servers may do so at once.
pub async fn forget_idle(app: &App) -> Result<()> {
    let mut conn = app.db.get().await?;
    quotas::forget_idle(&mut conn, app.clock.now()).await?;
    Ok(())
}
