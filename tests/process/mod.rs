//! The program as users start it, and a client for it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, Method};
use serde_json::{Value, json};

/// Time limit for anything on a busy machine: longer than the lease of a worker that was killed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(10);

/// The program in its own process.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) url: String,
}

impl Server {
    /// Starts the program with a private database and default settings.
    pub(crate) fn start(data_dir: &Path) -> Server {
        let (process, line) = begin(&mut program(data_dir), "listening");
        let address = line["address"].as_str().unwrap();
        Server {
            process,
            url: format!("http://{address}"),
        }
    }

    /// Asks the program to stop, and waits for its end.
    pub(crate) fn stop(self) {
        stop(self.process);
    }
}

/// The program with a private database and default settings.
pub(crate) fn program(data_dir: &Path) -> Command {
    // Some machines allow only so few open files. The program must raise that limit.
    let mut program = Command::new("sh");
    program
        .args(["-c", "ulimit -Sn 300 && exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_turnpike"))
        // No rate limit: tests read as fast as they can.
        .args(["--listen", "127.0.0.1:0", "--reads", "0", "--data-dir"])
        .arg(data_dir)
        .env_remove("DATABASE_URL")
        .env_remove("SMTP_URL")
        .env_remove("TURNPIKE_MAIL_PAUSE");
    program
}

/// Starts the program, reads its log up to this message, and returns that line.
pub(crate) fn begin(program: &mut Command, message: &str) -> (Child, Value) {
    let (process, [line]) = begin_with(program, [message]);
    (process, line)
}

/// Starts the program, reads its log up to the last of these messages, and returns their lines. The
/// messages must come in this order.
pub(crate) fn begin_with<const N: usize>(
    program: &mut Command,
    messages: [&str; N],
) -> (Child, [Value; N]) {
    let mut process = program.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
    let found = messages.map(|message| {
        loop {
            let line = lines.next().expect("the server started").unwrap();
            let Ok(line) = serde_json::from_str::<Value>(&line) else {
                panic!("the server said: {line}");
            };
            if line["message"] == message {
                break line;
            }
        }
    });
    // Read the rest: a full pipe would block the program.
    std::thread::spawn(move || lines.for_each(drop));
    (process, found)
}

/// Asks the program to stop, and waits for its end.
pub(crate) fn stop(mut process: Child) {
    let pid = process.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    let status = process.wait().unwrap();
    assert!(status.success(), "the server stopped with {status}");
}

/// A signed-in player.
#[derive(Clone)]
pub(crate) struct Player {
    client: Client,
    url: String,
    token: String,
}

impl Player {
    /// Signs up if the player is new, and signs in.
    pub(crate) async fn sign_in(url: &str, name: &str, is_new: bool) -> Player {
        // This fails if another test was faster, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::new();
        let body = json!({"name": name, "email": format!("{name}@example.org"), "password": "correct horse"});
        if is_new {
            let request = client.post(format!("{url}/v1/players")).json(&body);
            answer(request).await.unwrap();
        }
        let body = json!({"name": name, "password": "correct horse"});
        let request = client.post(format!("{url}/v1/sessions")).json(&body);
        let session = answer(request).await.unwrap();
        let token = session["access_token"].as_str().unwrap().to_owned();
        if is_new {
            let request = client.patch(format!("{url}/v1/me")).bearer_auth(&token);
            let request = request.json(&json!({"play_forced_moves": false}));
            answer(request).await.unwrap();
        }
        Player {
            client,
            url: url.to_owned(),
            token,
        }
    }

    /// Returns the body of the response; `None` if the server is gone.
    pub(crate) async fn get(&self, path: &str) -> Option<Value> {
        let request = self.client.get(format!("{}{path}", self.url));
        answer(request.bearer_auth(&self.token)).await
    }

    /// Returns the body of the response; `None` if the server is gone.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Option<Value> {
        self.call(Method::POST, path, body).await
    }

    /// Returns the body of the response; `None` if the server is gone.
    pub(crate) async fn call(&self, method: Method, path: &str, body: &Value) -> Option<Value> {
        let url = format!("{}{path}", self.url);
        let request = self.client.request(method, url).json(body);
        answer(request.bearer_auth(&self.token)).await
    }
}

/// Returns the body of a success; `None` if the server is gone. Retries when the server is busy.
async fn answer(request: reqwest::RequestBuilder) -> Option<Value> {
    let began = Instant::now();
    loop {
        let answer = request.try_clone().unwrap().send().await.ok()?;
        let status = answer.status();
        let body: Value = answer.json().await.ok()?;
        let is_busy = status == 503 && body["code"] == "unavailable";
        if !is_busy || began.elapsed() > PATIENCE {
            assert!(status.is_success(), "{status} {body}");
            return Some(body);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Asks until there is an answer, and returns it.
pub(crate) async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(began.elapsed() < PATIENCE, "{what} did not come about");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
