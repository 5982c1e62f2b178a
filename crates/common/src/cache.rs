//! What is remembered in memory: tables that hold so many entries, or so many bytes, and forget what was
//! asked for least.
//!
//! Each is a table in a few parts, each behind a lock of its own. An entry is marked as it is asked for; when
//! there is no more room, those without a mark go, and the marks are taken off the others (Clock-PRO, much
//! like S3-FIFO). That is done by whoever adds one: nothing runs beside a cache, and it keeps neither queues nor counts
//! of what it does not hold.
//!
//! Nothing is forgotten after a time. Who needs that asks for the time themselves.

use std::hash::Hash;
use std::sync::Arc;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, Lifecycle, Options, OptionsBuilder, UnitWeighter, Weighter};

/// In how many parts a cache is, each with its lock.
const PARTS: usize = 8;

/// The share of what is asked for again and again. The rest is for what is new, which so stays long
/// enough to be asked for again.
const OFTEN: f64 = 0.5;

/// A cache of so many bytes.
pub type OfBytes<K, V> = Cache<K, V, Weigh<fn(&K, &V) -> u64>>;

/// A cache of what is used where it is.
pub type Shared<K, V> = Cache<K, Arc<V>, UnitWeighter, DefaultHashBuilder, UnlessHeld>;

/// At most so many entries.
pub fn of<K: Eq + Hash, V: Clone>(count: usize) -> Cache<K, V> {
    Cache::with_options(
        options(count as u64, count),
        UnitWeighter,
        DefaultHashBuilder::default(),
        DefaultLifecycle::default(),
    )
}

/// At most so many entries, but that none goes while somebody holds it: until it is taken out, there is never a
/// second one beside it.
pub fn of_shared<K: Eq + Hash, V>(count: usize) -> Shared<K, V> {
    Cache::with_options(
        options(count as u64, count),
        UnitWeighter,
        DefaultHashBuilder::default(),
        UnlessHeld,
    )
}

/// At most so many bytes, in entries of about `typical` bytes. One that needs more than half of its part
/// is not kept.
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

/// How much room entries need.
#[derive(Clone, Copy)]
pub struct Weigh<F>(F);

impl<K, V, F: Fn(&K, &V) -> u64> Weighter<K, V> for Weigh<F> {
    fn weight(&self, key: &K, value: &V) -> u64 {
        (self.0)(key, value)
    }
}

/// Entries go only while nobody holds them.
#[derive(Clone, Copy)]
pub struct UnlessHeld;

impl<K, V> Lifecycle<K, Arc<V>> for UnlessHeld {
    /// What has to go, until the lock is given back.
    type RequestState = Option<(K, Arc<V>)>;

    fn is_pinned(&self, _: &K, value: &Arc<V>) -> bool {
        // Nobody can take hold of it meanwhile: whoever asks for it waits for the lock.
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
    fn a_cache_holds_as_much_as_it_may() {
        let (some, heavy) = (of(1_000), of_bytes(64_000, 64, |_, weight: &u64| *weight));
        for n in 0..10_000_u64 {
            some.insert(n, n);
            heavy.insert(n, 1 + n % 127);
        }
        assert!((900..=1_008).contains(&some.len()), "{}", some.len());
        let weight = heavy.weight();
        assert!((56_000..=64_000).contains(&weight), "{weight}");
        assert!(some.get(&9_999).is_some() && heavy.get(&9_999).is_some());
        // Nothing is begun for what may come.
        assert!(of::<u64, u64>(1 << 20).memory_used().total() < 1_000);
    }

    #[test]
    fn what_somebody_holds_stays() {
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
