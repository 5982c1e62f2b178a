//! Which mails a player gets: the calls under `/v1/me/mail-settings` and `/v1/games/{id}/mail-settings`.

use actix_web::{get, put};
use chrono_tz::Tz;
use common::ids::GameId;
use letters::mail_settings::{self, Delivery, GameWishes, QuietHours, Wishes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::caller::SignedIn;
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::{At, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config.service(get_mail_settings).service(set_mail_settings);
}

/// Registers the calls about the mail of one game.
pub(super) fn api_of_game(game: &mut impl Routes) {
    game.service(get_game_mail_settings)
        .service(set_game_mail_settings);
}

/// When the server sends mails of one sort: `at_once`, together in one mail a day (`digest`), or
/// never (`off`).
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailDelivery {
    /// As soon as there is something to tell.
    #[default]
    AtOnce,
    /// Together with others in one mail a day.
    Digest,
    /// Not at all.
    Off,
}

impl From<Delivery> for MailDelivery {
    fn from(delivery: Delivery) -> MailDelivery {
        match delivery {
            Delivery::AtOnce => MailDelivery::AtOnce,
            Delivery::Digest => MailDelivery::Digest,
            Delivery::Off => MailDelivery::Off,
        }
    }
}

impl From<MailDelivery> for Delivery {
    fn from(delivery: MailDelivery) -> Delivery {
        match delivery {
            MailDelivery::AtOnce => Delivery::AtOnce,
            MailDelivery::Digest => Delivery::Digest,
            MailDelivery::Off => Delivery::Off,
        }
    }
}

/// Hours in which the server sends no mails about games, in your time zone. Mails wait for their
/// end, except a reminder whose deadline would then be less than an hour away.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = QuietHours)]
pub struct QuietBody {
    /// The first quiet hour.
    #[schema(examples(22), maximum = 23)]
    from: u8,
    /// The first hour after the quiet hours; on the next day if it is before `from`.
    #[schema(examples(7), maximum = 23)]
    to: u8,
}

/// Your mail settings. Omitted settings get their defaults: all mails at once, a digest at 8, no
/// quiet hours. Mails with codes and replies to your mails always come.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = MailSettingsInput)]
pub struct MailBody {
    /// Mails when it is your turn.
    turns: MailDelivery,
    /// Mails when it is still your turn and the deadline comes closer.
    reminders: MailDelivery,
    /// Mails about games that start, finish or are cancelled, time-outs, holidays and seats that
    /// change hands.
    news: MailDelivery,
    /// Mails when a player reserves a seat for you.
    invitations: MailDelivery,
    /// The hour of the digest, in your time zone.
    #[schema(maximum = 23)]
    digest_hour: u8,
    /// Hours without mails about games. Default: none.
    quiet_hours: Option<QuietBody>,
    /// Whether a turn mail waits a few minutes while you are active in another client. If you move
    /// meanwhile, the server drops it.
    wait_while_active: bool,
    /// Whether the server replies to a mail whose moves it has played even if it is not your turn
    /// afterwards. Otherwise the next turn mail reports them. The server always replies if it
    /// rejects a move.
    always_reply: bool,
}

impl Default for MailBody {
    fn default() -> MailBody {
        Wishes::default().into()
    }
}

impl From<Wishes> for MailBody {
    fn from(wishes: Wishes) -> MailBody {
        MailBody {
            turns: wishes.turns.into(),
            reminders: wishes.reminders.into(),
            news: wishes.news.into(),
            invitations: wishes.invitations.into(),
            digest_hour: wishes.digest_hour,
            quiet_hours: wishes.quiet.map(|quiet| QuietBody {
                from: quiet.from,
                to: quiet.to,
            }),
            wait_while_active: wishes.wait_while_active,
            always_reply: wishes.answer_always,
        }
    }
}

impl From<MailBody> for Wishes {
    fn from(body: MailBody) -> Wishes {
        Wishes {
            turns: body.turns.into(),
            reminders: body.reminders.into(),
            news: body.news.into(),
            invitations: body.invitations.into(),
            digest_hour: body.digest_hour,
            quiet: body.quiet_hours.map(|quiet| QuietHours {
                from: quiet.from,
                to: quiet.to,
            }),
            wait_while_active: body.wait_while_active,
            answer_always: body.always_reply,
        }
    }
}

/// Your mail settings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailSettings)]
pub struct MailResource {
    /// Mails when it is your turn.
    turns: MailDelivery,
    /// Mails when it is still your turn and the deadline comes closer.
    reminders: MailDelivery,
    /// Mails about games that start, finish or are cancelled, time-outs, holidays and seats that
    /// change hands.
    news: MailDelivery,
    /// Mails when a player reserves a seat for you.
    invitations: MailDelivery,
    /// The hour of the digest, in your time zone.
    digest_hour: u8,
    /// Hours without mails about games; null if there are none.
    #[schema(required)]
    quiet_hours: Option<QuietBody>,
    /// Whether a turn mail waits a few minutes while you are active in another client.
    wait_while_active: bool,
    /// Whether the server replies to a mail whose moves it has played even if it is not your turn
    /// afterwards.
    always_reply: bool,
    /// Your time zone; `PATCH /v1/me` changes it.
    #[schema(examples("Europe/Paris"))]
    time_zone: String,
}

impl From<(Wishes, Tz)> for MailResource {
    fn from((wishes, zone): (Wishes, Tz)) -> MailResource {
        let body = MailBody::from(wishes);
        MailResource {
            turns: body.turns,
            reminders: body.reminders,
            news: body.news,
            invitations: body.invitations,
            digest_hour: body.digest_hour,
            quiet_hours: body.quiet_hours,
            wait_while_active: body.wait_while_active,
            always_reply: body.always_reply,
            time_zone: zone.name().to_owned(),
        }
    }
}

/// Your mail settings for one game. Omitted settings are the same as in your other games.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GameMailSettings)]
pub struct GameMailBody {
    /// Mails when it is your turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<MailDelivery>,
    /// Mails when it is still your turn and the deadline comes closer.
    #[serde(skip_serializing_if = "Option::is_none")]
    reminders: Option<MailDelivery>,
    /// Mails about other events: time-outs, holidays, seats that change hands, the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    news: Option<MailDelivery>,
}

impl From<GameWishes> for GameMailBody {
    fn from(wishes: GameWishes) -> GameMailBody {
        GameMailBody {
            turns: wishes.turns.map(Into::into),
            reminders: wishes.reminders.map(Into::into),
            news: wishes.news.map(Into::into),
        }
    }
}

impl From<GameMailBody> for GameWishes {
    fn from(body: GameMailBody) -> GameWishes {
        GameWishes {
            turns: body.turns.map(Into::into),
            reminders: body.reminders.map(Into::into),
            news: body.news.map(Into::into),
        }
    }
}

policy!(get_mail_settings: Scope(MailManage));
/// Get your mail settings
///
/// Returns which mails about your games you get, and when: at once, in a daily digest, or never.
/// Each game can have its own settings (`GET /v1/games/{id}/mail-settings`).
#[utoipa::path(
    tag = "mail",
    responses((status = 200, description = "Your mail settings.", body = MailResource))
)]
#[get("/v1/me/mail-settings")]
pub(super) async fn get_mail_settings(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<MailResource>> {
    Ok(Json(mail_settings::of(&app, &caller).await?.into()))
}

policy!(set_mail_settings: Scope(MailManage));
/// Change your mail settings
///
/// Replaces your settings for mails about games, and returns them. They also apply to mails that
/// the server has not sent yet.
#[utoipa::path(
    tag = "mail",
    responses((status = 200, description = "Your new mail settings.", body = MailResource))
)]
#[put("/v1/me/mail-settings")]
pub(super) async fn set_mail_settings(
    app: State,
    SignedIn(caller): SignedIn,
    Json(body): Json<MailBody>,
) -> Result<Json<MailResource>> {
    let set = |wishes: &mut Wishes| *wishes = body.into();
    Ok(Json(
        mail_settings::change(&app, &caller, None, set)
            .await?
            .into(),
    ))
}

