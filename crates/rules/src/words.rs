//! Closed sets of words, and structs with a member for each of them.

/// Makes an enum of words, each the same in JSON, in the text notation and in code, in snake_case.
/// Behind the name stands what its schema is called.
///
/// ```
/// rules::words! {
///     /// A piece of chess.
///     pub enum Piece = "ChessPiece" {
///         /// Moves in straight lines.
///         Rook,
///         /// Moves aslant.
///         Bishop,
///     }
/// }
///
/// assert_eq!(Piece::ALL.map(Piece::word), ["rook", "bishop"]);
/// assert_eq!("rook".parse(), Ok(Piece::Rook));
/// assert_eq!(rules::serde_json::to_string(&Piece::Bishop).unwrap(), r#""bishop""#);
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$about:meta])* $vis:vis enum $Name:ident = $schema:literal {
        $($(#[$of:meta])* $Word:ident),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            $crate::serde::Serialize, $crate::serde::Deserialize, $crate::schemars::JsonSchema,
            $crate::strum::Display, $crate::strum::EnumString, $crate::strum::IntoStaticStr,
        )]
        #[serde(crate = "rules::serde", rename_all = "snake_case")]
        #[strum(crate = "rules::strum", serialize_all = "snake_case")]
        #[schemars(crate = "rules::schemars", rename = $schema)]
        $vis enum $Name { $($(#[$of])* $Word),+ }

        impl $Name {
            /// All of them, in their order.
            pub const ALL: [$Name; [$(stringify!($Word)),+].len()] = [$($Name::$Word),+];

            /// The word for it.
            pub fn word(self) -> &'static str {
                self.into()
            }
        }

        impl $crate::reading::Id for $Name {
            fn of(id: &str) -> ::std::option::Option<$Name> {
                id.parse().ok()
            }

            fn id(self) -> &'static str {
                self.into()
            }
        }
    };
}

/// Makes a struct with a member for each word of an enum, all of one type.
///
/// ```
/// # rules::words! {
/// #     /// A piece of chess.
/// #     pub enum Piece = "ChessPiece" { #[doc = ""] Rook, #[doc = ""] Bishop }
/// # }
/// rules::each! {
///     /// How many there are.
///     #[derive(Debug, PartialEq)]
///     pub struct Counts: Piece => u8 {
///         /// Of rooks.
///         rook: Rook,
///         /// Of bishops.
///         bishop: Bishop,
///     }
/// }
///
/// let counts = Counts::each(|piece| piece.word().len() as u8);
/// assert_eq!(counts, Counts { rook: 4, bishop: 6 });
/// assert_eq!(*counts.of(Piece::Bishop), 6);
/// ```
#[macro_export]
macro_rules! each {
    ($(#[$about:meta])* $vis:vis struct $Name:ident: $Word:ident => $Value:ty {
        $($(#[$of:meta])* $member:ident: $Of:ident),+ $(,)?
    }) => {
        $(#[$about])*
        $vis struct $Name { $($(#[$of])* pub $member: $Value),+ }

        impl $Name {
            /// With what there is of each.
            pub fn each(mut of: impl FnMut($Word) -> $Value) -> $Name {
                $Name { $($member: of($Word::$Of)),+ }
            }

            /// What there is of one.
            pub const fn of(&self, word: $Word) -> &$Value {
                match word { $($Word::$Of => &self.$member),+ }
            }
        }
    };
}
