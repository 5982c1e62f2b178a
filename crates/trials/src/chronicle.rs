//! Plays a walk again as a game with a log, and checks snapshots, replay, export, verification and
//! tampering.

use rules::record::{FORMAT, Record, RecordSeat, verify};
use rules::{Action, Blinding, Body, Dice, Entry, Game, Hash, Kinds, Seat, ServerSeed, Viewer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::tables::{BLINDING, Table, header, pick};
use crate::walk::{Step, same, same_bytes};

fn at(n: usize) -> String {
    format!(
        "2026-03-01T{:02}:{:02}:00.{:03}Z",
        n / 60 % 24,
        n % 60,
        n % 1000
    )
}

fn action(step: &Step, game: &Game, as_text: bool) -> Result<Action, String> {
    let read = match &step.1 {
        None => Action::read_text(" Leave "),
        Some(mv) if as_text => {
            let text = game.position().text(mv);
            Action::read_text(&text.ok_or(format!("{mv} has no text"))?)
        }
        Some(mv) => Action::read(serde_json::from_str(mv).map_err(|error| error.to_string())?),
    };
    match <[Action; 1]>::try_from(read) {
        Ok([action]) => Ok(action),
        Err(several) => Err(format!("{:?} is not one action: {several:?}", step.1)),
    }
}

/// A game that was played to its end, with its log.
pub(crate) struct Chronicle {
    pub(crate) game: Game,
    pub(crate) server_seed: ServerSeed,
    pub(crate) entries: Vec<Entry>,
}

/// Plays the steps as a server would, and checks the promises of a game.
pub(crate) fn chronicle(
    table: &Table,
    server_seed: ServerSeed,
    steps: &[Step],
    chance: &mut Dice,
) -> Result<Chronicle, String> {
    let start = || {
        Game::start(
            table.kind,
            header(table, &server_seed),
            &server_seed,
            BLINDING,
        )
        .map(|(game, _)| game)
        .map_err(|fault| fault.to_string())
    };
    let mut game = start()?;
    let mut entries: Vec<Entry> = Vec::new();
    let mut told: Vec<Option<Value>> = Vec::new();
    let pause = chance.below(steps.len() as u32) as usize;
    let mut snapshot = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        if i == pause {
            snapshot = game.snapshot();
        }
        let (n, seq) = (game.ply() + 1, game.next_seq(step.0));
        let action = action(step, &game, chance.below(2) == 0)?;
        let played = game
            .submit(step.0, &action, &at(i))
            .map_err(|illegal| format!("entry {n}: {illegal}"))?;
        same(&n, &played.entry.n, "the number of an entry")?;
        same(&seq, &played.entry.seq, "the seat's number of an entry")?;
        same(&game.head(), &played.entry.hash, "the head")?;
        told.extend(played.told.iter().map(|it| it.json(Viewer::Afterwards)));
        entries.push(played.entry);
    }
    // Replays from the stored form, because a database stores entries as JSON.
    let stored = serde_json::to_string(&entries).map_err(|error| error.to_string())?;
    let stored: Vec<Entry> = serde_json::from_str(&stored).map_err(|error| error.to_string())?;
    let (mut replayed, mut retold) = (start()?, Vec::new());
    let mut teller = start()?;
    for entry in &stored {
        replayed.replay(entry).map_err(|fault| fault.to_string())?;
        let told = teller.retell(entry).map_err(|fault| fault.to_string())?;
        retold.extend(told.iter().map(|it| it.json(Viewer::Afterwards)));
    }
    let mut resumed = Game::restore(table.kind, game.header().clone(), game.secrets(), &snapshot)
        .map_err(|fault| fault.to_string())?;
    same(&(pause as u64), &resumed.ply(), "the ply of a snapshot")?;
    for entry in &stored[pause..] {
        let (mv, seat) = (entry.body.mv(), entry.seat);
        let step = (seat, mv.map(|mv| mv.get().to_owned()));
        let action = action(&step, &resumed, false)?;
        let played = resumed
            .submit(seat, &action, &entry.at)
            .map_err(|illegal| format!("resumed, entry {}: {illegal}", entry.n))?;
        same(&entry.hash, &played.entry.hash, "the hash after resuming")?;
    }
    same(&told, &retold, "what was told and is retold")?;
    for (other, what) in [
        (&replayed, "replaying"),
        (&teller, "retelling"),
        (&resumed, "resuming"),
    ] {
        same(
            &game.head(),
            &other.head(),
            &format!("the head after {what}"),
        )?;
        same(
            &game.snapshot(),
            &other.snapshot(),
            &format!("the snapshot after {what}"),
        )?;
        same_bytes(game.position(), other.position(), what)?;
    }
    Ok(Chronicle {
        game,
        server_seed,
        entries,
    })
}

