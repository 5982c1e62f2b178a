//! Chat, private notes and reports.

use actix_web::http::header::{ETag, EntityTag, IfMatch};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, get, post, put};
use base::typed_text;
use common::clock::rfc3339;
use common::ids::{self, GameId};
use common::texts::message;
use db::sets::Room;
use serde::{Deserialize, Serialize};
use social::chat::{self, Message};
use social::notes::{self, Note};
use social::reports::{self, About};
use utoipa::{IntoParams, ToSchema};

use crate::http::caller::{Anybody, InPerson, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::{Result, invalid, one_of, out_of_range, wrong_parameter};
use crate::http::query::Query;
use crate::http::{At, DateTime, Routes, State};

pub(crate) fn api(game: &mut impl Routes) {
    game.service(list_messages)
        .service(send_message)
        .service(get_note)
        .service(set_note)
        .service(create_report);
}

/// Which messages.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChatQuery {
    /// The room. Default: `table`.
    #[serde(default)]
    room: Room,
    /// Only messages after this number, the oldest first; 0 for the first messages. Default: the
    /// newest messages.
    #[param(minimum = 0)]
    after: Option<u64>,
    /// The maximum number of messages.
    #[serde(default = "page_size")]
    #[param(default = 100, minimum = 1, maximum = 200)]
    limit: usize,
}

fn page_size() -> usize {
    100
}

/// A chat message.
#[derive(Serialize, ToSchema)]
#[schema(as = Message)]
pub struct MessageResource {
    /// The message's number within the game. Numbers grow, with gaps.
    #[schema(example = 12)]
    n: i64,
    /// The author's name.
    #[schema(example = "ann")]
    author: String,
    /// The text: plain, on one line. Null if an admin emptied the message or the author's account
    /// was deleted.
    #[schema(example = "Good luck!", required)]
    text: Option<String>,
    /// When the author posted the message.
    at: DateTime,
}

impl From<Message> for MessageResource {
    fn from(message: Message) -> MessageResource {
        MessageResource {
            n: message.n,
            author: message.author,
            text: message.said,
            at: rfc3339(message.at),
        }
    }
}

/// A page of messages.
#[derive(Serialize, ToSchema)]
#[schema(as = MessagePage)]
pub struct ChatPage {
    /// The messages, the oldest first, without those of players whom you have muted or blocked.
    messages: Vec<MessageResource>,
    /// Whether there are more messages: after the last one, or, without `after`, before the first
    /// one.
    more: bool,
}

