//! Drafts: new entries built on a copy of a game and written together.
//!
//! Everything that appends to a log goes through here: moves, time-outs, takeovers. A draft
//! collects the consequences of its entries (orders that come due, clocks that start and stop,
//! mails) and becomes one [`Commit`]. The database compares the log position, and either writes the
//! commit or rejects it.

use base::idempotency;
use common::clock::{Moment, rfc3339};
use common::ids::{GameId, PlayerId};
use notices::outbox::NewMail;
use notices::{GameNotice, Place, TableNews};
use rules::{
    Action, Bot, Dice, Entry, Game, Hash, Illegal, LeadsTo, MAX_SEATS, Played, Seat, SeatSet,
    Successor, Turn, Unplayed,
};
use serde_json::{Value, json};

use crate::Play;
use crate::clocks::seat::{Change, Handed};
use crate::clocks::{Calendar, Clocks, Stretch, outages};
use crate::orders::{Orders, Source, Step};
use crate::refusal::{Refusal, Result};
use crate::store::committer::{Commit, Fate, LeftOrders, NewSitter};
use crate::store::entries::{self, SNAPSHOT_EVERY};
use crate::tables::{Sitter, Table};

/// The most automatic entries that follow from others.
const MOST_FOLLOWING: usize = 256;

/// The most entries that a player may add to a game from one seat in one day, in UTC. Normal play
/// stays far below. More would fill the disk and slow down every replay of the game.
pub(super) const MOST_A_DAY: u32 = 1_000;

/// The most moves that a bot plays after a player's time has run out.
const MOST_FOR_PLAYER: usize = 64;

/// Entries that are not written yet.
pub struct Draft {
    id: GameId,
    expected: u64,
    before: Hash,
    revision: i32,
    game: Game,
    entries: Vec<Entry>,
    /// The seats that have to decide because of another seat's entry.
    called: SeatSet,
    moves: [u16; MAX_SEATS],
    afresh: SeatSet,
    handed: Vec<Handed>,
    /// The seats whose orders were followed.
    followed: SeatSet,
    seated: Vec<(Seat, NewSitter)>,
    /// The changed orders of the seats whose orders were followed or rejected.
    orders: Vec<(Seat, Orders)>,
    news: Vec<NewMail>,
    /// A mail that is not about the table.
    pub(super) notice: Option<NewMail>,
    now: Moment,
    at: String,
}

impl Draft {
    /// Starts an empty draft on this table.
    pub fn on(table: &Table, now: Moment) -> Draft {
        Draft {
            id: table.id.clone(),
            expected: table.game.ply(),
            before: table.game.head(),
            revision: table.revision,
            game: table.game.clone(),
            entries: Vec::new(),
            called: SeatSet::EMPTY,
            moves: [0; MAX_SEATS],
            afresh: SeatSet::EMPTY,
            handed: Vec::new(),
            followed: SeatSet::EMPTY,
            seated: Vec::new(),
            orders: Vec::new(),
            news: Vec::new(),
            notice: None,
            now,
            at: rfc3339(now),
        }
    }

    /// The game with the entries so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the cancelled orders if the draft has no entries but cancels orders. Otherwise
    /// returns the draft as the error.
    pub(super) fn cancels_only(self) -> Result<Cancelled, Box<Draft>> {
        match self.entries.is_empty() && !self.news.is_empty() {
            true => Ok(Cancelled {
                orders: self.orders,
                mails: self.news,
            }),
            false => Err(Box::new(self)),
        }
    }

    /// Whether the draft has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Plays a list of a player's actions. If one of them fails, there is no draft.
    pub fn submit_all(
        mut self,
        seat: Seat,
        actions: &[Action],
    ) -> Result<(Draft, Vec<Played>), Unplayed> {
        let mut before = self.game.acting();
        let (game, all) = self.game.submit_all(seat, actions, &self.at)?;
        self.game = game;
        for played in &all {
            self.moves[seat.index()] += 1;
            self.note(before, played);
            before = played.acting;
        }
        Ok((self, all))
    }

    /// Plays an automatic move for a player.
    fn submit(&mut self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let before = self.game.acting();
        let played = self.game.submit(seat, action, &self.at)?;
        self.moves[seat.index()] += 1;
        self.note(before, &played);
        Ok(())
    }

    /// Returns how many more entries a player may add from this seat today.
    pub fn allowance(&self, seat: Seat) -> u32 {
        MOST_A_DAY.saturating_sub(self.game.added(seat, &self.at))
    }

