//! Which players of a finished game are rated, and their places.

use std::collections::BTreeMap;

use common::ids::{GameId, PlayerId};
use rules::{Outcome, Seat};

use crate::store::{Finished, Sitter};

/// The place of all players who left.
const LEFT: u8 = u8::MAX;

/// The places of the players of a game. A smaller place is better.
pub(crate) type Places = BTreeMap<PlayerId, u8>;

/// The people and the departures of some games.
pub(crate) struct Tables {
    /// The players who have a seat at the end.
    pub(crate) sitters: Vec<Sitter>,
    /// The players who had a seat before another player or a bot took it over.
    pub(crate) former: Vec<Sitter>,
    /// The seats that left according to the log.
    pub(crate) left: Vec<(GameId, Seat)>,
}

impl Tables {
    /// Returns the players who have or had a seat.
    pub(crate) fn players(&self) -> impl Iterator<Item = PlayerId> {
        let all = self.sitters.iter().chain(&self.former);
        all.map(|it| it.player)
    }

    /// Whether only guests sat in some seat of this game. A guest who took a seat over, or whose
    /// seat was taken over, does not count: otherwise a player could give a lost game to a guest.
    pub(crate) fn has_seat_of_guests(&self, game: &GameId, guests: &[PlayerId]) -> bool {
        let all = self.sitters.iter().chain(&self.former);
        let here: Vec<&Sitter> = all.filter(|it| it.game == *game).collect();
        here.iter().any(|one| {
            let mut same_seat = here.iter().filter(|it| it.seat == one.seat);
            same_seat.all(|it| guests.contains(&it.player))
        })
    }

    /// Returns the places of the players in this game, whose result is `outcome`. A player who left
    /// ranks below all who stayed. This includes players who gave their seat away or lost it to a
    /// bot. A player who took a seat over and stayed has no place, because the position was
    /// another player's work.
    pub(crate) fn places(&self, game: &Finished, outcome: &Outcome) -> Places {
        let former = || self.former.iter().filter(|it| it.game == game.id);
        let mut places: Places = former().map(|it| (it.player, LEFT)).collect();
        for sitter in self.sitters.iter().filter(|it| it.game == game.id) {
            let mut earlier = former().filter(|it| it.seat == sitter.seat).peekable();
            let standing = outcome.standings.iter().find(|it| it.seat == sitter.seat);
            let Some(standing) = standing else { continue };
            let in_log = |(id, seat): &(GameId, Seat)| *id == game.id && *seat == sitter.seat;
            let has_left = standing.left || self.left.iter().any(in_log);
            let took_over =
                earlier.peek().is_some() && earlier.all(|it| it.player != sitter.player);
            if took_over && !has_left {
                continue;
            }
            let place = if has_left { LEFT } else { standing.rank };
            places.insert(sitter.player, place);
        }
        places
    }
}

/// Whether a game with these places counts: at least two players, of whom one stayed to the end.
pub(crate) fn count(places: &Places) -> bool {
    places.len() > 1 && places.values().any(|place| *place != LEFT)
}
