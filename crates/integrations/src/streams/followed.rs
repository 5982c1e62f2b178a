//! The stream of many games: the state of each whenever it changes.
//!
//! A reader follows games of its choice (this module), or all public games
//! ([`crate::streams::public`]). The state has nothing that depends on the reader. The stream of a
//! game sends its entries and messages.
//!
//! The cursor for chosen games has a hash of the last state sent of each, as in
//! [`crate::streams::player`].

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use accounts::access::Caller;
use base::listeners::Topic;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::clock::Moment;
use common::ids::{GameId, NoId};
use play::look;
use play::refusal::Result;
pub use play::store::lists::Followed;

use crate::Integrations;
use crate::streams::public::PublicSource;
use crate::streams::{Following, Found, Print, Reader, Source, print, public};

/// The most games that a reader can choose.
pub const MOST: usize = 100;

/// The position of a reader in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cursor {
    /// In the stream of all public games.
    Public(public::Cursor),
    /// In a stream of chosen games.
    Chosen(Chosen),
}

/// Hashes of the last state sent of each chosen game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen(Vec<Print>);

impl Display for Cursor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Cursor::Public(cursor) => cursor.fmt(f),
            Cursor::Chosen(Chosen(prints)) => {
                let mut prints = prints.iter();
                prints.try_for_each(|print| f.write_str(&URL_SAFE_NO_PAD.encode(print)))
            }
        }
    }
}

impl FromStr for Chosen {
    type Err = NoId;

    fn from_str(text: &str) -> Result<Chosen, NoId> {
        let decoded = URL_SAFE_NO_PAD.decode(text).map_err(|_| NoId)?;
        match decoded.as_chunks() {
            (prints, []) if (1..=MOST).contains(&prints.len()) => Ok(Chosen(prints.to_vec())),
            _ => Err(NoId),
        }
    }
}

/// An item of the stream.
pub enum News {
    /// A stream of all public games has begun: the changes since this time follow.
    Ready(Moment),
    /// A game has changed.
    Game(Box<Followed>),
}

/// A stream of many games.
pub struct FollowedStream(Kind);

enum Kind {
    Public(Box<Following<PublicSource>>),
    Chosen(Box<Following<ChosenSource>>),
}

impl FollowedStream {
    /// Begins a stream of all public games after this cursor. Without one, the stream begins with
    /// the changes from now on.
    pub async fn public(
        app: &Integrations,
        reader: Reader,
        cursor: Option<public::Cursor>,
    ) -> Result<FollowedStream> {
        let caller = reader.pass.caller(app).await?;
        let source = PublicSource::after(app, cursor);
        let follows = Following::begin(app, reader, caller.as_ref(), [Topic::Games], source)?;
        Ok(FollowedStream(Kind::Public(Box::new(follows))))
    }

    /// Begins a stream of these games, if the reader may see each of them, after this cursor.
    /// Without one, the stream begins with the state of each.
    pub async fn chosen(
        app: &Integrations,
        reader: Reader,
        games: Vec<GameId>,
        cursor: Option<Chosen>,
    ) -> Result<FollowedStream> {
        let caller = reader.pass.caller(app).await?;
        let topics: Vec<Topic> = games.iter().cloned().map(Topic::Game).collect();
        let source = ChosenSource {
            told: vec![None; games.len()],
            games,
            resumed: cursor.unwrap_or_default().0,
            hinted: None,
        };
        let follows = Following::begin(app, reader, caller.as_ref(), topics, source)?;
        // Nothing is sent yet, so that a reader who may not see a game gets an error.
        follows.source.states(app, caller.as_ref()).await?;
        Ok(FollowedStream(Kind::Chosen(Box::new(follows))))
    }

    /// Waits for news and returns them, each with the cursor after it. An error ends the stream.
    pub async fn next(&mut self, app: &Integrations) -> Result<Vec<(News, Cursor)>> {
        match &mut self.0 {
            Kind::Public(stream) => stream.next(app).await,
            Kind::Chosen(stream) => stream.next(app).await,
        }
    }
}

/// Returns a hash of all that the stream sends of a game.
pub(super) fn stands(game: &Followed) -> Print {
    print(&format!(
        "{} {} {} {} {:?}",
        game.id, game.status, game.ply, game.acting, game.result
    ))
}

/// The content of a stream of chosen games.
struct ChosenSource {
    games: Vec<GameId>,
    /// A hash of the last state sent of each game.
    told: Vec<Option<Print>>,
    /// The hashes of the reader's cursor, until the first look.
    resumed: Vec<Print>,
    /// The positions of the games to look at; `None` for all.
    hinted: Option<Vec<usize>>,
}

