//! What mail players want: at once, in a digest, or not at all; by kind, and otherwise in one game.
//!
//! Mail about an account (codes, confirmations) and answers to mail are no kind: they always go.
//! [`when`] decides about a mail.
//!
//! Not here: the links that change these wishes without signing in (`post::unsubscribe`).

pub mod when;

use std::collections::HashMap;

use chrono_tz::Tz;
use common::ids::{GameId, PlayerId};
use common::notice::NoticeKind;
use common::texts;
use db::Conn;
use rules::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::IntoStaticStr;

use super::access::Caller;
use super::accounts::{self, zone_of};
use super::look;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::store::players::Player;
use crate::store::{mail_settings, outbox, players};

/// A kind of mail that somebody may not want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MailKind {
    /// It is your turn.
    Turns,
    /// It is still your turn, and time runs.
    Reminders,
    /// Games that start, end or are cancelled; holidays, time-outs and the like.
    News,
    /// Somebody keeps a seat for you.
    Invitations,
}

impl MailKind {
    /// All kinds.
    pub const ALL: [MailKind; 4] = [
        MailKind::Turns,
        MailKind::Reminders,
        MailKind::News,
        MailKind::Invitations,
    ];

    /// The kind of a mail in the outbox; none when it always goes.
    pub const fn of(notice: NoticeKind) -> Option<MailKind> {
        match notice {
            NoticeKind::YourTurn => Some(MailKind::Turns),
            NoticeKind::Reminder => Some(MailKind::Reminders),
            NoticeKind::GameStarted
            | NoticeKind::GameOver
            | NoticeKind::GameCancelled
            | NoticeKind::Chat
            | NoticeKind::TimedOut
            | NoticeKind::OrdersCancelled
            | NoticeKind::Extension
            | NoticeKind::Holiday
            | NoticeKind::SeatTaken
            | NoticeKind::SeatDeclined => Some(MailKind::News),
            // An offer of a seat in a running game is an invitation as well.
            NoticeKind::Invitation | NoticeKind::SeatOffered => Some(MailKind::Invitations),
            NoticeKind::Reply
            | NoticeKind::Digest
            | NoticeKind::ConfirmAddress
            | NoticeKind::SignInCode
            | NoticeKind::PasswordReset
            | NoticeKind::AccountChanged
            | NoticeKind::Report
            | NoticeKind::Operator
            | NoticeKind::DamagedGame => None,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// What the mails of this kind are, in a sentence.
    pub const fn title(self) -> Message {
        texts::message(match self {
            MailKind::Turns => "stop-turns",
            MailKind::Reminders => "stop-reminders",
            MailKind::News => "stop-news",
            MailKind::Invitations => "stop-invitations",
        })
    }
}

/// When mails of a kind are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// As they come.
    #[default]
    AtOnce,
    /// In one mail a day.
    Digest,
    /// Not at all.
    Off,
}

/// Hours in which no mail is wanted: from the beginning of one to the beginning of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    /// The first quiet hour.
    pub from: u8,
    /// The first hour that is not quiet any more.
    pub to: u8,
}

/// What a player wants in general. What is stored may leave anything out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// It is your turn.
    pub turns: Delivery,
    /// It is still your turn, and time runs.
    pub reminders: Delivery,
    /// What happens around games.
    pub news: Delivery,
    /// Somebody keeps a seat for you.
    pub invitations: Delivery,
    /// The hour of the digest.
    pub digest_hour: u8,
    /// When no mail is wanted.
    pub quiet: Option<QuietHours>,
    /// Whether turn mails wait while the player is active in another client.
    pub wait_while_active: bool,
    /// Whether a mail whose moves were played is answered where that tells nothing else.
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
    /// What this player wants.
    pub fn of_player(player: &Player) -> Result<Wishes> {
        read(player.mail.as_ref())
    }

    /// What is wanted of this kind.
    pub const fn get(&self, kind: MailKind) -> Delivery {
        match kind {
            MailKind::Turns => self.turns,
            MailKind::Reminders => self.reminders,
            MailKind::News => self.news,
            MailKind::Invitations => self.invitations,
        }
    }

    /// Wants this of this kind.
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

