//! Reauthentication by password or passkey. Before a change to the sign-in methods of an account,
//! it checks that the caller is the owner and not a stranger at an unattended session.

use std::net::IpAddr;

use base::refusal::{Refusal, Result};

use super::access::Caller;
use super::accounts;
use super::attempts::{self, Guesser};
use super::passkeys::{self, Shown};
use crate::service::App;
use crate::store::players::Player;

/// The proof of identity. It may hold a password, so it has no `Debug`.
pub enum Reauthentication {
    /// The password.
    Password(String),
    /// A signature by an authenticator.
    Passkey(Box<Shown>),
}

/// Checks the proof. Returns the player row with which it was checked.
pub(super) async fn check(
    app: &App,
    client: IpAddr,
    caller: &Caller,
    sure: &Reauthentication,
) -> Result<Player> {
    let shown = match sure {
        Reauthentication::Password(password) => {
            return accounts::verified(app, client, caller, password).await;
        }
        Reauthentication::Passkey(shown) => shown,
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
        attempts::guess(app, client, Guesser::SignedIn(&caller.session)).await?;
    }
    player.ok_or(Refusal::BadCredentials)
}
