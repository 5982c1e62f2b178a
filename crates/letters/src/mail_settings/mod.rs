//! Players' settings for mail: at once, in a digest, or off. Each applies to a kind of mail, and a
//! game may override it.
//!
//! Mail about an account (codes, confirmations) and replies to mail belong to no kind. The server
//! always sends them. [`wishes`] has the settings and decides when a mail is sent.
//!
//! `letters::unsubscribe` handles the links that change these settings without signing in.

pub mod wishes;

use std::collections::HashMap;

use accounts::access::Caller;
use accounts::account::{self, zone_of};
use accounts::store::players::{self, Player};
use chrono_tz::Tz;
use common::ids::{GameId, PlayerId};
use common::notice::MailKind;
use db::Conn;
use notices::outbox;
use play::look;
use play::refusal::{Refusal, Result};
use serde::Deserialize;
use serde_json::Value;

use crate::Letters;
pub use crate::mail_settings::wishes::{Delivery, GameWishes, QuietHours, Wishes};
use crate::store::mail_settings;

impl Wishes {
    /// Returns this player's settings.
    pub fn of_player(player: &Player) -> Result<Wishes> {
        read(player.mail.as_ref())
    }
}

fn read<T: Default + for<'de> Deserialize<'de>>(stored: Option<&Value>) -> Result<T> {
    stored.map_or_else(
        || Ok(T::default()),
        |stored| T::deserialize(stored).map_err(Refusal::internal),
    )
}

/// Returns the caller's general settings and time zone.
pub async fn of(app: &Letters, caller: &Caller) -> Result<(Wishes, Tz)> {
    let mut conn = app.db.get().await?;
    let player = players::by_id(&mut conn, caller.player)
        .await?
        .ok_or(Refusal::NOT_SIGNED_IN)?;
    Ok((Wishes::of_player(&player)?, zone_of(&player)))
}

/// Changes the caller's general settings, and the time zone if one is given.
pub async fn change(
    app: &Letters,
    caller: &Caller,
    zone: Option<Tz>,
    change: impl FnOnce(&mut Wishes) + Send,
) -> Result<(Wishes, Tz)> {
    let now = app.clock.now();
    let changed = app
        .transaction(async |conn| {
            let player = account::locked(conn, caller.player).await?;
            let mut wishes = Wishes::of_player(&player)?;
            change(&mut wishes);
            wishes.check()?;
            if let Some(zone) = zone {
                players::set_time_zone(conn, player.id, zone.name()).await?;
            }
            set(conn, player.id, &wishes).await?;
            // The new settings apply to mails that wait for a digest as well.
            outbox::release(conn, player.id, now).await?;
            Ok((wishes, zone.unwrap_or_else(|| zone_of(&player))))
        })
        .await?;
    app.outbox.notify_one();
    Ok(changed)
}

/// Stores a player's general settings.
pub async fn set(conn: &mut Conn, player: PlayerId, wishes: &Wishes) -> Result<()> {
    let wishes = serde_json::to_value(wishes).map_err(Refusal::internal)?;
    mail_settings::set(conn, player, &wishes).await?;
    Ok(())
}

/// Resets this kind to the general setting in every game.
pub async fn forget_in_games(conn: &mut Conn, player: PlayerId, kind: MailKind) -> Result<()> {
    for (game, stored) in mail_settings::of_games(conn, player).await? {
        let mut wishes: GameWishes = read(Some(&stored))?;
        wishes.forget(kind);
        set_in_game(conn, &game, player, &wishes).await?;
    }
    Ok(())
}

/// Returns a player's settings for this game.
pub async fn in_game(conn: &mut Conn, game: &GameId, player: PlayerId) -> Result<GameWishes> {
    let stored = mail_settings::of_game(conn, game, player).await?;
    read(stored.as_ref())
}

/// Returns these players' settings for these games.
pub async fn at_tables(
    conn: &mut Conn,
    games: &[&GameId],
    players: &[PlayerId],
) -> Result<HashMap<(GameId, PlayerId), GameWishes>> {
    let stored = mail_settings::of_tables(conn, games, players).await?;
    stored
        .into_iter()
        .map(|(game, player, wishes)| Ok(((game, player), read(Some(&wishes))?)))
        .collect()
}

async fn set_in_game(
    conn: &mut Conn,
    game: &GameId,
    player: PlayerId,
    wishes: &GameWishes,
) -> Result<()> {
    let stored = (*wishes != GameWishes::default())
        .then(|| serde_json::to_value(wishes))
        .transpose()
        .map_err(Refusal::internal)?;
    mail_settings::set_of_game(conn, game, player, stored.as_ref()).await?;
    Ok(())
}

/// Returns the caller's settings for a game in which they have a seat.
pub async fn of_game(app: &Letters, caller: &Caller, game: &GameId) -> Result<GameWishes> {
    seated(app, caller, game).await?;
    in_game(&mut *app.db.get().await?, game, caller.player).await
}

/// Changes the caller's settings for a game in which they have a seat.
pub async fn set_of_game(
    app: &Letters,
    caller: &Caller,
    game: &GameId,
    wishes: GameWishes,
) -> Result<GameWishes> {
    seated(app, caller, game).await?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        account::locked(conn, caller.player).await?;
        set_in_game(conn, game, caller.player, &wishes).await?;
        outbox::release(conn, caller.player, now).await?;
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(wishes)
}

async fn seated(app: &Letters, caller: &Caller, game: &GameId) -> Result<()> {
    let look = look::game(app, Some(caller), game, None).await?;
    look.seat.map(drop).ok_or(Refusal::NotSeated)
}
