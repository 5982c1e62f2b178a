//! The languages that people are spoken to in.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language that people are spoken to in. Notation, codes and JSON are the same in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// French.
    #[serde(rename = "fr")]
    French,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// The code of the language (BCP 47): `en`, `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// What the language calls itself: `English`, `français`.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::French => "français",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = String;

    /// Reads a code, with or without a region (`fr`, `fr-CA`), or a name.
    fn from_str(text: &str) -> Result<Language, String> {
        let wanted = text.trim().to_lowercase();
        let main = wanted.split(['-', '_']).next().unwrap_or_default();
        Language::ALL
            .into_iter()
            .find(|it| it.code() == main || it.name().to_lowercase() == wanted)
            .ok_or_else(|| {
                let codes = Language::ALL.map(Language::code).join(", ");
                format!("No language of this server is called “{text}”; it has {codes}.")
            })
    }
}
