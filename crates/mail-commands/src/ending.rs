//! The end of a game by mail: leaving it after a confirmation, and a rematch.

use base::refusal::Rejection;
use chrono::TimeDelta;
use common::texts::message;
use db::sets::GameStatus;
use play::refusal::Result;
use play::store::resignations;
use play::{lobby, look};
use serde_json::json;

use crate::CONFIRM_DAYS;
use crate::seat::{At, MoveLine};
use crate::store::Arrival;
use crate::why::why;
use crate::words::Resign;

impl At<'_> {
    /// Leaves the game if the player has confirmed it; otherwise asks for the confirmation.
    pub(super) async fn resign(&mut self, mail: &Arrival, sure: bool) -> Result<()> {
        self.answer.board = true;
        let (app, id, player) = (self.app, self.id, self.caller.player);
        let (seat, now) = (self.seat, app.clock.now());
        let look = self.look().await?;
        let is_over = look
            .game
            .as_ref()
            .is_none_or(|game| game.turn().outcome().is_some());
        let mut conn = app.db.get().await?;
        let since = now - TimeDelta::days(CONFIRM_DAYS);
        let asked = resignations::asked(&mut conn, id, seat, player, since).await?;
        if !(sure && asked.is_some()) {
            if is_over {
                self.answer.say(message("answer-nothing-to-resign"));
                return Ok(());
            }
            resignations::ask(&mut conn, id, seat, player, mail.id, now).await?;
            self.answer.say(message("answer-resign"));
            return Ok(());
        }
        drop(conn);
        // A confirmed resignation holds, even if moves were played since the question.
        let tried = mail.seq.and_then(|seq| u32::try_from(seq).ok());
        let seq = self.seq(mail, tried).await?;
        match self.submit(vec![json!({"type": "leave"})], seq).await {
            Ok(played) => {
                self.answer.say(message("answer-left"));
                let told = self.sentences(&played);
                self.tell(told);
                Ok(())
            }
            Err(refusal) => {
                let line = MoveLine {
                    at: 0,
                    line: Resign::Yes.line(),
                    actions: 1,
                };
                self.refuse(refusal, &[line], message("answer-nothing-played"))
            }
        }
    }

    /// Answers that the player stays, whether or not there was a question.
    pub(super) async fn stay(&mut self) -> Result<()> {
        self.answer.board = true;
        resignations::forget(&mut *self.app.db.get().await?, self.id, self.seat).await?;
        self.answer.say(message("answer-stay"));
        Ok(())
    }

    /// Proposes a rematch, or joins the one that another player proposed.
    pub(super) async fn rematch(&mut self) -> Result<()> {
        match lobby::rematch(self.app, &self.caller, self.id, "", None).await {
            Ok(id) => {
                let look = look::glance(self.app, Some(self.caller.player), &id, None).await?;
                let told = match (look.seat, look.row.status) {
                    (Some(_), GameStatus::Open) => message("answer-rematch"),
                    (Some(_), _) => message("answer-joined"),
                    (None, _) => message("answer-rematch-missed"),
                };
                self.answer.say(told.with("id", id.to_string()));
            }
            Err(refusal) if refusal.is_failure() => return Err(refusal),
            Err(refusal) => self
                .answer
                .say(message("answer-refused").with("why", why(&refusal))),
        }
        Ok(())
    }
}
