//! Chat, private notes and reports.

use actix_web::http::header::{ETag, EntityTag, IfMatch};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, get, post, put};
use base::typed_text;
use common::clock::rfc3339;
use common::ids::{self, GameId};
use db::sets::Room;
use serde::{Deserialize, Serialize};
use social::chat::{self, Message};
use social::notes::{self, Note};
use social::reports::{self, About};
use utoipa::{IntoParams, ToSchema};

use crate::http::caller::{Anybody, InPerson, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::{Result, invalid, one_of, out_of_range};
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
    /// The room.
    #[serde(default)]
    room: Room,
    /// Only messages after this number, the oldest first; 0 begins at the beginning. Left out, the
    /// newest are shown.
    #[param(minimum = 0)]
    after: Option<u64>,
    /// At most so many, 1 to 200.
    #[serde(default = "page_size")]
    #[param(default = 100, minimum = 1, maximum = 200)]
    limit: usize,
}

fn page_size() -> usize {
    100
}

/// Something that was said.
#[derive(Serialize, ToSchema)]
#[schema(as = Message)]
pub struct MessageResource {
    /// Its number within the game; numbers grow, with gaps.
    #[schema(example = 12)]
    n: i64,
    /// Who said it.
    #[schema(example = "ann")]
    author: String,
    /// What was said: plain text, one line. Null when its writer's account was deleted.
    #[schema(example = "Good luck!", required)]
    text: Option<String>,
    /// When.
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
    /// Whether there are more: after the last of these, or, without `after`, before the first.
    more: bool,
}

policy!(list_messages: Scope(Chat));
/// Read the chat
///
/// Returns messages of one room. The room `table` is for the players. While the game runs, the room
/// `spectators` is for everybody else who can see the game and has signed in; before and after, for
/// everybody who can see the game. Messages at the table that you read without a token count as
/// seen, and you get no mail about them.
#[utoipa::path(
    tag = "chat",
    params(ChatQuery),
    responses(
        (status = 200, description = "Messages", body = ChatPage),
        (status = 403, description = "forbidden: this room is not for you or not yet", body = ProblemBody),
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
        return invalid("why-after");
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

/// Something to be said.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MessageInput)]
pub struct MessageBody {
    /// The room.
    #[serde(default)]
    room: Room,
    /// What is said: 1 to 1000 characters of plain text on one line.
    #[schema(max_length = 1000)]
    text: String,
    /// Your own name for the message, 1 to 64 letters, digits, `-` and `_`. Sent again with the same
    /// name, it is said once, and the answer is the same.
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
/// Adds a message to one room of the game's chat. Other players at the table who do not read it
/// here get it with their next mail about the game, soon but at most every half hour.
#[utoipa::path(
    tag = "chat",
    responses(
        (status = 201, description = "Said", body = MessageResource),
        (status = 403, description = "forbidden: this room is not for you or not yet", body = ProblemBody),
        (status = 422, description = "key-reused: the `id` names another message", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
        (status = 503, description = "unavailable: send it again", body = ProblemBody),
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
    /// What it says; empty where you have written nothing.
    text: String,
    /// How often it was changed. It is also the `ETag`, in quotes.
    #[schema(example = 3)]
    version: i32,
    /// When it was changed last; null for never.
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
/// Returns your private note about a game. Everybody who can see a game can keep one, and nobody
/// else can read it.
#[utoipa::path(
    tag = "chat",
    responses((status = 200, description = "Your note, with its `ETag`", body = NoteResource)),
)]
#[get("/note")]
pub(crate) async fn get_note(
    state: State,
    SignedIn(caller): SignedIn,
    id: At<GameId>,
) -> Result<HttpResponse> {
    Ok(noted(notes::read(&state, &caller, &id).await?))
}

/// What your note is to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NoteInput)]
pub struct NoteBody {
    /// Plain text, at most 10,000 characters; empty to remove the note.
    #[schema(max_length = 10000)]
    text: String,
}

policy!(set_note: Scope(Chat));
/// Write your note
///
/// Replaces your private note about a game. With `If-Match` it does so only if the note still has
/// the version that you know, so that one device does not overwrite what you wrote on another.
#[utoipa::path(
    tag = "chat",
    params(("If-Match" = Option<String>, Header, description = "The `ETag` of what you replace")),
    responses(
        (status = 200, description = "Your note, with its `ETag`", body = NoteResource),
        (status = 412, description = "precondition-failed: read it again", body = ProblemBody),
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

/// What is reported, and why: one of `message` and `player`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReportInput)]
pub struct ReportBody {
    /// The number of a message that you can read.
    #[schema(minimum = 1)]
    message: Option<i64>,
    /// The name of a player who plays here or has said something.
    player: Option<String>,
    /// Why, for the operator: 1 to 2000 characters of plain text.
    #[schema(max_length = 2000)]
    reason: String,
}

policy!(create_report: Scope(Chat), key = Together);
/// Report a message or a player to the operator
///
/// Sends the operator a mail with your name, the game, the message and your reason. Nobody else
/// learns of it. Repeating a report changes nothing.
#[utoipa::path(
    tag = "chat",
    responses(
        (status = 202, description = "The operator is told"),
        (status = 403, description = "forbidden: this server takes no reports", body = ProblemBody),
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
