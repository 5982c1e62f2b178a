//! Making sure that it is the owner of an account who changes how one signs in to it, and nobody at
//! an unlocked screen: by the password, or by a passkey.

use std::net::IpAddr;

use super::access::Caller;
use super::accounts;
use super::passkeys::{self, Shown};
use super::tries::{self, Guesser};
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::players::Player;

/// What shows it. No `Debug`: it holds a password.
pub enum Sure {
    /// The password.
    Password(String),
    /// What an authenticator has signed.
    Passkey(Box<Shown>),
}

/// Checks it; answers the player as checked.
pub(super) async fn check(
    app: &App,
    client: IpAddr,
    caller: &Caller,
    sure: &Sure,
) -> Result<Player> {
    let shown = match sure {
        Sure::Password(password) => {
            return accounts::verified(app, client, caller, password).await;
        }
        Sure::Passkey(shown) => shown,
    };
    let now = app.clock.now();
    let player = app
        .transaction(async |conn| {
            let player = accounts::locked(conn, caller.player).await?;
            accounts::refuse_guest(&player)?;
            let proven = passkeys::take(app, conn, player.id, shown, now).await?;
            Ok(proven.then_some(player))
        })
        .await?;
    if player.is_none() {
        tries::guess(app, client, Guesser::SignedIn(&caller.session)).await?;
    }
    player.ok_or(Refusal::BadCredentials)
}