impl Chronicle {
    /// Returns the exported history.
    pub(crate) fn record(&self) -> Record {
        let header = self.game.header();
        let info = self.game.kind().info();
        let seats = Seat::all(self.game.seats()).zip(&header.entropies);
        Record {
            format: FORMAT.to_owned(),
            id: header.id.clone(),
            kind: info.id.to_owned(),
            rules: header.rules.clone(),
            randomness: header.randomness().version(),
            options: header.options.clone(),
            seats: seats
                .map(|(seat, entropy)| RecordSeat {
                    seat,
                    player: format!("Player {seat}"),
                    entropy: entropy.clone(),
                })
                .collect(),
            seed_source: header.seed_source,
            seed_commitment: header.seed_commitment,
            deal: header.deal.clone(),
            server_seed: Some(Hash(self.server_seed.0)),
            blinding_commitment: header.blinding_commitment,
            blinding_secret: BLINDING.map(|it| Hash(it.0)),
            start: header.hash(),
            ply: self.game.ply(),
            head: self.game.head(),
            entries: self.entries.clone(),
            result: self.game.turn().outcome().cloned(),
        }
    }

    /// Checks that the export passes verification after a round trip through JSON.
    pub(crate) fn verifies(&self) -> Result<(), String> {
        let json = serde_json::to_string_pretty(&self.record()).map_err(|it| it.to_string())?;
        let record = Record::from_json(&json).map_err(|fault| fault.to_string())?;
        let verified =
            verify(&record, Kinds(&[self.game.kind()])).map_err(|fault| fault.to_string())?;
        same(&self.game.ply(), &verified.entries, "the entries verified")?;
        same(&self.game.head(), &verified.head, "the head verified")?;
        same(
            &self.game.turn().outcome().cloned(),
            &verified.result,
            "the result verified",
        )
    }

    /// Changes single characters of the export, `times` of them, or each one if that is 0.
    /// Verification must notice each change and name its location.
    pub(crate) fn resists(&self, times: u32, chance: &mut Dice) -> Result<u32, String> {
        let json = serde_json::to_value(self.record()).map_err(|error| error.to_string())?;
        let mut leaves = Vec::new();
        paths(&json, &mut Vec::new(), &mut leaves);
        // The hashes do not cover the names of players.
        leaves.retain(|path| !path.iter().any(|step| step == "player"));
        let mut tried = 0;
        if times == 0 {
            for path in &leaves {
                for i in 0..length(&json, path) {
                    self.notices(&json, path, i, chance)?;
                    tried += 1;
                }
            }
        }
        while tried < times {
            let path = pick(chance, &leaves);
            let i = chance.below(length(&json, path) as u32) as usize;
            self.notices(&json, path, i, chance)?;
            tried += 1;
        }
        Ok(tried)
    }

