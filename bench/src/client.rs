//! A lightweight client: HTTP/1.1 over one keep-alive connection.
//!
//! It shares two cores with the measured server. So requests are prepared in advance, and the
//! client reads only the status of a response and where it ends.

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A connection to a server.
pub(crate) struct Connection {
    stream: TcpStream,
    /// The latest response.
    buffer: Vec<u8>,
}

/// A complete response.
pub(crate) struct Answer<'a> {
    /// The status code.
    pub(crate) status: u16,
    head: &'a [u8],
    /// The body. A chunked body is not decoded.
    pub(crate) body: &'a [u8],
}

/// The end of a body.
enum End {
    At(usize),
    /// At the last chunk. The line break before it cannot occur in JSON.
    Chunk,
}

/// The pause before the retry of a request to an overloaded server.
const AGAIN: Duration = Duration::from_millis(200);

const LAST_CHUNK: &[u8] = b"\r\n0\r\n\r\n";

impl Connection {
    /// Connects.
    pub(crate) async fn open(address: SocketAddr) -> Connection {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Connection {
            stream,
            buffer: Vec::with_capacity(64 << 10),
        }
    }

    /// Connects from this client address.
    pub(crate) async fn open_from(client: Ipv4Addr, address: SocketAddr) -> Connection {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((client, 0).into()).unwrap();
        Connection {
            stream: socket.connect(address).await.unwrap(),
            buffer: Vec::new(),
        }
    }

    /// Sends a request, and reads an endless response until it contains `until`.
    pub(crate) async fn follow(&mut self, request: &[u8], until: &[u8]) {
        self.stream.write_all(request).await.unwrap();
        let has_come = |heard: &[u8]| heard.windows(until.len()).any(|it| it == until);
        while !has_come(&self.buffer) {
            let read = self.stream.read_buf(&mut self.buffer).await.unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&self.buffer));
        }
        self.buffer = Vec::new();
    }

    /// Sends a request and reads the whole response.
    pub(crate) async fn exchange(&mut self, request: &[u8]) -> Answer<'_> {
        self.stream.write_all(request).await.unwrap();
        self.buffer.clear();
        let mut head = None;
        loop {
            let read = self.stream.read_buf(&mut self.buffer).await.unwrap();
            assert!(read > 0, "the server hung up");
            if head.is_none() {
                head = parse(&self.buffer);
            }
            let Some((status, length, end)) = &head else {
                continue;
            };
            let is_whole = match end {
                End::At(end) => self.buffer.len() >= *end,
                End::Chunk => self.buffer.ends_with(LAST_CHUNK),
            };
            if is_whole {
                let (head, body) = self.buffer.split_at(*length);
                return Answer {
                    status: *status,
                    head,
                    body,
                };
            }
        }
    }

    /// Sends a JSON request. Retries while the server is overloaded, and panics on any other
    /// failure.
    pub(crate) async fn call(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Value {
        let request = request(method, path, token, body);
        loop {
            let answer = self.exchange(&request).await;
            let body = String::from_utf8_lossy(answer.body);
            match answer.status {
                503 => tokio::time::sleep(AGAIN).await,
                200..300 => return serde_json::from_str(&body).unwrap_or_default(),
                status => panic!("{method} {path}: {status} {body}"),
            }
        }
    }
}

impl Answer<'_> {
    /// Returns a header of the response.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let mut headers = [httparse::EMPTY_HEADER; 32];
        let mut head = httparse::Response::new(&mut headers);
        head.parse(self.head).unwrap();
        let mut found = head.headers.iter();
        let found = found.find(|header| header.name.eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(found.value).into_owned())
    }
}

/// Returns the status, the length of the header section, and the end of the body; `None` if the
/// header section is incomplete.
fn parse(bytes: &[u8]) -> Option<(u16, usize, End)> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = head.parse(bytes).unwrap() else {
        return None;
    };
    let mut end = End::At(length);
    for header in head.headers.iter() {
        if header.name.eq_ignore_ascii_case("content-length") {
            let body: usize = str::from_utf8(header.value).unwrap().parse().unwrap();
            end = End::At(length + body);
        } else if header.name.eq_ignore_ascii_case("transfer-encoding") {
            end = End::Chunk;
        }
    }
    let status = head.code.unwrap();
    // A 304 response never has a body, regardless of its headers.
    let end = if status == 304 { End::At(length) } else { end };
    Some((status, length, end))
}

/// Returns a JSON request; without a body if that is null.
pub(crate) fn request(method: &str, path: &str, token: Option<&str>, body: &Value) -> Vec<u8> {
    let mut request = head(method, path, token);
    match body {
        Value::Null => request.extend_from_slice(b"\r\n"),
        body => request.extend_from_slice(&tail(&body.to_string())),
    }
    request
}

/// Returns the beginning of a request, without the headers about its body and the blank line after
/// the headers.
pub(crate) fn head(method: &str, path: &str, token: Option<&str>) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n");
    if let Some(token) = token {
        head.push_str(&format!("authorization: Bearer {token}\r\n"));
    }
    head.into_bytes()
}

/// Returns the rest of a request with a body.
pub(crate) fn tail(body: &str) -> Vec<u8> {
    let length = body.len();
    format!("content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// Processes the items over this number of concurrent connections. The results are in the order of
/// the items.
pub(crate) async fn spread<T, R>(
    address: SocketAddr,
    connections: usize,
    items: Vec<T>,
    work: impl AsyncFn(&mut Connection, T) -> R,
) -> Vec<R> {
    let left = RefCell::new(items.into_iter().enumerate());
    let done = RefCell::new(Vec::new());
    let one = async || {
        let mut connection = Connection::open(address).await;
        loop {
            let next = left.borrow_mut().next();
            let Some((i, item)) = next else { break };
            let result = work(&mut connection, item).await;
            done.borrow_mut().push((i, result));
        }
    };
    join_all((0..connections).map(|_| one())).await;
    let mut done = done.into_inner();
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}
