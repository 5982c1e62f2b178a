//! Macros for types that games share: enums of words, structs with one member per word, and sets of
//! bits.

/// Makes an enum of words. Each word is the same in JSON, in the text notation and in code, in
/// snake_case. The name of its schema follows the name of the enum.
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
            /// All values, in order.
            pub const ALL: [$Name; [$(stringify!($Word)),+].len()] = [$($Name::$Word),+];

            /// The word for this value.
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

/// Makes a struct with one member for each word of an enum, all of the same type.
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
            /// Creates the struct from the value for each word.
            pub fn each(mut of: impl FnMut($Word) -> $Value) -> $Name {
                $Name { $($member: of($Word::$Of)),+ }
            }

            /// Returns the value for one word.
            pub const fn of(&self, word: $Word) -> &$Value {
                match word { $($Word::$Of => &self.$member),+ }
            }
        }
    };
}

/// Makes a set of values that have small numbers, one bit each. The arguments are: the type of the
/// bits, the type and number of the values, a function from a value to its number, and a function
/// from a number to its value.
///
/// ```
/// rules::bits! {
///     /// Squares of a row of eight.
///     pub struct Row(u8) of [u8; 8], |square| square, |number| number as u8
/// }
///
/// let row: Row = [1, 7, 4].into_iter().collect();
/// assert!(row.contains(4) && row.len() == 3);
/// assert!(row.without(Row::one(4)).iter().eq([1, 7]));
/// ```
#[macro_export]
macro_rules! bits {
    ($(#[$about:meta])* $vis:vis struct $Set:ident($Bits:ty) of [$Thing:ty; $count:expr],
        |$thing:ident| $bit:expr, |$number:ident| $of:expr
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, $crate::serde::Serialize)]
        #[serde(crate = "rules::serde", transparent)]
        $vis struct $Set($Bits);

        impl $Set {
            /// The empty set.
            $vis const EMPTY: $Set = $Set(0);

            /// The set of all values.
            $vis const ALL: $Set = $Set(<$Bits>::MAX >> (<$Bits>::BITS - $count as u32));

            /// Creates a set from bits. Ignores bits that stand for no value.
            #[inline]
            $vis const fn from_bits(bits: $Bits) -> $Set {
                $Set(bits & $Set::ALL.0)
            }

            /// Creates a set with one value.
            #[inline]
            $vis const fn one($thing: $Thing) -> $Set {
                $Set(1 << $bit)
            }

            /// Whether the set contains the value.
            #[inline]
            $vis const fn contains(self, $thing: $Thing) -> bool {
                self.0 & $Set::one($thing).0 != 0
            }

            /// Adds a value.
            #[inline]
            $vis const fn insert(&mut self, $thing: $Thing) {
                self.0 |= $Set::one($thing).0;
            }

            /// Removes a value.
            $vis const fn remove(&mut self, $thing: $Thing) {
                self.0 &= !$Set::one($thing).0;
            }

            /// Whether the set is empty.
            #[inline]
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the number of values in the set.
            $vis const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns the union of both sets.
            #[must_use]
            $vis const fn or(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// Returns the intersection of both sets.
            #[must_use]
            $vis const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// Returns the values of this set that are not in the other.
            #[must_use]
            $vis const fn without(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// Returns the values of the set, in order.
            #[inline]
            $vis fn iter(self) -> impl Iterator<Item = $Thing> + Clone {
                let mut left = self.0;
                ::std::iter::from_fn(move || {
                    let $number = left.trailing_zeros();
                    (left != 0).then(|| {
                        left &= left - 1;
                        $of
                    })
                })
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Set {
            fn deserialize<D>(from: D) -> ::std::result::Result<$Set, D::Error>
            where
                D: $crate::serde::Deserializer<'de>,
            {
                $crate::serde::Deserialize::deserialize(from).map($Set::from_bits)
            }
        }

        impl FromIterator<$Thing> for $Set {
            fn from_iter<I: IntoIterator<Item = $Thing>>(things: I) -> $Set {
                let mut set = $Set::EMPTY;
                things.into_iter().for_each(|it| set.insert(it));
                set
            }
        }
    };
}
