//! Confirming that an address is one's own.
//!
//! An address belongs to one account once it is confirmed, which takes what only its mailbox shows.
//! For the address that stands, the link in the mail is enough, or the code with the player's name.
//! An address that is to replace it is confirmed by whoever is signed in, and by nobody else: to
//! know a name and to read a mailbox of one's own must not make an account one's own.
//!
//! Any number of accounts may hold the same unconfirmed address. If an address were taken as soon
//! as it is typed, a stranger could lock its owner out. Without `SMTP_URL` every address counts as
//! confirmed, because mail stays on the machine.

use std::net::IpAddr;

use common::clock::Moment;
use db::Conn;

use super::access::Caller;
use super::accounts::{self, caller_row, is_confirmed, suspension, tell};
use super::bounces;
use super::codes::{self, Purpose};
use super::identity::PlayerName;
use super::notices::Changed;
use super::sessions as signing;
use super::tries::{self, Asked, Guesser};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::mail_codes::Tries;
use crate::store::players::{self, Confirmed, Player};

/// Sends another code to confirm the caller's address with: the new one where one waits. It also
/// lifts a suspension. Nothing is sent when there is nothing to confirm.
pub async fn send(app: &App, client: IpAddr, caller: &Caller) -> Result<()> {
    let player = caller_row(app, caller).await?;
    let suspended = suspension(app, &player).await?.is_some();
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = accounts::locked(conn, player.id).await?;
        let confirmed = is_confirmed(app, &player);
        let (purpose, email) = match (&player.pending_email, &player.email) {
            (Some(email), _) => (Purpose::NewAddress, email),
            (None, Some(email)) if suspended || !confirmed => (Purpose::Confirm, email),
            _ => return Ok(()),
        };
        tries::mail(conn, app, Asked::Own(player.id)).await?;
        if purpose == Purpose::NewAddress || !confirmed {
            tries::mail(conn, app, Asked::Unproven(email, client)).await?;
        }
        let whom = (player.id, player.name.as_str());
        codes::send(conn, purpose, whom, email, now).await?;
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Confirms the caller's address with the code that was sent there: the new one where one waits.
pub async fn by_caller(app: &App, client: IpAddr, caller: &Caller, code: &str) -> Result<()> {
    let player = caller_row(app, caller).await?;
    let guess = tries::guess(app, client, Guesser::SignedIn(&caller.session)).await?;
    let now = app.clock.now();
    let confirmed = app
        .transaction(async |conn| {
            let player = accounts::locked(conn, player.id).await?;
            let own = Tries::Own;
            if player.pending_email.is_some() {
                let taken = codes::take(conn, Purpose::NewAddress, player.id, code, own, now);
                if let Some(email) = taken.await? {
                    return move_to(app, conn, &player, &email, now).await;
                }
            }
            let shown = codes::take(conn, Purpose::Confirm, player.id, code, own, now).await?;
            stand(app, conn, &player, shown, now).await
        })
        .await?;
    app.outbox.notify_one();
    if !confirmed {
        return Err(Refusal::BadCode);
    }
    guess.was_right(app).await;
    Ok(())
}

/// Confirms the address that stands of the player called `name`, with the code that was sent there.
pub async fn by_name(app: &App, client: IpAddr, name: &str, code: &str) -> Result<()> {
    let key = PlayerName::key_of(name);
    let guess = tries::guess(app, client, Guesser::Named(key.as_deref())).await?;
    let player = signing::find(app, key.as_deref()).await?;
    let (id, now) = (player.ok_or(Refusal::BadCode)?.id, app.clock.now());
    let confirmed = app
        .transaction(async |conn| {
            let player = players::lock(conn, id).await?.ok_or(Refusal::BadCode)?;
            let shown = codes::take(conn, Purpose::Confirm, id, code, Tries::ByName, now).await?;
            stand(app, conn, &player, shown, now).await
        })
        .await?;
    if !confirmed {
        return Err(Refusal::BadCode);
    }
    guess.was_right(app).await;
    Ok(())
}

/// Confirms the address that stands with the link that was sent there.
pub async fn by_link(app: &App, link: &str) -> Result<()> {
    let now = app.clock.now();
    let owner =
        codes::owner_of_link(&mut *app.db.get().await?, Purpose::Confirm, link, now).await?;
    let id = owner.ok_or(Refusal::BadCode)?;
    let confirmed = app
        .transaction(async |conn| {
            let player = players::lock(conn, id).await?.ok_or(Refusal::BadCode)?;
            let shown = codes::take_link(conn, Purpose::Confirm, id, link, now).await?;
            stand(app, conn, &player, shown, now).await
        })
        .await?;
    confirmed.then_some(()).ok_or(Refusal::BadCode)
}

/// The address that stands is the player's from now on, where it is the one that was `shown`.
/// Answers whether it is.
async fn stand(
    app: &App,
    conn: &mut Conn,
    player: &Player,
    shown: Option<String>,
    now: Moment,
) -> Result<bool> {
    let Some(email) = shown.filter(|shown| player.email.as_ref() == Some(shown)) else {
        return Ok(false);
    };
    confirm(app, conn, player, &email, now).await?;
    Ok(true)
}

/// The address that waits takes the place of the one that stands, which is told. Answers whether it
/// still waits.
async fn move_to(
    app: &App,
    conn: &mut Conn,
    player: &Player,
    email: &str,
    now: Moment,
) -> Result<bool> {
    if player.pending_email.as_deref() != Some(email) {
        return Ok(false);
    }
    confirm(app, conn, player, email, now).await?;
    // Whoever reads the old mailbox must not get in any more.
    codes::void_begun(conn, player.id, now).await?;
    tell(app, conn, player, Changed::Address, None, now).await?;
    Ok(true)
}

/// Notes that the address is the player's, and that mail arrives there.
async fn confirm(
    app: &App,
    conn: &mut Conn,
    player: &Player,
    email: &str,
    now: Moment,
) -> Result<()> {
    match players::confirm_email(conn, player.id, email, now).await? {
        Confirmed::Taken => Err(Refusal::AddressTaken),
        Confirmed::Done => Ok(bounces::lift(app, conn, email).await?),
    }
}
