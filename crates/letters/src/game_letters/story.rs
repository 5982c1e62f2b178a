//! The position of a game and the events since the reader's last move, in letters.

use guides::manual;
use mail::Line;
use mail::letter::{Board, Drawn, Proof};
use notices::outbox::Mail;
use play::refusal::{Refusal, Result};
use play::replay::{self, Origin, Past, Span};
use play::store::entries;
use play::tables;
use rules::svg::{Layout, Preferences, Sheets, Theme};
use rules::{Entry, Game, KindInfo, Names, Seat, Viewer};
use serde_json::Value;

use crate::Letters;
use crate::game_letters::About;

/// The largest number of entries in a letter.
const MOST_TOLD: u64 = 1_000;

/// The number of the reader's own entries among which a letter looks for the last decision, if the
/// server plays forced moves for the reader.
const LOOKED_BACK: u64 = 12;

/// The pixels per unit of a picture in a mail. A mail has one picture for phones and large screens,
/// so it shows the narrow board, 390 units wide. On a phone, where the picture takes 328 of 360
/// points, its texts are then at least 9 points high; those of the wide board would have 5.
const PIXELS: f32 = 1.25;

/// The maximal size of a picture in a mail, in bytes. A larger board is drawn with only the
/// reader's own sheet, if the game has sheets. The text contains the omitted parts.
const MOST_DRAWN: usize = 52 << 10;

/// The pixels per unit of a picture that is too large even so.
const FEWER_PIXELS: f32 = 1.0;

/// The entry after which a letter begins to report.
#[derive(Clone, Copy)]
struct Since {
    /// Whether the letter begins with the start of the game, unless the history contains such an
    /// entry.
    is_first: bool,
    /// Whether that entry must be a decision of the reader. Entries that the server played as
    /// forced moves are then skipped.
    decision: bool,
    /// Whether the letter includes that entry. It may not have been answered.
    with_own: bool,
}

impl Since {
    /// Whether the letter begins after this entry of the reader.
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

/// A game at the ply of a notice, with the events since the reader's last move.
pub(super) struct Story {
    pub(super) game: Game,
    pub(super) viewer: Viewer,
    pub(super) names: Names,
    pub(super) happened: Vec<Line>,
    /// How many sentences of `happened`, from the first on, are about the reader's own move.
    pub(super) own: usize,
    pub(super) is_first: bool,
    /// The board as a picture.
    pub(super) drawn: Option<Drawn>,
    /// The reader's receipt for this state.
    pub(super) receipt: Line,
}

impl Story {
    /// Collects the events of `past` for the reader's seat.
    fn tell(past: Past, seat: Seat, since: Since, names: Names) -> Result<Story> {
        let (mut game, mut told) = (past.game, past.setup);
        let (mut is_first, mut was_own, mut own) = (since.is_first, false, 0);
        for entry in &past.entries {
            let is_known = entry.seat == seat && since.is_here(&game, entry);
            let happened = game.retell(entry).map_err(Refusal::internal)?;
            if is_known {
                is_first = false;
                // Moves from one mail are reported together.
                if !(since.with_own && was_own) {
                    told.clear();
                    own = 0;
                }
                if since.with_own || game.turn().outcome().is_some() {
                    let leads = own == told.len();
                    told.extend(happened);
                    own = if leads { told.len() } else { own };
                }
            } else {
                told.extend(happened);
            }
            was_own = is_known;
        }
        let viewer = tables::viewer(&game, Some(seat));
        let said: Vec<Option<Line>> = told
            .iter()
            .map(|told| told.say(viewer, &names).map(Line::from))
            .collect();
        let own = said[..own].iter().flatten().count();
        let happened = said.into_iter().flatten().collect();
        Ok(Story {
            game,
            viewer,
            names,
            happened,
            own,
            is_first,
            drawn: None,
            receipt: Line::default(),
        })
    }

    /// Draws the board. If that fails, the letter has no picture.
    pub(super) async fn draw(&mut self, app: &Letters) {
        let is_large = |png: &Result<Drawn>| png.as_ref().is_ok_and(|it| it.len() > MOST_DRAWN);
        let mut png = self.png(app, Sheets::All, PIXELS).await;
        if is_large(&png) {
            png = self.png(app, Sheets::Own, PIXELS).await;
        }
        if is_large(&png) {
            png = self.png(app, Sheets::Own, FEWER_PIXELS).await;
        }
        match png {
            Ok(png) => self.drawn = Some(png),
            Err(refusal) => tracing::warn!(%refusal, "the board for a mail could not be drawn"),
        }
    }

    async fn png(&self, app: &Letters, sheets: Sheets, pixels: f32) -> Result<Drawn> {
        let likes = Preferences {
            sheets,
            layout: Layout::Narrow,
            ..Preferences::default()
        };
        let position = self.game.position();
        let drawing = position.drawing(self.viewer, &self.names, likes);
        Ok(app.raster.png(drawing, Theme::Light, pixels).await?)
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
    /// Returns the board of the example of a game. If it cannot be drawn, there is no picture.
    pub(super) async fn example_board(&self, info: &KindInfo) -> Board {
        let Some(drawing) = manual::board_for_mail(info, self.to.language) else {
            return Board::default();
        };
        let png = self.app.raster.png(drawing, Theme::Light, FEWER_PIXELS);
        let drawn = png.await.map_err(Refusal::from).inspect_err(
            |refusal| tracing::warn!(%refusal, "the board for an invitation could not be drawn"),
        );
        Board {
            text: info.name.into(),
            drawn: drawn.ok(),
        }
    }

    /// Returns the game at the ply of a mail, with a receipt for the reader. The receipt has the
    /// time of the mail, so that a repeated mail is identical to the byte.
    pub(super) async fn signed_story(&self, own: Option<u64>, mail: &Mail) -> Result<Story> {
        let mut story = self.story(own, self.ply(mail)).await?;
        let receipts = &self.app.receipts;
        let receipt = receipts.of_game(&story.game, Some(self.seat), mail.created_at);
        story.receipt = Line::long(&receipt);
        Ok(story)
    }

    /// Returns the number of log entries at the time of the mail.
    pub(super) fn ply(&self, mail: &Mail) -> u64 {
        let now = self.row.ply.unsigned_abs();
        mail.ply().map_or(now, |ply| ply.min(now))
    }

    /// Returns the number of the reader's last entry among the first `to` entries.
    pub(super) async fn own_last(&self, to: u64) -> Result<Option<u64>> {
        self.own_before(0, to).await
    }

    /// Returns the number of the reader's entry that is followed by `others` further entries of the
    /// reader, among the first `to` entries.
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

    /// Returns the game after `to` entries, with the events since the reader's last move, limited
    /// to `MOST_TOLD` entries.
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
        let names = tables::names(self.seats)
            .in_language(self.to.language)
            .read_by(Some(seat));
        let origin = Origin::of(self.row, self.seats)?;
        let recent = self.known.recent(&self.row.id);
        replay::replay_recent(self.app, origin, Span { from, to }, recent, move |past| {
            Story::tell(past, seat, since, names)
        })
        .await
    }
}
