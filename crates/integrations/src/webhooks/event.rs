//! The body of a webhook delivery: a small object for programs, or a sentence for people in a chat.
//!
//! It reports whose turn it is, as every viewer of the game sees it. It contains no moves and no
//! chat text; receivers that need more must request it. Events that the webhook's owner may no
//! longer see are not sent.

use ::games::KINDS;
use accounts::account::{language_of, zone_of};
use accounts::store::{avoided, players};
use chrono_tz::Tz;
use common::clock::{Moment, rfc3339};
use common::ids::PlayerId;
use common::texts::message;
use db::sets::{GameStatus, WebhookFormat};
use mail::time::on_clock;
use play::clocks::shown::seat_times;
use play::look::{self, Look};
use play::refusal::{Refusal, Result};
use rules::{Language, Message, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use social::store::messages;
use utoipa::ToSchema;

use crate::Integrations;
use crate::store::Leased;
use crate::webhooks::store::Webhook;
use crate::webhooks::{self, Event};

/// The state of a game when an event happened, as the delivery records it.
#[derive(Deserialize)]
struct Facts {
    status: GameStatus,
    ply: u64,
    acting: u16,
    seat: Option<u8>,
    #[serde(default)]
    message: Option<i64>,
}

/// The body of a delivery to a webhook of the format `standard`, as in Standard Webhooks.
#[derive(Serialize, ToSchema)]
pub struct Body<D> {
    /// The event.
    #[serde(rename = "type")]
    kind: String,
    /// When the event happened. Each attempt sends the same time.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The data of the event.
    data: D,
}

/// The game of an event.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "game_id": "Xk3mPq7RtZ2", "kind": "thats-life", "status": "running", "ply": 17, "to_act": [1],
    "seat": 1, "deadline": "2026-03-04T12:00:00.000Z",
    "url": "https://turnpike.example.org/games/Xk3mPq7RtZ2",
}))]
#[schema(as = WebhookGameData)]
pub struct WebhookGame {
    /// The game's id.
    game_id: String,
    /// The kind of game.
    kind: String,
    /// The status after the event.
    status: GameStatus,
    /// The number of log entries after the event.
    ply: u64,
    /// The seats that had to decide after the event.
    to_act: Vec<u8>,
    /// Your seat; null if you have none.
    #[schema(required)]
    seat: Option<u8>,
    /// When your time runs out; null if there is no deadline, or if the game has changed since the
    /// event.
    #[schema(required, format = DateTime)]
    deadline: Option<String>,
    /// The URL of the game's page.
    url: String,
    /// With `chat.message`: the chat message.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<WebhookMessage>,
}

/// The number and the author of a chat message. `GET /v1/games/{id}/chat` returns its text.
#[derive(Serialize, ToSchema)]
pub struct WebhookMessage {
    /// The number of the message.
    n: i64,
    /// The author's name; null if the account no longer exists.
    #[schema(required)]
    author: Option<String>,
}

/// An empty object.
#[derive(Serialize, ToSchema)]
pub struct WebhookTestData {}

/// Returns the body of a delivery; `None` if there is nothing to send any more.
pub async fn compose(
    app: &Integrations,
    webhook: &Webhook,
    leased: &Leased,
) -> Result<Option<String>> {
    let Some(player) = webhooks::may_be_told(app, webhook.player_id).await? else {
        return Ok(None);
    };
    let language = language_of(&player);
    if leased.event == webhooks::TEST {
        let body = body(
            webhook.format,
            leased,
            WebhookTestData {},
            message("hook-test"),
            None,
            language,
        );
        return Ok(Some(body.to_string()));
    }
    let event: Event = leased.event.parse().map_err(Refusal::internal)?;
    let Some(game) = &leased.game_id else {
        return Ok(None);
    };
    let look = match look::glance(app, Some(player.id), game, None).await {
        Err(Refusal::General(base::Refusal::NotFound)) => return Ok(None),
        look => look?,
    };
    let facts = Facts::deserialize(&leased.facts).map_err(Refusal::internal)?;
    if event == Event::Invitation && is_unwelcome(app, player.id, &look).await? {
        return Ok(None);
    }
    let said = match facts.message {
        None => None,
        Some(n) => match said(app, &look, n).await? {
            // The message was deleted meanwhile.
            None => return Ok(None),
            said => said,
        },
    };
    let deadline = deadline(&look, &facts)?;
    let about = WebhookGame {
        game_id: game.to_string(),
        kind: look.row.kind.clone(),
        status: facts.status,
        ply: facts.ply,
        to_act: SeatSet::from_bits(facts.acting)
            .iter()
            .map(|it| it.number())
            .collect(),
        seat: facts.seat,
        deadline: deadline.map(rfc3339),
        url: format!("{}/games/{}", app.config.public_url, &**game),
        message: said,
    };
    let reader = (zone_of(&player), language);
    let sentence = sentence(
        event,
        &look,
        &facts,
        deadline,
        about.message.as_ref(),
        reader,
    );
    let url = about.url.clone();
    let body = body(
        webhook.format,
        leased,
        about,
        sentence,
        Some(&url),
        language,
    );
    Ok(Some(body.to_string()))
}