    /// Times out a seat. For [`LeadsTo::Move`], a bot plays with these dice until the seat has
    /// nothing to decide. For [`LeadsTo::Bot`], the bot takes the seat.
    pub(super) fn time_out(
        &mut self,
        table: &Table,
        seat: Seat,
        leads_to: LeadsTo,
        dice: &mut Dice,
    ) -> Result<(), Illegal> {
        let before = self.game.acting();
        let played = self.game.time_out(seat, leads_to, &self.at)?;
        self.note(before, &played);
        match leads_to {
            LeadsTo::Leave | LeadsTo::End => {}
            LeadsTo::Bot => self.seated.push((seat, NewSitter::Bot(Bot::Greedy))),
            LeadsTo::Move => {
                self.play_for(seat, dice);
                self.afresh.insert(seat);
                if self.game.acting().contains(seat) {
                    // The bot's moves have opened the next turn, in which the seat has to decide
                    // again.
                    self.called.insert(seat);
                }
            }
        }
        if let Some(Sitter::Player(player)) = table.sitters.get(seat.index()) {
            let news = TableNews::TimedOut { leads_to };
            self.tell(seat, *player, &news);
        }
        Ok(())
    }

    /// Plays for a seat until it has nothing to decide, or until other seats have to decide because
    /// a new turn has begun.
    fn play_for(&mut self, seat: Seat, dice: &mut Dice) {
        let called = self.called;
        let most = match self.game.seats() {
            // In a game with one seat, that seat has to decide until the end, so one move is
            // enough.
            1 => 1,
            _ => MOST_FOR_PLAYER,
        };
        for _ in 0..most {
            let others = self.called.bits() & !called.bits() & !(1 << seat.number());
            if others != 0 || !self.game.acting().contains(seat) {
                return;
            }
            let Some(mv) = self.game.position().choose(Bot::Greedy, seat, dice) else {
                return;
            };
            if let Err(illegal) = self.submit(seat, &Action::Move(mv)) {
                tracing::error!(%illegal, game.id = %self.id, "the rules reject a bot's move");
                return;
            }
        }
    }

    /// Gives the seat of `from` to a successor. `back` is set for a player who had the seat before.
    pub(super) fn take_over(
        &mut self,
        seat: Seat,
        from: PlayerId,
        new_sitter: NewSitter,
        back: bool,
    ) -> Result<(), Illegal> {
        let by = match new_sitter {
            NewSitter::Player(_) => Successor::Player,
            NewSitter::Bot(bot) => bot.into(),
        };
        let before = self.game.acting();
        let played = self.game.take_over(seat, by, &self.at)?;
        self.note(before, &played);
        let to = match new_sitter {
            NewSitter::Player(player) => Some(player),
            NewSitter::Bot(_) => None,
        };
        self.handed.push(Handed {
            seat,
            from,
            to,
            back,
        });
        self.seated.push((seat, new_sitter));
        if matches!(new_sitter, NewSitter::Player(_)) && self.game.acting().contains(seat) {
            self.called.insert(seat);
        }
        Ok(())
    }

    /// Gives a taken-over seat its new player's default orders, and follows them.
    pub(super) fn begin_orders(&mut self, table: &Table, seat: Seat, forced: bool) {
        let orders = Orders {
            forced,
            ..Orders::default()
        };
        self.orders.push((seat, orders));
        self.follow_orders(table);
    }

    /// Follows the orders of players who have to decide.
    pub(super) fn follow_orders(&mut self, table: &Table) {
        for _ in 0..MOST_FOLLOWING {
            let Some((seat, orders, step)) = self.next_orders(table) else {
                return;
            };
            let Step {
                action,
                from,
                mut left,
            } = step;
            if let Some(action) = action {
                self.followed.insert(seat);
                match (self.submit(seat, &action), &from) {
                    (Ok(()), _) => {}
                    (Err(illegal), Source::Forced) => {
                        tracing::error!(%illegal, game.id = %self.id, "the rules reject a forced move");
                        return;
                    }
                    // A forced move, such as a roll, comes first. The server plays it for this
                    // player, who therefore does not queue it. The queued move waits for it.
                    (Err(_), Source::Queue) if self.plays_without_choice(&orders, seat) => {
                        left = orders;
                    }
                    // Only the orders are cancelled. A forced move may still be played.
                    (Err(_), Source::Queue) => {
                        left.moves.clear();
                        self.tell_cancelled(table, seat);
                    }
                    (Err(_), Source::Conditional(order)) => {
                        left.conditional.retain(|it| it != order);
                        self.tell_cancelled(table, seat);
                    }
                }
            }
            if from != Source::Forced {
                self.orders.retain(|(other, _)| *other != seat);
                self.orders.push((seat, left));
            }
        }
    }

