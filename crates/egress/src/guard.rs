//! The permitted targets of webhooks: public addresses over HTTPS, and targets that the operator
//! allows.
//!
//! [`Guard`] resolves a name once for each connection, checks the addresses, and connects to
//! exactly these addresses. So a name that resolves to another address next time does not bypass
//! the check.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::names::{Ways, look_up};

/// The longest URL, in bytes.
const LONGEST: usize = 2_000;

/// The networks in IANA's registry of special-purpose IPv4 addresses that are not public, and the
/// addresses that are not assigned to single hosts.
const NOT_PUBLIC: [Ipv4Net; 14] = [
    net(0, 0, 0, 0, 8),
    net(10, 0, 0, 0, 8),
    net(100, 64, 0, 0, 10),
    net(127, 0, 0, 0, 8),
    net(169, 254, 0, 0, 16),
    net(172, 16, 0, 0, 12),
    net(192, 0, 0, 0, 24),
    net(192, 0, 2, 0, 24),
    net(192, 88, 99, 0, 24),
    net(192, 168, 0, 0, 16),
    net(198, 18, 0, 0, 15),
    net(198, 51, 100, 0, 24),
    net(203, 0, 113, 0, 24),
    // Multicast and reserved addresses, including broadcast.
    net(224, 0, 0, 0, 3),
];

/// The only IPv6 addresses of single hosts on the public internet (global unicast). Loopback,
/// `fc00::/7`, `fe80::/10`, mapped and compatible IPv4 and `64:ff9b::/96` lie outside.
const GLOBAL: Ipv6Net = net6(0x2000, 0, 3);

/// The networks in [`GLOBAL`] that are not public: protocols (Teredo, benchmarks), documentation,
/// 6to4.
const NOT_PUBLIC_6: [Ipv6Net; 4] = [
    net6(0x2001, 0, 23),
    net6(0x2001, 0xdb8, 32),
    net6(0x2002, 0, 16),
    net6(0x3fff, 0, 20),
];

const fn net(a: u8, b: u8, c: u8, d: u8, bits: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), bits)
}

const fn net6(a: u16, b: u16, bits: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), bits)
}

/// Whether this is the address of a host on the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC.iter().any(|net| net.contains(&address)),
        IpAddr::V6(address) => {
            GLOBAL.contains(&address) && !NOT_PUBLIC_6.iter().any(|net| net.contains(&address))
        }
    }
}

/// The additional targets that the operator allows: hosts and networks, over HTTP as well and at
/// any port.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    networks: Vec<IpNet>,
    hosts: Vec<String>,
}

impl FromStr for Allowed {
    type Err = ();

    /// Reads names and networks, separated by commas.
    fn from_str(text: &str) -> Result<Allowed, ()> {
        let mut allowed = Allowed::default();
        for word in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let network = word
                .parse::<IpNet>()
                .or_else(|_| word.parse::<IpAddr>().map(IpNet::from));
            match (network, Host::parse(word)) {
                (Ok(network), _) => allowed.networks.push(network),
                (_, Ok(Host::Domain(name))) if !word.contains('/') => {
                    allowed.hosts.push(plain(&name).to_owned());
                }
                _ => return Err(()),
            }
        }
        Ok(allowed)
    }
}

impl Allowed {
    fn has_address(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|net| net.contains(&address))
    }

    fn has_name(&self, name: &str) -> bool {
        self.hosts.iter().any(|host| host == plain(name))
    }
}

/// Returns a name without its trailing dot.
fn plain(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// Why a URL is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    /// It is not a valid web URL, is not HTTPS, is too long, or contains a user name, password or
    /// fragment.
    Form,
    /// Its port is reserved for another purpose.
    Port,
    /// The host is not on the public internet, or does not exist. The two are not distinguished,
    /// because names in the operator's own network lead to one or the other.
    Host,
}

/// Parses a URL and checks it as far as possible without resolving its host.
pub fn read(url: &str, allowed: &Allowed) -> Result<Url, No> {
    // The parser would correct these characters. Then the URL would differ from the one that its
    // owner sees in a list.
    if url.len() > LONGEST || url.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Err(No::Form);
    }
    let url: Url = url.parse().map_err(|_| No::Form)?;
    let is_clean =
        url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if !is_clean || !matches!(url.scheme(), "https" | "http") {
        return Err(No::Form);
    }
    let (is_allowed, may_be) = match url.host().ok_or(No::Form)? {
        Host::Domain(name) => {
            let is_allowed = allowed.has_name(name);
            // Names of the local network.
            let local = [
                "localhost",
                "local",
                "internal",
                "localdomain",
                "home.arpa",
                "onion",
            ];
            let name = plain(name);
            let ends = |end: &&str| {
                name.strip_suffix(*end)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            };
            (is_allowed, name.contains('.') && !local.iter().any(ends))
        }
        Host::Ipv4(address) => {
            let address = IpAddr::V4(address);
            (allowed.has_address(address), is_public(address))
        }
        Host::Ipv6(address) => {
            let address = IpAddr::V6(address);
            (allowed.has_address(address), is_public(address))
        }
    };
    // A name may resolve to an address in an allowed network. It is resolved only if there is such
    // a network.
    let by_name = !allowed.networks.is_empty() && matches!(url.host(), Some(Host::Domain(_)));
    if is_allowed || by_name {
        return Ok(url);
    }
    if !may_be {
        return Err(No::Host);
    }
    match (url.scheme(), url.port_or_known_default()) {
        ("https", Some(443 | 1024..)) => Ok(url),
        ("https", _) => Err(No::Port),
        _ => Err(No::Form),
    }
}

