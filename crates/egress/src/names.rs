//! Resolving the names of receivers. A lookup uses no thread and shares no state with others, so an
//! unanswered lookup does not block them. Each lookup reads the machine's configuration, as the
//! system resolver does.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use hickory_resolver::config::{
    ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolverConfig,
};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::{ResolverBuilder, TokioResolver};
use tokio::time::timeout;

/// The DNS server, and the time limits for a receiver.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// The DNS server. If `None`, the machine's configured servers and its hosts file.
    pub dns: Option<SocketAddr>,
    /// The time limit for a lookup.
    pub looking_up: Duration,
    /// The time limit for connecting to a receiver, including the lookup.
    pub connecting: Duration,
    /// The time limit for the answer of a receiver, including all of the above.
    pub answering: Duration,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways {
            dns: None,
            looking_up: Duration::from_secs(3),
            connecting: Duration::from_secs(6),
            answering: Duration::from_secs(15),
        }
    }
}

/// Returns all addresses of a name. The error is `TimedOut` if no answer arrives in time.
pub(super) async fn look_up(name: &str, ways: &Ways) -> io::Result<Vec<IpAddr>> {
    let resolver = resolver(ways).map_err(io::Error::other)?;
    let found = timeout(ways.looking_up, resolver.lookup_ip(name)).await;
    let found = found.map_err(|_| io::ErrorKind::TimedOut)?;
    Ok(found.map_err(io::Error::other)?.iter().collect())
}

pub(super) fn resolver(ways: &Ways) -> anyhow::Result<TokioResolver> {
    let mut builder = match ways.dns {
        // Without a configuration, the system resolver asks a server on the machine as well.
        None => TokioResolver::builder_tokio()
            .unwrap_or_else(|_| of_server((Ipv4Addr::LOCALHOST, 53).into())),
        Some(server) => of_server(server),
    };
    let options = builder.options_mut();
    options.cache_size = 0;
    // The resolver's own attempts together take longer than `looking_up`, so an unanswered lookup
    // always ends in the timeout of `look_up`.
    options.timeout = ways.looking_up / 2;
    options.attempts = 2;
    // The guard checks all addresses of a host.
    options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
    Ok(builder.build()?)
}

fn of_server(server: SocketAddr) -> ResolverBuilder<TokioRuntimeProvider> {
    let mut way = ConnectionConfig::udp();
    way.port = server.port();
    let server = NameServerConfig::new(server.ip(), true, vec![way]);
    let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
}
