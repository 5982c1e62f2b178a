//! Checks that nothing a viewer sees depends on hidden information.

use std::collections::BTreeSet;

use rules::svg::Theme;
use rules::{
    Action, Bot, Dice, Game, GameSeed, LegalMoves, Position, Seat, Secrets, ServerSeed, Unplayed,
    Viewer,
};
use serde_json::{Value, json};

use super::{LIKES, LISTS, Walker, same};
use crate::garbage::{garbled, mutated};
use crate::tables::{header, pick};

/// The information that a player may see about a list of actions before it is played.
#[derive(Debug, PartialEq)]
struct Foreseen {
    view: Value,
    legal: LegalMoves,
    told: Vec<String>,
}

impl Walker<'_> {
    /// Checks that a viewer sees no difference after the information hidden from that viewer has
    /// been dealt again.
    pub(super) fn secrecy(&mut self) -> Result<(), String> {
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

    /// Returns lists that a seat might send to learn secrets: a single action, or a valid action
    /// and another whose refusal might reveal something.
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
            // Half a move, because its refusal hints at the possible continuations.
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

    /// Returns the kinds of moves, which notations use as verbs.
    fn verbs(&self) -> BTreeSet<&str> {
        let kinds = self.past.iter().filter_map(|mv| mv["type"].as_str());
        kinds.collect()
    }

    /// Returns what the player may see of a list before anything is played; `None` if the list is
    /// not foreseeable. The error is the refusal of the list. The dice come from this seed.
    fn becomes(
        &self,
        position: &dyn Position,
        seat: Seat,
        list: &[Action],
        seed: GameSeed,
    ) -> Result<Option<Foreseen>, Unplayed> {
        let header = header(self.table, &ServerSeed([0; 32]));
        let secrets = Secrets::of_seed(seed);
        let game = Game::at(self.table.kind, header, secrets, position.boxed());
        let (game, all) = game.submit_all(seat, list, "")?;
        if !game.is_foreseen(&all) {
            return Ok(None);
        }
        let viewer = Viewer::Seat(seat);
        let told = all.iter().flat_map(|played| &played.told);
        let told = told.filter_map(|told| told.tell(viewer, &self.names));
        Ok(Some(Foreseen {
            view: game.position().view(viewer),
            legal: game.legal(seat),
            told: told.map(|(_, sentence)| sentence).collect(),
        }))
    }
}

/// Returns a move with each number increased by one, so that it is probably out of range after the
/// last legal one.
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
