//! JSON: answers, and strict bodies with limits on size and depth. Problems say what is wrong with
//! a body.

use std::borrow::Cow;
use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{FromRequest, HttpRequest, HttpResponse, Responder, web};
use base::refusal::Refusal;
use common::texts::message;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::http::problem::{Problem, Result};
use crate::http::schema_errors::Fault;
use crate::http::server::idempotency::meaning;

/// The largest body the API reads, in bytes.
pub const MAX_BODY: usize = 64 * 1024;

/// A JSON body of type `T`, in a request or an answer. serde_json itself rejects nesting deeper
/// than 128. utoipa recognises this type by its name, and so knows the body of a call.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Json<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Json<T>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = read(request, payload);
        Box::pin(async move { parse(&bytes.await?).map(Json) })
    }
}

impl<T: Serialize> Responder for Json<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Ok().json(self.0)
    }
}

/// A JSON body that may be left out. An empty body equals an object without members.
pub struct BodyIfAny<T>(pub T);

impl<T: DeserializeOwned> FromRequest for BodyIfAny<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<BodyIfAny<T>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let bytes = raw(request, payload);
        Box::pin(async move {
            let bytes = bytes.await?;
            match (bytes.is_empty(), is_json) {
                (true, _) => parse(b"{}").map(BodyIfAny),
                (false, true) => parse(&bytes).map(BodyIfAny),
                (false, false) => Err(Problem::UnsupportedMediaType),
            }
        })
    }
}

/// The body of a call that takes none. An object with any member is rejected.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NothingSaid {}

/// A JSON body with a hash of its content, which identifies a repeated request.
pub struct HashedBody<T> {
    /// The body.
    pub body: T,
    /// The hash.
    pub hash: Vec<u8>,
}

impl<T: DeserializeOwned> FromRequest for HashedBody<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<HashedBody<T>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = read(request, payload);
        Box::pin(async move {
            let bytes = bytes.await?;
            Ok(HashedBody {
                body: parse(&bytes)?,
                hash: Sha256::digest(meaning(&integers(&bytes))).to_vec(),
            })
        })
    }
}

/// Whether the `Content-Type` of the body is JSON.
fn is_json(request: &HttpRequest) -> bool {
    request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|media| media.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads the bytes of a body whose `Content-Type` must be JSON.
fn read(
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<web::Bytes>> + use<> {
    let is_json = is_json(request);
    let bytes = raw(request, payload);
    async move {
        let bytes = bytes.await?;
        is_json
            .then_some(bytes)
            .ok_or(Problem::UnsupportedMediaType)
    }
}

/// Reads the bytes of a body of any media type.
fn raw(
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<web::Bytes>> + use<> {
    let bytes = web::Bytes::from_request(request, payload);
    async move {
        bytes.await.map_err(
            |error| match error.as_response_error().status_code().as_u16() {
                413 => Refusal::TooLarge.into(),
                _ => Problem::MalformedJson(message("why-unreadable")),
            },
        )
    }
}

/// Rewrites whole numbers that have a fraction or an exponent. In JSON Schema, `2.0` and `2e0` are
/// integers; in serde, they are not. Borrows the input if no number has either.
fn integers(json: &[u8]) -> Cow<'_, [u8]> {
    let has_parts = |it: &[u8]| it[0].is_ascii_digit() && matches!(it[1], b'.' | b'e' | b'E');
    if !json.windows(2).any(has_parts) {
        return Cow::Borrowed(json);
    }
    let (mut written, mut rest) = (Vec::with_capacity(json.len()), json);
    while let Some(&first) = rest.first() {
        let is_number = first == b'-' || first.is_ascii_digit();
        let length = match first {
            b'"' => string(rest),
            _ if is_number => {
                let part = |it: &u8| !matches!(it, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                rest.iter().position(part).unwrap_or(rest.len())
            }
            _ => 1,
        };
        let (token, after) = rest.split_at(length);
        match integer(token).filter(|_| is_number) {
            Some(integer) => written.extend(integer.to_string().into_bytes()),
            None => written.extend(token),
        }
        rest = after;
    }
    Cow::Owned(written)
}

/// Returns the length of the string at the start of `json`, including its quotes.
fn string(json: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = json.iter().skip(1).position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(json.len(), |end| end + 2)
}

/// Returns the integer that equals a number with a fraction or an exponent, if it can be
/// represented exactly.
fn integer(number: &[u8]) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let has_parts = number.iter().any(|it| matches!(it, b'.' | b'e' | b'E'));
    let number: f64 = serde_json::from_slice(number).ok().filter(|_| has_parts)?;
    let is_whole = number.fract() == 0.0 && number.abs() < EXACT;
    is_whole.then_some(number as i64)
}

/// Parses JSON. Invalid JSON and JSON of a wrong type are different problems.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let bytes = &*integers(bytes);
    let body = serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => {
            faulty::<T, _>(&mut serde_json::Deserializer::from_slice(bytes))
        }
        _ if error.to_string().starts_with("recursion limit") => Refusal::TooLarge.into(),
        // serde_json reports a number or null in place of a word like bad syntax.
        _ => match serde_json::from_slice(bytes) {
            Ok(value) => faulty::<T, Value>(value),
            Err(_) => Problem::MalformedJson(
                message("problem-json")
                    .with("line", error.line())
                    .with("column", error.column()),
            ),
        },
    })?;
    // Serde would also accept an array of the members as an object.
    if bytes.trim_ascii_start().starts_with(b"{") {
        Ok(body)
    } else {
        Err(Problem::Faulty(Fault::no_object()))
    }
}

/// Parses JSON that is not a `T` again, to find what is wrong with it, and where.
fn faulty<'de, T, D>(json: D) -> Problem
where
    T: DeserializeOwned,
    D: Deserializer<'de, Error: Display>,
{
    match serde_path_to_error::deserialize::<_, T>(json) {
        Ok(_) => Problem::Faulty(Fault::no_object()),
        Err(error) => Problem::Faulty(Fault::of_body(error.path(), &error.inner().to_string())),
    }
}

/// Reads an object, or null, inside a body. Rejects an array in place of an object.
pub(super) fn object<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Option::<Map<String, Value>>::deserialize(from)?
        .map(|object| T::deserialize(Value::Object(object)).map_err(D::Error::custom))
        .transpose()
}

/// Reads a list of objects inside a body. Rejects an array in place of an object.
pub(super) fn objects<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    Vec::<Map<String, Value>>::deserialize(from)?
        .into_iter()
        .map(|object| T::deserialize(Value::Object(object)).map_err(D::Error::custom))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::http::json::integers;

    #[test]
    fn whole_numbers_lose_their_fraction_and_other_json_is_unchanged() {
        for (sent, read) in [
            (r#"{"seats": 2.0}"#, r#"{"seats": 2}"#),
            ("[-3.00,2e1, 1.5E1 ,-0.0]", "[-3,20, 15 ,0]"),
            (
                "[0.5, 1e-2, 1e99, 9007199254740993.0]",
                "[0.5, 1e-2, 1e99, 9007199254740993.0]",
            ),
            (
                r#"{"a2.0": "1.0 \"2.0\\", "b": 3.0}"#,
                r#"{"a2.0": "1.0 \"2.0\\", "b": 3}"#,
            ),
            (r#"{"open": "2.0"#, r#"{"open": "2.0"#),
            ("[1.0.0, 2.x]", "[1.0.0, 2.x]"),
        ] {
            let it = integers(sent.as_bytes());
            assert_eq!(std::str::from_utf8(&it), Ok(read), "{sent}");
        }
    }
}
