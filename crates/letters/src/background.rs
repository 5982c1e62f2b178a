//! Database rows about the readers of mails and the games in them, read for many mails at once.
//! Separate queries for each mail would cost more than the rest of a letter.
//!
//! Letters read data that only few of them need themselves.

use std::collections::{HashMap, HashSet};

use accounts::store::mail_addresses::{self, AddressRow};
use accounts::store::players::{self, Player};
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use common::notice::{MailKind, NoticeKind};
use db::Conn;
use futures_util::{join, try_join};
use notices::outbox::Mail;
use play::refusal::Result;
use play::replay::Recent;
use play::store::entries;
use play::store::games::{self, GameRow, SeatRow};
use play::store::orders::{self, OrdersRow};
use rules::{Seat, SeatSet};
use social::presence;
use social::store::messages;

use crate::mail_settings::{self, GameWishes};
use crate::store::pushes as store;
use crate::{Letters, pushes};

/// Rows about readers and games. They contain addresses, so there is no `Debug`.
#[derive(Default)]
pub struct Background {
    games: HashMap<GameId, GameRow>,
    seats: HashMap<GameId, Vec<SeatRow>>,
    players: HashMap<PlayerId, Player>,
    wishes: HashMap<(GameId, PlayerId), GameWishes>,
    seen: HashMap<PlayerId, Moment>,
    pushed_to: HashSet<(PlayerId, bool)>,
    troubles: HashMap<String, AddressRow>,
    recent: HashMap<GameId, Recent>,
    left: HashMap<GameId, SeatSet>,
    forced: HashMap<GameId, SeatSet>,
    talked_of: HashSet<GameId>,
}

/// Whether a letter of this kind reports on the course of a game.
const fn tells_of_play(kind: NoticeKind) -> bool {
    use NoticeKind::{GameOver, GameStarted, Reminder, Reply, YourTurn};
    matches!(kind, GameStarted | YourTurn | Reminder | GameOver | Reply)
}

impl Background {
    /// Reads the rows that these mails need.
    pub async fn of(app: &Letters, conn: &mut Conn, mails: &[&Mail]) -> Result<Background> {
        let ids: Vec<&GameId> = mails.iter().filter_map(|mail| mail.game()).collect();
        let readers: Vec<PlayerId> = mails.iter().filter_map(|mail| mail.player_id).collect();
        let mut known = Background::default();
        if !ids.is_empty() {
            let rows = games::find_all(conn, &ids).await?;
            known.games = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
            for seat in games::seats(conn, &ids).await? {
                let seats = known.seats.entry(seat.game_id.clone()).or_default();
                seats.push(seat);
            }
            known.wishes = mail_settings::at_tables(conn, &ids, &readers).await?;
            known.read_play(conn, mails).await?;
        }
        let mut people = readers;
        people.extend(known.games.values().map(|row| row.creator_id));
        let people = players::by_ids(conn, &people).await?;
        known.players = people.into_iter().map(|it| (it.id, it)).collect();
        let called = mails
            .iter()
            .filter(|mail| MailKind::of(mail.kind) == Some(MailKind::Turns));
        let called = called.filter(|_| app.config.mail_pause > 0);
        let pushed = mails.iter().filter(|mail| mail.push_taken_at.is_some());
        let awaited = called.chain(pushed).filter_map(|mail| mail.player_id);
        let awaited: Vec<PlayerId> = awaited.collect();
        if !awaited.is_empty() {
            known.seen = presence::last_seen(app, conn, &awaited).await?;
        }
        let new = mails.iter().filter(|mail| pushes::may_be_pushed(mail));
        let new: Vec<PlayerId> = new.filter_map(|mail| mail.player_id).collect();
        if !new.is_empty() {
            let pushed_to = store::with_any(conn, &new, app.clock.now()).await?;
            known.pushed_to = pushed_to.into_iter().collect();
        }
        let addresses = mails.iter().filter_map(|mail| known.address(app, mail));
        let addresses: Vec<String> = addresses
            .map(|address| app.mail_tokens.address(&address))
            .collect();
        let troubles = mail_addresses::find(conn, &addresses).await?;
        known.troubles = troubles.into_iter().map(|it| (it.id.clone(), it)).collect();
        Ok(known)
    }

