//! Chat and notes in a mail to the address of a seat.

use base::refusal::Rejection;
use chrono_tz::Tz;
use common::texts::message;
use db::sets::Room;
use mail::time::shortly;
use play::refusal::{Refusal, Result};
use rules::Message;
use social::{chat, notes};

use crate::begun;
use crate::seat::At;
use crate::store::Arrival;
use crate::why::why;

/// The largest number of messages in an answer to `chat`.
const MOST_SHOWN: usize = 50;

impl At<'_> {
    /// Sends a chat message. The mail and the line's number form its key, so that a repeat after a
    /// crash sends nothing twice.
    pub(super) async fn say(&mut self, mail: &Arrival, at: usize, text: &str) -> Result<()> {
        let key = format!("mail-{}-{at}", mail.id);
        let said = chat::post(self.app, &self.caller, self.id, Room::Table, &key, text).await;
        match said {
            Ok(_) => self
                .answer
                .say(message("answer-said").with("text", begun(text))),
            Err(refusal) => self.not_done(refusal, message("answer-not-said"), text)?,
        }
        Ok(())
    }

    /// Shows the chat.
    pub(super) async fn hear(&mut self) -> Result<()> {
        let caller = Some(&self.caller);
        let page = chat::read(self.app, caller, self.id, Room::Table, None, MOST_SHOWN).await?;
        chat::was_seen(self.app, &self.caller, self.id, &page).await?;
        let language = self.answer.language();
        let said: Vec<String> = page
            .messages
            .into_iter()
            .filter_map(|it| {
                let line = message("answer-said-by")
                    .with("name", it.author)
                    .with("at", shortly(it.at, Tz::UTC, language).as_str())
                    .with("text", it.said?);
                Some(line.to(language))
            })
            .collect();
        if said.is_empty() {
            self.answer.say(message("answer-nothing-said"));
        }
        self.answer.list_said(message("answer-title-said"), said);
        Ok(())
    }

    /// Adds lines to the note.
    pub(super) async fn note(&mut self, lines: &str) -> Result<()> {
        match notes::append(self.app, &self.caller, self.id, lines).await {
            Ok(note) => self.show(&note.text),
            Err(refusal) => self.not_done(refusal, message("answer-not-noted"), lines)?,
        }
        Ok(())
    }

    /// Shows the note.
    pub(super) async fn show_note(&mut self) -> Result<()> {
        let note = notes::read(self.app, &self.caller, self.id).await?;
        if note.text.is_empty() {
            self.answer.say(message("answer-no-note"));
        }
        self.show(&note.text);
        Ok(())
    }

    fn show(&mut self, note: &str) {
        let lines = note.lines().map(str::to_owned).collect();
        self.answer.repeat(message("answer-title-note"), lines);
    }

    /// Answers why a command was not carried out. Returns failures as errors, so that the mail is
    /// retried.
    fn not_done(&mut self, refusal: Refusal, what: Message, text: &str) -> Result<()> {
        if refusal.is_failure() {
            return Err(refusal);
        }
        self.refused = true;
        self.answer
            .say(what.with("text", begun(text)).with("why", why(&refusal)));
        Ok(())
    }
}
