//! One game in progress: header, seed, end of the log, and position.
//!
//! A server keeps this in memory, and the offline verifier steps through it. It knows seats but not
//! people. It knows times only as the text in an entry.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::daily::Daily;
use crate::dice::{Randomness, entropy_is_valid};
use crate::log::{Body, Entry, Hash, LeadsTo, SeedSource, Successor};
use crate::message::COMMON;
use crate::seals::Seals;
use crate::{
    Blinding, Branch, Dice, GameSeed, Illegal, Kind, LegalMoves, MAX_SEATS, Names, Outcome,
    Position, Refusal, Seat, SeatSet, Secrets, ServerSeed, Standing, Told, Turn, Viewer, canonical,
};

/// The facts that are fixed when a game starts. The first link of the hash chain covers all of
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's id.
    pub id: String,
    /// Game and version: `thats-life@1`.
    pub rules: String,
    /// The values of all options.
    pub options: Arc<Value>,
    /// Each player's entropy, in seat order. Its length is the number of seats.
    pub entropies: Vec<String>,
    /// SHA-256 of the server seed.
    pub seed_commitment: Hash,
    /// The source of the server seed.
    pub seed_source: SeedSource,
    /// SHA-256 of the game's own blinding. Games with a secret seed have none.
    pub blinding_commitment: Option<Hash>,
    /// The id of the deal, if the game is on one.
    pub deal: Option<String>,
}

impl Header {
    /// Returns the hash of the log before its first entry.
    pub fn hash(&self) -> Hash {
        let mut header = json!({
            "id": self.id,
            "rules": self.rules,
            "options": self.options,
            "entropies": self.entropies,
            "seed_commitment": self.seed_commitment,
            "seed_source": self.seed_source,
            "randomness": self.randomness().version(),
        });
        if let Some(commitment) = self.blinding_commitment {
            header["blinding_commitment"] = json!(commitment);
        }
        if let Some(deal) = &self.deal {
            header["deal"] = json!(deal);
        }
        Hash(Sha256::digest(canonical::to_string(&header)).into())
    }

    /// Returns how the seed of the game is derived from the server seed.
    pub fn randomness(&self) -> Randomness {
        match self.deal {
            None => Randomness::Own,
            Some(_) => Randomness::Shared,
        }
    }

    /// Derives the seed of the game from the server seed.
    pub fn game_seed(&self, server_seed: &ServerSeed) -> GameSeed {
        match &self.deal {
            None => server_seed.game_seed(&self.id, self.entropies.iter().map(String::as_str)),
            Some(deal) => server_seed.seed_on_deal(deal),
        }
    }

    /// Checks that the game names a deal exactly if its seed comes from one, and that a game on a
    /// deal has its own blinding.
    pub(crate) fn check_deal(&self) -> Result<(), GameFault> {
        let is_on_one = self.deal.is_some();
        if is_on_one != (self.seed_source == SeedSource::Deal) {
            return Err(GameFault::Deal);
        }
        match is_on_one && self.blinding_commitment.is_none() {
            true => Err(GameFault::Blinding),
            false => Ok(()),
        }
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.entropies.len()).unwrap_or(u8::MAX)
    }
}

/// The reason why a stored game cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum GameFault {
    /// The rules of the game are unknown.
    #[error("no rules called {0}")]
    UnknownRules(String),
    /// The options are not valid for the game.
    #[error("{0}")]
    Options(Illegal),
    /// Too few or too many seats.
    #[error("{name} takes {least} to {most} seats, not {seats}")]
    Seats {
        /// The game.
        name: &'static str,
        /// The fewest seats.
        least: u8,
        /// The most seats.
        most: u8,
        /// The number of seats in the header.
        seats: u8,
    },
    /// A player's entropy is too long or has a line break.
    #[error("the entropy of seat {0} is longer than 64 bytes or has a line break")]
    Entropy(Seat),
    /// The server seed does not match its commitment.
    #[error("the seed does not hash to the commitment")]
    Commitment,
    /// The blinding does not match its commitment.
    #[error("the blinding does not hash to the commitment")]
    Blinding,
    /// The seed comes from a deal but the header names none, or the other way round.
    #[error("a game names a deal where its seed is one's, and only there")]
    Deal,
    /// An entry does not follow the one before it.
    #[error("entry {0} is out of order")]
    Order(u64),
    /// An entry contains a move that the rules reject.
    #[error("entry {0} is illegal: {1}")]
    Illegal(u64, Illegal),
    /// A snapshot cannot be read.
    #[error("the snapshot cannot be read")]
    Snapshot,
}

