//! Reads moves from JSON, in one pass and strictly by the schema.
//!
//! For a tagged enum, serde copies the members before it looks at the tag, which takes most of the
//! time of a replay. [`read_moves!`](crate::read_moves) reads the members of all forms into one
//! struct and makes the move from them.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Implements [`Deserialize`] for an enum of moves in which `type` is the form in snake_case. The
/// macro takes first all members with the types they are read as, then each form with its own
/// members. These are converted [into](Into) the types of the form.
///
/// ```
/// # use rules::serde::Serialize;
/// #[derive(Debug, PartialEq, Serialize)]
/// #[serde(crate = "rules::serde", tag = "type", rename_all = "snake_case")]
/// enum Move {
///     Roll {},
///     MovePawn { from: u8 },
/// }
///
/// rules::read_moves! { Move { from: u8 } => Roll(), MovePawn(from) }
///
/// let read = rules::serde_json::from_str::<Move>;
/// assert_eq!(read(r#"{"type": "move_pawn", "from": 3}"#).unwrap(), Move::MovePawn { from: 3 });
/// assert!(read(r#"{"type": "roll", "from": 3}"#).is_err());
/// assert!(read(r#"{"type": "move_pawn", "from": null}"#).is_err());
/// let told = read(r#"{"type": 4}"#).unwrap_err().to_string();
/// assert_eq!(told, "invalid type: integer `4`, expected a word at line 1 column 10");
/// ```
#[macro_export]
macro_rules! read_moves {
    (
        $Move:ident { $($member:ident: $Type:ty),+ $(,)? }
        => $($form:ident($($of:ident),*)),+ $(,)?
    ) => {
        impl<'de> $crate::serde::Deserialize<'de> for $Move {
            #[inline]
            fn deserialize<D>(from: D) -> ::std::result::Result<$Move, D::Error>
            where
                D: $crate::serde::Deserializer<'de>,
            {
                #[derive($crate::serde::Deserialize)]
                #[serde(
                    crate = "rules::serde",
                    rename_all = "snake_case",
                    variant_identifier,
                    expecting = "a word"
                )]
                enum Tag { $($form),+ }

                #[derive($crate::serde::Deserialize)]
                #[serde(crate = "rules::serde", deny_unknown_fields)]
                struct Members {
                    #[serde(rename = "type")]
                    tag: Tag,
                    $(
                        #[serde(default, deserialize_with = "rules::reading::given")]
                        $member: ::std::option::Option<$Type>,
                    )+
                }

                let Members { tag, $($member),+ } =
                    <Members as $crate::serde::Deserialize>::deserialize(from)?;
                let given = 0 $(+ usize::from($member.is_some()))+;
                match tag {
                    $(Tag::$form => {
                        let own: &[&str] = &[$(stringify!($of)),*];
                        match ($($of,)* given == own.len(),) {
                            ($(Some($of),)* true,) => Ok($Move::$form { $($of: $of.into()),* }),
                            _ => Err($crate::reading::other_members(own)),
                        }
                    })+
                }
            }
        }
    };
}

/// Returns the error for a move of a form that has exactly these members besides its `type`.
pub fn other_members<E: Error>(members: &[&str]) -> E {
    match members {
        [] => E::custom("this move has no further members"),
        members => E::custom(format_args!(
            "this move has the further members {}",
            members.join(", ")
        )),
    }
}

/// Reads a member that is present. `null` does not count as absent.
#[inline]
pub fn given<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(from).map(Some)
}

/// Reads a struct from an object. Without this, serde would also accept an array of its members.
pub fn object<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Object<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }
    from.deserialize_map(Object(PhantomData))
}

/// A value with a permanent id.
pub trait Id: Copy {
    /// Returns the value with exactly this id.
    fn of(id: &str) -> Option<Self>;

    /// The permanent id.
    fn id(self) -> &'static str;
}

/// A value that a text in a move names, or `None` if the text is not a valid id. A move with `None`
/// is well formed but always rejected. It does not keep the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<T>(pub Option<T>);

impl<T: Id> Named<T> {
    /// Returns the value with this id.
    pub fn of(id: &str) -> Named<T> {
        Named(T::of(id))
    }

    /// Returns the id, or `unknown`.
    pub fn id(self) -> &'static str {
        self.0.map_or("unknown", T::id)
    }
}

impl<T> From<T> for Named<T> {
    fn from(it: T) -> Named<T> {
        Named(Some(it))
    }
}

impl<T: Id> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl<T: Id> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de, T: Id> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Named<T>, D::Error> {
        struct Text<T>(PhantomData<T>);
        impl<T: Id> Visitor<'_> for Text<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an id")
            }

            fn visit_str<E: Error>(self, id: &str) -> Result<Named<T>, E> {
                Ok(Named::of(id))
            }
        }
        from.deserialize_str(Text(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