    /// Checks that verification notices missing, duplicate and reordered entries, a truncated game,
    /// and an illegal move with recomputed hashes.
    pub(crate) fn unforgeable(&self) -> Result<(), String> {
        let last = self.entries.len() - 1;
        for i in [0, last / 2, last] {
            self.forged(&format!("entries[{i}]"), |record| {
                let copy = record.entries[i].clone();
                record.entries.insert(i, copy);
            })
            .or_else(|what| {
                // For the last entry, verification reports the copy as surplus.
                let next = format!("entries[{}]", i + 1);
                if what.contains(&next) {
                    Ok(())
                } else {
                    Err(what)
                }
            })?;
            let place = if i == last {
                "ply".to_owned()
            } else {
                format!("entries[{i}].n")
            };
            self.forged(&place, |record| drop(record.entries.remove(i)))?;
            if i < last {
                self.forged(&format!("entries[{i}].n"), |record| {
                    record.entries.swap(i, i + 1);
                })?;
            }
            self.forged(&format!("entries[{i}]"), |record| {
                // The last possible seat is empty at this table.
                record.entries[i].seat = Seat(rules::MAX_SEATS as u8 - 1);
                self.chain(record);
            })?;
            self.forged(&format!("entries[{i}]"), |record| {
                let mv = RawValue::from_string(r#"{"type":"leave"}"#.to_owned());
                record.entries[i].body = Body::Move(mv.ok());
                self.chain(record);
            })?;
        }
        self.forged("result", |record| {
            record.entries.pop();
            record.ply -= 1;
            self.chain(record);
        })?;
        self.forged("result", |record| record.result = None)?;
        self.forged("server_seed", |record| record.server_seed = None)?;
        self.forged("blinding_secret", |record| record.blinding_secret = None)?;
        self.forged("blinding_secret", |record| {
            // The forger's own blinding, with no commitment to it.
            let own = Blinding([8; 32]);
            record.blinding_secret = Some(Hash(own.0));
        })?;
        self.forged("start", |record| {
            record.blinding_commitment = None;
            record.blinding_secret = None;
        })?;
        self.forged("seats", |record| record.seats.clear())
    }

    /// Recomputes all hashes of a record, as a forger who knows the seed would.
    fn chain(&self, record: &mut Record) {
        let mut head = record.start;
        for entry in &mut record.entries {
            entry.hash = entry.hash_after(head, &self.game.secrets().blinding);
            head = entry.hash;
        }
        record.head = head;
    }

    fn forged(&self, place: &str, forge: impl FnOnce(&mut Record)) -> Result<(), String> {
        let mut record = self.record();
        forge(&mut record);
        match verify(&record, Kinds(&[self.game.kind()])) {
            Ok(_) => Err(format!("a forgery at {place} is not noticed")),
            Err(fault) if fault.at.starts_with(place) => Ok(()),
            Err(fault) => Err(format!("a forgery at {place} is noticed as {fault}")),
        }
    }

    fn notices(
        &self,
        json: &Value,
        path: &[String],
        i: usize,
        chance: &mut Dice,
    ) -> Result<(), String> {
        let mut tampered = json.clone();
        let Some(leaf) = at_path(&mut tampered, path) else {
            return Err(format!("there is no {path:?}"));
        };
        let was = leaf.clone();
        *leaf = tamper(leaf, i, chance);
        let change = format!("{}: {was} became {leaf}", path.join("."));
        let text = tampered.to_string();
        let fault = match Record::from_json(&text) {
            Err(fault) => fault,
            Ok(record) => match verify(&record, Kinds(&[self.game.kind()])) {
                Err(fault) => fault,
                Ok(_) => return Err(format!("nobody notices that {change}")),
            },
        };
        let place = match path {
            [first, i, ..] if first == "entries" => format!("entries[{i}]"),
            // The first hash covers these together, and the seed goes with its commitment.
            [first, ..] if ["id", "options", "seats", "seed_source"].contains(&first.as_str()) => {
                return Ok(());
            }
            [first, ..] => first.clone(),
            [] => return Err("a change of nothing".to_owned()),
        };
        // Verification names invalid JSON by line and column, a rules id by its kind, and a wrong
        // commitment by the seed.
        let named = fault.at.starts_with(&place)
            || fault.at.starts_with("line ")
            || (place == "rules" && fault.at == "kind")
            || (place == "seed_commitment" && fault.at == "server_seed")
            || (place == "blinding_commitment" && fault.at == "blinding_secret");
        if named {
            Ok(())
        } else {
            Err(format!("{change}, and the fault named is {fault}"))
        }
    }
}

/// Collects the paths to all values that are neither objects nor arrays.
fn paths(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let mut go = |step: String, value: &Value| {
        path.push(step);
        paths(value, path, found);
        path.pop();
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(name, it)| go(name.clone(), it)),
        Value::Array(items) => {
            for (i, it) in items.iter().enumerate() {
                go(i.to_string(), it);
            }
        }
        _ => found.push(path.clone()),
    }
}

fn at_path<'a>(value: &'a mut Value, path: &[String]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match value {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        Value::Object(members) => members.get_mut(step),
        _ => None,
    })
}

/// Returns the number of positions in a value that can be changed.
fn length(json: &Value, path: &[String]) -> usize {
    match at_path(&mut json.clone(), path) {
        Some(Value::String(text)) => text.chars().count().max(1),
        _ => 1,
    }
}

/// Returns the value with another character at index `i`, or another number.
fn tamper(value: &Value, i: usize, chance: &mut Dice) -> Value {
    match value {
        Value::String(text) => {
            let mut chars: Vec<char> = text.chars().collect();
            match chars.get_mut(i) {
                Some(c) => *c = other_char(*c, chance),
                None => chars.push('x'),
            }
            Value::from(chars.into_iter().collect::<String>())
        }
        Value::Number(number) => {
            let was = number.as_i64().unwrap_or_default();
            Value::from(if chance.below(2) == 0 {
                was + 1
            } else {
                was - 1
            })
        }
        Value::Bool(was) => Value::from(!was),
        Value::Null => Value::from(0),
        other => other.clone(),
    }
}

fn other_char(was: char, chance: &mut Dice) -> char {
    let likely: Vec<char> = match was {
        '0'..='9' => "0123456789abcdef ".chars().collect(),
        'a'..='f' => format!("0123456789abcdef{}", was.to_ascii_uppercase())
            .chars()
            .collect(),
        'a'..='z' => ('a'..='z').chain([was.to_ascii_uppercase()]).collect(),
        _ => "xX0 _é".chars().collect(),
    };
    let others: Vec<char> = likely.into_iter().filter(|c| *c != was).collect();
    *pick(chance, &others)
}
