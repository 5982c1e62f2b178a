//! DNS records that mail needs: the mail servers of a domain, and its texts.

use std::io;

use hickory_resolver::TokioResolver;
use hickory_resolver::lookup::Lookup;
use hickory_resolver::net::NetError;
use hickory_resolver::proto::rr::RData;
use tokio::time::timeout;

use super::names;
pub use super::names::Ways;

/// Returns the text records of a name, each as one text.
///
/// # Errors
///
/// If the DNS server does not answer, or fails.
pub async fn texts(name: &str, ways: &Ways) -> io::Result<Vec<String>> {
    let found = look_up(name, ways, async |resolver, name| {
        resolver.txt_lookup(name).await
    });
    let texts = |found: Lookup| {
        let records = found.answers().iter().filter_map(|it| match &it.data {
            RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
            _ => None,
        });
        records.collect()
    };
    Ok(found.await?.map(texts).unwrap_or_default())
}

/// Returns the mail servers of a domain.
///
/// # Errors
///
/// If the DNS server does not answer, or fails.
pub async fn mail_servers(domain: &str, ways: &Ways) -> io::Result<Vec<String>> {
    let found = look_up(domain, ways, async |resolver, name| {
        resolver.mx_lookup(name).await
    });
    let servers = |found: Lookup| {
        let records = found.answers().iter().filter_map(|it| match &it.data {
            RData::MX(server) => Some(server.exchange.to_string()),
            _ => None,
        });
        records.collect()
    };
    Ok(found.await?.map(servers).unwrap_or_default())
}

/// Asks for records. Returns `None` if the name has none.
async fn look_up(
    name: &str,
    ways: &Ways,
    ask: impl AsyncFnOnce(&TokioResolver, String) -> Result<Lookup, NetError>,
) -> io::Result<Option<Lookup>> {
    let resolver = names::resolver(ways).map_err(io::Error::other)?;
    // With the dot, the resolver does not try the domains of this machine.
    let found = timeout(ways.looking_up, ask(&resolver, format!("{name}."))).await;
    match found.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))? {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_no_records_found() => Ok(None),
        Err(error) => Err(io::Error::other(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Duration;

    use tokio::net::UdpSocket;

    use super::*;

    /// A DNS server that answers each question with these records, or with this code.
    async fn server(code: u8, records: Vec<Vec<u8>>) -> SocketAddr {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        tokio::spawn(async move {
            let mut asked = [0; 512];
            loop {
                let (_, client) = socket.recv_from(&mut asked).await.unwrap();
                let end = 12 + asked[12..].iter().position(|byte| *byte == 0).unwrap() + 5;
                let mut answer = asked[..end].to_vec();
                answer[2..12].copy_from_slice(&[0x81, 0x80 | code, 0, 1, 0, 0, 0, 0, 0, 0]);
                answer[7] = u8::try_from(records.len()).unwrap();
                for data in &records {
                    answer.extend([0xc0, 12]);
                    answer.extend(&asked[end - 4..end]);
                    answer.extend([0, 0, 0, 60, 0, u8::try_from(data.len()).unwrap()]);
                    answer.extend(data);
                }
                socket.send_to(&answer, client).await.unwrap();
            }
        });
        address
    }

    fn ways(server: SocketAddr) -> Ways {
        Ways {
            dns: Some(server),
            ..Ways::default()
        }
    }

    #[tokio::test]
    async fn parts_of_a_text_record_are_joined() {
        let text = b"\x08v=spf1 m\x05x all".to_vec();
        let ways = ways(server(0, vec![text]).await);
        assert_eq!(
            texts("example.org", &ways).await.unwrap(),
            ["v=spf1 mx all"]
        );
    }

    #[tokio::test]
    async fn mail_servers_are_named() {
        let server = server(0, vec![b"\x00\x0a\x04mail\xc0\x0c".to_vec()]).await;
        let found = mail_servers("example.org", &ways(server)).await.unwrap();
        assert_eq!(found, ["mail.example.org."]);
    }

    #[tokio::test]
    async fn missing_name_has_no_records_and_a_silent_server_is_an_error() {
        let missing = ways(server(3, Vec::new()).await);
        assert!(texts("example.org", &missing).await.unwrap().is_empty());
        let silent = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let silent = Ways {
            looking_up: Duration::from_millis(50),
            ..ways(silent.local_addr().unwrap())
        };
        assert!(texts("example.org", &silent).await.is_err());
    }
}
