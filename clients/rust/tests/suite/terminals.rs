//! The terminal example.

use std::io;

use tokio::time::timeout;
use turnpike_client::{
    Options, Turnpike,
    api::{DeviceDecision, GameInput, JoinRequest, Reauthentication},
};

use crate::{
    helpers::{PASSWORD, TIME_LIMIT, in_words, new_game, player, server},
    terminal::{play, sign_in},
};

/// Types these lines at a terminal, and returns what it printed.
async fn typed(player: &Turnpike, game: &str, lines: &[&str]) -> String {
    let lines = lines
        .iter()
        .map(|line| Ok::<_, io::Error>(line.to_string()));
    let mut out = Vec::new();
    let played = timeout(TIME_LIMIT, play(player, game, lines, &mut out));
    played.await.expect("an end").expect("a game");
    String::from_utf8(out).expect("text")
}

#[tokio::test]
async fn typed_move_is_played() {
    let ann = player(&server()).await;
    let game = new_game(&ann).await.unwrap();
    typed(&ann, &game, &["roll"]).await;
    let state = ann.api.get_game_builder(&game).send().await.unwrap();
    assert_eq!(state.ply, 1);
}

#[tokio::test]
async fn rejected_line_is_followed_by_another_prompt() {
    let ann = player(&server()).await;
    let game = new_game(&ann).await.unwrap();
    let said = typed(&ann, &game, &["dance", "legal", "leave", "quit"]).await;
    assert_eq!(said.matches("> ").count(), 4, "{said}");
    assert!(said.contains("“dance”"), "{said}");
    assert!(said.contains("  roll"), "{said}");
    let state = ann.api.get_game_builder(&game).send().await.unwrap();
    assert_eq!(state.ply, 0);
}

#[tokio::test]
async fn waiting_player_is_shown_the_result() {
    let (ann, ben) = (player(&server()).await, player(&server()).await);
    let body = GameInput::new("thats-life".into());
    let game = ann.api.create_game(body).await.unwrap().id;
    ben.api
        .join_game(&game, JoinRequest::default())
        .await
        .unwrap();
    let leaves = async {
        ann.api
            .play_moves(&game, in_words(1, "leave"))
            .await
            .unwrap();
    };
    let (said, ()) = tokio::join!(typed(&ben, &game, &[]), leaves);
    let ben = ben.api.get_account().await.unwrap().name;
    assert!(said.contains(&format!("1. {ben}: ")), "{said}");
}

/// A writer that passes the sign-in code to the test.
struct Screen(tokio::sync::mpsc::UnboundedSender<String>, Vec<u8>);

impl io::Write for Screen {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(text);
        if text.ends_with(b".\n") {
            let said = String::from_utf8_lossy(&self.1).into_owned();
            self.0.send(said).map_err(io::Error::other)?;
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn typed_code_signs_in() {
    let ann = player(&server()).await;
    let (says, mut said) = tokio::sync::mpsc::unbounded_channel();
    let allows = async {
        let said: String = said.recv().await.expect("a code");
        let code = said.trim_end_matches(".\n").rsplit(' ').next();
        let decision = DeviceDecision {
            allow: true,
            reauthentication: Some(Reauthentication {
                password: Some(PASSWORD.into()),
                ..Reauthentication::default()
            }),
        };
        let code = code.expect("a code");
        ann.api
            .decide_device_authorization(code, decision)
            .await
            .unwrap();
    };
    let url = server();
    let mut screen = Screen(says, Vec::new());
    let (token, ()) = tokio::join!(sign_in(&url, &mut screen), allows);
    let signed_in = Turnpike::with_token(&url, &token.unwrap(), &Options::default()).unwrap();
    let games = signed_in.api.list_games_builder().mine(true).send().await;
    assert!(games.unwrap().games.is_empty());
}
