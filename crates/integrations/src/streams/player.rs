//! The stream of a player: the state of each game, whether it waits for the player, and where there
//! is new chat.
//!
//! The cursor has a hash of the last state sent for each game, so the stream sends a game again
//! exactly when its state has changed. It may skip intermediate states, but never the latest one.
//! The stream of the game sends the entries and messages themselves.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use base::listeners::Topic;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use common::ids::NoId;
use play::refusal::{Refusal, Result};

use crate::Integrations;
use crate::streams::store;
pub use crate::streams::store::OwnGame;
use crate::streams::{Following, Found, Print, Reader, Source, print};
use accounts::access::Caller;

/// The most games in a stream: the newest ones.
const MOST: usize = 500;

/// How long a finished game stays in the stream.
const OVER: TimeDelta = TimeDelta::days(1);

/// The position of a reader in the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// A hash of the list of games.
    which: Print,
    /// A hash of each game's state.
    each: Vec<Print>,
}

impl Display for Cursor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for print in [&self.which].into_iter().chain(&self.each) {
            write!(f, "{}", URL_SAFE_NO_PAD.encode(print))?;
        }
        Ok(())
    }
}

impl FromStr for Cursor {
    type Err = NoId;

    fn from_str(text: &str) -> Result<Cursor, NoId> {
        let decoded = URL_SAFE_NO_PAD.decode(text).map_err(|_| NoId)?;
        let (prints, rest) = decoded.as_chunks();
        match (prints, rest) {
            ([which, each @ ..], []) if each.len() <= MOST => {
                let (which, each) = (*which, each.to_vec());
                Ok(Cursor { which, each })
            }
            _ => Err(NoId),
        }
    }
}

/// An item of the stream.
pub enum News {
    /// The ids of the games, newest first.
    Games(Vec<String>),
    /// A game's state, and whether to include its chat counters.
    Game(Box<OwnGame>, bool),
}

/// The stream of a player.
pub struct PlayerStream(Following<PlayerSource>);

struct PlayerSource {
    hears: bool,
    cursor: Cursor,
}

impl PlayerStream {
    /// Begins a stream after this cursor. Without one, the stream begins with all games.
    pub async fn begin(
        app: &Integrations,
        reader: Reader,
        cursor: Option<Cursor>,
    ) -> Result<PlayerStream> {
        let caller = reader
            .pass
            .caller(app)
            .await?
            .ok_or(Refusal::NOT_SIGNED_IN)?;
        let source = PlayerSource {
            hears: reader.pass.covers_chat(),
            cursor: cursor.unwrap_or_default(),
        };
        let topic = Topic::Player(caller.player);
        Following::begin(app, reader, Some(&caller), [topic], source).map(PlayerStream)
    }

    /// Waits for news and returns them, each with the cursor after it. An error ends the stream.
    pub async fn next(&mut self, app: &Integrations) -> Result<Vec<(News, Cursor)>> {
        self.0.next(app).await
    }
}

impl Source for PlayerSource {
    type News = (News, Cursor);

    async fn look(
        &mut self,
        app: &Integrations,
        caller: Option<&Caller>,
    ) -> Result<Found<Self::News>> {
        let caller = caller.ok_or(Refusal::NOT_SIGNED_IN)?;
        let over_since = app.clock.now() - OVER;
        let mut conn = app.db.get().await?;
        let games = store::own_games(&mut conn, caller.player, over_since, MOST as i64).await?;
        drop(conn);
        Ok(Found {
            news: self.news(games),
            more: false,
        })
    }
}

impl PlayerSource {
    fn news(&mut self, games: Vec<OwnGame>) -> Vec<(News, Cursor)> {
        let mut news = Vec::new();
        let ids: Vec<&str> = games.iter().map(|game| &*game.id).collect();
        let which = print(&ids.join(" "));
        let prints: Vec<Print> = games.iter().map(|game| print(&self.stands(game))).collect();
        let told = std::mem::take(&mut self.cursor.each);
        let is_told = |print: &Print| told.contains(print);
        self.cursor
            .each
            .extend(prints.iter().filter(|it| is_told(it)));
        if which != self.cursor.which {
            self.cursor.which = which;
            let ids = ids.into_iter().map(str::to_owned).collect();
            news.push((News::Games(ids), self.cursor.clone()));
        }
        let changed = games
            .into_iter()
            .zip(prints)
            .filter(|(_, print)| !is_told(print));
        for (game, print) in changed {
            self.cursor.each.push(print);
            news.push((News::Game(Box::new(game), self.hears), self.cursor.clone()));
        }
        news
    }

    /// Returns all fields of a game that the stream sends.
    fn stands(&self, game: &OwnGame) -> String {
        let said = self
            .hears
            .then_some((game.said_at_table, game.said_by_spectators));
        format!(
            "{} {} {} {} {:?} {} {} {said:?}",
            game.id, game.status, game.ply, game.paused, game.seat, game.waiting, game.invited,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::ids::GameId;
    use db::sets::GameStatus;

    fn game(id: &str, ply: i64) -> OwnGame {
        OwnGame {
            id: GameId::stored(id.to_owned()),
            kind: "thats-life".to_owned(),
            status: GameStatus::Running,
            ply,
            paused: false,
            seat: Some(0),
            waiting: false,
            invited: false,
            said_at_table: 0,
            said_by_spectators: 0,
        }
    }

    fn told(source: &mut PlayerSource, games: Vec<OwnGame>) -> Vec<String> {
        let tell = |(news, cursor): (News, Cursor)| {
            let cursor = cursor.to_string();
            assert_eq!(cursor.parse::<Cursor>().unwrap().to_string(), cursor);
            match news {
                News::Games(ids) => ids.join("+"),
                News::Game(game, _) => format!("{} {}", game.id, game.ply),
            }
        };
        source.news(games).into_iter().map(tell).collect()
    }

    #[test]
    fn game_is_sent_again_when_its_state_changes() {
        let cursor = Cursor::default();
        let mut source = PlayerSource {
            hears: true,
            cursor,
        };
        let tells = told(&mut source, vec![game("a", 1), game("b", 1)]);
        assert_eq!(tells, ["a+b", "a 1", "b 1"]);
        assert!(told(&mut source, vec![game("a", 1), game("b", 1)]).is_empty());
        assert_eq!(told(&mut source, vec![game("a", 2), game("b", 1)]), ["a 2"]);
        assert_eq!(told(&mut source, vec![game("b", 1)]), ["b"]);
        // Earlier states of a game are forgotten.
        assert_eq!(
            told(&mut source, vec![game("a", 1), game("b", 1)]),
            ["a+b", "a 1"]
        );
        for text in ["", "AAAA", "AAAAAAAAA", "********"] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
    }
}
