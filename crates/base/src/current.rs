//! A value that is replaced while others read it.

use std::sync::{Arc, PoisonError, RwLock};

/// The current value of something. A reader keeps the value that it took, even after a replacement.
pub struct Current<T>(RwLock<Arc<T>>);

impl<T> Current<T> {
    /// Starts with this value.
    pub fn new(value: T) -> Current<T> {
        Current(RwLock::new(Arc::new(value)))
    }

    /// Returns the current value.
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the value.
    pub fn set(&self, value: T) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(value);
    }
}
