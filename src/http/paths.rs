//! Path parameters that are not ids (`common::ids`).

use std::ops::Deref;

use ::games::KINDS;
use base::typed_text;
use common::ids::NoId;
use rules::Kind;
use serde::Deserialize;

/// The longest text that is taken for a player's name, in bytes.
const LONGEST_NAME: usize = 100;

/// A text that can be a player's name, in any case.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Name(String);

impl TryFrom<String> for Name {
    type Error = NoId;

    fn try_from(text: String) -> Result<Name, NoId> {
        let is_name = text.len() <= LONGEST_NAME && typed_text::shows("name", &text).is_ok();
        is_name.then_some(Name(text)).ok_or(NoId)
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A kind of game, by its id.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct KnownKind(pub(super) &'static dyn Kind);

impl TryFrom<String> for KnownKind {
    type Error = NoId;

    fn try_from(id: String) -> Result<KnownKind, NoId> {
        KINDS.latest(&id).map(KnownKind).ok_or(NoId)
    }
}
