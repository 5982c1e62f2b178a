//! Looking up the names of receivers. A look-up takes no thread and shares nothing with others, so that one without
//! an answer keeps nobody waiting. The settings of the machine are read each time, as its own resolver does.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use hickory_resolver::config::{
    ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolverConfig,
};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::{ResolverBuilder, TokioResolver};
use tokio::time::timeout;

/// How names are looked up, and how long a receiver may take.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// The DNS server that knows the names; the machine's own, and its file of hosts, if there is none here.
    pub dns: Option<SocketAddr>,
    /// How long a look-up may take.
    pub looking_up: Duration,
    /// How long it may take to reach a receiver, the look-up included.
    pub connecting: Duration,
    /// How long it may take until a receiver has answered, all that included.
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

/// All addresses of a name. The error is `TimedOut` if nobody answers in time.
pub(super) async fn look_up(name: &str, ways: &Ways) -> io::Result<Vec<IpAddr>> {
    let resolver = resolver(ways).map_err(io::Error::other)?;
    let found = timeout(ways.looking_up, resolver.lookup_ip(name)).await;
    let found = found.map_err(|_| io::ErrorKind::TimedOut)?;
    Ok(found.map_err(io::Error::other)?.iter().collect())
}

fn resolver(ways: &Ways) -> anyhow::Result<TokioResolver> {
    let mut builder = match ways.dns {
        // Without settings the machine's own resolver asks the machine itself, too.
        None => TokioResolver::builder_tokio()
            .unwrap_or_else(|_| of_server((Ipv4Addr::LOCALHOST, 53).into())),
        Some(server) => of_server(server),
    };
    let options = builder.options_mut();
    options.cache_size = 0;
    // Its own tries last longer than `looking_up`: the time is always up there.
    options.timeout = ways.looking_up / 2;
    options.attempts = 2;
    // A host is judged by all its addresses.
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
