//! What a letter tells of a game: how it stands, and what happened since its reader was last at it.

use std::sync::Arc;

use mail::Line;
use mail::letter::{Board, Drawn, Proof};
use rules::svg::{Preferences, Sheets, Theme};
use rules::{Entry, Game, Names, Seat, Viewer};
use serde_json::Value;

use super::About;
use crate::refusal::{Refusal, Result};
use crate::service::App;
use crate::service::past::{self, Origin, Past, Span};
use crate::service::tables;
use crate::store::entries;
use crate::store::outbox::Mail;

/// Of how many entries a letter tells what happened, at most.
const MOST_TOLD: u64 = 1_000;

/// How many of the reader's own entries a letter looks back at to find the last that was a decision, where
/// others are played without asking.
const LOOKED_BACK: u64 = 12;

/// How many pixels a unit of a picture has in a mail: 720 across, where a phone shows some 360 points
/// of two or three pixels each, and everybody else 648 points at most. Edges of whole units fall between pixels.
/// A picture then takes 3.0 ms and 29 kB; 900 pixels across, it took 4.0 ms and 42 kB.
const PIXELS: u8 = 1;

/// How many bytes a picture in a mail has, at most: a board that needs more goes with the reader's own sheet alone
/// where it can, and else light alone. What is left out stands in the text.
const MOST_DRAWN: usize = 60 << 10;

/// What a letter begins to tell after.
#[derive(Clone, Copy)]
struct Since {
    /// Whether the game's start is told, until an entry is found after which it is told.
    is_first: bool,
    /// Whether it is the reader's last decision, and not their last entry: what decides nothing was played
    /// without asking.
    decision: bool,
    /// Whether that entry is told as well: it may have had no answer.
    with_own: bool,
}

impl Since {
    /// Whether it is told after this entry of the reader's to a game.
    fn is_here(self, game: &Game, entry: &Entry) -> bool {
        let Some(mv) = entry.body.mv().filter(|_| self.decision) else {
            return true;
        };
        let forced = game.position().forced(entry.seat);
        forced.is_none_or(|forced| {
            !serde_json::from_str::<Value>(mv.get()).is_ok_and(|mv| mv == forced)
        })
    }
}

/// A game at the ply of a notice, and what happened before it since the reader's last move.
pub(super) struct Story {
    pub(super) game: Game,
    pub(super) viewer: Viewer,
    pub(super) names: Names,
    pub(super) happened: Vec<Line>,
    pub(super) is_first: bool,
    /// The board drawn.
    pub(super) drawn: Option<Drawn>,
    /// What its reader can prove it with.
    pub(super) receipt: Line,
}

impl Story {
    /// Tells what happened in this part of the history to the seat of the reader.
    fn tell(past: Past, seat: Seat, since: Since, names: Names) -> Result<Story> {
        let (mut game, mut told) = (past.game, past.setup);
        let (mut is_first, mut was_own) = (since.is_first, false);
        for entry in &past.entries {
            let is_known = entry.seat == seat && since.is_here(&game, entry);
            let happened = game.retell(entry).map_err(Refusal::internal)?;
            if is_known {
                is_first = false;
                // Moves of one mail are told together.
                if !(since.with_own && was_own) {
                    told.clear();
                }
                if since.with_own || game.turn().outcome().is_some() {
                    told.extend(happened);
                }
            } else {
                told.extend(happened);
            }
            was_own = is_known;
        }
        let viewer = tables::viewer(&game, Some(seat));
        let happened = told
            .iter()
            .filter_map(|told| told.say(viewer, &names))
            .map(Line::from)
            .collect();
        Ok(Story {
            game,
            viewer,
            names,
            happened,
            is_first,
            drawn: None,
            receipt: Line::default(),
        })
    }

