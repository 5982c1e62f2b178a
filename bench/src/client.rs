//! A light client: HTTP/1.1 over one connection that stays open.
//!
//! It shares two cores with what it measures. So requests are bytes that were made before, and of an
//! answer no more is read than where it ends and what its status is.

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
    /// The last answer.
    buffer: Vec<u8>,
}

/// An answer, whole.
pub(crate) struct Answer<'a> {
    /// Its status.
    pub(crate) status: u16,
    head: &'a [u8],
    /// Its body; where it came in chunks, as it came.
    pub(crate) body: &'a [u8],
}

/// Where a body ends.
enum End {
    At(usize),
    /// With the last chunk. A line break, which JSON never holds, is before it.
    Chunk,
}

/// The pause before a server that has too much to do is asked again.
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

    /// Connects from this address.
    pub(crate) async fn open_from(client: Ipv4Addr, address: SocketAddr) -> Connection {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((client, 0).into()).unwrap();
        Connection {
            stream: socket.connect(address).await.unwrap(),
            buffer: Vec::new(),
        }
    }

    /// Sends a request, and reads of an answer that does not end until this has come.
    pub(crate) async fn follow(&mut self, request: &[u8], until: &[u8]) {
        self.stream.write_all(request).await.unwrap();
        let has_come = |heard: &[u8]| heard.windows(until.len()).any(|it| it == until);
        while !has_come(&self.buffer) {
            let read = self.stream.read_buf(&mut self.buffer).await.unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&self.buffer));
        }
        self.buffer = Vec::new();
    }

    /// Sends a request and reads the answer to its end.
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

    /// Calls in JSON, and insists on success. A server that has too much to do is asked again.
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
    /// A header of it.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let mut headers = [httparse::EMPTY_HEADER; 32];
        let mut head = httparse::Response::new(&mut headers);
        head.parse(self.head).unwrap();
        let mut found = head.headers.iter();
        let found = found.find(|header| header.name.eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(found.value).into_owned())
    }
}

/// The status, the length of the head, and where the body ends; `None` before the head is whole.
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
    // What has not changed has no body, whatever its head says of it.
    let end = if status == 304 { End::At(length) } else { end };
    Some((status, length, end))
}

/// A request in JSON; one without a body where that is null.
pub(crate) fn request(method: &str, path: &str, token: Option<&str>, body: &Value) -> Vec<u8> {
    let mut request = head(method, path, token);
    match body {
        Value::Null => request.extend_from_slice(b"\r\n"),
        body => request.extend_from_slice(&tail(&body.to_string())),
    }
    request
}

/// The head of a request, but for what is said of its body and the empty line at its end.
pub(crate) fn head(method: &str, path: &str, token: Option<&str>) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n");
    if let Some(token) = token {
        head.push_str(&format!("authorization: Bearer {token}\r\n"));
    }
    head.into_bytes()
}

/// The rest of a request with a body.
pub(crate) fn tail(body: &str) -> Vec<u8> {
    let length = body.len();
    format!("content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// Does something with each item, over so many connections at once; what comes of it is in the same
/// order.
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