/// Returns the host of a URL, the only part that other players see.
pub fn host(url: &str) -> Option<String> {
    let url: Url = url.parse().ok()?;
    url.host_str().map(str::to_owned)
}

/// Checks that the URL is allowed now, which includes resolving its host. Returns the parsed URL.
pub async fn check(url: &str, allowed: &Allowed, ways: Ways) -> Result<Url, No> {
    let url = read(url, allowed)?;
    if let Some(Host::Domain(name)) = url.host() {
        let guard = Guard::new(allowed.clone(), is_strict(&url), ways);
        guard.addresses(name).await.map_err(|_| No::Host)?;
    }
    Ok(url)
}

/// A resolver that returns only permitted addresses.
#[derive(Clone, Debug)]
pub struct Guard {
    allowed: Allowed,
    /// Whether only targets that the operator allows are permitted.
    strict: bool,
    ways: Ways,
}

impl Guard {
    /// Creates a guard. It is not strict for HTTPS at the usual ports, and strict for all other
    /// URLs.
    pub const fn new(allowed: Allowed, strict: bool, ways: Ways) -> Guard {
        Guard {
            allowed,
            strict,
            ways,
        }
    }

    /// Returns all addresses of a host. Fails unless each of them is permitted.
    async fn addresses(&self, name: &str) -> io::Result<Vec<SocketAddr>> {
        let found = look_up(name, &self.ways).await?;
        let may = |address: &IpAddr| {
            self.allowed.has_address(*address) || (!self.strict && is_public(*address))
        };
        let all = self.allowed.has_name(name) || found.iter().all(may);
        if found.is_empty() || !all {
            // The error does not contain the name, which is its owner's secret or part of one.
            return Err(io::Error::other("nothing may go to this host"));
        }
        Ok(found.into_iter().map(|it| SocketAddr::new(it, 0)).collect())
    }
}