/// An action that a player submits.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A move as JSON.
    Move(Value),
    /// A move in the text notation.
    Text(String),
    /// Leave the game for good: `{"type": "leave"}` in every game, or the word `leave`.
    Leave,
}

impl Action {
    /// Reads the JSON that clients send: a move, `{"type": "text", "text": "…"}` or
    /// `{"type": "leave"}`. A text may contain several actions, and its `type` may be missing.
    pub fn read(value: Value) -> Vec<Action> {
        if value == json!({"type": "leave"}) {
            return vec![Action::Leave];
        }
        match value.as_object() {
            Some(members) => match (members.get("text"), members.get("type"), members.len()) {
                (Some(Value::String(text)), None, 1) => Action::read_text(text),
                (Some(Value::String(text)), Some(kind), 2) if kind == "text" => {
                    Action::read_text(text)
                }
                _ => vec![Action::Move(value)],
            },
            None => vec![Action::Move(value)],
        }
    }

    /// Reads a line in the text notation: one action, or several separated by semicolons.
    pub fn read_text(line: &str) -> Vec<Action> {
        let parts = line.split(';').map(str::trim);
        let actions: Vec<Action> = parts
            .filter(|part| !part.is_empty())
            .map(|part| match part {
                _ if part.eq_ignore_ascii_case("leave") => Action::Leave,
                _ => Action::Text(part.to_owned()),
            })
            .collect();
        match actions.is_empty() {
            // An empty line is not a move; the game returns the error.
            true => vec![Action::Text(line.to_owned())],
            false => actions,
        }
    }

    /// Returns the actions with players' names replaced by the numbers of their seats, as in
    /// `target Ben`. Returns `None` if no action names a player. Callers use it only for actions
    /// that cannot be read as written, because a player may be called `start`.
    pub fn numbered(actions: &[Action], names: &Names) -> Option<Vec<Action>> {
        let mut is_named = false;
        let mut numbered = |action: &Action| match action {
            Action::Text(text) => names.numbered(text).map(|text| {
                is_named = true;
                Action::Text(text)
            }),
            Action::Move(_) | Action::Leave => None,
        };
        let actions = actions
            .iter()
            .map(|it| numbered(it).unwrap_or_else(|| it.clone()))
            .collect();
        is_named.then_some(actions)
    }
}

/// An action that was carried out.
pub struct Played {
    /// The log entry of the action.
    pub entry: Entry,
    /// The events of the action.
    pub told: Vec<Box<dyn Told>>,
    /// Whether the action revealed something that its player could not know before.
    pub reveals: bool,
    /// The seats that owe a decision after it.
    pub acting: SeatSet,
}

/// The reason why a list of actions was rejected. None of the actions is carried out.
#[derive(Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// The rules reject an action in the position after the actions before it.
    Illegal {
        /// The index of the action, from 0.
        index: usize,
        /// The reason.
        illegal: Illegal,
    },
    /// An action before the last one leaves the game or reveals something new. The results of the
    /// later actions could leak hidden information.
    Reveals {
        /// The index of the action, from 0.
        index: usize,
    },
}

/// An event around the game, such as a time-out. It has a sentence but no event of the game's own
/// type.
enum Aside {
    TimeOut(Seat, LeadsTo),
    Takeover(Seat, Successor),
}

impl Told for Aside {
    fn json(&self, _: Viewer) -> Option<Value> {
        None
    }

    fn tell(&self, _: Viewer, _: &Names) -> Option<(Box<RawValue>, String)> {
        None
    }

    fn say(&self, _: Viewer, names: &Names) -> Option<String> {
        // Names refer to the current players of the seats.
        let (id, seat) = match *self {
            Aside::TimeOut(seat, LeadsTo::Leave) => ("time-out-leave", seat),
            Aside::TimeOut(seat, LeadsTo::Bot) => ("time-out-bot", seat),
            Aside::TimeOut(seat, LeadsTo::Move) => ("time-out-move", seat),
            Aside::TimeOut(seat, LeadsTo::End) => ("time-out-end", seat),
            Aside::Takeover(seat, Successor::Player) => ("takeover-player", seat),
            Aside::Takeover(seat, Successor::Random | Successor::Greedy) => ("takeover-bot", seat),
        };
        let message = COMMON.message(id).with("name", names.of(seat));
        Some(names.tell(&message.with("seat", seat.number() + 1)))
    }
}

