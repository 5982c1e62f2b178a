//! Random play of one game with every promise of the interface checked on the way.
//!
//! It knows positions only; `chronicle.rs` makes a log of what was played.

use std::collections::BTreeSet;

use rules::svg::{Colours, Preferences, Routes, Sheets, Theme};
use rules::{
    Action, Bot, Dice, Game, GameSeed, Language, LegalMoves, Names, Ordered, Outcome, Position,
    Refusal, Seat, SeatSet, Secrets, ServerSeed, Told, Turn, Unplayed, Viewer,
};
use serde_json::{Value, json};

use crate::chronicle::header;
use crate::garbage::{garbled, malformed, mutated, words_of};
use crate::tables::{Table, pick};

/// A game that is longer than this does not end.
const ENDLESS: u64 = 3_000;
/// At how many seats' moves a look at a position looks, and at how many moves of each.
const SEATS: usize = 3;
const SAMPLE: usize = 40;
/// How many lists of actions by lot each seat tries.
const LISTS: usize = 9;
/// The widest picture.
const WIDTH: usize = 78;
/// How somebody likes boards who wants nothing as it is drawn by itself.
const LIKES: [Preferences; 2] = [
    Preferences {
        colours: Colours::State,
        icons: true,
        routes: Routes::Road,
        sheets: Sheets::All,
    },
    Preferences {
        colours: Colours::One,
        icons: false,
        routes: Routes::Off,
        sheets: Sheets::Own,
    },
];

/// What a seat did: a move as JSON text, or nothing for leaving.
pub(crate) type Step = (Seat, Option<String>);

/// How a game is walked through.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// Dice of the game.
    pub(crate) seed: GameSeed,
    /// Choices of the players and of the tests.
    pub(crate) choices: GameSeed,
    /// One position in this many is looked at from all sides, and what is told in eight times as
    /// many.
    pub(crate) every: u32,
    /// One step in this many is that some seat leaves; 0 for never.
    pub(crate) leaving: u32,
}

/// A game that was played to its end.
pub(crate) struct Walked {
    pub(crate) steps: Vec<Step>,
    pub(crate) position: Box<dyn Position>,
}