    /// Plays the only legal move, if there is one and these orders want it played.
    fn plays_without_choice(&mut self, orders: &Orders, seat: Seat) -> bool {
        let forced = orders.without_choice(&self.game, seat);
        forced.is_some_and(|action| self.submit(seat, &action).is_ok())
    }

    fn tell_cancelled(&mut self, table: &Table, seat: Seat) {
        if let Sitter::Player(player) = table.sitters[seat.index()] {
            self.tell(seat, player, &TableNews::OrdersCancelled);
        }
    }

    /// Notifies the seats again that still have to decide after their orders were followed.
    pub(super) fn call_followed(&mut self) {
        let acting = self.game.acting();
        let decide = self.followed.iter().filter(|seat| acting.contains(*seat));
        decide.for_each(|seat| self.called.insert(seat));
    }

    /// Returns a seat that has to decide, with its orders and their next step.
    fn next_orders(&self, table: &Table) -> Option<(Seat, Orders, Step)> {
        self.game.acting().iter().find_map(|seat| {
            let changed = self.orders.iter().find(|(other, _)| *other == seat);
            let is_new = self.seated.iter().any(|(other, _)| *other == seat);
            // The stored orders belong to the previous player.
            let stored = table.orders.get(seat.index()).and_then(Option::as_ref);
            let stored = stored.filter(|_| !is_new);
            let orders = changed.map(|(_, orders)| orders).or(stored)?;
            if self.allowance(seat) == 0 {
                return None;
            }
            let step = orders.next(&self.game, seat)?;
            Some((seat, orders.clone(), step))
        })
    }

    /// Adds a notice for a player about the last entry.
    pub fn tell(&mut self, seat: Seat, player: PlayerId, news: &TableNews) {
        let (ply, what) = (self.game.ply(), Place::of(&self.game).to_string());
        let mail = news.mail(&self.id, ply, seat, player, &what, self.now);
        self.news.push(mail);
    }

    fn note(&mut self, before: SeatSet, played: &Played) {
        let after = played.acting;
        for seat in Seat::all(self.game.seats()) {
            if !after.contains(seat) {
                self.called.remove(seat);
            } else if !before.contains(seat) && seat != played.entry.seat {
                self.called.insert(seat);
            }
        }
        self.entries.push(played.entry.clone());
    }

    /// Returns the commit, and the state of the table after it.
    fn finish(self, table: &Table, outages: &[Stretch]) -> (Commit, Written) {
        let turn = self.game.turn();
        let mut sitters = table.sitters.clone();
        for (seat, new_sitter) in &self.seated {
            sitters[seat.index()] = match new_sitter {
                NewSitter::Player(player) => Sitter::Player(*player),
                NewSitter::Bot(bot) => Sitter::Bot(*bot),
            };
        }
        let owing: SeatSet = turn
            .acting()
            .iter()
            .filter(|seat| matches!(sitters[seat.index()], Sitter::Player(_)))
            .collect();
        let bots: SeatSet = Seat::all(self.game.seats())
            .filter(|seat| matches!(sitters[seat.index()], Sitter::Bot(_)))
            .collect();
        let calendar = |seat: Seat| match self.seated.iter().any(|(other, _)| *other == seat) {
            // The holidays of a new player are not known here. The table is loaded again after the
            // write.
            true => Calendar::new(table.pause(), &[]),
            false => table.calendar(seat),
        };
        let clocks = table.pace.as_ref().zip(table.clocks.as_ref());
        let clocks: Option<Clocks> = clocks.map(|(pace, clocks)| {
            let change = Change {
                owing,
                moves: &self.moves,
                afresh: self.afresh,
                handed: &self.handed,
                outages,
                ply: self.game.ply(),
                now: self.now,
            };
            clocks.after(pace, calendar, change)
        });
        let mut mails = self.turn_mails(&turn, &sitters);
        mails.extend(self.news);
        let passed = self.expected / SNAPSHOT_EVERY < self.game.ply() / SNAPSHOT_EVERY;
        let snapshot = (passed && !self.game.was_ended()).then(|| self.game.snapshot());
        let commit = Commit {
            game_id: self.id,
            expected: self.expected,
            before: self.before,
            revision: self.revision,
            entries: self.entries,
            head: self.game.head(),
            acting: turn.acting(),
            result: turn.outcome().map(|outcome| json!(outcome)),
            at: self.now,
            bots,
            clocks: clocks.as_ref().map(Clocks::to_json),
            look_at: clocks.as_ref().and_then(|clocks| clocks.look_at(calendar)),
            orders: self
                .orders
                .iter()
                .map(|(seat, orders)| LeftOrders {
                    seat: *seat,
                    moves: Value::from(orders.moves.clone()),
                    conditional: Value::from(orders.conditional.clone()),
                })
                .collect(),
            mails,
            notice: self.notice,
            snapshot,
            seated: self.seated,
        };
        let written = Written {
            game: self.game,
            clocks,
            orders: self.orders,
            sitters,
        };
        (commit, written)
    }