/// How many deals [`Game::unreadable`] tries.
const DEALS: u8 = 64;

/// The maximum number of actions that it reads over all deals. A long mail is tried with fewer
/// deals.
const MOST_READS: usize = 512;

/// A game that is in progress or over.
pub struct Game {
    kind: &'static dyn Kind,
    /// Shared by all copies of the game, because it never changes.
    header: Arc<Header>,
    secrets: Secrets,
    ply: u64,
    head: Hash,
    seqs: [u32; MAX_SEATS],
    seals: Seals,
    daily: Daily,
    position: Box<dyn Position>,
    /// The outcome, if a time-out and not the rules ended the game.
    ended: Option<Outcome>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            kind: self.kind,
            header: Arc::clone(&self.header),
            secrets: self.secrets,
            ply: self.ply,
            head: self.head,
            seqs: self.seqs,
            seals: self.seals,
            daily: self.daily,
            position: self.position.boxed(),
            ended: self.ended.clone(),
        }
    }
}

/// The first bytes of a snapshot. No encoded number starts like this, so programs that know another
/// format reject it. The last byte is the version of the format.
const SNAPSHOT: [u8; 11] = [
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2,
];

type SnapshotParts = (u64, [u8; 32], [u32; MAX_SEATS], Seals, Daily, Vec<u8>);

impl Game {
    /// Starts the game. Rejects every kind of invalid header or seed.
    pub fn start(
        kind: &'static dyn Kind,
        header: Header,
        server_seed: &ServerSeed,
        blinding: Option<Blinding>,
    ) -> Result<(Game, Vec<Box<dyn Told>>), GameFault> {
        if server_seed.commitment() != header.seed_commitment.0 {
            return Err(GameFault::Commitment);
        }
        if blinding.map(|it| Hash(it.commitment())) != header.blinding_commitment {
            return Err(GameFault::Blinding);
        }
        header.check_deal()?;
        let seed = header.game_seed(server_seed);
        Game::deal(kind, header, Secrets::new(seed, blinding))
    }

    /// Starts a game as [`Game::start`] does, from the game's own secrets.
    pub fn deal(
        kind: &'static dyn Kind,
        header: Header,
        secrets: Secrets,
    ) -> Result<(Game, Vec<Box<dyn Told>>), GameFault> {
        let (info, seats) = (kind.info(), header.seats());
        if header.rules != info.rules() {
            return Err(GameFault::UnknownRules(header.rules));
        }
        if !info.seats.contains(&seats) {
            return Err(GameFault::Seats {
                name: info.name,
                least: *info.seats.start(),
                most: *info.seats.end(),
                seats,
            });
        }
        for (seat, entropy) in Seat::all(seats).zip(&header.entropies) {
            if !entropy_is_valid(entropy) {
                return Err(GameFault::Entropy(seat));
            }
        }
        let (position, told) = kind
            .setup(&header.options, seats, &mut Dice::new(secrets.seed, 0))
            .map_err(GameFault::Options)?;
        Ok((Game::at(kind, header, secrets, position), told))
    }

    /// Returns a game that begins in this position, such as one that was
    /// [arranged](crate::Trial::arrange).
    pub fn at(
        kind: &'static dyn Kind,
        header: Header,
        secrets: Secrets,
        position: Box<dyn Position>,
    ) -> Game {
        Game {
            kind,
            head: header.hash(),
            header: Arc::new(header),
            secrets,
            ply: 0,
            seqs: [1; MAX_SEATS],
            seals: Seals::default(),
            daily: Daily::default(),
            position,
            ended: None,
        }
    }

    /// Carries out a list of a player's actions, all of them or none. It consumes the game, so
    /// after an error there is no partly played game. Neither the result nor the reason of a
    /// rejection reveals anything that the player may not know before playing.
    pub fn submit_all(
        mut self,
        seat: Seat,
        actions: &[Action],
        at: &str,
    ) -> Result<(Game, Vec<Played>), Unplayed> {
        let mut all = Vec::with_capacity(actions.len());
        for (index, action) in actions.iter().enumerate() {
            let is_last = index + 1 == actions.len();
            if !is_last && *action == Action::Leave {
                return Err(Unplayed::Reveals { index });
            }
            let played = self
                .submit(seat, action, at)
                .map_err(|illegal| Unplayed::Illegal { index, illegal })?;
            if !is_last && played.reveals {
                return Err(Unplayed::Reveals { index });
            }
            all.push(played);
        }
        Ok((self, all))
    }

