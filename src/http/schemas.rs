//! Parts that many answers of the API share.

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::{Moment, rfc3339};

/// Why a request was refused (RFC 9457). Some codes carry more members; they are described with
/// the calls that answer them.
#[derive(Serialize, ToSchema)]
pub struct ProblemBody {
    /// `/problems/` and the code; a relative reference that never changes for a code.
    #[serde(rename = "type")]
    #[schema(examples("/problems/name-taken"))]
    pub kind: String,
    /// The stable code, for programs.
    #[schema(examples("name-taken"))]
    pub code: String,
    /// What the code means, in general.
    pub title: String,
    /// The HTTP status.
    #[schema(examples(409))]
    pub status: u16,
    /// What went wrong this time.
    pub detail: String,
    /// With `too-many`: how many seconds to wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

/// Writes a moment as the API shows it: RFC 3339 in UTC with milliseconds.
pub(super) fn moment<S: serde::Serializer>(at: &Moment, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&rfc3339(*at))
}
