//! Plays one case of a script against a game, only through the type-erased interface.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rules::{
    Dice, GameSeed, Illegal, Kind, Kinds, Language, Names, Outcome, Position, Seat, SeatSet, Told,
    Viewer,
};
use serde_json::{Value, json};

use crate::script::{Act, Case, Failure, Line};

/// Plays a case and adds its failures. A failed action or setup ends the case, because it would
/// make all later lines fail. A failed expectation does not.
pub(crate) fn play(case: &Case, kinds: Kinds<'_>, failures: &mut Vec<Failure>) {
    let mut stage = Stage::new(case, kinds);
    for (line, text) in &case.lines {
        stage.line = *line;
        let stop = match catch_unwind(AssertUnwindSafe(|| stage.step(text))) {
            Ok(Ok(())) => false,
            Ok(Err(Stop(what))) => {
                stage.fail(what);
                true
            }
            Err(panic) => {
                stage.fail(format!("panicked: {}", panic_text(panic.as_ref())));
                true
            }
        };
        if stop {
            stage.pending = None;
            break;
        }
    }
    if let Err(Stop(what)) = stage.close() {
        stage.fail(what);
    }
    failures.append(&mut stage.failures);
}

/// Returns the message of a panic, if it has one.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a word")
}

/// A failure that makes the rest of the case meaningless.
struct Stop(String);

impl From<String> for Stop {
    fn from(what: String) -> Stop {
        Stop(what)
    }
}

impl From<&str> for Stop {
    fn from(what: &str) -> Stop {
        Stop(what.to_owned())
    }
}

struct Stage<'a> {
    case: &'a Case,
    kinds: Kinds<'a>,
    failures: Vec<Failure>,
    line: usize,
    kind: Option<&'static dyn Kind>,
    seats: Option<u8>,
    options: Option<Value>,
    seed: Option<GameSeed>,
    pending: Option<Vec<u32>>,
    position: Option<Box<dyn Position>>,
    told: Vec<Box<dyn Told>>,
    ply: u64,
    checks: usize,
}

