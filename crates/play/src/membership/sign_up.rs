//! Sign-up with a password.

use std::net::IpAddr;

use accounts::account::{ask_to_confirm, is_taken};
use accounts::devices::Device;
use accounts::identity::{Email, NewPassword, PlayerName};
use accounts::sessions as signing;
use accounts::sessions::{Opened, Tokens, let_in};
use accounts::store::players::{self, NewPlayer, Player};
use common::clock::Moment;
use db::sets::Stored;
use rules::Language;

use crate::Play;
use crate::membership::admission::{self, Invitation};
use crate::membership::profile::{Profile, shown};
use crate::refusal::Result;

/// Signs up a new player, and signs the player in.
///
/// The result does not depend on whether another account has the address. Only confirming an
/// address claims it.
#[expect(
    clippy::too_many_arguments,
    reason = "each is one thing that a new player gives"
)]
pub async fn sign_up(
    app: &Play,
    client: IpAddr,
    name: PlayerName,
    email: Email,
    password: NewPassword,
    language: Language,
    device: &Device,
    invitation: Option<&Invitation>,
) -> Result<(Profile, Tokens)> {
    app.limits.sign_up(client)?;
    let (key, looks, now) = (name.key(), name.looks(), app.clock.now());
    let mut conn = app.db.get().await?;
    admission::admit(app, &mut conn, Some(email.as_str()), invitation).await?;
    drop(conn);
    if is_taken(app, &name, now).await? {
        return Err(accounts::Refusal::NameTaken.into());
    }
    let hash = app.passwords.hash(password).await?;
    let new = NewPlayer {
        name: name.as_str(),
        name_key: &key,
        looks: &looks,
        email: Some(email.as_str()),
        password_hash: Some(&hash),
        created_at: now,
        language: Stored(language),
        guest: false,
    };
    let (player, opened) = app
        .once(async |conn| {
            let id = players::insert(conn, &new)
                .await?
                .ok_or(accounts::Refusal::NameTaken)?;
            let address = (email.as_str(), client);
            ask_to_confirm(app, conn, (id, new.name), address, now).await?;
            Ok(let_in(conn, id, device, now).await?)
        })
        .await?;
    app.outbox.notify_one();
    welcome(app, player, opened, now)
}

/// Returns the profile and the tokens of a new player. Call it after the account is committed.
pub fn welcome(
    app: &Play,
    player: Player,
    opened: Opened,
    now: Moment,
) -> Result<(Profile, Tokens)> {
    let device = app.devices.token(&player, None);
    let tokens = signing::tokens(app, &player, opened, Some(device), now)?;
    Ok((shown(player, 0), tokens))
}
