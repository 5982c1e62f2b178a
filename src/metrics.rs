//! Counters and timings of the process, in Prometheus' text format.
//!
//! Names begin with `turnpike_`, and durations are in seconds. `docs/OPERATING.md` lists them.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Buckets for the durations of requests, in seconds.
const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Buckets for the sizes of batches.
const SIZES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Starts recording. Further calls do nothing.
pub fn start() -> anyhow::Result<()> {
    if HANDLE.get().is_none() {
        let handle = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
            .set_buckets_for_metric(Matcher::Suffix("_batch_size".to_owned()), &SIZES)?
            .install_recorder()?;
        let _ = HANDLE.set(handle);
    }
    Ok(())
}

/// Whether recording was started.
pub fn is_counting() -> bool {
    HANDLE.get().is_some()
}

/// Returns all metrics; empty if recording was not started.
pub fn render() -> String {
    HANDLE
        .get()
        .map(PrometheusHandle::render)
        .unwrap_or_default()
}

/// Aggregates the timings since the last call. Without this, a server whose metrics nobody scrapes
/// would keep every single timing.
pub fn sum_up() {
    if let Some(handle) = HANDLE.get() {
        handle.run_upkeep();
    }
}

static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
