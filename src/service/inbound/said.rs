//! Chat and notes in a mail to the address of a seat.

use super::answer::begun;
use super::seat::At;
use crate::problem::Problem;
use crate::service::chat::{self, Room};
use crate::service::notes;
use crate::store::inbound::Arrival;

/// How many messages are shown to somebody who asks what was said.
const MOST_SHOWN: usize = 50;

impl At<'_> {
    /// Says a line to the others. Dealt with again, after a crash, it is said once: the mail and the
    /// number of the line name it.
    pub(super) async fn say(
        &mut self,
        mail: &Arrival,
        at: usize,
        text: &str,
    ) -> Result<(), Problem> {
        let key = format!("mail-{}-{at}", mail.id);
        let said = chat::post(self.app, &self.caller, self.id, Room::Table, &key, text).await;
        match said {
            Ok(_) => self
                .answer
                .say(format!("Said at the table: “{}”.", begun(text))),
            Err(problem) => self.not_done(problem, "Not said", text)?,
        }
        Ok(())
    }

    /// Shows what was said.
    pub(super) async fn hear(&mut self) -> Result<(), Problem> {
        let caller = Some(&self.caller);
        let page = chat::read(self.app, caller, self.id, Room::Table, None, MOST_SHOWN).await?;
        let said: Vec<String> = page
            .messages
            .into_iter()
            .filter_map(|it| {
                let at = it.at.format("%-d %B, %H:%M UTC");
                Some(format!("{} ({at}): {}", it.author, it.said?))
            })
            .collect();
        if said.is_empty() {
            self.answer.say("Nothing was said at the table so far.");
        }
        self.answer.list("Said at the table", said);
        Ok(())
    }

    /// Adds lines to the note.
    pub(super) async fn note(&mut self, lines: &str) -> Result<(), Problem> {
        match notes::append(self.app, &self.caller, self.id, lines).await {
            Ok(note) => self.show(&note.text),
            Err(problem) => self.not_done(problem, "Not noted", lines)?,
        }
        Ok(())
    }

    /// Shows the note.
    pub(super) async fn show_note(&mut self) -> Result<(), Problem> {
        let note = notes::read(self.app, &self.caller, self.id).await?;
        if note.text.is_empty() {
            self.answer
                .say("You have no note about this game. The line “note TEXT” writes one.");
        }
        self.show(&note.text);
        Ok(())
    }

    fn show(&mut self, note: &str) {
        let lines = note.lines().map(str::to_owned).collect();
        self.answer.show("Your note", lines);
    }

    /// Says why something was not done; what may pass by itself is tried again instead.
    fn not_done(&mut self, problem: Problem, what: &str, text: &str) -> Result<(), Problem> {
        match problem {
            Problem::InvalidRequest(_) | Problem::Forbidden(_) | Problem::TooMany { .. } => {
                let why = problem.detail();
                self.answer.say(format!("{what}: “{}”. {why}", begun(text)));
                Ok(())
            }
            other => Err(other),
        }
    }
}