impl ChosenSource {
    /// Returns the states of the games to look at, with their positions.
    async fn states(
        &self,
        app: &Integrations,
        caller: Option<&Caller>,
    ) -> Result<Vec<(usize, Followed)>> {
        let me = caller.map(|caller| caller.player);
        let all = || (0..self.games.len()).collect();
        let looks: Vec<usize> = self.hinted.clone().unwrap_or_else(all);
        let mut states = Vec::with_capacity(looks.len());
        for at in looks {
            if let Some(id) = self.games.get(at) {
                let look = look::glance(app, me, id, None).await?;
                states.push((at, Followed::from(&*look.row)));
            }
        }
        Ok(states)
    }

    /// Returns the games that changed, and moves the cursor behind them.
    fn news(&mut self, states: Vec<(usize, Followed)>) -> Vec<(News, Cursor)> {
        let resumed = std::mem::take(&mut self.resumed);
        let mut changed = Vec::new();
        for (at, game) in states {
            let print = stands(&game);
            let Some(told) = self.told.get_mut(at) else {
                continue;
            };
            if resumed.contains(&print) {
                *told = Some(print);
            }
            if *told != Some(print) {
                changed.push((at, game, print));
            }
        }
        let news = changed.into_iter().map(|(at, game, print)| {
            if let Some(told) = self.told.get_mut(at) {
                *told = Some(print);
            }
            let told = self.told.iter().flatten().copied().collect();
            (News::Game(Box::new(game)), Cursor::Chosen(Chosen(told)))
        });
        news.collect()
    }
}

impl Source for ChosenSource {
    type News = (News, Cursor);

    fn hinted(&mut self, topics: Option<Vec<usize>>) {
        self.hinted = topics;
    }

    async fn look(
        &mut self,
        app: &Integrations,
        caller: Option<&Caller>,
    ) -> Result<Found<Self::News>> {
        let states = self.states(app, caller).await?;
        Ok(Found {
            news: self.news(states),
            more: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use db::sets::GameStatus;

    use super::*;

    fn game(id: &str, ply: i64) -> Followed {
        Followed {
            id: GameId::stored(id.to_owned()),
            kind: "thats-life".to_owned(),
            status: GameStatus::Running,
            ply,
            acting: 1,
            result: None,
            changed_at: chrono::DateTime::UNIX_EPOCH,
        }
    }

    fn source(resumed: Option<&str>) -> ChosenSource {
        ChosenSource {
            games: ["a", "b"].map(|it| GameId::stored(it.to_owned())).to_vec(),
            told: vec![None; 2],
            resumed: resumed.map_or_else(Vec::new, |it| it.parse::<Chosen>().unwrap().0),
            hinted: None,
        }
    }

    /// Returns the games that the source sends, and its cursor after them.
    fn told(source: &mut ChosenSource, states: [(usize, Followed); 2]) -> (Vec<String>, String) {
        let news = source.news(states.to_vec());
        let last = news.last().map(|(_, cursor)| cursor.to_string());
        let told = news.iter().map(|(news, _)| match news {
            News::Game(game) => format!("{} {}", game.id, game.ply),
            News::Ready(_) => "ready".to_owned(),
        });
        (told.collect(), last.unwrap_or_default())
    }

    #[test]
    fn chosen_game_is_sent_again_when_its_state_changes() {
        let mut source = source(None);
        let (first, _) = told(&mut source, [(0, game("a", 1)), (1, game("b", 1))]);
        assert_eq!(first, ["a 1", "b 1"]);
        let (second, _) = told(&mut source, [(0, game("a", 1)), (1, game("b", 2))]);
        assert_eq!(second, ["b 2"]);
    }

    #[test]
    fn cursor_of_chosen_games_skips_states_that_were_sent() {
        let (_, cursor) = told(&mut source(None), [(0, game("a", 1)), (1, game("b", 1))]);
        let mut resumed = source(Some(&cursor));
        let (sent, _) = told(&mut resumed, [(0, game("a", 2)), (1, game("b", 1))]);
        assert_eq!(sent, ["a 2"]);
    }

    #[test]
    fn text_that_is_no_cursor_of_chosen_games_is_rejected() {
        for text in ["", "AAAA", "t1772366400000000", "********"] {
            assert!(text.parse::<Chosen>().is_err(), "{text}");
        }
    }
}
