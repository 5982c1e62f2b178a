//! Checks moves: legal ones are accepted and have a text in both directions, all others are
//! rejected.

use rules::{Bot, Dice, Language, Ordered, Position, Refusal, Seat};
use serde_json::{Value, json};

use super::{SAMPLE, Walker, is_sentence, moves_if_acting, not_now, same, same_bytes};
use crate::garbage::{garbled, malformed, mutated, words_of};
use crate::tables::pick;

impl Walker<'_> {
    /// Checks that a seat's legal moves are accepted and have a text in both directions, and that
    /// its other moves are rejected.
    pub(super) fn moves_of(&mut self, seat: Seat, ply: u64) -> Result<(), String> {
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

    /// Checks the conditional orders of the game. In its full form, an order is read as the same
    /// order. A move that it plays is legal. It plays nothing for a seat that owes no decision.
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

    /// Follows a few paths along the branches of the legal moves to their ends. Checks that each
    /// offered move is accepted, and that its text is the text of the path.
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
            // Serde also reads the tag and the members of an object from an array.
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
        for language in Language::ALL {
            let said = self.position.in_words(text, language);
            let read = self
                .position
                .read(seat, &said)
                .map_err(|illegal| format!("“{said}” of seat {seat}: {illegal}"))?;
            same(mv, &read, &format!("“{text}” and “{said}”"))?;
        }
        Ok(())
    }

    /// Checks that a move is accepted or rejected as the list of legal moves says.
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

    /// Checks that an action is rejected with a text, and that it changes nothing and draws no
    /// dice.
    pub(super) fn refuses(
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

    /// Checks that malformed moves, and actions from nonexistent seats, are rejected.
    pub(super) fn nonsense(&self) -> Result<(), String> {
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
}
