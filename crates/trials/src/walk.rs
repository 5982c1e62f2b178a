//! Random play of one game that checks all promises of the interface.
//!
//! This module works with positions only; `chronicle.rs` plays the same steps as a game with a log.

use std::collections::BTreeSet;

use rules::svg::{Colours, Layout, Preferences, Routes, Sheets, Theme, Words};
use rules::{
    Bot, Dice, GameSeed, Language, LegalMoves, Names, Outcome, Position, Refusal, Seat, SeatSet,
    Told, Turn, Viewer,
};
use serde_json::Value;

use crate::tables::{Table, pick};

mod moves;
mod secrecy;

/// The number of steps after which a game counts as endless.
const ENDLESS: u64 = 3_000;
/// The number of seats whose moves are checked at a position, and the number of moves for each.
const SEATS: usize = 3;
const SAMPLE: usize = 40;
/// The number of random lists of actions for each seat.
const LISTS: usize = 9;
/// The largest width of a picture in text.
const WIDTH: usize = 78;
/// Preferences that differ from the defaults of a drawing in every setting.
const LIKES: [Preferences; 2] = [
    Preferences {
        colours: Colours::State,
        icons: true,
        routes: Routes::Road,
        sheets: Sheets::All,
        layout: Layout::Wide,
        words: Words::Off,
    },
    Preferences {
        colours: Colours::One,
        icons: false,
        routes: Routes::Off,
        sheets: Sheets::Own,
        layout: Layout::Narrow,
        words: Words::On,
    },
];

/// A step of a seat: a move as JSON text, or `None` for leaving.
pub(crate) type Step = (Seat, Option<String>);

/// The parameters of a walk.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// The seed of the game's dice.
    pub(crate) seed: GameSeed,
    /// The seed of the choices of the players and of the tests.
    pub(crate) choices: GameSeed,
    /// One position in this many is checked thoroughly, and the events of eight steps in this many.
    pub(crate) every: u32,
    /// In one step in this many, a seat leaves; 0 means never.
    pub(crate) leaving: u32,
}

/// A game that was played to its end.
pub(crate) struct Walked {
    pub(crate) steps: Vec<Step>,
    pub(crate) position: Box<dyn Position>,
}

/// Plays a game at a table to its end. The error says which promise was broken at which step.
pub(crate) fn walk(table: &Table, manner: Manner) -> Result<Walked, String> {
    let mut walker = Walker::new(table, manner)?;
    let mut steps = Vec::new();
    while walker.position.turn().outcome().is_none() {
        let ply = steps.len() as u64;
        if ply > ENDLESS {
            return Err(format!("the game has not ended after {ply} steps"));
        }
        let step = walker
            .step(ply)
            .map_err(|what| format!("after {ply} steps: {what}\n  steps: {steps:?}"))?;
        steps.push(step);
    }
    walker
        .end(steps.len() as u64)
        .map_err(|what| format!("after the end ({} steps): {what}", steps.len()))?;
    Ok(Walked {
        steps,
        position: walker.position,
    })
}

struct Walker<'a> {
    table: &'a Table,
    manner: Manner,
    chance: Dice,
    position: Box<dyn Position>,
    gone: SeatSet,
    names: Names,
    /// Moves from other positions, to be tried in the current one.
    past: Vec<Value>,
    /// The texts of these moves.
    spelled: Vec<String>,
    words: Vec<String>,
}

