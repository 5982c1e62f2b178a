//! The headers of responses. `components/headers` describes each of them once. A handler names only
//! those that depend on its call, such as `Location`.

use serde_json::{Map, Value, json};

/// A response header.
struct Header {
    name: &'static str,
    /// The key in `components/headers`.
    key: &'static str,
    /// The first digits of the statuses whose responses have it. The other headers are named.
    on: &'static [&'static str],
    /// Whether every response that refers to it has it.
    is_required: bool,
    /// An example; a number if the header is one.
    example: &'static str,
    description: &'static str,
}

const HEADERS: [Header; 10] = [
    Header {
        name: "X-Request-Id",
        key: "RequestId",
        on: &[""],
        is_required: true,
        example: "9f86d081884c7d65",
        description: "The id of this request in the server's log. Send it to the operator with a \
            question about the request.",
    },
    Header {
        name: "RateLimit",
        key: "RateLimit",
        on: &[""],
        is_required: false,
        example: "\"games\";r=499;t=4",
        description: "The rest of each rate limit that counted this request: `r` requests, and \
            `t` seconds until the next one (draft-ietf-httpapi-ratelimit-headers). Missing if no \
            limit counted the request.",
    },
    Header {
        name: "RateLimit-Policy",
        key: "RateLimitPolicy",
        on: &[""],
        is_required: false,
        example: "\"games\";q=500;w=1800",
        description: "The same rate limits: `q` requests at once, and as many again in `w` \
            seconds.",
    },
    Header {
        name: "Retry-After",
        key: "RetryAfter",
        on: &["429", "503"],
        is_required: false,
        example: "4",
        description: "The number of seconds to wait before you retry.",
    },
    Header {
        name: "WWW-Authenticate",
        key: "WwwAuthenticate",
        on: &["401", "403"],
        is_required: false,
        example: "Bearer error=\"invalid_token\"",
        description: "`Bearer`, on every 401. `error=\"invalid_token\"` if the request has an \
            invalid token. With `insufficient-scope`, `error=\"insufficient_scope\"` and the \
            missing `scope` (RFC 6750).",
    },
    Header {
        name: "Accept-Encoding",
        key: "AcceptEncoding",
        on: &["415"],
        is_required: false,
        example: "gzip, deflate, identity",
        description: "With `unsupported-encoding`: the content codings that the server supports.",
    },
    Header {
        name: "ETag",
        key: "ETag",
        on: &[],
        is_required: true,
        example: "\"3\"",
        description: "The version of the content. Send it as `If-None-Match`, or as `If-Match` \
            if the call accepts that.",
    },
    Header {
        name: "Preference-Applied",
        key: "PreferenceApplied",
        on: &[],
        is_required: false,
        example: "wait=30",
        description: "The preference that the server has honoured. Missing if there is none \
            (RFC 7240).",
    },
    Header {
        name: "Location",
        key: "Location",
        on: &[],
        is_required: true,
        example: "/v1/games/Xk3mPq7RtZ2",
        description: "The path of the created resource.",
    },
    Header {
        name: "Link",
        key: "Link",
        on: &[],
        is_required: false,
        example: "</v1/games?limit=2&cursor=c2VlZA>; rel=\"next\"",
        description: "The link to the next page (RFC 8288). Missing on the last page.",
    },
];

/// Names a header that a response has because of what its call takes.
pub(super) fn name(response: &mut Value, header: &str) {
    response["headers"][header] = json!({});
}

/// Refers to the descriptions of the headers that a response has by its status, and of those that
/// its call has named.
pub(super) fn add(status: &str, response: &mut Value) {
    for header in &HEADERS {
        let is_general = header.on.iter().any(|it| status.starts_with(it));
        if is_general || !response["headers"][header.name].is_null() {
            let place = format!("#/components/headers/{}", header.key);
            response["headers"][header.name] = json!({"$ref": place});
        }
    }
}

/// Returns the descriptions of all headers.
pub(super) fn described() -> Value {
    let described = HEADERS.iter().map(|header| {
        let number = header.example.parse::<u32>();
        let kind = if number.is_ok() { "integer" } else { "string" };
        let example = number.map_or_else(|_| header.example.into(), Value::from);
        let mut described = json!({
            "description": header.description,
            "schema": {"type": kind},
            "example": example,
        });
        if header.is_required {
            described["required"] = true.into();
        }
        (header.key.to_owned(), described)
    });
    Value::Object(described.collect::<Map<_, _>>())
}
