//! The event stream of a game.

use actix_web::{HttpResponse, get};
use common::ids::GameId;
use db::sets::Room;
use integrations::streams::game::{Cursor, From, GameStream, News};
use play::Refusal;
use play::look::{Log, Look};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::http::caller::Reads;
use crate::http::integrations::streams::{self, Event, Listener, Tells};
use crate::http::play::resources::{GameSummary, LogPage};
use crate::http::problem::Result;
use crate::http::query::Query;
use crate::http::social::chat::MessageResource;
use crate::http::{At, State};

/// Where a stream begins that has no `Last-Event-ID`.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Starts with the log entries after this number. Default: only new entries.
    since: Option<u32>,
    /// Starts with the chat messages after this number. Default: only new messages.
    #[param(minimum = 0)]
    after: Option<u64>,
}

/// An event of a game's stream: its name, and its data as JSON.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum GameStreamEvent {
    /// New log entries, in the form of `GET /v1/games/{id}/log`.
    Log(LogPage),
    /// The state of the game: who is to act, the players in the seats, deadlines, the result. The
    /// server sends it first, and after each change. It may skip intermediate states.
    Game(Box<GameState>),
    /// New messages in a room that you may read.
    Chat(SaidPage),
}

/// The state of a game.
#[derive(Serialize, ToSchema)]
pub struct GameState {
    /// The members that lists contain.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The id of the rematch of this game; null if there is none.
    #[schema(required)]
    pub rematch: Option<String>,
}

/// New chat messages.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatUpdate)]
pub struct SaidPage {
    /// The room.
    room: Room,
    /// The messages, the oldest first, without those of players whom you have muted or blocked.
    messages: Vec<MessageResource>,
}

policy!(stream_game: Scope(GamesRead));
/// Follow a game
///
/// Streams what happens in a game as server-sent events, as far as you may see it: `log` for new
/// entries, `game` for a new state, and `chat` for chat messages (with a token only if it has the
/// scope `chat`). To resume, at any server, send the `id` of the last event as `Last-Event-ID`: you
/// get each later entry and message once and in order. The stream ends when you can no longer see
/// the game, when your token is no longer valid, and when the server stops.
#[utoipa::path(
    tag = "games",
    params(
        EventsQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event that you received."),
    ),
    responses(
        (status = 200, description = "A stream of events, each with `id`, `event` and `data`.",
            body = GameStreamEvent, content_type = "text/event-stream"),
    ),
    security((), ("access_token" = []))
)]
#[get("/events")]
pub(crate) async fn stream_game(
    state: State,
    listener: Listener,
    Reads(language): Reads,
    id: At<GameId>,
    Query(query): Query<EventsQuery>,
) -> Result<HttpResponse> {
    let from = match listener.cursor()? {
        Some(cursor) => From::Cursor(cursor),
        None => From::Numbers(query.since.map(u64::from), query.after),
    };
    let (reader, stopping) = listener.parts();
    let heartbeat = reader.terms.heartbeat;
    let follows = GameStream::begin(&state, reader, &id, language, from, page).await?;
    Ok(streams::answer(state, stopping, heartbeat, follows))
}

fn page(log: &Log) -> Result<LogPage, Refusal> {
    Ok(LogPage::from(log))
}

impl Tells for GameStream<LogPage> {
    async fn next(&mut self, app: &App) -> Result<Vec<Event>, Refusal> {
        let news = GameStream::next(self, app).await?;
        let events = news
            .into_iter()
            .map(|(news, cursor)| GameStreamEvent::of(news)?.written(cursor));
        events.collect()
    }
}

impl GameStreamEvent {
    fn of(news: News<LogPage>) -> Result<GameStreamEvent, Refusal> {
        Ok(match news {
            News::Log(page) => GameStreamEvent::Log(page),
            News::Game(look) => GameStreamEvent::Game(Box::new(state(&look)?)),
            News::Said(room, messages) => {
                let messages = messages.into_iter().map(Into::into).collect();
                GameStreamEvent::Chat(SaidPage { room, messages })
            }
        })
    }

    fn written(&self, cursor: Cursor) -> Result<Event, Refusal> {
        match self {
            GameStreamEvent::Log(page) => Event::new(cursor, "log", page),
            GameStreamEvent::Game(state) => Event::new(cursor, "game", state),
            GameStreamEvent::Chat(page) => Event::new(cursor, "chat", page),
        }
    }
}

fn state(look: &Look) -> Result<GameState, Refusal> {
    Ok(GameState {
        summary: GameSummary::new(&look.row, &look.seats, look.creator, &look.times)
            .map_err(Refusal::internal)?,
        rematch: look.rematch.as_deref().map(str::to_owned),
    })
}
