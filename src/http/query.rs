//! Query parameters, and problems that say what is wrong with them.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;

use crate::http::problem::{Problem, Result};
use crate::http::schema_errors::Fault;

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