impl<'a> Walker<'a> {
    fn new(table: &'a Table, manner: Manner) -> Result<Walker<'a>, String> {
        let deal = || {
            table
                .kind
                .setup(&table.options, table.seats, &mut Dice::new(manner.seed, 0))
                .map_err(|illegal| format!("setup refuses its own options: {illegal}"))
        };
        let (position, told) = deal()?;
        let (again, _) = deal()?;
        same_bytes(position.as_ref(), again.as_ref(), "dealing twice")?;
        let walker = Walker {
            table,
            manner,
            chance: Dice::new(manner.choices, 0),
            position,
            gone: SeatSet::EMPTY,
            names: Names::seats(table.seats),
            past: table.kind.examples(),
            spelled: Vec::new(),
            words: vec!["x".to_owned()],
        };
        walker.hear(&told)?;
        Ok(walker)
    }

    fn viewers(&self) -> Vec<Viewer> {
        Seat::all(self.table.seats)
            .map(Viewer::Seat)
            .chain([Viewer::Spectator, Viewer::Afterwards])
            .collect()
    }

    fn dice(&self, ply: u64) -> Dice {
        Dice::new(self.manner.seed, ply + 1)
    }

    /// Checks the position and plays one step.
    fn step(&mut self, ply: u64) -> Result<Step, String> {
        self.position.check()?;
        let acting: Vec<Seat> = self.position.turn().acting().iter().collect();
        if acting.is_empty() {
            return Err("nobody is to act and the game is not over".to_owned());
        }
        if let Some(seat) = acting
            .iter()
            .find(|seat| seat.number() >= self.table.seats || self.gone.contains(**seat))
        {
            return Err(format!("seat {seat} is to act and is not there"));
        }
        if self.chance.below(self.manner.every) == 0 {
            self.look_around(ply)?;
        }
        if self.manner.leaving > 0 && self.chance.below(self.manner.leaving) == 0 {
            let staying: Vec<Seat> = Seat::all(self.table.seats)
                .filter(|seat| !self.gone.contains(*seat))
                .collect();
            let seat = *pick(&mut self.chance, &staying);
            self.leave(seat, ply)?;
            return Ok((seat, None));
        }
        let seat = *pick(&mut self.chance, &acting);
        let legal = self.position.legal(seat);
        moves_if_acting(seat, true, &legal)?;
        let Some(mv) = self.position.choose(Bot::Random, seat, &mut self.chance) else {
            return Err(format!("the branches of seat {seat} lead to no move"));
        };
        let mv = mv.to_string();
        let closely = self.chance.below(self.manner.every) < 8;
        let again = closely.then(|| self.position.boxed());
        let (told, _) = self
            .position
            .submit(seat, &mv, &mut self.dice(ply))
            .map_err(|illegal| format!("seat {seat}: {mv} is listed and refused: {illegal}"))?;
        if let Some(mut again) = again {
            again
                .replay(seat, &mv, &mut self.dice(ply))
                .map_err(|illegal| format!("{mv} is refused when replayed: {illegal}"))?;
            same_bytes(self.position.as_ref(), again.as_ref(), "play and replay")?;
            self.hear(&told)?;
        }
        Ok((seat, Some(mv)))
    }

    fn leave(&mut self, seat: Seat, ply: u64) -> Result<(), String> {
        let mut again = self.position.boxed();
        let told = self
            .position
            .leave(seat, &mut self.dice(ply))
            .map_err(|illegal| format!("seat {seat} may not leave: {illegal}"))?;
        again
            .leave(seat, &mut self.dice(ply))
            .map_err(|illegal| format!("seat {seat} may not leave again: {illegal}"))?;
        same_bytes(self.position.as_ref(), again.as_ref(), "leaving twice over")?;
        self.gone.insert(seat);
        self.hear(&told)?;
        self.position.check()?;
        let legal = self.position.legal(seat);
        if !legal.moves.is_empty() || !legal.complete {
            return Err(format!("seat {seat} has left and has legal moves"));
        }
        let turn = self.position.turn();
        if self.gone == SeatSet::first(self.table.seats) && turn.outcome().is_none() {
            return Err("everybody has left and the game goes on".to_owned());
        }
        let expected = not_now(self.position.as_ref());
        self.refuses("leaving a second time", Some(expected), |position, dice| {
            position.leave(seat, dice).map(drop)
        })
    }

    /// Checks the texts of events: they are full sentences, and each viewer gets both JSON and
    /// text, or neither.
    fn hear(&self, told: &[Box<dyn Told>]) -> Result<(), String> {
        for event in told {
            for viewer in self.viewers() {
                let json = event.json(viewer);
                for language in Language::ALL {
                    let names = self.names.clone().in_language(language);
                    let said = event.say(viewer, &names);
                    if json.is_some() != said.is_some() {
                        return Err(format!("{viewer:?} is told {json:?} and in words {said:?}"));
                    }
                    if let Some(said) = said
                        && !is_sentence(&said)
                    {
                        return Err(format!("“{said}” is no sentence; it says {json:?}"));
                    }
                }
            }
            if event.json(Viewer::Afterwards).is_none() {
                return Err("an event is told to nobody, not even afterwards".to_owned());
            }
        }
        Ok(())
    }

    /// Checks all queries on a position.
    fn look_around(&mut self, ply: u64) -> Result<(), String> {
        self.restores()?;
        self.pictures()?;
        self.secrecy()?;
        let mut seats: Vec<Seat> = Seat::all(self.table.seats).collect();
        self.chance.shuffle(&mut seats);
        for seat in seats.into_iter().take(SEATS) {
            self.moves_of(seat, ply)?;
        }
        self.nonsense()
    }

    fn restores(&self) -> Result<(), String> {
        let bytes = self.position.to_bytes();
        let back = self
            .table
            .kind
            .restore(&bytes)
            .ok_or("its own bytes cannot be restored")?;
        same_bytes(self.position.as_ref(), back.as_ref(), "restoring")?;
        same(
            &self.position.turn(),
            &back.turn(),
            "the turn after restoring",
        )?;
        for viewer in self.viewers() {
            same(
                &self.position.view(viewer),
                &back.view(viewer),
                "the view after restoring",
            )?;
        }
        if self.table.kind.restore(&bytes[..bytes.len() / 2]).is_some() {
            return Err("half of its bytes can be restored".to_owned());
        }
        Ok(())
    }

    fn pictures(&self) -> Result<(), String> {
        Language::ALL
            .into_iter()
            .try_for_each(|language| self.pictures_in(language))
    }

    fn pictures_in(&self, language: Language) -> Result<(), String> {
        let names = self.names.clone().in_language(language);
        for viewer in self.viewers() {
            let picture = self.position.picture(viewer, &names);
            if picture.trim().is_empty() {
                return Err(format!("{viewer:?} has an empty picture"));
            }
            for line in picture.lines() {
                if line.chars().count() > WIDTH {
                    return Err(format!("a line of a picture is too wide: “{line}”"));
                }
                if line.chars().any(char::is_control) {
                    return Err(format!("a line of a picture has a control code: {line:?}"));
                }
            }
            let svg = self.position.svg(viewer, &names, Theme::Auto);
            is_drawn(&svg).map_err(|what| format!("the drawing for {viewer:?}: {what}"))?;
            for likes in LIKES.iter().filter(|_| language == Language::default()) {
                let svg = self.position.svg_as(viewer, &names, Theme::Auto, *likes);
                is_drawn(&svg).map_err(|what| format!("{likes:?} for {viewer:?}: {what}"))?;
            }
        }
        Ok(())
    }

    /// Checks a finished game: it rejects all actions, and its outcome is valid.
    fn end(&mut self, ply: u64) -> Result<(), String> {
        self.position.check()?;
        self.restores()?;
        self.pictures()?;
        self.secrecy()?;
        let turn = self.position.turn();
        let outcome = turn.outcome().ok_or("the game is not over")?;
        is_ranked(outcome, self.table.seats, self.gone)?;
        let seats: Vec<Seat> = Seat::all(self.table.seats).collect();
        let seat = *pick(&mut self.chance, &seats);
        self.moves_of(seat, ply)?;
        for _ in 0..4 {
            let mv = pick(&mut self.chance, &self.past).to_string();
            self.refuses(&mv, Some(Refusal::GameOver), |position, dice| {
                position.submit(seat, &mv, dice).map(drop)
            })?;
        }
        self.refuses("leaving", Some(Refusal::GameOver), |position, dice| {
            position.leave(seat, dice).map(drop)
        })?;
        if self.chance.below(4) > 0 {
            return Ok(());
        }
        self.nonsense()
    }
}

/// Checks the standings: seats in order, a gap after shared ranks, and the correct marks for
/// players who left.
fn is_ranked(outcome: &Outcome, seats: u8, gone: SeatSet) -> Result<(), String> {
    let standings = &outcome.standings;
    let order: Vec<Seat> = standings.iter().map(|it| it.seat).collect();
    same(&Seat::all(seats).collect(), &order, "the seats ranked")?;
    for it in standings {
        let better = standings.iter().filter(|to| to.rank < it.rank).count();
        if usize::from(it.rank) != better + 1 {
            return Err(format!("the ranks leave wrong gaps: {standings:?}"));
        }
        if it.left != gone.contains(it.seat) {
            return Err(format!(
                "seat {} left or not: {standings:?}, {gone:?}",
                it.seat
            ));
        }
    }
    Ok(())
}

/// Checks that a seat has legal moves if and only if it is to act.
fn moves_if_acting(seat: Seat, acts: bool, legal: &LegalMoves) -> Result<(), String> {
    match legal.moves.len() {
        moves if acts == (moves == 0) => Err(format!(
            "seat {seat} acts: {acts}, and has {moves} legal moves"
        )),
        _ => Ok(()),
    }
}

/// Returns the expected refusal for an action out of turn.
fn not_now(position: &dyn Position) -> Refusal {
    match position.turn() {
        Turn::Act(_) => Refusal::NotYourTurn,
        Turn::Over(_) => Refusal::GameOver,
    }
}

fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?'])
        && text.trim() == text
        && text.chars().filter(|c| c.is_alphabetic()).count() > 1
        && !text.contains(['\n', '\r'])
}

/// Checks that a drawing is an SVG document with unique ids.
fn is_drawn(svg: &str) -> Result<(), String> {
    let document = roxmltree::Document::parse(svg).map_err(|error| error.to_string())?;
    let mut ids = BTreeSet::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id")
            && !ids.insert(id)
        {
            return Err(format!("the id {id} is there twice"));
        }
    }
    Ok(())
}

pub(crate) fn same_bytes(
    one: &dyn Position,
    other: &dyn Position,
    what: &str,
) -> Result<(), String> {
    if one.to_bytes() == other.to_bytes() {
        Ok(())
    } else {
        Err(format!("{what} makes a difference to the bytes"))
    }
}

pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    one: &T,
    other: &T,
    what: &str,
) -> Result<(), String> {
    if one == other {
        Ok(())
    } else {
        Err(format!("{what}: {one:?} is not {other:?}"))
    }
}
