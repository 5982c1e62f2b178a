//! Reauthentication: how callers show that they own the account whose credentials they change.

use accounts::passkeys::Shown;
use accounts::reauthentication;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::openapi::schemas::PasskeyAssertion;
use crate::http::problem::{Result, one_of};

/// The password or a passkey, to be sure that it is you.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Reauthentication)]
pub struct Sure {
    /// The password. Either this or `passkey`.
    #[schema(format = Password)]
    password: Option<String>,
    /// What your authenticator answered to the options of `POST /v1/sessions/passkey`: a
    /// `PublicKeyCredential` as `toJSON` gives it.
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