/// Plays a game at a table to its end. `Err` says at which step which promise was broken.
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
    /// Moves of other times, for trying them now.
    past: Vec<Value>,
    /// Texts of such moves.
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

    /// Checks the position and goes one step on.
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

    /// What is told of events: whole sentences, and for each viewer JSON and words alike.
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

    /// Everything that can be asked of a position at rest.
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

    /// What a viewer cannot know may be dealt anew and the viewer notices nothing.
    fn secrecy(&mut self) -> Result<(), String> {
        for viewer in self.viewers() {
            if viewer == Viewer::Afterwards {
                continue;
            }
            let mut other = self.position.boxed();
            other.redeal(viewer, &mut self.chance);
            let other = other.as_ref();
            other
                .check()
                .map_err(|broken| format!("redealt for {viewer:?}, {broken}"))?;
            let what = |what: &str| format!("what {viewer:?} cannot know shows in {what}");
            let own = self.position.as_ref();
            same(&own.turn(), &other.turn(), &what("the turn"))?;
            same(&own.sealed(), &other.sealed(), &what("the sealed seats"))?;
            same(&own.view(viewer), &other.view(viewer), &what("the view"))?;
            same(
                &own.picture(viewer, &self.names),
                &other.picture(viewer, &self.names),
                &what("the picture"),
            )?;
            let svg = |it: &dyn Position| it.svg(viewer, &self.names, Theme::Light);
            same(&svg(own), &svg(other), &what("the drawing"))?;
            let svg = |it: &dyn Position| it.svg_as(viewer, &self.names, Theme::Light, LIKES[0]);
            same(&svg(own), &svg(other), &what("the drawing as liked"))?;
            if let Viewer::Seat(seat) = viewer {
                let lists = self.lists(seat);
                let own = self.position.as_ref();
                for list in &lists {
                    same(
                        &self.becomes(own, seat, list, self.manner.seed),
                        &self.becomes(other, seat, list, self.manner.choices),
                        &what(&format!("what becomes of the list {list:?}")),
                    )?;
                }
                same(
                    &own.legal(seat),
                    &other.legal(seat),
                    &what("the legal moves"),
                )?;
                same(
                    &own.branch(seat, ""),
                    &other.branch(seat, ""),
                    &what("the branches of the legal moves"),
                )?;
                let choice = |it: &dyn Position| {
                    it.choose(Bot::Greedy, seat, &mut Dice::new(self.manner.choices, 1))
                };
                same(&choice(own), &choice(other), &what("the choice of the bot"))?;
                for known in self.table.kind.info().orders {
                    let said = |it: &dyn Position| {
                        let full = it.order(seat, known.example);
                        full.map(|full| (it.ordered(seat, &full), full))
                    };
                    same(&said(own), &said(other), &what("what an order says"))?;
                }
            }
        }
        Ok(())
    }

    /// Lists that a seat might send in order to peep: one action alone, or a good one and another
    /// that tells something by the way in which it is refused.
    fn lists(&mut self, seat: Seat) -> Vec<Vec<Action>> {
        let legal = self.position.legal(seat);
        let mut words = vec![String::new()];
        for text in legal.texts.iter().chain(&self.spelled).take(200) {
            let word = text.split_whitespace().next().unwrap_or_default();
            if !words.iter().any(|it| it == word) {
                words.push(word.to_owned());
            }
        }
        let any = |walker: &mut Self| match walker.chance.below(8) {
            0 => Action::Leave,
            1 => Action::Text(pick(&mut walker.chance, &words).clone()),
            2 if !legal.texts.is_empty() => {
                let near = pick(&mut walker.chance, &legal.texts).clone();
                Action::Text(garbled(&near, &mut walker.chance))
            }
            3 => {
                let near = pick(&mut walker.chance, &walker.past).clone();
                Action::Move(mutated(&near, &walker.words, &mut walker.chance))
            }
            4 => Action::Move(pick(&mut walker.chance, &walker.past).clone()),
            _ if !legal.moves.is_empty() => {
                Action::Move(pick(&mut walker.chance, &legal.moves).clone())
            }
            _ => Action::Leave,
        };
        let mut lists: Vec<Vec<Action>> = Vec::new();
        if let Some(last) = legal.moves.last() {
            let (good, beyond) = (Action::Move(last.clone()), Action::Move(raised(last)));
            lists.push(vec![beyond.clone()]);
            lists.push(vec![good.clone(), beyond]);
            lists.push(vec![good.clone(), good.clone()]);
            lists.push(vec![Action::Leave, good.clone()]);
            // Half a move: what is said of it is a hint at what lies open.
            for word in ["", "?"].into_iter().chain(self.verbs()) {
                let half = Action::Text(word.to_owned());
                lists.push(vec![half.clone()]);
                lists.push(vec![good.clone(), half.clone()]);
                lists.push(vec![Action::Leave, half]);
            }
        }
        for length in (1..=3).cycle().take(LISTS) {
            lists.push((0..length).map(|_| any(self)).collect());
        }
        lists
    }

    /// The kinds of moves, which notations take for verbs.
    fn verbs(&self) -> BTreeSet<&str> {
        let kinds = self.past.iter().filter_map(|mv| mv["type"].as_str());
        kinds.collect()
    }

    /// Whether a list is carried out, and what its player is told if not. The dice are those of
    /// this seed.
    fn becomes(
        &self,
        position: &dyn Position,
        seat: Seat,
        list: &[Action],
        seed: GameSeed,
    ) -> Result<(), Unplayed> {
        let header = header(self.table, &ServerSeed([0; 32]));
        let secrets = Secrets::of_seed(seed);
        Game::at(self.table.kind, header, secrets, position.boxed())
            .submit_all(seat, list, "")
            .map(drop)
    }

    /// A seat's legal moves are accepted and spelled both ways; its other moves are refused.
    fn moves_of(&mut self, seat: Seat, ply: u64) -> Result<(), String> {
        let legal = self.position.legal(seat);
        let acts = self.position.turn().acting().contains(seat);
        moves_if_acting(seat, acts, &legal)?;
        same(
            &legal.moves.len(),
            &legal.texts.len(),
            "moves and texts of moves",
        )?;
        let mut sample: Vec<usize> = (0..legal.moves.len()).collect();
        self.chance.shuffle(&mut sample);
        for at in sample.into_iter().take(SAMPLE) {
            let (mv, text) = (&legal.moves[at], &legal.texts[at]);
            self.is_legal(seat, mv, ply)?;
            self.is_spelled(seat, mv, text)?;
            words_of(mv, &mut self.words);
            if !self.past.contains(mv) && self.past.len() < 400 {
                self.past.push(mv.clone());
                self.spelled.push(text.clone());
            }
        }
        self.branches(seat, acts, &legal.moves, legal.complete, ply)?;
        if let Some(mv) = self.position.forced(seat).filter(|_| acts) {
            self.is_legal(seat, &mv, ply)?;
        }
        self.orders(seat, acts, ply)?;
        for bot in Bot::ALL {
            let choice = self.position.choose(bot, seat, &mut self.chance);
            match choice {
                Some(mv) if acts => self.is_legal(seat, &mv, ply)?,
                None if !acts => {}
                _ => return Err(format!("the {bot} bot of seat {seat} plays {choice:?}")),
            }
        }
        let mut others: Vec<Value> = Vec::new();
        for _ in 0..12 {
            others.push(pick(&mut self.chance, &self.past).clone());
            let near = if legal.moves.is_empty() {
                pick(&mut self.chance, &self.past)
            } else {
                pick(&mut self.chance, &legal.moves)
            };
            others.push(mutated(near, &self.words, &mut self.chance));
        }
        for mv in others {
            self.is_judged(seat, &mv, &legal.moves, legal.complete, ply)?;
        }
        for _ in 0..4 {
            let Some(near) = legal.texts.first() else {
                break;
            };
            let near = if self.chance.below(2) == 0 {
                near
            } else {
                pick(&mut self.chance, &legal.texts)
            };
            let text = garbled(near, &mut self.chance);
            if let Ok(mv) = self.position.read(seat, &text) {
                self.is_judged(seat, &mv, &legal.moves, legal.complete, ply)?;
            }
        }
        Ok(())
    }

    /// The conditional orders that the game knows: said in full, they are read as the same; what one plays at every
    /// decision it fits is legal, and a seat that owes none has nothing played.
    fn orders(&mut self, seat: Seat, acts: bool, ply: u64) -> Result<(), String> {
        for known in self.table.kind.info().orders {
            let read = |text: &str| {
                let read = self.position.order(seat, text);
                read.map_err(|illegal| format!("the order “{text}” is refused: {illegal}"))
            };
            let full = read(known.example)?;
            same(&read(&full)?, &full, "an order and itself, said in full")?;
            match self.position.ordered(seat, &full) {
                Ordered::Play(mv) if acts => self.is_legal(seat, &mv, ply)?,
                Ordered::Play(mv) | Ordered::Once(mv) if !acts => {
                    return Err(format!(
                        "“{full}” plays {mv} for seat {seat}, which owes nothing"
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A few ways along the branches of the legal moves, each to its end: what is offered on the
    /// way is accepted and is spelled as the way was.
    fn branches(
        &mut self,
        seat: Seat,
        acts: bool,
        listed: &[Value],
        complete: bool,
        ply: u64,
    ) -> Result<(), String> {
        for _ in 0..4 {
            let mut words = String::new();
            loop {
                let branch = self
                    .position
                    .branch(seat, &words)
                    .map_err(|illegal| format!("“{words}” was offered: {illegal}"))?;
                same(&words, &branch.text, "words that were offered")?;
                if let Some(mv) = &branch.mv {
                    self.is_legal(seat, mv, ply)?;
                    same(
                        &Some(words.clone()),
                        &self.position.text(&mv.to_string()),
                        "the words that led to a move",
                    )?;
                    if complete && !listed.contains(mv) {
                        return Err(format!("{mv} has a branch and is not in the complete list"));
                    }
                }
                if acts == (branch.mv.is_none() && branch.next.is_empty()) {
                    return Err(format!(
                        "seat {seat} acts: {acts}, and after “{words}” nothing is offered, or something"
                    ));
                }
                if branch.next.is_empty() {
                    break;
                }
                let next = pick(&mut self.chance, &branch.next);
                words = format!("{words} {next}").trim_start().to_owned();
            }
        }
        if self.position.branch(seat, "no such words").is_ok() {
            return Err("a branch grows from words of no move".to_owned());
        }
        Ok(())
    }

    fn is_legal(&self, seat: Seat, mv: &Value, ply: u64) -> Result<(), String> {
        let mut copy = self.position.boxed();
        copy.submit(seat, &mv.to_string(), &mut self.dice(ply))
            .map_err(|illegal| format!("seat {seat}: {mv} is listed and refused: {illegal}"))?;
        copy.check()
            .map_err(|broken| format!("after {mv} of seat {seat}: {broken}"))?;
        let parsed = self
            .position
            .parse(mv)
            .map_err(|illegal| format!("{mv} is listed and cannot be parsed: {illegal}"))?;
        same(mv, &parsed, "a listed move and its parsed form")?;
        let mut surplus = mv.clone();
        surplus["surplus"] = json!(1);
        if self.position.parse(&surplus).is_ok() {
            return Err(format!("a surplus member is accepted: {surplus}"));
        }
        if let Some(members) = mv.as_object() {
            // Serde reads the tag and the members of an object from an array, too.
            let listed: Value = members.values().rev().cloned().collect();
            for array in [listed, json!([mv["type"]])] {
                if self.position.parse(&array).is_ok() {
                    return Err(format!("an array is accepted: {array}"));
                }
                self.refuses(&array.to_string(), Some(Refusal::Malformed), |it, dice| {
                    it.submit(seat, &array.to_string(), dice).map(drop)
                })?;
            }
        }
        Ok(())
    }

    fn is_spelled(&self, seat: Seat, mv: &Value, text: &str) -> Result<(), String> {
        same(
            &Some(text.to_owned()),
            &self.position.text(&mv.to_string()),
            "the text of a listed move",
        )?;
        if text.contains(['\n', '\r', '|', '#']) || text.trim() != text || text.is_empty() {
            return Err(format!("“{text}” is no line of a notation"));
        }
        let wide = format!("  {}  ", text.replace(' ', "   "));
        for spelling in [text, &text.to_uppercase(), &text.to_lowercase(), &wide] {
            let read = self
                .position
                .read(seat, spelling)
                .map_err(|illegal| format!("“{spelling}” of seat {seat}: {illegal}"))?;
            same(mv, &read, &format!("a move and its notation “{spelling}”"))?;
        }
        Ok(())
    }

    /// A move that may or may not be listed is accepted or refused as the list says.
    fn is_judged(
        &self,
        seat: Seat,
        mv: &Value,
        listed: &[Value],
        complete: bool,
        ply: u64,
    ) -> Result<(), String> {
        let text = mv.to_string();
        let parsed = match self.position.parse(mv) {
            Ok(parsed) => parsed,
            Err(illegal) if illegal.refusal == Refusal::Malformed => {
                return self.refuses(&text, Some(Refusal::Malformed), |position, dice| {
                    position.submit(seat, &text, dice).map(drop)
                });
            }
            Err(illegal) => return Err(format!("{mv} cannot be parsed as {illegal:?}")),
        };
        same(
            &Ok(parsed.clone()),
            &self.position.parse(&parsed),
            "a move parsed twice",
        )?;
        if listed.contains(&parsed) {
            return self.is_legal(seat, &parsed, ply);
        }
        if !complete && self.accepts(seat, &text, ply) {
            return Ok(());
        }
        if complete && self.accepts(seat, &text, ply) {
            return Err(format!(
                "seat {seat}: {mv} is accepted and not in the complete list of legal moves"
            ));
        }
        let acts = self.position.turn().acting().contains(seat);
        let refusal = (!acts).then_some(not_now(self.position.as_ref()));
        self.refuses(&text, refusal, |position, dice| {
            position.submit(seat, &text, dice).map(drop)
        })
    }

    fn accepts(&self, seat: Seat, mv: &str, ply: u64) -> bool {
        let mut copy = self.position.boxed();
        copy.submit(seat, mv, &mut self.dice(ply)).is_ok()
    }

    /// Checks that an action is refused, in words, and that it changes and draws nothing.
    fn refuses(
        &self,
        what: &str,
        refusal: Option<Refusal>,
        act: impl FnOnce(&mut dyn Position, &mut Dice) -> Result<(), rules::Illegal>,
    ) -> Result<(), String> {
        let mut copy = self.position.boxed();
        let mut dice = Dice::new(self.manner.seed, u64::MAX);
        let what: String = what.chars().take(200).collect();
        let Err(illegal) = act(copy.as_mut(), &mut dice) else {
            return Err(format!("accepted and not refused: {what}"));
        };
        if dice.words_read() > 0 {
            return Err(format!("refused, and dice were drawn: {what}"));
        }
        same_bytes(
            self.position.as_ref(),
            copy.as_ref(),
            &format!("refusing {what}"),
        )?;
        for language in Language::ALL {
            let text = illegal.text.to(language);
            if !is_sentence(&text) {
                return Err(format!("{what} is refused without a sentence: {text}"));
            }
        }
        if refusal.is_some_and(|expected| expected != illegal.refusal) {
            return Err(format!("{what}: {refusal:?} was expected, not {illegal:?}"));
        }
        Ok(())
    }

    /// What is no move at all, and who has no seat at all.
    fn nonsense(&self) -> Result<(), String> {
        for text in malformed() {
            self.refuses(&text, Some(Refusal::Malformed), |position, dice| {
                position.submit(Seat(0), &text, dice).map(drop)
            })?;
        }
        for mv in [json!({"type": "leave"}), json!({"text": "x"})] {
            if self.position.parse(&mv).is_ok() {
                return Err(format!("{mv} has a meaning of its own and is a move here"));
            }
        }
        let Some(mv) = self.past.first().map(ToString::to_string) else {
            return Err("the game has no examples of moves".to_owned());
        };
        for seat in Seat::all(rules::MAX_SEATS as u8).skip(self.table.seats.into()) {
            let expected = not_now(self.position.as_ref());
            self.refuses(&mv, Some(expected), |position, dice| {
                position.submit(seat, &mv, dice).map(drop)
            })?;
            self.refuses("leaving from no seat", Some(expected), |position, dice| {
                position.leave(seat, dice).map(drop)
            })?;
        }
        Ok(())
    }

    /// The game is over: nothing moves any more, and the outcome is one.
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

/// Seats in order, shared ranks with a gap after them, and who left is known.
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

/// Who is to act has moves, and nobody else has any.
fn moves_if_acting(seat: Seat, acts: bool, legal: &LegalMoves) -> Result<(), String> {
    match legal.moves.len() {
        moves if acts == (moves == 0) => Err(format!(
            "seat {seat} acts: {acts}, and has {moves} legal moves"
        )),
        _ => Ok(()),
    }
}

/// A move with every number in it one higher: the last of a list is likely to go too far by it.
fn raised(mv: &Value) -> Value {
    match mv {
        Value::Number(number) => json!(number.as_i64().unwrap_or_default() + 1),
        Value::Array(items) => items.iter().map(raised).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, it)| (name.clone(), raised(it)))
            .collect(),
        other => other.clone(),
    }
}

/// How an action is refused that is not due at all.
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

/// Whether a drawing is an SVG document whose ids are there once.
fn is_drawn(svg: &str) -> Result<(), String> {
    let document = roxmltree::Document::parse(svg).map_err(|error| error.to_string())?;
    let mut ids = BTreeSet::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id")
            && !ids.insert(id)
        {
            return Err(format!("the id {id} is there twice"));
        }
        if node.is_element() && node.attribute("style").is_some() {
            return Err("colours are classes, not style attributes".to_owned());
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