    /// Returns the mails about a turn or the end of the game. The player who moved is at the game
    /// and needs no turn mail. Players who had to decide before have already got one.
    fn turn_mails(&self, turn: &Turn, sitters: &[Sitter]) -> Vec<NewMail> {
        let notice = match turn {
            Turn::Over(_) => GameNotice::Over,
            Turn::Act(_) => GameNotice::Turn,
        };
        let (id, place) = (&self.id, Place::of(&self.game));
        Seat::all(self.game.seats())
            .zip(sitters)
            .filter(|(seat, _)| turn.outcome().is_some() || self.called.contains(*seat))
            .filter_map(|(seat, sitter)| match sitter {
                Sitter::Player(player) => Some(notice.mail(id, place, seat, *player, self.now)),
                Sitter::Bot(_) | Sitter::Nobody => None,
            })
            .collect()
    }

    /// Writes the draft. Returns `false` if another writer was faster. Then the table is up to
    /// date, and the caller must build a new draft.
    pub async fn write(self, app: &Play, table: &mut Table) -> Result<bool> {
        let id = self.id.clone();
        let (ply, head) = (self.game.ply(), self.game.head());
        let outages = outages::felt(app, table.clocks.as_ref(), self.now).await?;
        let (commit, written) = self.finish(table, &outages);
        let (expected, tells) = (commit.expected, !commit.mails.is_empty());
        let reseats = !commit.seated.is_empty();
        idempotency::commits();
        let fate = app.tables.committer.commit(commit).await;
        if fate != Fate::Written && !Box::pin(is_own(app, &id, ply, head)).await? {
            if fate == Fate::Failed {
                return Err(Refusal::unavailable("a commit failed"));
            }
            Box::pin(table.catch_up(app)).await?;
            return Ok(false);
        }
        let kind = written.game.kind().info().id;
        table.game = written.game;
        table.clocks = written.clocks;
        for (seat, orders) in written.orders {
            table.orders[seat.index()] = Some(orders);
        }
        table.sitters = written.sitters;
        if tells {
            app.outbox.notify_one();
        }
        app.listeners
            .changed([(id.clone(), table.players().collect())]);
        metrics::counter!("turnpike_moves_total", "kind" => kind).increment(ply - expected);
        if reseats && let Err(refusal) = Box::pin(table.catch_up(app)).await {
            // The change of seats is written. The next change loads the table again.
            tracing::warn!(%refusal, game.id = %id, "a game could not be read again after a change of its seats");
        }
        Ok(true)
    }
}

/// Orders that are cancelled before any entry follows from them.
pub(super) struct Cancelled {
    /// The changed orders of the seats.
    pub(super) orders: Vec<(Seat, Orders)>,
    /// The mails to their players.
    pub(super) mails: Vec<NewMail>,
}

/// Whether this entry of a game was written after all, and is durable.
async fn is_own(app: &Play, id: &GameId, ply: u64, hash: Hash) -> Result<bool> {
    let since = entries::since(&mut *app.db.get().await?, id, ply - 1).await?;
    let own = since.first().is_some_and(|entry| entry.hash == hash);
    if own {
        // The entry is in the log, but a standby may not have it yet.
        app.tables.committer.settle().await?;
    }
    Ok(own)
}

/// The state of a table after the draft is written.
struct Written {
    game: Game,
    clocks: Option<Clocks>,
    orders: Vec<(Seat, Orders)>,
    sitters: Vec<Sitter>,
}
