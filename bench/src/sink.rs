//! A mail server that accepts all mails and only counts them, on its own thread.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The counts of received mails.
#[derive(Default)]
pub(crate) struct Counts {
    /// Mails.
    pub(crate) mails: AtomicU64,
    /// Mails with a picture.
    pub(crate) pictures: AtomicU64,
    /// Bytes.
    pub(crate) bytes: AtomicU64,
    /// The header section of the latest mail.
    pub(crate) head: Mutex<String>,
}

/// The mail server.
pub(crate) struct Sink {
    /// The address that it listens on.
    pub(crate) address: SocketAddr,
    counts: Arc<Counts>,
}

impl Sink {
    /// Starts the mail server. It runs as long as this process.
    pub(crate) fn start() -> Sink {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let counts = Arc::<Counts>::default();
        let counted = Arc::clone(&counts);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_io()
                .build();
            runtime.unwrap().block_on(async {
                let listener = TcpListener::from_std(listener).unwrap();
                loop {
                    let (stream, _) = listener.accept().await.unwrap();
                    // A client that disconnects is not an error.
                    tokio::spawn(converse(stream, Arc::clone(&counted)));
                }
            });
        });
        Sink { address, counts }
    }

    /// Returns the number of mails, pictures and bytes since the last call.
    pub(crate) fn take(&self) -> [u64; 3] {
        let Counts {
            mails,
            pictures,
            bytes,
            ..
        } = &*self.counts;
        [mails, pictures, bytes].map(|count| count.swap(0, Ordering::Relaxed))
    }

    /// Returns the header section of the latest mail.
    pub(crate) fn head(&self) -> String {
        self.counts.head.lock().unwrap().clone()
    }
}

/// Runs a session with one client to its end (RFC 5321).
async fn converse(stream: TcpStream, counts: Arc<Counts>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::with_capacity(64 << 10, stream);
    stream.write_all(b"220 localhost\r\n").await?;
    let mut line = Vec::new();
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let answer: &[u8] = match line.to_ascii_uppercase().get(..4) {
            Some(b"DATA") => {
                stream.write_all(b"354 go on\r\n").await?;
                take(&mut stream, &counts).await?;
                b"250 taken\r\n"
            }
            Some(b"QUIT") => {
                stream.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => b"250 yes\r\n",
        };
        stream.write_all(answer).await?;
    }
}

/// Reads a mail up to its final dot, and counts it.
async fn take(stream: &mut BufReader<TcpStream>, counts: &Counts) -> io::Result<()> {
    let (mut line, mut bytes, mut has_picture) = (Vec::new(), 0, false);
    let (mut head, mut is_head) = (String::new(), true);
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line == b".\r\n" {
            break;
        }
        bytes += line.len() as u64;
        is_head &= line != b"\r\n";
        if is_head {
            head.push_str(&String::from_utf8_lossy(&line));
        }
        has_picture |= line.eq_ignore_ascii_case(b"content-type: image/png\r\n");
    }
    *counts.head.lock().unwrap() = head;
    counts.mails.fetch_add(1, Ordering::Relaxed);
    counts
        .pictures
        .fetch_add(u64::from(has_picture), Ordering::Relaxed);
    counts.bytes.fetch_add(bytes, Ordering::Relaxed);
    Ok(())
}
