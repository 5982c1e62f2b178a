//! Reauthentication: how callers show that they own the account whose credentials they change.

use accounts::passkeys::Shown;
use accounts::reauthentication;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::openapi::schemas::PasskeyAssertion;
use crate::http::problem::{Result, one_of};

/// Your password or a passkey, to confirm that it is you.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Reauthentication)]
pub struct Sure {
    /// Your password. Either this or `passkey`.
    #[schema(format = Password)]
    password: Option<String>,
    /// The authenticator's response to `POST /v1/sessions/passkey`: a `PublicKeyCredential`, as its
    /// `toJSON` returns it.
    #[schema(value_type = Option<PasskeyAssertion>)]
    passkey: Option<Value>,
}

impl Sure {
    pub(crate) fn parse(self) -> Result<reauthentication::Reauthentication> {
        match (self.password, self.passkey) {
            (Some(password), None) => Ok(reauthentication::Reauthentication::Password(password)),
            (None, Some(answer)) => shown(&answer).map(reauthentication::Reauthentication::Passkey),
            _ => one_of(&["password", "passkey"]),
        }
    }
}

/// Reads the answer of an authenticator. A malformed answer counts as a wrong one.
pub(crate) fn shown(answer: &Value) -> Result<Box<Shown>> {
    let shown = Shown::read(answer).ok_or(accounts::Refusal::BadCredentials)?;
    Ok(Box::new(shown))
}
