//! What types of games have in common: closed sets of words, structs with a member for each of
//! them, and sets of bits.

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

/// Makes a set of things that have small numbers, one bit each. Behind the type of the bits stand
/// that of the things and how many there are, the number of a thing, and the thing of a number.
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
            /// The set of nothing.
            $vis const EMPTY: $Set = $Set(0);

            /// The set of all.
            $vis const ALL: $Set = $Set(<$Bits>::MAX >> (<$Bits>::BITS - $count as u32));

            /// The set of these bits, as far as there are such things.
            #[inline]
            $vis const fn from_bits(bits: $Bits) -> $Set {
                $Set(bits & $Set::ALL.0)
            }

            /// The set of one.
            #[inline]
            $vis const fn one($thing: $Thing) -> $Set {
                $Set(1 << $bit)
            }

            /// Whether it is in the set.
            #[inline]
            $vis const fn contains(self, $thing: $Thing) -> bool {
                self.0 & $Set::one($thing).0 != 0
            }

            /// Adds it.
            #[inline]
            $vis const fn insert(&mut self, $thing: $Thing) {
                self.0 |= $Set::one($thing).0;
            }

            /// Takes it out.
            $vis const fn remove(&mut self, $thing: $Thing) {
                self.0 &= !$Set::one($thing).0;
            }

            /// Whether nothing is in the set.
            #[inline]
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How much is in the set.
            $vis const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// What either set holds.
            #[must_use]
            $vis const fn or(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// What both sets hold.
            #[must_use]
            $vis const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// What this set holds and the other does not.
            #[must_use]
            $vis const fn without(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// What is in the set, in order.
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