    /// Whether the player may see the result of these actions before they are played. This requires
    /// that the last action revealed nothing new and that the game goes on, because a finished game
    /// shows everything to everyone.
    pub fn is_foreseen(&self, played: &[Played]) -> bool {
        self.goes_on().is_ok() && played.last().is_none_or(|last| !last.reveals)
    }

    /// Returns the first of these actions that cannot be read as a move, and why. The actions are
    /// tried in several positions that are possible from the player's point of view. Each try deals
    /// the hidden information anew, so the answer reveals nothing about it.
    pub fn unreadable(
        &self,
        seat: Seat,
        actions: &[Action],
        names: &Names,
    ) -> Option<(usize, Illegal)> {
        let mut faults: Vec<Option<Illegal>> = vec![None; actions.len()];
        let mut is_read: Vec<bool> = actions.iter().map(|it| *it == Action::Leave).collect();
        // At least one deal, and all `DEALS` if the list is short.
        let deals = (MOST_READS / actions.len().max(1)).clamp(1, usize::from(DEALS));
        for n in (0..DEALS).take(deals) {
            let mut dice = Dice::new(GameSeed([n; 32]), 0);
            let mut position = self.position.boxed();
            position.redeal(Viewer::Seat(seat), &mut dice);
            for (at, action) in actions.iter().enumerate() {
                let mv = match action {
                    Action::Leave => continue,
                    Action::Move(value) => position.parse(value),
                    Action::Text(text) => position.read(seat, text).or_else(|illegal| {
                        let numbered = names.numbered(text).ok_or_else(|| illegal.clone())?;
                        position.read(seat, &numbered).map_err(|_| illegal)
                    }),
                };
                match mv {
                    // If the move is illegal, the next action is read in the same position.
                    Ok(mv) => drop(position.submit(seat, &mv.to_string(), &mut dice)),
                    Err(illegal) if illegal.refusal == Refusal::Malformed => {
                        faults[at].get_or_insert(illegal);
                        continue;
                    }
                    Err(_) => {}
                }
                is_read[at] = true;
            }
            if is_read.iter().all(|it| *it) {
                return None;
            }
        }
        let first = is_read.iter().position(|it| !it)?;
        // The suggestions in the refusal refer to the position that the player knows.
        let known = match &actions[first] {
            Action::Text(text) => self.position.read(seat, text).err(),
            Action::Move(_) | Action::Leave => None,
        };
        Some((first, known.or_else(|| faults[first].take())?))
    }

    /// Carries out a player's action as the next entry. On `Err` nothing has changed.
    pub fn submit(&mut self, seat: Seat, action: &Action, at: &str) -> Result<Played, Illegal> {
        if self.ended.is_some() {
            return Err(Illegal::game_over());
        }
        let mv = match action {
            Action::Leave => None,
            Action::Move(value) => Some(self.position.parse(value)?),
            Action::Text(text) => Some(self.position.read(seat, text)?),
        };
        let mut dice = Dice::new(self.secrets.seed, self.ply + 1);
        let (body, told, reveals) = match mv {
            // A player who has left sees the spectators' view.
            None => (Body::Leave, self.position.leave(seat, &mut dice)?, true),
            Some(mv) => {
                let text = canonical::to_string(&mv);
                let (told, reveals) = self.position.submit(seat, &text, &mut dice)?;
                (Body::Move(RawValue::from_string(text).ok()), told, reveals)
            }
        };
        Ok(self.append(seat, body, at, told, reveals))
    }

    /// Records that a seat that owes a decision ran out of time, and applies the consequence. On
    /// `Err` nothing has changed.
    pub fn time_out(&mut self, seat: Seat, leads_to: LeadsTo, at: &str) -> Result<Played, Illegal> {
        let told = self.timed_out(seat, leads_to, self.ply + 1)?;
        Ok(self.append(seat, Body::Timeout(leads_to), at, told, true))
    }

    /// Records that a new player or bot has the seat from now on. On `Err` nothing has changed.
    pub fn take_over(&mut self, seat: Seat, by: Successor, at: &str) -> Result<Played, Illegal> {
        let told = self.taken_over(seat, by)?;
        Ok(self.append(seat, Body::Takeover(by), at, told, false))
    }

