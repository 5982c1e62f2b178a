//! A full disk: the server runs under a limit on file sizes, which applies to root as well.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use db::schema::outbox;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use reqwest::Method;
use serde_json::json;

use crate::helpers::*;

/// A process that is killed with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Starts the program on this database. No file of it can exceed this number of blocks. Returns its
/// address.
fn serve(database: &str, data: &Path, blocks: u32) -> (Process, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" serve --role all");
    let mut child = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_turnpike")])
        .env("DATABASE_URL", database)
        .env("TURNPIKE_DATA_DIR", data)
        .env("TURNPIKE_LISTEN", "127.0.0.1:0")
        .env_remove("SMTP_URL")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let listening = lines.find_map(|line| {
        let line = line.unwrap();
        let (_, rest) = line.split_once("127.0.0.1:")?;
        let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
        line.contains("\"listening\"")
            .then(|| format!("http://127.0.0.1:{port}"))
    });
    // Keep reading its output, so that it can write.
    std::thread::spawn(move || lines.for_each(drop));
    (Process(child), listening.unwrap())
}

#[tokio::test]
async fn mail_is_not_marked_sent_while_the_disk_is_full() {
    // The pool and the clock are unused: the state comes from the database.
    let server = server().await;
    let data = tempfile::tempdir().unwrap();
    let state = async || -> (String, Option<String>) {
        let conn = &mut *server.app.db.get().await.unwrap();
        let columns = (outbox::status, outbox::last_error);
        let codes = outbox::table.filter(outbox::kind.eq("sign_in_code"));
        codes.select(columns).first(conn).await.unwrap()
    };
    let files = || -> Vec<(String, u64)> {
        let found = std::fs::read_dir(data.path().join("mailbox"));
        let file = |entry: std::io::Result<std::fs::DirEntry>| {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, entry.metadata().unwrap().len())
        };
        found.map_or_else(|_| Vec::new(), |found| found.map(file).collect())
    };
    {
        let (_process, url) = serve(&server.database, data.path(), 0);
        server.player("ann").await;
        let body = json!({"name": "ann"});
        let client = reqwest::Client::new();
        let path = format!("{url}/v1/sessions/code");
        let asked = client.request(Method::POST, path).json(&body).send();
        assert_eq!(asked.await.unwrap().status(), 202);
        let state = loop {
            match state().await {
                (status, None) if status == "waiting" => tokio::task::yield_now().await,
                state => break state,
            }
        };
        assert_eq!(state.0, "waiting", "{:?}", files());
        assert!(state.1.unwrap().contains("the mailbox cannot be written"));
        assert_eq!(files(), []);
    }
    // Once there is room, it is sent.
    let conn = &mut *server.app.db.get().await.unwrap();
    let due = outbox::due_at.eq(chrono::DateTime::UNIX_EPOCH);
    diesel::update(outbox::table)
        .set(due)
        .execute(conn)
        .await
        .unwrap();
    let (_process, _) = serve(&server.database, data.path(), 100_000);
    while state().await.0 != "sent" {
        tokio::task::yield_now().await;
    }
    let files = files();
    assert!(files.len() == 1 && files[0].1 > 500, "{files:?}");
}
