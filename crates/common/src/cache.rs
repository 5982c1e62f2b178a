//! Caches in memory with a limit on the number of entries or on their bytes. They evict the entries
//! that are used least.
//!
//! A cache has several shards, each with its own lock. A lookup marks the entry. When space runs
//! out, the cache evicts entries without a mark and clears the marks of the others (Clock-PRO, much
//! like S3-FIFO). The insertion that needs the space does this work. A cache has no background
//! task, and it keeps neither queues nor statistics of absent entries.
//!
//! Entries don't expire. Callers that need an expiry compare the time themselves.

use std::hash::Hash;
use std::sync::Arc;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, Lifecycle, Options, OptionsBuilder, UnitWeighter, Weighter};

/// The number of shards, each with its own lock.
const PARTS: usize = 8;

/// The share of space for entries that are used repeatedly. The rest is for new entries, which so
/// stay long enough to be used again.
const OFTEN: f64 = 0.5;

/// A cache with a limit in bytes.
pub type OfBytes<K, V> = Cache<K, V, Weigh<fn(&K, &V) -> u64>>;

/// A cache of shared values, which it does not evict while a caller holds them.
pub type Shared<K, V> = Cache<K, Arc<V>, UnitWeighter, DefaultHashBuilder, UnlessHeld>;

/// Creates a cache with at most `count` entries.
pub fn of<K: Eq + Hash, V: Clone>(count: usize) -> Cache<K, V> {
    Cache::with_options(
        options(count as u64, count),
        UnitWeighter,
        DefaultHashBuilder::default(),
        DefaultLifecycle::default(),
    )
}

/// Creates a cache with at most `count` entries. It evicts no entry that a caller holds. So until
/// the entry is removed, there is never a second one for its key.
pub fn of_shared<K: Eq + Hash, V>(count: usize) -> Shared<K, V> {
    Cache::with_options(
        options(count as u64, count),
        UnitWeighter,
        DefaultHashBuilder::default(),
        UnlessHeld,
    )
}

/// Creates a cache with at most `bytes` bytes, for entries of about `typical` bytes. It does not
/// keep an entry that needs more than half of its shard.
pub fn of_bytes<K: Eq + Hash, V: Clone>(
    bytes: u64,
    typical: u64,
    weigh: fn(&K, &V) -> u64,
) -> OfBytes<K, V> {
    Cache::with_options(
        options(bytes, (bytes / typical) as usize),
        Weigh(weigh),
        DefaultHashBuilder::default(),
        DefaultLifecycle::default(),
    )
}

#[expect(
    clippy::expect_used,
    reason = "what must be set is set, three lines above"
)]
fn options(most: u64, entries: usize) -> Options {
    OptionsBuilder::new()
        .shards(PARTS)
        .hot_allocation(OFTEN)
        .ghost_allocation(0.0)
        .weight_capacity(most)
        .estimated_items_capacity(entries)
        .build()
        .expect("a cache has all its options")
}

/// Computes how much space an entry needs.
#[derive(Clone, Copy)]
pub struct Weigh<F>(F);

impl<K, V, F: Fn(&K, &V) -> u64> Weighter<K, V> for Weigh<F> {
    fn weight(&self, key: &K, value: &V) -> u64 {
        (self.0)(key, value)
    }
}

/// Evicts entries only while no caller holds them.
#[derive(Clone, Copy)]
pub struct UnlessHeld;

impl<K, V> Lifecycle<K, Arc<V>> for UnlessHeld {
    /// The evicted entry. It is dropped after the lock is released.
    type RequestState = Option<(K, Arc<V>)>;

    fn is_pinned(&self, _: &K, value: &Arc<V>) -> bool {
        // The count cannot rise meanwhile: a lookup waits for the lock.
        Arc::strong_count(value) > 1
    }

    fn on_evict(&self, gone: &mut Self::RequestState, key: K, value: Arc<V>) {
        *gone = Some((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_stays_within_its_limits() {
        let (some, heavy) = (of(1_000), of_bytes(64_000, 64, |_, weight: &u64| *weight));
        for n in 0..10_000_u64 {
            some.insert(n, n);
            heavy.insert(n, 1 + n % 127);
        }
        assert!((900..=1_008).contains(&some.len()), "{}", some.len());
        let weight = heavy.weight();
        assert!((56_000..=64_000).contains(&weight), "{weight}");
        assert!(some.get(&9_999).is_some() && heavy.get(&9_999).is_some());
        // The cache allocates nothing in advance.
        assert!(of::<u64, u64>(1 << 20).memory_used().total() < 1_000);
    }

    #[test]
    fn entry_in_use_is_not_evicted() {
        let cache = of_shared::<u64, u64>(1_000);
        let held = Arc::new(0);
        cache.insert(0, Arc::clone(&held));
        let add = |n| {
            cache.insert(n, Arc::default());
            cache.get(&n)
        };
        assert!((1..100_000).all(|n| add(n).is_some()));
        assert!(cache.get(&0).is_some_and(|it| Arc::ptr_eq(&it, &held)));
        drop(held);
        assert!((100_000..200_000).all(|n| add(n).is_some()));
        assert!(cache.get(&0).is_none());
    }
}
