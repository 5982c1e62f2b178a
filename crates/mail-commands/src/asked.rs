//! Questions about a game in a mail to the address of a seat: legal moves, history, players.

use common::texts::message;
use play::moves;
use play::refusal::{Refusal, Result};
use play::replay::{self, Origin, Span};
use play::store::entries;
use rules::{Game, Seat};

use crate::seat::At;

/// The largest number of lines of a history in an answer.
const MOST_HISTORY: usize = 200;

impl At<'_> {
    /// Lists the players, and who is to move.
    pub(super) async fn who(&mut self) -> Result<()> {
        let language = self.answer.language();
        let left = entries::left(&*self.app.db.get().await?, &[self.id]).await?;
        let look = self.look().await?;
        let names = look.names().in_language(language);
        let acting = look.game.as_ref().map(Game::acting).unwrap_or_default();
        let line = |seat: Seat| {
            let has_left = left.iter().any(|(_, it)| *it == seat);
            let id = match (has_left, acting.contains(seat)) {
                (true, _) => "answer-who-left",
                (false, true) => "answer-who-moves",
                (false, false) => "answer-who",
            };
            let line = message(id).with("seat", seat.number() + 1);
            line.with("name", names.of(seat)).to(language)
        };
        let lines = look.seats.iter().map(|row| line(row.seat)).collect();
        self.answer.list(message("heading-table"), lines);
        Ok(())
    }

    pub(super) async fn legal(&mut self, words: &str) -> Result<()> {
        if words.is_empty() {
            self.answer.board = true;
            return Ok(());
        }
        let seat = self.seat;
        let language = self.answer.language();
        let look = self.look().await?;
        let Some(game) = &look.game else {
            return self.answer_refusal(Refusal::NotStarted);
        };
        let said = |text: &str| game.position().in_words(text, language);
        match game.position().branch(seat, words) {
            Ok(branch) => {
                let whole = match branch.mv {
                    Some(_) => message("answer-whole-move"),
                    None => message("answer-begins-move"),
                };
                let whole = whole.with("move", said(&branch.text));
                let next: Vec<String> = branch
                    .next
                    .iter()
                    .map(|word| said(format!("{} {word}", branch.text).trim()))
                    .collect();
                self.answer.say(whole);
                self.answer.show(message("answer-title-next"), next);
            }
            Err(illegal) => {
                // The last word may be abbreviated.
                let begin = words.to_lowercase();
                let mut moves = moves::legal(game, seat).texts;
                moves.retain(|text| text.to_lowercase().starts_with(&begin));
                let moves: Vec<String> = moves.iter().map(|text| said(text)).collect();
                if moves.is_empty() {
                    self.answer.say(illegal.text);
                    self.answer.board = true;
                }
                self.answer.show(message("answer-title-legal"), moves);
            }
        }
        Ok(())
    }

    pub(super) async fn history(&mut self) -> Result<()> {
        let app = self.app;
        let language = self.answer.language();
        let look = self.look().await?;
        let (viewer, names) = (look.viewer(), look.names().in_language(language));
        let to = look.game.as_ref().map_or(0, Game::ply);
        let from = to.saturating_sub(MOST_HISTORY as u64);
        let origin = Origin::of(&look.row, &look.seats)?;
        let span = Span { from, to };
        let mut lines = replay::replay(app, origin, span, move |past| {
            let say = |told: &[Box<dyn rules::Told>]| -> Vec<String> {
                told.iter()
                    .filter_map(|it| it.say(viewer, &names))
                    .collect()
            };
            let (mut game, mut lines) = (past.game, say(&past.setup));
            for entry in &past.entries {
                let told = game.retell(entry).map_err(Refusal::internal)?;
                lines.extend(
                    say(&told)
                        .into_iter()
                        .map(|sentence| format!("{}: {sentence}", entry.n)),
                );
            }
            Ok(lines)
        })
        .await?;
        let left_out = lines.len().saturating_sub(MOST_HISTORY);
        lines.drain(..left_out);
        if from > 0 || left_out > 0 {
            self.answer
                .say(message("answer-last-lines").with("n", lines.len()));
        }
        self.answer.list(message("answer-title-history"), lines);
        Ok(())
    }
}