/// What a player wants otherwise in one game; what is `None` is as in general.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameWishes {
    /// It is your turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Delivery>,
    /// It is still your turn, and time runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminders: Option<Delivery>,
    /// What happens around the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub news: Option<Delivery>,
}

impl GameWishes {
    /// What is wanted of this kind in this game, where it is not as in general.
    pub const fn get(&self, kind: MailKind) -> Option<Delivery> {
        match kind {
            MailKind::Turns => self.turns,
            MailKind::Reminders => self.reminders,
            MailKind::News => self.news,
            MailKind::Invitations => None,
        }
    }

    /// Wants mails of this kind in this game as in general.
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

/// What the caller wants in general, and where the caller's days begin.
pub async fn of(app: &App, caller: &Caller) -> Result<(Wishes, Tz)> {
    let mut conn = app.db.get().await?;
    let player = players::by_id(&mut conn, caller.player)
        .await?
        .ok_or(Refusal::NotSignedIn)?;
    Ok((Wishes::of_player(&player)?, zone_of(&player)))
}

/// Changes what the caller wants in general, and the time zone where one is given.
pub async fn change(
    app: &App,
    caller: &Caller,
    zone: Option<Tz>,
    change: impl FnOnce(&mut Wishes) + Send,
) -> Result<(Wishes, Tz)> {
    let now = app.clock.now();
    let changed = app
        .transaction(async |conn| {
            let player = accounts::locked(conn, caller.player).await?;
            let mut wishes = Wishes::of_player(&player)?;
            change(&mut wishes);
            wishes.check()?;
            if let Some(zone) = zone {
                players::set_time_zone(conn, player.id, zone.name()).await?;
            }
            set(conn, player.id, &wishes).await?;
            // What was kept for a digest is looked at again, with the new wishes.
            outbox::release(conn, player.id, now).await?;
            Ok((wishes, zone.unwrap_or_else(|| zone_of(&player))))
        })
        .await?;
    app.outbox.notify_one();
    Ok(changed)
}

/// Writes what a player wants in general.
pub async fn set(conn: &mut Conn, player: PlayerId, wishes: &Wishes) -> Result<()> {
    let wishes = serde_json::to_value(wishes).map_err(Refusal::internal)?;
    mail_settings::set(conn, player, &wishes).await?;
    Ok(())
}

/// Wants mails of this kind in every game as in general.
pub async fn forget_in_games(conn: &mut Conn, player: PlayerId, kind: MailKind) -> Result<()> {
    for (game, stored) in mail_settings::of_games(conn, player).await? {
        let mut wishes: GameWishes = read(Some(&stored))?;
        wishes.forget(kind);
        set_in_game(conn, &game, player, &wishes).await?;
    }
    Ok(())
}

/// What a player wants otherwise in this game.
pub async fn in_game(conn: &mut Conn, game: &GameId, player: PlayerId) -> Result<GameWishes> {
    let stored = mail_settings::of_game(conn, game, player).await?;
    read(stored.as_ref())
}

/// What these players want otherwise in these games.
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

/// What the caller wants otherwise in a game at which the caller sits.
pub async fn of_game(app: &App, caller: &Caller, game: &GameId) -> Result<GameWishes> {
    seated(app, caller, game).await?;
    in_game(&mut *app.db.get().await?, game, caller.player).await
}

/// Sets what the caller wants otherwise in a game at which the caller sits.
pub async fn set_of_game(
    app: &App,
    caller: &Caller,
    game: &GameId,
    wishes: GameWishes,
) -> Result<GameWishes> {
    seated(app, caller, game).await?;
    let now = app.clock.now();
    app.transaction(async |conn| {
        accounts::locked(conn, caller.player).await?;
        set_in_game(conn, game, caller.player, &wishes).await?;
        outbox::release(conn, caller.player, now).await?;
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(wishes)
}

async fn seated(app: &App, caller: &Caller, game: &GameId) -> Result<()> {
    let look = look::game(app, Some(caller), game, None).await?;
    look.seat.map(drop).ok_or(Refusal::NotSeated)
}
