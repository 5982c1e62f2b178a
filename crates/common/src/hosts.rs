//! Counts connections by client, and defines which addresses count as one client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Returns the address that stands for a client: an IPv4 address, or the /64 network of an IPv6
/// subscriber.
pub fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// The number of connections of each client.
#[derive(Clone)]
pub struct Hosts {
    held: Arc<Mutex<HashMap<IpAddr, usize>>>,
    most: usize,
}

/// A counted connection. Dropping it ends the count.
pub struct Counted {
    hosts: Hosts,
    client: IpAddr,
}

impl Hosts {
    /// Creates a counter without connections that allows each client `most` of them.
    pub fn new(most: usize) -> Hosts {
        Hosts {
            held: Arc::default(),
            most,
        }
    }

    /// Counts a connection. Returns `None` if the client has reached its limit.
    pub fn count(&self, client: IpAddr) -> Option<Counted> {
        let client = network(client);
        let mut held = self.held();
        let count = held.entry(client).or_default();
        (*count < self.most).then(|| {
            *count += 1;
            Counted {
                hosts: self.clone(),
                client,
            }
        })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut held = self.hosts.held();
        if let Some(count) = held.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_of_one_subscriber_count_as_one_client() {
        assert_eq!(network(address("::ffff:192.0.2.1")), address("192.0.2.1"));
        assert_eq!(
            network(address("2001:db8::1")),
            network(address("2001:db8::2"))
        );
        assert_ne!(
            network(address("2001:db8:0:1::1")),
            network(address("2001:db8::1"))
        );
    }

    #[test]
    fn closed_connection_frees_a_slot_of_its_host() {
        let hosts = Hosts::new(2);
        let one = hosts.count(address("192.0.2.1")).unwrap();
        let two = hosts.count(address("192.0.2.1")).unwrap();
        assert!(hosts.count(address("192.0.2.1")).is_none());
        let other = hosts.count(address("192.0.2.2")).unwrap();
        drop(one);
        let three = hosts.count(address("192.0.2.1")).unwrap();
        drop((two, three));
        assert_eq!(hosts.held().len(), 1);
        drop(other);
        assert!(hosts.held().is_empty());
    }
}