    /// Reads only the standing orders in a game.
    pub(super) async fn of_orders(conn: &Conn, id: &GameId) -> Result<Background> {
        let mut known = Background::default();
        known.keep_forced(orders::of(conn, &[id]).await?);
        Ok(known)
    }

    fn keep_forced(&mut self, orders: Vec<OrdersRow>) {
        for orders in orders.into_iter().filter(|orders| orders.forced) {
            let forced = self.forced.entry(orders.game_id).or_default();
            forced.insert(orders.seat.0);
        }
    }

    /// Reads the rows for letters that report on the course of a game.
    async fn read_play(&mut self, conn: &Conn, mails: &[&Mail]) -> Result<()> {
        let played = mails.iter().filter(|mail| tells_of_play(mail.kind));
        let ids: Vec<&GameId> = played.filter_map(|mail| mail.game()).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let others = async {
            try_join!(
                entries::left(conn, &ids),
                messages::talked_of(conn, &ids),
                orders::of(conn, &ids)
            )
        };
        let (recent, others) = join!(Recent::of(conn, &ids), others);
        let (left, talked_of, orders) = others?;
        (self.recent, self.talked_of) = (recent, talked_of.into_iter().collect());
        for (id, seat) in left {
            self.left.entry(id).or_default().insert(seat);
        }
        self.keep_forced(orders);
        Ok(())
    }

    /// Returns the game, if it exists.
    pub fn game(&self, id: &GameId) -> Option<&GameRow> {
        self.games.get(id)
    }

    /// Returns the seats of a game.
    pub fn seats(&self, id: &GameId) -> &[SeatRow] {
        self.seats.get(id).map_or(&[], Vec::as_slice)
    }

    /// Returns a player: the reader of a mail, or the creator of a game.
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(&id)
    }

    /// Returns the newest part of a game's log, if it could be read.
    pub fn recent(&self, id: &GameId) -> Option<&Recent> {
        self.recent.get(id)
    }

    /// Returns the seats of a game whose players have left.
    pub fn left(&self, id: &GameId) -> SeatSet {
        self.left.get(id).copied().unwrap_or_default()
    }

    /// Whether the server plays forced moves for this seat.
    pub(super) fn plays_forced(&self, id: &GameId, seat: Seat) -> bool {
        self.forced.get(id).is_some_and(|it| it.contains(seat))
    }

    /// Whether the chat of a game has messages.
    pub(super) fn is_talked_of(&self, id: &GameId) -> bool {
        self.talked_of.contains(id)
    }

    /// Returns a player's own mail settings for a game.
    pub fn wishes(&self, game: &GameId, player: PlayerId) -> GameWishes {
        let wishes = self.wishes.get(&(game.clone(), player));
        wishes.cloned().unwrap_or_default()
    }

    /// Whether the notice of a mail is pushed first, because its reader has a browser or phone that
    /// accepts this kind.
    pub(super) fn is_pushed(&self, mail: &Mail) -> bool {
        let has = |player, chat| self.pushed_to.contains(&(player, chat));
        let told =
            |player| has(player, true) || (mail.kind != NoticeKind::Chat && has(player, false));
        pushes::may_be_pushed(mail) && mail.player_id.is_some_and(told)
    }

    /// Returns when the reader of a turn mail or of a pushed mail was last seen.
    pub fn seen(&self, player: PlayerId) -> Option<Moment> {
        self.seen.get(&player).copied()
    }

    /// Returns the delivery problems of an address.
    pub fn trouble(&self, app: &Letters, address: &str) -> Option<&AddressRow> {
        self.troubles.get(&app.mail_tokens.address(address))
    }

    /// Returns the recipient's address: the one in the mail, otherwise the player's own. The
    /// player's address must be confirmed, unless mail stays on this machine.
    pub fn address(&self, app: &Letters, mail: &Mail) -> Option<String> {
        let Some(player) = mail.player_id else {
            return mail.address.clone();
        };
        let player = self.player(player)?;
        let good = player.email_confirmed_at.is_some() || app.config.mail_is_local();
        let own = player.email.clone().filter(|_| good);
        mail.address.clone().or(own)
    }
}