impl<'a> Stage<'a> {
    fn new(case: &'a Case, kinds: Kinds<'a>) -> Stage<'a> {
        Stage {
            case,
            kinds,
            failures: Vec::new(),
            line: case.line,
            kind: None,
            seats: None,
            options: None,
            seed: None,
            pending: None,
            position: None,
            told: Vec::new(),
            ply: 0,
            checks: 0,
        }
    }

    fn fail(&mut self, what: impl Into<String>) {
        self.failures.push(Failure {
            file: self.case.file.clone(),
            line: self.line,
            what: what.into(),
        });
    }

    fn step(&mut self, line: &Line) -> Result<(), Stop> {
        match line {
            Line::Kind(id) => {
                let kind = self.kinds.latest(id);
                header(&mut self.kind, kind, self.position.is_some())?;
                if self.kind.is_none() {
                    return Err(format!("no game is called {id}").into());
                }
                Ok(())
            }
            Line::Seats(count) => header(&mut self.seats, Some(*count), self.position.is_some()),
            Line::Options(options) => header(
                &mut self.options,
                Some(options.clone()),
                self.position.is_some(),
            ),
            Line::Seed(seed) => header(
                &mut self.seed,
                Some(GameSeed(*seed)),
                self.position.is_some(),
            ),
            Line::Dice(answers) => {
                if self.pending.is_some() {
                    self.deal(None)?;
                }
                if self.pending.is_some() {
                    return Err("the dice given before have not been drawn".into());
                }
                self.pending = Some(answers.clone());
                Ok(())
            }
            Line::Position(position) => {
                if self.position.is_some() {
                    return Err("a position comes before everything that looks at one".into());
                }
                self.deal(Some(position))
            }
            Line::Play(seat, act) => self.accept(*seat, act),
            Line::Refuse(seat, act, code) => self.refuse(*seat, act, code),
            _ => self.look(line),
        }
    }

    /// Sets up the game, unless that has been done.
    fn deal(&mut self, position: Option<&Value>) -> Result<(), Stop> {
        if self.position.is_some() {
            return Ok(());
        }
        let kind = self.kind.ok_or("the line `kind` is missing")?;
        let info = kind.info();
        let seats = self.seats.unwrap_or(*info.seats.start());
        if !info.seats.contains(&seats) {
            return Err(format!("{} is not played by {seats}", info.name).into());
        }
        self.seats = Some(seats);
        let options = kind
            .options(self.options.as_ref().unwrap_or(&json!({})))
            .map_err(|illegal| illegal.to_string())?;
        let mut dice = self.dice();
        let dealt = match position {
            Some(position) => {
                let dealt = kind.arrange(&options, seats, &mut dice, position)?;
                (dealt, Vec::new())
            }
            None => kind
                .setup(&options, seats, &mut dice)
                .map_err(|illegal| illegal.to_string())?,
        };
        // If a setup draws no dice, the given dice are for the first action.
        if position.is_some() || dice.words_read() > 0 {
            self.drawn(&dice)?;
        }
        dealt
            .0
            .check()
            .map_err(|broken| format!("dealt a broken position: {broken}"))?;
        (self.position, self.told) = (Some(dealt.0), dealt.1);
        Ok(())
    }

    /// Returns the dice of the next entry. The ones from a line `dice` stay pending.
    fn dice(&self) -> Dice {
        match (&self.pending, self.seed) {
            (Some(answers), _) => Dice::given(answers.clone()),
            (None, Some(seed)) => {
                let n = self.position.as_ref().map_or(0, |_| self.ply + 1);
                Dice::new(seed, n)
            }
            (None, None) => Dice::given(Vec::new()),
        }
    }

    /// Checks that all given dice were drawn, and marks them as used.
    fn drawn(&mut self, dice: &Dice) -> Result<(), Stop> {
        match self.pending.take() {
            Some(given) if dice.given_left() > 0 => Err(format!(
                "{} of the {} given dice were drawn",
                given.len() - dice.given_left(),
                given.len()
            )
            .into()),
            Some(given) if dice.words_read() as usize > given.len() => Err(format!(
                "{} dice were drawn and only {} given",
                dice.words_read(),
                given.len()
            )
            .into()),
            None if self.seed.is_none() && self.position.is_some() && dice.words_read() > 0 => {
                Err(format!("{} dice were drawn and none given", dice.words_read()).into())
            }
            _ => Ok(()),
        }
    }

    fn seats(&self) -> u8 {
        self.seats.unwrap_or_default()
    }

    fn viewers(&self) -> Vec<Viewer> {
        Seat::all(self.seats())
            .map(Viewer::Seat)
            .chain([Viewer::Spectator, Viewer::Afterwards])
            .collect()
    }

    fn accept(&mut self, seat: Seat, act: &Act) -> Result<(), Stop> {
        self.deal(None)?;
        let mut dice = self.dice();
        let mut position = self.position()?.boxed();
        let told = attempt(position.as_mut(), seat, act, &mut dice)
            .map_err(|illegal| format!("accepted was expected, refused was seen: {illegal}"))?;
        self.drawn(&dice)?;
        self.ply += 1;
        self.checks += 1;
        self.told = told;
        let checked = position.check();
        self.position = Some(position);
        checked.map_err(|broken| format!("the position is broken: {broken}").into())
    }

    fn refuse(&mut self, seat: Seat, act: &Act, code: &str) -> Result<(), Stop> {
        self.deal(None)?;
        let mut dice = self.dice();
        let viewers = self.viewers();
        let mut position = self.position()?.boxed();
        let (bytes, views) = (position.to_bytes(), views(position.as_ref(), &viewers));
        let answer = attempt(position.as_mut(), seat, act, &mut dice);
        self.checks += 1;
        match answer {
            Ok(_) => {
                self.fail(format!("{code} was expected, and the action was accepted"));
                return Ok(());
            }
            Err(illegal) if illegal.code != code => {
                self.fail(format!("{code} was expected, seen was {illegal}"));
            }
            Err(illegal) if illegal.text.to(Language::English).trim().is_empty() => {
                self.fail("the refusal has no text for the player");
            }
            Err(_) => {}
        }
        if dice.words_read() > 0 {
            self.fail(format!("the refused action drew {}", dice.words_read()));
        }
        if position.to_bytes() != bytes {
            self.fail("the refused action changed the bytes of the position");
        }
        for (viewer, before) in viewers.iter().zip(views) {
            if position.view(*viewer) != before {
                self.fail(format!(
                    "the refused action changed the view of {viewer:?}: {}",
                    differences(&before, &position.view(*viewer)).join("; ")
                ));
            }
        }
        Ok(())
    }

    fn position(&self) -> Result<&dyn Position, Stop> {
        self.position
            .as_deref()
            .ok_or_else(|| Stop("there is no position yet".to_owned()))
    }

    /// Checks a line that reads the position without changing it.
    fn look(&mut self, line: &Line) -> Result<(), Stop> {
        self.deal(None)?;
        self.checks += 1;
        let seats = self.seats();
        let known = |seat: &Seat| seat.number() < seats;
        let position = self.position()?;
        let mut wrong: Vec<String> = Vec::new();
        match line {
            Line::Expect(viewer, expected) => {
                if let Viewer::Seat(seat) = viewer
                    && !known(seat)
                {
                    return Err(format!("there is no seat {seat}").into());
                }
                wrong = differences(expected, &position.view(*viewer));
            }
            Line::Says(text) => {
                let names = Names::seats(seats);
                let said: Vec<String> = self
                    .told
                    .iter()
                    .filter_map(|event| event.say(Viewer::Afterwards, &names))
                    .collect();
                if !said.contains(text) {
                    wrong.push(format!("“{text}” was expected, said was {said:?}"));
                }
            }
            Line::Legal(seat, texts) => {
                let legal = position.legal(*seat);
                if !legal.complete {
                    wrong.push("the list of legal moves is not complete".to_owned());
                }
                for text in texts {
                    if !legal.texts.contains(text) {
                        wrong.push(format!("`{text}` is missing in the list of legal moves"));
                    }
                }
                for text in &legal.texts {
                    if !texts.contains(text) {
                        wrong.push(format!("`{text}` is too much in the list of legal moves"));
                    }
                }
            }
            Line::Turn(expected) => {
                if let Some(seat) = expected.iter().find(|seat| !known(seat)) {
                    return Err(format!("there is no seat {seat}").into());
                }
                let turn = position.turn();
                let expected: SeatSet = expected.iter().copied().collect();
                if turn.outcome().is_some() || turn.acting() != expected {
                    wrong.push(format!(
                        "the turn of {} was expected, seen was {}",
                        listed(expected),
                        turn_text(position)
                    ));
                }
            }
            Line::Over => {
                if position.turn().outcome().is_none() {
                    wrong.push(format!(
                        "the end was expected, seen was {}",
                        turn_text(position)
                    ));
                }
            }
            Line::Ranks(ranks) => wrong.extend(standings(position, "ranks", ranks, |outcome| {
                outcome.standings.iter().map(|it| it.rank).collect()
            })),
            Line::Scores(scores) => {
                wrong.extend(standings(position, "scores", scores, |outcome| {
                    outcome.standings.iter().map(|it| it.score).collect()
                }))
            }
            other => wrong.push(format!("{other:?} looks at nothing")),
        }
        for what in wrong {
            self.fail(what);
        }
        Ok(())
    }

    /// Checks the conditions at the end of a case.
    fn close(&mut self) -> Result<(), Stop> {
        if !self.failures.is_empty() {
            return Ok(());
        }
        self.line = self.case.line;
        if self.pending.is_some() {
            return Err("dice were given and no action followed".into());
        }
        if self.checks == 0 {
            return Err("the case plays and checks nothing".into());
        }
        Ok(())
    }
}