    fn append(
        &mut self,
        seat: Seat,
        body: Body,
        at: &str,
        told: Vec<Box<dyn Told>>,
        reveals: bool,
    ) -> Played {
        let mut entry = Entry {
            n: self.ply + 1,
            seat,
            seq: self.next_seq(seat),
            body,
            at: at.to_owned(),
            hash: Hash::default(),
        };
        entry.hash = entry.hash_after(self.head, &self.secrets.blinding);
        self.advance(&entry);
        Played {
            entry,
            told,
            reveals,
            acting: self.acting(),
        }
    }

    fn goes_on(&self) -> Result<(), Illegal> {
        match self.turn() {
            Turn::Act(_) => Ok(()),
            Turn::Over(_) => Err(Illegal::game_over()),
        }
    }

    /// Applies a time-out that is entry `n`.
    fn timed_out(
        &mut self,
        seat: Seat,
        leads_to: LeadsTo,
        n: u64,
    ) -> Result<Vec<Box<dyn Told>>, Illegal> {
        self.goes_on()?;
        if !self.acting().contains(seat) {
            return Err(Illegal::not_your_turn(
                "NoClock",
                COMMON.message("no-clock"),
            ));
        }
        let mut told: Vec<Box<dyn Told>> = vec![Box::new(Aside::TimeOut(seat, leads_to))];
        match leads_to {
            LeadsTo::Leave => {
                told.extend(
                    self.position
                        .leave(seat, &mut Dice::new(self.secrets.seed, n))?,
                );
            }
            LeadsTo::Bot | LeadsTo::Move => {}
            LeadsTo::End => self.ended = Some(self.as_it_stands(seat, n)),
        }
        Ok(told)
    }

    fn taken_over(&self, seat: Seat, by: Successor) -> Result<Vec<Box<dyn Told>>, Illegal> {
        self.goes_on()?;
        Ok(vec![Box::new(Aside::Takeover(seat, by))])
    }

    /// Returns the outcome of a game that ends as it stands because this seat's time ran out. The
    /// scores are those that the rules give if every seat leaves. The ranks are not, because nobody
    /// knows which of the other seats would have won.
    fn as_it_stands(&self, seat: Seat, n: u64) -> Outcome {
        let mut position = self.position.boxed();
        let mut dice = Dice::new(self.secrets.seed, n);
        let others = Seat::all(self.seats()).filter(|other| *other != seat);
        for leaver in std::iter::once(seat).chain(others) {
            // A seat that has already left cannot leave again.
            let _ = position.leave(leaver, &mut dice);
        }
        let scores = position.turn();
        let standing = |it: Seat| {
            let mut scored = scores.outcome().into_iter().flat_map(|it| &it.standings);
            let score = scored
                .find(|other| other.seat == it)
                .map_or(0, |it| it.score);
            (it != seat, Standing::new(it, score, it == seat))
        };
        Outcome::ranked(Seat::all(self.seats()).map(standing))
    }

    /// Carries out a stored entry and checks every rule. It does not check the entry's hash; the
    /// verifier compares it with [`Entry::hash_after`].
    pub fn replay(&mut self, entry: &Entry) -> Result<(), GameFault> {
        if let (Body::Move(Some(mv)), None) = (&entry.body, &self.ended) {
            self.in_order(entry)?;
            let mut dice = Dice::new(self.secrets.seed, entry.n);
            self.position
                .replay(entry.seat, mv.get(), &mut dice)
                .map_err(|illegal| GameFault::Illegal(entry.n, illegal))?;
            self.advance(entry);
            return Ok(());
        }
        self.retell(entry).map(drop)
    }

    /// Carries out a stored entry as [`Game::replay`] does, and returns the events.
    pub fn retell(&mut self, entry: &Entry) -> Result<Vec<Box<dyn Told>>, GameFault> {
        self.in_order(entry)?;
        let (seat, mut dice) = (entry.seat, Dice::new(self.secrets.seed, entry.n));
        let told = match &entry.body {
            Body::Move(_) | Body::Leave if self.ended.is_some() => Err(Illegal::game_over()),
            Body::Move(Some(mv)) => self.position.play(seat, mv.get(), &mut dice),
            Body::Move(None) => return Err(GameFault::Order(entry.n)),
            Body::Leave => self.position.leave(seat, &mut dice),
            Body::Timeout(leads_to) => self.timed_out(seat, *leads_to, entry.n),
            Body::Takeover(by) => self.taken_over(seat, *by),
        }
        .map_err(|illegal| GameFault::Illegal(entry.n, illegal))?;
        self.advance(entry);
        Ok(told)
    }

