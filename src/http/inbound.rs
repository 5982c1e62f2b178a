//! Mail that mail servers hand over by HTTP: for mail providers, and for mail servers that can only
//! run a program.

use std::io::Read;

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, CONTENT_ENCODING, HeaderMap, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest, HttpResponse, post};
use base::refusal::Refusal;
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use mail::inbound::session::MAX_MESSAGE;
use mail_commands;
use mail_commands::Courier;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::{Problem, Result};
use crate::http::query::Query;
use crate::http::{Routes, State, caller};

/// Registers the call.
pub(super) fn api(config: &mut impl Routes) {
    config.service(receive_mail);
}

/// For whom a message is.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Envelope {
    /// The recipient, in place of `X-Envelope-To`.
    to: Option<String>,
    /// The sender, in place of `X-Envelope-From`.
    from: Option<String>,
}

/// A raw message, of any media type.
pub(super) struct Message(Bytes);

impl FromRequest for Message {
    type Error = Problem;
    type Future = std::pin::Pin<Box<dyn Future<Output = Result<Message>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let codings = request.headers().get_all(CONTENT_ENCODING);
        let codings: Vec<HeaderValue> = codings.cloned().collect();
        // Taken as a stream, because the payload limit of all other calls is smaller.
        let bytes = actix_web::web::Payload::from_request(request, payload);
        Box::pin(async move {
            let payload = bytes.await.map_err(|_| unreadable())?;
            let body = payload
                .to_bytes_limited(MAX_MESSAGE)
                .await
                .map_err(|_| Refusal::TooLarge)?
                .map_err(|_| unreadable())?;
            // The last coding was applied last, so it is removed first.
            let mut codings = codings.iter().rev();
            codings.try_fold(body, decoded).map(Message)
        })
    }
}

/// Removes one content coding from a body. Rejects a result larger than a message. Admission has
/// already rejected codings that the server does not support. The library's own decoder has no size
/// limit.
fn decoded(body: Bytes, coding: &HeaderValue) -> Result<Bytes> {
    let is = |name: &str| coding.as_bytes().eq_ignore_ascii_case(name.as_bytes());
    let most = MAX_MESSAGE as u64 + 1;
    let mut plain = Vec::new();
    let read = if is("gzip") {
        let gzip = MultiGzDecoder::new(&*body);
        gzip.take(most).read_to_end(&mut plain)
    } else if is("deflate") {
        let zlib = ZlibDecoder::new(&*body);
        zlib.take(most).read_to_end(&mut plain)
    } else {
        return Ok(body);
    };
    match read.map_err(|_| unreadable())? {
        length if length > MAX_MESSAGE => Err(Refusal::TooLarge.into()),
        _ => Ok(plain.into()),
    }
}

fn unreadable() -> Problem {
    Problem::invalid("why-unreadable")
}

policy!(receive_mail: MailSecret);
/// Deliver an incoming mail
///
/// Accepts one mail that a player has sent to the server. The body is the message as it arrived
/// (RFC 5322), with any media type. Only for mail servers and mail providers: they send the secret
/// from the server's settings. The server ignores a message that it has already accepted.
#[utoipa::path(
    tag = "mail",
    params(
        Envelope,
        ("X-Envelope-To" = Option<String>, Header, description = "The recipient: one of this server's addresses. Required unless you send `to`."),
        ("X-Envelope-From" = Option<String>, Header, description = "The sender, `<>` for a bounce. Default: `from`, or `Return-Path` or `From` of the message."),
    ),
    request_body(
        content = String,
        content_type = "message/rfc822",
        description = "The message",
        examples(("a-move" = (
            summary = "A reply with a move",
            value = json!("From: ann@example.org\r\nTo: play+7907f46f@play.example.org\r\n\
                Message-ID: <1@example.org>\r\n\r\nroll\r\n"),
        ))),
    ),
    responses(
        (status = 202, description = "The server has stored the mail and will process it."),
        (status = 404, description = "not-found: this address does not exist", body = ProblemBody),
        (status = 413, description = "too-large: too large or too many parts", body = ProblemBody),
    ),
    security(("inbound_secret" = []))
)]
#[post("/v1/inbound/mime")]
pub(super) async fn receive_mail(
    state: State,
    request: HttpRequest,
    Query(query): Query<Envelope>,
    message: Message,
) -> Result<HttpResponse> {
    let headers = request.headers();
    let to = header(headers, "x-envelope-to").or(query.to.as_deref());
    let from = header(headers, "x-envelope-from").or(query.from.as_deref());
    let to = to.unwrap_or_default();
    let courier = courier(&state, headers)?;
    mail_commands::hand_over(&state, courier, from, to, &message.0).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// Authenticates a mail server or provider by the secret in its request.
pub(super) fn courier(app: &App, headers: &HeaderMap) -> Result<Courier> {
    let secret = headers.get(AUTHORIZATION).and_then(caller::shown);
    Ok(mail_commands::courier(app, secret)?)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
