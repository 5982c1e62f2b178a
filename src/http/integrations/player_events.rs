//! The event stream of a player.

use actix_web::{HttpResponse, get};
use db::sets::GameStatus;
use integrations::streams::player::{Cursor, News, OwnGame, PlayerStream};
use play::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::http::State;
use crate::http::integrations::streams::{self, Event, Listener, Tells};
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;

/// An event of a player's stream: its name, and its data as JSON.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum PlayerStreamEvent {
    /// The list of your games. The server sends it first, and after each change.
    Games(OwnGames),
    /// The state of one of the games. The server sends it for each game at the start, and after
    /// each change. It may skip intermediate states.
    Game(OwnGameState),
}

/// Your 500 newest games that are open, are running, or finished less than a day ago.
#[derive(Serialize, ToSchema)]
#[schema(as = MyGames)]
pub struct OwnGames {
    /// The ids of the games, the newest first.
    games: Vec<String>,
}

/// The state of one of your games.
#[derive(Serialize, ToSchema)]
#[schema(as = MyGameState)]
pub struct OwnGameState {
    /// The game's id.
    id: String,
    /// The kind of game.
    #[schema(example = "thats-life")]
    kind: String,
    /// The game's status.
    status: GameStatus,
    /// The number of log entries.
    ply: i64,
    /// Your seat; null if you are only invited.
    #[schema(required)]
    seat: Option<i32>,
    /// Whether it is your turn.
    my_turn: bool,
    /// Whether a seat is reserved for you or offered to you.
    invited: bool,
    /// Whether the operator has paused the game.
    paused: bool,
    /// The last chat messages; null for a token without the scope `chat`.
    #[schema(required)]
    last_messages: Option<SaidUpTo>,
}

/// The numbers of the last messages that you may read; 0 if there are none.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatPosition)]
pub struct SaidUpTo {
    /// The last message in the room `table`.
    table: i64,
    /// The last message in the room `spectators`.
    spectators: i64,
}

impl OwnGameState {
    fn new(game: OwnGame, hears: bool) -> OwnGameState {
        OwnGameState {
            id: game.id.to_string(),
            kind: game.kind,
            status: game.status,
            ply: game.ply,
            seat: game.seat,
            my_turn: game.waiting,
            invited: game.invited,
            paused: game.paused,
            last_messages: hears.then_some(SaidUpTo {
                table: game.said_at_table,
                spectators: game.said_by_spectators,
            }),
        }
    }
}

policy!(stream_my_games: Scope(GamesRead));
/// Follow your games
///
/// Streams server-sent events about all your games: `games` lists them, and `game` has the state of
/// one, such as whose turn it is, whether you are invited, and the last chat message. To resume, at
/// any server, send the `id` of the last event as `Last-Event-ID`: you get what has changed since.
/// The stream ends when your token is no longer valid, and when the server stops.
#[utoipa::path(
    tag = "games",
    params(
        ("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event that you received."),
    ),
    responses(
        (status = 200, description = "A stream of events, each with `id`, `event` and `data`.",
            body = PlayerStreamEvent, content_type = "text/event-stream"),
        (status = 400, description = "invalid-request", body = ProblemBody),
    ),
)]
#[get("/v1/me/events")]
pub(crate) async fn stream_my_games(state: State, listener: Listener) -> Result<HttpResponse> {
    let cursor = listener.cursor()?;
    let (reader, stopping) = listener.parts();
    let heartbeat = reader.terms.heartbeat;
    let follows = PlayerStream::begin(&state, reader, cursor).await?;
    Ok(streams::answer(state, stopping, heartbeat, follows))
}

impl Tells for PlayerStream {
    async fn next(&mut self, app: &App) -> Result<Vec<Event>, Refusal> {
        let news = PlayerStream::next(self, app).await?;
        let events = news
            .into_iter()
            .map(|(news, cursor)| PlayerStreamEvent::of(news).written(&cursor));
        events.collect()
    }
}

impl PlayerStreamEvent {
    fn of(news: News) -> PlayerStreamEvent {
        match news {
            News::Games(games) => PlayerStreamEvent::Games(OwnGames { games }),
            News::Game(game, hears) => PlayerStreamEvent::Game(OwnGameState::new(*game, hears)),
        }
    }

    fn written(&self, cursor: &Cursor) -> Result<Event, Refusal> {
        match self {
            PlayerStreamEvent::Games(games) => Event::new(cursor, "games", games),
            PlayerStreamEvent::Game(state) => Event::new(cursor, "game", state),
        }
    }
}