/// Whether this URL may reach only targets that the operator allows.
pub fn is_strict(url: &Url) -> bool {
    let port = url.port_or_known_default();
    url.scheme() != "https" || !matches!(port, Some(443 | 1024..))
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.clone();
        Box::pin(async move {
            let found = guard.addresses(name.as_str()).await?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(text: &str) -> Allowed {
        text.parse().unwrap()
    }

    /// Returns why the URL is not allowed, if it is not.
    async fn check(url: &str, allowed: &Allowed) -> Result<(), No> {
        let ways = Ways::default();
        super::check(url, allowed, ways).await.map(|_| ())
    }

    /// Covers all spellings of URLs to addresses that are not public, and URLs that webhooks may
    /// not have.
    #[tokio::test]
    async fn non_public_and_malformed_targets_are_rejected() {
        use No::{Form, Host, Port};
        for (url, why) in [
            ("https://127.0.0.1/", Host),
            ("https://127.1/", Host),
            ("https://127.0.0.1./", Host),
            ("https://2130706433/", Host),
            ("https://0x7f000001/", Host),
            ("https://0x7f.0.0.1/", Host),
            ("https://0177.0.0.1/", Host),
            ("https://017700000001/", Host),
            ("https://127.0.0.1:8443/", Host),
            ("https://%31%32%37.0.0.1/", Host),
            ("https://①②⑦.0.0.1/", Host),
            ("https://0/", Host),
            ("https://0.0.0.0/", Host),
            ("https://0.1.2.3/", Host),
            ("https://10.0.0.1/", Host),
            ("https://100.64.0.1/", Host),
            ("https://100.127.255.255/", Host),
            ("https://169.254.169.254/latest/meta-data/", Host),
            ("https://0xa9fea9fe/", Host),
            ("https://172.16.0.1/", Host),
            ("https://172.31.255.255/", Host),
            ("https://192.0.0.8/", Host),
            ("https://192.0.2.1/", Host),
            ("https://192.88.99.1/", Host),
            ("https://192.168.1.1/", Host),
            ("https://198.18.0.1/", Host),
            ("https://198.19.255.255/", Host),
            ("https://198.51.100.1/", Host),
            ("https://203.0.113.1/", Host),
            ("https://224.0.0.1/", Host),
            ("https://240.0.0.1/", Host),
            ("https://255.255.255.255/", Host),
            ("https://[::]/", Host),
            ("https://[::1]/", Host),
            ("https://[0:0:0:0:0:0:0:1]/", Host),
            ("https://[::ffff:127.0.0.1]/", Host),
            ("https://[::ffff:7f00:1]/", Host),
            ("https://[::127.0.0.1]/", Host),
            ("https://[::ffff:8.8.8.8]/", Host),
            ("https://[64:ff9b::7f00:1]/", Host),
            ("https://[64:ff9b:1::a00:1]/", Host),
            ("https://[100::1]/", Host),
            ("https://[2001::1]/", Host),
            ("https://[2001:2::1]/", Host),
            ("https://[2001:10::1]/", Host),
            ("https://[2001:db8::1]/", Host),
            ("https://[2002:7f00:1::]/", Host),
            ("https://[3fff::1]/", Host),
            ("https://[5f00::1]/", Host),
            ("https://[fc00::1]/", Host),
            ("https://[fd00:ec2::254]/", Host),
            ("https://[fe80::1]/", Host),
            ("https://[fec0::1]/", Host),
            ("https://[ff02::1]/", Host),
            ("https://localhost/", Host),
            ("https://LOCALHOST/", Host),
            ("https://localhost./", Host),
            ("https://me.localhost/", Host),
            ("https://database/", Host),
            ("https://metadata.google.internal/", Host),
            ("https://printer.local/", Host),
            ("https://router.home.arpa/", Host),
            ("https://nobody.invalid/", Host),
            ("https://8.8.8.8:22/", Port),
            ("https://8.8.8.8:80/", Port),
            ("http://8.8.8.8/", Form),
            ("http://example.org/", Form),
            ("ftp://8.8.8.8/", Form),
            ("file:///etc/passwd", Form),
            ("gopher://127.0.0.1:6379/_x", Form),
            ("https://me@8.8.8.8/", Form),
            ("https://me:secret@8.8.8.8/", Form),
            ("https://8.8.8.8@127.0.0.1/", Form),
            ("https://8.8.8.8/#part", Form),
            ("https://8.8.8.8 /", Form),
            ("https://8.8.8.8/\r\nhost: x", Form),
            ("https://[fe80::1%25eth0]/", Form),
            ("https://1.2.3.4.5/", Form),
            ("https:///", Form),
            ("//8.8.8.8/", Form),
            ("8.8.8.8", Form),
            ("", Form),
        ] {
            assert_eq!(check(url, &Allowed::default()).await, Err(why), "{url}");
        }
    }

    #[tokio::test]
    async fn public_targets_are_accepted() {
        for url in [
            "https://8.8.8.8/",
            "https://8.8.8.8:443/hook?a=b",
            "https://100.63.255.255:8443/",
            "https://172.15.0.1/",
            "https://223.255.255.255/",
            "https://[2606:4700:4700::1111]/",
            "https://[2001:4860:4860::8888]/",
        ] {
            assert_eq!(check(url, &Allowed::default()).await, Ok(()), "{url}");
        }
        // The guard resolves only names that may be permitted.
        assert!(read("https://hooks.example.org/x", &Allowed::default()).is_ok());
    }

    #[tokio::test]
    async fn targets_allowed_by_the_operator_are_accepted() {
        let local = allowed("127.0.0.0/8, hooks.test,::1");
        for url in [
            "http://127.0.0.1:80/",
            "http://127.9.9.9:22/",
            "https://[::1]/",
        ] {
            assert_eq!(check(url, &local).await, Ok(()), "{url}");
        }
        assert_eq!(check("http://10.0.0.1/", &local).await, Err(No::Host));
        assert_eq!(check("http://8.8.8.8/", &local).await, Err(No::Form));
        // `localhost` resolves to an allowed address. `hooks.test` is allowed itself but does not
        // exist.
        assert_eq!(
            check("http://localhost/", &allowed("127.0.0.1,::1")).await,
            Ok(())
        );
        assert_eq!(
            check("https://localhost/", &allowed("10.0.0.0/8")).await,
            Err(No::Host)
        );
        assert_eq!(
            check("http://localhost/", &allowed("localhost")).await,
            Ok(())
        );
        assert_eq!(check("http://hooks.test/", &local).await, Err(No::Host));
        for text in ["10.0.0.0/33", "a b", "http://x/"] {
            assert!(text.parse::<Allowed>().is_err(), "{text}");
        }
    }

    /// The addresses at the time of the connection count, not those of an earlier lookup.
    #[tokio::test]
    async fn name_that_resolves_to_a_forbidden_address_is_rejected() {
        let name: Name = "localhost".parse().unwrap();
        for (allows, strict, leads) in [
            ("", false, false),
            ("127.0.0.0/8,::1", true, true),
            ("10.0.0.0/8", true, false),
        ] {
            let guard = Guard::new(allowed(allows), strict, Ways::default());
            let name: Name = name.as_str().parse().unwrap();
            assert_eq!(guard.resolve(name).await.is_ok(), leads, "{allows}");
        }
    }
}
