//! `turnpike table --server`: signing in by a code and playing at a terminal.

use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::helpers::*;

/// The running program, and its output so far.
struct Terminal {
    _child: Child,
    types: ChildStdin,
    says: ChildStdout,
    said: String,
}

impl Terminal {
    fn start(server: &Server, home: &TempDir, args: &[&str]) -> Terminal {
        let mut child = Command::new(env!("CARGO_BIN_EXE_turnpike"))
            .args(["table", "--server", &server.address])
            .args(args)
            .env("XDG_CONFIG_HOME", home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Terminal {
            types: child.stdin.take().unwrap(),
            says: child.stdout.take().unwrap(),
            said: String::new(),
            _child: child,
        }
    }

    /// Reads on until this was said; answers what was.
    async fn hears(&mut self, what: &str) -> String {
        let mut piece = [0; 4096];
        loop {
            if let Some(at) = self.said.find(what) {
                let rest = self.said.split_off(at + what.len());
                return std::mem::replace(&mut self.said, rest);
            }
            let read = self.says.read(&mut piece).await.unwrap();
            assert_ne!(read, 0, "it ended before “{what}”: {}", self.said);
            self.said.push_str(&String::from_utf8_lossy(&piece[..read]));
        }
    }

    async fn types(&mut self, line: &str) {
        self.types
            .write_all(format!("{line}\n").as_bytes())
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn terminal_player_signs_in_by_code_and_plays() {
    let server = server().await;
    let ann = server.player("ann").await;
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(&server, &home, &["ferry-follies"]);
    let said = terminal.hears("Waiting until").await;
    let code = said.split("type ").nth(1).unwrap();
    let code: String = code.chars().take(9).collect();
    let path = format!("/v1/me/grants/{code}");
    let yes = json!({"allow": true, "sure": {"password": PASSWORD}});
    assert_eq!(ann.post(&path, yes).await.status, 204);
    terminal.hears("You are signed in").await;
    let said = terminal.hears("The game is ").await + &terminal.hears(":").await;
    let id = said
        .rsplit(' ')
        .next()
        .unwrap()
        .trim_end_matches(':')
        .to_owned();
    terminal.hears("\n> ").await;
    terminal.types("dance").await;
    terminal.hears("\n> ").await;
    terminal.types("legal").await;
    terminal.hears("  ").await;
    terminal.hears("\n> ").await;
    let legal = ann.get(&format!("/v1/games/{id}/legal")).await.ok();
    terminal.types(legal["texts"][0].as_str().unwrap()).await;
    terminal.hears("\n> ").await;
    let game = ann.get(&format!("/v1/games/{id}")).await.ok();
    assert!(game["ply"].as_u64().unwrap() > 0, "{game}");
    terminal.types("quit").await;
    // The token is kept for the next time, for nobody else.
    let kept = home.path().join("turnpike/tokens.json");
    let mode = std::fs::metadata(&kept).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let mut again = Terminal::start(&server, &home, &["--game", &id]);
    let said = again.hears("\n> ").await;
    assert!(!said.contains("Waiting until"), "{said}");
    // Without a game it is the one that waits.
    let mut waiting = Terminal::start(&server, &home, &[]);
    waiting.hears("\n> ").await;
}

/// The program waits for the other player, and prints the result when the game is over.
#[tokio::test]
async fn waiting_terminal_player_is_shown_the_result() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("turnpike");
    std::fs::create_dir(&folder).unwrap();
    let token = ben.token_for(&["games:read", "games:play"]).await;
    let kept = json!({format!("{}/", server.address): token});
    std::fs::write(folder.join("tokens.json"), kept.to_string()).unwrap();
    let new = json!({"kind": "buttons", "seats": 2, "invite": [{"player": "ben"}]});
    let made = ann.post("/v1/games", new).await.ok();
    let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
    ben.post(&format!("{game}/seats"), json!({})).await.ok();
    loop {
        let state = ann.get(&game).await.ok();
        if state["to_act"] == json!([0]) {
            break;
        }
        let legal = ben.get(&format!("{game}/legal")).await.ok();
        let mv = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
        ben.post(&format!("{game}/moves"), mv).await.ok();
    }
    let mut terminal = Terminal::start(&server, &home, &["--game", made["id"].as_str().unwrap()]);
    terminal.hears("Waiting for ann").await;
    // She leaves: the game is over, and the program with it.
    let legal = ann.get(&format!("{game}/legal")).await.ok();
    let leave = json!({"seq": legal["seq"], "moves": [{"type": "leave"}]});
    ann.post(&format!("{game}/moves"), leave).await.ok();
    let said = terminal.hears("1. ben").await;
    assert!(said.contains("ann"), "{said}");
}