policy!(list_messages: Scope(Chat));
/// Read the chat
///
/// Returns messages of one room. The room `table` is for the players. While the game runs, the room
/// `spectators` is for everybody else who can see the game and has signed in; before and after, for
/// everybody who can see the game. Messages at the table that you read with a session count as
/// seen: you get no mail about them. A token does not mark them as seen.
#[utoipa::path(
    tag = "chat",
    params(ChatQuery),
    responses(
        (status = 200, description = "The messages, the oldest first.", body = ChatPage),
        (status = 403, description = "forbidden: you may not use this room now", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/chat")]
pub(crate) async fn list_messages(
    state: State,
    Anybody(caller): Anybody,
    InPerson(in_person): InPerson,
    id: At<GameId>,
    Query(query): Query<ChatQuery>,
) -> Result<Json<ChatPage>> {
    let ChatQuery { room, after, limit } = query;
    if !(1..=200).contains(&limit) {
        return out_of_range("limit", 1, 200);
    }
    let Ok(after) = after.map(i64::try_from).transpose() else {
        return wrong_parameter("after", message("why-after"));
    };
    let page = chat::read(&state, caller.as_ref(), &id, room, after, limit).await?;
    if let (Some(caller), true) = (&caller, in_person) {
        chat::was_seen(&state, caller, &id, &page).await?;
    }
    Ok(Json(ChatPage {
        messages: page.messages.into_iter().map(Into::into).collect(),
        more: page.more,
    }))
}

/// A new chat message.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MessageInput)]
pub struct MessageBody {
    /// The room. Default: `table`.
    #[serde(default)]
    room: Room,
    /// The text: 1 to 1000 characters, plain, on one line.
    #[schema(max_length = 1000)]
    text: String,
    /// Your own id of the message: 1 to 64 letters, digits, `-` and `_`. A repeated request with
    /// the same id posts the message once, and gets the same response.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    id: Option<String>,
}

impl MessageBody {
    fn key(&self) -> Result<String> {
        let is_fit = |id: &str| {
            (1..=64).contains(&id.len())
                && id
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        };
        match &self.id {
            Some(id) if is_fit(id) => Ok(format!("api-{id}")),
            Some(_) => invalid("why-message-id"),
            None => Ok(format!("own-{}", ids::short_id())),
        }
    }
}

policy!(send_message: Scope(Chat), key = Together);
/// Post a chat message
///
/// Adds a message to one room of the game's chat. The server mails it to players at the table who
/// do not read it here: with their next mail about the game, soon, but at most every half hour.
#[utoipa::path(
    tag = "chat",
    responses(
        (status = 201, description = "The message.", body = MessageResource),
        (status = 403, description = "forbidden: you may not use this room now", body = ProblemBody),
        (status = 422, description = "key-reused: the `id` belongs to another message", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
        (status = 503, description = "unavailable: send the request again", body = ProblemBody),
    ),
)]
#[post("/chat")]
pub(crate) async fn send_message(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<MessageBody>,
) -> Result<HttpResponse> {
    let key = body.0.key()?;
    let MessageBody { room, text, .. } = body.0;
    let message = chat::post(&state, &caller, &id, room, &key, &text).await?;
    Ok(HttpResponse::Created().json(MessageResource::from(message)))
}

/// Your note about a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Note)]
pub struct NoteResource {
    /// The text; empty if there is no note.
    text: String,
    /// How often you have changed the note. The `ETag` is the same number, in quotes.
    #[schema(example = 3)]
    version: i32,
    /// When you last changed the note; null if never.
    #[schema(required)]
    changed_at: Option<DateTime>,
}

fn noted(note: Note) -> HttpResponse {
    let tag = ETag(EntityTag::new_strong(note.version.to_string()));
    HttpResponse::Ok().insert_header(tag).json(NoteResource {
        text: note.text,
        version: note.version,
        changed_at: note.changed_at.map(rfc3339),
    })
}

policy!(get_note: Scope(Chat));
/// Read your note
///
/// Returns your private note about a game. Everybody who can see a game can keep one. No other
/// player can read it.
#[utoipa::path(
    tag = "chat",
    responses((status = 200, description = "Your note, with its `ETag`.", body = NoteResource)),
)]
#[get("/note")]
pub(crate) async fn get_note(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<HttpResponse> {
    Ok(noted(notes::read(&state, &caller, &id).await?))
}

/// Your new note.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NoteInput)]
pub struct NoteBody {
    /// Plain text, at most 10,000 characters. An empty text removes the note.
    #[schema(max_length = 10000)]
    text: String,
}

policy!(set_note: Scope(Chat));
/// Write your note
///
/// Replaces your private note about a game. With `If-Match`, the server replaces the note only if
/// it still has that version, so that one device does not overwrite the text from another.
#[utoipa::path(
    tag = "chat",
    params(("If-Match" = Option<String>, Header, description = "The `ETag` of the note that you replace.")),
    responses(
        (status = 200, description = "Your note, with its `ETag`.", body = NoteResource),
        (status = 412, description = "precondition-failed: read the note again", body = ProblemBody),
    ),
)]
#[put("/note")]
pub(crate) async fn set_note(
    state: State,
    request: HttpRequest,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<NoteBody>,
) -> Result<HttpResponse> {
    let versions = replaced(&request)?;
    let note = notes::write(&state, &caller, &id, &body.0.text, versions.as_deref()).await?;
    Ok(noted(note))
}

/// Returns the versions that `If-Match` allows to be replaced; `None` for any.
fn replaced(request: &HttpRequest) -> Result<Option<Vec<i32>>> {
    if !request.headers().contains_key("if-match") {
        return Ok(None);
    }
    match request.get_header::<IfMatch>() {
        Some(IfMatch::Any) => Ok(None),
        // Weak tags, and tags of other servers, match nothing.
        Some(IfMatch::Items(tags)) => Ok(Some(
            tags.iter()
                .filter(|tag| !tag.weak)
                .filter_map(|tag| tag.tag().parse().ok())
                .collect(),
        )),
        None => invalid("why-if-match"),
    }
}

/// The report: one of `message` and `player`, and the reason.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReportInput)]
pub struct ReportBody {
    /// The number of a message that you can read.
    #[schema(minimum = 1)]
    message: Option<i64>,
    /// The name of a player in the game, or of an author in its chat.
    player: Option<String>,
    /// The reason, for the operator: 1 to 2000 characters of plain text.
    #[schema(max_length = 2000)]
    reason: String,
}

policy!(create_report: Scope(Chat), key = Together);
/// Report a message or a player to the operator
///
/// Mails the operator your name, the game, the message and your reason. No other player learns of
/// the report. Repeating a report changes nothing.
#[utoipa::path(
    tag = "chat",
    responses(
        (status = 202, description = "The report is stored. The operator gets a mail."),
        (status = 403, description = "forbidden: this server accepts no reports", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
)]
#[post("/reports")]
pub(crate) async fn create_report(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
    body: Json<ReportBody>,
) -> Result<HttpResponse> {
    let about = match (body.0.message, body.0.player) {
        (Some(n), None) => About::Message(n),
        (None, Some(name)) => {
            typed_text::shows("player", &name)?;
            About::Player(name)
        }
        _ => return one_of(&["message", "player"]),
    };
    reports::file(&state, &caller, &id, &about, &body.0.reason).await?;
    Ok(HttpResponse::Accepted().finish())
}
