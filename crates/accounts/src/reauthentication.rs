//! Reauthentication by password or passkey. Before a change to the sign-in methods of an account,
//! it checks that the caller is the owner and not a stranger at an unattended session.

use std::net::IpAddr;

use crate::access::Caller;
use crate::attempts::{self, Guesser};
use crate::passkeys::{self, Shown};
use crate::refusal::{Refusal, Result};
use crate::store::players::Player;
use crate::{Accounts, account};

/// The proof of identity. It may hold a password, so it has no `Debug`.
pub enum Reauthentication {
    /// The password.
    Password(String),
    /// A signature by an authenticator.
    Passkey(Box<Shown>),
}

/// Checks the proof. Returns the player row with which it was checked.
pub async fn check(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    sure: &Reauthentication,
) -> Result<Player> {
    let shown = match sure {
        Reauthentication::Password(password) => {
            return account::verified(app, client, caller, password).await;
        }
        Reauthentication::Passkey(shown) => shown,
    };
    let now = app.clock.now();
    let player = app
        .transaction(async |conn| {
            let player = account::locked(conn, caller.player).await?;
            account::refuse_guest(&player)?;
            let proven = passkeys::take(app, conn, player.id, shown, now).await?;
            Ok(proven.then_some(player))
        })
        .await?;
    if player.is_none() {
        attempts::guess(app, client, Guesser::SignedIn(&caller.session)).await?;
    }
    player.ok_or(Refusal::BadCredentials)
}
