//! Confirms mail addresses.
//!
//! An address belongs to one account once it is confirmed with a secret that only its mailbox
//! receives. The current address can be confirmed with the link in the mail, or with the code and
//! the player's name. A new address that is to replace it can be confirmed only by the signed-in
//! player. Otherwise, an attacker who knows a name and reads the new mailbox could take over the
//! account.
//!
//! Any number of accounts may hold the same unconfirmed address. If an address were reserved as
//! soon as it is typed, a stranger could lock its owner out. Without `SMTP_URL`, every address
//! counts as confirmed, because mail stays on the machine.

use std::net::IpAddr;

use common::clock::Moment;
use common::notice::Changed;
use db::Conn;

use crate::access::Caller;
use crate::account::{self, caller_row, is_confirmed, suspension, tell};
use crate::attempts::{self, Asked, Guesser};
use crate::codes::{self, Purpose};
use crate::identity::PlayerName;
use crate::refusal::{Refusal, Result};
use crate::store::mail_codes::Tries;
use crate::store::players::{self, Confirmed, Player};
use crate::{Accounts, bounces};

/// Sends another code for confirming the caller's address: the new one, if one is pending.
/// Confirming also lifts a suspension. Sends nothing if there is nothing to confirm.
pub async fn send(app: &Accounts, client: IpAddr, caller: &Caller) -> Result<()> {
    let player = caller_row(app, caller).await?;
    let suspended = suspension(app, &player).await?.is_some();
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = account::locked(conn, player.id).await?;
        let confirmed = is_confirmed(app, &player);
        let (purpose, email) = match (&player.pending_email, &player.email) {
            (Some(email), _) => (Purpose::NewAddress, email),
            (None, Some(email)) if suspended || !confirmed => (Purpose::Confirm, email),
            _ => return Ok(()),
        };
        attempts::mail(conn, app, Asked::Own(player.id)).await?;
        if purpose == Purpose::NewAddress || !confirmed {
            attempts::mail(conn, app, Asked::Unproven(email, client)).await?;
        }
        let whom = (player.id, player.name.as_str());
        codes::send(conn, purpose, whom, email, now).await?;
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Confirms the caller's address with the code that was sent there: the new one, if one is pending.
pub async fn by_caller(app: &Accounts, client: IpAddr, caller: &Caller, code: &str) -> Result<()> {
    let player = caller_row(app, caller).await?;
    let guess = attempts::guess(app, client, Guesser::SignedIn(&caller.session)).await?;
    let now = app.clock.now();
    let confirmed = app
        .transaction(async |conn| {
            let player = account::locked(conn, player.id).await?;
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

/// Confirms the current address of the player called `name` with the code that was sent there.
pub async fn by_name(app: &Accounts, client: IpAddr, name: &str, code: &str) -> Result<()> {
    let key = PlayerName::key_of(name);
    let guess = attempts::guess(app, client, Guesser::Named(key.as_deref())).await?;
    let player = account::find(app, key.as_deref()).await?;
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

/// Confirms the current address with the link that was sent there.
pub async fn by_link(app: &Accounts, link: &str) -> Result<()> {
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

/// Confirms the player's current address if it is the one to which the code or link was sent
/// (`shown`). Returns whether it is.
async fn stand(
    app: &Accounts,
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

/// Replaces the current address by the pending one. Returns `false` if that address is no longer
/// pending.
async fn move_to(
    app: &Accounts,
    conn: &mut Conn,
    player: &Player,
    email: &str,
    now: Moment,
) -> Result<bool> {
    if player.pending_email.as_deref() != Some(email) {
        return Ok(false);
    }
    confirm(app, conn, player, email, now).await?;
    // A reader of the old mailbox must not get in any more.
    codes::void_begun(conn, player.id, now).await?;
    tell(app, conn, player, Changed::Address, None, now).await?;
    Ok(true)
}

/// Marks the address as the player's, and lifts a suspension of mail to it.
async fn confirm(
    app: &Accounts,
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
