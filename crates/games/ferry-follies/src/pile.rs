//! A short list of at most `N` things that lives inside the state, so that a copy is a plain copy.
//!
//! It is stored as the sequence of what it holds, unused room left out.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// At most `N` things in a row, read as a slice.
#[derive(Clone, Copy)]
pub(super) struct Pile<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Pile<T, N> {
    /// Adds one at the end.
    pub(super) fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Puts one in, so that it lies at `index` and what lay there and behind it moves up.
    pub(super) fn insert(&mut self, index: usize, item: T) {
        self.push(item);
        self[index..].rotate_right(1);
    }

    /// Takes out the one at `index`; what lies behind it moves down.
    pub(super) fn remove(&mut self, index: usize) -> T {
        self[index..].rotate_left(1);
        self.len -= 1;
        self.items[usize::from(self.len)]
    }
}

impl<T: Copy + Default, const N: usize> Default for Pile<T, N> {
    fn default() -> Pile<T, N> {
        Pile {
            len: 0,
            items: [T::default(); N],
        }
    }
}

impl<T, const N: usize> Deref for Pile<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Pile<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Pile<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Pile<T, N> {
        let mut pile = Pile::default();
        for item in items {
            pile.push(item);
        }
        pile
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Pile<T, N> {
    fn eq(&self, other: &Pile<T, N>) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Pile<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const N: usize> Serialize for Pile<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T, const N: usize> Deserialize<'de> for Pile<T, N>
where
    T: Deserialize<'de> + Copy + Default,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T, const N: usize>(PhantomData<T>);

impl<'de, T, const N: usize> Visitor<'de> for Items<T, N>
where
    T: Deserialize<'de> + Copy + Default,
{
    type Value = Pile<T, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {N} items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Pile<T, N>, A::Error> {
        let mut pile = Pile::default();
        while let Some(item) = seq.next_element()? {
            if pile.len() == N {
                return Err(A::Error::invalid_length(N + 1, &self));
            }
            pile.push(item);
        }
        Ok(pile)
    }
}