policy!(get_game_mail_settings: Scope(MailManage));
/// Get your mail settings for a game
///
/// Returns your mail settings for one game in which you have a seat. Omitted settings are the same
/// as in your other games (`GET /v1/me/mail-settings`).
#[utoipa::path(
    tag = "mail",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The settings that differ from those for your other games.", body = GameMailBody),
        (status = 409, description = "not-seated", body = ProblemBody),
    )
)]
#[get("/mail-settings")]
pub(super) async fn get_game_mail_settings(
    app: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<Json<GameMailBody>> {
    let wishes = mail_settings::of_game(&app, &caller, &id).await?;
    Ok(Json(wishes.into()))
}

policy!(set_game_mail_settings: Scope(MailManage));
/// Change your mail settings for a game
///
/// Replaces your mail settings for one game in which you have a seat. Settings that you omit are
/// the same as in your other games. The change also applies to mails that the server has not sent
/// yet.
#[utoipa::path(
    tag = "mail",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The settings that now differ from those for your other games.", body = GameMailBody),
        (status = 409, description = "not-seated", body = ProblemBody),
    )
)]
#[put("/mail-settings")]
pub(super) async fn set_game_mail_settings(
    app: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    Json(body): Json<GameMailBody>,
) -> Result<Json<GameMailBody>> {
    let wishes = mail_settings::set_of_game(&app, &caller, &id, body.into()).await?;
    Ok(Json(wishes.into()))
}