/// Whether the reader has blocked the creator of the game.
async fn is_unwelcome(app: &Integrations, reader: PlayerId, look: &Look) -> Result<bool> {
    let mut conn = app.db.get().await?;
    Ok(avoided::has_blocked(&mut conn, reader, look.row.creator_id).await?)
}

async fn said(app: &Integrations, look: &Look, n: i64) -> Result<Option<WebhookMessage>> {
    let mut conn = app.db.get().await?;
    let found = messages::find(&mut conn, &look.row.id, n).await?;
    let Some(found) = found.filter(|it| it.said.is_some()) else {
        return Ok(None);
    };
    let author = players::name_of(&mut conn, found.author_id).await?;
    Ok(Some(WebhookMessage { n, author }))
}

/// Returns the reader's deadline if the game has not changed since the event.
fn deadline(look: &Look, facts: &Facts) -> Result<Option<Moment>> {
    if look.row.ply.unsigned_abs() != facts.ply {
        return Ok(None);
    }
    let times = seat_times(&look.row, &look.seats, &look.times)?;
    Ok(times.and_then(|(_, mut seats)| {
        let seat = facts.seat.map(usize::from).filter(|it| *it < seats.len())?;
        seats.swap_remove(seat).deadline
    }))
}

fn sentence(
    event: Event,
    look: &Look,
    facts: &Facts,
    until: Option<Moment>,
    chat: Option<&WebhookMessage>,
    (zone, language): (Tz, Language),
) -> Message {
    let said = message(match (event, until) {
        (Event::Begun, _) => "hook-begun",
        (Event::Turn, None) => "hook-turn",
        (Event::Turn, Some(_)) => "hook-turn-until",
        (Event::Reminder, None) => "hook-reminder",
        (Event::Reminder, Some(_)) => "hook-reminder-until",
        (Event::Over, _) if facts.status == GameStatus::Cancelled => "hook-called-off",
        (Event::Over, _) => "hook-over",
        (Event::Changed, _) => "hook-changed",
        (Event::Invitation, _) => "hook-invitation",
        (Event::Said, _) => "hook-said",
    });
    let kind = KINDS.find(&look.row.rules);
    let name = kind.map_or(look.row.kind.as_str(), |kind| kind.info().name);
    let said = said.with("game", name);
    match (event, until, chat) {
        (Event::Turn | Event::Reminder, Some(until), _) => {
            said.with("deadline", on_clock(until, zone, language).to_string())
        }
        (Event::Said, _, Some(message)) => {
            said.with("by", message.author.as_deref().unwrap_or("?"))
        }
        _ => said,
    }
}

fn body(
    format: WebhookFormat,
    leased: &Leased,
    data: impl Serialize,
    sentence: Message,
    url: Option<&str>,
    language: Language,
) -> Value {
    let mut text = sentence.to(language);
    if let Some(url) = url {
        text = format!("{text} {url}");
    }
    match format {
        WebhookFormat::Standard => json!(Body {
            kind: Event::public_name(&leased.event),
            timestamp: rfc3339(leased.created_at),
            data,
        }),
        // Player names must not mention Discord users.
        WebhookFormat::Discord => json!({"content": text, "allowed_mentions": {"parse": []}}),
        WebhookFormat::Slack => {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            json!({"text": text.replace('>', "&gt;")})
        }
        WebhookFormat::Matrix => json!({"text": text}),
    }
}
