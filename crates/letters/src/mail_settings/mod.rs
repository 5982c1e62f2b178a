//! Players' settings for mail: at once, in a digest, or off. Each applies to a kind of mail, and a
//! game may override it.
//!
//! Mail about an account (codes, confirmations) and replies to mail belong to no kind. The server
//! always sends them. [`when`] decides when a mail is sent.
//!
//! `letters::unsubscribe` handles the links that change these settings without signing in.

pub mod when;

use std::collections::HashMap;

use accounts::access::Caller;
use accounts::account::{self, zone_of};
use accounts::store::players::{self, Player};
use base::refusal::{Refusal, Result};
use chrono_tz::Tz;
use common::ids::{GameId, PlayerId};
use common::notice::MailKind;
use common::texts;
use db::Conn;
use notices::outbox;
use play::look;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Letters;
use crate::store::mail_settings;

/// When mails of a kind are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// At once.
    #[default]
    AtOnce,
    /// In one mail a day.
    Digest,
    /// Never.
    Off,
}

/// Hours without mail, in the player's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    /// The first quiet hour.
    pub from: u8,
    /// The first hour with mail again.
    pub to: u8,
}

/// A player's general settings. Missing fields in stored settings get their default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// It is the player's turn.
    pub turns: Delivery,
    /// It is still the player's turn, and time runs.
    pub reminders: Delivery,
    /// Events around games.
    pub news: Delivery,
    /// A seat is reserved for the player, or offered to them.
    pub invitations: Delivery,
    /// The hour of the digest.
    pub digest_hour: u8,
    /// The hours without mail.
    pub quiet: Option<QuietHours>,
    /// Whether turn mails wait while the player is active in another client.
    pub wait_while_active: bool,
    /// Whether the server always replies to mails whose moves were played, even if the reply has no
    /// other news.
    pub answer_always: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            turns: Delivery::AtOnce,
            reminders: Delivery::AtOnce,
            news: Delivery::AtOnce,
            invitations: Delivery::AtOnce,
            digest_hour: 8,
            quiet: None,
            wait_while_active: true,
            answer_always: false,
        }
    }
}

impl Wishes {
    /// Returns this player's settings.
    pub fn of_player(player: &Player) -> Result<Wishes> {
        read(player.mail.as_ref())
    }

    /// Returns the setting for this kind.
    pub const fn get(&self, kind: MailKind) -> Delivery {
        match kind {
            MailKind::Turns => self.turns,
            MailKind::Reminders => self.reminders,
            MailKind::News => self.news,
            MailKind::Invitations => self.invitations,
        }
    }

    /// Changes the setting for this kind.
    pub const fn want(&mut self, kind: MailKind, delivery: Delivery) {
        match kind {
            MailKind::Turns => self.turns = delivery,
            MailKind::Reminders => self.reminders = delivery,
            MailKind::News => self.news = delivery,
            MailKind::Invitations => self.invitations = delivery,
        }
    }

    fn check(&self) -> Result<()> {
        let hours = [Some(self.digest_hour), self.quiet.map(|quiet| quiet.from)];
        let hours = hours.into_iter().chain([self.quiet.map(|quiet| quiet.to)]);
        if hours.flatten().any(|hour| hour > 23) {
            return Err(Refusal::out_of_range("hour", 0, 23));
        }
        if self.quiet.is_some_and(|quiet| quiet.from == quiet.to) {
            return Err(Refusal::InvalidRequest(texts::message("why-quiet")));
        }
        Ok(())
    }
}

/// A player's settings for one game. `None` stands for the general setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameWishes {
    /// It is the player's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Delivery>,
    /// It is still the player's turn, and time runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminders: Option<Delivery>,
    /// Events around the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub news: Option<Delivery>,
}

impl GameWishes {
    /// Returns the game's own setting for this kind, if there is one.
    pub const fn get(&self, kind: MailKind) -> Option<Delivery> {
        match kind {
            MailKind::Turns => self.turns,
            MailKind::Reminders => self.reminders,
            MailKind::News => self.news,
            MailKind::Invitations => None,
        }
    }

    /// Resets this kind to the general setting.
    pub const fn forget(&mut self, kind: MailKind) {
        match kind {
            MailKind::Turns => self.turns = None,
            MailKind::Reminders => self.reminders = None,
            MailKind::News => self.news = None,
            MailKind::Invitations => {}
        }
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
        .ok_or(Refusal::NotSignedIn)?;
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
