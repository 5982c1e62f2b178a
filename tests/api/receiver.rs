//! A receiver of webhooks and pushes on this machine, over real connections.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A request as the receiver read it.
#[derive(Clone, Debug)]
pub struct Got {
    pub head: String,
    pub body: Vec<u8>,
}

impl Got {
    pub fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().skip(1);
        let mut found = lines.filter_map(|line| line.split_once(": "));
        found
            .find(|(it, _)| it.eq_ignore_ascii_case(name))
            .unwrap()
            .1
    }
}

/// A receiver on this machine. It answers 200 by default.
pub struct Receiver {
    pub url: String,
    got: Arc<Mutex<Vec<Got>>>,
    pub answers: Arc<Mutex<VecDeque<String>>>,
}

impl Receiver {
    pub async fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hidden-path", listener.local_addr().unwrap());
        let got = Arc::<Mutex<Vec<Got>>>::default();
        let answers = Arc::<Mutex<VecDeque<String>>>::default();
        let (keep, next) = (Arc::clone(&got), Arc::clone(&answers));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (mut sent, mut bytes) = (Vec::new(), [0; 4096]);
                let whole = |sent: &[u8]| {
                    let end = sent.windows(4).position(|it| it == b"\r\n\r\n")?;
                    let (head, body) =
                        (std::str::from_utf8(&sent[..end]).unwrap(), &sent[end + 4..]);
                    let length = head.lines().find_map(|line| {
                        let (name, value) = line.split_once(": ")?;
                        name.eq_ignore_ascii_case("content-length").then_some(value)
                    });
                    let length: usize = length?.parse().ok()?;
                    let got = || Got {
                        head: head.to_owned(),
                        body: body.to_vec(),
                    };
                    (body.len() == length).then(got)
                };
                let got = loop {
                    let read = stream.read(&mut bytes).await.unwrap();
                    sent.extend(&bytes[..read]);
                    if let Some(got) = whole(&sent) {
                        break got;
                    }
                };
                keep.lock().unwrap().push(got);
                let answer = next.lock().unwrap().pop_front();
                let answer = answer.unwrap_or_else(|| "200 OK\r\n".to_owned());
                let answer =
                    format!("HTTP/1.1 {answer}content-length: 0\r\nconnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        Receiver { url, got, answers }
    }

    /// Answers the next requests so.
    pub fn answers(&self, answers: &[&str]) {
        let lines = answers.iter().map(|answer| format!("{answer}\r\n"));
        self.answers.lock().unwrap().extend(lines);
    }

    /// Returns the requests since the last call.
    pub fn got(&self) -> Vec<Got> {
        std::mem::take(&mut *self.got.lock().unwrap())
    }
}