    /// Draws the board. Without a picture the letter goes out all the same.
    pub(super) async fn draw(&mut self, app: &App) {
        let mut sheets = Sheets::All;
        let mut light = self.png(app, Theme::Light, sheets).await;
        if light.as_ref().is_ok_and(|png| png.len() > MOST_DRAWN) {
            sheets = Sheets::Own;
            light = self.png(app, Theme::Light, sheets).await;
        }
        match light {
            Ok(light) => {
                // Both are about as large.
                let dark = match light.len() <= MOST_DRAWN {
                    true => self.png(app, Theme::Dark, sheets).await.ok(),
                    false => None,
                };
                self.drawn = Some(Drawn { light, dark });
            }
            Err(refusal) => tracing::warn!(%refusal, "a board for a mail could not be drawn"),
        }
    }

    async fn png(&self, app: &App, theme: Theme, sheets: Sheets) -> Result<Arc<Vec<u8>>> {
        let likes = Preferences {
            sheets,
            ..Preferences::default()
        };
        let position = self.game.position();
        let svg = position.svg_as(self.viewer, &self.names, theme, likes);
        app.raster.png(svg, PIXELS).await
    }

    pub(super) fn board(&self) -> Board {
        let position = self.game.position();
        Board {
            text: position.picture(self.viewer, &self.names).into(),
            drawn: self.drawn.clone(),
        }
    }

    pub(super) fn proof(&self, with_commitment: bool) -> Proof {
        let commitment = self.game.header().seed_commitment;
        Proof {
            ply: self.game.ply(),
            head: self.game.head().to_string().into(),
            commitment: with_commitment.then(|| commitment.to_string().into()),
            receipt: self.receipt.clone(),
        }
    }

    pub(super) fn acting(&self, but: Seat) -> Vec<Line> {
        self.game
            .acting()
            .iter()
            .filter(|seat| *seat != but)
            .map(|seat| self.names.of(seat).into())
            .collect()
    }
}

impl About<'_> {
    /// The game at the ply of a mail, with a receipt for the reader. What is sent again is the same to
    /// the byte, so that the receipt is as old as the mail.
    pub(super) async fn signed_story(&self, own: Option<u64>, mail: &Mail) -> Result<Story> {
        let mut story = self.story(own, self.ply(mail)).await?;
        let receipts = &self.app.receipts;
        let receipt = receipts.of_game(&story.game, Some(self.seat), mail.created_at);
        story.receipt = Line::long(&receipt);
        Ok(story)
    }

    /// How many entries the game had then.
    pub(super) fn ply(&self, mail: &Mail) -> u64 {
        let now = self.row.ply.unsigned_abs();
        mail.ply().map_or(now, |ply| ply.min(now))
    }

    /// The number of the reader's last entry among so many.
    pub(super) async fn own_last(&self, to: u64) -> Result<Option<u64>> {
        self.own_before(0, to).await
    }

    /// The number of the entry of the reader's that so many others of theirs follow, among so many.
    async fn own_before(&self, others: u64, to: u64) -> Result<Option<u64>> {
        let id = &self.row.id;
        let recent = self.known.recent(id);
        if let Some(own) = recent.and_then(|it| it.last_of(self.seat, others, to)) {
            return Ok(own);
        }
        let conn = &mut *self.app.db.get().await?;
        let own = entries::last_of(conn, id, self.seat, others, to).await?;
        Ok(own.map(|(n, _)| n))
    }

    /// The game as it stood after so many entries, and what happened since the reader's last move,
    /// or as much of it as anybody reads.
    pub(super) async fn story(&self, own: Option<u64>, to: u64) -> Result<Story> {
        let seat = self.seat;
        let decision = self.known.plays_forced(&self.row.id, seat);
        let with_own = self.wishes()?.is_some_and(|wishes| !wishes.answer_always);
        let own = match decision || with_own {
            true => self.own_before(LOOKED_BACK, to).await?,
            false => own,
        };
        let since = Since {
            is_first: own.is_none(),
            decision,
            with_own,
        };
        let since_own = own.map_or(0, |n| n.saturating_sub(1));
        let from = since_own.max(to.saturating_sub(MOST_TOLD)).min(to);
        let names = tables::names(self.seats).in_language(self.to.language);
        let origin = Origin::of(self.row, self.seats)?;
        let recent = self.known.recent(&self.row.id);
        past::replay_recent(self.app, origin, Span { from, to }, recent, move |past| {
            Story::tell(past, seat, since, names)
        })
        .await
    }
}