/// Sets a line of the header, only once and before the setup.
fn header<T>(place: &mut Option<T>, value: Option<T>, dealt: bool) -> Result<(), Stop> {
    if dealt {
        return Err("this line comes before the first position".into());
    }
    if place.is_some() {
        return Err("this line stands twice".into());
    }
    *place = value;
    Ok(())
}

/// Performs an action as a server does: read or parse it, then play it.
fn attempt(
    position: &mut dyn Position,
    seat: Seat,
    act: &Act,
    dice: &mut Dice,
) -> Result<Vec<Box<dyn Told>>, Illegal> {
    let mv = match act {
        Act::Leave => return position.leave(seat, dice),
        Act::Json(value) => position.parse(value)?,
        Act::Text(text) => position.read(seat, text)?,
    };
    position.play(seat, &mv.to_string(), dice)
}

fn views(position: &dyn Position, viewers: &[Viewer]) -> Vec<Value> {
    viewers.iter().map(|it| position.view(*it)).collect()
}

fn standings<T: PartialEq + std::fmt::Debug>(
    position: &dyn Position,
    what: &str,
    expected: &[T],
    seen: impl FnOnce(&Outcome) -> Vec<T>,
) -> Option<String> {
    let turn = position.turn();
    let Some(outcome) = turn.outcome() else {
        return Some(format!(
            "{what} {expected:?} were expected, the game goes on"
        ));
    };
    let seen = seen(outcome);
    (seen != expected).then(|| format!("{what} {expected:?} were expected, seen were {seen:?}"))
}

fn listed(seats: SeatSet) -> String {
    let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    seats.join(" ")
}

fn turn_text(position: &dyn Position) -> String {
    let turn = position.turn();
    match turn.outcome() {
        Some(outcome) => format!("the end: {:?}", outcome.standings),
        None => format!("the turn of {}", listed(turn.acting())),
    }
}

/// Returns the differences between an expected value and the actual one. Objects may have
/// additional members; arrays are compared element by element.
pub(crate) fn differences(expected: &Value, seen: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", expected, seen, &mut found);
    found
}

fn compare(at: &str, expected: &Value, seen: &Value, found: &mut Vec<String>) {
    match (expected, seen) {
        (Value::Object(members), Value::Object(others)) => {
            for (name, value) in members {
                let at = if at.is_empty() {
                    name.clone()
                } else {
                    format!("{at}.{name}")
                };
                match others.get(name) {
                    Some(other) => compare(&at, value, other, found),
                    None => found.push(format!(
                        "{at}: {value} was expected, there is no such member"
                    )),
                }
            }
        }
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            for (i, (item, other)) in items.iter().zip(others).enumerate() {
                compare(&format!("{at}[{i}]"), item, other, found);
            }
        }
        _ if expected == seen => {}
        _ => found.push(format!("{at}: {expected} was expected, seen was {seen}")),
    }
}