    fn in_order(&self, entry: &Entry) -> Result<(), GameFault> {
        let known = entry.seat.number() < self.header.seats();
        if entry.n == self.ply + 1 && known && entry.seq == self.next_seq(entry.seat) {
            Ok(())
        } else {
            Err(GameFault::Order(entry.n))
        }
    }

    fn advance(&mut self, entry: &Entry) {
        self.ply = entry.n;
        self.head = entry.hash;
        self.seqs[entry.seat.index()] += 1;
        self.seals.note(entry, self.position.sealed());
        self.daily.count(entry.seat, &entry.at);
    }

    /// Returns the whole game after its last entry as compact bytes, for [`Game::restore`].
    pub fn snapshot(&self) -> Vec<u8> {
        let parts: SnapshotParts = (
            self.ply,
            self.head.0,
            self.seqs,
            self.seals,
            self.daily,
            self.position.to_bytes(),
        );
        #[expect(
            clippy::expect_used,
            reason = "postcard writes plain data to memory without failing"
        )]
        postcard::to_extend(&parts, SNAPSHOT.to_vec()).expect("a snapshot is plain data")
    }

    /// Restores a game from a snapshot made under the same rules.
    pub fn restore(
        kind: &'static dyn Kind,
        header: Header,
        secrets: Secrets,
        snapshot: &[u8],
    ) -> Result<Game, GameFault> {
        if header.rules != kind.info().rules() {
            return Err(GameFault::UnknownRules(header.rules));
        }
        let parts = snapshot
            .strip_prefix(&SNAPSHOT)
            .ok_or(GameFault::Snapshot)?;
        let (ply, head, seqs, seals, daily, bytes): SnapshotParts =
            postcard::from_bytes(parts).map_err(|_| GameFault::Snapshot)?;
        Ok(Game {
            kind,
            header: Arc::new(header),
            secrets,
            ply,
            head: Hash(head),
            seqs,
            seals,
            daily,
            position: kind.restore(&bytes).ok_or(GameFault::Snapshot)?,
            ended: None,
        })
    }

    /// Returns the rules of the game.
    pub fn kind(&self) -> &'static dyn Kind {
        self.kind
    }

    /// Returns the facts that were fixed at the start.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the sources of the dice and hashes of this game.
    pub fn secrets(&self) -> Secrets {
        self.secrets
    }

    /// Returns the number of entries in the log.
    pub fn ply(&self) -> u64 {
        self.ply
    }

    /// Returns the hash of the last entry, or of the header if there is none.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// Returns the number of seats at the table.
    pub fn seats(&self) -> u8 {
        self.header.seats()
    }

    /// Returns the sequence number of the seat's next entry.
    pub fn next_seq(&self, seat: Seat) -> u32 {
        self.seqs[seat.index()]
    }

    /// Returns the seats that owe a decision, or the outcome.
    pub fn turn(&self) -> Turn {
        match &self.ended {
            Some(outcome) => Turn::Over(outcome.clone()),
            None => self.position.turn(),
        }
    }

    /// Returns the legal moves of the seat.
    pub fn legal(&self, seat: Seat) -> LegalMoves {
        match self.ended {
            Some(_) => LegalMoves {
                complete: true,
                ..LegalMoves::default()
            },
            None => self.position.legal(seat),
        }
    }

    /// Returns the legal moves of a seat that begin with these words.
    pub fn branch(&self, seat: Seat, words: &str) -> Result<Branch<Value>, Illegal> {
        match self.ended {
            Some(_) => Ok(Branch::none()),
            None => self.position.branch(seat, words),
        }
    }

    /// Whether a time-out and not the rules ended the game. A snapshot does not contain this.
    pub fn was_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Returns the position.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Whether the viewer may read this entry of the log now.
    pub fn may_read(&self, entry: &Entry, viewer: Viewer) -> bool {
        viewer.sees(entry.seat) || !self.seals.covers(entry)
    }

    /// Returns how many entries the seat has added to the log on the day of this time. The time
    /// must not be earlier than the last entry's.
    pub fn added(&self, seat: Seat, at: &str) -> u32 {
        self.daily.of(seat, at)
    }

    /// Returns the seats that owe a decision; none if the game is over.
    pub fn acting(&self) -> SeatSet {
        self.turn().acting()
    }
}
