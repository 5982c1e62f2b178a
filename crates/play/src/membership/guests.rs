//! Guests: people who play before they sign up, and keep their games when they do.
//!
//! A guest is a player without address and password, identified only by a session.
//! `account::refuse_guest` rejects what guests may not do.

use std::net::IpAddr;

use accounts::access::Caller;
use accounts::account::{self, Account, former_name};
use accounts::codes;
use accounts::devices::Device;
use accounts::identity::{Email, NewPassword, PlayerName};
use accounts::mail_domains::refuse_blocked;
use accounts::sessions::{Tokens, let_in};
use accounts::store::players::{self, NewPlayer};
use base::config::SignUp;
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::PlayerId;
use db::Conn;
use db::sets::Stored;
use rules::Language;

use crate::Play;
use crate::membership::admission::{self, Invitation};
use crate::membership::departure;
use crate::membership::profile::Profile;
use crate::membership::sign_up::welcome;
use crate::refusal::{Refusal, Result};

/// A guest who has not returned for this long is removed.
const UNSEEN: TimeDelta = TimeDelta::days(30);

/// The number of random characters in a guest's name: some 33 million names.
const LETTERS: usize = 5;

/// How many names are tried.
const NAMES: usize = 20;

/// Creates a guest and signs them in. Counts as a sign-up.
pub async fn begin(
    app: &Play,
    client: IpAddr,
    language: Language,
    device: &Device,
    invitation: Option<&Invitation>,
) -> Result<(Profile, Tokens)> {
    app.limits.sign_up(client)?;
    let now = app.clock.now();
    admission::admit(app, &mut *app.db.get().await?, None, invitation).await?;
    let (player, opened) = app
        .once(async |conn| {
            let id = insert(conn, language, now).await?;
            Ok(let_in(conn, id, device, now).await?)
        })
        .await?;
    welcome(app, player, opened, now)
}

/// Inserts a guest under a free name.
async fn insert(conn: &mut Conn, language: Language, now: Moment) -> Result<PlayerId> {
    for _ in 0..NAMES {
        let name = PlayerName::of_guest(&codes::fresh::<LETTERS>().to_ascii_lowercase());
        let looks = name.looks();
        if players::is_taken(conn, &looks, &former_name(&looks), now).await? {
            continue;
        }
        let new = NewPlayer {
            name: name.as_str(),
            name_key: &name.key(),
            looks: &looks,
            email: None,
            password_hash: None,
            created_at: now,
            language: Stored(language),
            guest: true,
        };
        if let Some(id) = players::insert(conn, &new).await? {
            return Ok(id);
        }
    }
    Err(Refusal::internal("no name is free for a guest"))
}

/// Turns a guest into an account with this name, address and password. The account keeps the
/// guest's games and sessions.
pub async fn keep(
    app: &Play,
    client: IpAddr,
    caller: &Caller,
    name: &PlayerName,
    email: &Email,
    password: NewPassword,
    language: Option<Language>,
) -> Result<Account> {
    let now = app.clock.now();
    let seen = account::caller_row(app, caller).await?;
    if !seen.guest {
        return Err(Refusal::NotAGuest);
    }
    refuse_blocked(app, email.as_str())?;
    // An invitation is not needed: the guest was admitted before.
    if app.config.sign_up == SignUp::Closed {
        return Err(Refusal::forbidden("why-sign-up-closed"));
    }
    // Checked before the password is hashed, which is slow.
    if account::is_taken(app, name, now).await? {
        return Err(accounts::Refusal::NameTaken.into());
    }
    let hash = app.passwords.hash(password).await?;
    let player = app
        .transaction(async |conn| {
            let player = account::locked(conn, caller.player).await?;
            if !player.guest {
                return Err(Refusal::NotAGuest);
            }
            account::rename(conn, &player, name, now).await?;
            players::keep_guest(conn, player.id, email.as_str(), &hash).await?;
            if let Some(language) = language {
                players::set_language(conn, player.id, Stored(language)).await?;
            }
            let whom = (player.id, name.as_str());
            account::ask_to_confirm(app, conn, whom, (email.as_str(), client), now).await?;
            let player = players::by_id(conn, player.id).await?;
            player.ok_or(Refusal::NOT_SIGNED_IN)
        })
        .await?;
    app.outbox.notify_one();
    Ok(account::account(app, player).await?)
}

/// Removes guests who have not returned for long, as if they had deleted their accounts. Several
/// servers may do so at once.
pub async fn remove_unseen(app: &Play) -> Result<()> {
    let now = app.clock.now();
    let since = now - UNSEEN;
    let mut ended = Vec::new();
    let mut last = PlayerId(0);
    loop {
        let mut conn = app.db.get().await?;
        let unseen = players::unseen_guests(&mut conn, since, last, None).await?;
        drop(conn);
        let Some(newest) = unseen.last() else { break };
        last = *newest;
        for id in unseen {
            let sessions = app.transaction(async |conn| {
                let player = players::lock(conn, id).await?;
                // The guest may have signed up, returned, or been removed by another server
                // meanwhile.
                let still = players::unseen_guests(conn, since, PlayerId(0), Some(id)).await?;
                match player.filter(|_| !still.is_empty()) {
                    Some(player) => departure::remove(conn, &player, now).await,
                    None => Ok(Vec::new()),
                }
            });
            match sessions.await {
                Ok(sessions) => ended.extend(sessions),
                // The other guests are still removed. This one is retried at the next run.
                Err(error) => tracing::error!(%error, "an inactive guest could not be deleted"),
            }
        }
    }
    if ended.is_empty() {
        return Ok(());
    }
    departure::removed(app, ended, now).await;
    Ok(())
}
