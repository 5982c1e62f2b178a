//! The languages of all texts for people.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Defines the languages in one place: the type, and the macro that includes one file for each.
/// `$dollar` stands for `$` in the macro that this macro defines.
macro_rules! languages {
    ($dollar:tt $($(#[$about:meta])* $Language:ident $code:literal $name:literal,)+) => {
        /// A language of texts for people. Notation, codes and JSON are the same in all languages.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Language {
            $($(#[$about])* #[serde(rename = $code)] $Language,)+
        }

        impl Language {
            /// All languages.
            pub const ALL: [Language; [$($code),+].len()] = [$(Language::$Language),+];

            /// Returns the code of the language (BCP 47): `en`, `fr`.
            pub const fn code(self) -> &'static str {
                match self { $(Language::$Language => $code),+ }
            }

            /// Returns the language's own name: `English`, `français`.
            pub const fn name(self) -> &'static str {
                match self { $(Language::$Language => $name),+ }
            }
        }

        /// Includes a file of the crate in each language, as [`EachLanguage`]. For example,
        /// `each_language!("/src/texts/", "/answers.ftl")` includes `src/texts/en/answers.ftl`,
        /// `src/texts/fr/answers.ftl` and so on.
        #[macro_export]
        macro_rules! each_language {
            ($dollar before:literal, $dollar behind:literal) => {
                [$(include_str!(
                    concat!(env!("CARGO_MANIFEST_DIR"), $dollar before, $code, $dollar behind)
                )),+]
            };
        }
    };
}

languages! { $
    /// English.
    #[default]
    English "en" "English",
    /// French.
    French "fr" "français",
    /// German.
    German "de" "Deutsch",
}

/// A text in each language, in the order of [`Language::ALL`].
pub type EachLanguage = [&'static str; Language::ALL.len()];

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
