//! `fields`: the members of a game in a list that a caller wants.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;
use utoipa::PartialSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::http::play::resources::GameSummary;
use crate::http::problem::{Problem, Result};

/// The members of a game in a list, as the contract names them.
static MEMBERS: LazyLock<Vec<String>> = LazyLock::new(|| match GameSummary::schema() {
    RefOr::T(Schema::Object(game)) => game.properties.into_keys().collect(),
    _ => Vec::new(),
});

/// The member that every game has.
const ALWAYS: &str = "id";

/// Names of members with commas between them.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Fields(Vec<String>);

impl TryFrom<String> for Fields {
    /// An unknown name, in the words of serde.
    type Error = String;

    fn try_from(list: String) -> Result<Fields, String> {
        let names: Vec<String> = list.split(',').map(|it| it.trim().to_owned()).collect();
        match names.iter().find(|name| !MEMBERS.contains(name)) {
            None => Ok(Fields(names)),
            Some(unknown) => {
                let known: Vec<String> = MEMBERS.iter().map(|it| format!("`{it}`")).collect();
                let known = known.join(", ");
                Err(format!(
                    "unknown variant `{unknown}`, expected one of {known}"
                ))
            }
        }
    }
}

impl Fields {
    /// Returns a game with these members only, and its id.
    pub fn of(&self, game: &GameSummary) -> Result<Value> {
        let mut value = serde_json::to_value(game).map_err(Problem::internal)?;
        if let Value::Object(members) = &mut value {
            members.retain(|name, _| name == ALWAYS || self.0.contains(name));
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_a_game_are_known() {
        assert!(MEMBERS.len() > 10);
        assert!(Fields::try_from("kind, result".to_owned()).is_ok());
    }

    #[test]
    fn unknown_member_is_rejected() {
        for list in ["", "kind,", "view", "Kind"] {
            assert!(Fields::try_from(list.to_owned()).is_err(), "{list}");
        }
    }
}
