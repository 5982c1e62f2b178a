//! `RateLimit` and `RateLimit-Policy`: the rate limits that counted a request, and what is left of
//! them (draft-ietf-httpapi-ratelimit-headers).

use std::fmt::Write;

use accounts::limits::{self, Allowance};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Adds the headers for the rate limits that counted this request.
pub(crate) async fn tell<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let (answered, counted) = limits::counted(next.call(request)).await;
    let mut response = answered?;
    if !counted.is_empty() {
        let (policy, limit) = written(&counted);
        for (name, value) in [(POLICY, policy), (LIMIT, limit)] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(name, value);
            }
        }
    }
    Ok(response)
}

/// Formats both headers as lists of structured fields (RFC 9651): `"games";q=500;w=1800` and
/// `"games";r=499;t=4`.
fn written(counted: &[Allowance]) -> (String, String) {
    let (mut policy, mut limit) = (String::new(), String::new());
    for (n, it) in counted.iter().enumerate() {
        let comma = if n == 0 { "" } else { ", " };
        // Writing into a string cannot fail.
        let _ = write!(policy, "{comma}\"{}\";q={};w={}", it.of, it.most, it.window);
        let _ = write!(limit, "{comma}\"{}\";r={};t={}", it.of, it.left, it.reset);
    }
    (policy, limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_limit_headers_list_every_limit() {
        let one = |of, left| Allowance {
            of,
            most: 20,
            window: 40,
            left,
            reset: 2,
        };
        let (policy, limit) = written(&[one("looks", 19), one("games", 0)]);
        assert_eq!(policy, "\"looks\";q=20;w=40, \"games\";q=20;w=40");
        assert_eq!(limit, "\"looks\";r=19;t=2, \"games\";r=0;t=2");
    }
}
