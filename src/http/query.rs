//! Query parameters, and problems that say what is wrong with them.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use chrono::{DateTime, Datelike};
use common::clock::Moment;
use common::texts::message;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::http::problem::{Problem, Result, out_of_range, wrong_parameter};
use crate::http::schema_errors::Fault;

/// A parameter that is a time (RFC 3339).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Instant(pub Moment);

impl TryFrom<String> for Instant {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Instant, &'static str> {
        // PostgreSQL may be unable to store times outside these years.
        let parsed = DateTime::parse_from_rfc3339(&text).ok();
        let at = parsed.filter(|at| (1970..10_000).contains(&at.year()));
        at.map(|at| Instant(at.to_utc()))
            .ok_or("not a time of RFC 3339")
    }
}

/// Returns how many items a page has: `given`, from 1 to `most`, or else `usual`.
pub(super) fn limit(given: Option<i64>, usual: i64, most: u32) -> Result<i64> {
    let limit = given.unwrap_or(usual);
    match (1..=i64::from(most)).contains(&limit) {
        true => Ok(limit),
        false => out_of_range("limit", 1, most),
    }
}

/// Reads the cursor of a page, if there is one.
pub(super) fn cursor<T>(
    given: Option<&str>,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>> {
    match given.map(read) {
        None => Ok(None),
        Some(Some(position)) => Ok(Some(position)),
        Some(None) => wrong_parameter("cursor", message("why-cursor")),
    }
}

/// The parameters of a call, of type `T`.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Query<T>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let query = request.query_string();
        let read = |query: &str| web::Query::<T>::from_query(query).map_err(|it| it.to_string());
        ready(match read(query) {
            Ok(it) => Ok(Query(it.into_inner())),
            Err(fault) => {
                // The error does not name the parameter. Of all parameters, it is the one that
                // fails alone with the same error.
                let is_it = |pair: &&str| read(pair).is_err_and(|it| it == fault);
                let found = query.split('&').find(is_it).unwrap_or_default();
                let name = found.split('=').next().unwrap_or_default();
                let fault = fault.trim_start_matches("Query deserialize error: ");
                Err(Problem::Faulty(Fault::of_query(name, fault)))
            }
        })
    }
}
