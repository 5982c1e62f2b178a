//! Counters and timings of the process, in Prometheus' text format.
//!
//! Names begin with `turnpike_`, and durations are in seconds. `docs/OPERATING.md` lists them.

use std::sync::OnceLock;

use db::Database;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage};

/// Buckets for the durations of requests, in seconds.
const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Buckets for the sizes of batches.
const SIZES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// The counters: a name and a description a line.
const COUNTERS: &str = "\
turnpike_http_requests_total Answered requests.
turnpike_shed_total Requests rejected for overload.
turnpike_moves_total Entries written to the logs of games.
turnpike_timeouts_total Time-outs of players.
turnpike_commits_set_aside_total Moves that waited for the lock of another session.
turnpike_tables_dropped_total Cached games that differed from the stored log.
turnpike_unreplicated_commits_total Commits whose wait for a standby was cancelled.
turnpike_damaged_games_total Damaged games reported.
turnpike_damaged_snapshots_total Damaged snapshots skipped.
turnpike_mails_sent_total Mails that the mail server accepted.
turnpike_mails_dropped_total Mails dropped because they were out of date.
turnpike_mails_retried_total Failed deliveries of mails that are retried.
turnpike_mails_refused_total Mails that the recipient's mail server refused.
turnpike_mails_dead_total Mails that could not be delivered.
turnpike_mails_put_off_total Mails postponed.
turnpike_mails_held_total Mails held for a digest.
turnpike_mails_pushed_total Mails that wait since a notification went out.
turnpike_bounces_total Bounces and complaints about mails.
turnpike_unsubscribed_total Clicks on “unsubscribe”.
turnpike_inbound_mails_total Incoming mails accepted.
turnpike_inbound_dealt_with_total Incoming mails processed.
turnpike_webhooks_delivered_total Webhook deliveries and pushes that succeeded.
turnpike_webhooks_retried_total Webhook deliveries and pushes that are retried.
turnpike_webhooks_failed_total Webhook deliveries and pushes that were given up.
turnpike_webhooks_dropped_total Webhook deliveries and pushes that were dropped.
process_cpu_seconds_total CPU time of the process.";

/// The gauges.
const GAUGES: &str = "\
turnpike_build_info The version of the program.
turnpike_database_up Whether the queues could be counted: 1 or 0.
turnpike_pool_connections Database connections of requests and jobs.
turnpike_pool_limit The most database connections of requests and jobs.
turnpike_pool_waiting Requests and jobs that wait for a database connection.
turnpike_streams Open event streams.
turnpike_mails_waiting Mails in the outbox.
turnpike_mails_refused Mails that the recipients' mail servers refused.
turnpike_mails_dead Mails that could not be delivered.
turnpike_mails_oldest_seconds How long the most overdue mail has been due.
turnpike_addresses_suspended Mail addresses that get no mail.
turnpike_inbound_waiting Incoming mails that wait.
turnpike_webhooks_waiting Webhook deliveries that wait, retries included.
process_max_fds The most files that the process can open.
process_open_fds Open files of the process.
process_resident_memory_bytes Memory of the process.
process_threads Threads of the process.";

/// The histograms.
const HISTOGRAMS: &str = "\
turnpike_http_request_seconds Durations of requests.
turnpike_commit_batch_size Games written in one statement.";

/// Starts recording. Further calls do nothing.
pub fn start() -> anyhow::Result<()> {
    if HANDLE.get().is_none() {
        let handle = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
            .set_buckets_for_metric(Matcher::Suffix("_batch_size".to_owned()), &SIZES)?
            .install_recorder()?;
        for (name, about) in described(COUNTERS) {
            metrics::describe_counter!(name, about);
        }
        for (name, about) in described(GAUGES) {
            metrics::describe_gauge!(name, about);
        }
        for (name, about) in described(HISTOGRAMS) {
            metrics::describe_histogram!(name, about);
        }
        metrics::gauge!("turnpike_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        let _ = HANDLE.set(handle);
    }
    Ok(())
}

/// Returns the names and descriptions in a list.
fn described(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    list.lines().filter_map(|line| line.split_once(' '))
}

/// Whether recording was started.
pub fn is_counting() -> bool {
    HANDLE.get().is_some()
}

/// Measures the process, and the use of its pool, at the moment.
pub fn measure(db: &Database) {
    measure_process();
    let usage = db.usage();
    metrics::gauge!("turnpike_pool_connections", "state" => "idle").set(usage.idle as f64);
    metrics::gauge!("turnpike_pool_connections", "state" => "used").set(usage.used as f64);
    metrics::gauge!("turnpike_pool_limit").set(usage.limit as f64);
    metrics::gauge!("turnpike_pool_waiting").set(usage.waiting as f64);
}

/// Measures the process, as far as the system tells.
fn measure_process() {
    if let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) {
        let seconds = (usage.user_time() + usage.system_time()).tv_sec();
        metrics::counter!("process_cpu_seconds_total").absolute(seconds.unsigned_abs());
    }
    if let Ok((limit, _)) = getrlimit(Resource::RLIMIT_NOFILE) {
        metrics::gauge!("process_max_fds").set(limit as f64);
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        metrics::gauge!("process_open_fds").set(files.count() as f64);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<f64>().ok()
    };
    if let Some(kibibytes) = number("VmRSS:") {
        metrics::gauge!("process_resident_memory_bytes").set(kibibytes * 1024.0);
    }
    if let Some(threads) = number("Threads:") {
        metrics::gauge!("process_threads").set(threads);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_descriptions_and_name_the_version() {
        start().unwrap();
        let shown = render();
        let version = env!("CARGO_PKG_VERSION");
        let info = format!("turnpike_build_info{{version=\"{version}\"}} 1\n");
        assert!(shown.contains(&info), "{shown}");
        assert!(shown.contains("# HELP turnpike_build_info "), "{shown}");
    }

    #[test]
    fn alerts_and_dashboard_use_metrics_that_exist() {
        let lists = [COUNTERS, GAUGES, HISTOGRAMS];
        let known: Vec<&str> = lists
            .into_iter()
            .flat_map(described)
            .map(|it| it.0)
            .collect();
        let files = [
            include_str!("../docs/examples/prometheus/alerts.yml"),
            include_str!("../docs/examples/prometheus/dashboard.json"),
        ];
        for file in files {
            let words = file.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
            // `turnpike-backup.service` writes that one.
            for word in words.filter(|it| {
                it.starts_with("turnpike_") && *it != "turnpike_backup_last_success_seconds"
            }) {
                let name = ["_bucket", "_sum", "_count"]
                    .into_iter()
                    .find_map(|it| word.strip_suffix(it))
                    .unwrap_or(word);
                assert!(known.contains(&name), "{word}");
            }
        }
    }

    #[test]
    fn every_described_metric_is_documented() {
        let manual = include_str!("../docs/OPERATING.md");
        for (name, _) in [COUNTERS, GAUGES, HISTOGRAMS]
            .into_iter()
            .flat_map(described)
        {
            // The manual shortens repeated beginnings, as in `…_dropped_total`.
            let mut endings = name
                .match_indices('_')
                .map(|(at, _)| format!("`…{}`", &name[at..]));
            let is_named = manual.contains(&format!("`{name}`"));
            assert!(is_named || endings.any(|it| manual.contains(&it)), "{name}");
        }
    }
}
