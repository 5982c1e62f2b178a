//! Rejects unknown query parameters. Otherwise, the server would silently ignore a misspelt name.

use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::Error;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Query;

use crate::http::openapi::{self, docs};
use crate::http::problem::Problem;
use crate::http::schema_errors::Fault;

/// The names of the query parameters of a call.
type Names = Vec<&'static str>;

/// The query parameters of each call in the API contract, by path and then by method.
static CALLS: LazyLock<HashMap<&'static str, HashMap<String, Names>>> = LazyLock::new(|| {
    let paths = docs::document()["paths"].as_object().into_iter().flatten();
    paths
        .map(|(path, calls)| {
            let calls = calls.as_object().into_iter().flatten();
            let calls = calls.map(|(method, call)| {
                let all = call["parameters"].as_array().into_iter().flatten();
                let all = all.map(|it| openapi::followed(docs::document(), it));
                let asked = all.filter(|it| it["in"] == "query");
                let names = asked.filter_map(|it| it["name"].as_str()).collect();
                (method.to_uppercase(), names)
            });
            (path.as_str(), calls.collect())
        })
        .collect()
});

/// Rejects a request with a parameter that its call does not have.
pub(crate) async fn are_known<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match unknown(&request) {
        Some(fault) => {
            let problem = Problem::Faulty(fault);
            Ok(request.error_response(problem).map_into_right_body())
        }
        None => Ok(next.call(request).await?.map_into_left_body()),
    }
}

fn unknown(request: &ServiceRequest) -> Option<Fault> {
    let query = request.query_string();
    if query.is_empty() {
        return None;
    }
    let path = request.match_info().as_str();
    let pattern = request.resource_map().match_pattern(path)?;
    let names = CALLS
        .get(pattern.as_str())?
        .get(request.method().as_str())?;
    let given = Query::<Vec<(String, String)>>::from_query(query).ok()?;
    let (name, _) = given
        .iter()
        .find(|(name, _)| !names.contains(&name.as_str()))?;
    Some(Fault::unknown_parameter(name, names))
}
